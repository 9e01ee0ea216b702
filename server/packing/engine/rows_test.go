package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The rows are those that counting finds.
func TestRows_AreAllThatCanBeMade(t *testing.T) {
	for seed := range uint64(300) {
		draw := rand.New(rand.NewPCG(seed, 1))
		step := []int64{1, 7, 250}[draw.IntN(3)]
		pieces := make([]int64, 1+draw.IntN(5))
		for i := range pieces {
			pieces[i] = (1 + draw.Int64N(60)) * step
		}
		room := slices.Max(pieces) + draw.Int64N(340*step)
		made := make([]bool, room+1)
		made[0] = true
		r := rowsOf(room, pieces)
		longest := int64(0)
		for n := range room + 1 {
			for _, d := range pieces {
				made[n] = made[n] || n >= d && made[n-d]
			}
			if made[n] {
				longest = n
			}
			if got := r.within(n); got != longest {
				t.Fatalf("within %d of %v: %d, want %d", n, pieces, got, longest)
			}
		}
	}
}

// Measures finer than any step that is told apart count as a little shorter, so that what fits exactly is still seen to fit.
func TestRows_FineMeasures(t *testing.T) {
	r := rowsOf(1_200_000, []int64{11_811, 7_937})
	if got := r.within(2 * 11_811); got > 2*11_811 || got < 2*11_811-500 {
		t.Fatalf("two of 11811: %d", got)
	}
}
