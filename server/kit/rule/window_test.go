package rule_test

import (
	"testing"

	"lading/server/kit/rule"
)

func TestWindow_MayEndOnTheNextDay(t *testing.T) {
	for _, c := range []struct{ from, to, wrong, closes string }{
		{"08:00", "12:00:30", "", "2026-11-24"}, {"08:00", "", "", "2026-11-24"}, {"", "", "", "2026-11-24"}, {"22:00", "02:00", "", "2026-11-25"}, {"20:00", "08:00", "", "2026-11-25"},
		{"20:00", "08:01", "To pickup-window-backwards", ""}, {"", "12:00", "To pickup-window-backwards", ""},
		{"09:00", "09:00", "To pickup-window-empty", ""}, {"09:00", "09:00:59", "To pickup-window-empty", ""}, {"00:00", "00:00", "To pickup-window-empty", ""}, {"8:00", "24:00", "From field-not-clock, To field-not-clock", ""},
	} {
		from, to, bad := rule.Window(c.from, c.to, "From", "To")
		wrong := ""
		for i, f := range bad {
			if i > 0 {
				wrong += ", "
			}
			wrong += f.Field + " " + f.Code
		}
		if wrong != c.wrong || wrong == "" && rule.Closes("2026-11-24", from, to) != c.closes || len(to) > 5 {
			t.Errorf("%s to %s: %q, closes on %s", c.from, c.to, wrong, rule.Closes("2026-11-24", from, to))
		}
	}
}
