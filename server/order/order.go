package order

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/store"
	"lading/sync/change"

	"github.com/oklog/ulid/v2"
)

// State is where an order stands: it waits for its items, is open to be built, was built, or is gone.
type State string

// The states.
const (
	Pending  State = "pending"
	Open     State = "open"
	Built    State = "built"
	Archived State = "archived"
)

// Values lists the states.
func (State) Values() []string { return []string{"pending", "open", "built", "archived"} }

// Order is one order, as the database, the wire and the screen know it.
type Order struct {
	ID             string                      `json:"id" db:"id"`
	Number         string                      `json:"number" db:"number"`
	Warehouse      string                      `json:"warehouse" db:"warehouse"`
	Customer       string                      `json:"customer" db:"customer"`
	Consignee      store.JSON[freight.Party]   `json:"consignee" db:"consignee"`
	Refs           store.JSON[[]string]        `json:"refs" db:"refs"`
	ShipOn         string                      `json:"shipOn" db:"ship_on"`
	DueOn          string                      `json:"dueOn" db:"due_on"`
	Terms          freight.Terms               `json:"terms" db:"terms"`
	BillTo         store.JSON[*freight.Party]  `json:"billTo" db:"bill_to"`  // who pays where a third party does
	Carrier        string                      `json:"carrier" db:"carrier"` // SCAC that the customer asks for
	Instruction    string                      `json:"instruction" db:"instruction"`
	Items          store.JSON[[]freight.Item]  `json:"items" db:"items"`
	Pieces         int64                       `json:"pieces" db:"pieces"`
	Pallets        int64                       `json:"pallets" db:"pallets"`
	Weight         store.JSON[freight.Measure] `json:"weight" db:"weight"`
	State          State                       `json:"state" db:"state"`
	ShipmentID     string                      `json:"shipmentId" db:"shipment_id"`
	ShipmentNumber string                      `json:"shipmentNumber" db:"shipment_number"`
	ImportID       string                      `json:"importId" db:"import_id"`
	Together       string                      `json:"together" db:"together"` // what consolidated orders share
	Root           string                      `json:"root" db:"root"`         // number of the order that this one was parted from
	BackOrder      string                      `json:"backOrder" db:"back_order"`
	LeftBy         string                      `json:"-" db:"left_by"` // the load that left it behind, and the order's number there
	Clauses        store.JSON[freight.Clauses] `json:"clauses" db:"clauses"`
	Rev            int64                       `json:"rev" db:"rev"` // raised by each change
	ChangedBy      string                      `json:"changedBy" db:"changed_by"`
	CreatedAt      store.Time                  `json:"createdAt" db:"created_at"`
	CreatedBy      string                      `json:"createdBy" db:"created_by"`
}

// Place is the warehouse that the order lies in.
func (o Order) Place() string { return o.Warehouse }

// Tables are what devices hold of the area: the orders of their warehouses that are not built yet, the purchase orders that something is open of, and the item master.
var Tables = []change.Table{
	change.Of(change.Table{Name: "order_item", Key: "id", Right: right.SeeItems, Scopes: []string{"CASE WHEN {row}.owner = '' THEN 'org' ELSE 'user:' || {row}.owner END"}, Index: "id, code", First: 40},
		`SELECT * FROM order_item WHERE id IN (SELECT value FROM json_each(?))`, func(it CatalogueItem) string { return it.ID }),
	change.Of(change.Table{Name: "order_open", Key: "id", Right: right.SeeOrders, Scopes: []string{"CASE WHEN {row}.state IN ('open', 'pending') THEN 'wh:' || {row}.warehouse END"},
		Index: "id, number, customer, [state+shipOn+id]", First: 30},
		`SELECT * FROM order_open WHERE id IN (SELECT value FROM json_each(?))`, func(o Order) string { return o.ID }),
	change.Of(change.Table{Name: "order_purchase", Key: "id", Right: right.SeeOrders, Scopes: []string{"CASE WHEN {row}.open > 0 THEN 'wh:' || {row}.warehouse END"}, Index: "id, number", First: 45},
		`SELECT * FROM order_purchase WHERE id IN (SELECT value FROM json_each(?))`, func(p Purchase) string { return p.ID }),
}

// keep takes items over, with the person's or the organisation's own class where a line has none and its size says nothing.
func (a *Area) keep(ctx context.Context, tx *store.Tx, o *Order, items []freight.Item) error {
	class, err := a.Defaults.ItemClass(ctx, tx)
	o.put(items, class)
	return err
}

// put brings an order's items into shape and sums them. class is of what nobody named one for.
func (o *Order) put(items []freight.Item, class string) {
	for i := range items {
		it := &items[i]
		it.Order = ""
		if it.Pieces == 0 {
			it.Pieces = 1 // an order row without a quantity means one
		}
		if it.PackageType == "" {
			it.PackageType = "CTN"
		}
		rule.Classify(it, class)
		if it.Weight.Unit == "" {
			it.Weight.Unit = "lb"
		}
	}
	if o.BackOrder == "" {
		o.BackOrder = firstPart
	}
	o.Items.V = items
	o.Pieces, o.Pallets, o.Weight.V = freight.Totals(items)
}

// find loads an order that the person may see; another warehouse's is as unknown as another organisation's.
func find(ctx context.Context, tx *store.Tx, id string) (Order, error) {
	o, err := store.Find[Order](ctx, tx, fail.NotFound("order-unknown"), `SELECT * FROM order_open WHERE id = ?`, id)
	return o, err
}

// Take hands open orders over to be built into a shipment, and marks them in the same command. One that is built already
// names its shipment, with the row that stands; nothing of the others is taken then.
func (a *Area) Take(ctx context.Context, tx *store.Tx, ids []string, into freight.ShipmentRef) ([]freight.Order, error) {
	out := make([]freight.Order, 0, len(ids))
	complete := map[string]bool{"": true} // groups of which nobody is left out
	for _, id := range ids {
		o, err := find(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		switch o.State {
		case Built:
			return nil, fail.Conflict("order-already-built", "order", o.Number, "shipment", o.ShipmentNumber).With(o)
		case Pending:
			return nil, fail.Conflict("order-items-not-set", "order", o.Number).With(o)
		case Archived:
			return nil, fail.NotFound("order-unknown")
		}
		if !complete[o.Together] {
			if err := whole(ctx, tx, o, ids); err != nil {
				return nil, err
			}
			complete[o.Together] = true
		}
		if _, err := tx.ExecContext(ctx, `UPDATE order_open SET state = 'built', shipment_id = ?, shipment_number = ?, rev = rev + 1 WHERE id = ?`, into.ID, into.Number, id); err != nil {
			return nil, fmt.Errorf("take order %s: %w", id, err)
		}
		given := o.handed()
		if given.Services, err = asked(ctx, tx, id); err != nil {
			return nil, err
		}
		out = append(out, given)
	}
	return out, nil
}

// handed is the order as other areas see it.
func (o *Order) handed() freight.Order {
	return freight.Order{ID: o.ID, Number: o.Number, Warehouse: o.Warehouse, Customer: o.Customer, Consignee: o.Consignee.V, Refs: o.Refs.V,
		ShipOn: o.ShipOn, DueOn: o.DueOn, Terms: o.Terms, BillTo: o.BillTo.V, Carrier: o.Carrier, Instruction: o.Instruction, Items: o.Items.V, Clauses: o.Clauses.V}
}

// Look gives orders that the person may see, whatever becomes of them.
func (a *Area) Look(ctx context.Context, tx *store.Tx, ids []string) ([]freight.Order, error) {
	out := make([]freight.Order, 0, len(ids))
	for _, id := range ids {
		o, err := find(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		given := o.handed()
		if given.Services, err = asked(ctx, tx, id); err != nil {
			return nil, err
		}
		out = append(out, given)
	}
	return out, nil
}

// reopen lets the orders of a shipment that ended be built anew.
func (a *Area) reopen(ctx context.Context, tx *store.Tx, e event.ShipmentEnded) error {
	if e.Departed {
		return nil
	}
	_, err := tx.ExecContext(ctx, `UPDATE order_open SET state = 'open', shipment_id = '', shipment_number = '', rev = rev + 1 WHERE shipment_id = ? AND shipment_id <> '' AND state = 'built'`, e.ShipmentID)
	return err
}

// AddReq is a new order.
type AddReq struct {
	ID          string         `json:"OrderId" validate:"omitempty,ulid"` // a device may name it
	Number      string         `json:"OrderNumber" validate:"required,max=40"`
	Warehouse   string         `json:"WHSE" validate:"required,max=20"`
	Customer    string         `json:"Customer" validate:"max=80"`
	Consignee   freight.Party  `json:"Consignee"`
	Refs        []string       `json:"References" validate:"max=5,dive,max=60"`
	ShipOn      string         `json:"ShipOn" validate:"required,day"`
	DueOn       string         `json:"DueOn" validate:"omitempty,day"`
	Terms       freight.Terms  `json:"PaymentType" validate:"omitempty,oneof=P C T"`
	BillTo      *freight.Party `json:"Billto"`                    // of a third party; without it the order is built only when somebody has said who pays
	Carrier     string         `json:"Carrier" validate:"max=80"` // SCAC, or the customer's ship-via
	Instruction string         `json:"SpecialInstruction" validate:"max=1000"`
	System      freight.System `json:"UOMType" validate:"omitempty,oneof=Imperial Metric"` // of measures that name no unit
	Items       []freight.Item `json:"Items" validate:"max=200,dive"`                      // none: the order waits for them
}

// Check judges what tags cannot.
func (r *AddReq) Check() []fail.Field { return r.check(true) }

// check judges an order; without whole, lines may still lack what the carrier needs.
func (r *AddReq) check(whole bool) []fail.Field {
	for i := range r.Items {
		it := &r.Items[i]
		r.System.Fill(&it.Weight, &it.Length, &it.Width, &it.Height)
	}
	bad := checkLines(r.Items, whole)
	if strings.TrimSpace(r.Number) == "" {
		bad = append(bad, fail.Of("OrderNumber", "field-required"))
	}
	bad = append(bad, rule.Address("Consignee", &r.Consignee)...)
	if r.BillTo != nil && r.Terms == "T" {
		bad = append(bad, rule.Address("Billto", r.BillTo)...)
	}
	if r.DueOn != "" && r.DueOn < r.ShipOn {
		bad = append(bad, fail.Of("DueOn", "order-due-too-early"))
	}
	return bad
}

// checkItems judges what a carrier would: something to carry, and a weight. What the law asks of a hazardous line is judged once the item master has filled in what it knows.
func checkItems(items []freight.Item) []fail.Field { return checkLines(items, true) }

func checkLines(items []freight.Item, whole bool) (bad []fail.Field) {
	var pallets int64
	for i := range items {
		bad = append(bad, rule.Goods(fmt.Sprintf("Items[%d].", i), &items[i], whole)...)
		pallets += items[i].Pallets
	}
	if !rule.Pallets(pallets) {
		bad = append(bad, fail.Of("Items", "too-many-pallets", "limit", rule.The.PalletMax))
	}
	return bad
}

// Add takes an order in: open if its items are known, pending otherwise.
func (a *Area) Add(ctx context.Context, tx *store.Tx, req AddReq) (Order, error) {
	var err error
	if req.Customer, err = a.Parties.Standing(ctx, tx, req.Customer); err != nil {
		return Order{}, err
	}
	o := Order{ID: req.ID, Number: strings.TrimSpace(req.Number), Warehouse: req.Warehouse, Customer: req.Customer, ShipOn: req.ShipOn, DueOn: req.DueOn,
		Terms: req.Terms, Instruction: req.Instruction, State: Open}
	o.Consignee.V, o.Refs.V, o.BillTo.V = req.Consignee, req.Refs, req.BillTo
	if o.Terms == "" {
		o.Terms = "P"
	}
	if len(req.Items) == 0 {
		o.State, req.Items = Pending, []freight.Item{}
	}
	if err := a.completed(ctx, tx, req.Customer, req.Items); err != nil {
		return o, err
	}
	if err := a.keep(ctx, tx, &o, req.Items); err != nil {
		return o, err
	}
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return o, err
	}
	if !slices.ContainsFunc(sites, func(s freight.Site) bool { return s.ID == o.Warehouse }) {
		return o, fail.Invalid(fail.Of("WHSE", "warehouse-unknown", "warehouse", o.Warehouse))
	}
	if !tx.By.SeesWarehouse(o.Warehouse) {
		return o, fail.Forbidden("warehouse-not-yours", "warehouse", o.Warehouse)
	}
	scac, services, err := a.via(ctx, tx, req.Carrier)
	if err != nil {
		return o, err
	}
	o.Carrier = scac
	if err := insert(ctx, tx, &o); err != nil {
		return o, err
	}
	return o, ask(ctx, tx, o.ID, services)
}

// Intake takes in an order that turned up at the dock, judged as any other.
func (a *Area) Intake(ctx context.Context, tx *store.Tx, o freight.Order) (string, error) {
	req := AddReq{ID: o.ID, Number: o.Number, Warehouse: o.Warehouse, Customer: o.Customer, Consignee: o.Consignee, Refs: o.Refs, ShipOn: o.ShipOn, Terms: o.Terms,
		Carrier: o.Carrier, Instruction: o.Instruction, Items: o.Items}
	if bad := req.Check(); len(bad) > 0 {
		return "", fail.Invalid(bad...)
	}
	made, err := a.Add(ctx, tx, req)
	return made.Number, err
}

// Ready has a pending order open again with the items that it has. Of several that share a number it is the person's own that is meant.
func (a *Area) Ready(ctx context.Context, tx *store.Tx, number string) error {
	o, err := a.ByNumber(ctx, tx, NumberReq{Number: number})
	if err != nil {
		return err
	}
	if err := changeable(o); err != nil {
		return err
	}
	if o.State == Open {
		return nil
	}
	if len(o.Items.V) == 0 || len(checkItems(o.Items.V)) > 0 {
		return fail.Conflict("order-items-not-set", "order", o.Number).With(o)
	}
	if err := a.completed(ctx, tx, o.Customer, o.Items.V); err != nil {
		return err
	}
	return o.store(ctx, tx, Open)
}

// insert writes a new order, unless the warehouse has one of that number.
func insert(ctx context.Context, tx *store.Tx, o *Order) error {
	if err := free(ctx, tx, *o); err != nil {
		return err
	}
	if o.ID == "" {
		o.ID = ulid.Make().String()
	}
	if o.Refs.V == nil {
		o.Refs.V = []string{}
	}
	o.CreatedAt, o.CreatedBy, o.Rev = store.At(tx.Now), tx.By.User, 1
	return store.Insert(ctx, tx, "order_open", *o)
}

// free refuses a number that another order of the warehouse has.
func free(ctx context.Context, tx *store.Tx, o Order) error {
	twin, ok, err := store.Get[Order](ctx, tx, `SELECT * FROM order_open WHERE warehouse = ? AND number = ? AND state <> 'archived'`, o.Warehouse, o.Number)
	if err == nil && ok {
		err = fail.Conflict("order-number-taken", "order", o.Number, "warehouse", o.Warehouse).With(twin)
	}
	return err
}

// Put writes an order as it stands, as a loader of demo data has it.
func (a *Area) Put(ctx context.Context, tx *store.Tx, o Order, items []freight.Item) error {
	if o.ID == "" {
		o.ID = ulid.Make().String()
	}
	o.put(items, "")
	o.CreatedAt, o.CreatedBy, o.Rev = store.At(tx.Now), tx.By.User, 1
	return store.Insert(ctx, tx, "order_open", o)
}
