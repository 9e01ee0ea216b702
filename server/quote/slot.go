package quote

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/store"
)

// SlotReq asks when the warehouse expects the truck of a load that a quote is asked for.
type SlotReq struct{ Held }

// SlotShown is the time that a load has at its warehouse, by the clock there. Current is null where it has none, and for a truckload that is no load yet.
type SlotShown struct {
	Current *freight.Appointed `json:"current"`
	Zone    string             `json:"zone"`
}

// slot tells a carrier the appointment of the load that it prices. The door is given with the load, not with a question.
func (a *Area) slot(ctx context.Context, tx *store.Tx, _ link.Link, of Part, _ SlotReq) (out SlotShown, err error) {
	if of.Request.ShipmentID == "" {
		return out, nil
	}
	if _, out.Zone, err = a.Sites.Site(ctx, tx, of.Quote.Warehouse); err != nil {
		return out, err
	}
	at, ok, err := a.Sites.Appointed(ctx, tx, of.Request.ShipmentID)
	if err == nil && ok {
		if of.Quote.State != Won {
			at.Door = ""
		}
		out.Current = &at
	}
	return out, err
}
