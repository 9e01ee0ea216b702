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
