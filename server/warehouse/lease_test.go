package warehouse_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
	"lading/sync/push"

	"github.com/oklog/ulid/v2"
)

// gates is a warehouse whose gates admit trucks by themselves; it works round the clock, in slots of an hour, unless a test says otherwise.
type gates struct {
	*testkit.Kit
	admin *testkit.Person
	zone  *time.Location
}

func newGates(t *testing.T, doors []string, trucks int) *gates {
	t.Helper()
	k := testkit.New(t)
	g := &gates{Kit: k, admin: k.As("admin@demo.test")}
	for _, id := range []string{"ATL", "DAL"} {
		s := site(id)
		s["doors"] = doors
		g.admin.Call("Warehouse/Save", s)
	}
	for _, direction := range []string{"inbound", "outbound"} {
		g.plan(direction, doors)
	}
	g.terms(trucks, 120)
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	g.zone = zone
	return g
}

func (g *gates) plan(direction string, doors []string) {
	g.T.Helper()
	plan := testkit.Into[warehouse.SlotPlan](g.T, g.admin.Call("WarehousesSlots/updateWarehouseSlotConfig", obj{"WarehouseId": "ATL", "Direction": direction, "SlotMinutes": 60, "PerDoor": 1, "Doors": doors}))
	g.admin.Call("WarehousesSlots/createWarehouseSlots", obj{"SlotConfigId": plan.ID})
}

func (g *gates) terms(trucks, minutes int) {
	g.T.Helper()
	list := testkit.Into[[]warehouse.BookingTerms](g.T, g.admin.Call("Warehouse/BookingTerms", obj{}))
	r := obj{"WarehouseId": "ATL", "MostBooked": 20, "BookDaysAhead": 60, "HoldMinutes": 30, "OfferMinutes": 60, "GateTrucks": trucks, "GateMinutes": minutes}
	if len(list) > 0 {
		r["TermsId"], r["Rev"] = list[0].ID, list[0].Rev
	}
	g.admin.Call("Warehouse/SaveBookingTerms", r)
}

// gate is a device at a gate.
func (g *gates) gate() *testkit.Device { return g.As("dock@demo.test").Enrol() }

func (g *gates) leases(d *testkit.Device, more obj) warehouse.SlotsLeased {
	g.T.Helper()
	r := obj{"Device": d.ID, "WarehouseId": "ATL", "Used": []string{}}
	for k, v := range more {
		r[k] = v
	}
	return testkit.Into[warehouse.SlotsLeased](g.T, d.Call("Warehouse/LeaseSlots", r))
}

func (g *gates) at(in time.Duration) (day, start string) {
	at := g.Now().Add(in).In(g.zone)
	return at.Format(time.DateOnly), at.Format("15:04")
}

// book books a time so long from now, at a door or at none.
func (g *gates) book(in time.Duration, door string) error {
	g.T.Helper()
	day, start := g.at(in)
	_, err := g.admin.Try("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": "inbound", "SlotDate": day, "StartTime": start, "Reference": "PO " + ulid.Make().String(), "Carrier": "Saia", "Door": door})
	return err
}

func (g *gates) admission(l warehouse.SlotLease, more obj) obj {
	r := obj{"AdmissionId": ulid.Make().String(), "WarehouseId": "ATL", "LeaseId": l.ID, "AdmittedAt": g.Now().Format(time.RFC3339), "Direction": "inbound", "DriverName": "Luis Vega", "Carrier": "Estes", "LicensePlate": "ga 4471"}
	for k, v := range more {
		r[k] = v
	}
	return r
}

// drains sends what a device did, and gives what came of the last of it.
func (g *gates) drains(d *testkit.Device, args ...obj) push.Result {
	g.T.Helper()
	mutations := make([]any, len(args))
	for i, a := range args {
		mutations[i] = d.Signed("Warehouse/AdmitTruck", a)
	}
	got := testkit.Into[push.Resp](g.T, d.Call("sync/push", obj{"device": d.ID, "mutations": mutations})).Results
	return got[len(got)-1]
}

// retried sends an action anew that was refused, as a person has put it right.
func (g *gates) retried(d *testkit.Device, refused int64, args obj) push.Result {
	g.T.Helper()
	d.Seq++
	m := d.Sealed(obj{"seq": d.Seq, "id": ulid.Make().String(), "op": "Warehouse/AdmitTruck", "args": args, "subjects": []string{}, "at": d.At, "atRaw": d.At, "user": d.By.User, "replaces": refused})
	return testkit.Into[push.Resp](g.T, d.Call("sync/push", obj{"device": d.ID, "mutations": []any{m}})).Results[0]
}

func (g *gates) count(sql string, args ...any) (n int64) {
	g.T.Helper()
	g.Read("1", func(ctx context.Context, tx *store.Tx) error { return tx.QueryRowContext(ctx, sql, args...).Scan(&n) })
	return n
}

func field(err error) string {
	f, ok := fail.As(err)
	if !ok || len(f.Fields) != 1 {
		return fail.CodeOf(err)
	}
	return f.Fields[0].Field + " " + f.Fields[0].Code
}

func doorsOf(s warehouse.SlotsLeased) (doors []string) {
	for _, l := range s.Leases {
		doors = append(doors, l.Door)
	}
	return doors
}

func TestSlotLease_TakesItsDoorUntilTheLastTruckOfItHasLeft(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 1)
	one, two := g.gate(), g.gate()
	got := g.leases(one, nil)
	if len(got.Leases) != 1 || got.Most != 1 || got.Zone != "America/New_York" || got.Leases[0].Stay != 60 || got.Leases[0].AdmitFor != (2*time.Hour).Milliseconds() || !slices.Equal(got.Leases[0].Directions, []string{"inbound", "outbound"}) {
		t.Fatalf("%+v", got)
	}
	if again := g.leases(one, nil); again.Leases[0].ID != got.Leases[0].ID { // the answer was lost
		t.Errorf("another lease: %+v", again)
	}
	// Two hours in which a truck may come, the hour that it stays, and the margin: three hours and five minutes from nine on.
	if err := g.book(time.Hour, "1"); field(err) != "Door appointment-door-held" {
		t.Errorf("its door: %v", err)
	}
	if err := g.book(time.Hour, "2"); err != nil {
		t.Errorf("the other door: %v", err)
	}
	if err := g.book(time.Hour, ""); field(err) != "StartTime appointment-slot-full" {
		t.Errorf("a third truck for two doors: %v", err)
	}
	if err := g.book(3*time.Hour, "1"); field(err) != "Door appointment-door-held" {
		t.Errorf("in the margin: %v", err)
	}
	if err := g.book(4*time.Hour, "1"); err != nil {
		t.Errorf("after it: %v", err)
	}
	if second := g.leases(two, nil); len(second.Leases) != 0 || second.Most != 1 {
		t.Errorf("no door is free for so long, and there is %+v", second)
	}
	g.Pass(3*time.Hour + 6*time.Minute)
	if second := g.leases(two, nil); !slices.Equal(doorsOf(second), []string{"2"}) { // door 1 is booked within the hour
		t.Errorf("what is free is not given to another: %+v", second)
	}
	g.terms(0, 120)
	if none := g.leases(one, nil); len(none.Leases) != 0 || none.Most != 0 {
		t.Errorf("where gates admit nobody by themselves: %+v", none)
	}
}

// Whoever finds a time taken sees that a gate keeps it, at which door and until when, and loses sight of it with the lease.
func TestSlotLease_IsShownInTheScheduler(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 1)
	day, now := g.at(0)
	shown := func() warehouse.Consolidated {
		t.Helper()
		return testkit.Into[warehouse.Consolidated](t, g.admin.Call("WarehousesSlots/getConsolidatedSlot", warehouse.ConsolidatedReq{Warehouse: "ATL", Day: day}))
	}
	if got := shown(); got.Held == nil || len(got.Held) != 0 {
		t.Fatalf("before: %+v", got.Held)
	}
	g.leases(g.gate(), nil)
	if err := g.book(time.Hour, "2"); err != nil {
		t.Fatal(err)
	}
	got := shown()
	if len(got.Held) != 1 || got.Held[0].Door != "1" || got.Held[0].Day != day || got.Held[0].Start != now || got.Held[0].Minutes != 185 {
		t.Fatalf("at %s: %+v", now, got.Held)
	}
	_, next := g.at(time.Hour)
	_, after := g.at(4 * time.Hour)
	for _, s := range got.Slots {
		if s.Direction == "inbound" && (s.Start == next && (s.Free != 0 || s.Held != 1) || s.Start == after && (s.Free != 2 || s.Held != 0)) {
			t.Errorf("%+v", s)
		}
	}
	e, _ := fail.As(g.book(time.Hour, ""))
	if e == nil || len(e.Fields) != 1 || fmt.Sprint(e.Fields[0].Params["held"]) != "1" {
		t.Errorf("a third truck is refused with %+v", e)
	}
	g.admin.Call("Warehouse/WithdrawSlotLease", warehouse.WithdrawReq{ID: got.Held[0].ID})
	if left := shown().Held; len(left) != 0 {
		t.Errorf("given back: %+v", left)
	}
}

func TestSlotLease_ADeviceThatIsHeardOfKeepsItsDoor(t *testing.T) {
	g := newGates(t, []string{"1"}, 1)
	one := g.gate()
	first := g.leases(one, nil).Leases[0]
	g.Pass(time.Hour)
	if l := g.leases(one, nil).Leases[0]; l.ID != first.ID || l.AdmitFor != (2*time.Hour).Milliseconds() {
		t.Errorf("not prolonged: %+v", l)
	}
	if err := g.book(5*time.Hour, ""); err != nil {
		t.Fatal(err)
	}
	g.Pass(2*time.Hour + time.Minute)
	// A truck that is admitted in an hour and three quarters has left, with the margin, before the one that is booked for three.
	if l := g.leases(one, nil).Leases[0]; l.ID != first.ID || l.AdmitFor != (105*time.Minute).Milliseconds() {
		t.Errorf("prolonged into what is booked, or not up to it: %+v", l)
	}
	// What the device has forgotten is anybody's at once; what it has used is not.
	g.Pass(24*time.Hour - time.Minute)
	held := g.leases(one, nil).Leases[0]
	g.leases(one, obj{"Returns": true, "Used": []string{held.ID}})
	if err := g.book(time.Hour, "1"); field(err) != "StartTime appointment-slot-full" {
		t.Errorf("a lease whose admission is on its way: %v", err)
	}
	g.leases(one, obj{"Returns": true})
	if err := g.book(time.Hour, "1"); err != nil {
		t.Errorf("given back: %v", err)
	}
}

// A hundred bookings at once for what the gates leave: one has the place.
func TestSlotLease_AHundredBookingsBesideTwoGatesTakeWhatIsLeft(t *testing.T) {
	g := newGates(t, []string{"1", "2", "3"}, 1)
	one, two := g.gate(), g.gate()
	g.leases(one, nil)
	var won, lost atomic.Int64
	var wait sync.WaitGroup
	wait.Go(func() { g.leases(two, nil) })
	wait.Wait()
	day, start := g.at(2 * time.Hour)
	for i := range 100 {
		wait.Go(func() {
			if i%10 == 0 { // the gates go on asking meanwhile
				for _, d := range []*testkit.Device{one, two} {
					if _, err := d.Try("Warehouse/LeaseSlots", obj{"Device": d.ID, "WarehouseId": "ATL", "Used": []string{}}); err != nil {
						t.Error(err)
					}
				}
			}
			_, err := g.admin.Try("WarehousesSlots/SaveAppointment", obj{"WarehouseId": "ATL", "Direction": []string{"inbound", "outbound"}[i%2], "SlotDate": day, "StartTime": start, "Reference": "PO"})
			switch {
			case err == nil:
				won.Add(1)
			case field(err) == "StartTime appointment-slot-full":
				lost.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if won.Load() != 1 || lost.Load() != 99 {
		t.Fatalf("%d won, %d lost", won.Load(), lost.Load())
	}
	if n := g.count(`SELECT count(DISTINCT door) FROM warehouse_slot_lease WHERE ended_at IS NULL`); n != 2 {
		t.Errorf("the two gates hold %d doors", n)
	}
}

func TestSlotLease_IsOfOneDeviceAndSite(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 1)
	d, other := g.gate(), g.gate()
	l := g.leases(d, nil).Leases[0]
	for name, c := range map[string]struct {
		by   *testkit.Person
		op   string
		req  obj
		code string
	}{
		"another's device":     {other.Person, "Warehouse/LeaseSlots", obj{"Device": d.ID, "WarehouseId": "ATL"}, "device-other"},
		"no device":            {g.As("dock@demo.test"), "Warehouse/LeaseSlots", obj{"Device": d.ID, "WarehouseId": "ATL"}, "not-enrolled"},
		"another site":         {d.Person, "Warehouse/LeaseSlots", obj{"Device": d.ID, "WarehouseId": "DAL"}, "warehouse-unknown"},
		"no site":              {d.Person, "Warehouse/LeaseSlots", obj{"Device": d.ID, "WarehouseId": "X"}, "warehouse-unknown"},
		"another's lease":      {other.Person, "Warehouse/AdmitTruck", g.admission(l, nil), "slot-lease-unknown"},
		"without a device":     {g.admin, "Warehouse/AdmitTruck", g.admission(l, nil), "slot-lease-unknown"},
		"no lease":             {d.Person, "Warehouse/AdmitTruck", g.admission(l, obj{"LeaseId": ulid.Make().String()}), "slot-lease-unknown"},
		"another's site":       {d.Person, "Warehouse/AdmitTruck", g.admission(l, obj{"WarehouseId": "DAL"}), "warehouse-unknown"},
		"a door of nowhere":    {d.Person, "Warehouse/AdmitTruck", g.admission(l, obj{"Door": "99"}), "door-unknown"},
		"no plate":             {d.Person, "Warehouse/AdmitTruck", g.admission(l, obj{"LicensePlate": " "}), "LicensePlate field-required"},
		"a plate too long":     {d.Person, "Warehouse/AdmitTruck", g.admission(l, obj{"LicensePlate": strings.Repeat("A", 40)}), "LicensePlate field-too-long"},
		"another organisation": {g.As("admin@other.test"), "Warehouse/SlotLeases", obj{"WarehouseId": "ATL"}, "warehouse-unknown"},
		"its lease":            {g.As("admin@other.test"), "Warehouse/WithdrawSlotLease", obj{"LeaseId": l.ID}, "slot-lease-unknown"},
		"of another site":      {g.As("dock2@demo.test"), "Warehouse/SlotLeases", obj{"WarehouseId": "ATL"}, "warehouse-unknown"},
		"too many":             {g.admin, "Warehouse/SaveBookingTerms", obj{"WarehouseId": "DAL", "MostBooked": 20, "BookDaysAhead": 60, "HoldMinutes": 30, "OfferMinutes": 60, "GateTrucks": 21}, "GateTrucks field-too-long"},
		"for too short":        {g.admin, "Warehouse/SaveBookingTerms", obj{"WarehouseId": "DAL", "MostBooked": 20, "BookDaysAhead": 60, "HoldMinutes": 30, "OfferMinutes": 60, "GateMinutes": 5}, "GateMinutes field-too-short"},
	} {
		if c.req["Device"] != nil {
			c.req["Used"] = []string{}
		}
		if _, err := c.by.Try(c.op, c.req); field(err) != c.code {
			t.Errorf("%s: %v, not %s", name, err, c.code)
		}
	}
	if n := g.count(`SELECT count(*) FROM warehouse_visit`) + g.count(`SELECT count(*) FROM warehouse_appointment`); n != 0 {
		t.Errorf("%d rows came of refusals", n)
	}
	if n := g.count(`SELECT count(*) FROM warehouse_slot_lease WHERE ended_at IS NULL AND door = '1'`); n != 1 {
		t.Error("the lease was changed")
	}
}

// A lease ends with the hours of its site, and there is none on a holiday.
func TestSlotLease_KeepsTheSitesHours(t *testing.T) {
	g := newGates(t, []string{"1"}, 1)
	d := g.gate()
	day, _ := g.at(0)
	weekday := strings.ToUpper(g.Now().In(g.zone).Format("Mon"))
	g.admin.Call("WarehousesSlots/AddHoursofOperation", obj{"WarehouseId": "ATL", "Days": []string{weekday}, "OpenTime": "06:00", "CloseTime": "11:00"})
	if got := g.leases(d, nil).Leases; len(got) != 1 || got[0].AdmitFor != time.Hour.Milliseconds() { // a truck that comes at ten has left at eleven
		t.Errorf("%+v", got)
	}
	g.Pass(8 * time.Hour)
	if got := g.leases(d, nil); len(got.Leases) != 0 || got.Most != 1 {
		t.Errorf("after hours: %+v", got)
	}
	g.Pass(-8 * time.Hour)
	g.leases(d, obj{"Returns": true})
	g.admin.Call("WarehousesSlots/createHolidays", obj{"WarehouseId": "ATL", "HolidayDate": day, "HolidayDesc": "Stocktake"})
	if got := g.leases(d, nil); len(got.Leases) != 0 {
		t.Errorf("on a holiday: %+v", got)
	}
}

// A trailer that stands at a door, or is to be moved there, keeps it from the gates; a door that a gate holds is no trailer's. One that was brought there after the lease had run out is told
// beside the truck that was admitted before.
func TestSlotLease_AndTheYardDoNotShareADoor(t *testing.T) {
	g := newGates(t, []string{"1", "2", "3"}, 3)
	d, yard := g.gate(), g.As("dock@demo.test")
	row := testkit.Into[warehouse.YardRow](t, g.admin.Call("Yard/SaveRow", rowOf("ATL", "T")))
	came := func(number string, at warehouse.Place) warehouse.Trailer {
		return testkit.Into[warehouse.Trailer](t, yard.Call("Yard/NoteTrailer", trailer(number, at)))
	}
	came("53001", warehouse.Place{Door: "1"})
	other := came("53002", warehouse.Place{RowID: row.ID, Spot: 1})
	move := func(t warehouse.Trailer, door string) warehouse.AskMoveReq {
		return warehouse.AskMoveReq{ID: ulid.Make().String(), TrailerID: t.ID, Priority: "normal", Place: warehouse.Place{Door: door}}
	}
	yard.Call("Yard/AskMove", move(other, "2"))
	held := g.leases(d, nil).Leases
	if len(held) != 1 || held[0].Door != "3" {
		t.Fatalf("%+v", held)
	}
	third := came("53003", warehouse.Place{RowID: row.ID, Spot: 2})
	if e := yard.Refused("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: third.ID, Place: warehouse.Place{Door: "3"}}); e.Code != "door-held-gate" || e.Params["door"] != "3" {
		t.Errorf("placed: %+v", e)
	}
	admitted := g.admission(held[0], obj{"TrailerNumber": "77"})
	g.Pass(6 * time.Hour)
	yard.Call("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: third.ID, Place: warehouse.Place{Door: "3"}})
	got := g.drains(d, admitted)
	if got.Status != "rejected" || got.Code != "gate-door-overlap" || got.Params["number"] != "53003" {
		t.Errorf("late: %+v", got)
	}
}

// A gate that is heard of does not keep a door that a trailer is to come to, or has come to: its lease ends as it was given, since it may have been used meanwhile.
func TestSlotLease_IsNotProlongedOverTheYard(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 1)
	d, yard := g.gate(), g.As("dock@demo.test")
	row := testkit.Into[warehouse.YardRow](t, g.admin.Call("Yard/SaveRow", rowOf("ATL", "T")))
	if held := g.leases(d, nil); !slices.Equal(doorsOf(held), []string{"1"}) {
		t.Fatalf("%+v", held)
	}
	tr := testkit.Into[warehouse.Trailer](t, yard.Call("Yard/NoteTrailer", trailer("53001", warehouse.Place{RowID: row.ID, Spot: 1})))
	ask := warehouse.AskMoveReq{ID: ulid.Make().String(), TrailerID: tr.ID, Priority: "now", Place: warehouse.Place{Door: "1"}}
	yard.Call("Yard/AskMove", ask)
	g.Pass(10 * time.Minute)
	if held := g.leases(d, nil); !slices.Equal(doorsOf(held), []string{"2"}) {
		t.Errorf("it goes on with %v", doorsOf(held))
	}
	g.Pass(2*time.Hour + 54*time.Minute) // until the last truck that it may have sent there has left
	g.leases(d, nil)
	if e := yard.Refused("Yard/DoMove", warehouse.DoMoveReq{ID: ask.ID, TrailerID: tr.ID}); e.Code != "door-held-gate" {
		t.Errorf("%+v", e)
	}
	g.Pass(2 * time.Minute)
	yard.Call("Yard/DoMove", warehouse.DoMoveReq{ID: ask.ID, TrailerID: tr.ID})
	if held := g.leases(d, nil); !slices.Equal(doorsOf(held), []string{"2"}) {
		t.Errorf("beside the trailer: %v", doorsOf(held))
	}
}

// What stood at a door before a gate was given it is believed, however late it is told; and the gate, which hears of it with its next word, keeps the door no longer.
func TestSlotLease_IsNotProlongedOverATrailerThatStoodThereBefore(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 1)
	yard := g.As("dock@demo.test")
	spots := testkit.Into[warehouse.YardRow](t, g.admin.Call("Yard/SaveRow", rowOf("ATL", "T")))
	first := testkit.Into[warehouse.Trailer](t, yard.Call("Yard/NoteTrailer", trailer("53021", warehouse.Place{RowID: spots.ID, Spot: 1})))
	second := testkit.Into[warehouse.Trailer](t, yard.Call("Yard/NoteTrailer", trailer("53022", warehouse.Place{RowID: spots.ID, Spot: 2})))
	g.Pass(time.Hour)
	before := g.Now()
	g.Pass(5 * time.Minute)
	d := g.gate()
	if got := g.leases(d, nil); !slices.Equal(doorsOf(got), []string{"1"}) {
		t.Fatalf("%+v", got)
	}
	g.Pass(5 * time.Minute)
	at1 := func(id string) warehouse.PlaceReq {
		return warehouse.PlaceReq{TrailerID: id, Place: warehouse.Place{Door: "1"}}
	}
	if e := yard.Refused("Yard/PlaceTrailer", at1(second.ID)); e.Code != "door-held-gate" {
		t.Errorf("brought to a door that a gate has: %+v", e)
	}
	if _, err := yard.When(before).Try("Yard/PlaceTrailer", at1(first.ID)); err != nil {
		t.Errorf("it stood there before: %v", err)
	}
	held := g.count(`SELECT until FROM warehouse_slot_lease WHERE door = '1'`)
	if got := g.leases(d, nil); !slices.Equal(doorsOf(got), []string{"2"}) {
		t.Errorf("the gate goes on with %v", doorsOf(got))
	}
	if now := g.count(`SELECT until FROM warehouse_slot_lease WHERE door = '1'`); now != held {
		t.Error("the lease was prolonged")
	}
}

func TestSlotLease_OfADoorThatNoPlanServesRunsOut(t *testing.T) {
	g := newGates(t, []string{"1", "2"}, 1)
	d := g.gate()
	if got := g.leases(d, nil); !slices.Equal(doorsOf(got), []string{"1"}) {
		t.Fatalf("%+v", got)
	}
	for _, direction := range []string{"inbound", "outbound"} {
		plans := testkit.Into[[]warehouse.SlotPlan](t, g.admin.Call("WarehousesSlots/getWarehouseSlotConfig", obj{"WarehouseId": "ATL"}))
		for _, p := range plans {
			if p.Direction == direction {
				g.admin.Call("WarehousesSlots/updateWarehouseSlotConfig", obj{"SlotConfigId": p.ID, "Rev": p.Rev, "WarehouseId": "ATL", "Direction": direction, "SlotMinutes": 60, "PerDoor": 1, "Doors": []string{"2"}})
			}
		}
	}
	g.Pass(10 * time.Minute)
	if got := g.leases(d, nil); !slices.Equal(doorsOf(got), []string{"2"}) {
		t.Errorf("the gate holds %v", doorsOf(got))
	}
}
