package bill

import (
	"fmt"
	"io"
	"strings"
)

const (
	footHeight      = 190.0
	consigneeHeight = 46.0
	half            = pageLeft + pageWidth/2
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
			if b.Void {
				f.void()
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

// void strikes the page through: what lies beside a copier must not be taken for a bill.
func (f *form) void() {
	f.SetTextColor(190, 190, 190)
	f.SetAlpha(0.55, "Normal")
	f.TransformBegin()
	f.TransformRotate(52, pageLeft+pageWidth/2, 396)
	f.SetFont("form", bold, 190)
	f.SetXY(pageLeft+pageWidth/2-300, 396-95)
	f.CellFormat(600, 190, "VOID", "", 0, "CM", false, 0, "")
	f.TransformEnd()
	f.SetAlpha(1, "Normal")
	f.ink(0)
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
		said := strings.Join(f.b.Underlying, ", ")
		if !f.holdsUnderlying(f.b) {
			said = fmt.Sprintf("%d, see instructions", len(f.b.Underlying))
		}
		f.fitRight(x+w-5, y+39, masterRoom, 6.5, regular, said)
	}
}

func (f *form) columns(y, bottom float64, widths []float64) {
	x := pageLeft
	for _, w := range widths[:len(widths)-1] {
		x += w
		f.rule(x, y, x, bottom)
	}
}
