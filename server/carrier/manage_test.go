package carrier_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lading/server/carrier"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/testkit"
)

// company is a carrier as its page sends it.
func company() obj {
	return obj{"SCAC": "odfl", "CarrierName": "Old Dominion", "RateModes": []string{"LTL"}, "Email": "ops@odfl.test", "DotNumber": "90849", "InsuredUntil": "2020-01-31"}
}

func TestCompany_IsAddedOnceAndChangedByItsRevision(t *testing.T) {
	k := testkit.New(t)
	admin := k.As("admin@demo.test")
	c := testkit.Into[carrier.Company](t, admin.Call("Carriers/SaveCompany", company()))
	if c.ID != "ODFL" || c.Rev != 1 {
		t.Fatalf("%+v", c)
	}
	if f := admin.Refused("Carriers/SaveCompany", company()); len(f.Fields) != 1 || f.Fields[0].Code != "carrier-exists" {
		t.Errorf("added twice: %+v", f)
	}
	admin.Call("Carriers/EnableDisableCarrier", obj{"SCAC": "ODFL", "isDisabled": true})
	c.Name = "Old Dominion Freight Line"
	c = testkit.Into[carrier.Company](t, admin.Call("Carriers/SaveCompany", c.CompanyReq))
	rows := testkit.Into[[]carrier.CompanyRow](t, admin.Call("Carriers/Companies", op.None{}))
	if len(rows) != 1 || rows[0].Name != c.Name || !rows[0].Disabled || rows[0].DOT != "90849" || rows[0].Rev != 2 {
		t.Errorf("a change of the name touched the rest: %+v", rows)
	}
	stale := c.CompanyReq
	stale.Rev = 1
	if f := admin.Refused("Carriers/SaveCompany", stale); f.Code != "row-changed-meanwhile" {
		t.Errorf("changed meanwhile: %+v", f)
	}
	for field, value := range map[string]any{"SCAC": "O1", "Email": "ann@example", "InsuredUntil": "soon", "DotNumber": "A1", "RateModes": []string{"SHIP"}, "FlagId": "NONE"} {
		bad := company()
		bad["SCAC"], bad[field] = "ACME", value
		if field == "SCAC" {
			bad["SCAC"] = value
		}
		if f := admin.Refused("Carriers/SaveCompany", bad); len(f.Fields) != 1 {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if f := k.As("dock@demo.test").Refused("Carriers/SaveCompany", company()); f.Status != 403 {
		t.Errorf("dock: %+v", f)
	}
}

func TestFlag_MarksCarriersAndStaysWhileItDoes(t *testing.T) {
	k := testkit.New(t)
	admin := k.As("admin@demo.test")
	flag := testkit.Into[carrier.Flag](t, admin.Call("Shipment/SaveCarrierFlag", obj{"FlagName": "On hold", "Color": "stopped", "Warns": true, "Note": "Claim open"}))
	if f := admin.Refused("Shipment/SaveCarrierFlag", obj{"FlagName": "on HOLD", "Color": "good"}); len(f.Fields) != 1 || f.Fields[0].Field != "FlagName" {
		t.Errorf("twice: %+v", f)
	}
	if f := admin.Refused("Shipment/SaveCarrierFlag", obj{"FlagName": "Blue", "Color": "blue"}); len(f.Fields) != 1 || f.Fields[0].Field != "Color" {
		t.Errorf("a color that is none: %+v", f)
	}
	c := company()
	c["FlagId"] = flag.ID
	admin.Call("Carriers/SaveCompany", c)
	c["SCAC"], c["FlagId"], c["InsuredUntil"] = "ACME", "", "2999-12-31"
	admin.Call("Carriers/SaveCompany", c)
	marks := testkit.Into[[]carrier.Marked](t, k.As("office@demo.test").Call("Shipment/GetCarrierflagforUsers", op.None{}))
	if len(marks) != 1 || marks[0] != (carrier.Marked{SCAC: "ODFL", Flag: "On hold", Color: "stopped", Note: "Claim open", Warns: true, InsuredUntil: "2020-01-31"}) {
		t.Errorf("marks: %+v", marks)
	}
	if f := admin.Refused("Shipment/deleteCarrierFlag", resource.Key{ID: flag.ID}); f.Code != "carrier-flag-in-use" {
		t.Errorf("in use: %+v", f)
	}
}

func TestAccount_TakesTheTendersOfItsModeAndWarehouse(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	c := company()
	c["SCAC"], c["RateModes"] = "ZZTO", []string{"LTL", "TL"}
	admin.Call("Carriers/SaveCompany", c)
	save := func(mode, to string, warehouses ...string) obj {
		return obj{"Carrier": "zzto", "RateMode": mode, "Warehouses": warehouses, "TenderEmail": to}
	}
	admin.Call("Carriers/SaveFreightAccount", save("LTL", "all@odfl.test"))
	mine := testkit.Into[carrier.Account](t, admin.Call("Carriers/SaveFreightAccount", save("LTL", "atl@odfl.test", "ATL")))
	for _, again := range []obj{save("LTL", "x@odfl.test"), save("LTL", "x@odfl.test", "ATL")} {
		if f := admin.Refused("Carriers/SaveFreightAccount", again); len(f.Fields) != 1 || f.Fields[0].Code != "carrier-account-exists" {
			t.Errorf("%v twice: %+v", again, f)
		}
	}
	for field, bad := range map[string]obj{"TenderEmail": save("TL", "nobody"), "Carrier": {"Carrier": "NONE", "RateMode": "TL"}, "RateMode": save("SHIP", "")} {
		if f := admin.Refused("Carriers/SaveFreightAccount", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	if f := admin.Refused("Carriers/SaveFreightAccount", save("TL", "", "NONE")); f.Status != 404 {
		t.Errorf("a warehouse that there is not: %+v", f)
	}
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for at, want := range map[[2]string]string{{"LTL", "ATL"}: "atl@odfl.test", {"LTL", "DAL"}: "all@odfl.test", {"TL", "ATL"}: "ops@odfl.test"} {
			if got, err := k.App.Carrier.CarrierMail(ctx, tx, "ZZTO", at[0], at[1]); err != nil || got != want {
				t.Errorf("%v: %s, want %s (%v)", at, got, want, err)
			}
		}
		return nil
	})
	away := *admin
	away.By.Warehouses = []string{"DAL"}
	if got := testkit.Into[[]carrier.Account](t, away.Call("Carriers/FreightAccounts", op.None{})); len(got) != 0 {
		t.Errorf("accounts of other warehouses: %+v", got)
	}
	if f := away.Refused("Carriers/EndFreightAccount", resource.Key{ID: mine.ID}); f.Code != "carrier-account-unknown" {
		t.Errorf("ended from another warehouse: %+v", f)
	}
}

func TestParcelAccount_HasANumberOfItsCarrier(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	account := func(carrier, number string) obj {
		return obj{"SoldTo": "Globex", "PaymentType": "collect", "ShipVia": "ground", "SCAC": carrier, "AccountNumber": number, "WarehouseLabel": "ATL"}
	}
	admin.Call("Carriers/SaveParcelAccount", account("UPS", "1a2b3c"))
	admin.Call("Carriers/SaveParcelAccount", account("FEDEX", "123456789"))
	for _, bad := range []obj{account("UPS", "123456789"), account("FEDEX", "1A2B3C")} {
		if f := admin.Refused("Carriers/SaveParcelAccount", bad); len(f.Fields) != 1 || f.Fields[0].Field != "AccountNumber" {
			t.Errorf("%v: %+v", bad, f)
		}
	}
	if f := admin.Refused("Carriers/SaveParcelAccount", account("UPS", "9Z9Z9Z")); len(f.Fields) != 1 || f.Fields[0].Code != "parcel-account-exists" {
		t.Errorf("twice: %+v", f)
	}
	capitals := account("UPS", "9Z9Z9Z")
	capitals["SoldTo"] = "GLOBEX"
	if f := admin.Refused("Carriers/SaveParcelAccount", capitals); len(f.Fields) != 1 || f.Fields[0].Code != "parcel-account-exists" {
		t.Errorf("twice, in capitals: %+v", f)
	}
	if f := admin.Refused("Carriers/SaveParcelAccount", obj{"SCAC": "UPS", "WarehouseLabel": "ATL"}); len(f.Fields) != 4 {
		t.Errorf("sold to, payment type, ship-via and number are missing: %+v", f)
	}
	got := testkit.Into[carrier.ParcelNumbers](t, admin.Call("Carriers/GetParcelAccountNumbers", op.None{}))
	if len(got.UPS) != 1 || got.UPS[0].Account != "1A2B3C" || len(got.FedEx) != 1 {
		t.Errorf("%+v", got)
	}
	away := *admin
	away.By.Warehouses = []string{"DAL"}
	if got := testkit.Into[carrier.ParcelNumbers](t, away.Call("Carriers/GetParcelAccountNumbers", op.None{})); len(got.UPS) != 0 {
		t.Errorf("accounts of another warehouse: %+v", got)
	}
}

func TestDirectory_HasEachCarrierOnceAndWhole(t *testing.T) {
	k := testkit.New(t)
	rows := testkit.Into[[]carrier.ListedRow](t, k.As("admin@demo.test").Call("Carriers/Directory", op.None{}))
	scac := regexp.MustCompile(`^[A-Z]{2,4}$`)
	names := map[string]bool{}
	for _, c := range rows {
		if !scac.MatchString(c.SCAC) || names[c.Name] || len(c.Modes) == 0 || !slices.Contains(c.Kind.Values(), string(c.Kind)) || c.Added || c.URL != "" && !strings.HasPrefix(c.URL, "https://") {
			t.Errorf("%+v", c)
		}
		names[c.Name] = true
	}
	if len(rows) < 100 {
		t.Errorf("%d carriers", len(rows))
	}
}

func TestDirectory_AddsSeveralAndLeavesThoseThatAreThere(t *testing.T) {
	k := testkit.New(t)
	admin := k.As("admin@demo.test")
	own := company()
	own["CarrierName"] = "OD, as we call it"
	admin.Call("Carriers/SaveCompany", own)
	if f := admin.Refused("Carriers/AddFromDirectory", obj{"SCACs": []string{"SAIA", "ZZZZ"}}); len(f.Fields) != 1 || f.Fields[0].Field != "SCACs" || f.Fields[0].Code != "carrier-not-listed" {
		t.Errorf("a carrier that the directory has not: %+v", f)
	}
	for _, bad := range []any{nil, []string{}, []string{"SAIA", "SAIA"}} {
		if f := admin.Refused("Carriers/AddFromDirectory", obj{"SCACs": bad}); len(f.Fields) != 1 || f.Fields[0].Field != "SCACs" {
			t.Errorf("%v: %+v", bad, f)
		}
	}
	if rows := testkit.Into[[]carrier.CompanyRow](t, admin.Call("Carriers/Companies", op.None{})); len(rows) != 1 {
		t.Fatalf("a refused call added some: %+v", rows)
	}
	got := testkit.Into[carrier.FromDirectoryResp](t, admin.Call("Carriers/AddFromDirectory", obj{"SCACs": []string{"SAIA", "ODFL", "UPSN"}}))
	if !slices.Equal(got.Added, []string{"SAIA", "UPSN"}) || !slices.Equal(got.There, []string{"ODFL"}) {
		t.Errorf("%+v", got)
	}
	rows := testkit.Into[[]carrier.CompanyRow](t, admin.Call("Carriers/Companies", op.None{}))
	if len(rows) != 3 || rows[0].Name != "OD, as we call it" || rows[1].Email != "" || rows[1].Rev != 1 {
		t.Fatalf("%+v", rows)
	}
	saia := rows[1].CompanyReq
	saia.Email = "tenders@saia.test"
	admin.Call("Carriers/SaveCompany", saia) // an added carrier is completed like any other
	ups := rows[2].CompanyReq
	ups.Email = "pickups@ups.test"
	admin.Call("Carriers/SaveCompany", ups)
	for _, c := range testkit.Into[[]carrier.ListedRow](t, admin.Call("Carriers/Directory", op.None{})) {
		if want := slices.Contains([]string{"SAIA", "ODFL", "UPSN"}, c.SCAC); c.Added != want {
			t.Errorf("%s is shown as added: %v", c.SCAC, c.Added)
		}
	}
	for _, c := range testkit.Into[[]carrier.ListedRow](t, k.As("admin@other.test").Call("Carriers/Directory", op.None{})) {
		if c.Added {
			t.Errorf("another organisation's carrier shows: %+v", c)
		}
	}
	if f := k.As("dock@demo.test").Refused("Carriers/AddFromDirectory", obj{"SCACs": []string{"ABFS"}}); f.Status != 403 {
		t.Errorf("dock: %+v", f)
	}
}
