package warehouse

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

const (
	holdFor  = 10 * time.Minute // that a time is held while a partner says the rest
	holdMost = 3                // times that a partner holds at once: the oldest gives way
	nearBy   = 5                // free times that are named to who lost one
	nearDays = 7                // days before and after it that they are looked for in
)

// hold is a time that is kept for a partner until a moment.
type hold struct {
	ID        string     `db:"id"`
	Warehouse string     `db:"warehouse"`
	Direction string     `db:"direction"`
	LoadType  string     `db:"load_type"`
	Day       string     `db:"day"`
	Start     string     `db:"start"`
	Minutes   int64      `db:"minutes"`
	BookerID  string     `db:"booker_id"`
	MadeAt    store.Time `db:"made_at"`
	Until     store.Time `db:"until"`
	Load      string     `db:"shipment_id"`
	Instead   string     `db:"appointment_id"` // the appointment that would be given the time
	Wait      string     `db:"wait_id"`        // who waits for such a time, where it is an offer to them
}

// within has what follows see one warehouse: a partner sees those that it books at.
func within(tx *store.Tx, warehouse string) { tx.By.Warehouses = []string{warehouse} }

// HoldSlot keeps a time for a partner for ten minutes, by the same judgement as booking it. Asked again under the same id it holds what is asked last, in all no longer than
// the warehouse says.
func (a *Area) HoldSlot(ctx context.Context, tx *store.Tx, b freight.Booker, w freight.SlotWanted) (freight.SlotHeld, error) {
	if _, err := tx.ExecContext(ctx, `DELETE FROM warehouse_hold WHERE until <= ?1 AND wait_id = '' OR booker_id = ?2 AND wait_id = '' AND (id = ?3 OR id NOT IN (SELECT id FROM warehouse_hold WHERE booker_id = ?2 AND wait_id = '' ORDER BY made_at DESC, id DESC LIMIT ?4))`,
		store.At(tx.Now), b.ID, w.ID, holdMost-1); err != nil {
		return freight.SlotHeld{}, err
	}
	if err := letGo(ctx, tx, b.ID); err != nil {
		return freight.SlotHeld{}, err
	}
	was, now, err := a.wanted(ctx, tx, b, w)
	if err != nil {
		return freight.SlotHeld{}, err
	}
	now, err = a.book(ctx, tx, was, now, terms{booker: b.Kind, daySeen: true, holding: true})
	if err != nil {
		return freight.SlotHeld{}, a.lost(ctx, tx, b, now, err)
	}
	if taken, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM warehouse_hold WHERE id = ?1) OR EXISTS (SELECT 1 FROM warehouse_appointment WHERE id = ?1)`, w.ID); err != nil || taken {
		if err == nil {
			err = fail.Conflict("appointment-over")
		}
		return freight.SlotHeld{}, err
	}
	until, err := holdUntil(ctx, tx, b.ID, now)
	if err != nil {
		return freight.SlotHeld{}, err
	}
	h := holdOf(w.ID, was, now, b.ID, tx.Now, until)
	if err := store.Insert(ctx, tx, "warehouse_hold", h); err != nil {
		return h.held(), err
	}
	return h.held(), a.Jobs.AddAt(ctx, tx, OfferJob, OfferJob+":"+ulid.Make().String(), until, Due{h.Warehouse, h.Day})
}

// holdOf holds the time of what would be an appointment, or another time for the one that there was.
func holdOf(id string, was *Appointment, now Appointment, booker string, at, until time.Time) hold {
	h := hold{ID: id, Warehouse: now.Warehouse, Direction: now.Direction, LoadType: now.LoadType, Day: now.Day, Start: now.Start, Minutes: now.Minutes, BookerID: booker, MadeAt: store.At(at), Until: store.At(until), Load: now.ShipmentID}
	if was != nil {
		h.Instead = was.ID
	}
	return h
}

// promised is when the time that is asked for was held for a partner under its key, where it still is: on the terms of then it is booked.
func promised(ctx context.Context, tx *store.Tx, b freight.Booker, id string) (*hold, error) {
	h, ok, err := store.Get[hold](ctx, tx, `SELECT * FROM warehouse_hold WHERE id = ? AND booker_id = ? AND until > ?`, id, b.ID, store.At(tx.Now))
	if err != nil || !ok {
		return nil, err
	}
	return &h, nil
}

// asOf is when the limits of an appointment are judged: when its very time was held for it, or now.
func (h *hold) asOf(was *Appointment, p Appointment, now time.Time) time.Time {
	instead := ""
	if was != nil {
		instead = was.ID
	}
	if h == nil || h.Warehouse != p.Warehouse || h.Direction != p.Direction || h.Day != p.Day || h.Start != p.Start || h.LoadType != p.LoadType || h.Load != p.ShipmentID || h.Instead != instead {
		return now
	}
	return h.MadeAt.Time
}

func (h hold) held() freight.SlotHeld {
	return freight.SlotHeld{ID: h.ID, Day: h.Day, Start: h.Start, Minutes: h.Minutes, Until: h.Until.UTC().Format(time.RFC3339)}
}

// DropHold gives a time back that a partner wants no more.
func (a *Area) DropHold(ctx context.Context, tx *store.Tx, b freight.Booker, id string) error {
	h, ok, err := store.Get[hold](ctx, tx, `SELECT * FROM warehouse_hold WHERE id = ? AND booker_id = ? AND wait_id = ''`, id, b.ID)
	if err != nil || !ok {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM warehouse_hold WHERE id = ?`, id); err != nil {
		return err
	}
	if err := letGo(ctx, tx, b.ID); err != nil {
		return err
	}
	return a.freed(ctx, tx, h.Warehouse, h.Day, h.Day)
}

// wanted is what a partner's appointment would be.
func (a *Area) wanted(ctx context.Context, tx *store.Tx, b freight.Booker, w freight.SlotWanted) (was *Appointment, now Appointment, err error) {
	if w.ShipmentID != "" && !slices.Contains(b.Loads, w.ShipmentID) {
		return nil, now, fail.NotFound("shipment-unknown")
	}
	id := w.AppointmentID
	if id == "" && w.ShipmentID != "" {
		has, ok, err := openFor(ctx, tx, w.ShipmentID)
		if err != nil {
			return nil, now, err
		}
		if ok {
			id = has.ID
		}
	}
	now = Appointment{ID: w.ID, State: "booked", MadeAt: store.At(tx.Now), Bound: []string{}, Booker: b.Kind, BookerID: b.ID, Carrier: b.Name, Warehouse: w.Warehouse, Direction: w.Direction, ShipmentID: w.ShipmentID, LoadType: w.LoadType}
	if id != "" {
		before, err := a.partners(ctx, tx, b, id)
		if err != nil {
			return nil, now, err
		}
		if err := toCome(ctx, tx, before); err != nil {
			return nil, now, err
		}
		was, now = &before, before
		now.LoadType = cmp.Or(w.LoadType, before.LoadType)
		if now.LoadType != before.LoadType {
			now.Minutes = 0 // as long as the other type takes
		}
		if w.Day != before.Day || w.Start != before.Start {
			now.Door = "" // it was given for the other time
		}
	}
	within(tx, now.Warehouse)
	now.Day, now.Start = w.Day, w.Start
	now.PO, now.SaidBOL, now.SaidLoad, now.Note = cmp.Or(w.PO, now.PO), cmp.Or(w.BOL, now.SaidBOL), cmp.Or(w.Load, now.SaidLoad), cmp.Or(w.Note, now.Note)
	now.Reference = cmp.Or(now.Reference, now.SaidLoad, now.SaidBOL, now.PO)
	if was == nil && now.ShipmentID == "" { // what the site knows nothing of comes only as what it opened to such
		kinds, err := loadTypesOf(ctx, tx, now.Warehouse, now.Direction)
		if err == nil && len(openTo(kinds, b.Kind)) == 0 {
			err = fail.Invalid(fail.Of("WarehouseId", "load-type-not-yours"))
		}
		if err != nil {
			return nil, now, err
		}
		if err := judgeMany(ctx, tx, now.Warehouse, b.ID); err != nil {
			return nil, now, err
		}
	}
	return was, now, nil
}

// TakeSlot books a time for a partner, or gives an appointment of its own another one. A time that went to another truck is answered with the nearest that are free.
func (a *Area) TakeSlot(ctx context.Context, tx *store.Tx, b freight.Booker, w freight.SlotWanted) (freight.SlotBooked, error) {
	held, err := promised(ctx, tx, b, w.ID)
	if err != nil {
		return freight.SlotBooked{}, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM warehouse_hold WHERE id = ? AND booker_id = ?`, w.ID, b.ID); err != nil {
		return freight.SlotBooked{}, err
	}
	if others, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM warehouse_hold WHERE id = ?)`, w.ID); err != nil || others { // it would count as its own place
		if err == nil {
			err = fail.Conflict("appointment-over")
		}
		return freight.SlotBooked{}, err
	}
	if w.ID != w.AppointmentID { // told again after the answer was lost: what became of it since then stands
		if known, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM warehouse_appointment WHERE id = ?)`, w.ID); err != nil || known {
			if err == nil {
				err = fail.Conflict("appointment-over")
			}
			return freight.SlotBooked{}, err
		}
	}
	was, now, err := a.wanted(ctx, tx, b, w)
	if err != nil {
		return freight.SlotBooked{}, err
	}
	if now.ShipmentID == "" && now.Reference == "" {
		return freight.SlotBooked{}, fail.Invalid(fail.Of("LoadNumber", "field-required"))
	}
	now, err = a.book(ctx, tx, was, now, terms{booker: b.Kind, daySeen: true, held: held})
	if err != nil {
		return freight.SlotBooked{}, a.lost(ctx, tx, b, now, err)
	}
	if err := a.answered(ctx, tx, b.ID, w.ID, now); err != nil {
		return freight.SlotBooked{}, err
	}
	if held != nil && (held.Day != now.Day || held.Start != now.Start) {
		if err := a.freed(ctx, tx, held.Warehouse, held.Day, held.Day); err != nil {
			return freight.SlotBooked{}, err
		}
	}
	what := "booked"
	if was != nil {
		what = "moved"
	}
	if err := a.tellOffice(ctx, tx, b, now, what); err != nil {
		return freight.SlotBooked{}, err
	}
	return a.Slot(ctx, tx, b, now.ID)
}

// CancelSlot gives the time of a partner's appointment back, within the limits of its load types.
func (a *Area) CancelSlot(ctx context.Context, tx *store.Tx, b freight.Booker, id string) (freight.SlotBooked, error) {
	p, err := a.partners(ctx, tx, b, id)
	if err != nil {
		return freight.SlotBooked{}, err
	}
	if p.State == "cancelled" {
		return a.Slot(ctx, tx, b, id)
	}
	if err := toCome(ctx, tx, p); err != nil {
		return freight.SlotBooked{}, err
	}
	if p, err = a.MoveAppointment(ctx, tx, MoveReq{ID: id, State: "cancelled"}); err != nil {
		return freight.SlotBooked{}, err
	}
	if err := a.tellOffice(ctx, tx, b, p, "cancelled"); err != nil {
		return freight.SlotBooked{}, err
	}
	return a.Slot(ctx, tx, b, id)
}

// ConfirmSlot notes that a partner says that its truck comes. Said again, the first word stands.
func (a *Area) ConfirmSlot(ctx context.Context, tx *store.Tx, b freight.Booker, id string) (freight.SlotBooked, error) {
	was, err := a.partners(ctx, tx, b, id)
	if err != nil {
		return freight.SlotBooked{}, err
	}
	if was.State != "booked" {
		return freight.SlotBooked{}, fail.Conflict("appointment-over").With(was)
	}
	if was.ConfirmAt.IsZero() {
		now := was
		now.ConfirmAt, now.ConfirmBy = store.At(tx.Now), cmp.Or(b.By, b.Name)
		if err := write(ctx, tx, &was, &now); err != nil {
			return freight.SlotBooked{}, err
		}
	}
	return a.Slot(ctx, tx, b, id)
}

// toCome refuses what a partner would change of an appointment whose truck is there, or whose time has come: whether one came late or not at all is the warehouse's to say.
func toCome(ctx context.Context, tx *store.Tx, p Appointment) error {
	shown, err := asShown(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	due, err := isDue(ctx, tx, p)
	if err == nil && (due || shown.State != "booked") {
		err = fail.Conflict("appointment-over").With(p)
	}
	return err
}

// partners finds an appointment of a partner: one that one of its loads has, whoever booked it, or that it booked for no load of ours. Any other is as unknown as none, also where a
// load that it had is another carrier's by now. What follows sees its warehouse.
func (a *Area) partners(ctx context.Context, tx *store.Tx, b freight.Booker, id string) (Appointment, error) {
	p, ok, err := store.Get[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE id = ?`, id)
	if err != nil {
		return p, err
	}
	own := slices.Contains(b.Loads, p.ShipmentID)
	if p.ShipmentID == "" {
		own = p.BookerID != "" && p.BookerID == b.ID
	}
	if !ok || !own {
		return p, fail.NotFound("appointment-unknown")
	}
	within(tx, p.Warehouse)
	return p.called(), nil
}

// lost says to who wanted a time that another has which ones are near; any other refusal is as it is.
func (a *Area) lost(ctx context.Context, tx *store.Tx, b freight.Booker, now Appointment, refused error) error {
	f, ok := fail.As(refused)
	if !ok || len(f.Fields) != 1 || !slices.Contains([]string{"appointment-slot-full", "appointment-slot-off", "appointment-blocked", "appointment-no-slot", "appointment-in-past", "appointment-too-long"}, f.Fields[0].Code) {
		return refused
	}
	near, err := a.nearest(ctx, tx, b.Kind, now)
	if err != nil {
		return err
	}
	if len(near) == 0 {
		return fail.Invalid(fail.Of("StartTime", "appointment-slot-none-near", "day", now.Day, "time", now.Start, "days", nearDays)).With(near)
	}
	said := make([]string, len(near))
	for i, n := range near {
		said[i] = n.Day + " " + n.Start
	}
	return fail.Invalid(fail.Of("StartTime", "appointment-slot-lost", "day", now.Day, "time", now.Start, "near", strings.Join(said, ", "))).With(near)
}

// nearest are the free times nearest to one, the earliest first.
func (a *Area) nearest(ctx context.Context, tx *store.Tx, booker string, p Appointment) ([]freight.SlotFree, error) {
	day, err := time.Parse(time.DateOnly, p.Day)
	if err != nil {
		return nil, err
	}
	until := ""
	if p.ShipmentID != "" {
		load, err := a.Loads.Consignment(ctx, tx, p.ShipmentID)
		if err != nil {
			return nil, err
		}
		until = max(load.ShipOn, load.ArriveBy)
	}
	o, err := a.FreeSlots(ctx, tx, freight.SlotsAsked{Until: until, Warehouse: p.Warehouse, Direction: p.Direction, From: day.AddDate(0, 0, -nearDays).Format(time.DateOnly), Days: 2*nearDays + 1, Booker: booker, LoadType: p.LoadType})
	if err != nil {
		return nil, err
	}
	at := minutesOf(p.Day, p.Start)
	off := func(f freight.SlotFree) int { d := minutesOf(f.Day, f.Start) - at; return max(d, -d) }
	slices.SortStableFunc(o.Free, func(x, y freight.SlotFree) int { return off(x) - off(y) })
	near := o.Free[:min(nearBy, len(o.Free))]
	slices.SortFunc(near, func(x, y freight.SlotFree) int {
		return minutesOf(x.Day, x.Start) - minutesOf(y.Day, y.Start)
	})
	return near, nil
}

// tellOffice tells the office what a partner did.
func (a *Area) tellOffice(ctx context.Context, tx *store.Tx, b freight.Booker, p Appointment, what string) error {
	return tx.Emit(ctx, event.OfficeTold{Warehouse: p.Warehouse, Code: "notify-appointment-" + what, Params: map[string]any{"carrier": b.Name, "name": cmp.Or(b.By, b.Name), "number": p.called().Called, "day": p.Day, "time": p.Start},
		Link: fmt.Sprintf("/DockScheduler?warehouse=%s&day=%s", p.Warehouse, p.Day)})
}
