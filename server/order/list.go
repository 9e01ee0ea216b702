package order

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/store/listing"
)

// ListReq asks for one page of orders, as the lists of shipments do.
type ListReq struct {
	Warehouse      string   `json:"WHSE" validate:"max=20"`
	Customer       string   `json:"customer" validate:"max=80"`
	CarrierSCAC    string   `json:"carrierSCAC" validate:"max=10"` // that the customer asks for
	CreatedUser    string   `json:"createdUser" validate:"max=40"`
	BusinessEntity string   `json:"businessEntity" validate:"max=80"` // who pays for a third-party order, by name
	SearchText     string   `json:"searchText" validate:"max=60"`     // how the number begins
	Numbers        []string `json:"numbers" validate:"max=500,dive,max=60"`
	FromDate       string   `json:"fromDate" validate:"omitempty,day"`
	ToDate         string   `json:"toDate" validate:"omitempty,day"`
	SortName       string   `json:"sortName" validate:"max=40"`
	SortOrder      int      `json:"sortbyOrder" validate:"oneof=-1 0 1"` // 1 up, -1 down
	PageSize       int      `json:"pageSize" validate:"gte=0,lte=100"`
	PageIndex      int      `json:"pageIndex" validate:"gte=0,lte=10000000"` // from 1; 0 is the first page too
}

// open is where the lists of orders are read from.
var open = listing.Table{Name: "order_open", State: "state", ByDay: "order_open_page", Days: []string{"ship_on", "number", "id"}, Sample: "order_open_sample",
	Group: "order_open_group", Groups: []string{"warehouse", "carrier", "created_by", "COALESCE(bill_to ->> 'name', '')"}, Tally: "order_tally",
	Told: func(condition string) string { return strings.ReplaceAll(condition, "bill_to ->> 'name'", "payer") }}

// sorts are the columns that a list may be ordered by, by the names that screens use. The indexes order_open_page and order_open_group hold them.
var sorts = map[string]string{"": "ship_on", "shipdate": "ship_on", "ordernumber": "number", "customer": "customer", "warehouse": "warehouse", "carrier": "carrier", "duedate": "due_on", "createdate": "created_at"}

const sortNames = "ShipDate OrderNumber Customer Warehouse Carrier DueDate CreateDate"

// Check judges what tags cannot.
func (r *ListReq) Check() []fail.Field {
	if _, ok := sorts[strings.ToLower(r.SortName)]; !ok {
		return []fail.Field{fail.Of("sortName", "field-not-offered", "limit", sortNames)}
	}
	return nil
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

func pageOf(ctx context.Context, tx *store.Tx, req ListReq, state State) (p Page, err error) {
	p = Page{PageIndex: max(req.PageIndex, 1), PageSize: req.PageSize}
	if p.PageSize == 0 {
		p.PageSize = 15
	}
	p.Orders, p.Total, err = listed(ctx, tx, req, state, p.PageSize, (p.PageIndex-1)*p.PageSize)
	return p, err
}

// listed gives orders of a state, and how many there are in all.
func listed(ctx context.Context, tx *store.Tx, req ListReq, state State, limit, offset int) ([]Order, int64, error) {
	l := listing.List{Table: open, States: []string{string(state)}, Column: sorts[strings.ToLower(req.SortName)], Down: req.SortOrder < 0}
	l.Mine(tx.By)
	for _, f := range []struct{ column, value string }{{"warehouse", req.Warehouse}, {"carrier", strings.ToUpper(req.CarrierSCAC)}, {"created_by", req.CreatedUser}, {"bill_to ->> 'name'", req.BusinessEntity}} {
		if f.value != "" {
			l.And(f.column+" = ?", f.value)
		}
	}
	if req.Customer != "" {
		l.Rest.And("customer = ?", req.Customer)
	}
	l.Between(req.FromDate, req.ToDate)
	if t := strings.TrimSpace(req.SearchText); t != "" {
		l.Rest.And("number >= ? AND number < ?", t, t+"\U0010FFFF")
	}
	page := l.Page
	if len(req.Numbers) > 0 {
		l.Rest.In("number", req.Numbers)
		page = l.Found
	}
	if limit == 0 && len(req.Numbers) == 0 {
		total, err := l.Total(ctx, tx)
		return []Order{}, total, err
	}
	ids, total, err := page(ctx, tx, max(limit, 1), offset)
	ids = ids[:min(len(ids), limit)]
	if err != nil || len(ids) == 0 {
		return []Order{}, total, err
	}
	list, err := store.Select[Order](ctx, tx, "SELECT * FROM order_open WHERE id IN (SELECT value FROM json_each(?))"+l.Ordered(), listing.Texts(ids))
	return list, total, err
}

// OpenOrders lists open orders for the bucket of open shipments, which they will be.
func (a *Area) OpenOrders(ctx context.Context, tx *store.Tx, q freight.OpenQuery) ([]freight.Order, int64, error) {
	req := ListReq{Warehouse: q.Warehouse, Customer: q.Customer, CarrierSCAC: q.Carrier, CreatedUser: q.CreatedBy, BusinessEntity: q.Payer, SearchText: q.Text, Numbers: q.Numbers, FromDate: q.From, ToDate: q.To, SortName: q.Sort}
	if q.Down {
		req.SortOrder = -1
	}
	if _, ok := sorts[strings.ToLower(q.Sort)]; !ok { // a column that orders do not have
		req.SortName = ""
	}
	list, total, err := listed(ctx, tx, req, Open, q.Limit, q.Offset)
	out := make([]freight.Order, len(list))
	for i := range list {
		out[i] = list[i].handed()
	}
	return out, total, err
}

// Customers are those whose orders a shipment is built of, each once. An order of nobody's counts for nobody.
func (a *Area) Customers(ctx context.Context, tx *store.Tx, shipmentID string) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT DISTINCT customer FROM order_open WHERE shipment_id = ? AND shipment_id <> '' AND customer <> '' ORDER BY customer`, shipmentID)
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
