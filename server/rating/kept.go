package rating

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/store"
)

// KeptReq names shipments.
type KeptReq struct {
	IDs []string `json:"ShipmentIds" validate:"max=500,dive,required,max=40"`
}

// Kept is the rating that is kept with a shipment, without the receipts: enough to choose among the carriers in a list.
type Kept struct {
	ShipmentID string      `json:"shipmentId"`
	Candidates []Candidate `json:"candidates"`
	Chosen     string      `json:"chosen"`
	Code       string      `json:"code"`
	Services   []string    `json:"services"` // that it was rated with
	At         store.Time  `json:"at"`
}

// KeptRatings lists what shipments were last rated with; those that never were are left out.
func (a *Area) KeptRatings(ctx context.Context, tx *store.Tx, req KeptReq) ([]Kept, error) {
	out := make([]Kept, 0, len(req.IDs))
	for _, id := range req.IDs {
		if _, err := a.Shipments.Consignment(ctx, tx, id); err != nil {
			if fail.CodeOf(err) != "" { // ended meanwhile, or not the person's to see
				continue
			}
			return nil, err
		}
		r, ok, err := counting(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		k := Kept{ShipmentID: id, Candidates: r.Answer.V.Candidates, Chosen: r.Chosen, Code: r.Answer.V.Code, Services: []string{}, At: r.At}
		for _, s := range r.Request.V.Request.Services {
			k.Services = append(k.Services, s.Code)
		}
		for i := range k.Candidates {
			k.Candidates[i].Quote = nil
		}
		out = append(out, k)
	}
	return out, nil
}
