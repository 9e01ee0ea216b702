package app_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
)

func (y *gateYard) trailers(number string) (list []warehouse.Trailer) {
	y.T.Helper()
	y.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		list, err = store.Select[warehouse.Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE number = ? AND left_at IS NULL ORDER BY came_at`, number)
		return err
	})
	return list
}

func TestYard_ATrailerComesByTheGateAndLeavesByIt(t *testing.T) {
	y := newGateYard(t)
	y.expect("first", "ATL", "PO 61-1", "", 90_061, time.Hour)
	req := y.says("PO 61-1")
	_, here, why := y.gate("CheckIn", req)
	if here.Visit == nil {
		t.Fatalf("check in: %s", why)
	}
	for range 2 { // said again
		y.gate("CheckIn", req)
	}
	list := y.trailers("53021")
	if len(list) != 1 || list[0].Contents != "loaded" || list[0].Seal != "S-48213" || list[0].Carrier != "" || list[0].CarrierName != "Old Dominion" || list[0].Warehouse != "ATL" || list[0].Door+list[0].RowID != "" {
		t.Fatalf("in the yard: %+v", list)
	}
	fixed := y.says("PO 61-1")
	fixed["CheckInId"], fixed["TrailerNumber"], fixed["Carrier"], fixed["Correction"] = req["CheckInId"], "53029", "Old Dominion Freight Line", 1
	if _, _, why := y.gate("CheckIn", fixed); why != "" {
		t.Fatal(why)
	}
	if got := y.trailers("53029"); len(got) != 1 || got[0].ID != list[0].ID || got[0].Carrier != "ODFL" || len(y.trailers("53021")) != 0 {
		t.Fatalf("corrected: %+v", got)
	}
	if _, got, why := y.gate("CheckOut", obj{"Token": here.Ticket, "SealNumber": "s2"}); got.Visit == nil || got.Visit.State != warehouse.Gone {
		t.Fatalf("check out: %s", why)
	}
	if got := y.trailers("53029"); len(got) != 0 {
		t.Errorf("it left: %+v", got)
	}
}

func TestYard_ADriverDropsOneTrailerAndTakesAnother(t *testing.T) {
	y := newGateYard(t)
	dock := y.As("dock@demo.test")
	old := warehouse.TrailerReq{ID: ulid.Make().String(), Warehouse: "ATL", Number: "48001", Contents: "empty", Dropped: true}
	dock.Call("Yard/NoteTrailer", old)
	y.expect("drop", "ATL", "PO 62-1", "", 90_062, time.Hour)
	_, here, why := y.gate("CheckIn", y.says("PO 62-1"))
	if here.Visit == nil {
		t.Fatalf("check in: %s", why)
	}
	if _, got, why := y.gate("CheckOut", obj{"Token": here.Ticket, "TrailerStays": true, "TrailerNumber": "48-001", "SealNumber": "s7"}); got.Visit == nil || got.Visit.State != warehouse.Gone {
		t.Fatalf("check out: %s", why)
	}
	if got := y.trailers("53021"); len(got) != 1 || !got[0].Dropped || got[0].Seal != "S-48213" || got[0].VisitID != "" {
		t.Errorf("the one that it brought: %+v", got)
	}
	if got := y.trailers("48001"); len(got) != 0 {
		t.Errorf("the one that it took: %+v", got)
	}
	// It comes by the gate again: it must have left unseen, for it stood on no spot under another's tractor.
	row := warehouse.YardRowReq{Warehouse: "ATL", Name: "GT", Kind: warehouse.YardSpots, First: 1, Spots: 2, Closed: []string{}, Doors: []string{}}
	y.As("admin@demo.test").Call("Yard/SaveRow", row)
	y.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		row.ID, _, err = store.Get[string](ctx, tx, `SELECT id FROM warehouse_yard_row WHERE name = 'GT'`)
		return err
	})
	first := y.trailers("53021")[0]
	dock.Call("Yard/PlaceTrailer", warehouse.PlaceReq{TrailerID: first.ID, Place: warehouse.Place{RowID: row.ID, Spot: 1}})
	y.Pass(5 * time.Hour)
	y.expect("again", "ATL", "PO 63-1", "", 90_063, time.Hour)
	y.gate("CheckIn", y.says("PO 63-1"))
	if got := y.trailers("53021"); len(got) != 1 || got[0].ID == first.ID || got[0].RowID != "" {
		t.Errorf("it came anew: %+v", got)
	}
}

// The yard's trailers and the dock's trucks do not share a door.
func TestYard_ADoorIsNotGivenTwice(t *testing.T) {
	y := newGateYard(t)
	dock := y.As("dock@demo.test")
	var load string
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT id FROM dock_shipment WHERE warehouse = 'ATL' AND state = 'waiting' AND temperature = '' AND trailer = '' ORDER BY id LIMIT 1`).Scan(&load)
	})
	put := func(number, door string) (string, error) {
		req := warehouse.TrailerReq{ID: ulid.Make().String(), Warehouse: "ATL", Number: number, Contents: "empty", Place: warehouse.Place{Door: door}}
		_, err := dock.Try("Yard/NoteTrailer", req)
		return req.ID, err
	}
	stands, err := put("48011", "11")
	if err != nil {
		t.Fatal(err)
	}
	dock.Call("Shipment/UpdateDriverDetails", obj{"ShipmentId": load, "Name": "Luis Vega"})
	if e := dock.Refused("DockView/AssignDoor", obj{"ShipmentId": load, "Door": "11"}); e.Code != "door-taken-trailer" || e.Params["trailer"] != "48011" {
		t.Errorf("sent to a door where a trailer stands: %+v", e)
	}
	// Who stands before the door knows better: what stood there is somewhere else.
	dock.Call("DockView/FinishLoading", obj{"ShipmentId": load, "Trailer": "48012", "Seal": "S1", "Left": 1000})
	id, err := put("48012", "")
	if err != nil {
		t.Fatal(err)
	}
	dock.Call("DockView/StartLoading", obj{"ShipmentId": load, "Door": "11"})
	if got := y.trailers("48012"); len(got) != 1 || got[0].Door != "11" || got[0].ID != id {
		t.Errorf("the load's own: %+v", got)
	}
	if got := y.trailers("48011"); len(got) != 1 || got[0].Door != "" || got[0].ID != stands {
		t.Errorf("the one before: %+v", got)
	}
	dock.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: id})
	if _, err := put("48013", "11"); fail.CodeOf(err) != "door-taken" {
		t.Errorf("put where the dock has another's trailer: %v", err)
	}
}

// What is loaded and signed for drives off, with or without a word at the gate: its door is free for the next.
func TestYard_WhatIsSignedForHoldsNoDoor(t *testing.T) {
	y := newGateYard(t)
	d := y.As("dock@demo.test")
	sign := func(id, trailer string) {
		t.Helper()
		y.Write("1", func(ctx context.Context, tx *store.Tx) error {
			if _, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET state = 'signed', signed_at = ? WHERE id = ?`, tx.Now.UnixMilli(), id); err != nil {
				return err
			}
			return tx.Emit(ctx, event.BillSigned{ShipmentID: id, Warehouse: "ATL", SignedBy: "Ann", Role: "driver", Trailer: trailer, Language: "en"})
		})
	}
	id, bol := y.waitingLoad()
	_, here, why := y.gate("CheckIn", y.says(bol))
	if here.Visit == nil {
		t.Fatal(why)
	}
	d.Call("DockView/StartLoading", obj{"ShipmentId": id, "Door": "11"})
	first := y.trailers("53021")[0]
	if first.Door != "11" {
		t.Fatalf("being loaded: %+v", first.Place)
	}
	sign(id, "53021")
	if got := y.trailers("53021"); len(got) != 1 || got[0].Door != "" || got[0].RowID != "" || got[0].VisitID == "" {
		t.Fatalf("signed for, and not checked out: %+v", got)
	}
	next, nbol := y.waitingLoad()
	said := y.says(nbol)
	said["TrailerNumber"], said["LicensePlate"], said["DriverName"] = "60000", "TX 3", "Ada B"
	_, second, _ := y.gate("CheckIn", said)
	d.Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: next, Door: "11"})
	if _, now, why := y.gate("Visit", obj{"Token": second.Ticket}); now.Visit == nil || now.Visit.Door != "11" {
		t.Errorf("the next driver is told %+v %s", now.Visit, why)
	}
	// A trailer that the yard had brought to the door, and one that stays without its tractor.
	d.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: y.trailers("60000")[0].ID})
	for _, c := range []struct {
		number string
		drop   bool
		door   string
	}{{"60100", false, ""}, {"60101", true, "12"}} {
		req := warehouse.TrailerReq{ID: ulid.Make().String(), Warehouse: "ATL", Number: c.number, Contents: "empty", Dropped: c.drop, Place: warehouse.Place{Door: "12"}}
		d.Call("Yard/NoteTrailer", req)
		id, _ := y.waitingLoad()
		y.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET trailer = ?, carrier = '', carrier_name = '' WHERE id = ?`, c.number, id)
			return err
		})
		d.Call("DockView/StartLoading", obj{"ShipmentId": id, "Door": "12"})
		sign(id, c.number)
		if got := y.trailers(c.number); len(got) != 1 || got[0].Door != c.door {
			t.Errorf("%s: %+v", c.number, got)
		}
	}
	// It comes by the gate again, and has never said that it left.
	y.Pass(48 * time.Hour)
	y.expect("again", "ATL", "PO 64-1", "", 90_064, time.Hour)
	y.gate("CheckIn", y.says("PO 64-1"))
	if got := y.trailers("53021"); len(got) != 1 || got[0].ID == first.ID || got[0].ShipmentID != "" {
		t.Errorf("it came anew: %+v", got)
	}
}

// A trailer that was signed for and whose driver never checks out is gone once the driver has had time to rest; who says late that it stays is believed.
func TestYard_WhatWasSignedForDoesNotStayWithoutAPlaceForEver(t *testing.T) {
	y := newGateYard(t)
	d := y.As("dock@demo.test")
	bring := func(number string) (ticket string) {
		t.Helper()
		id, bol := y.waitingLoad()
		said := y.says(bol)
		said["TrailerNumber"], said["LicensePlate"], said["DriverName"] = number, "TX "+number, "Ada "+number
		_, here, why := y.gate("CheckIn", said)
		if here.Visit == nil {
			t.Fatal(why)
		}
		d.Call("DockView/StartLoading", obj{"ShipmentId": id, "Door": "11"})
		y.Write("1", func(ctx context.Context, tx *store.Tx) error {
			if _, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET state = 'signed', signed_at = ? WHERE id = ?`, tx.Now.UnixMilli(), id); err != nil {
				return err
			}
			return tx.Emit(ctx, event.BillSigned{ShipmentID: id, Warehouse: "ATL", SignedBy: "Ann", Role: "driver", Trailer: number, Language: "en"})
		})
		return here.Ticket
	}
	tidy := func() {
		t.Helper()
		if err := y.App.Tidy(t.Context(), "1"); err != nil {
			t.Fatal(err)
		}
	}
	here := func() (numbers []string) {
		for _, n := range []string{"91001", "91002", "91003", "91004"} {
			for _, tr := range y.trailers(n) {
				numbers = append(numbers, tr.Number)
			}
		}
		return numbers
	}
	bring("91001")
	late := bring("91002")
	bring("91003")
	// One that nobody has signed for, and that nobody has given a place.
	d.Call("Yard/NoteTrailer", warehouse.TrailerReq{ID: ulid.Make().String(), Warehouse: "ATL", Number: "91004", Contents: "empty"})
	y.Pass(11 * time.Hour)
	tidy()
	if got := fmt.Sprint(here()); got != "[91001 91002 91003 91004]" {
		t.Fatalf("while their drivers may rest: %s", got)
	}
	seen := y.trailers("91003")[0]
	d.Call("Yard/NoteReading", warehouse.ReadingReq{TrailerID: seen.ID, Reading: freight.Measure{Milli: 2000, Unit: "C"}})
	first := y.trailers("91001")[0]
	y.Pass(2 * time.Hour)
	tidy()
	if got := fmt.Sprint(here()); got != "[91003 91004]" {
		t.Fatalf("here are %s", got)
	}
	kinds := testkit.Into[warehouse.YardEvents](t, d.Call("Yard/History", warehouse.YardHistoryReq{Warehouse: "ATL", TrailerID: first.ID})).Events
	if kinds[0].Kind != "left-signed" {
		t.Errorf("its history ends with %s", kinds[0].Kind)
	}
	if _, got, why := y.gate("CheckOut", obj{"Token": late, "TrailerStays": true}); got.Visit == nil || got.Visit.State != warehouse.Gone {
		t.Fatalf("check out: %s", why)
	}
	if got := y.trailers("91002"); len(got) != 1 || !got[0].Dropped || got[0].VisitID != "" {
		t.Errorf("its driver says that it stays: %+v", got)
	}
}

// told counts what the office of ATL hears of a kind that names a trailer.
func (y *gateYard) told(code, trailer string) int {
	y.T.Helper()
	return y.count(`SELECT count(DISTINCT group_id) FROM notify_notification WHERE code = ? AND json_extract(params, '$.trailer') = ?`, code, trailer)
}

// Carriers number their trailers alike: a stranger moves and removes nobody's.
func TestYard_ANumberIsOneOfEachCarrier(t *testing.T) {
	y := newGateYard(t)
	d := y.As("dock@demo.test")
	note := func(number, carrier, door string) string {
		t.Helper()
		req := warehouse.TrailerReq{ID: ulid.Make().String(), Warehouse: "ATL", Number: number, Carrier: carrier, Contents: "loaded", Dropped: true, Place: warehouse.Place{Door: door}}
		d.Call("Yard/NoteTrailer", req)
		return req.ID
	}
	stands := func(id string) (w warehouse.Trailer) {
		t.Helper()
		y.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			w, _, err = store.Get[warehouse.Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE id = ?`, id)
			return err
		})
		return w
	}
	n := 0
	come := func(carrier, number string) {
		t.Helper()
		n++
		po := fmt.Sprintf("PO 70-%d", n)
		y.expect(po, "ATL", po, "", 90_070+n, time.Hour)
		said := y.says(po)
		said["Carrier"], said["TrailerNumber"], said["LicensePlate"] = carrier, number, fmt.Sprintf("TX %d", n)
		if _, here, why := y.gate("CheckIn", said); here.Visit == nil {
			t.Fatal(why)
		}
	}
	own := note("53021", "ODFL", "12")
	y.Pass(24 * time.Hour)
	come("Bob's Trucking", "53021")
	if got := stands(own); !got.LeftAt.IsZero() || got.Door != "12" || len(y.trailers("53021")) != 2 || y.told("notify-trailer-twice", "53021") != 1 {
		t.Errorf("a stranger's took ours away: %+v", got)
	}
	come("SAIA", "53021") // surely another than ours, but not than Bob's
	if got := stands(own); !got.LeftAt.IsZero() || len(y.trailers("53021")) != 3 || y.told("notify-trailer-twice", "53021") != 2 {
		t.Errorf("a known carrier's took ours away: %+v", got)
	}
	come("odfl", "53-021")
	if got := stands(own); got.LeftAt.IsZero() {
		t.Errorf("it comes by the gate again, and stands at the door: %+v", got)
	}
	fresh := note("53050", "ODFL", "12")
	y.Pass(time.Hour)
	come("ODFL", "53050")
	if got := stands(fresh); !got.LeftAt.IsZero() || got.Door != "12" || y.told("notify-trailer-twice", "53050") != 1 {
		t.Errorf("somebody saw it an hour ago: %+v", got)
	}
	come("ODFL", "53070") // whose driver never says that it left
	first := y.trailers("53070")[0]
	y.Pass(4 * 24 * time.Hour)
	come("ODFL", "53070")
	if got := y.trailers("53070"); len(got) != 1 || got[0].ID == first.ID {
		t.Errorf("it comes again days later: %+v", got)
	}
	// Both may be corrected, and another's of the number may be entered.
	same := warehouse.TrailerReq{ID: fresh, Warehouse: "ATL", Number: "53050", Carrier: "ODFL", Contents: "empty", Dropped: true}
	d.Call("Yard/NoteTrailer", same)
	note("53050", "Bob's Trucking", "")
	// The dock moves no other carrier's.
	far := note("53060", "Bob's Trucking", "11")
	id, _ := y.waitingLoad()
	y.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE dock_shipment SET trailer = '53060', carrier = 'SAIA', carrier_name = 'Saia' WHERE id = ?`, id)
		return err
	})
	d.Call("DockView/StartLoading", obj{"ShipmentId": id, "Door": "7"})
	if got := stands(far); got.Door != "11" || y.told("notify-trailer-twice", "53060") != 1 {
		t.Errorf("another's was moved to the dock's door: %+v", got)
	}
}

// Who leaves is on the road: the check-out holds nobody up for a number.
func TestYard_WhoTakesAnotherTrailerIsCheckedOut(t *testing.T) {
	y := newGateYard(t)
	d := y.As("dock@demo.test")
	note := func(number, carrier string) string {
		t.Helper()
		req := warehouse.TrailerReq{ID: ulid.Make().String(), Warehouse: "ATL", Number: number, Carrier: carrier, Contents: "empty", Dropped: true}
		d.Call("Yard/NoteTrailer", req)
		return req.ID
	}
	n := 0
	leaves := func(number string, left, told int) {
		t.Helper()
		n++
		po := fmt.Sprintf("PO 80-%d", n)
		y.expect(po, "ATL", po, "", 90_080+n, time.Hour)
		said := y.says(po)
		said["Carrier"], said["TrailerNumber"], said["LicensePlate"] = "SAIA", "", fmt.Sprintf("TX %d", n)
		_, here, why := y.gate("CheckIn", said)
		if here.Visit == nil {
			t.Fatal(why)
		}
		status, out, why := y.gate("CheckOut", obj{"Token": here.Ticket, "TrailerNumber": number})
		if status != 200 || out.Visit.State != warehouse.Gone || len(y.trailers(number)) != left || y.told("notify-trailer-taken", number) != told {
			t.Errorf("%s: %d %s, %d are here, told %d times", number, status, why, len(y.trailers(number)), y.told("notify-trailer-taken", number))
		}
	}
	d.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: note("48001", "ODFL")})
	leaves("48001", 0, 0) // somebody saw it go
	note("48002", "ODFL")
	leaves("48002", 0, 0) // another carrier's, the only one of that number
	note("48003", "ODFL")
	note("48003", "SAIA")
	leaves("48003", 1, 0)
	if got := y.trailers("48003"); len(got) != 1 || got[0].Carrier != "ODFL" {
		t.Errorf("the carrier's own goes: %+v", got)
	}
	note("48004", "ODFL")
	note("48004", "Bob's Trucking")
	leaves("48004", 2, 1) // one of two
	leaves("48005", 0, 1) // none
	d.Call("Yard/TrailerLeft", warehouse.LeftReq{TrailerID: note("48006", "SAIA")})
	y.Pass(48 * time.Hour)
	leaves("48006", 0, 1) // gone long ago
}

// A driver's slip names another trailer that stands in the yard, which then counts as gone, since it seems to come again. Once the slip is corrected it stands where it stood.
func TestYard_WhatADriverNamedInErrorIsHereAfterAll(t *testing.T) {
	y := newGateYard(t)
	d := y.As("dock@demo.test")
	row := testkit.Into[warehouse.YardRow](t, y.As("admin@demo.test").Call("Yard/SaveRow", warehouse.YardRowReq{Warehouse: "ATL", Name: "Q", Kind: warehouse.YardSpots, First: 1, Spots: 6, Closed: []string{}, Doors: []string{}}))
	at := func(n int64) warehouse.Place { return warehouse.Place{RowID: row.ID, Spot: n} }
	come := func(number string, spot int64) string {
		req := warehouse.TrailerReq{ID: ulid.Make().String(), Warehouse: "ATL", Number: number, Carrier: "Old Dominion", Contents: "empty", Place: at(spot)}
		d.Call("Yard/NoteTrailer", req)
		return req.ID
	}
	stood := come("53021", 3)
	y.Pass(5 * time.Hour)
	y.expect("first", "ATL", "PO 55", "7", 90_001, time.Hour)
	said := y.says("PO 55")
	if status, _, why := y.gate("CheckIn", said); status != 200 {
		t.Fatalf("check in: %d %s", status, why)
	}
	if got := y.trailers("53021"); len(got) != 1 || got[0].ID == stood {
		t.Fatalf("it came by the gate again: %+v", got)
	}
	said["Correction"], said["TrailerNumber"] = 1, "53012"
	if status, _, why := y.gate("CheckIn", said); status != 200 {
		t.Fatalf("corrected: %d %s", status, why)
	}
	if got := y.trailers("53021"); len(got) != 1 || got[0].ID != stood || got[0].Place != at(3) {
		t.Errorf("what was named in error: %+v", got)
	}
	if got := y.trailers("53012"); len(got) != 1 || got[0].VisitID == "" {
		t.Errorf("the driver's own: %+v", got)
	}
	// And where the right number is of one that stands here as well, and where its spot was given away meanwhile.
	other := come("53044", 4)
	y.Pass(5 * time.Hour)
	y.expect("second", "ATL", "PO 56", "8", 90_002, time.Hour)
	said = y.says("PO 56")
	said["LicensePlate"] = "TX 2"
	if status, _, why := y.gate("CheckIn", said); status != 200 {
		t.Fatalf("check in: %d %s", status, why)
	}
	come("53055", 3)
	said["Correction"], said["TrailerNumber"] = 1, "53044"
	if status, _, why := y.gate("CheckIn", said); status != 200 {
		t.Fatalf("corrected: %d %s", status, why)
	}
	if got := y.trailers("53021"); len(got) != 1 || got[0].ID != stood || got[0].Place != (warehouse.Place{}) {
		t.Errorf("whose spot is another's by now: %+v", got)
	}
	if got := y.trailers("53044"); len(got) != 1 || got[0].ID == other {
		t.Errorf("what comes by the gate again: %+v", got)
	}
}
