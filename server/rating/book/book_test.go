package book

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/sheet"
	"lading/server/rating/engine"
)

func cases[T any](t *testing.T, name string) (v T) {
	t.Helper()
	b, err := os.ReadFile("../engine/testdata/" + name)
	if err == nil {
		err = json.Unmarshal(b, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func some[T any](v T) *T { return &v }

func tariffs(t *testing.T) map[string]engine.Tariff {
	t.Helper()
	l := cases[struct {
		LTL     engine.LTL
		FuelLTL []engine.FuelRow
	}](t, "ltl.json")
	l.LTL.Discount, l.LTL.Absolute, l.LTL.SpotUnits = 625_000, 11_850, 6
	l.LTL.FAK = []engine.FAK{{From: 500, To: 850, As: 700}}
	l.LTL.Capacity = []engine.Capacity{{Kind: engine.Cubic, From: engine.Int(750), Density: engine.Int(6), Pounds: engine.Int(6), Class: 1250, Discount: some(engine.Dec(0))}, {Kind: engine.Linear, From: engine.Int(15), Density: 225_000, Pounds: engine.Int(1250)}}
	p := cases[struct{ Parcel engine.Parcel }](t, "parcel.json").Parcel
	base := func(mode engine.Mode) engine.Tariff {
		return engine.Tariff{Name: "Northgate " + string(mode) + " 2026", Carrier: "ODFL", Mode: mode, Currency: "USD", From: "2026-01-01", To: "2026-12-31", Rounding: engine.HalfUp,
			Lanes:        []engine.Lane{{From: "303", To: "005", Days: 3, Scale: "NATIONAL", Zone: 5, Rate: 21_500, Minimum: some(engine.Cents(12_000)), Discount: some(engine.Dec(700_000))}, {Days: 5, Scale: "NATIONAL"}},
			Accessorials: []engine.Accessorial{{Code: "LFTD", Calc: engine.Flat, Rate: engine.Int(95), Fuel: true}, {Code: "IDL", Calc: engine.PerCwt, Rate: 98_000, Min: some(engine.Cents(12_000)), Max: some(engine.Cents(95_000))}, {Code: "OVR", Calc: engine.TierInches, Tiers: []engine.Tier{{From: engine.Int(96), To: engine.Int(143), Amount: 9_000}}}},
			Fuel:         &engine.Fuel{Kind: engine.FuelTable, Weekday: 2, Rows: l.FuelLTL}}
	}
	ltlT, tl, im, pa, vo := base(ltl), base(truckload), base(intermodal), base(parcel), base(volume)
	ltlT.LTL = &l.LTL
	tl.Truckload = &engine.Truckload{Rate: 21_500, Minimum: 85_000, FreeStops: 1, Stop: 7_500, Detention: []engine.Detention{{At: "pickup", Free: 120, Increment: 15, PerHour: engine.Int(60)}, {Free: 120, Increment: 60, PerHour: engine.Int(75), Max: some(engine.Cents(50_000))}}}
	tl.Fuel = &engine.Fuel{Kind: engine.FuelMPG, Base: 12_000, MPG: 65_000}
	im.Intermodal = &engine.Intermodal{Rail: 185_000, RailFuel: 315_000, DrayFrom: 28_500, DrayTo: 34_000, DrayFuel: engine.Int(36), ChassisDay: 3_800, Days: 4}
	im.Fuel = nil
	pa.Parcel, pa.Fuel = &p, &engine.Fuel{Kind: engine.FuelPercent, Percent: 187_500}
	vo.Volume = &engine.Volume{Rate: engine.Int(70), Minimum: 60_000, MinFeet: engine.Int(10), MaxFeet: engine.Int(28), MaxLb: engine.Int(20_000)}
	return map[string]engine.Tariff{"ltl": ltlT, "truckload": tl, "intermodal": im, "parcel": pa, "volume": vo}
}

func TestBook_ReadsWhatItWrites(t *testing.T) {
	for name, want := range tariffs(t) {
		var x, c bytes.Buffer
		tables := Write(&want)
		if err := sheet.WriteXLSX(&x, tables); err != nil {
			t.Fatal(err)
		}
		if err := sheet.WriteCSV(&c, tables); err != nil {
			t.Fatal(err)
		}
		for kind, raw := range map[string][]byte{"xlsx": x.Bytes(), "csv": c.Bytes()} {
			got, wrong, err := Read("1", raw)
			if err != nil || len(wrong) > 0 {
				t.Fatalf("%s %s: %v %+v", name, kind, err, wrong)
			}
			a, _ := json.Marshal(want)
			b, _ := json.Marshal(got)
			var m, n any
			_, _ = json.Unmarshal(a, &m), json.Unmarshal(b, &n)
			if !reflect.DeepEqual(m, n) {
				t.Errorf("%s %s came back as\n%s\nwas\n%s", name, kind, b, a)
			}
			if d := Diff(&want, &got); len(d) > 0 {
				t.Errorf("%s %s: %+v", name, kind, d)
			}
		}
	}
}

func TestDiff_NamesWhatChanged(t *testing.T) {
	all := tariffs(t)
	a, b := all["ltl"], all["ltl"]
	l := *a.LTL
	b.LTL = &l
	l.Discount = 640_000
	l.Scales = []engine.Scale{{Name: "NATIONAL", Rows: slices.Clone(l.Scales[0].Rows[:17])}}
	l.Scales[0].Rows[4].Rates = slices.Clone(l.Scales[0].Rows[4].Rates)
	l.Scales[0].Rows[4].Rates[1] = 425_000
	b.Accessorials = append(slices.Clone(a.Accessorials), engine.Accessorial{Code: "RES", Calc: engine.Flat, Rate: engine.Int(128)})
	var got []string
	for _, c := range Diff(&a, &b) {
		got = append(got, fmt.Sprint(c.Kind, " ", c.Sheet, " ", c.Key, " ", c.Column, " ", c.Before, ">", c.After))
	}
	want := []string{
		"changed Tariff Discount Value 62.5>64",
		"changed Rates NATIONAL / 70 M5C 41.59>42.5",
		"removed Rates NATIONAL / 500  315.1 · 258.52 · 205.85 · 166.06 · 125.81 · 100.74 · 68.31>",
		"added Accessorials RES  >flat · 128 ·  ·  · ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if d := Diff(nil, &a); len(d) < 18 || d[0].Kind != Added {
		t.Errorf("a first version: %d changes", len(d))
	}
}

func TestRead_SaysWhichCellIsWrong(t *testing.T) {
	good := tariffs(t)["ltl"]
	var buf bytes.Buffer
	if err := sheet.WriteCSV(&buf, Write(&good)); err != nil {
		t.Fatal(err)
	}
	file := buf.String()
	for name, c := range map[string]struct{ from, to, code string }{
		"formula":             {"NATIONAL,70,50.69", `NATIONAL,70,"=B2*2"`, "file-formula"},
		"a letter":            {"NATIONAL,70,50.69", "NATIONAL,70,5O.69", "tariff-not-number"},
		"negative":            {"NATIONAL,70,50.69", "NATIONAL,70,-50.69", "tariff-not-number"},
		"no such class":       {"NATIONAL,70,", "NATIONAL,71,", "tariff-not-class"},
		"a class twice":       {"NATIONAL,70,", "NATIONAL,65,", "tariff-row-twice"},
		"an empty rate":       {"NATIONAL,70,50.69", "NATIONAL,70,", "tariff-cell-empty"},
		"the scale":           {",5,NATIONAL,", ",5,LOCAL,", "tariff-scale-unknown"},
		"a sheet":             {"[FAK]", "[FAQ]", "tariff-sheet-unknown"},
		"a setting":           {"Absolute minimum", "Absolut minimum", "tariff-setting-unknown"},
		"no carrier":          {"Carrier,ODFL", "Carrier,", "tariff-setting-missing"},
		"a day":               {"From,2026-01-01", "From,01/01/2026", "tariff-setting-invalid"},
		"ends before":         {"To,2026-12-31", "To,2025-12-31", "tariff-ends-before"},
		"discount over 100":   {"Discount,62.5", "Discount,162.5", "tariff-setting-invalid"},
		"breaks not in order": {"M1M,1000", "M1M,400", "tariff-breaks-order"},
		"method":              {"LFTD,flat", "LFTD,about", "tariff-setting-invalid"},
		"fuel ranges":         {"2.15,2.2,", "2.12,2.2,", "tariff-ranges-overlap"},
		"half a cent":         {"Absolute minimum,118.50", "Absolute minimum,118.505", "tariff-setting-invalid"},
		"column":              {"From lb", "From pounds", "tariff-column-missing"},
		"lane":                {"303,005,", "30303033,005,", "tariff-not-place"},
	} {
		if !strings.Contains(file, c.from) {
			t.Fatalf("%s: %q is not in the file", name, c.from)
		}
		_, wrong, err := Read("1", []byte(strings.Replace(file, c.from, c.to, 1)))
		if err != nil || !slices.ContainsFunc(wrong, func(e CellError) bool { return e.Code == c.code }) {
			t.Errorf("%s: got %+v (%v), want %s", name, wrong, err, c.code)
		}
	}
}
