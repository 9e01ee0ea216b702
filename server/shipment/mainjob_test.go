package shipment_test

import (
	"context"
	"strings"
	"testing"

	"lading/server/dock"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// onDock is a shipment that its warehouse has begun to load, with the ids of its pallets.
func onDock(t *testing.T, k *testkit.Kit, number string) (shipment.Shipment, []string) {
	t.Helper()
	s := built(t, k, number)
	k.As("office@demo.test").Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID, "Door": "4"})
	var pallets []string
	k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		pallets, err = store.Select[string](ctx, tx, `SELECT id FROM dock_pallet WHERE shipment_id = ? ORDER BY lpn`, s.ID)
		return err
	})
	return s, pallets
}

func signature(id string) any1 {
	return any1{"ShipmentId": id, "SignedBy": "Ada Driver", "Image": strings.Repeat("a", 64), "Strokes": strings.Repeat("b", 64), "Consent": "1", "Pieces": 40, "Pallets": 2}
}

func details(t *testing.T, k *testkit.Kit, id string) shipment.Full {
	t.Helper()
	return testkit.Into[shipment.Full](t, k.As("office@demo.test").Call("Shipment/ShipmentDetails", any1{"ShipmentId": id}))
}

func TestMainJob_FromOrderToSignedDeparture(t *testing.T) {
	k := world(t)
	s, pallets := onDock(t, k, "A-1")
	equal(t, "pallets on the floor", len(pallets), 2)
	worker := k.As("dock@demo.test")
	for _, p := range pallets {
		worker.Call("DockView/LoadPallet", any1{"ShipmentId": s.ID, "PalletId": p})
	}
	worker.Call("DockView/FinishLoading", any1{"ShipmentId": s.ID, "Seal": "SEAL-1", "Trailer": "TR-9"})
	worker.Call("DockView/GetSaveSignature", signature(s.ID))
	full := details(t, k, s.ID)
	equal(t, "status, signer, seal, dock", string(full.Shipment.Status)+" "+full.Shipment.SignedBy+" "+full.Shipment.Seal, "A Ada Driver SEAL-1")
	equal(t, "off the dock", full.Shipment.OnDock, false)
	var kinds []string
	for _, e := range full.Events {
		kinds = append(kinds, e.Kind)
	}
	equal(t, "first and last", kinds[0]+" "+kinds[len(kinds)-1], "built depart")
	broken, err := shipment.Verify(full.Events)
	equal(t, "chain", []any{broken, err}, "[0 <nil>]")
}

func TestSignature_ThatComesLateIsKept(t *testing.T) {
	k := world(t)
	for number, c := range map[string]struct {
		before func(id string)
		want   string
	}{
		"moved by hand": {func(id string) { move(t, k, id, "A") }, "A"},
		"delivered":     {func(id string) { move(t, k, id, "A", "D") }, "D"},
		"in exception": {func(id string) {
			k.As("office@demo.test").Call("Shipment/ExceptionShipment", any1{"ShipmentId": id, "Reason": "late", "ExceptionCode": "LATE"})
		}, "X"},
	} {
		s, _ := onDock(t, k, number)
		c.before(s.ID)
		k.As("dock@demo.test").Call("DockView/GetSaveSignature", signature(s.ID))
		full := details(t, k, s.ID)
		equal(t, number, string(full.Shipment.Status)+" "+full.Shipment.SignedBy, c.want+" Ada Driver")
		if c.want == "X" {
			equal(t, "goes on from the road", full.Shipment.Back, "A")
		}
	}
}

func TestUpdateSchedule_TellsTheDockTheNewHour(t *testing.T) {
	k := world(t)
	s, _ := onDock(t, k, "A-1")
	k.As("office@demo.test").Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-12-01", "PickupByFromTime": "07:15"})
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		d, _, err := store.Get[dock.Shipment](ctx, tx, `SELECT * FROM dock_shipment WHERE id = ?`, s.ID)
		equal(t, "due on the dock, door kept", d.DueAt.UTC().Format("2006-01-02 15:04")+" "+d.Door, "2026-12-01 12:15 4")
		return err
	})
}
