package rating

import (
	"context"
	"slices"
	"strings"

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

// ServiceCodes are the accessorials that a person may ask for.
func (a *Area) ServiceCodes() []string { return serviceCodes }

// unasked are the accessorials that nobody asks for: they come with the freight, with the place that it goes to, or on the way.
var unasked = []string{"DAS", "DET", "EDAS", "HAZ", "LAYOVER", "LUM", "OVR", "RDAS", "SOC", "TARP"}

// BillCodes are the accessorials that a carrier's bill may name, by code: those that a person may ask for, those that nobody asks for, and those of its contracts in force.
// An empty carrier is any.
func (a *Area) BillCodes(ctx context.Context, tx *store.Tx, carrier string) ([]string, error) {
	codes := slices.Concat(serviceCodes, unasked)
	list, _, err := a.inForce(ctx, tx, day(tx))
	for _, t := range list {
		if carrier != "" && t.Carrier != carrier {
			continue
		}
		for _, k := range t.Accessorials {
			codes = append(codes, strings.ToUpper(k.Code))
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes), err
}
