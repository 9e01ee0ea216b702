package bill

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
)

func render(t testing.TB, b Bill, lang string, copies ...Copy) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Render(b, lang, &out, copies...); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func pages(pdf []byte) int { return bytes.Count(pdf, []byte("/Type /Page\n")) }

func TestRender_EqualBillsGiveEqualBytes(t *testing.T) {
	first := render(t, signed(), "es", ShipperCopy, CarrierCopy, ConsigneeCopy)
	for range 3 {
		if !bytes.Equal(first, render(t, signed(), "es", ShipperCopy, CarrierCopy, ConsigneeCopy)) {
			t.Fatal("the same bill gave another file")
		}
	}
	if n := pages(first); n != 3 {
		t.Errorf("three copies of one page: %d pages", n)
	}
	if bytes.Equal(first, render(t, signed(), "fr", ShipperCopy, CarrierCopy, ConsigneeCopy)) {
		t.Error("French labels look like Spanish ones")
	}
}

// Whatever is on the bill is on the paper, once: nothing is lost between the sheets.
func TestLayout_KeepsEveryLine(t *testing.T) {
	for _, n := range []int{0, 1, 3, 7, 12, 20, 55, 140} {
		b := long(n)
		b.Instructions = strings.Repeat("Call before delivery. ", n)
		for range n / 3 {
			b.Exceptions = append(b.Exceptions, "Carton crushed at a corner, photographed")
		}
		var orders []string
		units, notes := 0, 0
		for i, s := range layout(newPen("en"), b) {
			if end := bottomOf(b, s); i == 0 && end > footTop(b, s) || end > pageBottom-8 {
				t.Errorf("%d lines: sheet %d ends at %.0f", n, i+1, end)
			}
			for _, o := range s.orders {
				orders = append(orders, o.Number)
			}
			for _, g := range s.goods {
				units += g.Units
			}
			if i > 0 {
				notes += strings.Count(strings.Join(s.instructions, " "), "Call")
			}
			if i > 0 && len(s.orders)+len(s.goods)+len(s.instructions)+len(s.exceptions) == 0 {
				t.Fatalf("%d lines: sheet %d is empty", n, i+1)
			}
		}
		var want []string
		wantUnits := 0
		for i := range n {
			want = append(want, b.Orders[i].Number)
			wantUnits += b.Lines[i].Units
		}
		if !slices.Equal(orders, want) || units != wantUnits {
			t.Errorf("%d lines: %d orders and %d units on paper, want %d and %d", n, len(orders), units, n, wantUnits)
		}
		if n == 55 && notes != 55 {
			t.Errorf("instructions that do not fit the box are repeated whole on the supplement: %d of 55", notes)
		}
		render(t, b, "en")
	}
}

// bottomOf is where a sheet's goods end, with all that stands above them.
func bottomOf(b Bill, s sheet) float64 {
	y := headBottom + 2*bandHeight + orderHead + goodsHead + 2*totalRow + ordersHeight(s)
	if s.page == 1 && b.Hazardous() {
		y += emergencyRow
	}
	if s.page > 1 {
		y = supplementTop
		for _, notes := range [][]string{s.instructions, s.exceptions} {
			if len(notes) > 0 {
				y += bandHeight + 8 + float64(len(notes))*noteLeading
			}
		}
		if len(s.orders) > 0 {
			y += bandHeight + orderHead + 6 + ordersHeight(s)
		}
		if len(s.goods) > 0 {
			y += bandHeight + goodsHead
		}
	}
	for _, g := range s.goods {
		y += g.height()
	}
	if s.goodsGoOn {
		y += goodsLeading + goodsPad
	}
	return y
}

func TestRender_BearsAnyText(t *testing.T) {
	b := signed()
	b.To.Name = strings.Repeat("Übermäßig lange Empfängerbezeichnung ", 9)
	b.To.Street = "Calle Ñandú 🚚 №5\nsegundo piso\x00"
	b.Number = strings.Repeat("9", 90) // longer than a bar code can be
	b.Pro = "número"                   // no bar code has an ú
	b.Lines[0].Description = strings.Repeat("X", 5000)
	b.Underlying, b.Master = []string{"06141411234567913"}, true
	b.Cod = &Cod{Amount: Money{Minor: 125_000, Currency: "CAD"}, Fee: Collect, RemitTo: "Piedmont Coatings"}
	b.Signatures = append(b.Signatures, Signature{Role: Consignee, Name: "R. Ibarra", At: b.Signatures[0].At, Zone: "Nowhere/Land", Image: scribble(1)})
	for _, lang := range []string{"en", "es", "fr", "xx"} {
		render(t, b, lang)
	}
	if b.To.Street != "Calle Ñandú 🚚 №5\nsegundo piso\x00" {
		t.Error("rendering changed the bill")
	}
}

func TestRender_RefusesASignatureThatIsNoPicture(t *testing.T) {
	var huge bytes.Buffer
	if err := png.Encode(&huge, image.NewGray(image.Rect(0, 0, 3000, 3000))); err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string][]byte{"text": []byte("not a png"), "cut": scribble(1)[:200], "huge": huge.Bytes()} {
		b := signed()
		b.Signatures[0].Image = raw
		if got := fail.CodeOf(Render(b, "en", new(bytes.Buffer))); got != "bill-signature-image" {
			t.Errorf("%s: %q", name, got)
		}
	}
	b := signed()
	b.Signatures[0].Image = func() []byte { // an empty pad: nothing to print, nothing to refuse
		var out bytes.Buffer
		_ = png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, 64, 32)))
		return out.Bytes()
	}()
	render(t, b, "en")
}

// The code that leads to the check is the paper's own: it stands beside the number, and what was signed stays what it was.
func TestRender_CodeToCheckThePaper(t *testing.T) {
	b := signed()
	plain, digest := render(t, b, "en"), Digest(b)
	b.CheckAt = "https://tms.example.com/check/1/01JDKX3VQ0ZJ9W7T8M2N4P5R6S"
	if Digest(b) != digest {
		t.Error("the digest changed with the address")
	}
	coded := render(t, b, "en")
	if len(coded) <= len(plain) || pages(coded) != pages(plain) {
		t.Errorf("%d and %d bytes, %d and %d pages", len(plain), len(coded), pages(plain), pages(coded))
	}
	p := newPen("en")
	p.AddPage()
	if !p.qr(0, 0, 54, b.CheckAt) || p.qr(0, 0, 54, strings.Repeat("x", 400)) || p.qr(0, 0, 54, strings.Repeat("x", 9000)) {
		t.Error("a code is drawn where a phone reads it, and only there")
	}
}

func TestTotal_MixedUnitsAreInPounds(t *testing.T) {
	if got := weight(total([]freight.Measure{pounds(100), {Milli: 100_000, Unit: "kg"}})); got != "320.462 lb" {
		t.Errorf("100 lb and 100 kg: %s", got)
	}
	if got := weight(freight.Measure{}); got != "" {
		t.Errorf("nothing weighs %q", got)
	}
}

func BenchmarkRender_TwentyLines(b *testing.B) {
	bill := long(20)
	for b.Loop() {
		render(b, bill, "en")
	}
}

// A bill of a load that was called off says so; its text, and so its digest, is the one that was signed.
func TestRender_VoidStandsAcrossThePage(t *testing.T) {
	b := Bill{Number: "06141411234567890", On: "2026-11-24", Terms: Prepaid}
	var plain, void bytes.Buffer
	if err := Render(b, "en", &plain); err != nil {
		t.Fatal(err)
	}
	digest := Digest(b)
	b.Void = true
	if err := Render(b, "en", &void); err != nil || Digest(b) != digest {
		t.Fatal(err, "the digest is another")
	}
	if void.Len() <= plain.Len() {
		t.Error("nothing was added to the page")
	}
}

func TestLayout_SaysWhyThereIsAnotherVersion(t *testing.T) {
	b := signed()
	b.Version, b.Correction = 2, "Seal misread"
	if notes := strings.Join(layout(newPen("en"), b)[0].exceptions, " "); !strings.Contains(notes, "Version 2 corrects version 1: Seal misread") {
		t.Errorf("the page says %q", notes)
	}
}

// A box that is too small for what is in it does not cut a number or an address short: all of it stands among the instructions, on a supplement if need be.
func TestLayout_SaysInFullWhatTheBoxesHaveNoRoomFor(t *testing.T) {
	b := signed()
	b.Master, b.Cod = true, &Cod{Amount: Money{125000, "USD"}, Fee: Prepaid, RemitTo: "Piedmont Coatings & Supply, Accounts receivable, PO Box 4410, Memphis TN 38101"}
	for i := range 20 {
		b.Underlying = append(b.Underlying, fmt.Sprintf("071234500000%05d", 48000+i))
	}
	b.Orders[1].Note = strings.Repeat("PO 7745-HOU, dept 12, release 4, ", 6) + "end of the note"
	b.Void, b.VoidWhy = true, "Customer cancelled the order on the road"
	sheets := layout(newPen("es"), b)
	if len(sheets) != 2 {
		t.Fatalf("%d pages", len(sheets))
	}
	all := strings.Join(sheets[1].instructions, " ")
	for _, want := range append(b.Underlying, b.Cod.RemitTo, b.Orders[1].Note, b.Instructions) {
		if !strings.Contains(all, want) {
			t.Errorf("the paper does not say %q", want)
		}
	}
	if strings.Contains(all, b.Orders[0].Note) {
		t.Error("what its box holds is said twice")
	}
	if e := sheets[0].exceptions; len(e) == 0 || e[0] != "• VOID: Customer cancelled the order on the road" {
		t.Errorf("the page does not say why it is void: %q", e)
	}
	b.Underlying, b.Cod.RemitTo, b.Orders = []string{"07123450000004826"}, "PO Box 44", b.Orders[:1]
	if got := newPen("es").instructions(b); len(got) != 1 || got[0] != b.Instructions {
		t.Errorf("short ones: %q", got)
	}
}

// What is wrong stands above the signature as long as there is room for it, with who noted it; only what the goods leave no room for goes on a supplement.
func TestLayout_ExceptionsStandAboveTheSignature(t *testing.T) {
	b := signed()
	b.Exceptions = nil
	for i := range 6 {
		b.Exceptions = append(b.Exceptions, fmt.Sprintf("Pallet LPN-%d: damaged, 1 photo: corner", i))
	}
	b.FoundBy = map[string]string{b.Exceptions[5]: "Dan Ruiz"}
	digest := Digest(b)
	sheets := layout(newPen("en"), b)
	if len(sheets) != 1 || len(sheets[0].exceptions) != 6 || sheets[0].exceptions[5] != "• Pallet LPN-5: damaged, 1 photo: corner (noted by Dan Ruiz)" {
		t.Fatalf("%d pages, %q", len(sheets), sheets[0].exceptions)
	}
	if b.FoundBy = nil; Digest(b) != digest {
		t.Error("who noted it is a part of what is signed")
	}
	full := long(12)
	full.Exceptions = b.Exceptions
	sheets = layout(newPen("en"), full)
	if e := sheets[0].exceptions; len(e) != 3 || e[2] != wContinued.en || len(sheets[1].exceptions) != 6 {
		t.Errorf("a full page: %q", e)
	}
	if end := bottomOf(full, sheets[0]); end > footTop(full, sheets[0]) {
		t.Errorf("the goods end at %.0f", end)
	}
}

// A box without a number would say that there is nobody to call.
func TestWhomToCall_PointsToTheMaterialsWhereTheyDiffer(t *testing.T) {
	b := sample()
	if got := b.whomToCall("es"); got != b.EmergencyPhone {
		t.Errorf("one number for all: %q", got)
	}
	b.EmergencyPhone, b.Lines[2].Hazmat.Phone = "", "703-555-0170"
	if got := b.whomToCall("es"); got != "See each material · Vea cada material" || len(Check(b)) != 0 {
		t.Errorf("each its own: %q, %v", got, Check(b))
	}
	b.Lines[2].Hazmat.Phone = ""
	if got := b.whomToCall("en"); got != "" {
		t.Errorf("nobody: %q", got)
	}
}

func TestCounted_OneIsOne(t *testing.T) {
	for want, s := range map[string]Signature{"1 pallet · 10 pieces": {Pallets: 1, Pieces: 10}, "2 pallets · 1 piece": {Pallets: 2, Pieces: 1}, "0 pallets · 1,250 pieces": {Pieces: 1250}} {
		if got := s.counted(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
