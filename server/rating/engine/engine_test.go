package engine

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

func load[T any](t testing.TB, name string) (v T) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err == nil {
		err = json.Unmarshal(b, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// diesel makes the index of the week that counts for the cases' day, 12 March 2026.
func diesel(price Dec) []FuelWeek {
	return []FuelWeek{{"2026-03-02", 1}, {"2026-03-09", price}, {"2026-03-16", 1}}
}

func tariff(mode Mode) *Tariff {
	return &Tariff{ID: "T1", Version: 3, Carrier: "TEST", Mode: mode, Currency: "USD", From: "2026-01-01", To: "2026-12-31", Lanes: []Lane{{Scale: "NATIONAL", Days: 2}}}
}

// sum adds up the lines of a code; with no code it adds all.
func sum(q Quote, codes ...string) (total Cents) {
	for _, c := range q.Charges {
		if len(codes) == 0 || slices.Contains(codes, c.Code) {
			total += c.Amount
		}
	}
	return total
}

// whole checks what every receipt promises: the lines add up, and each names where it comes from.
func whole(t *testing.T, q Quote) {
	t.Helper()
	if got := sum(q); got != q.Total || len(q.Charges) == 0 {
		t.Errorf("the lines add up to %s, the total is %s", got, q.Total)
	}
	for _, c := range q.Charges {
		if c.Tariff == "" || c.Version == 0 || c.Row == "" || c.Rounding == "" || c.Exact == "" || c.Quantity == 0 || c.Per == 0 {
			t.Errorf("a line without its origin: %+v", c)
		}
	}
}

func same[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

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

func TestTruckload_ToTheCent(t *testing.T) {
	file := load[struct {
		Cases []struct {
			ID, Title string
			Truckload Truckload
			Fuel      Fuel
			Diesel    Dec
			Request   Request
			Want      struct {
				ByMiles, LineHaul, Fuel, StopOff, Detention, Extras, Total Cents
				FuelPerMile, AllIn                                         Dec
			}
		}
	}](t, "truckload.json")
	if len(file.Cases) != 7 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.ID+" "+c.Title, func(t *testing.T) {
			tr := tariff(ModeTruckload)
			tr.Truckload, tr.Fuel, c.Request.Fuel = &c.Truckload, &c.Fuel, diesel(c.Diesel)
			q, err := Rate(tr, &c.Request)
			if err != nil {
				t.Fatal(err)
			}
			s, w := q.Truckload, c.Want
			same(t, "by miles", s.ByMiles, w.ByMiles)
			same(t, "line haul", sum(q, "linehaul", "minimum"), w.LineHaul)
			same(t, "fuel per mile", s.FuelPerMile, w.FuelPerMile)
			same(t, "fuel", sum(q, "fuel"), w.Fuel)
			same(t, "stop-off", sum(q, "stopoff"), w.StopOff)
			same(t, "detention", sum(q, "detention"), w.Detention)
			same(t, "extras", sum(q, "LAYOVER", "LUM", "TARP"), w.Extras)
			same(t, "total", q.Total, w.Total)
			same(t, "all in per mile", s.AllIn, w.AllIn)
			whole(t, q)
		})
	}
}

func TestIntermodal_ToTheCent(t *testing.T) {
	file := load[struct {
		Intermodal []struct {
			ID         string
			Intermodal Intermodal
			Request    Request
			Truckload  Cents
			Want       struct{ RailFuel, DrayFuel, Chassis, Total, Saving Cents }
		}
		Allocation []struct {
			ID    string
			Total Cents
			Basis []Dec
			Want  []Cents
		}
	}](t, "truckload.json")
	if len(file.Intermodal) != 2 || len(file.Allocation) != 6 {
		t.Fatal("cases are missing")
	}
	for _, c := range file.Intermodal {
		tr := tariff(ModeIntermodal)
		tr.Intermodal = &c.Intermodal
		q, err := Rate(tr, &c.Request)
		if err != nil {
			t.Fatal(c.ID, err)
		}
		same(t, c.ID+" rail fuel", sum(q, "railFuel"), c.Want.RailFuel)
		same(t, c.ID+" dray fuel", sum(q, "drayFuel"), c.Want.DrayFuel)
		same(t, c.ID+" chassis", sum(q, "chassis"), c.Want.Chassis)
		same(t, c.ID+" total", q.Total, c.Want.Total)
		same(t, c.ID+" saving", c.Truckload-q.Total, c.Want.Saving)
		whole(t, q)
	}
	for _, c := range file.Allocation {
		if got := Split(c.Total, c.Basis); !slices.Equal(got, c.Want) {
			t.Errorf("%s: got %v, want %v", c.ID, got, c.Want)
		}
	}
	if got := Split(100, []Dec{0, 0, 0}); !slices.Equal(got, []Cents{34, 33, 33}) {
		t.Errorf("a basis of zeros: %v", got)
	}
}

func TestParcel_ToTheCent(t *testing.T) {
	file := load[struct {
		Parcel    Parcel
		Dims      map[string]DimRule
		DimWeight []struct {
			ID, Rule string
			Package  Package
			Want     PkgSteps
		} `json:"dimWeight"`
		Size []struct {
			ID      string
			Package Package
			Want    PkgSteps
		}
		Rating []struct {
			ID, Title   string
			Discount    Dec
			Minimum     Cents
			FuelPercent Dec `json:"fuelPercent"`
			Zone        int
			Request     Request
			Want        struct {
				Billable int64
				Lines    map[string]Cents
				Total    Cents
			}
		}
		Zones []struct {
			ID    string
			Miles Dec
			Zone  int
		}
	}](t, "parcel.json")
	if len(file.DimWeight) != 20 || len(file.Size) != 18 || len(file.Rating) != 8 || len(file.Zones) != 12 {
		t.Fatal("cases are missing")
	}
	for _, c := range file.DimWeight {
		p := file.Parcel
		p.Dim, p.Sizes = file.Dims[c.Rule], SizeRule{}
		s := p.Weigh(c.Package)
		same(t, c.ID+" rounded", s.Rounded, c.Want.Rounded)
		same(t, c.ID, [4]int64{s.Cubic, s.Dim, s.Actual, s.Billable}, [4]int64{c.Want.Cubic, c.Want.Dim, c.Want.Actual, c.Want.Billable})
	}
	for _, c := range file.Size {
		s := file.Parcel.Weigh(c.Package)
		same(t, c.ID+" size", s.Size, c.Want.Size)
		same(t, c.ID, [3]int64{s.Girth, s.Cubic, s.Billable}, [3]int64{c.Want.Girth, c.Want.Cubic, c.Want.Billable})
		if !slices.Equal(s.Reasons, c.Want.Reasons) {
			t.Errorf("%s: %v, want %v", c.ID, s.Reasons, c.Want.Reasons)
		}
	}
	for _, c := range file.Zones {
		same(t, c.ID, file.Parcel.Zone(c.Miles), c.Zone)
	}
	for _, c := range file.Rating {
		t.Run(c.ID+" "+c.Title, func(t *testing.T) {
			tr, p := tariff(ModeParcel), file.Parcel
			p.Discount, p.Minimum = c.Discount, c.Minimum
			tr.Parcel, tr.Lanes, tr.Fuel = &p, []Lane{{Zone: c.Zone}}, &Fuel{Kind: FuelPercent, Percent: c.FuelPercent}
			q, err := Rate(tr, &c.Request)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "billable", q.Parcels[0].Billable, c.Want.Billable)
			for code, amount := range c.Want.Lines {
				if code == "discount" { // the receipt has the minimum on a line of its own
					same(t, code, sum(q, "discount", "minimum"), amount)
				} else {
					same(t, code, sum(q, code), amount)
				}
			}
			same(t, "total", q.Total, c.Want.Total)
			whole(t, q)
		})
	}
}

func TestFuel_RowByPriceAndWeekByDay(t *testing.T) {
	file := load[struct {
		LTL, TL []FuelRow
		Cases   []struct{ Price, LTL, TL Dec }
	}](t, "fuel.json")
	if len(file.Cases) != 9 {
		t.Fatal("cases are missing")
	}
	for _, c := range file.Cases {
		l, _ := (&Fuel{Rows: file.LTL}).Percentage(c.Price)
		tl, _ := (&Fuel{Rows: file.TL}).Percentage(c.Price)
		same(t, c.Price.String(), [2]Dec{l.Percent, tl.Percent}, [2]Dec{c.LTL, c.TL})
	}
	for day, monday := range map[string]string{"2026-03-09": "2026-03-02", "2026-03-10": "2026-03-02", "2026-03-11": "2026-03-09", "2026-03-15": "2026-03-09", "2026-03-17": "2026-03-09", "2026-03-18": "2026-03-16"} {
		same(t, day, (&Fuel{}).Monday(day), monday)
	}
	same(t, "a carrier that begins on Tuesday", (&Fuel{Weekday: 2}).Monday("2026-03-10"), "2026-03-09")
}

func TestLoad_DensityClassAndLinearFeet(t *testing.T) {
	type unit struct {
		Unit
		Scale, WeightUnit string
		U                 string `json:"unit"`
		Weight            string
		Each              bool
	}
	file := load[struct {
		Density []struct {
			ID    string
			Units []unit
			Want  struct {
				Cube, Weight, Density Dec
				Class, Before         Class
				Sub                   int
			}
		}
		Linear []struct {
			ID    string
			Units []Unit
			Want  Dec
		}
	}](t, "load.json")
	if len(file.Density) != 22 || len(file.Linear) != 6 {
		t.Fatal("cases are missing")
	}
	for _, c := range file.Density {
		var weight Dec
		var units []Unit
		for _, u := range c.Units {
			w, err := ParseDec(u.Weight)
			if err != nil {
				t.Fatal(err)
			}
			if u.WeightUnit == "kg" {
				w = Dec(HalfUp.share(int64(w), 220_462_262, 100_000_000))
			}
			if u.Each {
				w *= Dec(u.Count)
			}
			weight += w
			for _, side := range []*Dec{&u.Length, &u.Width, &u.Height} {
				*side = Inches(*side, u.U)
			}
			units = append(units, u.Unit)
		}
		class, pcf, sub := Suggest(weight, units, "2026-01-05")
		before, _, _ := Suggest(weight, units, "2025-07-18")
		near := func(what string, got, want Dec) { // entered centimetres are kept to a ten-thousandth of an inch
			if d := got - want; d < -5 || d > 5 || (d != 0 && c.Units[0].U != "cm") {
				t.Errorf("%s %s: got %s, want %s", c.ID, what, got, want)
			}
		}
		near("cube", Measure(units).Cube, c.Want.Cube)
		near("density", pcf, c.Want.Density)
		same(t, c.ID+" weight", weight, c.Want.Weight)
		same(t, c.ID+" class", class, c.Want.Class)
		same(t, c.ID+" sub", sub, c.Want.Sub)
		same(t, c.ID+" class before July 2025", before, c.Want.Before)
	}
	for _, c := range file.Linear {
		same(t, c.ID, HalfUp.share(int64(Measure(c.Units).Feet), 1, 100), int64(c.Want)/100)
	}
}

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

// The cheapest break may stand behind a dearer one: each is tried.
func TestLTL_LooksBehindTheNextBreak(t *testing.T) {
	tr := tariff(ModeLTL)
	tr.LTL = &LTL{Breaks: []Break{{"A", 0}, {"B", Int(500)}, {"C", Int(1000)}}, Scales: []Scale{{"NATIONAL", []ClassRow{{700, []Dec{Int(60), Int(59), Int(20)}}}}}}
	q, err := Rate(tr, &Request{ShipOn: "2026-03-12", Items: []Item{{700, Int(480)}}})
	if err != nil || q.LTL.RatedBreak != "C" || q.Total != 20_000 || q.LTL.Deficit != Int(520) {
		t.Errorf("%+v %v", q, err)
	}
}
