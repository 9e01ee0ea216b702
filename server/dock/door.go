package dock

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/store"
)

// AssignReq sends a load to a door; without one it goes back among those that wait.
type AssignReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Door       string `json:"Door" validate:"max=20"`
}

// AssignDoor sends a load to a door before anybody loads it, or moves it to another. A load whose truck is not here yet may be
// planned behind the one that stands there; of two trucks that are here only one fits, and of two dispatchers who were
// offline together the second is told which truck has the door.
func (a *Area) AssignDoor(ctx context.Context, tx *store.Tx, req AssignReq) (Shipment, error) {
	to := strings.TrimSpace(req.Door)
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil || s.Door == to {
		return s, err
	}
	if err := a.workable(ctx, tx, s); err != nil {
		return s, err
	}
	if to == "" && s.LoadedPallets > 0 {
		return s, fail.Conflict("door-needed", "bol", s.BOL, "door", s.Door).With(s)
	}
	if to != "" {
		if err := a.doorOf(ctx, tx, s.Warehouse, to); err != nil {
			return s, err
		}
		if s.here() {
			other, taken, err := store.Get[Shipment](ctx, tx, `SELECT * FROM dock_shipment WHERE warehouse = ? AND door = ? AND door <> '' AND left_at IS NULL
AND state IN ('arrived', 'loading', 'loaded') AND id <> ? ORDER BY state = 'arrived', arrived_at, id LIMIT 1`, s.Warehouse, to, s.ID)
			if err != nil {
				return s, err
			}
			if taken {
				return s, fail.Conflict("door-taken", "door", to, "carrier", other.CarrierName, "bol", other.BOL).With(s)
			}
			carrier, number, taken, err := a.Yard.StandsAt(ctx, tx, s.Warehouse, to, tx.Now)
			if err != nil {
				return s, err
			}
			if taken {
				return s, fail.Conflict("door-taken-appointment", "door", to, "carrier", carrier, "number", number).With(s)
			}
			carrier, number, taken, err = a.Yard.TrailerAt(ctx, tx, s.Warehouse, to, s.Trailer)
			if err != nil {
				return s, err
			}
			if taken {
				return s, fail.Conflict("door-taken-trailer", "door", to, "carrier", cmp.Or(carrier, "–"), "trailer", number).With(s)
			}
			until, held, err := a.Yard.HeldAtGate(ctx, tx, s.Warehouse, to)
			if err != nil {
				return s, err
			}
			if held {
				return s, fail.Conflict("door-held-gate", "door", to, "until", until).With(s)
			}
		}
	}
	before := s.Door
	s.Door = to
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	return s, a.Shipments.Record(ctx, tx, s.ID, "door-assigned", map[string]any{"door": s.Door, "before": before})
}

// here tells that the truck stands in the yard or at a door.
func (s Shipment) here() bool { return s.State == Arrived || s.State == Loading || s.State == Loaded }

// doorOf wants a door that the warehouse has.
func (a *Area) doorOf(ctx context.Context, tx *store.Tx, warehouse, door string) error {
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return err
	}
	for _, site := range sites {
		if site.ID == warehouse && slices.Contains(site.Doors, door) {
			return nil
		}
	}
	return fail.Conflict("door-unknown", "door", door, "warehouse", warehouse) // no malformed request: the door may have been there when the device queued it
}
