package app_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/fixtures"
	"lading/server/claim"
	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/parcel"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// showing are the direct calls that a program may make which may only read.
var showing = []string{
	"Audit/InvoiceForm", "Audit/PaymentForm", "Claim/PreviewForm", "Document/Bill", "Document/Paper", "Invoice/DMDownload", "Invoice/DownloadImages", "Parcel/Rates", "Rating/ExportTariff",
	"Shipment/CheckBOLandDownload", "Shipment/DownloadExtraInfoDetails", "Shipment/DownloadPOD", "Shipment/GETLTLRates", "Shipment/GETPackinglist", "Shipment/ZplView",
}

func TestScope_ADirectCallThatReadsNeedsTheScopeToRead(t *testing.T) {
	pages := page.Set{}
	for _, p := range page.All {
		if p.ID != nil {
			pages[*p.ID] = true
		}
	}
	writes := 0
	for _, o := range testkit.Demo(t).App.Registry.All() {
		if o.Public || o.Person || o.Kind != op.KindDirect {
			continue
		}
		reader := store.Actor{User: "U", Office: true, Admin: true, Program: true, Pages: pages, Scopes: []string{o.Area + ":read"}}
		err := op.Permit(o, reader, 0)
		switch reads := o.Viewing || slices.Contains(showing, o.Path); {
		case reads != (err == nil):
			t.Errorf("%s: %v", o.Path, err)
		case !reads && fail.CodeOf(err) == "program-scope":
			writes++
		}
		looks := reader
		looks.Program, looks.Scopes, looks.Impersonator = false, nil, "Ana Admin"
		if err := op.Permit(o, looks, 0); !o.Viewing && fail.CodeOf(err) != "impersonation-reads-only" {
			t.Errorf("who looks as another makes %s: %v", o.Path, err)
		}
	}
	if writes < 10 {
		t.Errorf("%d calls need the scope to write", writes)
	}
}

// What a program may do that may only read leaves everything as it was.
func TestScope_WhatOnlyReadsWritesNothing(t *testing.T) {
	f := newFront(t)
	if err := f.App.Jobs.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	admin, atlanta := f.As("admin@demo.test"), siteOf(f.Kit, "ATL")
	more := f.shown(t)
	for _, path := range showing {
		o, ok := f.App.Registry.Find(path)
		if !ok || !o.Showing {
			t.Fatalf("%s is not there", path)
		}
		before := f.versions() + f.content()
		answered := 0
		var refused error
		for _, body := range append(more[path], atlanta.requests(t, o)...) {
			switch _, err := asks(admin, o, &body); {
			case err == nil:
				answered++
			case fail.CodeOf(err) == "":
				t.Errorf("%s of %s: %v", path, body, err)
			default:
				refused = fmt.Errorf("%s: %w", body, err)
			}
		}
		if answered == 0 {
			t.Errorf("%s is answered to nobody, and so shows nothing: %v", path, refused)
		}
		if after := f.versions() + f.content(); after != before {
			t.Errorf("%s wrote:\n%s\n%s", path, before, after)
		}
	}
}

// shown makes what only few shipments have, and gives the requests by which the calls that only read show it.
func (f *front) shown(t *testing.T) map[string][]string {
	t.Helper()
	admin := f.As("admin@demo.test")
	one := func(query string, args ...any) (v string) {
		f.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			var ok bool
			if v, ok, err = store.Get[string](ctx, tx, query, args...); err == nil && !ok {
				t.Errorf("nothing by %s", query)
			}
			return err
		})
		return v
	}
	ups := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(r.URL.Path, "oauth") {
			fmt.Fprint(w, `{"token_type":"Bearer","issued_at":"1","client_id":"APP","access_token":"T-1","expires_in":"14399","status":"approved"}`)
			return
		}
		fmt.Fprint(w, `{"RateResponse":{"Response":{"ResponseStatus":{"Code":"1"}},"RatedShipment":[{"Service":{"Code":"03"},"TotalCharges":{"CurrencyCode":"USD","MonetaryValue":"31.10"}}]}}`)
	}))
	t.Cleanup(ups.Close)
	f.App.Parcel.PublicURL, f.App.Parcel.Client = "https://tms.example", ups.Client()
	f.App.Parcel.Hosts = func(parcel.Carrier) parcel.Hosts {
		return parcel.Hosts{API: ups.URL + "/api", Auth: ups.URL + "/security"}
	}
	admin.Call("UPSReady/Registration", obj{"CarrierScac": "UPSN", "AccountNumber": "A1B2C3", "ClientId": "APP", "ClientSecret": "S-1"})
	in := func(n int) obj { return obj{"milli": n * 1000, "unit": "in"} }
	box := testkit.Into[struct {
		ID string `json:"id"`
	}](t, admin.Call("Shipment/SaveShipment", obj{"Then": "rate", "Shipment": obj{"Kind": "parcel", "WHSE": "ATL", "OrderNumber": "SHOWN-1", "PaymentType": "P", "ShipOn": f.Now().Add(48 * time.Hour).Format(time.DateOnly),
		"Destination": obj{"name": "Ann Lee", "street": "9 Elm St", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US", "phone": "9015550111"},
		"Items":       []obj{{"Description": "Samples", "Qty": 1, "Weight": obj{"milli": 5200, "unit": "lb"}, "Length": in(9), "Width": in(8), "Height": in(7)}}}})).ID

	form := testkit.Into[claim.FormFieldsResp](t, admin.Upload("Claim/UploadForm", "claim.pdf", fixtures.ClaimForm, nil)).ID
	invoice := one(`SELECT id FROM audit_invoice WHERE shipment_id <> '' ORDER BY id LIMIT 1`)
	billed := one(`SELECT shipment_id FROM audit_invoice WHERE id = ?`, invoice)
	admin.Upload("Shipment/FileUploadTracking", "pod.pdf", []byte("%PDF-1.4 proof"), map[string]string{"UniqueName": billed, "IsPOD": "true"})
	paper := one(`SELECT id FROM document WHERE shipment_id = ? AND kind = 'pod'`, billed)
	tariff := one(`SELECT tariff_id FROM rating_version ORDER BY tariff_id LIMIT 1`)
	load := one(`SELECT id FROM shipment WHERE warehouse = 'ATL' AND carrier <> '' AND status = 'T' AND pallets > 0 ORDER BY id LIMIT 1`)
	out := map[string][]string{}
	for path, req := range map[string]obj{
		"Claim/PreviewForm": {"FileId": form, "Maps": []obj{}},
		"Document/Bill":     {"ShipmentId": load}, "Document/Paper": {"ShipmentId": load, "Kind": "packing-list"}, "Shipment/CheckBOLandDownload": {"ShipmentId": load},
		"Shipment/GETPackinglist": {"UniqueName": load}, "Shipment/ZplView": {"uniquename": load, "filename": "pallet-label"},
		"Invoice/DMDownload": {"InvoiceId": invoice, "DocumentId": paper}, "Invoice/DownloadImages": {"InvoiceId": invoice}, "Shipment/DownloadPOD": {"UniqueName": billed},
		"Parcel/Rates": {"Carrier": "ups", "ShipmentId": box}, "Rating/ExportTariff": {"id": tariff},
		"Shipment/GETLTLRates": {"From": obj{"zip": "30336"}, "To": obj{"zip": "37203"}, "Items": []obj{{"description": "Tile", "pieces": 40, "pallets": 2, "class": "70", "weight": obj{"milli": 1_250_000, "unit": "lb"}, "length": in(48), "width": in(40), "height": in(48)}}},
	} {
		body, err := json.Marshal(req)
		if err != nil {
			t.Fatal(err)
		}
		out[path] = []string{string(body)}
	}
	return out
}
