package label

import (
	"bytes"
	"encoding/json"
	"flag"
	"image"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lading/server/document/zpl"
	"lading/server/kit/freight"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"
)

var update = flag.Bool("update", false, "write the golden labels anew")

// goldenLabels is read by the device's tests too: a tablet without a network makes the labels itself and has the print computer set them.
const goldenLabels = "../../../sync/testdata/label-make.json"

type makeCase struct {
	Name     string              `json:"name"`
	Kind     Kind                `json:"kind"`
	Shipment freight.Consignment `json:"-"`
	Cargo    map[string]any      `json:"shipment"`
	Units    []freight.Unit      `json:"units"`
	Labels   []Label             `json:"labels"`
}

func load() (freight.Consignment, []freight.Unit) {
	in := func(n int64) freight.Measure { return freight.Measure{Milli: n * 1000, Unit: "in"} }
	lb := func(n int64) freight.Measure { return freight.Measure{Milli: n * 1000, Unit: "lb"} }
	c := freight.Consignment{ShipmentID: "S1", BOL: "06141411234567913", PRO: "07209562763", Carrier: "ODFL", CarrierName: "Old Dominion Freight Line", Orders: []string{"88-1234", "88-1299"}, Refs: []string{"4500012345"},
		Origin:      freight.Party{Name: "Northgate Home Supply", Street: "2450 Fulton Industrial Blvd SW", City: "Atlanta", State: "GA", Zip: "30336", Country: "US"},
		Destination: freight.Party{Name: "Gulf States Wholesale Distribution Center 12", Street: "1180 Wallisville Rd", Street2: "Gate 4", City: "Houston", State: "TX", Zip: "77013-2207", Country: "US"},
		Items: []freight.Item{{Order: "88-1234", Code: "WID-1", Description: "Widgets", Class: "70", NMFC: "100240-05"},
			{Order: "88-1299", Description: "Adhesive, drums", Class: "65", Hazmat: &freight.Hazmat{UN: "1133", Class: "3"}}}}
	return c, []freight.Unit{
		{LPN: "106141411234567897", SSCC: "106141411234567897", Description: "Widgets", ItemCode: "WID-1", Pieces: 48, Weight: lb(642), Length: in(48), Width: in(40), Height: in(52)},
		{LPN: "307123450000001017", SSCC: "307123450000001017", Description: "Adhesive, drums", Pieces: 4, Weight: lb(1760)},
		{LPN: "CUST-77>8_^XZ", Description: "Mixed", Pieces: 7}}
}

// alike is a load of two orders that have the same goods under one code: only what was stacked on a pallet tells whose it is.
func alike() (freight.Consignment, []freight.Unit) {
	c, units := load()
	c.Items = []freight.Item{{Order: "88-1234", Code: "WID-1", Description: "Widgets", Class: "70"}, {Order: "88-1299", Code: "WID-1", Description: "Widgets", Class: "70"}}
	c.OrderNotes = []freight.OrderNote{{Order: "88-1234", Note: "PO 4500012345"}, {Order: "88-1299", Note: "PO 4500099999"}}
	on := []freight.Unit{units[0], units[0], units[0]}
	for i, contents := range [][]freight.Content{{{Line: 0, Order: "88-1234", Pieces: 48}}, {{Line: 1, Order: "88-1299", Pieces: 48}}, {{Line: 0, Order: "88-1234", Pieces: 8}, {Line: 1, Order: "88-1299", Pieces: 40}}} {
		on[i].Contents = contents
	}
	return c, on
}

func TestMake_APalletNamesItsOwnOrders(t *testing.T) {
	c, on := alike()
	var got []string
	for _, l := range Make(Pallet, c, on) {
		got = append(got, l.Order+", "+l.PO)
	}
	if want := []string{"88-1234, PO 4500012345", "88-1299, PO 4500099999", "88-1234 +1, PO 4500012345"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// mixed is a load whose first pallet holds bolts with two hazardous materials on top, and whose first line did not go with it: what was signed has a line less than
// the plan by which the pallets were laid.
func mixed() (freight.Consignment, []freight.Unit) {
	c, units := load()
	bolts := freight.Item{Order: "88-1234", Description: "Bolts", Class: "50", NMFC: "093490"}
	acid := freight.Item{Order: "88-1299", Description: "Battery acid", Class: "65", Hazmat: &freight.Hazmat{UN: "UN2796", Class: "8"}}
	c.Planned = []freight.Item{c.Items[0], bolts, c.Items[1], acid}
	c.Items = c.Planned[1:]
	on := []freight.Unit{units[1], units[0]}
	on[0].Contents = []freight.Content{{Line: 1, Order: "88-1234", Pieces: 2}, {Line: 2, Order: "88-1299", Pieces: 1}, {Line: 3, Order: "88-1299", Pieces: 1}, {Line: 2, Order: "88-1299", Pieces: 1}}
	on[1].Contents = []freight.Content{{Line: 0, Order: "88-1234", Pieces: 48}}
	return c, on
}

// Each material of a mixed pallet is on its label, whichever line it is of, and a reprint after the signature says the same.
func TestMake_AMixedPalletNamesAllOfItsMaterials(t *testing.T) {
	c, on := mixed()
	l := Make(Pallet, c, on)
	if want := "UN1133 CLASS 3; UN2796 CLASS 8"; l[0].Hazmat != want || l[0].Class != "50, 65" || l[0].NMFC != "093490" {
		t.Errorf("mixed: %q of class %q, NMFC %q; want %q", l[0].Hazmat, l[0].Class, l[0].NMFC, want)
	}
	if l[1].Hazmat != "" || l[1].Class != "70" {
		t.Errorf("left behind: %q of class %q", l[1].Hazmat, l[1].Class)
	}
	l[0].Hazmat += "; UN1263 CLASS 3; UN1090 CLASS 3"
	text := string(ZPL(l[:1], 8, 1))
	for _, want := range []string{"HAZMAT UN1133 CLASS 3^FS", "HAZMAT UN2796 CLASS 8^FS", "HAZMAT +2 MORE^FS"} {
		if !strings.Contains(text, want) {
			t.Errorf("the label does not print %s: %s", want, text)
		}
	}
}

func cases() []makeCase {
	c, units := load()
	one, _ := load()
	one.Items, one.Orders, one.Refs = one.Items[1:], nil, nil
	one.Items[0].Hazmat = &freight.Hazmat{UN: "NA1993", Class: "3"}
	one.Terms, one.Clauses.Account = "C", "1A2B3C"
	all := []makeCase{{Name: "three pallets of two orders", Kind: Pallet, Shipment: c, Units: units}, {Name: "a carton of the only item", Kind: Parcel, Shipment: one, Units: units[2:]}}
	twins, on := alike()
	all = append(all, makeCase{Name: "pallets of two orders with one item code", Kind: Pallet, Shipment: twins, Units: on})
	more, stacked := mixed()
	all = append(all, makeCase{Name: "a mixed pallet, printed again after the signature", Kind: Pallet, Shipment: more, Units: stacked})
	for i := range all {
		s := all[i].Shipment
		all[i].Labels = Make(all[i].Kind, s, all[i].Units)
		all[i].Cargo = map[string]any{"bol": s.BOL, "pro": s.PRO, "carrier": s.Carrier, "carrierName": s.CarrierName, "origin": s.Origin, "destination": s.Destination, "orders": s.Orders, "refs": s.Refs, "items": s.Items}
		if s.Terms != "" {
			all[i].Cargo["terms"], all[i].Cargo["clauses"] = s.Terms, s.Clauses
		}
		if len(s.Planned) > 0 {
			all[i].Cargo["planned"] = s.Planned
		}
		if len(s.OrderNotes) > 0 {
			all[i].Cargo["orderNotes"] = s.OrderNotes
		}
	}
	return all
}

func TestMake_Golden(t *testing.T) {
	now := new(bytes.Buffer)
	enc := json.NewEncoder(now)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(cases()); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(goldenLabels, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	then, err := os.ReadFile(goldenLabels)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(then, now.Bytes()) {
		t.Error("labels are made differently: run with -update, and change web/src/document/label.ts with it")
	}
}

func drawn(t *testing.T, labels []Label, dots, copies int) []zpl.Label {
	t.Helper()
	out, err := zpl.Read(t.Context(), string(ZPL(labels, dots, copies)), dots)
	if err != nil {
		t.Fatal(err)
	}
	if len(out) != len(labels) {
		t.Fatalf("%d labels of %d", len(out), len(labels))
	}
	return out
}

// What a scanner reads off the printed label is the pallet's number, at either resolution.
func TestZPL_TheNumberIsReadOffThePicture(t *testing.T) {
	c, units := load()
	for _, dots := range []int{zpl.Dots203, zpl.Dots300} {
		for i, l := range drawn(t, Make(Pallet, c, units), dots, 2) {
			w, h := dotsOf(dots)
			if l.Width != w || l.Height != h || l.Copies != 2 || len(l.Unknown) > 0 {
				t.Errorf("%d dots: %d by %d, %d copies, unknown %v", dots, l.Width, l.Height, l.Copies, l.Unknown)
			}
			last := l.Codes[len(l.Codes)-1]
			bits, err := gozxing.NewBinaryBitmapFromImage(picture(t, l).SubImage(image.Rect(0, last.Y, l.Width, last.Y+last.H)))
			if err != nil {
				t.Fatal(err)
			}
			res, err := oned.NewCode128Reader().Decode(bits, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_ASSUME_GS1: true})
			if err != nil {
				t.Fatalf("label %d at %d dots: %v", i, dots, err)
			}
			want := "]C100" + units[i].SSCC
			if units[i].SSCC == "" {
				want = strings.ReplaceAll(units[i].LPN, "^", "") // no bar code may carry a printer's command
			}
			if res.GetText() != want {
				t.Errorf("label %d at %d dots reads %q, want %q", i, dots, res.GetText(), want)
			}
			if units[i].SSCC == "" {
				continue
			}
			// GS1: bars of 0.495 to 0.940 mm, at least 32 mm high, with ten modules of white on either side
			mm := func(n int) float64 { return float64(n) / zpl.DPI(dots) * 25.4 }
			if x := mm(last.Width); x < 0.495 || x > 0.940 {
				t.Errorf("a bar is %.3f mm wide", x)
			}
			if y := mm(last.H); y < 32 {
				t.Errorf("bars are %.1f mm high", y)
			}
			if last.X < 10*last.Width || last.X+last.W+10*last.Width > l.Width {
				t.Errorf("no quiet zone: %+v on %d", last, l.Width)
			}
		}
	}
}

func TestZPL_EveryFieldIsOnTheLabel(t *testing.T) {
	c, units := load()
	long := strings.Repeat("Very Long Name Of A Company ", 6)
	c.Origin.Name, c.Destination.Street, c.CarrierName, c.Refs, c.PRO = long, long, long, []string{long}, long
	for i := range units {
		units[i].Description = long
	}
	for _, dots := range []int{zpl.Dots203, zpl.Dots300} {
		for _, l := range drawn(t, Make(Pallet, c, units), dots, 1) {
			m := picture(t, l)
			for y := range l.Height {
				if m.GrayAt(l.Width-2, y).Y < 255 || m.GrayAt(1, y).Y < 255 {
					t.Fatalf("something runs over the rim at line %d", y)
				}
			}
			text := strings.Join(l.Texts, "\n")
			for _, want := range []string{"FROM", "TO", "SHIP TO POST", "(420) 77013", "CARRIER", "B/L 06141411234567913", "ORDER 88-12", "PALLET "} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not on the label:\n%s", want, text)
				}
			}
		}
	}
}

// Nothing is written under the black box of a hazardous material, beside a long place in a long row, or over the count; and a reference that has its own label
// gets no second one.
func TestZPL_NothingIsWrittenOverAnother(t *testing.T) {
	c, units := load()
	c.Orders, c.Refs = []string{"ORDER-WITH-A-LONG-NUMBER-8812"}, []string{"Order # PO 4500012345, PO # REF-887766-A"}
	c.OrderNotes = []freight.OrderNote{{Order: c.Orders[0], Note: c.Refs[0]}}
	c.Destination = freight.Party{Name: "Lakeview Wholesale and Industrial Supply of Greater Nashville, LLC", Street: "1180 Wallisville Road, Building 14, Receiving", Street2: "Gate 4, ask for Dock Master", City: "Nashville", State: "TN", Zip: "37203"}
	for i := range units {
		units[i].Contents = nil
	}
	labels := Make(Pallet, c, units)
	for i := range labels {
		labels[i].Hazmat, labels[i].Order, labels[i].PO, labels[i].Number, labels[i].Of = "UN1263 CLASS 3", c.Orders[0], c.Refs[0], 10, 12
	}
	field := regexp.MustCompile(`\^FO(\d+),(\d+)\^A0N,(\d+)(?:\^FR)?\^FH\^FD([^^]*)\^FS`)
	type box struct {
		x, y, w, h float64
		text       string
	}
	var boxes []box
	for _, m := range field.FindAllStringSubmatch(string(ZPL(labels[:1], zpl.Dots203, 1)), -1) {
		n := func(i int) float64 { v, _ := strconv.ParseFloat(m[i], 64); return v }
		boxes = append(boxes, box{n(1), n(2), zpl.Width(m[4], n(3)), n(3) * 0.8, m[4]})
	}
	all := ""
	for i, a := range boxes {
		all += a.text + "\n"
		for _, b := range boxes[:i] {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				t.Errorf("%q is written over %q", a.text, b.text)
			}
		}
	}
	if strings.Contains(all, "PO Order #") || strings.Contains(all, "…") || !strings.Contains(all, "Nashville, TN 37203") {
		t.Errorf("the label says\n%s", all)
	}
}

// Whatever a customer is called, the printer is not commanded by it.
func TestZPL_TextCommandsNobody(t *testing.T) {
	c, units := load()
	evil := `^XZ^XA~JR_5E\&^FD`
	c.Origin.Name, c.Destination.Name, c.PRO, units[0].Description = evil, evil, evil, evil
	labels := drawn(t, Make(Pallet, c, units[:1]), zpl.Dots203, 1)
	found := 0
	for _, s := range labels[0].Texts {
		if strings.Contains(s, evil) {
			found++
		}
	}
	if found < 3 {
		t.Errorf("the name is not as it was written: %q", labels[0].Texts)
	}
}

func TestCheck_NamesAWrongNumber(t *testing.T) {
	if err := (Label{SSCC: "106141411234567890"}).Check(); err == nil {
		t.Error("a wrong check digit passed")
	}
	if err := (Label{}).Check(); err == nil {
		t.Error("a label without a number passed")
	}
	if err := (Label{SSCC: "106141411234567897"}).Check(); err != nil {
		t.Error(err)
	}
}

func TestWritePictures(t *testing.T) {
	dir := os.Getenv("LADING_PICTURES")
	if dir == "" {
		t.Skip("LADING_PICTURES names no folder")
	}
	c, units := load()
	for i, l := range drawn(t, Make(Pallet, c, units), zpl.Dots203, 1) {
		var b bytes.Buffer
		if err := l.PNG(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/label-"+string(rune('1'+i))+".png", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// goldenCodes is read by the device's tests: a tablet that prints from its own browser draws the bars itself.
const goldenCodes = "../../../sync/testdata/code128.json"

func TestCodes_Golden(t *testing.T) {
	type code struct {
		Identifier string `json:"identifier"` // of GS1; empty for a number that is somebody's own
		Value      string `json:"value"`
		Words      []int  `json:"words"`
		Modules    string `json:"modules"`
	}
	var now []code
	for _, c := range []code{{Identifier: "00", Value: "106141411234567897"}, {Identifier: "420", Value: "30336"}, {Identifier: "420", Value: "770132"}, {Identifier: "420", Value: "M5V3L9"},
		{Value: "LPN-0000000074"}, {Value: "CUST-77>8_^XZ"}, {Value: "20441177"}, {Value: "2044117"}} {
		data := plainData(c.Value)
		if c.Identifier != "" {
			data = gs1Data(c.Identifier, c.Value)
		}
		words, err := zpl.Codewords(data)
		if err != nil {
			t.Fatal(err)
		}
		row := make([]byte, 0, 200)
		for _, black := range zpl.Bars(words) {
			if black {
				row = append(row, '1')
			} else {
				row = append(row, '0')
			}
		}
		c.Words, c.Modules = words, string(row)
		now = append(now, c)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(now); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(goldenCodes, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	then, err := os.ReadFile(goldenCodes)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(then, out.Bytes()) {
		t.Error("codes are drawn differently: run with -update, and change web/src/document/sheet/code128.ts with it")
	}
}

func picture(t *testing.T, l zpl.Label) *image.Gray {
	t.Helper()
	m, err := l.Image(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m
}
