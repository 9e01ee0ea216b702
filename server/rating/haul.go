package rating

import (
	"context"
	"slices"

	"lading/server/kit/freight"
	"lading/server/rating/engine"
	"lading/server/store"
)

// Hauls prices freight that is no shipment yet by the organisation's own contracts: each by the lowest total that counts in the organisation's currency. A price that
// comes too late for its day is none.
func (a *Area) Hauls(ctx context.Context, tx *store.Tx, list []freight.Haul) ([]freight.HaulPrice, error) {
	out := make([]freight.HaulPrice, len(list))
	s, err := a.shelf(ctx, tx)
	if err != nil {
		return nil, err
	}
	for i, h := range list {
		mask := bits[engine.ModeLTL] | bits[engine.ModeVolume]
		if h.Truckload {
			mask = bits[engine.ModeTruckload]
		}
		c := freight.Consignment{Warehouse: h.Warehouse, Customer: h.Customer, ShipOn: h.ShipOn, ArriveBy: h.ArriveBy, Origin: h.From, Destination: h.To, Items: slices.Clone(h.Items)}
		q, err := a.dated(ctx, tx, consigned(c, nil, mask), c)
		if err != nil {
			return nil, err
		}
		q.Request.Stops, q.Road = h.Stops, engine.Int(h.Miles)
		ans, err := a.rateFrom(ctx, tx, s, q)
		if err != nil {
			return nil, err
		}
		for _, k := range ans.Candidates {
			if k.Quote != nil && !k.Late && k.HomeMinor > 0 && (!out[i].OK || k.HomeMinor < out[i].HomeMinor) {
				out[i] = freight.HaulPrice{OK: true, Price: k.freight(), CarrierName: k.CarrierName, Contract: k.TariffName, HomeMinor: k.HomeMinor, ArrivesOn: k.ArrivesOn}
			}
		}
	}
	return out, nil
}
