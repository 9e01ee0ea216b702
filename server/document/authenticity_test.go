package document_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lading/server/document"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// stranger asks without having signed in.
func (w *world) stranger(path string, req any) (json.RawMessage, error) {
	w.T.Helper()
	o, ok := w.App.Registry.Find(path)
	if !ok {
		w.T.Fatalf("no call %s", path)
	}
	args, err := json.Marshal(req)
	if err != nil {
		w.T.Fatal(err)
	}
	a, err := w.App.Registry.Run(context.Background(), &op.Call{Op: o, Args: args, IP: "203.0.113.9"})
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(a.Body)
	return raw, err
}

func TestAuthenticity_TellsWhatThePaperShowsAndNoMore(t *testing.T) {
	w := start(t)
	w.con.Items[0].Description, w.con.Origin.Contact, w.con.Origin.Phone, w.con.Instruction = "Paint", "Dana Whitfield", "404-555-0147", "Ring twice"
	pdf := w.sealedPaper()
	id := w.papers("dock@demo.test")[0].ID
	raw, err := w.stranger("Document/Authenticity", document.AuthenticityReq{Org: "1", Paper: id})
	if err != nil {
		t.Fatal(err)
	}
	got := testkit.Into[document.AuthenticityResp](t, raw)
	if got.Standing != document.Current || got.Number != "BOL-1" || got.Carrier != "Old Dominion" || got.Pieces != 20 || got.Pallets != 2 || got.Weight.String() != "1,000 lb" || !slices.Equal(got.Seals, []string{"UL-1"}) ||
		got.SHA256 != hashOf(pdf) || len(got.Digest) != 16 || got.Zone != "America/New_York" || got.SignedAt.IsZero() {
		t.Errorf("%+v", got)
	}
	for _, secret := range []string{"Ortega", "Whitfield", "404-555", "Wallisville", "Gulf", "Paint", "Ring", "S1", "SO-1", "PRO-1", "office@"} {
		if strings.Contains(string(raw), secret) {
			t.Errorf("a stranger reads %q in %s", secret, raw)
		}
	}
	w.emit(event.ShipmentEnded{ShipmentID: "S1"})
	raw, err = w.stranger("Document/Authenticity", document.AuthenticityReq{Org: "1", Paper: id})
	if err != nil || testkit.Into[document.AuthenticityResp](t, raw).Standing != document.Voided {
		t.Errorf("after the shipment has ended: %s %v", raw, err)
	}
	for name, req := range map[string]document.AuthenticityReq{
		"another organisation": {Org: "2", Paper: id}, "no organisation": {Org: "nobody", Paper: id}, "a way out": {Org: "../1", Paper: id}, "another paper": {Org: "1", Paper: "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
	} {
		if _, err := w.stranger("Document/Authenticity", req); fail.CodeOf(err) != "paper-unknown" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAuthenticity_TheCodeOnThePaperNeedsAnAddress(t *testing.T) {
	without := len(start(t).sealedPaper())
	w := start(t)
	w.App.Document.PublicURL = "https://tms.example.com/"
	if with := len(w.sealedPaper()); with <= without {
		t.Errorf("%d bytes with a code, %d without", with, without)
	}
}
