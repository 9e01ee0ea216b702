package dock_test

import (
	"testing"
	"time"

	"lading/server/dock"
	"lading/server/testkit"
)

func TestAssignDoor_OfTwoTrucksThatAreHereOnlyOneFits(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	for _, id := range []string{"S1", "S2"} {
		d.Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: id})
		d.Call("Shipment/UpdateDriverDetails", dock.DriverReq{ShipmentID: id, Name: "Luis " + id})
	}
	w.kinds = nil
	d.Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S1", Door: " 2 "})
	if got := w.load("S1"); got.Door != "2" || got.State != dock.Arrived || got.ArrivedAt.IsZero() {
		t.Fatalf("assigned: %+v", got)
	}
	f := d.Refused("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S2", Door: "2"})
	if f.Code != "door-taken" || f.Params["bol"] != "BOL-1" || f.Params["carrier"] != "Old Dominion" || f.Row == nil {
		t.Fatalf("second truck: %+v", f)
	}
	d.Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S1", Door: "2"}) // said again
	if len(w.kinds) != 1 || w.kinds[0] != "S1 door-assigned" {
		t.Fatalf("recorded: %v", w.kinds)
	}
	d.Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S1"})
	d.Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S2", Door: "2"})
}

func TestAssignDoor_PlansATruckThatIsNotHereBehindTheOneThatIs(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	d.Call("DockView/StartLoading", dock.StartReq{ShipmentID: "S1", Door: "2"})
	d.Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S2", Door: "2"})
	if got := w.load("S2"); got.Door != "2" || got.State != dock.Waiting {
		t.Fatalf("planned: %+v", got)
	}
}

func TestAssignDoor_RefusesWhatIsNoDoorOfTheWarehouseAndWhatIsPast(t *testing.T) {
	w := start(t)
	d := w.As("dock@demo.test")
	if f := d.Refused("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S1", Door: "77"}); f.Code != "door-unknown" {
		t.Fatalf("door 77: %+v", f)
	}
	if f := d.Refused("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S3", Door: "1"}); f.Code != "dock-shipment-unknown" {
		t.Fatalf("another warehouse's: %v", f)
	}
	p := w.pallets("S1")[0]
	d.Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: p.ID})
	if f := d.Refused("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S1"}); f.Code != "door-needed" {
		t.Fatalf("half loaded: %v", f)
	}
	d.Call("DockView/GetSaveSignature", signature("S1"))
	w.Pass(time.Minute)
	if f := d.Refused("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S1", Door: "2"}); f.Code != "bol-already-signed" {
		t.Fatalf("signed: %v", f)
	}
	d.Call("DockView/AssignDoor", dock.AssignReq{ShipmentID: "S1", Door: "1"}) // where it stood: nothing new
}

func TestLoadPallet_TellsWhoIsAtWorkOnALoad(t *testing.T) {
	w := start(t)
	for i, user := range []string{"dock@demo.test", "admin@demo.test"} {
		w.As(user).Call("DockView/LoadPallet", dock.PalletReq{ShipmentID: "S1", PalletID: w.pallets("S1")[i].ID})
	}
	got := w.load("S1")
	if len(got.Crew.V) != 2 || got.Crew.V[0].Name == "" || got.Crew.V[0].User == got.Crew.V[1].User || got.WorkedAt.IsZero() {
		t.Fatalf("crew %+v, worked %v", got.Crew.V, got.WorkedAt)
	}
	if all := testkit.Into[[]dock.Shipment](t, w.As("dock@demo.test").Call("DockView/GetShipmentList", dock.ListReq{})); len(all) != 2 || all[1].Crew.V == nil && all[0].Crew.V == nil {
		t.Fatalf("listed: %+v", all)
	}
}
