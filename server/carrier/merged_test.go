package carrier_test

import (
	"context"
	"testing"

	"lading/server/carrier"
	"lading/server/kit/freight"
	"lading/server/org"
	"lading/server/store"
	"lading/server/testkit"
)

// buyer is a customer of the address book.
func buyer(t *testing.T, p *testkit.Person, code, name string) org.Place {
	t.Helper()
	return testkit.Into[org.Place](t, p.Call("Org/SaveCustomer", org.PlaceReq{Kind: org.PlaceCustomer, Code: code, Name: name, Street: "7 Bay Road", City: "Memphis", State: "TN", Zip: "38118"}))
}

func merge(t *testing.T, p *testkit.Person, stays, ends org.Place) org.MergeResp {
	t.Helper()
	req := org.MergeReq{Place: stays.PlaceReq, From: []org.MergeFrom{{ID: ends.ID, Rev: ends.Rev}}}
	preview := testkit.Into[org.MergeResp](t, p.Call("Org/PreviewMerge", req))
	p.Call("Org/MergePlaces", req)
	return preview
}

func paidBy(t *testing.T, k *testkit.Kit, p *testkit.Person, q freight.PayerQuery) (account string) {
	t.Helper()
	q.Carrier, q.Mode, q.Warehouse, q.Origin = "ZZTO", "LTL", "ATL", freight.Party{Name: "We"}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		tx.By = p.By
		got, err := k.App.Carrier.Payer(ctx, tx, q)
		account = got.Account
		return err
	})
	return account
}

// Loads keep the consignee and who is billed as they were built; order files send the former name for years.
func TestPayer_FindsTheAccountOfACustomerByItsFormerNames(t *testing.T) {
	k, admin := hauler(t)
	stays, ends := buyer(t, admin, "C1", "Acme"), buyer(t, admin, "C2", "Beta Inc")
	to := testkit.Into[carrier.BillToResp](t, admin.Call("Address/BillToAddressUpdate", with(billTo(obj{"companyName": "Beta Inc"}), "funtype", "add")))
	admin.Call("Carriers/SaveFreightAccount", account(obj{"AccountNumber": "20001", "PaymentType": "collect", "Customer": "Beta Inc"}))
	admin.Call("Carriers/SaveFreightAccount", account(obj{"AccountNumber": "30001", "PaymentType": "third-party", "BillToId": to.BillTo.ID}))
	merge(t, admin, stays, ends)
	for what, x := range map[string]struct {
		q    freight.PayerQuery
		want string
	}{
		"a load that keeps its consignee":     {freight.PayerQuery{Terms: "C", Customer: "C1", Destination: freight.Party{Name: "Beta Inc"}}, "20001"},
		"a former code":                       {freight.PayerQuery{Terms: "C", Customer: "C2", Destination: freight.Party{Name: "Dock 4"}}, "20001"},
		"the code of the one that stays":      {freight.PayerQuery{Terms: "C", Customer: "C1", Destination: freight.Party{Name: "Dock 4"}}, "20001"},
		"who was billed, by the former name":  {freight.PayerQuery{Terms: "T", BillTo: freight.Party{Name: "BETA INC"}}, "30001"},
		"who is billed, by the name of today": {freight.PayerQuery{Terms: "T", BillTo: freight.Party{Name: "Acme"}}, "30001"},
		"nobody of them":                      {freight.PayerQuery{Terms: "C", Customer: "C9", Destination: freight.Party{Name: "Dock 4"}}, ""},
		"somebody else's bill to":             {freight.PayerQuery{Terms: "T", BillTo: freight.Party{Name: "Gamma"}}, ""},
	} {
		if got := paidBy(t, k, admin, x.q); got != x.want {
			t.Errorf("%s: %q, want %q", what, got, x.want)
		}
	}
}

// One party is registered by its code, the other by its name: they are one party all the same.
func TestFollow_TheAccountOfTheOneThatStaysWins(t *testing.T) {
	k, admin := hauler(t)
	stays, ends := buyer(t, admin, "C1", "Acme"), buyer(t, admin, "C2", "Beta Inc")
	for _, a := range []obj{
		{"AccountNumber": "20001", "Customer": "C1"},
		{"AccountNumber": "20002", "Customer": "Beta Inc", "CarrierLocn": "A"},
		{"AccountNumber": "20003", "Customer": "C2", "Warehouses": []string{"ATL"}},
		{"AccountNumber": "20004", "Customer": "Beta Inc", "RateMode": "TL"},
		{"AccountNumber": "20005", "Customer": "acme", "RateMode": "PARCEL", "Warehouses": []string{"ATL"}},
		{"AccountNumber": "20006", "Customer": "C2", "RateMode": "PARCEL"},
	} {
		a["PaymentType"] = "collect"
		admin.Call("Carriers/SaveFreightAccount", account(a))
	}
	preview := merge(t, admin, stays, ends)
	if len(preview.Follows) != 1 || preview.Follows[0].Noun != freight.FollowAccounts || preview.Follows[0].Moved != 3 || preview.Follows[0].Ended != 2 {
		t.Errorf("the preview says: %+v", preview.Follows) // 20005 is written as the address book has it
	}
	var left string
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT group_concat(account || ' ' || customer, ', ') FROM (SELECT * FROM carrier_account WHERE terms = 'collect' ORDER BY account)`).Scan(&left)
	})
	if left != "20001 C1, 20004 Acme, 20005 Acme, 20006 C1" {
		t.Error(left)
	}
	for _, q := range []freight.PayerQuery{{Customer: "C1", Destination: freight.Party{Name: "Acme"}}, {Customer: "C2", Destination: freight.Party{Name: "Beta Inc"}}, {Customer: "Acme"}, {Destination: freight.Party{Name: "Beta Inc"}}} {
		if q.Terms = "C"; paidBy(t, k, admin, q) != "20001" {
			t.Errorf("%+v is paid by %s", q, paidBy(t, k, admin, q))
		}
	}
}

// An account for one warehouse counts before the customer's own for all of them, and after a merge as before it.
func TestFollow_ACustomersOwnMoreSpecialAccountStays(t *testing.T) {
	k, admin := hauler(t)
	stays, ends := buyer(t, admin, "C1", "Acme"), buyer(t, admin, "C2", "Beta Inc")
	for _, a := range []obj{{"AccountNumber": "30001"}, {"AccountNumber": "30002", "Warehouses": []string{"ATL"}}} {
		a["PaymentType"], a["Customer"] = "collect", "C2"
		admin.Call("Carriers/SaveFreightAccount", account(a))
	}
	if preview := merge(t, admin, stays, ends); len(preview.Follows) != 1 || preview.Follows[0].Moved != 2 || preview.Follows[0].Ended != 0 {
		t.Errorf("the preview says: %+v", preview.Follows)
	}
	if got := paidBy(t, k, admin, freight.PayerQuery{Terms: "C", Customer: "C1"}); got != "30002" {
		t.Errorf("paid by %q", got)
	}
}

// Where both have an account for a warehouse that of the one that stays pays there, and the other's pays elsewhere as it did.
func TestFollow_AnAccountKeepsTheWarehousesThatTheOtherHasNot(t *testing.T) {
	k, admin := hauler(t)
	stays, ends := buyer(t, admin, "C1", "Acme"), buyer(t, admin, "C2", "Beta Inc")
	admin.Call("Carriers/SaveFreightAccount", account(obj{"AccountNumber": "40001", "PaymentType": "collect", "Customer": "C1", "Warehouses": []string{"ATL"}}))
	admin.Call("Carriers/SaveFreightAccount", account(obj{"AccountNumber": "40002", "PaymentType": "collect", "Customer": "C2", "Warehouses": []string{"ATL", "DAL"}}))
	if preview := merge(t, admin, stays, ends); len(preview.Follows) != 1 || preview.Follows[0].Moved != 1 || preview.Follows[0].Ended != 0 {
		t.Errorf("the preview says: %+v", preview.Follows)
	}
	var left string
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT group_concat(account || ' ' || customer || ' ' || warehouses, ', ') FROM (SELECT * FROM carrier_account WHERE terms = 'collect' ORDER BY account)`).Scan(&left)
	})
	if left != `40001 C1 ["ATL"], 40002 C1 ["DAL"]` {
		t.Error(left)
	}
}

// An account without a number pays nothing, and one of some users pays for nobody else: neither ends the number that paid for the other's freight.
func TestFollow_ANumberThatPaysForOthersStays(t *testing.T) {
	for name, x := range map[string]struct {
		stays, ends  obj
		moved, ended int
		want         string
	}{
		"without a number":              {obj{"AccountNumber": ""}, obj{"AccountNumber": "50002"}, 1, 1, "50002 C1 []"},
		"without one, of another place": {obj{"AccountNumber": "", "CarrierLocn": "A"}, obj{"AccountNumber": "50002"}, 1, 0, " C1 [], 50002 C1 []"},
		"without one, of two warehouses": {obj{"AccountNumber": "", "Warehouses": []string{"ATL", "DAL"}}, obj{"AccountNumber": "50002", "Warehouses": []string{"ATL"}}, 2, 0,
			` C1 ["DAL"], 50002 C1 ["ATL"]`},
		"of one user":       {obj{"AccountNumber": "50001", "Users": []string{"nobody@demo.test"}}, obj{"AccountNumber": "50002"}, 1, 0, "50001 C1 [], 50002 C1 []"},
		"of the same users": {obj{"AccountNumber": "50001", "Users": []string{"Admin@demo.test", "nobody@demo.test"}}, obj{"AccountNumber": "50002", "Users": []string{"nobody@demo.test", "admin@demo.test"}}, 0, 1, "50001 C1 []"},
	} {
		t.Run(name, func(t *testing.T) {
			k, admin := hauler(t)
			stays, ends := buyer(t, admin, "C1", "Acme"), buyer(t, admin, "C2", "Beta Inc")
			admin.Call("Carriers/SaveFreightAccount", account(with(x.stays, "Customer", "C1")))
			admin.Call("Carriers/SaveFreightAccount", account(with(x.ends, "Customer", "C2")))
			pays := paidBy(t, k, admin, freight.PayerQuery{Terms: "P", Customer: "C2"})
			if preview := merge(t, admin, stays, ends); len(preview.Follows) != 1 || preview.Follows[0].Moved != x.moved || preview.Follows[0].Ended != x.ended {
				t.Errorf("the preview says: %+v", preview.Follows)
			}
			var left string
			k.Read("1", func(ctx context.Context, tx *store.Tx) error {
				return tx.QueryRowContext(ctx, `SELECT group_concat(account || ' ' || customer || ' ' || warehouses, ', ') FROM (SELECT * FROM carrier_account WHERE carrier = 'ZZTO' ORDER BY account)`).Scan(&left)
			})
			if left != x.want {
				t.Errorf("left are %s, want %s", left, x.want)
			}
			if got := paidBy(t, k, admin, freight.PayerQuery{Terms: "P", Customer: "C1"}); x.want != "50001 C1 []" && got != pays {
				t.Errorf("paid by %q, and by %q before", got, pays)
			}
			for _, a := range testkit.Into[[]carrier.Account](t, admin.Call("Carriers/FreightAccounts", obj{})) { // each can be changed as it stands
				if a.Contact = "Ann"; a.Carrier == "ZZTO" {
					admin.Call("Carriers/SaveFreightAccount", a.AccountReq)
				}
			}
		})
	}
}

// What tells accounts apart is compared under all names of a customer whenever it changes, and not only of a new one.
func TestAccount_IsOneOfItsCustomerWhateverItIsCalled(t *testing.T) {
	_, admin := hauler(t)
	buyer(t, admin, "C1", "Acme")
	save := func(more obj) obj {
		a := account(with(more, "PaymentType", "collect"))
		a["AccountId"] = testkit.Into[carrier.Account](t, admin.Call("Carriers/SaveFreightAccount", a)).ID
		return a
	}
	save(obj{"AccountNumber": "20001", "Customer": "C1"})
	whose, mode := save(obj{"AccountNumber": "20002", "Customer": "Globex"}), save(obj{"AccountNumber": "20003", "Customer": "Acme", "RateMode": "TL"})
	at := save(obj{"AccountNumber": "20004", "Customer": "Acme", "Warehouses": []string{"ATL"}})
	for what, bad := range map[string]obj{"customer": with(whose, "Customer", "Acme"), "mode": with(mode, "RateMode", "LTL"), "warehouses": with(at, "Warehouses", []string{})} {
		if f := admin.Refused("Carriers/SaveFreightAccount", bad); len(f.Fields) != 1 || f.Fields[0].Code != "carrier-account-exists" {
			t.Errorf("%s: %+v", what, f)
		}
	}
	admin.Call("Carriers/SaveFreightAccount", with(mode, "Contact", "Ann"))
}

func TestParcelAccount_IsOneOfItsCustomerWhateverItIsCalled(t *testing.T) {
	_, admin := hauler(t)
	buyer(t, admin, "C1", "Acme")
	parcel := func(id, soldTo string) obj {
		return obj{"AccountID": id, "SoldTo": soldTo, "PaymentType": "collect", "ShipVia": "GROUND", "SCAC": "UPS", "AccountNumber": "1A2B3C", "WarehouseLabel": "ATL"}
	}
	admin.Call("Carriers/SaveParcelAccount", parcel("", "C1"))
	other := testkit.Into[carrier.ParcelAccount](t, admin.Call("Carriers/SaveParcelAccount", parcel("", "Globex")))
	for _, id := range []string{"", other.ID} {
		if f := admin.Refused("Carriers/SaveParcelAccount", parcel(id, "acme")); len(f.Fields) != 1 || f.Fields[0].Field != "SoldTo" || f.Fields[0].Code != "parcel-account-exists" {
			t.Errorf("%q: %+v", id, f)
		}
	}
}
