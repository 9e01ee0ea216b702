package analytics

import (
	"context"
	"strings"
	"time"

	"lading/server/kit/freight"
	"lading/server/report"
	"lading/server/store"
)

// DailyReq asks for the loads that ship on the days of the span.
type DailyReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	Carrier   string `json:"Carrier" validate:"max=4" field:"upper,trim"`
	report.Span
	report.File
}

// Daily is one load of a warehouse's day: what it is, when its truck is due, and how far it is.
type Daily struct {
	ID          string                      `json:"id" db:"id"`
	Number      string                      `json:"number" db:"number"`
	BOL         string                      `json:"bol" db:"bol"`
	PRO         string                      `json:"pro" db:"pro"`
	Warehouse   string                      `json:"warehouse" db:"warehouse"`
	Zone        string                      `json:"zone" db:"-"` // of the warehouse, by which times are read
	Inbound     bool                        `json:"inbound" db:"inbound"`
	Status      string                      `json:"status" db:"status"`
	Mode        string                      `json:"mode" db:"mode"`
	Carrier     string                      `json:"carrier" db:"carrier"`
	CarrierName string                      `json:"carrierName" db:"carrier_name"`
	ShipOn      string                      `json:"shipOn" db:"ship_on"`
	PickupFrom  string                      `json:"pickupFrom" db:"pickup_from"`
	PickupTo    string                      `json:"pickupTo" db:"pickup_to"`
	FromName    string                      `json:"fromName" db:"from_name"`
	ToName      string                      `json:"toName" db:"to_name"`
	ToCity      string                      `json:"toCity" db:"to_city"`
	ToState     string                      `json:"toState" db:"to_state"`
	Pieces      int64                       `json:"pieces" db:"pieces"`
	Pallets     int64                       `json:"pallets" db:"pallets"`
	Weight      freight.Measure             `json:"weight" db:"-"`
	Kept        store.JSON[freight.Measure] `json:"-" db:"weight"`
	ArrivedAt   store.Time                  `json:"arrivedAt" db:"arrived_at"`
	DepartedAt  store.Time                  `json:"departedAt" db:"departed_at"`
	DeliveredAt store.Time                  `json:"deliveredAt" db:"delivered_at"`
	Late        bool                        `json:"late" db:"-"` // the pickup window is over and the load has not left
}

// Days lists the loads of the user's warehouses by day and pickup window.
func (a *Area) Days(ctx context.Context, tx *store.Tx, req DailyReq) ([]Daily, error) {
	clocks, err := a.clocks(ctx, tx)
	if err != nil {
		return nil, err
	}
	rows, err := store.Select[Daily](ctx, tx, `SELECT s.*, d.arrived_at FROM shipment_daily s LEFT JOIN dock_arrival d ON d.shipment_id = s.id
WHERE ship_on BETWEEN ?1 AND ?2 AND (?3 IS NULL OR warehouse IN (SELECT value FROM json_each(?3))) AND (?4 = '' OR warehouse = ?4) AND (?5 = '' OR carrier = ?5) ORDER BY ship_on, warehouse, pickup_from, s.id LIMIT ?6`,
		req.From, req.To, sight(tx.By), req.Warehouse, req.Carrier, report.Most+1)
	for i := range rows {
		rows[i].complete(clocks.of(rows[i].Warehouse), tx.Now)
	}
	return rows, err
}

// complete fills in what depends on the warehouse's clock.
func (d *Daily) complete(zone *time.Location, now time.Time) {
	d.Zone, d.Weight = zone.String(), d.Kept.V
	if end, err := time.ParseInLocation(time.DateOnly+" 15:04", d.ShipOn+" "+d.PickupTo, zone); err == nil { // one without a window is never late
		if d.overnight() {
			end = end.AddDate(0, 0, 1)
		}
		d.Late = strings.Contains("OSQHTM", d.Status) && d.DepartedAt.IsZero() && !d.Inbound && now.After(end) // one in transit has left, noted or not
	}
}

// overnight reports whether the pickup window ends on the day after the ship date: it closes by the clock before it opens.
func (d *Daily) overnight() bool { return d.PickupTo != "" && d.PickupTo < d.PickupFrom }
