package claim

import "testing"

func TestDue_IsReckonedByTheLaw(t *testing.T) {
	cargo := Case{Kind: Damage, State: Submitted, DeliveredOn: "2026-05-31", Concealed: true, FiledOn: "2026-06-10"}
	cargo.Terms.V = Terms{AckDays: 30, DecideDays: 120, FileMonths: 9, NoticeDays: 5}
	over := cargo
	over.Kind = Overcharge
	lost := cargo
	lost.Kind, lost.DeliveredOn, lost.DueOn, lost.Concealed, lost.FiledOn = Loss, "", "2026-06-01", false, ""
	declined := cargo
	declined.State, declined.Outcome, declined.DecidedOn, declined.DeclinedOn = Closed, Declined, "2026-08-01", "2026-08-01"
	disputed := declined
	disputed.State, disputed.Outcome, disputed.DecidedOn = InReview, "", ""
	for _, c := range []struct {
		name  string
		of    Case
		today string
		code  DueCode
		on    string
		state DueState
	}{
		{"nine months to file; February has no 31st", cargo, "2026-06-10", DueFile, "2027-02-28", DueMet},
		{"five working days to report concealed damage", cargo, "2026-06-10", DueNotice, "2026-06-05", DueLate},
		{"thirty days to acknowledge", cargo, "2026-07-10", DueAcknowledge, "2026-07-10", DueAhead},
		{"the thirty-first is too late", cargo, "2026-07-11", DueAcknowledge, "2026-07-10", DueMissed},
		{"120 days to decide", cargo, "2026-07-10", DueDecide, "2026-10-08", DueAhead},
		{"then a report every sixty", cargo, "2026-12-08", DueReport, "2027-02-05", DueAhead},
		{"the day itself is one", cargo, "2026-12-07", DueReport, "2026-12-07", DueAhead},
		{"an overcharge is contested in 180 days", over, "2026-06-10", DueFile, "2026-11-27", DueMet},
		{"and decided in sixty", over, "2026-06-10", DueDecide, "2026-08-09", DueAhead},
		{"and sued for in eighteen months", over, "2026-06-10", DueSuit, "2027-11-30", DueAhead},
		{"a loss counts from the day on which it was due", lost, "2026-06-10", DueFile, "2027-03-01", DueAhead},
		{"two years and a day from the disallowance", declined, "2026-08-02", DueSuit, "2028-08-02", DueAhead},
		{"a dispute does not stop that time", disputed, "2026-09-02", DueSuit, "2028-08-02", DueAhead},
		{"a decision acknowledges", declined, "2026-08-02", DueAcknowledge, "2026-07-10", DueLate},
	} {
		found := false
		for _, d := range c.of.dues(c.today) {
			if d.Code == c.code {
				found = true
				if d.On != c.on || d.State != c.state {
					t.Errorf("%s: %+v", c.name, d)
				}
			}
		}
		if !found {
			t.Errorf("%s: nothing is due", c.name)
		}
	}
	paid := cargo
	paid.State, paid.Outcome, paid.DecidedOn, paid.AcknowledgedOn = Closed, Paid, "2026-07-01", "2026-06-20"
	for _, d := range paid.dues("2027-01-01") {
		if d.State != DueMet && d.State != DueLate {
			t.Errorf("a claim that is paid waits for %+v", d)
		}
	}
}

func TestLiable_FollowsTheDeclaredValue(t *testing.T) {
	line := Line{Pieces: 4, UnitMinor: 1000}
	line.Weight.Milli, line.Weight.Unit = 100_000, "kg"
	for _, c := range []struct {
		name        string
		per         string
		limit, most int64
		want        int64
	}{
		{"a pound", "", 100, 0, 22046},
		{"a pound, at most so much", "lb", 100, 20000, 20000},
		{"a kilogram", "kg", 100, 0, 10000},
		{"a piece", "piece", 100, 0, 400},
		{"a shipment", "shipment", 5000, 0, 5000},
		{"only a most", "", 0, 700, 700},
	} {
		of := Case{Kind: Damage, Currency: "USD"}
		of.Lines.V, of.Terms.V = []Line{line}, Terms{Declared: c.per, LimitMinor: c.limit, MaxMinor: c.most, Currency: "USD"}
		if got := of.liable(); got == nil || *got != c.want {
			t.Errorf("%s: %v, want %d", c.name, got, c.want)
		}
		of.Currency = "CAD"
		if got := of.liable(); got != nil {
			t.Errorf("%s in another currency: %d", c.name, *got)
		}
	}
	of := Case{Kind: Overcharge, Currency: "USD"}
	of.Terms.V = Terms{LimitMinor: 1, Currency: "USD"}
	if of.liable() != nil {
		t.Error("an overcharge is owed whole")
	}
}
