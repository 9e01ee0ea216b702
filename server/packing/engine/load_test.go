package engine_test

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"testing"
	"time"

	"lading/server/packing/engine"
)

// fullness is how much of the container is filled, in per cent.
func fullness(l engine.Loading) float64 {
	return float64(l.Volume) * 100 / float64(container.Size.Volume())
}

// A hundredth of the benchmark's effort comes near its bar already.
func TestLoad_FillsTheContainer(t *testing.T) {
	sum, n := 0.0, 0
	for class := 1; class <= 7; class++ {
		for problem := 1; problem <= 2; problem++ {
			items := bischoffRatcliff(class, problem)
			l := engine.Load(container, items, nil, 5_000_000)
			if err := check(container, items, nil, l.Placed); err != nil {
				t.Fatalf("BR%d/%d: %v", class, problem, err)
			}
			if fullness(l) < 86 {
				t.Errorf("BR%d/%d is filled to %.2f %% only", class, problem, fullness(l))
			}
			sum, n = sum+fullness(l), n+1
		}
	}
	if mean := sum / float64(n); mean < 89 {
		t.Errorf("the container is filled to %.2f %% on average", mean)
	}
}

func TestLoad_TakesWhatFitsWhole(t *testing.T) {
	items := []engine.Item{{Size: engine.Size{L: 5, W: 5, H: 5}, Weight: 3, Count: 8}}
	l := engine.Load(engine.Room{Size: engine.Size{L: 10, W: 10, H: 10}}, items, nil, 10_000)
	if len(l.Placed) != 8 || l.Volume != 1000 || l.Weight != 24 || l.Left[0] != 0 {
		t.Fatalf("eight cubes: %+v", l)
	}
	if l = engine.Load(engine.Room{Size: engine.Size{L: 10, W: 10, H: 10}, Weight: 20}, items, nil, 10_000); len(l.Placed) != 6 || l.Left[0] != 2 {
		t.Fatalf("of 20 lb six cubes at the most: %+v", l)
	}
	if l = engine.Load(engine.Room{Size: engine.Size{L: 4, W: 10, H: 10}}, items, nil, 10_000); len(l.Placed) != 0 || l.Left[0] != 8 {
		t.Fatalf("none fits: %+v", l)
	}
}

func TestLoad_IsTheSameEachTime(t *testing.T) {
	items := bischoffRatcliff(5, 3)
	a, b := engine.Load(container, items, nil, 1_000_000), engine.Load(container, items, nil, 1_000_000)
	if !reflect.DeepEqual(a, b) {
		t.Fatal("the same goods were loaded in two ways")
	}
}

// The benchmark's figure: LADING_CASES cases of each class at full effort; a line for each class, and the mean. It is skipped otherwise.
func TestLoad_Figures(t *testing.T) {
	cases, _ := strconv.Atoi(os.Getenv("LADING_CASES"))
	if cases == 0 {
		t.Skip("LADING_CASES says how many")
	}
	total, slowest := 0.0, time.Duration(0)
	for class := 1; class <= 7; class++ {
		sum := 0.0
		for problem := 1; problem <= cases; problem++ {
			items := bischoffRatcliff(class, problem)
			at := time.Now()
			l := engine.Load(container, items, nil, engine.Long)
			slowest = max(slowest, time.Since(at))
			if err := check(container, items, nil, l.Placed); err != nil {
				t.Fatalf("BR%d/%d: %v", class, problem, err)
			}
			sum += fullness(l)
		}
		fmt.Printf("figure container_filled_br%d %.2f %%\n", class, sum/float64(cases))
		total += sum / float64(cases)
	}
	fmt.Printf("figure container_filled_br1_to_7 %.2f %%\nfigure container_slowest %.0f ms\n", total/7, float64(slowest.Milliseconds()))
}
