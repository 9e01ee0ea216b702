package shipment

import (
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/store/listing"
)

// claimedFor narrows a list to the shipments that a claim was begun for, where the code asks for those; they are few, whatever their status.
func (a *Area) claimedFor(ctx context.Context, tx *store.Tx, code string, b *listing.List) (bool, error) {
	if !strings.EqualFold(code, "CI") {
		return false, nil
	}
	ids, err := a.Claims.Claimed(ctx, tx)
	b.Rest.And("id IN (SELECT value FROM json_each(?))", listing.Texts(ids))
	return true, err
}

// Carried tells what a claim needs to know of a shipment that the user may see.
func (a *Area) Carried(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Carried, error) {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return freight.Carried{}, err
	}
	return a.carried(ctx, tx, s)
}

func (a *Area) carried(ctx context.Context, tx *store.Tx, s Shipment) (freight.Carried, error) {
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return freight.Carried{}, err
	}
	c := freight.Carried{Consignment: consignment(s, zone), Status: string(s.Status), Exception: s.Exception, Reason: s.Reason}
	hauled := []Status{InTransit, Delivered}
	c.Left = slices.Contains(hauled, s.Status) || slices.Contains(hauled, Status(s.Back)) || !s.SignedAt.IsZero() || !s.DeliveredAt.IsZero()
	if !s.DeliveredAt.IsZero() {
		in, err := time.LoadLocation(zone)
		if err != nil {
			in = time.UTC
		}
		c.DeliveredOn = s.DeliveredAt.In(in).Format(time.DateOnly)
	}
	cost, ok, err := store.Get[Cost](ctx, tx, `SELECT * FROM shipment_cost WHERE id = ?`, s.ID)
	if ok {
		c.Currency, c.CostMinor = cost.Currency, cost.TotalMinor
	}
	return c, err
}

// CarriedIn lists shipments of a status that the user may see, the newest first.
func (a *Area) CarriedIn(ctx context.Context, tx *store.Tx, status string, limit int) ([]freight.Carried, error) {
	rows, err := store.Select[Shipment](ctx, tx, `SELECT * FROM shipment WHERE status = ? ORDER BY ship_on DESC, id DESC LIMIT ?`, status, limit)
	if err != nil {
		return nil, err
	}
	out := []freight.Carried{}
	for _, s := range rows {
		if !tx.By.SeesWarehouse(s.Warehouse) {
			continue
		}
		c, err := a.carried(ctx, tx, s)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}
