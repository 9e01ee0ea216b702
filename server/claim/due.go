package claim

import (
	"slices"
	"time"

	"lading/server/kit/calendar"
)

// DueCode is what is due.
type DueCode string

// What is due. The law behind each stands at rules.
const (
	DueNotice      DueCode = "notice"      // concealed damage is reported to the carrier
	DueFile        DueCode = "file"        // the claim is filed
	DueAcknowledge DueCode = "acknowledge" // the carrier confirms that it has the claim
	DueDecide      DueCode = "decide"      // the carrier pays, declines or makes an offer
	DueReport      DueCode = "report"      // a carrier that has not decided says why, again and again
	DueSuit        DueCode = "suit"        // a lawsuit over a declined claim begins
)

// Values lists what is due.
func (DueCode) Values() []string {
	return []string{"notice", "file", "acknowledge", "decide", "report", "suit"}
}

// DueState is how a due day stands against today.
type DueState string

// The states of a due day.
const (
	DueAhead  DueState = "ahead"
	DueMet    DueState = "met"
	DueLate   DueState = "late"   // it was met, but after the day
	DueMissed DueState = "missed" // the day is over
)

// Values lists the states.
func (DueState) Values() []string { return []string{"ahead", "met", "late", "missed"} }

// DueBy is who has to act.
type DueBy string

// Values lists who has to act.
func (DueBy) Values() []string { return []string{"claimant", "carrier"} }

// Due is a day that counts, and how it is reckoned: so long after From, which is the day of Since.
type Due struct {
	Code  DueCode  `json:"Code"`
	By    DueBy    `json:"By"`
	On    string   `json:"On"`
	Since string   `json:"Since"` // delivered, due (nothing came), filed, decided
	From  string   `json:"From"`
	Span  int64    `json:"Span"`
	Unit  string   `json:"Unit"` // days, working-days, months, years
	Law   string   `json:"Law"`  // the source
	Met   string   `json:"Met"`  // the day on which it was done; empty where it was not
	State DueState `json:"State"`
}

// Law of overcharges: 49 USC 13710(a)(3)(B) gives 180 days to contest a bill, 49 CFR 378.5 thirty days to acknowledge and 378.8 sixty to
// decide, 49 USC 14705(b) eighteen months to sue.
const (
	overContestDays = 180
	overAckDays     = 30
	overDecideDays  = 60
	overSuitMonths  = 18
	reportDays      = 60 // 49 CFR 370.9(b)
	suitYears       = 2  // 49 USC 14706(e)(1): two years and a day from the disallowance
)

// dues are the days that count for the claim, those ahead first. A day whose beginning is not known yet is not among them.
func (c Case) dues(today string) []Due {
	t := c.Terms.V
	begun, since := c.DeliveredOn, "delivered"
	if begun == "" {
		begun, since = c.DueOn, "due"
	}
	out := []Due{}
	add := func(d Due, days int) {
		if d.From == "" {
			return
		}
		switch d.Unit {
		case "months":
			d.On = later(d.From, 0, int(d.Span), 0)
		case "years":
			d.On = later(d.From, int(d.Span), 0, days)
		case "working-days":
			d.On = calendar.Add(d.From, int(d.Span), calendar.UnitedStates)
		default:
			d.On = later(d.From, 0, 0, int(d.Span))
		}
		switch {
		case d.Met != "" && d.Met <= d.On:
			d.State = DueMet
		case d.Met != "":
			d.State = DueLate
		case today > d.On:
			d.State = DueMissed
		default:
			d.State = DueAhead
		}
		out = append(out, d)
	}
	ack := c.AcknowledgedOn
	if ack == "" {
		ack = c.DecidedOn // a decision says that it has the claim
	}
	open := c.State != Closed && c.State != Archived || c.Outcome == Declined
	if c.Kind == Overcharge {
		add(Due{Code: DueFile, By: "claimant", Since: since, From: begun, Span: overContestDays, Unit: "days", Law: "49 USC 13710(a)(3)(B)", Met: c.FiledOn}, 0)
		add(Due{Code: DueAcknowledge, By: "carrier", Since: "filed", From: c.FiledOn, Span: overAckDays, Unit: "days", Law: "49 CFR 378.5", Met: ack}, 0)
		add(Due{Code: DueDecide, By: "carrier", Since: "filed", From: c.FiledOn, Span: overDecideDays, Unit: "days", Law: "49 CFR 378.8", Met: c.DecidedOn}, 0)
		if open {
			add(Due{Code: DueSuit, By: "claimant", Since: since, From: begun, Span: overSuitMonths, Unit: "months", Law: "49 USC 14705(b)"}, 0)
		}
	} else {
		if c.Concealed {
			add(Due{Code: DueNotice, By: "claimant", Since: "delivered", From: c.DeliveredOn, Span: t.NoticeDays, Unit: "working-days", Law: "NMFC 300135", Met: c.FiledOn}, 0)
		}
		add(Due{Code: DueFile, By: "claimant", Since: since, From: begun, Span: t.FileMonths, Unit: "months", Law: "49 USC 14706(e)(1)", Met: c.FiledOn}, 0)
		add(Due{Code: DueAcknowledge, By: "carrier", Since: "filed", From: c.FiledOn, Span: t.AckDays, Unit: "days", Law: "49 CFR 370.5", Met: ack}, 0)
		add(Due{Code: DueDecide, By: "carrier", Since: "filed", From: c.FiledOn, Span: t.DecideDays, Unit: "days", Law: "49 CFR 370.9(a)", Met: c.DecidedOn}, 0)
		if decide := later(c.FiledOn, 0, 0, int(t.DecideDays)); c.FiledOn != "" && c.DecidedOn == "" && open && today > decide {
			for span := t.DecideDays + reportDays; ; span += reportDays {
				if on := later(c.FiledOn, 0, 0, int(span)); on >= today {
					add(Due{Code: DueReport, By: "carrier", Since: "filed", From: c.FiledOn, Span: span, Unit: "days", Law: "49 CFR 370.9(b)"}, 0)
					break
				}
			}
		}
		if c.DeclinedOn != "" {
			add(Due{Code: DueSuit, By: "claimant", Since: "decided", From: c.DeclinedOn, Span: suitYears, Unit: "years", Law: "49 USC 14706(e)(1)"}, 1)
		}
	}
	if !open {
		out = slices.DeleteFunc(out, func(d Due) bool { return d.State == DueAhead || d.State == DueMissed })
	}
	slices.SortStableFunc(out, func(x, y Due) int { return rank(x.State) - rank(y.State) })
	return out
}

// rank has what is ahead or missed before what is done.
func rank(s DueState) int {
	if s == DueAhead || s == DueMissed {
		return 0
	}
	return 1
}

// later is a day so much after another. The end of a shorter month stands for a day that it does not have: nine months after May 31 is February 28.
func later(day string, years, months, days int) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	to := t.AddDate(years, months, 0)
	if to.Day() != t.Day() {
		to = to.AddDate(0, 0, -to.Day())
	}
	return to.AddDate(0, 0, days).Format(time.DateOnly)
}
