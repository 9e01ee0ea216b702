package calendar_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"lading/server/kit/calendar"
)

func TestCalendar_AgreesWithPublishedDays(t *testing.T) {
	var file struct {
		Kept    []string
		Transit []struct {
			From, To string
			Days     int
		}
	}
	text, err := os.ReadFile("testdata/days.json")
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil || len(file.Kept) != 44 || len(file.Transit) != 9 {
		t.Fatal(err, len(file.Kept), len(file.Transit))
	}
	for d := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC); d.Year() < 2029; d = d.AddDate(0, 0, 1) {
		day := d.Format(time.DateOnly)
		if calendar.Weekend(day) || day == "2027-12-31" { // kept for the New Year of 2028, which the table counts under 2028
			continue
		}
		if kept := calendar.Holiday(calendar.UnitedStates, day) != ""; kept != slices.Contains(file.Kept, day) {
			t.Errorf("%s: kept %v", day, kept)
		}
	}
	for _, c := range file.Transit {
		if got := calendar.Add(c.From, c.Days, calendar.UnitedStates); got != c.To {
			t.Errorf("%d days after %s: %s, want %s", c.Days, c.From, got, c.To)
		}
	}
}

func TestCalendar_EachCountryKeepsItsOwnDays(t *testing.T) {
	for _, c := range []struct {
		country calendar.Country
		day     string
		kept    bool
	}{
		{calendar.Canada, "2026-07-01", true}, {calendar.UnitedStates, "2026-07-01", false},
		{calendar.Canada, "2026-04-03", true}, {calendar.Canada, "2026-04-06", false}, // Good Friday, Easter Monday
		{calendar.Canada, "2026-12-28", true},                                         // Boxing Day falls on a Saturday
		{calendar.Mexico, "2026-11-16", true}, {calendar.Mexico, "2026-11-20", false}, // the Revolution is kept on the third Monday
		{calendar.Mexico, "2024-10-01", true}, {calendar.Mexico, "2030-10-01", true}, {calendar.Mexico, "2026-10-01", false}, {calendar.Mexico, "2018-10-01", false}, // the President's inauguration
		{calendar.Mexico, "2026-02-02", true}, {calendar.Mexico, "2026-09-16", true}, {calendar.Mexico, "2026-11-26", false},
		{calendar.UnitedStates, "2026-11-26", true}, {calendar.UnitedStates, "no day", false}, {"FR", "2026-07-14", false},
	} {
		if got := calendar.Holiday(c.country, c.day) != ""; got != c.kept {
			t.Errorf("%s on %s: %v", c.country, c.day, got)
		}
	}
	// From Laredo to Monterrey the days of both countries count.
	if got := calendar.Add("2026-11-13", 1, calendar.UnitedStates, calendar.Mexico); got != "2026-11-17" {
		t.Error(got)
	}
	if got := calendar.Next("2026-11-26", calendar.UnitedStates); got != "2026-11-27" {
		t.Error(got)
	}
	if calendar.Add("2026-11-25", 0) != "" || calendar.Add("x", 2) != "" || calendar.Next("2026-11-25", calendar.UnitedStates) != "2026-11-25" {
		t.Error("not a day, or no days")
	}
}

func TestCountryOf_ReadsWhatOrdersSay(t *testing.T) {
	for in, want := range map[[2]string]calendar.Country{{"USA", "30303"}: "US", {"", "30303"}: "US", {"", "L5T 1A1"}: "CA", {"can", ""}: "CA", {"MEX", "64000"}: "MX", {"", ""}: "US"} {
		if got := calendar.CountryOf(in[0], in[1]); got != want {
			t.Errorf("%v: %s", in, got)
		}
	}
}

func TestYear_ListsWhatIsKeptAndWhatIsObserved(t *testing.T) {
	find := func(c calendar.Country, year int, day string) (calendar.Kept, bool) {
		list := calendar.Year(c, year)
		i := slices.IndexFunc(list, func(k calendar.Kept) bool { return k.Day == day })
		if i < 0 {
			return calendar.Kept{}, false
		}
		return list[i], true
	}
	for _, c := range []struct {
		country  calendar.Country
		year     int
		day      string
		observed bool
	}{
		{calendar.UnitedStates, 2026, "2026-07-03", true}, {calendar.UnitedStates, 2026, "2026-07-04", false}, {calendar.UnitedStates, 2026, "2026-11-26", false},
		{calendar.UnitedStates, 2027, "2027-12-31", true}, {calendar.Canada, 2026, "2026-05-18", false}, {calendar.Mexico, 2026, "2026-03-16", false},
	} {
		if got, ok := find(c.country, c.year, c.day); !ok || got.Observed != c.observed || got.Name == "" {
			t.Errorf("%s %s: %+v", c.country, c.day, got)
		}
	}
	if got, ok := find(calendar.Mexico, 2026, "2026-07-04"); ok {
		t.Errorf("in Mexico %+v", got)
	}
	if list := calendar.Year("DE", 2026); len(list) != 0 {
		t.Errorf("of a country that is not known: %+v", list)
	}
}
