package engine_test

import (
	"math"
	"os"
	"slices"
	"testing"

	"lading/server/packing/engine"

	"github.com/goccy/go-json"
)

// container is the one of all cases of Bischoff and Ratcliff, in centimetres.
var container = engine.Room{Size: engine.Size{L: 587, W: 233, H: 220}}

// kinds are how many kinds of boxes the cases of each class have: BR1 to BR7.
var kinds = []int{3, 5, 8, 10, 12, 15, 20}

// bischoffRatcliff makes a case as E. E. Bischoff and M. S. W. Ratcliff published it (Issues in the development of approaches to container loading, 1995):
// measures between bounds, a measure stands upright if it is less than twice the least of the other two, and kinds are drawn until the next piece would not fit by volume.
func bischoffRatcliff(class, problem int) []engine.Item {
	seed := int64(2502505 + 100*(problem-1))
	draw := func() float64 {
		seed = seed * 16807 % math.MaxInt32
		return float64(seed) / math.MaxInt32
	}
	for range 10 {
		draw()
	}
	least, most := [3]float64{30, 25, 20}, [3]float64{120, 100, 80}
	items := make([]engine.Item, kinds[class-1])
	var volume int64
	for i := range items {
		var d [3]int64
		for j := range d {
			d[j] = int64(least[j] + math.Floor(draw()*(most[j]-least[j]+1)))
		}
		items[i] = engine.Item{Size: engine.Size{L: d[0], W: d[1], H: d[2]}, Count: 1}
		for j, side := range [3]engine.Side{engine.LengthUp, engine.WidthUp, engine.HeightUp} {
			if d[j] < 2*min(d[(j+1)%3], d[(j+2)%3]) {
				items[i].Sides |= side
			}
		}
		volume += items[i].Size.Volume()
	}
	for {
		k := int(math.Floor(draw() * float64(len(items))))
		if volume += items[k].Size.Volume(); volume > container.Size.Volume() {
			return items
		}
		items[k].Count++
	}
}

type published struct {
	Problems []struct {
		Problem int
		Boxes   []struct {
			Dims            [3]int64
			MayStandUpright [3]int
			Qty             int
		}
		Floor int // pieces that a well-known free packer gets in
	}
}

func readPublished(t *testing.T) (p published) {
	t.Helper()
	b, err := os.ReadFile("testdata/bischoff-ratcliff.json")
	if err == nil {
		err = json.Unmarshal(b, &p)
	}
	if err != nil || len(p.Problems) != 8 {
		t.Fatalf("published cases: %v, %d", err, len(p.Problems))
	}
	return p
}

// The generator makes what the library of cases has.
func TestBischoffRatcliff_IsAsPublished(t *testing.T) {
	for _, p := range readPublished(t).Problems {
		made := bischoffRatcliff(1, p.Problem)
		for _, b := range p.Boxes {
			var upright [3]bool
			has := slices.ContainsFunc(made, func(it engine.Item) bool {
				d := []int64{it.Size.L, it.Size.W, it.Size.H}
				up := map[int64]bool{}
				for j, side := range [3]engine.Side{engine.LengthUp, engine.WidthUp, engine.HeightUp} {
					up[d[j]] = it.Sides&side != 0
				}
				slices.SortFunc(d, func(a, b int64) int { return int(b - a) })
				for j := range upright {
					upright[j] = up[b.Dims[j]]
				}
				return slices.Equal(d, b.Dims[:]) && it.Count == b.Qty
			})
			if !has {
				t.Errorf("problem %d: no %v × %d in %+v", p.Problem, b.Dims, b.Qty, made)
				continue
			}
			for j := range upright {
				if upright[j] != (b.MayStandUpright[j] == 1) {
					t.Errorf("problem %d: %v upright %v, published %v", p.Problem, b.Dims, upright, b.MayStandUpright)
				}
			}
		}
	}
}
