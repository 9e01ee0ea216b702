package warehouse

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// The directions in which a warehouse gives out its time.
const (
	Outbound = "outbound"
	Inbound  = "inbound"
	Transfer = "transfer"
)

// SlotPlanReq is how a warehouse gives out its time in one direction. A slot takes as many trucks as its doors do.
type SlotPlanReq struct {
	ID        string   `json:"SlotConfigId" db:"id" validate:"max=40"`
	Warehouse string   `json:"WarehouseId" db:"warehouse" validate:"required,max=20"`
	Direction string   `json:"Direction" db:"direction" validate:"required,oneof=outbound inbound transfer"`
	Minutes   int64    `json:"SlotMinutes" db:"minutes" validate:"required,min=15,max=480"`
	PerDoor   int64    `json:"PerDoor" db:"per_door" validate:"required,min=1,max=10"` // trucks that a door takes in a slot
	Doors     []string `json:"Doors" db:"doors" validate:"max=500,unique,dive,required,max=10"`
	resource.Based
}

// SlotPlan is a plan as it is kept. Without doors of its own it has all of the warehouse's.
type SlotPlan struct {
	SlotPlanReq
	resource.Stamp
}

func slotPlans(a *Area) *resource.Table[SlotPlanReq, SlotPlan] {
	return resource.Of(resource.Spec[SlotPlanReq, SlotPlan]{
		Table: "warehouse_slot_plan", Noun: "slot-plan", Order: "warehouse, direction", Read: right.SeeAppointments, Write: right.ManageWarehouses,
		Sees:   func(by store.Actor, p *SlotPlan) bool { return by.SeesWarehouse(p.Warehouse) },
		Unique: []resource.Unique{{Columns: []string{"warehouse", "direction"}, Field: "Direction"}},
		Before: func(ctx context.Context, tx *store.Tx, was, p *SlotPlan) error {
			site, err := find(ctx, tx, p.Warehouse)
			if err != nil {
				return err
			}
			var strange []string
			for _, d := range p.Doors {
				if !slices.Contains(site.Doors.V, d) {
					strange = append(strange, d)
				}
			}
			if len(strange) > 0 {
				return fail.Invalid(fail.Of("Doors", "door-not-of-warehouse", "doors", strings.Join(strange, ", ")))
			}
			if was != nil && (was.Warehouse != p.Warehouse || was.Direction != p.Direction) {
				return fail.Invalid(fail.Of("Direction", "slot-plan-fixed")) // its slots and who counts on them stay where they are
			}
			return nil
		},
		Paths: resource.Paths{List: "WarehousesSlots/getWarehouseSlotConfig", Save: "WarehousesSlots/updateWarehouseSlotConfig", End: "WarehousesSlots/RemoveSlotConfig", Restore: "WarehousesSlots/RestoreSlotConfig"},
	})
}

// doors are those that the plan has; the warehouse's where it names none.
func (p SlotPlan) doors(s Site) []string {
	if len(p.Doors) == 0 {
		return s.Doors.V
	}
	return slices.DeleteFunc(slices.Clone(p.Doors), func(d string) bool { return !slices.Contains(s.Doors.V, d) })
}

// takes is how many trucks a slot takes. A warehouse that has named no doors has one.
func (p SlotPlan) takes(s Site) int64 { return int64(max(1, len(p.doors(s)))) * p.PerDoor }
