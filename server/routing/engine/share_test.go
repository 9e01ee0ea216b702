package engine

import (
	"slices"
	"testing"
)

func TestShare_AddsUpToTheCent(t *testing.T) {
	for _, c := range []struct {
		amount int64
		by     []int64
		want   []int64
	}{
		{100, []int64{1, 1, 1}, []int64{34, 33, 33}},
		{140_969, []int64{50_322, 50_322, 42_827}, []int64{49_445, 49_444, 42_080}},
		{-50, []int64{1, 2}, []int64{-17, -33}},
		{7, []int64{0, 5}, []int64{0, 7}},
		{7, []int64{0, 0}, []int64{7, 0}},
		{9, nil, []int64{}},
	} {
		got := Share(c.amount, c.by)
		sum := int64(0)
		for _, x := range got {
			sum += x
		}
		if !slices.Equal(got, c.want) || len(c.by) > 0 && sum != c.amount {
			t.Errorf("%d by %v: %v, want %v", c.amount, c.by, got, c.want)
		}
	}
}
