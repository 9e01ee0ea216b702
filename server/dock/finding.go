package dock

import (
	"context"
	"slices"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Findings are what is damaged or short of a shipment, for a claim: each finding of a pallet with the weight of the pieces that it concerns.
func (a *Area) Findings(ctx context.Context, tx *store.Tx, shipmentID string) ([]freight.Finding, error) {
	pallets, err := palletsOf(ctx, tx, shipmentID)
	out := []freight.Finding{}
	for _, p := range pallets {
		if !tx.By.SeesWarehouse(p.Warehouse) {
			continue
		}
		f := freight.Finding{ShipmentID: p.ShipmentID, LPN: p.LPN, Description: p.Description, ItemCode: p.ItemCode, Of: p.Pieces}
		if p.State == Damaged { // how many pieces of the pallet are damaged is seen when it is opened: at most those that are there
			f.Kind, f.Pieces, f.Note, f.By, f.Photos = "damaged", p.Pieces-p.Short, p.DamageNote, p.DamageBy, list(p.Photos.V)
			f.Weight = part(p.Weight.V, f.Pieces, p.Pieces)
			out = append(out, f)
		}
		if p.Short > 0 {
			f.Kind, f.Pieces, f.Note, f.By, f.Photos = "short", p.Short, p.ShortNote, p.ShortBy, list(p.ShortPhotos.V)
			f.Weight = part(p.Weight.V, p.Short, p.Pieces)
			out = append(out, f)
		}
	}
	return out, err
}

// part is the weight of some of a pallet's pieces.
func part(w freight.Measure, n, of int64) freight.Measure {
	if of > 0 {
		w.Milli = w.Milli * n / of
	}
	return w
}

// Found lists the shipments of the user's warehouses of which something is damaged or short, the newest first.
func (a *Area) Found(ctx context.Context, tx *store.Tx, limit int) ([]string, error) {
	type row struct {
		ID        string `db:"id"`
		Warehouse string `db:"warehouse"`
	}
	rows, err := store.Select[row](ctx, tx, `SELECT id, warehouse FROM dock_shipment WHERE id IN (SELECT shipment_id FROM dock_pallet WHERE state = 'damaged' OR short > 0) AND state <> 'void' ORDER BY id DESC LIMIT ?`, limit)
	rows = slices.DeleteFunc(rows, func(r row) bool { return !tx.By.SeesWarehouse(r.Warehouse) })
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids, err
}
