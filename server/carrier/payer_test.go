package carrier_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"lading/server/carrier"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
)

func account(more obj) obj {
	a := obj{"Carrier": "ZZTO", "RateMode": "LTL", "Warehouses": []string{}, "AccountNumber": "10001", "PaymentType": "prepaid"}
	for k, v := range more {
		a[k] = v
	}
	return a
}

func billTo(more obj) obj {
	b := obj{"companyName": "Freight Payers Inc", "addressLines": "400 Pay St~Suite 9", "city": "Omaha", "state": "NE", "zip": "68102", "country": "US"}
	for k, v := range more {
		b[k] = v
	}
	return b
}

// hauler is a demo organisation with a carrier of its own, and who keeps carriers there.
func hauler(t *testing.T) (*testkit.Kit, *testkit.Person) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	c := company()
	c["SCAC"] = "ZZTO"
	admin.Call("Carriers/SaveCompany", c)
	return k, admin
}

func TestPayer_IsTheAccountOfThePartyThatTheTermsName(t *testing.T) {
	k, admin := hauler(t)
	to := testkit.Into[carrier.BillToResp](t, admin.Call("Address/BillToAddressUpdate", with(billTo(nil), "funtype", "add")))
	for _, a := range []obj{
		account(nil),
		account(obj{"AccountNumber": "10002", "Warehouses": []string{"ATL"}}),
		account(obj{"AccountNumber": "10003", "Customer": "Initech"}),
		account(obj{"AccountNumber": "20001", "PaymentType": "collect", "Customer": "Globex"}),
		account(obj{"AccountNumber": "20002", "PaymentType": "collect", "Customer": "Hooli", "Users": []string{"nobody@demo.test"}}),
		account(obj{"AccountNumber": "30001", "PaymentType": "third-party", "BillToId": to.BillTo.ID}),
	} {
		admin.Call("Carriers/SaveFreightAccount", a)
	}
	admin.Call("Carriers/SaveParcelAccount", obj{"SoldTo": "Globex", "PaymentType": "collect", "ShipVia": "GROUND", "SCAC": "UPS", "AccountNumber": "1A2B3C", "WarehouseLabel": "ATL"})
	ask := func(terms freight.Terms, more func(q *freight.PayerQuery)) string {
		t.Helper()
		q := freight.PayerQuery{Terms: terms, Carrier: "ZZTO", Mode: "LTL", Warehouse: "ATL", Origin: freight.Party{Name: "We"}, Destination: freight.Party{Name: "Globex"}}
		if more != nil {
			more(&q)
		}
		var out string
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			tx.By = admin.By
			p, err := k.App.Carrier.Payer(ctx, tx, q)
			out = strings.Join([]string{p.Account, p.Billed.Name, p.Why}, " ")
			for _, f := range p.Refused {
				out += " " + f.Field + ":" + f.Code
			}
			return err
		})
		return out
	}
	for _, c := range []struct {
		what, got, want string
	}{
		{"ours, of the warehouse", ask("P", nil), "10002 We payer-prepaid-registered"},
		{"ours, of another warehouse", ask("P", func(q *freight.PayerQuery) { q.Warehouse = "DAL" }), "10001 We payer-prepaid-registered"},
		{"a client's own", ask("P", func(q *freight.PayerQuery) { q.Customer = "initech" }), "10003 We payer-prepaid-registered"},
		{"the consignee's", ask("C", nil), "20001 Globex payer-collect-registered"},
		{"a consignee without an account", ask("C", func(q *freight.PayerQuery) { q.Destination.Name = "Acme" }), " Acme payer-collect-none"},
		{"an account that others use", ask("C", func(q *freight.PayerQuery) { q.Destination.Name = "Hooli" }), " Hooli payer-collect-none AccountNumber:payer-accounts-of-others"},
		{"collect on our account", ask("C", func(q *freight.PayerQuery) { q.Account = "10001" }), "10001 Globex payer-collect-typed AccountNumber:payer-account-terms"},
		{"prepaid on a customer's", ask("P", func(q *freight.PayerQuery) { q.Account = "20001" }), "20001 We payer-prepaid-typed AccountNumber:payer-account-terms"},
		{"on another customer's", ask("C", func(q *freight.PayerQuery) { q.Account = "20001"; q.Destination.Name = "Acme" }), "20001 Acme payer-collect-typed AccountNumber:payer-account-of-other"},
		{"typed and unknown", ask("C", func(q *freight.PayerQuery) { q.Account = " 77x " }), "77X Globex payer-collect-typed"},
		{"the third party's", ask("T", func(q *freight.PayerQuery) { q.BillTo.Name = "freight payers inc" }), "30001 freight payers inc payer-third-party-registered"},
		{"another third party", ask("T", func(q *freight.PayerQuery) { q.BillTo.Name = "Someone" }), " Someone payer-third-party-none"},
		{"what comes to us collect is ours", ask("C", func(q *freight.PayerQuery) { q.Inbound = true }), "10002 Globex payer-collect-registered"},
		{"volume, by what is registered for LTL", ask("C", func(q *freight.PayerQuery) { q.Mode = "VOLUME" }), "20001 Globex payer-collect-registered"},
		{"a mode that nothing is registered for", ask("C", func(q *freight.PayerQuery) { q.Mode = "TL" }), " Globex payer-collect-none"},
		{"collect on our account for another mode", ask("C", func(q *freight.PayerQuery) { q.Mode, q.Account = "TL", "10001" }), "10001 Globex payer-collect-typed AccountNumber:payer-account-terms"},
		{"collect on our account of another warehouse", ask("C", func(q *freight.PayerQuery) { q.Warehouse, q.Account = "DAL", "10002" }), "10002 Globex payer-collect-typed AccountNumber:payer-account-terms"},
		{"what a vendor pays", ask("P", func(q *freight.PayerQuery) { q.Inbound = true }), " We payer-vendor-none"},
		{"what a vendor pays, typed as ours", ask("P", func(q *freight.PayerQuery) { q.Inbound, q.Account = true, "10002" }), "10002 We payer-vendor-typed AccountNumber:payer-account-terms"},
		{"what a vendor pays, on its own", ask("P", func(q *freight.PayerQuery) { q.Inbound, q.Account = true, "V-1" }), "V-1 We payer-vendor-typed"},
		{"a parcel, the consignee's", ask("C", func(q *freight.PayerQuery) { q.Carrier, q.Mode = "UPSN", "PARCEL" }), "1A2B3C Globex payer-collect-registered"},
		{"a parcel without an account", ask("C", func(q *freight.PayerQuery) { q.Carrier, q.Mode, q.Warehouse = "UPSN", "PARCEL", "DAL" }), " Globex payer-collect-none AccountNumber:payer-account-missing"},
		{"a parcel with a wrong number", ask("T", func(q *freight.PayerQuery) { q.Carrier, q.Mode, q.Account = "UPSN", "PARCEL", "123" }), "123  payer-third-party-typed AccountNumber:parcel-account-malformed-ups"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
}

func with(o obj, key string, v any) obj {
	out := obj{}
	for k, x := range o {
		out[k] = x
	}
	out[key] = v
	return out
}

func TestAccount_TermsNameWhoseItIs(t *testing.T) {
	_, admin := hauler(t)
	for field, bad := range map[string]obj{
		"Customer":      account(obj{"PaymentType": "collect"}),
		"BillToId":      account(obj{"PaymentType": "third-party"}),
		"AccountNumber": account(obj{"PaymentType": "collect", "Customer": "Globex", "AccountNumber": ""}),
		"PaymentType":   account(obj{"PaymentType": "free"}),
	} {
		if f := admin.Refused("Carriers/SaveFreightAccount", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	to := testkit.Into[carrier.BillToResp](t, admin.Call("Address/BillToAddressUpdate", with(billTo(nil), "funtype", "add")))
	if f := admin.Refused("Carriers/SaveFreightAccount", account(obj{"BillToId": to.BillTo.ID})); len(f.Fields) != 1 || f.Fields[0].Field != "BillToId" {
		t.Errorf("ours with a bill-to: %+v", f)
	}
	admin.Call("Carriers/SaveFreightAccount", account(obj{"PaymentType": "third-party", "BillToId": to.BillTo.ID}))
	if f := admin.Refused("Carriers/EndBillTo", resource.Key{ID: to.BillTo.ID}); f.Code != "bill-to-in-use" {
		t.Errorf("in use: %+v", f)
	}
}

func TestBillToAddressUpdate_AddsAndChangesByItsID(t *testing.T) {
	k, admin := hauler(t)
	r := testkit.Into[carrier.BillToResp](t, admin.Call("Address/BillToAddressUpdate", with(billTo(nil), "funtype", "add")))
	if r.Status != "added" || r.BillTo.Lines != "400 Pay St~Suite 9" {
		t.Fatalf("%+v", r)
	}
	r = testkit.Into[carrier.BillToResp](t, admin.Call("Address/BillToAddressUpdate", with(with(billTo(nil), "id", r.BillTo.ID), "funtype", "update")))
	if r.Status != "updated" || r.BillTo.Rev != 2 {
		t.Errorf("%+v", r)
	}
	for field, bad := range map[string]obj{
		"id":           with(billTo(nil), "funtype", "update"),
		"zip":          with(billTo(obj{"zip": "ZZZ"}), "funtype", "add"),
		"addressLines": with(billTo(obj{"addressLines": "1~2~3", "companyName": "Other"}), "funtype", "add"),
		"companyName":  with(billTo(nil), "funtype", "add"),
		"funtype":      with(billTo(nil), "funtype", "drop"),
	} {
		if f := admin.Refused("Address/BillToAddressUpdate", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if list := testkit.Into[[]carrier.BillTo](t, k.As("admin@other.test").Call("Carriers/BillToAddresses", op.None{})); len(list) != 0 {
		t.Errorf("another organisation's: %+v", list)
	}
	if f := k.As("dock@demo.test").Refused("Address/BillToAddressUpdate", with(billTo(nil), "funtype", "add")); f.Status != 403 {
		t.Errorf("dock: %+v", f)
	}
}

func TestFreightCarrier_DoesWhatItsModeSays(t *testing.T) {
	k, admin := hauler(t)
	add := obj{"mode": "ADD", "SCAC": "nwex", "CarrierName": "New Express", "RateModeID": 1, "Email": "ops@nwex.test", "CarrierLocn": "ATL", "Warehouse": "ATL, DAL", "AccountNumber": "55", "TenderEmail": "t@nwex.test"}
	r := testkit.Into[carrier.FreightResp](t, admin.Call("Carriers/FreightCarrier", add))
	if r.Status != "added" || len(r.Accounts) != 1 || r.Accounts[0].Carrier != "NWEX" || r.Accounts[0].Mode != "LTL" || len(r.Accounts[0].Warehouses) != 2 {
		t.Fatalf("%+v", r)
	}
	if f := admin.Refused("Carriers/FreightCarrier", add); f.Code != "carrier-exists" {
		t.Errorf("twice: %+v", f)
	}
	if got := testkit.Into[carrier.FreightResp](t, admin.Call("Carriers/FreightCarrier", obj{"mode": "Load", "SCAC": "NWEX"})); got.Status != "loaded" || len(got.Accounts) != 1 {
		t.Errorf("load: %+v", got)
	}
	change := with(with(add, "mode", "UPDATE"), "ID", r.Accounts[0].ID)
	change["AccountNumber"] = "56"
	if got := testkit.Into[carrier.FreightResp](t, admin.Call("Carriers/FreightCarrier", change)); got.Status != "updated" || got.Accounts[0].Account != "56" {
		t.Errorf("update: %+v", got)
	}
	f := admin.Refused("Carriers/FreightCarrier", obj{"mode": "DELETE", "SCAC": "NWEX"})
	if len(f.Fields) != 2 || f.Fields[0].Code != "said-carrier-delete-params" {
		t.Errorf("delete by nothing: %+v", f)
	}
	for field, bad := range map[string]obj{"mode": {"mode": "MERGE", "SCAC": "NWEX", "RateMode": "LTL"}, "RateModeID": with(add, "RateModeID", 3), "CarrierName": {"mode": "ADD", "SCAC": "QQQQ", "RateMode": "LTL", "Email": "a@b.test"}} {
		if f := admin.Refused("Carriers/FreightCarrier", bad); len(f.Fields) == 0 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if f := k.As("admin@other.test").Refused("Carriers/FreightCarrier", obj{"mode": "DELETE", "SCAC": "NWEX", "RateMode": "LTL", "CarrierLocn": "ATL"}); f.Code != "carrier-account-unknown" {
		t.Errorf("from another organisation: %+v", f)
	}
	if got := testkit.Into[carrier.FreightResp](t, admin.Call("Carriers/FreightCarrier", obj{"mode": "DELETE", "SCAC": "NWEX", "RateMode": "LTL", "CarrierLocn": "ATL"})); got.Status != "deleted" {
		t.Errorf("delete: %+v", got)
	}
	if f := k.As("dock@demo.test").Refused("Carriers/FreightCarrier", add); f.Status != 403 {
		t.Errorf("dock: %+v", f)
	}
}

func TestParcelAccountDetails_DoesWhatItsOperationSays(t *testing.T) {
	k, admin := hauler(t)
	add := obj{"Operationtype": "ADD", "SoldTo": "Globex", "PaymentType": "C", "ShipVia": "ground", "SCAC": "UPS", "AccountNumber": "1a2b3c", "WarehouseLabel": "ATL"}
	r := testkit.Into[carrier.ParcelDetailsResp](t, admin.Call("Shipment/ParcelAccountDetails", add))
	if r.Status != "added" || r.Accounts[0].Payment != "collect" || r.Accounts[0].Account != "1A2B3C" {
		t.Fatalf("%+v", r)
	}
	if got := testkit.Into[carrier.ParcelDetailsResp](t, admin.Call("Shipment/ParcelAccountDetails", add)); got.Status != "exist" || len(got.Accounts) != 0 {
		t.Errorf("again: %+v", got)
	}
	if got := testkit.Into[carrier.ParcelDetailsResp](t, admin.Call("Shipment/ParcelAccountDetails", with(add, "PaymentType", "c"))); got.Accounts[0].Payment != "third-party" {
		t.Errorf("a small c is third party, as the documents say: %+v", got)
	}
	change := with(with(add, "Operationtype", "UPDATE"), "AccountID", r.Accounts[0].ID)
	change["AccountNumber"] = "9Z9Z9Z"
	if got := testkit.Into[carrier.ParcelDetailsResp](t, admin.Call("Shipment/ParcelAccountDetails", change)); got.Status != "updated" || got.Accounts[0].Account != "9Z9Z9Z" {
		t.Errorf("%+v", got)
	}
	f := admin.Refused("Shipment/ParcelAccountDetails", obj{"Operationtype": "ADD", "SCAC": "UPS", "WarehouseLabel": "ATL"})
	if len(f.Fields) != 4 {
		t.Errorf("missing: %+v", f)
	}
	if f := admin.Refused("Shipment/ParcelAccountDetails", with(add, "AccountNumber", "12")); len(f.Fields) != 1 || f.Fields[0].Field != "AccountNumber" {
		t.Errorf("malformed: %+v", f)
	}
	if got := testkit.Into[carrier.ParcelDetailsResp](t, admin.Call("Shipment/ParcelAccountDetails", obj{"Operationtype": "SELECT", "PaymentType": "C"})); len(got.Accounts) != 1 {
		t.Errorf("select: %+v", got)
	}
	away := *admin
	away.By.Warehouses = []string{"DAL"}
	if f := away.Refused("Shipment/ParcelAccountDetails", obj{"Operationtype": "DELETE", "AccountID": r.Accounts[0].ID}); f.Code != "parcel-account-unknown" {
		t.Errorf("from another warehouse: %+v", f)
	}
	if got := testkit.Into[carrier.ParcelDetailsResp](t, admin.Call("Shipment/ParcelAccountDetails", obj{"Operationtype": "DELETE", "AccountID": r.Accounts[0].ID})); got.Status != "deleted" {
		t.Errorf("%+v", got)
	}
	if f := k.As("dock@demo.test").Refused("Shipment/ParcelAccountDetails", add); f.Status != 403 {
		t.Errorf("dock: %+v", f)
	}
}

func TestParcelCarrier_IsSwitchedAsAWhole(t *testing.T) {
	_, admin := hauler(t)
	r := testkit.Into[carrier.ParcelCarrierResp](t, admin.Call("Carriers/ParcelCarrier", obj{"function": "disable", "mode": "UPS"}))
	if len(r.Carriers) != 2 || !r.Carriers[0].Disabled || r.Carriers[1].Disabled || len(r.Carriers[0].SCACs) == 0 {
		t.Errorf("%+v", r)
	}
	r = testkit.Into[carrier.ParcelCarrierResp](t, admin.Call("Carriers/ParcelCarrier", obj{"function": "enable", "mode": "UPS"}))
	if r.Carriers[0].Disabled {
		t.Errorf("%+v", r)
	}
	for field, bad := range map[string]obj{"function": {"function": "sell", "mode": "UPS"}, "mode": {"function": "disable"}} {
		if f := admin.Refused("Carriers/ParcelCarrier", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
}

func TestCollectCarriers_AreThoseWithACustomersAccount(t *testing.T) {
	k, admin := hauler(t)
	admin.Call("Carriers/SaveFreightAccount", account(nil))
	admin.Call("Carriers/SaveFreightAccount", account(obj{"AccountNumber": "20001", "PaymentType": "collect", "Customer": "Globex"}))
	admin.Call("Carriers/SaveParcelAccount", obj{"SoldTo": "Globex", "PaymentType": "collect", "ShipVia": "GROUND", "SCAC": "UPS", "AccountNumber": "1A2B3C", "WarehouseLabel": "ATL"})
	admin.Call("Supplemental/ShipViaCodeUpdation", obj{"ShipVia": "UPS RED", "Carrier": "UPSN", "Services": []string{}})
	office := k.As("office@demo.test")
	list := testkit.Into[[]carrier.CollectCarrier](t, office.Call("Shipment/GetShipmentCollectCarriers", obj{"Customer": "globex"}))
	if len(list) != 2 || list[0].SCAC != "ZZTO" || list[0].Account != "20001" || list[1].SCAC != "UPSN" || list[1].ShipVia != "GROUND" {
		t.Errorf("%+v", list)
	}
	if list := testkit.Into[[]carrier.CollectCarrier](t, office.Call("Shipment/GetShipmentCollectCarriers", obj{"Customer": "Acme"})); len(list) != 0 {
		t.Errorf("nobody's: %+v", list)
	}
	vias := testkit.Into[carrier.CollectShipVias](t, office.Call("Shipment/GetCollectCarrierShipVia", obj{"CollectCarrier": "upsn"}))
	if strings.Join(vias.ShipVias, ",") != "GROUND,UPS RED" {
		t.Errorf("%+v", vias)
	}
	if f := office.Refused("Shipment/GetCollectCarrierShipVia", obj{"CollectCarrier": "NONE"}); f.Code != "carrier-unknown" {
		t.Errorf("%+v", f)
	}
	rows := testkit.Into[[]carrier.SoldToRow](t, office.Call("Shipment/SoldToDetails", op.None{}))
	if len(rows) != 1 || rows[0].SoldTo != "Globex" || strings.Join(rows[0].Accounts, ",") != "UPS 1A2B3C,ZZTO 20001" {
		t.Errorf("%+v", rows)
	}
}

func TestAccounts_NumbersOfOthersAreHiddenFromWhoMayNotUseThem(t *testing.T) {
	k, admin := hauler(t)
	admin.Call("Carriers/SaveFreightAccount", account(obj{"AccountNumber": "20001", "PaymentType": "collect", "Customer": "Globex", "Users": []string{"nobody@demo.test"}}))
	admin.Call("Carriers/SaveFreightAccount", account(obj{"AccountNumber": "20002", "PaymentType": "collect", "Customer": "Initech"}))
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM carrier_account WHERE carrier <> 'ZZTO'`)
		return err
	})
	dock := *k.As("dock@demo.test")
	dock.By.Warehouses = nil
	numbers := func(by *testkit.Person) (out string) {
		for _, r := range testkit.Into[[]carrier.Account](t, by.Call("Carriers/FreightAccounts", op.None{})) {
			out += r.Customer + ":" + r.Account + " "
		}
		for _, r := range testkit.Into[[]carrier.SoldToRow](t, by.Call("Shipment/SoldToDetails", op.None{})) {
			out += r.SoldTo + ":" + strings.Join(r.Accounts, ",") + " "
		}
		return out
	}
	if got, want := numbers(&dock), "Globex: Initech:20002 Globex:ZZTO Initech:ZZTO 20002 "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := numbers(admin), "Globex:20001 Initech:20002 Globex:ZZTO 20001 Initech:ZZTO 20002 "; got != want {
		t.Errorf("who keeps them: %q, want %q", got, want)
	}
}

// oldDominion is Old Dominion's sign-in: it knows one user.
func oldDominion(t *testing.T) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		switch {
		case r.Method != http.MethodGet || r.URL.Path != "/auth/v1.0/token":
			w.WriteHeader(http.StatusNotFound)
		case user == "slow":
			w.WriteHeader(http.StatusServiceUnavailable)
		case user != "acme" || password != "s3cret":
			w.WriteHeader(http.StatusUnauthorized)
		default:
			_, _ = w.Write([]byte(`{"sessionToken":"T"}`))
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestODFLAccountSetup_KeepsWhatOldDominionAccepts(t *testing.T) {
	k, admin := hauler(t)
	at := oldDominion(t)
	k.App.Carrier.ODFL.Client, k.App.Carrier.ODFL.URL = at.Client(), at.URL
	if f := admin.Refused("Shipment/ODFLAddCarrier", obj{}); f.Code != "odfl-not-set-up" {
		t.Errorf("before it is set up: %+v", f)
	}
	setup := func(user, password, number string) obj {
		return obj{"userName": user, "password": password, "accountNumber": number}
	}
	for field, bad := range map[string]obj{"password": setup("acme", "wrong", "1234567"), "accountNumber": setup("acme", "s3cret", "12-A"), "userName": setup("", "s3cret", "1234567")} {
		if f := admin.Refused("Carriers/ODFLAccountSetup", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if f := admin.Refused("Carriers/ODFLAccountSetup", setup("slow", "x", "1")); f.Code != "odfl-answered" || f.Status != 502 {
		t.Errorf("out of order: %+v", f)
	}
	r := testkit.Into[carrier.ODFLResp](t, admin.Call("Carriers/ODFLAccountSetup", obj{}))
	if r.Status != "load" || r.Loaded {
		t.Errorf("what was refused was kept: %+v", r)
	}
	r = testkit.Into[carrier.ODFLResp](t, admin.Call("Carriers/ODFLAccountSetup", setup("acme", "s3cret", "1234567")))
	if r.Status != "success" || !r.Loaded || r.Account != "1234567" {
		t.Errorf("%+v", r)
	}
	if r = testkit.Into[carrier.ODFLResp](t, admin.Call("Carriers/ODFLAccountSetup", setup("acme", "s3cret", "7654321"))); r.Status != "updated" {
		t.Errorf("%+v", r)
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		kept, _, err := store.Get[string](ctx, tx, `SELECT password FROM carrier_odfl`)
		if strings.Contains(kept, "s3cret") || kept == "" {
			t.Errorf("kept in the clear: %q", kept)
		}
		return err
	})
	added := testkit.Into[carrier.FreightResp](t, admin.Call("Shipment/ODFLAddCarrier", obj{"Email": "ops@odfl.test"}))
	if added.Status != "added" || added.Accounts[0].Account != "7654321" || added.Accounts[0].Carrier != "ODFL" {
		t.Errorf("%+v", added)
	}
	admin.Call("Carriers/ODFLAccountSetup", setup("acme", "s3cret", "1111111"))
	if again := testkit.Into[carrier.FreightResp](t, admin.Call("Shipment/ODFLAddCarrier", obj{})); again.Status != "updated" || again.Accounts[0].Account != "1111111" {
		t.Errorf("%+v", again)
	}
	if other := testkit.Into[carrier.ODFLResp](t, k.As("admin@other.test").Call("Carriers/ODFLAccountSetup", obj{})); other.Loaded || other.User != "" {
		t.Errorf("another organisation's: %+v", other)
	}
	if f := k.As("dock@demo.test").Refused("Carriers/ODFLAccountSetup", obj{}); f.Status != 403 {
		t.Errorf("dock: %+v", f)
	}
}
