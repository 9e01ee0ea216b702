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
	"lading/server/kit/freight"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
)

// yard is the yard of ATL with a row T of six spots, 1 to 6, of which 4 is closed.
type yard struct {
	*testkit.Kit
	t           *testing.T
	admin, dock *testkit.Person
	row         warehouse.YardRow
}

func newYard(t *testing.T) *yard {
	k := testkit.Demo(t)
	y := &yard{k, t, k.As("admin@demo.test"), k.As("dock@demo.test"), warehouse.YardRow{}}
	y.row = testkit.Into[warehouse.YardRow](t, y.admin.Call("Yard/SaveRow", rowOf("ATL", "t")))
	return y
}

func rowOf(site, name string) warehouse.YardRowReq {
	return warehouse.YardRowReq{Warehouse: site, Name: name, Kind: warehouse.YardSpots, First: 1, Spots: 6, Closed: []string{"4"}, Doors: []string{}}
}

func (y *yard) spot(n int64) warehouse.Place { return warehouse.Place{RowID: y.row.ID, Spot: n} }

func trailer(number string, at warehouse.Place) warehouse.TrailerReq {
	return warehouse.TrailerReq{ID: ulid.Make().String(), Warehouse: "ATL", Number: number, Carrier: "Test Lines", Contents: "loaded", Place: at}
}

func (y *yard) came(number string, at warehouse.Place) warehouse.Trailer {
	y.t.Helper()
	return testkit.Into[warehouse.Trailer](y.t, y.dock.Call("Yard/NoteTrailer", trailer(number, at)))
}

func (y *yard) ask(t warehouse.Trailer, to warehouse.Place) warehouse.AskMoveReq {
	return warehouse.AskMoveReq{ID: ulid.Make().String(), TrailerID: t.ID, Priority: "normal", Place: to}
}

func (y *yard) stands(id string) (t warehouse.Trailer) {
	y.t.Helper()
	y.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		t, _, err = store.Get[warehouse.Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE id = ?`, id)
		return err
	})
	return t
}

func (y *yard) history(id string) (kinds []string) {
	y.t.Helper()
	for _, e := range testkit.Into[warehouse.YardEvents](y.t, y.dock.Call("Yard/History", warehouse.YardHistoryReq{Warehouse: "ATL", TrailerID: id})).Events {
		kinds = append(kinds, e.Kind+" "+e.PlaceName+" "+e.ByName)
	}
	return kinds
}

func TestYard_OfAHundredTrailersOneIsGivenASpot(t *testing.T) {
	y := newYard(t)
	var list []warehouse.Trailer
	for i := range 100 {
		list = append(list, y.came(fmt.Sprintf("R%03d", i), warehouse.Place{}))
	}
	for what, try := range map[string]func(tr warehouse.Trailer) error{
		"placed": func(tr warehouse.Trailer) error {
			_, err := y.dock.Try("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: tr.ID, Place: y.spot(2)})
			return err
		},
		"at a door": func(tr warehouse.Trailer) error {
			_, err := y.dock.Try("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: tr.ID, Place: warehouse.Place{Door: "12"}})
			return err
		},
		"asked for": func(tr warehouse.Trailer) error {
			_, err := y.dock.Try("Yard/AskMove", y.ask(tr, y.spot(3)))
			return err
		},
	} {
		var won, lost atomic.Int64
		var wait sync.WaitGroup
		for _, tr := range list {
			wait.Go(func() {
				switch e, refused := fail.As(try(tr)); {
				case !refused:
					won.Add(1)
				case (e.Code == "yard-spot-taken" || e.Code == "door-taken-trailer" || e.Code == "yard-place-asked") && e.Params["trailer"] != "" && e.Params["carrier"] == "Test Lines":
					lost.Add(1)
				default:
					t.Errorf("%s: %v", what, e)
				}
			})
		}
		wait.Wait()
		if won.Load() != 1 || lost.Load() != 99 {
			t.Errorf("%s: %d won, %d were told who did", what, won.Load(), lost.Load())
		}
	}
}

func TestYard_AMoveIsAskedDoneAndInTheHistory(t *testing.T) {
	y := newYard(t)
	a, b := y.came("53021", y.spot(1)), y.came("53022", y.spot(2))
	ask := y.ask(a, y.spot(2))
	if e := y.dock.Refused("Yard/AskMove", ask); e.Code != "yard-spot-taken" || e.Params["trailer"] != "53022" || e.Params["spot"] != "T 2" {
		t.Fatalf("where another stands: %+v", e)
	}
	away := y.ask(b, warehouse.Place{Door: "11"})
	office := y.As("office@demo.test")
	office.Call("Yard/AskMove", away)
	office.Call("Yard/AskMove", ask) // behind the one that goes
	for range 2 {
		if m := testkit.Into[warehouse.YardMove](t, office.Call("Yard/AskMove", ask)); m.State != warehouse.MoveOpen || m.AskedBy != "Olive Harper" {
			t.Errorf("asked again by a device that had no answer: %+v", m)
		}
	}
	if e := y.dock.Refused("Yard/AskMove", y.ask(a, y.spot(3))); e.Code != "yard-move-asked" || e.Params["by"] != "Olive Harper" {
		t.Errorf("asked twice: %+v", e)
	}
	c := y.came("53023", warehouse.Place{})
	if e := y.dock.Refused("Yard/AskMove", y.ask(c, y.spot(2))); e.Code != "yard-place-asked" || e.Params["trailer"] != "53021" {
		t.Errorf("a place asked twice: %+v", e)
	}
	if e := y.dock.Refused("Yard/DoMove", warehouse.DoMoveReq{ID: ask.ID, TrailerID: a.ID}); e.Code != "yard-spot-taken" || e.Row == nil {
		t.Errorf("done before the other went: %+v", e)
	}
	y.dock.Call("Yard/DoMove", warehouse.DoMoveReq{ID: away.ID, TrailerID: b.ID})
	y.dock.Call("Yard/DoMove", warehouse.DoMoveReq{ID: ask.ID, TrailerID: a.ID})
	y.dock.Call("Yard/DoMove", warehouse.DoMoveReq{ID: ask.ID, TrailerID: a.ID}) // the same, told by a second driver
	if e := y.dock.Refused("Yard/DoMove", warehouse.DoMoveReq{ID: ask.ID, TrailerID: a.ID, Place: y.spot(5)}); e.Code != "yard-move-done" || e.Params["place"] != "T 2" || e.Params["by"] != "Dan Ruiz" {
		t.Errorf("done otherwise by a second driver: %+v", e)
	}
	if e := y.dock.Refused("Yard/CancelMove", warehouse.CancelMoveReq{ID: ask.ID, TrailerID: a.ID, Reason: "late"}); e.Code != "yard-move-done" {
		t.Errorf("cancelled after it was done: %+v", e)
	}
	if got := y.stands(b.ID); got.Door != "11" || got.RowID != "" {
		t.Errorf("the other stands at %+v", got.Place)
	}
	if got := fmt.Sprint(y.history(a.ID)); got != "[moved T 2 Dan Ruiz asked T 1 Olive Harper came T 1 Dan Ruiz]" {
		t.Errorf("history %s", got)
	}
	// What could not be done says why, and what was done all the same is believed.
	last := y.ask(c, y.spot(6))
	y.dock.Call("Yard/AskMove", last)
	y.dock.Call("Yard/CancelMove", warehouse.CancelMoveReq{ID: last.ID, TrailerID: c.ID, Reason: "flat tire"})
	if m := testkit.Into[warehouse.YardMove](t, y.dock.Call("Yard/DoMove", warehouse.DoMoveReq{ID: last.ID, TrailerID: c.ID})); m.State != warehouse.MoveDone || y.stands(c.ID).Spot != 6 {
		t.Errorf("brought there although it was cancelled: %+v", m)
	}
}

func TestYard_WhatIsToldLateMovesNothingThatWasMovedSince(t *testing.T) {
	y := newYard(t)
	a := y.came("60001", y.spot(1))
	y.Pass(2 * time.Hour)
	y.dock.Call("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: y.spot(3)})
	early := y.dock.When(y.Now().Add(-time.Hour))
	early.Call("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: y.spot(2)})
	if got := y.stands(a.ID); got.Spot != 3 {
		t.Errorf("it stands on %d", got.Spot)
	}
	y.dock.Call("Yard/NoteReading", warehouse.ReadingReq{TrailerID: a.ID, Reading: freight.Measure{Milli: -18_000, Unit: "C"}})
	early.Call("Yard/NoteReading", warehouse.ReadingReq{TrailerID: a.ID, Reading: freight.Measure{Milli: 4000, Unit: "C"}})
	if got := y.stands(a.ID); got.Reading.V.Milli != -18_000 {
		t.Errorf("it reads %v", got.Reading.V)
	}
	if got := y.history(a.ID); len(got) != 5 || got[2] != "read T 3 Dan Ruiz" && got[2] != "moved-before T 3 Dan Ruiz" {
		t.Errorf("history %q", got)
	}
	y.dock.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: a.ID, Seal: "s9"})
	y.dock.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: a.ID})
	if got := y.stands(a.ID); got.LeftAt.IsZero() || got.Seal != "S9" {
		t.Errorf("%+v", got)
	}
	if e := y.dock.Refused("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: y.spot(2)}); e.Code != "trailer-gone" {
		t.Errorf("placed after it left: %+v", e)
	}
	b := y.came("60002", y.spot(3)) // which is free again
	ask := y.ask(b, y.spot(5))
	y.dock.Call("Yard/AskMove", ask)
	y.dock.Call("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: b.ID, Place: y.spot(5)})
	if e := y.dock.Refused("Yard/CancelMove", warehouse.CancelMoveReq{ID: ask.ID, TrailerID: b.ID, Reason: "late"}); e.Code != "yard-move-done" {
		t.Errorf("placed where it was asked for, the move is done: %+v", e)
	}
}

// What one device has seen before another is told later: the newer holds, and the older is in the history.
func TestYard_WhatIsToldLateOverwritesNothingThatWasSaidSince(t *testing.T) {
	y := newYard(t)
	a := y.came("61001", y.spot(1))
	y.Pass(2 * time.Hour)
	y.dock.Call("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: y.spot(3)})
	early := y.dock.When(y.Now().Add(-time.Hour))
	full := warehouse.TrailerReq{ID: a.ID, Warehouse: "ATL", Number: "61001", Carrier: "Test Lines", Contents: "empty", Seal: "NEW"}
	y.dock.Call("Yard/NoteTrailer", full)
	late := full
	late.Number, late.Contents, late.Seal, late.Note = "61009", "loaded", "OLD", "late"
	early.Call("Yard/NoteTrailer", late)
	if got := y.stands(a.ID); got.Number != "61001" || got.Contents != "empty" || got.Seal != "NEW" || got.Note != "" {
		t.Errorf("what is known of it: %+v", got)
	}
	early.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: a.ID, Seal: "S0"})
	if got := y.stands(a.ID); !got.LeftAt.IsZero() || got.Spot != 3 || got.Seal != "NEW" {
		t.Errorf("it was placed since: %+v", got)
	}
	b := y.came("61002", warehouse.Place{})
	y.Pass(2 * time.Hour)
	y.dock.Call("Yard/NoteReading", warehouse.ReadingReq{TrailerID: b.ID, Reading: freight.Measure{Milli: -18_000, Unit: "C"}})
	y.dock.When(y.Now().Add(-time.Hour)).Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: b.ID})
	if got := y.stands(b.ID); !got.LeftAt.IsZero() {
		t.Errorf("it was read since: %+v", got)
	}
	var kinds []string
	for _, e := range testkit.Into[warehouse.YardEvents](t, y.dock.Call("Yard/History", warehouse.YardHistoryReq{Warehouse: "ATL", TrailerID: a.ID})).Events {
		kinds = append(kinds, e.Kind)
	}
	slices.Sort(kinds)
	if got := fmt.Sprint(kinds); got != "[came changed changed-before left-before moved]" {
		t.Errorf("history %s", got)
	}
	full.Contents = "partial"
	y.dock.Call("Yard/NoteTrailer", full)
	y.dock.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: a.ID})
	if got := y.stands(a.ID); got.Contents != "partial" || got.LeftAt.IsZero() {
		t.Errorf("said now: %+v", got)
	}
}

func TestYard_ADoorStaysWhileTrailersNeedIt(t *testing.T) {
	y := newYard(t)
	save := func(doors ...string) obj {
		return obj{"id": "ATL", "name": "Atlanta", "zone": "America/New_York", "doors": doors, "address": obj{"street": "1 Peach St", "city": "Atlanta", "state": "GA", "zip": "30301"}}
	}
	a := y.came("81001", warehouse.Place{Door: "11"})
	b := y.came("81002", warehouse.Place{})
	y.dock.Call("Yard/AskMove", y.ask(b, warehouse.Place{Door: "12"}))
	for _, c := range []struct{ kept, door, trailer string }{{"12", "11", "81001"}, {"11", "12", "81002"}} {
		if e := y.admin.Refused("Warehouse/Save", save(c.kept)); len(e.Fields) != 1 || e.Fields[0].Field != "doors" || e.Fields[0].Code != "door-in-yard" || e.Fields[0].Params["door"] != c.door || e.Fields[0].Params["trailer"] != c.trailer {
			t.Errorf("without door %s: %+v", c.door, e)
		}
	}
	y.admin.Call("Warehouse/Save", save("12", "11"))
	y.dock.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: a.ID})
	y.admin.Call("Warehouse/Save", save("12"))
}

func TestYard_RefusesWhatCannotBe(t *testing.T) {
	y := newYard(t)
	a := y.came("70001", y.spot(1))
	zero := rowOf("ATL", "Z")
	zero.Closed = []string{"04", "4", "+5"}
	nought := testkit.Into[warehouse.YardRow](t, y.admin.Call("Yard/SaveRow", zero))
	if got := fmt.Sprint(nought.Closed); got != "[4 5]" {
		t.Errorf("closed are %s", got)
	}
	for what, c := range map[string]struct {
		path string
		req  any
		want string
	}{
		"no number":                   {"Yard/NoteTrailer", trailer(" ", warehouse.Place{}), "Number field-required"},
		"a number of 21":              {"Yard/NoteTrailer", trailer("123456789012345678901", warehouse.Place{}), "Number field-too-long"},
		"a spot and a door":           {"Yard/NoteTrailer", trailer("1", warehouse.Place{RowID: y.row.ID, Spot: 1, Door: "1"}), "door yard-place-twice"},
		"a spot of no row":            {"Yard/NoteTrailer", trailer("1", warehouse.Place{Spot: 7}), "spot yard-spot-of-no-row"},
		"a door with a spot":          {"Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: warehouse.Place{Door: "11", Spot: 7}}, "spot yard-spot-of-no-row"},
		"asked for at both":           {"Yard/AskMove", y.ask(a, warehouse.Place{Door: "11", Spot: 7}), "spot yard-spot-of-no-row"},
		"done at both":                {"Yard/DoMove", warehouse.DoMoveReq{ID: "none", TrailerID: a.ID, Place: warehouse.Place{Spot: 7}}, "spot yard-spot-of-no-row"},
		"a closed spot with a nought": {"Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: warehouse.Place{RowID: nought.ID, Spot: 4}}, "yard-spot-unknown"},
		"a third scale": {"Yard/NoteTrailer", func() any {
			r := trailer("1", warehouse.Place{})
			r.SetPoint = &freight.Measure{Milli: 1, Unit: "K"}
			return r
		}(), "SetPoint temperature-unit-unknown"},
		"below absolute zero":     {"Yard/NoteReading", warehouse.ReadingReq{TrailerID: a.ID, Reading: freight.Measure{Milli: -300_000, Unit: "C"}}, "Reading field-malformed"},
		"no temperature":          {"Yard/NoteReading", warehouse.ReadingReq{TrailerID: a.ID}, "Reading field-required"},
		"a closed spot":           {"Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: y.spot(4)}, "yard-spot-unknown"},
		"beyond the row":          {"Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: y.spot(7)}, "yard-spot-unknown"},
		"no such door":            {"Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: warehouse.Place{Door: "99"}}, "door-unknown"},
		"moved nowhere":           {"Yard/AskMove", y.ask(a, warehouse.Place{}), "door yard-place-needed"},
		"to where it stands":      {"Yard/AskMove", y.ask(a, y.spot(1)), "trailer-there"},
		"no such trailer":         {"Yard/TrailerLeft", warehouse.LeftReq{TrailerID: "none"}, "trailer-unknown"},
		"no such move":            {"Yard/DoMove", warehouse.DoMoveReq{ID: "none", TrailerID: a.ID}, "yard-move-unknown"},
		"without a reason":        {"Yard/CancelMove", warehouse.CancelMoveReq{ID: "none", TrailerID: a.ID}, "Reason field-required"},
		"the same trailer":        {"Yard/NoteTrailer", trailer("70-001", y.spot(2)), "trailer-known"},
		"a priority":              {"Yard/AskMove", func() any { r := y.ask(a, y.spot(2)); r.Priority = "at once"; return r }(), "Priority field-not-offered"},
		"a door of another site":  {"Yard/SaveRow", warehouse.YardRowReq{Warehouse: "ATL", Name: "D", Kind: warehouse.YardDoors, Closed: []string{}, Doors: []string{"21"}}, "doors door-not-of-warehouse"},
		"a row without spots":     {"Yard/SaveRow", warehouse.YardRowReq{Warehouse: "ATL", Name: "E", Kind: warehouse.YardSpots, Closed: []string{}, Doors: []string{}}, "spots field-required"},
		"a closed spot elsewhere": {"Yard/SaveRow", func() any { r := rowOf("ATL", "F"); r.Closed = []string{"9"}; return r }(), "closed yard-spot-not-in-row"},
		"a row twice":             {"Yard/SaveRow", rowOf("ATL", "T"), "name yard-row-exists"},
		"free days of nobody":     {"Yard/SaveDropTerm", warehouse.DropTermReq{Warehouse: "ATL", Carrier: "NOPE", FreeDays: 2}, "Carrier drop-term-carrier-unknown"},
	} {
		e := y.admin.Refused(c.path, c.req)
		got := e.Code
		if len(e.Fields) > 0 {
			got = e.Fields[0].Field + " " + e.Fields[0].Code
		}
		if got != c.want || len(e.Fields) > 1 {
			t.Errorf("%s: %s, not %s (%v)", what, got, c.want, e.Fields)
		}
	}
	if got := y.stands(a.ID); got.Place != a.Place {
		t.Errorf("moved by what was refused: %+v", got)
	}
	if got := y.history(a.ID); len(got) != 1 {
		t.Errorf("what was refused is in the history: %q", got)
	}
}

func TestYard_ARowStaysWhileTrailersNeedIt(t *testing.T) {
	y := newYard(t)
	a := y.came("80001", y.spot(6))
	short := y.row.YardRowReq
	short.Spots = 5
	if e := y.admin.Refused("Yard/SaveRow", short); len(e.Fields) != 1 || e.Fields[0].Code != "yard-spot-in-use" || e.Fields[0].Params["trailer"] != "80001" {
		t.Errorf("shortened below a trailer: %+v", e)
	}
	if e := y.admin.Refused("Yard/RemoveRow", resource.Key{ID: y.row.ID}); e.Code != "yard-row-in-use" {
		t.Errorf("removed below a trailer: %+v", e)
	}
	y.dock.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: a.ID})
	y.admin.Call("Yard/SaveRow", short)
	y.admin.Call("Yard/RemoveRow", resource.Key{ID: y.row.ID})
	if e := y.dock.Refused("Yard/NoteTrailer", trailer("80002", y.spot(1))); e.Code != "yard-spot-unknown" {
		t.Errorf("on a row that is gone: %+v", e)
	}
	if got := y.history(a.ID); got[0] != "left T 6 Dan Ruiz" {
		t.Errorf("the history keeps the sign's words: %q", got)
	}
}

func TestYard_EachSeesItsOwn(t *testing.T) {
	y := newYard(t)
	a := y.came("90001", y.spot(1))
	ask := y.ask(a, y.spot(2))
	y.dock.Call("Yard/AskMove", ask)
	for who, p := range map[string]*testkit.Person{"another warehouse's": y.As("dock2@demo.test"), "another organisation's": y.As("admin@other.test")} {
		for path, req := range map[string]any{
			"Yard/PlaceTrailer": warehouse.PlaceReq{TrailerID: a.ID, Place: y.spot(3)},
			"Yard/NoteReading":  warehouse.ReadingReq{TrailerID: a.ID, Reading: freight.Measure{Milli: 1, Unit: "C"}},
			"Yard/TrailerLeft":  warehouse.LeftReq{TrailerID: a.ID},
			"Yard/AskMove":      y.ask(a, y.spot(3)),
			"Yard/DoMove":       warehouse.DoMoveReq{ID: ask.ID, TrailerID: a.ID},
			"Yard/CancelMove":   warehouse.CancelMoveReq{ID: ask.ID, TrailerID: a.ID, Reason: "mine"},
		} {
			if e := p.Refused(path, req); e.Status != 404 || e.Row != nil {
				t.Errorf("%s dock, %s: %+v", who, path, e)
			}
		}
		for _, r := range testkit.Into[[]warehouse.YardRow](t, p.Call("Yard/Rows", obj{})) {
			if r.ID == y.row.ID {
				t.Errorf("%s dock sees row %s", who, r.Name)
			}
		}
	}
	same := trailer("90001", y.spot(3))
	same.ID = a.ID
	if e := y.As("dock2@demo.test").Refused("Yard/NoteTrailer", same); e.Status != 404 {
		t.Errorf("entered into a yard that the dock does not see: %+v", e)
	}
	same.Warehouse = "DAL"
	if e := y.As("dock2@demo.test").Refused("Yard/NoteTrailer", same); e.Code != "trailer-unknown" || e.Row != nil {
		t.Errorf("taken over into another yard: %+v", e)
	}
	if e := y.As("dock2@demo.test").Refused("Yard/History", warehouse.YardHistoryReq{Warehouse: "ATL"}); e.Status != 404 {
		t.Errorf("the history of a yard that the dock does not see: %+v", e)
	}
	// The other organization has a warehouse of the same code.
	other := y.As("admin@other.test")
	same.Warehouse = "ATL"
	if e := other.Refused("Yard/NoteTrailer", same); e.Code != "yard-spot-unknown" {
		t.Errorf("on a spot of another organization: %+v", e)
	}
	for _, e := range testkit.Into[warehouse.YardEvents](t, other.Call("Yard/History", warehouse.YardHistoryReq{Warehouse: "ATL", TrailerID: a.ID})).Events {
		t.Errorf("another organization reads %+v", e)
	}
	if e := y.As("audit@demo.test").Refused("Yard/History", warehouse.YardHistoryReq{Warehouse: "ATL"}); e.Status != 403 {
		t.Errorf("without the right to see: %+v", e)
	}
	if e := y.dock.Refused("Yard/SaveRow", rowOf("ATL", "X")); e.Status != 403 {
		t.Errorf("the dock draws the yard: %+v", e)
	}
	if got := y.stands(a.ID); got.Spot != 1 || !got.LeftAt.IsZero() {
		t.Errorf("%+v", got)
	}
}

func TestYard_FreeDaysFollowTheCarriersTerms(t *testing.T) {
	y := newYard(t)
	req := trailer("95001", warehouse.Place{})
	req.Carrier, req.Dropped = "odfl", true
	a := testkit.Into[warehouse.Trailer](t, y.dock.Call("Yard/NoteTrailer", req))
	other := y.came("95002", warehouse.Place{})
	for _, d := range testkit.Into[[]warehouse.DropTerm](t, y.admin.Call("Yard/DropTerms", obj{})) {
		y.admin.Call("Yard/RemoveDropTerm", resource.Key{ID: d.ID})
	}
	if a.Carrier != "ODFL" || y.stands(a.ID).FreeDays != -1 {
		t.Fatalf("no days agreed: %+v", a)
	}
	all := testkit.Into[warehouse.DropTerm](t, y.admin.Call("Yard/SaveDropTerm", warehouse.DropTermReq{Warehouse: "ATL", FreeDays: 5}))
	own := testkit.Into[warehouse.DropTerm](t, y.admin.Call("Yard/SaveDropTerm", warehouse.DropTermReq{Warehouse: "ATL", Carrier: "odfl", FreeDays: 2}))
	if y.stands(a.ID).FreeDays != 2 || y.stands(other.ID).FreeDays != 5 {
		t.Errorf("%d and %d days", y.stands(a.ID).FreeDays, y.stands(other.ID).FreeDays)
	}
	if got := y.came("95003", warehouse.Place{}); got.FreeDays != 5 {
		t.Errorf("one that comes after: %d", got.FreeDays)
	}
	y.admin.Call("Yard/RemoveDropTerm", resource.Key{ID: own.ID})
	if y.stands(a.ID).FreeDays != 5 {
		t.Errorf("%d days of all others", y.stands(a.ID).FreeDays)
	}
	y.admin.Call("Yard/RemoveDropTerm", resource.Key{ID: all.ID})
	if y.stands(a.ID).FreeDays != -1 {
		t.Errorf("%d days of none", y.stands(a.ID).FreeDays)
	}
}

// Whoever says that a trailer still stands where it is known to stand has seen it there: what was seen before that and is told later moves nothing.
func TestYard_WhatIsConfirmedIsSeen(t *testing.T) {
	y := newYard(t)
	a, b, c := y.came("63001", y.spot(1)), y.came("63002", y.spot(2)), y.came("63003", y.spot(3))
	y.Pass(2 * time.Hour)
	early := y.dock.When(y.Now().Add(-time.Hour))
	for range 2 {
		y.dock.Call("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: y.spot(1)})
	}
	y.dock.Call("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: c.ID, Place: y.spot(3)})
	early.Call("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: a.ID, Place: y.spot(5)})
	if got := y.stands(a.ID); got.Spot != 1 || !got.PlacedAt.Equal(a.PlacedAt.Time) {
		t.Errorf("an older word won: %+v", got)
	}
	if got := y.history(a.ID); !slices.Equal(slices.Sorted(slices.Values(got)), []string{"came T 1 Dan Ruiz", "moved-before T 1 Dan Ruiz", "seen T 1 Dan Ruiz"}) {
		t.Errorf("history %q", got)
	}
	early.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: c.ID})
	if got := y.stands(c.ID); !got.LeftAt.IsZero() {
		t.Error("it was confirmed since, and is gone")
	}
	y.dock.Call("Yard/NoteTrailer", warehouse.TrailerReq{ID: b.ID, Warehouse: "ATL", Number: "63002", Carrier: "Test Lines", Contents: "empty"})
	early.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: b.ID})
	if got := y.stands(b.ID); !got.LeftAt.IsZero() {
		t.Error("it was looked into since, and is gone")
	}
}

// Two have the details of one trailer open, and each corrects something else: both hold, whichever is told first.
func TestYard_TwoWhoCorrectOneTrailerKeepEachOthersWords(t *testing.T) {
	y := newYard(t)
	a := y.came("64001", y.spot(1))
	open := warehouse.TrailerReq{ID: a.ID, Warehouse: "ATL", Number: "64001", Carrier: "Test Lines", Contents: "loaded"}
	y.Pass(time.Hour)
	first := y.dock.When(y.Now())
	y.Pass(time.Minute)
	one, two := open, open
	one.Seal, one.Changed = "S1", []string{"Seal"}
	two.Note, two.Dropped, two.Changed = "flat tire", true, []string{"Note", "Dropped"}
	y.dock.Call("Yard/NoteTrailer", two)
	first.Call("Yard/NoteTrailer", one) // done before, heard of after
	if got := y.stands(a.ID); got.Seal != "S1" || got.Note != "flat tire" || !got.Dropped || got.Contents != "loaded" {
		t.Errorf("%+v", got)
	}
	late := open
	late.Note, late.Contents, late.Changed = "nothing", "empty", []string{"Note", "Contents"}
	first.Call("Yard/NoteTrailer", late)
	if got := y.stands(a.ID); got.Note != "flat tire" || got.Contents != "empty" {
		t.Errorf("what was said later of the note was overwritten, or what nobody said since was dropped: %+v", got)
	}
	full := open
	full.SetPoint, full.Number, full.Carrier = &freight.Measure{Milli: -10_000, Unit: "F"}, "64002", "Other Lines"
	full.Changed = []string{"SetPoint", "Number", "Carrier"}
	y.dock.Call("Yard/NoteTrailer", full)
	var data map[string]any
	for _, e := range testkit.Into[warehouse.YardEvents](t, y.dock.Call("Yard/History", warehouse.YardHistoryReq{Warehouse: "ATL", TrailerID: a.ID})).Events {
		if e.Kind == "changed" && e.Data.V["number"] != nil {
			data = e.Data.V
		}
	}
	if data["number"] != "64002" || data["carrier"] != "Other Lines" || data["setPoint"] == nil || data["seal"] != nil {
		t.Errorf("the history says %v", data)
	}
	full.Changed = []string{"Colour"}
	if e := y.dock.Refused("Yard/NoteTrailer", full); len(e.Fields) != 1 || e.Fields[0].Field != "Changed[0]" {
		t.Errorf("a field that there is none of: %+v", e)
	}
}

// However much has happened in a yard, all of it can be had, and what happened to a trailer that has left by its number.
func TestYardHistory_GoesBackToTheBeginning(t *testing.T) {
	y := newYard(t)
	a := y.came("65001", y.spot(1))
	for n := range 600 {
		if n%100 == 0 {
			y.Pass(time.Minute) // many at one time
		}
		y.dock.Call("Yard/NoteReading", warehouse.ReadingReq{TrailerID: a.ID, Reading: freight.Measure{Milli: int64(n), Unit: "C"}})
	}
	y.dock.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: a.ID})
	y.came("65002", y.spot(2))
	ask := warehouse.YardHistoryReq{Warehouse: "ATL", Number: "650-01"}
	seen := map[string]bool{}
	for pages := 1; ; pages++ {
		got := testkit.Into[warehouse.YardEvents](t, y.dock.Call("Yard/History", ask))
		for _, e := range got.Events {
			if e.TrailerID != a.ID || seen[e.ID] {
				t.Fatalf("another's, or told twice: %+v", e)
			}
			seen[e.ID] = true
			ask.Before = e.ID
		}
		if !got.More {
			if pages != 2 || len(seen) != 602 {
				t.Errorf("%d events on %d pages", len(seen), pages)
			}
			return
		}
	}
}
