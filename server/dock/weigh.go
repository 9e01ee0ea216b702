package dock

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// WeighReq is what a pallet weighs, off a scale or typed. The bill keeps the weights of its order, which the shipper answers for; labels and the packing
// list carry this one.
type WeighReq struct {
	ShipmentID string          `json:"ShipmentId" validate:"required,max=40"`
	PalletID   string          `json:"PalletId" validate:"max=40"`
	LPN        string          `json:"Lpn" validate:"max=60"`
	Weight     freight.Measure `json:"Weight" validate:"required"`
	Scale      bool            `json:"Scale"` // read from a scale; otherwise somebody typed it
}

// Check wants a weight that can be summed.
func (r *WeighReq) Check() []fail.Field {
	if _, known := r.Weight.Pounds(); !known || r.Weight.Milli <= 0 || r.Weight.Milli > maxWeigh {
		return []fail.Field{fail.Of("Weight", "weight-refused")}
	}
	return nil
}

// maxWeigh is in thousandths of any unit, and beyond what a trailer carries.
const maxWeigh = 100_000_000

// WeighPallet keeps what a pallet weighs. Told again, it says nothing new.
func (a *Area) WeighPallet(ctx context.Context, tx *store.Tx, req WeighReq) (Pallet, error) {
	p, s, err := workablePallet(ctx, tx, PalletReq{req.ShipmentID, req.PalletID, req.LPN})
	if err != nil || p.Weight.V == req.Weight {
		return p, err
	}
	was := p.Weight.V
	p.Weight.V = req.Weight
	if err := keep(ctx, tx, s, p); err != nil {
		return p, err
	}
	return p, a.Shipments.Record(ctx, tx, s.ID, "pallet-weighed", map[string]any{"pallet": p.ID, "lpn": p.LPN, "weight": p.Weight.V, "was": was, "scale": req.Scale})
}
