package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lading/server/dock"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// What is known of a driver, and of the phones that drivers hold, is for who sees drivers: no call, no device and no other system learns it from a load's events.
// The chain holds together nevertheless, and the bundle of evidence has the whole.
func TestRights_EventsTellNothingOfADriverToWhoSeesNone(t *testing.T) {
	k := testkit.Demo(t)
	const licence, plate, address, agent = "GA052661234", "RTK-94821", "203.0.113.77", "Handy/7.1"
	id := one(k, `SELECT id FROM dock_shipment WHERE warehouse = 'ATL' AND state = 'waiting' ORDER BY id LIMIT 1`)
	k.As("dock@demo.test").Call("Shipment/UpdateDriverDetails", dock.DriverReq{ShipmentID: id, Name: "Ann Bee", Licence: "TX-777-888-999"})
	if data := one(k, `SELECT data FROM shipment_event WHERE shipment_id = '`+id+`' AND kind = 'driver' ORDER BY n DESC`); strings.Contains(data, "777") || !strings.Contains(data, `"…-999"`) {
		t.Errorf("a new event says %s", data)
	}
	var eventID string
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { // as events have said it, and some say it still
		if err := k.App.Dock.SaidAtGate(ctx, tx, id, freight.GateArrival{Name: "Ann Bee", Plate: plate, Address: address, Agent: agent}, false); err != nil {
			return err
		}
		if err := k.App.Shipment.Record(ctx, tx, id, "signed", map[string]any{"by": "Ann Bee", "phone": map[string]any{"address": address, "agent": agent, "shown": "ab"}}); err != nil {
			return err
		}
		if err := k.App.Shipment.Record(ctx, tx, id, "driver", map[string]any{"driver": "D", "name": "Ann Bee", "licence": licence}); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT id FROM shipment_event WHERE shipment_id = ? ORDER BY n DESC LIMIT 1`, id).Scan(&eventID)
	})
	told := func(answer string) (found []string) {
		for _, fact := range []string{licence, plate, address, agent} {
			if strings.Contains(answer, fact) {
				found = append(found, fact)
			}
		}
		return found
	}
	auditor, clerk := k.As("audit@demo.test"), k.As("office@demo.test")
	if auditor.By.May(right.SeeDrivers) || !clerk.By.May(right.SeeDrivers) {
		t.Fatal("an auditor sees drivers, or the office does not")
	}
	asked := 0
	for _, o := range k.App.Registry.All() {
		if o.Public || o.Kind != op.KindQuery || op.Permit(o, auditor.By, 0) != nil {
			continue
		}
		for _, bare := range []bool{true, false} {
			body, err := json.Marshal(naming{"ATL", id, bare}.value(o.Req, "", ""))
			if err != nil {
				t.Fatal(err)
			}
			text := string(body)
			answer, err := asks(auditor, o, &text)
			if err == nil {
				asked++
			}
			if found := told(string(answer)); len(found) > 0 {
				t.Errorf("%s tells an auditor %v", o.Path, found)
			}
		}
	}
	if asked < 40 {
		t.Errorf("%d queries answered", asked)
	}
	details := func(p *testkit.Person) string {
		return string(p.Call("Shipment/ShipmentDetails", shipment.DetailsReq{ShipmentID: id}))
	}
	if answer := details(auditor); !strings.Contains(answer, `…1234`) || !strings.Contains(answer, `"shown"`) {
		t.Error("the events are not told at all")
	}
	if found := told(details(clerk)); len(found) != 4 {
		t.Errorf("who sees drivers is told %v", found)
	}
	rows, _, _ := pulled(k, auditor, "")
	if list := fmt.Sprintf("%s", rows["shipment_event"]); len(told(list)) > 0 || !strings.Contains(list, `…1234`) {
		t.Errorf("a device of an auditor pulls %v", told(list))
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		h, err := k.App.Shipment.Happened(ctx, tx, eventID)
		if err != nil || len(told(h.Data)) > 0 || !strings.Contains(h.Data, `…1234`) {
			t.Errorf("another system is told %s, %v", h.Data, err)
		}
		if broken, n, err := shipment.VerifyChain(ctx, tx, id); broken != 0 || n < 4 || err != nil {
			t.Errorf("the chain breaks at %d of %d, %v", broken, n, err)
		}
		chain, err := k.App.Shipment.Chain(ctx, tx, id)
		if text, _ := json.Marshal(chain); len(told(string(text))) != 4 {
			t.Error("the evidence is not whole")
		}
		return err
	})
}
