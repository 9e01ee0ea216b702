package engine

import "math"

// Hours are the limits of a driver of property (49 CFR 395.3), in minutes. Zero limits nothing. The split of a rest in a sleeper is not planned.
type Hours struct {
	Drive float64 // of driving between two rests: 11 h
	Duty  float64 // from coming on duty until driving ends, whatever lies between: 14 h
	Until float64 // of driving without a break: 8 h
	Break float64 // 30 min without driving, whatever is done in them
	Rest  float64 // 10 h
	Week  float64 // on duty in so many days, after which nobody drives: 60 h in 7 days or 70 h in 8 (395.3(b))
	Days  int     // 7 or 8
	Anew  float64 // off duty, after which the days begin anew: 34 h (395.3(c))
	Spare float64 // that is kept free of each limit: nobody plans to the last minute
}

// Property are the limits of a day as the law has them.
var Property = Hours{Drive: 11 * 60, Duty: 14 * 60, Until: 8 * 60, Break: 30, Rest: 10 * 60}

// Weekly are the limits of a day and of a week: 60 hours in 7 days, or 70 in 8 where the carrier runs on every day of the week.
func Weekly(hours int) Hours {
	h := Property
	h.Week, h.Days, h.Anew = 60*60, 7, 34*60
	if hours == 70 {
		h.Week, h.Days = 70*60, 8
	}
	return h
}

// Worked is what a driver was on duty in each of the seven days before the day of departure, in minutes, yesterday first.
type Worked [7]float64

// past is what of a driver's days before the departure counts at a moment. Days begin at midnight.
func (h *Hours) past(w *Worked, now float64) (sum float64) {
	if w == nil {
		return 0
	}
	for ago := range min(len(w), h.Days-1-max(0, int(now/day))) {
		sum += w[ago]
	}
	return sum
}

const day = 24 * 60

// slack reports whether a driver who works so much comes nowhere near the week's limit.
func (h *Hours) slack(worked float64, w *Worked) bool {
	return h.Week == 0 || worked+h.past(w, 0) <= h.Week-h.Spare
}

// clock is a driver under way.
type clock struct {
	rules  *Hours
	now    float64
	since  float64 // coming on duty
	drove  float64 // since the rest
	unbrok float64 // driven since the last break
	idle   float64 // not driven, up to now
	off    float64 // of that, off duty
	driven float64 // altogether
	worked float64 // on duty since the days began anew; what is worked in a plan counts to its end
	away   float64 // off duty, up to now, rests included
	before *Worked // nil where the days began anew since
	breaks int
	rests  int
	log    *[]Span
}

// Span is a piece of a driver's log.
type Span struct {
	Kind       string // D, ON, OFF, BREAK
	Start, End float64
}

func (c *clock) note(kind string, minutes float64) {
	if c.log != nil && minutes > 0 {
		*c.log = append(*c.log, Span{kind, c.now, c.now + minutes})
	}
	c.now += minutes
}

// drive drives so many minutes, with the breaks and rests that they ask for, as early as is allowed.
func (c *clock) drive(minutes float64) {
	h := c.rules
	if h.Drive == 0 {
		c.note("D", minutes)
		c.driven += minutes
		return
	}
	for minutes > tiny {
		shift := min(h.Drive-h.Spare-c.drove, c.since+h.Duty-h.Spare-c.now)
		week := minutes
		if h.Week > 0 {
			week = h.Week - h.Spare - c.worked - h.past(c.before, c.now)
		}
		unbroken := h.Until - c.unbrok
		switch {
		case week <= tiny:
			c.recover()
		case shift <= tiny, unbroken <= tiny && c.since+h.Duty-h.Spare-c.now <= h.Break+tiny: // no driving would be left after the break
			c.rest()
		case unbroken <= tiny:
			c.note("BREAK", h.Break)
			c.breaks++
			c.unbrok = 0
		default:
			step := min(minutes, shift, unbroken, week)
			c.note("D", step)
			c.drove, c.unbrok, c.driven = c.drove+step, c.unbrok+step, c.driven+step
			c.idle, c.off, c.away = 0, 0, 0
			c.worked += step
			minutes -= step
		}
	}
}

func (c *clock) rest() {
	c.note("OFF", c.rules.Rest)
	c.rests++
	c.fresh()
	c.gone(c.rules.Rest)
}

// recover is off duty until a day that is behind counts no more, or until the days begin anew, whichever comes first.
func (c *clock) recover() {
	h := c.rules
	anew := c.now + h.Anew - c.away
	for d := math.Floor(c.now/day) + 1; d*day < anew; d++ {
		if h.Week-h.Spare-c.worked-h.past(c.before, d*day) > tiny {
			off := d*day - c.now
			if off >= h.Rest-tiny {
				c.rests++
			}
			c.wait(off)
			return
		}
	}
	c.rests++
	c.wait(anew - c.now)
}

// gone counts the time off duty in one piece.
func (c *clock) gone(minutes float64) {
	if c.away += minutes; c.rules.Anew > 0 && c.away >= c.rules.Anew-tiny {
		c.worked, c.before = 0, nil
	}
}

func (c *clock) fresh() { c.since, c.drove, c.unbrok, c.idle, c.off = c.now, 0, 0, 0, 0 }

// work is on duty without driving.
func (c *clock) work(minutes float64) {
	if minutes > 0 {
		c.note("ON", minutes)
		c.off, c.away = 0, 0
		c.worked += minutes
		c.still(minutes)
	}
}

// wait is off duty.
func (c *clock) wait(minutes float64) {
	if minutes <= 0 {
		return
	}
	c.note("OFF", minutes)
	c.off += minutes
	c.gone(minutes)
	if c.rules.Rest > 0 && c.off >= c.rules.Rest-tiny {
		c.fresh()
		return
	}
	c.still(minutes)
}

func (c *clock) still(minutes float64) {
	if c.idle += minutes; c.idle >= c.rules.Break-tiny {
		c.unbrok = 0
	}
}

// Task is a piece of a driver's day: driving (D), work (ON) or time off (OFF).
type Task struct {
	Kind    string
	Minutes float64
}

// Log lays out a driver's tasks under the limits, from a moment at which he is rested.
func Log(h Hours, start float64, tasks []Task) (log []Span, breaks, rests int) {
	return LogAfter(h, nil, start, tasks)
}

// LogAfter is Log for a driver who has worked on the days before.
func LogAfter(h Hours, before *Worked, start float64, tasks []Task) (log []Span, breaks, rests int) {
	c := clock{rules: &h, now: start, since: start, log: &log, before: before}
	for _, t := range tasks {
		switch t.Kind {
		case "D":
			c.drive(t.Minutes)
		case "ON":
			c.work(t.Minutes)
		case "OFF":
			c.wait(t.Minutes)
		}
	}
	return log, c.breaks, c.rests
}
