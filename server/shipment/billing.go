package shipment

import (
	"context"
	"slices"
	"time"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Billing gives a shipment that the user may see as its freight bill is judged by.
func (a *Area) Billing(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Billing, error) {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return freight.Billing{}, err
	}
	return a.billing(ctx, tx, s)
}

// Billed finds the shipment that a carrier's bill is for among those that the user may see: by PRO, else by BOL, else by the shipment's number. by names what found it;
// empty is none. A number that two shipments of the carrier bear finds neither: a bill is never matched by a guess.
func (a *Area) Billed(ctx context.Context, tx *store.Tx, carrier, pro, bol, number string) (b freight.Billing, by string, err error) {
	for _, k := range []struct{ by, value, column string }{{"pro", pro, "pro"}, {"bol", bol, "bol"}, {"shipment", number, "number"}} {
		if k.value == "" {
			continue
		}
		rows, err := store.Select[Shipment](ctx, tx, byNumber+`upper(s.`+k.column+`) = r.value AND s.carrier = ?2 AND s.status <> 'V' LIMIT 2`, k.value, carrier)
		if err != nil {
			return b, "", err
		}
		if len(rows) == 1 && tx.By.SeesWarehouse(rows[0].Warehouse) {
			b, err = a.billing(ctx, tx, rows[0])
			return b, k.by, err
		}
	}
	return b, "", nil
}

func (a *Area) billing(ctx context.Context, tx *store.Tx, s Shipment) (freight.Billing, error) {
	b := freight.Billing{ShipmentID: s.ID, Number: s.Number, Warehouse: s.Warehouse, Carrier: s.Carrier, BOL: s.BOL, PRO: s.PRO, Mode: s.Mode, Terms: string(s.Terms), BillTo: s.BillTo.V.Name, ShipOn: s.ShipOn,
		Weight: s.Weight.V, Services: s.Services.V}
	if home := freight.ResidentialDelivery; s.Destination.V.Residential && !slices.Contains(b.Services, home) { // it asks for that by itself
		b.Services = append(slices.Clip(b.Services), home)
	}
	for _, it := range s.aboard() {
		if it.Class != "" {
			b.Classes = append(b.Classes, it.Class)
		}
	}
	if !s.DeliveredAt.IsZero() {
		_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
		if err != nil {
			return b, err
		}
		at, err := time.LoadLocation(zone)
		if err != nil {
			return b, err
		}
		b.DeliveredOn = s.DeliveredAt.In(at).Format(time.DateOnly)
	}
	cost, ok, err := store.Get[Cost](ctx, tx, `SELECT * FROM shipment_cost WHERE id = ?`, s.ID)
	if err != nil || !ok || cost.Stale != "" {
		return b, err
	}
	b.Price = &freight.Price{Carrier: s.Carrier, Currency: cost.Currency, TotalMinor: cost.TotalMinor}
	for _, c := range cost.Charges.V {
		b.Price.Lines = append(b.Price.Lines, freight.PriceLine{Code: c.Code, Description: c.Description, AmountMinor: c.AmountMinor})
	}
	return b, nil
}

// byNumber finds shipments by one of their numbers, which is the first argument. Letters of a number are the same in capitals and in small.
const byNumber = `SELECT s.* FROM shipment_ref r JOIN shipment s ON s.id = r.shipment_id WHERE r.value = upper(trim(?1)) AND `

// proTaken gives the number of another shipment of a carrier that has a PRO already.
func proTaken(ctx context.Context, tx *store.Tx, carrier, pro, id string) (number string, taken bool, err error) {
	s, taken, err := store.Get[Shipment](ctx, tx, byNumber+`upper(s.pro) = r.value AND s.carrier = ?2 AND s.id <> ?3 AND s.status <> 'V' LIMIT 1`, pro, carrier, id)
	return s.Number, taken, err
}
