package bill

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/freight"
)

// The letter page in points. The two sections in the middle take what the fixed blocks above and below leave them.
const (
	pageLeft, pageRight = 27.0, 585.0
	pageWidth           = pageRight - pageLeft
	pageTop, pageBottom = 24.0, 770.0
	headBottom          = 262.0 // below the addresses, the numbers and the terms
	supplementTop       = 96.0

	bandHeight   = 11.0
	orderHead    = 17.0
	orderRow     = 12.0
	goodsHead    = 30.0
	goodsLeading = 8.4
	goodsPad     = 4.2
	totalRow     = 13.0
	emergencyRow = 14.0
	noteLeading  = 8.0
	noteLines    = 4 // what the special instructions box holds
)

// Widths of the columns; each list sums to pageWidth.
var (
	orderCols = []float64{150, 50, 80, 56, 222}
	goodsCols = []float64{30, 32, 36, 32, 68, 24, 232, 60, 44}
)

// sheet is one page before it is drawn: what stands on it, and nothing about how it looks.
type sheet struct {
	page, of     int
	orders       []Order
	goods        []goods
	ordersGoOn   bool
	goodsGoOn    bool
	instructions []string // lines; on the first page only as many as the box holds
	goOn         bool     // instructions or exceptions go on
	exceptions   []string
}

// goods is a commodity line with its description broken to the column.
type goods struct {
	Line
	basic, plain []string // the hazardous description comes first and in bold
}

func (g goods) height() float64 {
	return float64(max(1, len(g.basic)+len(g.plain)))*goodsLeading + goodsPad
}

// layout deals the bill out to sheets. Dangerous goods come first among the lines as well as being marked in the H.M. column: either would
// satisfy 49 CFR 172.201(a)(1), and a reader in a hurry has both.
func layout(p *pen, b Bill) []sheet {
	all := make([]goods, 0, len(b.Lines))
	for _, l := range b.Lines {
		all = append(all, p.goods(l))
	}
	slices.SortStableFunc(all, func(x, y goods) int { return hmRank(x) - hmRank(y) })

	first := sheet{}
	b.Instructions = strings.Join(p.instructions(b), "\n")
	notes := p.wrap(pageWidth/2-8, 7.5, regular, b.Instructions)
	var over []string
	if len(notes) > noteLines {
		first.instructions, first.goOn = notes[:noteLines-1], true
		over = p.wrap(pageWidth-8, 7.5, regular, b.Instructions)
	} else {
		first.instructions = notes
	}
	var exceptions []string
	if b.Void && b.VoidWhy != "" {
		exceptions = p.wrap(pageWidth-8, 7.5, regular, "• VOID: "+b.VoidWhy)
	}
	if b.Correction != "" {
		exceptions = append(exceptions, p.wrap(pageWidth-8, 7.5, regular, fmt.Sprintf("• Version %d corrects version %d: %s", b.Version, b.Version-1, b.Correction))...)
	}
	for _, e := range b.Exceptions {
		if by := b.FoundBy[e]; by != "" {
			e += " (noted by " + by + ")"
		}
		exceptions = append(exceptions, p.wrap(pageWidth-8, 7.5, regular, "• "+e)...)
	}
	var overExceptions []string
	if n := max(3, roomForExceptions(b, all)); len(exceptions) > n {
		first.exceptions = append(slices.Clone(exceptions[:n-1]), wContinued.en)
		first.goOn, overExceptions = true, exceptions
	} else {
		first.exceptions = exceptions
	}

	room := middle(b, first)
	// The orders give way first: a carrier needs the goods on the first page more than the order numbers.
	goodsNeed := 0.0
	for _, g := range all {
		goodsNeed += g.height()
	}
	forOrders := max(room-goodsNeed, min(room*0.35, float64(len(b.Orders))*orderRow))
	orders := b.Orders
	first.orders, orders = takeOrders(orders, forOrders)
	first.ordersGoOn = len(orders) > 0
	room -= ordersHeight(first)
	first.goods, all = takeGoods(all, room)
	first.goodsGoOn = len(all) > 0

	sheets := []sheet{first}
	for len(orders)+len(all)+len(over)+len(overExceptions) > 0 {
		s := sheet{}
		room := pageBottom - supplementTop - 12
		if len(over) > 0 {
			n := min(len(over), int((room-bandHeight-8)/noteLeading))
			s.instructions, over = over[:n], over[n:]
			room -= bandHeight + 8 + float64(n)*noteLeading
		}
		if len(overExceptions) > 0 && room > 60 {
			n := min(len(overExceptions), int((room-bandHeight-8)/noteLeading))
			s.exceptions, overExceptions = overExceptions[:n], overExceptions[n:]
			room -= bandHeight + 8 + float64(n)*noteLeading
		}
		if len(orders) > 0 && room > 80 {
			s.orders, orders = takeOrders(orders, room-bandHeight-orderHead-6)
			s.ordersGoOn = len(orders) > 0
			room -= bandHeight + orderHead + 6 + ordersHeight(s)
		}
		if len(all) > 0 && room > 120 {
			s.goods, all = takeGoods(all, room-bandHeight-goodsHead-6)
			s.goodsGoOn = len(all) > 0
		}
		sheets = append(sheets, s)
	}
	for i := range sheets {
		sheets[i].page, sheets[i].of = i+1, len(sheets)
	}
	return sheets
}

// middle is the height that the first page's exceptions leave its orders and goods.
func middle(b Bill, first sheet) float64 {
	room := footTop(b, first) - headBottom - 2*bandHeight - orderHead - goodsHead - 2*totalRow
	if b.Hazardous() {
		room -= emergencyRow
	}
	return room
}

// roomForExceptions is how many lines of exceptions the first page holds beside all of its orders and goods: whoever signs it is to see them above the signature.
func roomForExceptions(b Bill, all []goods) int {
	room := middle(b, sheet{}) - float64(max(1, len(b.Orders)))*orderRow - bandHeight - 5
	for _, g := range all {
		room -= g.height()
	}
	return int(room / noteLeading)
}

// ordersHeight is what the rows of the order section take, one of them blank if there are none.
func ordersHeight(s sheet) float64 {
	rows := max(1, len(s.orders))
	if s.ordersGoOn {
		rows++
	}
	return float64(rows) * orderRow
}

func hmRank(g goods) int {
	if g.Hazmat != nil {
		return 0
	}
	return 1
}

func (p *pen) goods(l Line) goods {
	g := goods{Line: l}
	w := goodsCols[6] - 8
	if l.Hazmat != nil {
		g.basic = p.wrap(w, 7.5, bold, l.Hazmat.Describe())
		if l.Hazmat.Quantity != "" {
			g.plain = p.wrap(w, 7.5, regular, l.Hazmat.Quantity)
		}
		if l.Hazmat.Phone != "" {
			g.plain = append(g.plain, p.wrap(w, 7.5, regular, "Emergency response: "+l.Hazmat.Phone)...)
		}
	}
	g.plain = append(g.plain, p.wrap(w, 7.5, regular, l.Description)...)
	return g
}

// takeOrders takes the rows that fit; where not all do, the last row is left for "continued".
func takeOrders(all []Order, room float64) (took, rest []Order) {
	n := max(1, int(room/orderRow))
	if len(all) <= n {
		return all, nil
	}
	n = max(1, n-1)
	return all[:n], all[n:]
}

func takeGoods(all []goods, room float64) (took, rest []goods) {
	used := 0.0
	for i, g := range all {
		last := i == len(all)-1
		need := used + g.height()
		if !last {
			need += goodsLeading + goodsPad // the row that says that it goes on
		}
		if need > room && !(last && used+g.height() <= room) {
			if i == 0 { // never an endless supplement: a line taller than a page is set and runs into the margin
				return all[:1], all[1:]
			}
			return all[:i], all[i:]
		}
		used += g.height()
	}
	return all, nil
}

// footTop is where the blocks at the foot of the first page begin.
func footTop(b Bill, first sheet) float64 {
	h := footHeight
	if len(first.exceptions) > 0 {
		h += bandHeight + 5 + float64(len(first.exceptions))*noteLeading
	}
	if _, ok := b.Signed(Consignee); ok {
		h += consigneeHeight
	}
	return pageBottom - h
}

// groups writes a whole number with thousands marked.
func groups(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// String is the amount as it is printed: "$1,250.00", or with the currency's code behind it.
func (m Money) String() string {
	s := groups(m.Minor/100) + "." + strconv.FormatInt(100+m.Minor%100, 10)[1:]
	if m.Currency == "USD" || m.Currency == "" {
		return "$" + s
	}
	return s + " " + m.Currency
}

// total adds weights. Where units are mixed the sum is in pounds, as the form's readers expect.
func total(ws []freight.Measure) (sum freight.Measure) {
	for _, w := range ws {
		sum = sum.Add(w)
	}
	return sum
}

// weight is a weight as it is printed; nothing is a blank box, not a zero.
func weight(m freight.Measure) string {
	if m.Milli == 0 {
		return ""
	}
	return m.String()
}
