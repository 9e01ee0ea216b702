package warehouse_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"
)

// crowd has a carrier have so many appointments at ATL on a day that is so many days away.
func (f *floor) crowd(day string, n int) {
	f.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
INSERT INTO warehouse_appointment (id, number, warehouse, direction, day, start, minutes, door, shipment_id, reference, carrier, note, load_type, po, said_bol, said_load, moved, standing_id, standing_day, bound, touched, booker, booker_id, confirmed_by, state, made_at, rev, at, by_user)
SELECT ?1 || '-' || i, (SELECT COALESCE(max(number), 0) FROM warehouse_appointment) + i, 'ATL', 'inbound', ?1, '08:00', 60, '', '', 'PO ' || i, 'SAIA', '', '', '', '', '', 0, '', '', '[]', 0, 'carrier', 'SAIA', '', 'booked', 0, 1, 0, '' FROM n`, day, n)
		return err
	})
}

func day(k *testkit.Kit, days int) string { return k.Now().AddDate(0, 0, days).Format(time.DateOnly) }

// However much lies behind, a calendar and a list that have room for so many show what is to come.
func TestCalendarFeed_ShowsWhatIsToComeBeforeWhatIsPast(t *testing.T) {
	f := newFloor(t)
	f.crowd(day(f.Kit, -20), 3)
	f.crowd(day(f.Kit, -2), 5000)
	f.crowd(day(f.Kit, 3), 2)
	f.crowd(day(f.Kit, 2), 2)
	b := freight.Booker{Kind: "carrier", ID: "SAIA"}
	f.Read("1", func(ctx context.Context, tx *store.Tx) error {
		events, err := f.App.Warehouse.CalendarOf(ctx, tx, b, "en")
		if err != nil {
			return err
		}
		if n := len(events); n != 5000 || !strings.HasPrefix(events[0].ID, day(f.Kit, -2)) || events[n-4].ID != day(f.Kit, 2)+"-1" || events[n-1].ID != day(f.Kit, 3)+"-2" {
			t.Errorf("%d events, from %s to %s", n, events[0].ID, events[n-1].ID)
		}
		booked, err := f.App.Warehouse.SlotsOf(ctx, tx, b)
		if err != nil {
			return err
		}
		if n := len(booked); n != 300 || booked[n-4].ID != day(f.Kit, 2)+"-1" || booked[n-1].ID != day(f.Kit, 3)+"-2" || booked[0].Day != day(f.Kit, -2) {
			t.Errorf("%d appointments, the last of %s", n, booked[n-1].Day)
		}
		return nil
	})
}

// What comes today is on today's list, whatever is late.
func TestInbound_ShowsTodayBeforeWhatIsLate(t *testing.T) {
	f := newFloor(t)
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	at := f.Now().In(zone)
	today := at.Format(time.DateOnly)
	f.crowd(at.AddDate(0, 0, -1).Format(time.DateOnly), 1000)
	f.crowd(today, 1)
	got := testkit.Into[warehouse.InboundDay](t, f.office.Call("Warehouse/InboundDay", obj{"WarehouseId": "ATL", "SlotDate": today}))
	if n := len(got.Rows); n != 1000 || !slices.ContainsFunc(got.Rows, func(r warehouse.Coming) bool { return r.AppointmentID == today+"-1" }) || got.Rows[0].Day >= today {
		t.Errorf("%d rows, the first %+v", n, got.Rows[0])
	}
}
