package warehouse

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Slot is a time of a weekday that a warehouse gives out.
type Slot struct {
	ID        string `json:"DaySlotId" db:"id"`
	Plan      string `json:"SlotConfigId" db:"plan_id"`
	Warehouse string `json:"WarehouseId" db:"warehouse"`
	Direction string `json:"Direction" db:"direction"`
	Weekday   string `json:"Weekday" db:"weekday"`
	Start     string `json:"DisplayTimeValue" db:"start"` // HH:MM on the warehouse's clock
	Minutes   int64  `json:"SlotMinutes" db:"minutes"`
	Enabled   bool   `json:"IsEnabled" db:"enabled"`
}

const slotColumns = `SELECT s.id, s.plan_id, p.warehouse, p.direction, s.weekday, s.start, s.minutes, s.enabled FROM warehouse_slot s JOIN warehouse_slot_plan p ON p.id = s.plan_id`

func (a *Area) slotOps() []op.Op {
	return []op.Op{
		op.Query("WarehousesSlots/getWarehouseSlots", a.Slots, right.SeeAppointments),
		op.Command("WarehousesSlots/createWarehouseSlots", a.MakeSlots, right.ManageWarehouses),
		op.Command("WarehousesSlots/updateSlotState", a.SetSlot, right.ManageWarehouses),
		op.Command("WarehousesSlots/EnableMultipleSlot", a.SetSlots, right.ManageWarehouses),
	}
}

// SlotsReq names a warehouse and a direction; without them all that the user sees.
type SlotsReq struct {
	Warehouse string `json:"WarehouseId" validate:"max=20"`
	Direction string `json:"Direction" validate:"omitempty,oneof=outbound inbound transfer"`
}

// Slots lists the slots of the week.
func (a *Area) Slots(ctx context.Context, tx *store.Tx, req SlotsReq) ([]Slot, error) {
	all, err := store.Select[Slot](ctx, tx, slotColumns+` WHERE (?1 = '' OR p.warehouse = ?1) AND (?2 = '' OR p.direction = ?2)
ORDER BY p.warehouse, p.direction, instr('MONTUEWEDTHUFRISATSUN', s.weekday), s.start LIMIT 20000`, req.Warehouse, req.Direction)
	return slices.DeleteFunc(all, func(s Slot) bool { return !tx.By.SeesWarehouse(s.Warehouse) }), err
}

// MakeSlotsReq names the plan whose slots are made.
type MakeSlotsReq struct {
	Plan string `json:"SlotConfigId" validate:"required,max=40"`
}

// MakeSlots makes the slots of a week from a plan and the warehouse's hours, in place of those that were there. A slot that was disabled stays so where there is one
// at its time; appointments stay as they are. A span that does not close within a slot gives none for its rest.
func (a *Area) MakeSlots(ctx context.Context, tx *store.Tx, req MakeSlotsReq) ([]Slot, error) {
	p, err := slotPlans(a).Get(ctx, tx, req.Plan)
	if err != nil {
		return nil, err
	}
	hours, err := hoursOf(ctx, tx, p.Warehouse)
	if err != nil {
		return nil, err
	}
	off, err := store.Select[string](ctx, tx, `SELECT weekday || start FROM warehouse_slot WHERE plan_id = ? AND enabled = 0`, p.ID)
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM warehouse_slot WHERE plan_id = ?`, p.ID); err != nil {
		return nil, err
	}
	for _, at := range startsOf(hours, int(p.Minutes)) {
		day, start := weekdays[at/dayLong], clockOf(at%dayLong)
		if _, err := tx.ExecContext(ctx, `INSERT INTO warehouse_slot (id, plan_id, weekday, start, minutes, enabled) VALUES (?, ?, ?, ?, ?, ?)`,
			ulid.Make().String(), p.ID, day, start, p.Minutes, !slices.Contains(off, day+start)); err != nil {
			return nil, err
		}
	}
	return a.Slots(ctx, tx, SlotsReq{p.Warehouse, p.Direction})
}

const dayLong = 24 * 60

func clockOf(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// startsOf gives the starts of a week's slots, in minutes from Monday's midnight. Each span of hours begins with a slot; a warehouse without hours works round the clock.
func startsOf(hours []Hours, long int) (out []int) {
	if len(hours) == 0 {
		hours = []Hours{{HoursReq: HoursReq{Days: weekdays, Opens: "00:00", Closes: "00:00"}}}
	}
	for _, h := range hours {
		for _, d := range h.Days {
			from, to := h.span(slices.Index(weekdays, d))
			for at := from; at+long <= to; at += long {
				out = append(out, at%week)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// SetSlotReq enables a slot, or disables it. Appointments that are there stay.
type SetSlotReq struct {
	ID      string `json:"DaySlotId" validate:"required,max=40"`
	Enabled bool   `json:"IsEnabled"`
}

// SetSlot enables or disables one slot.
func (a *Area) SetSlot(ctx context.Context, tx *store.Tx, req SetSlotReq) (Slot, error) {
	all, err := a.SetSlots(ctx, tx, SetSlotsReq{[]string{req.ID}, req.Enabled})
	if err != nil {
		return Slot{}, err
	}
	return all[0], nil
}

// SetSlotsReq is the same for several.
type SetSlotsReq struct {
	IDs     []string `json:"DaySlotIds" validate:"required,min=1,max=2000,unique,dive,required,max=40"`
	Enabled bool     `json:"IsEnabled"`
}

// SetSlots enables or disables several slots: all of them or, where one is unknown, none.
func (a *Area) SetSlots(ctx context.Context, tx *store.Tx, req SetSlotsReq) ([]Slot, error) {
	out := make([]Slot, 0, len(req.IDs))
	for _, id := range req.IDs {
		s, ok, err := store.Get[Slot](ctx, tx, slotColumns+` WHERE s.id = ?`, id)
		if err != nil {
			return nil, err
		}
		if !ok || !tx.By.SeesWarehouse(s.Warehouse) {
			return nil, fail.NotFound("slot-unknown")
		}
		if _, err := tx.ExecContext(ctx, `UPDATE warehouse_slot SET enabled = ? WHERE id = ?`, req.Enabled, id); err != nil {
			return nil, err
		}
		s.Enabled = req.Enabled
		out = append(out, s)
	}
	return out, nil
}
