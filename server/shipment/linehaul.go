package shipment

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Parcels lists the parcels of a warehouse that ship on some days and have no carrier yet, by ship date; at most so many and one more.
func (a *Area) Parcels(ctx context.Context, tx *store.Tx, warehouse, from, to string, most int) ([]freight.Consignment, error) {
	_, zone, err := a.Sites.Site(ctx, tx, warehouse)
	if err != nil {
		return nil, err
	}
	list, err := store.Select[Shipment](ctx, tx, `SELECT * FROM shipment WHERE warehouse = ? AND mode = ? AND status = ? AND inbound = 0 AND ship_on BETWEEN ? AND ? ORDER BY ship_on, number LIMIT ?`, warehouse, parcelMode, Quoted, from, to, most+1)
	if err != nil {
		return nil, err
	}
	out := make([]freight.Consignment, len(list))
	for i, s := range list {
		out[i] = consignment(s, zone)
		if err := a.entered(ctx, tx, &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// BuildLinehaul makes a shipment of pallets that no order asks for. It waits in Rate & Route for its tender.
func (a *Area) BuildLinehaul(ctx context.Context, tx *store.Tx, l freight.Linehaul) (freight.ShipmentRef, error) {
	req := SaveReq{Then: Ask, Entry: Entry{Kind: Prepaid, Warehouse: l.Warehouse, OrderNumber: l.Number, Mode: l.Mode, ShipOn: l.ShipOn, Terms: "P", Destination: l.To, Instruction: l.Instruction,
		Items: []EntryItem{{Description: l.Item.Description, Pieces: l.Item.Pieces, PackageType: l.Item.PackageType, Pallets: l.Item.Pallets, Weight: l.Item.Weight, Length: l.Item.Length, Width: l.Item.Width, Height: l.Item.Height, Class: l.Item.Class}}}}
	s, err := a.save(ctx, tx, req, ulid.Make().String())
	return freight.ShipmentRef{ID: s.ID, Number: s.Number}, err
}

// DropLinehaul archives a linehaul that no carrier has yet.
func (a *Area) DropLinehaul(ctx context.Context, tx *store.Tx, shipmentID, reason string) error {
	_, err := a.Archive(ctx, tx, EndReq{ShipmentID: shipmentID, Reason: reason})
	return err
}
