package shipment

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/store"
	"lading/sync/change"

	"github.com/oklog/ulid/v2"
)

// PageReq asks for what a page of a single order begins with: a shipment, or nothing for an empty form.
type PageReq struct {
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
	Kind       Kind   `json:"Kind" validate:"omitempty,oneof=prepaid collect parcel"`
}

// Opened is an entry, ready to be shown, and the row that it belongs to.
type Opened struct {
	Entry    Entry     `json:"Shipment"`
	Row      *Shipment `json:"Row"`
	Editable bool      `json:"Editable"`
}

// LoadPage gives a shipment as it was entered. One that was built of open orders has no entry of its own; then the row says what it can.
func (a *Area) LoadPage(ctx context.Context, tx *store.Tx, req PageReq) (Opened, error) {
	email, err := a.Person.Email(ctx, tx)
	if err != nil {
		return Opened{}, err
	}
	class, err := a.Person.ItemClass(ctx, tx)
	if err != nil {
		return Opened{}, err
	}
	p := Opened{Entry: Entry{Kind: req.Kind}, Editable: true}
	if req.ShipmentID == "" {
		p.Entry.load(email, class)
		return p, nil
	}
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return p, err
	}
	k, ok, err := store.Get[stored](ctx, tx, `SELECT * FROM shipment_entry WHERE shipment_id = ?`, s.ID)
	if err != nil {
		return p, err
	}
	if p.Entry = k.Entry.V; !ok {
		p.Entry = ofRow(s)
	}
	p.Entry.load(email, class)
	p.Row, p.Editable = &s, !s.Inbound && (s.Status == Open || s.Status == Saved || s.Status == Quoted || s.Status == Deferred)
	return p, nil
}

// ofRow is a shipment as if somebody had entered it.
func ofRow(s Shipment) Entry {
	e := Entry{Kind: Prepaid, Warehouse: s.Warehouse, Refs: s.Refs.V, Customer: s.Customer, Terms: s.Terms, Mode: s.Mode, ShipOn: s.ShipOn, PickupFrom: s.PickupFrom, PickupTo: s.PickupTo, Origin: s.Origin.V,
		Destination: s.Destination.V, BillTo: &s.BillTo.V, Carrier: s.Carrier, PRO: s.PRO, Instruction: s.Instruction, Services: s.Services.V, DeliverBy: s.ArriveBy}
	switch {
	case s.Mode == parcelMode:
		e.Kind = Parcel
	case s.Terms == "C":
		e.Kind = Collect
	}
	if len(s.Orders.V) > 0 {
		e.OrderNumber = s.Orders.V[0]
	}
	for _, it := range s.Items.V {
		e.Items = append(e.Items, EntryItem{Order: it.Order, Code: it.Code, Description: it.Description, Pieces: it.Pieces, PackageType: it.PackageType, Pallets: it.Pallets, Weight: it.Weight, Class: it.Class, NMFC: it.NMFC,
			Length: it.Length, Width: it.Width, Height: it.Height, Volume: it.Volume, LinearFeet: it.LinearFeet, Stackable: it.Stackable, Temperature: it.Temperature, Hazmat: it.Hazmat})
	}
	left := map[int]bool{}
	for _, st := range s.Stops.V {
		at := EntryStop{To: st.To, Appointment: st.Appointment}
		for i, to := range []*string{&at.Ref1, &at.Ref2} {
			if i < len(st.Refs) {
				*to = st.Refs[i]
			}
		}
		for _, it := range st.Items { // a line is left at one stop
			for i := range s.Items.V {
				if !left[i] && sameLine(s.Items.V[i], it) {
					left[i], at.Items = true, append(at.Items, i+1)
					break
				}
			}
		}
		e.Stops = append(e.Stops, at)
	}
	return e
}

// sameLine tells whether two are one line of goods.
func sameLine(a, b freight.Item) bool {
	return a.Order == b.Order && a.Code == b.Code && a.Description == b.Description && a.Pieces == b.Pieces && a.Weight == b.Weight
}

// Template is what a new shipment can begin from. One without a name is what its owner entered last.
type Template struct {
	ID     string            `json:"id" db:"id"`
	Owner  string            `json:"owner" db:"owner"`
	Kind   Kind              `json:"kind" db:"kind"`
	Name   string            `json:"name" db:"name"`
	Entry  store.JSON[Entry] `json:"entry" db:"entry"`
	UsedAt store.Time        `json:"usedAt" db:"used_at"`
}

// templates are on the devices of those who may use them, so that an entry can begin without a connection.
var templates = change.Of(change.Table{Name: "shipment_template", Key: "id", Right: right.Plan, Scopes: []string{"CASE WHEN {row}.name = '' THEN 'user:' || {row}.owner ELSE 'org' END"}, Index: "id, kind", First: 80},
	`SELECT * FROM shipment_template WHERE id IN (SELECT value FROM json_each(?))`, func(t Template) string { return t.ID })

// again is an entry without what belongs to one shipment alone.
func again(e Entry) Entry {
	e.OrderNumber, e.PO, e.PRO, e.ShipOn, e.DeliverBy, e.Refs = "", "", "", "", "", nil
	e.Return = "" // the next parcel goes out
	e.fillLists()
	return e
}

// remember keeps what a person entered last.
func remember(ctx context.Context, tx *store.Tx, e Entry) error {
	if e.Kind != Collect {
		e.Carrier = "" // it was the best for that shipment; the customer's own is the same each time
	}
	return store.Put(ctx, tx, "shipment_template", "id", Template{ID: "last-" + string(e.Kind) + "-" + tx.By.User, Owner: tx.By.User, Kind: e.Kind, Entry: store.JSON[Entry]{V: again(e)}, UsedAt: store.At(tx.Now)})
}

// TemplateReq keeps an entry under a name. It may be incomplete: what is missing is typed each time.
type TemplateReq struct {
	Name  string `json:"Name" validate:"required,max=60"`
	Entry Entry  `json:"Shipment" validate:"-"`
}

// Check wants a kind; the rest may be open.
func (r *TemplateReq) Check() []fail.Field {
	switch r.Entry.Kind {
	case Prepaid, Collect, Parcel:
	default:
		return []fail.Field{fail.Of("Shipment.Kind", "field-required")}
	}
	if len(r.Entry.Items) > 200 || len(r.Entry.Stops) > 50 || len(r.Entry.Services) > 40 || len(r.Entry.Refs) > 20 {
		return []fail.Field{fail.Of("Shipment.Items", "field-too-long", "limit", 200)}
	}
	return nil
}

// SaveTemplate keeps an entry for everybody in the office. The same name replaces what was under it.
func (a *Area) SaveTemplate(ctx context.Context, tx *store.Tx, req TemplateReq) (Template, error) {
	name := strings.TrimSpace(req.Name)
	t, ok, err := store.Get[Template](ctx, tx, `SELECT * FROM shipment_template WHERE kind = ? AND name = ?`, string(req.Entry.Kind), name)
	if err != nil {
		return t, err
	}
	if !ok {
		t = Template{ID: ulid.Make().String(), Kind: req.Entry.Kind, Name: name}
	}
	t.Owner, t.Entry.V, t.UsedAt = tx.By.User, again(req.Entry), store.At(tx.Now)
	return t, store.Put(ctx, tx, "shipment_template", "id", t)
}

// DropReq names a template.
type DropReq struct {
	ID string `json:"Id" validate:"required,max=60"`
}

// DropTemplate takes a template away.
func (a *Area) DropTemplate(ctx context.Context, tx *store.Tx, req DropReq) (Template, error) {
	t, ok, err := store.Get[Template](ctx, tx, `SELECT * FROM shipment_template WHERE id = ? AND (name <> '' OR owner = ?)`, req.ID, tx.By.User)
	if err == nil && !ok {
		err = fail.NotFound("template-unknown")
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `DELETE FROM shipment_template WHERE id = ?`, t.ID)
	}
	return t, err
}

// Places are the addresses that earlier shipments went to or came from, those used most first, as somebody who types may mean them.
func (a *Area) Places(ctx context.Context, tx *store.Tx, text string, most int) ([]freight.Party, error) {
	rows, err := store.Select[struct {
		Warehouse string                    `db:"warehouse"`
		Party     store.JSON[freight.Party] `db:"party"`
	}](ctx, tx, `SELECT warehouse, party FROM (
  SELECT warehouse, destination AS party, count(*) AS n FROM (SELECT warehouse, destination FROM shipment ORDER BY id DESC LIMIT 5000)
  WHERE ?1 = '' OR instr(upper(destination), ?1) > 0 GROUP BY destination) ORDER BY n DESC, party LIMIT ?2`, strings.ToUpper(strings.TrimSpace(text)), most*4)
	var out []freight.Party
	seen := map[string]bool{}
	for _, r := range rows {
		if p := r.Party.V; tx.By.SeesWarehouse(r.Warehouse) && !seen[p.Place()] && len(out) < most {
			seen[p.Place()] = true
			out = append(out, p)
		}
	}
	return out, err
}

// NewCarrier is how the code that stands for a carrier that is not there yet is shown; any other is itself.
func NewCarrier(code string) string {
	if code == rule.The.NewCarrier {
		return "Add a New Carrier"
	}
	return code
}
