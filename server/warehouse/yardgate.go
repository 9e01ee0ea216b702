package warehouse

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// trailerCame enters the trailer that a driver said to have brought into the yard. One of that number that stands on a spot left unseen, since it comes by the gate again; one
// that another truck brought is the same: it was said twice.
func (a *Area) trailerCame(ctx context.Context, tx *store.Tx, v Visit, p Appointment) error {
	if v.Trailer == "" {
		return nil
	}
	scac, name, err := a.namedCarrier(ctx, tx, v.Carrier)
	if err != nil {
		return err
	}
	was, known, err := trailerCalled(ctx, tx, v.Warehouse, scac, v.Trailer, "")
	if err != nil {
		return err
	}
	if known {
		load, _, err := a.Floor.AtGate(ctx, tx, was.ShipmentID)
		if err != nil || was.VisitID == v.ID {
			return err
		}
		drove := !was.Dropped && was.none() && (load.State == "signed" || load.State == "left")
		others, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM warehouse_visit WHERE id = ? AND left_at IS NULL AND id <> ?`, was.VisitID, v.ID)
		if err != nil || others > 0 && !drove {
			return err
		}
		if was.none() && !drove { // entered by hand before its driver said so
			was.VisitID, was.ShipmentID = v.ID, v.ShipmentID
			return a.keepTrailer(ctx, tx, was, "changed", map[string]any{"plate": v.Plate})
		}
		kind := "left-unseen"
		if drove {
			kind = "left-signed"
		}
		if _, err := a.trailerGone(ctx, tx, was, "", kind); err != nil {
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
		_, err := a.trailerGone(ctx, tx, t, "", "said-in-error")
		return err
	}
	scac, name, err := a.namedCarrier(ctx, tx, now.Carrier)
	if err != nil {
		return err
	}
	if _, twice, err := trailerCalled(ctx, tx, t.Warehouse, scac, now.Trailer, t.ID); err != nil || twice {
		return err // said of a trailer that is here already: both rows stay as they are until somebody in the yard looks
	}
	if t.Number, t.Carrier, t.CarrierName = now.Trailer, scac, name; now.Seal != was.Seal {
		t.Seal = now.Seal
	}
	if t.FreeDays, err = freeDays(ctx, tx, t.Warehouse, scac); err != nil {
		return err
	}
	return a.keepTrailer(ctx, tx, t, "changed", map[string]any{"number": t.Number, "seal": t.Seal})
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
	scac, _, err := a.namedCarrier(ctx, tx, v.Carrier)
	if err != nil {
		return err
	}
	t, ok, err := trailerCalled(ctx, tx, v.Warehouse, scac, h.Takes, "")
	if err == nil && !ok {
		err = fail.Invalid(fail.Of("TrailerNumber", "trailer-not-here", "trailer", h.Takes))
	}
	if err != nil {
		return err
	}
	_, err = a.trailerGone(ctx, tx, t, h.Seal, "left")
	return err
}
