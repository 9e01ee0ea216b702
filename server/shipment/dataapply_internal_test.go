package shipment

import (
	"reflect"
	"slices"
	"testing"

	"lading/server/kit/freight"
)

func TestTakeLines_OfTwoAlikeOnlyTheCorrectedOneChangesAtItsStop(t *testing.T) {
	ten := freight.Item{Order: "A", Description: "Bolts", Pieces: 10}
	s := Shipment{}
	s.Items.V = []freight.Item{ten, ten}
	s.Stops.V = []Stop{{Items: []freight.Item{ten}}, {Items: []freight.Item{ten}}}
	eight := ten
	eight.Pieces = 8
	s.takeLines([]freight.Item{eight, ten})
	if first, second := s.Stops.V[0].Items[0].Pieces, s.Stops.V[1].Items[0].Pieces; first != 8 || second != 10 || s.Pieces != 18 {
		t.Fatalf("%d and %d pieces at the stops of %d", first, second, s.Pieces)
	}
}

func acidAndBolts() (acid, bolts freight.Item) {
	lb := func(n int64) freight.Measure { return freight.Measure{Milli: n * 1000, Unit: "lb"} }
	acid = freight.Item{Order: "A", Description: "Sulfuric acid", Pieces: 10, Pallets: 1, Weight: lb(500), Hazmat: &freight.Hazmat{UN: "UN1830"}}
	bolts = freight.Item{Order: "A", Description: "Bolts", Pieces: 20, Pallets: 2, Weight: lb(800)}
	return acid, bolts
}

// What stayed behind is in the plan and not among the lines: a correction of another line leaves it there, or the next bill lacks its hazmat.
func TestTakeLines_OfALoadThatLeftALineBehindThePlanKeepsIt(t *testing.T) {
	acid, bolts := acidAndBolts()
	plan := []freight.Item{acid, bolts}
	s := Shipment{}
	s.Planned.V, s.Items.V = slices.Clone(plan), []freight.Item{bolts}
	s.takeLines(slices.Clone(s.Items.V))
	if !reflect.DeepEqual(s.Planned.V, plan) {
		t.Fatalf("nothing was corrected, and the plan is %+v", s.Planned.V)
	}
	more := bolts
	more.Class, more.Pieces, more.Weight.Milli = "70", 21, 840_000
	s.takeLines([]freight.Item{more})
	if !reflect.DeepEqual(s.Planned.V, []freight.Item{acid, more}) {
		t.Errorf("one bolt more is planned as %+v", s.Planned.V)
	}
}

// The room that is stated for half a line is half of what the plan states, and stays so until somebody corrects it.
func TestTakeLines_OfALineThatIsAboardInPartThePlanKeepsItsRoom(t *testing.T) {
	room := func(pieces, volume, feet int64) freight.Item {
		it := freight.Item{Description: "Bolts", Pieces: pieces, Weight: freight.Measure{Milli: pieces * 1000, Unit: "lb"}}
		it.Volume.Measure, it.LinearFeet.Measure = freight.Measure{Milli: volume, Unit: "m3"}, freight.Measure{Milli: feet, Unit: "ft"}
		return it
	}
	s := Shipment{}
	s.Planned.V, s.Items.V = []freight.Item{room(10, 2000, 4000)}, []freight.Item{room(5, 1000, 2000)}
	named := s.Items.V[0]
	named.Class = "70"
	s.takeLines([]freight.Item{named})
	if p := s.Planned.V[0]; p.Volume.Milli != 2000 || p.LinearFeet.Milli != 4000 || p.Pieces != 10 || p.Class != "70" {
		t.Fatalf("after a correction of the class: %+v", p)
	}
	named.Volume.Milli = 1500
	s.takeLines([]freight.Item{named})
	if p := s.Planned.V[0]; p.Volume.Milli != 3000 || p.LinearFeet.Milli != 4000 {
		t.Errorf("after a correction of the room: %+v", p)
	}
	if went := freight.Loaded(s.Planned.V, []freight.Stowed{{Contents: []freight.Content{{Pieces: 10, Weight: s.Planned.V[0].Weight}}, Pieces: 10, Short: 5, Aboard: true}}, true); went[0].Volume.Milli != 1500 {
		t.Errorf("signed again, it takes %s", went[0].Volume)
	}
}

// A line without pieces that went as it was planned stays on the papers, whatever stood before it in the plan.
func TestAboard_ALineWithoutPiecesGoesAlsoBehindOneThatStayed(t *testing.T) {
	acid, bolts := acidAndBolts()
	note := freight.Item{Description: "Handle with care"}
	s := Shipment{}
	s.Planned.V, s.Items.V = []freight.Item{acid, note, bolts}, []freight.Item{note, bolts}
	if on := s.aboard(); len(on) != 2 {
		t.Errorf("aboard are %+v", on)
	}
	gone := acid
	gone.Pieces = 0
	s.Items.V = []freight.Item{gone, note, bolts} // its last pallet was deleted on the dock
	if on := s.aboard(); len(on) != 2 || on[0].Description != note.Description {
		t.Errorf("without the acid: %+v", on)
	}
}

func TestReweigh_OfALoadThatLeftALineBehindMovesThePlanOfThatLine(t *testing.T) {
	acid, bolts := acidAndBolts()
	s := Shipment{}
	s.Planned.V, s.Items.V = []freight.Item{acid, bolts}, []freight.Item{bolts}
	s.reweigh(0, freight.Measure{Milli: 900_000, Unit: "lb"})
	if a, b := s.Planned.V[0].Weight.Milli, s.Planned.V[1].Weight.Milli; a != 500_000 || b != 900_000 {
		t.Errorf("planned are %d and %d", a, b)
	}
}
