package rating

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/kit/geo"
	"lading/server/rating/engine"
	"lading/server/store"
)

// Parcels prices parcels by the organisation's own contracts, each by the lowest total in the organisation's currency among those that arrive in time.
func (a *Area) Parcels(ctx context.Context, tx *store.Tx, list []freight.ParcelAsk) ([]freight.ParcelPrice, error) {
	out := make([]freight.ParcelPrice, len(list))
	s, err := a.shelf(ctx, tx)
	if err != nil {
		return nil, err
	}
	for i, ask := range list {
		p := &out[i]
		if len(ask.Of.Packages) == 0 {
			p.Why = "packages-missing"
			continue
		}
		q, err := a.dated(ctx, tx, consigned(ask.Of, nil, bits[engine.ModeParcel]), ask.Of)
		if err != nil {
			return nil, err
		}
		ans, err := a.rateFrom(ctx, tx, s, q)
		if err != nil {
			return nil, err
		}
		p.Why = "lane-not-served"
		for _, k := range ans.Candidates {
			switch {
			case ask.Carrier != "" && k.Carrier != ask.Carrier:
			case k.Quote == nil:
				if !p.OK {
					p.Why = k.Why.Code
				}
			case k.Late:
				if !p.OK {
					p.Why = "rates-all-late"
				}
			case k.HomeMinor > 0 && len(k.Quote.Parcels) > 0 && (!p.OK || k.HomeMinor < p.HomeMinor):
				*p = freight.ParcelPrice{OK: true, Price: k.freight(), CarrierName: k.CarrierName, Contract: k.TariffName, Zone: k.Quote.Parcels[0].Zone, HomeMinor: k.HomeMinor, ArrivesOn: k.ArrivesOn}
			}
		}
	}
	return out, nil
}

// ParcelHubs gives, for each postal code, the terminals that serve it of carriers with a parcel contract in force on a day: one of each carrier, the one that names the
// longest beginning of the code, else the closest of those that name none.
func (a *Area) ParcelHubs(ctx context.Context, tx *store.Tx, day string, zips []string) (map[string][]freight.Hub, error) {
	list, _, err := a.inForce(ctx, tx, day)
	if err != nil {
		return nil, err
	}
	all, err := terminals(a).List(ctx, tx)
	if err != nil {
		return nil, err
	}
	carriers, err := a.Carriers.Carriers(ctx, tx)
	if err != nil {
		return nil, err
	}
	out := map[string][]freight.Hub{}
	for _, c := range carriers {
		var own []Terminal
		for _, t := range list {
			if t.Mode != engine.ModeParcel || t.Carrier != c.SCAC {
				continue
			}
			for _, at := range all {
				if at.Carrier == c.SCAC {
					own = append(own, at)
				}
			}
			break
		}
		for _, zip := range zips {
			if at := a.serving(own, zip); at != nil {
				out[zip] = append(out[zip], freight.Hub{ID: at.ID, Carrier: c.SCAC, CarrierName: c.Name, Code: at.Code,
					Party: freight.Party{Name: at.Name, Street: at.Street, City: at.City, State: geo.State(at.Zip), Zip: at.Zip, Country: "US", Phone: at.Phone, Email: at.Email}})
			}
		}
	}
	return out, nil
}
