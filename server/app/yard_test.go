package app_test

import (
	"context"
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/store"
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
	if status, _, why := y.gate("CheckOut", obj{"Token": here.Ticket, "TrailerNumber": "none such"}); status != 422 || len(y.trailers("53029")) != 1 {
		t.Errorf("leaves with what is not here: %d %s", status, why)
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
