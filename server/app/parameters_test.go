package app_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"lading/server/quote"
	"lading/server/testkit"
)

// A parameter of the documents that has one meaning here takes no other value: whoever sends another is told which field it is.
func TestParameters_AnotherValueThanTheOneWithAMeaningIsRefused(t *testing.T) {
	k := testkit.Demo(t)
	admin, dock := k.As("admin@demo.test"), k.As("dock@demo.test")
	for _, c := range []struct {
		by                 *testkit.Person
		path, field, value string
		rest               part
	}{
		{admin, "Shipment/BulkSchedule", "flag", "cancel", part{"Shipments": []part{{"ShipmentId": "S"}}}},
		{admin, "Shipment/RCSelectedParcelCarrier", "Flag", "label", part{"Carrier": "UPSN", "From": part{"Zip": "30336"}, "To": part{"Zip": "37203"}, "ShipOn": "2026-11-24", "Packages": []part{{"Length": "14", "Width": "12", "Height": "10", "Weight": "40", "Count": 1}}}},
		{admin, "Carriers/AddNewCarrier", "Mode", "EDIT", part{"SCAC": "ZZZZ", "CarrierName": "Z", "RateModes": []string{"LTL"}, "Email": "z@example.com"}},
		{dock, "DockView/GetShipmentHistory", "Stage", "archive", part{}},
		{admin, "config/get-config-list", "documentCategory", "invoice", part{}},
		{admin, "Shipment/BulkPickupRequest", "isAsync", "perhaps", part{"ShipmentIds": []string{"S"}}},
		{admin, "Shipment/GetReprintDocumentDetails", "BackOrderCode", "1", part{"orderNumbers": []string{"SO-1"}}},
		{dock, "DockView/PrintQueueBatch", "FileType", "docx", part{"ShipmentId": "S"}},
		{dock, "DockView/PrintQueueBatch", "FileName", "", part{"ShipmentId": "S", "FileType": "file"}},
	} {
		f := c.by.Refused(c.path, with(c.rest, part{c.field: c.value}))
		if len(f.Fields) != 1 || f.Fields[0].Field != c.field {
			t.Errorf("%s with %s %q: %+v", c.path, c.field, c.value, f)
		}
	}
}

// The page of a quote begins with the answer that stands where its carrier says that it amends it, and as a new one where it does not.
func TestQuotes_AnAmendmentBeginsWithTheAnswer(t *testing.T) {
	c := newCounter(t)
	c.ask(c.rateable()[0], 4, "ODFL")
	_, odfl := c.linkTo("rates@odfl.test", 1)
	amends := func(edit string) string {
		status, out, _, _ := c.carrier("GetQuoteResponseDetails", obj{"AccessID": odfl, "userEdit": edit})
		if status != 200 {
			var p struct{ Errors []struct{ Field string } }
			if err := json.Unmarshal(out, &p); err != nil || len(p.Errors) != 1 {
				t.Fatalf("%d %s", status, out)
			}
			return p.Errors[0].Field
		}
		return fmt.Sprint(testkit.Into[quote.Details](t, out).QuoteInfo.Amends)
	}
	if got := amends("true"); got != "false" {
		t.Errorf("before an answer: %s", got)
	}
	if status, out, _, _ := c.carrier("SubmitQuoteResponse", price(odfl, 120_000)); status != 200 {
		t.Fatalf("answer: %d %s", status, out)
	}
	for edit, want := range map[string]string{"true": "true", "1": "true", "false": "false", "": "false", "perhaps": "userEdit"} {
		if got := amends(edit); got != want {
			t.Errorf("userEdit %q: %s, want %s", edit, got, want)
		}
	}
}
