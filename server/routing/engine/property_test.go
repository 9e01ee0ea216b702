package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// random makes a problem as a shipper's day has them: deliveries around a warehouse, receiving hours on some days, trucks that hold so much, some freight that is
// cheaper by itself, some that asks for a liftgate or must not share a truck.
func random(seed uint64, n int) *Problem {
	r := rand.New(rand.NewPCG(seed, 7))
	p := &Problem{Seed: seed, Steps: 150, StopMinutes: 20, Hours: Property}
	if seed%3 == 0 {
		p.Hours = Hours{}
	}
	var at [][2]float64
	for range n + 1 {
		at = append(at, [2]float64{r.Float64() * 700, r.Float64() * 500})
	}
	for i := range at {
		p.Miles, p.Minutes = append(p.Miles, nil), append(p.Minutes, nil)
		for j := range at {
			miles := math.Hypot(at[i][0]-at[j][0], at[i][1]-at[j][1])
			p.Miles[i], p.Minutes[i] = append(p.Miles[i], miles), append(p.Minutes[i], miles/50*60)
		}
	}
	for i := range n {
		d := Delivery{Place: 1 + i, Load: Load{500 + int64(r.IntN(9000)), 1 + int64(r.IntN(8)), int64(r.IntN(600))}, Minutes: float64(r.IntN(60)), Alone: Must}
		for day := range 1 + r.IntN(4) {
			d.Windows = append(d.Windows, Window{float64(day)*1440 + 480, float64(day)*1440 + 960})
		}
		if r.IntN(3) > 0 {
			d.Alone = 20_000 + float64(r.IntN(90_000))
		}
		if r.IntN(9) == 0 {
			d.Needs = 1
		}
		if r.IntN(9) == 0 {
			d.Kinds = 1
		} else if r.IntN(9) == 0 {
			d.Apart = 1
		}
		if i > 0 && r.IntN(6) == 0 {
			d.Place = p.Deliveries[i-1].Place
		}
		p.Deliveries = append(p.Deliveries, d)
	}
	p.Trucks = []Truck{
		{Name: "53", Limit: Load{44_000, 26, 3_800}, Stops: 5, Back: -1, Leave: Window{360, 1020}, Mile: 230, Stop: 7_500, FreeStops: 1, Minimum: 60_000, Has: 1},
		{Name: "26", Count: 2, Limit: Load{10_000, 12, 1_700}, Back: 0, Leave: Window{360, 720}, Until: 2880, Fixed: 15_000, Mile: 180},
	}
	return p
}

// follow drives a route with nothing of the solver's: what it holds, how long the legal day is, and when each receiver is open.
func follow(t *testing.T, p *Problem, r Route) {
	t.Helper()
	truck := p.Trucks[r.Truck]
	trip, err := p.Drive(r)
	if err != nil {
		t.Fatal(err)
	}
	var load Load
	for _, d := range r.Order {
		load = load.Add(p.Deliveries[d].Load)
		if p.Deliveries[d].Needs&^truck.Has != 0 {
			t.Error("lacks a feature")
		}
		for _, e := range r.Order {
			if p.Deliveries[d].Apart&p.Deliveries[e].Kinds != 0 {
				t.Error("goods that go apart share a truck")
			}
		}
	}
	for i := range load {
		if load[i] > truck.Limit[i] {
			t.Errorf("holds %v of %v", load, truck.Limit)
		}
	}
	if truck.Stops > 0 && len(trip.Visits) > truck.Stops {
		t.Errorf("%d stops", len(trip.Visits))
	}
	if trip.Depart < truck.Leave.Open || trip.Depart > truck.Leave.Close || truck.Until > 0 && trip.End > truck.Until {
		t.Errorf("out from %v to %v", trip.Depart, trip.End)
	}
	last, at := trip.Depart, truck.From
	for _, v := range trip.Visits {
		if v.Arrive < last+p.Minutes[at][v.Place]-1e-6 {
			t.Errorf("arrives at %v from %v, faster than it drives", v.Arrive, last)
		}
		for _, d := range v.Deliveries {
			open := len(p.Deliveries[d].Windows) == 0
			for _, w := range p.Deliveries[d].Windows {
				open = open || v.Begin >= w.Open-1e-6 && v.Begin <= w.Close+1e-6 || d != v.Deliveries[0]
			}
			if !open {
				t.Errorf("unloads at %v, receiving is %v", v.Begin, p.Deliveries[d].Windows)
			}
		}
		last, at = v.Leave, v.Place
	}
	if p.Hours.Drive > 0 {
		shifts := float64(trip.Rests + 1)
		if waits := math.Floor(trip.Wait / p.Hours.Rest); trip.Drive > (shifts+waits)*p.Hours.Drive+1e-6 {
			t.Errorf("drives %v min with %d rests", trip.Drive, trip.Rests)
		}
	}
	if on := trip.Visits[len(trip.Visits)-1].On; on != (Load{}) {
		t.Errorf("comes to an end with %v on it", on)
	}
}

func TestSolve_KeepsEveryLimitAndIsNeverWorseThanATruckForEach(t *testing.T) {
	shared, left := 0, 0
	for seed := range uint64(24) {
		p := random(seed, 8+int(seed)*2)
		plan := Solve(context.Background(), p, nil)
		cost, err := p.Total(plan)
		if err != nil || math.Abs(cost-plan.Cost) > 1e-3 {
			t.Fatalf("seed %d: %v, %v and %v", seed, err, cost, plan.Cost)
		}
		apart := 0.0
		for d := range p.Deliveries {
			apart += Alone(p, d)
		}
		if cost > apart+1e-6 {
			t.Errorf("seed %d: %v, a truck for each is %v", seed, cost, apart)
		}
		for _, r := range plan.Routes {
			follow(t, p, r)
			if len(r.Order) > 1 {
				shared++
			}
		}
		for d, w := range Explain(p, plan) {
			if w.Code == "" {
				t.Errorf("seed %d: nothing is said of delivery %d", seed, d)
			}
			if w.Code != "together" || w.With <= w.Alone+1e-6 || p.Deliveries[d].Alone >= w.With {
				continue
			}
			r := plan.Routes[w.Route] // it stays only where the others could not be driven without it
			rest := slices.DeleteFunc(slices.Clone(r.Order), func(e int) bool { return e == d })
			if _, err := p.Drive(Route{r.Truck, rest}); err == nil {
				t.Errorf("seed %d: delivery %d: %+v", seed, d, w)
			}
		}
		left += len(plan.Left)
		if again := Solve(context.Background(), p, nil); !reflect.DeepEqual(again, plan) {
			t.Errorf("seed %d: another plan at the second run", seed)
		}
	}
	if shared < 20 || left < 20 {
		t.Errorf("%d shared trucks and %d deliveries left show little", shared, left)
	}
}

func TestSolve_StoppedItHasAPlanThatHolds(t *testing.T) {
	p := random(5, 60)
	p.Steps = 1_000_000
	ctx, stop := context.WithCancel(context.Background())
	rounds := 0
	plan := Solve(ctx, p, func(done int, _ float64) {
		if rounds = done; done >= 128 {
			stop()
		}
	})
	if _, err := p.Total(plan); err != nil || plan.Rounds > 256 || rounds < 128 {
		t.Fatalf("%v after %d rounds", err, plan.Rounds)
	}
}

func TestExplain_SaysWhatKeepsADeliveryOff(t *testing.T) {
	base := func() *Problem {
		p := random(1, 1)
		p.Deliveries[0] = Delivery{Place: 1, Load: Load{4000, 4, 200}, Alone: 1}
		p.Trucks = p.Trucks[:1]
		p.Trucks[0].Has = 0
		return p
	}
	for want, change := range map[string]func(p *Problem){
		"weight":        func(p *Problem) { p.Deliveries[0].Load[Pounds] = 44_001 },
		"pallets":       func(p *Problem) { p.Deliveries[0].Load[Pallets] = 27 },
		"cube":          func(p *Problem) { p.Deliveries[0].Load[Cube] = 3_801 },
		"late":          func(p *Problem) { p.Deliveries[0].Windows = []Window{{0, 361}} },
		"feature":       func(p *Problem) { p.Deliveries[0].Needs = 2 },
		"end":           func(p *Problem) { p.Trucks[0].Until = 400 },
		"no-truck":      func(p *Problem) { p.Trucks = nil },
		"cheaper-alone": func(*Problem) {},
	} {
		p := base()
		change(p)
		plan := Solve(context.Background(), p, nil)
		if got := Explain(p, plan); got[0].Code != want || len(plan.Left) != 1 {
			t.Errorf("%s: %+v", want, got[0])
		}
	}
}
