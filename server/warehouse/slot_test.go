package warehouse

import (
	"slices"
	"testing"
	"time"
)

// The grids of trade practice: a slot begins with each span of hours, and the rest of a span that is too short gives none.
func TestSlots_BeginWithEachSpanOfHours(t *testing.T) {
	span := func(from, to string) Hours {
		return Hours{HoursReq: HoursReq{Days: []string{"MON"}, Opens: from, Closes: to}}
	}
	for name, c := range map[string]struct {
		hours []Hours
		long  int
		want  []string
	}{
		"a pause":       {[]Hours{span("07:00", "12:00"), span("13:00", "15:00")}, 60, []string{"MON 07:00", "MON 08:00", "MON 09:00", "MON 10:00", "MON 11:00", "MON 13:00", "MON 14:00"}},
		"a rest":        {[]Hours{span("06:00", "10:15")}, 45, []string{"MON 06:00", "MON 06:45", "MON 07:30", "MON 08:15", "MON 09:00"}},
		"over midnight": {[]Hours{span("22:00", "02:00")}, 120, []string{"MON 22:00", "TUE 00:00"}},
	} {
		var got []string
		for _, at := range startsOf(c.hours, c.long) {
			got = append(got, weekdays[at/dayLong]+" "+clockOf(at%dayLong))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := startsOf(nil, 480); len(got) != 21 {
		t.Errorf("%d slots of a week round the clock", len(got))
	}
	sunday := Hours{HoursReq: HoursReq{Days: []string{"SUN"}, Opens: "22:00", Closes: "02:00"}}
	if got := startsOf([]Hours{sunday}, 120); !slices.Equal(got, []int{0, 6*dayLong + 22*60}) {
		t.Errorf("Sunday night ends on Monday: %v", got)
	}
}

// A wall clock that is set forward has an hour less; one that is set back shows an hour twice, and the first counts.
func TestInstant_OfAWallClock(t *testing.T) {
	chicago, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		day, clock, utc string
		ok              bool
	}{
		{"2026-03-08", "01:30", "2026-03-08T07:30:00Z", true},
		{"2026-03-08", "02:30", "", false},
		{"2026-03-08", "03:00", "2026-03-08T08:00:00Z", true},
		{"2026-11-01", "01:30", "2026-11-01T06:30:00Z", true},
		{"2026-11-01", "02:00", "2026-11-01T08:00:00Z", true},
		{"2026-11-01", "00:30", "2026-11-01T05:30:00Z", true},
	} {
		at, ok := instant(c.day, c.clock, chicago)
		if ok != c.ok || ok && at.UTC().Format(time.RFC3339) != c.utc {
			t.Errorf("%s %s: %s %v", c.day, c.clock, at.UTC().Format(time.RFC3339), ok)
		}
	}
}
