package rating

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/store"
)

// ShipmentsReq names shipments to rate.
type ShipmentsReq struct {
	IDs      []string         `json:"ShipmentIds" validate:"required,min=1,max=200,unique,dive,required,max=40"`
	Services []engine.Service `json:"Services" validate:"max=40"`
	Defaults bool             `json:"Defaults"`
	Mask     int              `json:"RateModeID" validate:"gte=0,lte=8191"`
}

// Check judges what tags cannot.
func (r *ShipmentsReq) Check() []fail.Field { return countable(r.Services) }

// Rated is what came of one shipment.
type Rated struct {
	ShipmentID string     `json:"shipmentId"`
	Number     string     `json:"number"`
	Chosen     *Candidate `json:"chosen"` // nil where nobody has a price
	Candidates int        `json:"candidates"`
	Code       string     `json:"code"`
}

// keepAtOnce is how many ratings one command writes; the arithmetic is done before it, so that the writer is held for the rows alone.
const keepAtOnce = 10

// RateShipments rates shipments and keeps the ratings. What a shipment costs is written where its carrier is chosen, not here.
func (a *Area) RateShipments(ctx context.Context, c *op.Call, req ShipmentsReq) ([]Rated, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return nil, err
	}
	out := make([]Rated, 0, len(req.IDs))
	for ids := range slices.Chunk(req.IDs, keepAtOnce) {
		var rows []result
		err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
			services := req.Services
			if req.Defaults {
				if services, err = withDefaults(ctx, tx, services); err != nil {
					return err
				}
			}
			s, err := a.shelf(ctx, tx)
			if err != nil {
				return err
			}
			for _, id := range ids {
				cons, err := a.Shipments.Consignment(ctx, tx, id)
				if err != nil {
					return err
				}
				if cons.CollectOut() { // of many that are rated the others have their price
					out = append(out, Rated{ShipmentID: id, Number: cons.Number, Code: "rate-collect"})
					continue
				}
				row, err := a.result(ctx, tx, s, cons, services, req.Mask, "")
				if err != nil {
					return err
				}
				rows = append(rows, row)
				out = append(out, rated(cons, row.Answer.V))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if _, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
			for _, row := range rows {
				if err := keep(ctx, tx, row); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func rated(c freight.Consignment, ans Answer) Rated {
	r := Rated{ShipmentID: c.ShipmentID, Number: c.Number, Candidates: len(ans.Candidates), Code: ans.Code}
	for i := range ans.Candidates {
		if ans.Candidates[i].Chosen {
			r.Chosen = &ans.Candidates[i]
		}
	}
	return r
}

// result rates a consignment. chosen is the price sheet that a person took, empty for the default choice.
func (a *Area) result(ctx context.Context, tx *store.Tx, s shelf, c freight.Consignment, services []engine.Service, mask int, chosen string) (result, error) {
	if c.CollectOut() {
		return result{}, fail.Conflict("rate-collect", "number", c.Number)
	}
	q, err := a.dated(ctx, tx, consigned(c, services, mask), c)
	if err != nil {
		return result{}, err
	}
	ans, err := a.rateFrom(ctx, tx, s, q)
	q.Request, q.Ruled = ans.Request, ans.Rules
	why := taken
	if chosen == "" {
		chosen, why = ans.Chosen, asked
	}
	return made(tx, c.ShipmentID, why, q, ans, chosen), err
}

// Price rates a shipment that is being built and takes one price sheet for it. The price must still be the one that the person saw.
func (a *Area) Price(ctx context.Context, tx *store.Tx, c freight.Consignment, sheet string, seenMinor int64, services []string) (freight.Price, error) {
	asked := make([]engine.Service, len(services))
	for i, s := range services {
		asked[i] = engine.Service{Code: s, Quantity: engine.Int(1)}
	}
	return a.take(ctx, tx, c, sheet, seenMinor, asked, 0)
}
