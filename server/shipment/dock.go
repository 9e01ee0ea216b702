package shipment

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/store"
)

// PutOnDockReq has a shipment loaded at its warehouse.
type PutOnDockReq struct {
	ShipmentID string     `json:"ShipmentId" validate:"required,max=40"`
	Door       string     `json:"Door" validate:"max=20"`
	DueAt      store.Time `json:"DueAt"`
}

// PutOnDock hands a tendered or confirmed shipment to its warehouse's dock.
func (a *Area) PutOnDock(ctx context.Context, tx *store.Tx, req PutOnDockReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	if err := unless(s.Status == Tendered || s.Status == Confirmed, "shipment-not-ready-for-dock", s); err != nil {
		return s, err
	}
	if err := unless(!s.Inbound, "shipment-comes-in", s); err != nil { // what the dock is told is loaded there
		return s, err
	}
	if err := unless(!s.OnDock, "shipment-on-dock", s); err != nil {
		return s, err
	}
	if err := papers(s); err != nil { // by the order's name for the goods
		return s, err
	}
	if err := a.Papers.Certifiable(ctx, tx, s.ID, freight.Loading{}); err != nil { // the driver must not be the first to learn of it
		return s, err
	}
	if !req.DueAt.IsZero() {
		if err := a.keepsAppointment(ctx, tx, s, req.DueAt.Time); err != nil {
			return s, err
		}
		s.DueAt = req.DueAt
	}
	s.OnDock, s.ChangedAt = true, store.At(tx.Now)
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET on_dock = 1, due_at = ?, changed_at = ? WHERE id = ?`, s.DueAt, s.ChangedAt, s.ID); err != nil {
		return s, err
	}
	if err := a.repicked(ctx, tx, &s); err != nil {
		return s, err
	}
	if err := Append(ctx, tx, s.ID, "docked", map[string]any{"door": req.Door, "dueAt": s.DueAt}); err != nil {
		return s, err
	}
	return s, a.tell(ctx, tx, s, req.Door)
}

// keepsAppointment refuses a time for a load's truck that is not the one of its appointment.
func (a *Area) keepsAppointment(ctx context.Context, tx *store.Tx, s Shipment, at time.Time) error {
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return err
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return fmt.Errorf("zone of a warehouse: %w", err)
	}
	if wall := at.In(loc); !s.outside(wall.Format(time.DateOnly), wall.Format("15:04")) {
		return nil
	}
	number, day, start, ok, err := a.Diary.Binds(ctx, tx, s.ID)
	if err == nil && ok {
		err = fail.Conflict("appointment-stands", "number", number, "day", day, "time", start)
	}
	return err
}

// papers refuses a load whose shipping papers would lack what the law asks of its hazardous lines. It is asked at each step that hands the load on: a line may
// have come in before the check did.
func papers(s Shipment) error {
	if bad := s.hazmatLacks(); len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	return nil
}

// hazmatLacks are what the papers lack of the hazardous lines of which there is anything.
func (s Shipment) hazmatLacks() []fail.Field {
	items := slices.Clone(s.Items.V)
	for i := range items {
		if !s.goes(i) {
			items[i].Hazmat = nil
		}
	}
	return rule.HazmatLoad(items, s.EmergencyPhone)
}

// tell has the dock know what it is to load. Told again, it takes over what changed; without a door it keeps its own.
func (a *Area) tell(ctx context.Context, tx *store.Tx, s Shipment, door string) error {
	e := event.ShipmentDocked{ShipmentID: s.ID, Warehouse: s.Warehouse, BOL: s.BOL, PRO: s.PRO, Carrier: s.Carrier, CarrierName: s.CarrierName, Orders: s.Orders.V,
		ShipOn: s.ShipOn, Door: door, Consignee: s.Destination.V.Name, City: s.Destination.V.City, Region: s.Destination.V.State,
		Pieces: s.Pieces, Pallets: s.Pallets, Weight: s.Weight.V, Hazmat: []string{}, Items: s.Items.V}
	if !s.DueAt.IsZero() {
		e.DueAt = s.DueAt.UnixMilli()
	}
	if s.PickupTo != "" {
		_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
		if err != nil {
			return err
		}
		by, err := due(closes(s), s.PickupTo, zone)
		if err != nil {
			return err
		}
		if !by.IsZero() && by.After(s.DueAt.Time) { // a time of its own, given past the window, leaves none
			e.DueBy = by.UnixMilli()
		}
	}
	for _, it := range s.aboard() {
		if it.Temperature != "" && !strings.Contains(e.Temperature, it.Temperature) {
			e.Temperature = strings.TrimPrefix(e.Temperature+"; "+it.Temperature, "; ")
		}
		if it.Hazmat != nil {
			e.Hazmat = append(e.Hazmat, it.Hazmat.Line())
		}
	}
	return tx.Emit(ctx, e)
}

// UpdateScheduleReq sets when the truck comes.
type UpdateScheduleReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	ShipOn     string `json:"ShipOn" validate:"required,day"`
	PickupFrom string `json:"PickupByFromTime"`
	PickupTo   string `json:"PickupByToTime"`
	DaySeen    bool   `json:"DaySeen"` // the day is meant, although carriers do not run on it
}

// Check judges what tags cannot.
func (r *UpdateScheduleReq) Check() []fail.Field {
	_, _, bad := window(r.PickupFrom, r.PickupTo)
	return bad
}

// stopped tells of a load that a carrier has and that stands still. What the carrier agreed to is not changed meanwhile: it would come back as confirmed, and
// nobody would have told the carrier.
func (s Shipment) stopped() bool { return s.Status == Exception }

// moved tells others that a load's pickup is at another time: who holds its appointment may refuse it.
func moved(ctx context.Context, tx *store.Tx, s, before Shipment) error {
	if s.Inbound || s.Warehouse == before.Warehouse && s.ShipOn == before.ShipOn && s.PickupFrom == before.PickupFrom && s.PickupTo == before.PickupTo {
		return nil
	}
	return tx.Emit(ctx, event.PickupMoved{ShipmentID: s.ID, Warehouse: s.Warehouse, Day: s.ShipOn, From: s.PickupFrom, To: s.PickupTo})
}

// Appoint sets the day and the window of a load's pickup to those of its appointment at the warehouse. A window that stands already is left alone.
func (a *Area) Appoint(ctx context.Context, tx *store.Tx, shipmentID, day, from, to string, daySeen bool) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil || s.ShipOn == day && s.PickupFrom == from && s.PickupTo == to {
		return err
	}
	_, err = a.UpdateSchedule(ctx, tx, UpdateScheduleReq{shipmentID, day, from, to, daySeen})
	return err
}

// AppointAgreed does so where the load's carrier chose the time itself: it is not asked about it again, unless its price is another then. That it picks up on the day is its own word.
func (a *Area) AppointAgreed(ctx context.Context, tx *store.Tx, shipmentID, day, from, to string) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil || s.ShipOn == day && s.PickupFrom == from && s.PickupTo == to {
		return err
	}
	_, err = a.reschedule(ctx, tx, UpdateScheduleReq{shipmentID, day, from, to, true}, true)
	return err
}

// UpdateSchedule sets the day and the window of a pickup that has not happened yet.
func (a *Area) UpdateSchedule(ctx context.Context, tx *store.Tx, req UpdateScheduleReq) (Shipment, error) {
	return a.reschedule(ctx, tx, req, false)
}

// reschedule does so; agreed tells that the load's carrier chose the time.
func (a *Area) reschedule(ctx context.Context, tx *store.Tx, req UpdateScheduleReq, agreed bool) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	if err := unless(s.Status != InTransit && s.Status != Delivered && s.Status != Archived, "shipment-status-refused", s); err != nil {
		return s, err
	}
	if err := unless(!s.stopped(), "shipment-stopped-first", s); err != nil {
		return s, err
	}
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return s, err
	}
	before := s
	s.ShipOn, s.ChangedAt = req.ShipOn, store.At(tx.Now)
	s.PickupFrom, s.PickupTo, _ = window(req.PickupFrom, req.PickupTo)
	if !s.Inbound {
		if s.DueAt, err = due(s.ShipOn, s.PickupFrom, zone); err != nil {
			return s, err
		}
	}
	if s.ShipOn != before.ShipOn || s.PickupFrom != before.PickupFrom || s.PickupTo != before.PickupTo || req.DaySeen {
		code, name, err := a.closedOn(ctx, tx, s, zone, tx.At)
		switch {
		case err != nil:
			return s, err
		case code == "":
			s.DaySeen = ""
		case !isOver(code) && req.DaySeen:
			s.DaySeen = s.ShipOn
		case !isOver(code) && before.DaySeen == s.ShipOn: // another window on a day that was confirmed
		case code == "pickup-window-over":
			return before, fail.Invalid(fail.Of("PickupByToTime", code, "day", s.ShipOn, "time", closeTime(s, zone))).With(before)
		default:
			return before, fail.Invalid(fail.Of("ShipOn", code, "day", s.ShipOn, "holiday", name, "hours", name)).With(before)
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET ship_on = ?, pickup_from = ?, pickup_to = ?, due_at = ?, day_seen = ?, changed_at = ? WHERE id = ?`,
		s.ShipOn, s.PickupFrom, s.PickupTo, s.DueAt, s.DaySeen, s.ChangedAt, s.ID); err != nil {
		return s, err
	}
	if err := a.repicked(ctx, tx, &s); err != nil {
		return s, err
	}
	if err := Append(ctx, tx, s.ID, "rescheduled", map[string]any{"before": before.ShipOn, "shipOn": s.ShipOn, "pickupFrom": s.PickupFrom, "pickupTo": s.PickupTo}); err != nil {
		return s, err
	}
	if err := moved(ctx, tx, s, before); err != nil {
		return s, err
	}
	if s.ShipOn != before.ShipOn && (s.Status == Tendered || s.Status == Confirmed) && s.Carrier != "" { // rules count for days
		if err := a.against(ctx, tx, s); err != nil {
			return s, err
		}
	}
	same := false
	if agreed {
		if same, err = a.costsTheSame(ctx, tx, &s); err != nil {
			return s, err
		}
	}
	if !same {
		if s, err = a.changed(ctx, tx, s, before); err != nil {
			return s, err
		}
	}
	if !s.OnDock {
		return s, nil
	}
	return s, a.tell(ctx, tx, s, "")
}

// costsTheSame prices a load anew after a change, and reports whether its price is what its carrier accepted.
func (a *Area) costsTheSame(ctx context.Context, tx *store.Tx, s *Shipment) (bool, error) {
	const cost = `SELECT * FROM shipment_cost WHERE id = ?`
	was, priced, err := store.Get[Cost](ctx, tx, cost, s.ID)
	if err != nil {
		return false, err
	}
	if err := a.reprice(ctx, tx, s, "changed"); err != nil {
		return false, err
	}
	now, still, err := store.Get[Cost](ctx, tx, cost, s.ID)
	return priced == still && was.TotalMinor == now.TotalMinor && was.Currency == now.Currency, err
}
