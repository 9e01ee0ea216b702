package org_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/gs1"
	"lading/server/org"
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

func TestSaveSetup_KeepsWhatIsAbsent(t *testing.T) {
	k := world(t)
	admin := k.As("admin@demo.test")
	flags := org.FirstFlags()
	if !flags.Time24 {
		t.Fatal("24-hour time is on unless switched off")
	}
	flags.StarRating = true
	admin.Call("Org/SaveSetup", obj{"flags": flags})
	s := testkit.Into[org.Setup](t, admin.Call("Org/SaveSetup", obj{"brand": obj{"primary": "#144895"}}))
	if !s.Flags.V.StarRating || s.Brand.V.Primary != "#144895" || s.Labels.V[1] != "PO #" || s.Name != "Organisation 1" {
		t.Fatalf("set-up: %+v", s)
	}
	if f := admin.Refused("Org/SaveSetup", obj{"brand": obj{"primary": "url(x)"}}); f.Status != 422 {
		t.Fatalf("colour: %v", f)
	}
	if f := admin.Refused("Org/SaveSetup", obj{"gs1Prefix": "1234567"}); f.Code != "unknown-field" {
		t.Fatalf("prefix: %v", f)
	}
	if f := k.As("office@demo.test").Refused("Org/SaveSetup", obj{}); f.Status != 403 {
		t.Fatalf("office: %v", f)
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
