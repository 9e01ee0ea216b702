package order

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/record"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// refs is how many references an order has.
const refs = 5

// asEntered is the order as it would be entered now: what a correction changes is what a person may type.
func (o Order) asEntered() AddReq {
	r := AddReq{Number: o.Number, Warehouse: o.Warehouse, Customer: o.Customer, Consignee: o.Consignee.V, ShipOn: o.ShipOn, DueOn: o.DueOn, Terms: o.Terms, Carrier: o.Carrier, Instruction: o.Instruction,
		Refs: append(append([]string{}, o.Refs.V...), make([]string, max(0, refs-len(o.Refs.V)))...), Items: append([]freight.Item{}, o.Items.V...)}
	if o.BillTo.V != nil {
		payer := *o.BillTo.V
		r.BillTo = &payer
	}
	return r
}

// fixed are the fields of an entered order that name it, and are not corrected.
var fixed = map[string]bool{"OrderId": true, "WHSE": true}

func fieldsOf(r AddReq) []record.Field {
	out := []record.Field{}
	for _, f := range record.Of(r) {
		if !fixed[f.Path] {
			out = append(out, f)
		}
	}
	return out
}

func (o Order) record() record.Entry {
	return record.Entry{Kind: "order", ID: o.ID, Number: o.Number, State: string(o.State), Warehouse: o.Warehouse, Seen: strconv.FormatInt(o.Rev, 10), Fields: fieldsOf(o.asEntered())}
}

// DataRecord is an order as its fields.
func (a *Area) DataRecord(ctx context.Context, tx *store.Tx, id string) (record.Entry, error) {
	o, err := find(ctx, tx, id)
	if err == nil && o.State == Archived {
		err = fail.NotFound("order-unknown")
	}
	return o.record(), err
}

// DataFields are the fields that an order may have, with one reference and one line.
func (a *Area) DataFields() []record.Field {
	return fieldsOf(AddReq{Refs: make([]string, 1), Items: make([]freight.Item, 1)})
}

// DataNamed lists the orders of a number that the user sees, and those that a shipment was built of.
func (a *Area) DataNamed(ctx context.Context, tx *store.Tx, number, shipmentID string) ([]record.Entry, error) {
	rows, err := store.Select[Order](ctx, tx, `SELECT * FROM order_open WHERE number = ?1 AND ?1 <> '' AND state <> 'archived' UNION SELECT * FROM order_open WHERE shipment_id = ?2 AND ?2 <> '' AND shipment_id <> '' AND state <> 'archived' ORDER BY number, id LIMIT 200`, number, shipmentID)
	out := []record.Entry{}
	for _, o := range rows {
		if tx.By.SeesWarehouse(o.Warehouse) {
			out = append(out, o.record())
		}
	}
	return out, err
}

// DataPurchases lists the purchase orders that a shipment carries goods of.
func (a *Area) DataPurchases(ctx context.Context, tx *store.Tx, shipmentID string) ([]record.Entry, error) {
	rows, err := store.Select[Purchase](ctx, tx, `SELECT p.* FROM order_purchase_shipment s JOIN order_purchase p ON p.id = s.purchase_id WHERE s.shipment_id = ? ORDER BY p.number, p.id LIMIT 200`, shipmentID)
	out := []record.Entry{}
	for _, p := range rows {
		if !tx.By.SeesWarehouse(p.Warehouse) {
			continue
		}
		type line struct {
			Line    string       `json:"Line"`
			Item    freight.Item `json:"Item"`
			Shipped int64        `json:"Shipped"`
		}
		doc := struct {
			Number  string        `json:"Number"`
			Vendor  freight.Party `json:"Vendor"`
			ShipOn  string        `json:"ShipOn" validate:"omitempty,day"`
			DueOn   string        `json:"DueOn" validate:"omitempty,day"`
			Terms   freight.Terms `json:"PaymentType"`
			Carrier string        `json:"Carrier"`
			Lines   []line        `json:"Lines"`
		}{Number: p.Number, Vendor: p.Vendor.V, ShipOn: p.ShipOn, DueOn: p.DueOn, Terms: p.Terms, Carrier: p.Carrier}
		for _, l := range p.Lines.V {
			doc.Lines = append(doc.Lines, line{l.Line, l.Item, l.Shipped})
		}
		out = append(out, record.Entry{Kind: "purchase", ID: p.ID, Number: p.Number, State: map[bool]string{true: "open", false: "shipped"}[p.Open > 0], Warehouse: p.Warehouse, Seen: strconv.FormatInt(p.Rev, 10), Fields: record.Of(doc)})
	}
	return out, err
}

// DataWas lists what an order said before each change, the oldest first.
func (a *Area) DataWas(ctx context.Context, tx *store.Tx, id string) ([]record.Was, error) {
	rows, err := store.Select[struct {
		Version int64  `db:"version"`
		Was     string `db:"was"`
	}](ctx, tx, `SELECT version, was FROM order_history WHERE order_id = ? ORDER BY version`, id)
	out := []record.Was{}
	for _, r := range rows {
		var w struct {
			Number, Warehouse, Customer, ShipOn, DueOn, Carrier, Instruction string
			Consignee                                                        freight.Party
			Refs                                                             []string
			Terms                                                            freight.Terms
			BillTo                                                           *freight.Party
			Items                                                            []freight.Item
		}
		if err := json.Unmarshal([]byte(r.Was), &w); err != nil {
			return nil, fmt.Errorf("read the history of order %s: %w", id, err)
		}
		o := Order{Number: w.Number, Warehouse: w.Warehouse, Customer: w.Customer, ShipOn: w.ShipOn, DueOn: w.DueOn, Carrier: w.Carrier, Instruction: w.Instruction, Terms: w.Terms}
		o.Consignee.V, o.Refs.V, o.BillTo.V, o.Items.V = w.Consignee, w.Refs, w.BillTo, w.Items
		out = append(out, record.Was{Version: r.Version, Fields: fieldsOf(o.asEntered())})
	}
	return out, err
}

// CorrectData sets fields of an order in any state but archived, judged as the whole order would be if it were entered now. Of two who correct one order the second
// is told, with the order as it stands. The shipment that it was built into is a record of its own.
func (a *Area) CorrectData(ctx context.Context, tx *store.Tx, id, seen string, sets []record.Set, _ string) (before, after record.Entry, err error) {
	o, err := find(ctx, tx, id)
	if err == nil && o.State == Archived {
		err = fail.NotFound("order-unknown")
	}
	if err != nil {
		return before, after, err
	}
	if before = o.record(); before.Seen != seen {
		return before, after, fail.Conflict("order-changed-meanwhile", "order", o.Number, "by", o.ChangedBy).With(before)
	}
	req, bad := o.asEntered(), []fail.Field{}
	for _, s := range sets {
		if fixed[s.Path] {
			bad = append(bad, fail.Of(s.Path, "field-not-here"))
		}
	}
	if bad = append(bad, record.Apply(&req, sets)...); len(bad) > 0 {
		return before, after, fail.Invalid(bad...)
	}
	freight.Settle(req.Items, o.Items.V)
	if req.BillTo != nil && *req.BillTo == (freight.Party{}) {
		req.BillTo = nil
	}
	if err := req.judge(o); err != nil {
		return before, after, err
	}
	if req.Customer, err = a.Parties.Standing(ctx, tx, req.Customer); err != nil {
		return before, after, err
	}
	was := o
	o.Number, o.Customer, o.Consignee.V, o.ShipOn, o.DueOn, o.Terms, o.Instruction, o.BillTo.V = strings.TrimSpace(req.Number), req.Customer, req.Consignee, req.ShipOn, req.DueOn, req.Terms, req.Instruction, req.BillTo
	for o.Refs.V = req.Refs; len(o.Refs.V) > 0 && o.Refs.V[len(o.Refs.V)-1] == ""; {
		o.Refs.V = o.Refs.V[:len(o.Refs.V)-1]
	}
	if o.Number != was.Number {
		if o.State == Built { // its load, its papers and its back order know it by this number
			return before, after, fail.Conflict("order-number-on-load", "number", was.Number, "shipment", o.ShipmentNumber)
		}
		if err := free(ctx, tx, o); err != nil {
			return before, after, err
		}
	}
	if o.State == Pending {
		err = a.listed(ctx, tx, req.Items)
	} else {
		err = a.completed(ctx, tx, req.Customer, req.Items)
	}
	if err == nil {
		err = a.keep(ctx, tx, &o, req.Items)
	}
	if err == nil && req.Carrier != was.Carrier {
		var services []string
		if o.Carrier, services, err = a.via(ctx, tx, req.Carrier); err == nil {
			err = ask(ctx, tx, o.ID, services)
		}
	}
	if err == nil {
		err = fits(ctx, tx, o)
	}
	if err != nil {
		return before, after, err
	}
	if o.Number != was.Number {
		if _, err := tx.ExecContext(ctx, `UPDATE order_open SET number = ? WHERE id = ?`, o.Number, o.ID); err != nil {
			return before, after, fmt.Errorf("number of order %s: %w", o.ID, err)
		}
	}
	if err := o.store(ctx, tx, o.State); err != nil {
		return before, after, fmt.Errorf("correct order %s: %w", o.ID, err)
	}
	return before, o.record(), nil
}

// tagged is an entered order held to its tags alone.
type tagged AddReq

// judge holds a corrected order to all that an entered one is held to. Lines of one that waits for its items may still lack what a carrier needs.
func (r *AddReq) judge(was Order) error {
	if err := op.Validate((*tagged)(r)); err != nil {
		return err
	}
	bad := r.check(was.State != Pending)
	if r.Terms == "T" && r.BillTo == nil && was.Terms != "T" {
		bad = append(bad, fail.Of("Billto.name", "third-party-needs-bill-to"))
	}
	if len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	return nil
}

// DataCategories counts the orders that the user sees by their state.
func (a *Area) DataCategories(ctx context.Context, tx *store.Tx) (map[string]int64, error) {
	rows, err := store.Select[struct {
		State     string `db:"state"`
		Warehouse string `db:"warehouse"`
		N         int64  `db:"n"`
	}](ctx, tx, `SELECT state, warehouse, sum(n) AS n FROM order_tally GROUP BY state, warehouse`)
	out := map[string]int64{}
	for _, r := range rows {
		if tx.By.SeesWarehouse(r.Warehouse) {
			out[r.State] += r.N
		}
	}
	return out, err
}
