package tracking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Source is who told of an event.
type Source string

// The sources.
const (
	Hand       Source = "hand"
	Terminal49 Source = "terminal49"
	Forwarder  Source = "forwarder" // by the link that the office sent it
)

// Values lists the sources.
func (Source) Values() []string { return []string{"hand", "terminal49", "forwarder"} }

// Event is what was told of a container or rail car. Nothing changes it but that another one corrects it.
type Event struct {
	ID         string     `json:"EventId" db:"id"`
	UnitID     string     `json:"ContainerId" db:"unit_id"`
	ShipmentID string     `json:"ShipmentId" db:"shipment_id"`
	Warehouse  string     `json:"-" db:"warehouse"`
	Source     Source     `json:"Source" db:"source"`
	SourceID   string     `json:"-" db:"source_id"`
	Code       Code       `json:"Code" db:"code"`
	Estimated  bool       `json:"Estimated" db:"estimated"`
	EventAt    store.Time `json:"EventAt" db:"event_at"` // when it happened, or is expected to
	Zone       string     `json:"Zone" db:"zone"`
	Place      string     `json:"Place" db:"place"`
	LoCode     string     `json:"LoCode" db:"locode"`
	Lat        *float64   `json:"Lat" db:"lat"`
	Lon        *float64   `json:"Lon" db:"lon"`
	Vessel     string     `json:"Vessel" db:"vessel"`
	Voyage     string     `json:"Voyage" db:"voyage"`
	SaidBy     SaidBy     `json:"SaidBy" db:"said_by"` // whom the source has it from
	Note       string     `json:"Note" db:"note"`
	ToldAt     store.Time `json:"ToldAt" db:"told_at"` // when the source came to know it
	LoggedAt   store.Time `json:"LoggedAt" db:"logged_at"`
	By         string     `json:"By" db:"by_user"`
	ByName     string     `json:"ByName" db:"by_name"`
	ReplacedBy string     `json:"ReplacedBy" db:"replaced_by"` // the event that corrects this one; empty where it stands

	corrects string // the event that a person puts this one in the place of
}

// SaidBy is whom a provider has an event from.
type SaidBy string

// Values lists them.
func (SaidBy) Values() []string { return []string{"", "line", "terminal", "ais"} }

// same reports whether two events say the same.
func (e Event) same(o Event) bool {
	return e.Code == o.Code && e.Estimated == o.Estimated && e.EventAt.Equal(o.EventAt.Time) && e.LoCode == o.LoCode && e.Place == o.Place && e.Vessel == o.Vessel && e.Voyage == o.Voyage
}

// eventsOf gives a unit's events, the latest first.
func eventsOf(ctx context.Context, tx *store.Tx, unitID string) ([]Event, error) {
	return store.Select[Event](ctx, tx, `SELECT * FROM tracking_event WHERE unit_id = ? ORDER BY event_at DESC, told_at DESC, id DESC`, unitID)
}

// record adds an event to a unit, once. What its source has told before, in these words, is known; in other words it is a correction, and the one that the
// source told last stands, in whatever order they come. An estimate stands until the next one of the same.
func (a *Area) record(ctx context.Context, tx *store.Tx, u Unit, e Event) (fresh bool, err error) {
	e.ID, e.UnitID, e.ShipmentID, e.Warehouse, e.LoggedAt = ulid.Make().String(), u.ID, u.ShipmentID, u.Warehouse, store.At(tx.Now)
	e.By, e.ByName = tx.By.User, tx.By.Name
	if e.SourceID == "" {
		e.SourceID = e.ID
	}
	if e.Zone == "" {
		e.Zone = u.Zone
	}
	others, err := store.Select[Event](ctx, tx, `SELECT * FROM tracking_event WHERE unit_id = ? ORDER BY told_at, id`, u.ID)
	if err != nil {
		return false, err
	}
	for _, o := range others {
		if o.Source == e.Source && o.SourceID == e.SourceID && o.same(e) && !o.ToldAt.Before(e.ToldAt.Time) {
			return false, nil
		}
	}
	for _, o := range others {
		of := o.Source == e.Source && o.SourceID == e.SourceID || e.Estimated && o.Estimated && o.Code == e.Code
		switch {
		case o.ID == e.corrects: // whatever the source's clock says, the person has seen it
		case !of:
			continue
		case o.ToldAt.After(e.ToldAt.Time): // also where that one was replaced in its turn: what it said is no longer what this one is older than
			if e.corrects == "" {
				e.ReplacedBy = o.ID
			}
			continue
		case o.ReplacedBy != "":
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE tracking_event SET replaced_by = ? WHERE id = ?`, e.ID, o.ID); err != nil {
			return false, err
		}
	}
	if err := store.Insert(ctx, tx, "tracking_event", e); err != nil {
		return false, fmt.Errorf("insert event: %w", err)
	}
	return true, a.follow(ctx, tx, u.ID)
}

// follow writes what a unit's events come to, and moves the shipment as far as they bring it.
func (a *Area) follow(ctx context.Context, tx *store.Tx, unitID string) error {
	was, err := store.Find[Unit](ctx, tx, fail.NotFound("container-unknown"), `SELECT * FROM tracking_unit WHERE id = ?`, unitID)
	if err != nil {
		return err
	}
	events, err := eventsOf(ctx, tx, unitID)
	if err != nil {
		return err
	}
	u := was
	u.LastCode, u.LastAt, u.LastPlace, u.LastZone, u.ArrivedAt = "", store.Time{}, "", "", store.Time{}
	u.ETA, u.ETACode, u.ETAZone, u.ETAPlace, u.ETAWas, u.ETAWhy, u.ETANote, u.ETATold = store.Time{}, "", "", "", store.Time{}, "", "", store.Time{}
	happened := map[Code]Event{}
	for _, e := range events { // the latest first
		if e.ReplacedBy != "" || e.Estimated {
			continue
		}
		if u.LastCode == "" {
			u.LastCode, u.LastAt, u.LastPlace, u.LastZone = e.Code, e.EventAt, e.Place, e.Zone
		}
		happened[e.Code] = e // the first of several, as they come from the latest
	}
	for _, e := range slices.Backward(events) {
		if e.ReplacedBy == "" && e.Vessel != "" {
			u.Vessel, u.Voyage = e.Vessel, e.Voyage
		}
	}
	for _, c := range expected {
		if e, ok := happened[c]; ok && u.ArrivedAt.IsZero() {
			u.ArrivedAt = e.EventAt
		}
	}
	all := changes(events)
	for _, c := range expected {
		i := slices.IndexFunc(all, func(x Change) bool { return x.Code == c && x.Standing })
		if _, done := happened[c]; done || i < 0 {
			if done {
				break // it is there; what was expected before that is over
			}
			continue
		}
		x := all[i]
		u.ETA, u.ETACode, u.ETAZone, u.ETAPlace, u.ETAWas, u.ETAWhy, u.ETANote, u.ETATold = x.To, c, x.Zone, x.Place, x.From, x.Why, x.Note, x.At
		break
	}
	if err := store.Put(ctx, tx, "tracking_unit", "id", u); err != nil {
		return err
	}
	return a.bring(ctx, tx, u.ShipmentID)
}

// bring moves a shipment by what all of its containers and cars have done: it is on its way with the first, and there with the last. A container that is booked and has no
// number yet is one that is not there. What was corrected since moves it back.
func (a *Area) bring(ctx context.Context, tx *store.Tx, shipmentID string) error {
	type done struct {
		UnitID string     `db:"unit_id"`
		Code   Code       `db:"code"`
		At     store.Time `db:"event_at"`
	}
	list, err := store.Select[done](ctx, tx, `SELECT unit_id, code, event_at FROM tracking_event WHERE shipment_id = ? AND replaced_by = '' AND estimated = 0 ORDER BY event_at`, shipmentID)
	if err != nil {
		return err
	}
	n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM tracking_unit WHERE shipment_id = ?`, shipmentID)
	if err != nil {
		return err
	}
	booked, err := a.Bookings.BookedContainers(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	n = max(n, booked)
	var left, there time.Time
	arrived := map[string]bool{}
	for _, d := range list {
		stage := codeOf(d.Code).Stage
		if stage != NoStage && left.IsZero() {
			left = d.At.Time
		}
		if stage == There && !arrived[d.UnitID] {
			arrived[d.UnitID], there = true, d.At.Time
		}
	}
	if left.IsZero() {
		return a.Shipments.Withdraw(ctx, tx, shipmentID, "")
	}
	if err := a.Shipments.Advance(ctx, tx, shipmentID, string(PickedUp), left); err != nil {
		return err
	}
	if len(arrived) < n {
		return a.Shipments.Withdraw(ctx, tx, shipmentID, string(PickedUp))
	}
	return a.Shipments.Advance(ctx, tx, shipmentID, string(There), there)
}

// NoteReq is an event as a person enters it.
type NoteReq struct {
	UnitID    string `json:"ContainerId" validate:"required,max=40"`
	Code      Code   `json:"Code" validate:"required,oneof=empty-out gate-in loaded departed transshipment-arrived transshipment-discharged transshipment-loaded transshipment-departed arrived berthed discharged held available gate-out rail-loaded rail-departed passed interchanged rail-arrived rail-unloaded inland-arrived placed delivered empty-in bad-order delayed"`
	Estimated bool   `json:"Estimated"`
	EventAt   string `json:"EventAt" validate:"required,max=16"` // 2026-11-25T14:30 on the place's clock
	Place     string `json:"Place" validate:"max=60" field:"trim"`
	Vessel    string `json:"Vessel" validate:"max=60" field:"trim"`
	Voyage    string `json:"Voyage" validate:"max=20" field:"upper,trim"`
	Note      string `json:"Note" validate:"max=300" field:"trim"`
	Corrects  string `json:"Corrects" validate:"max=40"` // the event in whose place this one stands
}

// toldWithin is how long ago a forwarder may tell of: an ocean voyage with its customs, and no slip of a year.
const toldWithin = 180 * 24 * time.Hour

const onClock = "2006-01-02T15:04"

// Check judges what tags cannot.
func (r *NoteReq) Check() (bad []fail.Field) {
	if _, err := time.Parse(onClock, r.EventAt); err != nil {
		bad = append(bad, fail.Of("EventAt", "field-not-clock"))
	}
	if r.Estimated && !slices.Contains(expected, r.Code) {
		bad = append(bad, fail.Of("Code", "field-not-offered", "limit", "arrived rail-arrived inland-arrived delivered"))
	}
	return bad
}

// Note records an event that a person knows of. Its time is read by the clock of its place, or by the warehouse's where nobody knows that.
func (a *Area) Note(ctx context.Context, tx *store.Tx, req NoteReq) (Dossier, error) {
	u, err := findUnit(ctx, tx, req.UnitID)
	if err != nil {
		return Dossier{}, err
	}
	if err := a.note(ctx, tx, u, Event{Source: Hand}, req); err != nil {
		return Dossier{}, err
	}
	return a.Details(ctx, tx, UnitReq{ID: u.ID})
}

// note records an event of a source as somebody enters it.
func (a *Area) note(ctx context.Context, tx *store.Tx, u Unit, e Event, req NoteReq) error {
	e.Code, e.Estimated, e.Place, e.Zone, e.Vessel, e.Voyage, e.Note, e.ToldAt = req.Code, req.Estimated, req.Place, u.Zone, req.Vessel, req.Voyage, req.Note, store.At(tx.At)
	if p, ok := portNamed(req.Place); ok {
		e.LoCode, e.Place, e.Zone, e.Lat, e.Lon = p.Code, p.Name, p.Zone, &p.Lat, &p.Lon
	}
	in, err := time.LoadLocation(cmp.Or(e.Zone, "UTC"))
	if err != nil {
		return fmt.Errorf("zone of %s: %w", u.Warehouse, err)
	}
	at, err := time.ParseInLocation(onClock, req.EventAt, in)
	if err != nil {
		return err
	}
	if !req.Estimated && at.After(tx.Now.Add(time.Minute)) {
		return fail.Invalid(fail.Of("EventAt", "tracking-ahead"))
	}
	if e.Source == Forwarder && at.Before(tx.Now.Add(-toldWithin)) {
		return fail.Invalid(fail.Of("EventAt", "tracking-long-ago"))
	}
	e.EventAt = store.At(at)
	if req.Corrects != "" {
		was, ok, err := store.Get[Event](ctx, tx, `SELECT * FROM tracking_event WHERE id = ? AND unit_id = ?`, req.Corrects, u.ID)
		if err != nil {
			return err
		}
		if !ok || e.Source == Forwarder && was.Source != Forwarder { // what others told is not a forwarder's to correct
			return fail.Invalid(fail.Of("Corrects", "field-not-id"))
		}
		if was.ReplacedBy != "" { // somebody else was first
			return fail.Conflict("row-changed-meanwhile")
		}
		e.corrects = was.ID
	}
	_, err = a.record(ctx, tx, u, e)
	return err
}

// LogReq names a shipment, by its key or any of its numbers.
type LogReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=60"`
}

// LogEntry is an event of a shipment with the container or car that it is of.
type LogEntry struct {
	Event
	Number string   `json:"ContainerNumber" db:"number"`
	Kind   UnitKind `json:"Kind" db:"kind"`
}

// EventLog gives all that was told of a shipment's containers and rail cars, the latest first.
func (a *Area) EventLog(ctx context.Context, tx *store.Tx, req LogReq) ([]LogEntry, error) {
	id, err := a.Shipments.Resolve(ctx, tx, req.ShipmentID)
	if err != nil {
		return nil, err
	}
	return store.Select[LogEntry](ctx, tx, `SELECT e.*, u.number, u.kind FROM tracking_event e JOIN tracking_unit u ON u.id = e.unit_id WHERE e.shipment_id = ? ORDER BY e.event_at DESC, e.told_at DESC, e.id DESC LIMIT 2000`, id)
}
