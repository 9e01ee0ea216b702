package shipment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/record"
	"lading/server/kit/rule"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// corrected is what may be corrected of a shipment, under the names of its entry. Status, services and price have ways of their own: each step of them tells others.
type corrected struct {
	BOL            string              `json:"BOL" validate:"max=30"`
	PRO            string              `json:"PRONumber" validate:"max=30"`
	Carrier        string              `json:"Carrier" validate:"max=10"` // SCAC
	Customer       string              `json:"Customer" validate:"max=80"`
	Terms          freight.Terms       `json:"PaymentType" validate:"required,oneof=P C T"`
	ShipOn         string              `json:"ShipOn" validate:"omitempty,day"`
	PickupFrom     string              `json:"PickupByFromTime"`
	PickupTo       string              `json:"PickupByToTime"`
	DeliverBy      string              `json:"DeliveryWindow" validate:"omitempty,day"`
	Instruction    string              `json:"SpecialInstruction" validate:"max=1000"`
	EmergencyPhone string              `json:"EmergencyPhone" validate:"max=40"`
	Trailer        string              `json:"Trailer" validate:"max=40"`
	Seal           string              `json:"Seal" validate:"max=60"`
	Origin         freight.Party       `json:"Origin"`
	Destination    freight.Party       `json:"Destination"`
	BillTo         freight.Party       `json:"Billto"`
	Refs           []string            `json:"References" validate:"dive,max=60"`
	Notes          []freight.OrderNote `json:"OrderNotes"`
	Items          []freight.Item      `json:"Items" validate:"max=200,dive"`
}

func (s Shipment) corrected() corrected {
	d := corrected{s.BOL, s.PRO, s.Carrier, s.Customer, s.Terms, s.ShipOn, s.PickupFrom, s.PickupTo, s.ArriveBy, s.Instruction, s.EmergencyPhone, s.Trailer, s.Seal, s.Origin.V, s.Destination.V, s.BillTo.V,
		append(append([]string{}, s.Refs.V...), ""), append([]freight.OrderNote{}, s.OrderNotes.V...), append([]freight.Item{}, s.Items.V...)}
	return d
}

// Check judges what tags cannot, by the rules that each way in has.
func (d *corrected) Check() []fail.Field {
	var bad []fail.Field
	if named(d.Origin) {
		bad = append(bad, rule.Address("Origin", &d.Origin)...)
	}
	bad = append(bad, rule.Address("Destination", &d.Destination)...)
	if d.Terms == "T" && !named(d.BillTo) {
		bad = append(bad, fail.Of("Billto.name", "third-party-needs-bill-to"))
	} else if d.Terms == "T" {
		bad = append(bad, rule.Address("Billto", &d.BillTo)...)
	}
	var pallets int64
	for i := range d.Items {
		bad = append(bad, rule.Goods(fmt.Sprintf("Items[%d].", i), &d.Items[i], true)...)
		bad = append(bad, rule.HazmatLine(fmt.Sprintf("Items[%d].", i), d.Items[i], d.EmergencyPhone)...)
		pallets += d.Items[i].Pallets
	}
	if !rule.Pallets(pallets) {
		bad = append(bad, fail.Of("Items", "too-many-pallets", "limit", rule.The.PalletMax))
	}
	return bad
}

// against judges what depends on what the shipment was: a payer that was named anew, and a day that is taken away. A window and a number that stand as they were are
// judged by the rules of when they were entered.
func (d *corrected) against(s Shipment) (bad []fail.Field) {
	if d.PickupFrom != s.PickupFrom || d.PickupTo != s.PickupTo {
		_, _, bad = window(d.PickupFrom, d.PickupTo)
	}
	if d.EmergencyPhone != s.EmergencyPhone && d.EmergencyPhone != "" && !rule.EmergencyPhone(d.EmergencyPhone) {
		bad = append(bad, fail.Of("EmergencyPhone", "emergency-phone-invalid"))
	}
	if d.Terms != "T" && d.BillTo != s.BillTo.V && named(d.BillTo) {
		bad = append(bad, rule.Address("Billto", &d.BillTo)...)
	}
	for i := range min(len(d.Items), len(s.Items.V)) { // an order is part of the load by its lines' numbers
		if d.Items[i].Order != s.Items.V[i].Order {
			bad = append(bad, fail.Of(fmt.Sprintf("Items[%d].order", i), "field-not-here"))
		}
	}
	for i := range min(len(d.Notes), len(s.OrderNotes.V)) {
		if d.Notes[i].Order != s.OrderNotes.V[i].Order {
			bad = append(bad, fail.Of(fmt.Sprintf("OrderNotes[%d].order", i), "field-not-here"))
		}
	}
	if d.ShipOn == "" && s.ShipOn != "" {
		bad = append(bad, fail.Of("ShipOn", "field-required"))
	}
	return bad
}

func (s Shipment) seen() string {
	at, err := s.ChangedAt.MarshalText()
	if err != nil {
		return ""
	}
	return string(at)
}

func (s Shipment) record() record.Entry {
	return record.Entry{Kind: "shipment", ID: s.ID, Number: s.Number, State: string(s.Status), Warehouse: s.Warehouse, Seen: s.seen(), Fields: record.Of(s.corrected())}
}

// DataRecord is a shipment as its fields.
func (a *Area) DataRecord(ctx context.Context, tx *store.Tx, id string) (record.Entry, error) {
	s, err := find(ctx, tx, id)
	return s.record(), err
}

// DataFields are the fields that a shipment may have, with one reference, one note and one line.
func (a *Area) DataFields() []record.Field {
	return record.Of(corrected{Refs: make([]string, 1), Notes: make([]freight.OrderNote, 1), Items: make([]freight.Item, 1)})
}

// DataWas lists what a shipment said before each change, the oldest first.
func (a *Area) DataWas(ctx context.Context, tx *store.Tx, id string) ([]record.Was, error) {
	rows, err := store.Select[struct {
		Version int64  `db:"version"`
		Was     string `db:"was"`
	}](ctx, tx, `SELECT version, was FROM shipment_history WHERE shipment_id = ? ORDER BY version`, id)
	out := []record.Was{}
	for _, r := range rows {
		var w struct {
			BOL, PRO, Customer, Carrier, ShipOn, PickupFrom, PickupTo, ArriveBy, Instruction, EmergencyPhone, Trailer, Seal string
			Terms                                                                                                           freight.Terms
			Origin, Destination, BillTo                                                                                     freight.Party
			Refs                                                                                                            []string
			OrderNotes                                                                                                      []freight.OrderNote
			Items                                                                                                           []freight.Item
		}
		if err := json.Unmarshal([]byte(r.Was), &w); err != nil {
			return nil, fmt.Errorf("read the history of shipment %s: %w", id, err)
		}
		s := Shipment{BOL: w.BOL, PRO: w.PRO, Customer: w.Customer, Carrier: w.Carrier, Terms: w.Terms, ShipOn: w.ShipOn, PickupFrom: w.PickupFrom, PickupTo: w.PickupTo, ArriveBy: w.ArriveBy,
			Instruction: w.Instruction, EmergencyPhone: w.EmergencyPhone, Trailer: w.Trailer, Seal: w.Seal}
		s.Origin.V, s.Destination.V, s.BillTo.V, s.Refs.V, s.OrderNotes.V, s.Items.V = w.Origin, w.Destination, w.BillTo, w.Refs, w.OrderNotes, w.Items
		out = append(out, record.Was{Version: r.Version, Fields: record.Of(s.corrected())})
	}
	return out, err
}

// CorrectData sets fields of a shipment, judged as the ways in judge them. Before it leaves, price, payer, dock and carrier follow as after any change of a load; of one
// that left, only the record is corrected: what was signed stays as it was signed. Of two who correct one shipment the second is told, with the shipment as it stands.
func (a *Area) CorrectData(ctx context.Context, tx *store.Tx, id, seen string, sets []record.Set, reason string) (was, now record.Entry, err error) {
	s, err := find(ctx, tx, id)
	if err != nil {
		return was, now, err
	}
	if was = s.record(); was.Seen != seen {
		return was, now, fail.Conflict("shipment-changed-meanwhile", "number", s.Number).With(was)
	}
	if err := unless(s.Status != Archived, "shipment-status-refused", s); err != nil {
		return was, now, err
	}
	if err := unless(!s.stopped(), "shipment-stopped-first", s); err != nil {
		return was, now, err
	}
	d := s.corrected()
	if bad := record.Apply(&d, sets); len(bad) > 0 {
		return was, now, fail.Invalid(bad...)
	}
	freight.Settle(d.Items, s.Items.V)
	if err := op.Validate(&d); err != nil {
		return was, now, err
	}
	if bad := d.against(s); len(bad) > 0 {
		return was, now, fail.Invalid(bad...)
	}
	if s, err = a.correctAll(ctx, tx, s, d); err != nil {
		return was, now, err
	}
	now = s.record()
	said := map[string]string{}
	before := map[string]string{}
	for _, x := range record.Diff(was.Fields, now.Fields) {
		before[x.Path], said[x.Path] = x.Was, x.Now
	}
	return was, now, Append(ctx, tx, s.ID, "data-corrected", map[string]any{"was": before, "now": said, "reason": reason})
}

// correctAll writes what is other, and has follow what follows from it.
func (a *Area) correctAll(ctx context.Context, tx *store.Tx, s Shipment, d corrected) (Shipment, error) {
	gone := s.Status == InTransit || s.Status == Delivered
	counted := slices.EqualFunc(d.Items, s.Items.V, sameCount)
	if s.OnDock && (d.Trailer != s.Trailer || d.Seal != s.Seal || !counted) { // they are counted and closed there
		return s, unless(false, "shipment-on-dock", s)
	}
	if s.Inbound && !counted { // its purchase orders count what is on it
		return s, unless(false, "shipment-of-purchase", s)
	}
	if !gone {
		if err := tiedTo(ctx, tx, s, d.Destination); err != nil {
			return s, err
		}
	}
	if scac := strings.ToUpper(strings.TrimSpace(d.Carrier)); scac != s.Carrier {
		bol, pro := s.BOL, s.PRO
		var err error
		if s, err = a.recarry(ctx, tx, s, scac); err != nil {
			return s, err
		}
		if d.BOL == bol { // the carrier before loses its number, and may lose the bill's
			d.BOL = s.BOL
		}
		if d.PRO == pro && s.PRO != pro {
			d.PRO = s.PRO
		}
	}
	if !gone && d.ShipOn != "" && (d.ShipOn != s.ShipOn || d.PickupFrom != s.PickupFrom || d.PickupTo != s.PickupTo) {
		var err error
		if s, err = a.UpdateSchedule(ctx, tx, UpdateScheduleReq{s.ID, d.ShipOn, d.PickupFrom, d.PickupTo, true}); err != nil {
			return s, err
		}
	}
	var err error
	if d.Customer, err = a.Parties.Standing(ctx, tx, d.Customer); err != nil {
		return s, err
	}
	before := s
	s.Items.V, s.Planned.V, s.Stops.V = slices.Clone(s.Items.V), slices.Clone(s.Planned.V), slices.Clone(s.Stops.V)
	s.takeLines(d.Items)
	s.PRO, s.Customer, s.Terms, s.ArriveBy, s.Instruction, s.EmergencyPhone, s.Trailer, s.Seal = strings.ToUpper(strings.TrimSpace(d.PRO)), d.Customer, d.Terms, d.DeliverBy, d.Instruction, d.EmergencyPhone, d.Trailer, d.Seal
	s.Origin.V, s.Destination.V, s.BillTo.V, s.OrderNotes.V = d.Origin, d.Destination, d.BillTo, d.Notes
	if gone {
		s.ShipOn = d.ShipOn
		s.PickupFrom, s.PickupTo, _ = window(d.PickupFrom, d.PickupTo)
	}
	s.Refs.V = []string{}
	for _, r := range d.Refs {
		if r = strings.TrimSpace(r); r != "" && !slices.Contains(s.Refs.V, r) {
			s.Refs.V = append(s.Refs.V, r)
		}
	}
	if s.Terms == "C" && s.Destination.V != before.Destination.V && s.BillTo.V == before.BillTo.V {
		s.BillTo.V = s.Destination.V
	}
	if s.BOL = strings.TrimSpace(d.BOL); s.BOL != before.BOL {
		if err := ownBOL(ctx, tx, s); err != nil {
			return s, err
		}
	}
	if s.PRO != before.PRO || s.Carrier != before.Carrier {
		if err := s.proFits("PRONumber"); err != nil {
			return s, err
		}
	}
	e := &Entry{}
	for _, it := range s.Items.V {
		e.Items = append(e.Items, EntryItem{NMFC: it.NMFC})
	}
	if err := a.listed(ctx, tx, e); err != nil {
		return s, unshipped(err)
	}
	s.ChangedAt = store.At(tx.Now)
	if !gone && s.Carrier != "" {
		if err := a.tenderableBy(ctx, tx, s, s.Carrier, ""); err != nil {
			return s, err
		}
		if s.Terms != before.Terms || s.BillTo.V != before.BillTo.V || s.Destination.V != before.Destination.V {
			if err := untyped(ctx, tx, s.ID); err != nil {
				return s, err
			}
			if err := a.pays(ctx, tx, &s, ""); err != nil {
				return s, err
			}
		}
	}
	if err := store.Put(ctx, tx, "shipment", "id", s); err != nil {
		return s, fmt.Errorf("correct shipment %s: %w", s.ID, err)
	}
	if err := retype(ctx, tx, s); err != nil {
		return s, err
	}
	if !gone {
		if err := a.arrives(ctx, tx, &s); err != nil {
			return s, err
		}
		if s.pricedBy() != before.pricedBy() || s.Status == Tendered || s.Status == Confirmed {
			var err error
			if s, err = a.changed(ctx, tx, s, before); err != nil {
				return s, err
			}
		}
	}
	if err := tx.Emit(ctx, event.ShipmentAmended{ShipmentID: s.ID, PRO: s.PRO}); err != nil || !s.OnDock {
		return s, err
	}
	return s, a.tell(ctx, tx, s, "")
}

func sameCount(a, b freight.Item) bool { return a.Pieces == b.Pieces && a.Pallets == b.Pallets }

// unshipped names the fields of a refusal without the entry that they stand in.
func unshipped(err error) error {
	f, ok := fail.As(err)
	if !ok {
		return err
	}
	for i := range f.Fields {
		f.Fields[i].Field = strings.Replace(strings.TrimPrefix(f.Fields[i].Field, "Shipment."), ".NMFCCode", ".nmfc", 1)
	}
	return f
}
