package freight

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// However a load is parted, nothing of it is lost and nothing made: pieces and pounds of what went and what was left are those that were planned.
func TestPart_AddsUp(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		var items []Item
		var pallets []Stowed
		for line := range 1 + r.IntN(4) {
			it := Item{Code: string(rune('A' + line)), Pieces: 4 + r.Int64N(60), Pallets: r.Int64N(4), Weight: Measure{1 + r.Int64N(900_000), "lb"}}
			items = append(items, it)
			pieces, weight := it.Pieces, it.Weight.Milli
			for n := it.Pallets; n > 0; n-- {
				c := Content{Line: line, Pieces: pieces / n, Weight: Measure{weight / n, "lb"}}
				pieces, weight = pieces-c.Pieces, weight-c.Weight.Milli
				p := Stowed{Contents: []Content{c}, Pieces: c.Pieces, Weight: c.Weight, Aboard: r.IntN(3) > 0}
				if c.Pieces > 0 {
					p.Short = r.Int64N(c.Pieces+1) * r.Int64N(2)
				}
				pallets = append(pallets, p)
			}
		}
		went, left := Part(items, pallets, true)
		parts := went
		for _, l := range left {
			if l.Item.Pieces <= 0 || l.Item.Weight.Milli < 0 || l.Item.Code != items[l.Line].Code {
				t.Fatalf("seed %d: left %+v", seed, l)
			}
			parts = append(parts, l.Item)
		}
		p, _, w := Totals(parts)
		q, _, v := Totals(items)
		if p != q || w != v {
			t.Fatalf("seed %d: %d pieces and %s of %d and %s", seed, p, w, q, v)
		}
	}
}

// What a scale says of a pallet that went is not taken from what was left.
func TestPart_AWeighedPalletLeavesTheRestAsItWas(t *testing.T) {
	lb := func(n int64) Measure { return Measure{n * 1000, "lb"} }
	items := []Item{{Pieces: 20, Pallets: 2, Weight: lb(1000)}}
	pallets := []Stowed{{Contents: []Content{{Pieces: 10, Weight: lb(500)}}, Pieces: 10, Weight: lb(760), Aboard: true}, {Contents: []Content{{Pieces: 10, Weight: lb(500)}}, Pieces: 10, Weight: lb(500)}}
	went, left := Part(items, pallets, true)
	if len(went) != 1 || went[0].Weight != lb(760) || went[0].Pieces != 10 || len(left) != 1 || left[0].Item.Weight != lb(500) || left[0].Item.Pallets != 1 {
		t.Errorf("went %+v, left %+v", went, left)
	}
}

func TestTake_AddsUp(t *testing.T) {
	it := Item{Pieces: 7, Pallets: 3, Weight: Measure{1000, "kg"}}
	for n := int64(0); n <= 7; n++ {
		a, b := it.Take(n, nil, nil)
		if a.Pieces+b.Pieces != 7 || a.Pallets+b.Pallets != 3 || a.Weight.Milli+b.Weight.Milli != 1000 {
			t.Errorf("%d: %+v and %+v", n, a, b)
		}
		if j := Joined([]Item{a, b}); len(j) != 1 || j[0] != it {
			t.Errorf("%d put together again: %+v", n, j)
		}
	}
}

// A line that stands on no pallet is as it was planned only where nothing was ever laid on one.
func TestLoaded_ALineWhoseOnlyPalletWasDeletedIsGone(t *testing.T) {
	lb := func(n int64) Measure { return Measure{n * 1000, "lb"} }
	items := []Item{{Code: "A", Pieces: 10, Pallets: 1, Weight: lb(500)}, {Code: "B", Pieces: 4, Pallets: 1, Weight: lb(80)}, {Code: "note"}}
	pallets := []Stowed{{Contents: []Content{{Line: 0, Pieces: 10, Weight: lb(500)}}, Pieces: 10, Weight: lb(500), Aboard: true}}
	if went := Loaded(items, pallets, true); len(went) != 2 || went[0] != items[0] || went[1] != items[2] {
		t.Errorf("laid: %+v", went)
	}
	if went := Loaded(items, pallets, false); len(went) != 3 || went[1] != items[1] {
		t.Errorf("never laid: %+v", went)
	}
	went, left := Part(items, pallets, true)
	if len(went) != 2 || len(left) != 1 || left[0].Item != items[1] {
		t.Errorf("went %+v, left %+v", went, left)
	}
	if went := Loaded(items, nil, true); len(went) != 1 {
		t.Errorf("all deleted: %+v", went)
	}
}

func TestPlaces_FindsEachLineThatWentInThePlan(t *testing.T) {
	line := func(code string, pieces int64) Item {
		return Item{Code: code, Pieces: pieces, Weight: Measure{pieces * 1000, "lb"}}
	}
	acid := line("A", 10)
	acid.Hazmat = &Hazmat{UN: "UN1830"}
	same := line("A", 10)
	same.Hazmat = &Hazmat{UN: "UN1830"}
	for _, c := range []struct {
		name       string
		went, plan []Item
		want       []int
	}{
		{"all of it", []Item{acid, line("B", 0)}, []Item{acid, line("B", 4)}, []int{0, 1}},
		{"the first stayed", []Item{line("B", 3), line("C", 5)}, []Item{acid, line("B", 4), line("C", 5)}, []int{1, 2}},
		{"one between stayed", []Item{same, line("C", 5)}, []Item{acid, line("B", 4), line("C", 5)}, []int{0, 2}},
		{"the smaller of two alike stayed", []Item{line("B", 9)}, []Item{line("B", 4), line("B", 9)}, []int{1}},
		{"the larger of two alike went in part", []Item{line("B", 7)}, []Item{line("B", 4), line("B", 9)}, []int{1}},
		{"two alike, one between stayed", []Item{line("B", 4), line("B", 4)}, []Item{line("B", 4), acid, line("B", 4)}, []int{0, 2}},
		{"nothing like it", []Item{line("D", 1), line("B", 4)}, []Item{acid, line("C", 1), line("B", 4)}, []int{-1, 2}},
		{"more than were planned", []Item{line("B", 4), line("C", 1)}, []Item{line("B", 4)}, []int{-1, -1}},
		{"nothing", nil, []Item{acid}, []int{}},
	} {
		if got := Places(c.went, c.plan); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
