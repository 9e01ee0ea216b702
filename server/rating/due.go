package rating

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Arrives is the day on which a shipment's carrier has it there: so many working days after its pickup, by the calendars of the countries, the warehouse and the
// carrier. It is empty where nobody knows how many days it takes.
func (a *Area) Arrives(ctx context.Context, tx *store.Tx, c freight.Consignment, days int64) (string, error) {
	if days <= 0 || c.ShipOn == "" {
		return "", nil
	}
	q, err := a.dated(ctx, tx, consigned(c, nil, 0), c)
	if err != nil {
		return "", err
	}
	q.Runs, err = a.Carriers.CarrierDays(ctx, tx, c.ShipOn, ahead)
	return q.arrives(c.Carrier, int(days)), err
}
