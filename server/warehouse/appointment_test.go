package warehouse_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
)

const (
	book = "WarehousesSlots/SaveAppointment"
	move = "WarehousesSlots/MoveAppointment"
)

// floor is a warehouse that gives out slots of an hour from 08:00 to 12:00 on working days, at two doors.
type floor struct {
	*testkit.Kit
	office *testkit.Person
	plan   warehouse.SlotPlan
	slots  []warehouse.Slot
	day    string // a Monday that is still to come
}

func newFloor(t *testing.T) *floor {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	office.Call(add, warehouse.HoursReq{Warehouse: "ATL", Days: []string{"MON", "TUE", "WED", "THU", "FRI"}, Opens: "08:00", Closes: "12:00"})
	doors := testkit.Into[warehouse.ClientWarehousesResp](t, office.Call("WarehousesSlots/getClientWarehouses", op.None{})).Warehouses[0].Doors
	plan := testkit.Into[warehouse.SlotPlan](t, office.Call("WarehousesSlots/updateWarehouseSlotConfig", warehouse.SlotPlanReq{Warehouse: "ATL", Direction: "outbound", Minutes: 60, PerDoor: 1, Doors: doors[:2]}))
	slots := testkit.Into[[]warehouse.Slot](t, office.Call("WarehousesSlots/createWarehouseSlots", warehouse.MakeSlotsReq{Plan: plan.ID}))
	at := k.Now().AddDate(0, 0, 7)
	for at.Weekday() != time.Monday {
		at = at.AddDate(0, 0, 1)
	}
	return &floor{k, office, plan, slots, at.Format(time.DateOnly)}
}

func (f *floor) at(start, reference string) warehouse.AppointmentReq {
	return warehouse.AppointmentReq{Warehouse: "ATL", Direction: "outbound", Day: f.day, Start: start, Reference: reference}
}

func (f *floor) times(t *testing.T) map[string]warehouse.SlotTime {
	out := map[string]warehouse.SlotTime{}
	for _, s := range testkit.Into[[]warehouse.SlotTime](t, f.office.Call("WarehousesSlots/getWHSEtimeSlotList", warehouse.TimesReq{Warehouse: "ATL", Direction: "outbound", Day: f.day})) {
		out[s.Start] = s
	}
	return out
}

func TestAppointment_OneIsGivenTheLastPlace(t *testing.T) {
	f := newFloor(t)
	if len(f.slots) != 20 {
		t.Fatalf("%d slots of five mornings", len(f.slots))
	}
	f.office.Call(book, f.at("09:00", "PO 1"))
	var won, full atomic.Int64
	var wait sync.WaitGroup
	for i := range 100 {
		wait.Go(func() {
			_, err := f.office.Try(book, f.at("09:00", fmt.Sprint("PO 1", i)))
			e, ok := fail.As(err)
			switch {
			case err == nil:
				won.Add(1)
			case ok && len(e.Fields) == 1 && e.Fields[0].Code == "appointment-slot-full":
				if free := fmt.Sprint(e.Fields[0].Params["free"]); free != "08:00, 10:00, 11:00" {
					t.Errorf("free: %s", free)
				}
				full.Add(1)
			default:
				t.Errorf("%v", err)
			}
		})
	}
	wait.Wait()
	if won.Load() != 1 || full.Load() != 99 {
		t.Fatalf("%d had the last place, %d were told that there is none", won.Load(), full.Load())
	}
	if got := f.times(t)["09:00"]; got.Free != 0 || got.Taken != 2 || got.Takes != 2 {
		t.Errorf("%+v", got)
	}
}

// Directions may share doors: none is promised a door that another has been promised.
func TestAppointment_DirectionsShareDoors(t *testing.T) {
	f := newFloor(t)
	other := f.plan.SlotPlanReq
	other.ID, other.Direction, other.Doors = "", "inbound", f.plan.Doors[1:]
	plan := testkit.Into[warehouse.SlotPlan](t, f.office.Call("WarehousesSlots/updateWarehouseSlotConfig", other))
	f.office.Call("WarehousesSlots/createWarehouseSlots", warehouse.MakeSlotsReq{Plan: plan.ID})
	in := f.at("09:00", "PO 1")
	in.Direction = "inbound"
	f.office.Call(book, in)
	if got := f.times(t)["09:00"]; got.Free != 1 || got.Taken != 0 || got.Takes != 2 {
		t.Errorf("one of two doors is promised: %+v", got)
	}
	f.office.Call(book, f.at("09:00", "PO 2"))
	if e := f.office.Refused(book, f.at("09:00", "PO 3")); e.Fields[0].Code != "appointment-slot-full" {
		t.Errorf("%+v", e)
	}
	// The inbound door is free for inbound while outbound has the other; a truck that stands at it takes it from them.
	at := f.at("10:00", "PO 4")
	at.Door = f.plan.Doors[1]
	f.office.Call(book, at)
	in.Start, in.Reference = "10:00", "PO 5"
	if e := f.office.Refused(book, in); e.Fields[0].Code != "appointment-slot-full" {
		t.Errorf("%+v", e)
	}
}

func TestAppointment_RefusesWhatCannotBe(t *testing.T) {
	f := newFloor(t)
	first := testkit.Into[warehouse.Appointment](t, f.office.Call(book, f.at("08:00", "PO 1")))
	if first.Called != "A000001" || first.Minutes != 60 || first.State != "booked" {
		t.Fatalf("%+v", first)
	}
	with := func(change func(*warehouse.AppointmentReq)) warehouse.AppointmentReq {
		r := f.at("09:00", "PO 2")
		change(&r)
		return r
	}
	doors := f.plan.Doors
	first2 := with(func(r *warehouse.AppointmentReq) { r.Door = doors[0] })
	f.office.Call(book, first2)
	f.office.Call("WarehousesSlots/createHolidays", warehouse.HolidayReq{Warehouse: "ATL", Day: addDays(f.day, 1), Name: "Inventory"})
	off := f.slots[0]
	for _, s := range f.slots {
		if s.Weekday == "MON" && s.Start == "11:00" {
			off = s
		}
	}
	f.office.Call("WarehousesSlots/updateSlotState", warehouse.SetSlotReq{ID: off.ID, Enabled: false})
	for name, c := range map[string]struct {
		field, code string
		req         warehouse.AppointmentReq
	}{
		"no such slot":   {"StartTime", "appointment-no-slot", f.at("09:30", "PO 3")},
		"not a time":     {"StartTime", "field-not-clock", f.at("9", "PO 3")},
		"nothing to see": {"Reference", "field-required", f.at("09:00", " ")},
		"holiday":        {"SlotDate", "appointment-on-holiday", with(func(r *warehouse.AppointmentReq) { r.Day = addDays(f.day, 1) })},
		"disabled":       {"StartTime", "appointment-slot-off", f.at("11:00", "PO 3")},
		"into it":        {"StartTime", "appointment-slot-off", with(func(r *warehouse.AppointmentReq) { r.Start, r.Minutes = "10:00", 120 })},
		"too long":       {"Minutes", "appointment-too-long", with(func(r *warehouse.AppointmentReq) { r.Day, r.Start, r.Minutes = addDays(f.day, 2), "11:00", 90 })},
		"past":           {"StartTime", "appointment-in-past", with(func(r *warehouse.AppointmentReq) { r.Day = addDays(f.day, -28) })},
		"door":           {"Door", "door-not-of-warehouse", with(func(r *warehouse.AppointmentReq) { r.Door = "NONE" })},
		"door taken":     {"Door", "appointment-door-taken", with(func(r *warehouse.AppointmentReq) { r.Door = doors[0] })},
	} {
		if e := f.office.Refused(book, c.req); len(e.Fields) != 1 || e.Fields[0].Field != c.field || e.Fields[0].Code != c.code {
			t.Errorf("%s: %+v", name, e)
		}
	}
	none := f.at("08:00", "PO 3")
	none.Direction = "inbound"
	if _, err := f.office.Try(book, none); fail.CodeOf(err) != "slots-none" {
		t.Errorf("%v", err)
	}
	away := *f.office
	away.By.Warehouses = []string{"DAL"}
	if _, err := away.Try(book, f.at("10:00", "PO 3")); fail.CodeOf(err) != "warehouse-unknown" {
		t.Errorf("another warehouse's: %v", err)
	}
	if _, err := away.Try(move, warehouse.MoveReq{ID: first.ID, State: "cancelled"}); fail.CodeOf(err) != "appointment-unknown" {
		t.Errorf("another warehouse's: %v", err)
	}
}

func TestAppointment_GivesItsPlaceBack(t *testing.T) {
	f := newFloor(t)
	a := testkit.Into[warehouse.Appointment](t, f.office.Call(book, f.at("10:00", "PO 1")))
	b := testkit.Into[warehouse.Appointment](t, f.office.Call(book, f.at("10:00", "PO 2")))
	at, err := time.Parse(time.DateOnly, f.day)
	if err != nil {
		t.Fatal(err)
	}
	f.Pass(at.Add(15 * time.Hour).Sub(f.Now())) // 10:00 in Atlanta
	for range 2 {                               // said twice, it counts once
		if got := testkit.Into[warehouse.Appointment](t, f.office.Call(move, warehouse.MoveReq{ID: a.ID, State: "no-show"})); got.State != "no-show" || got.Rev != 2 {
			t.Fatalf("%+v", got)
		}
	}
	f.office.Call(book, f.at("10:00", "PO 3"))
	if _, err := f.office.Try(move, warehouse.MoveReq{ID: a.ID, State: "arrived"}); fail.CodeOf(err) != "appointment-place-gone" {
		t.Errorf("a third truck at two doors: %v", err)
	}
	f.office.Call(move, warehouse.MoveReq{ID: b.ID, State: "cancelled"})
	f.office.Call(move, warehouse.MoveReq{ID: a.ID, State: "arrived"})
	if _, err := f.office.Try(move, warehouse.MoveReq{ID: b.ID, State: "booked"}); fail.CodeOf(err) != "appointment-over" {
		t.Errorf("cancelled for good: %v", err)
	}
	stale := f.at("11:00", "PO 1")
	stale.ID, stale.Rev = a.ID, 1
	if _, err := f.office.Try(book, stale); fail.CodeOf(err) != "row-changed-meanwhile" {
		t.Errorf("%v", err)
	}
}

// A slot that was disabled stays so when the slots are made anew, and what is booked is not touched.
func TestSlots_MadeAnewKeepWhatPeopleDecided(t *testing.T) {
	f := newFloor(t)
	f.office.Call(book, f.at("08:00", "PO 1"))
	var off []string
	for _, s := range f.slots {
		if s.Start == "11:00" {
			off = append(off, s.ID)
		}
	}
	f.office.Call("WarehousesSlots/EnableMultipleSlot", warehouse.SetSlotsReq{IDs: off, Enabled: false})
	if _, err := f.office.Try("WarehousesSlots/EnableMultipleSlot", warehouse.SetSlotsReq{IDs: []string{off[0], "none"}, Enabled: true}); fail.CodeOf(err) != "slot-unknown" {
		t.Errorf("%v", err)
	}
	shorter := f.plan.SlotPlanReq
	shorter.Minutes = 30
	f.office.Call("WarehousesSlots/updateWarehouseSlotConfig", shorter)
	slots := testkit.Into[[]warehouse.Slot](t, f.office.Call("WarehousesSlots/createWarehouseSlots", warehouse.MakeSlotsReq{Plan: f.plan.ID}))
	if len(slots) != 40 {
		t.Fatalf("%d slots", len(slots))
	}
	times := f.times(t)
	if times["11:00"].Closed != "disabled" || times["11:30"].Free != 2 {
		t.Errorf("%+v %+v", times["11:00"], times["11:30"])
	}
	// An hour that was booked takes both of its halves.
	if times["08:00"].Taken != 1 || times["08:30"].Taken != 1 || times["09:00"].Taken != 0 {
		t.Errorf("%+v", times)
	}
}

func TestAppointment_IsThePickupOfItsLoad(t *testing.T) {
	f := newFloor(t)
	load := f.load(t)
	slot := func(start string) (id string) {
		for _, s := range f.slots {
			if s.Weekday == "MON" && s.Start == start {
				id = s.ID
			}
		}
		return id
	}
	give := warehouse.ShipmentSlotReq{ShipmentID: load, SlotID: slot("09:00"), Day: f.day, DaySeen: true}
	a := testkit.Into[warehouse.Appointment](t, f.office.Call("WarehousesSlots/UpdateShipmentSlot", give))
	if got := f.window(load); got != f.day+" 09:00 10:00" {
		t.Errorf("pickup %q", got)
	}
	// The office moves the pickup: the appointment goes along.
	f.office.Call("Shipment/UpdateSchedule", map[string]any{"ShipmentId": load, "ShipOn": f.day, "PickupByFromTime": "11:00", "PickupByToTime": "12:00", "DaySeen": true})
	current := func() warehouse.Appointment {
		all := testkit.Into[[]warehouse.Appointment](t, f.office.Call("WarehousesSlots/GetCurrentSlot", warehouse.LoadReq{ShipmentID: load}))
		if len(all) != 1 {
			t.Fatalf("%+v", all)
		}
		return all[0]
	}
	if got := current(); got.ID != a.ID || got.Start != "11:00" {
		t.Errorf("%+v", got)
	}
	// To a time that is taken it is not moved, and neither is the pickup.
	f.office.Call(book, f.at("10:00", "PO 1"))
	f.office.Call(book, f.at("10:00", "PO 2"))
	if _, err := f.office.Try("Shipment/UpdateSchedule", map[string]any{"ShipmentId": load, "ShipOn": f.day, "PickupByFromTime": "10:00", "PickupByToTime": "11:00", "DaySeen": true}); fail.CodeOf(err) != "appointment-slot-full" {
		t.Errorf("%v", err)
	}
	if got := f.window(load); got != f.day+" 11:00 12:00" || current().Start != "11:00" {
		t.Errorf("pickup %q", got)
	}
	// One load has one appointment.
	twice := f.at("09:00", "")
	twice.ShipmentID = load
	if _, err := f.office.Try(book, twice); fail.CodeOf(err) != "appointment-exists" {
		t.Errorf("%v", err)
	}
	// The place of a load that is no more is free.
	f.office.Call("Shipment/Void", map[string]any{"ShipmentId": load, "Reason": "not needed"})
	if got := f.times(t)["11:00"]; got.Taken != 0 {
		t.Errorf("%+v", got)
	}
}

func addDays(day string, n int) string {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return d.AddDate(0, 0, n).Format(time.DateOnly)
}

// A truck that was promised some door is left one when another is given its own; and a door counts by how many trucks each direction puts there.
func TestAppointment_ANamedDoorTakesNoneThatIsPromised(t *testing.T) {
	f := newFloor(t)
	other := f.plan.SlotPlanReq
	other.ID, other.Direction, other.Doors = "", "inbound", f.plan.Doors[1:]
	plan := testkit.Into[warehouse.SlotPlan](t, f.office.Call("WarehousesSlots/updateWarehouseSlotConfig", other))
	f.office.Call("WarehousesSlots/createWarehouseSlots", warehouse.MakeSlotsReq{Plan: plan.ID})
	in := f.at("09:00", "PO 1")
	in.Direction = "inbound" // its only door is the second
	f.office.Call(book, in)
	second := f.at("09:00", "PO 2")
	second.Door = f.plan.Doors[1]
	if e := f.office.Refused(book, second); e.Fields[0].Field != "Door" || e.Fields[0].Code != "appointment-door-taken" {
		t.Errorf("%+v", e)
	}
	double := f.plan.SlotPlanReq
	double.PerDoor = 2
	f.office.Call("WarehousesSlots/updateWarehouseSlotConfig", double)
	if got := f.times(t)["10:00"]; got.Free != 4 {
		t.Errorf("nothing is booked: %+v", got)
	}
	if got := f.times(t)["09:00"]; got.Free != 2 {
		t.Errorf("an inbound truck stands alone at one of two doors: %+v", got)
	}
}

func TestAppointment_ChangesWhatWasChangedAlone(t *testing.T) {
	f := newFloor(t)
	load := f.load(t)
	give := f.at("09:00", "")
	give.ShipmentID, give.DaySeen = load, true
	a := testkit.Into[warehouse.Appointment](t, f.office.Call(book, give))
	f.office.Call("Shipment/UpdateSchedule", map[string]any{"ShipmentId": load, "ShipOn": f.day, "PickupByFromTime": "09:00", "PickupByToTime": "11:30", "DaySeen": true})
	again := give
	again.ID, again.Door, again.Note = a.ID, f.plan.Doors[0], "reefer"
	f.office.Call(book, again)
	if got := f.window(load); got != f.day+" 09:00 11:30" {
		t.Errorf("a door and a note moved the pickup: %q", got)
	}

	// A truck that is late is still given a door.
	late := testkit.Into[warehouse.Appointment](t, f.office.Call(book, f.at("08:00", "PO 1")))
	at, err := time.Parse(time.DateOnly, f.day)
	if err != nil {
		t.Fatal(err)
	}
	f.Pass(at.Add(13*time.Hour + 30*time.Minute).Sub(f.Now())) // 08:30 in Atlanta
	door := f.at("08:00", "PO 1")
	door.ID, door.Door = late.ID, f.plan.Doors[1]
	if got := testkit.Into[warehouse.Appointment](t, f.office.Call(book, door)); got.Door != f.plan.Doors[1] {
		t.Errorf("%+v", got)
	}
	// One that did not come and is booked anew holds its place.
	f.office.Call(move, warehouse.MoveReq{ID: late.ID, State: "no-show"})
	door.Start, door.Door = "10:00", ""
	if got := testkit.Into[warehouse.Appointment](t, f.office.Call(book, door)); got.State != "booked" || f.times(t)["10:00"].Taken != 1 {
		t.Errorf("%+v", got)
	}
}

// load is one that waits for a truck.
func (f *floor) load(t *testing.T) string {
	for d := -3; d < 14; d++ {
		for _, w := range testkit.Into[[]warehouse.Waiting](t, f.office.Call("WarehousesSlots/ShipdateSearch", warehouse.ShipDateReq{Warehouse: "ATL", Day: addDays(f.Now().Format(time.DateOnly), d)})) {
			if !w.Inbound && w.Carrier != "" {
				return w.ID
			}
		}
	}
	t.Fatal("no load waits")
	return ""
}

// window is when a load is picked up.
func (f *floor) window(load string) (out string) {
	f.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		out, _, err = store.Get[string](ctx, tx, `SELECT ship_on || ' ' || pickup_from || ' ' || pickup_to FROM shipment WHERE id = ?`, load)
		return err
	})
	return out
}

// The day of one direction is drawn with its own doors, and those at which its trucks stand all the same.
func TestScheduler_ShowsTheDoorsOfItsDirection(t *testing.T) {
	f := newFloor(t)
	all := testkit.Into[warehouse.ClientWarehousesResp](t, f.office.Call("WarehousesSlots/getClientWarehouses", op.None{})).Warehouses[0].Doors
	shown := func(direction string) []string {
		return testkit.Into[warehouse.Consolidated](t, f.office.Call("WarehousesSlots/getConsolidatedSlot", warehouse.ConsolidatedReq{Warehouse: "ATL", Direction: direction, Day: f.day})).Shown
	}
	if got := shown("outbound"); !slices.Equal(got, all[:2]) {
		t.Errorf("%v", got)
	}
	if got := shown(""); !slices.Equal(got, all) {
		t.Errorf("%v", got)
	}
	if got := shown("inbound"); !slices.Equal(got, all) {
		t.Errorf("a direction without a plan: %v", got)
	}
	stands := f.at("09:00", "PO 1")
	stands.Door = all[0]
	f.office.Call(book, stands)
	other := f.plan.SlotPlanReq
	other.Doors = all[2:4]
	f.office.Call("WarehousesSlots/updateWarehouseSlotConfig", other)
	if got := shown("outbound"); !slices.Equal(got, []string{all[0], all[2], all[3]}) {
		t.Errorf("%v", got)
	}
}
