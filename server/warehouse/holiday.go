package warehouse

import (
	"context"
	"slices"
	"time"

	days "lading/server/kit/calendar"
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

// PublicHolidaysReq asks for a country's public holidays of a year to be entered for a warehouse.
type PublicHolidaysReq struct {
	Warehouse string `json:"WarehouseId" validate:"required,max=20"`
	Country   string `json:"Country" validate:"required,oneof=US CA MX"`
	Year      int64  `json:"Year" validate:"min=2020,max=2100"`
}

// observed follows the name of a holiday that is kept on another day, in the words of its country's list.
var observed = map[string]string{"US": " (observed)", "CA": " (observed)", "MX": " (trasladado)"}

// AddPublicHolidays enters a country's public holidays of a year, and the days on which they are observed, and gives those that it entered. A day that the warehouse has entered keeps its name.
func (a *Area) AddPublicHolidays(ctx context.Context, tx *store.Tx, req PublicHolidaysReq) ([]Holiday, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return nil, err
	}
	has, err := store.Select[string](ctx, tx, `SELECT day FROM warehouse_holiday WHERE warehouse = ?`, req.Warehouse)
	if err != nil {
		return nil, err
	}
	entered := []Holiday{}
	for _, k := range days.Year(days.Country(req.Country), int(req.Year)) {
		if slices.Contains(has, k.Day) {
			continue
		}
		name := k.Name
		if k.Observed {
			name += observed[req.Country]
		}
		h, err := holidays(a).Save(ctx, tx, HolidayReq{Day: k.Day, Name: name, Warehouse: req.Warehouse})
		if err != nil {
			return nil, err
		}
		entered = append(entered, h)
	}
	return entered, nil
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
