package shipment

import (
	"context"
	"fmt"
	"time"

	"lading/server/kit/calendar"
	"lading/server/kit/fail"
	"lading/server/store"
)

// closedDay says why no truck is expected on a day at the place where a shipment is picked up: "pickup-in-past", "pickup-on-holiday" or "pickup-on-weekend".
// The code is empty on a day on which freight moves. now is the moment of the person who asks.
func closedDay(s Shipment, zone string, now time.Time) (code, holiday string, err error) {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return "", "", fmt.Errorf("zone of a warehouse: %w", err)
	}
	from := s.Origin.V
	holiday = calendar.Holiday(calendar.CountryOf(from.Country, from.Zip), s.ShipOn)
	switch {
	case s.ShipOn < now.In(loc).Format(time.DateOnly):
		return "pickup-in-past", "", nil
	case holiday != "":
		return "pickup-on-holiday", holiday, nil
	case calendar.Weekend(s.ShipOn):
		return "pickup-on-weekend", "", nil
	}
	return "", "", nil
}

// closedOn says why no truck is expected: by closedDay, or because the warehouse itself is closed.
func (a *Area) closedOn(ctx context.Context, tx *store.Tx, s Shipment, zone string, now time.Time) (code, holiday string, err error) {
	code, holiday, err = closedDay(s, zone, now)
	if err != nil || code == "pickup-in-past" || holiday != "" {
		return code, holiday, err
	}
	if own, err := a.Sites.Closed(ctx, tx, s.Warehouse, s.ShipOn); err != nil || own != "" {
		return "pickup-on-holiday", own, err
	}
	return code, "", nil
}

// pickupStands refuses to ask a carrier for a pickup in the past, and for one on a day on which carriers do not run until a person has said that it is meant:
// now, by seen, or when the day was set.
func (a *Area) pickupStands(ctx context.Context, tx *store.Tx, s Shipment, seen bool) error {
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return err
	}
	code, holiday, err := a.closedOn(ctx, tx, s, zone, tx.At)
	if err != nil || code == "" {
		return err
	}
	if code != "pickup-in-past" && (seen || s.DaySeen == s.ShipOn) {
		if s.DaySeen == s.ShipOn {
			return nil
		}
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET day_seen = ship_on WHERE id = ?`, s.ID)
		return err
	}
	return fail.Conflict(code, "number", s.Number, "day", s.ShipOn, "holiday", holiday).With(s)
}
