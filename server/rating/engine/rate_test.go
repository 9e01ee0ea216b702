package engine

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestRate_SaysWhyThereIsNoPrice(t *testing.T) {
	file := load[ltlFile](t, "ltl.json")
	base := func() (*Tariff, *Request) {
		tr, l := tariff(ModeLTL), file.LTL
		tr.LTL = &l
		return tr, &Request{ShipOn: "2026-03-12", Today: "2026-03-12", From: Place{Zip: "30301", State: "GA"}, To: Place{Zip: "75201", State: "TX"}, Items: []Item{{700, Int(500)}}}
	}
	for name, c := range map[string]struct {
		change func(*Tariff, *Request)
		code   string
	}{
		"expired": {func(t *Tariff, _ *Request) { t.To = "2026-03-11" }, "tariff-not-in-force"},
		"lane":    {func(t *Tariff, _ *Request) { t.Lanes[0].To = "CA" }, "lane-not-served"},
		"class": {func(t *Tariff, _ *Request) {
			t.LTL.Scales = []Scale{{Name: "NATIONAL", Rows: t.LTL.Scales[0].Rows[:2]}}
		}, "class-not-in-tariff"},
		"service":        {func(_ *Tariff, r *Request) { r.Services = []Service{{"LFTD", one}} }, "service-not-offered"},
		"hazmat unasked": {func(_ *Tariff, r *Request) { r.Hazmat = true }, "service-not-offered"},
		"fuel week":      {func(t *Tariff, _ *Request) { t.Fuel = &Fuel{Kind: FuelTable} }, "fuel-week-missing"},
		"fuel beyond table": {func(t *Tariff, r *Request) {
			t.Fuel, r.Fuel = &Fuel{Kind: FuelTable, Rows: file.FuelLTL}, diesel(Int(9))
		}, "fuel-price-outside-table"},
		"no weight":           {func(_ *Tariff, r *Request) { r.Items[0].Weight = 0 }, "weight-missing"},
		"nothing":             {func(_ *Tariff, r *Request) { r.Items = nil }, "nothing-to-rate"},
		"an unfinished table": {func(t *Tariff, _ *Request) { t.Lanes[0].Scale = "LOCAL" }, "tariff-incomplete"},
		"no table":            {func(t *Tariff, _ *Request) { t.LTL = nil }, "tariff-incomplete"},
		"no breaks":           {func(t *Tariff, _ *Request) { t.LTL.Breaks = nil }, "tariff-incomplete"},
		"longer than any tier": {func(t *Tariff, r *Request) {
			t.Accessorials, r.Units = overlong(), []Unit{{Length: Int(241), Width: Int(40), Height: Int(40), Count: 1}}
		}, "piece-too-long"},
	} {
		tr, r := base()
		c.change(tr, r)
		var no No
		if _, err := Rate(tr, r); !errors.As(err, &no) || no.Code != c.code {
			t.Errorf("%s: got %v, want %s", name, err, c.code)
		}
	}
	tr, r := base()
	tr.Fuel, r.Fuel, r.ShipOn = &Fuel{Kind: FuelTable, Rows: file.FuelLTL}, diesel(35_530)[:2], "2026-03-30"
	if q, err := Rate(tr, r); err != nil || !slices.Contains(q.Warnings, "rate-fuel-later") || q.FuelWeek != "2026-03-09" {
		t.Errorf("a week that is not published yet: %v %+v", err, q)
	}
}

func overlong() []Accessorial {
	return []Accessorial{{Code: overlength, Calc: TierInches, Tiers: []Tier{{Int(96), Int(143), 7_500}, {Int(144), Int(240), 15_000}}}}
}

// A tier's lengths are both its own, to the last fraction of an inch; a piece below the first tier costs nothing, also where the service is asked for.
func TestOverlength_IsChargedByTheTierOfTheLongestPiece(t *testing.T) {
	file := load[ltlFile](t, "ltl.json")
	for inches, want := range map[string]Cents{"95.9": 0, "96": 7_500, "143": 7_500, "143.9": 7_500, "144": 15_000, "240": 15_000} {
		long, err := ParseDec(inches)
		if err != nil {
			t.Fatal(err)
		}
		tr, l := tariff(ModeLTL), file.LTL
		tr.LTL, tr.Accessorials = &l, overlong()
		r := &Request{ShipOn: "2026-03-12", Items: []Item{{700, Int(500)}}, Units: []Unit{{Length: long, Width: Int(40), Height: Int(40), Count: 1}}}
		q, err := Rate(tr, r)
		if err != nil || sum(q, overlength) != want {
			t.Errorf("%s in: %s, want %s (%v)", inches, sum(q, overlength), want, err)
		}
		r.Services = []Service{{overlength, long}}
		if q, err = Rate(tr, r); err != nil || sum(q, overlength) != want {
			t.Errorf("%s in, asked for: %s, want %s (%v)", inches, sum(q, overlength), want, err)
		}
	}
}

// A lane's place is a state by its two letters and otherwise the beginning of a postal code, also where that has a letter in it.
func TestPlace_TwoSignsAreAStateOrTheBeginningOfACode(t *testing.T) {
	ottawa := Place{Zip: "K1A0B1", State: "ON", Country: "CA"}
	for pattern, near := range map[string]bool{"K1": true, "k1": true, "K2": false, "ON": true, "on": true, "QC": false, "K1A": true, "K1A0B1X": false} {
		if got := ottawa.near(pattern) >= 0; got != near {
			t.Errorf("%s: %v", pattern, got)
		}
	}
	if ottawa.near("K1A") <= ottawa.near("ON") || ottawa.near("ON") <= ottawa.near("") {
		t.Error("the closest is not the nearest")
	}
}

func TestCents_ReadsWhatItWrites(t *testing.T) {
	for s, want := range map[string]Cents{"0.00": 0, "95.00": 9_500, "0.07": 7, "-12.30": -1_230} {
		c, err := ParseCents(s)
		if err != nil || c != want || c.String() != s {
			t.Errorf("%s became %d, %s (%v)", s, c, c, err)
		}
	}
	for _, s := range []string{"0.001", "1.2345", "", "x"} {
		if c, err := ParseCents(s); err == nil {
			t.Errorf("%q was read as %s", s, c)
		}
	}
}

func TestLane_TheClosestCounts(t *testing.T) {
	tr := &Tariff{Lanes: []Lane{{Days: 9}, {From: "GA", Days: 5}, {From: "GA", To: "752", Days: 2}, {From: "303", To: "TX", Days: 3}}}
	l, _ := tr.lane(Place{Zip: "30301", State: "GA"}, Place{Zip: "75201", State: "TX"})
	same(t, "days", l.Days, 2)
	l, _ = tr.lane(Place{Zip: "30301", State: "GA"}, Place{Zip: "77001", State: "TX"})
	same(t, "days", l.Days, 3)
	l, _ = tr.lane(Place{Zip: "10001", State: "NY"}, Place{Zip: "77001", State: "TX"})
	same(t, "days", l.Days, 9)
}

func TestDec_ReadsWhatItWrites(t *testing.T) {
	for _, s := range []string{"0", "41.59", "-1.2", "0.0001", "2204.6226"} {
		d, err := ParseDec(s)
		if err != nil || d.String() != s {
			t.Errorf("%s became %s (%v)", s, d, err)
		}
	}
	for _, s := range []string{"", "1.23456", "a", "1,5", "--1", "=1+1", "."} {
		if d, err := ParseDec(s); err == nil {
			t.Errorf("%q was read as %s", s, d)
		}
	}
	if !strings.Contains(exact(4700000, 415900, 10000), "195.473") {
		t.Error(exact(4700000, 415900, 10000))
	}
}

// A tariff's rounding: the half up, the half to the even cent, always up, or never.
func TestRounding_OfAThirdAndOfAHalf(t *testing.T) {
	for _, c := range []struct {
		a, b                 int64 // a over b
		half, even, up, down int64
	}{{4, 2, 2, 2, 2, 2}, {1, 3, 0, 0, 1, 0}, {2, 3, 1, 1, 1, 0}, {1, 2, 1, 0, 1, 0}, {3, 2, 2, 2, 2, 1}, {5, 2, 3, 2, 3, 2}, {0, 7, 0, 0, 0, 0}} {
		got := [4]int64{HalfUp.share(c.a, 1, c.b), HalfEven.share(c.a, 1, c.b), Up.share(c.a, 1, c.b), Down.share(c.a, 1, c.b)}
		if want := [4]int64{c.half, c.even, c.up, c.down}; got != want {
			t.Errorf("%d over %d: %v, want %v", c.a, c.b, got, want)
		}
		if got := Rounding("").share(c.a, 1, c.b); got != c.half {
			t.Errorf("%d over %d without a rule: %d", c.a, c.b, got)
		}
	}
}

func TestMinimum_HasALineOnlyWhereItRaises(t *testing.T) {
	for amount, want := range map[Cents]Cents{4_999: 1, 5_000: 0, 5_001: 0} {
		j := &job{t: tariff(ModeLTL)}
		if got := j.raise("Tariff/Minimum", "receipt-minimum", amount, 5_000); got != max(amount, 5_000) {
			t.Errorf("%s became %s", amount, got)
		}
		if n := Cents(len(j.charges)); n != want || n == 1 && j.charges[0].Amount != 1 {
			t.Errorf("%s has the lines %+v", amount, j.charges)
		}
	}
}
