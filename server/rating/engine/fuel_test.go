package engine

import "testing"

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
