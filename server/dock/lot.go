package dock

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/store"
)

// LotReq is what a label says beside the pallet's number. It often stands on a second label, which names no pallet: the tablet joins the two.
type LotReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	PalletID   string `json:"PalletId" validate:"max=40"`
	LPN        string `json:"Lpn" validate:"max=60"`
	Lot        string `json:"Lot" validate:"max=40"`
	ExpiresOn  string `json:"ExpiresOn" validate:"omitempty,day"`
	BestBefore string `json:"BestBefore" validate:"omitempty,day"`
	ItemCode   string `json:"ItemCode" validate:"max=40"`
	// Instead has the three stand as they are told here, whatever the pallet had: somebody looked and chose, or took it back.
	Instead bool `json:"Instead"`
}

// Check wants something to be said.
func (r *LotReq) Check() []fail.Field {
	if !r.Instead && r.Lot == "" && r.ExpiresOn == "" && r.BestBefore == "" && r.ItemCode == "" {
		return []fail.Field{fail.Of("Lot", "field-required")}
	}
	return nil
}

// NoteLot keeps a pallet's lot and dates. Told again, it says nothing new; another lot than the pallet has is refused, unless somebody chose it.
func (a *Area) NoteLot(ctx context.Context, tx *store.Tx, req LotReq) (Pallet, error) {
	p, s, err := a.workablePallet(ctx, tx, PalletReq{req.ShipmentID, req.PalletID, req.LPN})
	if err != nil {
		return p, err
	}
	was := p
	if req.ItemCode != "" {
		if p.ItemCode != "" && p.ItemCode != req.ItemCode {
			return p, fail.Conflict("pallet-item-differs", "lpn", p.LPN, "has", p.ItemCode, "said", req.ItemCode).With(p)
		}
		p.ItemCode = req.ItemCode
	}
	for _, f := range []struct {
		has  *string
		said string
	}{{&p.Lot, req.Lot}, {&p.ExpiresOn, req.ExpiresOn}, {&p.BestBefore, req.BestBefore}} {
		switch {
		case req.Instead:
			*f.has = f.said
		case f.said == "":
		case *f.has != "" && *f.has != f.said:
			return was, fail.Conflict("pallet-lot-differs", "lpn", p.LPN, "has", *f.has, "said", f.said).With(was)
		default:
			*f.has = f.said
		}
	}
	if p.Lot == was.Lot && p.ExpiresOn == was.ExpiresOn && p.BestBefore == was.BestBefore && p.ItemCode == was.ItemCode {
		return p, nil
	}
	if err := keep(ctx, tx, s, p); err != nil {
		return p, err
	}
	return p, a.Shipments.Record(ctx, tx, s.ID, "pallet-lot", map[string]any{"pallet": p.ID, "lpn": p.LPN, "lot": p.Lot, "expiresOn": p.ExpiresOn, "bestBefore": p.BestBefore, "item": p.ItemCode})
}
