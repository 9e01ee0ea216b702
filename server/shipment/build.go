package shipment

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// BuildReq builds one shipment of open orders. With a carrier it is tendered and gets its bill's number; without one it goes on to rating.
type BuildReq struct {
	OrderIDs    []string       `json:"OrderIds" validate:"required,min=1,max=200,unique,dive,required,max=40"`
	Carrier     string         `json:"Carrier" validate:"max=10"` // SCAC
	ShipOn      string         `json:"ShipOn" validate:"omitempty,day"`
	PickupFrom  string         `json:"PickupByFromTime"`
	PickupTo    string         `json:"PickupByToTime"`
	Mode        string         `json:"ShipMode" validate:"max=20"`
	ServiceDays int64          `json:"ServiceDays" validate:"gte=0,lte=365"`
	PRO         string         `json:"PRONumber" validate:"max=30"`
	Instruction string         `json:"SpecialInstruction" validate:"max=1000"`
	BillTo      *freight.Party `json:"Billto"`
	PriceSheet  string         `json:"PriceSheetId" validate:"max=80"` // of the carrier's contract, as rated
	PriceMinor  int64          `json:"PriceMinor" validate:"gte=0"`    // what the person saw
	Services    []string       `json:"SelectedServices" validate:"max=40"`
}

// The product's pickup window for collect orders.
const collectFrom, collectTo = "11:00", "15:30"

// window reads a pickup window by the fields of a schedule.
func window(from, to string) (string, string, []fail.Field) {
	return rule.Window(from, to, "PickupByFromTime", "PickupByToTime")
}

// closes is the day on which a pickup window ends.
func closes(s Shipment) string { return rule.Closes(s.ShipOn, s.PickupFrom, s.PickupTo) }

// Check judges what tags cannot.
func (r *BuildReq) Check() []fail.Field {
	_, _, bad := window(r.PickupFrom, r.PickupTo)
	if r.BillTo != nil {
		bad = append(bad, rule.Address("Billto", r.BillTo)...)
	}
	return bad
}

// Build makes one shipment of open orders that go from one warehouse to one consignee on the same terms. An order is built
// once: the order area marks what it hands over in this very command, so of two that are built at the same moment one is refused.
func (a *Area) Build(ctx context.Context, tx *store.Tx, req BuildReq) (Shipment, error) {
	s := Shipment{ID: ulid.Make().String(), Status: Quoted, Mode: req.Mode, ServiceDays: req.ServiceDays, CreatedAt: store.At(tx.Now), CreatedBy: tx.By.User, ChangedAt: store.At(tx.Now)}
	if s.Mode == "" {
		s.Mode = "LTL"
	}
	var n int64
	if err := tx.QueryRowContext(ctx, `UPDATE shipment_sequence SET next = next + 1 WHERE id = 1 RETURNING next - 1`).Scan(&n); err != nil {
		return s, fmt.Errorf("number a shipment: %w", err)
	}
	s.Number = fmt.Sprintf("L%d", n)
	orders, err := a.Orders.Take(ctx, tx, req.OrderIDs, freight.ShipmentRef{ID: s.ID, Number: s.Number})
	if err != nil {
		return s, err
	}
	if err := merge(&s, orders); err != nil {
		return s, err
	}
	if req.PriceSheet == "" { // a price is of services that its contract knows
		if err := a.offered("SelectedServices", req.Services); err != nil {
			return s, err
		}
	}
	if req.Services == nil && req.PriceSheet == "" { // nobody chose others: those of the orders' ship-via count
		req.Services = servicesOf(orders)
	}
	a.serve(&s, withHome(req.Services, s.Destination.V))
	labels, err := a.Setup.Labels(ctx, tx)
	if err != nil {
		return s, err
	}
	s.OrderNotes.V = []freight.OrderNote{}
	for _, o := range orders {
		if note := noted(labels, o.Refs, o.Number); note != "" {
			s.OrderNotes.V = append(s.OrderNotes.V, freight.OrderNote{Order: o.Number, Note: note})
		}
	}
	if err := papers(s); err != nil {
		return s, err
	}
	if req.Instruction != "" {
		s.Instruction = req.Instruction
	}
	if req.ShipOn != "" {
		s.ShipOn = req.ShipOn
	}
	s.PickupFrom, s.PickupTo, _ = window(req.PickupFrom, req.PickupTo)
	if s.Terms == "C" && s.PickupFrom == "" {
		s.PickupFrom, s.PickupTo = collectFrom, collectTo
	}
	from, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return s, err
	}
	s.Origin.V = from
	if s.DueAt, err = due(s.ShipOn, s.PickupFrom, zone); err != nil {
		return s, err
	}
	switch {
	case req.BillTo != nil:
		s.BillTo.V = *req.BillTo
	case s.Terms == "P":
		s.BillTo.V = from
	case s.Terms == "C":
		s.BillTo.V = s.Destination.V
	case orders[0].BillTo != nil:
		s.BillTo.V = *orders[0].BillTo // they have the same, or they would be apart
	default:
		return s, fail.Invalid(fail.Of("Billto", "third-party-needs-bill-to"))
	}
	if req.Carrier != "" {
		if err := a.assign(ctx, tx, &s, req.Carrier, req.PriceSheet); err != nil {
			return s, err
		}
		s.Status = Tendered
	} else if err := a.wish(ctx, tx, &s, orders); err != nil {
		return s, err
	}
	s.PRO = strings.ToUpper(strings.TrimSpace(req.PRO))
	if err := s.proFits("PRONumber"); err != nil {
		return s, err
	}
	cost, err := a.price(ctx, tx, &s, req)
	if err != nil {
		return s, err
	}
	if err := a.arrives(ctx, tx, &s); err != nil {
		return s, err
	}
	if err := store.Insert(ctx, tx, "shipment", s); err != nil {
		return s, fmt.Errorf("insert shipment: %w", err)
	}
	if cost != nil {
		if err := store.Insert(ctx, tx, "shipment_cost", *cost); err != nil {
			return s, fmt.Errorf("insert cost: %w", err)
		}
	}
	return s, Append(ctx, tx, s.ID, "built", map[string]any{"status": s.Status, "orders": s.Orders.V, "bol": s.BOL, "carrier": s.Carrier, "pieces": s.Pieces, "pallets": s.Pallets, "weight": s.Weight.V})
}

// assign gives a shipment its carrier, and its bill's number if it has none yet. sheet is the price sheet that it was priced by, which rules have judged by its
// own mode; without one they judge the shipment's.
func (a *Area) assign(ctx context.Context, tx *store.Tx, s *Shipment, scac, sheet string) error {
	return a.assignFor(ctx, tx, s, scac, sheet, freight.ParcelService{})
}

// assignFor gives a shipment to a carrier that was asked for what a parcel asks for: nobody ships a return as if it were an ordinary parcel.
func (a *Area) assignFor(ctx context.Context, tx *store.Tx, s *Shipment, scac, sheet string, asked freight.ParcelService) error {
	scac = strings.ToUpper(strings.TrimSpace(scac))
	name, ok, err := a.Carriers.CarrierName(ctx, tx, scac)
	if err != nil {
		return err
	}
	if !ok {
		return fail.Invalid(fail.Of("Carrier", "carrier-unknown", "carrier", scac))
	}
	c := consignment(*s, "")
	if err := a.entered(ctx, tx, &c); err != nil {
		return err
	}
	if c.Parcel.Other(asked) {
		return fail.Conflict("parcel-ask-not-offered", "number", s.Number, "carrier", name).With(*s)
	}
	if err := a.tenderableBy(ctx, tx, *s, scac, s.unpriced(sheet)); err != nil {
		return err
	}
	if s.Carrier != "" && s.Carrier != scac { // a PRO number is one carrier's
		s.PRO = ""
	}
	s.Carrier, s.CarrierName = scac, name
	if s.PRO != "" && !rule.PRO(scac, s.PRO) {
		return fail.Conflict("pro-check-digit", "pro", s.PRO, "carrier", name)
	}
	if err := a.pays(ctx, tx, s, ""); err != nil {
		return err
	}
	if s.BOL == "" {
		s.BOL, err = a.Numbers.NextBOL(ctx, tx)
	}
	return err
}

// unpriced is the mode that rules are yet to judge: none where a price sheet was taken.
func (s *Shipment) unpriced(sheet string) string {
	if sheet != "" {
		return ""
	}
	return s.Mode
}

// against tells the office where a rule is against the carrier that has a load, and leaves it there: the truck is there, or a person has agreed with the carrier.
func (a *Area) against(ctx context.Context, tx *store.Tx, s Shipment) error {
	err := a.tenderableBy(ctx, tx, s, s.Carrier, "")
	f, ok := fail.As(err)
	if !ok {
		return err
	}
	return a.tellOffice(ctx, tx, s, "notify-rule-against", map[string]any{"rule": f.Params["rule"]})
}

// tenderableBy refuses a carrier that the organisation's rules keep from a load. A mode that is empty is not judged.
func (a *Area) tenderableBy(ctx context.Context, tx *store.Tx, s Shipment, scac, mode string) error {
	c := consignment(s, "")
	if err := a.entered(ctx, tx, &c); err != nil {
		return err
	}
	return a.Rules.Tenderable(ctx, tx, c, scac, mode)
}

// number gives a shipment that is on record the next number for its bill.
func (a *Area) number(ctx context.Context, tx *store.Tx, s *Shipment) (err error) {
	if s.BOL, err = a.Numbers.NextBOL(ctx, tx); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE shipment SET bol = ? WHERE id = ?`, s.BOL, s.ID)
	return err
}

// wish notes the carrier that all of the orders ask for: rating prefers it, and a collect shipment is given to it. One that is
// unknown or switched off is nobody's wish.
func (a *Area) wish(ctx context.Context, tx *store.Tx, s *Shipment, orders []freight.Order) error {
	scac := orders[0].Carrier
	if scac == "" || slices.ContainsFunc(orders, func(o freight.Order) bool { return o.Carrier != scac }) {
		return nil
	}
	name, ok, err := a.Carriers.CarrierName(ctx, tx, scac)
	if err == nil && ok {
		s.Carrier, s.CarrierName = scac, name
	}
	return err
}

// servicesOf are the services that any of the orders asks for.
func servicesOf(orders []freight.Order) (codes []string) {
	for _, o := range orders {
		for _, c := range o.Services {
			if !slices.Contains(codes, c) {
				codes = append(codes, c)
			}
		}
	}
	return codes
}

// price takes the price sheet that was chosen: it names the carrier's days, and what the shipment costs.
func (a *Area) price(ctx context.Context, tx *store.Tx, s *Shipment, req BuildReq) (*Cost, error) {
	if req.PriceSheet == "" {
		return nil, nil
	}
	if err := op.Need(tx, right.Rate); err != nil {
		return nil, err
	}
	asked := consignment(*s, "")
	if err := a.entered(ctx, tx, &asked); err != nil {
		return nil, err
	}
	p, err := a.Rates.Price(ctx, tx, asked, req.PriceSheet, req.PriceMinor, withHome(req.Services, s.Destination.V))
	if err != nil {
		return nil, err
	}
	if p.Carrier != s.Carrier {
		return nil, fail.Invalid(fail.Of("Carrier", "rate-of-another-carrier", "carrier", p.Carrier))
	}
	if err := a.paysBy(ctx, tx, s, p.Mode); err != nil {
		return nil, err
	}
	s.ServiceDays = p.Days
	a.serve(s, p.Services) // what is paid for is asked of the carrier, also where the organisation always asks for it
	c := cost(*s, p)
	return &c, nil
}

// merge puts the orders' items, references and sums into one shipment, or says what keeps them apart.
func merge(s *Shipment, orders []freight.Order) error {
	first := orders[0]
	s.Warehouse, s.Terms, s.Destination.V, s.Customer, s.ShipOn = first.Warehouse, first.Terms, first.Consignee, first.Customer, first.ShipOn
	s.Planned.V = []freight.Item{}
	s.Items.V, s.Stops.V, s.Refs.V, s.Orders.V = []freight.Item{}, []Stop{}, []string{}, []string{}
	var instructions []string
	if code, one, other := freight.Apart(orders); code != "" {
		return fail.Conflict(code, "first", one, "second", other)
	}
	for _, o := range orders {
		if o.Customer != first.Customer {
			s.Customer = ""
		}
		s.ShipOn = max(s.ShipOn, o.ShipOn) // not before all of it is ready
		s.ArriveBy = freight.Earlier(s.ArriveBy, o.DueOn)
		for _, it := range o.Items {
			it.Order = o.Number
			s.Items.V = append(s.Items.V, it)
			if it.Hazmat != nil && s.EmergencyPhone == "" {
				s.EmergencyPhone = it.Hazmat.EmergencyPhone
			}
		}
		for _, r := range o.Refs {
			if r != "" && !slices.Contains(s.Refs.V, r) {
				s.Refs.V = append(s.Refs.V, r)
			}
		}
		if o.Instruction != "" && !slices.Contains(instructions, o.Instruction) {
			instructions = append(instructions, o.Instruction)
		}
		s.Orders.V = append(s.Orders.V, o.Number)
		s.Clauses.V = s.Clauses.V.Add(o.Clauses)
	}
	s.Instruction = strings.Join(instructions, "\n")
	s.Pieces, s.Pallets, s.Weight.V = freight.Totals(s.Items.V)
	return nil
}

// numberLabel is what the first reference is called where the organisation has not named it otherwise. It is for the order's number, which has a field of its own.
const numberLabel = "Order #"

// noted writes an order's references by the client's labels: "PO # 4500012345, Dept 12". One without a label stands as it is, and so does one that is labelled as the
// order's number and is another: files put a PO there. The order's own number is not said twice.
func noted(labels, refs []string, number string) string {
	var out []string
	for i, r := range refs {
		if r = strings.TrimSpace(r); r == "" || r == number {
			continue
		}
		if i < len(labels) && labels[i] != "" && labels[i] != numberLabel {
			r = labels[i] + " " + r
		}
		out = append(out, r)
	}
	return strings.Join(out, ", ")
}

// due is when the truck is expected: the start of the window, on the warehouse's clock. Without a window nothing is expected.
func due(day, from, zone string) (store.Time, error) {
	if day == "" || from == "" {
		return store.Time{}, nil
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return store.Time{}, fmt.Errorf("zone of a warehouse: %w", err)
	}
	t, err := time.ParseInLocation("2006-01-02 15:04", day+" "+from, loc)
	if err == nil && t.In(loc).Format("15:04") != from { // the clock jumps over it in spring
		_, after := t.ZoneBounds()
		if before, _ := t.ZoneBounds(); before.After(t.Add(-3 * time.Hour)) {
			after = before
		}
		return store.Time{}, fail.Invalid(fail.Of("PickupByFromTime", "pickup-time-skipped", "day", day, "time", from, "next", after.In(loc).Format("15:04")))
	}
	return store.At(t), err
}

// orderNote replaces what one order of a shipment is known by; nothing takes it out.
func orderNote(notes []freight.OrderNote, order, note string) []freight.OrderNote {
	notes = slices.DeleteFunc(append([]freight.OrderNote{}, notes...), func(n freight.OrderNote) bool { return n.Order == order })
	if note == "" {
		return notes
	}
	return append(notes, freight.OrderNote{Order: order, Note: note})
}
