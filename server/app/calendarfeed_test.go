package app_test

import (
	"context"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"lading/server/carrier"
	"lading/server/kit/event"
	"lading/server/kit/right"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"

	"github.com/gofiber/fiber/v3"
	"github.com/oklog/ulid/v2"
)

// feed reads a calendar as a program does that subscribed to an address.
func (h *haulier) feed(address string, headers ...string) (int, string) {
	h.T.Helper()
	u, err := url.Parse(address)
	if err != nil {
		h.T.Fatal(err)
	}
	status, out := request(h.Kit, "GET", u.RequestURI(), "", nil, headers...)
	return status, strings.ReplaceAll(string(out), "\r\n ", "") // long lines are folded
}

// tagged reads a calendar as a program does that has it with that tag, and gives the tag that it has then.
func (h *haulier) tagged(path, tag string) (int, string) {
	h.T.Helper()
	r := httptest.NewRequest("GET", path, nil)
	if tag != "" {
		r.Header.Set("If-None-Match", tag)
	}
	resp, err := h.App.Web.Test(r, fiber.TestConfig{})
	if err != nil {
		h.T.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode, resp.Header.Get("ETag")
}

func (h *haulier) calendar(token string) string {
	h.T.Helper()
	status, out, _ := h.guest("MakeCalendar", obj{"AccessID": token})
	if status != 200 {
		h.T.Fatalf("%d %s", status, out)
	}
	return testkit.Into[carrier.CalendarShown](h.T, out).Address
}

// A carrier's calendar has its own appointments at the right instants; a change has the same UID and a later SEQUENCE, a cancelled one says so, and what has not changed is not sent again.
func TestCalendarFeed_OfACarrierHasItsOwnOnly(t *testing.T) {
	h := newHaulier(t)
	_, choice, other := h.offered("CF-1")
	token, theirs := h.invite(choice.Carrier), h.invite(other)
	monday := h.opens(2)
	kind := h.kind("Open", "inbound", nil)
	mine, not := inboundSlot(token, kind, monday, "09:00"), inboundSlot(theirs, kind, monday, "10:00")
	for _, r := range []obj{mine, not} {
		if status, out, _ := h.guest("BookSlot", r); status != 200 {
			t.Fatalf("%d %s", status, out)
		}
	}
	if h.booked(token).Feed {
		t.Error("there is an address before one is made")
	}
	address := h.calendar(token)
	if !strings.HasPrefix(address, "https://tms.example.com/api/CarrierPortal/Calendar?Token=1.") || !h.booked(token).Feed {
		t.Fatalf("%s", address)
	}
	status, body := h.feed(address)
	uid := "UID:" + mine["SlotId"].(string) + "@lading"
	if status != 200 || strings.Count(body, "BEGIN:VEVENT") != 1 || !strings.Contains(body, uid) || !strings.Contains(body, "SEQUENCE:0\r\n") || !strings.Contains(body, "STATUS:CONFIRMED") {
		t.Fatalf("%d %s", status, body)
	}
	day := strings.ReplaceAll(monday, "-", "")
	if !strings.Contains(body, "DTSTART:"+day+"T130000Z") && !strings.Contains(body, "DTSTART:"+day+"T140000Z") { // 09:00 in Atlanta, in summer and in winter
		t.Errorf("%s", body)
	}
	if status, _, _ := h.guest("BookSlot", obj{"AccessID": token, "SlotId": ulid.Make().String(), "AppointmentId": mine["SlotId"], "SlotDate": monday, "StartTime": "11:00", "Name": "Bo"}); status != 200 {
		t.Fatalf("moved: %d", status)
	}
	if _, body = h.feed(address); !strings.Contains(body, uid) || !strings.Contains(body, "SEQUENCE:1\r\n") || strings.Count(body, "BEGIN:VEVENT") != 1 {
		t.Errorf("moved: %s", body)
	}
	h.guest("CancelSlot", obj{"AccessID": token, "AppointmentId": mine["SlotId"]})
	if _, body = h.feed(address); !strings.Contains(body, uid) || !strings.Contains(body, "SEQUENCE:2\r\n") || !strings.Contains(body, "STATUS:CANCELLED") {
		t.Errorf("cancelled: %s", body)
	}
	// Another one takes its place; ended, and with the carrier's link, it opens nothing, as if it had never been.
	second := h.calendar(token)
	dead := func(what, address string) {
		t.Helper()
		if status, body := h.feed(address); status != 404 || !strings.Contains(body, "calendar-unknown") {
			t.Errorf("%s: %d %s", what, status, body)
		}
	}
	dead("replaced", address)
	dead("none", "https://tms.example.com/api/CarrierPortal/Calendar?Token=1."+strings.Repeat("A", 43))
	dead("a page's link", "https://tms.example.com/api/CarrierPortal/Calendar?Token="+token)
	dead("at the other address", strings.Replace(second, "CarrierPortal", "Warehouse", 1))
	if status, _ := h.feed(second); status != 200 {
		t.Errorf("%d", status)
	}
	h.guest("MakeCalendar", obj{"AccessID": token, "End": true})
	dead("ended", second)
	third := h.calendar(token)
	h.office("Carriers/RevokePortalLink", obj{"SCAC": choice.Carrier})
	dead("revoked", third)
}

// A warehouse's calendar has what everybody booked there; who holds it asks whether anything has changed.
func TestCalendarFeed_OfAWarehouse(t *testing.T) {
	h := newHaulier(t)
	monday := h.opens(1)
	booked := h.full(monday, "inbound", "08:00", "10:00")
	made := testkit.Into[warehouse.CalendarLink](t, h.As("admin@demo.test").Call("Warehouse/MakeCalendarLink", obj{"WarehouseId": "ATL"}))
	status, body := h.feed(made.Address)
	if status != 200 || strings.Count(body, "BEGIN:VEVENT") != 2 || !strings.Contains(body, booked["09:00"]+"@lading") || !strings.Contains(body, "X-WR-TIMEZONE:America/New_York") {
		t.Fatalf("%d %s", status, body)
	}
	u, _ := url.Parse(made.Address)
	tag := ""
	for range 2 {
		status, tag = h.tagged(u.RequestURI(), tag)
		if tag == "" {
			t.Fatal("no tag")
		}
	}
	if status != 304 {
		t.Errorf("nothing has changed: %d", status)
	}
	h.cancels(booked["09:00"])
	if status, _ = h.tagged(u.RequestURI(), tag); status != 200 {
		t.Errorf("it has changed: %d", status)
	}
	for _, list := range testkit.Into[[]warehouse.CalendarLink](t, h.As("admin@demo.test").Call("Warehouse/CalendarLinks", obj{})) {
		if (list.Warehouse == "ATL") != !list.MadeAt.IsZero() || list.Address != "" {
			t.Errorf("%+v", list)
		}
	}
	if f := h.As("dock2@demo.test").Refused("Warehouse/MakeCalendarLink", obj{"WarehouseId": "ATL"}); f.Status != 403 {
		t.Errorf("%+v", f)
	}
	others := testkit.Into[warehouse.CalendarLink](t, h.As("admin@other.test").Call("Warehouse/MakeCalendarLink", obj{"WarehouseId": "ATL"})) // it has one of that name
	if status, body = h.feed(others.Address); status != 200 || strings.Contains(body, "BEGIN:VEVENT") {
		t.Errorf("of another organisation: %d %s", status, body)
	}
	h.As("admin@demo.test").Call("Warehouse/EndCalendarLink", obj{"WarehouseId": "ATL"})
	if status, _ = h.feed(made.Address); status != 404 {
		t.Errorf("ended: %d", status)
	}
}

// A calendar that is full has the soonest; what is too far off is left out.
func TestCalendarFeed_HasTheSoonestOfMany(t *testing.T) {
	h := newHaulier(t)
	monday := h.opens(1)
	booked := h.full(monday, "inbound", "08:00", "10:00", "11:00")
	h.Write("1", func(ctx context.Context, tx *store.Tx) error {
		columns, err := store.Select[string](ctx, tx, `SELECT name FROM pragma_table_info('warehouse_appointment')`)
		if err != nil {
			return err
		}
		values := make([]string, len(columns))
		for i, c := range columns {
			switch c {
			case "id":
				values[i] = "'N' || n"
			case "number":
				values[i] = "100000 + n"
			case "day":
				values[i] = "date(day, '+7 day')"
			default:
				values[i] = c
			}
		}
		_, err = tx.ExecContext(ctx, `WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 5001) INSERT INTO warehouse_appointment (`+strings.Join(columns, ", ")+`) SELECT `+strings.Join(values, ", ")+` FROM warehouse_appointment JOIN many WHERE id = ?`, booked["09:00"])
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE warehouse_appointment SET day = date(day, '+2 years') WHERE id = 'N1'`)
		}
		return err
	})
	made := testkit.Into[warehouse.CalendarLink](t, h.As("admin@demo.test").Call("Warehouse/MakeCalendarLink", obj{"WarehouseId": "ATL"}))
	status, body := h.feed(made.Address)
	if status != 200 || !strings.Contains(body, booked["09:00"]+"@lading") || strings.Contains(body, "UID:N1@lading") || strings.Count(body, "BEGIN:VEVENT") != 5000 {
		t.Errorf("%d, %d events, the soonest %v", status, strings.Count(body, "BEGIN:VEVENT"), strings.Contains(body, booked["09:00"]))
	}
}

// A warehouse's address opens for a year, and no longer than its maker could make it.
func TestCalendarFeed_EndsWithItsMakersRight(t *testing.T) {
	h := newHaulier(t)
	monday := h.opens(1)
	h.full(monday, "inbound")
	admin := h.As("admin@demo.test")
	made := testkit.Into[warehouse.CalendarLink](t, admin.Call("Warehouse/MakeCalendarLink", obj{"WarehouseId": "ATL"}))
	lose := func(user string, holds bool) {
		h.Write("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.Emit(ctx, event.RightsLost{User: user, Held: func(right.Right, string) bool { return true }, Holds: func(right.Right, string) bool { return holds }})
		})
	}
	var maker string
	h.Write("1", func(ctx context.Context, tx *store.Tx) (err error) {
		maker, _, err = store.Get[string](ctx, tx, `SELECT by_user FROM access_link WHERE kind = 'site-calendar' AND ended_at IS NULL`)
		return err
	})
	lose("U-SOMEBODY", false)
	lose(maker, true)
	if status, _ := h.feed(made.Address); status != 200 {
		t.Errorf("its maker may make it: %d", status)
	}
	lose(maker, false)
	if status, _ := h.feed(made.Address); status != 404 {
		t.Errorf("its maker may not: %d", status)
	}
	made = testkit.Into[warehouse.CalendarLink](t, admin.Call("Warehouse/MakeCalendarLink", obj{"WarehouseId": "ATL"}))
	h.Pass(364 * 24 * time.Hour)
	if status, _ := h.feed(made.Address); status != 200 {
		t.Errorf("within a year: %d", status)
	}
	h.Pass(2 * 24 * time.Hour)
	if status, _ := h.feed(made.Address); status != 404 {
		t.Errorf("after a year: %d", status)
	}
}
