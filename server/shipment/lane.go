package shipment

import (
	"context"
	"time"

	"lading/server/store"
)

// remembered is how long a carrier that does not serve a lane is not asked for it again by itself.
const remembered = 365 * 24 * time.Hour

// offLane are the carriers that said of another load that they do not serve the lane of this one: from one part of the country, by the first digits of
// its postal codes, to another. A person may still ask them.
func offLane(ctx context.Context, tx *store.Tx, s Shipment) (map[string]bool, error) {
	list, err := store.Select[string](ctx, tx, `SELECT DISTINCT d.carrier FROM shipment_tender d JOIN shipment o ON o.id = d.shipment_id
WHERE d.reason = 'lane' AND d.answered_at > ? AND o.origin ->> '$.country' = ? AND o.destination ->> '$.country' = ? AND substr(o.origin ->> '$.zip', 1, 3) = substr(?, 1, 3) AND substr(o.destination ->> '$.zip', 1, 3) = substr(?, 1, 3)`,
		store.At(tx.Now.Add(-remembered)), s.Origin.V.Country, s.Destination.V.Country, s.Origin.V.Zip, s.Destination.V.Zip)
	out := map[string]bool{}
	for _, scac := range list {
		out[scac] = true
	}
	return out, err
}
