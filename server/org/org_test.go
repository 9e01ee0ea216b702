package org_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/gs1"
	"lading/server/org"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
)

func codeOf(err error) string { return fail.CodeOf(err) }

type obj = map[string]any

func world(t *testing.T) *testkit.Kit {
	t.Helper()
	k := testkit.New(t)
	for _, id := range []string{"1", "2"} {
		if err := k.App.Access.CreateOrg(context.Background(), id, "ORG"+id, "Organisation "+id); err != nil {
			t.Fatal(err)
		}
		k.Write(id, func(ctx context.Context, tx *store.Tx) error {
			return k.App.Org.Create(ctx, tx, "ORG"+id, "Organisation "+id, "0614141")
		})
	}
	return k
}

func TestNextBOL_NoTwoCommandsGetTheSame(t *testing.T) {
	k := world(t)
	var mu sync.Mutex
	var wg sync.WaitGroup
	seen := map[string]bool{}
	for range 200 {
		wg.Go(func() {
			k.Write("1", func(ctx context.Context, tx *store.Tx) error {
				bol, err := k.App.Org.NextBOL(ctx, tx)
				if err != nil {
					return err
				}
				sscc, err := k.App.Org.NextSSCC(ctx, tx)
				mu.Lock()
				defer mu.Unlock()
				if seen[bol] || seen[sscc] || !gs1.ValidBOL(bol) || !gs1.ValidSSCC(sscc) || !strings.HasPrefix(bol, "0614141") {
					t.Errorf("numbers %s, %s", bol, sscc)
				}
				seen[bol], seen[sscc] = true, true
				return err
			})
		})
	}
	wg.Wait()
	if len(seen) != 400 {
		t.Fatalf("%d numbers", len(seen))
	}
}

func TestNextBOL_TellsNoDevice(t *testing.T) {
	k := world(t)
	version := func() (v int64) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT version FROM change WHERE entity = 'org_setup'`).Scan(&v)
		})
		return v
	}
	before := version()
	k.Write("1", func(ctx context.Context, tx *store.Tx) error { _, err := k.App.Org.NextBOL(ctx, tx); return err })
	if version() != before {
		t.Fatal("a bill number announced the set-up to every device")
	}
}

func TestNextSSCC_NeedsACompanyPrefix(t *testing.T) {
	k := testkit.New(t)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if _, err := k.App.Org.NextBOL(ctx, tx); err == nil {
			t.Error("a number without a set-up")
		}
		if err := k.App.Org.Create(ctx, tx, "X", "X", ""); err != nil {
			return err
		}
		if bol, err := k.App.Org.NextBOL(ctx, tx); err != nil || !strings.HasPrefix(bol, "04") {
			t.Errorf("bill without a prefix: %s, %v", bol, err)
		}
		if _, err := k.App.Org.NextSSCC(ctx, tx); err == nil {
			t.Error("a pallet number without a prefix")
		}
		return nil
	})
}

func sections(t *testing.T, p *testkit.Person) map[string]resource.SectionState {
	t.Helper()
	out := map[string]resource.SectionState{}
	for _, s := range testkit.Into[[]resource.SectionState](t, p.Call("Org/Settings", obj{})) {
		out[s.Section] = s
	}
	return out
}

func TestSettings_TwoAdministratorsDoNotOverwriteEachOther(t *testing.T) {
	k := world(t)
	admin := k.As("admin@demo.test")
	both := sections(t, admin) // what both have on their screens
	if both["offers"].Rev != 1 || both["rates"].Rev != 1 || !both["offers"].At.IsZero() {
		t.Fatalf("begins with: %+v", both)
	}
	admin.Call("Org/SaveOffers", obj{"quoteDeadlineHours": 6, "expirationHours": 48, "carrierConfirmation": true, "Rev": both["offers"].Rev})
	admin.Call("Org/SaveRates", obj{"currency": "CAD", "defaultClass": "85", "Rev": both["rates"].Rev})
	admin.Call("Org/SaveColors", obj{"primary": "#144895", "secondary": "", "Rev": both["colors"].Rev})
	admin.Call("Org/SaveHazmat", obj{"emergencyPhone": " 800-424-9300", "emergencyContract": "CCN 20261", "Rev": both["hazmat"].Rev})
	admin.Call("Org/SaveReferences", obj{"reference1": "Sales order", "reference2": "PO #", "Rev": both["references"].Rev})
	admin.Call("Org/SaveIdentity", obj{"name": "Acme", "zone": "America/Chicago", "units": "metric", "language": "es", "time24": false, "Rev": both["organization"].Rev})
	admin.Call("Shipment/InsertOrUpdateClientTruckConfiguration", obj{"enabled": true, "maxPallets": 20, "Rev": both["trucks"].Rev})

	f := admin.Refused("Org/SaveOffers", obj{"quoteDeadlineHours": 1, "expirationHours": 1, "Rev": both["offers"].Rev})
	if f.Code != "row-changed-meanwhile" || f.Row == nil {
		t.Fatalf("on what stood before: %+v", f)
	}
	if f := admin.Refused("Org/SaveOffers", obj{"quoteDeadlineHours": 1, "expirationHours": 1}); f.Code != "row-changed-meanwhile" {
		t.Fatalf("on nothing: %+v", f)
	}
	for key, want := range map[string]string{
		"offers":       `{"quoteDeadlineHours":6,"expirationHours":48,"carrierConfirmation":true,"Rev":2}`,
		"rates":        `{"currency":"CAD","defaultClass":"85","Rev":2}`,
		"colors":       `{"primary":"#144895","secondary":"","Rev":2}`,
		"hazmat":       `{"emergencyPhone":"800-424-9300","emergencyContract":"CCN 20261","Rev":2}`,
		"references":   `{"reference1":"Sales order","reference2":"PO #","reference3":"","reference4":"","reference5":"","Rev":2}`,
		"organization": `{"name":"Acme","zone":"America/Chicago","units":"metric","language":"es","time24":false,"Rev":2}`,
	} {
		if s := sections(t, admin)[key]; string(s.Values) != want || s.By == "" || s.At.IsZero() {
			t.Errorf("%s: %s", key, s.Values)
		}
	}
	if s := sections(t, admin)["trucks"]; !strings.Contains(string(s.Values), `"maxPallets":20`) || s.Rev != 2 {
		t.Errorf("trucks: %s", s.Values)
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error { // what the areas ask for
		s, err := k.App.Org.Get(ctx, tx)
		if err != nil {
			return err
		}
		currency, _ := k.App.Org.Currency(ctx, tx)
		minutes, asks, _ := k.App.Org.Confirmation(ctx, tx)
		deadline, holds, err := k.App.Org.QuoteHours(ctx, tx)
		if s.Name != "Acme" || s.Flags.V.Time24 || s.Labels.V[0] != "Sales order" || s.Labels.V[4] != "" || currency != "CAD" || minutes != 48*60 || !asks || deadline != 6 || holds != 48 {
			t.Errorf("%+v %s %d %v %d %d", s, currency, minutes, asks, deadline, holds)
		}
		return err
	})
	k.As("admin@other.test").Call("Org/SaveOffers", obj{"quoteDeadlineHours": 2, "expirationHours": 3, "Rev": 1})
	if s := sections(t, admin)["offers"]; s.Rev != 2 {
		t.Errorf("another organisation's: %+v", s)
	}
}

func TestSettings_AreAnAdministratorsAndJudged(t *testing.T) {
	k := world(t)
	admin := k.As("admin@demo.test")
	for path, bad := range map[string]obj{
		"Org/SaveColors":   {"primary": "url(x)", "Rev": 1},
		"Org/SaveIdentity": {"name": "Acme", "units": "us", "language": "en", "zone": "Mars/Base", "Rev": 1},
		"Org/SaveHazmat":   {"emergencyPhone": "000-000-0000", "emergencyContract": "CCN 20261", "Rev": 1},
		"Org/SaveOffers":   {"quoteDeadlineHours": 721, "expirationHours": 24, "Rev": 1},
		"Org/SaveRates":    {"currency": "EUR", "Rev": 1},
	} {
		if f := admin.Refused(path, bad); f.Status != 422 || len(f.Fields) != 1 {
			t.Errorf("%s: %+v", path, f)
		}
	}
	if f := admin.Refused("Org/SaveHazmat", obj{"emergencyContract": "CCN 20261", "Rev": 1}); f.Status != 422 || f.Fields[0].Field != "emergencyPhone" {
		t.Errorf("a contract with nobody: %+v", f)
	}
	if f := admin.Refused("Org/SaveHazmat", obj{"emergencyPhone": "800-424-9300, 703-527-3887", "emergencyContract": "CCN 20261", "Rev": 1}); f.Status != 422 || f.Fields[0].Field != "emergencyPhone" {
		t.Errorf("a contract with two: %+v", f)
	}
	if f := admin.Refused("Org/SaveIdentity", obj{"gs1Prefix": "1234567"}); f.Code != "unknown-field" {
		t.Errorf("prefix: %v", f)
	}
	for _, path := range []string{"Org/SaveOffers", "Org/Settings"} {
		if f := k.As("office@demo.test").Refused(path, obj{}); f.Status != 403 {
			t.Errorf("office: %v", f)
		}
	}
}

func TestBrands_AreSwitchedAndStayInTheirOrganisation(t *testing.T) {
	k := world(t)
	admin, other := k.As("admin@demo.test"), k.As("admin@other.test")
	made := testkit.Into[org.BrandsResp](t, admin.Call("Initial/EntityStatusUpdate", obj{"BrandName": "Northgate", "IsActive": true, "ConfiguredValues": `{"ConfigurationValues":{"ShipperName":"Northgate Home","Phone":"404-555-0140"}}`}))
	b := made.Result[0]
	if !strings.Contains(b.ConfiguredValues, `"ShipperName":"Northgate Home"`) {
		t.Fatalf("brand: %+v", b)
	}
	b.IsActive = false
	if got := testkit.Into[org.BrandsResp](t, admin.Call("Initial/EntityStatusUpdate", b)).Result; len(got) != 1 || got[0].IsActive || !strings.Contains(got[0].ConfiguredValues, "Northgate Home") {
		t.Fatalf("brands: %+v", got)
	}
	if f := other.Refused("Initial/EntityStatusUpdate", b); f.Code != "brand-not-found" {
		t.Fatalf("another organisation's brand: %v", f)
	}
	if got := testkit.Into[org.BrandsResp](t, other.Call("Initial/GetBrandDetails", obj{})).Result; len(got) != 0 {
		t.Fatalf("another organisation sees %v", got)
	}
	if f := admin.Refused("Initial/EntityStatusUpdate", obj{"BrandName": "NORTHGATE"}); f.Code != "brand-exists" {
		t.Fatalf("twice: %v", f)
	}
}

func TestMe_NamesTheRoles(t *testing.T) {
	k := world(t)
	me := testkit.Into[org.MeResp](t, k.As("admin@demo.test").Call("v1/clients/me", obj{}))
	if me.ClientCode != "ORG1" || len(me.Groups) != 4 {
		t.Fatalf("me: %+v", me)
	}
	if r := testkit.Into[org.UserRolesResp](t, k.As("admin@demo.test").Call("DataAdmin/GetUserRoles", obj{})); len(r.Roles) != 4 {
		t.Fatalf("roles: %+v", r)
	}
	if d := testkit.Into[org.DataAdminResp](t, k.As("dock@demo.test").Call("DataAdmin/IsDataAdminEnabled", obj{})); d.Enabled {
		t.Fatal("the dock may correct data by hand")
	}
}
