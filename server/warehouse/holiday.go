package warehouse

import (
	"context"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// HolidayReq is a day on which a warehouse is closed, beside the public holidays of its country.
type HolidayReq struct {
	ID        string `json:"HolidayId" db:"id" validate:"max=40"`
	Day       string `json:"HolidayDate" db:"day" validate:"required,day"`
	Name      string `json:"HolidayDesc" db:"name" validate:"required,max=80" field:"trim"`
	Warehouse string `json:"WarehouseId" db:"warehouse" validate:"required,max=20"`
	resource.Based
}

// Holiday is a holiday as it is kept.
type Holiday struct {
	HolidayReq
	resource.Stamp
}

func holidays(a *Area) *resource.Table[HolidayReq, Holiday] {
	return resource.Of(resource.Spec[HolidayReq, Holiday]{
		Table: "warehouse_holiday", Noun: "holiday", Order: "day, warehouse", Read: right.ManageWarehouses, Write: right.ManageWarehouses,
		Sees:   func(by store.Actor, h *Holiday) bool { return by.SeesWarehouse(h.Warehouse) },
		Unique: []resource.Unique{{Columns: []string{"warehouse", "day"}, Field: "HolidayDate"}},
		Before: func(ctx context.Context, tx *store.Tx, _, h *Holiday) error {
			_, err := find(ctx, tx, h.Warehouse)
			return err
		},
		After: func(ctx context.Context, tx *store.Tx, was, now *Holiday) error {
			var of []string
			for _, h := range []*Holiday{was, now} {
				if h != nil {
					of = append(of, h.Warehouse)
				}
			}
			return tx.Emit(ctx, event.CalendarChanged{Warehouses: of})
		},
		Paths: resource.Paths{List: "WarehousesSlots/getHolidays", Save: "WarehousesSlots/createHolidays", End: "WarehousesSlots/deleteHoliday", Restore: "WarehousesSlots/restoreHoliday"},
	})
}

// Closed names the holiday on which a warehouse is closed in a window of a day; empty where it works. A night shift works through into a holiday, and one that would
// begin on it does not work on the day after either.
func (a *Area) Closed(ctx context.Context, tx *store.Tx, id, day, from, to string) (string, error) {
	on, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return "", nil // no day is no appointment
	}
	list, err := store.Select[Holiday](ctx, tx, `SELECT * FROM warehouse_holiday WHERE warehouse = ? AND day BETWEEN ? AND ?`, id, on.AddDate(0, 0, -before).Format(time.DateOnly), day)
	if err != nil || len(list) == 0 {
		return "", err
	}
	hours, err := hoursOf(ctx, tx, id)
	if err != nil {
		return "", err
	}
	holidays := map[string]string{}
	for _, h := range list {
		holidays[h.Day] = h.Name
	}
	return kept(holidays, day, windowShifts(hours, weekdayOf(day), from, to)), nil
}
