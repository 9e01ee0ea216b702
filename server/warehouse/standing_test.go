package warehouse_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
)

const saveStanding = "Warehouse/SaveStanding"

func (f *floor) mondays() warehouse.StandingReq {
	return warehouse.StandingReq{Warehouse: "ATL", Direction: "outbound", Name: "Milk run", Carrier: "ODFL", Rule: "FREQ=WEEKLY;BYDAY=MO", From: "2026-11-02", Start: "09:00"}
}

func (f *floor) stands(t *testing.T) warehouse.StandingShown {
	t.Helper()
	list := testkit.Into[[]warehouse.StandingShown](t, f.office.Call("Warehouse/Standings", op.None{}))
	if len(list) != 1 {
		t.Fatalf("%d standing appointments", len(list))
	}
	return list[0]
}

// made counts the appointments of standing ones that hold a place, and the days that have more than one.
func (f *floor) made() (n, doubled int) {
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*), count(*) - count(DISTINCT standing_id || standing_day) FROM warehouse_appointment WHERE standing_id <> '' AND state <> 'cancelled'`).Scan(&n, &doubled)
	})
	return n, doubled
}

func TestStanding_MakesItsDaysOnceAndSkipsHolidays(t *testing.T) {
	f := newFloor(t)
	f.office.Call("WarehousesSlots/createHolidays", warehouse.HolidayReq{Warehouse: "ATL", Day: addDays(f.day, 7), Name: "Inventory"})
	f.office.Call(book, f.at("09:00", "PO 1"))
	f.office.Call(book, f.at("09:00", "PO 2")) // the first Monday has no place left at 09:00
	s := testkit.Into[warehouse.Standing](t, f.office.Call(saveStanding, f.mondays()))
	shown := f.stands(t)
	if slices.Contains(shown.Next, f.day) || !slices.Equal(shown.Missed, []string{f.day}) || slices.Contains(shown.Next, addDays(f.day, 7)) || !slices.Contains(shown.Next, addDays(f.day, 14)) {
		t.Errorf("%+v", shown)
	}
	n, _ := f.made()
	for range 3 {
		if err := f.App.Tidy(context.Background(), "1"); err != nil {
			t.Fatal(err)
		}
	}
	if again, doubled := f.made(); again != n || doubled != 0 || n == 0 {
		t.Errorf("%d, then %d, %d doubled", n, again, doubled)
	}
	// One that is cancelled or moved is not made anew; as days pass there are more.
	var first warehouse.Appointment
	f.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		first, _, err = store.Get[warehouse.Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE standing_id = ? ORDER BY day LIMIT 1`, s.ID)
		return err
	})
	if first.Carrier != "ODFL" || first.Reference != "Milk run" || first.Start != "09:00" {
		t.Errorf("%+v", first)
	}
	f.office.Call(move, warehouse.MoveReq{ID: first.ID, State: "cancelled"})
	f.Pass(7 * 24 * time.Hour)
	if err := f.App.Tidy(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	if again, doubled := f.made(); again != n || doubled != 0 { // one cancelled, one more week
		t.Errorf("%d of %d, %d doubled", again, n, doubled)
	}
	if got := f.stands(t); slices.Contains(got.Next, first.Day) || slices.Contains(got.Missed, first.Day) {
		t.Errorf("a day that was cancelled: %+v", got)
	}
}

func TestStanding_ChangesAndEndsWhatNobodyTouched(t *testing.T) {
	f := newFloor(t)
	s := testkit.Into[warehouse.Standing](t, f.office.Call(saveStanding, f.mondays()))
	n, _ := f.made()
	var kept warehouse.Appointment
	f.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		kept, _, err = store.Get[warehouse.Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE standing_id = ? ORDER BY day LIMIT 1`, s.ID)
		return err
	})
	moved := warehouse.AppointmentReq{ID: kept.ID, Warehouse: "ATL", Direction: "outbound", Day: kept.Day, Start: "11:00", Minutes: kept.Minutes, Reference: "Milk run", Carrier: "ODFL"}
	f.office.Call(book, moved)
	later := s.StandingReq
	later.Start, later.Rev = "10:00", s.Rev
	s = testkit.Into[warehouse.Standing](t, f.office.Call(saveStanding, later))
	at := map[string]int{}
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[warehouse.Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE standing_id = ? AND state = 'booked'`, s.ID)
		for _, p := range list {
			at[p.Start]++
		}
		return err
	})
	if at["11:00"] != 1 || at["10:00"] != n-1 || at["09:00"] != 0 {
		t.Errorf("%v of %d", at, n)
	}
	f.office.Call("Warehouse/RemoveStanding", resource.Key{ID: s.ID})
	if left, _ := f.made(); left != 1 {
		t.Errorf("%d are left of one that was moved by hand", left)
	}
	f.office.Call("Warehouse/RestoreStanding", resource.Key{ID: s.ID})
	if back, doubled := f.made(); back != n || doubled != 0 {
		t.Errorf("%d of %d are back, %d doubled", back, n, doubled)
	}
}

// Wall time is what was promised: the hour is the same before and after clocks change, and a time that a clock does not show has no appointment.
func TestStanding_KeepsWallTimeThroughTheYear(t *testing.T) {
	f := newFloor(t)
	f.office.Call(add, warehouse.HoursReq{Warehouse: "ATL", Days: []string{"SUN"}, Opens: "00:00", Closes: "06:00"})
	f.office.Call("WarehousesSlots/createWarehouseSlots", warehouse.MakeSlotsReq{Plan: f.plan.ID})
	f.Pass(time.Date(2027, 2, 26, 15, 0, 0, 0, time.UTC).Sub(f.Now()))
	r := f.mondays()
	r.Rule, r.Start = "FREQ=WEEKLY;BYDAY=SU", "02:00"
	f.office.Call(saveStanding, r)
	shown := f.stands(t)
	if !slices.Contains(shown.Next, "2027-03-07") || slices.Contains(shown.Next, "2027-03-14") || slices.Contains(shown.Missed, "2027-03-14") || !slices.Contains(shown.Next, "2027-03-21") {
		t.Errorf("clocks are set forward on March 14: %+v", shown)
	}
}

// A hundred at once: people book the place that standing appointments want while those are saved and made hourly. No door has two trucks, no day two appointments.
func TestStanding_NeverTakesAPlaceTwice(t *testing.T) {
	f := newFloor(t)
	var wait sync.WaitGroup
	for i := range 100 {
		wait.Go(func() {
			switch i % 4 {
			case 0:
				r := f.mondays()
				r.Name = fmt.Sprint("Run ", i)
				if _, err := f.office.Try(saveStanding, r); err != nil {
					t.Error(err)
				}
			case 1:
				if err := f.App.Tidy(context.Background(), "1"); err != nil {
					t.Error(err)
				}
			default:
				if _, err := f.office.Try(book, f.at("09:00", fmt.Sprint("PO ", i))); err != nil {
					if e, ok := fail.As(err); !ok || e.Fields[0].Code != "appointment-slot-full" {
						t.Error(err)
					}
				}
			}
		})
	}
	wait.Wait()
	if _, doubled := f.made(); doubled != 0 {
		t.Errorf("%d doubled", doubled)
	}
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		most := 0
		err := tx.QueryRowContext(ctx, `SELECT max(n) FROM (SELECT count(*) AS n FROM warehouse_appointment WHERE warehouse = 'ATL' AND direction = 'outbound' AND start = '09:00' AND state = 'booked' GROUP BY day)`).Scan(&most)
		if most != 2 {
			t.Errorf("%d trucks at two doors", most)
		}
		return err
	})
}

func TestStanding_IsRefusedWhereItCannotBe(t *testing.T) {
	f := newFloor(t)
	for name, c := range map[string]struct {
		field  string
		change func(*warehouse.StandingReq)
	}{
		"no rule":        {"Rule", func(r *warehouse.StandingReq) { r.Rule = "every Monday" }},
		"hours":          {"Rule", func(r *warehouse.StandingReq) { r.Rule = "FREQ=HOURLY" }},
		"a time in it":   {"Rule", func(r *warehouse.StandingReq) { r.Rule = "FREQ=DAILY;BYHOUR=3" }},
		"never":          {"Rule", func(r *warehouse.StandingReq) { r.Rule = "FREQ=DAILY;BYSETPOS=2" }},
		"no February 30": {"Rule", func(r *warehouse.StandingReq) { r.Rule = "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30" }},
		"twice":          {"Rule", func(r *warehouse.StandingReq) { r.Rule = "FREQ=DAILY;FREQ=WEEKLY" }},
		"two lines":      {"Rule", func(r *warehouse.StandingReq) { r.Rule = "DTSTART:20260101\nFREQ=DAILY" }},
		"time":           {"StartTime", func(r *warehouse.StandingReq) { r.Start = "9" }},
		"end":            {"UntilDate", func(r *warehouse.StandingReq) { r.Until = "2026-11-01" }},
		"door":           {"Door", func(r *warehouse.StandingReq) { r.Door = "ZZ" }},
		"type":           {"LoadTypeId", func(r *warehouse.StandingReq) { r.LoadType = "none" }},
		"carrier":        {"Carrier", func(r *warehouse.StandingReq) { r.Carrier = " " }},
		"far":            {"DaysAhead", func(r *warehouse.StandingReq) { r.Ahead = 43 }},
	} {
		r := f.mondays()
		c.change(&r)
		if e := f.office.Refused(saveStanding, r); len(e.Fields) != 1 || e.Fields[0].Field != c.field {
			t.Errorf("%s: %+v", name, e)
		}
	}
	if n, _ := f.made(); n != 0 {
		t.Errorf("%d were made of refusals", n)
	}
	s := testkit.Into[warehouse.Standing](t, f.office.Call(saveStanding, f.mondays()))
	if e := f.As("dock@demo.test").Refused(saveStanding, f.mondays()); e.Status != 403 {
		t.Errorf("dock: %+v", e)
	}
	away := *f.office
	away.By.Warehouses = []string{"DAL"}
	if got := testkit.Into[[]warehouse.StandingShown](t, away.Call("Warehouse/Standings", op.None{})); len(got) != 0 {
		t.Errorf("another warehouse's: %+v", got)
	}
	if e := away.Refused("Warehouse/RemoveStanding", resource.Key{ID: s.ID}); e.Code != "standing-unknown" {
		t.Errorf("another warehouse's is removed: %+v", e)
	}
}
