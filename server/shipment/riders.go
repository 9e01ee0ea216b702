package shipment

import (
	"context"
	"fmt"
	"strings"

	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// RidersJob has the parcels of a linehaul follow the day on which it is at their hub, a piece of them at a time.
const RidersJob = "riders"

// following is what the job is told: whose parcels, and what the pieces before have found.
type following struct {
	Linehaul string `json:"linehaul"`
	Dated    some   `json:"dated"`    // parcels that arrive on another day
	Unpriced some   `json:"unpriced"` // parcels that no contract prices on theirs
}

// some are numbers of parcels as a notice tells them: the first few, and how many there are.
type some struct {
	First []string `json:"first"`
	N     int      `json:"n"`
}

// mostNamed is how many parcels a notice names.
const mostNamed = 10

func (s *some) add(number string) {
	if s.N++; s.N <= mostNamed {
		s.First = append(s.First, number)
	}
}

// String names the first parcels and counts the others.
func (s some) String() string {
	text := strings.Join(s.First, ", ")
	if more := s.N - len(s.First); more > 0 {
		text += fmt.Sprintf(" (+%d)", more)
	}
	return text
}

// tellRiders tells the office of a linehaul's parcels, where there are any.
func (a *Area) tellRiders(ctx context.Context, tx *store.Tx, haul Shipment, code, day string, of some) error {
	if of.N == 0 {
		return nil
	}
	return a.tellOffice(ctx, tx, haul, code, map[string]any{"day": day, "parcels": of.String()})
}

// followed is called after the day has changed on which a load is there. The parcels that ride it follow after the command: each is dated and rated anew, and there may be
// hundreds.
func (a *Area) followed(ctx context.Context, tx *store.Tx, linehaulID string) error {
	ridden, err := hauls(ctx, tx, linehaulID)
	if err != nil || !ridden {
		return err
	}
	return a.Jobs.AddAt(ctx, tx, RidersJob, RidersJob+":"+ulid.Make().String(), tx.Now, following{Linehaul: linehaulID})
}

// FollowLinehaul does one piece of the job, and adds the next.
func (a *Area) FollowLinehaul(ctx context.Context, org *store.DB, payload []byte) error {
	var of following
	if err := json.Unmarshal(payload, &of); err != nil {
		return err
	}
	_, err := org.Write(ctx, store.Command{Name: RidersJob, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error { return a.ridersFollow(ctx, tx, of) }})
	return err
}

// ridersFollow has the next few parcels of a linehaul arrive by the day on which it is there, and cost what their carrier asks for on that day. After the last the office is told of
// those that arrive on another day, and of those that no contract prices then. A linehaul that waits for another carrier is there on no day: what comes of its parcels is told
// with that.
func (a *Area) ridersFollow(ctx context.Context, tx *store.Tx, of following) error {
	haul, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM shipment WHERE id = ?`, of.Linehaul)
	if err != nil || !ok {
		return err
	}
	list, err := store.Select[ride](ctx, tx, `SELECT r.* FROM shipment_ride r JOIN shipment s ON s.id = r.shipment_id WHERE r.linehaul_id = ? AND r.haul_on <> ? AND s.delivered_at IS NULL ORDER BY s.number LIMIT ?`,
		haul.ID, haul.ArrivesOn, few)
	if err != nil {
		return err
	}
	for _, r := range list {
		s, err := find(ctx, tx, r.ShipmentID)
		if err != nil {
			return err
		}
		before := s.ArrivesOn
		if err := a.arrives(ctx, tx, &s); err != nil {
			return fmt.Errorf("shipment %s: %w", s.ID, err)
		}
		priced, err := a.injectedAt(ctx, tx, &s, r.HaulOn, haul.ArrivesOn)
		if err != nil {
			return fmt.Errorf("shipment %s: %w", s.ID, err)
		}
		if !priced {
			of.Unpriced.add(s.Number)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE shipment_ride SET haul_on = ? WHERE shipment_id = ?`, haul.ArrivesOn, s.ID); err != nil {
			return err
		}
		if haul.ArrivesOn == "" || s.ArrivesOn == before {
			continue
		}
		of.Dated.add(s.Number)
		if err := Append(ctx, tx, s.ID, "redated", map[string]any{"linehaul": haul.Number, "before": before, "arrivesOn": s.ArrivesOn}); err != nil {
			return err
		}
	}
	if len(list) == few {
		return a.Jobs.AddAt(ctx, tx, RidersJob, RidersJob+":"+ulid.Make().String(), tx.Now, of)
	}
	if err := a.tellRiders(ctx, tx, haul, "notify-riders-redated", haul.ArrivesOn, of.Dated); err != nil {
		return err
	}
	return a.tellRiders(ctx, tx, haul, "notify-riders-unpriced", haul.ArrivesOn, of.Unpriced)
}
