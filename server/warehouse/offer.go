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

// OfferJob gives times whose hold or offer has ended to who waits next.
const OfferJob = "warehouse-offer"

// offerTries are the times that are judged in full for one that waits, after which it is the turn of the next one. Times that its load types or its length rule out are none of them.
const offerTries = 5

// Jobs does something later.
type Jobs interface {
	AddAt(ctx context.Context, tx *store.Tx, kind, key string, due time.Time, payload any) error
}

// Due names the time at a warehouse whose hold ends.
type Due struct {
	Warehouse string `json:"warehouse"`
	Day       string `json:"day"`
}

// OfferDue offers the time of a hold or an offer that has ended.
func (a *Area) OfferDue(ctx context.Context, org *store.DB, d Due) error {
	_, err := org.Write(ctx, store.Command{Name: OfferJob, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		return a.freed(ctx, tx, d.Warehouse, d.Day, d.Day)
	}})
	return err
}

// Waited lists the warehouses that somebody waits at.
func (a *Area) Waited(ctx context.Context, tx *store.Tx) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT DISTINCT warehouse FROM warehouse_wait WHERE state IN ('waiting', 'offered') ORDER BY warehouse`)
}

// OfferAt offers what has become free at a warehouse in any other way, as by other hours. It is asked hourly, for one after the other.
func (a *Area) OfferAt(ctx context.Context, tx *store.Tx, warehouse string) error {
	return a.freed(ctx, tx, warehouse, tx.Now.AddDate(0, 0, -1).Format(time.DateOnly), tx.Now.AddDate(0, 0, waitAhead).Format(time.DateOnly))
}

// freed offers what is free at a warehouse from one day to another to who waits, in the order of the list, each one time at a time: of those that it suits the first has it,
// held until it answers or its time to do so is over. What nobody has taken in time goes to the next.
func (a *Area) freed(ctx context.Context, tx *store.Tx, warehouse, first, last string) error {
	return a.freedBut(ctx, tx, "", warehouse, first, last)
}

// freedBut does so for all but who waits for one load, which may be empty.
func (a *Area) freedBut(ctx context.Context, tx *store.Tx, load, warehouse, first, last string) error {
	some, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM warehouse_wait WHERE warehouse = ? AND state IN ('waiting', 'offered'))`, warehouse)
	if err != nil || !some {
		return err
	}
	zone, err := zoneOf(ctx, tx, warehouse)
	if err != nil {
		return err
	}
	today := tx.Now.In(zone)
	first = max(first, today.Format(time.DateOnly))
	last = min(last, today.AddDate(0, 0, waitAhead).Format(time.DateOnly))
	late, err := store.Select[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE warehouse = ? AND state = 'offered' AND until <= ?`, warehouse, store.At(tx.Now))
	if err != nil {
		return err
	}
	for _, w := range late {
		day, err := a.unoffer(ctx, tx, &w, "waiting", lapsed)
		if err != nil {
			return err
		}
		first, last = min(first, max(day, today.Format(time.DateOnly))), max(last, day)
	}
	over, err := store.Select[Wait](ctx, tx, `UPDATE warehouse_wait SET state = 'over' WHERE warehouse = ? AND state = 'waiting' AND until_day < ? RETURNING *`, warehouse, today.Format(time.DateOnly))
	if err != nil {
		return err
	}
	for _, w := range over {
		if err := a.tellEnded(ctx, tx, w, "over"); err != nil {
			return err
		}
	}
	if last < first {
		return nil
	}
	list, err := store.Select[Wait](ctx, tx, `SELECT * FROM warehouse_wait WHERE warehouse = ? AND state = 'waiting' AND from_day <= ? AND until_day >= ? AND (shipment_id = '' OR shipment_id <> ?) ORDER BY n LIMIT ?`, warehouse, last, first, load, waitMost)
	if err != nil || len(list) == 0 {
		return err
	}
	sees := tx.By.Warehouses
	within(tx, warehouse) // whoever freed the time: others are offered it
	defer func() { tx.By.Warehouses = sees }()
	t, err := termsOf(ctx, tx, warehouse)
	if err != nil {
		return err
	}
	open := frees{area: a, zone: zone, from: first, until: last, by: map[string]*calendar{}, days: map[string][]SlotTime{}, links: map[string]bool{}}
	for _, w := range list {
		if err := a.offerTo(ctx, tx, &open, w, t); err != nil {
			return err
		}
	}
	return nil
}

// frees are the times of some days as they become fewer while they are offered.
type frees struct {
	area        *Area
	zone        *time.Location
	from, until string
	by          map[string]*calendar  // by direction
	days        map[string][]SlotTime // by direction, day and the appointment that is left out
	links       map[string]bool       // by SCAC, whether it can answer
}

func (f *frees) stands(ctx context.Context, tx *store.Tx, scac string) (bool, error) {
	known, ok := f.links[scac]
	if ok {
		return known, nil
	}
	stands, err := f.area.Partners.LinkStands(ctx, tx, scac)
	f.links[scac] = stands
	return stands, err
}

func (f *frees) calendar(ctx context.Context, tx *store.Tx, warehouse, direction string) (*calendar, error) {
	if c := f.by[direction]; c != nil {
		return c, nil
	}
	first, err := time.Parse(time.DateOnly, f.from)
	if err != nil {
		return nil, err
	}
	last, err := time.Parse(time.DateOnly, f.until)
	if err != nil {
		return nil, err
	}
	c, err := f.area.calendar(ctx, tx, warehouse, direction, f.from, int(last.Sub(first).Hours()/24)+2)
	f.by[direction] = &c
	return &c, err
}

// of gives the slots of a day as they are without an appointment that would be given another time; nil for none. An appointment of another day is in nobody's way.
func (f *frees) of(c *calendar, day string, was *Appointment, now time.Time) []SlotTime {
	without := ""
	if was != nil {
		from, midnight := minutesOf(was.Day, was.Start), minutesOf(day, "00:00")
		if from < midnight+2*dayLong && midnight < from+int(was.Minutes) { // a slot of the evening ends on the day after
			without = was.ID
		}
	}
	key := c.plan.Direction + day + without
	times, ok := f.days[key]
	if !ok {
		times = c.ofBut(day, without, now)
		f.days[key] = times
	}
	return slices.Clone(times)
}

// offerTo offers one that waits the first time that suits it: in its window, as long as its load type takes, and within the limits that would hold if it were booked now.
func (a *Area) offerTo(ctx context.Context, tx *store.Tx, open *frees, w Wait, t BookingTermsReq) error {
	c, err := open.calendar(ctx, tx, w.Warehouse, w.Direction)
	if fail.CodeOf(err) == "slots-none" {
		return nil
	}
	if err != nil {
		return err
	}
	kind, err := kindOf(ctx, tx, w.Warehouse, w.Direction, w.LoadType, w.Booker)
	if _, refused := fail.As(err); refused { // it is not given out to such any more
		return nil
	}
	if err != nil {
		return err
	}
	if w.Booker != "" {
		stands, err := open.stands(ctx, tx, w.BookerID)
		if err != nil || !stands { // it could not answer
			return err
		}
	}
	passed, err := passedBy(ctx, tx, w)
	if err != nil {
		return err
	}
	was, now, err := a.wouldBe(ctx, tx, w)
	if _, refused := fail.As(err); refused { // whatever the time
		return nil
	}
	if err != nil {
		return err
	}
	if kind != nil {
		now.LoadType, now.Minutes = cmp.Or(now.LoadType, kind.ID), cmp.Or(now.Minutes, kind.Minutes)
	}
	types, err := bindingAs(ctx, tx, was, now)
	if err != nil {
		return err
	}
	tries := 0
	for day, _ := time.Parse(time.DateOnly, max(w.FromDay, open.from)); day.Format(time.DateOnly) <= min(w.UntilDay, open.until); day = day.AddDate(0, 0, 1) {
		times := c.forTypes(types, now.Minutes, open.of(c, day.Format(time.DateOnly), was, tx.Now), open.of(c, day.AddDate(0, 0, 1).Format(time.DateOnly), was, tx.Now), tx.Now)
		for _, s := range times {
			if s.Free == 0 || !w.wants(s.Day, s.Start) || slices.Contains(passed, s.Day+" "+s.Start) || was != nil && was.Day == s.Day && was.Start == s.Start {
				continue
			}
			if tries++; tries > offerTries {
				return nil
			}
			now.Day, now.Start = s.Day, s.Start
			why, err := a.offer(ctx, tx, w, was, now, t, open)
			if err != nil || why == suited || why == badWait {
				return err
			}
			if why == badDay {
				break
			}
		}
	}
	return nil
}

// passedBy are the times that one that waits was offered and has declined or let lapse. A partner is judged by all that it waits or waited for there: what it let go goes to others, under whatever key it asks again.
func passedBy(ctx context.Context, tx *store.Tx, w Wait) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT day || ' ' || start FROM warehouse_wait_passed WHERE wait_id = ?1 AND why <> 'withdrawn'
UNION SELECT p.day || ' ' || p.start FROM warehouse_wait o JOIN warehouse_wait_passed p ON p.wait_id = o.id WHERE p.why <> 'withdrawn' AND o.booker_id = ?2 AND ?2 <> '' AND o.warehouse = ?3 AND o.direction = ?4 AND p.day BETWEEN ?5 AND ?6`,
		w.ID, w.BookerID, w.Warehouse, w.Direction, w.FromDay, w.UntilDay)
}

// suits tells what came of a time that is judged for one that waits.
type suits int

const (
	suited  suits = iota // it is offered
	badTime              // another time may do
	badDay               // another day may do
	badWait              // whatever the time
)

// whyNot tells whether another time may do after a refusal.
func whyNot(f *fail.Error) suits {
	why := badWait
	for _, field := range f.Fields {
		switch {
		case field.Field == "StartTime" || field.Code == "appointment-too-long":
			why = badTime
		case field.Field == "SlotDate":
			why = min(why, badDay)
		default:
			return badWait
		}
	}
	return why
}

// offer holds a time for one that waits and tells it, if it could book it now: what would be its appointment is judged as if it did.
func (a *Area) offer(ctx context.Context, tx *store.Tx, w Wait, was *Appointment, now Appointment, t BookingTermsReq, open *frees) (suits, error) {
	now, err := a.book(ctx, tx, was, now, terms{booker: w.Booker, daySeen: true, holding: true})
	if f, refused := fail.As(err); refused {
		return whyNot(f), nil
	}
	if err != nil {
		return badTime, err
	}
	until := tx.Now.Add(time.Duration(t.Offer) * time.Minute)
	if at, _ := instant(now.Day, now.Start, open.zone); at.Before(until) {
		until = at
	}
	h := holdOf(ulid.Make().String(), was, now, w.BookerID, tx.Now, until)
	h.Wait = w.ID
	if err := store.Insert(ctx, tx, "warehouse_hold", h); err != nil {
		return badTime, err
	}
	for _, c := range open.by {
		c.booked = append(c.booked, booking{ID: h.ID, Day: h.Day, Start: h.Start, Minutes: h.Minutes, Direction: h.Direction}.spanned())
	}
	clear(open.days)
	w.State, w.HoldID, w.Day, w.Start, w.Until = "offered", h.ID, h.Day, h.Start, h.Until
	if err := store.Put(ctx, tx, "warehouse_wait", "id", w); err != nil {
		return badTime, err
	}
	if err := a.Jobs.AddAt(ctx, tx, OfferJob, OfferJob+":"+h.ID, until, Due{w.Warehouse, w.Day}); err != nil {
		return badTime, err
	}
	return suited, a.tellOffer(ctx, tx, w, open.zone)
}

// wouldBe is what the appointment of one that waits would be, at a time that is not known yet.
func (a *Area) wouldBe(ctx context.Context, tx *store.Tx, w Wait) (*Appointment, Appointment, error) {
	if w.Booker == "" {
		return a.waitsFor(ctx, tx, w, "", "")
	}
	b := freight.Booker{Kind: w.Booker, ID: w.BookerID, Name: w.Carrier, By: w.AskedBy}
	if w.ShipmentID != "" {
		hauls, err := a.hauls(ctx, tx, w.BookerID, w.ShipmentID)
		if err != nil {
			return nil, Appointment{}, err
		}
		if hauls { // else it is another's by now, or nobody's
			b.Loads = []string{w.ShipmentID}
		}
	}
	return a.wanted(ctx, tx, b, freight.SlotWanted{ID: ulid.Make().String(), Warehouse: w.Warehouse, Direction: w.Direction, ShipmentID: w.ShipmentID, LoadType: w.LoadType})
}

// tellOffer tells who waits of the time that is held for it.
func (a *Area) tellOffer(ctx context.Context, tx *store.Tx, w Wait, zone *time.Location) error {
	site, err := find(ctx, tx, w.Warehouse)
	if err != nil {
		return err
	}
	until := w.Until.In(zone).Format("2006-01-02 15:04")
	if w.Booker == "" {
		if w.AskedBy == "" {
			return nil
		}
		return tx.Emit(ctx, event.UserTold{User: w.AskedBy, Code: "notify-appointment-offered", Params: map[string]any{"reference": w.Reference, "site": site.Name, "day": w.Day, "time": w.Start, "until": until},
			Link: fmt.Sprintf("/DockScheduler?warehouse=%s&day=%s", w.Warehouse, w.Day)})
	}
	to := site.Address.V
	place := strings.Join(slices.DeleteFunc([]string{to.Street, to.City, to.State + " " + to.Zip}, func(s string) bool { return strings.TrimSpace(s) == "" }), ", ")
	return tx.Emit(ctx, event.SlotOffered{ID: w.HoldID, Carrier: w.BookerID, Day: w.Day, Start: w.Start, Until: until, Site: site.Name, Place: place, Reference: w.Reference})
}
