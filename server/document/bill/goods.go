package bill

import (
	"slices"

	"lading/server/kit/freight"
)

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

// whomToCall is the number that is called for all of the hazardous materials, or where to look for theirs where they differ (49 CFR 172.201(d)): an empty box would
// say that there is nobody to call.
func (b Bill) whomToCall(lang string) string {
	if b.EmergencyPhone == "" && slices.ContainsFunc(b.Lines, func(l Line) bool { return l.Hazmat != nil && l.Hazmat.Phone != "" }) {
		return joined(" · ", wOwnPhones.en, wOwnPhones.second(lang))
	}
	return b.EmergencyPhone
}

func (f *form) emergency(y float64) {
	f.SetFillColor(255, 255, 255)
	f.Rect(pageLeft, y, pageWidth, emergencyRow, "F")
	f.rule(pageLeft, y, pageRight, y)
	x := pageLeft + 4
	x += f.label(x, y+9.5, 220, wEmergency) + 6
	x += f.fit(x, y+10, 220, 10, bold, f.b.whomToCall(f.lang)) + 10
	if f.b.EmergencyContract != "" {
		f.fit(x, y+9.5, pageRight-x-4, 7.5, regular, "Contract: "+f.b.EmergencyContract)
	}
}
