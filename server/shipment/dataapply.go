package shipment

import (
	"context"
	"reflect"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// takeLines sets the lines of a load, and what stands of them in its plan and at its stops.
func (s *Shipment) takeLines(lines []freight.Item) {
	at, places := s.leftAt(), s.places()
	for i, it := range lines {
		was := s.Items.V[i]
		if reflect.DeepEqual(it, was) {
			continue
		}
		if it.Weight != was.Weight {
			s.reweighAt(i, places[i], it.Weight)
		}
		s.Items.V[i] = it
		if places[i] >= 0 {
			s.Planned.V[places[i]] = replanned(s.Planned.V[places[i]], was, it)
		}
		if left, ok := at[i]; ok {
			stop := &s.Stops.V[left.stop]
			stop.Items = slices.Clone(stop.Items)
			stop.Items[left.item] = it
		}
	}
	s.Pieces, s.Pallets, s.Weight.V = freight.Totals(s.Items.V)
}

// replanned is a line of a plan after what went of it was corrected. Counts move by the difference; the room, where somebody states another, is stated for all that was
// planned, so that the share of what went is what was stated.
func replanned(plan, was, it freight.Item) freight.Item {
	out := it
	out.Pieces, out.Pallets, out.Weight = plan.Pieces+it.Pieces-was.Pieces, plan.Pallets+it.Pallets-was.Pallets, plan.Weight
	out.TakeRoom(it, out.Pieces)
	if it.Volume == was.Volume {
		out.Volume = plan.Volume
	}
	if it.LinearFeet == was.LinearFeet {
		out.LinearFeet = plan.LinearFeet
	}
	return out
}

// atStop is a line among those of a stop.
type atStop struct{ stop, item int }

// leftAt tells at which stop each line is left. Of lines that are alike, each is left once, in their order.
func (s *Shipment) leftAt() map[int]atStop {
	out := map[int]atStop{}
	for n, stop := range s.Stops.V {
		for j := range stop.Items {
			for i := range s.Items.V {
				if _, taken := out[i]; !taken && reflect.DeepEqual(stop.Items[j], s.Items.V[i]) {
					out[i] = atStop{n, j}
					break
				}
			}
		}
	}
	return out
}

// recarry notes another carrier: of a load that left it is only what is on record; one that was offered is handed over.
func (a *Area) recarry(ctx context.Context, tx *store.Tx, s Shipment, scac string) (Shipment, error) {
	name, ok, err := a.Carriers.CarrierName(ctx, tx, scac)
	if err != nil {
		return s, err
	}
	if !ok {
		return s, fail.Invalid(fail.Of("Carrier", "carrier-unknown", "carrier", scac))
	}
	if s.Status == Tendered || s.Status == Confirmed {
		if s, err = a.handOver(ctx, tx, s, freight.Correction{Carrier: scac, CarrierName: name}); err != nil {
			return s, err
		}
	}
	s.Carrier, s.CarrierName = scac, name
	_, err = tx.ExecContext(ctx, `UPDATE shipment SET bol = ?, pro = ?, carrier = ?, carrier_name = ?, clauses = ? WHERE id = ?`, s.BOL, s.PRO, s.Carrier, s.CarrierName, s.Clauses, s.ID)
	return s, err
}

// ownBOL refuses a bill's number that another shipment has, or to leave a tendered one without.
func ownBOL(ctx context.Context, tx *store.Tx, s Shipment) error {
	if s.BOL == "" {
		if s.Carrier == "" {
			return nil
		}
		return fail.Invalid(fail.Of("BOL", "field-required"))
	}
	other, ok, err := store.Get[string](ctx, tx, `SELECT s.number FROM shipment_ref r JOIN shipment s ON s.id = r.shipment_id WHERE r.value = upper(?1) AND upper(s.bol) = upper(?1) AND s.id <> ?2 LIMIT 1`, s.BOL, s.ID)
	if err == nil && ok {
		err = fail.Invalid(fail.Of("BOL", "bol-of-another", "number", other))
	}
	return err
}

// retype has the entry say what the shipment does, so that whoever opens it to go on typing begins from what was corrected.
func retype(ctx context.Context, tx *store.Tx, s Shipment) error {
	k, ok, err := store.Get[stored](ctx, tx, `SELECT * FROM shipment_entry WHERE shipment_id = ?`, s.ID)
	if err != nil || !ok {
		return err
	}
	e := &k.Entry.V
	e.Customer, e.Terms, e.ShipOn, e.PickupFrom, e.PickupTo, e.DeliverBy, e.Carrier, e.PRO, e.Instruction = s.Customer, s.Terms, s.ShipOn, s.PickupFrom, s.PickupTo, s.ArriveBy, s.Carrier, s.PRO, s.Instruction
	e.Origin, e.Destination = s.Origin.V, s.Destination.V
	if payer := s.BillTo.V; s.Terms == "T" {
		e.BillTo = &payer
	}
	e.Refs = slices.DeleteFunc(slices.Clone(s.Refs.V), func(r string) bool { return r == e.PO })
	if !slices.Contains(s.Refs.V, e.PO) {
		e.PO = ""
	}
	if len(e.Items) == len(s.Items.V) {
		e.Items = slices.Clone(e.Items)
		for i, it := range s.Items.V {
			l := &e.Items[i]
			l.Code, l.Description, l.Pieces, l.PackageType, l.Pallets, l.Weight, l.Each = it.Code, it.Description, it.Pieces, it.PackageType, it.Pallets, it.Weight, false
			l.Class, l.NMFC, l.Length, l.Width, l.Height, l.Volume, l.LinearFeet, l.Stackable, l.Temperature, l.Hazmat = it.Class, it.NMFC, it.Length, it.Width, it.Height, it.Volume, it.LinearFeet, it.Stackable, it.Temperature, it.Hazmat
		}
	}
	return store.Put(ctx, tx, "shipment_entry", "shipment_id", k)
}

// StatusOf is a status and the steps that the user may take from it.
type StatusOf struct {
	Status Status `json:"Status"`
	Steps  []Step `json:"Steps"`
}

// Step is a step of the state machine.
type Step struct {
	Action string `json:"Action"`
	To     Status `json:"To"`
}

// Statuses lists the statuses that a shipment may have, each with the steps from it that the user's rights allow.
func (a *Area) Statuses(_ context.Context, tx *store.Tx, _ op.None) ([]StatusOf, error) {
	out := []StatusOf{}
	for _, s := range Status("").Values() {
		of := StatusOf{Status(s), []Step{}}
		for _, m := range machine.Moves {
			needs := right.MoveLoads
			if m.Op == byVoid || m.Op == byArchive {
				needs = right.Void
			}
			if string(m.From) == s && m.Op != "" && tx.By.May(needs) {
				of.Steps = append(of.Steps, Step{m.Action, m.To})
			}
		}
		out = append(out, of)
	}
	return out, nil
}
