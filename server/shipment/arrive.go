package shipment

import (
	"context"
	"fmt"
	"time"

	"lading/server/store"
)

// arrives finds anew on which day the carrier has a load there. It is called after whatever that depends on has changed: the carrier and its days of transit, the
// day of pickup, where it goes to. Nobody has it there who has no carrier.
func (a *Area) arrives(ctx context.Context, tx *store.Tx, s *Shipment) error {
	on := ""
	if s.Carrier != "" && s.ServiceDays > 0 {
		c := consignment(*s, "")
		if !s.DueAt.IsZero() && !s.Inbound { // the carrier, or the dock, has named another day for the truck
			_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
			if err != nil {
				return err
			}
			loc, err := time.LoadLocation(zone)
			if err != nil {
				return fmt.Errorf("zone of a warehouse: %w", err)
			}
			if day := s.DueAt.In(loc).Format(time.DateOnly); day != c.ShipOn {
				c.ShipOn, c.DayMeant = day, true
			}
		}
		var err error
		if on, err = a.Rates.Arrives(ctx, tx, c, s.ServiceDays); err != nil {
			return err
		}
	}
	if on == s.ArrivesOn {
		return nil
	}
	s.ArrivesOn = on
	_, err := tx.ExecContext(ctx, `UPDATE shipment SET arrives_on = ? WHERE id = ?`, on, s.ID)
	return err
}
