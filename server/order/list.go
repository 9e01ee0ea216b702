package order

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// ListReq asks for one page of orders.
type ListReq struct {
	Warehouse  string `json:"WHSE" validate:"max=20"`
	Customer   string `json:"customer" validate:"max=80"`
	SearchText string `json:"searchText" validate:"max=60"` // how the number begins
	FromDate   string `json:"fromDate" validate:"omitempty,day"`
	ToDate     string `json:"toDate" validate:"omitempty,day"`
	PageSize   int    `json:"pageSize" validate:"gte=0,lte=100"`
	PageIndex  int    `json:"pageIndex" validate:"gte=0"` // from 1; 0 is the first page too
}

// Page is one page of orders. Total counts all that match.
type Page struct {
	Orders    []Order `json:"Orders"`
	Total     int64   `json:"Total"`
	PageIndex int     `json:"PageIndex"`
	PageSize  int     `json:"PageSize"`
}

// Open lists open orders, the next to be shipped first.
func (a *Area) Open(ctx context.Context, tx *store.Tx, req ListReq) (Page, error) {
	return pageOf(ctx, tx, req, Open)
}

// Pending lists the orders that wait for their items.
func (a *Area) Pending(ctx context.Context, tx *store.Tx, req ListReq) (Page, error) {
	return pageOf(ctx, tx, req, Pending)
}

func pageOf(ctx context.Context, tx *store.Tx, req ListReq, state State) (Page, error) {
	p := Page{PageIndex: max(req.PageIndex, 1), PageSize: req.PageSize}
	if p.PageSize == 0 {
		p.PageSize = 15
	}
	text, args := []string{"state = ?"}, []any{string(state)}
	and := func(cond string, more ...any) { text, args = append(text, cond), append(args, more...) }
	if tx.By.Warehouses != nil {
		and("warehouse IN (SELECT value FROM json_each(?))", list(tx.By.Warehouses))
	}
	if req.Warehouse != "" {
		and("warehouse = ?", req.Warehouse)
	}
	if req.Customer != "" {
		and("customer = ?", req.Customer)
	}
	if req.FromDate != "" {
		and("ship_on >= ?", req.FromDate)
	}
	if req.ToDate != "" {
		and("ship_on <= ?", req.ToDate)
	}
	if t := strings.TrimSpace(req.SearchText); t != "" {
		and("number >= ? AND number < ?", t, t+"\U0010FFFF")
	}
	where := strings.Join(text, " AND ")
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM order_open WHERE "+where, args...).Scan(&p.Total); err != nil {
		return p, err
	}
	var err error
	p.Orders, err = store.Select[Order](ctx, tx, "SELECT * FROM order_open WHERE "+where+" ORDER BY ship_on, number, id LIMIT ? OFFSET ?", append(args, p.PageSize, (p.PageIndex-1)*p.PageSize)...)
	return p, err
}

// NumberReq names an order by its number. Without a warehouse it must be the only one of that number.
type NumberReq struct {
	Number    string `json:"OrderNumber" validate:"required,max=40"`
	Warehouse string `json:"WHSE" validate:"max=20"`
}

// ByNumber gives one order.
func (a *Area) ByNumber(ctx context.Context, tx *store.Tx, req NumberReq) (Order, error) {
	var all []Order
	found, err := store.Select[Order](ctx, tx, `SELECT * FROM order_open WHERE number = ?1 AND (?2 = '' OR warehouse = ?2) AND state <> 'archived' ORDER BY warehouse`, strings.TrimSpace(req.Number), req.Warehouse)
	if err != nil {
		return Order{}, err
	}
	var where []string
	for _, o := range found {
		if tx.By.SeesWarehouse(o.Warehouse) {
			all, where = append(all, o), append(where, o.Warehouse)
		}
	}
	switch len(all) {
	case 0:
		return Order{}, fail.NotFound("order-unknown")
	case 1:
		return all[0], nil
	}
	return Order{}, fail.Conflict("order-in-several-warehouses", "order", req.Number, "warehouses", strings.Join(where, ", "))
}

// ProcessedResp tells whether an order is a shipment already, and which.
type ProcessedResp struct {
	Processed  bool   `json:"Processed"`
	State      State  `json:"State"`
	ShipmentID string `json:"ShipmentId"`
	UniqueName string `json:"UniqueName"`
}

// Processed tells whether an order was built.
func (a *Area) Processed(ctx context.Context, tx *store.Tx, req NumberReq) (ProcessedResp, error) {
	o, err := a.ByNumber(ctx, tx, req)
	return ProcessedResp{o.State == Built, o.State, o.ShipmentID, o.ShipmentNumber}, err
}

// Find gives the order of a number as other areas see it.
func (a *Area) Find(ctx context.Context, tx *store.Tx, number string) (freight.Order, error) {
	o, err := a.ByNumber(ctx, tx, NumberReq{Number: number})
	return o.handed(), err
}
