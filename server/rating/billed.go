package rating

import (
	"context"

	"lading/server/store"
)

// FuelPercent is the fuel surcharge of a carrier's price in the rating that counts for a shipment, in thousandths of a percent. ok is false where nobody has rated
// the shipment, or where the contract charges fuel otherwise than by a percentage.
func (a *Area) FuelPercent(ctx context.Context, tx *store.Tx, shipmentID, carrier string) (milli int64, ok bool, err error) {
	r, ok, err := counting(ctx, tx, shipmentID)
	if err != nil || !ok {
		return 0, false, err
	}
	for _, c := range r.Answer.V.Candidates {
		if c.ID != r.Chosen || c.Carrier != carrier || c.Quote == nil {
			continue
		}
		for _, line := range c.Quote.Charges {
			if line.Code == "fuel" && line.Unit == "%" {
				return int64(line.Quantity) / 10, true, nil // ten-thousandths
			}
		}
	}
	return 0, false, nil
}

// ServiceCodes are the accessorials that a person may ask for, and that a bill may name.
func (a *Area) ServiceCodes() []string { return serviceCodes }
