package quote

import (
	"context"

	"lading/server/kit/calendar"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// works refuses a day or an hour at which nobody hands a truckload over: a public holiday or a weekend where it is picked up, and for what leaves a warehouse a day
// or an hour at which that is closed. Which carrier comes nobody knows yet, so no carrier's calendar is asked.
func (a *Area) works(ctx context.Context, tx *store.Tx, l RFQLoad, from freight.Party) error {
	if name := calendar.Holiday(calendar.CountryOf(from.Country, from.Zip), l.ShipOn); name != "" {
		return fail.Conflict("pickup-on-holiday", "day", l.ShipOn, "holiday", name)
	}
	if calendar.Weekend(l.ShipOn) {
		return fail.Conflict("pickup-on-weekend", "day", l.ShipOn)
	}
	if l.Inbound {
		return nil
	}
	if own, err := a.Sites.Closed(ctx, tx, l.Warehouse, l.ShipOn, l.PickupFrom, l.PickupTo); err != nil || own != "" {
		if err == nil {
			err = fail.Conflict("pickup-on-holiday", "day", l.ShipOn, "holiday", own)
		}
		return err
	}
	open, hours, err := a.Sites.Open(ctx, tx, l.Warehouse, l.ShipOn, l.PickupFrom, l.PickupTo)
	switch {
	case err != nil || open:
		return err
	case hours == "":
		return fail.Conflict("pickup-on-closed-weekday", "day", l.ShipOn)
	}
	return fail.Conflict("pickup-outside-hours", "day", l.ShipOn, "hours", hours)
}
