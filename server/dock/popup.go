package dock

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// PopupReq reads, adds, changes or deletes a pallet, after the documents' flag: S selects, D deletes, any other saves.
type PopupReq struct {
	ShipmentID string         `json:"ShipmentId" validate:"required,max=40"`
	UniqueName string         `json:"UniqueName" validate:"max=60"`
	Flag       string         `json:"Flag" validate:"max=1"`
	HuID       string         `json:"HuId" validate:"max=40"` // the pallet's number, its SSCC or its key; empty adds one
	ItemCode   *string        `json:"ItemCode,omitempty" validate:"omitempty,max=40"`
	Length     *freight.Plain `json:"Length,omitempty"`
	Width      *freight.Plain `json:"Width,omitempty"`
	Height     *freight.Plain `json:"Height,omitempty"`
	Weight     *freight.Plain `json:"Weight,omitempty"`
	Quantity   *int64         `json:"Quantity,omitempty" validate:"omitempty,gte=0,lte=1000000"`
}

// Check keeps measures from being negative.
func (r *PopupReq) Check() (bad []fail.Field) {
	for _, m := range []struct {
		field string
		of    *freight.Plain
	}{{"Length", r.Length}, {"Width", r.Width}, {"Height", r.Height}, {"Weight", r.Weight}} {
		if m.of != nil && m.of.Milli < 0 {
			bad = append(bad, fail.Of(m.field, "field-too-small", "limit", 0))
		}
	}
	return bad
}

// PalletDetails gives a load's pallets, or the one that is named.
func (a *Area) PalletDetails(ctx context.Context, tx *store.Tx, req PopupReq) ([]Pallet, error) {
	if err := a.sameLoad(ctx, tx, req); err != nil {
		return nil, err
	}
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return nil, err
	}
	return store.Select[Pallet](ctx, tx, `SELECT * FROM dock_pallet WHERE shipment_id = ?1 AND (?2 = '' OR lpn = ?2 OR sscc = ?2 OR id = ?2) ORDER BY lpn`, s.ID, req.HuID)
}

// UpdatePallet adds, changes or deletes a pallet of a load that is not signed yet, and gives the pallets that the load then has. What a change leaves out stays.
func (a *Area) UpdatePallet(ctx context.Context, tx *store.Tx, req PopupReq) ([]Pallet, error) {
	if req.Flag == "S" {
		return a.PalletDetails(ctx, tx, req)
	}
	s, err := a.open(ctx, tx, req.ShipmentID)
	if err == nil {
		err = a.sameLoad(ctx, tx, req)
	}
	if err != nil {
		return nil, err
	}
	p, known, err := store.Get[Pallet](ctx, tx, `SELECT * FROM dock_pallet WHERE shipment_id = ?1 AND ?2 <> '' AND (lpn = ?2 OR sscc = ?2 OR id = ?2)`, s.ID, req.HuID)
	if err != nil {
		return nil, err
	}
	kind := "pallet-changed"
	switch {
	case req.Flag == "D" && !known:
		return nil, fail.NotFound("lpn-unknown", "lpn", req.HuID)
	case req.Flag == "D" && p.onTruck():
		return nil, fail.Conflict("pallet-on-truck", "lpn", p.LPN).With(p)
	case req.Flag == "D":
		kind = "pallet-removed"
		if _, err := tx.ExecContext(ctx, `DELETE FROM dock_pallet WHERE id = ?`, p.ID); err != nil {
			return nil, err
		}
	case known:
		measure(&p, req)
		if p.Short > p.Pieces {
			return nil, fail.Invalid(fail.Of("Quantity", "short-more-than-there", "pieces", p.Pieces, "lpn", p.LPN))
		}
		if err := store.Put(ctx, tx, "dock_pallet", "id", p); err != nil {
			return nil, err
		}
	default:
		kind = "pallet-added"
		if taken, _, err := store.Get[string](ctx, tx, `SELECT id FROM dock_pallet WHERE ?1 <> '' AND (lpn = ?1 OR sscc = ?1 AND sscc <> '') AND left_at IS NULL`, req.HuID); err != nil || taken != "" {
			if err == nil {
				err = fail.Conflict("lpn-taken", "lpn", req.HuID)
			}
			return nil, err
		}
		p = Pallet{LPN: req.HuID, State: Staged}
		if req.ItemCode != nil {
			p.ItemCode = *req.ItemCode
		}
		lines, err := a.Shipments.Lines(ctx, tx, s.ID)
		if err != nil {
			return nil, err
		}
		p.holds(lines, nil)
		measure(&p, req)
		if p, err = a.label(ctx, tx, s, p); err != nil {
			return nil, err
		}
	}
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM dock_pallet WHERE shipment_id = ?`, s.ID).Scan(&s.TotalPallets); err != nil {
		return nil, err
	}
	counted := kind != "pallet-changed" || req.Weight != nil || req.Quantity != nil
	if counted {
		s.withdraw(tx)
	}
	if err := s.save(ctx, tx); err != nil {
		return nil, err
	}
	if err := a.Shipments.Record(ctx, tx, s.ID, kind, map[string]any{"pallet": p.ID, "lpn": p.LPN, "pieces": p.Pieces}); err != nil {
		return nil, err
	}
	if counted {
		if err := s.told(ctx, tx); err != nil {
			return nil, err
		}
	}
	return palletsOf(ctx, tx, s.ID)
}

// holds notes of which line of its load an added pallet is: the one that was named, or that has its item code or its words, or the only one. Nothing of it was
// planned, so that its pieces and its weight come on top of what was. One that is of none of the lines is over: no paper counts it, and the bill names it. The
// twin of holds in the web's dock area.
func (p *Pallet) holds(lines []freight.Item, line *int) {
	at := -1
	switch {
	case len(lines) == 0 || p.State == Over:
		return
	case line != nil:
		at = *line
	case p.ItemCode != "":
		at = slices.IndexFunc(lines, func(it freight.Item) bool { return it.Code == p.ItemCode })
	case p.Description != "":
		at = slices.IndexFunc(lines, func(it freight.Item) bool { return it.Description == p.Description })
	}
	if at < 0 && line == nil && len(lines) == 1 && p.ItemCode == "" {
		at = 0
	}
	if at < 0 || at >= len(lines) {
		p.State = Over
		return
	}
	it := lines[at]
	p.ItemCode = it.Code
	if p.Description == "" {
		p.Description = it.Description
	}
	if p.Weight.V.Unit == "" {
		p.Weight.V.Unit = it.Weight.Unit
	}
	p.Contents.V = []freight.Content{{Line: at, Order: it.Order, Weight: freight.Measure{Unit: it.Weight.Unit}}}
}

func measure(p *Pallet, req PopupReq) {
	if req.ItemCode != nil {
		p.ItemCode = *req.ItemCode
	}
	if req.Quantity != nil {
		p.Pieces = *req.Quantity
	}
	for _, m := range []struct {
		at   *freight.Measure
		to   *freight.Plain
		unit string
	}{{&p.Length.V, req.Length, "in"}, {&p.Width.V, req.Width, "in"}, {&p.Height.V, req.Height, "in"}, {&p.Weight.V, req.Weight, "lb"}} {
		if m.to != nil { // a bare number is in the unit that the pallet is known by
			*m.at = m.to.Or(m.at.Unit, m.unit)
		}
	}
	if p.Description == "" {
		p.Description = p.ItemCode
	}
}

// sameLoad refuses a request whose two names of the load, where it has both, are of two loads: the pallet would go to a truck that nobody meant.
func (a *Area) sameLoad(ctx context.Context, tx *store.Tx, req PopupReq) error {
	if req.UniqueName == "" {
		return nil
	}
	id, err := a.Shipments.Resolve(ctx, tx, req.UniqueName)
	if err == nil && id != req.ShipmentID {
		err = fail.Invalid(fail.Of("UniqueName", "load-names-differ", "name", req.UniqueName))
	}
	return err
}
