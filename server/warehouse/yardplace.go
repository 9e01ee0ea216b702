package warehouse

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/store"
)

// PlaceReq says where a trailer stands.
type PlaceReq struct {
	TrailerID string `json:"TrailerId" validate:"required,max=40"`
	Place            // none is somewhere in the yard
}

// Check refuses a place that is a spot and a door.
func (r *PlaceReq) Check() []fail.Field { return r.twice() }

// PlaceTrailer says where a trailer stands now. What was seen before it was last placed is in the history alone.
func (a *Area) PlaceTrailer(ctx context.Context, tx *store.Tx, req PlaceReq) (Trailer, error) {
	t, err := trailerOf(ctx, tx, req.TrailerID)
	if err != nil {
		return t, err
	}
	if t, err = a.place(ctx, tx, t, req.Place, tx.At); err != nil {
		return t, err
	}
	m, open, err := openMove(ctx, tx, t.ID)
	if err != nil || !open || m.Place != t.Place || t.none() {
		return t, err
	}
	return t, m.end(ctx, tx, MoveDone, "")
}

// placeSeen is when somebody last said where a trailer stands: that it came there, or that it stands there still.
func (t Trailer) placeSeen() time.Time { return later(t.PlacedAt.Time, t.SeenAt.Time) }

// lastSeen is when somebody last had to do with a trailer.
func (t Trailer) lastSeen() time.Time {
	return later(later(t.placeSeen(), t.ReadAt.Time), t.NotedAt.Time)
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// confirm notes that a trailer was seen where it is known to stand.
func (a *Area) confirm(ctx context.Context, tx *store.Tx, t Trailer, at time.Time) (Trailer, error) {
	if !store.At(at).After(t.placeSeen()) {
		return t, nil
	}
	t.SeenAt = store.At(at)
	return t, a.keepTrailer(ctx, tx, t, "seen", map[string]any{})
}

// place has a trailer stand somewhere since a time, unless it was placed or seen where it stands later than that.
func (a *Area) place(ctx context.Context, tx *store.Tx, t Trailer, to Place, at time.Time) (Trailer, error) {
	if t.Place == to {
		return a.confirm(ctx, tx, t, at)
	}
	name := placeName(ctx, tx, to)
	if store.At(at).Before(t.placeSeen()) {
		if err := a.exists(ctx, tx, t.Warehouse, to); err != nil {
			return t, err
		}
		return t, a.note(ctx, tx, t, "moved-before", map[string]any{"to": name})
	}
	if err := a.mayStand(ctx, tx, t, to, at); err != nil {
		return t, err
	}
	from := placeName(ctx, tx, t.Place)
	t.Place, t.PlacedAt = to, store.At(at)
	return t, a.keepTrailer(ctx, tx, t, "moved", map[string]any{"from": from, "to": name})
}

// placeName is a place as on its sign; empty where it is none.
func placeName(ctx context.Context, tx *store.Tx, p Place) string {
	if p.RowID == "" {
		return p.Door
	}
	name, _, err := store.Get[string](ctx, tx, `SELECT name FROM warehouse_yard_row WHERE id = ?`, p.RowID)
	if err != nil || name == "" {
		return strconv.FormatInt(p.Spot, 10)
	}
	return name + " " + strconv.FormatInt(p.Spot, 10)
}

// exists wants a place that the warehouse has. It is no malformed request: the spot may have been there when a device queued it.
func (a *Area) exists(ctx context.Context, tx *store.Tx, warehouse string, p Place) error {
	switch {
	case p.none():
		return nil
	case p.Door != "":
		site, err := find(ctx, tx, warehouse)
		if err == nil && !slices.Contains(site.Doors.V, p.Door) {
			err = fail.Conflict("door-unknown", "door", p.Door, "warehouse", warehouse)
		}
		return err
	}
	row, ok, err := store.Get[YardRow](ctx, tx, `SELECT * FROM warehouse_yard_row WHERE id = ? AND warehouse = ?`, p.RowID, warehouse)
	if err == nil && (!ok || !row.has(p.Spot)) {
		err = fail.Conflict("yard-spot-unknown", "spot", placeName(ctx, tx, p), "warehouse", warehouse)
	}
	return err
}

// mayStand refuses a place where another trailer stands, and a door where a truck is that came without one of the yard's, or that a gate had when the trailer came to it.
func (a *Area) mayStand(ctx context.Context, tx *store.Tx, t Trailer, p Place, at time.Time) error {
	if p.none() {
		return nil
	}
	if err := a.exists(ctx, tx, t.Warehouse, p); err != nil {
		return err
	}
	other, taken, err := standsOn(ctx, tx, t.Warehouse, p, t.ID)
	if err != nil {
		return err
	}
	if taken {
		return takenBy(ctx, tx, p, other).With(t)
	}
	if p.Door == "" {
		return nil
	}
	return a.doorOpen(ctx, tx, t, p.Door, at)
}

func takenBy(ctx context.Context, tx *store.Tx, p Place, other Trailer) *fail.Error {
	if p.Door != "" {
		return fail.Conflict("door-taken-trailer", "door", p.Door, "trailer", other.Number, "carrier", cmp.Or(other.CarrierName, "–"))
	}
	return fail.Conflict("yard-spot-taken", "spot", placeName(ctx, tx, p), "trailer", other.Number, "carrier", cmp.Or(other.CarrierName, "–"))
}

// doorOpen refuses a door at which the dock has another trailer, to which a driver was sent, or that a gate had been given by a time.
func (a *Area) doorOpen(ctx context.Context, tx *store.Tx, t Trailer, door string, at time.Time) error {
	load, ok, err := a.Floor.LoadAtDoor(ctx, tx, t.Warehouse, door)
	if err != nil {
		return err
	}
	if ok && load.Trailer != "" && bareOf(load.Trailer) != bareOf(t.Number) && (t.ShipmentID == "" || load.ShipmentID != t.ShipmentID) {
		return fail.Conflict("door-taken", "door", door, "carrier", load.Carrier, "bol", load.BOL).With(t)
	}
	until, held, err := a.heldSince(ctx, tx, t.Warehouse, door, at)
	if err != nil {
		return err
	}
	if held {
		return fail.Conflict("door-held-gate", "door", door, "until", until).With(t)
	}
	p, ok, err := standsAt(ctx, tx, t.Warehouse, door, tx.Now, "")
	if err != nil || !ok {
		return err
	}
	others, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM warehouse_visit WHERE appointment_id = ? AND left_at IS NULL AND trailer <> '' AND id <> ?`, p.ID, t.VisitID)
	if err == nil && others > 0 {
		return fail.Conflict("door-taken-appointment", "door", door, "carrier", p.Carrier, "number", p.called().Called).With(t)
	}
	return err
}

// standsOn finds another trailer on a spot or at a door.
func standsOn(ctx context.Context, tx *store.Tx, warehouse string, p Place, but string) (Trailer, bool, error) {
	return store.Get[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE warehouse = ? AND row_id = ? AND spot = ? AND door = ? AND left_at IS NULL AND id <> ? LIMIT 1`, warehouse, p.RowID, p.Spot, p.Door, but)
}

// yardHas reports whether a trailer stands at a door, or is to be moved there.
func yardHas(ctx context.Context, tx *store.Tx, warehouse, door string) (bool, error) {
	yes, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM warehouse_trailer WHERE warehouse = ?1 AND door = ?2 AND left_at IS NULL)
OR EXISTS (SELECT 1 FROM warehouse_yard_move WHERE warehouse = ?1 AND door = ?2 AND state = 'open')`, warehouse, door)
	return yes, err
}

// TrailerAt names the yard's trailer that stands at a door, unless it is one's own.
func (a *Area) TrailerAt(ctx context.Context, tx *store.Tx, warehouse, door, own string) (carrier, number string, ok bool, err error) {
	t, ok, err := standsOn(ctx, tx, warehouse, Place{Door: door}, "")
	if err != nil || !ok || own != "" && bareOf(own) == bareOf(t.Number) {
		return "", "", false, err
	}
	return t.CarrierName, t.Number, true, nil
}

// TrailerToDoor notes that the dock works on a load's trailer at a door. The dock stands before it: another trailer that the yard had there is somewhere else by now.
func (a *Area) TrailerToDoor(ctx context.Context, tx *store.Tx, warehouse, door, shipmentID, number, scac, carrier string) error {
	if door == "" {
		return nil
	}
	t, ok, err := store.Get[Trailer](ctx, tx, `SELECT t.* FROM warehouse_trailer t JOIN warehouse_visit v ON v.id = t.visit_id WHERE t.warehouse = ? AND t.left_at IS NULL AND v.shipment_id = ? AND v.left_at IS NULL LIMIT 1`, warehouse, shipmentID)
	if err == nil && !ok && number != "" {
		t, ok, err = a.loadsTrailer(ctx, tx, warehouse, door, number, scac, carrier)
	}
	if err != nil {
		return err
	}
	if ok && t.Door == door {
		if t.ShipmentID == shipmentID {
			return nil
		}
		t.ShipmentID = shipmentID
		return store.Put(ctx, tx, "warehouse_trailer", "id", t)
	}
	other, taken, err := standsOn(ctx, tx, warehouse, Place{Door: door}, t.ID)
	if err != nil {
		return err
	}
	if taken && store.At(tx.At).Before(other.placeSeen()) { // it came to the door after that
		return nil
	}
	if taken && (ok || number != "") {
		other.Place, other.PlacedAt = Place{}, store.At(tx.At)
		if err := a.keepTrailer(ctx, tx, other, "moved", map[string]any{"from": door, "to": ""}); err != nil {
			return err
		}
	}
	if !ok || store.At(tx.At).Before(t.placeSeen()) {
		return nil
	}
	if err := a.exists(ctx, tx, warehouse, Place{Door: door}); err != nil {
		if _, refused := fail.As(err); refused { // the dock loads at a door that the site does not list
			return nil
		}
		return err
	}
	from := placeName(ctx, tx, t.Place)
	t.Place, t.PlacedAt, t.ShipmentID = Place{Door: door}, store.At(tx.At), shipmentID
	return a.keepTrailer(ctx, tx, t, "moved", map[string]any{"from": from, "to": door})
}

// loadsTrailer finds a load's trailer in the yard by what the dock knows of it: the carrier's, or the only one of that number where nobody has said whose it is, or what stands at
// the door. Where it may be another it is left where it is, and the office is told.
func (a *Area) loadsTrailer(ctx context.Context, tx *store.Tx, warehouse, door, number, scac, carrier string) (Trailer, bool, error) {
	list, err := trailersCalled(ctx, tx, warehouse, number, "")
	if err != nil || len(list) == 0 {
		return Trailer{}, false, err
	}
	if i := slices.IndexFunc(list, func(t Trailer) bool { return t.Door == door }); i >= 0 {
		return list[i], true, nil
	}
	if t, ok := firstOf(list, scac, carrier); ok {
		return t, true, nil
	}
	if len(list) == 1 && list[0].nobodys() {
		return list[0], true, nil
	}
	if other, ok := unsure(list, scac); ok {
		return Trailer{}, false, a.tellTwice(ctx, tx, other, carrier)
	}
	return Trailer{}, false, nil
}

// signed has a load's trailer hold no door any more: its driver drives off, and says so at the gate or does not. Until then it is somewhere in the yard, so that its driver may
// still leave it here. One that stays without its tractor stands where it is, and so does one that somebody put there since.
func (a *Area) signed(ctx context.Context, tx *store.Tx, e event.BillSigned) error {
	load, _, err := a.Floor.AtGate(ctx, tx, e.ShipmentID)
	if err != nil {
		return err
	}
	list, err := store.Select[Trailer](ctx, tx, `SELECT t.* FROM warehouse_trailer t WHERE t.warehouse = ?1 AND t.left_at IS NULL AND t.door <> '' AND NOT t.dropped AND max(t.placed_at, COALESCE(t.seen_at, 0)) <= ?5
AND (t.shipment_id = ?2 OR EXISTS (SELECT 1 FROM warehouse_visit v WHERE v.id = t.visit_id AND v.shipment_id = ?2) OR ?3 <> '' AND t.door = ?4 AND `+bareNumber+` = ?3)`,
		e.Warehouse, e.ShipmentID, bareOf(e.Trailer), load.Door, store.At(tx.At))
	if err != nil {
		return err
	}
	for _, t := range list {
		from := t.Door
		t.Place, t.PlacedAt = Place{}, store.At(tx.At)
		if err := a.keepTrailer(ctx, tx, t, "moved", map[string]any{"from": from, "to": ""}); err != nil {
			return err
		}
	}
	return nil
}
