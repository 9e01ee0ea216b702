package engine_test

import (
	"os"
	"testing"

	"lading/server/packing/engine"

	"github.com/goccy/go-json"
)

type cartonCase struct {
	ID    string
	Boxes []struct {
		Code  string
		Dims  [3]int64
		MaxLb int64
	}
	Items []struct {
		SKU        string
		Dims       [3]int64
		Weight     int64
		Qty        int
		ThisSideUp bool
	}
	Expected struct {
		Packages []struct {
			Box   string
			Items map[string]int
		}
		MinPackages int
		Error       string
	}
}

// Small cases whose answer is proved.
func TestPack_ProvedCases(t *testing.T) {
	b, err := os.ReadFile("testdata/cartons.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cartons []cartonCase }
	if err := json.Unmarshal(b, &file); err != nil || len(file.Cartons) != 8 {
		t.Fatalf("cases: %v, %d", err, len(file.Cartons))
	}
	for _, c := range file.Cartons {
		r := engine.Request{Goal: engine.Fewest}
		for _, b := range c.Boxes {
			s := engine.Size{L: b.Dims[0], W: b.Dims[1], H: b.Dims[2]}
			r.Boxes = append(r.Boxes, engine.Box{Inner: s, Outer: s, Gross: b.MaxLb})
		}
		for _, i := range c.Items {
			it := engine.Item{Size: engine.Size{L: i.Dims[0], W: i.Dims[1], H: i.Dims[2]}, Weight: i.Weight, Count: i.Qty}
			if i.ThisSideUp {
				it.Sides = engine.HeightUp
			}
			r.Items = append(r.Items, it)
		}
		got := engine.Pack(r)
		if err := checkPacking(r, got); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
		if c.Expected.Error != "" {
			if len(got.Packages) != 0 || len(got.Left) == 0 {
				t.Errorf("%s: packed what cannot be: %+v", c.ID, got)
			}
			continue
		}
		want := max(c.Expected.MinPackages, len(c.Expected.Packages))
		if len(got.Packages) != want || len(got.Left) != 0 {
			t.Errorf("%s: %d packages, %d left; want %d packages", c.ID, len(got.Packages), len(got.Left), want)
		}
		boxes := map[string]int{}
		for _, p := range got.Packages {
			boxes[c.Boxes[p.Box].Code]++
		}
		for _, p := range c.Expected.Packages {
			if boxes[p.Box]--; boxes[p.Box] < 0 {
				t.Errorf("%s: want a box %s, got %+v", c.ID, p.Box, got.Packages)
			}
		}
	}
}
