package packing

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/packing/engine"
	"lading/server/store"
)

// Rate is what a package costs to send up to a billable weight.
type Rate struct {
	UpTo  int64 `json:"upTo" validate:"gt=0,lte=100000"` // pounds
	Minor int64 `json:"minor" validate:"gte=0,lte=100000000"`
}

// Rules are how the organisation packs.
type Rules struct {
	Goal     engine.Goal `json:"goal" validate:"required,oneof=cost boxes volume"`
	Divisor  int64       `json:"divisor" validate:"gte=0,lte=10000"` // cubic inches to a billable pound, 0 is weight alone
	Rates    []Rate      `json:"rates" validate:"max=200,dive"`
	Over     int64       `json:"overMinor" validate:"gte=0,lte=10000000"` // each further pound
	Currency string      `json:"currency" validate:"required,len=3,uppercase"`
	Apart    [][2]string `json:"apart" validate:"max=40"` // groups that may not share a box
	Hazmat   bool        `json:"hazmat"`                  // hazardous goods share a box with their own UN number only
}

// Usual are the rules before anybody set any: parcels as they are commonly charged.
func Usual() Rules {
	return Rules{Goal: engine.Cheapest, Divisor: 139, Rates: []Rate{}, Over: 0, Currency: "USD", Apart: [][2]string{}, Hazmat: true}
}

// Check judges what tags cannot: weights that rise, groups that have a name and are two.
func (r *Rules) Check() (bad []fail.Field) {
	last := int64(0)
	for _, b := range r.Rates {
		if b.UpTo <= last {
			bad = append(bad, fail.Of("rates", "packing-rates-unordered"))
			break
		}
		last = b.UpTo
	}
	for i, p := range r.Apart {
		a, b := strings.ToUpper(strings.TrimSpace(p[0])), strings.ToUpper(strings.TrimSpace(p[1]))
		if a == b || len(a) > 20 || len(b) > 20 {
			bad = append(bad, fail.Of("apart", "packing-groups-invalid"))
			break
		}
		r.Apart[i] = [2]string{a, b}
	}
	return bad
}

func rules(ctx context.Context, tx *store.Tx) (Rules, error) {
	row, ok, err := store.Get[struct {
		Body store.JSON[Rules] `db:"body"`
	}](ctx, tx, `SELECT body FROM packing_rules WHERE id = 1`)
	if err != nil || !ok {
		return Usual(), err
	}
	return row.Body.V, nil
}

// Rules tells how the organisation packs.
func (a *Area) Rules(ctx context.Context, tx *store.Tx, _ op.None) (Rules, error) {
	return rules(ctx, tx)
}

// SaveRules sets how the organisation packs from now on.
func (a *Area) SaveRules(ctx context.Context, tx *store.Tx, req Rules) (Rules, error) {
	if req.Rates == nil {
		req.Rates = []Rate{}
	}
	if req.Apart == nil {
		req.Apart = [][2]string{}
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO packing_rules (id, body) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET body = ?1`, store.JSON[Rules]{V: req})
	return req, err
}

// tariff is the rules as the engine counts: thousandths of an inch and of a pound.
func (r *Rules) tariff() engine.Tariff {
	t := engine.Tariff{Divisor: r.Divisor, Unit: 1000, Round: 1000, Over: r.Over}
	for _, b := range r.Rates {
		t.Breaks = append(t.Breaks, engine.Break{UpTo: b.UpTo, Minor: b.Minor})
	}
	return t
}
