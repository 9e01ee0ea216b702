package bill

import (
	"fmt"
	"time"
)

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
		said := cod.remit()
		if !f.holdsRemit(b) {
			said = wRemit.en + ": see instructions"
		}
		f.fit(at+8, y+21.5, pageRight-at-12, 6.5, regular, said)
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
			if len(sig.Image) == 0 { // it is on its way, or is none: who signed is said all the same
				f.fit(split+112, y+27, 70, 6.5, regular, sig.Name)
			}
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
		f.fitCenter(x+w/2, y+h-3.8, w-8, 9, bold, sig.counted())
	}
}

// counted is what its giver signed for: "1 pallet · 10 pieces".
func (s Signature) counted() string {
	say := func(n int, one, more string) string {
		if n != 1 {
			one = more
		}
		return groups(int64(n)) + " " + one
	}
	return say(s.Pallets, "pallet", "pallets") + " · " + say(s.Pieces, "piece", "pieces")
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
