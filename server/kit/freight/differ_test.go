package freight

import (
	"fmt"
	"testing"
)

func goodsOf(code string, pieces, pallets, milli int64, unit string) Item {
	return Item{Code: code, Description: "Goods " + code, Pieces: pieces, Pallets: pallets, Weight: Measure{Milli: milli, Unit: unit}, Class: "70"}
}

func told(items []Item) (s string) {
	for _, it := range items {
		s += fmt.Sprintf("%s %d/%d %d%s; ", it.Code, it.Pieces, it.Pallets, it.Weight.Milli, it.Weight.Unit)
	}
	return s
}

// What is more, what is less, and what weighs otherwise: with both of them the goods are those that they are now.
func TestDiffer_MoreAndLessMakeTheGoodsOfNow(t *testing.T) {
	before := []Item{goodsOf("A", 10, 2, 1000, "lb"), goodsOf("B", 4, 1, 401, "kg"), goodsOf("C", 5, 0, 50, "lb"), goodsOf("D", 3, 1, 300, "lb")}
	now := []Item{goodsOf("A", 13, 2, 1301, "lb"), goodsOf("B", 1, 1, 101, "kg"), goodsOf("C", 5, 0, 53, "lb"), goodsOf("E", 1, 0, 7, "lb")}
	more, less := Differ(before, now)
	if got := told(more); got != "A 3/0 301lb; C 0/0 3lb; E 1/0 7lb; " {
		t.Errorf("more: %s", got)
	}
	if got := told(less); got != "B 3/0 300kg; D 3/1 300lb; " {
		t.Errorf("less: %s", got)
	}
	if got := told(Less(More(before, more), less)); got != "A 13/2 1301lb; B 1/1 101kg; C 5/0 53lb; E 1/0 7lb; " {
		t.Errorf("together: %s", got)
	}
	if more, less = Differ(now, now); len(more)+len(less) != 0 {
		t.Errorf("the same goods differ by %s and %s", told(more), told(less))
	}
}

// A line whose class somebody has put right is the same goods; one in another unit is not.
func TestLess_KnowsGoodsByTheirName(t *testing.T) {
	open := goodsOf("A", 10, 1, 1000, "lb")
	open.Class = "65"
	if got := told(Less([]Item{open}, []Item{goodsOf("A", 4, 0, 400, "lb")})); got != "A 6/1 600lb; " {
		t.Error(got)
	}
	if got := told(Less([]Item{open}, []Item{goodsOf("A", 40, 2, 4000, "lb")})); got != "" {
		t.Error(got)
	}
	if got := told(Less([]Item{open}, []Item{goodsOf("A", 4, 0, 400, "kg")})); got != "A 10/1 1000lb; " {
		t.Error(got)
	}
}
