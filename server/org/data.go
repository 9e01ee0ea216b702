package org

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/record"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Records are orders or shipments whose fields may be corrected; the area that keeps them judges a correction. Each method refuses a record that the user may not see.
type Records interface {
	DataFields() []record.Field
	DataRecord(ctx context.Context, tx *store.Tx, id string) (record.Entry, error)
	// DataWas lists what a record said before each change, the oldest first.
	DataWas(ctx context.Context, tx *store.Tx, id string) ([]record.Was, error)
	// CorrectData sets fields of the record that was seen, and gives it as it was and as it is.
	CorrectData(ctx context.Context, tx *store.Tx, id, seen string, sets []record.Set, reason string) (was, now record.Entry, err error)
}

// OrderData is what Data Admin needs of orders.
type OrderData interface {
	Records
	// DataNamed lists orders by their number, and those that a shipment was built of.
	DataNamed(ctx context.Context, tx *store.Tx, number, shipmentID string) ([]record.Entry, error)
	// DataPurchases lists the purchase orders that a shipment carries goods of.
	DataPurchases(ctx context.Context, tx *store.Tx, shipmentID string) ([]record.Entry, error)
	// DataCategories counts the orders that the user sees by their state.
	DataCategories(ctx context.Context, tx *store.Tx) (map[string]int64, error)
}

// ShipmentData is what Data Admin needs of shipments.
type ShipmentData interface {
	Records
	// Resolve gives the key of a shipment that is named by its key, its number, its bill's number or its PRO.
	Resolve(ctx context.Context, tx *store.Tx, name string) (id string, err error)
}

func (a *Area) records(kind string) Records {
	if kind == "order" {
		return a.OrderData
	}
	return a.ShipmentData
}

func (a *Area) dataOps() []op.Op {
	return []op.Op{
		op.Query("DataAdmin/IsDataAdminEnabled", a.DataAdminEnabled).SignedIn(),
		op.Query("DataAdmin/GetConfigurableHeaders", a.Headers, right.CorrectData),
		op.Query("DataAdmin/GetConfigurableHeadersByUser", a.OwnHeaders, right.CorrectData),
		op.Command("DataAdmin/SaveConfigurableHeaders", a.SaveHeaders, right.ManageUsers),
		op.Command("DataAdmin/EnableLtlItem", a.EnableLTLItems, right.ManageUsers),
		op.Query("DataAdmin/GetOrdersCategory", a.OrderCategories, right.CorrectData),
		op.Query("DataAdmin/GetOrderDetailsByShipment", a.DataDetails, right.CorrectData),
		op.Query("DataAdmin/GetPoOrderDetailsByShipment", a.DataPurchases, right.CorrectData),
		op.Query("DataAdmin/History", a.DataHistory, right.CorrectData),
		op.Query("DataAdmin/AsOf", a.DataAsOf, right.CorrectData),
		op.Command("DataAdmin/SaveAllDataFields", a.CorrectData, right.CorrectData),
		op.Command("DataAdmin/Undo", a.UndoData, right.CorrectData),
	}
}

// DataReq names what to look up: a shipment by its number, its bill's or its PRO, or an order by its number.
type DataReq struct {
	ShipmentID  string `json:"ShipmentId" validate:"max=40"`
	OrderNumber string `json:"OrderNumber" validate:"max=40"`
}

// Check wants one of the two.
func (r *DataReq) Check() []fail.Field {
	if r.ShipmentID == "" && r.OrderNumber == "" {
		return []fail.Field{fail.Of("ShipmentId", "field-required")}
	}
	return nil
}

// DataResp is the shipment, where one was named, and the orders.
type DataResp struct {
	Shipment *record.Entry  `json:"Shipment"`
	Orders   []record.Entry `json:"Orders"`
}

// DataDetails gives a shipment with the orders that it was built of, or the orders of a number, as fields.
func (a *Area) DataDetails(ctx context.Context, tx *store.Tx, req DataReq) (DataResp, error) {
	r, id := DataResp{Orders: []record.Entry{}}, ""
	if req.ShipmentID != "" {
		var err error
		if id, err = a.ShipmentData.Resolve(ctx, tx, req.ShipmentID); err != nil {
			return r, err
		}
		s, err := a.ShipmentData.DataRecord(ctx, tx, id)
		if err != nil {
			return r, err
		}
		hidden, err := a.hidden(ctx, tx, "shipment")
		if err != nil {
			return r, err
		}
		s.Fields = hidden.show(s.Fields)
		r.Shipment = &s
	}
	orders, err := a.OrderData.DataNamed(ctx, tx, req.OrderNumber, id)
	if err != nil {
		return r, err
	}
	if id == "" && len(orders) == 0 {
		return r, fail.NotFound("order-unknown")
	}
	hidden, err := a.hidden(ctx, tx, "order")
	for _, o := range orders {
		o.Fields = hidden.show(o.Fields)
		r.Orders = append(r.Orders, o)
	}
	return r, err
}

// ShipmentReq names a shipment by its number, its bill's or its PRO.
type ShipmentReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// DataPurchases gives the purchase orders that a shipment carries goods of, as fields. They are the vendor's, and are not corrected here.
func (a *Area) DataPurchases(ctx context.Context, tx *store.Tx, req ShipmentReq) ([]record.Entry, error) {
	id, err := a.ShipmentData.Resolve(ctx, tx, req.ShipmentID)
	if err != nil {
		return nil, err
	}
	return a.OrderData.DataPurchases(ctx, tx, id)
}

// OrderCategory is how many orders stand in one state.
type OrderCategory struct {
	Category string `json:"Category"`
	Count    int64  `json:"Count"`
}

// OrderCategories counts the orders by their state.
func (a *Area) OrderCategories(ctx context.Context, tx *store.Tx, _ op.None) ([]OrderCategory, error) {
	n, err := a.OrderData.DataCategories(ctx, tx)
	out := []OrderCategory{}
	for _, c := range []string{"pending", "open", "built"} {
		out = append(out, OrderCategory{c, n[c]})
	}
	return out, err
}

// CorrectDataReq corrects fields of an order or a shipment.
type CorrectDataReq struct {
	Kind   string       `json:"Kind" validate:"required,oneof=order shipment"`
	ID     string       `json:"Id" validate:"required,max=40"`
	Seen   string       `json:"Seen" validate:"required,max=40"` // of the record that the person began from
	Reason string       `json:"Reason" validate:"required,min=2,max=400" field:"trim"`
	Fields []record.Set `json:"Fields" validate:"required,min=1,max=400,dive"`
}

// Correction is a correction as it is kept.
type Correction struct {
	ID        string                     `json:"CorrectionId" db:"id"`
	Kind      string                     `json:"Kind" db:"kind"`
	RecordID  string                     `json:"Id" db:"record_id"`
	Number    string                     `json:"Number" db:"number"`
	Warehouse string                     `json:"-" db:"warehouse"`
	Reason    string                     `json:"Reason" db:"reason"`
	Deltas    store.JSON[[]record.Delta] `json:"Changes" db:"deltas"`
	Undoes    *string                    `json:"Undoes" db:"undoes"`
	Version   int64                      `json:"-" db:"version"`
	At        store.Time                 `json:"At" db:"at"`
	By        string                     `json:"-" db:"by_user"`
	ByName    string                     `json:"By" db:"by_name"`
}

// Place is the warehouse of the record.
func (c Correction) Place() string { return c.Warehouse }

// CorrectedResp is what was corrected, and the record as it is now.
type CorrectedResp struct {
	Correction Correction   `json:"Correction"`
	Record     record.Entry `json:"Record"`
}

// CorrectData corrects fields with a reason. All of them are set or none; where somebody else changed the record meanwhile, it is given back as it stands.
func (a *Area) CorrectData(ctx context.Context, tx *store.Tx, req CorrectDataReq) (CorrectedResp, error) {
	return a.correctData(ctx, tx, req, nil)
}

func (a *Area) correctData(ctx context.Context, tx *store.Tx, req CorrectDataReq, undoes *string) (r CorrectedResp, err error) {
	hidden, err := a.hidden(ctx, tx, req.Kind)
	if err != nil {
		return r, err
	}
	var bad []fail.Field
	for _, s := range req.Fields {
		if hidden.has(s.Path) && !(undoes != nil && placeless(s.Path) == classBy) { // with the class, an undo gives back what proposed it
			bad = append(bad, fail.Of(s.Path, "field-not-here"))
		}
	}
	if len(bad) > 0 {
		return r, fail.Invalid(bad...)
	}
	was, now, err := a.records(req.Kind).CorrectData(ctx, tx, req.ID, req.Seen, req.Fields, req.Reason)
	if f, ok := fail.As(err); ok {
		if row, ok := f.Row.(record.Entry); ok {
			row.Fields = hidden.show(row.Fields)
			f.Row = row
		}
	}
	if err != nil {
		return r, err
	}
	deltas := record.Diff(was.Fields, now.Fields)
	if len(deltas) == 0 {
		return r, fail.Conflict("data-nothing-corrected", "number", now.Number)
	}
	c := Correction{ID: ulid.Make().String(), Kind: req.Kind, RecordID: req.ID, Number: now.Number, Warehouse: now.Warehouse, Reason: req.Reason, Undoes: undoes, Version: tx.Version, At: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name}
	c.Deltas.V = deltas
	if err := store.Insert(ctx, tx, "org_data_correction", c); err != nil {
		return r, fmt.Errorf("keep the correction of %s %s: %w", req.Kind, req.ID, err)
	}
	c.Deltas.V, now.Fields = hidden.deltas(deltas), hidden.show(now.Fields)
	return CorrectedResp{c, now}, nil
}

// UndoDataReq undoes a correction.
type UndoDataReq struct {
	CorrectionID string `json:"CorrectionId" validate:"required,max=40"`
	Seen         string `json:"Seen" validate:"required,max=40"`
	Reason       string `json:"Reason" validate:"required,min=2,max=400" field:"trim"`
}

// UndoData gives the fields of a correction the values that they had before, as a correction of its own. One of whose fields was changed since is left alone: its
// record goes along as it stands, and a person decides.
func (a *Area) UndoData(ctx context.Context, tx *store.Tx, req UndoDataReq) (CorrectedResp, error) {
	c, err := store.Find[Correction](ctx, tx, fail.NotFound("data-correction-unknown"), `SELECT * FROM org_data_correction WHERE id = ?`, req.CorrectionID)
	if err != nil {
		return CorrectedResp{}, err
	}
	if by, undone, err := store.Get[string](ctx, tx, `SELECT by_name FROM org_data_correction WHERE undoes = ?`, c.ID); err != nil || undone {
		if err == nil {
			err = fail.Conflict("data-correction-undone", "by", by)
		}
		return CorrectedResp{}, err
	}
	now, err := a.records(c.Kind).DataRecord(ctx, tx, c.RecordID)
	if err != nil {
		return CorrectedResp{}, err
	}
	back := CorrectDataReq{Kind: c.Kind, ID: c.RecordID, Seen: req.Seen, Reason: req.Reason}
	for _, d := range c.Deltas.V {
		if v, _ := record.Value(now.Fields, d.Path); v != d.Now {
			hidden, err := a.hidden(ctx, tx, c.Kind)
			if err != nil {
				return CorrectedResp{}, err
			}
			now.Fields = hidden.show(now.Fields)
			return CorrectedResp{}, fail.Conflict("data-changed-since", "field", d.Path, "value", v).With(now)
		}
		back.Fields = append(back.Fields, record.Set{Path: d.Path, Value: d.Was})
	}
	return a.correctData(ctx, tx, back, &c.ID)
}

// RecordReq names a record.
type RecordReq struct {
	Kind string `json:"Kind" validate:"required,oneof=order shipment"`
	ID   string `json:"Id" validate:"required,max=40"`
}

// Changed is one change of a record: by a correction, or by another way in.
type Changed struct {
	Version    int64          `json:"-"`
	At         store.Time     `json:"At"` // empty where the program changed it by itself
	By         string         `json:"By"`
	Op         string         `json:"Op"` // the call that changed it
	Changes    []record.Delta `json:"Changes"`
	Correction *Correction    `json:"Correction"`
	Undone     bool           `json:"Undone"`
}

// DataHistory lists the changes of a record, the newest first.
func (a *Area) DataHistory(ctx context.Context, tx *store.Tx, req RecordReq) ([]Changed, error) {
	all, err := a.changes(ctx, tx, req)
	if err != nil {
		return nil, err
	}
	hidden, err := a.hidden(ctx, tx, req.Kind)
	out := []Changed{}
	for _, c := range slices.Backward(all) {
		if c.Changes = hidden.deltas(c.Changes); len(c.Changes) > 0 {
			out = append(out, c)
		}
	}
	return out, err
}

// changes lists what changed a record, the oldest first.
func (a *Area) changes(ctx context.Context, tx *store.Tx, req RecordReq) (out []Changed, err error) {
	now, err := a.records(req.Kind).DataRecord(ctx, tx, req.ID)
	if err != nil {
		return nil, err
	}
	was, err := a.records(req.Kind).DataWas(ctx, tx, req.ID)
	if err != nil {
		return nil, err
	}
	kept, err := store.Select[Correction](ctx, tx, `SELECT * FROM org_data_correction WHERE kind = ? AND record_id = ? ORDER BY at, id`, req.Kind, req.ID)
	if err != nil {
		return nil, err
	}
	for i, w := range was {
		after := now.Fields
		if i+1 < len(was) {
			after = was[i+1].Fields
		}
		c := Changed{Version: w.Version, Changes: record.Diff(w.Fields, after)}
		l, ok, err := op.LoggedAs(ctx, tx, w.Version)
		if err != nil {
			return nil, err
		}
		if ok {
			c.At, c.Op = l.At, l.Op
			if c.By, err = a.Roles.NameOf(ctx, tx, l.User); err != nil {
				return nil, err
			}
		}
		if at := slices.IndexFunc(kept, func(k Correction) bool { return k.Version == w.Version }); at >= 0 {
			k := kept[at]
			c.Correction, c.At, c.By = &k, k.At, k.ByName
			c.Undone = slices.ContainsFunc(kept, func(o Correction) bool { return o.Undoes != nil && *o.Undoes == k.ID })
			k.Deltas.V = c.Changes
		}
		out = append(out, c)
	}
	return out, nil
}

// AsOfReq names a record and a moment.
type AsOfReq struct {
	RecordReq
	At string `json:"At" validate:"required,max=40"` // RFC 3339
}

// DataAsOf gives a record as it was at a moment. What changed it later is taken back, the newest change first.
func (a *Area) DataAsOf(ctx context.Context, tx *store.Tx, req AsOfReq) (record.Entry, error) {
	t, err := time.Parse(time.RFC3339Nano, req.At)
	if err != nil {
		return record.Entry{}, fail.Invalid(fail.Of("At", "field-malformed"))
	}
	now, err := a.records(req.Kind).DataRecord(ctx, tx, req.ID)
	if err != nil {
		return now, err
	}
	was, err := a.records(req.Kind).DataWas(ctx, tx, req.ID)
	if err != nil {
		return now, err
	}
	before, err := op.LoggedBefore(ctx, tx, t.Add(time.Millisecond)) // what happened at the moment itself had happened
	if err != nil {
		return now, err
	}
	for _, w := range was {
		if w.Version > before {
			now.Fields = w.Fields
			break
		}
	}
	hidden, err := a.hidden(ctx, tx, req.Kind)
	now.Seen, now.State, now.Fields = "", "", hidden.show(now.Fields) // it is not the record to begin a correction from
	return now, err
}
