package app_test

import (
	"slices"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
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
	answered := map[string]bool{}
	for _, path := range showing {
		o, ok := f.App.Registry.Find(path)
		if !ok || !o.Showing {
			t.Fatalf("%s is not there", path)
		}
		before := f.versions() + f.content()
		for _, body := range atlanta.requests(t, o) {
			switch _, err := asks(admin, o, &body); {
			case err == nil:
				answered[path] = true
			case fail.CodeOf(err) == "":
				t.Errorf("%s of %s: %v", path, body, err)
			}
		}
		if after := f.versions() + f.content(); after != before {
			t.Errorf("%s wrote:\n%s\n%s", path, before, after)
		}
	}
	if len(answered) < 6 {
		t.Errorf("answered are %v alone", answered)
	}
}
