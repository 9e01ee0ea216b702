package carrier

import (
	"context"
	"fmt"
	"time"

	"lading/server/kit/calendar"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// HolidayReq is a day on which a carrier does not run although others do, or on which it runs although it is a public holiday.
type HolidayReq struct {
	ID      string `json:"HolidayId" db:"id" validate:"max=40"`
	Carrier string `json:"Carrier" db:"carrier" validate:"required,max=4" field:"upper,scac"`
	Day     string `json:"HolidayDate" db:"day" validate:"required,day"`
	Name    string `json:"HolidayDesc" db:"name" validate:"required,max=80" field:"trim"`
	Runs    bool   `json:"Runs" db:"runs"`
	resource.Based
}

// Holiday is a day of a carrier's calendar as it is kept.
type Holiday struct {
	HolidayReq
	resource.Stamp
}

func holidays(a *Area) *resource.Table[HolidayReq, Holiday] {
	return resource.Of(resource.Spec[HolidayReq, Holiday]{
		Table: "carrier_holiday", Noun: "carrier-holiday", Order: "day, carrier", Read: right.SeeCarriers, Write: right.ManageCarriers,
		Unique: []resource.Unique{{Columns: []string{"carrier", "day"}, Field: "HolidayDate"}},
		Before: func(ctx context.Context, tx *store.Tx, _, h *Holiday) error {
			_, err := find(ctx, tx, h.Carrier)
			if fail.CodeOf(err) == "carrier-unknown" {
				return fail.Invalid(fail.Of("Carrier", "carrier-unknown", "carrier", h.Carrier))
			}
			return err
		},
		After: func(ctx context.Context, tx *store.Tx, was, now *Holiday) error {
			var of []string
			for _, h := range []*Holiday{was, now} {
				if h != nil {
					of = append(of, h.Carrier)
				}
			}
			return tx.Emit(ctx, event.CalendarChanged{Carriers: of})
		},
		Paths: resource.Paths{List: "Carriers/Holidays", Save: "Carriers/SaveHoliday", End: "Carriers/EndHoliday", Restore: "Carriers/RestoreHoliday"},
	})
}

// CarrierDays are the calendars of carriers that have one of their own, by SCAC, for so many days from one on.
func (a *Area) CarrierDays(ctx context.Context, tx *store.Tx, from string, days int) (map[string]calendar.Own, error) {
	if from == "" {
		return map[string]calendar.Own{}, nil // a load that is planned for no day
	}
	first, err := time.Parse(time.DateOnly, from)
	if err != nil {
		return nil, fmt.Errorf("calendars of carriers: %w", err)
	}
	list, err := store.Select[Holiday](ctx, tx, `SELECT * FROM carrier_holiday WHERE day BETWEEN ? AND ? ORDER BY day`, from, first.AddDate(0, 0, days).Format(time.DateOnly))
	out := map[string]calendar.Own{}
	for _, h := range list {
		own := out[h.Carrier]
		if h.Runs {
			own.Open = append(own.Open, h.Day)
		} else {
			own.Closed = append(own.Closed, h.Day)
		}
		out[h.Carrier] = own
	}
	return out, err
}

// CarrierDay tells what a carrier's own calendar says of a day: runs, or the name of the holiday on which it does not. Neither where it says nothing.
func (a *Area) CarrierDay(ctx context.Context, tx *store.Tx, scac, day string) (runs bool, holiday string, err error) {
	h, ok, err := store.Get[Holiday](ctx, tx, `SELECT * FROM carrier_holiday WHERE carrier = ? AND day = ?`, scac, day)
	if err != nil || !ok || h.Runs {
		return ok && h.Runs, "", err
	}
	return false, h.Name, nil
}
