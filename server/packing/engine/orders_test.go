package engine_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"

	"lading/server/packing/engine"

	"github.com/goccy/go-json"
)

// cartons are ten kinds of boxes as parcels go in, in inches; inside and outside differ by the board.
func cartons() []engine.Box {
	var out []engine.Box
	for _, c := range [][4]int64{{6, 4, 4, 20}, {8, 6, 4, 25}, {9, 6, 3, 25}, {10, 8, 6, 30}, {12, 9, 6, 40}, {12, 12, 12, 50}, {14, 12, 8, 50}, {16, 12, 10, 55}, {18, 14, 12, 65}, {24, 18, 16, 70}} {
		s := engine.Size{L: c[0] * 1000, W: c[1] * 1000, H: c[2] * 1000}
		out = append(out, engine.Box{Inner: s, Outer: s, Gross: c[3] * 1000})
	}
	return out
}

// parcel is billed as parcels are: whole inches, a divisor of 139, whole pounds, and a price for the piece and for each pound.
var parcel = engine.Tariff{Divisor: 139, Unit: 1000, Round: 1000, Breaks: []engine.Break{{UpTo: 1, Minor: 700}}, Over: 45}

// anOrder is 50 pieces of some kinds, as they are bought.
func anOrder(seed uint64) engine.Request {
	r := rand.New(rand.NewPCG(seed, 139))
	req := engine.Request{Boxes: cartons(), Tariff: parcel, Goal: engine.Cheapest}
	side := func(least, most float64) int64 {
		return int64(math.Round((least+r.Float64()*(most-least))*4)) * 250
	}
	for left := 50; left > 0; {
		n := min(left, 1+r.IntN(6))
		s := engine.Size{L: side(2, 12), W: side(1.5, 8), H: side(1, 6)}
		req.Items = append(req.Items, engine.Item{Size: s, Weight: max(100, s.Volume()/1e9*int64(5+r.IntN(25))), Count: n})
		left -= n
	}
	return req
}

// Whatever is asked: nothing overlaps, nothing hangs, the weight is kept, all is packed or named, and twice asked is the same twice.
func TestPack_HoldsWhateverIsAsked(t *testing.T) {
	goals := []engine.Goal{engine.Cheapest, engine.Fewest, engine.Smallest}
	for seed := range uint64(60) {
		req := anOrder(seed)
		r := rand.New(rand.NewPCG(seed, 7))
		req.Goal, req.Effort = goals[seed%3], 400_000
		req.Apart = [][2]int{{1, 2}, {0, 3}}
		for i := range req.Items {
			it := &req.Items[i]
			it.Sides = []engine.Side{0, engine.HeightUp, engine.HeightUp | engine.WidthUp}[r.IntN(3)]
			it.Top, it.Alone, it.Group = r.IntN(5) == 0, r.IntN(15) == 0, r.IntN(4)
			if r.IntN(12) == 0 {
				it.Weight = 80_000
			}
			if r.IntN(12) == 0 {
				it.Size.L = 40_000
			}
		}
		for i := range req.Boxes {
			b := &req.Boxes[i]
			b.Outer = engine.Size{L: b.Inner.L + 250, W: b.Inner.W + 250, H: b.Inner.H + 500}
			b.Tare, b.Minor, b.Most = 300, int64(40+i*15), r.IntN(3)*r.IntN(6)
		}
		got := engine.Pack(req)
		if err := checkPacking(req, got); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if seed%10 == 0 && !reflect.DeepEqual(got, engine.Pack(req)) {
			t.Fatalf("seed %d: packed in two ways", seed)
		}
	}
}

func TestPack_NamesWhyAPieceIsLeft(t *testing.T) {
	box := engine.Box{Inner: engine.Size{L: 12, W: 9, H: 6}, Outer: engine.Size{L: 12, W: 9, H: 6}, Tare: 1, Gross: 40, Most: 1}
	item := func(l, w, h, weight int64, sides engine.Side) engine.Item {
		return engine.Item{Size: engine.Size{L: l, W: w, H: h}, Weight: weight, Count: 1, Sides: sides}
	}
	got := engine.Pack(engine.Request{Boxes: []engine.Box{box}, Items: []engine.Item{
		item(30, 5, 5, 9, 0), item(9, 6, 8, 3, engine.HeightUp), item(4, 4, 4, 40, 0), item(0, 4, 4, 1, 0), item(12, 9, 6, 5, 0), item(12, 9, 5, 5, 0), item(4, 0, 4, 1, 0), item(4, 4, 0, 1, 0), item(4, 4, -4, 1, 0)}})
	want := []engine.Reason{engine.TooLarge, engine.TooTall, engine.TooHeavy, engine.NoSize, "", engine.NoBoxes, engine.NoSize, engine.NoSize, engine.NoSize}
	reasons := make([]engine.Reason, len(want))
	for _, l := range got.Left {
		reasons[l.Item] = l.Reason
	}
	if !reflect.DeepEqual(reasons, want) {
		t.Fatalf("reasons %v, want %v", reasons, want)
	}
	if got = engine.Pack(engine.Request{Items: []engine.Item{item(1, 1, 1, 1, 0)}}); len(got.Left) != 1 || got.Left[0].Reason != engine.NoBoxes {
		t.Fatalf("without boxes: %+v", got)
	}
}

// One large light box is the fewest; two small ones are cheaper where air is charged for.
func TestPack_CostBeatsVolume(t *testing.T) {
	small := engine.Box{Inner: engine.Size{L: 10, W: 10, H: 5}, Outer: engine.Size{L: 10, W: 10, H: 5}}
	large := engine.Box{Inner: engine.Size{L: 20, W: 20, H: 20}, Outer: engine.Size{L: 20, W: 20, H: 20}}
	r := engine.Request{Boxes: []engine.Box{small, large}, Items: []engine.Item{{Size: engine.Size{L: 10, W: 10, H: 5}, Weight: 2, Count: 2}},
		Tariff: engine.Tariff{Divisor: 139, Breaks: []engine.Break{{UpTo: 5, Minor: 800}, {UpTo: 20, Minor: 1500}}, Over: 60}}
	r.Goal = engine.Fewest
	fewest := engine.Pack(r)
	r.Goal = engine.Cheapest
	cheapest := engine.Pack(r)
	if len(fewest.Packages) != 1 || len(cheapest.Packages) != 2 || fewest.Minor != 1500+38*60 || cheapest.Minor != 1600 {
		t.Fatalf("fewest %+v, cheapest %+v", fewest, cheapest)
	}
}

// Where the effort runs out long before the goods do, what was sought is still what is found.
func TestPack_KeepsToItsGoalWhenItsEffortIsSpent(t *testing.T) {
	req := anOrder(3)
	for i := range req.Items {
		req.Items[i].Count *= 6
	}
	req.Effort = 100_000
	var boxes [2]int
	for i, goal := range []engine.Goal{engine.Fewest, engine.Cheapest} {
		req.Goal = goal
		got := engine.Pack(req)
		if err := checkPacking(req, got); err != nil {
			t.Fatal(err)
		}
		boxes[i] = len(got.Packages)
	}
	if boxes[0] > boxes[1] || boxes[0] > 12 {
		t.Fatalf("the fewest boxes are %d, the cheapest %d", boxes[0], boxes[1])
	}
}

// Heavy goods fill a box before it is full. By volume a small box looks as good as a large one, and each rounds its pounds up.
func TestPack_HeavyGoodsGoIntoFewBoxes(t *testing.T) {
	req := anOrder(5)
	req.Tariff = engine.Tariff{Divisor: 139, Unit: 1000, Round: 1000, Over: 1}
	var pounds int64
	for _, it := range req.Items {
		pounds += it.Weight * int64(it.Count)
	}
	if got := engine.Pack(req); got.Billable > pounds/1000+3 || len(got.Packages) > 4 {
		t.Fatalf("%d lb in %d boxes, and the goods weigh %d", got.Billable, len(got.Packages), pounds/1000)
	}
}

// An order of 1,500 pieces is packed as soundly as a small one; how long it takes is told by the bench.
func TestPack_LargeOrder(t *testing.T) {
	req := anOrder(3)
	for i := range req.Items {
		req.Items[i].Count *= 30
	}
	got := engine.Pack(req)
	if err := checkPacking(req, got); err != nil {
		t.Fatal(err)
	}
}

// The benchmark's figures: 20 orders of 50 pieces into ten kinds of boxes, for the fewest billable pounds and for the least cost. LADING_ORDERS is
// where the orders are written, so that another packer can be given the same; it is skipped without.
func TestPack_Figures(t *testing.T) {
	name := os.Getenv("LADING_ORDERS")
	if name == "" {
		t.Skip("LADING_ORDERS says where to")
	}
	type piece struct {
		Size   [3]float64 `json:"size"`
		Weight float64    `json:"weight"`
		Count  int        `json:"count"`
	}
	inches := func(s engine.Size) [3]float64 {
		return [3]float64{float64(s.L) / 1000, float64(s.W) / 1000, float64(s.H) / 1000}
	}
	var out struct {
		Boxes  []piece   `json:"boxes"`
		Orders [][]piece `json:"orders"`
	}
	for _, b := range cartons() {
		out.Boxes = append(out.Boxes, piece{Size: inches(b.Inner), Weight: float64(b.Gross) / 1000})
	}
	pounds, boxes := [2]int64{}, [2]int{}
	var took []time.Duration
	for seed := range uint64(20) {
		r := anOrder(seed)
		var order []piece
		for _, it := range r.Items {
			order = append(order, piece{inches(it.Size), float64(it.Weight) / 1000, it.Count})
		}
		out.Orders = append(out.Orders, order)
		for i, tariff := range []engine.Tariff{{Divisor: 139, Unit: 1000, Round: 1000, Over: 1}, parcel} {
			r.Tariff = tariff
			var got engine.Packing
			best := time.Hour // of three, which give the same packing: what else the machine did is no figure of ours
			for range 3 {
				at := time.Now()
				got = engine.Pack(r)
				best = min(best, time.Since(at))
			}
			took = append(took, best)
			if err := checkPacking(r, got); err != nil || len(got.Left) > 0 {
				t.Fatalf("order %d: %v, left %v", seed, err, got.Left)
			}
			pounds[i] += got.Billable
			boxes[i] += len(got.Packages)
		}
	}
	slices.Sort(took)
	fmt.Printf("figure cartons_50_items_10_boxes_p50 %.1f ms\nfigure cartons_50_items_10_boxes_worst %.1f ms\n", took[len(took)/2].Seconds()*1000, took[len(took)-1].Seconds()*1000)
	fmt.Printf("figure cartons_fewest_pounds_billable %d lb\nfigure cartons_fewest_pounds_boxes %d boxes\n", pounds[0], boxes[0])
	fmt.Printf("figure cartons_least_cost_billable %d lb\nfigure cartons_least_cost_boxes %d boxes\n", pounds[1], boxes[1])
	b, err := json.Marshal(out)
	if err == nil {
		err = os.WriteFile(name, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func BenchmarkPack_FiftyIntoTen(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		engine.Pack(anOrder(uint64(i % 20)))
	}
}
