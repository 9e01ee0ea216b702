package warehouse_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
	"lading/sync/push"

	"github.com/oklog/ulid/v2"
)

// heldDoor is a lease as a device keeps it: what has passed by both of its clocks, as sync/client/slotLeases.ts reckons.
type heldDoor struct {
	warehouse.SlotLease
	from         time.Time
	passed       time.Duration
	clock, watch time.Time
	page         int
	doubt        bool
}

// randomGate is a device at a gate whose network comes and goes and whose clock is set.
type randomGate struct {
	*testkit.Device
	name    string
	offline bool
	off     time.Duration // of its clock
	page    int           // which is opened anew now and then
	held    map[string]*heldDoor
	waits   []obj // admissions that the server has not answered
	used    []string
}

// stands is a truck at a door, as it is in truth.
type stands struct {
	what, id, door string
	from, until    time.Time
}

// lateWord is what a yard driver without a network has noted: a trailer that was brought to a door.
type lateWord struct {
	trailer, door string
	at            time.Time
}

type randomYard struct {
	*gates
	random *rand.Rand
	guards []*randomGate
	trucks []stands
	told   map[string]bool // admissions that were laid before a person
	yard   *testkit.Person
	spots  warehouse.YardRow
	late   []lateWord
	log    []string
}

func (y *randomYard) note(form string, args ...any) {
	y.log = append(y.log, y.Now().In(y.zone).Format("02 15:04 ")+fmt.Sprintf(form, args...))
}

func (y *randomYard) up(n int) time.Duration { return time.Duration(1+y.random.IntN(n)) * time.Minute }

// passedOf is how long ago a device asked for a lease, as well as it can tell; ok is false where it cannot.
func (y *randomYard) passedOf(g *randomGate, h *heldDoor) (passed time.Duration, doubt, ok bool) {
	by := y.Now().Add(g.off).Sub(h.clock)
	if h.page != g.page {
		return h.passed + by, true, by >= 0
	}
	watched := y.Now().Sub(h.watch)
	return h.passed + max(0, by, watched), h.doubt || (by-watched).Abs() > time.Minute, true
}

// look notes what has passed, as the open screen does all the time.
func (y *randomYard) look(g *randomGate) {
	for id, h := range g.held {
		passed, doubt, ok := y.passedOf(g, h)
		if !ok {
			delete(g.held, id)
			continue
		}
		h.passed, h.doubt, h.clock, h.watch, h.page = passed, doubt, y.Now().Add(g.off), y.Now(), g.page
	}
}

// asks has a gate ask for doors; its answer takes a while, or is lost.
func (y *randomYard) asks(g *randomGate) {
	clock, watch := y.Now().Add(g.off), y.Now()
	lost := y.random.IntN(5) == 0
	if y.random.IntN(3) == 0 {
		y.Pass(time.Duration(y.random.IntN(90)) * time.Second)
	}
	given, held := y.given(), y.until()
	got := y.leases(g.Device, obj{"Used": g.used})
	for _, l := range got.Leases {
		if given[l.Door] {
			y.T.Fatalf("%s is let go on with door %s, which the dock or the yard has\n%s", g.name, l.Door, strings.Join(y.log, "\n"))
		}
	}
	for id, now := range y.until() {
		if was, ok := held[id]; ok && given[now.door] && now.until != was.until {
			y.T.Fatalf("the lease of door %s was prolonged, which the dock or the yard has\n%s", now.door, strings.Join(y.log, "\n"))
		}
	}
	if y.random.IntN(3) == 0 {
		y.Pass(time.Duration(y.random.IntN(90)) * time.Second)
	}
	y.note("%s holds %v, lost %v", g.name, doorsOf(got), lost)
	if lost {
		return
	}
	now := map[string]*heldDoor{}
	for _, l := range got.Leases {
		now[l.ID] = &heldDoor{SlotLease: l, from: got.Now.Time, clock: clock, watch: watch, page: g.page}
	}
	g.held = now
}

// admits has a gate send a truck to a door that it believes is its own.
func (y *randomYard) admits(g *randomGate) {
	for _, id := range slices.Sorted(maps(g.held)) {
		h := g.held[id]
		passed, doubt, ok := y.passedOf(g, h)
		if !ok || passed.Milliseconds() >= h.AdmitFor {
			continue
		}
		a := y.admission(h.SlotLease, obj{"AdmittedAt": h.from.Add(passed).Format(time.RFC3339Nano), "LicensePlate": fmt.Sprintf("G%d", len(y.trucks)), "ByClock": doubt, "Door": h.Door})
		y.trucks = append(y.trucks, stands{"admitted by " + g.name, a["AdmissionId"].(string), h.Door, y.Now(), y.Now().Add(time.Duration(h.Stay) * time.Minute)})
		g.waits, g.used = append(g.waits, a), append(g.used, id)
		delete(g.held, id)
		y.note("%s admits to %s, %s after the lease, in doubt %v", g.name, h.Door, passed, doubt)
		return
	}
}

// sends has a gate tell what it did; the answer may be lost, and then it tells it again.
func (y *randomYard) sends(g *randomGate, always bool) {
	for len(g.waits) > 0 {
		a := g.waits[0]
		r := y.drains(g.Device, a)
		if !always && y.random.IntN(6) == 0 { // the same again, under another number: as a copy of the device does
			continue
		}
		g.waits = g.waits[1:]
		switch r.Status {
		case push.Applied:
		case push.Rejected, push.Parked:
			y.told[a["AdmissionId"].(string)] = true
		default:
			y.T.Fatalf("%+v", r)
		}
		y.note("%s tells of door %s: %s %s", g.name, a["Door"], r.Status, r.Code)
	}
}

// books has the office book a door or any, within the next hours, and give a door to what has none.
func (y *randomYard) books(doors []string) {
	next := y.Now().Truncate(time.Hour).Add(time.Duration(1+y.random.IntN(5)) * time.Hour)
	day, start := next.In(y.zone).Format(time.DateOnly), next.In(y.zone).Format("15:04")
	at := ""
	if y.random.IntN(3) > 0 {
		at = doors[y.random.IntN(len(doors))]
	}
	r := obj{"WarehouseId": "ATL", "Direction": []string{"inbound", "outbound"}[y.random.IntN(2)], "SlotDate": day, "StartTime": start, "Reference": "PO", "Carrier": "Saia", "Door": at}
	if y.random.IntN(4) == 0 {
		var id string
		y.Read("1", func(ctx context.Context, tx *store.Tx) error {
			list, err := store.Select[string](ctx, tx, `SELECT id FROM warehouse_appointment WHERE state = 'booked' AND day || start > ? ORDER BY id`, y.Now().In(y.zone).Format("2006-01-0215:04"))
			if len(list) > 0 {
				id = list[y.random.IntN(len(list))]
			}
			return err
		})
		if id != "" {
			r["AppointmentId"] = id
			r["Door"] = doors[y.random.IntN(len(doors))]
		}
	}
	_, err := y.admin.Try("WarehousesSlots/SaveAppointment", r)
	y.note("the office books %s at %q: %v", start, r["Door"], field(err))
}

// withdraws has the office take a door back from a gate that it believes lost.
func (y *randomYard) withdraws() {
	list := testkit.Into[[]warehouse.HeldSlot](y.T, y.admin.Call("Warehouse/SlotLeases", obj{"WarehouseId": "ATL"}))
	if len(list) > 0 {
		l := list[y.random.IntN(len(list))]
		y.admin.Call("Warehouse/WithdrawSlotLease", obj{"LeaseId": l.ID})
		y.note("the office withdraws door %s", l.Door)
	}
}

// given are the doors that the dock or the yard has given out.
func (y *randomYard) given() map[string]bool {
	out := map[string]bool{}
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[string](ctx, tx, `SELECT door FROM warehouse_trailer WHERE warehouse = 'ATL' AND door <> '' AND left_at IS NULL UNION SELECT door FROM warehouse_yard_move WHERE warehouse = 'ATL' AND door <> '' AND state = 'open'
UNION SELECT door FROM dock_shipment WHERE warehouse = 'ATL' AND door <> '' AND left_at IS NULL AND state <> 'signed'`)
		for _, d := range list {
			out[d] = true
		}
		return err
	})
	return out
}

type leaseUntil struct {
	door  string
	until time.Time
}

// until is how long each lease holds its door.
func (y *randomYard) until() map[string]leaseUntil {
	out := map[string]leaseUntil{}
	type row struct {
		ID    string     `db:"id"`
		Door  string     `db:"door"`
		Until store.Time `db:"until"`
	}
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[row](ctx, tx, `SELECT id, door, until FROM warehouse_slot_lease WHERE ended_at IS NULL`)
		for _, l := range list {
			out[l.ID] = leaseUntil{l.Door, l.Until.Time}
		}
		return err
	})
	return out
}

// shunts has the yard bring a trailer to a door, or take one away; it is told where a gate has the door.
func (y *randomYard) shunts(doors []string) {
	var here []warehouse.Trailer
	var open []warehouse.YardMove
	y.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		if here, err = store.Select[warehouse.Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE warehouse = 'ATL' AND left_at IS NULL ORDER BY id`); err == nil {
			open, err = store.Select[warehouse.YardMove](ctx, tx, `SELECT * FROM warehouse_yard_move WHERE warehouse = 'ATL' AND state = 'open' ORDER BY id`)
		}
		return err
	})
	door := doors[y.random.IntN(len(doors))]
	switch n := y.random.IntN(6); {
	case n == 4 && len(here) > 0:
		y.late = append(y.late, lateWord{here[y.random.IntN(len(here))].ID, door, y.Now()})
		y.note("a trailer is brought to %s, which nobody hears", door)
	case n == 5:
		y.tellsLate()
	case n == 0 || len(here) == 0:
		at := warehouse.Place{RowID: y.spots.ID, Spot: int64(1 + y.random.IntN(3))}
		_, err := y.yard.Try("Yard/NoteTrailer", trailer(fmt.Sprintf("T%d", len(y.log)), at))
		y.note("a trailer comes: %v", err)
	case n == 1 && len(open) > 0:
		_, err := y.yard.Try("Yard/DoMove", warehouse.DoMoveReq{ID: open[0].ID, TrailerID: open[0].TrailerID})
		y.note("a trailer is brought to %s: %v", open[0].Door, err)
		if err != nil {
			y.yard.Call("Yard/CancelMove", warehouse.CancelMoveReq{ID: open[0].ID, TrailerID: open[0].TrailerID, Reason: "taken"})
		}
	case n == 2:
		y.yard.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: here[y.random.IntN(len(here))].ID})
		y.note("a trailer leaves")
	default:
		_, err := y.yard.Try("Yard/AskMove", warehouse.AskMoveReq{ID: ulid.Make().String(), TrailerID: here[y.random.IntN(len(here))].ID, Priority: "normal", Place: warehouse.Place{Door: door}})
		y.note("a trailer is asked for at %s: %v", door, err)
	}
}

// tellsLate has the yard tell what it noted without a network. What came to a door before a gate was given it is no trouble of the gate's.
func (y *randomYard) tellsLate() {
	for _, w := range y.late {
		_, err := y.yard.When(w.at).Try("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: w.trailer, Place: warehouse.Place{Door: w.door}})
		y.note("the yard tells that a trailer is at %s since %s: %v", w.door, w.at.In(y.zone).Format("15:04"), err)
		if fail.CodeOf(err) == "door-held-gate" && y.count(`SELECT count(*) FROM warehouse_slot_lease WHERE door = ? AND ended_at IS NULL AND at <= ?`, w.door, w.at.UnixMilli()) == 0 {
			y.T.Fatalf("a trailer that stood at door %s before a gate was given it is refused\n%s", w.door, strings.Join(y.log, "\n"))
		}
	}
	y.late = nil
}

// docks has the dock plan a load for a door, whose truck has not come, or give the door up.
func (y *randomYard) docks(doors []string) {
	door := doors[y.random.IntN(len(doors))]
	if y.random.IntN(2) == 0 {
		door = ""
	}
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET door = ? WHERE id = 'random'`, door)
		return err
	})
	y.note("the dock plans a load for door %q", door)
}

func (y *randomYard) step(doors []string) {
	g := y.guards[y.random.IntN(len(y.guards))]
	switch n := y.random.IntN(23); {
	case n < 4:
		y.Pass(y.up(25))
	case n < 6:
		g.offline = !g.offline
		y.note("%s offline %v", g.name, g.offline)
	case n < 9 && !g.offline:
		y.sends(g, false)
		y.asks(g)
	case n < 13:
		y.admits(g)
	case n < 14:
		y.look(g)
		g.off += time.Duration(y.random.IntN(361)-180) * time.Minute
		y.note("the clock of %s is %s off", g.name, g.off)
	case n < 15: // closed for a while; its clock may be set meanwhile
		y.look(g)
		y.Pass(y.up(60))
		if y.random.IntN(2) == 0 {
			g.off -= y.up(90)
		}
		g.page++
		y.note("%s opens its page anew, its clock %s off", g.name, g.off)
	case n < 16 && y.random.IntN(3) == 0:
		y.withdraws()
	case n < 20:
		y.books(doors)
	case n < 22:
		y.shunts(doors)
	default:
		y.docks(doors)
	}
	for _, g := range y.guards {
		y.look(g)
	}
}

// overlaps names two trucks that have one door at a time although nobody was told of either, or trucks for which there are too few doors.
func (y *randomYard) overlaps(since string, doors int) string {
	booked := []stands{}
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[warehouse.Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE state IN ('booked', 'arrived') AND day >= ? AND id NOT IN (SELECT appointment_id FROM warehouse_visit)`, since)
		for _, p := range list {
			at, err := time.ParseInLocation("2006-01-02 15:04", p.Day+" "+p.Start, y.zone)
			if err != nil {
				return err
			}
			booked = append(booked, stands{"booked", p.ID, p.Door, at, at.Add(time.Duration(p.Minutes) * time.Minute)})
		}
		return err
	})
	all := slices.Concat(y.trucks, booked)
	for i, a := range all {
		for _, b := range all[i+1:] {
			if a.door != "" && a.door == b.door && a.from.Before(b.until) && b.from.Before(a.until) && !y.told[a.id] && !y.told[b.id] {
				return fmt.Sprintf("door %s: %s from %s, and %s from %s", a.door, a.what, a.from.In(y.zone).Format("02 15:04"), b.what, b.from.In(y.zone).Format("02 15:04"))
			}
		}
	}
	for _, a := range all {
		used, waits, told := map[string]bool{}, 0, false
		for _, b := range all {
			if b.from.After(a.from) || !b.until.After(a.from) {
				continue
			}
			told = told || y.told[b.id]
			if b.door == "" {
				waits++
			} else {
				used[b.door] = true
			}
		}
		if waits > 0 && waits+len(used) > doors && !told {
			return fmt.Sprintf("%s: %d doors are used, and %d trucks wait for one", a.from.In(y.zone).Format("02 15:04"), len(used), waits)
		}
	}
	return ""
}

func maps(m map[string]*heldDoor) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// Two gates without a network half of the time, whose clocks are set and whose pages are closed, beside an office that books and takes doors back, a yard and a dock: no door has two trucks
// that nobody is told of, every truck that was admitted is kept or lies before a person, most are let in without a word, and no gate keeps for longer what the dock or the yard has.
func TestSlotLease_NoDoorHasTwoTrucksThatNobodyIsToldOf(t *testing.T) {
	first, seeds := 1, 20
	if os.Getenv("LADING_SOAK") != "" {
		seeds = 1000
	}
	if n, err := strconv.Atoi(os.Getenv("LADING_SEED")); err == nil {
		first, seeds = n, 1
	}
	if n, err := strconv.Atoi(os.Getenv("LADING_SEEDS")); err == nil {
		seeds = n
	}
	doors := []string{"1", "2", "3", "4"}
	g := newGates(t, doors, 2)
	yard := g.As("dock@demo.test")
	spots := testkit.Into[warehouse.YardRow](t, g.admin.Call("Yard/SaveRow", rowOf("ATL", "T")))
	g.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO dock_shipment (id, warehouse, bol, carrier, carrier_name, orders, ship_on, state, total_pallets, pieces, weight, consignee, city, region) VALUES ('random', 'ATL', '900', 'ODFL', 'Old Dominion', '[]', ?, 'waiting', 1, 1, '{}', '', '', '')`, g.Now().Format(time.DateOnly))
		return err
	})
	begin := g.Now()
	var admitted, told int
	for seed := first; seed < first+seeds; seed++ {
		g.Pass(begin.Add(time.Duration(seed) * 72 * time.Hour).Sub(g.Now())) // each has days of its own, over all nights on which clocks are set
		y := &randomYard{gates: g, random: rand.New(rand.NewPCG(uint64(seed), 1)), told: map[string]bool{}, yard: yard, spots: spots}
		for i := range 2 {
			y.guards = append(y.guards, &randomGate{Device: y.gate(), name: fmt.Sprintf("gate %d", i+1), held: map[string]*heldDoor{}})
		}
		g.Write("1", func(ctx context.Context, tx *store.Tx) error { // the yard of another day
			for _, sql := range []string{`UPDATE dock_shipment SET door = ''`, `UPDATE warehouse_yard_move SET state = 'cancelled' WHERE state = 'open'`, `UPDATE warehouse_trailer SET left_at = came_at WHERE left_at IS NULL`} {
				if _, err := tx.ExecContext(ctx, sql); err != nil {
					return err
				}
			}
			return nil
		})
		today, _ := g.at(0)
		for range 100 {
			y.step(doors)
		}
		y.Pass(y.up(300))
		y.tellsLate()
		for _, g := range y.guards {
			y.sends(g, true)
		}
		if wrong := y.overlaps(today, len(doors)); wrong != "" {
			for _, line := range y.log {
				t.Log(line)
			}
			t.Fatalf("seed %d: %s", seed, wrong)
		}
		for _, truck := range y.trucks {
			if n := y.count(`SELECT (SELECT count(*) FROM warehouse_visit WHERE id = ?1) + (SELECT count(*) FROM sync_tray WHERE op = 'Warehouse/AdmitTruck' AND args LIKE '%' || ?1 || '%')`, truck.id); n == 0 {
				t.Errorf("seed %d: the truck %s is lost", seed, truck.id)
			}
		}
		admitted, told = admitted+len(y.trucks), told+len(y.told)
	}
	t.Logf("%d trucks admitted, of %d somebody was told", admitted, told)
	if seeds > 1 && (admitted < 2*seeds || told == 0 || told > admitted/3) {
		t.Errorf("%d trucks admitted, of %d somebody was told", admitted, told)
	}
}
