package engine

// Hours are the limits of a driver of property (49 CFR 395.3), in minutes. Zero limits nothing. The 60 and 70 hours of a week and the split of a rest in a sleeper
// are not counted: a plan is of a few days, and its drivers begin rested.
type Hours struct {
	Drive float64 // of driving between two rests: 11 h
	Duty  float64 // from coming on duty until driving ends, whatever lies between: 14 h
	Until float64 // of driving without a break: 8 h
	Break float64 // 30 min without driving, whatever is done in them
	Rest  float64 // 10 h
	Spare float64 // that is kept free of each limit: nobody plans to the last minute
}

// Property are the limits as the law has them.
var Property = Hours{Drive: 11 * 60, Duty: 14 * 60, Until: 8 * 60, Break: 30, Rest: 10 * 60}

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
		c.now += minutes
		c.driven += minutes
		return
	}
	for minutes > tiny {
		shift := min(h.Drive-h.Spare-c.drove, c.since+h.Duty-h.Spare-c.now)
		unbroken := h.Until - c.unbrok
		switch {
		case shift <= tiny, unbroken <= tiny && c.since+h.Duty-h.Spare-c.now <= h.Break+tiny: // no driving would be left after the break
			c.rest()
		case unbroken <= tiny:
			c.note("BREAK", h.Break)
			c.breaks++
			c.unbrok = 0
		default:
			step := min(minutes, shift, unbroken)
			c.note("D", step)
			c.drove, c.unbrok, c.driven = c.drove+step, c.unbrok+step, c.driven+step
			c.idle, c.off = 0, 0
			minutes -= step
		}
	}
}

func (c *clock) rest() {
	c.note("OFF", c.rules.Rest)
	c.rests++
	c.fresh()
}

func (c *clock) fresh() { c.since, c.drove, c.unbrok, c.idle, c.off = c.now, 0, 0, 0, 0 }

// work is on duty without driving.
func (c *clock) work(minutes float64) {
	if minutes > 0 {
		c.note("ON", minutes)
		c.off = 0
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
	c := clock{rules: &h, now: start, since: start, log: &log}
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
