package ical_test

import (
	"strings"
	"testing"
	"time"

	"lading/server/kit/ical"
)

func TestWrite_SaysTimesStatesAndChangesAndNothingThatWasSmuggledIn(t *testing.T) {
	start := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	e := ical.Event{ID: "A", Sequence: 3, At: start.Add(-time.Hour), Start: start, End: start.Add(time.Hour), Summary: "PO 1, \"x\"; y\r\nBEGIN:VEVENT", Description: "one\rtwo\x00\x0b\x7f", Place: "Dock\r\n 3; Atlanta, GA\b"}
	body, tag := ical.Write("Atl\x1banta", "America/New_York", []ical.Event{e, {ID: "B", At: start, Start: start, End: start, Cancelled: true, Summary: "off"}})
	for _, line := range []string{"UID:A@lading", "SEQUENCE:3", "DTSTART:20260701T120000Z", "DTEND:20260701T130000Z", "STATUS:CONFIRMED", "STATUS:CANCELLED", "METHOD:PUBLISH", "X-WR-CALNAME:Atlanta", "X-WR-TIMEZONE:America/New_York", `DESCRIPTION:one\ntwo`, `LOCATION:Dock\n 3\; Atlanta\, GA`} {
		if !strings.Contains("\r\n"+body, "\r\n"+line+"\r\n") {
			t.Errorf("no %s in\n%s", line, body)
		}
	}
	if n := strings.Count(body, "\r\nBEGIN:VEVENT"); n != 2 {
		t.Errorf("%d events:\n%s", n, body)
	}
	if strings.Contains(strings.ReplaceAll(body, "\r\n", ""), "\r") || strings.ContainsFunc(body, func(r rune) bool { return r < ' ' && r != '\r' && r != '\n' || r == 0x7f }) {
		t.Errorf("control characters in %q", body)
	}
	again, same := ical.Write("Atlanta", "America/New_York", []ical.Event{e, {ID: "B", At: start, Start: start, End: start, Cancelled: true, Summary: "off"}})
	if again != body || same != tag || !strings.HasPrefix(tag, `"`) {
		t.Error("the same calendar is written another way")
	}
	if _, other := ical.Write("Atlanta", "America/New_York", nil); other == tag {
		t.Error("another calendar has the same tag")
	}
}
