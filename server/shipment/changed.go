package shipment

import (
	"context"
	"strings"

	"lading/server/kit/message"
	"lading/server/kit/moment"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// tenderChanged has the carrier of a load confirm it once more after its pickup was moved: what a carrier accepted is what it was offered, and nothing else. A
// carrier that has not answered yet gets a new link with what changed. Without a tender a person has spoken with the carrier, and has to do so again: the
// load is merely scheduled until then.
func (a *Area) tenderChanged(ctx context.Context, tx *store.Tx, s, before Shipment, zone string) (Shipment, error) {
	if s.ShipOn == before.ShipOn && s.PickupFrom == before.PickupFrom && s.PickupTo == before.PickupTo || s.Status != Tendered && s.Status != Confirmed {
		return s, nil
	}
	d, ok, err := store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND state IN ('open', 'accepted') ORDER BY n DESC LIMIT 1`, s.ID)
	if err != nil {
		return s, err
	}
	if ok && d.State == Asked {
		return s, a.sendLink(ctx, tx, s, d, tenderChange, pickupChange(d.Language, s, before, zone))
	}
	if s.Status == Confirmed {
		t, err := next(s, func(t Transition) bool { return t.Action == "tender" })
		if err != nil {
			return s, err
		}
		if s, err = a.apply(ctx, tx, s, t, map[string]any{"carrier": s.Carrier, "changed": "pickup"}); err != nil {
			return s, err
		}
	}
	if !ok {
		return s, a.tellOffice(ctx, tx, s, "notify-tender-changed", map[string]any{})
	}
	if err := a.pickupStands(ctx, tx, s, false); err != nil {
		return s, err
	}
	if _, err := a.conclude(ctx, tx, &d, Withdrawn, tx.By.Name); err != nil {
		return s, err
	}
	again := Tender{ID: ulid.Make().String(), ShipmentID: s.ID, Warehouse: s.Warehouse, N: d.N + 1, Carrier: d.Carrier, CarrierName: d.CarrierName, Email: d.Email, Sheet: d.Sheet, Currency: d.Currency, TotalMinor: d.TotalMinor, Charges: d.Charges,
		Days: d.Days, Why: d.Why, WhyValue: d.WhyValue, State: Waiting, Minutes: d.Minutes, Language: d.Language, By: tx.By.User, ByName: tx.By.Name}
	if last, _, err := store.Get[int64](ctx, tx, `SELECT max(n) FROM shipment_tender WHERE shipment_id = ?`, s.ID); err != nil {
		return s, err
	} else if last >= again.N {
		again.N = last + 1
	}
	if err := store.Insert(ctx, tx, "shipment_tender", again); err != nil {
		return s, err
	}
	return s, a.open(ctx, tx, s, again, tenderChange, pickupChange(d.Language, s, before, zone))
}

// pickupChange says in the carrier's language when the truck was expected, and when it is now.
func pickupChange(language string, s, before Shipment, zone string) string {
	at := func(s Shipment) string {
		return strings.TrimSpace(s.ShipOn + " " + moment.Window(s.ShipOn, s.PickupFrom, s.PickupTo, zone))
	}
	return message.Text(language, "tender-change-pickup", map[string]any{"before": at(before), "now": at(s)})
}
