package app_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"lading/server/order"
	"lading/server/shipment"
	"lading/server/testkit"
)

type part = map[string]any

func with(base, more part) part {
	p := maps.Clone(base)
	maps.Copy(p, more)
	return p
}

// An address or a line that one way in refuses, every way refuses, by the same code: the calls of other systems, the grid, the form.
func TestWaysIn_ValidateAlike(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	to := part{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101", "country": "US"}
	line := part{"description": "Bolts", "pieces": 2, "packageType": "CTN", "class": "70", "weight": part{"milli": 20_000, "unit": "lb"}}
	head := func(to, line part) part {
		return part{"OrderNumber": "WAYS-1", "WHSE": "ATL", "ShipOn": "2026-11-23", "Consignee": to, "Items": []part{line}}
	}
	typed := func(to, line part) part {
		names := map[string]string{"description": "Description", "pieces": "Qty", "packageType": "packageType", "class": "itemClass", "weight": "Weight", "nmfc": "NMFCCode", "length": "Length", "pallets": "Pallets"}
		it := part{}
		for k, v := range line {
			it[names[k]] = v
		}
		return part{"Then": "save", "Shipment": part{"Kind": "prepaid", "WHSE": "ATL", "OrderNumber": "WAYS-1", "ShipOn": "2026-11-23", "Destination": to, "Items": []part{it}}}
	}
	known := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", head(to, line)))
	ways := map[string]func(to, line part) (path string, req part, goods bool){
		"AddNewOrder": func(to, line part) (string, part, bool) { return "Shipment/AddNewOrder", head(to, line), false },
		"UpdatePendingOrder": func(to, _ part) (string, part, bool) {
			return "Shipment/UpdatePendingOrder", part{"OrderId": known.ID, "Consignee": to}, false
		},
		"SaveItemDetails": func(_, line part) (string, part, bool) {
			return "Shipment/SaveItemDetails", part{"OrderId": known.ID, "Items": []part{line}}, true
		},
		"EditItemDetails": func(_, line part) (string, part, bool) {
			return "Shipment/EditItemDetails", part{"OrderId": known.ID, "Items": []part{line}}, true
		},
		"the form": func(to, line part) (string, part, bool) { return "Shipment/SaveShipment", typed(to, line), false },
	}
	for _, c := range []struct {
		code  string
		place part
		goods part
	}{
		{"field-too-long", part{"state": "Illinois"}, nil},
		{"state-unknown", part{"state": "XX"}, nil},
		{"zip-malformed", part{"zip": "ZZZ"}, nil},
		{"zip-malformed", part{"zip": "K1A 0B1"}, nil}, // Canada's, of an address in the United States
		{"phone-invalid", part{"phone": "123"}, nil},
		{"emails-wrong", part{"email": "ann@example"}, nil},
		{"field-required", part{"city": " "}, nil},
		{"nmfc-malformed", nil, part{"nmfc": "zzz"}},
		{"field-not-offered", nil, part{"class": "71"}},
	} {
		for name, way := range ways {
			path, req, goodsOnly := way(with(to, c.place), with(line, c.goods))
			if c.goods != nil && name == "UpdatePendingOrder" || c.place != nil && goodsOnly {
				continue
			}
			f := office.Refused(path, req)
			if len(f.Fields) != 1 || f.Fields[0].Code != c.code {
				t.Errorf("%s by %s: %v", fmt.Sprint(c.place, c.goods), name, f)
			}
		}
	}
	got := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", with(head(with(to, part{"state": "", "country": "USA", "zip": "381011234"}), with(line, part{"nmfc": "49880 sub 1", "class": "N/A"})), part{"OrderNumber": "WAYS-2"})))
	if c, it := got.Consignee.V, got.Items.V[0]; c.State != "TN" || c.Zip != "38101-1234" || c.Country != "US" || it.NMFC != "49880-01" || it.Class != "70" || it.ClassBy != "default" {
		t.Errorf("brought into form: %+v %+v", c, it)
	}
}

// A line without a class gets the one that its density proposes, and says so; where its size is not known the person's own, else the organisation's, else 70. The
// sender's e-mail is the person's address, whatever the person signs in by.
func TestClass_IsProposedAndNamedAsProposed(t *testing.T) {
	k := testkit.Demo(t)
	office := k.As("office@demo.test")
	inch := func(n int) part { return part{"milli": n * 1000, "unit": "in"} }
	light := part{"description": "Pillows", "pallets": 1, "weight": part{"milli": 100_000, "unit": "lb"}, "length": inch(48), "width": inch(40), "height": inch(48)} // 1.9 lb a cubic foot
	bare := part{"description": "Bolts", "weight": part{"milli": 100_000, "unit": "lb"}}
	add := func(number string, items ...part) []string {
		o := testkit.Into[order.Order](t, office.Call("Shipment/AddNewOrder", part{"OrderNumber": number, "WHSE": "ATL", "ShipOn": "2026-11-23", "Items": items,
			"Consignee": part{"name": "Globex", "street": "9 Dock Rd", "city": "Memphis", "state": "TN", "zip": "38101"}}))
		var out []string
		for _, it := range o.Items.V {
			out = append(out, it.Class+" "+string(it.ClassBy))
		}
		return out
	}
	if got := add("CLASS-1", light, bare, with(light, part{"class": "100"}), with(light, part{"class": "100", "classBy": "density"})); !slices.Equal(got, []string{"300 density", "70 default", "100 ", "100 "}) {
		t.Errorf("proposed %q", got)
	}
	admin := k.As("admin@demo.test")
	admin.Call("Org/SaveRates", part{"currency": "USD", "defaultClass": "85", "Rev": 1})
	if got := add("CLASS-3", bare); !slices.Equal(got, []string{"85 default"}) {
		t.Errorf("the organisation's: %q", got)
	}
	me := testkit.Into[struct{ Result struct{ UserID string } }](t, office.Call("user-info", part{}))
	admin.Call("LogIn/UserManagement", part{"actions": 3, "UserID": me.Result.UserID, "Email": "desk@northgate.example", "Settings": part{"UserDefinedClass": "92.5"}})
	if got := add("CLASS-2", bare); !slices.Equal(got, []string{"92.5 default"}) {
		t.Errorf("the person's own: %q", got)
	}
	page := testkit.Into[shipment.Opened](t, office.Call("Shipment/LoadShipmentPage", part{"Kind": "prepaid"}))
	if page.Entry.Items[0].Class != "92.5" || page.Entry.Origin.Email != "desk@northgate.example" {
		t.Errorf("the form begins with %+v of %s", page.Entry.Items[0], page.Entry.Origin.Email)
	}
}
