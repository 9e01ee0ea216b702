package shipment_test

import (
	"context"
	"testing"

	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// A line that came in before the check did names the UN number alone. Each step that hands the load on says what its papers lack.
func TestHazmat_StopsALoadWhosePapersWouldLackSomething(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	bare := func(table, column, value string) {
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE `+table+` SET items = '[{"order":"A-1","description":"Batteries","pieces":2,"packageType":"PLT","pallets":2,"weight":{"milli":3800000,"unit":"lb"},"hazmat":{"un":"UN2794"}}]' WHERE `+column+` = ?`, value)
			return err
		})
	}
	refused := func(what, path string, req any1) {
		t.Helper()
		f := office.Refused(path, req)
		if f.Status != 422 || len(f.Fields) != 3 || f.Fields[0].Code != "hazmat-incomplete" || f.Fields[0].Params["goods"] != "UN2794 Batteries (A-1)" {
			t.Errorf("%s: %v %+v", what, f, f.Fields)
		}
	}
	id := newOrder(t, office, "A-1", "ATL", nil)
	bare("order_open", "id", id)
	refused("build", "Shipment/BuildShipment", any1{"OrderIds": []string{id}, "Carrier": "ODFL"})

	office.Call("Shipment/SaveItemDetails", any1{"OrderId": id, "Items": []any1{{"description": "Bolts", "pieces": 40, "pallets": 2, "weight": any1{"milli": 1250500, "unit": "lb"}}}})
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{id}}))
	bare("shipment", "id", s.ID)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET carrier = 'ODFL' WHERE id = ?`, s.ID)
		return err
	})
	refused("tender", "Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "T"})

	s = built(t, k, "A-2")
	bare("shipment", "id", s.ID)
	refused("put on the dock", "Shipment/PutOnDock", any1{"ShipmentId": s.ID})
}

// The office sees what the bill lacks when it opens the load, not when the driver stands there.
func TestBillLacks_TellsBeforeTheDockIsGivenTheLoad(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	lacks := func(id string) (codes []string) {
		t.Helper()
		for _, f := range testkit.Into[shipment.LacksResp](t, office.Call("Shipment/BillLacks", any1{"ShipmentId": id})).Lacks {
			codes = append(codes, f.Code)
		}
		return codes
	}
	set := func(id, column, value string) {
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE shipment SET `+column+` = ? WHERE id = ?`, value, id)
			return err
		})
	}
	const bare = `[{"order":"A-3","description":"Batteries","pieces":2,"packageType":"PLT","pallets":2,"weight":{"milli":3800000,"unit":"lb"},"hazmat":{"un":"UN2794"}}]`
	order := newOrder(t, office, "A-3", "ATL", nil)
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{order}}))
	equal(t, "no carrier has it, nothing is hazardous", lacks(s.ID), []string{})
	set(s.ID, "items", bare)
	equal(t, "no carrier has it", lacks(s.ID), []string{"hazmat-incomplete", "hazmat-incomplete", "hazmat-incomplete"})

	s = built(t, k, "A-4")
	equal(t, "complete", lacks(s.ID), []string{})
	set(s.ID, "destination", `{"name":"Globex","city":"Memphis","state":"TN","zip":"38101","country":"US"}`)
	equal(t, "a consignee without a street", lacks(s.ID), []string{"bill-party-incomplete"})
	set(s.ID, "items", bare)
	if got := lacks(s.ID); len(got) < 4 || got[0] != "bill-party-incomplete" || got[1] != "hazmat-incomplete" {
		t.Errorf("and hazardous: %v", got)
	}
	set(s.ID, "status", "D")
	equal(t, "delivered", lacks(s.ID), []string{})
	if f := office.Refused("Shipment/BillLacks", any1{"ShipmentId": "S-NONE"}); f.Status != 404 {
		t.Errorf("unknown: %v", f)
	}
}
