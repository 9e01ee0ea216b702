package shipment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// SaveReq saves a single order, new or again, and says what becomes of it.
type SaveReq struct {
	ShipmentID string `json:"ShipmentId" validate:"max=40"` // empty for a new one
	ChangedAt  string `json:"ChangedAt" validate:"max=40"`  // of the row that the person began from
	Then       Onward `json:"Then" validate:"required,oneof=save rate ship"`
	PriceSheet string `json:"PriceSheetId" validate:"max=80"` // of the carrier's contract, as rated
	PriceMinor int64  `json:"PriceMinor" validate:"gte=0"`    // what the person saw
	Entry      Entry  `json:"Shipment"`
}

// Check judges the entry, and what shipping asks of it.
func (r *SaveReq) Check() (bad []fail.Field) {
	for _, f := range r.Entry.Check() {
		f.Field = "Shipment." + f.Field
		bad = append(bad, f)
	}
	switch carrier := strings.TrimSpace(r.Entry.Carrier); {
	case carrier == rule.The.NewCarrier:
		bad = append(bad, fail.Of("Shipment.Carrier", "carrier-is-new"))
	case carrier == "" && r.Then == Ship:
		bad = append(bad, fail.Of("Shipment.Carrier", "field-required"))
	}
	return bad
}

// SaveShipment makes a shipment of what a person entered, without an open order before it, or changes one that no carrier has yet.
// Of two people who change one shipment the second is told, with the row that stands; what they typed is still on their screen.
func (a *Area) SaveShipment(ctx context.Context, tx *store.Tx, req SaveReq) (Shipment, error) {
	return a.save(ctx, tx, req, ulid.Make().String())
}

// save does it; a new shipment gets the id.
func (a *Area) save(ctx context.Context, tx *store.Tx, req SaveReq, id string) (Shipment, error) {
	s, err := a.begin(ctx, tx, req, id)
	if err != nil {
		return s, err
	}
	e, sender, before := &req.Entry, s.Origin.V, s
	if err := a.listed(ctx, tx, e); err != nil {
		return s, err
	}
	if err := a.fill(ctx, tx, &s, e); err != nil {
		return s, err
	}
	if sender.Email = s.Origin.V.Email; s.Origin.V != sender { // the page itself fills in an e-mail address
		if err := keepSender(ctx, tx, s.ID); err != nil {
			return s, err
		}
	}
	if fresh := req.ShipmentID == ""; fresh {
		if err := store.Insert(ctx, tx, "shipment", s); err != nil {
			return s, fmt.Errorf("insert shipment: %w", err)
		}
		if err := Append(ctx, tx, s.ID, "built", map[string]any{"status": s.Status, "orders": s.Orders.V, "pieces": s.Pieces, "pallets": s.Pallets, "weight": s.Weight.V}); err != nil {
			return s, err
		}
	} else {
		if err := store.Put(ctx, tx, "shipment", "id", s); err != nil {
			return s, fmt.Errorf("update shipment: %w", err)
		}
		if err := moved(ctx, tx, s, before); err != nil {
			return s, err
		}
		if err := Append(ctx, tx, s.ID, "edited", map[string]any{"status": s.Status, "pieces": s.Pieces, "pallets": s.Pallets, "weight": s.Weight.V}); err != nil {
			return s, err
		}
	}
	if err := store.Put(ctx, tx, "shipment_entry", "shipment_id", stored{s.ID, e.Kind, store.JSON[Entry]{V: *e}}); err != nil {
		return s, err
	}
	if req.ShipmentID != "" && s.pricedBy() != before.pricedBy() { // what was found is the price of something else
		if err := a.rerate(ctx, tx, s, before); err != nil {
			return s, err
		}
	}
	if err := remember(ctx, tx, *e); err != nil {
		return s, err
	}
	if req.Then != Ship {
		return s, nil
	}
	if err := a.pays(ctx, tx, &s, "Shipment."); err != nil { // told here, by the fields of the page
		return s, err
	}
	if s, err = a.Tender(ctx, tx, s.ID, e.Carrier, req.PriceSheet); err != nil {
		return s, err
	}
	err = a.costs(ctx, tx, &s, req)
	return s, err
}

// listed refuses lines whose NMFC item the organisation's table does not have.
func (a *Area) listed(ctx context.Context, tx *store.Tx, e *Entry) error {
	numbers := make([]string, len(e.Items))
	for i, it := range e.Items {
		numbers[i] = it.NMFC
	}
	unknown, err := a.Orders.UnknownNMFC(ctx, tx, numbers)
	if err != nil || len(unknown) == 0 {
		return err
	}
	var bad []fail.Field
	for i, it := range e.Items {
		if slices.Contains(unknown, it.NMFC) {
			bad = append(bad, fail.Of(fmt.Sprintf("Shipment.Items[%d].NMFCCode", i), "nmfc-unknown", "value", it.NMFC))
		}
	}
	return fail.Invalid(bad...)
}

// begin is the row that an entry fills: a new one with the next number, or the one that is changed.
func (a *Area) begin(ctx context.Context, tx *store.Tx, req SaveReq, id string) (Shipment, error) {
	if req.ShipmentID != "" {
		s, err := find(ctx, tx, req.ShipmentID)
		if err != nil {
			return s, err
		}
		if err := unless(slices.Contains([]Status{Open, Saved, Quoted, Deferred}, s.Status), "shipment-status-refused", s); err != nil {
			return s, err
		}
		if err := unless(!s.Inbound, "shipment-of-purchase", s); err != nil { // its lines are those of the purchase order
			return s, err
		}
		if at, err := s.ChangedAt.MarshalText(); err != nil || string(at) != req.ChangedAt {
			return s, fail.Conflict("shipment-changed-meanwhile", "number", s.Number).With(s)
		}
		if s.Status = onward(s.Status, req.Then); req.Then != Keep {
			s.Status = Quoted
		}
		return s, nil
	}
	s := Shipment{ID: id, Status: map[bool]Status{true: Saved, false: Quoted}[req.Then == Keep], CreatedAt: store.At(tx.Now), CreatedBy: tx.By.User}
	var n int64
	if err := tx.QueryRowContext(ctx, `UPDATE shipment_sequence SET next = next + 1 WHERE id = 1 RETURNING next - 1`).Scan(&n); err != nil {
		return s, fmt.Errorf("number a shipment: %w", err)
	}
	s.Number = fmt.Sprintf("L%d", n)
	return s, nil
}

// onward is where saving leaves a shipment: a deferred one stays deferred, since the state machine lets nobody save it.
func onward(from Status, then Onward) Status {
	if then == Keep && from != Deferred {
		return Saved
	}
	return from
}

// returned judges a return: it comes from elsewhere than the warehouse, and a link to its label goes to who sends it, not to who enters it, whose address the page fills in.
func (a *Area) returned(ctx context.Context, tx *store.Tx, e *Entry, site freight.Party) error {
	if e.Return == "" {
		return nil
	}
	if strings.EqualFold(e.Origin.Street, site.Street) && zip5(e.Origin.Zip) == zip5(site.Zip) {
		return fail.Invalid(fail.Of("Shipment.Origin", "parcel-return-from"))
	}
	own, err := a.Person.Email(ctx, tx)
	if err == nil && e.Return == freight.MailedReturn && strings.EqualFold(own, e.Origin.Email) {
		err = fail.Invalid(fail.Of("Shipment.Origin.email", "parcel-return-mail"))
	}
	return err
}

// fill writes what was entered into the row.
func (a *Area) fill(ctx context.Context, tx *store.Tx, s *Shipment, e *Entry) error {
	from, zone, err := a.Sites.Site(ctx, tx, e.Warehouse)
	if err != nil {
		return err
	}
	if !tx.By.SeesWarehouse(e.Warehouse) {
		return fail.Invalid(fail.Of("Shipment.WHSE", "warehouse-not-yours", "warehouse", e.Warehouse))
	}
	if !named(e.Origin) {
		email := e.Origin.Email
		if e.Origin = from; email != "" {
			e.Origin.Email = email
		}
	}
	if err := a.returned(ctx, tx, e, from); err != nil {
		return err
	}
	if e.Terms == "" {
		e.Terms = map[bool]freight.Terms{true: "C", false: "P"}[e.Kind == Collect]
	}
	if e.Mode == "" {
		e.Mode = "LTL"
	}
	if e.Kind == Parcel {
		e.Mode = parcelMode
	}
	if e.Kind == Collect && e.PickupFrom == "" {
		e.PickupFrom, e.PickupTo = rule.The.CollectFrom, rule.The.CollectTo
	}
	if e.Customer, err = a.Parties.Standing(ctx, tx, e.Customer); err != nil {
		return err
	}
	s.PickupFrom, s.PickupTo, _ = window(e.PickupFrom, e.PickupTo)
	s.Warehouse, s.Terms, s.Mode, s.Customer, s.ShipOn, s.ChangedAt = e.Warehouse, e.Terms, e.Mode, e.Customer, e.ShipOn, store.At(tx.Now)
	s.PRO, s.Instruction, s.ArriveBy = strings.ToUpper(strings.TrimSpace(e.PRO)), e.Instruction, e.DeliverBy
	if s.DueAt, err = due(s.ShipOn, s.PickupFrom, zone); err != nil {
		return err
	}
	s.Origin.V, s.Destination.V = e.Origin, e.Destination
	for _, p := range []*freight.Party{&s.Origin.V, &s.Destination.V} {
		if p.Country == "" {
			p.Country = "US"
		}
	}
	s.BillTo.V = map[bool]freight.Party{true: s.Destination.V, false: s.Origin.V}[s.Terms == "C"]
	if e.BillTo != nil && e.BillTo.Name != "" {
		s.BillTo.V = *e.BillTo
	}
	was := s.Items.V
	s.Items.V, s.EmergencyPhone = []freight.Item{}, ""
	class, err := a.Person.ItemClass(ctx, tx)
	if err != nil {
		return err
	}
	for i := range e.Items {
		it := e.Items[i].item(e.OrderNumber)
		if i < len(was) && was[i].Class == it.Class && was[i].Description == it.Description { // a class that was proposed is not named by opening it
			it.ClassBy = was[i].ClassBy
		}
		rule.Classify(&it, class)
		s.Items.V = append(s.Items.V, it)
		if it.Hazmat != nil && s.EmergencyPhone == "" {
			s.EmergencyPhone = it.Hazmat.EmergencyPhone
		}
	}
	has, err := served(ctx, tx, *s)
	if err != nil {
		return err
	}
	if err := a.offered("Shipment.AdditionalService", e.Services, has...); err != nil {
		return err
	}
	a.serve(s, e.services())
	stops := s.Stops.V
	s.Stops.V = []Stop{}
	for i, stop := range e.Stops {
		at := Stop{ID: fmt.Sprint(i + 1), Label: fmt.Sprintf("Stop %d", i+1), To: stop.To, Refs: []string{}, Items: []freight.Item{}, Appointment: strings.TrimSpace(stop.Appointment)}
		for _, r := range []string{stop.Ref1, stop.Ref2} {
			if r != "" {
				at.Refs = append(at.Refs, r)
			}
		}
		if i < len(stops) && len(stops[i].Refs) > 2 && stops[i].To == stop.To { // the page has room for two
			at.Refs = append(at.Refs, stops[i].Refs[2:]...)
		}
		for _, n := range stop.Items {
			at.Items = append(at.Items, s.Items.V[n-1])
		}
		s.Stops.V = append(s.Stops.V, at)
	}
	refs := s.Refs.V
	known := slices.Contains(s.Orders.V, e.OrderNumber)
	if s.Refs.V = []string{}; !known { // one that was built of several orders keeps them
		s.Orders.V = []string{e.OrderNumber}
	}
	for _, r := range append([]string{e.PO}, e.Refs...) {
		if r = strings.TrimSpace(r); r != "" && !slices.Contains(s.Refs.V, r) {
			s.Refs.V = append(s.Refs.V, r)
		}
	}
	switch po := strings.TrimSpace(e.PO); {
	case known && slices.Equal(refs, s.Refs.V): // each order keeps what it is known by, with the labels of its day
	case po != "":
		s.OrderNotes.V = orderNote(s.OrderNotes.V, e.OrderNumber, noted([]string{"PO #"}, append([]string{po}, e.Refs...), e.OrderNumber))
	default:
		s.OrderNotes.V = orderNote(s.OrderNotes.V, e.OrderNumber, noted(nil, e.Refs, e.OrderNumber))
	}
	s.Pieces, s.Pallets, s.Weight.V = freight.Totals(s.Items.V)
	if s.Carrier = ""; e.Carrier != "" { // wished for; a carrier that is tendered to is judged by Tender
		scac := strings.ToUpper(strings.TrimSpace(e.Carrier))
		name, ok, err := a.Carriers.CarrierName(ctx, tx, scac)
		if err != nil {
			return err
		}
		if !ok {
			return fail.Invalid(fail.Of("Shipment.Carrier", "carrier-unknown", "carrier", scac))
		}
		s.Carrier, s.CarrierName = scac, name
	}
	return s.proFits("Shipment.PRONumber")
}

// costs keeps what the chosen price sheet says, with the shipment as it was just tendered.
func (a *Area) costs(ctx context.Context, tx *store.Tx, s *Shipment, req SaveReq) error {
	cost, err := a.price(ctx, tx, s, BuildReq{PriceSheet: req.PriceSheet, PriceMinor: req.PriceMinor, Services: req.Entry.services()})
	if err != nil || cost == nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET service_days = ?, services = ?, service_names = ?, clauses = ? WHERE id = ?`, s.ServiceDays, s.Services, s.ServiceNames, s.Clauses, s.ID); err != nil {
		return err
	}
	if err := a.arrives(ctx, tx, s); err != nil {
		return err
	}
	return store.Put(ctx, tx, "shipment_cost", "id", *cost)
}

// services are the accessorials that were asked for, with the one that a home asks for by itself.
func (e *Entry) services() []string {
	return withHome(e.Services, e.Destination)
}

// withHome adds what a home asks of the carrier by itself.
func withHome(services []string, to freight.Party) []string {
	list := slices.Clone(services)
	if to.Residential && !slices.Contains(list, freight.ResidentialDelivery) {
		list = append(list, freight.ResidentialDelivery)
	}
	return list
}

// served are the services that a shipment has, and that a person entered for it: the page sends them back, whether somebody looked at them or not.
func served(ctx context.Context, tx *store.Tx, s Shipment) ([]string, error) {
	k, _, err := store.Get[stored](ctx, tx, `SELECT * FROM shipment_entry WHERE shipment_id = ?`, s.ID)
	return append(slices.Clone(s.Services.V), k.Entry.V.Services...), err
}

// packages are the lines of a parcel shipment as a carrier prices them.
func (e *Entry) packages() []freight.Package {
	var out []freight.Package
	for i := range e.Items {
		it := e.Items[i].item("")
		n := max(1, it.Pieces)
		each := it.Weight
		each.Milli = (each.Milli + n - 1) / n // never lighter than it is
		out = append(out, freight.Package{Length: it.Length, Width: it.Width, Height: it.Height, Weight: each, Count: n, DeclaredMinor: e.Items[i].Declared, Signature: e.Signature, Loose: e.Items[i].Loose})
	}
	return out
}

// stored is an entry beside its shipment.
type stored struct {
	ShipmentID string            `db:"shipment_id"`
	Kind       Kind              `db:"kind"`
	Entry      store.JSON[Entry] `db:"entry"`
}

// entered adds to a consignment what only others know: from the entry, packages where the shipment is a parcel; from its orders, whose it is where it is of several.
func (a *Area) entered(ctx context.Context, tx *store.Tx, c *freight.Consignment) (err error) {
	if c.Customer == "" && len(c.Orders) > 1 {
		if c.Customers, err = a.Orders.Customers(ctx, tx, c.ShipmentID); err != nil {
			return err
		}
	}
	k, ok, err := store.Get[stored](ctx, tx, `SELECT * FROM shipment_entry WHERE shipment_id = ?`, c.ShipmentID)
	if err != nil || !ok {
		return err
	}
	if k.Kind == Parcel {
		c.Packages, c.Saturday, c.HoldForPickup, c.Parcel = k.Entry.V.packages(), k.Entry.V.Saturday, k.Entry.V.Hold, k.Entry.V.ParcelService
		if to := k.Entry.V.ReturnTo; to != nil && named(*to) {
			c.ReturnTo = *to
		}
	}
	return nil
}
