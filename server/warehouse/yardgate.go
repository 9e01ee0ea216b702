package warehouse

import (
	"context"
	"slices"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/evidence"
	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// trailerCame enters the trailer that a driver said to have brought into the yard. One of that number and carrier that stands on a spot left unseen, since it comes by the gate
// again; one that another truck brought is the same: it was said twice. Where it may be another, or was seen on its spot lately, both are here until the office has looked.
func (a *Area) trailerCame(ctx context.Context, tx *store.Tx, v Visit, p Appointment) error {
	if v.Trailer == "" {
		return nil
	}
	scac, name, err := a.namedCarrier(ctx, tx, v.Carrier)
	if err != nil {
		return err
	}
	list, err := trailersCalled(ctx, tx, v.Warehouse, v.Trailer, "")
	if err != nil {
		return err
	}
	if was, known := firstOf(list, scac, name); known {
		over, err := a.cameAgain(ctx, tx, was, v)
		if err != nil || over {
			return err
		}
	} else if was, ok := byHand(list); ok {
		was.Carrier, was.CarrierName = scac, name
		return a.brought(ctx, tx, was, v)
	} else if other, ok := unsure(list, scac); ok {
		if err := a.tellTwice(ctx, tx, other, name); err != nil {
			return err
		}
	}
	t := Trailer{ID: ulid.Make().String(), Warehouse: v.Warehouse, Number: v.Trailer, Carrier: scac, CarrierName: name, Seal: v.Seal, PlacedAt: v.At, CameAt: v.At, VisitID: v.ID, ShipmentID: v.ShipmentID}
	if t.FreeDays, err = freeDays(ctx, tx, t.Warehouse, scac); err != nil {
		return err
	}
	if t.Contents, err = contentsOf(ctx, tx, v, p); err != nil {
		return err
	}
	return a.keepTrailer(ctx, tx, t, "came", map[string]any{"contents": t.Contents, "seal": t.Seal, "plate": v.Plate})
}

// seenLately is how long a trailer that somebody saw is believed to stand there, though one of its number comes by the gate.
const seenLately = 4 * time.Hour

// cameAgain makes out what the trailer of the number and carrier is that is in the yard when a driver says to have brought it. Over tells that it is the driver's own.
func (a *Area) cameAgain(ctx context.Context, tx *store.Tx, was Trailer, v Visit) (over bool, _ error) {
	load, _, err := a.Floor.AtGate(ctx, tx, was.ShipmentID)
	if err != nil || was.VisitID == v.ID {
		return true, err
	}
	mine := was.VisitID
	was.GoneBy = v.ID // where it counts as gone by this
	if !was.Dropped && was.none() && (load.State == "signed" || load.State == "left") {
		_, err := a.trailerGone(ctx, tx, was, "", "left-signed")
		return false, err
	}
	others, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM warehouse_visit WHERE id = ? AND left_at IS NULL AND id <> ? AND at > ?`, mine, v.ID, store.At(v.At.Add(-visitLife)))
	switch {
	case err != nil || others > 0:
		return true, err
	case was.none() && was.VisitID == "": // entered by hand before its driver said so
		was.GoneBy = ""
		return true, a.brought(ctx, tx, was, v)
	case v.At.Sub(was.lastSeen()) < seenLately:
		return false, a.tellTwice(ctx, tx, was, was.CarrierName)
	}
	_, err = a.trailerGone(ctx, tx, was, "", "left-unseen")
	return false, err
}

// byHand finds the trailer that somebody entered who knew neither whose it is nor where it stands.
func byHand(list []Trailer) (Trailer, bool) {
	if len(list) == 1 && list[0].nobodys() && list[0].none() && list[0].VisitID == "" {
		return list[0], true
	}
	return Trailer{}, false
}

// brought notes that a trailer which was entered by hand came with a truck.
func (a *Area) brought(ctx context.Context, tx *store.Tx, t Trailer, v Visit) (err error) {
	t.VisitID, t.ShipmentID = v.ID, v.ShipmentID
	if t.FreeDays, err = freeDays(ctx, tx, t.Warehouse, t.Carrier); err != nil {
		return err
	}
	return a.keepTrailer(ctx, tx, t, "changed", map[string]any{"plate": v.Plate})
}

// contentsOf judges what a trailer has in it by what it came for: who delivers is loaded, who picks up comes empty, unless there is a seal on it.
func contentsOf(ctx context.Context, tx *store.Tx, v Visit, p Appointment) (Contents, error) {
	inbound, ok, err := store.Get[bool](ctx, tx, `SELECT inbound FROM shipment_client WHERE id = ?`, v.ShipmentID)
	switch {
	case err != nil:
		return "", err
	case v.Seal != "" || ok && inbound || !ok && p.Direction == Inbound:
		return "loaded", nil
	case ok || p.Direction == "outbound":
		return "empty", nil
	}
	return "unknown", nil
}

// trailerCorrected takes what a driver corrects of the trailer.
func (a *Area) trailerCorrected(ctx context.Context, tx *store.Tx, was, now Visit) error {
	if was.Trailer == now.Trailer && was.Seal == now.Seal && was.Carrier == now.Carrier {
		return nil
	}
	t, ok, err := store.Get[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE visit_id = ? AND left_at IS NULL`, now.ID)
	if err != nil {
		return err
	}
	if !ok {
		p, _, err := store.Get[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE id = ?`, now.AppointmentID)
		if err != nil {
			return err
		}
		return a.trailerCame(ctx, tx, now, p)
	}
	if now.Trailer == "" {
		if _, err := a.trailerGone(ctx, tx, t, "", "said-in-error"); err != nil {
			return err
		}
		wronged, err := goneBy(ctx, tx, now.ID)
		if err != nil {
			return err
		}
		return a.hereAfterAll(ctx, tx, wronged)
	}
	scac, name, err := a.namedCarrier(ctx, tx, now.Carrier)
	if err != nil {
		return err
	}
	said := t
	said.Number, said.Carrier, said.CarrierName = now.Trailer, scac, name
	_, twice, err := a.twiceHere(ctx, tx, t, said)
	if err != nil {
		return err
	}
	wronged, err := goneBy(ctx, tx, now.ID)
	if err != nil {
		return err
	}
	wronged = slices.DeleteFunc(wronged, func(w Trailer) bool {
		return bareOf(w.Number) == bareOf(said.Number) && w.ofCarrier(scac, name)
	})
	switch {
	case twice && len(wronged) == 0:
		return nil // said of a trailer that is here already: both rows stay as they are until somebody in the yard looks
	case twice: // the row that the slip made is of no trailer, and the driver's own came as if it had been named at once
		if _, err := a.trailerGone(ctx, tx, t, "", "said-in-error"); err != nil {
			return err
		}
		if err := a.hereAfterAll(ctx, tx, wronged); err != nil {
			return err
		}
		p, _, err := store.Get[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE id = ?`, now.AppointmentID)
		if err != nil {
			return err
		}
		return a.trailerCame(ctx, tx, now, p)
	}
	before := t
	if t.Number, t.Carrier, t.CarrierName = now.Trailer, scac, name; now.Seal != was.Seal {
		t.Seal = now.Seal
	}
	if t.FreeDays, err = freeDays(ctx, tx, t.Warehouse, scac); err != nil {
		return err
	}
	if err := a.keepTrailer(ctx, tx, t, "changed", differs(before, t)); err != nil {
		return err
	}
	return a.hereAfterAll(ctx, tx, wronged)
}

// goneBy lists the trailers that count as gone since a visit came with what seemed to be them.
func goneBy(ctx context.Context, tx *store.Tx, visit string) ([]Trailer, error) {
	return store.Select[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE gone_by = ? AND left_at IS NOT NULL ORDER BY id`, visit)
}

// hereAfterAll brings back trailers that counted as gone because a driver named them in error: each to where it stood, unless another stands there by now.
func (a *Area) hereAfterAll(ctx context.Context, tx *store.Tx, list []Trailer) error {
	for _, t := range list {
		t.LeftAt, t.GoneBy = store.Time{}, ""
		err := a.mayStand(ctx, tx, t, t.Place, t.placeSeen())
		if _, refused := fail.As(err); refused {
			t.Place, err = Place{}, nil
		}
		if err != nil {
			return err
		}
		if err := a.keepTrailer(ctx, tx, t, "here-after-all", map[string]any{}); err != nil {
			return err
		}
	}
	return nil
}

// Hitched is what a driver who leaves says of trailers.
type Hitched struct {
	Stays bool   // the trailer that the driver brought stays here
	Takes string // number of another that goes along
	Seal  string // on what goes
}

// trailersLeave has the trailers of a visit that is over go with it. One that is marked as dropped stays.
func (a *Area) trailersLeave(ctx context.Context, tx *store.Tx, v Visit, h Hitched) error {
	list, err := store.Select[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE visit_id = ? AND left_at IS NULL`, v.ID)
	if err == nil && h.Stays && len(list) == 0 {
		list, err = a.presumedGone(ctx, tx, v)
	}
	if err != nil {
		return err
	}
	for _, t := range list {
		if h.Takes != "" && bareOf(h.Takes) == bareOf(t.Number) {
			h.Takes = ""
		} else if t.Dropped || h.Stays {
			t.Dropped, t.VisitID = true, ""
			if err := a.keepTrailer(ctx, tx, t, "changed", map[string]any{"dropped": true, "contents": t.Contents, "seal": t.Seal}); err != nil {
				return err
			}
			continue
		}
		if _, err := a.trailerGone(ctx, tx, t, h.Seal, "left"); err != nil {
			return err
		}
	}
	if h.Takes == "" {
		return nil
	}
	return a.trailerTaken(ctx, tx, v, h)
}

// mayRest is how long a driver may stand in the yard after signing, as for the ten hours of rest, before the trailer counts as gone.
const mayRest = 12 * time.Hour

// GoneSigned has trailers leave that were signed for and whose drivers have not said since that they left. One that somebody in the yard has seen since stays. It gives how many left.
func (a *Area) GoneSigned(ctx context.Context, tx *store.Tx) (int, error) {
	list, err := store.Select[Trailer](ctx, tx, `SELECT t.* FROM warehouse_trailer t WHERE t.left_at IS NULL AND NOT t.dropped AND t.row_id = '' AND t.door = '' AND t.shipment_id <> ''
AND max(t.placed_at, COALESCE(t.seen_at, 0), COALESCE(t.noted_at, 0), COALESCE(t.read_at, 0)) < ? AND NOT EXISTS (SELECT 1 FROM warehouse_yard_move m WHERE m.trailer_id = t.id AND m.state = 'open')`, store.At(tx.Now.Add(-mayRest)))
	if err != nil {
		return 0, err
	}
	n := 0
	for _, t := range list {
		load, _, err := a.Floor.AtGate(ctx, tx, t.ShipmentID)
		if err != nil {
			return n, err
		}
		if load.State != "signed" && load.State != "left" {
			continue
		}
		visit := t.VisitID
		if t, err = a.trailerGone(ctx, tx, t, "", "left-signed"); err != nil {
			return n, err
		}
		t.VisitID = visit // its driver may still say otherwise
		if err := store.Put(ctx, tx, "warehouse_trailer", "id", t); err != nil {
			return n, err
		}
		if n++; n == goneAtOnce {
			break
		}
	}
	return n, nil
}

// goneAtOnce is how many trailers leave in one command.
const goneAtOnce = 50

// presumedGone gives back the trailer of a visit that was taken to be gone, unless one of its number is here again.
func (a *Area) presumedGone(ctx context.Context, tx *store.Tx, v Visit) ([]Trailer, error) {
	list, err := store.Select[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE visit_id = ? AND left_at IS NOT NULL ORDER BY left_at DESC LIMIT 1`, v.ID)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	here, err := trailersCalled(ctx, tx, v.Warehouse, list[0].Number, list[0].ID)
	if err != nil || len(here) > 0 {
		return nil, err
	}
	list[0].LeftAt = store.Time{}
	return list, nil
}

// leftLately is how long a trailer counts as taken that was noted as gone before its driver said so.
const leftLately = 24 * time.Hour

// trailerTaken has a trailer leave that a driver took along who did not bring it: the carrier's own, or else the only one of the number. The truck is on the road: where none is
// here, nobody is held up, and the office is told.
func (a *Area) trailerTaken(ctx context.Context, tx *store.Tx, v Visit, h Hitched) error {
	scac, name, err := a.namedCarrier(ctx, tx, v.Carrier)
	if err != nil {
		return err
	}
	list, err := trailersCalled(ctx, tx, v.Warehouse, h.Takes, "")
	if err != nil {
		return err
	}
	if t, ok := firstOf(list, scac, name); ok {
		_, err = a.trailerGone(ctx, tx, t, h.Seal, "left")
		return err
	}
	gone, err := store.Select[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE warehouse = ? AND left_at >= ? AND `+bareNumber+` = ?`, v.Warehouse, store.At(tx.Now.Add(-leftLately)), bareOf(h.Takes))
	if err != nil {
		return err
	}
	if _, ok := firstOf(gone, scac, name); ok || len(list) == 0 && len(gone) > 0 {
		return nil
	}
	if len(list) == 1 {
		_, err = a.trailerGone(ctx, tx, list[0], h.Seal, "left")
		return err
	}
	return tx.Emit(ctx, event.OfficeTold{Warehouse: v.Warehouse, Code: "notify-trailer-taken", Params: map[string]any{"name": v.Name, "carrier": v.Carrier, "plate": evidence.LastFour(v.Plate), "trailer": h.Takes, "count": len(list)}, Link: yardPage})
}
