package document

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"lading/server/document/bill"
	"lading/server/document/label"
	"lading/server/kit/freight"
)

// goldenPacking is read by the device's tests too: a tablet without a network makes packing lists and carton labels from its own rows.
const goldenPacking = "../../sync/testdata/packing-make.json"

type packingCase struct {
	Name     string           `json:"name"`
	Shipment packed           `json:"shipment"`
	Units    []freight.Unit   `json:"units"`
	Packing  bill.PackingList `json:"packing"`
	Cartons  []label.Label    `json:"cartons"`
}

// packed is a consignment as a device has it.
type packed struct {
	Number      string         `json:"number"`
	BOL         string         `json:"bol"`
	PRO         string         `json:"pro"`
	ShipOn      string         `json:"shipOn"`
	Carrier     string         `json:"carrier"`
	CarrierName string         `json:"carrierName"`
	Origin      freight.Party  `json:"origin"`
	Destination freight.Party  `json:"destination"`
	Items       []freight.Item `json:"items"`
	Orders      []string       `json:"orders"`
	Refs        []string       `json:"refs"`
	Instruction string         `json:"instruction"`
}

func packingCases() []packingCase {
	lb := func(n int64) freight.Measure { return freight.Measure{Milli: n * 1000, Unit: "lb"} }
	in := func(n int64) freight.Measure { return freight.Measure{Milli: n * 1000, Unit: "in"} }
	from := freight.Party{Name: "Northgate Home Supply", Street: "2450 Fulton Industrial Blvd SW", City: "Atlanta", State: "GA", Zip: "30336", Country: "US"}
	to := freight.Party{Name: "Lakeview Wholesale", City: "Reno", State: "NV", Zip: "89502", Country: "US", Contact: "Receiving", Phone: "555-0100"}
	cases := []packingCase{
		{Name: "pallets of two orders", Shipment: packed{Number: "L1", BOL: "06141411234567913", PRO: "514-9", ShipOn: "2026-11-20", Carrier: "RLCA", CarrierName: "R&L Carriers", Origin: from, Destination: to,
			Items:  []freight.Item{{Order: "SO-1", Code: "W-1", Description: "Widgets", Pieces: 48, PackageType: "CTN", Weight: lb(642)}, {Description: "Brackets", Pieces: 3, PackageType: "BOX", Weight: lb(10)}},
			Orders: []string{"SO-1", "SO-2"}, Refs: []string{"4500012345"}, Instruction: "Call before"},
			Units: []freight.Unit{{LPN: "106141411234567897", SSCC: "106141411234567897", Description: "Widgets", ItemCode: "W-1", Pieces: 48, Weight: lb(642), Length: in(48), Width: in(40), Height: in(52), Lot: "A-12", ExpiresOn: "2027-12-31"}, {LPN: "CUST-7", Description: "Brackets", Pieces: 3, Weight: lb(10)}}},
		{Name: "cartons of one order, without a carrier's name", Shipment: packed{Number: "L2", ShipOn: "2026-11-21", Carrier: "UPSN", Origin: from, Destination: to,
			Items:  []freight.Item{{Code: "W-1", Description: "Widgets", Pieces: 3, PackageType: "CTN", Weight: lb(10), Length: in(12), Width: in(10), Height: in(8)}, {Description: "Nothing", Weight: lb(1)}},
			Orders: []string{"SO-3"}, Refs: []string{}}, Units: []freight.Unit{}},
		{Name: "lines in kilos and in pounds", Shipment: packed{Number: "L4", Origin: from, Destination: to, Orders: []string{"SO-4"}, Refs: []string{},
			Items: []freight.Item{{Description: "Tile", Pieces: 4, PackageType: "CTN", Weight: lb(100)}, {Description: "Grout", Pieces: 2, PackageType: "BAG", Weight: freight.Measure{Milli: 100_000, Unit: "kg"}}}},
			Units: []freight.Unit{{LPN: "P-1", Description: "Tile", Pieces: 4, Weight: lb(100)}, {LPN: "P-2", Description: "Grout", Pieces: 2, Weight: freight.Measure{Milli: 100_000, Unit: "kg"}}}},
		{Name: "more cartons than there are labels for", Shipment: packed{Number: "L3", Origin: from, Destination: to, Items: []freight.Item{{Description: "Screws", Pieces: 501, Weight: lb(1000)}}, Orders: []string{}, Refs: []string{}}, Units: []freight.Unit{}},
	}
	for i := range cases {
		s := cases[i].Shipment
		c := freight.Consignment{Number: s.Number, BOL: s.BOL, PRO: s.PRO, ShipOn: s.ShipOn, Carrier: s.Carrier, CarrierName: s.CarrierName, Origin: s.Origin, Destination: s.Destination, Items: s.Items, Orders: s.Orders, Refs: s.Refs, Instruction: s.Instruction}
		cases[i].Packing = packing(c, cases[i].Units)
		cases[i].Cartons = label.Make(label.Parcel, c, cartons(c))
		if len(cases[i].Cartons) > maxCartons-1 {
			cases[i].Cartons = cases[i].Cartons[maxCartons-1:]
		}
	}
	return cases
}

func TestPacking_Golden(t *testing.T) {
	now := new(bytes.Buffer)
	enc := json.NewEncoder(now)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(packingCases()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(goldenPacking, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	then, err := os.ReadFile(goldenPacking)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(then, now.Bytes()) {
		t.Error("packing lists or cartons are made differently: run with -update, and change web/src/document/packing.ts with it")
	}
}
