package shipment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func TestStates_EveryMoveStartsAndEndsAtAKnownStatus(t *testing.T) {
	known := map[shipment.Status]bool{}
	for _, v := range shipment.Status("").Values() {
		known[shipment.Status(v)] = true
	}
	for _, m := range shipment.States() {
		if !known[m.From] || !known[m.To] || m.From == shipment.Archived {
			t.Errorf("%+v", m)
		}
		if (m.To == shipment.Archived || m.To == shipment.Exception) != (m.Asks == "reason") {
			t.Errorf("asks: %+v", m)
		}
	}
}

func TestUpdateStatus_OnlyTheTablesMovesAreMade(t *testing.T) {
	k := world(t)
	for from, path := range map[string][]string{"T": {}, "M": {"M"}, "A": {"A"}, "D": {"A", "D"}, "Q": {"Q"}, "H": {"Q", "H"}, "S": {"Q", "S"}, "O": {"Q", "O"}} {
		allowed := map[string]bool{}
		for _, m := range shipment.States() {
			if string(m.From) == from && m.Op == "Shipment/UpdateStatusCode" {
				allowed[string(m.To)] = true
			}
		}
		for _, to := range shipment.Status("").Values() {
			s := built(t, k, "N-"+from+to)
			move(t, k, s.ID, path...)
			_, err := k.As("office@demo.test").Try("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": to})
			if allowed[to] {
				if err != nil {
					t.Errorf("%s to %s: %v", from, to, err)
				}
				continue
			}
			f, ok := fail.As(err)
			if !ok || f.Status != 409 || f.Code != "shipment-status-refused" {
				t.Errorf("%s to %s: %v", from, to, err)
				continue
			}
			row, _ := f.Row.(shipment.Shipment)
			equal(t, from+" to "+to+": the row that stands", string(row.Status), from)
		}
	}
}

func TestException_GoesBackOnlyToWhereItCameFrom(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	s := built(t, k, "A-1")
	move(t, k, s.ID, "M")
	f := office.Refused("Shipment/ExceptionShipment", any1{"ShipmentId": s.ID, "Reason": "no truck", "ExceptionCode": "NOPE"})
	equal(t, "unknown code", f.Status, 422)
	f = office.Refused("Shipment/ExceptionShipment", any1{"ShipmentId": s.ID, "ExceptionCode": "LATE"})
	equal(t, "without a reason", f.Status, 422)
	x := testkit.Into[shipment.Shipment](t, office.Call("Shipment/ExceptionShipment", any1{"ShipmentId": s.ID, "Reason": "no truck", "ExceptionCode": "LATE"}))
	equal(t, "status", string(x.Status)+x.Back+x.Exception, "XMLATE")
	f = office.Refused("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "T"})
	equal(t, "elsewhere", f.Code, "shipment-status-refused")
	x = move(t, k, s.ID, "M")
	equal(t, "back", string(x.Status)+x.Back+x.Exception+x.Reason, "M")
	codes := testkit.Into[string](t, office.Call("Shipment/GetExceptionStatusCodes", any1{}))
	if !strings.Contains(codes, `"LATE"`) {
		t.Errorf("codes: %s", codes)
	}
}

func TestVoid_AsksAReasonAndHasNoWayBack(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	s := built(t, k, "A-1")
	equal(t, "without a reason", office.Refused("Shipment/Void", any1{"ShipmentId": s.ID}).Status, 422)
	equal(t, "archive a tendered one", office.Refused("Shipment/ArchiveShipment", any1{"ShipmentId": s.ID, "Reason": "x"}).Code, "shipment-status-refused")
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return store.Insert(ctx, tx, "shipment_cost", shipment.Cost{ID: s.ID, Warehouse: s.Warehouse, Currency: "USD", TotalMinor: 12345})
	})
	equal(t, "cost before", scopes(k, "shipment_cost", s.ID), "[wh:ATL/see-money]")
	office.Call("Shipment/Void", any1{"ShipmentId": s.ID, "Reason": "wrong carrier"})
	equal(t, "scopes after", scopes(k, "shipment", s.ID), "[]")
	equal(t, "cost after", scopes(k, "shipment_cost", s.ID), "[]")
	for _, to := range []string{"T", "Q", "V"} {
		equal(t, "from archived", office.Refused("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": to}).Code, "shipment-status-refused")
	}
	m := built(t, k, "A-2")
	move(t, k, m.ID, "M")
	office.Call("Shipment/Void", any1{"ShipmentId": m.ID, "Reason": "void archives what it does not apply to"})
}

func TestDepart_NeedsASignature(t *testing.T) {
	k := world(t)
	s := built(t, k, "A-1")
	area := &shipment.Area{}
	var err error
	try := func(before func(ctx context.Context, tx *store.Tx) error) {
		db, e := k.App.Store.Org(context.Background(), "1")
		if e != nil {
			t.Fatal(e)
		}
		_, err = db.Write(context.Background(), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			if before != nil {
				if err := before(ctx, tx); err != nil {
					return err
				}
			}
			return area.Depart(ctx, tx, s.ID)
		}})
	}
	try(nil)
	equal(t, "unsigned", fail.CodeOf(err), "shipment-not-signed")
	try(func(ctx context.Context, tx *store.Tx) error {
		return tx.Emit(ctx, event.BillSigned{ShipmentID: s.ID, SignedBy: "Ada", Trailer: "T-9", Seal: "S-1"})
	})
	if err != nil {
		t.Fatal(err)
	}
	full := testkit.Into[shipment.Full](t, k.As("office@demo.test").Call("Shipment/ShipmentDetails", any1{"UniqueName": s.Number}))
	equal(t, "status, signer, seal", string(full.Shipment.Status)+" "+full.Shipment.SignedBy+" "+full.Shipment.Seal, "A Ada S-1")
	equal(t, "events", len(full.Events), 2)
}

func TestEvents_ChainNamesTheFirstBrokenPlace(t *testing.T) {
	k := world(t)
	s := built(t, k, "A-1")
	move(t, k, s.ID, "M", "A", "D")
	check := func() (broken int64, n int) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			broken, n, err = shipment.VerifyChain(ctx, tx, s.ID)
			return err
		})
		return broken, n
	}
	broken, n := check()
	equal(t, "whole", []any{broken, n}, "[0 4]")

	db, _ := k.App.Store.Org(context.Background(), "1")
	for _, q := range []string{`UPDATE shipment_event SET data = '{}' WHERE n = 3`, `DELETE FROM shipment_event WHERE n = 3`, `INSERT OR REPLACE INTO shipment_event SELECT * FROM shipment_event WHERE n = 3`} {
		_, err := db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, q)
			return err
		}})
		if err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", q, err)
		}
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.ExecContext(ctx, `DROP TRIGGER shipment_event_no_update`); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE shipment_event SET user_name = 'Somebody Else' WHERE n = 3`)
		return err
	})
	broken, _ = check()
	equal(t, "after tampering", broken, 3)
}

func TestEvents_KeepWhatTheDeviceSigned(t *testing.T) {
	k := world(t)
	s := built(t, k, "A-1")
	at := k.Now().Add(-3 * time.Hour)
	db, _ := k.App.Store.Org(context.Background(), "1")
	_, err := db.Write(context.Background(), store.Command{By: store.Actor{User: "U-DOCK", Name: "Dan Dock", Device: "DEV1"}, At: at, Do: func(ctx context.Context, tx *store.Tx) error {
		tx.Proof = &store.Proof{Mutation: `{"op":"x"}`, Signature: "sig", AtRaw: "2026-11-20T10:59:00Z"}
		return (&shipment.Area{}).Record(ctx, tx, s.ID, "pallet-loaded", any1{"pallet": "P1", "note": "naïve <b>\u2028"})
	}})
	if err != nil {
		t.Fatal(err)
	}
	full := testkit.Into[shipment.Full](t, k.As("office@demo.test").Call("Shipment/ShipmentDetails", any1{"ShipmentId": s.ID}))
	e := full.Events[1]
	equal(t, "who and where", e.UserName+" "+e.Device, "Dan Dock DEV1")
	equal(t, "clocks", e.At.UTC().Format("15:04")+" "+e.LoggedAt.UTC().Format("15:04")+" "+e.AtRaw, "11:00 14:00 2026-11-20T10:59:00Z")
	broken, err := shipment.Verify(full.Events) // as a device holds them: without the mutation's text
	equal(t, "verifies from the wire", []any{broken, err}, "[0 <nil>]")
}

func TestWindow_DeliveredLongAgoLeavesTheDevices(t *testing.T) {
	k := world(t)
	s, young := built(t, k, "A-1"), built(t, k, "A-2")
	move(t, k, s.ID, "A", "D")
	k.Pass(10 * 24 * time.Hour)
	move(t, k, young.ID, "A", "D")
	k.Pass(5 * 24 * time.Hour)
	area := &shipment.Area{}
	var n int
	run := func() {
		k.Write("1", func(ctx context.Context, tx *store.Tx) (err error) {
			n, err = area.LeaveWindow(ctx, tx)
			return err
		})
	}
	run()
	equal(t, "left", n, 1)
	equal(t, "old", scopes(k, "shipment", s.ID), "[]")
	equal(t, "young", scopes(k, "shipment", young.ID), "[wh:ATL/see-loads]")
	full := testkit.Into[shipment.Full](t, k.As("office@demo.test").Call("Shipment/ShipmentDetails", any1{"ShipmentId": s.ID}))
	for _, e := range full.Events {
		equal(t, "event "+e.Kind, scopes(k, "shipment_event", e.ID), "[]")
	}
	run()
	equal(t, "again", n, 0)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { return area.Record(ctx, tx, s.ID, "late-note", nil) })
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		late, err := store.Select[string](ctx, tx, `SELECT key FROM change JOIN shipment_event ON id = key WHERE entity = 'shipment_event' AND gone = 0 AND shipment_id = ?`, s.ID)
		equal(t, "what comes later stays off the devices", len(late), 0)
		broken, n, _ := shipment.VerifyChain(ctx, tx, s.ID)
		equal(t, "the chain goes on", []any{broken, n}, "[0 4]")
		return err
	})
}
