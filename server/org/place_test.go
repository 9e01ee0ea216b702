package org_test

import (
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/org"
	"lading/server/resource"
	"lading/server/testkit"
)

func yard(kind org.PlaceKind, code string) org.PlaceReq {
	return org.PlaceReq{Kind: kind, Code: code, Name: "Yard " + code, Street: "7 Bay Road", City: "Memphis", State: "tn", Zip: "38118"}
}

func TestPlace_StandsUnderACodeOfItsKind(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	at := testkit.Into[org.Place](t, office.Call("Address/UpdateLocation", yard(org.PlaceLocation, " mem-1 ")))
	if at.Code != "MEM-1" || at.State != "TN" || at.Country != "US" {
		t.Errorf("not in its form: %+v", at)
	}
	if f := office.Refused("Address/UpdateLocation", yard(org.PlaceLocation, "MEM-1")); f.Fields[0].Field != "Code" || f.Fields[0].Code != "place-exists" {
		t.Errorf("%+v", f)
	}
	bad := yard(org.PlaceLocation, "MEM-2")
	bad.Zip, bad.Phone = "381", "12345"
	if f := office.Refused("Address/UpdateLocation", bad); len(f.Fields) != 2 || f.Fields[0].Field != "Zip" || f.Fields[1].Field != "Phone" {
		t.Errorf("%+v", f)
	}
	office.Call("Org/SaveCustomer", yard(org.PlaceCustomer, "MEM-1"))
	if f := office.Refused("Address/UpdateLocation", yard(org.PlaceVendor, "MEM-1")); f.Code != "not-your-row" {
		t.Errorf("a vendor among the locations: %+v", f)
	}
	if f := office.Refused("Org/DeleteVendor", resource.Key{ID: at.ID}); f.Code != "place-unknown" {
		t.Errorf("a location deleted as a vendor: %+v", f)
	}
	for path, want := range map[string]int{"Address/Locations": 1, "Org/Customers": 1, "Org/Vendors": 0} {
		if got := testkit.Into[[]org.Place](t, office.Call(path, op.None{})); len(got) != want {
			t.Errorf("%s: %+v", path, got)
		}
	}
	if got := testkit.Into[org.Place](t, office.Call("Address/GetAddress", org.GetAddressReq{Kind: org.PlaceLocation, Code: "mem-1"})); got.ID != at.ID {
		t.Errorf("%+v", got)
	}
	if _, err := k.As("dock@demo.test").Try("Address/UpdateLocation", at.PlaceReq); fail.CodeOf(err) != "no-right" {
		t.Errorf("the dock changes the address book: %v", err)
	}
}

func TestPlace_IsOfferedWhereAnAddressIsEntered(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	office.Call("Org/SaveVendor", yard(org.PlaceVendor, "MEM-9"))
	for _, text := range []string{"mem-9", "yard", "bay road", "memphis"} {
		list := testkit.Into[org.AddressesResp](t, office.Call("Address/AddressDataList", org.AddressesReq{Text: text})).Addresses
		if len(list) == 0 || list[0].Name != "Yard MEM-9" || list[0].State != "TN" {
			t.Errorf("%s: %+v", text, list)
		}
	}
}

func TestPlace_ManyAreTakenTogetherOrNotAtAll(t *testing.T) {
	office := testkit.Demo(t).As("office@demo.test")
	const path = "Address/AddressIntegration"
	first := testkit.Into[org.IntegrateResp](t, office.Call(path, org.IntegrateReq{Addresses: []org.PlaceReq{yard(org.PlaceCustomer, "A"), yard(org.PlaceVendor, "A")}}))
	moved := yard(org.PlaceCustomer, "a")
	moved.Street = "8 Bay Road"
	second := testkit.Into[org.IntegrateResp](t, office.Call(path, org.IntegrateReq{Addresses: []org.PlaceReq{moved, yard(org.PlaceCustomer, "B")}}))
	if first.Added != 2 || first.Changed != 0 || second.Added != 1 || second.Changed != 1 {
		t.Errorf("%+v, %+v", first, second)
	}
	bad := yard(org.PlaceCustomer, "D")
	bad.City = " "
	if f := office.Refused(path, org.IntegrateReq{Addresses: []org.PlaceReq{yard(org.PlaceCustomer, "C"), bad}}); f.Fields[0].Field != "Addresses[1].City" {
		t.Errorf("%+v", f)
	}
	got := testkit.Into[[]org.Place](t, office.Call("Org/Customers", op.None{}))
	if len(got) != 2 || got[0].Street != "8 Bay Road" || got[0].Rev != 2 {
		t.Errorf("%+v", got)
	}
	taken := yard(org.PlaceCustomer, "A")
	taken.ID = got[1].ID
	if f := office.Refused(path, org.IntegrateReq{Addresses: []org.PlaceReq{taken}}); f.Fields[0].Code != "place-exists" {
		t.Errorf("%+v", f)
	}
}
