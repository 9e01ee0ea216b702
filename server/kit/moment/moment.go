// Package moment writes moments for readers whose zone nobody knows.
package moment

import (
	"fmt"
	"strings"
	"time"
)

// Stamp writes a moment by a warehouse's clock, with the zone's name, and by the world's: "2026-11-20 13:00 EST (18:00 UTC)".
func Stamp(t time.Time, zone string) string {
	loc, err := time.LoadLocation(zone)
	if err != nil || zone == "" {
		return t.UTC().Format("2006-01-02 15:04 MST")
	}
	return fmt.Sprintf("%s (%s)", t.In(loc).Format("2006-01-02 15:04 MST"), t.UTC().Format("15:04 MST"))
}

// Window writes the hours of a day by a warehouse's clock, with the zone's name on that day: "11:00–15:30 EST". A window without an end is its beginning.
func Window(day, from, to, zone string) string {
	hours := strings.Trim(from+"–"+to, "–")
	loc, err := time.LoadLocation(zone)
	if err != nil || zone == "" || hours == "" {
		return hours
	}
	on, err := time.ParseInLocation("2006-01-02 15:04", day+" "+strings.SplitN(hours, "–", 2)[0], loc)
	if err != nil {
		return hours
	}
	return hours + on.Format(" MST")
}
