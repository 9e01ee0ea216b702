package shipment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/message"
	"lading/server/kit/moment"
	"lading/server/kit/rule"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Docks knows how a warehouse wants its loads judged.
type Docks interface {
	// WeightTolerance is by how many percent a weight may change before somebody is asked.
	WeightTolerance(ctx context.Context, tx *store.Tx, warehouse string) (int64, error)
}

// Papers judges a load's bill.
type Papers interface {
	// Certifiable refuses a bill that may not be signed, for what it lacks.
	Certifiable(ctx context.Context, tx *store.Tx, shipmentID string, l freight.Loading) error
}

// LineChange is what a line of a load is now; what is left out stays.
type LineChange struct {
	Line    int              `json:"Line" validate:"gte=0,lte=199"`
	Pieces  *int64           `json:"Pieces,omitempty" validate:"omitempty,gte=1,lte=1000000"`
	Pallets *int64           `json:"Pallets,omitempty" validate:"omitempty,gte=0,lte=120"`
	Weight  *freight.Measure `json:"Weight,omitempty"`
}

// ChangeReq changes a load that a carrier has; what is left out stays.
type ChangeReq struct {
	ShipmentID  string         `json:"ShipmentId" validate:"required,max=40"`
	ChangedAt   string         `json:"ChangedAt" validate:"max=40"` // of the row that the person began from
	Destination *freight.Party `json:"Destination,omitempty"`
	Services    *[]string      `json:"Services,omitempty" validate:"omitempty,max=40,unique,dive,required,max=10"`
	Lines       []LineChange   `json:"Lines,omitempty" validate:"max=200,dive"`
}

// Check judges what tags cannot.
func (r *ChangeReq) Check() (bad []fail.Field) {
	if r.Destination != nil {
		bad = rule.Address("Destination", r.Destination)
	}
	for i, l := range r.Lines {
		if l.Weight == nil {
			continue
		}
		if _, known := l.Weight.Pounds(); !known || l.Weight.Milli <= 0 || l.Weight.Milli > maxMilli {
			bad = append(bad, fail.Of(fmt.Sprintf("Lines[%d].Weight", i), "weight-not-positive"))
		}
	}
	return bad
}

// Change changes what a carrier was offered or has accepted, in one step: the goods, the services, where it goes. The price follows, and the carrier is asked once
// more with what changed; a weight within the site's tolerance is not worth asking.
func (a *Area) Change(ctx context.Context, tx *store.Tx, req ChangeReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	if err := unless((s.Status == Tendered || s.Status == Confirmed) && s.SignedAt.IsZero() && !s.Inbound, "shipment-status-refused", s); err != nil {
		return s, err
	}
	if at, err := s.ChangedAt.MarshalText(); err != nil || req.ChangedAt != "" && string(at) != req.ChangedAt {
		return s, fail.Conflict("shipment-changed-meanwhile", "number", s.Number).With(s)
	}
	before := s
	if req.Destination != nil {
		if err := tiedTo(ctx, tx, s, *req.Destination); err != nil {
			return s, err
		}
	}
	s.Items.V = slices.Clone(s.Items.V)
	for i, l := range req.Lines {
		if l.Line >= len(s.Items.V) {
			return s, fail.Invalid(fail.Of(fmt.Sprintf("Lines[%d].Line", i), "field-malformed"))
		}
		it := &s.Items.V[l.Line]
		if s.OnDock && (l.Pieces != nil && *l.Pieces != it.Pieces || l.Pallets != nil && *l.Pallets != it.Pallets) { // they are counted there
			return before, unless(false, "shipment-on-dock", before)
		}
		if l.Pieces != nil && *l.Pieces != it.Pieces {
			if it.Pieces > 0 {
				it.TakeRoom(*it, *l.Pieces)
			}
			it.Pieces = *l.Pieces
		}
		if l.Pallets != nil {
			it.Pallets = *l.Pallets
		}
		if l.Weight != nil {
			s.reweigh(l.Line, *l.Weight)
		}
	}
	s.carry(s.Items.V)
	if req.Destination != nil {
		s.Destination.V = *req.Destination
		if s.Destination.V.Country == "" {
			s.Destination.V.Country = "US"
		}
		if s.Terms == "C" {
			s.BillTo.V = s.Destination.V
		}
	}
	if req.Services != nil {
		if err := a.Rates.CheckServices(*req.Services); err != nil {
			return before, err
		}
		a.serve(&s, *req.Services)
	}
	if what, err := a.differences(ctx, tx, "en", s, before, true); err != nil || len(what) == 0 {
		return before, err
	}
	s.ChangedAt = store.At(tx.Now)
	if s.Carrier != "" && (req.Destination != nil || len(req.Lines) > 0) { // a rule may be against its carrier as it is now
		if err := a.tenderableBy(ctx, tx, s, s.Carrier, ""); err != nil {
			return before, err
		}
	}
	if s.Terms == "C" && !strings.EqualFold(strings.TrimSpace(s.Destination.V.Name), strings.TrimSpace(before.Destination.V.Name)) {
		if err := untyped(ctx, tx, s.ID); err != nil {
			return before, err
		}
	}
	if req.Destination != nil && s.Carrier != "" { // another consignee may have another account
		if err := a.pays(ctx, tx, &s, ""); err != nil {
			return before, err
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET destination = ?, bill_to = ?, services = ?, service_names = ?, clauses = ? WHERE id = ?`, s.Destination, s.BillTo, s.Services, s.ServiceNames, s.Clauses, s.ID); err != nil {
		return s, err
	}
	if err := s.keepGoods(ctx, tx); err != nil {
		return s, err
	}
	if err := reenter(ctx, tx, s); err != nil {
		return s, err
	}
	if err := a.arrives(ctx, tx, &s); err != nil {
		return s, err
	}
	what, err := a.differences(ctx, tx, "en", s, before, true)
	if err != nil {
		return s, err
	}
	if err := Append(ctx, tx, s.ID, "changed", map[string]any{"what": what, "pieces": s.Pieces, "pallets": s.Pallets, "weight": s.Weight.V, "services": s.Services.V}); err != nil {
		return s, err
	}
	if s, err = a.changed(ctx, tx, s, before); err != nil || !s.OnDock {
		return s, err
	}
	return s, a.tell(ctx, tx, s, "")
}

// reweigh sets what a line weighs. Where a scale has said something else than was planned, the plan moves along: papers go by it and by the pallets, and must
// come to what was set.
func (s *Shipment) reweigh(line int, weight freight.Measure) {
	s.reweighAt(line, s.places()[line], weight)
}

// reweighAt is reweigh for a line whose place in the plan is known.
func (s *Shipment) reweighAt(line, place int, weight freight.Measure) {
	it := &s.Items.V[line]
	if place >= 0 {
		s.Planned.V = slices.Clone(s.Planned.V)
		plan := &s.Planned.V[place]
		if scale := it.Weight.Milli - plan.Weight.Milli; it.Weight.Unit == weight.Unit && plan.Weight.Unit == weight.Unit {
			plan.Weight.Milli = weight.Milli - scale
		}
	}
	it.Weight = weight
}

// differences say in a language what is other about a load than it was. Without all, what is not worth asking a carrier for is left out.
func (a *Area) differences(ctx context.Context, tx *store.Tx, language string, s, before Shipment, all bool) (out []string, err error) {
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return nil, err
	}
	say := func(code, was, now string) {
		if was != now {
			out = append(out, message.Text(language, code, map[string]any{"before": was, "now": now}))
		}
	}
	at := func(s Shipment) string {
		return strings.TrimSpace(s.ShipOn + " " + moment.Window(s.ShipOn, s.PickupFrom, s.PickupTo, zone))
	}
	say("tender-change-pickup", at(before), at(s))
	to := func(p freight.Party) string {
		return strings.Join(filled(p.Name, p.Street, p.Street2, townOf(p.City, p.State, p.Zip)), ", ")
	}
	say("tender-change-address", to(before.Destination.V), to(s.Destination.V))
	say("tender-change-pieces", fmt.Sprint(before.Pieces), fmt.Sprint(s.Pieces))
	say("tender-change-pallets", fmt.Sprint(before.Pallets), fmt.Sprint(s.Pallets))
	percent, err := a.Docks.WeightTolerance(ctx, tx, s.Warehouse)
	if err != nil {
		return nil, err
	}
	if was, ok := before.Weight.V.Pounds(); all || !ok || freight.Beyond(was, s.Weight.V, percent) {
		say("tender-change-weight", before.Weight.V.String(), s.Weight.V.String())
	}
	none := message.Text(language, "tender-change-none", nil)
	named := func(s Shipment) string {
		if len(s.ServiceNames.V) == 0 {
			return none
		}
		names := slices.Clone(s.ServiceNames.V)
		slices.Sort(names)
		return strings.Join(names, ", ")
	}
	say("tender-change-services", named(before), named(s))
	bound := func(s Shipment) string {
		k := s.Clauses.V
		k.Account = ""
		if lines := k.Said(language, true); len(lines) > 0 {
			return strings.Join(lines, ", ")
		}
		return none
	}
	say("tender-change-clauses", bound(before), bound(s))
	say("tender-change-account", first(before.Clauses.V.Account, none), first(s.Clauses.V.Account, none))
	return out, nil
}

// changed has what follows from a change of a load: its price, and whoever carries it. What a carrier accepted is what it was offered, and nothing else, so it
// confirms once more. A carrier that has not answered yet gets a new link with what changed. Without a tender a person has spoken with the carrier, and has to
// do so again: the load is merely scheduled until then.
func (a *Area) changed(ctx context.Context, tx *store.Tx, s, before Shipment) (Shipment, error) {
	asks, err := a.differences(ctx, tx, "en", s, before, false)
	if err != nil {
		return s, err
	}
	if s.Status != Tendered && s.Status != Confirmed {
		if len(asks) > 0 {
			err = a.rerate(ctx, tx, s, before)
		}
		return s, err
	}
	was, priced, err := store.Get[Cost](ctx, tx, `SELECT * FROM shipment_cost WHERE id = ?`, s.ID)
	if err != nil {
		return s, err
	}
	if err := a.reprice(ctx, tx, &s, "changed"); err != nil {
		return s, err
	}
	if asks, err = a.differences(ctx, tx, "en", s, before, false); err != nil || len(asks) == 0 { // its price may come with a service more
		return s, err
	}
	d, ok, err := store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND state IN ('open', 'accepted') ORDER BY n DESC LIMIT 1`, s.ID)
	if err != nil {
		return s, err
	}
	again := d
	if now, ok, err := store.Get[Cost](ctx, tx, `SELECT * FROM shipment_cost WHERE id = ?`, s.ID); err != nil {
		return s, err
	} else if ok {
		again.Currency, again.TotalMinor, again.Charges, again.Days = now.Currency, now.TotalMinor, now.Charges, s.ServiceDays
	}
	text, err := a.differences(ctx, tx, d.Language, s, before, false)
	if err != nil {
		return s, err
	}
	if priced && again.TotalMinor != was.TotalMinor {
		text = append(text, message.Text(d.Language, "tender-change-price", map[string]any{"before": freight.Amount(was.TotalMinor, was.Currency), "now": freight.Amount(again.TotalMinor, again.Currency)}))
	}
	changes := strings.Join(text, "\n  ")
	if ok {
		if err := a.pickupStands(ctx, tx, &s, false); err != nil {
			return s, err
		}
	}
	if ok && d.State == Asked {
		return s, a.sendLink(ctx, tx, s, again, tenderChange, changes)
	}
	if s.Status == Confirmed {
		t, err := machine.Next(s, func(t Transition) bool { return t.Action == "tender" })
		if err != nil {
			return s, err
		}
		if s, err = a.apply(ctx, tx, s, t, map[string]any{"carrier": s.Carrier, "changed": asks, "asked": ok}); err != nil {
			return s, err
		}
	}
	if !ok {
		return s, a.tellOffice(ctx, tx, s, "notify-tender-changed", map[string]any{})
	}
	if _, err := a.conclude(ctx, tx, &d, Withdrawn, tx.By.Name); err != nil {
		return s, err
	}
	last, _, err := store.Get[int64](ctx, tx, `SELECT max(n) FROM shipment_tender WHERE shipment_id = ?`, s.ID)
	if err != nil {
		return s, err
	}
	again = Tender{ID: ulid.Make().String(), ShipmentID: s.ID, Warehouse: s.Warehouse, N: last + 1, Carrier: d.Carrier, CarrierName: d.CarrierName, Email: d.Email, Sheet: d.Sheet, Currency: again.Currency, TotalMinor: again.TotalMinor, Charges: again.Charges,
		Days: again.Days, Why: d.Why, WhyValue: d.WhyValue, State: Waiting, Knows: true, Minutes: d.Minutes, Language: d.Language, By: tx.By.User, ByName: tx.By.Name}
	if err := store.Insert(ctx, tx, "shipment_tender", again); err != nil {
		return s, err
	}
	return s, a.open(ctx, tx, s, again, tenderChange, changes)
}
