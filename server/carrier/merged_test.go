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
