package warehouse

import (
	"cmp"
	"context"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// heldRest is how long after its last hold a partner that has held a time for as long as it may holds it again.
const heldRest = time.Hour

// BookingTermsReq are the terms on which partners book times at a warehouse by their links, and its gates give them out by themselves.
type BookingTermsReq struct {
	ID        string `json:"TermsId" db:"id" validate:"max=40"`
	Warehouse string `json:"WarehouseId" db:"warehouse" validate:"required,max=20"`
	Most      int64  `json:"MostBooked" db:"most" validate:"required,min=1,max=500"`              // times without a load that a link has at once, held or booked
	Ahead     int64  `json:"BookDaysAhead" db:"ahead" validate:"required,min=1,max=365"`          // days ahead of today that are booked
	Hold      int64  `json:"HoldMinutes" db:"hold_minutes" validate:"required,min=10,max=240"`    // that a time is held in all
	Offer     int64  `json:"OfferMinutes" db:"offer_minutes" validate:"required,min=5,max=10080"` // that a freed time is held for who waits
	// What each device at a gate may do by itself: so many trucks, for so long after its last contact. None is the usual time.
	GateTrucks  int64 `json:"GateTrucks" db:"gate_trucks" validate:"min=0,max=20"`
	GateMinutes int64 `json:"GateMinutes" db:"gate_minutes" validate:"omitempty,min=15,max=480"`
	resource.Based
}

// BookingTerms are terms as they are kept.
type BookingTerms struct {
	BookingTermsReq
	resource.Stamp
}

// usualTerms hold where a warehouse has set none.
var usualTerms = BookingTermsReq{Most: 20, Ahead: 60, Hold: 30, Offer: 60, GateMinutes: 120}

func bookingTerms(a *Area) *resource.Table[BookingTermsReq, BookingTerms] {
	return resource.Of(resource.Spec[BookingTermsReq, BookingTerms]{
		Table: "warehouse_booking_terms", Noun: "booking-terms", Order: "warehouse", Read: right.SeeAppointments, Write: right.ManageWarehouses,
		Sees:   func(by store.Actor, t *BookingTerms) bool { return by.SeesWarehouse(t.Warehouse) },
		Unique: []resource.Unique{{Columns: []string{"warehouse"}, Field: "WarehouseId"}},
		Before: func(ctx context.Context, tx *store.Tx, _, t *BookingTerms) error {
			_, err := find(ctx, tx, t.Warehouse)
			t.GateMinutes = cmp.Or(t.GateMinutes, usualTerms.GateMinutes)
			return err
		},
		Paths: resource.Paths{List: "Warehouse/BookingTerms", Save: "Warehouse/SaveBookingTerms", End: "Warehouse/RemoveBookingTerms", Restore: "Warehouse/RestoreBookingTerms"},
	})
}

// termsOf are the terms of a warehouse.
func termsOf(ctx context.Context, tx *store.Tx, warehouse string) (BookingTermsReq, error) {
	t, ok, err := store.Get[BookingTerms](ctx, tx, `SELECT * FROM warehouse_booking_terms WHERE warehouse = ?`, warehouse)
	if err != nil || !ok {
		return usualTerms, err
	}
	return t.BookingTermsReq, nil
}

// lastDay is the last day that partners book at a warehouse, by its own clock.
func (t BookingTermsReq) lastDay(zone *time.Location, now time.Time) string {
	return now.In(zone).AddDate(0, 0, int(t.Ahead)).Format(time.DateOnly)
}

// judgeAhead refuses a partner a day that its warehouse gives out later. The pickup of a load that ships later than that may be booked for its own day.
func judgeAhead(ctx context.Context, tx *store.Tx, now Appointment, zone *time.Location, load *freight.Consignment) error {
	t, err := termsOf(ctx, tx, now.Warehouse)
	if err != nil {
		return err
	}
	last := t.lastDay(zone, tx.Now)
	if load != nil {
		last = max(last, load.ShipOn, load.ArriveBy)
	}
	if now.Day > last {
		return fail.Invalid(fail.Of("SlotDate", "appointment-too-far", "days", t.Ahead, "day", last))
	}
	return nil
}

// judgeMany refuses a partner one more time without a load at a warehouse than it may have at once, held or booked.
func judgeMany(ctx context.Context, tx *store.Tx, warehouse, booker string) error {
	t, err := termsOf(ctx, tx, warehouse)
	if err != nil {
		return err
	}
	zone, err := zoneOf(ctx, tx, warehouse)
	if err != nil {
		return err
	}
	n, _, err := store.Get[int64](ctx, tx, `SELECT (SELECT count(*) FROM warehouse_appointment WHERE warehouse = ?1 AND booker_id = ?2 AND shipment_id = '' AND state = 'booked' AND day >= ?3)
+ (SELECT count(*) FROM warehouse_hold WHERE warehouse = ?1 AND booker_id = ?2 AND shipment_id = '' AND appointment_id = '' AND until > ?4)`, warehouse, booker, tx.Now.In(zone).Format(time.DateOnly), store.At(tx.Now))
	if err == nil && n >= t.Most {
		err = fail.Invalid(fail.Of("WarehouseId", "appointment-too-many", "count", t.Most))
	}
	return err
}

// holdUntil is until when a partner may hold a time from now on: for ten minutes, and in all no longer than its warehouse says. Minutes that it did not hold it do not count.
func holdUntil(ctx context.Context, tx *store.Tx, booker string, p Appointment) (time.Time, error) {
	t, err := termsOf(ctx, tx, p.Warehouse)
	if err != nil {
		return time.Time{}, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM warehouse_held WHERE until <= ?`, store.At(tx.Now.Add(-heldRest))); err != nil {
		return time.Time{}, err
	}
	k, _, err := store.Get[heldBefore](ctx, tx, `SELECT since, until, spent FROM warehouse_held WHERE booker_id = ? AND warehouse = ? AND direction = ? AND day = ? AND start = ?`, booker, p.Warehouse, p.Direction, p.Day, p.Start)
	if err != nil {
		return time.Time{}, err
	}
	now := tx.Now.UnixMilli()
	spent := k.Spent + min(now, k.Until) - k.Since
	left := min(holdFor, time.Duration(t.Hold)*time.Minute-time.Duration(spent)*time.Millisecond)
	if left <= 0 {
		return time.Time{}, fail.Invalid(fail.Of("StartTime", "appointment-held-long", "minutes", t.Hold))
	}
	until := tx.Now.Add(left)
	_, err = tx.ExecContext(ctx, `INSERT INTO warehouse_held (booker_id, warehouse, direction, day, start, since, until, spent) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT (booker_id, warehouse, direction, day, start) DO UPDATE SET since = ?6, until = ?7, spent = ?8`, booker, p.Warehouse, p.Direction, p.Day, p.Start, now, store.At(until), spent)
	return until, err
}

// heldBefore is how long a partner has held a time: its last hold, and what it held before that. All are ms.
type heldBefore struct {
	Since int64 `db:"since"`
	Until int64 `db:"until"`
	Spent int64 `db:"spent"`
}

// letGo ends what counts of the times that a partner holds no more.
func letGo(ctx context.Context, tx *store.Tx, booker string) error {
	_, err := tx.ExecContext(ctx, `UPDATE warehouse_held SET until = ?2 WHERE booker_id = ?1 AND until > ?2 AND NOT EXISTS (SELECT 1 FROM warehouse_hold h WHERE h.booker_id = ?1 AND h.wait_id = ''
AND h.warehouse = warehouse_held.warehouse AND h.direction = warehouse_held.direction AND h.day = warehouse_held.day AND h.start = warehouse_held.start AND h.until > ?2)`, booker, store.At(tx.Now))
	return err
}

// lastDayOf is the last day that a warehouse offers to partners: of a load that is later, its own.
func lastDayOf(ctx context.Context, tx *store.Tx, warehouse, load string) (string, error) {
	t, err := termsOf(ctx, tx, warehouse)
	if err != nil {
		return "", err
	}
	zone, err := zoneOf(ctx, tx, warehouse)
	return max(t.lastDay(zone, tx.Now), load), err
}
