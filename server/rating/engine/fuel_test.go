package engine

import (
	"errors"
	"testing"
)

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

// The index of Monday, 23 November, is in force from Wednesday, the 25th on, also for who asks on the Tuesday between.
func TestFuel_WeekInForceOnTheDayOfShipping(t *testing.T) {
	weeks := []FuelWeek{{"2026-11-09", Int(3)}, {"2026-11-16", 35_000}, {"2026-11-23", 36_100}}
	for _, c := range []struct {
		about, today, ship, want, no string
		known                        []FuelWeek
		later                        bool
	}{
		{"entered already", "2026-11-24", "2026-11-25", "2026-11-23", "", weeks, false},
		{"the day before it counts", "2026-11-24", "2026-11-24", "2026-11-16", "", weeks, false},
		{"not published yet", "2026-11-24", "2026-12-09", "2026-11-23", "", weeks, true},
		{"not entered yet", "2026-11-24", "2026-11-25", "2026-11-16", "", weeks[:2], true},
		{"missing", "2026-11-26", "2026-11-26", "", "2026-11-23", weeks[:2], false},
		{"even today's is missing", "2026-11-26", "2026-12-02", "", "2026-11-23", weeks[:2], false},
		{"an old week is missing", "2026-11-26", "2026-11-19", "", "2026-11-16", []FuelWeek{weeks[0], weeks[2]}, false},
	} {
		j := &job{r: &Request{ShipOn: c.ship, Today: c.today, Fuel: c.known}, q: &Quote{}}
		w, err := j.week(&Fuel{})
		same(t, c.about, w.Monday, c.want)
		same(t, c.about+", warned", len(j.q.Warnings) > 0, c.later)
		if no, _ := err.(No); no.Value != c.no {
			t.Errorf("%s: %v", c.about, err)
		}
	}
}

// A table of steps or of miles to the gallon that lacks its measure gives no price, whatever the week's price is.
func TestFuel_WithoutItsMeasureHasNoPrice(t *testing.T) {
	for _, f := range []Fuel{{Kind: FuelStep, PerStep: one / 100}, {Kind: FuelMPG}, {Kind: FuelStep, MPG: Int(6)}, {Kind: FuelMPG, Step: one / 100}} {
		tr := tariff(ModeLTL)
		j := &job{t: tr, r: &Request{ShipOn: "2026-03-12", Today: "2026-03-12", Fuel: diesel(Int(4))}, q: &Quote{}}
		tr.Fuel = &f
		var no No
		if err := j.fuel(10_000, Int(100)); !errors.As(err, &no) || no.Code != "tariff-incomplete" {
			t.Errorf("%+v: %v, lines %+v", f, err, j.charges)
		}
	}
}
