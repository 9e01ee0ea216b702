package app_test

import (
	"bytes"
	"fmt"
	"testing"

	"lading/server/kit/freight"
	"lading/server/testkit"
)

func boltLine(more obj) obj {
	l := obj{"description": "Bolts", "pieces": 10, "pallets": 1, "weight": obj{"milli": 300_000, "unit": "lb"}}
	for k, v := range more {
		l[k] = v
	}
	return l
}

var globexTo = obj{"name": "Globex", "street": "9 Dock Rd", "city": "Nashville", "state": "TN", "zip": "37203", "country": "US"}

// An order is no parcel: what a parcel carrier is asked for is refused by its name, wherever it stands, and so is a field that no line has. Nobody types in a return
// service and ships without it.
func TestEntry_AFieldThatIsNotUsedIsRefused(t *testing.T) {
	c := newCounter(t)
	for n, field := range []string{"ImportControl", "ReturnServiceType", "UpsSurePostCode", "LabelCode", "WeightRef"} {
		for _, body := range []obj{
			{"OrderNumber": fmt.Sprint("F-", n), "WHSE": "ATL", "ShipOn": "2026-11-24", "Consignee": globexTo, "Items": []obj{boltLine(nil)}, field: "1"},
			{"OrderNumber": fmt.Sprint("G-", n), "WHSE": "ATL", "ShipOn": "2026-11-24", "Consignee": globexTo, "Items": []obj{boltLine(obj{field: "1"})}},
		} {
			status, out := c.tryOffice("Shipment/AddNewOrder", body)
			if status < 400 || !bytes.Contains(out, []byte("unknown-field")) || !bytes.Contains(out, []byte(field)) {
				t.Errorf("%s: %d %.200s", field, status, out)
			}
		}
	}
}

// What somebody states of the room that goods take proposes their class and prices them, and half of the pieces take half of it.
func TestEntry_TheRoomThatIsStatedCounts(t *testing.T) {
	c := newCounter(t)
	add := func(number string, more obj) []freight.Item {
		t.Helper()
		got := testkit.Into[struct {
			Items []freight.Item `json:"items"`
		}](t, c.office("Shipment/AddNewOrder", obj{"OrderNumber": number, "WHSE": "ATL", "ShipOn": "2026-11-24", "Consignee": globexTo, "Items": []obj{boltLine(more)}}))
		return got.Items
	}
	// 300 lb in 2 m³ are 4.2 lb a cubic foot.
	it := add("R-1", obj{"CBM": 2, "linearFeet": "4.5"})[0]
	if it.Class != "175" || it.ClassBy != freight.ByDensity || it.Volume.Measure != (freight.Measure{Milli: 2000, Unit: "m3"}) || it.LinearFeet.Measure != (freight.Measure{Milli: 4500, Unit: "ft"}) {
		t.Errorf("%+v", it)
	}
	// Stated, it counts instead of the sides.
	side := func(n int) obj { return obj{"milli": n * 1000, "unit": "in"} }
	if small, stated := add("R-2", obj{"length": side(20), "width": side(20), "height": side(20)})[0], add("R-3", obj{"length": side(20), "width": side(20), "height": side(20), "CBM": 2})[0]; small.Class == stated.Class || stated.Class != "175" {
		t.Errorf("by its sides %s, as stated %s", small.Class, stated.Class)
	}
	half, rest := it.Take(5, nil, nil)
	if half.Volume.Milli != 1000 || rest.Volume.Milli != 1000 || half.LinearFeet.Milli != 2250 || rest.LinearFeet.Milli != 2250 {
		t.Errorf("parted into %+v and %+v", half, rest)
	}
	if again := freight.Joined([]freight.Item{half, rest}); len(again) != 1 || again[0].Volume != it.Volume || again[0].LinearFeet != it.LinearFeet {
		t.Errorf("joined again: %+v", again)
	}
	for field, more := range map[string]obj{"CBM": {"CBM": obj{"milli": 2000, "unit": "gal"}}, "linearFeet": {"linearFeet": obj{"milli": 2000, "unit": "kg"}}} {
		if status, out := c.tryOffice("Shipment/AddNewOrder", obj{"OrderNumber": "R-4", "WHSE": "ATL", "ShipOn": "2026-11-24", "Consignee": globexTo, "Items": []obj{boltLine(more)}}); status != 422 || !bytes.Contains(out, []byte("Items[0]."+field)) {
			t.Errorf("%s: %d %.200s", field, status, out)
		}
	}
}

// A measure that names no unit is in the system's that the caller names.
func TestEntry_MeasuresWithoutAUnitAreInTheCallersSystem(t *testing.T) {
	c := newCounter(t)
	for system, want := range map[string][2]string{"Metric": {"kg", "cm"}, "Imperial": {"lb", "in"}} {
		bare := func(n int) obj { return obj{"milli": n * 1000, "unit": ""} }
		got := testkit.Into[struct {
			Items []freight.Item `json:"items"`
		}](t, c.office("Shipment/AddNewOrder", obj{"OrderNumber": "U-" + system, "WHSE": "ATL", "ShipOn": "2026-11-24", "Consignee": globexTo, "UOMType": system,
			"Items": []obj{boltLine(obj{"weight": bare(120), "length": bare(40), "width": bare(40), "height": bare(40)})}}))
		if it := got.Items[0]; it.Weight.Unit != want[0] || it.Height.Unit != want[1] {
			t.Errorf("%s: %+v", system, it)
		}
	}
	if status, out := c.tryOffice("Shipment/AddNewOrder", obj{"OrderNumber": "U-3", "WHSE": "ATL", "ShipOn": "2026-11-24", "Consignee": globexTo, "UOMType": "Troy", "Items": []obj{boltLine(nil)}}); status != 422 || !bytes.Contains(out, []byte("UOMType")) {
		t.Errorf("%d %.200s", status, out)
	}
}
