package rule

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// On gives the rules that count for freight that leaves on a day: active, and the day within their period. They are everyone's, whoever asks.
func (a *Area) On(ctx context.Context, tx *store.Tx, day string) (freight.Judge, error) {
	list, err := store.Select[Configuration](ctx, tx, `SELECT * FROM rule_configuration WHERE active = 1 AND (from_on = '' OR from_on <= ?) AND (until_on = '' OR until_on >= ?) ORDER BY place, name`, day, day)
	return func(f freight.Facts) (g freight.Ruling) {
		for _, r := range list {
			if met, _ := r.meets(f); met {
				g = append(g, freight.Ruled{ID: r.ID, Name: r.Name, Action: r.Action, Values: r.Values})
			}
		}
		return g
	}, err
}

// meets judges freight by the rule's conditions alone.
func (r *ConfigurationReq) meets(f freight.Facts) (met bool, why []Checked) {
	met, why = true, make([]Checked, 0, len(r.Conditions))
	for _, c := range r.Conditions {
		k := c.check(f)
		met, why = met && k.Met, append(why, k)
	}
	return met, why
}

// Tenderable refuses to give a load to a carrier where a rule stops its tender, or keeps the carrier or the mode from having it. A mode that is empty is not judged.
func (a *Area) Tenderable(ctx context.Context, tx *store.Tx, c freight.Consignment, carrier, mode string) error {
	f := a.Rates.Facts(c)
	if f.Day == "" {
		f.Day = tx.Now.UTC().Format("2006-01-02")
	}
	judge, err := a.On(ctx, tx, f.Day)
	if err != nil {
		return err
	}
	g := judge(f)
	if r, ok := g.First(freight.StopTender); ok {
		return fail.Conflict("rule-stops-tender", "number", c.Number, "rule", r.Name, "reason", r.Values[0])
	}
	if r, ok := g.Bars(carrier, mode); ok {
		return fail.Conflict("rule-bars-carrier", "number", c.Number, "rule", r.Name, "carrier", carrier)
	}
	return nil
}

// mostTried is how many shipments a rule is tried on.
const mostTried = 200

// TryReq is a rule as it is typed, which need not be saved.
type TryReq struct {
	Conditions []Condition        `json:"Conditions" validate:"max=20,dive"`
	Action     freight.RuleAction `json:"Action" validate:"required"`
	Values     []string           `json:"Values" validate:"max=40,dive,max=200"`
	Last       int                `json:"Last" validate:"gte=0,lte=200"` // how many of the latest shipments; 0 is 50
}

// Check judges what is typed as a save would.
func (r *TryReq) Check() []fail.Field {
	as := ConfigurationReq{Conditions: r.Conditions, Action: r.Action, Values: r.Values}
	return as.Check()
}

// Tried is what a rule would have made of a shipment.
type Tried struct {
	ShipmentID string    `json:"ShipmentId"`
	Number     string    `json:"Number"`
	ShipOn     string    `json:"ShipOn"`
	Carrier    string    `json:"Carrier"` // that it has; empty for none
	Met        bool      `json:"Met"`
	Against    bool      `json:"Against"` // it went to a carrier that the rule would have kept from it
	Why        []Checked `json:"Why"`
}

// TryResp is every shipment that the rule was tried on, the newest first.
type TryResp struct {
	Met  int     `json:"Met"`
	Rows []Tried `json:"Rows"`
}

// Try judges the latest shipments that the user sees by a rule, and changes nothing. Its period is not counted: one that begins tomorrow can be tried today.
func (a *Area) Try(ctx context.Context, tx *store.Tx, req TryReq) (TryResp, error) {
	if !tx.By.May(right.SeeLoads) {
		return TryResp{}, op.NoRight(right.SeeLoads)
	}
	last := req.Last
	if last == 0 {
		last = 50
	}
	list, err := a.Shipments.Latest(ctx, tx, min(last, mostTried))
	resp := TryResp{Rows: make([]Tried, 0, len(list))}
	r := ConfigurationReq{Conditions: req.Conditions}
	for _, c := range list {
		row := Tried{ShipmentID: c.ShipmentID, Number: c.Number, ShipOn: c.ShipOn, Carrier: c.Carrier}
		if row.Met, row.Why = r.meets(a.Rates.Facts(c)); row.Met {
			resp.Met++
			_, barred := freight.Ruling{{Action: req.Action, Values: slices.Clone(req.Values)}}.Bars(c.Carrier, "")
			row.Against = barred && c.Carrier != ""
		}
		resp.Rows = append(resp.Rows, row)
	}
	return resp, err
}
