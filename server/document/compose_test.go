package document

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"lading/server/document/bill"
	"lading/server/kit/freight"
)

var update = flag.Bool("update", false, "write the golden bills anew")

// goldenBills is read by the device's tests too: a tablet composes the bill from its own rows, and must show and sign the very text that the server freezes.
const goldenBills = "../../sync/testdata/bill-compose.json"

// cargo is a consignment as a device has it: the members of the synced shipment that a bill is made of.
type cargo struct {
	ID             string         `json:"id"`
	BOL            string         `json:"bol"`
	PRO            string         `json:"pro"`
	ShipOn         string         `json:"shipOn"`
	Terms          string         `json:"terms"`
	Carrier        string         `json:"carrier"`
	CarrierName    string         `json:"carrierName"`
	Origin         freight.Party  `json:"origin"`
	Destination    freight.Party  `json:"destination"`
	BillTo         freight.Party  `json:"billTo"`
	Items          []freight.Item `json:"items"`
	Planned        []freight.Item `json:"planned,omitempty"`
	Orders         []string       `json:"orders"`
	Instruction    string         `json:"instruction"`
	EmergencyPhone string         `json:"emergencyPhone"`
	Trailer        string         `json:"trailer"`
	Seal           string         `json:"seal"`
	Stops          []freight.Drop `json:"stops"`

	PickupFrom   string              `json:"pickupFrom"`
	PickupTo     string              `json:"pickupTo"`
	ArriveBy     string              `json:"arriveBy"`
	OrderNotes   []freight.OrderNote `json:"orderNotes"`
	ServiceNames []string            `json:"serviceNames"`
	Clauses      freight.Clauses     `json:"clauses"`
}

type composeCase struct {
	Name     string `json:"name"`
	Shipment cargo  `json:"shipment"`
	Loading  struct {
		Trailer    string   `json:"trailer"`
		Seal       string   `json:"seal"`
		Exceptions []string `json:"exceptions"`

		Pallets    []freight.Stowed `json:"pallets,omitempty"`
		Laid       bool             `json:"laid,omitempty"`
		Version    int              `json:"version,omitempty"`
		Correction string           `json:"correction,omitempty"`

		Responder *freight.Responder `json:"responder,omitempty"`
	} `json:"loading"`
	Canonical string `json:"canonical"`
}

func composeCases() []composeCase {
	lb := func(n int64) freight.Measure { return freight.Measure{Milli: n, Unit: "lb"} }
	from := freight.Party{Name: "Northgate Home Supply", Street: "2450 Fulton Industrial Blvd SW", City: "Atlanta", State: "GA", Zip: "30336", Country: "US", Contact: "Dock"}
	to := freight.Party{Name: "Lakeview Wholesale", Street: "1180 Wallisville Rd", Street2: "Gate 4", City: "Houston", State: "TX", Zip: "77013", Country: "US"}
	drums := freight.Item{Order: "SO-2", Description: "Adhesive, drums", Pieces: 4, PackageType: "DRM", Pallets: 1, Weight: lb(1_760_500), Class: "65", NMFC: "999020",
		Hazmat: &freight.Hazmat{UN: "1133", ProperName: "Adhesives", TechnicalName: "contains Xylene", Class: "3", Subsidiary: "6.1, 8", PackingGroup: "II", EmergencyPhone: "1-800-555-0199", ReportableQty: true}}
	widgets := freight.Item{Order: "SO-1", Description: "Widgets", Pieces: 96, PackageType: "CTN", Pallets: 2, Weight: lb(1_500_000), Class: "70"}
	cases := []composeCase{
		{Name: "nothing but a number", Shipment: cargo{ID: "S0", BOL: "06141411234567913"}},
		{Name: "ordinary", Shipment: cargo{ID: "S1", BOL: "06141411234567913", PRO: "514-2283906", ShipOn: "2026-11-20", Terms: "P", Carrier: "RLCA", CarrierName: "R&L Carriers", Origin: from, Destination: to,
			Items:  []freight.Item{{Order: "SO-1", Description: "Widgets", Pieces: 96, PackageType: "CTN", Pallets: 2, PalletType: "SKD", Weight: lb(1_503_260_000), Class: "70"}, drums},
			Orders: []string{"SO-1", "SO-2"}, Instruction: "Call before", Trailer: "planned", Seal: "planned"}},
		{Name: "loose pieces of one order, in other units", Shipment: cargo{ID: "S2", BOL: "07123450000000019", ShipOn: "2026-11-20", Terms: "T", Carrier: "SAIA", BillTo: to, Origin: from, Destination: to,
			Items: []freight.Item{{Description: "Crates", Pieces: 3, PackageType: "CRT", Weight: freight.Measure{Milli: 1_250_750, Unit: "kg"}}, {Description: "Loose", Pieces: 1, PackageType: "PCS", Weight: lb(4_000)},
				{Description: "No weight", Pieces: 1, PackageType: "PCS", Hazmat: &freight.Hazmat{UN: "UN3481", ProperName: "Lithium ion batteries", Class: "9", LimitedQty: true, MarinePoll: true}}},
			Orders: []string{"SO-9"}, EmergencyPhone: "1-800-555-0100"}},
		{Name: "collect on the consignee's account", Shipment: cargo{ID: "S5", BOL: "B", Terms: "C", Carrier: "SAIA", Origin: from, Destination: to, BillTo: to, Instruction: "Call before", Clauses: freight.Clauses{Account: "20001"}}},
		{Name: "third party on its account", Shipment: cargo{ID: "S6", BOL: "B", Terms: "T", Carrier: "SAIA", Origin: from, Destination: to, BillTo: from, Clauses: freight.Clauses{Account: "30001"}}},
		{Name: "an item of an order that is not listed, and one of none", Shipment: cargo{ID: "S3", BOL: "B", Items: []freight.Item{{Order: "SO-7", Pieces: 1, Weight: lb(1)}, {Pieces: 2, Weight: lb(2)}}, Orders: []string{"SO-5", "SO-6"}}},
		{Name: "with stops on the way, one of them without anything said", Shipment: cargo{ID: "S4", BOL: "B", Destination: to, Items: []freight.Item{drums}, Instruction: "Call before",
			Stops: []freight.Drop{{To: to, Refs: []string{"PO 7", "D-2"}, Appointment: "88-1", Items: []freight.Item{drums, {Description: "Loose", Pieces: 1}}}, {To: freight.Party{Name: "Cross dock"}}}}},
		{Name: "with a stop and no instruction", Shipment: cargo{ID: "S5", BOL: "B", Stops: []freight.Drop{{To: freight.Party{City: "Waco", Zip: "76701"}, Items: []freight.Item{drums}}}}},
		{Name: "what was left behind is not on it", Shipment: cargo{ID: "S6", BOL: "B", Items: []freight.Item{widgets, drums}, Orders: []string{"SO-1", "SO-2"},
			OrderNotes: []freight.OrderNote{{Order: "SO-1", Note: "PO 4500012345"}}}},
		{Name: "of all that is hazardous nothing is aboard", Shipment: cargo{ID: "S7", BOL: "B", Items: []freight.Item{widgets, drums}, Orders: []string{"SO-1", "SO-2"}, EmergencyPhone: "1-800-555-0199"}},
		{Name: "a pallet weighed, and one of two commodities short", Shipment: cargo{ID: "S8", BOL: "B", Items: []freight.Item{widgets, {Order: "SO-1", Description: "Loose", Pieces: 5, PackageType: "BAG", Weight: freight.Measure{Milli: 100_000, Unit: "kg"}}}, Orders: []string{"SO-1"}}},
		{Name: "materials with numbers of their own", Shipment: cargo{ID: "S9", BOL: "B", EmergencyPhone: "1-800-555-0199", Orders: []string{"SO-2"},
			Items: []freight.Item{drums, {Order: "SO-2", Description: "Enamel", Pieces: 2, PackageType: "DRM", Weight: lb(800_000), Hazmat: &freight.Hazmat{UN: "UN1263", ProperName: "Paint", Class: "3", PackingGroup: "II", EmergencyPhone: "1-703-555-0170"}}}}},
		{Name: "clauses, services and days", Shipment: cargo{ID: "S10", BOL: "B", ShipOn: "2026-11-20", PickupFrom: "09:00", PickupTo: "11:30", ArriveBy: "2026-11-30", Terms: "C", Items: []freight.Item{widgets}, ServiceNames: []string{"Liftgate delivery", "Residential delivery"},
			BillTo: to, Clauses: freight.Clauses{LoadedBy: "driver", CountedBy: "shipper", Fob: "destination", NoRecourse: true, Currency: "USD", DeclaredMinor: 500, CodMinor: 125000, CodCheck: true, CodRemit: "PO Box 1", ShipperRef: "SH-1", ConsigneeRef: "C-2", Location: "0417", Appointment: "AP-77120", Underlying: []string{"B-1", "B-2"}}}},
		{Name: "a corrected bill", Shipment: cargo{ID: "S11", BOL: "B", Items: []freight.Item{widgets}}},
	}
	contents := func(line int, order string, pieces, milli int64) freight.Content {
		return freight.Content{Line: line, Order: order, Pieces: pieces, Weight: lb(milli)}
	}
	half := func(aboard bool, short int64) freight.Stowed {
		return freight.Stowed{Contents: []freight.Content{contents(0, "SO-1", 48, 750_000)}, Pieces: 48, Short: short, Weight: lb(750_000), Aboard: aboard}
	}
	drum := func(aboard bool, short int64) freight.Stowed {
		return freight.Stowed{Contents: []freight.Content{contents(1, "SO-2", 4, 1_760_500)}, Pieces: 4, Short: short, Weight: lb(1_760_500), Aboard: aboard}
	}
	cases[6].Loading.Pallets = []freight.Stowed{half(true, 0), half(false, 0), drum(true, 1)}
	cases[7].Loading.Pallets = []freight.Stowed{half(true, 0), half(true, 0), drum(false, 4)}
	heavy, mixed := half(true, 0), half(true, 3)
	heavy.Weight = lb(760_000)
	mixed.Contents = append(mixed.Contents, freight.Content{Line: 1, Order: "SO-1", Pieces: 5, Weight: freight.Measure{Milli: 100_000, Unit: "kg"}})
	mixed.Pieces, mixed.Weight = 53, lb(750_000).Add(freight.Measure{Milli: 100_000, Unit: "kg"})
	cases[8].Loading.Pallets = []freight.Stowed{heavy, mixed}
	cases[11].Loading.Version, cases[11].Loading.Correction = 2, "Seal 48213, not 48231"
	cases[1].Loading.Trailer, cases[1].Loading.Seal, cases[1].Loading.Exceptions = "53021", " 48213, 48214 ,", []string{"Pallet LPN-1: 2 of 48 pieces short: wet"}
	// Signed with less than was planned, and corrected: the pallets were laid by the plan.
	parted := cases[6]
	parted.Name, parted.Shipment.Planned, parted.Shipment.Items, parted.Shipment.Orders = "a corrected bill of a load that left a pallet behind", cases[6].Shipment.Items, []freight.Item{drums}, []string{"SO-2"}
	parted.Loading.Version, parted.Loading.Correction = 2, "one more was short"
	// One of two pallets was deleted, and two were added, of which one was put on a scale that reads kilograms.
	added := func(weight freight.Measure) freight.Stowed {
		return freight.Stowed{Contents: []freight.Content{{Line: 0, Order: "SO-1", Weight: lb(0)}}, Pieces: 12, Weight: weight, Aboard: true}
	}
	counted := composeCase{Name: "pallets deleted and added", Shipment: cargo{ID: "S12", BOL: "B", Items: []freight.Item{widgets}, Orders: []string{"SO-1"}}}
	counted.Loading.Pallets = []freight.Stowed{half(true, 0), added(lb(33_333)), added(freight.Measure{Milli: 250_001, Unit: "kg"})}
	// Of two lines that were laid on pallets, the second one's only pallet was deleted: it is not aboard. A line that never stood on one is as it was planned.
	gone := composeCase{Name: "a line whose only pallet was deleted", Shipment: cargo{ID: "S13", BOL: "B", Items: []freight.Item{widgets, drums}, Orders: []string{"SO-1", "SO-2"}, EmergencyPhone: "1-800-555-0199"}}
	gone.Loading.Pallets, gone.Loading.Laid = []freight.Stowed{half(true, 0), half(true, 0)}, true
	loose := gone
	loose.Name, loose.Loading.Laid = "a line that stood on no pallet", false
	// A stop states what of its lines is aboard: half of the widgets, and no drums; what was entered for no line stands.
	stops := composeCase{Name: "stops of a load that left a pallet of one line and all of another behind", Shipment: cargo{ID: "S14", BOL: "B", Items: []freight.Item{widgets, drums, widgets}, Orders: []string{"SO-1", "SO-2"}, EmergencyPhone: "1-800-555-0199",
		Stops: []freight.Drop{{To: to, Items: []freight.Item{drums, widgets, {Description: "Loose", Pieces: 1}}}, {To: from, Items: []freight.Item{widgets}}}}}
	stops.Loading.Pallets, stops.Loading.Laid = []freight.Stowed{half(true, 0), half(false, 0), drum(false, 0), {Contents: []freight.Content{contents(2, "SO-1", 96, 1_500_000)}, Pieces: 96, Short: 6, Weight: lb(1_500_000), Aboard: true}}, true
	// The provider knows the shipper by a contract: at its number, however it is written, alone or beside another's, and nowhere else.
	registered := func(name, from, phone string) composeCase {
		c := composeCase{Name: name}
		for _, like := range cases {
			if like.Name == from {
				c.Shipment, c.Loading = like.Shipment, like.Loading
			}
		}
		c.Loading.Responder = &freight.Responder{Phone: phone, Contract: "CCN 20261"}
		return c
	}
	dialed := func(name, phone string) composeCase { // as the drums' order has the provider's number
		c := registered(name, "ordinary", "800-555-0199")
		c.Shipment.Items = slices.Clone(c.Shipment.Items)
		for i, it := range c.Shipment.Items {
			if it.Hazmat != nil {
				h := *it.Hazmat
				h.EmergencyPhone = phone
				c.Shipment.Items[i].Hazmat = &h
			}
		}
		return c
	}
	cases = append(cases, parted, counted, gone, loose, stops,
		dialed("a contract with whom is called by an extension", "800-555-0199 Ext. 5"), dialed("a contract with one of a list", "800-555-0199, +1 703-555-0170"),
		registered("a contract with whom is called", "ordinary", "(800) 555-0199"), registered("a contract with another than is called", "ordinary", "800-555-0198"),
		registered("a contract with one of two that are called", "materials with numbers of their own", "+1 703 555 0170"), registered("a contract, and nothing hazardous", "a corrected bill", "800-555-0199"))
	cases[2].Loading.Exceptions = []string{}
	for i := range cases {
		s, l := cases[i].Shipment, cases[i].Loading
		var responder freight.Responder
		if l.Responder != nil {
			responder = *l.Responder
		}
		cases[i].Canonical = string(bill.Canonical(compose(freight.Consignment{Responder: responder, ShipmentID: s.ID, BOL: s.BOL, PRO: s.PRO, ShipOn: s.ShipOn, Terms: s.Terms, Carrier: s.Carrier, CarrierName: s.CarrierName,
			Origin: s.Origin, Destination: s.Destination, BillTo: s.BillTo, Items: s.Items, Orders: s.Orders, Instruction: s.Instruction, EmergencyPhone: s.EmergencyPhone, Trailer: s.Trailer, Seal: s.Seal, Drops: s.Stops,
			PickupFrom: s.PickupFrom, PickupTo: s.PickupTo, ArriveBy: s.ArriveBy, OrderNotes: s.OrderNotes, ServiceNames: s.ServiceNames, Clauses: s.Clauses, Planned: s.Planned},
			freight.Loading{Trailer: l.Trailer, Seal: l.Seal, Exceptions: l.Exceptions, Pallets: l.Pallets, Laid: l.Laid, Version: l.Version, Correction: l.Correction})))
	}
	return cases
}

func TestCompose_Golden(t *testing.T) {
	now := new(bytes.Buffer)
	enc := json.NewEncoder(now)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(composeCases()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(goldenBills, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	then, err := os.ReadFile(goldenBills)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(then, now.Bytes()) {
		t.Error("a bill is composed differently: run with -update, and change web/src/document/compose.ts with it")
	}
}

// A phone reads the bill as JSON, and a list that is null is no list to it.
func TestCompose_HasNoListThatIsNull(t *testing.T) {
	plain := freight.Item{Pieces: 1, Hazmat: &freight.Hazmat{UN: "1263", ProperName: "Paint", Class: "3", PackingGroup: "II"}}
	for _, c := range []freight.Consignment{{}, {Items: []freight.Item{plain}}} {
		text, err := json.Marshal(compose(c, freight.Loading{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"underlying", "orders", "lines", "exceptions", "signatures", "seals", "subsidiary"} {
			if bytes.Contains(text, []byte(`"`+name+`":null`)) {
				t.Errorf("%s is null in %s", name, text)
			}
		}
	}
}
