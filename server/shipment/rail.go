package shipment

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// railMode is the mode of a shipment that goes by rail.
const railMode = "RAIL"

// EnterRail makes a shipment that goes by rail, by the rules of every shipment that is entered. Fields are named as the rail form has them.
func (a *Area) EnterRail(ctx context.Context, tx *store.Tx, r freight.RailEntry) (id string, err error) {
	e := Entry{Kind: Prepaid, Warehouse: r.Warehouse, OrderNumber: r.OrderNumber, PO: r.PO, Customer: r.Customer, Mode: railMode, ShipOn: r.ShipOn, DeliverBy: r.DeliverBy, Destination: r.Destination, Carrier: r.Railroad}
	for _, it := range r.Items {
		e.Items = append(e.Items, EntryItem{Description: it.Description, Pieces: it.Pieces, PackageType: "PCS", Weight: it.Weight})
	}
	req := SaveReq{Then: Keep, Entry: e}
	if r.Tender {
		req.Then = Ship
	}
	if bad := req.Check(); len(bad) > 0 {
		return "", fail.Invalid(railFields(bad)...)
	}
	s, err := a.save(ctx, tx, req, ulid.Make().String())
	if f, ok := fail.As(err); ok && len(f.Fields) > 0 {
		err = fail.Invalid(railFields(f.Fields)...)
	}
	return s.ID, err
}

// railFields names fields of an entry as the rail form does.
func railFields(bad []fail.Field) []fail.Field {
	out := make([]fail.Field, len(bad))
	for i, f := range bad {
		f.Field = strings.NewReplacer("Shipment.Items[", "Cars[", "Shipment.Carrier", "Railroad", "Shipment.", "", "].Qty", "].Pieces").Replace(f.Field)
		out[i] = f
	}
	return out
}
