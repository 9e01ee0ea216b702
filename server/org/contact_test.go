package org_test

import (
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/org"
	"lading/server/testkit"
)

func TestContact_EverybodyReadsWhatAnAdministratorKeeps(t *testing.T) {
	k := testkit.Demo(t)
	admin, dock := k.As("admin@demo.test"), k.As("dock@demo.test")
	admin.Call("Org/SaveContact", org.ContactReq{Subject: "Access", Name: "Ann Lee", Phone: "404-555-0140"})
	if got := testkit.Into[[]org.Contact](t, dock.Call("Org/Contacts", op.None{})); len(got) != 1 || got[0].Name != "Ann Lee" {
		t.Errorf("%+v", got)
	}
	for code, req := range map[string]org.ContactReq{
		"contact-unreachable": {Subject: "Billing", Name: "Bob"},
		"phone-invalid":       {Subject: "Billing", Phone: "12"},
		"field-not-email":     {Subject: "Billing", Email: "ann"},
		"contact-exists":      {Subject: "Access ", Email: "ann@demo.test"},
	} {
		if f := admin.Refused("Org/SaveContact", req); len(f.Fields) != 1 || f.Fields[0].Code != code {
			t.Errorf("%s: %+v", code, f)
		}
	}
	if _, err := dock.Try("Org/SaveContact", org.ContactReq{Subject: "Dock", Email: "dock@demo.test"}); fail.CodeOf(err) != "no-right" {
		t.Errorf("the dock keeps contacts: %v", err)
	}
	if got := testkit.Into[[]org.Contact](t, k.As("admin@other.test").Call("Org/Contacts", op.None{})); len(got) != 0 {
		t.Errorf("another organisation reads %+v", got)
	}
}
