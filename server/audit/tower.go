package audit

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"
	"lading/server/store/listing"
)

// Tile is one figure of the audit's control tower: the invoices that are in one condition now.
type Tile string

// The tiles. An invoice may be in several: one that waits for its carrier may wait for long.
const (
	TileErrors    Tile = "audit-errors"
	TileCarrier   Tile = "carrier-review"
	TileClient    Tile = "client-resolve"
	TileUnmatched Tile = "unmatched" // waits, and no load of ours is known for it
	TileOld       Tile = "old"       // waits for more than oldAfter days
	TileToPay     Tile = "audit-complete"
	TileShort     Tile = "short" // decided lately, and paid less than was billed
)

// Values lists the tiles in the order of the work.
func (Tile) Values() []string {
	return []string{"audit-errors", "carrier-review", "client-resolve", "unmatched", "old", "audit-complete", "short"}
}

const (
	// oldAfter is how many days after it came an invoice that still waits is old.
	oldAfter = 30
	// shortFor is how many days an invoice that was paid short is shown.
	shortFor = 30
)

// Towered is an invoice of a tile.
type Towered struct {
	WeeklyInvoice
	Terms     string     `json:"terms" db:"terms"`
	Kind      Kind       `json:"kind" db:"kind"`
	DecidedAt store.Time `json:"decidedAt" db:"decided_at"`
}

// towerSieve is what invoices are filtered by.
var towerSieve = report.Sieve[Towered]{
	{Name: "warehouse", Of: func(i *Towered) string { return i.Warehouse }},
	{Name: "carrier", Of: func(i *Towered) string { return i.Carrier }},
	{Name: "state", Of: func(i *Towered) string { return string(i.State) }},
	{Name: "currency", Of: func(i *Towered) string { return i.Currency }},
	{Name: "terms", Of: func(i *Towered) string { return i.Terms }},
	{Name: "kind", Of: func(i *Towered) string { return string(i.Kind) }},
}

// TowerFiguresReq narrows the tower by filters, and to the days of the invoices.
type TowerFiguresReq struct{ report.Dash }

// Check refuses what the figures do not go by.
func (r *TowerFiguresReq) Check() []fail.Field {
	return r.Uses("AddFilterList", "StartDate", "EndDate")
}

// TowerReq asks for the invoices of a tile.
type TowerReq struct {
	Tile Tile `json:"Tile" validate:"required,oneof=audit-errors carrier-review client-resolve unmatched old audit-complete short"`
	TowerFiguresReq
	report.File
}

// TowerConfigReq asks what the tower has.
type TowerConfigReq struct{ report.Dash }

// Check refuses what narrows: what there is does not depend on it.
func (r *TowerConfigReq) Check() []fail.Field { return r.Uses() }

// TowerConfig is what the tower has: its functions, the figures that they count, and what they can be narrowed by.
type TowerConfig struct {
	Functions []string `json:"Functions"` // behind the prefix of the call's path
	Figures   []string `json:"Figures"`
	Filters   []string `json:"Filters"`
}

// TowerFigure is how many invoices are in a tile, in one currency.
type TowerFigure struct {
	Tile       Tile   `json:"tile"`
	Currency   string `json:"currency"` // empty where the tile has none
	N          int64  `json:"n"`
	TotalMinor int64  `json:"totalMinor"` // billed
	ShortMinor int64  `json:"shortMinor"`
}

func (a *Area) tower() []op.Op {
	see := []right.Right{right.SeeMoney}
	return append(report.Ops(report.Spec[TowerReq, Towered]{Path: "AuditControlTower/Invoices", Name: "audit-tower", Rows: a.TowerInvoices, Rights: see, Orgs: a.Orgs}),
		op.Query("AuditControlTower/AuditControlTowerConfig", a.TowerConfig, see...),
		op.Query("AuditControlTower/Figures", a.TowerFigures, see...))
}

// TowerConfig tells what the tower has.
func (a *Area) TowerConfig(_ context.Context, tx *store.Tx, req TowerConfigReq) (TowerConfig, error) {
	return TowerConfig{Functions: []string{"Figures", "Invoices"}, Figures: Tile("").Values(), Filters: towerSieve.Names()}, req.Mine(tx)
}

// TowerFigures counts each tile, by currency. They are counted from the very rows that TowerInvoices lists.
func (a *Area) TowerFigures(ctx context.Context, tx *store.Tx, req TowerFiguresReq) ([]TowerFigure, error) {
	out := []TowerFigure{}
	for _, t := range Tile("").Values() {
		out = append(out, TowerFigure{Tile: Tile(t)})
	}
	err := a.towered(ctx, tx, req, func(i *Towered, in Tile) {
		at := slices.IndexFunc(out, func(f TowerFigure) bool { return f.Tile == in && (f.Currency == i.Currency || f.N == 0) })
		if at < 0 {
			at = slices.IndexFunc(out, func(f TowerFigure) bool { return f.Tile == in })
			out = slices.Insert(out, at, TowerFigure{Tile: in})
		}
		f := &out[at]
		f.Currency, f.N, f.TotalMinor, f.ShortMinor = i.Currency, f.N+1, f.TotalMinor+i.TotalMinor, f.ShortMinor+i.ShortMinor
	})
	return out, err
}

// TowerInvoices lists the invoices of a tile, the one that came first before the others.
func (a *Area) TowerInvoices(ctx context.Context, tx *store.Tx, req TowerReq) ([]Towered, error) {
	rows := []Towered{}
	err := a.towered(ctx, tx, req.TowerFiguresReq, func(i *Towered, in Tile) {
		if in == req.Tile {
			rows = append(rows, *i)
		}
	})
	return rows, err
}

// towered gives each invoice that the user sees with each tile that it is in.
func (a *Area) towered(ctx context.Context, tx *store.Tx, req TowerFiguresReq, each func(*Towered, Tile)) error {
	if err := req.Mine(tx); err != nil {
		return err
	}
	meets, err := towerSieve.Match(req.Filters)
	if err != nil {
		return err
	}
	var w listing.Where
	w.And("(state IN (SELECT value FROM json_each(?)) OR state = 'audit-complete' OR state = 'invoiced' AND short_minor > 0 AND decided_at >= ?)", waiting, tx.Now.AddDate(0, 0, -shortFor).UnixMilli())
	if req.From != "" {
		w.And("invoiced_on BETWEEN ? AND ?", req.From, req.To)
	}
	mine(&w, tx.By)
	n := 0
	return store.Each(ctx, tx, func(i *Towered) error {
		if n++; n > mostPeers {
			return report.TooMany()
		}
		if meets(i) {
			for _, t := range i.tiles(tx) {
				each(i, t)
			}
		}
		return nil
	}, `SELECT id, number, state, week, carrier, carrier_name, shipment_id, shipment, warehouse, invoiced_on, received_at, first_pass, currency, total_minor, pay_minor, short_minor, terms, kind, decided_at
FROM audit_invoice WHERE `+w.String()+` ORDER BY received_at, id LIMIT ?`, append(w.Args, mostPeers+1)...)
}

// tiles are what an invoice counts as now.
func (i *Towered) tiles(tx *store.Tx) (in []Tile) {
	switch i.State {
	case Errors, CarrierReview, ClientResolve:
		in = append(in, Tile(i.State))
	case Complete:
		in = append(in, TileToPay)
	}
	waits := i.State != Complete && i.State != Invoiced
	if waits && i.ShipmentID == "" {
		in = append(in, TileUnmatched)
	}
	if waits && i.ReceivedAt.Before(tx.Now.AddDate(0, 0, -oldAfter)) {
		in = append(in, TileOld)
	}
	if !waits && i.ShortMinor > 0 && !i.DecidedAt.Before(tx.Now.AddDate(0, 0, -shortFor)) {
		in = append(in, TileShort)
	}
	return in
}
