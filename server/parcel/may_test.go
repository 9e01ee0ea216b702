package parcel_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/kit/freight"
	"lading/server/parcel"
	"lading/server/rule"
	"lading/server/store"
)

// bar has a rule keep UPS from what leaves Atlanta.
func (d *desk) bar() {
	d.T.Helper()
	d.As("admin@demo.test").Call("RulesEngine/SaveRuleConfiguration", rule.ConfigurationReq{Name: "Not by UPS", Conditions: []rule.Condition{{Field: "warehouse", Op: rule.Is, Values: []string{"ATL"}}},
		Action: freight.ExcludeCarrier, Values: []string{"UPSN"}, Active: true})
}

func TestUPS_ALabelThatARuleOrThePayerForbidsIsNotBought(t *testing.T) {
	u := newUPS(t).register()
	other := u.enter("P-2", obj{"AccountNumber": "ZZ9999", "Carrier": "UPSN"})
	buy := u.buy(other)
	if f := u.office.Refused("Parcel/BuyLabel", buy); f.Code != "parcel-account-other" {
		t.Errorf("billed to another account: %+v", f)
	}
	ours := u.enter("P-3", obj{"AccountNumber": "A1B2C3", "Carrier": "UPSN"})
	buy = u.buy(u.shipment)
	u.instead["POST /api/shipments"] = func() (int, string) { return 429, fmt.Sprintf(upsNo, "10429", "Too Many Requests") }
	u.office.Call("Parcel/BuyLabel", u.buy(ours))
	u.drain()
	delete(u.instead, "POST /api/shipments")
	u.bar()
	if f := u.office.Refused("Parcel/BuyLabel", buy); f.Code != "rule-bars-carrier" {
		t.Errorf("by a rule: %+v", f)
	}
	u.later(time.Minute)
	if l := u.label("ups"); l.State != parcel.Refused || l.Why != "rule-bars-carrier" || u.carrier.times("POST /api/shipments") != 1 {
		t.Errorf("ordered before the rule was: %+v", l)
	}
}

func TestUPS_AShipmentThatChangesWhileTheLabelWaitsGetsNone(t *testing.T) {
	for code, change := range map[string]func(u *upsDesk){
		"shipment-status-refused": func(u *upsDesk) {
			u.office.Call("Shipment/Void", obj{"ShipmentId": u.shipment, "Reason": "Not wanted"})
		},
	} {
		u := newUPS(t).register()
		u.instead["POST /api/shipments"] = func() (int, string) { return 429, fmt.Sprintf(upsNo, "10429", "Too Many Requests") }
		u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
		u.drain()
		delete(u.instead, "POST /api/shipments")
		change(u)
		u.later(time.Minute)
		if l := u.label("ups"); l.State != parcel.Refused || l.Why != code || u.carrier.times("POST /api/shipments") != 1 {
			t.Errorf("%s: %+v", code, l)
		}
	}
}

func TestUPS_TheLabelOfAShipmentThatEndedMeanwhileIsGivenBack(t *testing.T) {
	u := newUPS(t).register()
	u.instead["POST /api/shipments"] = func() (int, string) {
		u.office.Call("Shipment/Void", obj{"ShipmentId": u.shipment, "Reason": "Not wanted"})
		return -1, ""
	}
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	u.drain()
	if l := u.label("ups"); l.State != parcel.Voided || u.carrier.times("DELETE /api/shipments") != 1 {
		t.Errorf("%+v", l)
	}
}

func TestUPS_TheLabelOfAShipmentThatIsPlannedAnewIsGivenBack(t *testing.T) {
	u := newUPS(t).register()
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	if status, _, pro, cost, _ := u.stands(u.shipment); status != "T" || pro == "" || cost != 2240 {
		t.Fatalf("it is %s, goes as %s and costs %d", status, pro, cost)
	}
	u.office.Call("Shipment/UpdateStatusCode", obj{"ShipmentId": u.shipment, "StatusCode": "Q"})
	u.drain()
	if l := u.label("ups"); l.State != parcel.Voided || u.carrier.times("DELETE /api/shipments") != 1 {
		t.Errorf("%+v", l)
	}
	if status, _, pro, cost, _ := u.stands(u.shipment); status != "Q" || pro != "" || cost != 0 {
		t.Errorf("planned anew it is %s, goes as %s and costs %d", status, pro, cost)
	}
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment)) // another can be bought
	u.drain()
	if status, _, _, cost, _ := u.stands(u.shipment); status != "T" || cost != 2240 {
		t.Errorf("with another label it is %s and costs %d", status, cost)
	}
}

func TestUPS_AParcelOfAZoneSkipIsLabelledAtItsHub(t *testing.T) {
	u := newUPS(t).register()
	offer := u.buy(u.shipment) // before it rode
	exec := func(sql string, args ...any) {
		t.Helper()
		u.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, sql, args...)
			return err
		})
	}
	exec(`INSERT INTO routing_zone_skip (id, number, warehouse, state, hub, ship_on, inject_on, shipment_id, shipment, currency, linehaul, parcels, packages, pallets, pounds, door_minor, hub_minor, linehaul_minor, saving_minor, at, by_user, by_name)
VALUES ('Z', 'ZS1', 'ATL', 'built', '{"carrier":"UPSN","code":"RNO","party":{"name":"UPS Reno","street":"100 Vassar St","city":"Reno","state":"NV","zip":"89502","country":"US"}}', '2026-11-24', '2026-12-01', 'H', 'L1', 'USD', '{}', 1, 1, 1, 1, 0, 0, 0, 0, 0, '', '')`)
	exec(`INSERT INTO routing_zone_parcel (skip_id, shipment_id, shipment, open, asked, door, hub) VALUES ('Z', ?, 'L2', 1, '', '{}', '{}')`, u.shipment)
	for path, req := range map[string]any{"Parcel/Rates": obj{"Carrier": "ups", "ShipmentId": u.shipment}, "Parcel/BuyLabel": offer} {
		if f := u.office.Refused(path, req); f.Code != "zone-skip-rides" {
			t.Errorf("%s before its linehaul is tendered: %+v", path, f)
		}
	}
	exec(`UPDATE routing_zone_skip SET state = 'tendered'`)
	exec(`UPDATE shipment SET status = 'T', carrier = 'UPSN', bol = 'B1' WHERE id = ?`, u.shipment)
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	if h := u.carrier.last("POST /api/shipments"); !strings.Contains(h.body, `"89502"`) || !strings.Contains(h.body, "100 Vassar St") {
		t.Errorf("it is given to its carrier elsewhere: %s", h.body)
	}
}

// The carrier has the parcel already, and the office takes it back: while the label waits, while it is being bought, or while nobody knows whether it was.
func TestUPS_TheLabelOfAParcelThatIsTakenBackMeanwhileIsGivenBack(t *testing.T) {
	for when, want := range map[string]parcel.State{"waits": parcel.Refused, "asked": parcel.Voided, "lost": parcel.Voided} {
		u := newUPS(t).register()
		buy := u.buy(u.shipment)
		u.Write("1", func(ctx context.Context, tx *store.Tx) error {
			return u.App.Shipment.Award(ctx, tx, u.shipment, freight.Price{Carrier: "UPSN", Currency: "USD", TotalMinor: 19_00, Days: 2, Lines: []freight.PriceLine{{Code: "parcel", AmountMinor: 19_00}}})
		})
		back := func() {
			u.office.Call("Shipment/UpdateStatusCode", obj{"ShipmentId": u.shipment, "StatusCode": "Q"})
		}
		u.instead["POST /api/shipments"] = func() (int, string) {
			if when == "waits" {
				return 429, fmt.Sprintf(upsNo, "10429", "Too Many Requests")
			}
			delete(u.instead, "POST /api/shipments")
			back()
			if when == "asked" {
				return -1, ""
			}
			u.labels[reference(u.carrier.heard[len(u.carrier.heard)-1].body)] = true // bought, and the answer is lost
			return 0, ""
		}
		u.office.Call("Parcel/BuyLabel", buy)
		u.drain()
		if when == "waits" {
			delete(u.instead, "POST /api/shipments")
			back()
		}
		for range 4 {
			u.later(time.Minute)
		}
		if l := u.label("ups"); l.State != want || l.Awarded {
			t.Errorf("%s: the label is %s (%s), given to its shipment %v", when, l.State, l.Why, l.Awarded)
		}
		if back := map[parcel.State]int{parcel.Voided: 1}[want]; u.carrier.times("POST /api/shipments") != 1 || u.carrier.times("DELETE /api/shipments") != back {
			t.Errorf("%s: bought %d times, given back %d times", when, u.carrier.times("POST /api/shipments"), u.carrier.times("DELETE /api/shipments"))
		}
		if status, _, pro, cost, _ := u.stands(u.shipment); status != "Q" || pro != "" || cost != 0 {
			t.Errorf("%s: taken back it is %s, goes as %q and costs %d", when, status, pro, cost)
		}
	}
}
