package engine

import (
	"encoding/json"
	"slices"
	"testing"
)

type ltlFile struct {
	LTL     LTL       `json:"ltl"`
	FuelLTL []FuelRow `json:"fuelLTL"`
	Cases   []struct {
		ID, Title    string
		LTL          json.RawMessage `json:"ltl"`
		Diesel       *Dec
		FuelPercent  *Dec `json:"fuelPercent"`
		Accessorials []Accessorial
		Markup       *Markup
		Request      Request
		Want         struct {
			Rated             []Class
			Weight, Deficit   Dec
			Break, RatedBreak string
			AsIs              []Cents
			DeficitCharge     Cents
			DeficitRate       Dec
			Gross, Discount   Cents
			BeforeFloor, Net  Cents
			NetAfter, Fuel    Cents
			Total, Customer   Cents
			MarkupAmount      Cents `json:"markup"`
			Density           Dec
			Hit               *bool
			Capacity          *CapacityHit
			Accessorials      map[string]Cents
		}
	}
}

func TestLTL_ToTheCent(t *testing.T) {
	file := load[ltlFile](t, "ltl.json")
	if len(file.Cases) != 24 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.ID+" "+c.Title, func(t *testing.T) {
			tr, l := tariff(ModeLTL), file.LTL
			if err := json.Unmarshal(c.LTL, &l); err != nil {
				t.Fatal(err)
			}
			tr.LTL, tr.Accessorials = &l, c.Accessorials
			switch {
			case c.Diesel != nil:
				tr.Fuel = &Fuel{Kind: FuelTable, Rows: file.FuelLTL}
				c.Request.Fuel = diesel(*c.Diesel)
			case c.FuelPercent != nil:
				tr.Fuel = &Fuel{Kind: FuelPercent, Percent: *c.FuelPercent}
			}
			q, err := Rate(tr, &c.Request)
			if err != nil {
				t.Fatal(err)
			}
			s, w := q.LTL, c.Want
			if !slices.Equal(s.Rated, w.Rated) || !slices.Equal(s.AsIs, w.AsIs) {
				t.Errorf("rated %v as %v, want %v as %v", s.Rated, s.AsIs, w.Rated, w.AsIs)
			}
			same(t, "weight", s.Weight, w.Weight)
			same(t, "break", s.Break, w.Break)
			same(t, "rated break", s.RatedBreak, w.RatedBreak)
			same(t, "deficit", s.Deficit, w.Deficit)
			same(t, "gross", s.Gross, w.Gross)
			same(t, "discount", s.Discount, w.Discount)
			same(t, "before the floor", s.BeforeFloor, w.BeforeFloor)
			same(t, "net", s.Net, w.Net)
			same(t, "net after the rules", s.NetAfter, w.NetAfter)
			same(t, "fuel", sum(q, "fuel"), w.Fuel)
			same(t, "total", q.Total, w.Total)
			for code, amount := range w.Accessorials {
				same(t, code, sum(q, code), amount)
			}
			if w.Deficit == 0 && slices.ContainsFunc(q.Charges, func(c Charge) bool { return c.Code == "deficit" || c.Note == "receipt-deficit-break" }) {
				t.Error("a line for pounds that are not missing")
			}
			if w.Deficit > 0 && (s.Capacity == nil || !s.Capacity.Replace) {
				same(t, "deficit charge", sum(q, "deficit"), w.DeficitCharge)
			}
			if w.Hit != nil {
				same(t, "rule applies", s.Capacity != nil, *w.Hit)
				same(t, "density", HalfUp.share(int64(s.Density), 1, 100), HalfUp.share(int64(w.Density), 1, 100))
			}
			if w.Capacity != nil && s.Capacity != nil {
				same(t, "rule", *s.Capacity, CapacityHit{s.Capacity.Kind, w.Capacity.Weight, w.Capacity.Class, w.Capacity.Break, w.Capacity.Gross, w.Capacity.Net, true, ""})
			}
			if c.Markup != nil {
				same(t, "markup", c.Markup.On(q.Total), w.MarkupAmount)
				same(t, "customer's total", q.Total+c.Markup.On(q.Total), w.Customer)
			}
			whole(t, q)
		})
	}
}

// The cheapest break may stand behind a dearer one: each is tried.
func TestLTL_LooksBehindTheNextBreak(t *testing.T) {
	tr := tariff(ModeLTL)
	tr.LTL = &LTL{Breaks: []Break{{"A", 0}, {"B", Int(500)}, {"C", Int(1000)}}, Scales: []Scale{{"NATIONAL", []ClassRow{{700, []Dec{Int(60), Int(59), Int(20)}}}}}}
	q, err := Rate(tr, &Request{ShipOn: "2026-03-12", Items: []Item{{700, Int(480)}}})
	if err != nil || q.LTL.RatedBreak != "C" || q.Total != 20_000 || q.LTL.Deficit != Int(520) {
		t.Errorf("%+v %v", q, err)
	}
}

// A rule by linear feet can be judged by the feet that somebody states, unless it has a density to hold them against: for that the room must be known.
func TestCapacity_ByFeetThatAreStated(t *testing.T) {
	feet := Measure([]Unit{{Feet: Int(20)}})
	both := Measure([]Unit{{Feet: Int(20), Cube: Int(1000)}})
	plain := Capacity{Kind: Linear, From: Int(15), Pounds: Int(1000)}
	light := Capacity{Kind: Linear, From: Int(15), Density: Int(10), Pounds: Int(1250)}
	for _, c := range []struct {
		name   string
		rule   Capacity
		load   Load
		weight Dec
		rated  Dec
		why    string
	}{
		{"feet alone", plain, feet, Int(4000), Int(20_000), ""},
		{"feet alone, however dense", plain, both, Int(40_000), Int(20_000), ""},
		{"few feet", plain, Measure([]Unit{{Feet: Int(15)}}), Int(4000), 0, "cube-too-small"},
		{"no room at all", plain, Measure(nil), Int(4000), 0, "dimensions-missing"},
		{"a volume without feet", plain, Measure([]Unit{{Cube: Int(1000)}}), Int(4000), 0, "dimensions-missing"},
		{"a density and no volume", light, feet, Int(4000), 0, "dimensions-missing"},
		{"few feet, a density and no volume", light, Measure([]Unit{{Feet: Int(15)}}), Int(4000), 0, "cube-too-small"},
		{"under the density", light, both, Int(4000), Int(25_000), ""},
		{"over the density", light, both, Int(12_000), 0, "cube-too-dense"},
		{"cubic, without a volume", Capacity{Kind: Cubic, From: Int(750), Density: Int(6), Pounds: Int(6)}, feet, Int(4000), 0, "dimensions-missing"},
	} {
		if rated, why := c.rule.On(c.load, c.weight); rated != c.rated || why != c.why {
			t.Errorf("%s: %s, %q", c.name, rated, why)
		}
	}
}

func BenchmarkLTL_FortyContracts(b *testing.B) {
	file := load[ltlFile](b, "ltl.json")
	tr, l := tariff(ModeLTL), file.LTL
	if err := json.Unmarshal([]byte(`{"discount":"62.5","absolute":11800,"capacity":[{"kind":"cubic","from":"750","density":"6","pounds":"6","class":"125"}]}`), &l); err != nil {
		b.Fatal(err)
	}
	tr.LTL, tr.Fuel = &l, &Fuel{Kind: FuelTable, Rows: file.FuelLTL}
	for range 300 {
		tr.Lanes = append(tr.Lanes, Lane{From: "606", To: "100", Scale: "NATIONAL"})
	}
	tr.Accessorials = []Accessorial{{Code: "LFTD", Calc: Flat, Rate: Int(95)}}
	r := &Request{ShipOn: "2026-03-12", From: Place{Zip: "30301"}, To: Place{Zip: "75201"}, Fuel: diesel(35_530), Services: []Service{{"LFTD", one}},
		Items: []Item{{1000, Int(1100)}, {600, Int(780)}, {700, Int(240)}}, Units: []Unit{{Length: Int(48), Width: Int(40), Height: Int(52), Count: 6}}}
	for b.Loop() {
		for range 40 {
			if _, err := Rate(tr, r); err != nil {
				b.Fatal(err)
			}
		}
	}
}
