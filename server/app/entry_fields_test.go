package app_test

import (
	"bytes"
	"fmt"
	"testing"
)

// A field of the documents that an entry does not use is refused by its name, wherever it stands: nobody types in a return service and ships without it.
func TestEntry_AFieldThatIsNotUsedIsRefused(t *testing.T) {
	c := newCounter(t)
	to := obj{"name": "Globex", "street": "9 Dock Rd", "city": "Nashville", "state": "TN", "zip": "37203", "country": "US"}
	line := func(more obj) obj {
		l := obj{"description": "Bolts", "pieces": 10, "pallets": 1, "weight": obj{"milli": 300_000, "unit": "lb"}, "class": "70"}
		for k, v := range more {
			l[k] = v
		}
		return l
	}
	for n, field := range []string{"ImportControl", "ReturnServiceType", "UpsSurePostCode", "LabelCode", "linearFeet", "CBM", "UOMType"} {
		for way, body := range map[string]obj{
			"Shipment/AddNewOrder":  {"OrderNumber": fmt.Sprint("F-", n), "WHSE": "ATL", "ShipOn": "2026-11-24", "Consignee": to, "Items": []obj{line(nil)}, field: "1"},
			"Shipment/AddNewOrder ": {"OrderNumber": fmt.Sprint("G-", n), "WHSE": "ATL", "ShipOn": "2026-11-24", "Consignee": to, "Items": []obj{line(obj{field: "1"})}},
			"Shipment/SaveShipment": {"Then": "save", "Shipment": obj{"Kind": "prepaid", "WHSE": "ATL", "OrderNumber": fmt.Sprint("H-", n), "ShipOn": "2026-11-24", "Destination": to, "Items": []obj{}, field: "1"}},
		} {
			status, out := c.tryOffice(string(bytes.TrimSpace([]byte(way))), body)
			if status < 400 || !bytes.Contains(out, []byte("unknown-field")) || !bytes.Contains(out, []byte(field)) {
				t.Errorf("%s with %s: %d %.200s", way, field, status, out)
			}
		}
	}
}
