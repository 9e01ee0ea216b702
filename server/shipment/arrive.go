package shipment

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/event"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// ArrivalJob finds anew when the loads under way of a carrier or a warehouse are there, after its calendar has changed.
const ArrivalJob = "arrival"

// arrival is what the job is told: whose loads. Neither is everybody's.
type arrival struct {
	Carriers   []string `json:"carriers"`
	Warehouses []string `json:"warehouses"`
}

// redate has the loads under way follow a calendar that has changed, after the command: there may be hundreds.
func (a *Area) redate(ctx context.Context, tx *store.Tx, e event.CalendarChanged) error {
	return a.Jobs.AddAt(ctx, tx, ArrivalJob, ArrivalJob+":"+ulid.Make().String(), tx.Now, arrival{e.Carriers, e.Warehouses})
}

// few is how many loads are dated in one command, so that nobody waits for the writer.
const few = 25

// Redate does the job. What was delivered keeps the day by which it is judged.
func (a *Area) Redate(ctx context.Context, org *store.DB, payload []byte) error {
	var of arrival
	if err := json.Unmarshal(payload, &of); err != nil {
		return err
	}
	all := len(of.Carriers) == 0 && len(of.Warehouses) == 0
	var ids []string
	if err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[Shipment](ctx, tx, `SELECT * FROM shipment WHERE status IN ('O', 'S', 'Q', 'H', 'T', 'M', 'A', 'X') AND delivered_at IS NULL AND carrier <> '' AND service_days > 0
AND (?1 OR carrier IN (SELECT value FROM json_each(?2)) OR warehouse IN (SELECT value FROM json_each(?3))) ORDER BY id`,
			all, store.JSON[[]string]{V: of.Carriers}, store.JSON[[]string]{V: of.Warehouses})
		if err != nil {
			return err
		}
		for _, s := range list { // most stay as they are, and writing holds up others
			on, err := a.thereOn(ctx, tx, s)
			if err != nil {
				return fmt.Errorf("shipment %s: %w", s.ID, err)
			}
			if on != s.ArrivesOn {
				ids = append(ids, s.ID)
			}
		}
		return nil
	}); err != nil {
		return err
	}
	for part := range slices.Chunk(ids, few) {
		if _, err := org.Write(ctx, store.Command{Name: ArrivalJob, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			for _, id := range part {
				s, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM shipment WHERE id = ? AND delivered_at IS NULL`, id)
				if err != nil {
					return err
				}
				if !ok {
					continue
				}
				if err := a.arrives(ctx, tx, &s); err != nil {
					return fmt.Errorf("shipment %s: %w", id, err)
				}
			}
			return nil
		}}); err != nil {
			return err
		}
	}
	return nil
}

// arrives finds anew on which day the carrier has a load there. It is called after whatever that depends on has changed: the carrier and its days of transit, the
// day of pickup, where it goes to.
func (a *Area) arrives(ctx context.Context, tx *store.Tx, s *Shipment) error {
	on, err := a.thereOn(ctx, tx, *s)
	if err != nil || on == s.ArrivesOn {
		return err
	}
	s.ArrivesOn = on
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET arrives_on = ? WHERE id = ?`, on, s.ID); err != nil {
		return err
	}
	return a.followed(ctx, tx, s.ID)
}

// thereOn is the day on which a load's carrier has it there. Nobody has it there who has no carrier.
func (a *Area) thereOn(ctx context.Context, tx *store.Tx, s Shipment) (string, error) {
	if s.Carrier == "" || s.ServiceDays <= 0 {
		return "", nil
	}
	c := consignment(s, "")
	rides, err := injected(ctx, tx, &c)
	if err != nil {
		return "", err
	}
	if !rides && !s.Inbound { // the carrier, or the dock, may have named another day for the truck
		day, err := a.leavesOn(ctx, tx, s)
		if err != nil {
			return "", err
		}
		if day != c.ShipOn {
			c.ShipOn, c.DayMeant = day, true
		}
	}
	return a.Rates.Arrives(ctx, tx, c, s.ServiceDays)
}
