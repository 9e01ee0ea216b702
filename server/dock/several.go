package dock

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/store"
)

// Progress is how far one load is: where it stands, and what is on the trailer by count or by label.
type Progress struct {
	ShipmentID string   `json:"ShipmentId" validate:"required,max=40"`
	Door       string   `json:"Door" validate:"max=20"`
	Loaded     *int64   `json:"loadedpallet" validate:"omitempty,gte=0,lte=1000"` // a count, where pallets carry no labels
	Load       []string `json:"Load" validate:"max=500,dive,required,max=60"`     // labels
	Unload     []string `json:"Unload" validate:"max=500,dive,required,max=60"`
}

// ProgressReq tells of several loads in one command: all of it holds, or none.
type ProgressReq struct {
	ShipmentList []Progress `json:"ShipmentList" validate:"required,min=1,max=100,dive"`
}

// UpdateShipments changes the load state of several loads, by the very steps that a scan takes. A count loads the first pallets that are
// left, or takes the last ones off again.
func (a *Area) UpdateShipments(ctx context.Context, tx *store.Tx, req ProgressReq) ([]Shipment, error) {
	out := make([]Shipment, 0, len(req.ShipmentList))
	for _, p := range req.ShipmentList {
		if p.Door != "" {
			if _, err := a.StartLoading(ctx, tx, StartReq{p.ShipmentID, p.Door}); err != nil {
				return nil, err
			}
		}
		for _, label := range p.Load {
			if _, err := a.LoadPallet(ctx, tx, PalletReq{ShipmentID: p.ShipmentID, LPN: label}); err != nil {
				return nil, err
			}
		}
		for _, label := range p.Unload {
			if _, err := a.UnloadPallet(ctx, tx, PalletReq{ShipmentID: p.ShipmentID, LPN: label}); err != nil {
				return nil, err
			}
		}
		if p.Loaded != nil {
			if err := a.count(ctx, tx, p.ShipmentID, *p.Loaded); err != nil {
				return nil, err
			}
		}
		s, err := find(ctx, tx, p.ShipmentID)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// count has so many of a load's pallets on the trailer.
func (a *Area) count(ctx context.Context, tx *store.Tx, shipmentID string, wanted int64) error {
	s, err := a.open(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	pallets, err := palletsOf(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	if wanted > int64(len(pallets)) {
		return fail.Invalid(fail.Of("loadedpallet", "pallets-more-than-there", "pallets", len(pallets), "bol", s.BOL)).With(s)
	}
	on := s.LoadedPallets
	for i := 0; i < len(pallets) && on < wanted; i++ {
		if p := pallets[i]; !p.onTruck() {
			if _, err := a.LoadPallet(ctx, tx, PalletReq{ShipmentID: s.ID, PalletID: p.ID}); err != nil {
				return err
			}
			on++
		}
	}
	for i := len(pallets) - 1; i >= 0 && on > wanted; i-- {
		if p := pallets[i]; p.onTruck() {
			if _, err := a.UnloadPallet(ctx, tx, PalletReq{ShipmentID: s.ID, PalletID: p.ID}); err != nil {
				return err
			}
			on--
		}
	}
	return nil
}
