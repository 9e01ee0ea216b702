package warehouse_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
	"lading/sync/push"
)

func TestAdmitTruck_StandsAtItsDoorAndEndsTheLease(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 2)
	d := g.gate()
	got := g.leases(d, nil).Leases
	if len(got) != 2 {
		t.Fatalf("%+v", got)
	}
	day, start := g.at(0)
	walkIn := g.admission(got[0], obj{"Number": "PO 77", "TrailerNumber": "53021"})
	g.Pass(90 * time.Minute) // the tablet had no network meanwhile
	if r := g.drains(d, walkIn); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	again := testkit.Into[warehouse.Admitted](t, d.Call("Warehouse/AdmitTruck", walkIn)) // told once more, by another way
	if again.Door != "1" || again.Day != day || again.Start != start || again.Minutes != 60 || again.State != "arrived" || again.Reference != "PO 77" || again.Called == "" || again.Carrier != "Estes" {
		t.Errorf("%+v", again)
	}
	if n := g.count(`SELECT count(*) FROM warehouse_visit WHERE plate = 'GA 4471' AND trailer = '53021' AND appointment_id <> '' AND left_at IS NULL`); n != 1 {
		t.Errorf("%d visits", n)
	}
	if n := g.count(`SELECT count(*) FROM warehouse_slot_lease WHERE ended_how = 'used' AND admission_id = ?`, walkIn["AdmissionId"]); n != 1 {
		t.Error("the lease still runs")
	}
	if err := g.book(30*time.Minute, "1"); err != nil { // the rest of its time is anybody's
		t.Errorf("%v", err)
	}

	shown := testkit.Into[warehouse.InboundDay](t, g.admin.Call("Warehouse/InboundDay", obj{"WarehouseId": "ATL", "SlotDate": day})).Rows
	if len(shown) != 2 || shown[0].Plate != "GA 4471" || shown[0].State != warehouse.Here || shown[1].Plate != "" || shown[1].State != warehouse.Expected { // the one that is booked is another
		t.Errorf("%+v", shown)
	}

	// One that came before its time stands at the door of the gate, and its time is free.
	early, err := g.admin.Try("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": "inbound", "SlotDate": day, "StartTime": "17:00", "Reference": "PO 88", "Door": "1"})
	if err != nil {
		t.Fatal(err)
	}
	p := testkit.Into[warehouse.Appointment](t, early)
	if r := g.drains(d, g.admission(got[1], obj{"Number": p.Called, "LicensePlate": "TX 1"})); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	if n := g.count(`SELECT count(*) FROM warehouse_appointment WHERE id = ? AND door = '2' AND state = 'arrived' AND start = ?`, p.ID, func() string { _, s := g.at(0); return s }()); n != 1 {
		t.Error("the truck that came early is not at its door")
	}
	if _, err := g.admin.Try("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": "inbound", "SlotDate": day, "StartTime": "17:00", "Reference": "PO 89", "Door": "1"}); err != nil {
		t.Errorf("its time: %v", err)
	}
}

// A truck that came within a minute is at its door for as long after the full hour: who books that hour gets another door, and who was given it is named.
func TestAdmitTruck_TheSecondsOfAMinuteCount(t *testing.T) {
	g := newGates(t, []string{"1", "2", "3"}, 2)
	d := g.gate()
	got := g.leases(d, nil).Leases
	g.Pass(52 * time.Second)
	if r := g.drains(d, g.admission(got[0], nil)); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	if err := g.book(time.Hour-52*time.Second, "1"); field(err) != "Door appointment-door-taken" {
		t.Errorf("for the full hour, while the truck stands there: %v", err)
	}
	late := g.admission(got[1], nil)
	g.admin.Call("Warehouse/WithdrawSlotLease", obj{"LeaseId": got[1].ID})
	if err := g.book(time.Hour-52*time.Second, "2"); err != nil {
		t.Fatal(err)
	}
	if r := g.drains(d, late); r.Status != push.Rejected || r.Code != "gate-door-overlap" {
		t.Errorf("admitted to a door that is booked from the full hour on: %+v", r)
	}
}

func TestAdmitTruck_AnOverlapIsLaidBeforeAPersonWithBothTrucks(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 1)
	d := g.gate()
	l := g.leases(d, nil).Leases[0]
	admission := g.admission(l, obj{"AdmittedAt": g.Now().Add(30 * time.Minute).Format(time.RFC3339)})
	g.As("dock2@demo.test").Refused("Warehouse/WithdrawSlotLease", obj{"LeaseId": l.ID})
	held := testkit.Into[[]warehouse.HeldSlot](t, g.admin.Call("Warehouse/SlotLeases", obj{"WarehouseId": "ATL"}))
	if len(held) != 1 || held[0].Device != d.ID || held[0].ByName != "Dan Ruiz" || held[0].Door != "1" {
		t.Fatalf("%+v", held)
	}
	g.admin.Call("Warehouse/WithdrawSlotLease", obj{"LeaseId": l.ID})
	g.admin.Call("Warehouse/WithdrawSlotLease", obj{"LeaseId": l.ID})
	if err := g.book(time.Hour, "1"); err != nil { // the office gives the door to another
		t.Fatal(err)
	}
	g.Pass(2 * time.Hour) // then the tablet is heard of
	r := g.drains(d, admission)
	if r.Status != push.Rejected || r.Code != "gate-door-overlap" || r.Params["door"] != "1" || r.Params["carrier"] != "Saia" || r.Params["time"] != "09:30" || r.Params["start"] != "10:00" {
		t.Fatalf("%+v", r)
	}
	if n := g.count(`SELECT count(*) FROM sync_tray WHERE device = ? AND op = 'Warehouse/AdmitTruck' AND resolved_at IS NULL AND args LIKE '%Luis Vega%' AND "row" LIKE '%Saia%'`, d.ID); n != 1 {
		t.Error("the tray has not both of them")
	}
	if n := g.count(`SELECT count(*) FROM warehouse_visit`); n != 0 {
		t.Errorf("%d visits came of it", n)
	}
	used := obj{"Used": []string{l.ID}}
	if got := g.leases(d, used).Known; len(got) != 0 {
		t.Errorf("let in by %v", got)
	}
	// The guard looks: both are there.
	admission["OverlapSeen"] = true
	if r := g.retried(d, r.Seq, admission); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	if n := g.count(`SELECT count(*) FROM notify_notification WHERE code = 'notify-gate-overlap' AND params LIKE '%Estes%' AND params LIKE '%Saia%'`); n == 0 {
		t.Error("nobody in the office was told")
	}
	if n := g.count(`SELECT count(*) FROM warehouse_appointment WHERE door = '1' AND state = 'arrived' AND carrier = 'Estes' AND start = '09:30'`); n != 1 {
		t.Error("the truck is nowhere")
	}
	if got := g.leases(d, used).Known; !slices.Equal(got, []string{l.ID}) {
		t.Errorf("the tablet is told of %v", got)
	}
	// A copy of the tablet used the same lease: its truck stands at another door, as its guard says.
	copied := g.admission(l, obj{"LicensePlate": "TX 2", "AdmittedAt": admission["AdmittedAt"]})
	if r = g.drains(d, copied); r.Status != push.Rejected || r.Code != "gate-door-overlap" {
		t.Fatalf("%+v", r)
	}
	copied["Door"] = "2"
	if r := g.retried(d, r.Seq, copied); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
}

// Whatever the device's clock says, a truck was admitted no earlier than its lease was given and no later than it is told of.
func TestAdmitTruck_AClockThatIsWrongIsHeldToTheLease(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 2)
	d := g.gate()
	got := g.leases(d, nil).Leases
	_, given := g.at(0)
	g.Pass(time.Hour)
	_, told := g.at(0)
	for i, c := range []struct {
		off  time.Duration
		want string
	}{{-48 * time.Hour, given}, {48 * time.Hour, told}} {
		a := g.admission(got[i], obj{"AdmittedAt": g.Now().Add(c.off).Format(time.RFC3339), "LicensePlate": "TX " + c.want})
		if r := g.drains(d, a); r.Status != push.Applied {
			t.Fatalf("%+v", r)
		}
		if n := g.count(`SELECT count(*) FROM warehouse_appointment WHERE id = ? AND start = ?`, a["AdmissionId"], c.want); n != 1 {
			t.Errorf("%s: not at %s", c.off, c.want)
		}
	}
}

// Where the device's clock alone told when a truck came, it may have come at any time since: whoever has the door by now is named, too.
func TestAdmitTruck_AClockThatNobodyWatchedIsDoubted(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 2)
	d := g.gate()
	got := g.leases(d, nil).Leases
	at := g.Now().Add(time.Hour).Format(time.RFC3339)
	g.Pass(4 * time.Hour) // both leases have run out
	for _, door := range []string{"1", "2"} {
		if err := g.book(0, door); err != nil {
			t.Fatal(err)
		}
	}
	g.Pass(30 * time.Minute)
	if r := g.drains(d, g.admission(got[0], obj{"AdmittedAt": at, "LicensePlate": "TX 1"})); r.Status != push.Applied {
		t.Errorf("a truck of three hours ago: %+v", r)
	}
	if r := g.drains(d, g.admission(got[1], obj{"AdmittedAt": at, "LicensePlate": "TX 2", "ByClock": true})); r.Status != push.Rejected || r.Code != "gate-door-overlap" || r.Params["start"] != "13:00" {
		t.Errorf("one that may have come just now: %+v", r)
	}
}

// A tablet that died between writing an admission and forgetting what was typed has the next truck under the same id: it is another truck, and is told as one.
func TestAdmitTruck_AnotherTruckUnderAKnownIdIsNotTheSame(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 2)
	d := g.gate()
	l := g.leases(d, nil).Leases
	first := g.admission(l[0], nil)
	if r := g.drains(d, first); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	for name, a := range map[string]obj{
		"another truck":    g.admission(l[1], obj{"AdmissionId": first["AdmissionId"], "LicensePlate": "TX 999", "Carrier": "Saia"}),
		"at the same door": g.admission(l[0], obj{"AdmissionId": first["AdmissionId"], "LicensePlate": "TX 998", "Carrier": "Saia"}),
		"by another lease": g.admission(l[1], obj{"AdmissionId": first["AdmissionId"]}),
	} {
		if e := d.Refused("Warehouse/AdmitTruck", a); e.Code != "gate-admission-other" || e.Params["plate"] != "GA 4471" || e.Params["door"] != "1" || e.Params["carrier"] != "Estes" || e.Row == nil {
			t.Errorf("%s: %+v", name, e)
		}
	}
	if r := g.drains(d, g.admission(l[0], obj{"AdmissionId": first["AdmissionId"], "LicensePlate": "GA-4471"})); r.Status != push.Applied { // the same
		t.Errorf("%+v", r)
	}
	// Under an id of its own it is there.
	second := g.admission(l[1], obj{"LicensePlate": "TX 999", "Carrier": "Saia"})
	if r := g.drains(d, second); r.Status != push.Applied || g.count(`SELECT count(*) FROM warehouse_visit`) != 2 {
		t.Errorf("%+v", r)
	}
}

// A truck that the office has marked as here is not the next one that tells the same number: that has an appointment of its own, and the office hears of both.
func TestAdmitTruck_TakesNoAppointmentOfATruckThatIsHere(t *testing.T) {
	g := newGates(t, []string{"1", "2", "3"}, 2)
	d := g.gate()
	l := g.leases(d, nil).Leases
	day, start := g.at(time.Hour)
	p := testkit.Into[warehouse.Appointment](t, g.admin.Call("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": "inbound", "SlotDate": day, "StartTime": start, "Reference": "PO 500", "Carrier": "Saia", "Door": "3"}))
	g.admin.Call("WarehousesSlots/MoveAppointment", obj{"AppointmentId": p.ID, "State": "arrived"})
	a := g.admission(l[0], obj{"Number": "PO 500"})
	if r := g.drains(d, a); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	if n := g.count(`SELECT count(*) FROM warehouse_appointment WHERE id = ? AND door = '3' AND carrier = 'Saia' AND state = 'arrived'`, p.ID); n != 1 {
		t.Error("the truck at door 3 is nowhere")
	}
	if n := g.count(`SELECT count(*) FROM warehouse_appointment p JOIN warehouse_visit v ON v.appointment_id = p.id WHERE p.id = ? AND p.door = '1' AND p.carrier = 'Estes' AND p.state = 'arrived' AND p.reference = 'PO 500'`, a["AdmissionId"]); n != 1 {
		t.Error("the truck at door 1 is nowhere")
	}
	if n := g.count(`SELECT count(*) FROM notify_notification WHERE code = 'notify-load-gate-taken' AND params LIKE '%Saia%' AND params LIKE '%Estes%'`); n == 0 {
		t.Error("nobody in the office was told")
	}
}

// The trailer of a truck that a gate admitted is in the yard, at the door where the truck stands.
func TestAdmitTruck_ItsTrailerStandsAtItsDoor(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 2)
	d := g.gate()
	l := g.leases(d, nil).Leases
	a := g.admission(l[0], obj{"TrailerNumber": "777", "SealNumber": "S-1"})
	came := g.Now().Truncate(time.Second)
	g.Pass(20 * time.Minute)
	for range 2 { // told by a copy of the device, too
		if r := g.drains(d, a); r.Status != push.Applied {
			t.Fatalf("%+v", r)
		}
	}
	if n := g.count(`SELECT count(*) FROM warehouse_trailer WHERE number = '777' AND door = '1' AND contents = 'loaded' AND seal = 'S-1' AND visit_id = ? AND came_at = ? AND placed_at = came_at AND left_at IS NULL`, a["AdmissionId"], came.UnixMilli()); n != 1 {
		t.Error("its trailer is nowhere")
	}
	if n := g.count(`SELECT count(*) FROM warehouse_trailer`); n != 1 {
		t.Errorf("%d trailers", n)
	}
	// Where another trailer stands too, as the guard says, nobody knows which of them is at the door.
	g.Pass(7 * time.Hour)
	yard := g.As("dock@demo.test")
	yard.Call("Yard/NoteTrailer", trailer("53001", warehouse.Place{Door: "2"}))
	b := g.admission(l[1], obj{"TrailerNumber": "778", "LicensePlate": "TX 1", "OverlapSeen": true})
	if r := g.drains(d, b); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	if n := g.count(`SELECT count(*) FROM warehouse_trailer WHERE number = '778' AND door = '' AND left_at IS NULL`); n != 1 {
		t.Error("the second trailer is not in the yard")
	}
}

// A truck that came early takes as long as it was booked for: its door is nobody else's meanwhile. Where it was given to another for later than a truck of the lease would have left, the
// office hears of both.
func TestAdmitTruck_OneThatCameEarlyTakesAsLongAsItWasBookedFor(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 2)
	d := g.gate()
	l := g.leases(d, nil).Leases
	long := func(reference, door string, in time.Duration, minutes int) warehouse.Appointment {
		day, start := g.at(in)
		return testkit.Into[warehouse.Appointment](t, g.admin.Call("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": "inbound", "SlotDate": day, "StartTime": start, "Reference": reference, "Carrier": "Saia", "Door": door, "Minutes": minutes}))
	}
	told := func() int64 {
		return g.count(`SELECT count(*) FROM notify_notification WHERE code = 'notify-gate-overlap'`)
	}
	first, second := long("PO 600", "2", 5*time.Hour, 240), long("PO 601", "1", 5*time.Hour, 240)
	if r := g.drains(d, g.admission(l[0], obj{"Number": "PO 600"})); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	if n := g.count(`SELECT minutes FROM warehouse_appointment WHERE id = ? AND door = '1'`, first.ID); n != 240 {
		t.Errorf("it takes %d minutes", n)
	}
	if told() != 0 {
		t.Error("the office was told of nothing")
	}
	// At the other door somebody is booked for three hours from now, after the lease: it stands there longer.
	g.admin.Call("Warehouse/WithdrawSlotLease", obj{"LeaseId": l[1].ID})
	if err := g.book(2*time.Hour, "1"); field(err) != "Door appointment-door-taken" {
		t.Errorf("while it is there: %v", err)
	}
	if err := g.book(3*time.Hour, "2"); err != nil {
		t.Fatal(err)
	}
	if r := g.drains(d, g.admission(l[1], obj{"Number": "PO 601", "LicensePlate": "TX 1"})); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	if n := g.count(`SELECT minutes FROM warehouse_appointment WHERE id = ? AND door = '2'`, second.ID); n != 240 {
		t.Errorf("the second takes %d minutes", n)
	}
	if told() == 0 {
		t.Error("nobody in the office was told")
	}
}

// Once the office has taken a door back it may give its time to a truck that has no door yet: then there are more trucks than doors, and somebody is to know.
func TestAdmitTruck_WhereADoorWasTakenBackForATruckWithoutOneBothAreTold(t *testing.T) {
	g := newGates(t, []string{"1"}, 1)
	d := g.gate()
	l := g.leases(d, nil).Leases[0]
	g.admin.Call("Warehouse/WithdrawSlotLease", obj{"LeaseId": l.ID})
	if err := g.book(time.Hour, ""); err != nil {
		t.Fatal(err)
	}
	admission := g.admission(l, obj{"AdmittedAt": g.Now().Add(time.Hour).Format(time.RFC3339)})
	g.Pass(time.Hour)
	r := g.drains(d, admission)
	if r.Status != push.Rejected || r.Code != "gate-doors-short" || r.Params["carrier"] != "Saia" || r.Params["start"] != "10:00" {
		t.Fatalf("%+v", r)
	}
	admission["OverlapSeen"] = true
	if r := g.retried(d, r.Seq, admission); r.Status != push.Applied {
		t.Errorf("%+v", r)
	}
}

// Where there is room for both, a door that was taken back is no trouble.
func TestAdmitTruck_WhereADoorWasTakenBackAndThereIsAnotherNobodyIsTold(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 1)
	d := g.gate()
	l := g.leases(d, nil).Leases[0]
	g.admin.Call("Warehouse/WithdrawSlotLease", obj{"LeaseId": l.ID})
	if err := g.book(time.Hour, ""); err != nil {
		t.Fatal(err)
	}
	admission := g.admission(l, obj{"AdmittedAt": g.Now().Add(time.Hour).Format(time.RFC3339)})
	g.Pass(time.Hour)
	if r := g.drains(d, admission); r.Status != push.Applied {
		t.Errorf("%+v", r)
	}
}

// A tablet that is heard of late tells of a truck whose driver has said the same by phone meanwhile, was served and left: it is that visit.
func TestAdmitTruck_WhoseDriverCheckedInByPhoneAndLeftIsThatVisit(t *testing.T) {
	for what, number := range map[string]string{"the same number": "PO 88", "no number": ""} {
		t.Run(what, func(t *testing.T) {
			g := newGates(t, []string{"1", "2"}, 1)
			d := g.gate()
			l := g.leases(d, nil).Leases[0]
			if err := g.book(time.Hour, "1"); field(err) != "Door appointment-door-held" {
				t.Fatal(err)
			}
			admission := g.admission(l, obj{"Number": number, "TrailerNumber": "53021"})
			g.Pass(5 * time.Minute)
			by := g.Now()
			day, start := g.at(0)
			g.Pass(2 * time.Hour)
			g.Write("1", func(ctx context.Context, tx *store.Tx) error { // as Gate/CheckIn and Gate/CheckOut leave it
				for _, sql := range []string{
					`INSERT INTO warehouse_appointment (id, number, warehouse, direction, day, start, minutes, reference, door, state, made_at, at, by_user) VALUES ('phoned', 900, 'ATL', 'inbound', '` + day + `', '` + start + `', 60, 'PO 88', '2', 'done', 0, 0, 'U')`,
					fmt.Sprintf(`INSERT INTO warehouse_visit (id, warehouse, appointment_id, number, name, carrier, plate, trailer, seal, phone, language, at, left_at) VALUES ('phone', 'ATL', 'phoned', 'po88', 'Luis Vega', 'Estes', 'GA-4471', '53021', '', '', 'en', %d, %d)`, by.UnixMilli(), g.Now().UnixMilli()),
				} {
					if _, err := tx.ExecContext(ctx, sql); err != nil {
						return err
					}
				}
				return nil
			})
			g.Pass(time.Hour)
			if r := g.drains(d, admission); r.Status != push.Applied {
				t.Fatalf("%+v", r)
			}
			again := testkit.Into[warehouse.Admitted](t, d.Call("Warehouse/AdmitTruck", admission))
			if again.VisitID != "phone" || again.ID != "phoned" {
				t.Errorf("%+v", again)
			}
			for sql, want := range map[string]int64{
				`SELECT count(*) FROM warehouse_visit`:                               1,
				`SELECT count(*) FROM warehouse_appointment`:                         1,
				`SELECT count(*) FROM warehouse_trailer WHERE left_at IS NULL`:       0,
				`SELECT count(*) FROM warehouse_slot_lease WHERE ended_how = 'used'`: 1,
				`SELECT count(*) FROM warehouse_appointment WHERE state = 'done'`:    1,
			} {
				if n := g.count(sql); n != want {
					t.Errorf("%s: %d", sql, n)
				}
			}
			// The same truck comes a second time, hours after it left.
			g.leases(d, nil)
			next := g.leases(d, nil).Leases[0]
			if r := g.drains(d, g.admission(next, obj{"Number": number})); r.Status != push.Applied {
				t.Fatalf("%+v", r)
			}
			if n := g.count(`SELECT count(*) FROM warehouse_visit WHERE left_at IS NULL`); n != 1 {
				t.Errorf("%d trucks are here", n)
			}
		})
	}
}

// What a gate admitted by itself and the office ends was served: nobody is expected for an appointment that was made for that truck.
func TestEndVisit_OfATruckThatAGateAdmittedExpectsNobody(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 2)
	d := g.gate()
	got := g.leases(d, nil).Leases
	in := g.admission(got[0], nil)
	out := g.admission(got[1], obj{"Direction": "outbound", "LicensePlate": "TX 1"})
	if r := g.drains(d, in, out); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	g.Pass(time.Hour)
	open := testkit.Into[[]warehouse.OpenVisit](t, g.admin.Call("Warehouse/OpenVisits", obj{"WarehouseId": "ATL"}))
	if len(open) != 2 || open[0].Plate != "GA 4471" || open[1].Plate != "TX 1" || open[1].Door != got[1].Door || open[1].Direction != "outbound" {
		t.Fatalf("%+v", open)
	}
	for _, v := range open {
		g.admin.Call("Warehouse/EndVisit", obj{"VisitId": v.ID})
	}
	if n := g.count(`SELECT count(*) FROM warehouse_appointment WHERE state = 'done'`); n != 2 {
		t.Errorf("%d are done", n)
	}
	if left := testkit.Into[[]warehouse.OpenVisit](t, g.admin.Call("Warehouse/OpenVisits", obj{"WarehouseId": "ATL"})); len(left) != 0 {
		t.Errorf("%+v", left)
	}
	g.As("dock2@demo.test").Refused("Warehouse/OpenVisits", obj{"WarehouseId": "ATL"})
}

// Where a clock alone tells when a truck came it may have come just now: its door is not given to another before it can have left.
func TestAdmitTruck_WhoseTimeIsInDoubtKeepsItsDoorUntilItCanHaveLeft(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 1)
	d := g.gate()
	l := g.leases(d, nil).Leases[0]
	admission := g.admission(l, obj{"ByClock": true})
	g.Pass(2 * time.Hour)
	if r := g.drains(d, admission); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	if err := g.book(30*time.Minute, "1"); field(err) == "" {
		t.Error("booked while the truck may stand there")
	}
	if err := g.book(time.Hour, "1"); err != nil {
		t.Errorf("after that: %v", err)
	}
}

// A load whose truck is here waits for no time any more, whichever it waited for.
func TestAdmitTruck_EndsTheWaitOfItsLoad(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 1)
	d := g.gate()
	l := g.leases(d, nil).Leases[0]
	day, _ := g.at(72 * time.Hour)
	g.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for _, sql := range []string{
			`INSERT INTO warehouse_appointment (id, number, warehouse, direction, day, start, minutes, reference, door, state, made_at, at, by_user, shipment_id) VALUES ('booked', 900, 'ATL', 'inbound', '` + g.Now().In(g.zone).Format(time.DateOnly) + `', '17:00', 60, 'PO 88', '2', 'booked', 0, 0, 'U', 'S1')`,
			`INSERT INTO warehouse_wait (id, n, warehouse, direction, load_type, from_day, until_day, from_time, until_time, shipment_id, reference, carrier, booker, booker_id, asked_by, asked_at, state, hold_id, day, start)
VALUES ('w', 1, 'ATL', 'inbound', '', '` + day + `', '` + day + `', '08:00', '10:00', 'S1', 'PO 88', 'Estes', '', '', 'U', 0, 'waiting', '', '', '')`,
		} {
			if _, err := tx.ExecContext(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	})
	if r := g.drains(d, g.admission(l, obj{"Number": "PO 88"})); r.Status != push.Applied {
		t.Fatalf("%+v", r)
	}
	if n := g.count(`SELECT count(*) FROM warehouse_wait WHERE id = 'w' AND state = 'taken'`); n != 1 {
		t.Error("it still waits")
	}
}
