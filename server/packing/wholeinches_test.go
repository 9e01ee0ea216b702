package packing

import (
	"testing"

	"lading/server/kit/freight"
)

func TestTruck_ALengthIsNoShorterThanItIsAndNoLongerThanItMust(t *testing.T) {
	for m, want := range map[freight.Measure]int64{
		{Milli: 1_200_000, Unit: "mm"}: 48,
		{Milli: 254_000, Unit: "cm"}:   100,
		{Milli: 254_001, Unit: "cm"}:   101,
		{Milli: 2_540, Unit: "m"}:      100,
		{Milli: 48_000, Unit: "in"}:    48,
		{Milli: 4_000, Unit: "ft"}:     48,
		{Milli: 48_001, Unit: "in"}:    49,
		{}:                             0,
	} {
		if got := wholeInches(m); got != want {
			t.Errorf("%v: %d, want %d", m, got, want)
		}
	}
}
