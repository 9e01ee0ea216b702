// Package routing is the organisation's own trucks: where they stand, which there are, who drives them, and the routes that they drive every week.
package routing

import (
	"encoding/json"
	"slices"

	"lading/server/op"
	"lading/server/store"
)

// Area serves the pages of the fleet.
type Area struct{}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return slices.Concat(a.depots().Ops(), a.vehicles().Ops(), a.drivers().Ops(), a.routes().Ops())
}

// ofDepots limits rows that name a depot to the depots that a user sees.
func ofDepots(by store.Actor) (where string, args []any) {
	if by.Warehouses == nil {
		return "", nil
	}
	sites, _ := json.Marshal(by.Warehouses) // texts can be written
	return `depot IN (SELECT code FROM routing_depot WHERE warehouse IN (SELECT value FROM json_each(?)))`, []any{string(sites)}
}
