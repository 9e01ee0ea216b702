package shipment

import (
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/store"
	"lading/server/store/listing"

	"github.com/goccy/go-json"
)

// ListReq asks for one page of shipments, as the order buckets do.
type ListReq struct {
	StatusCode  string `json:"statuscode" validate:"required"` // a status, TC for tendered and confirmed, NS for those of them that should have left by now, or CI for what is claimed for
	PageSize    int    `json:"pageSize" validate:"gte=0,lte=100"`
	PageIndex   int    `json:"pageIndex" validate:"gte=0,lte=10000000"` // from 1; 0 is the first page too
	SearchText  string `json:"searchText" validate:"max=60"`
	CarrierSCAC string `json:"carrierSCAC" validate:"max=10"`
	SortName    string `json:"sortName" validate:"max=40"`
	SortOrder   int    `json:"sortbyOrder" validate:"oneof=-1 0 1"` // 1 up, -1 down
	Warehouse   string `json:"WHSE" validate:"max=20"`
	FromDate    string `json:"fromDate" validate:"omitempty,day"`
	ToDate      string `json:"toDate" validate:"omitempty,day"`
	Customer    string `json:"customer" validate:"max=80"`
	CreatedUser string `json:"createdUser" validate:"max=40"`
	// RateModeID is a sum of rate modes by their bits; 0, 8191 and the documents' 360 are all.
	RateModeID int `json:"RateModeID" validate:"gte=0,lte=8191"`
	// BusinessEntity is the company that is charged, by its name on the bill: an organisation of several companies bills each of its own.
	BusinessEntity string `json:"businessEntity" validate:"max=80"`
	// Numbers are what somebody pasted: any numbers of any shipments.
	Numbers []string `json:"numbers" validate:"max=500,dive,max=60"`
}

// allModes is the sum of all rate modes; allModesID is the documents' id for the same, and no sum of bits.
const allModes, allModesID = 8191, 360

// modes are the shipments' modes by the bits of the rate modes.
var modes = map[int][]string{1: {"LTL"}, 2: {"PARCEL"}, 8: {"INTLAIR"}, 16: {"VOLUME"}, 32: {"TL", "LCL", "FCL", "MTL"}, 64: {"OCEAN"}, 256: {"INTERMODAL"}, 2048: {"RAIL"}}

func everyMode(mask int) bool { return mask == 0 || mask == allModes || mask == allModesID }

func modesOf(mask int) []string {
	list := []string{}
	for bit, names := range modes {
		if mask&bit != 0 {
			list = append(list, names...)
		}
	}
	slices.Sort(list)
	return list
}

// sorts are the columns that a list may be ordered by, by the names that screens use. The indexes shipment_order and shipment_group hold them, so that no row is read to be sorted.
// A day that is not set comes before all others, as NULL does, but can be compared.
var sorts = map[string]string{"": "ship_on", "shipdate": "ship_on", "uniquename": "number", "bolnumber": "bol", "pronumber": "pro", "carrier": "carrier_name", "status": "status",
	"customer": "customer", "warehouse": "warehouse", "createdate": "created_at", "totalpallet": "pallets", "totalquantity": "pieces", "duedate": "COALESCE(due_at, -1)"}

const sortNames = "ShipDate UniqueName BOLNumber PRONumber Carrier Status Customer Warehouse CreateDate TotalPallet TotalQuantity DueDate"

// Check judges what tags cannot.
func (r *ListReq) Check() []fail.Field {
	var bad []fail.Field
	if _, ok := statuses(r.StatusCode); !ok {
		bad = append(bad, fail.Of("statuscode", "field-not-offered", "limit", strings.Join(Status("").Values(), " ")+" TC NS CI"))
	}
	if _, ok := sorts[strings.ToLower(r.SortName)]; !ok {
		bad = append(bad, fail.Of("sortName", "field-not-offered", "limit", sortNames))
	}
	return bad
}

// statuses reads the status of a list.
func statuses(code string) ([]string, bool) {
	code = strings.ToUpper(code)
	if code == "TC" || code == "NS" {
		return []string{"T", "M"}, true
	}
	if code == "CI" {
		return Status("").Values(), true
	}
	for _, v := range Status("").Values() {
		if v == code {
			return []string{code}, true
		}
	}
	return nil, false
}

// Page is one page of a list. Total counts all that match.
type Page struct {
	Shipments []Shipment `json:"Shipments"`
	Total     int64      `json:"Total"`
	PageIndex int        `json:"PageIndex"`
	PageSize  int        `json:"PageSize"`
	// OrderIDs are those of the rows that are open orders: nobody has built a shipment of them yet.
	OrderIDs []string `json:"OrderIds"`
	// Hidden are those of the numbers that are in the list but for what else it is narrowed to, Unknown those that nothing in it has.
	Hidden  []string `json:"Hidden"`
	Unknown []string `json:"Unknown"`
}

// buckets is where the lists of shipments are read from.
var buckets = listing.Table{Name: "shipment", State: "status", ByDay: "shipment_order", Days: []string{"ship_on", "id"}, Sample: "shipment_sample",
	Group: "shipment_group", Groups: []string{"warehouse", "carrier", "mode", "created_by", "COALESCE(bill_to ->> 'name', '')"}, Tally: "shipment_tally",
	Told: func(condition string) string { return strings.ReplaceAll(condition, "bill_to ->> 'name'", "payer") }}

// ofStatus is a status's list. NS is what is past its day, which is over nowhere later than in Hawaii: some hours late elsewhere in America, never early.
func ofStatus(code string, by store.Actor, now time.Time) listing.List {
	codes, _ := statuses(code)
	b := listing.List{Table: buckets, States: codes, Column: "ship_on"}
	b.Mine(by)
	if strings.EqualFold(code, "NS") {
		b.From, b.To = "0", now.Add(-34*time.Hour).UTC().Format(time.DateOnly)
	}
	return b
}

// List gives one page of a bucket, filtered, searched and sorted.
func (a *Area) List(ctx context.Context, tx *store.Tx, req ListReq) (Page, error) {
	b := ofStatus(req.StatusCode, tx.By, tx.Now)
	claimed, err := a.claimedFor(ctx, tx, req.StatusCode, &b)
	if err != nil {
		return Page{}, err
	}
	whole := b
	b.Column, b.Down = sorts[strings.ToLower(req.SortName)], req.SortOrder < 0
	p := Page{PageIndex: max(req.PageIndex, 1), PageSize: req.PageSize, OrderIDs: []string{}, Hidden: []string{}, Unknown: []string{}}
	if p.PageSize == 0 {
		p.PageSize = 15
		if b.States[0] == string(Quoted) {
			p.PageSize = 25
		}
	}
	if req.Warehouse != "" {
		b.And("warehouse = ?", req.Warehouse)
	}
	for _, f := range []struct{ column, value string }{{"carrier", strings.ToUpper(req.CarrierSCAC)}, {"created_by", req.CreatedUser}, {"bill_to ->> 'name'", req.BusinessEntity}} {
		if f.value != "" {
			b.And(f.column+" = ?", f.value)
		}
	}
	if !everyMode(req.RateModeID) {
		b.Any("mode", modesOf(req.RateModeID))
	}
	if req.Customer != "" {
		b.Rest.And("customer = ?", req.Customer)
	}
	b.Between(req.FromDate, req.ToDate)
	var ids []string
	offset := (p.PageIndex - 1) * p.PageSize
	sought := searchable(req.SearchText) != ""
	if sought {
		seek(&b.Rest, req.SearchText, tx.By)
	}
	if len(req.Numbers) > 0 {
		p.Hidden, p.Unknown, err = numbered(ctx, tx, &whole, &b, req.Numbers)
		if err != nil {
			return p, err
		}
	}
	if claimed || sought || len(req.Numbers) > 0 {
		ids, p.Total, err = b.Found(ctx, tx, p.PageSize, offset)
	} else {
		ids, p.Total, err = b.Page(ctx, tx, p.PageSize, offset)
	}
	if err != nil {
		return p, err
	}
	if p.Shipments, err = rowsOf(ctx, tx, &b, ids); err != nil || claimed || b.States[0] != string(Open) || !everyMode(req.RateModeID) {
		return p, err
	}
	return p, a.withOrders(ctx, tx, req, &p)
}

// withOrders adds to a page of open shipments the open orders, which follow after them.
func (a *Area) withOrders(ctx context.Context, tx *store.Tx, req ListReq, p *Page) error {
	q := freight.OpenQuery{Warehouse: req.Warehouse, Customer: req.Customer, Carrier: req.CarrierSCAC, CreatedBy: req.CreatedUser, Payer: req.BusinessEntity, Text: req.SearchText, From: req.FromDate, To: req.ToDate,
		Sort: req.SortName, Numbers: req.Numbers, Down: req.SortOrder < 0, Limit: p.PageSize - len(p.Shipments), Offset: max(0, (p.PageIndex-1)*p.PageSize-int(p.Total))}
	if strings.EqualFold(q.Sort, "UniqueName") {
		q.Sort = "OrderNumber"
	}
	orders, n, err := a.Orders.OpenOrders(ctx, tx, q)
	if err != nil {
		return err
	}
	p.Total += n
	for _, o := range orders {
		p.OrderIDs = append(p.OrderIDs, o.ID)
		p.Shipments = append(p.Shipments, ofOrder(o))
		for _, list := range []*[]string{&p.Hidden, &p.Unknown} {
			*list = slices.DeleteFunc(*list, func(number string) bool { return strings.EqualFold(number, o.Number) })
		}
	}
	return nil
}

// ofOrder is an open order as the list of open shipments shows it.
func ofOrder(o freight.Order) Shipment {
	s := Shipment{ID: o.ID, Number: o.Number, Status: Open, Terms: o.Terms, Warehouse: o.Warehouse, Customer: o.Customer, Carrier: o.Carrier, ShipOn: o.ShipOn, ArriveBy: o.DueOn, Instruction: o.Instruction}
	s.Destination.V, s.Items.V, s.Refs.V, s.Orders.V, s.Stops.V, s.Services.V, s.ServiceNames.V = o.Consignee, o.Items, o.Refs, []string{o.Number}, []Stop{}, []string{}, []string{}
	if o.BillTo != nil {
		s.BillTo.V = *o.BillTo
	}
	s.Pieces, s.Pallets, s.Weight.V = freight.Totals(o.Items)
	return s
}

// OfStatusReq asks for a status's shipments without paging.
type OfStatusReq struct {
	StatusCode string `json:"statuscode" validate:"required"`
}

// Check judges what tags cannot.
func (r *OfStatusReq) Check() []fail.Field { return (&ListReq{StatusCode: r.StatusCode}).Check() }

// OfStatus lists the first five hundred of a status by day of shipping; who needs more pages through the list.
func (a *Area) OfStatus(ctx context.Context, tx *store.Tx, req OfStatusReq) ([]Shipment, error) {
	b := ofStatus(req.StatusCode, tx.By, tx.Now)
	claimed, err := a.claimedFor(ctx, tx, req.StatusCode, &b)
	if err != nil {
		return nil, err
	}
	page := b.Page
	if claimed {
		page = b.Found
	}
	ids, _, err := page(ctx, tx, 500, 0)
	if err != nil {
		return nil, err
	}
	return rowsOf(ctx, tx, &b, ids)
}

// rowsOf reads the shipments of a page.
func rowsOf(ctx context.Context, tx *store.Tx, b *listing.List, ids []string) ([]Shipment, error) {
	return store.Select[Shipment](ctx, tx, "SELECT * FROM shipment WHERE id IN (SELECT value FROM json_each(?))"+b.Ordered(), listing.Texts(ids))
}

// CountReq narrows the counts to a warehouse.
type CountReq struct {
	Warehouse string `json:"WHSE" validate:"max=20"`
}

// Counts are how many shipments stand in each status. NotShipped are the tendered and confirmed whose day has passed, Claimed those that a claim was begun for.
type Counts struct {
	ByStatus   map[string]int64 `json:"ByStatus"`
	NotShipped int64            `json:"NotShipped"`
	Claimed    int64            `json:"Claimed"`
}

// Count counts what the person may see. Open are shipments that were put back, and the orders that nobody has built yet.
func (a *Area) Count(ctx context.Context, tx *store.Tx, req CountReq) (Counts, error) {
	c, err := counts(ctx, tx, req, Status("").Values())
	if err != nil {
		return c, err
	}
	_, open, err := a.Orders.OpenOrders(ctx, tx, freight.OpenQuery{Warehouse: req.Warehouse})
	c.ByStatus[string(Open)] += open
	if err != nil {
		return c, err
	}
	ids, err := a.Claims.Claimed(ctx, tx)
	if err != nil || len(ids) == 0 {
		return c, err
	}
	var w listing.Where
	w.And("id IN (SELECT value FROM json_each(?))", listing.Texts(ids))
	w.Mine(tx.By)
	if req.Warehouse != "" {
		w.And("warehouse = ?", req.Warehouse)
	}
	c.Claimed, _, err = store.Get[int64](ctx, tx, "SELECT count(*) FROM shipment WHERE "+w.String(), w.Args...)
	return c, err
}

func counts(ctx context.Context, tx *store.Tx, req CountReq, of []string) (Counts, error) {
	c := Counts{ByStatus: map[string]int64{}}
	for _, v := range of {
		c.ByStatus[v] = 0
	}
	var w listing.Where
	w.In("status", of)
	w.Mine(tx.By)
	if req.Warehouse != "" {
		w.And("warehouse = ?", req.Warehouse)
	}
	rows, err := store.Select[struct {
		Status string `db:"status"`
		N      int64  `db:"n"`
	}](ctx, tx, "SELECT status, sum(n) AS n FROM shipment_tally WHERE "+w.String()+" GROUP BY status", w.Args...)
	if err != nil {
		return c, err
	}
	for _, r := range rows {
		c.ByStatus[r.Status] = r.N
	}
	late := ofStatus("NS", tx.By, tx.Now)
	if req.Warehouse != "" {
		late.And("warehouse = ?", req.Warehouse)
	}
	c.NotShipped, err = late.Total(ctx, tx)
	return c, err
}

// ScheduleCount counts what is scheduled or under way.
func (a *Area) ScheduleCount(ctx context.Context, tx *store.Tx, req CountReq) (Counts, error) {
	return counts(ctx, tx, req, []string{"T", "M", "A"})
}

// DetailsReq names a shipment by id or by number.
type DetailsReq struct {
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
	UniqueName string `json:"UniqueName" validate:"max=40"`
}

// Check judges what tags cannot.
func (r *DetailsReq) Check() []fail.Field {
	if r.ShipmentID == "" && r.UniqueName == "" {
		return []fail.Field{fail.Of("ShipmentId", "field-required")}
	}
	return nil
}

// Full is all that is known of a shipment. Cost is null for whoever may not see money.
type Full struct {
	Shipment Shipment     `json:"Shipment"`
	Cost     *Cost        `json:"Cost"`
	Events   []Event      `json:"Events"`
	Moves    []Transition `json:"Moves"` // what may be done with it now
}

// Details gives the full record.
func (a *Area) Details(ctx context.Context, tx *store.Tx, req DetailsReq) (Full, error) {
	id := req.ShipmentID
	if id == "" {
		known, ok, err := store.Get[string](ctx, tx, `SELECT id FROM shipment WHERE number = ?`, searchable(req.UniqueName))
		if err != nil || !ok {
			if err == nil {
				err = fail.NotFound("shipment-unknown")
			}
			return Full{}, err
		}
		id = known
	}
	s, err := find(ctx, tx, id)
	if err != nil {
		return Full{}, err
	}
	full := Full{Shipment: s, Moves: machine.Open(s)}
	if tx.By.May(right.SeeMoney) {
		cost, ok, err := store.Get[Cost](ctx, tx, `SELECT * FROM shipment_cost WHERE id = ?`, s.ID)
		if err != nil {
			return full, err
		}
		if ok {
			full.Cost = &cost
		}
	}
	full.Events, err = events(ctx, tx, s.ID)
	if !tx.By.May(right.SeeDrivers) {
		for i, e := range full.Events {
			full.Events[i] = e.masked()
		}
	}
	return full, err
}

// CheckBOLReq names a shipment.
type CheckBOLReq struct {
	ShipmentID string `json:"shipmentId" validate:"required,max=40"`
}

// CheckBOLResp tells of a shipment's bill.
type CheckBOLResp struct {
	BOLNumber string `json:"BOLNumber"`
	HasBOL    bool   `json:"HasBOL"`
	Signed    bool   `json:"Signed"`
}

// CheckBOL tells whether a shipment has its bill's number, and whether a driver signed.
func (a *Area) CheckBOL(ctx context.Context, tx *store.Tx, req CheckBOLReq) (CheckBOLResp, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	return CheckBOLResp{s.BOL, s.BOL != "", !s.SignedAt.IsZero()}, err
}

// ExceptionCodes gives the codes as a JSON text, as clients of the documented call expect it.
func (a *Area) ExceptionCodes(ctx context.Context, tx *store.Tx, _ struct{}) (string, error) {
	list, err := store.Select[ExceptionCode](ctx, tx, `SELECT id, text FROM shipment_exception_code ORDER BY text`)
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(list)
	return string(b), err
}
