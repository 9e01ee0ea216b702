package freight

import (
	"regexp"
	"time"

	"lading/server/kit/fail"
)

// waitLongest is how many days somebody may wait for a time over.
const waitLongest = 31

var wallClock = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d$`)

// WindowBad says what is wrong with the days and times of day that somebody waits for; empty times are the whole day. Times that end before they begin are those of the nights
// between the days: of one day there is none.
func WindowBad(fromDay, untilDay, from, until string) (bad []fail.Field) {
	for _, f := range []struct{ name, said string }{{"FromTime", from}, {"UntilTime", until}} {
		if f.said != "" && !wallClock.MatchString(f.said) {
			bad = append(bad, fail.Of(f.name, "field-not-clock"))
		}
	}
	if len(bad) == 0 && fromDay == untilDay && from != "" && until != "" && until < from {
		bad = append(bad, fail.Of("UntilDate", "wait-night", "from", from, "until", until))
	}
	first, err1 := time.Parse(time.DateOnly, fromDay)
	last, err2 := time.Parse(time.DateOnly, untilDay)
	switch {
	case err1 != nil || err2 != nil: // its tag says so
	case last.Before(first):
		bad = append(bad, fail.Of("UntilDate", "wait-ends-first"))
	case last.Sub(first) >= waitLongest*24*time.Hour:
		bad = append(bad, fail.Of("UntilDate", "wait-too-long", "days", waitLongest))
	}
	return bad
}
