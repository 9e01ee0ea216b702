package routing

import (
	"context"
	"fmt"
	"math"
	"time"

	"lading/server/routing/engine"
	"lading/server/store"
)

// engagements are the routes of other plans that own trucks drive: shipments were made of them, and stand.
type engagements []engagement

type engagement struct {
	PlannedTrip
	departs, ends time.Time
}

// offDuty is how long a driver rests between two routes (49 CFR 395.3(a)(1)).
const offDuty = 10 * time.Hour

// weeks are how many days around a ship date another plan's routes may touch it: the longest route lasts 14 days.
const weeks = 22

// engaged reads the routes of other plans about a scenario's day.
func (a *Area) engaged(ctx context.Context, tx *store.Tx, s *Scenario) (engagements, error) {
	day, err := time.Parse(time.DateOnly, s.ShipOn)
	if err != nil {
		return nil, err
	}
	type row struct {
		Routes    store.JSON[[]PlannedTrip] `db:"routes"`
		ID        string                    `db:"id"`
		Warehouse string                    `db:"warehouse"`
	}
	list, err := store.Select[row](ctx, tx, `SELECT id, routes, warehouse FROM routing_scenario WHERE kind = 'fleet' AND state = 'applied' AND id <> ? AND ship_on BETWEEN ? AND ?`,
		s.ID, day.AddDate(0, 0, -weeks).Format(time.DateOnly), day.AddDate(0, 0, weeks).Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	var out engagements
	for _, other := range list {
		_, zone, err := a.Sites.Site(ctx, tx, other.Warehouse)
		if err != nil {
			return nil, err
		}
		loc, err := time.LoadLocation(zone)
		if err != nil {
			return nil, fmt.Errorf("zone of a warehouse: %w", err)
		}
		for _, r := range other.Routes.V {
			_, stands, err := store.Get[int](ctx, tx, `SELECT 1 FROM routing_shipment WHERE scenario = ? AND route = ? AND ended = 0 LIMIT 1`, other.ID, r.ID)
			if err != nil {
				return nil, err
			}
			if stands && len(r.Depart) > 10 && len(r.End) > 10 {
				departs, ends, err := r.span(loc)
				if err != nil {
					return nil, err
				}
				out = append(out, engagement{r, departs, ends})
			}
		}
	}
	return out, nil
}

// of is a route on any of some days that fits; nil where there is none.
func (e engagements) of(from, until string, fits func(r PlannedTrip) bool) *PlannedTrip {
	for i, r := range e {
		if r.Depart[:10] <= until && from <= r.End[:10] && fits(r.PlannedTrip) {
			return &e[i].PlannedTrip
		}
	}
	return nil
}

// span is from when to when a route lasts, its times being of a clock.
func (r *PlannedTrip) span(loc *time.Location) (departs, ends time.Time, err error) {
	if departs, err = time.ParseInLocation("2006-01-02T15:04", r.Depart, loc); err == nil {
		ends, err = time.ParseInLocation("2006-01-02T15:04", r.End, loc)
	}
	return departs, ends, err
}

// rested is when a driver who is on no route of a day has had the rest after the last route before it; zero where there is none.
func (e engagements) rested(day, driver string) (at time.Time) {
	for _, r := range e {
		if r.DriverCode == driver && r.End[:10] < day && r.ends.Add(offDuty).After(at) {
			at = r.ends.Add(offDuty)
		}
	}
	return at
}

// tired is a route between which and another one, from and until when it lasts, its driver has too little rest; nil where there is none.
func (e engagements) tired(driver string, departs, ends time.Time) *PlannedTrip {
	for i, r := range e {
		if driver != "" && r.DriverCode == driver && departs.Before(r.ends.Add(offDuty)) && r.departs.Before(ends.Add(offDuty)) {
			return &e[i].PlannedTrip
		}
	}
	return nil
}

// worked is what a driver is on duty by the plans on each of the seven days before a day; nil where that is nothing.
func (e engagements) worked(day, driver string) *engine.Worked {
	to, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return nil
	}
	var w engine.Worked
	some := false
	for _, r := range e {
		from, err := time.Parse(time.DateOnly, r.Depart[:10])
		if err != nil || r.DriverCode != driver {
			continue
		}
		for i, minutes := range r.Duty {
			if ago := int(math.Round(to.Sub(from.AddDate(0, 0, i)).Hours() / 24)); ago >= 1 && ago <= len(w) {
				w[ago-1] += float64(minutes)
				some = some || minutes > 0
			}
		}
	}
	if !some {
		return nil
	}
	return &w
}
