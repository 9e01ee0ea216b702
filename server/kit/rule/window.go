package rule

import (
	"regexp"
	"time"

	"lading/server/kit/fail"
)

var clock = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$`)

// Window reads a pickup window: both ends, its beginning alone, or none. One that ends before it begins ends on the day after, as at a dock that works at night; it is at
// most half a day long. One that ends when it begins has no time for a truck. Seconds are dropped. The fields of its ends are named in what is wrong with them.
func Window(from, to, beginField, endField string) (begins, ends string, bad []fail.Field) {
	for _, f := range []struct{ name, text string }{{beginField, from}, {endField, to}} {
		if f.text != "" && !clock.MatchString(f.text) {
			bad = append(bad, fail.Of(f.name, "field-not-clock"))
		}
	}
	if len(bad) > 0 {
		return "", "", bad
	}
	from, to = from[:min(5, len(from))], to[:min(5, len(to))]
	if to != "" && from == to {
		return "", "", []fail.Field{fail.Of(endField, "pickup-window-empty")}
	}
	if to != "" && (from == "" || to < from && minutes(to)+24*60-minutes(from) > 12*60) {
		return "", "", []fail.Field{fail.Of(endField, "pickup-window-backwards")}
	}
	return from, to, nil
}

// minutes counts from midnight to a time of day, HH:MM.
func minutes(clock string) int {
	t, err := time.Parse("15:04", clock)
	if err != nil {
		return 0
	}
	return t.Hour()*60 + t.Minute()
}

// Closes is the day on which a window that begins on a day ends.
func Closes(day, from, to string) string {
	on, err := time.Parse(time.DateOnly, day)
	if err != nil || to == "" || to >= from {
		return day
	}
	return on.AddDate(0, 0, 1).Format(time.DateOnly)
}
