package rating_test

import (
	"context"
	"testing"

	"lading/server/org"
	"lading/server/rating"
	"lading/server/store"
	"lading/server/testkit"
)

// One customer has its markups by code, the other by name: they are one party all the same.
func TestFollow_TheMarkupOfTheOneThatStaysWins(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	save := func(code, name string) org.Place {
		return testkit.Into[org.Place](t, admin.Call("Org/SaveCustomer", org.PlaceReq{Kind: org.PlaceCustomer, Code: code, Name: name, Street: "7 Bay Road", City: "Memphis", State: "TN", Zip: "38118"}))
	}
	markup := func(customer, mode string, percent int) {
		admin.Call("Initial/CustomerMarkup", map[string]any{"Customer": customer, "Mode": mode, "Kind": "percent", "Value": percent})
	}
	stays, ends, all := save("C1", "Acme"), save("C2", "Beta Inc"), save("C3", "Gamma")
	markup("C1", "LTL", 5)
	markup("Beta Inc", "LTL", 12)
	markup("Beta Inc", "TL", 9)
	markup("Gamma", "", 3)
	kept := func() (s string) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT group_concat(customer || ' ' || mode || ' ' || (value / 10000), ', ') FROM (SELECT * FROM rating_markup WHERE customer <> '' ORDER BY customer, mode)`).Scan(&s)
		})
		return s
	}
	req := org.MergeReq{Place: stays.PlaceReq, From: []org.MergeFrom{{ID: ends.ID, Rev: 1}}}
	if got := testkit.Into[org.MergeResp](t, admin.Call("Org/PreviewMerge", req)).Follows; len(got) != 1 || got[0].Moved != 1 || got[0].Ended != 1 {
		t.Errorf("the preview says: %+v", got)
	}
	admin.Call("Org/MergePlaces", req)
	if got := kept(); got != "Acme TL 9, C1 LTL 5, Gamma  3" {
		t.Error(got)
	}
	req = org.MergeReq{Place: all.PlaceReq, From: []org.MergeFrom{{ID: stays.ID, Rev: 2}}}
	admin.Call("Org/MergePlaces", req)
	if got := kept(); got != "Gamma  3" { // what counts for all modes counts for these
		t.Error(got)
	}
	// What a party has beside its own of all modes is more special, and counts before it as it did.
	other, own := save("C4", "Delta"), save("C5", "Epsilon")
	markup("C5", "", 10)
	markup("C5", "LTL", 15)
	markup("Epsilon", "TL", 7)
	req = org.MergeReq{Place: other.PlaceReq, From: []org.MergeFrom{{ID: own.ID, Rev: 1}}}
	if got := testkit.Into[org.MergeResp](t, admin.Call("Org/PreviewMerge", req)).Follows; len(got) != 1 || got[0].Moved != 3 || got[0].Ended != 0 {
		t.Errorf("the preview says: %+v", got)
	}
	admin.Call("Org/MergePlaces", req)
	if got := kept(); got != "C4  10, C4 LTL 15, Delta TL 7, Gamma  3" {
		t.Error(got)
	}
}

// A markup that becomes another's, or of another mode, is compared with all that its customer has under any name.
func TestMarkup_IsOneOfItsCustomerWhateverItIsCalled(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	admin.Call("Org/SaveCustomer", org.PlaceReq{Kind: org.PlaceCustomer, Code: "C1", Name: "Acme", Street: "7 Bay Road", City: "Memphis", State: "TN", Zip: "38118"})
	markup := func(id, customer, mode string) map[string]any {
		return map[string]any{"MarkupId": id, "Customer": customer, "Mode": mode, "Kind": "percent", "Value": 5}
	}
	save := func(customer, mode string) string {
		return testkit.Into[rating.Markup](t, admin.Call("Initial/CustomerMarkup", markup("", customer, mode))).ID
	}
	save("C1", "LTL")
	other, mode := save("Globex", "LTL"), save("Acme", "TL")
	if f := admin.Refused("Initial/CustomerMarkup", markup(other, "Acme", "LTL")); f.Code != "markup-exists" {
		t.Errorf("of another customer: %+v", f)
	}
	if f := admin.Refused("Initial/CustomerMarkup", markup(mode, "Acme", "LTL")); f.Code != "markup-exists" {
		t.Errorf("of another mode: %+v", f)
	}
	admin.Call("Initial/CustomerMarkup", markup(mode, "Acme", "TL"))
}
