package routing

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/geo"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// Weekday is a day on which a route is driven.
type Weekday string

// Values lists the days.
func (Weekday) Values() []string { return []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"} }

// RouteReq is a route that is driven on the same days of every week.
type RouteReq struct {
	ID       string    `json:"RouteId" db:"id" validate:"max=40"`
	Code     string    `json:"Code" db:"code" validate:"required,max=20" field:"upper,trim"`
	Name     string    `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	Depot    string    `json:"Depot" db:"depot" validate:"required,max=10" field:"upper"`
	Days     []Weekday `json:"Days" db:"days" validate:"required,min=1,max=7,unique,dive,oneof=mon tue wed thu fri sat sun"`
	Departs  string    `json:"Departs" db:"departs" validate:"required,datetime=15:04"`
	Stops    []string  `json:"Stops" db:"stops" validate:"required,min=1,max=60,dive,required,max=10" field:"upper"` // postal codes, as they are driven
	Vehicle  *string   `json:"Vehicle" db:"vehicle" validate:"omitnil,max=20"`
	Driver   *string   `json:"Driver" db:"driver" validate:"omitnil,max=20"`
	Note     string    `json:"Note" db:"note" validate:"max=300" field:"trim"`
	Disabled bool      `json:"Disabled" db:"disabled"`
	resource.Based
}

// Route is a route as it is kept.
type Route struct {
	RouteReq
	resource.Stamp
}

// Check wants stops that are places.
func (r *RouteReq) Check() (bad []fail.Field) {
	for _, zip := range r.Stops {
		if _, ok := geo.Locate(zip); !ok {
			bad = append(bad, fail.Of("Stops", "route-stop-unknown", "zip", zip))
			break
		}
	}
	return bad
}

func routes(a *Area) *resource.Table[RouteReq, Route] {
	return resource.Of(resource.Spec[RouteReq, Route]{
		Table: "routing_route", Noun: "route", Order: "disabled, code", Read: right.ManageFleet, Write: right.ManageFleet,
		Within: ofDepots,
		Unique: []resource.Unique{{Columns: []string{"code"}, Field: "Code"}},
		Before: a.canDrive,
		Paths:  resource.Paths{List: "Fleet/Routes", Save: "Fleet/SaveRoute", End: "Fleet/EndRoute", Restore: "Fleet/RestoreRoute"},
	})
}

// canDrive refuses a route whose truck or driver leaves at the same hour of the same day on another.
func (a *Area) canDrive(ctx context.Context, tx *store.Tx, _, now *Route) error {
	if now.Disabled {
		return nil
	}
	others, err := store.Select[Route](ctx, tx, `SELECT * FROM routing_route WHERE id <> ? AND disabled = 0 AND departs = ? AND (vehicle = ? OR driver = ?) ORDER BY code`,
		now.ID, now.Departs, now.Vehicle, now.Driver)
	if err != nil {
		return err
	}
	same := func(a, b *string) bool { return a != nil && b != nil && *a == *b }
	for _, o := range others {
		if !slices.ContainsFunc(o.Days, func(d Weekday) bool { return slices.Contains(now.Days, d) }) {
			continue
		}
		if same(o.Vehicle, now.Vehicle) {
			return fail.Invalid(fail.Of("Vehicle", "route-vehicle-taken", "vehicle", *now.Vehicle, "route", o.Code))
		}
		if same(o.Driver, now.Driver) {
			return fail.Invalid(fail.Of("Driver", "route-driver-taken", "driver", *now.Driver, "route", o.Code))
		}
	}
	return nil
}
