package dock

import (
	"context"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

// WeighReq is what a pallet weighs, off a scale or typed. Label, packing list and bill state this weight from then on.
type WeighReq struct {
	ShipmentID string          `json:"ShipmentId" validate:"required,max=40"`
	PalletID   string          `json:"PalletId" validate:"max=40"`
	LPN        string          `json:"Lpn" validate:"max=60"`
	Weight     freight.Measure `json:"Weight" validate:"required"`
	Scale      bool            `json:"Scale"` // read from a scale; otherwise somebody typed it
	Sure       bool            `json:"Sure"`  // somebody looked: it is this heavy, although its order says otherwise
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

// WeighPallet keeps what a pallet weighs. Told again, it says nothing new. One that differs from its order by more than the site's tolerance is kept once
// somebody is sure.
func (a *Area) WeighPallet(ctx context.Context, tx *store.Tx, req WeighReq) (Pallet, error) {
	p, s, err := a.workablePallet(ctx, tx, PalletReq{req.ShipmentID, req.PalletID, req.LPN})
	if err != nil || p.Weight.V == req.Weight {
		return p, err
	}
	was := p.Weight.V
	if planned := p.planned(); planned.Milli > 0 && !req.Sure {
		setting, err := settingOf(ctx, tx, s.Warehouse)
		if err != nil {
			return p, err
		}
		if lb, ok := planned.Pounds(); ok && freight.Beyond(lb, req.Weight, setting.WeightTolerance) {
			return p, fail.Conflict("pallet-weight-differs", "lpn", p.LPN, "planned", planned.String(), "weighed", req.Weight.String()).With(p)
		}
	}
	p.Weight.V = req.Weight
	if err := keep(ctx, tx, s, p); err != nil {
		return p, err
	}
	if err := a.Shipments.Record(ctx, tx, s.ID, "pallet-weighed", map[string]any{"pallet": p.ID, "lpn": p.LPN, "weight": p.Weight.V, "was": was, "scale": req.Scale}); err != nil {
		return p, err
	}
	return p, s.told(ctx, tx)
}

// told has the load's shipment follow its pallets: a carrier that accepted it accepted another weight, or another count of them.
func (s Shipment) told(ctx context.Context, tx *store.Tx) error {
	pallets, err := palletsOf(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	return tx.Emit(ctx, event.LoadWeighed{ShipmentID: s.ID, Stowed: stowed(pallets), Laid: s.Laid})
}

// planned is what a pallet weighs by its orders.
func (p Pallet) planned() (sum freight.Measure) {
	for _, c := range p.Contents.V {
		sum = sum.Add(c.Weight)
	}
	return sum
}

// WeightTolerance is by how many percent a weight may change in a warehouse before somebody is asked.
func (a *Area) WeightTolerance(ctx context.Context, tx *store.Tx, warehouse string) (int64, error) {
	s, err := settingOf(ctx, tx, warehouse)
	return s.WeightTolerance, err
}

// ToleranceReq sets it.
type ToleranceReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	Percent   int64  `json:"Percent" validate:"gte=0,lte=100"`
}

// SetTolerance sets by how much a weight may differ before somebody is asked.
func (a *Area) SetTolerance(ctx context.Context, tx *store.Tx, req ToleranceReq) (op.None, error) {
	return a.change(ctx, tx, req.Warehouse, func(s *Setting) { s.WeightTolerance = req.Percent })
}
