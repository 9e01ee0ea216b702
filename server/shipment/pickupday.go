package shipment

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lading/server/kit/calendar"
	"lading/server/kit/fail"
	"lading/server/kit/moment"
	"lading/server/store"
)

// closedDay says why no truck is expected on a day at the place where a shipment is picked up: "pickup-in-past", "pickup-window-over", "pickup-on-holiday" or
// "pickup-on-weekend". The code is empty on a day on which freight moves. now is the moment of the person who asks.
func closedDay(s Shipment, zone string, now time.Time) (code, holiday string, err error) {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return "", "", fmt.Errorf("zone of a warehouse: %w", err)
	}
	from := s.Origin.V
	holiday = calendar.Holiday(calendar.CountryOf(from.Country, from.Zip), s.ShipOn)
	code = over(s, loc, now)
	switch {
	case code != "":
		return code, "", nil
	case holiday != "":
		return "pickup-on-holiday", holiday, nil
	case calendar.Weekend(s.ShipOn):
		return "pickup-on-weekend", "", nil
	}
	return "", "", nil
}

// over says why a pickup can no longer take place as it was planned: its day is past, or its window has closed. A window over midnight is open until it closes.
func over(s Shipment, loc *time.Location, now time.Time) string {
	past := s.ShipOn < now.In(loc).Format(time.DateOnly)
	end := windowEnd(s, loc)
	switch {
	case end.IsZero() && past, past && now.After(end):
		return "pickup-in-past"
	case !end.IsZero() && now.After(end):
		return "pickup-window-over"
	}
	return ""
}

// windowEnd is the moment at which a pickup's window closes; zero where it has no end.
func windowEnd(s Shipment, loc *time.Location) time.Time {
	if s.PickupTo == "" {
		return time.Time{}
	}
	end, err := time.ParseInLocation("2006-01-02 15:04", closes(s)+" "+s.PickupTo, loc)
	if err != nil { // a load without a day
		return time.Time{}
	}
	return end
}

// isOver tells of a code of closedOn whether it means that the pickup cannot take place any more, whatever a person says.
func isOver(code string) bool { return code == "pickup-in-past" || code == "pickup-window-over" }

// closeTime is when a pickup's window closes on the warehouse's clock, with the zone's name.
func closeTime(s Shipment, zone string) string { return moment.Window(closes(s), s.PickupTo, "", zone) }

// closedOn says why no truck is expected: by closedDay, or because the warehouse itself is closed, by a holiday of its own or by its hours: "pickup-outside-hours",
// "pickup-on-closed-weekday"; or because its carrier does not run then, "pickup-on-carrier-holiday". A carrier that runs on a public holiday picks up on it. name is
// the holiday's, or the hours of that day.
func (a *Area) closedOn(ctx context.Context, tx *store.Tx, s Shipment, zone string, now time.Time) (code, name string, err error) {
	code, name, err = closedDay(s, zone, now)
	if err != nil || isOver(code) {
		return code, name, err
	}
	runs, holiday, err := a.Carriers.CarrierDay(ctx, tx, s.Carrier, s.ShipOn)
	if err != nil {
		return "", "", err
	}
	if name != "" && !runs {
		return code, name, nil
	}
	if runs {
		code, name = "", ""
	}
	if own, err := a.Sites.Closed(ctx, tx, s.Warehouse, s.ShipOn, s.PickupFrom, s.PickupTo); err != nil || own != "" {
		return "pickup-on-holiday", own, err
	}
	if holiday != "" {
		return "pickup-on-carrier-holiday", holiday, nil
	}
	if code != "" || s.Inbound { // what comes to us is picked up at somebody else's dock
		return code, "", nil
	}
	open, hours, err := a.Sites.Open(ctx, tx, s.Warehouse, s.ShipOn, s.PickupFrom, s.PickupTo)
	switch {
	case err != nil || open:
		return "", "", err
	case hours == "":
		return "pickup-on-closed-weekday", "", nil
	}
	return "pickup-outside-hours", hours, nil
}

// pickupStands refuses to ask a carrier for a pickup that is over, and for one at a time at which none is expected until a person has said that it is meant:
// now, by seen, or when the day was set. It is asked by our clock: what was decided on a device in time may come here when the window has closed. A load that
// stands on the dock waits for a truck that is late.
func (a *Area) pickupStands(ctx context.Context, tx *store.Tx, s *Shipment, seen bool) error {
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return err
	}
	code, name, err := a.closedOn(ctx, tx, *s, zone, tx.Now)
	if err != nil || code == "" || code == "pickup-window-over" && s.OnDock {
		return err
	}
	if !isOver(code) && (seen || s.DaySeen == s.ShipOn) {
		if s.DaySeen == s.ShipOn {
			return nil
		}
		if _, err := tx.ExecContext(ctx, `UPDATE shipment SET day_seen = ship_on WHERE id = ?`, s.ID); err != nil {
			return err
		}
		s.DaySeen = s.ShipOn
		return a.arrives(ctx, tx, s)
	}
	return fail.Conflict(code, "number", s.Number, "day", s.ShipOn, "holiday", name, "hours", name, "time", closeTime(*s, zone)).With(*s)
}

// overNow tells that the pickup of a load is over, and when it was: a day, or a day with the time at which its window closed. A load on the dock waits for its truck.
func (a *Area) overNow(ctx context.Context, tx *store.Tx, s Shipment) (is bool, when string, err error) {
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return false, "", err
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return false, "", fmt.Errorf("zone of a warehouse: %w", err)
	}
	code := over(s, loc, tx.Now)
	if code == "" || code == "pickup-window-over" && s.OnDock {
		return false, "", nil
	}
	return true, strings.TrimSpace(closes(s) + " " + closeTime(s, zone)), nil
}
