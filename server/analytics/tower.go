package analytics

import (
	"context"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/report"
	"lading/server/store"
)

// Tile is one figure of the dashboard: the loads that are in one condition now.
type Tile string

// The tiles. What each counts stands at judge.
const (
	DueToday     Tile = "due-today"
	LatePickup   Tile = "late-pickup"
	Waiting      Tile = "waiting"
	InTransit    Tile = "in-transit"
	LateDelivery Tile = "late-delivery"
	Exceptions   Tile = "exception"
	Delivered    Tile = "delivered"
)

// Values lists the tiles in the order of a load's life.
func (Tile) Values() []string {
	return []string{string(DueToday), string(LatePickup), string(Waiting), string(InTransit), string(LateDelivery), string(Exceptions), string(Delivered)}
}

// recent is how many days a delivered load is still shown, today included.
const recent = 7

// FiguresReq narrows the dashboard: to a warehouse, to what ships or is received, to ship dates and by the filters that there are.
type FiguresReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	report.Dash
}

// Check refuses what the figures do not go by.
func (r *FiguresReq) Check() []fail.Field {
	return r.Uses("AddFilterList", "StartDate", "EndDate", "Type")
}

// sieve is what loads are filtered by.
var sieve = report.Sieve[Watched]{
	{Name: "warehouse", Of: func(w *Watched) string { return w.Warehouse }},
	{Name: "carrier", Of: func(w *Watched) string { return w.Carrier }},
	{Name: "mode", Of: func(w *Watched) string { return w.Mode }},
	{Name: "status", Of: func(w *Watched) string { return w.Status }},
	{Name: "shipper", Of: func(w *Watched) string { return w.FromName }},
	{Name: "consignee", Of: func(w *Watched) string { return w.ToName }},
	{Name: "state", Of: func(w *Watched) string { return w.ToState }},
}

// Figure is how many loads are in a tile.
type Figure struct {
	Tile Tile  `json:"tile"`
	N    int64 `json:"n"`
}

// TowerReq asks for the loads of a tile.
type TowerReq struct {
	Tile Tile `json:"Tile" validate:"required,oneof=due-today late-pickup waiting in-transit late-delivery exception delivered"`
	FiguresReq
	report.File
}

// Watched is a load of a tile.
type Watched struct {
	Daily
	ArriveBy string `json:"arriveBy" db:"arrive_by"` // the first due day of its orders, at the consignee's; empty for none
}

// Figures counts each tile. They are counted from the very rows that Tower lists.
func (a *Area) Figures(ctx context.Context, tx *store.Tx, req FiguresReq) ([]Figure, error) {
	n := map[Tile]int64{}
	err := a.watched(ctx, tx, req, func(_ *Watched, in Tile) { n[in]++ })
	out := []Figure{}
	for _, t := range Tile("").Values() {
		out = append(out, Figure{Tile(t), n[Tile(t)]})
	}
	return out, err
}

// Tower lists the loads of a tile, the longest overdue first.
func (a *Area) Tower(ctx context.Context, tx *store.Tx, req TowerReq) ([]Watched, error) {
	rows := []Watched{}
	err := a.watched(ctx, tx, req.FiguresReq, func(w *Watched, in Tile) {
		if in == req.Tile {
			rows = append(rows, *w)
		}
	})
	return rows, err
}

// watched gives each load with each tile that it is in. Loads are the user's, and a day is the day at the load's warehouse.
func (a *Area) watched(ctx context.Context, tx *store.Tx, req FiguresReq, each func(*Watched, Tile)) error {
	if err := req.Mine(tx); err != nil {
		return err
	}
	meets, err := sieve.Match(req.Filters)
	if err != nil {
		return err
	}
	clocks, err := a.clocks(ctx, tx)
	if err != nil {
		return err
	}
	rows, err := narrowed(ctx, tx, meets, `SELECT s.*, d.arrived_at FROM shipment_tower s LEFT JOIN dock_arrival d ON d.shipment_id = s.id
WHERE (s.status <> 'D' OR s.delivered_at >= ?1) AND (?2 IS NULL OR warehouse IN (SELECT value FROM json_each(?2))) AND (?3 = '' OR warehouse = ?3) AND (?4 = '' OR s.inbound = (?4 = 'receive'))
AND (?5 = '' OR s.ship_on BETWEEN ?5 AND ?6) ORDER BY ship_on, warehouse, pickup_from, s.id LIMIT ?7`,
		tx.Now.AddDate(0, 0, -recent-1).UnixMilli(), sight(tx.By), req.Warehouse, req.Type, req.From, req.To, mostRead+1)
	if err != nil {
		return err
	}
	for i := range rows {
		w := &rows[i]
		w.complete(clocks.of(w.Warehouse), tx.Now)
		for _, t := range w.tiles(clocks.of(w.Warehouse), tx.Now) {
			each(w, t)
		}
	}
	return nil
}

// tiles are what a load counts as now.
func (w *Watched) tiles(zone *time.Location, now time.Time) (in []Tile) {
	today, yesterday := now.In(zone).Format(time.DateOnly), now.In(zone).AddDate(0, 0, -1).Format(time.DateOnly)
	switch {
	case strings.Contains("OSQHTM", w.Status) && w.DepartedAt.IsZero():
		if w.ShipOn == today || w.ShipOn == yesterday && w.overnight() && !w.Late && !w.Inbound {
			in = append(in, DueToday)
		}
		if w.Late || !w.Inbound && w.ShipOn != "" && w.ShipOn < today && !w.overnight() { // its day is over, without a window or before its window
			in = append(in, LatePickup)
		}
		if w.Status == "T" {
			in = append(in, Waiting)
		}
	case w.Status == "A" || w.Status == "M" || w.Status == "T": // gone, noted as such or not yet
		in = append(in, InTransit)
		if w.ArriveBy != "" && w.ArriveBy < today {
			in = append(in, LateDelivery)
		}
	case w.Status == "X":
		in = append(in, Exceptions)
	case w.Status == "D":
		if w.DeliveredAt.In(zone).Format(time.DateOnly) > now.In(zone).AddDate(0, 0, -recent).Format(time.DateOnly) {
			in = append(in, Delivered)
		}
	}
	return in
}
