package truck

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"lading/server/kit/freight"
)

func TestAxles_AsPublishedCasesHaveThem(t *testing.T) {
	b, err := os.ReadFile("testdata/axles.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		ID    string
		Loads []struct {
			Pounds int64
			Center float64
		}
		Want struct {
			Axles
			Over []string
		}
	}
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) < 4 {
		t.Fatal(err, len(cases))
	}
	for _, c := range cases {
		var pallets []Pallet
		var boxes []Box
		for i, l := range c.Loads {
			id := fmt.Sprint(i)
			pallets = append(pallets, Pallet{ID: id, Stop: 1, Pounds: l.Pounds})
			boxes = append(boxes, Box{ID: id, X: int64(l.Center) - 24, Length: 48})
		}
		got := stages(Trailers[0], pallets, boxes)[0]
		if got.Axles != c.Want.Axles || !slices.Equal(got.Over, c.Want.Over) {
			t.Errorf("%s: %+v, want %+v", c.ID, got, c.Want)
		}
	}
}

// pallets of stops: so many each, of so many pounds.
func some(stops, each int, pounds int64) (list []Pallet) {
	for s := range stops {
		for i := range each {
			list = append(list, Pallet{ID: fmt.Sprintf("%d-%d", s+1, i+1), Order: fmt.Sprint(s + 1), Stop: s + 1, Length: 48, Width: 40, Height: 50, Pounds: pounds, Stackable: true})
		}
	}
	return list
}

func codes(l Load) (out []string) {
	for _, f := range l.Faults {
		out = append(out, f.Code)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestAuto_LoadsTheLastStopFirstAndFills26OnTheFloor(t *testing.T) {
	pallets := some(2, 13, 1_600)
	puts, gap := Auto(Trailers[0], pallets)
	l := Lay(Trailers[0], pallets, puts, gap)
	if len(l.Boxes) != 26 || len(codes(l)) != 0 || l.Used > 630 {
		t.Errorf("%d boxes, %v, %d in", len(l.Boxes), codes(l), l.Used)
	}
	if l.Boxes[0].X != gap || find(pallets, l.Boxes[0].ID).Stop != 2 || find(pallets, l.Boxes[25].ID).Stop != 1 {
		t.Errorf("%+v", l.Boxes)
	}
	for _, b := range l.Boxes {
		if b.Z != 0 {
			t.Errorf("stacked, and the floor is enough: %+v", b)
		}
	}
	puts, gap = Auto(Trailers[0], some(3, 12, 900))
	if l = Lay(Trailers[0], some(3, 12, 900), puts, gap); len(l.Boxes) != 36 || len(codes(l)) != 0 {
		t.Errorf("36 stackable ones: %d, %v", len(l.Boxes), codes(l))
	}
	puts, gap = Auto(Trailers[0], some(1, 10, 4_300)) // 20 pallets of 2,150 lb by the row
	if l = Lay(Trailers[0], some(1, 10, 4_300), puts, gap); gap == 0 || slices.Contains(codes(l), "drive") {
		t.Errorf("nose-heavy with %d in free: %+v", gap, l.Stages)
	}
}

func TestFaults_NameWhatStandsWrong(t *testing.T) {
	van := Trailers[0]
	p := func(id string, stop int, f ...func(p *Pallet)) Pallet {
		out := Pallet{ID: id, Stop: stop, Length: 48, Width: 40, Height: 50, Pounds: 1_000, Stackable: true}
		for _, g := range f {
			g(&out)
		}
		return out
	}
	hazard := func(class string) func(p *Pallet) {
		return func(p *Pallet) { p.Hazards = []freight.Hazmat{{Class: class, PackingGroup: "II"}} }
	}
	for _, c := range []struct {
		name    string
		pallets []Pallet
		puts    []Put
		want    string
	}{
		{"an early stop behind a late one", []Pallet{p("a", 1), p("b", 2)}, []Put{{ID: "a", Lane: Left}, {ID: "b", Lane: Left}}, "[blocked]"},
		{"beside one another", []Pallet{p("a", 1), p("b", 2)}, []Put{{ID: "a", Lane: Left}, {ID: "b", Lane: Right}}, "[]"},
		{"a late stop on an early one", []Pallet{p("a", 1), p("b", 2)}, []Put{{ID: "a", Lane: Left}, {ID: "b", On: true}}, "[blocked]"},
		{"on what bears nothing", []Pallet{p("a", 1, func(p *Pallet) { p.Stackable = false }), p("b", 1)}, []Put{{ID: "a", Lane: Left}, {ID: "b", On: true}}, "[unstable]"},
		{"heavy on light", []Pallet{p("a", 1), p("b", 1, func(p *Pallet) { p.Pounds = 1_500 })}, []Put{{ID: "a", Lane: Left}, {ID: "b", On: true}}, "[unstable]"},
		{"through the roof", []Pallet{p("a", 1, func(p *Pallet) { p.Height = 80 }), p("b", 1)}, []Put{{ID: "a", Lane: Left}, {ID: "b", On: true}}, "[high]"},
		{"too wide beside one another", []Pallet{p("a", 1, func(p *Pallet) { p.Width = 50 }), p("b", 1, func(p *Pallet) { p.Width = 50; p.Length = 52 })}, []Put{{ID: "a", Lane: Left}, {ID: "b", Lane: Right}}, "[]"},
		{"two that never ride together", []Pallet{p("a", 1, hazard("3")), p("b", 1, hazard("2.3"))}, []Put{{ID: "a", Lane: Left}, {ID: "b", Lane: Right}}, "[hazmat]"},
		{"two that ride apart, side by side", []Pallet{p("a", 1, hazard("3")), p("b", 1, hazard("5.1"))}, []Put{{ID: "a", Lane: Left}, {ID: "b", Lane: Right}}, "[separate]"},
		{"with something between", []Pallet{p("a", 1, hazard("3")), p("c", 1), p("b", 1, hazard("5.1"))}, []Put{{ID: "a", Lane: Left}, {ID: "c", Lane: Left}, {ID: "b", Lane: Left}}, "[]"},
		{"cold goods in a van", []Pallet{p("a", 1, func(p *Pallet) { p.Keeps = "2 to 8 °C" })}, []Put{{ID: "a", Lane: Left}}, "[reefer]"},
	} {
		if got := fmt.Sprint(codes(Lay(van, c.pallets, c.puts, 0))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	long := some(1, 27, 100)
	puts := steps(van, long, false)
	if got := fmt.Sprint(codes(Lay(van, long, puts, 0))); got != "[long]" {
		t.Errorf("27 on the floor: %s", got)
	}
}

func TestAuto_StandsInNobodysWayWhateverIsLoaded(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		var pallets []Pallet
		for i := range 4 + r.IntN(20) {
			pallets = append(pallets, Pallet{ID: fmt.Sprint(i), Stop: 1 + r.IntN(4), Length: 40 + int64(r.IntN(20)), Width: 32 + int64(r.IntN(40)), Height: 30 + int64(r.IntN(60)), Pounds: 200 + int64(r.IntN(1_500)), Stackable: r.IntN(2) == 0})
		}
		puts, gap := Auto(Trailers[0], pallets)
		l := Lay(Trailers[0], pallets, puts, gap)
		if len(l.Boxes) != len(pallets) {
			t.Fatalf("seed %d: %d of %d", seed, len(l.Boxes), len(pallets))
		}
		for _, f := range l.Faults {
			if slices.Contains([]string{"blocked", "unstable", "high", "wide"}, f.Code) {
				t.Fatalf("seed %d: %+v", seed, f)
			}
		}
	}
}
