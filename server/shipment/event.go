package shipment

import (
	"context"
	"fmt"

	"lading/server/kit/canonical"
	"lading/server/kit/event"
	"lading/server/kit/evidence"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Record appends to a shipment's chain of events; what the device signed goes with it. Areas that work on the shipment use it too.
func (a *Area) Record(ctx context.Context, tx *store.Tx, shipmentID, kind string, data any) error {
	return Append(ctx, tx, shipmentID, kind, data)
}

// Append adds one event behind the shipment's last. data is any JSON without fractions.
func Append(ctx context.Context, tx *store.Tx, shipmentID, kind string, data any) error {
	var e Event
	err := tx.QueryRowContext(ctx, `SELECT s.warehouse, s.left_at, COALESCE(e.n, 0), COALESCE(e.hash, '') FROM shipment s
LEFT JOIN shipment_event e ON e.shipment_id = s.id AND e.n = (SELECT max(n) FROM shipment_event WHERE shipment_id = s.id) WHERE s.id = ?`, shipmentID).
		Scan(&e.Warehouse, &e.LeftAt, &e.N, &e.Prev)
	if err != nil {
		return fmt.Errorf("find the chain of shipment %s: %w", shipmentID, err)
	}
	if data == nil {
		data = struct{}{}
	}
	text, err := canonical.JSON(data)
	if err != nil {
		return fmt.Errorf("write event %s of shipment %s: %w", kind, shipmentID, err)
	}
	e.ID, e.ShipmentID, e.N, e.Kind, e.Data.V = ulid.Make().String(), shipmentID, e.N+1, kind, json.RawMessage(text)
	e.UserID, e.UserName, e.Device, e.At, e.LoggedAt = tx.By.User, tx.By.Name, tx.By.Device, store.At(tx.At), store.At(tx.Now)
	if p := tx.Proof; p != nil {
		e.Mutation, e.Sig, e.AtRaw = p.Mutation, p.Signature, p.AtRaw
		e.Proof = evidence.Sum(p.Mutation)
	}
	if e.Hash, err = e.digest(); err != nil {
		return err
	}
	if err := store.Insert(ctx, tx, "shipment_event", e); err != nil {
		return err
	}
	return tx.Emit(ctx, event.ShipmentNoted{EventID: e.ID, ShipmentID: shipmentID, Warehouse: e.Warehouse, Kind: kind})
}

// Happened gives one event of a shipment's chain to another system, which has no right to see drivers.
func (a *Area) Happened(ctx context.Context, tx *store.Tx, eventID string) (freight.Happened, error) {
	e, ok, err := store.Get[Event](ctx, tx, `SELECT * FROM shipment_event WHERE id = ?`, eventID)
	if err == nil && !ok {
		err = fmt.Errorf("no event %s", eventID)
	}
	return freight.Happened{ID: e.ID, ShipmentID: e.ShipmentID, Kind: e.Kind, By: e.UserName, N: e.N, At: e.At.UnixMilli(), Data: string(evidence.Masked(e.Kind, e.Data.V))}, err
}

// masked is the event for whoever may not see drivers. Its hash is still that of the whole.
func (e Event) masked() Event {
	e.Data.V = evidence.Masked(e.Kind, e.Data.V)
	return e
}

// digest is what the next event names it by: SHA-256 over everything it says.
func (e Event) digest() (string, error) { return e.evidence().Digest() }

// evidence is the event as it is hashed, and as a bundle carries it.
func (e Event) evidence() evidence.Event {
	return evidence.Event{ID: e.ID, ShipmentID: e.ShipmentID, N: e.N, Warehouse: e.Warehouse, Kind: e.Kind, Data: e.Data.V, UserID: e.UserID, UserName: e.UserName, Device: e.Device,
		At: e.At.UnixMilli(), AtRaw: e.AtRaw, LoggedAt: e.LoggedAt.UnixMilli(), Sig: e.Sig, Proof: e.Proof, Prev: e.Prev, Hash: e.Hash, Mutation: e.Mutation}
}

// Chain gives the whole chain of a shipment that the person may see, with what the devices signed.
func (a *Area) Chain(ctx context.Context, tx *store.Tx, shipmentID string) ([]evidence.Event, error) {
	if _, err := find(ctx, tx, shipmentID); err != nil {
		return nil, err
	}
	chain, err := events(ctx, tx, shipmentID)
	out := make([]evidence.Event, len(chain))
	for i, e := range chain {
		out[i] = e.evidence()
	}
	return out, err
}

// Verify walks a chain in order of n and gives the first place that does not follow from the one before; 0 if all do.
// It needs the events alone, so it works on an export as well.
func Verify(chain []Event) (broken int64, err error) {
	prev := ""
	for i, e := range chain {
		hash, err := e.digest()
		if err != nil {
			return 0, err
		}
		if e.N != int64(i)+1 || e.Prev != prev || e.Hash != hash || e.Mutation != "" && evidence.Sum(e.Mutation) != e.Proof {
			return int64(i) + 1, nil
		}
		prev = e.Hash
	}
	return 0, nil
}

// VerifyChain checks a shipment's events as they are stored. n is how many there are.
func VerifyChain(ctx context.Context, tx *store.Tx, shipmentID string) (broken int64, n int, err error) {
	chain, err := events(ctx, tx, shipmentID)
	if err != nil {
		return 0, 0, err
	}
	broken, err = Verify(chain)
	return broken, len(chain), err
}

// VerifyChains checks the events of all shipments. Where a chain is broken, shipment and broken name the first such place.
func VerifyChains(ctx context.Context, tx *store.Tx) (shipment string, broken int64, chains, n int, err error) {
	for {
		ids, err := store.Select[string](ctx, tx, `SELECT DISTINCT shipment_id FROM shipment_event WHERE shipment_id > ? ORDER BY shipment_id LIMIT 500`, shipment)
		if err != nil || len(ids) == 0 {
			return "", 0, chains, n, err
		}
		for _, id := range ids {
			broken, length, err := VerifyChain(ctx, tx, id)
			if err != nil || broken > 0 {
				return id, broken, chains, n, err
			}
			shipment, chains, n = id, chains+1, n+length
		}
	}
}

func events(ctx context.Context, tx *store.Tx, shipmentID string) ([]Event, error) {
	return store.Select[Event](ctx, tx, `SELECT * FROM shipment_event WHERE shipment_id = ? ORDER BY n`, shipmentID)
}
