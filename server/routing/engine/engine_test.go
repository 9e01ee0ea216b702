package engine

import (
	"bufio"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-json"
)

func read(t *testing.T, name string, v any) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestHours_OfADriverAsTheLawCountsThem(t *testing.T) {
	var cases []struct {
		ID, Title string
		Start     string
		Tasks     []Task
		End       string
		Log       [][3]string
		Breaks    int
		Rests     int
		Drive     float64
	}
	read(t, "hours.json", &cases)
	at := func(s string) time.Time {
		m, err := time.Parse("2006-01-02T15:04", s)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, c := range cases {
		zero := at(c.Start).Truncate(24 * time.Hour)
		log, breaks, rests := Log(Property, at(c.Start).Sub(zero).Minutes(), c.Tasks)
		said := func(m float64) string {
			return zero.Add(time.Duration(m * float64(time.Minute))).Format("2006-01-02T15:04")
		}
		drive := 0.0
		ok := len(log) == len(c.Log) && breaks == c.Breaks && rests == c.Rests
		for i, s := range log {
			ok = ok && [3]string{s.Kind, said(s.Start), said(s.End)} == c.Log[i]
			if s.Kind == "D" {
				drive += s.End - s.Start
			}
		}
		if !ok || drive != c.Drive || said(log[len(log)-1].End) != c.End {
			t.Errorf("%s %s: %v, %d breaks, %d rests, %v min, want %v", c.ID, c.Title, log, breaks, rests, drive, c.Log)
		}
	}
	if len(cases) != 9 {
		t.Fatal(len(cases))
	}
}

func TestSavings_JoinWhatLiesTogether(t *testing.T) {
	var c struct {
		Names    []string
		Miles    [][]float64
		Demand   []int64
		Capacity int64
		Savings  []struct {
			Pair  [2]string
			Miles float64
		}
		Routes          [][]string
		Distance, Apart float64
	}
	read(t, "savings.json", &c)
	list := Savings(c.Miles, 0)
	for i, s := range c.Savings {
		if got := list[i]; c.Names[got.A] != s.Pair[0] || c.Names[got.B] != s.Pair[1] || got.Miles != s.Miles {
			t.Errorf("%d: %s-%s saves %v, want %v", i, c.Names[got.A], c.Names[got.B], got.Miles, s)
		}
	}
	p := &Problem{Miles: c.Miles, Minutes: c.Miles, Trucks: []Truck{{Limit: Load{c.Capacity}, Mile: 1}}}
	for i := 1; i < len(c.Names); i++ {
		p.Deliveries = append(p.Deliveries, Delivery{Place: i, Load: Load{c.Demand[i]}, Alone: Must})
	}
	for _, steps := range []int{0, 200} { // the savings alone, and what is made of them
		p.Steps = steps
		plan := Solve(context.Background(), p, nil)
		if plan.Cost != c.Distance || len(plan.Routes) != len(c.Routes) || len(plan.Left) != 0 {
			t.Errorf("%d steps: %+v", steps, plan)
		}
		for i, r := range plan.Routes {
			if got := c.Names[r.Order[0]+1] + c.Names[r.Order[1]+1]; got != strings.Join(c.Routes[i], "") && got != c.Routes[i][1]+c.Routes[i][0] {
				t.Errorf("route %s, want %v", got, c.Routes[i])
			}
		}
	}
	if apart := 2 * (c.Miles[0][1] + c.Miles[0][2] + c.Miles[0][3] + c.Miles[0][4]); apart != c.Apart {
		t.Error(apart)
	}
}

func TestZoneSkip_PaysFromTheBreakEvenOn(t *testing.T) {
	var cases []struct {
		ID   string
		In   ZoneSkip
		Want Skip
	}
	read(t, "zoneskip.json", &cases)
	for _, c := range cases {
		got := c.In.Weigh()
		if got != c.Want {
			t.Errorf("%s: %+v, want %+v", c.ID, got, c.Want)
		}
		if c.In.Parcels = got.BreakEven; got.BreakEven > 1 && (c.In.Weigh().Saving < 0 || c.In.less().Weigh().Saving >= 0) {
			t.Errorf("%s does not break even at %d", c.ID, got.BreakEven)
		}
	}
	if len(cases) != 5 {
		t.Fatal(len(cases))
	}
}

func (z ZoneSkip) less() ZoneSkip { z.Parcels--; return z }

// solomon reads one of Solomon's instances (1987): customers with a time window each, and trucks of one size. Fewer trucks count before fewer miles.
func solomon(t *testing.T, name string) *Problem {
	f, err := os.Open(filepath.Join("testdata", "solomon-"+name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var rows [][]float64
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var row []float64
		for _, word := range strings.Fields(lines.Text()) {
			var x float64
			if json.Unmarshal([]byte(word), &x) == nil {
				row = append(row, x)
			}
		}
		if len(row) == 2 || len(row) == 7 {
			rows = append(rows, row)
		}
	}
	p := &Problem{Seed: 1}
	places := rows[1:]
	end := places[0][5]
	p.Trucks = []Truck{{Limit: Load{int64(rows[0][1])}, Until: end, Fixed: 10_000, Mile: 1}}
	for i, a := range places {
		p.Miles = append(p.Miles, nil)
		for _, b := range places {
			p.Miles[i] = append(p.Miles[i], math.Hypot(a[1]-b[1], a[2]-b[2]))
		}
		if i > 0 {
			p.Deliveries = append(p.Deliveries, Delivery{Place: i, Load: Load{int64(a[3])}, Windows: []Window{{a[4], a[5]}}, Minutes: a[6], Alone: Must})
		}
	}
	p.Minutes = p.Miles
	return p
}

func TestSolve_Solomon(t *testing.T) {
	for _, c := range []struct {
		name   string
		trucks int
		miles  float64
		more   int     // trucks that are let pass
		within float64 // of the best known miles
		steps  int
	}{{"c101", 10, 828.94, 0, 1.01, 800}, {"c201", 3, 591.56, 0, 1.01, 800}, {"r101", 19, 1650.80, 1, 1.05, 800}, {"r201", 4, 1252.37, 1, 1.05, 800}, {"rc101", 14, 1696.95, 1, 1.05, 3000}, {"rc201", 4, 1406.94, 1, 1.05, 1500}} {
		t.Run(c.name, func(t *testing.T) {
			p := solomon(t, c.name)
			p.Steps = c.steps
			began := time.Now()
			plan := Solve(context.Background(), p, nil)
			cost, err := p.Total(plan)
			if err != nil {
				t.Fatal(err)
			}
			miles := cost - 10_000*float64(len(plan.Routes))
			t.Logf("%d trucks, %.2f miles (best known %d, %.2f) in %v", len(plan.Routes), miles, c.trucks, c.miles, time.Since(began).Round(time.Millisecond))
			if len(plan.Routes) > c.trucks+c.more || miles > c.miles*c.within || len(plan.Left) > 0 {
				t.Errorf("%d trucks, %.2f miles", len(plan.Routes), miles)
			}
		})
	}
}
