package warehouse

import (
	"slices"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

// The parts of a rule (RFC 5545, 3.3.10) that say days. Times of day are the standing appointment's own. BYMONTH and the like are left out: a rule that never comes true
// would be looked for until the year 9999.
var ruleParts = []string{"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYSETPOS", "COUNT", "UNTIL", "WKST"}

// ruleOf reads a rule; ok is false for one that says more than days, or never comes true.
func ruleOf(text, from string) (_ *rrule.RRule, ok bool) {
	said := map[string]string{}
	for _, part := range strings.Split(strings.TrimPrefix(text, "RRULE:"), ";") {
		name, value, _ := strings.Cut(part, "=")
		if !slices.Contains(ruleParts, name) || said[name] != "" || value == "" {
			return nil, false
		}
		said[name] = value
	}
	monthly := said["FREQ"] == "MONTHLY"
	switch {
	case said["FREQ"] != "DAILY" && said["FREQ"] != "WEEKLY" && !monthly:
		return nil, false
	case !monthly && (said["BYSETPOS"] != "" || said["BYMONTHDAY"] != "" || strings.ContainsAny(said["BYDAY"], "0123456789")):
		return nil, false
	case said["BYSETPOS"] != "" && (said["BYDAY"] == "" || said["BYMONTHDAY"] != ""):
		return nil, false
	}
	o, err := rrule.StrToROption(strings.TrimPrefix(text, "RRULE:"))
	if err != nil || o.Interval > 52 || o.Interval < 0 {
		return nil, false
	}
	if slices.ContainsFunc(o.Bysetpos, func(n int) bool { return n > 4 || n < -4 }) || slices.ContainsFunc(o.Byweekday, func(d rrule.Weekday) bool { return d.N() > 4 || d.N() < -4 }) {
		return nil, false
	}
	if o.Dtstart, err = time.Parse(time.DateOnly, from); err != nil {
		return nil, false
	}
	r, err := rrule.NewRRule(*o)
	return r, err == nil
}

// daysOf are the days of a rule from one day to another, both with it.
func daysOf(r *rrule.RRule, first, last time.Time) []string {
	var out []string
	for _, d := range r.Between(first, last, true) {
		out = append(out, d.Format(time.DateOnly))
	}
	return out
}
