package warehouse_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
)

const saveType = "Warehouse/SaveLoadType"

// kind adds a load type of the floor's direction.
func (f *floor) kind(t *testing.T, change func(*warehouse.LoadTypeReq)) warehouse.LoadType {
	t.Helper()
	r := warehouse.LoadTypeReq{Warehouse: "ATL", Direction: "outbound", Name: fmt.Sprint("Type ", t.Name()), Requires: []string{}, Bookers: []string{}}
	change(&r)
	return testkit.Into[warehouse.LoadType](t, f.office.Call(saveType, r))
}

func (f *floor) of(kind warehouse.LoadType, start, reference string) warehouse.AppointmentReq {
	r := f.at(start, reference)
	r.LoadType = kind.ID
	return r
}

// partner books without an account, as its portal does.
func (f *floor) partner(do func(ctx context.Context, tx *store.Tx, a *warehouse.Area) error) (err error) {
	ctx := context.Background()
	db, err := f.App.Store.Org(ctx, "1")
	if err != nil {
		return err
	}
	_, err = db.Write(ctx, store.Command{By: store.Actor{Name: "Partner", Warehouses: []string{"ATL"}}, Do: func(ctx context.Context, tx *store.Tx) error { return do(ctx, tx, f.App.Warehouse) }})
	return err
}

func refusedWith(t *testing.T, name string, e *fail.Error, field, code string) {
	t.Helper()
	if field == "" && e.Code == code || len(e.Fields) == 1 && e.Fields[0].Field == field && e.Fields[0].Code == code {
		return
	}
	t.Errorf("%s: want %s %s, got %+v", name, field, code, e)
}

func TestLoadType_HasItsOwnLength(t *testing.T) {
	f := newFloor(t)
	long := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Minutes = 120 })
	got := testkit.Into[warehouse.Appointment](t, f.office.Call(book, f.of(long, "08:00", "PO 1")))
	if got.Minutes != 120 || got.LoadType != long.ID {
		t.Fatalf("%+v", got)
	}
	short := f.of(long, "10:00", "PO 2")
	short.Minutes = 60
	refusedWith(t, "another length", f.office.Refused(book, short), "Minutes", "load-type-minutes")
	refusedWith(t, "into the evening", f.office.Refused(book, f.of(long, "11:00", "PO 2")), "Minutes", "appointment-too-long")
	f.office.Call(book, f.at("08:00", "PO 3"))
	free := map[string]warehouse.SlotTime{}
	for _, s := range testkit.Into[[]warehouse.SlotTime](t, f.office.Call("WarehousesSlots/getWHSEtimeSlotList", warehouse.TimesReq{Warehouse: "ATL", Direction: "outbound", Day: f.day, LoadType: long.ID})) {
		free[s.Start] = s
	}
	if free["09:00"].Free != 1 || free["10:00"].Free != 2 || free["11:00"].Free != 0 || free["11:00"].Closed != "short" || free["08:00"].Free != 0 {
		t.Errorf("free for two hours: %+v", free)
	}
	f.office.Call(book, f.at("10:00", "PO 4"))
	f.office.Call(book, f.at("10:00", "PO 5"))
	for _, s := range testkit.Into[[]warehouse.SlotTime](t, f.office.Call("WarehousesSlots/getEnabledSlot", warehouse.TimesReq{Warehouse: "ATL", Direction: "outbound", Day: f.day, LoadType: long.ID})) {
		t.Errorf("free for two hours: %+v", s)
	}
	// Its length is another now: what is booked keeps its own.
	longer := long.LoadTypeReq
	longer.Minutes, longer.Rev = 180, long.Rev
	f.office.Call(saveType, longer)
	same := f.of(long, "08:00", "PO 1")
	same.ID, same.Minutes, same.Door = got.ID, 120, f.plan.Doors[0]
	f.office.Call(book, same)
	if e := f.office.Refused(book, func() warehouse.AppointmentReq { r := f.at("09:00", "PO 9"); r.LoadType = "none"; return r }()); len(e.Fields) != 1 || e.Fields[0].Code != "load-type-unknown" {
		t.Errorf("%+v", e)
	}
	if e := f.office.Refused("Warehouse/RemoveLoadType", resource.Key{ID: long.ID}); e.Code != "load-type-in-use" {
		t.Errorf("removed while it is booked: %+v", e)
	}
}

func TestLoadType_LeadTimeAndCutOffHoldForTheOfficeToo(t *testing.T) {
	f := newFloor(t)
	days := time.Duration(0)
	for d := f.Now(); d.Format(time.DateOnly) != f.day; d = d.AddDate(0, 0, 1) {
		days += 24 * time.Hour
	}
	lead := f.kind(t, func(r *warehouse.LoadTypeReq) { r.LeadHours = int64(days/time.Hour) + 48 })
	refusedWith(t, "lead", f.office.Refused(book, f.of(lead, "09:00", "PO 1")), "StartTime", "load-type-lead")
	dock := f.As("dock@demo.test")
	by := f.of(lead, "09:00", "PO 1")
	by.LimitSeen = true
	refusedWith(t, "set aside by who may not", dock.Refused(book, by), "LimitSeen", "load-type-limit-managers")
	for _, s := range testkit.Into[[]warehouse.SlotTime](t, f.office.Call("WarehousesSlots/getWHSEtimeSlotList", warehouse.TimesReq{Warehouse: "ATL", Direction: "outbound", Day: f.day, LoadType: lead.ID})) {
		if s.Free != 0 || s.Closed != "late" {
			t.Errorf("%+v", s)
		}
	}
	f.office.Call(book, by)
	// The cut-off is a time of the wall's clock on the day before.
	cut := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Name, r.CutOff = "Cut", "15:00" })
	zone, _ := time.LoadLocation("America/New_York")
	eve, _ := time.ParseInLocation(time.DateOnly+" 15:04", addDays(f.day, -1)+" 14:59", zone)
	f.Pass(eve.Sub(f.Now()))
	f.office.Call(book, f.of(cut, "10:00", "PO 2"))
	f.Pass(time.Minute)
	refusedWith(t, "cut-off", f.office.Refused(book, f.of(cut, "10:00", "PO 3")), "SlotDate", "load-type-cut-off")
	later := f.of(cut, "10:00", "PO 3")
	later.Day = addDays(f.day, 1)
	f.office.Call(book, later)
}

func TestLoadType_LimitsChangesAndCancellations(t *testing.T) {
	f := newFloor(t)
	kind := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Changes, r.ChangeHours, r.CancelHours = 1, 24, 48 })
	p := testkit.Into[warehouse.Appointment](t, f.office.Call(book, f.of(kind, "08:00", "PO 1")))
	to := func(start, door string) warehouse.AppointmentReq {
		r := f.of(kind, start, "PO 1")
		r.ID, r.Minutes, r.Door = p.ID, p.Minutes, door
		return r
	}
	if got := testkit.Into[warehouse.Appointment](t, f.office.Call(book, to("08:00", f.plan.Doors[0]))); got.Moved != 0 {
		t.Errorf("a door is no other time: %+v", got)
	}
	f.office.Call(book, to("09:00", ""))
	refusedWith(t, "moved twice", f.office.Refused(book, to("10:00", "")), "", "load-type-changes")
	free := to("10:00", "")
	free.LimitSeen = true
	f.office.Call(book, free)
	other := testkit.Into[warehouse.Appointment](t, f.office.Call(book, f.of(kind, "08:00", "PO 2")))
	zone, _ := time.LoadLocation("America/New_York")
	at, _ := time.ParseInLocation(time.DateOnly+" 15:04", f.day+" 08:00", zone)
	f.Pass(at.Add(-23 * time.Hour).Sub(f.Now()))
	late := f.of(kind, "09:00", "PO 2")
	late.ID, late.Minutes = other.ID, other.Minutes
	refusedWith(t, "moved late", f.office.Refused(book, late), "", "load-type-change-late")
	cancel := warehouse.MoveReq{ID: other.ID, State: "cancelled"}
	refusedWith(t, "cancelled late", f.office.Refused(move, cancel), "", "load-type-cancel-late")
	refusedWith(t, "no limit", f.office.Refused(move, warehouse.MoveReq{ID: other.ID, State: "arrived", LimitSeen: true}), "LimitSeen", "load-type-limit-none")
	cancel.LimitSeen = true
	refusedWith(t, "set aside by who may not", f.As("dock@demo.test").Refused(move, cancel), "LimitSeen", "load-type-limit-managers")
	f.office.Call(move, cancel)
}

func TestLoadType_WantsReferencesThatAreOurs(t *testing.T) {
	f := newFloor(t)
	kind := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Requires, r.Checked = []string{"LOAD", "BOL"}, true })
	if e := f.office.Refused(book, f.of(kind, "08:00", "call Joe")); len(e.Fields) != 2 || e.Fields[0].Field != "BOLNumber" || e.Fields[1].Field != "LoadNumber" || e.Fields[0].Code != "field-required" {
		t.Errorf("%+v", e)
	}
	var load, bol, elsewhere string
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		if err := tx.QueryRowContext(ctx, `SELECT number, bol FROM shipment_daily WHERE warehouse = 'ATL' AND NOT inbound AND bol <> '' AND status <> 'D' LIMIT 1`).Scan(&load, &bol); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT number FROM shipment_daily WHERE warehouse <> 'ATL' AND NOT inbound AND status <> 'D' LIMIT 1`).Scan(&elsewhere)
	})
	r := f.of(kind, "08:00", "")
	r.SaidBOL, r.SaidLoad = bol, elsewhere
	refusedWith(t, "another site's", f.office.Refused(book, r), "LoadNumber", "appointment-reference-unknown")
	r.SaidLoad = load
	got := testkit.Into[warehouse.Appointment](t, f.office.Call(book, r))
	if got.Reference != bol || got.SaidLoad != load {
		t.Errorf("%+v", got)
	}
	free := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Name, r.Requires = "Unchecked", []string{"PO"} })
	r = f.of(free, "09:00", "")
	r.PO = "whatever"
	f.office.Call(book, r)
}

func TestLoadType_IsBookedByTheKindsOfPartnerItNames(t *testing.T) {
	f := newFloor(t)
	ask := func(booker, kind string) (out freight.SlotsOffered) {
		f.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			tx.By = store.Actor{Warehouses: []string{"ATL"}}
			out, err = f.App.Warehouse.FreeSlots(ctx, tx, freight.SlotsAsked{Warehouse: "ATL", From: f.day, Days: 1, Booker: booker, LoadType: kind})
			return err
		})
		return out
	}
	if got := ask("vendor", ""); len(got.Kinds) != 0 || len(got.Free) != 4 {
		t.Errorf("a site without load types: %+v", got)
	}
	one := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Bookers, r.Minutes = []string{"vendor"}, 120 })
	if got := ask("vendor", ""); len(got.Kinds) != 1 || len(got.Free) != 3 {
		t.Errorf("the only one: %+v", got)
	}
	if got := ask("stranger", ""); len(got.Kinds) != 0 || len(got.Free) != 0 {
		t.Errorf("none of theirs: %+v", got)
	}
	two := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Name, r.Bookers = "Two", []string{"vendor"} })
	if got := ask("vendor", ""); len(got.Kinds) != 2 || len(got.Free) != 0 {
		t.Errorf("none chosen: %+v", got)
	}
	if got := ask("vendor", two.ID); len(got.Free) != 4 {
		t.Errorf("chosen: %+v", got)
	}
	var load string
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id FROM shipment_daily WHERE warehouse = 'ATL' AND NOT inbound AND departed_at IS NULL AND status = 'Q' LIMIT 1`).Scan(&load)
	})
	try := func(booker, kind string) error {
		return f.partner(func(ctx context.Context, tx *store.Tx, a *warehouse.Area) error {
			_, err := a.BookSlot(ctx, tx, freight.Booking{ShipmentID: load, Warehouse: "ATL", Day: f.day, Start: "09:00", Booker: booker, LoadType: kind})
			return err
		})
	}
	for name, c := range map[string]struct{ booker, kind, code string }{
		"not theirs":  {"stranger", one.ID, "load-type-not-yours"},
		"none chosen": {"vendor", "", "field-required"},
		"none at all": {"stranger", "", "load-type-not-yours"},
		"unknown":     {"vendor", "x", "load-type-unknown"},
	} {
		e, ok := fail.As(try(c.booker, c.kind))
		if !ok {
			t.Fatalf("%s was booked", name)
		}
		refusedWith(t, name, e, "LoadTypeId", c.code)
	}
	if err := try("vendor", two.ID); err != nil {
		t.Errorf("the one that was chosen: %v", err)
	}
}

// A hundred at once, of two lengths and two kinds of booker, never put a third truck at two doors.
func TestLoadType_OneIsGivenTheLastPlace(t *testing.T) {
	f := newFloor(t)
	long := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Minutes = 120 })
	short := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Name = "Short" })
	f.office.Call(book, f.at("09:00", "PO 0"))
	var won atomic.Int64
	var wait sync.WaitGroup
	for i := range 100 {
		wait.Go(func() {
			r := f.of(long, "08:00", fmt.Sprint("PO L", i))
			if i%2 == 0 {
				r = f.of(short, "09:00", fmt.Sprint("PO S", i))
			}
			_, err := f.office.Try(book, r)
			if e, ok := fail.As(err); err == nil {
				won.Add(1)
			} else if !ok || len(e.Fields) != 1 || e.Fields[0].Code != "appointment-slot-full" {
				t.Errorf("%v", err)
			}
		})
	}
	wait.Wait()
	if won.Load() != 1 {
		t.Fatalf("%d had the last place", won.Load())
	}
}

func TestLoadType_IsRefusedWhereItCannotBe(t *testing.T) {
	f := newFloor(t)
	kind := f.kind(t, func(r *warehouse.LoadTypeReq) { r.Name = "Live" })
	for field, change := range map[string]func(*warehouse.LoadTypeReq){
		"Name":        func(r *warehouse.LoadTypeReq) { r.Name = " " },
		"Minutes":     func(r *warehouse.LoadTypeReq) { r.Minutes = 5 },
		"LeadHours":   func(r *warehouse.LoadTypeReq) { r.LeadHours = -1 },
		"CutOff":      func(r *warehouse.LoadTypeReq) { r.CutOff = "25:00" },
		"Requires[0]": func(r *warehouse.LoadTypeReq) { r.Requires = []string{"SEAL"} },
		"Bookers[0]":  func(r *warehouse.LoadTypeReq) { r.Bookers = []string{"anybody"} },
		"Direction":   func(r *warehouse.LoadTypeReq) { r.Direction = "sideways" },
		"WarehouseId": func(r *warehouse.LoadTypeReq) { r.Warehouse = "" },
	} {
		r := warehouse.LoadTypeReq{Warehouse: "ATL", Direction: "outbound", Name: "New", Requires: []string{}, Bookers: []string{}}
		change(&r)
		if e := f.office.Refused(saveType, r); len(e.Fields) != 1 || e.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, e)
		}
	}
	again := warehouse.LoadTypeReq{Warehouse: "ATL", Direction: "outbound", Name: "Live", Requires: []string{}, Bookers: []string{}}
	if e := f.office.Refused(saveType, again); e.Code != "load-type-exists" && (len(e.Fields) != 1 || e.Fields[0].Code != "load-type-exists") {
		t.Errorf("twice: %+v", e)
	}
	turned := kind.LoadTypeReq
	turned.Direction = "inbound"
	refusedWith(t, "turned", f.office.Refused(saveType, turned), "Direction", "load-type-fixed")
	if e := f.As("dock@demo.test").Refused(saveType, again); e.Status != 403 {
		t.Errorf("dock: %+v", e)
	}
	away := *f.office
	away.By.Warehouses = []string{"DAL"}
	if got := testkit.Into[[]warehouse.LoadType](t, away.Call("Warehouse/LoadTypes", op.None{})); len(got) != 0 {
		t.Errorf("another warehouse's: %+v", got)
	}
	if e := away.Refused("Warehouse/RemoveLoadType", resource.Key{ID: kind.ID}); e.Code != "load-type-unknown" {
		t.Errorf("another warehouse's is removed: %+v", e)
	}
}
