package routing_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/record"
	"lading/server/routing"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// rides is a zone skip of two parcels whose linehaul is tendered, and what a test does with it.
type rides struct {
	*testkit.Kit
	t        *testing.T
	office   *testkit.Person
	one, two shipment.Shipment
	z        routing.ZoneSkip
}

func newRides(t *testing.T) *rides {
	t.Helper()
	k := testkit.Demo(t)
	r := &rides{Kit: k, t: t, office: k.As("office@demo.test")}
	at := hub(t, r.office, "100 Vassar St")
	r.one = parcel(t, r.office, "ZP-1", "89431", "NV", "Sparks", 40)
	r.two = parcel(t, r.office, "ZP-2", "89701", "NV", "Carson City", 40)
	req := group(at.ID, r.one.ID, r.two.ID)
	r.z = testkit.Into[routing.ZoneSkip](t, r.office.Call("Route/BuildZoneSkip", build(testkit.Into[routing.ZoneGroup](t, r.office.Call("Route/ZoneGroup", req)), req)))
	if err := r.haul(); err != nil {
		t.Fatal(err)
	}
	return r
}

// haul tenders the linehaul.
func (r *rides) haul() error {
	return attempt(r.Kit, r.office, func(ctx context.Context, tx *store.Tx) error {
		return r.App.Shipment.Award(ctx, tx, r.z.ShipmentID, r.z.Linehaul.V.Price())
	})
}

func (r *rides) load(id string) (s shipment.Shipment) {
	r.t.Helper()
	r.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		s, err = r.App.Shipment.Get(ctx, tx, id)
		return err
	})
	return s
}

// cost is what a shipment costs; -1 where nothing says so.
func (r *rides) cost(id string) (minor int64) {
	r.t.Helper()
	r.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, ok, err := store.Get[int64](ctx, tx, `SELECT total_minor FROM shipment_cost WHERE id = ?`, id)
		if minor = n; !ok {
			minor = -1
		}
		return err
	})
	return minor
}

// stale is why the price of a shipment is not its own any more.
func (r *rides) stale(id string) (why string) {
	r.t.Helper()
	r.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT stale FROM shipment_cost WHERE id = ?`, id).Scan(&why)
	})
	return why
}

// work does what is left to do after commands.
func (r *rides) work() {
	r.t.Helper()
	if _, err := r.App.Jobs.Drain(context.Background(), "1"); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rides) skip() routing.ZoneSkip {
	r.t.Helper()
	return testkit.Into[[]routing.ZoneSkip](r.t, r.office.Call("Route/ZoneSkips", obj{}))[0]
}

func (r *rides) set(sql string, args ...any) {
	r.t.Helper()
	r.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, sql, args...)
		return err
	})
}

// free wants parcels to wait for a carrier at no price.
func (r *rides) free(when string, ids ...string) {
	r.t.Helper()
	for _, id := range ids {
		if s := r.load(id); s.Status != shipment.Quoted || s.Carrier != "" || s.ServiceDays != 0 || s.ArrivesOn != "" || r.cost(id) != -1 {
			r.t.Errorf("%s: parcel %s is %s with %q, arrives %q and costs %d", when, s.Number, s.Status, s.Carrier, s.ArrivesOn, r.cost(id))
		}
	}
}

// told wants the office to be told something once.
func (r *rides) told(code string) {
	r.t.Helper()
	r.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int64](ctx, tx, `SELECT count(DISTINCT group_id) FROM notify_notification WHERE code = ?`, code)
		if n != 1 {
			r.t.Errorf("the office is told %s %d times", code, n)
		}
		return err
	})
}

func (r *rides) status(id, to string) error {
	_, err := r.office.Try("Shipment/UpdateStatusCode", obj{"ShipmentId": id, "StatusCode": to})
	return err
}

func TestZoneSkip_AVoidedLinehaulGivesItsParcelsBack(t *testing.T) {
	r := newRides(t)
	if s := r.load(r.one.ID); s.Status != shipment.Tendered || r.cost(r.one.ID) <= 0 {
		t.Fatalf("%+v", s)
	}
	if err := r.status(r.two.ID, "M"); err != nil { // confirmed by telephone
		t.Fatal(err)
	}
	r.office.Call("Shipment/Void", obj{"ShipmentId": r.z.ShipmentID, "Reason": "No truck"})
	r.free("voided", r.one.ID, r.two.ID)
	r.told("notify-zone-skip-undone")
	if got := r.skip(); got.State != routing.ZoneUndone || got.Riders[0].Open || got.Riders[1].Open {
		t.Errorf("%+v", got)
	}
	if got := plan(t, r.office); len(got.Groups) != 1 || len(got.Groups[0].Parcels) != 2 {
		t.Errorf("planned again: %+v", got)
	}
	// Each can go by itself now.
	if err := attempt(r.Kit, r.office, func(ctx context.Context, tx *store.Tx) error {
		return r.App.Shipment.Award(ctx, tx, r.one.ID, r.z.Riders[0].Door.V.Price())
	}); err != nil {
		t.Error(err)
	}
	if s := r.load(r.one.ID); s.ArrivesOn != r.z.Riders[0].Door.V.ArrivesOn {
		t.Errorf("by itself it arrives on %s, not %s", s.ArrivesOn, r.z.Riders[0].Door.V.ArrivesOn)
	}
}

func TestZoneSkip_ALinehaulStaysWhoseParcelLeftOrIsLoaded(t *testing.T) {
	r := newRides(t)
	for name, sql := range map[string]string{
		"left":     `UPDATE shipment SET status = 'A' WHERE id = ?`,
		"stopped":  `UPDATE shipment SET status = 'X', back = 'A' WHERE id = ?`,
		"is there": `UPDATE shipment SET status = 'D' WHERE id = ?`,
		"loaded":   `UPDATE shipment SET on_dock = 1, status = 'T', back = '' WHERE id = ?`,
	} {
		r.set(sql, r.two.ID)
		for path, req := range map[string]obj{"Shipment/Void": {"ShipmentId": r.z.ShipmentID, "Reason": "No truck"}, "Shipment/UpdateStatusCode": {"ShipmentId": r.z.ShipmentID, "StatusCode": "Q"}} {
			f := r.office.Refused(path, req)
			if f.Code != "zone-skip-parcels-left" || f.Params["parcels"] != r.two.Number {
				t.Errorf("%s, %s: %+v", name, path, f)
			}
		}
		if s := r.load(r.one.ID); s.Status != shipment.Tendered || r.load(r.z.ShipmentID).Status != shipment.Tendered || r.skip().State != routing.ZoneTendered {
			t.Errorf("%s: the other parcel is %s", name, s.Status)
		}
		r.set(`UPDATE shipment SET on_dock = 0, status = 'T', back = '' WHERE id = ?`, r.two.ID)
	}
}

func TestZoneSkip_ALinehaulThatIsPlannedAnewTakesItsParcelsAlong(t *testing.T) {
	r := newRides(t)
	if err := r.status(r.z.ShipmentID, "Q"); err != nil {
		t.Fatal(err)
	}
	r.free("requoted", r.one.ID, r.two.ID)
	if got := r.skip(); got.State != routing.ZoneBuilt || !got.Riders[0].Open {
		t.Errorf("%+v", got)
	}
	if err := attempt(r.Kit, r.office, func(ctx context.Context, tx *store.Tx) error {
		return r.App.Shipment.Award(ctx, tx, r.one.ID, r.z.Riders[0].Door.V.Price())
	}); fail.CodeOf(err) != "zone-skip-rides" {
		t.Errorf("it waits with its linehaul: %v", err)
	}
	if err := r.haul(); err != nil { // to another carrier, at the same prices from the hub
		t.Fatal(err)
	}
	if s := r.load(r.one.ID); s.Status != shipment.Tendered || r.cost(r.one.ID) != r.z.Riders[0].Hub.V.TotalMinor {
		t.Errorf("%+v", s)
	}
}

func TestZoneSkip_ALinehaulThatNobodyTakesGivesItsParcelsBack(t *testing.T) {
	for _, end := range []string{"pass", "expire"} {
		r := newRides(t)
		r.office.Call("Shipment/AskCarrier", obj{"ShipmentId": r.z.ShipmentID, "Ask": true, "Minutes": 60, "Email": "dispatch@carrier.test", "DaySeen": true})
		var id string
		r.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT id FROM shipment_tender WHERE shipment_id = ?`, r.z.ShipmentID).Scan(&id)
		})
		r.set(`UPDATE shipment SET on_dock = 1 WHERE id = ?`, r.two.ID) // the dock has one of them under its hands: nobody asks the carrier to wait for that
		if end == "pass" {
			r.office.Call("Shipment/PassTender", obj{"TenderId": id})
		} else {
			r.Pass(2 * time.Hour)
			r.Write("1", func(ctx context.Context, tx *store.Tx) error {
				_, err := r.App.Shipment.Expire(ctx, tx, id)
				return err
			})
		}
		if s := r.load(r.z.ShipmentID); s.Status != shipment.Quoted {
			t.Fatalf("%s: linehaul is %s", end, s.Status)
		}
		r.free(end, r.one.ID)
		if s := r.load(r.two.ID); s.Status != shipment.Tendered {
			t.Errorf("%s: on the dock: %s", end, s.Status)
		}
		r.told("notify-zone-skip-parcels-left")
		if got := r.skip(); got.State != routing.ZoneBuilt || !got.Riders[0].Open || got.Riders[1].Open {
			t.Errorf("%s: %+v", end, got)
		}
		if err := r.haul(); fail.CodeOf(err) != "zone-skip-parcel-changed" { // its pallets are another number
			t.Errorf("%s: %v", end, err)
		}
	}
}

func TestZoneSkip_AParcelThatLeavesItIsTold(t *testing.T) {
	r := newRides(t)
	if err := r.status(r.one.ID, "Q"); err != nil { // taken out by hand
		t.Fatal(err)
	}
	r.told("notify-zone-skip-parcel-out")
	if s := r.load(r.one.ID); r.cost(r.one.ID) != -1 || s.ArrivesOn != "" {
		t.Errorf("taken out: it costs %d and arrives on %q", r.cost(r.one.ID), s.ArrivesOn)
	}
	if err := attempt(r.Kit, r.office, func(ctx context.Context, tx *store.Tx) error {
		return r.App.Shipment.Award(ctx, tx, r.one.ID, r.z.Riders[0].Door.V.Price())
	}); err != nil {
		t.Error(err)
	}
	if s := r.load(r.one.ID); s.ArrivesOn != r.z.Riders[0].Door.V.ArrivesOn {
		t.Errorf("by itself it arrives on %s, not %s", s.ArrivesOn, r.z.Riders[0].Door.V.ArrivesOn)
	}
	r.office.Call("Shipment/Void", obj{"ShipmentId": r.two.ID, "Reason": "Cancelled"})
	if got := r.skip(); got.Riders[0].Open || got.Riders[1].Open || got.State != routing.ZoneTendered {
		t.Errorf("%+v", got)
	}
	r.office.Call("Shipment/Void", obj{"ShipmentId": r.z.ShipmentID, "Reason": "Empty"}) // and takes nothing back that does not ride
	if s := r.load(r.one.ID); s.Status != shipment.Tendered || r.cost(r.one.ID) != r.z.Riders[0].Door.V.TotalMinor {
		t.Errorf("%+v", s)
	}
}

func TestZoneSkip_AParcelArrivesCountedFromItsInjection(t *testing.T) {
	r := newRides(t)
	due := func(when string) {
		t.Helper()
		for _, p := range r.z.Riders {
			if s := r.load(p.ShipmentID); s.ArrivesOn != p.Hub.V.ArrivesOn || s.ArrivesOn <= r.z.InjectOn {
				t.Errorf("%s: parcel %s is there on %s, not %s (injected on %s)", when, p.Shipment, s.ArrivesOn, p.Hub.V.ArrivesOn, r.z.InjectOn)
			}
		}
	}
	due("tendered")
	redate := func() {
		t.Helper()
		db, err := r.App.Store.Org(context.Background(), "1")
		if err == nil {
			err = r.App.Shipment.Redate(context.Background(), db, []byte(`{}`))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	redate()
	due("a calendar changed")
	r.set(`UPDATE shipment SET arrives_on = '2026-11-26' WHERE id = ?`, r.one.ID)
	redate()
	due("mended")
	// A linehaul that is slower than was planned brings its parcels later.
	was := r.load(r.one.ID).ArrivesOn
	if err := attempt(r.Kit, r.office, func(ctx context.Context, tx *store.Tx) error {
		p := r.z.Linehaul.V.Price()
		p.Days += 4
		return r.App.Shipment.Reprice(ctx, tx, r.z.ShipmentID, p)
	}); err != nil {
		t.Fatal(err)
	}
	r.work()
	if s := r.load(r.one.ID); s.ArrivesOn <= was || s.ArrivesOn <= r.load(r.z.ShipmentID).ArrivesOn {
		t.Errorf("the linehaul is there on %s, its parcel on %s", r.load(r.z.ShipmentID).ArrivesOn, s.ArrivesOn)
	}
}

func TestZoneSkip_ATenderedLinehaulGoesNowhereElse(t *testing.T) {
	r := newRides(t)
	s := r.load(r.z.ShipmentID)
	to := s.Destination.V
	to.Street, to.City, to.State, to.Zip = "1 Wharf St", "Portland", "ME", "04101"
	if f := r.office.Refused("Shipment/ChangeLoad", obj{"ShipmentId": s.ID, "Destination": to}); f.Code != "shipment-hauls-parcels" {
		t.Errorf("%+v", f)
	}
	seen := ""
	r.Read("1", func(ctx context.Context, tx *store.Tx) error {
		e, err := r.App.Shipment.DataRecord(ctx, tx, s.ID)
		seen = e.Seen
		return err
	})
	correct := func(sets ...record.Set) error {
		return attempt(r.Kit, r.As("admin@demo.test"), func(ctx context.Context, tx *store.Tx) error {
			_, _, err := r.App.Shipment.CorrectData(ctx, tx, s.ID, seen, sets, "Another hub")
			return err
		})
	}
	if err := correct(record.Set{Path: "Destination.street", Value: to.Street}, record.Set{Path: "Destination.city", Value: to.City}, record.Set{Path: "Destination.state", Value: to.State}, record.Set{Path: "Destination.zip", Value: to.Zip}); fail.CodeOf(err) != "shipment-hauls-parcels" {
		t.Errorf("by its data: %v", err)
	}
	if err := correct(record.Set{Path: "SpecialInstruction", Value: "Door 4"}); err != nil {
		t.Error(err)
	}
	// A parcel that weighs more has no price from the warehouse for one from the hub.
	was := r.cost(r.one.ID)
	r.office.Call("Shipment/ChangeLoad", obj{"ShipmentId": r.one.ID, "Lines": []obj{{"Line": 0, "Weight": freight.Measure{Milli: 2_400_000, Unit: "lb"}}}})
	stale := r.stale(r.one.ID)
	if r.cost(r.one.ID) != was || stale == "" {
		t.Errorf("it costs %d, %d before, marked %q", r.cost(r.one.ID), was, stale)
	}
}

// contract has UPS ask otherwise from a day on: a part of its contract is another, as JSON.
func (r *rides) contract(from, part, is string) {
	r.t.Helper()
	r.set(`INSERT INTO rating_version (tariff_id, n, from_on, to_on, body, hash, source, at, by_user)
SELECT v.tariff_id, v.n + 1, ?1, '', json_set(v.body, '$.from', ?1, '$.to', '', '$.version', v.n + 1, '$.parcel.' || ?2, json(?3)), v.hash || ?1, 'test', v.at, v.by_user
FROM rating_version v JOIN rating_tariff t ON t.id = v.tariff_id WHERE t.carrier = 'UPSN' AND t.mode = 'PARCEL' AND v.n = (SELECT max(n) FROM rating_version WHERE tariff_id = t.id)`, from, part, is)
}

func TestZoneSkip_AParcelCostsWhatItsHubAsksForOnTheDayOfItsInjection(t *testing.T) {
	r := newRides(t)
	asked := r.z.Riders[0].Hub.V.TotalMinor
	r.contract("2026-12-10", "discount", `"60"`)
	r.contract("2026-12-20", "zones", `[]`)
	r.set(`UPDATE shipment_cost SET total_minor = 1234, charges = json('[{"code":"parcel","description":"UPS Ground","amountMinor":1234}]') WHERE id = ?`, r.two.ID) // by its label
	move := func(day string) {
		t.Helper()
		r.office.Call("Shipment/UpdateSchedule", obj{"ShipmentId": r.z.ShipmentID, "ShipOn": day, "DaySeen": true})
		r.work()
	}
	move("2026-11-25")
	if r.cost(r.one.ID) != asked || r.stale(r.one.ID) != "" {
		t.Errorf("a day later, at the same prices, it costs %d (%s)", r.cost(r.one.ID), r.stale(r.one.ID))
	}
	move("2026-12-08")
	later := r.cost(r.one.ID)
	if later >= asked || later <= 0 || r.stale(r.one.ID) != "" || r.cost(r.two.ID) != 1234 {
		t.Errorf("at the prices of the day it costs %d, %d before (%s); by its label the other costs %d", later, asked, r.stale(r.one.ID), r.cost(r.two.ID))
	}
	move("2026-11-24")
	if r.cost(r.one.ID) != asked {
		t.Errorf("on its day again it costs %d, not %d", r.cost(r.one.ID), asked)
	}
	move("2026-12-22") // of which no contract says anything
	if r.stale(r.one.ID) == "" || r.stale(r.two.ID) != "" {
		t.Errorf("at no price of the day: marked %q, and %q by its label", r.stale(r.one.ID), r.stale(r.two.ID))
	}
}

// history counts the entries of a kind in a load's history.
func (r *rides) history(id, kind string) (n int64) {
	r.t.Helper()
	r.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM shipment_event WHERE shipment_id = ? AND kind = ?`, id, kind).Scan(&n)
	})
	return n
}

func TestZoneSkip_ThatALinehaulMovesIsToldOfItsParcels(t *testing.T) {
	r := newRides(t)
	move := func(id, day string) {
		t.Helper()
		r.office.Call("Shipment/UpdateSchedule", obj{"ShipmentId": id, "ShipOn": day, "DaySeen": true})
		r.work()
	}
	was := r.load(r.one.ID).ArrivesOn
	move(r.z.ShipmentID, "2026-12-08")
	if s := r.load(r.one.ID); s.ArrivesOn <= was || r.history(s.ID, "redated") != 1 {
		t.Errorf("it arrives on %s, %s before; its history says so %d times", s.ArrivesOn, was, r.history(s.ID, "redated"))
	}
	r.told("notify-riders-redated")
	if r.history(r.one.ID, "rides-late") != 0 {
		t.Error("it ships before its linehaul leaves")
	}
	r.contract("2026-12-20", "zones", `[]`)
	move(r.z.ShipmentID, "2026-12-22")
	r.told("notify-riders-unpriced")
}

func TestZoneSkip_AParcelThatWouldMissItsLinehaulIsTold(t *testing.T) {
	r := newRides(t)
	r.office.Call("Shipment/UpdateSchedule", obj{"ShipmentId": r.one.ID, "ShipOn": "2026-12-08", "DaySeen": true})
	r.told("notify-riders-late")
	if r.history(r.one.ID, "rides-late") != 1 || r.history(r.two.ID, "rides-late") != 0 {
		t.Errorf("the history of one says so %d times, of the other %d", r.history(r.one.ID, "rides-late"), r.history(r.two.ID, "rides-late"))
	}
	if stale := r.stale(r.one.ID); stale == "" {
		t.Error("its price is of another day, and is not marked")
	}
	// It is told once, until it is in time again.
	r.office.Call("Shipment/UpdateSchedule", obj{"ShipmentId": r.one.ID, "ShipOn": "2026-12-09", "DaySeen": true})
	r.told("notify-riders-late")
	if n := r.history(r.one.ID, "rides-late"); n != 1 {
		t.Errorf("later still: its history says so %d times", n)
	}
	r.office.Call("Shipment/UpdateSchedule", obj{"ShipmentId": r.one.ID, "ShipOn": r.z.ShipOn, "DaySeen": true})
	r.office.Call("Shipment/UpdateSchedule", obj{"ShipmentId": r.one.ID, "ShipOn": "2026-12-09", "DaySeen": true})
	if n := r.history(r.one.ID, "rides-late"); n != 2 {
		t.Errorf("late anew: its history says so %d times", n)
	}
	// And a linehaul that leaves before its parcels are there.
	r = newRides(t)
	r.set(`UPDATE shipment SET ship_on = '2026-12-02', due_at = NULL WHERE id IN (?, ?, ?)`, r.one.ID, r.two.ID, r.z.ShipmentID)
	r.office.Call("Shipment/UpdateSchedule", obj{"ShipmentId": r.z.ShipmentID, "ShipOn": "2026-12-01", "DaySeen": true})
	r.told("notify-riders-late")
}

// A linehaul of 28 parcels is moved twice before any of them follows: none does in the command itself, each is dated and told of once, and a notice names the first of many.
func TestZoneSkip_ManyParcelsFollowTheirLinehaulAfterTheCommand(t *testing.T) {
	r := newRides(t)
	r.work()
	const more = 26
	var columns string
	r.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT group_concat(name, ', ') FROM pragma_table_info('shipment') WHERE name NOT IN ('id', 'number', 'bol', 'pro', 'seq')`).Scan(&columns)
	})
	for n := range more {
		id := fmt.Sprintf("RIDER-%02d", n)
		r.set(`INSERT INTO shipment (id, number, bol, pro, `+columns+`) SELECT ?1, ?1, ?1, '', `+columns+` FROM shipment WHERE id = ?2`, id, r.one.ID)
		r.set(`INSERT INTO shipment_ride SELECT ?1, linehaul_id, hub, inject_on, haul_on, late FROM shipment_ride WHERE shipment_id = ?2`, id, r.one.ID)
	}
	was := r.load(r.one.ID).ArrivesOn
	// The server's own worker runs beside the test: until both moves are made it has nothing that is due.
	r.set(`CREATE TRIGGER not_yet AFTER INSERT ON job WHEN NEW.kind = 'riders' BEGIN UPDATE job SET due_at = due_at + 3600000 WHERE id = NEW.id; END`)
	for _, day := range []string{"2026-12-07", "2026-12-08"} {
		r.office.Call("Shipment/UpdateSchedule", obj{"ShipmentId": r.z.ShipmentID, "ShipOn": day, "DaySeen": true})
	}
	if s := r.load(r.one.ID); s.ArrivesOn != was {
		t.Errorf("in the command itself: %s, %s before", s.ArrivesOn, was)
	}
	r.set(`DROP TRIGGER not_yet`)
	r.set(`UPDATE job SET due_at = due_at - 3600000 WHERE kind = 'riders' AND state = 'waiting'`)
	r.work()
	for n := range more {
		if s := r.load(fmt.Sprintf("RIDER-%02d", n)); s.ArrivesOn <= was || r.history(s.ID, "redated") != 1 {
			t.Errorf("%s arrives on %s, %s before; told %d times", s.Number, s.ArrivesOn, was, r.history(s.ID, "redated"))
		}
	}
	told := 0
	r.Read("1", func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[string](ctx, tx, `SELECT DISTINCT params ->> 'parcels' FROM notify_notification WHERE code = 'notify-riders-redated'`)
		for _, parcels := range list {
			more := 0
			if named, rest, cut := strings.Cut(parcels, " (+"); cut {
				if _, err := fmt.Sscanf(rest, "%d)", &more); err != nil || strings.Count(named, ",") != 9 {
					t.Errorf("it tells %s", parcels)
				}
				parcels = named
			}
			told += strings.Count(parcels, ",") + 1 + more
		}
		if len(list) > 2 {
			t.Errorf("of two moves it tells %q", list)
		}
		return err
	})
	if told != more+2 {
		t.Errorf("it tells of %d parcels", told)
	}
}
