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
