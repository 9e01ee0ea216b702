package warehouse

import (
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/store/listing"
)

// What a partner sees of its times, and what its carrier is told of them.

const (
	shownBack = 2   // days after which a partner sees an appointment no more
	shownMost = 300 // appointments that a partner sees
	dueBefore = 30 * time.Hour
	dueAtOnce = 200 // appointments that are asked to be confirmed in one command
)

// SlotSites lists where and in which directions a kind of partner may book a time without a load of ours.
func (a *Area) SlotSites(ctx context.Context, tx *store.Tx, kind string) ([]freight.SlotSite, error) {
	sites, err := store.Select[Site](ctx, tx, `SELECT `+columns+` FROM warehouse_site ORDER BY name`)
	if err != nil {
		return nil, err
	}
	out := []freight.SlotSite{}
	for _, s := range sites {
		for _, direction := range []string{Inbound, Outbound, Transfer} {
			all, err := loadTypesOf(ctx, tx, s.ID, direction)
			if err != nil {
				return nil, err
			}
			if open := openTo(all, kind); len(open) > 0 {
				p := s.Address.V
				out = append(out, freight.SlotSite{Warehouse: s.ID, Name: s.Name, City: p.City, State: p.State, Zone: s.Zone, Direction: direction, Kinds: offered(open)})
			}
		}
	}
	return out, nil
}

// SlotsOf lists the appointments that a partner's loads have, and those that it booked for none, from the last days on.
func (a *Area) SlotsOf(ctx context.Context, tx *store.Tx, b freight.Booker) ([]freight.SlotBooked, error) {
	list, err := store.Select[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE (booker_id = ?1 AND ?1 <> '' AND shipment_id = '' OR shipment_id <> '' AND shipment_id IN (SELECT value FROM json_each(?2))) AND day >= ?3 AND state <> 'cancelled'
ORDER BY `+toComeFirst("", "?5")+` LIMIT ?4`, b.ID, listing.Texts(b.Loads), tx.Now.AddDate(0, 0, -shownBack).Format(time.DateOnly), shownMost, earliestToday(tx.Now))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, byTime)
	out := make([]freight.SlotBooked, 0, len(list))
	for _, p := range list {
		s, err := a.slotOf(ctx, tx, p)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// Slot is one appointment of a partner as it sees it.
func (a *Area) Slot(ctx context.Context, tx *store.Tx, b freight.Booker, id string) (freight.SlotBooked, error) {
	p, err := a.partners(ctx, tx, b, id)
	if err != nil {
		return freight.SlotBooked{}, err
	}
	return a.slotOf(ctx, tx, p)
}

func (a *Area) slotOf(ctx context.Context, tx *store.Tx, p Appointment) (freight.SlotBooked, error) {
	site, err := find(ctx, tx, p.Warehouse)
	if err != nil {
		return freight.SlotBooked{}, err
	}
	types, err := binding(ctx, tx, p)
	if err != nil {
		return freight.SlotBooked{}, err
	}
	shown, err := asShown(ctx, tx, p.ID) // the dock may know that its truck is there
	if err != nil {
		return freight.SlotBooked{}, err
	}
	p.State = shown.State
	out := freight.SlotBooked{Appointed: p.appointed(), ID: p.ID, Warehouse: p.Warehouse, Site: site.Name, City: site.Address.V.City, Zone: site.Zone, Direction: p.Direction, ShipmentID: p.ShipmentID, Reference: p.Reference,
		LoadType: p.LoadType, PO: p.PO, BOL: p.SaidBOL, Load: p.SaidLoad, Note: p.Note, Confirmed: !p.ConfirmAt.IsZero()}
	for _, t := range types {
		if t.ID == p.LoadType {
			out.Kind = t.Name
		}
	}
	if p.State != "booked" {
		return out, nil
	}
	zone, err := time.LoadLocation(site.Zone)
	if err != nil {
		return out, err
	}
	at, _ := instant(p.Day, p.Start, zone)
	out.MayMove, out.MayCancel = at.After(tx.Now), at.After(tx.Now)
	for _, t := range types {
		out.MayMove = out.MayMove && t.mayMove(p, zone, tx.Now) == nil
		out.MayCancel = out.MayCancel && (t.CancelHours == 0 || at.Sub(tx.Now) >= time.Duration(t.CancelHours)*time.Hour)
	}
	return out, nil
}

// tell has an appointment's carrier hear of it: who booked it, or hauls its load.
func (a *Area) tell(ctx context.Context, tx *store.Tx, p Appointment, load *freight.Consignment, moved, byCarrier bool) error {
	scac, reference := p.BookerID, p.Reference
	if load != nil {
		scac, reference = load.Carrier, load.Number
	}
	what := "booked"
	if moved {
		what = "moved"
	}
	return a.emit(ctx, tx, p, scac, reference, what, byCarrier)
}

func (a *Area) tellCancelled(ctx context.Context, tx *store.Tx, p Appointment) error {
	scac, reference, err := a.carrierOf(ctx, tx, p)
	if err != nil {
		return err
	}
	return a.emit(ctx, tx, p, scac, reference, "cancelled", tx.By.User == "" && p.BookerID != "")
}

// carrierOf is whose truck comes by an appointment, and what it is known by there.
func (a *Area) carrierOf(ctx context.Context, tx *store.Tx, p Appointment) (scac, reference string, err error) {
	if p.ShipmentID == "" {
		return p.BookerID, p.Reference, nil
	}
	load, err := a.Loads.Consignment(ctx, tx, p.ShipmentID)
	if _, refused := fail.As(err); refused { // it is no more
		return p.BookerID, p.Reference, nil
	}
	return load.Carrier, load.Number, err
}

func (a *Area) emit(ctx context.Context, tx *store.Tx, p Appointment, scac, reference, what string, byCarrier bool) error {
	if scac == "" {
		return nil
	}
	site, err := find(ctx, tx, p.Warehouse)
	if err != nil {
		return err
	}
	to := site.Address.V
	place := strings.Join(slices.DeleteFunc([]string{to.Street, to.City, to.State + " " + to.Zip}, func(s string) bool { return strings.TrimSpace(s) == "" }), ", ")
	return tx.Emit(ctx, event.AppointmentSet{ID: p.ID, Carrier: scac, What: what, ByCarrier: byCarrier, Number: p.called().Called, Day: p.Day, Start: p.Start, Site: site.Name, Place: place, Reference: reference})
}

// Remind asks carriers, once for each, to confirm appointments that are due within a day or so. It gives how many it asked about.
func (a *Area) Remind(ctx context.Context, tx *store.Tx) (int, error) {
	list, err := store.Select[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE state = 'booked' AND confirmed_at IS NULL AND reminded_at IS NULL AND day BETWEEN ? AND ? AND (booker_id <> '' OR shipment_id <> '') ORDER BY day, start LIMIT ?`,
		tx.Now.AddDate(0, 0, -1).Format(time.DateOnly), tx.Now.AddDate(0, 0, 2).Format(time.DateOnly), dueAtOnce)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, p := range list {
		zone, err := zoneOf(ctx, tx, p.Warehouse)
		if err != nil {
			return n, err
		}
		if at, _ := instant(p.Day, p.Start, zone); at.Before(tx.Now) || at.Sub(tx.Now) > dueBefore {
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE warehouse_appointment SET reminded_at = ? WHERE id = ?`, store.At(tx.Now), p.ID); err != nil {
			return n, err
		}
		n++
		scac, reference, err := a.carrierOf(ctx, tx, p)
		if err == nil {
			err = a.emit(ctx, tx, p, scac, reference, "due", false)
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
