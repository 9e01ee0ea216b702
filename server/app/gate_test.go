package app_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
)

// waitingLoad is a load of ATL's dock whose driver nobody has met.
func (y *gateYard) waitingLoad() (id, bol string) {
	y.T.Helper()
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id, bol FROM dock_shipment WHERE warehouse = 'ATL' AND state = 'waiting' AND bol <> '' AND driver_name = '' AND trailer = '' ORDER BY id LIMIT 1`).Scan(&id, &bol)
	})
	return id, bol
}

// A driver says at the gate, on a phone of the driver's own, who is here and for which load, and is told where to go.
func TestGate_ADriverArrivesByTheSignForALoad(t *testing.T) {
	y := newGateYard(t)
	y.As("admin@demo.test").Call("DockView/SettingsSiteRules", obj{"Warehouse": "ATL", "Rules": obj{"en": "Chocks first.", "es": "Primero los calzos."}})
	if again := testkit.Into[dock.GateResp](t, y.As("dock@demo.test").Call("DockView/GateLink", obj{"Warehouse": "ATL"})).Token; again != y.sign {
		t.Fatal("another sign hangs there, though nobody asked for one")
	}
	if status, out, why := y.gate("Open", obj{"Token": y.sign}); status != 200 || out.Site.Name == "" || out.Site.Rules.Es != "Primero los calzos." {
		t.Fatalf("the sign: %d %s", status, why)
	}
	id, bol := y.waitingLoad()
	said := y.says(bol[:4] + " " + bol[4:8] + "-" + bol[8:]) // as it is printed, and as a thumb types it
	said["PhoneNumber"] = "404 555 0100"
	status, here, why := y.gate("CheckIn", said)
	if status != 200 || here.Visit.BOL != bol || here.Ticket == "" || here.Visit.At.IsZero() || here.Site.Rules.Es == "" {
		t.Fatalf("arrived: %d %s", status, why)
	}
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		var data, trailer string
		if err := tx.QueryRowContext(ctx, `SELECT data FROM shipment_event WHERE shipment_id = ? AND kind = 'gate-arrival'`, id).Scan(&data); err != nil {
			return err
		}
		for _, want := range []string{`"carrier":"Old Dominion"`, `"rulesAgreed":true`, `"language":"es"`, `"agent":`} {
			if !strings.Contains(data, want) {
				t.Errorf("the history lacks %s: %s", want, data)
			}
		}
		if strings.Contains(data, "0100") {
			t.Error("the phone number stands in the history")
		}
		err := tx.QueryRowContext(ctx, `SELECT trailer FROM dock_shipment WHERE id = ?`, id).Scan(&trailer)
		if trailer != "53021" {
			t.Errorf("trailer %q", trailer)
		}
		return err
	})

	// The dock sends the truck to a door: the phone is told.
	y.As("dock@demo.test").Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: id, Door: "07"})
	if status, now, why := y.gate("Visit", obj{"Token": here.Ticket}); status != 200 || now.Visit.Door != "07" || now.Ticket != "" {
		t.Fatalf("where to go: %d %s", status, why)
	}

	// What the dock knows stays: a stranger at the gate changes no driver and no trailer.
	other := y.says(bol)
	other["DriverName"], other["TrailerNumber"], other["LicensePlate"] = "Somebody Else", "99999", "TX 1"
	if status, _, why := y.gate("CheckIn", other); status != 409 || strings.Contains(why, "Luis") {
		t.Fatalf("a second one in another truck: %d %s", status, why)
	}
	if n := y.count(`SELECT count(*) FROM shipment_event WHERE shipment_id = ? AND kind = 'gate-refused' AND data LIKE '%Somebody Else%'`, id); n != 1 {
		t.Errorf("%d of who was refused stand in the history", n)
	}
	if n := y.count(`SELECT count(*) FROM dock_shipment WHERE id = ? AND driver_name = 'Luis Vega' AND trailer = '53021'`, id); n != 1 {
		t.Error("a stranger changed who drives")
	}
}

func TestGate_WhoComesUnderAnotherNameThanTheDockHasMetIsToldNothing(t *testing.T) {
	y := newGateYard(t)
	id, bol := y.waitingLoad()
	y.As("dock@demo.test").Call("Shipment/UpdateDriverDetails", dock.DriverReq{ShipmentID: id, Name: "Ada Byron"})
	if status, got, why := y.gate("CheckIn", y.says(bol)); status != 409 || !strings.HasPrefix(why, "gate-taken") || strings.Contains(why, "Ada") || got.Ticket != "" {
		t.Fatalf("another name: %d %s", status, why)
	}
	if n := y.count(`SELECT count(*) FROM warehouse_visit`); n != 0 {
		t.Errorf("%d visits came of it", n)
	}
	if n := y.count(`SELECT count(*) FROM notify_notification WHERE code = 'notify-load-gate-taken' AND params LIKE '%Luis Vega%'`); n == 0 {
		t.Error("nobody in the office was told")
	}
	said := y.says(bol)
	said["DriverName"] = " ada  byron"
	if status, got, why := y.gate("CheckIn", said); status != 200 || got.Visit.BOL != bol {
		t.Fatalf("the one the dock has met: %d %s", status, why)
	}
}

func TestGate_ASignIsOfOneWarehouseAndDiesWithTheNext(t *testing.T) {
	y := newGateYard(t)
	var elsewhere string
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT bol FROM dock_shipment WHERE warehouse <> 'ATL' AND bol <> '' LIMIT 1`).Scan(&elsewhere)
	})
	if _, _, why := y.gate("CheckIn", y.says(elsewhere)); !strings.HasPrefix(why, "gate-load-unknown") {
		t.Errorf("a load of another warehouse: %s", why)
	}
	for _, bad := range []string{"", "1", "1." + strings.Repeat("A", 43), "2" + y.sign[1:], "99999." + strings.Repeat("A", 43)} {
		if status, _, _ := y.gate("Open", obj{"Token": bad}); status == 200 {
			t.Errorf("%q opens", bad)
		}
	}
	y.As("dock2@demo.test").Refused("DockView/GateLink", obj{"Warehouse": "ATL"})
	if anew := testkit.Into[dock.GateResp](t, y.As("dock@demo.test").Call("DockView/GateLink", obj{"Warehouse": "ATL", "Anew": true})).Token; anew == y.sign {
		t.Fatal("the new sign is the old one")
	}
	if status, _, why := y.gate("Open", obj{"Token": y.sign}); status != 404 || !strings.HasPrefix(why, "gate-code-unknown") {
		t.Errorf("the old sign: %d %s", status, why)
	}
}

func TestGate_WhatIsCorrectedAfterALostReplyIsTaken(t *testing.T) {
	y := newGateYard(t)
	y.expect("first", "ATL", "PO 55", "7", 90_001, time.Hour)
	y.expect("second", "ATL", "PO 56", "8", 90_002, time.Hour)
	y.expect("third", "ATL", "PO 57", "9", 90_003, time.Hour)
	said := y.says("PO 55")
	if status, _, why := y.gate("CheckIn", said); status != 200 { // whose reply never comes
		t.Fatalf("check in: %d %s", status, why)
	}
	fixed := func(by int, more obj) obj {
		r := obj{"Correction": by}
		for k, v := range said {
			r[k] = v
		}
		for k, v := range more {
			r[k] = v
		}
		return r
	}
	if status, got, why := y.gate("CheckIn", fixed(1, obj{"LicensePlate": "GA 4477", "DriverName": "Luis Vegas"})); status != 200 || got.Visit.Plate != "GA 4477" || got.Visit.Name != "Luis Vegas" || got.Visit.Door != "7" || got.Ticket == "" {
		t.Fatalf("another plate: %d %s %+v", status, why, got.Visit)
	}
	if _, got, why := y.gate("CheckIn", said); got.Visit == nil || got.Visit.Plate != "GA 4477" { // the first comes again, late
		t.Errorf("what was corrected: %s %+v", why, got.Visit)
	}
	if status, got, why := y.gate("CheckIn", fixed(2, obj{"Number": "PO 56"})); status != 200 || got.Visit.Door != "8" || got.Visit.Number != "PO 56" {
		t.Fatalf("another number: %d %s %+v", status, why, got.Visit)
	}
	for id, state := range map[string]string{"first": "booked", "second": "arrived"} {
		if n := y.count(`SELECT count(*) FROM warehouse_appointment WHERE id = ? AND state = ?`, id, state); n != 1 {
			t.Errorf("%s is not %s", id, state)
		}
	}
	if status, _, why := y.gate("CheckIn", said); status != 409 || !strings.HasPrefix(why, "gate-number-other") {
		t.Errorf("the first once more: %d %s", status, why)
	}
	taken := y.says("PO 57")
	taken["LicensePlate"] = "TX 9"
	if status, _, why := y.gate("CheckIn", taken); status != 200 {
		t.Fatalf("the third: %d %s", status, why)
	}
	if status, _, why := y.gate("CheckIn", fixed(3, obj{"Number": "PO 57"})); status != 409 || !strings.HasPrefix(why, "gate-taken") {
		t.Errorf("corrected to another truck's: %d %s", status, why)
	}
	if status, _, why := y.gate("CheckIn", fixed(3, obj{"Number": "PO 99"})); status != 404 {
		t.Errorf("corrected to nothing: %d %s", status, why)
	}
	if n := y.count(`SELECT count(*) FROM warehouse_visit WHERE appointment_id = 'second' AND left_at IS NULL AND correction = 2`); n != 1 {
		t.Error("a refused correction changed the visit")
	}
	if n := y.count(`SELECT count(*) FROM warehouse_visit`); n != 2 {
		t.Errorf("%d visits", n)
	}
}

func TestGate_ACorrectionForALoadReachesTheDockButNotWhatTheDockHasItself(t *testing.T) {
	y := newGateYard(t)
	id, bol := y.waitingLoad()
	said := y.says(bol)
	if status, _, why := y.gate("CheckIn", said); status != 200 {
		t.Fatalf("check in: %d %s", status, why)
	}
	came := y.count(`SELECT arrived_at FROM dock_shipment WHERE id = ?`, id)
	y.Pass(time.Minute)
	said["Correction"], said["TrailerNumber"], said["DriverName"] = 1, "53022", "Luisa Vega"
	if status, _, why := y.gate("CheckIn", said); status != 200 {
		t.Fatalf("corrected: %d %s", status, why)
	}
	if n := y.count(`SELECT count(*) FROM dock_shipment WHERE id = ? AND trailer = '53022' AND driver_name = 'Luisa Vega' AND arrived_at = ?`, id, came); n != 1 {
		t.Error("the dock has not heard of it, or forgot when the truck came")
	}
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET trailer = '777', driver_name = 'Ada Byron' WHERE id = ?`, id)
		return err
	})
	said["Correction"], said["TrailerNumber"], said["DriverName"] = 2, "53023", "Luis Vega"
	if status, _, why := y.gate("CheckIn", said); status != 200 {
		t.Fatalf("corrected again: %d %s", status, why)
	}
	if n := y.count(`SELECT count(*) FROM dock_shipment WHERE id = ? AND trailer = '777' AND driver_name = 'Ada Byron'`, id); n != 1 {
		t.Error("what the dock has itself was changed")
	}
}

func TestGate_ADoorIsGivenToOneTruckWhetherByLoadOrByAppointment(t *testing.T) {
	y := newGateYard(t)
	y.expect("first", "ATL", "PO 55", "07", 90_001, time.Hour)
	id, bol := y.waitingLoad()
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET door = CASE id WHEN ? THEN '07' ELSE '' END WHERE warehouse = 'ATL'`, id)
		return err
	})
	_, first, why := y.gate("CheckIn", y.says("PO 55"))
	if first.Visit == nil || first.Visit.Door != "07" {
		t.Fatalf("by appointment: %s %+v", why, first.Visit)
	}
	y.Pass(time.Minute)
	_, load, why := y.gate("CheckIn", y.says(bol))
	if load.Visit == nil || load.Visit.Door != "" || load.Visit.State != warehouse.Waits {
		t.Fatalf("a load planned at the same door: %s %+v", why, load.Visit)
	}
	y.As("dock@demo.test").Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: id, Door: "08"})
	f := y.As("dock@demo.test").Refused("DockView/AssignDoor", dock.AssignReq{ShipmentID: id, Door: "07"})
	if f.Code != "door-taken-appointment" || f.Params["number"] != "A090001" || f.Row == nil {
		t.Errorf("sent to the door of a truck by appointment: %+v", f)
	}
	if _, got, why := y.gate("Visit", obj{"Token": first.Ticket}); got.Visit == nil || got.Visit.Door != "07" { // who came first keeps it
		t.Errorf("the first: %s %+v", why, got.Visit)
	}
	_, _, _ = y.gate("CheckOut", obj{"Token": first.Ticket})
	y.As("dock@demo.test").Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: id, Door: "07"})
	y.Pass(time.Minute)
	if _, got, why := y.gate("CheckIn", y.says("PO 55")); got.Visit == nil || got.Visit.Door != "" {
		t.Errorf("back, with a load at the door: %s %+v", why, got.Visit)
	}
}

func TestGate_ATruckThatIsHereIsNotSentToADoorWhereTheDockHasAnother(t *testing.T) {
	y := newGateYard(t)
	y.office2.Call("WarehousesSlots/updateWarehouseSlotConfig", warehouse.SlotPlanReq{Warehouse: "ATL", Direction: "inbound", Minutes: 60, PerDoor: 1})
	y.expect("first", "ATL", "PO 55", "", 90_001, time.Hour)
	id, bol := y.waitingLoad()
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET door = CASE id WHEN ? THEN '07' ELSE '' END WHERE warehouse = 'ATL'`, id)
		return err
	})
	_, first, why := y.gate("CheckIn", y.says("PO 55"))
	if first.Visit == nil || first.Visit.State != warehouse.Waits {
		t.Fatalf("check in: %s", why)
	}
	y.Pass(time.Minute)
	if _, got, why := y.gate("CheckIn", y.says(bol)); got.Visit == nil || got.Visit.Door != "07" {
		t.Fatalf("the load: %s %+v", why, got.Visit)
	}
	var p warehouse.Appointment
	y.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		p, _, err = store.Get[warehouse.Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE id = 'first'`)
		return err
	})
	to := func(door string) warehouse.AppointmentReq {
		return warehouse.AppointmentReq{ID: p.ID, Warehouse: p.Warehouse, Direction: p.Direction, Day: p.Day, Start: p.Start, Minutes: p.Minutes, Door: door, Reference: p.Reference}
	}
	if e := y.office2.Refused("WarehousesSlots/SaveAppointment", to("07")); len(e.Fields) != 1 || e.Fields[0].Code != "appointment-door-taken" {
		t.Errorf("to the load's door: %+v", e)
	}
	y.office2.Call("WarehousesSlots/SaveAppointment", to("08"))
	if _, got, why := y.gate("Visit", obj{"Token": first.Ticket}); got.Visit == nil || got.Visit.Door != "08" {
		t.Errorf("to a free door: %s %+v", why, got.Visit)
	}
}

func TestGate_TheAddressOfOlderSignsLeadsToThePage(t *testing.T) {
	y := newGateYard(t)
	for _, at := range []string{"/Arrive", "/arrive"} {
		if status, _ := request(y.Kit, "GET", at, "", nil); status != 301 {
			t.Errorf("%s: %d", at, status)
		}
	}
}

func TestGate_ALoadThatIsHereAndIsGivenATimeSinceHasOneVisit(t *testing.T) {
	y := newGateYard(t)
	id, bol := y.waitingLoad()
	if status, _, why := y.gate("CheckIn", y.says(bol)); status != 200 {
		t.Fatalf("arrived: %d %s", status, why)
	}
	y.expect("later", "ATL", "PO 90", "", 90_090, time.Hour)
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE warehouse_appointment SET shipment_id = ? WHERE id = 'later'`, id)
		return err
	})
	status, again, why := y.gate("CheckIn", y.says("A90090"))
	if status != 200 || again.Visit.Appointment == "" {
		t.Fatalf("by its time: %d %s %+v", status, why, again.Visit)
	}
	if n := y.count(`SELECT count(*) FROM warehouse_visit WHERE shipment_id = ?`, id); n != 1 {
		t.Errorf("%d visits of one truck", n)
	}
	if n := y.count(`SELECT count(*) FROM warehouse_visit WHERE shipment_id = ? AND appointment_id = 'later'`, id); n != 1 {
		t.Error("the visit is of no appointment")
	}
	other := y.says("A90090")
	other["LicensePlate"], other["DriverName"] = "TX 1", "Somebody Else"
	if status, _, why := y.gate("CheckIn", other); status != 409 {
		t.Errorf("another truck for it: %d %s", status, why)
	}
	y.Write("1", func(ctx context.Context, tx *store.Tx) error { // the time is called off: the truck is here all the same
		_, err := tx.ExecContext(ctx, `UPDATE warehouse_appointment SET state = 'cancelled' WHERE id = 'later'`)
		return err
	})
	if status, _, why := y.gate("CheckIn", y.says(bol)); status != 200 {
		t.Errorf("said again: %d %s", status, why)
	}
	if n := y.count(`SELECT count(*) FROM warehouse_visit WHERE shipment_id = ?`, id); n != 1 {
		t.Errorf("%d visits of one truck", n)
	}
}

// What is corrected to a load or an appointment that the truck does not get changes nothing: it is here for what it came for.
func TestGate_ARefusedCorrectionLeavesTheTruckWhereItWas(t *testing.T) {
	y := newGateYard(t)
	y.expect("first", "ATL", "PO 55", "7", 90_001, time.Hour)
	y.expect("third", "ATL", "PO 57", "9", 90_003, time.Hour)
	id, bol := y.waitingLoad()
	y.As("dock@demo.test").Call("Shipment/UpdateDriverDetails", dock.DriverReq{ShipmentID: id, Name: "Ada Byron"})
	taken := y.says("PO 57")
	taken["LicensePlate"], taken["TrailerNumber"] = "TX 9", "60000"
	said := y.says("PO 55")
	for _, r := range []obj{taken, said} {
		if status, _, why := y.gate("CheckIn", r); status != 200 {
			t.Fatalf("check in: %d %s", status, why)
		}
	}
	said["TrailerNumber"], said["SealNumber"] = "53099", "S9"
	for n, number := range []string{bol, "PO 57"} {
		said["Correction"], said["Number"] = n+1, number
		if status, _, why := y.gate("CheckIn", said); status != 409 || !strings.HasPrefix(why, "gate-taken") {
			t.Fatalf("corrected to %s: %d %s", number, status, why)
		}
		if n := y.count(`SELECT count(*) FROM warehouse_appointment p JOIN warehouse_visit v ON v.appointment_id = p.id WHERE p.id = 'first' AND p.state = 'arrived' AND v.left_at IS NULL`); n != 1 {
			t.Errorf("corrected to %s: the truck's own arrival is undone", number)
		}
		if got := y.trailers("53021"); len(got) != 1 || got[0].Seal != "S-48213" {
			t.Errorf("corrected to %s: its trailer is %+v", number, got)
		}
	}
	// The same load by another of its numbers is no other load, and its driver may correct the name with it.
	next, nbol := "", ""
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id, bol FROM dock_shipment WHERE warehouse = 'ATL' AND state = 'waiting' AND bol <> '' AND driver_name = '' AND id <> ? ORDER BY id LIMIT 1`, id).Scan(&next, &nbol)
	})
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET pro = 'PRO-4711' WHERE id = ?`, next)
		return err
	})
	own := y.says(nbol)
	own["LicensePlate"], own["TrailerNumber"], own["DriverName"] = "AL 3", "70000", "Luis Veg"
	if status, _, why := y.gate("CheckIn", own); status != 200 {
		t.Fatalf("check in: %d %s", status, why)
	}
	own["Correction"], own["Number"], own["DriverName"] = 1, "PRO 4711", "Luis Vega"
	if status, _, why := y.gate("CheckIn", own); status != 200 {
		t.Errorf("by another number of the load: %d %s", status, why)
	}
	if n := y.count(`SELECT count(*) FROM dock_shipment WHERE id = ? AND state = 'arrived' AND driver_name = 'Luis Vega'`, next); n != 1 {
		t.Error("the dock has not heard of the name")
	}
}
