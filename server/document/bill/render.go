package bill

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"time"
	_ "time/tzdata" // the paper shows the warehouse's time on any machine

	"github.com/boombuler/barcode/code128"
	"github.com/go-pdf/fpdf"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/gs1"
)

const (
	footHeight      = 190.0
	consigneeHeight = 46.0
	half            = pageLeft + pageWidth/2

	// A signature pad's picture is some 600 by 200; a picture far beyond it is an attempt to fill the memory.
	maxSignaturePixels = 4_000_000
)

// Render writes the bill as PDF, once for each copy asked for (once without a name if none is). lang adds the second language of
// the labels: "en", "es" or "fr". Equal bills give equal bytes, so a paper can be made again and compared with the one that was signed.
func Render(b Bill, lang string, w io.Writer, copies ...Copy) error {
	digest := Digest(b) // of the bill as it is kept, before anything is made printable
	b = clean(b)
	p := newPen(lang)
	made := paperDate(b)
	p.SetCreationDate(made)
	p.SetModificationDate(made)
	p.SetTitle("Bill of lading "+b.Number, true)
	p.SetSubject("Version "+fmt.Sprint(max(1, b.Version))+", digest "+digest, true)
	p.SetProducer("Lading", true)
	p.SetLang("en-US")

	f := form{pen: p, b: b, digest: digest, images: map[Role]string{}}
	if err := f.loadImages(); err != nil {
		return err
	}
	sheets := layout(p, b)
	if len(copies) == 0 {
		copies = []Copy{""}
	}
	for _, c := range copies {
		for _, s := range sheets {
			p.AddPage()
			f.copy = copyWords[c]
			if s.page == 1 {
				f.front(s)
			} else {
				f.supplement(s)
			}
		}
	}
	if err := p.Output(w); err != nil {
		return fmt.Errorf("set bill %s: %w", b.Number, err)
	}
	return nil
}

// form draws one bill.
type form struct {
	*pen
	b      Bill
	copy   word
	digest string
	images map[Role]string
}

func (f *form) front(s sheet) {
	b := f.b
	f.heading(s, wTitle)
	f.party(pageLeft, 42, 62, wFrom, b.From, "SID#")
	f.party(pageLeft, 104, 62, wTo, b.To, "CID#")
	f.party(pageLeft, 166, 51, wBillTo, b.BillTo, "")
	f.instructions(217, headBottom, s)
	f.numberBox(half, 42, 67)
	f.carrierBox(half, 109, 46)
	f.proBox(half, 155, 62)
	f.termsBox(half, 217, headBottom-217)
	f.rule(half, 42, half, headBottom)
	f.box(pageLeft, 42, pageWidth, headBottom-42)

	foot := footTop(b, s)
	y := f.orders(headBottom, s, true)
	f.goodsTable(y, foot, s, true)
	f.foot(foot, s)
}

func (f *form) supplement(s sheet) {
	f.heading(s, wSupplement)
	b := f.b
	f.box(pageLeft, 42, pageWidth, 48)
	f.rule(half, 42, half, 90)
	f.label(pageLeft+4, 50, 180, wFrom)
	f.fit(pageLeft+4, 60, pageWidth/2-8, 8.5, bold, b.From.Name)
	f.label(pageLeft+4, 71, 180, wTo)
	f.fit(pageLeft+4, 81, pageWidth/2-8, 8.5, bold, strings.TrimSuffix(b.To.Name+", "+b.To.line(), ", "))
	f.label(half+4, 50, 150, wNumber)
	f.right(pageRight-5, 51, 9.5, bold, spaced(b.Number))
	f.barcode(half, 56, pageWidth/2, 30, symbol(b.Number))

	y := supplementTop
	if len(s.instructions) > 0 {
		y = f.notes(y, wSpecial, s.instructions)
	}
	if len(s.exceptions) > 0 {
		y = f.notes(y, wExceptions, s.exceptions)
	}
	if len(s.orders) > 0 {
		y = f.orders(y, s, false) + 6
	}
	if len(s.goods) > 0 {
		f.goodsTable(y, 0, s, false)
	}
	f.evidence(pageBottom)
}

func (f *form) notes(y float64, l word, lines []string) float64 {
	top := y
	y = f.band(pageLeft, y, pageWidth, l)
	y = f.pen.lines(pageLeft+4, y+8, 7.5, noteLeading, regular, lines)
	f.box(pageLeft, top, pageWidth, y-top-3)
	return y + 3
}

func (f *form) heading(s sheet, title word) {
	f.label(pageLeft, 28, 80, wDate)
	f.text(pageLeft, 38, 9.5, bold, longDay(f.b.On))
	f.center(half, 33, 13, bold, title.en)
	sub := "Straight bill, not negotiable"
	if f.b.Version > 1 {
		sub += fmt.Sprintf(" · version %d, replaces version %d", f.b.Version, f.b.Version-1)
	}
	if second := title.second(f.lang); second != "" {
		sub = second + " · " + sub
	}
	f.ink(60)
	f.fitCenter(half, 40, 250, 6, regular, sub)
	f.ink(0)
	f.right(pageRight, 38, 8.5, bold, fmt.Sprintf("Page %d of %d", s.page, s.of))
	if f.copy.en != "" {
		name := f.copy.en
		if second := f.copy.second(f.lang); second != "" {
			name += " · " + second
		}
		f.right(pageRight, 28, 7, bold, name)
	}
}

func (f *form) party(x, y, h float64, l word, p Party, ref string) {
	const w = pageWidth / 2
	f.rule(x, y+h, x+w, y+h)
	top := f.band(x, y, w, l)
	f.fit(x+4, top+10, w-8-f.refWidth(p.Location), 9, bold, p.Name)
	if p.Location != "" {
		f.right(x+w-4, top+10, 7.5, regular, "Location # "+p.Location)
	}
	street := p.Street
	if p.Street2 != "" {
		street += ", " + p.Street2
	}
	f.fit(x+4, top+19.5, w-8, 8, regular, street)
	f.fit(x+4, top+29, w-8, 8, regular, p.line())
	room := w - 8
	if ref != "" {
		at := x + w - 34
		f.tick(at, top+47, 32, p.Fob, word{en: "FOB"})
		f.text(x+4, top+47, 7, regular, ref)
		f.fit(x+22, top+47, 110, 8, bold, p.Ref)
	}
	contact := joined(" · ", p.Contact, p.Phone, p.Email)
	f.ink(50)
	f.fit(x+4, top+38, room, 7, regular, contact)
	f.ink(0)
}

func (f *form) refWidth(s string) float64 {
	if s == "" {
		return 0
	}
	f.SetFont("form", regular, 7.5)
	return f.GetStringWidth("Location # "+s) + 8
}

// line is the city line as the postal service has it.
func (p Party) line() string {
	s := joined(" ", joined(", ", p.City, p.State), p.Zip)
	if p.Country != "" && p.Country != "US" && p.Country != "USA" {
		s = joined(", ", s, p.Country)
	}
	return s
}

func (f *form) instructions(y, bottom float64, s sheet) {
	const w = pageWidth / 2
	top := f.band(pageLeft, y, w, wSpecial)
	after := f.pen.lines(pageLeft+4, top+8, 7.5, noteLeading, regular, s.instructions)
	if s.goOn && len(s.instructions) == noteLines-1 {
		f.text(pageLeft+4, after, 7, bold, wContinued.en)
	}
}

func (f *form) numberBox(x, y, h float64) {
	w, labelled, room := pageWidth/2, 140.0, 150.0
	f.rule(x, y+h, x+w, y+h)
	if f.b.CheckAt != "" {
		const side = 54.0
		left := x + w - side - 4
		f.qr(left, y+3, side, f.b.CheckAt)
		f.fitCenter(left+side/2, y+64, side+4, 5.5, regular, joined(" · ", wCheckPaper.en, wCheckPaper.second(f.lang)))
		w, labelled, room = w-side-4, 70, 135 // too narrow for the label in two languages
	}
	f.label(x+4, y+9, labelled, wNumber)
	f.fitRight(x+w-6, y+12, room, 12, bold, spaced(f.b.Number))
	if f.b.Number != "" && f.barcode(x, y+18, w, 36, symbol(f.b.Number)) {
		f.center(x+w/2, y+62, 7.5, regular, legend(f.b.Number))
	}
}

func (f *form) carrierBox(x, y, h float64) {
	const w = pageWidth / 2
	c := f.b.Carrier
	f.rule(x, y+h, x+w, y+h)
	f.label(x+4, y+8, w-60, wCarrier)
	f.fit(x+4, y+18, w-12, 9.5, bold, c.Name)
	f.rule(x, y+23, x+w, y+23)
	f.rule(x+110, y+23, x+110, y+h)
	f.label(x+4, y+31, 102, wTrailer)
	f.fit(x+4, y+41, 102, 9, bold, c.Trailer)
	f.label(x+114, y+31, w-118, wSeal)
	f.fit(x+114, y+41, w-118, 9, bold, strings.Join(c.Seals, ", "))
}

func (f *form) proBox(x, y, h float64) {
	const w = pageWidth / 2
	f.rule(x, y+h, x+w, y+h)
	f.rule(x+62, y, x+62, y+h)
	f.label(x+4, y+8, 54, wScac)
	f.fit(x+4, y+23, 54, 13, bold, f.b.Carrier.Scac)
	f.label(x+66, y+8, 90, wPro)
	if f.b.Pro == "" {
		return // the space stays for the driver's sticker
	}
	f.fitRight(x+w-6, y+11, 120, 11, bold, f.b.Pro)
	if f.barcode(x+62, y+16, w-62, 32, f.b.Pro) {
		f.center(x+62+(w-62)/2, y+56.5, 7.5, regular, f.b.Pro)
	}
}

func (f *form) termsBox(x, y, h float64) {
	const w = pageWidth / 2
	used := f.label(x+4, y+9, 150, wTerms)
	f.ink(90)
	f.fit(x+8+used, y+9, w-used-12, 5.5, regular, "("+joined(" · ", wTermsNote.en, wTermsNote.second(f.lang))+")")
	f.ink(0)
	at := x + 6
	for _, t := range []struct {
		terms Terms
		words word
	}{{Prepaid, wPrepaid}, {Collect, wCollect}, {ThirdParty, wThird}} {
		f.tick(at, y+22, 86, f.b.Terms == t.terms, t.words)
		at += 90
	}
	f.rule(x, y+28, x+w, y+28)
	f.tick(x+6, y+39, w-12, f.b.Master, wMaster)
	if f.b.Master && len(f.b.Underlying) > 0 {
		f.SetFont("form", regular, 7)
		f.fitRight(x+w-5, y+39, 86, 6.5, regular, strings.Join(f.b.Underlying, ", "))
	}
}

func (f *form) columns(y, bottom float64, widths []float64) {
	x := pageLeft
	for _, w := range widths[:len(widths)-1] {
		x += w
		f.rule(x, y, x, bottom)
	}
}

func (f *form) orders(y float64, s sheet, totals bool) float64 {
	top := y
	y = f.band(pageLeft, y, pageWidth, wOrders)
	headTop := y
	x := pageLeft
	for i, l := range []word{wOrderNo, wPackages, wWeight, wPalletted, wNote} {
		f.stacked(x, y+8, orderCols[i], l)
		x += orderCols[i]
	}
	y += orderHead
	f.rule(pageLeft, y, pageRight, y)
	for _, o := range s.orders {
		base := y + 9
		f.fit(pageLeft+4, base, orderCols[0]-8, 8.5, bold, o.Number)
		f.fitRight(pageLeft+orderCols[0]+orderCols[1]-6, base, orderCols[1]-8, 8, regular, count(o.Packages))
		f.fitRight(pageLeft+orderCols[0]+orderCols[1]+orderCols[2]-6, base, orderCols[2]-8, 8, regular, weight(o.Weight))
		mark := "N"
		if o.Palletted {
			mark = "Y"
		}
		f.center(pageLeft+280+orderCols[3]/2, base, 8, regular, mark)
		f.fit(pageLeft+336+4, base, orderCols[4]-8, 7.5, regular, o.Note)
		y += orderRow
		f.rule(pageLeft, y, pageRight, y)
	}
	if len(s.orders) == 0 {
		y += orderRow
		f.rule(pageLeft, y, pageRight, y)
	}
	ruled := y
	if s.ordersGoOn {
		f.text(pageLeft+4, y+9, 7.5, bold, joined(" · ", wContinued.en, wContinued.second(f.lang)))
		y += orderRow
		f.rule(pageLeft, y, pageRight, y)
	}
	f.columns(headTop, ruled, orderCols)
	if totals {
		packages, weights := 0, make([]freight.Measure, 0, len(f.b.Orders))
		for _, o := range f.b.Orders {
			packages += o.Packages
			weights = append(weights, o.Weight)
		}
		f.shade(y, totalRow)
		f.label(pageLeft+4, y+9.2, orderCols[0]-8, wTotal)
		f.fitRight(pageLeft+194, y+9.5, 44, 8.5, bold, count(packages))
		f.fitRight(pageLeft+274, y+9.5, 72, 8.5, bold, weight(total(weights)))
		f.rule(pageLeft+150, y, pageLeft+150, y+totalRow)
		f.rule(pageLeft+200, y, pageLeft+200, y+totalRow)
		f.rule(pageLeft+280, y, pageLeft+280, y+totalRow)
		y += totalRow
	}
	f.box(pageLeft, top, pageWidth, y-top)
	return y
}

func (f *form) shade(y, h float64) {
	f.SetFillColor(236, 236, 236)
	f.Rect(pageLeft, y, pageWidth, h, "F")
	f.rule(pageLeft, y, pageRight, y)
}

// goodsTable sets the commodity lines; on the first page empty rows fill the space down to the foot, as on the printed form.
func (f *form) goodsTable(y, foot float64, s sheet, first bool) {
	top := y
	y = f.band(pageLeft, y, pageWidth, wGoods)
	headTop := y
	f.stacked(pageLeft, y+8, goodsCols[0]+goodsCols[1], wUnit)
	f.stacked(pageLeft+62, y+8, goodsCols[2]+goodsCols[3], wPackage)
	f.stacked(pageLeft+514-60, y+8, goodsCols[7]+goodsCols[8], wLtl)
	sub := 17.0
	f.rule(pageLeft, y+sub, pageLeft+130, y+sub)
	f.rule(pageLeft+454, y+sub, pageRight, y+sub)
	x := pageLeft
	for i, l := range []word{wQty, wType, wQty, wType, wWeight, wHm, wCommodity, wNmfc, wClass} {
		switch i {
		case 4, 5:
			f.stacked(x, y+12, goodsCols[i], l)
			if i == 5 {
				f.center(x+goodsCols[i]/2, y+25, 6, bold, "(X)")
			}
		case 6:
			f.center(x+goodsCols[i]/2, y+8, 6, bold, joined(" · ", l.en, l.second(f.lang)))
			f.ink(60)
			f.pen.lines(x+4, y+14.5, 5, 5.4, regular, f.wrap(goodsCols[i]-8, 5, regular, lawCare))
			f.ink(0)
		default:
			f.fitCenter(x+goodsCols[i]/2, y+25.5, goodsCols[i]-3, 6, bold, joined(" ", l.en, l.second(f.lang)))
		}
		x += goodsCols[i]
	}
	y += goodsHead
	f.rule(pageLeft, y, pageRight, y)

	for _, g := range s.goods {
		f.goodsRow(y, g)
		y += g.height()
		f.rule(pageLeft, y, pageRight, y)
	}
	if s.goodsGoOn {
		f.text(pageLeft+198+28, y+9, 7.5, bold, joined(" · ", wContinued.en, wContinued.second(f.lang)))
		y += goodsLeading + goodsPad
		f.rule(pageLeft, y, pageRight, y)
	}
	if !first {
		f.columns(headTop+sub, y, goodsCols)
		f.groupRules(headTop, sub)
		f.box(pageLeft, top, pageWidth, y-top)
		return
	}
	bottom := foot - totalRow
	if f.b.Hazardous() {
		bottom -= emergencyRow
	}
	for y+goodsLeading+goodsPad < bottom-2 {
		y += goodsLeading + goodsPad
		f.rule(pageLeft, y, pageRight, y)
	}
	f.columns(headTop+sub, bottom, goodsCols)
	f.groupRules(headTop, sub)
	y = bottom
	if f.b.Hazardous() {
		f.emergency(y)
		y += emergencyRow
	}
	units, packages, weights := 0, 0, make([]freight.Measure, 0, len(f.b.Lines))
	for _, l := range f.b.Lines {
		units += l.Units
		packages += l.Packages
		weights = append(weights, l.Weight)
	}
	f.shade(y, totalRow)
	f.fitRight(pageLeft+26, y+9.5, 24, 8.5, bold, count(units))
	f.fitRight(pageLeft+62+32, y+9.5, 30, 8.5, bold, count(packages))
	f.fitRight(pageLeft+198-4, y+9.5, 62, 8.5, bold, weight(total(weights)))
	f.label(pageLeft+198+28, y+9.2, 200, wTotal)
	for _, at := range []float64{62, 130, 198} {
		f.rule(pageLeft+at, y, pageLeft+at, y+totalRow)
	}
	f.box(pageLeft, top, pageWidth, foot-top)
}

// groupRules are the column rules of the heading's upper half, where two columns share a name.
func (f *form) groupRules(y, h float64) {
	for _, at := range []float64{62, 130, 198, 222, 454} {
		f.rule(pageLeft+at, y, pageLeft+at, y+h)
	}
}

func (f *form) goodsRow(y float64, g goods) {
	base := y + 8.6
	x := pageLeft
	cell := func(i int) (float64, float64) {
		at := x
		for _, w := range goodsCols[:i] {
			at += w
		}
		return at, goodsCols[i]
	}
	number := func(i int, s string) {
		at, w := cell(i)
		f.fitRight(at+w-4, base, w-6, 8, regular, s)
	}
	word := func(i int, style, s string) {
		at, w := cell(i)
		f.fitCenter(at+w/2, base, w-4, 7.5, style, s)
	}
	number(0, count(g.Units))
	word(1, regular, g.UnitType)
	number(2, count(g.Packages))
	word(3, regular, g.PackageType)
	number(4, weight(g.Weight))
	if g.Hazmat != nil {
		word(5, bold, hmMark(g.Hazmat))
	}
	at, _ := cell(6)
	after := f.pen.lines(at+4, base, 7.5, goodsLeading, bold, g.basic)
	f.pen.lines(at+4, after, 7.5, goodsLeading, regular, g.plain)
	word(7, regular, g.Nmfc)
	word(8, regular, g.Class)
}

// hmMark is X, or RQ where a reportable quantity makes that the more telling mark; the law takes either.
func hmMark(h *Hazmat) string {
	if h.Rq {
		return "RQ"
	}
	return "X"
}

func (f *form) emergency(y float64) {
	f.SetFillColor(255, 255, 255)
	f.Rect(pageLeft, y, pageWidth, emergencyRow, "F")
	f.rule(pageLeft, y, pageRight, y)
	x := pageLeft + 4
	x += f.label(x, y+9.5, 220, wEmergency) + 6
	x += f.fit(x, y+10, 150, 10, bold, f.b.EmergencyPhone) + 10
	if f.b.EmergencyContract != "" {
		f.fit(x, y+9.5, pageRight-x-4, 7.5, regular, "Contract: "+f.b.EmergencyContract)
	}
}

func (f *form) foot(y float64, s sheet) {
	b := f.b
	if len(s.exceptions) > 0 {
		h := bandHeight + 5 + float64(len(s.exceptions))*noteLeading
		top := f.band(pageLeft, y, pageWidth, wExceptions)
		f.pen.lines(pageLeft+4, top+8, 7.5, noteLeading, bold, s.exceptions)
		f.box(pageLeft, y, pageWidth, h)
		y += h
	}
	// Value and COD.
	const valueHeight = 37.0
	value, per := "____________", "________"
	if b.DeclaredValue != nil {
		value, per = b.DeclaredValue.Amount.String(), b.DeclaredValue.Per
	}
	split := pageLeft + 330
	f.pen.lines(pageLeft+4, y+9, 6.3, 7.2, regular, f.wrap(split-pageLeft-8, 6.3, regular, fmt.Sprintf(lawValue, value, per)))
	used := f.label(split+4, y+10, 120, wCod)
	cod := b.Cod
	if cod == nil {
		cod = &Cod{}
		f.rule(split+8+used, y+11, pageRight-60, y+11)
	} else {
		f.fit(split+10+used, y+11, pageRight-split-used-16, 10, bold, cod.Amount.String())
	}
	used = f.label(split+4, y+21.5, 70, wCodFee)
	at := f.tick(split+10+used, y+21.5, 60, cod.Fee == Collect, word{en: wCollect.en})
	at = f.tick(at+6, y+21.5, 60, cod.Fee == Prepaid, word{en: wPrepaid.en})
	f.tick(split+4, y+32.5, 150, cod.CustomerCheck, wCheck)
	if cod.RemitTo != "" {
		f.fit(at+8, y+21.5, pageRight-at-12, 6.5, regular, wRemit.en+": "+cod.RemitTo)
	}
	f.rule(split, y, split, y+valueHeight)
	f.box(pageLeft, y, pageWidth, valueHeight)
	y += valueHeight
	// Liability.
	f.fit(pageLeft+4, y+8.5, pageWidth-8, 7, bold, lawLiability)
	f.box(pageLeft, y, pageWidth, 12)
	y += 12
	// Received, and section 7.
	const receivedHeight = 32.0
	f.pen.lines(pageLeft+4, y+9, 6.3, 7.2, regular, f.wrap(split-pageLeft-8, 6.3, regular, lawReceived))
	f.pen.lines(split+4, y+9, 6.3, 7.2, regular, f.wrap(pageRight-split-8, 6.3, regular, lawRecourse))
	f.label(split+4, y+29, 104, wRecourse)
	f.rule(split+110, y+29, pageRight-6, y+29)
	if b.NoRecourse {
		if sig, ok := b.Signed(Shipper); ok {
			f.picture(Shipper, split+112, y+15, 60, 14)
			f.fitRight(pageRight-6, y+27, 50, 6.5, regular, localDay(sig))
		}
	}
	f.rule(split, y, split, y+receivedHeight)
	f.box(pageLeft, y, pageWidth, receivedHeight)
	y += receivedHeight
	// Signatures.
	const signHeight = 97.0
	left, right := pageLeft+205, pageLeft+353
	f.signature(pageLeft, y, left-pageLeft, signHeight, wShipper, lawCertify, Shipper)
	f.counts(left, y, right-left, signHeight)
	f.signature(right, y, pageRight-right, signHeight, wDriver, lawReceipt, Driver)
	f.rule(left, y, left, y+signHeight)
	f.rule(right, y, right, y+signHeight)
	f.box(pageLeft, y, pageWidth, signHeight)
	y += signHeight
	if _, ok := b.Signed(Consignee); ok {
		f.delivery(y)
	}
	f.evidence(pageBottom)
}

func (f *form) counts(x, y, w, h float64) {
	f.label(x+4, y+9, w-8, wLoaded)
	at := y + 18.5
	for _, c := range []struct {
		by    LoadedBy
		words word
	}{{LoadedByShipper, wByShipper}, {LoadedByDriver, wByDriver}} {
		f.tick(x+6, at, w-10, f.b.LoadedBy == c.by, c.words)
		at += 10
	}
	f.rule(x, y+33, x+w, y+33)
	f.label(x+4, y+41, w-8, wCounted)
	at = y + 50.5
	for _, c := range []struct {
		by    CountedBy
		words word
	}{{CountedByShipper, wByShipper}, {CountedByDriverPallets, wByPallets}, {CountedByDriverPieces, wByPieces}} {
		f.tick(x+6, at, w-10, f.b.CountedBy == c.by, c.words)
		at += 9.8
	}
	if sig, ok := f.b.Signed(Driver); ok && sig.Pieces+sig.Pallets > 0 {
		f.rule(x, y+h-13.5, x+w, y+h-13.5)
		pieces, pallets := wPieces.en, wPallets.en
		f.fitCenter(x+w/2, y+h-3.8, w-8, 9, bold, fmt.Sprintf("%s %s · %s %s", groups(int64(sig.Pallets)), pallets, groups(int64(sig.Pieces)), pieces))
	}
}

func (f *form) signature(x, y, w, h float64, l word, law string, r Role) {
	f.label(x+4, y+9, w-8, l)
	after := f.pen.lines(x+4, y+17, 5.6, 6.3, regular, f.wrap(w-8, 5.6, regular, law))
	line := y + h - 22
	if sig, ok := f.b.Signed(r); ok {
		f.picture(r, x+8, after-3, w-16, line-after+2)
		f.fit(x+4, line+8, w-8, 7.5, bold, joined(", ", sig.Name, sig.Company))
		f.fit(x+4, line+15, w-8, 6.3, regular, localTime(sig))
		f.ink(80)
		f.fit(x+4, line+20.5, w-8, 5, regular, joined(" ", consentMark(sig.Language), sig.Consent))
		f.ink(0)
	}
	f.rule(x+4, line, x+w-4, line)
}

func (f *form) delivery(y float64) {
	sig, _ := f.b.Signed(Consignee)
	mid := pageLeft + 300
	f.label(pageLeft+4, y+9, 280, wConsignee)
	f.pen.lines(pageLeft+4, y+18, 6.3, 7.2, regular, []string{lawDelivered})
	f.fit(pageLeft+4, y+30, 290, 7.5, bold, joined(", ", sig.Name, sig.Company))
	f.fit(pageLeft+4, y+39, 290, 6.3, regular, localTime(sig))
	f.picture(Consignee, mid, y+3, pageRight-mid-8, consigneeHeight-10)
	f.rule(mid, y+consigneeHeight-6, pageRight-8, y+consigneeHeight-6)
	f.box(pageLeft, y, pageWidth, consigneeHeight)
}

// evidence is the line under the form by which a paper is matched with the bill that was signed.
func (f *form) evidence(y float64) {
	f.ink(90)
	f.fit(pageLeft, y-1, pageWidth-120, 5.5, regular, "SHA-256 "+f.digest)
	f.right(pageRight, y-1, 5.5, regular, joined(" · ", "BOL "+f.b.Number, fmt.Sprintf("version %d", max(1, f.b.Version))))
	f.ink(0)
	f.stay(y + 8)
}

// stay is the line that detention is settled by: when the truck came, when it was let go, and what of it the driver agreed to.
func (f *form) stay(y float64) {
	t := f.b.Times
	if t.Arrived.IsZero() || len(f.b.Signatures) == 0 {
		return
	}
	zone := f.b.Signatures[0].Zone
	part := func(what string, at, agreed time.Time) string {
		said := "not confirmed by the driver"
		if !agreed.IsZero() {
			said = "the driver agreed " + clockTime(agreed, zone)
		}
		return fmt.Sprintf("%s %s (%s)", what, clockTime(at, zone), said)
	}
	line := part("came", t.Arrived, t.ArrivalAgreed)
	if !t.Released.IsZero() {
		minutes := int64(t.Released.Sub(t.Arrived).Minutes())
		line = joined(" · ", line, part("let go", t.Released, t.ReleaseAgreed), fmt.Sprintf("%d h %02d min at the dock", minutes/60, minutes%60))
	}
	f.fit(pageLeft, y, pageWidth, 6.5, regular, joined(" / ", wTimes.en, wTimes.second(f.lang))+": "+line)
}

// picture places a signature in a space, as large as its shape allows, standing on the line.
func (f *form) picture(r Role, x, y, w, h float64) {
	name := f.images[r]
	if name == "" || h <= 4 {
		return
	}
	info := f.GetImageInfo(name)
	scale := min(w/info.Width(), h/info.Height())
	pw, ph := info.Width()*scale, info.Height()*scale
	f.ImageOptions(name, x+(w-pw)/2, y+h-ph, pw, ph, false, fpdf.ImageOptions{ImageType: "PNG"}, 0, "")
}

func (f *form) loadImages() error {
	for _, s := range f.b.Signatures {
		if len(s.Image) == 0 {
			continue
		}
		ink, err := inkOnly(s.Image)
		if err != nil {
			return err
		}
		if ink == nil {
			continue
		}
		sum := sha256.Sum256(ink)
		name := hex.EncodeToString(sum[:8])
		f.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "PNG"}, bytes.NewReader(ink))
		f.images[s.Role] = name
	}
	return nil
}

// inkOnly crops a signature to its strokes and makes it plain 8-bit grey on white: the PDF writer takes no interlaced or 16-bit
// PNG, and a pad's empty margin would make the signature small.
func inkOnly(raw []byte) ([]byte, error) {
	cfg, err := png.DecodeConfig(bytes.NewReader(raw))
	if err != nil || cfg.Width*cfg.Height > maxSignaturePixels {
		return nil, fail.Malformed("bill-signature-image")
	}
	src, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, fail.Malformed("bill-signature-image")
	}
	all := src.Bounds()
	grey := image.NewGray(image.Rect(0, 0, all.Dx(), all.Dy()))
	var ink image.Rectangle
	for y := range all.Dy() {
		for x := range all.Dx() {
			r, g, b, a := src.At(all.Min.X+x, all.Min.Y+y).RGBA() // premultiplied: white shows through what is missing
			v := (299*(r+0xffff-a) + 587*(g+0xffff-a) + 114*(b+0xffff-a)) / 1000 >> 8
			grey.SetGray(x, y, color.Gray{Y: uint8(v)})
			if v < 0xc0 {
				ink = ink.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if ink.Empty() {
		return nil, nil
	}
	ink = ink.Inset(-4).Intersect(grey.Bounds())
	cropped := image.NewGray(image.Rect(0, 0, ink.Dx(), ink.Dy()))
	for y := range ink.Dy() {
		copy(cropped.Pix[y*cropped.Stride:][:ink.Dx()], grey.Pix[grey.PixOffset(ink.Min.X, ink.Min.Y+y):])
	}
	var out bytes.Buffer
	if err := png.Encode(&out, cropped); err != nil {
		return nil, fmt.Errorf("encode signature: %w", err)
	}
	return out.Bytes(), nil
}

// symbol is what the bar code carries: a 17-digit number goes as GS1-128 with its identifier 402, any other as it is.
func symbol(number string) string {
	if gs1.ValidBOL(number) {
		return string(code128.FNC1) + "402" + number
	}
	return number
}

func legend(number string) string {
	if gs1.ValidBOL(number) {
		return "(402) " + number
	}
	return number
}

// spaced sets a bill number in groups that can be read out: prefix, serial, check digit.
func spaced(n string) string {
	if !gs1.ValidBOL(n) {
		return n
	}
	return n[:7] + " " + n[7:10] + " " + n[10:13] + " " + n[13:16] + " " + n[16:]
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return groups(int64(n))
}

func joined(sep string, parts ...string) string {
	var some []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, sep)
}

// longDay writes the month as a word: 11/12 is two days, depending on the reader.
func longDay(on string) string {
	d, err := time.Parse(time.DateOnly, on)
	if err != nil {
		return on
	}
	return d.Format("Jan 2, 2006")
}

func local(s Signature) time.Time {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		zone = time.UTC
	}
	return s.At.In(zone)
}

func localTime(s Signature) string {
	at := local(s)
	utc := at.UTC().Format("15:04 UTC")
	if s.Zone == "" || s.Zone == "UTC" {
		return at.Format("Jan 2, 2006, 15:04:05 UTC")
	}
	return at.Format("Jan 2, 2006, 3:04:05 PM MST") + " (" + utc + ", " + s.Zone + ")"
}

// clockTime is a moment as the warehouse's clock shows it.
func clockTime(at time.Time, zone string) string {
	return local(Signature{At: at, Zone: zone}).Format("Jan 2, 2006, 3:04 PM MST")
}

func localDay(s Signature) string { return local(s).Format("Jan 2, 2006") }

func consentMark(lang string) string {
	if lang == "" {
		return ""
	}
	return "[" + lang + "]"
}

// paperDate is the document's own date, taken from the bill so that equal bills give equal bytes.
func paperDate(b Bill) time.Time {
	at, err := time.Parse(time.DateOnly, b.On)
	if err != nil {
		at = time.Unix(0, 0).UTC()
	}
	for _, s := range b.Signatures {
		if s.At.After(at) {
			at = s.At.UTC()
		}
	}
	return at
}
