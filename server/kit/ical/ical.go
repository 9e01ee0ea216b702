// Package ical writes calendars that other programs subscribe to (RFC 5545, RFC 7986).
package ical

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
)

// Event is something with a time. What it is known by stays the same while it changes, and Sequence only grows.
type Event struct {
	ID          string
	Sequence    int
	At          time.Time // of its last change
	Start, End  time.Time
	Cancelled   bool
	Summary     string
	Description string
	Place       string
}

// Type is the media type of a calendar.
const Type = "text/calendar; charset=utf-8"

// plain is a text as a calendar may say it: its lines end in LF, and it has no other control characters (RFC 5545 3.1, 3.3.11).
func plain(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, s)
}

// Write gives a calendar with its name and the zone that it is mostly about, and a tag that is the same for the same content. Times are instants in UTC: they are right in
// whatever zone they are read, without a copy of its rules that grows old.
func Write(name, zone string, events []Event) (body, tag string) {
	name, zone = strings.ReplaceAll(plain(name), "\n", " "), plain(zone)
	c := ics.NewCalendarFor("Lading")
	c.SetMethod(ics.MethodPublish)
	c.SetName(name)
	c.SetXWRCalName(name)
	if zone != "" {
		c.SetXWRTimezone(zone)
	}
	c.SetRefreshInterval("PT15M", ics.WithValue("DURATION"))
	c.SetXPublishedTTL("PT15M")
	for _, e := range events {
		e.Summary, e.Description, e.Place = plain(e.Summary), plain(e.Description), plain(e.Place)
		v := c.AddEvent(plain(e.ID) + "@lading")
		v.SetDtStampTime(e.At)
		v.SetModifiedAt(e.At)
		v.SetSequence(e.Sequence)
		v.SetStartAt(e.Start)
		v.SetEndAt(e.End)
		v.SetSummary(e.Summary)
		if e.Description != "" {
			v.SetDescription(e.Description)
		}
		if e.Place != "" {
			v.SetLocation(e.Place)
		}
		status := ics.ObjectStatusConfirmed
		if e.Cancelled {
			status = ics.ObjectStatusCancelled
			v.SetTimeTransparency(ics.TransparencyTransparent)
		}
		v.SetStatus(status)
	}
	body = c.Serialize(ics.WithNewLineWindows)
	sum := sha256.Sum256([]byte(body))
	return body, `"` + hex.EncodeToString(sum[:16]) + `"`
}
