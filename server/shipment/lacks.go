package shipment

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// LacksReq names a shipment.
type LacksReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// LacksResp lists what the bill of a shipment lacks. The dock is not given the load, and no driver may sign for it, before nothing does.
type LacksResp struct {
	Lacks []fail.Field `json:"lacks"`
}

// Lacks tells what a shipment's bill lacks, by the check that is asked when the dock is given the load and when it is signed. Before a carrier has it, the bill has
// no number and no carrier yet: only its hazardous lines are judged then.
func (a *Area) Lacks(ctx context.Context, tx *store.Tx, req LacksReq) (LacksResp, error) {
	resp := LacksResp{Lacks: []fail.Field{}}
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil || !s.SignedAt.IsZero() {
		return resp, err
	}
	switch s.Status {
	case InTransit, Delivered, Archived: // it left without our signature, or it will never leave
		return resp, nil
	case Open, Saved, Quoted, Deferred:
		resp.Lacks = append(resp.Lacks, s.hazmatLacks()...)
		return resp, nil
	}
	err = a.Papers.Certifiable(ctx, tx, s.ID, freight.Loading{})
	if f, ok := fail.As(err); ok && len(f.Fields) > 0 {
		resp.Lacks, err = f.Fields, nil
	}
	return resp, err
}
