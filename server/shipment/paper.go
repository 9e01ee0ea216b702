package shipment

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Resolve gives the shipment that somebody names: by its key, its own number, its bill's or its PRO.
func (a *Area) Resolve(ctx context.Context, tx *store.Tx, name string) (string, error) {
	s, err := store.Find[Shipment](ctx, tx, fail.NotFound("shipment-unknown"), `SELECT s.* FROM shipment s WHERE s.id = ?1
UNION ALL SELECT s.* FROM shipment_ref r JOIN shipment s ON s.id = r.shipment_id WHERE r.value = upper(?1) AND upper(?1) IN (upper(s.number), upper(s.bol), upper(s.pro)) LIMIT 1`, strings.TrimSpace(name))
	return s.ID, err
}

// proFits refuses a PRO number that its carrier cannot have given.
func (s Shipment) proFits(field string) error {
	if s.PRO == "" || rule.PRO(s.Carrier, s.PRO) {
		return nil
	}
	return fail.Invalid(fail.Of(field, "pro-check-digit", "pro", s.PRO, "carrier", first(s.CarrierName, s.Carrier)))
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// PlaceOf is the warehouse that a shipment lies in, whoever asks; empty where there is no such shipment.
func (a *Area) PlaceOf(ctx context.Context, tx *store.Tx, id string) (string, error) {
	place, _, err := store.Get[string](ctx, tx, `SELECT warehouse FROM shipment WHERE id = ?`, id)
	return place, err
}

// OfOrders gives the shipments that orders were built into, of those that the person may see; the newest first where an order went out in several.
func (a *Area) OfOrders(ctx context.Context, tx *store.Tx, orders []string) ([]freight.Filed, error) {
	type row struct {
		Order     string `db:"number"`
		ID        string `db:"id"`
		Warehouse string `db:"warehouse"`
	}
	list, err := json.Marshal(orders)
	if err != nil {
		return nil, err
	}
	rows, err := store.Select[row](ctx, tx, `SELECT o.value AS number, s.id, s.warehouse FROM json_each(?) o JOIN shipment_ref r ON r.value = upper(o.value) JOIN shipment s ON s.id = r.shipment_id
WHERE EXISTS (SELECT 1 FROM json_each(s.orders) x WHERE upper(x.value) = upper(o.value)) OR upper(o.value) IN (upper(s.number), upper(s.bol))
ORDER BY o.key, s.created_at DESC LIMIT 500`, string(list))
	out := []freight.Filed{}
	for _, r := range rows {
		if tx.By.SeesWarehouse(r.Warehouse) {
			out = append(out, freight.Filed{Order: r.Order, ShipmentID: r.ID})
		}
	}
	return out, err
}

// Amend corrects what a shipment's papers say while it is scheduled, confirmed or under way. What a driver has signed is not among it.
func (a *Area) Amend(ctx context.Context, tx *store.Tx, id string, m freight.Amendment, reason string) error {
	s, err := find(ctx, tx, id)
	if err != nil {
		return err
	}
	if s.Status != Tendered && s.Status != Confirmed && s.Status != InTransit {
		return fail.Conflict("shipment-not-amended").With(s)
	}
	was, now := map[string]string{}, map[string]string{}
	for name, f := range map[string]struct{ at, to *string }{"pro": {&s.PRO, m.PRO}, "instruction": {&s.Instruction, m.Instruction}, "emergencyPhone": {&s.EmergencyPhone, m.EmergencyPhone}} {
		if f.to == nil || *f.to == *f.at {
			continue
		}
		if !s.SignedAt.IsZero() && name != "pro" {
			return fail.Conflict("shipment-signed-stays").With(s)
		}
		was[name], now[name] = *f.at, *f.to
		*f.at = *f.to
	}
	if len(now) == 0 {
		return nil
	}
	if err := s.proFits("pro"); err != nil {
		return err
	}
	if p := m.EmergencyPhone; p != nil && *p != "" && !rule.EmergencyPhone(*p) {
		return fail.Invalid(fail.Of("emergencyPhone", "emergency-phone-invalid"))
	}
	if m.EmergencyPhone != nil { // the one number that is to be called for all of the load, also by the plan, which the bill is composed from
		s.Items.V, s.Planned.V = calledAt(s.Items.V, *m.EmergencyPhone), calledAt(s.Planned.V, *m.EmergencyPhone)
		// a number that is taken away would be missed when the driver stands there
		if err := papers(s); err != nil {
			return err
		}
	}
	s.ChangedAt = store.At(tx.Now)
	if err := store.Put(ctx, tx, "shipment", "id", s); err != nil {
		return err
	}
	if err := Append(ctx, tx, s.ID, "amended", map[string]any{"was": was, "now": now, "reason": reason}); err != nil {
		return err
	}
	return tx.Emit(ctx, event.ShipmentAmended{ShipmentID: s.ID, PRO: s.PRO})
}

// calledAt are items whose hazardous materials all have one emergency number.
func calledAt(items []freight.Item, phone string) []freight.Item {
	items = slices.Clone(items)
	for i, it := range items {
		if it.Hazmat != nil {
			own := *it.Hazmat
			own.EmergencyPhone = phone
			items[i].Hazmat = &own
		}
	}
	return items
}
