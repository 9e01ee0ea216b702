package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/kit/guess"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
)

// gateYard is a warehouse with a sign at its gate, and drivers' phones before it.
type gateYard struct {
	*partner
	sign string
	zone *time.Location
}

func newGateYard(t *testing.T) *gateYard {
	y := &gateYard{partner: newPartner(t)}
	y.sign = testkit.Into[dock.GateResp](t, y.As("dock@demo.test").Call("DockView/GateLink", obj{"Warehouse": "ATL"})).Token
	zone, err := time.LoadLocation(testkit.Into[warehouse.InboundDay](t, y.office2.Call("Warehouse/InboundDay", obj{"WarehouseId": "ATL", "SlotDate": "2026-01-05"})).Zone)
	if err != nil {
		t.Fatal(err)
	}
	y.zone = zone
	return y
}

// expect books a truck at a warehouse so long from now.
func (y *gateYard) expect(id, site, reference, door string, number int, in time.Duration) {
	y.T.Helper()
	at := y.Now().In(y.zone).Add(in)
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO warehouse_appointment (id, number, warehouse, direction, day, start, minutes, reference, door, state, made_at, at, by_user) VALUES (?, ?, ?, 'inbound', ?, ?, 60, ?, ?, 'booked', 0, 0, 'U-OFFICE')`,
			id, number, site, at.Format(time.DateOnly), at.Format("15:04"), reference, door)
		return err
	})
}

func (y *gateYard) gate(path string, body obj) (int, warehouse.GateShown, string) {
	y.T.Helper()
	status, out, code := y.public("Gate/"+path, body)
	if status != 200 {
		return status, warehouse.GateShown{}, code + " " + string(out)
	}
	return status, testkit.Into[warehouse.GateShown](y.T, out), ""
}

func (y *gateYard) says(number string) obj {
	return obj{"Token": y.sign, "CheckInId": ulid.Make().String(), "Number": number, "DriverName": "Luis Vega", "Carrier": "Old Dominion", "LicensePlate": "ga 4471", "TrailerNumber": "53021", "SealNumber": "s-48213", "Language": "es", "Agrees": true}
}

func TestGate_ADriverFindsTheAppointmentIsToldTheDoorAndLeaves(t *testing.T) {
	y := newGateYard(t)
	y.expect("first", "ATL", "PO 55-1", "7", 90_001, time.Hour)
	y.expect("second", "ATL", "PO 56", "7", 90_002, time.Hour)
	if status, out, why := y.gate("Open", obj{"Token": y.sign, "clientId": "DEMO1"}); status != 200 || out.Site.Name == "" || out.Visit != nil {
		t.Fatalf("open: %d %s", status, why)
	}
	req := y.says("a-090001")
	status, here, why := y.gate("CheckIn", req)
	if status != 200 || here.Visit.Door != "7" || here.Visit.State != warehouse.AtDoor || here.Visit.Appointment != "A090001" || here.Visit.Plate != "GA 4471" || here.Visit.Ahead != 0 {
		t.Fatalf("check in: %d %s %+v", status, why, here.Visit)
	}
	// Told twice by one phone, and by another in the truck: one visit, with the same answer.
	other := y.says("po551")
	for what, again := range map[string]obj{"the same phone": req, "another": other} {
		if _, got, why := y.gate("CheckIn", again); got.Ticket != here.Ticket || got.Visit == nil || *got.Visit != *here.Visit {
			t.Errorf("%s: %s %+v", what, why, got.Visit)
		}
	}
	if n := y.count(`SELECT count(*) FROM warehouse_visit`); n != 1 {
		t.Errorf("%d visits of one", n)
	}
	corrected := y.says("PO 56")
	corrected["CheckInId"] = req["CheckInId"]
	if status, _, why := y.gate("CheckIn", corrected); status != 409 || !strings.HasPrefix(why, "gate-number-other") {
		t.Errorf("the same id with another number: %d %s", status, why)
	}
	stranger := y.says("A1")
	stranger["Number"], stranger["LicensePlate"] = "A90001", "XYZ 1"
	if status, got, why := y.gate("CheckIn", stranger); status != 409 || !strings.HasPrefix(why, "gate-taken") || got.Ticket != "" || strings.Contains(why, "Luis") || strings.Contains(why, "4471") {
		t.Errorf("a stranger with another plate: %d %s %+v", status, why, got)
	}
	next := y.says("PO 56")
	next["SealNumber"] = ""
	if _, got, why := y.gate("CheckIn", next); got.Visit == nil || got.Visit.State != warehouse.Waits || got.Visit.Door != "" || got.Visit.Ahead != 1 {
		t.Fatalf("the second at the same door: %s %+v", why, got.Visit)
	}
	day := y.Now().In(y.zone).Add(time.Hour).Format(time.DateOnly)
	rows := map[string]warehouse.Coming{}
	for _, r := range testkit.Into[warehouse.InboundDay](t, y.office2.Call("Warehouse/InboundDay", obj{"WarehouseId": "ATL", "SlotDate": day})).Rows {
		rows[r.Key] = r
	}
	if r := rows["first"]; r.State != warehouse.Here || r.Driver != "Luis Vega" || r.Trailer != "53021" || r.Seal != "S-48213" || r.ArrivedAt.IsZero() {
		t.Errorf("the office sees %+v", r)
	}
	for range 2 {
		if _, got, why := y.gate("CheckOut", obj{"Token": here.Ticket, "SealNumber": "s2"}); got.Visit == nil || got.Visit.State != warehouse.Gone || got.Visit.LeftSeal != "S2" {
			t.Errorf("check out: %s %+v", why, got.Visit)
		}
	}
	for what, late := range map[string]obj{"the phone that began it": req, "the other one": other} { // it had no signal
		if _, got, why := y.gate("CheckIn", late); got.Visit == nil || got.Visit.State != warehouse.Gone {
			t.Errorf("%s says it again after the truck has left: %s %+v", what, why, got.Visit)
		}
	}
	if n := y.count(`SELECT count(*) FROM warehouse_visit`); n != 2 {
		t.Errorf("%d visits of two", n)
	}
	if n := y.count(`SELECT count(*) FROM warehouse_appointment WHERE id = 'first' AND state = 'booked'`); n != 1 {
		t.Error("the appointment of who has left without being served is not open again")
	}
	if r := testkit.Into[warehouse.InboundDay](t, y.office2.Call("Warehouse/InboundDay", obj{"WarehouseId": "ATL", "SlotDate": day})).Rows; slices.ContainsFunc(r, func(c warehouse.Coming) bool { return c.Key == "first" && c.State != warehouse.Expected }) {
		t.Errorf("who has left is %+v", r)
	}
	if list := y.count(`SELECT count(*) FROM warehouse_visit WHERE left_at IS NULL`); list != 1 {
		t.Errorf("%d are here", list)
	}
}

func TestGate_ALoadOnTheDockIsCheckedInAndLeavesOnceItsBillIsSigned(t *testing.T) {
	y := newGateYard(t)
	var id, bol string
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id, bol FROM dock_shipment WHERE warehouse = 'ATL' AND state = 'waiting' AND bol <> '' ORDER BY id LIMIT 1`).Scan(&id, &bol)
	})
	status, here, why := y.gate("CheckIn", y.says(strings.ToLower(bol)))
	if status != 200 || here.Visit.BOL != bol {
		t.Fatalf("check in: %d %s %+v", status, why, here.Visit)
	}
	if n := y.count(`SELECT count(*) FROM dock_shipment WHERE id = ? AND state = 'arrived' AND arrived_at > 0 AND trailer = '53021'`, id); n != 1 {
		t.Error("the dock does not know that it is here")
	}
	set := func(state string) {
		y.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET state = ? WHERE id = ?`, state, id)
			return err
		})
	}
	_, _, _ = y.gate("CheckOut", obj{"Token": here.Ticket})
	if n := y.count(`SELECT count(*) FROM dock_shipment WHERE id = ? AND state = 'waiting' AND arrived_at IS NULL AND trailer = '' AND driver_name = ''`, id); n != 1 {
		t.Error("the dock does not know that it left unserved")
	}
	if _, here, why = y.gate("CheckIn", y.says(strings.ToLower(bol))); here.Visit == nil {
		t.Fatalf("back: %s", why)
	}
	set("loaded")
	if status, _, why := y.gate("CheckOut", obj{"Token": here.Ticket}); status != 409 || !strings.HasPrefix(why, "gate-bill-unsigned") {
		t.Errorf("left unsigned: %d %s", status, why)
	}
	set("signed")
	if _, got, why := y.gate("CheckOut", obj{"Token": here.Ticket}); got.Visit == nil || got.Visit.State != warehouse.Gone {
		t.Errorf("left signed: %s", why)
	}
}

func TestGate_WhatIsNotRightIsSaidPlainlyAndNothingIsNoted(t *testing.T) {
	y := newGateYard(t)
	y.expect("dallas", "DAL", "PO 70", "", 90_001, time.Hour)
	y.expect("tomorrow", "ATL", "PO 71", "", 90_002, 26*time.Hour)
	y.expect("twin", "ATL", "PO 72", "", 90_003, time.Hour)
	y.expect("twin2", "ATL", "PO 72", "", 90_004, 2*time.Hour)
	with := func(number, field string, v any) obj {
		r := y.says(number)
		r[field] = v
		return r
	}
	for what, c := range map[string]struct {
		req    obj
		status int
		why    string
	}{
		"no such number":          {y.says("nothing"), 404, "gate-load-unknown"},
		"only signs":              {y.says("- ."), 404, "gate-load-unknown"},
		"another site":            {y.says("PO 70"), 409, "gate-other-site"},
		"a day early":             {y.says("A90002"), 409, "gate-early"},
		"two of one number":       {y.says("PO 72"), 409, "gate-load-several"},
		"a plate of 40":           {with("A90003", "LicensePlate", strings.Repeat("A", 40)), 422, "LicensePlate"},
		"no name":                 {with("A90003", "DriverName", "  "), 422, "DriverName"},
		"rules not agreed to":     {with("A90003", "Agrees", false), 422, "Agrees"},
		"an id of the phone's":    {with("A90003", "CheckInId", "1"), 422, "CheckInId"},
		"a forged sign":           {with("A90003", "Token", y.sign[:len(y.sign)-4]+"AAAA"), 404, "gate-code-unknown"},
		"another client's":        {with("A90003", "clientId", "OTHER2"), 404, "gate-code-unknown"},
		"another organisation's":  {with("A90003", "Token", "2"+y.sign[1:]), 404, "gate-code-unknown"},
		"a language of nobody's":  {with("A90003", "Language", "de"), 422, "Language"},
		"a seal that is a letter": {with("A90003", "SealNumber", strings.Repeat("9", 31)), 422, "SealNumber"},
	} {
		if status, _, why := y.gate("CheckIn", c.req); status != c.status || !strings.Contains(why, c.why) || strings.Contains(why, "Dallas") || strings.Contains(why, "2026-") {
			t.Errorf("%s: %d %s", what, status, why)
		}
	}
	if status, _, _ := y.gate("Visit", obj{"Token": y.sign}); status != 404 {
		t.Errorf("the sign as a ticket: %d", status)
	}
	if n := y.count(`SELECT count(*) FROM warehouse_visit`); n != 0 {
		t.Errorf("%d visits came of refusals", n)
	}
	if n := y.count(`SELECT count(*) FROM warehouse_appointment WHERE number > 90000 AND state <> 'booked'`); n != 0 {
		t.Errorf("%d appointments moved", n)
	}
}

func TestGate_NumbersSaidInVainAreCountedBySignNotByNetworkAlone(t *testing.T) {
	y := newGateYard(t)
	y.expect("first", "ATL", "PO 55", "", 90_001, time.Hour)
	for i := range warehouse.SignTries.Burst {
		try, err := y.App.Warehouse.Tries.Take(t.Context(), time.Now(), guess.Who{Place: y.sign})
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		try.Wrong(time.Now())
	}
	if status, _, why := y.gate("CheckIn", y.says("A90001")); status != 429 {
		t.Errorf("the next one: %d %s", status, why)
	}
	other := newGateYard(t)
	for range 3 { // what is right is not counted
		other.gate("CheckIn", other.says("nothing"))
	}
	other.expect("first", "ATL", "PO 55", "", 90_001, time.Hour)
	if status, _, why := other.gate("CheckIn", other.says("A90001")); status != 200 {
		t.Errorf("a slip of the thumb: %d %s", status, why)
	}
}

func TestGate_WhoComesForAnothersLoadIsNotedAndTheOfficeMayEndAVisit(t *testing.T) {
	y := newGateYard(t)
	y.expect("first", "ATL", "PO 55", "7", 90_001, time.Hour)
	if status, _, why := y.gate("CheckIn", y.says("A90001")); status != 200 {
		t.Fatalf("check in: %d %s", status, why)
	}
	real := y.says("A90001")
	real["DriverName"], real["LicensePlate"] = "Ada Real", "TX 9"
	if status, _, why := y.gate("CheckIn", real); status != 409 {
		t.Fatalf("the real one: %d %s", status, why)
	}
	if n := y.count(`SELECT count(*) FROM notify_notification WHERE code = 'notify-load-gate-taken' AND params LIKE '%Ada Real%'`); n == 0 {
		t.Error("nobody in the office was told")
	}
	day := y.Now().In(y.zone).Add(time.Hour).Format(time.DateOnly)
	row := func() (r warehouse.Coming) {
		for _, c := range testkit.Into[warehouse.InboundDay](t, y.office2.Call("Warehouse/InboundDay", obj{"WarehouseId": "ATL", "SlotDate": day})).Rows {
			if c.Key == "first" {
				r = c
			}
		}
		return r
	}
	visit := row().Visit
	if visit == "" {
		t.Fatal("the office does not see that the visit is open")
	}
	y.As("dock2@demo.test").Refused("Warehouse/EndVisit", obj{"VisitId": visit})
	for range 2 {
		y.office2.Call("Warehouse/EndVisit", obj{"VisitId": visit})
	}
	if r := row(); r.Visit != "" {
		t.Errorf("the office sees %+v", r)
	}
	if _, got, why := y.gate("CheckIn", real); got.Visit == nil || got.Visit.Name != "Ada Real" {
		t.Errorf("the real one, once the first is ended: %s %+v", why, got.Visit)
	}
	y.Pass(73 * time.Hour)
	late := y.says("A90001")
	late["DriverName"], late["LicensePlate"] = "Third", "NM 3"
	if _, got, why := y.gate("CheckIn", late); got.Visit == nil || got.Visit.Name != "Third" {
		t.Errorf("days after a visit that nobody ended: %s %+v", why, got.Visit)
	}
}

func TestGate_NoTwoTrucksAreSentToOneDoor(t *testing.T) {
	y := newGateYard(t)
	y.expect("lost", "ATL", "PO 80", "7", 90_001, time.Hour)
	y.expect("other", "ATL", "PO 81", "7", 90_002, time.Hour)
	set := func(sql string, args ...any) {
		y.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, sql, args...)
			return err
		})
	}
	set(`UPDATE warehouse_appointment SET state = 'no-show' WHERE id = 'lost'`)
	if _, got, why := y.gate("CheckIn", y.says("PO 80")); got.Visit == nil || got.Visit.Door != "" || got.Visit.State != warehouse.Waits {
		t.Errorf("one whose door went to another: %s %+v", why, got.Visit)
	}
	if _, got, why := y.gate("CheckIn", y.says("PO 81")); got.Visit == nil || got.Visit.Door != "7" {
		t.Errorf("the one that has the door: %s %+v", why, got.Visit)
	}
	set(`UPDATE dock_shipment SET door = '' WHERE warehouse = 'ATL'`)
	var here []struct {
		ID  string `db:"id"`
		BOL string `db:"bol"`
	}
	y.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		here, err = store.Select[struct {
			ID  string `db:"id"`
			BOL string `db:"bol"`
		}](ctx, tx, `SELECT id, bol FROM dock_shipment WHERE warehouse = 'ATL' AND state = 'waiting' AND bol <> '' ORDER BY id LIMIT 2`)
		return err
	})
	for _, load := range here {
		set(`UPDATE dock_shipment SET door = '9' WHERE id = ?`, load.ID)
	}
	for i, want := range []string{"9", ""} {
		req := y.says(here[i].BOL)
		if _, got, why := y.gate("CheckIn", req); got.Visit == nil || got.Visit.Door != want {
			t.Errorf("load %d: door want %q: %s %+v", i, want, why, got.Visit)
		}
		y.Pass(time.Minute)
	}
	set(`UPDATE dock_shipment SET state = 'signed', left_at = 1 WHERE id = ?`, here[0].ID)
	again := y.says(here[1].BOL)
	if _, got, why := y.gate("CheckIn", again); got.Visit == nil || got.Visit.Door != "9" {
		t.Errorf("once the first has gone: %s %+v", why, got.Visit)
	}
}
