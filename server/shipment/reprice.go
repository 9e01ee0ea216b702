package shipment

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/store"
)

// reprice has the price of a load follow it, by the contract that it was priced with. A price of no contract, or one whose contract does not take the load as
// it is now, is marked instead: why says what changed.
func (a *Area) reprice(ctx context.Context, tx *store.Tx, s *Shipment, why string) error {
	was, ok, err := store.Get[Cost](ctx, tx, `SELECT * FROM shipment_cost WHERE id = ?`, s.ID)
	if err != nil || !ok {
		return err
	}
	c := consignment(*s, "")
	if err := a.entered(ctx, tx, &c); err != nil {
		return err
	}
	rides, err := injected(ctx, tx, &c)
	if err != nil {
		return err
	}
	var p freight.Price
	if ok = !rides; ok { // what rides was rated from the warehouse, and is priced from a hub
		if p, ok, err = a.Rates.Again(ctx, tx, c, s.Services.V); err != nil {
			return err
		}
	}
	if !ok || p.Currency != was.Currency {
		_, err := tx.ExecContext(ctx, `UPDATE shipment_cost SET stale = ? WHERE id = ?`, why, s.ID)
		return err
	}
	now, asked := cost(*s, p), s.Services.V
	a.serve(s, p.Services) // what is paid for is asked of the carrier, also where a rule of today adds it
	if slices.Equal(asked, s.Services.V) && now.TotalMinor == was.TotalMinor && slices.Equal(now.Charges.V, was.Charges.V) && was.Stale == "" {
		return nil
	}
	s.ServiceDays = p.Days
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET service_days = ?, services = ?, service_names = ? WHERE id = ?`, s.ServiceDays, s.Services, s.ServiceNames, s.ID); err != nil {
		return err
	}
	if err := a.arrives(ctx, tx, s); err != nil {
		return err
	}
	if err := store.Put(ctx, tx, "shipment_cost", "id", now); err != nil {
		return err
	}
	return Append(ctx, tx, s.ID, "repriced", map[string]any{"why": why})
}

// pricedBy is all that a price depends on, as a text that is compared.
func (s Shipment) pricedBy() string {
	s.Origin.V.Email, s.Destination.V.Email = "", ""
	return fmt.Sprint(s.Mode, s.ShipOn, s.Origin.V, s.Destination.V, s.Services.V, s.Customer, freight.Priced(s.Items.V))
}

// rerate finds the prices of a load that no carrier has yet anew, where somebody has asked for them; otherwise they are of something else, and go.
func (a *Area) rerate(ctx context.Context, tx *store.Tx, s, before Shipment) error {
	if slices.Equal(s.Services.V, before.Services.V) {
		c := consignment(s, "")
		if err := a.entered(ctx, tx, &c); err != nil {
			return err
		}
		c.Carrier = ""
		if _, ok, err := a.Rates.Again(ctx, tx, c, nil); err != nil || ok {
			return err
		}
	}
	return tx.Emit(ctx, event.ServicesChanged{ShipmentID: s.ID})
}
