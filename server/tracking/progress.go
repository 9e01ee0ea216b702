package tracking

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Progress tells how far a shipment's containers and rail cars have come, for who is shown that one shipment: no number, no note and no name of a person.
func (a *Area) Progress(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Progress, error) {
	p := freight.Progress{Steps: []freight.Step{}}
	list, err := store.Select[Unit](ctx, tx, `SELECT * FROM tracking_unit WHERE shipment_id = ? AND eta IS NOT NULL ORDER BY eta DESC LIMIT 1`, shipmentID)
	if err != nil {
		return p, err
	}
	for _, u := range list {
		p.ETA, p.Was, p.Zone, p.Place, p.Why = u.ETA.Time, u.ETAWas.Time, u.ETAZone, u.ETAPlace, string(u.ETAWhy)
		if u.ETAWhy == Rolled || u.ETAWhy == OtherPort { // the former port or vessel, unless a person wrote something else there
			written, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM tracking_event WHERE shipment_id = ? AND note = ?`, shipmentID, u.ETANote)
			if err != nil {
				return p, err
			}
			if written == 0 {
				p.From = u.ETANote
			}
		}
	}
	events, err := store.Select[Event](ctx, tx, `SELECT * FROM tracking_event WHERE shipment_id = ? AND replaced_by = '' AND estimated = 0 ORDER BY event_at DESC, id DESC LIMIT 200`, shipmentID)
	for _, e := range events {
		s := freight.Step{Code: string(e.Code), At: e.EventAt.Time, Zone: e.Zone, Place: e.Place}
		if n := len(p.Steps); n == 0 || p.Steps[n-1] != s { // several containers do the same at once
			p.Steps = append(p.Steps, s)
		}
	}
	return p, err
}
