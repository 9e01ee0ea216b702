package engine

import "testing"

// days are tasks of so many days of 10 h driving and 3 h of work, each with a break of 30 min and 10.5 h off.
func days(n int) (list []Task) {
	for range n {
		list = append(list, Task{"ON", 180}, Task{"D", 600}, Task{"OFF", 630})
	}
	return list
}

// rule is what 49 CFR 395.3(b) says of a log, counted in another way than the engine does: at each minute of driving the hours on duty since the last 34 hours off, in
// the day and those before it.
func rule(t *testing.T, h Hours, before *Worked, log []Span) {
	t.Helper()
	perDay, off, from := map[int]float64{}, 0.0, -1000
	for i := range 7 {
		if before != nil {
			perDay[-1-i] = before[i]
		}
	}
	for _, s := range log {
		for m := s.Start; m < s.End; m++ {
			d := int(m / day)
			if s.Kind == "OFF" {
				if off++; off >= h.Anew {
					perDay, from = map[int]float64{}, d
				}
				continue
			}
			if s.Kind == "BREAK" {
				continue
			}
			off = 0
			if s.Kind == "D" {
				sum := 0.0
				for back := range h.Days {
					if d-back >= from {
						sum += perDay[d-back]
					}
				}
				if sum > h.Week+5 { // a minute that begins before midnight counts whole to its day
					t.Fatalf("drives at %v after %v min on duty in %d days", m, sum, h.Days)
				}
			}
			perDay[d] += min(1, s.End-m)
		}
	}
}

func TestWeek_NobodyDrivesAfter60HoursIn7DaysOr70In8(t *testing.T) {
	for _, c := range []struct {
		name   string
		hours  int
		before *Worked
		tasks  []Task
		end    float64 // in hours from the midnight of the first day; the truck begins at 6:00
		rests  int
	}{
		{"four days of 13 h fit", 60, nil, days(4), 6 + 4*24, 0},
		{"the fifth day ends in 34 h off", 60, nil, []Task{{"ON", 180}, {"D", 600}, {"OFF", 630}, {"ON", 180}, {"D", 600}, {"OFF", 630}, {"ON", 180}, {"D", 600}, {"OFF", 630}, {"ON", 180}, {"D", 600}, {"OFF", 630}, {"ON", 180}, {"D", 600}},
			6 + 4*24 + 8 + 34 + 5, 1}, // 52 h on duty, 3 of work and 5 of driving: 60; 5 h are left
		{"by the other rule the fifth day is driven", 70, nil, days(5), 6 + 5*24, 0},
		{"60 h behind, the oldest day of 20 falls away at midnight", 60, &Worked{8, 8, 8, 8, 8, 20, 0}, []Task{{"D", 120}}, 24 + 2, 1},
		{"60 h behind, with nothing that falls away soon", 60, &Worked{12, 12, 12, 12, 12, 0, 0}, []Task{{"D", 120}}, 6 + 34 + 2, 1},
		{"seven days ago counts by the rule of 8 days", 70, &Worked{10, 10, 10, 10, 10, 10, 10}, []Task{{"D", 60}}, 24 + 1, 1},
		{"and by that of 7 days does not", 60, &Worked{9, 9, 9, 9, 9, 9, 14}, []Task{{"D", 60}}, 7, 0},
		{"work is allowed still, and driving is not", 60, &Worked{12, 12, 12, 12, 12, 0, 0}, []Task{{"ON", 120}, {"D", 60}}, 8 + 34 + 1, 1},
		{"a weekend off begins the days anew", 60, &Worked{12, 12, 12, 12, 0, 0, 0}, []Task{{"D", 600}, {"OFF", 34 * 60}, {"D", 600}}, 6 + 10.5 + 34 + 10.5, 0},
	} {
		h := Weekly(c.hours)
		var before *Worked
		if c.before != nil {
			before = &Worked{}
			for i, hours := range c.before {
				before[i] = hours * 60
			}
		}
		log, _, rests := LogAfter(h, before, 6*60, c.tasks)
		if end := log[len(log)-1].End / 60; end != c.end || rests != c.rests {
			t.Errorf("%s: ends at hour %v after %d rests, want %v after %d\n%v", c.name, end, rests, c.end, c.rests, log)
		}
		rule(t, h, before, log)
	}
}

func TestWeek_HoldsOnEveryRouteOfASearch(t *testing.T) {
	for seed := range uint64(40) {
		p := random(seed, 20)
		p.Hours = Weekly(60 + 10*int(seed%2))
		for i := range p.Trucks {
			p.Trucks[i].Until *= 3
			p.Trucks[i].Worked = &Worked{600, 700, 500, 650, 600, 300, float64(seed) * 10}
		}
		for d := range p.Deliveries {
			p.Deliveries[d].Windows = nil
		}
		p.Steps = 60
		plan := Solve(t.Context(), p, nil)
		if _, err := p.Total(plan); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		for _, r := range plan.Routes {
			rule(t, p.Hours, p.Trucks[r.Truck].Worked, p.Log(r))
		}
	}
}
