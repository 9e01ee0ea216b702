package shipment

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Quotable gives a shipment that carriers may be asked a price for: one that could be tendered now.
func (a *Area) Quotable(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error) {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return freight.Consignment{}, err
	}
	if _, err := machine.Next(s, func(t Transition) bool { return t.From == Quoted && t.To == Tendered }, "carrier"); err != nil {
		return freight.Consignment{}, err
	}
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	return consignment(s, zone), err
}

// PickupAhead refuses a shipment whose pickup is over: carriers are asked no price for it, and none of them gets it.
func (a *Area) PickupAhead(ctx context.Context, tx *store.Tx, shipmentID string) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	if is, _, err := a.overNow(ctx, tx, s); err != nil || !is {
		return err
	}
	return a.pickupStands(ctx, tx, &s, true)
}

// PickupStands refuses a shipment whose pickup is over, and one whose pickup is on a day or at an hour when nobody works, unless a person has seen that.
func (a *Area) PickupStands(ctx context.Context, tx *store.Tx, shipmentID string, seen bool) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	return a.pickupStands(ctx, tx, &s, seen)
}

// Bookable refuses a carrier that the organisation's rules keep from a shipment that it does not have yet, and tells whose account pays, or would pay, the shipment there.
func (a *Area) Bookable(ctx context.Context, tx *store.Tx, shipmentID, scac string) (freight.Payer, error) {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return freight.Payer{}, err
	}
	p, err := a.Payer(ctx, tx, PayerReq{ShipmentID: s.ID, Carrier: scac})
	if err != nil || p.Booked {
		return p.Payer, err
	}
	return p.Payer, a.tenderableBy(ctx, tx, s, scac, s.Mode)
}

// Award tenders a shipment to the carrier of a price, which is what it costs from now on.
func (a *Area) Award(ctx context.Context, tx *store.Tx, shipmentID string, p freight.Price) error {
	s, err := a.tenderFor(ctx, tx, shipmentID, p.Carrier, "", p.Asks)
	if err != nil {
		return err
	}
	return a.priced(ctx, tx, s, p)
}

// Reprice gives a shipment the price and the days of what its carrier was asked for anew, such as a label in place of one that was given back.
func (a *Area) Reprice(ctx context.Context, tx *store.Tx, shipmentID string, p freight.Price) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	return a.priced(ctx, tx, s, p)
}

// priced has a shipment cost a price from now on, and arrive by its days.
func (a *Area) priced(ctx context.Context, tx *store.Tx, s Shipment, p freight.Price) error {
	s.ServiceDays = p.Days
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET service_days = ? WHERE id = ?`, s.ServiceDays, s.ID); err != nil {
		return err
	}
	if err := a.arrives(ctx, tx, &s); err != nil {
		return err
	}
	return store.Put(ctx, tx, "shipment_cost", "id", cost(s, p))
}

func cost(s Shipment, p freight.Price) Cost {
	c := Cost{ID: s.ID, Warehouse: s.Warehouse, Currency: p.Currency, TotalMinor: p.TotalMinor}
	for _, l := range p.Lines {
		c.Charges.V = append(c.Charges.V, Charge{Code: l.Code, Description: l.Description, AmountMinor: l.AmountMinor})
	}
	return c
}
