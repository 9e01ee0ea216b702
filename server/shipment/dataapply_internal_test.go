package shipment

import (
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
