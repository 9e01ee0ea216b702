package warehouse_test

import (
	"context"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
)

// The terms on which a time was booked hold for it, also where its load type is cleared or is another by now.
func TestLimits_StayWithTheAppointment(t *testing.T) {
	f := newFloor(t)
	dock := f.As("dock@demo.test")
	strict := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Name, r.Changes, r.CancelHours = "Strict", 1, 720 })
	lax := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Name = "Lax" })
	for name, kind := range map[string]string{"cleared": "", "changed": lax.ID} {
		p := testkit.Into[warehouse.Appointment](t, f.office.Call(book, f.of(strict, "08:00", name)))
		to := func(start string) warehouse.AppointmentReq {
			r := f.at(start, name)
			r.ID, r.Minutes, r.LoadType = p.ID, p.Minutes, kind
			return r
		}
		dock.Call(book, to("08:00"))
		refusedWith(t, name+": cancelled", dock.Refused(move, warehouse.MoveReq{ID: p.ID, State: "cancelled"}), "", "load-type-cancel-late")
		dock.Call(book, to("09:00"))
		refusedWith(t, name+": moved twice", dock.Refused(book, to("10:00")), "", "load-type-changes")
		// Who manages the warehouse means it: from then on the terms are those of its type now.
		meant := to("10:00")
		meant.LimitSeen = true
		f.office.Call(book, meant)
		dock.Call(book, to("11:00"))
		dock.Call(move, warehouse.MoveReq{ID: p.ID, State: "cancelled"})
	}
}

// A type that asks for more time than there is cannot be had by booking another one first.
func TestLimits_AreJudgedWhereTheTypeBecomesAnother(t *testing.T) {
	f := newFloor(t)
	lead := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Name, r.LeadHours = "Lead", 720 })
	p := testkit.Into[warehouse.Appointment](t, f.office.Call(book, f.at("08:00", "PO 1")))
	as := f.of(lead, "08:00", "PO 1")
	as.ID, as.Minutes = p.ID, p.Minutes
	refusedWith(t, "lead", f.office.Refused(book, as), "StartTime", "load-type-lead")
	as.LimitSeen = true
	f.office.Call(book, as)
	as.LimitSeen, as.Door = false, f.plan.Doors[0]
	f.office.Call(book, as) // a door alone is no other time and no other type
}

// A truck has not failed to come before its time, so that nobody gives a place back past its limits that way.
func TestLimits_NoShowIsNoneBeforeItsTime(t *testing.T) {
	f := newFloor(t)
	kind := f.kind(t, func(r *warehouse.LoadTypeReq) { r.CancelHours = 720 })
	p := testkit.Into[warehouse.Appointment](t, f.office.Call(book, f.of(kind, "08:00", "PO 1")))
	missed := warehouse.MoveReq{ID: p.ID, State: "no-show"}
	refusedWith(t, "a week ahead", f.office.Refused(move, missed), "", "appointment-not-due")
	// One that was noted so before it was refused is held to its limits.
	f.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE warehouse_appointment SET state = 'no-show' WHERE id = ?`, p.ID)
		return err
	})
	cancel := warehouse.MoveReq{ID: p.ID, State: "cancelled"}
	refusedWith(t, "cancelled", f.office.Refused(move, cancel), "", "load-type-cancel-late")
	zone, _ := time.LoadLocation("America/New_York")
	at, _ := time.ParseInLocation(time.DateOnly+" 15:04", f.day+" 08:00", zone)
	f.Pass(at.Add(time.Minute).Sub(f.Now()))
	f.office.Call(move, cancel)
}

// A vendor that books the same load as another type is held to both.
func TestLimits_HoldForAPartnerThatTakesAnotherType(t *testing.T) {
	f := newFloor(t)
	load := f.load(t)
	only := []string{"vendor"}
	strict := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Name, r.Bookers, r.ChangeHours = "Strict", only, 720 })
	lax := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Name, r.Bookers = "Lax", only })
	book := func(start, kind string) error {
		return f.partner(func(ctx context.Context, tx *store.Tx, a *warehouse.Area) error {
			_, err := a.BookSlot(ctx, tx, freight.Booking{ShipmentID: load, Warehouse: "ATL", Day: f.day, Start: start, Booker: "vendor", LoadType: kind})
			return err
		})
	}
	if err := book("08:00", strict.ID); err != nil {
		t.Fatal(err)
	}
	if err := book("09:00", lax.ID); fail.CodeOf(err) != "load-type-change-late" {
		t.Errorf("%v", err)
	}
	if err := book("08:00", lax.ID); err != nil {
		t.Fatal(err)
	}
	if err := book("09:00", lax.ID); fail.CodeOf(err) != "load-type-change-late" {
		t.Errorf("%v", err)
	}
}

// A standing appointment that is edited keeps what stands: it takes no place back that it could not have again.
func TestStanding_AnEditLosesNoDayThatStands(t *testing.T) {
	f := newFloor(t)
	s := testkit.Into[warehouse.Standing](t, f.office.Call(saveStanding, f.mondays()))
	stood, _ := f.made()
	days := f.stands(t).Next
	days = append([]string(nil), days...)
	// The first day is cancelled by hand, the second was given a door.
	of := func(day string) (p warehouse.Appointment) {
		f.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			p, _, err = store.Get[warehouse.Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE standing_id = ? AND standing_day = ?`, s.ID, day)
			return err
		})
		return p
	}
	f.office.Call(move, warehouse.MoveReq{ID: of(days[0]).ID, State: "cancelled"})
	given := f.at("09:00", "Milk run")
	given.ID, given.Day, given.Minutes, given.Carrier, given.Door = of(days[1]).ID, days[1], 60, "ODFL", f.plan.Doors[0]
	f.office.Call(book, given)
	for _, sl := range f.slots {
		if sl.Weekday == "MON" && sl.Start == "09:00" {
			f.office.Call("WarehousesSlots/updateSlotState", warehouse.SetSlotReq{ID: sl.ID, Enabled: false})
		}
	}
	untouched := of(days[2])
	r := s.StandingReq
	r.Rev, r.Name, r.Carrier = s.Rev, "Milk run 2", "SAIA"
	s = testkit.Into[warehouse.Standing](t, f.office.Call(saveStanding, r))
	if n, doubled := f.made(); n != stood-1 || doubled != 0 {
		t.Errorf("%d stood, %d after the edit, %d doubled", stood, n, doubled)
	}
	if got := of(days[2]); got.ID != untouched.ID || got.Number != untouched.Number || got.Reference != "Milk run 2" || got.Carrier != "SAIA" || got.State != "booked" {
		t.Errorf("%+v", got)
	}
	if got := of(days[1]); got.Door != f.plan.Doors[0] || got.Reference != "Milk run" || got.State != "booked" {
		t.Errorf("given a door by hand: %+v", got)
	}
	if got := of(days[0]); got.State != "cancelled" {
		t.Errorf("cancelled by hand: %+v", got)
	}
	// To a time that is full each day keeps the one that it has, and says so.
	for n := range 2 {
		full := f.at("10:00", "PO"+string(rune('0'+n)))
		full.Day = days[2]
		f.office.Call(book, full)
	}
	r.Rev, r.Start = s.Rev, "10:00"
	s = testkit.Into[warehouse.Standing](t, f.office.Call(saveStanding, r))
	if got := of(days[2]); got.Start != "09:00" || got.State != "booked" {
		t.Errorf("moved to a full time: %+v", got)
	}
	if got := of(days[3]); got.Start != "10:00" || got.State != "booked" || got.Moved != 0 {
		t.Errorf("%+v", got)
	}
	if got := f.stands(t); len(got.Stayed) != 2 || got.Stayed[0] != days[1] || got.Stayed[1] != days[2] {
		t.Errorf("%+v", got)
	}
	// A rule without these days gives back what nobody touched, and that alone.
	r.Rev, r.Rule = s.Rev, "FREQ=WEEKLY;BYDAY=TU"
	f.office.Call(saveStanding, r)
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		mondays, err := store.Select[string](ctx, tx, `SELECT day FROM warehouse_appointment WHERE standing_id = ? AND state = 'booked' AND day IN (?, ?, ?)`, s.ID, days[1], days[2], days[3])
		if len(mondays) != 1 || mondays[0] != days[1] {
			t.Errorf("left: %v", mondays)
		}
		return err
	})
	if len(testkit.Into[[]warehouse.StandingShown](t, f.office.Call("Warehouse/Standings", op.None{}))) != 1 {
		t.Error("one standing appointment")
	}
}
