// Package calendar counts the days on which freight moves: weekdays that are no public holiday of the countries that a load touches.
// A day is text, as everywhere on the wire: "2026-11-25".
package calendar

import (
	"slices"
	"strings"
	"time"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/aa"
	"github.com/rickar/cal/v2/ca"
	"github.com/rickar/cal/v2/us"
)

// Country is an ISO 3166 code of two letters, one of those whose holidays are known.
type Country string

// The countries.
const (
	UnitedStates Country = "US"
	Canada       Country = "CA"
	Mexico       Country = "MX"
)

// CountryOf reads a country as orders write it (US, USA, CAN, Mexico). Where it is empty, a postal code that begins with a letter is Canada's; the rest is the
// United States, where most freight of this product runs.
func CountryOf(country, postal string) Country {
	switch strings.ToUpper(strings.TrimSpace(country)) {
	case "CA", "CAN", "CANADA":
		return Canada
	case "MX", "MEX", "MEXICO", "MÉXICO":
		return Mexico
	case "":
		if postal = strings.TrimSpace(postal); postal != "" && (postal[0] < '0' || postal[0] > '9') {
			return Canada
		}
	}
	return UnitedStates
}

// calendars hold each country's statutory days. United States: 5 U.S.C. 6103, observed on Friday or Monday. Canada: Canada Labour Code, section 166.
// Mexico: Ley Federal del Trabajo, article 74, which moves three days to a Monday and observes none on another day.
var calendars = map[Country]*cal.BusinessCalendar{
	UnitedStates: with(us.Holidays...),
	Canada: with(ca.NewYear, ca.GoodFriday, ca.VictoriaDay, ca.CanadaDay, ca.LabourDay, ca.NationalDayForTruthAndReconciliation, ca.ThanksgivingDay, ca.RemembranceDay,
		ca.ChristmasDay, ca.BoxingDay),
	Mexico: with(aa.NewYear, monday("Día de la Constitución", time.February, 1), monday("Natalicio de Benito Juárez", time.March, 3), aa.WorkersDay,
		&cal.Holiday{Name: "Día de la Independencia", Month: time.September, Day: 16, Func: cal.CalcDayOfMonth}, monday("Día de la Revolución", time.November, 3), aa.ChristmasDay, inauguration),
}

// inauguration is the first of October of each sixth year, on which Mexico's President takes office (article 74, VII, since 2024).
var inauguration = &cal.Holiday{Name: "Transmisión del Poder Ejecutivo Federal", Month: time.October, Day: 1, StartYear: 2024, Func: func(h *cal.Holiday, year int) time.Time {
	if (year-h.StartYear)%6 != 0 {
		return time.Time{}
	}
	return cal.CalcDayOfMonth(h, year)
}}

func with(days ...*cal.Holiday) *cal.BusinessCalendar {
	c := cal.NewBusinessCalendar()
	c.Cacheable = false // shared between goroutines
	c.AddHoliday(days...)
	return c
}

func monday(name string, month time.Month, nth int) *cal.Holiday {
	return &cal.Holiday{Name: name, Month: month, Weekday: time.Monday, Offset: nth, Func: cal.CalcWeekdayOffset}
}

// Holiday names the public holiday of a country that is kept on a day, in the country's own words; empty on any other day and for a text that is no day.
func Holiday(country Country, day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil || calendars[country] == nil {
		return ""
	}
	if actual, observed, h := calendars[country].IsHoliday(t); actual || observed {
		return h.Name
	}
	return ""
}

// Kept is a day on which a country keeps a public holiday.
type Kept struct {
	Day      string
	Name     string // in the country's own words
	Observed bool   // in place of one that falls on a weekend
}

// Year lists the days of a year on which a country keeps its public holidays: those themselves, and those on which they are observed.
func Year(country Country, year int) (list []Kept) {
	c := calendars[country]
	if c == nil {
		return nil
	}
	for d := time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC); d.Year() == year; d = d.AddDate(0, 0, 1) {
		if actual, observed, h := c.IsHoliday(d); actual || observed {
			list = append(list, Kept{d.Format(time.DateOnly), h.Name, !actual})
		}
	}
	return list
}

// Weekend reports whether a day is a Saturday or a Sunday.
func Weekend(day string) bool {
	t, err := time.Parse(time.DateOnly, day)
	return err == nil && cal.IsWeekend(t)
}

// Own is a calendar of somebody's own beside the countries': a carrier does not run on days on which others do, and on some public holidays it runs.
type Own struct {
	Closed []string `json:"closed,omitempty"`
	Open   []string `json:"open,omitempty"`
}

// Works reports whether freight moves on a day: it is a weekday and no holiday in any of the countries.
func Works(day string, countries ...Country) bool { return Own{}.Works(day, countries...) }

// Works is the same by this calendar.
func (o Own) Works(day string, countries ...Country) bool {
	if slices.Contains(o.Open, day) {
		return true
	}
	if Weekend(day) || slices.Contains(o.Closed, day) {
		return false
	}
	for _, c := range countries {
		if Holiday(c, day) != "" {
			return false
		}
	}
	return true
}

// Add counts working days after a day, which need not be one itself. It is empty for a text that is no day and for days below one.
func Add(day string, days int, countries ...Country) string {
	return Own{}.Add(day, days, countries...)
}

// Add is the same by this calendar.
func (o Own) Add(day string, days int, countries ...Country) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil || days <= 0 {
		return ""
	}
	for days > 0 {
		t = t.AddDate(0, 0, 1)
		if o.Works(t.Format(time.DateOnly), countries...) {
			days--
		}
	}
	return t.Format(time.DateOnly)
}

// Next is the day itself where freight moves on it, otherwise the next on which it does.
func Next(day string, countries ...Country) string { return Own{}.Next(day, countries...) }

// Next is the same by this calendar.
func (o Own) Next(day string, countries ...Country) string {
	if _, err := time.Parse(time.DateOnly, day); err != nil || o.Works(day, countries...) {
		return day
	}
	return o.Add(day, 1, countries...)
}
