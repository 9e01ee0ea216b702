package shipment_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lading/server/document/label"
	"lading/server/kit/freight"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

// accounts are those of the world's carriers: ours, the consignee's, a third party's.
func accounts(t *testing.T, k *testkit.Kit) {
	t.Helper()
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO carrier (id, name, modes) VALUES ('UPSN', 'UPS', '["PARCEL"]') ON CONFLICT DO NOTHING`)
		return err
	})
	admin := k.As("admin@demo.test")
	to := testkit.Into[struct {
		ID string `json:"id"`
	}](t, admin.Call("Carriers/SaveBillTo", any1{"companyName": "Freight Payers Inc", "addressLines": "400 Pay St", "city": "Omaha", "state": "NE", "zip": "68102", "country": "US"}))
	for _, a := range []any1{
		{"AccountNumber": "10001"},
		{"AccountNumber": "20001", "PaymentType": "collect", "Customer": "Globex"},
		{"AccountNumber": "30001", "PaymentType": "third-party", "BillToId": to.ID},
	} {
		a["Carrier"], a["RateMode"], a["Warehouses"] = "ODFL", "LTL", []string{}
		admin.Call("Carriers/SaveFreightAccount", a)
	}
	admin.Call("Carriers/SaveParcelAccount", any1{"SoldTo": "Globex", "PaymentType": "collect", "ShipVia": "GROUND", "SCAC": "UPS", "AccountNumber": "1A2B3C", "WarehouseLabel": "ATL"})
}

var payers = any1{"name": "Freight Payers Inc", "street": "400 Pay St", "city": "Omaha", "state": "NE", "zip": "68102", "country": "US"}

func payer(t *testing.T, p *testkit.Person, req any1) shipment.PayerResp {
	t.Helper()
	return testkit.Into[shipment.PayerResp](t, p.Call("Shipment/Payer", req))
}

func TestPayer_StandsOnTheShipmentFromItsBooking(t *testing.T) {
	k := world(t)
	accounts(t, k)
	office := k.As("office@demo.test")
	for _, c := range []struct {
		kind    string
		more    any1
		account string
		why     string
		billed  string
	}{
		{"collect", nil, "20001", "payer-collect-registered", "Globex"},
		{"collect", any1{"AccountNumber": "x-77"}, "X-77", "payer-collect-typed", "Globex"},
		{"prepaid", nil, "10001", "payer-prepaid-registered", "Atlanta"},
		{"prepaid", any1{"PaymentType": "T", "Billto": payers}, "30001", "payer-third-party-registered", "Freight Payers Inc"},
	} {
		more := any1{"Carrier": "ODFL", "OrderNumber": "SO-" + c.account}
		for f, v := range c.more {
			more[f] = v
		}
		s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save(c.kind, "ship", more)))
		equal(t, c.why+": account", s.Clauses.V.Account, c.account)
		p := payer(t, office, any1{"ShipmentId": s.ID})
		equal(t, "decided", p.Account+" "+p.Why+" "+p.Billed.Name, c.account+" "+c.why+" "+c.billed)
		if !p.Booked {
			t.Errorf("%s: not booked", c.why)
		}
	}
	built := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, "O-1", "ATL", any1{"PaymentType": "C"})}, "Carrier": "ODFL"}))
	equal(t, "built of an order", built.Clauses.V.Account, "20001")
	kept := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveClauses", any1{"ShipmentId": built.ID, "Clauses": any1{"shipperRef": "S"}}))
	equal(t, "kept when other clauses change", kept.Clauses.V.Account, "20001")
}

func TestPayer_StandsOnALoadThatIsScheduledInOneStepAndAgainAfterUndo(t *testing.T) {
	k := world(t)
	accounts(t, k)
	office := k.As("office@demo.test")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save("collect", "rate", any1{"Carrier": "ODFL"})))
	for range 2 { // the second time is the undo of the step back
		s = move(t, k, s.ID, "T")
		equal(t, "scheduled", s.Clauses.V.Account+" "+string(s.Status), "20001 T")
		p := payer(t, office, any1{"ShipmentId": s.ID})
		equal(t, "decided", fmt.Sprint(p.Booked, p.Account, p.Why), "true20001payer-collect-registered")
		equal(t, "planned anew", move(t, k, s.ID, "Q").Clauses.V.Account, "")
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE carrier SET disabled = 1 WHERE id = 'ODFL'`)
		return err
	})
	f := office.Refused("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "T"})
	row, _ := f.Row.(shipment.Shipment)
	equal(t, "switched off meanwhile", f.Code+" "+string(row.Status), "carrier-unknown Q")
}

func TestPayer_AnotherConsigneeDoesNotPayByTheAccountOfTheFirst(t *testing.T) {
	k := world(t)
	accounts(t, k)
	office := k.As("office@demo.test")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save("collect", "ship", any1{"Carrier": "ODFL", "AccountNumber": "x-77"})))
	at := func(name, street string) string {
		d := s.Destination.V
		d.Name, d.Street = name, street
		return testkit.Into[shipment.Shipment](t, office.Call("Shipment/ChangeLoad", any1{"ShipmentId": s.ID, "Destination": d})).Clauses.V.Account
	}
	equal(t, "another door of the same", at("Globex", "10 Dock Rd"), "X-77")
	equal(t, "another consignee", at("Initech", "10 Dock Rd"), "")
	equal(t, "the first one again, by what is registered", at("Globex", "10 Dock Rd"), "20001")
}

func TestPayer_AWrongCombinationIsRefusedByItsField(t *testing.T) {
	k := world(t)
	accounts(t, k)
	office := k.As("office@demo.test")
	parcel := any1{"Carrier": "UPSN", "Items": []any1{item(any1{"Length": any1{"milli": 10_000, "unit": "in"}, "Width": any1{"milli": 10_000, "unit": "in"}, "Height": any1{"milli": 10_000, "unit": "in"}})}}
	with := func(more any1) any1 {
		out := any1{}
		for _, m := range []any1{parcel, more} {
			for f, v := range m {
				out[f] = v
			}
		}
		return out
	}
	elsewhere := any1{"name": "Initech", "street": "1 A St", "city": "Reno", "state": "NV", "zip": "89502", "country": "US"}
	for _, c := range []struct {
		kind, field, code string
		more              any1
	}{
		{"collect", "Shipment.AccountNumber", "payer-account-terms", any1{"Carrier": "ODFL", "AccountNumber": "10001"}},
		{"prepaid", "Shipment.AccountNumber", "payer-account-terms", any1{"Carrier": "ODFL", "AccountNumber": "20001"}},
		{"collect", "Shipment.AccountNumber", "payer-account-of-other", any1{"Carrier": "ODFL", "AccountNumber": "20001", "Destination": elsewhere}},
		{"parcel", "Shipment.AccountNumber", "payer-account-missing", with(any1{"PaymentType": "C", "Destination": elsewhere})},
		{"parcel", "Shipment.AccountNumber", "payer-account-missing", with(any1{"PaymentType": "T", "Billto": payers})},
		{"parcel", "Shipment.AccountNumber", "parcel-account-malformed-ups", with(any1{"PaymentType": "T", "Billto": payers, "AccountNumber": "12345"})},
		{"prepaid", "Shipment.Billto", "third-party-needs-bill-to", any1{"Carrier": "ODFL", "PaymentType": "T"}},
		{"prepaid", "Shipment.PaymentType", "field-not-offered", any1{"Carrier": "ODFL", "PaymentType": "C"}},
	} {
		f := office.Refused("Shipment/SaveShipment", save(c.kind, "ship", c.more))
		if len(f.Fields) == 0 || f.Fields[0].Field != c.field || f.Fields[0].Code != c.code {
			t.Errorf("%s %s: %+v", c.kind, c.code, f)
		}
	}
	f := office.Refused("Shipment/SaveShipment", save("collect", "rate", any1{"AccountNumber": "X-77"}))
	equal(t, "an account at no carrier", f.Fields[0].Field+" "+f.Fields[0].Code, "Shipment.Carrier field-required")
	var n int
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM shipment) + (SELECT count(*) FROM shipment_payer)`).Scan(&n)
	})
	equal(t, "nothing half saved", n, 0)
	away := *office
	away.By.Warehouses = []string{"DAL"}
	f = away.Refused("Shipment/Payer", any1{"WHSE": "ATL", "PaymentType": "P", "Carrier": "ODFL"})
	equal(t, "of a warehouse of others", f.Fields[0].Field+" "+f.Fields[0].Code, "WHSE warehouse-not-yours")
	if f := k.As("admin@other.test").Refused("Shipment/Payer", any1{"WHSE": "ATL"}); len(f.Fields) != 2 {
		t.Errorf("what is missing: %+v", f)
	}
}

func TestPayer_ACollectShipmentIsNotRatedOnOurAccount(t *testing.T) {
	k := world(t)
	accounts(t, k)
	office := k.As("office@demo.test")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save("collect", "rate", nil)))
	rated := testkit.Into[[]struct {
		Code       string `json:"code"`
		Candidates int    `json:"candidates"`
	}](t, office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}}))
	equal(t, "rated", rated[0].Code, "rate-collect")
	equal(t, "contracts that were asked", rated[0].Candidates, 0)
	f := office.Refused("Shipment/TenderByShipmentPricesheet", any1{"TenderingShipmentID": s.ID, "TenderingPricesheetID": "C@1", "PriceMinor": 1})
	equal(t, "tendered by a price", f.Code, "rates-no-pricesheet")
	f = office.Refused("Shipment/GETLTLRates", any1{"From": any1{"zip": "30301"}, "To": any1{"zip": "38101"}, "PaymentType": "C", "Items": []any1{{"description": "Bolts", "pieces": 1, "weight": any1{"milli": 100_000, "unit": "lb"}, "class": "70"}}})
	equal(t, "asked for by terms", f.Fields[0].Field+" "+f.Fields[0].Code, "PaymentType rate-collect")
	id := newOrder(t, office, "O-9", "ATL", any1{"PaymentType": "C"})
	equal(t, "an order", office.Refused("Rating/RateOrders", any1{"OrderIds": []string{id}}).Code, "rate-collect")
	equal(t, "built at a price", office.Refused("Shipment/BuildShipment", any1{"OrderIds": []string{id}, "Carrier": "ODFL", "PriceSheetId": "C@1", "PriceMinor": 1}).Code, "rate-collect")
}

func TestPayer_IsOnTheParcelLabel(t *testing.T) {
	k := world(t)
	accounts(t, k)
	office := k.As("office@demo.test")
	for want, more := range map[string]any1{
		"PREPAID":          {"PaymentType": "P"},
		"COLLECT 1A2B3C":   {"PaymentType": "C"},
		"3RD PARTY 9Z9Z9Z": {"PaymentType": "T", "Billto": payers, "AccountNumber": "9z9z9z"},
	} {
		more["Carrier"], more["OrderNumber"] = "UPSN", "SO-"+want[:1]
		more["Items"] = []any1{item(any1{"Qty": 1, "Length": any1{"milli": 10_000, "unit": "in"}, "Width": any1{"milli": 10_000, "unit": "in"}, "Height": any1{"milli": 10_000, "unit": "in"}})}
		s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save("parcel", "ship", more)))
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			tx.By = office.By
			c, err := k.App.Shipment.Consignment(ctx, tx, s.ID)
			if err == nil {
				equal(t, "label", label.Make(label.Parcel, c, []freight.Unit{{LPN: c.Number + "-001"}})[0].Billing, want)
			}
			return err
		})
	}
}

// The carrier bills the account that was decided: its mail and its page say which, or its clerk bills whom the terms alone suggest.
func TestPayer_TheTenderNamesTheAccount(t *testing.T) {
	d := newDesk(t)
	admin := d.As("admin@demo.test")
	s, info := d.rated("PAY-1")
	for _, c := range info.Choices {
		_, _ = admin.Try("Carriers/SaveFreightAccount", any1{"Carrier": c.Carrier, "RateMode": "LTL", "AccountNumber": "77-" + c.Carrier, "Warehouses": []string{}}) // one carrier has several prices
	}
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, info, 0))
	s = d.now(s.ID)
	if s.Clauses.V.Account != "77-"+s.Carrier {
		t.Fatalf("%s is billed to account %q", s.Carrier, s.Clauses.V.Account)
	}
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, "bill to account 77-"+s.Carrier) {
		t.Errorf("the mail: %s", last)
	}
	page := testkit.Into[shipment.Confirmation](t, d.carrier().Call("CarrierConfirmation/Open", any1{"Token": d.token(open(d.info(s.ID)).ID)}))
	equal(t, "the page", page.Clauses.Account, s.Clauses.V.Account)
	d.office.Call("Shipment/ExceptionShipment", any1{"ShipmentId": s.ID, "Reason": "Fog", "ExceptionCode": "WEATHER"})
	d.office.Call("Shipment/SaveClauses", any1{"ShipmentId": s.ID, "Clauses": any1{"shipperRef": "S-2"}})
	equal(t, "a reference while it stands still", d.now(s.ID).Clauses.V.Account, page.Clauses.Account)
}
