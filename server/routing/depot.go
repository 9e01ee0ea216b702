package routing

import (
	"lading/server/kit/fail"
	"lading/server/kit/geo"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// DepotReq is a place where the organisation's own trucks stand. One without a warehouse is the organisation's: users of single warehouses do not see it.
type DepotReq struct {
	ID        string  `json:"DepotId" db:"id" validate:"max=40"`
	Code      string  `json:"Code" db:"code" validate:"required,max=10" field:"upper,trim"`
	Name      string  `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	Street    string  `json:"Street" db:"street" validate:"max=120"`
	City      string  `json:"City" db:"city" validate:"max=80"`
	State     string  `json:"State" db:"state" validate:"max=30" field:"upper"`
	Zip       string  `json:"Zip" db:"zip" validate:"required,max=10" field:"upper,place"`
	Phone     string  `json:"Phone" db:"phone" validate:"max=40"`
	Hours     string  `json:"Hours" db:"hours" validate:"max=80"`
	Warehouse *string `json:"Warehouse" db:"warehouse" validate:"omitnil,max=20"`
	resource.Based
}

// Depot is a depot as it is kept.
type Depot struct {
	DepotReq
	resource.Stamp
}

// Check wants a place that is known: routes are measured from it.
func (r *DepotReq) Check() (bad []fail.Field) {
	if _, ok := geo.Locate(r.Zip); !ok {
		bad = append(bad, fail.Of("Zip", "rate-place-unknown"))
	}
	return bad
}

func depots(a *Area) *resource.Table[DepotReq, Depot] {
	return resource.Of(resource.Spec[DepotReq, Depot]{
		Table: "routing_depot", Noun: "depot", Order: "code", Read: right.ManageFleet, Write: right.ManageFleet,
		Sees: func(by store.Actor, d *Depot) bool {
			return by.Warehouses == nil || d.Warehouse != nil && by.SeesWarehouse(*d.Warehouse)
		},
		Unique: []resource.Unique{{Columns: []string{"code"}, Field: "Code"}},
		Paths:  resource.Paths{List: "Fleet/Depots", Save: "Fleet/SaveDepot", End: "Fleet/EndDepot", Restore: "Fleet/RestoreDepot"},
	})
}
