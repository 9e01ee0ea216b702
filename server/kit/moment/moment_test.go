package moment_test

import (
	"testing"
	"time"

	"lading/server/kit/moment"
)

func TestStamp_IsReadInAnyZone(t *testing.T) {
	at := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	for zone, want := range map[string]string{"America/New_York": "2026-11-20 13:00 EST (18:00 UTC)", "": "2026-11-20 18:00 UTC", "Nowhere/At_All": "2026-11-20 18:00 UTC"} {
		if got := moment.Stamp(at, zone); got != want {
			t.Errorf("in %q: %s, want %s", zone, got, want)
		}
	}
}

func TestWindow_NamesTheZoneOfItsDay(t *testing.T) {
	for _, c := range []struct{ day, from, to, zone, want string }{
		{"2026-11-20", "11:00", "15:30", "America/New_York", "11:00–15:30 EST"},
		{"2026-07-20", "11:00", "15:30", "America/New_York", "11:00–15:30 EDT"},
		{"2026-11-20", "11:00", "", "America/Phoenix", "11:00 MST"},
		{"2026-11-20", "", "15:30", "America/Phoenix", "15:30 MST"},
		{"2026-11-20", "11:00", "15:30", "", "11:00–15:30"},
		{"", "11:00", "15:30", "America/New_York", "11:00–15:30"},
		{"2026-11-20", "", "", "America/New_York", ""},
	} {
		if got := moment.Window(c.day, c.from, c.to, c.zone); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
