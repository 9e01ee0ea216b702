package file

import (
	"strings"

	"lading/server/kit/sheet"
	"lading/server/kit/table"
)

// evidence is what the rows of a file say about how it writes dates and numbers. It is gathered over all rows, because the row that gives it away may be the last.
type evidence struct {
	dayFirst, monthFirst, comma, point bool
	weights                            weighing
	zeros                              map[Field]*table.Padding
}

func (e *evidence) see(f Field, c cell) {
	if c.Formula || c.Text == "" {
		return
	}
	switch f {
	case FieldCode, FieldNumber, FieldReference1, FieldZip:
		if e.zeros == nil {
			e.zeros = map[Field]*table.Padding{}
		}
		if e.zeros[f] == nil {
			e.zeros[f] = &table.Padding{}
		}
		e.zeros[f].See(c)
	}
	if c.Number {
		return
	}
	switch f {
	case FieldShipOn, FieldDueOn:
		order := table.DayOrder(c.Text)
		e.dayFirst, e.monthFirst = e.dayFirst || order == "dmy", e.monthFirst || order == "mdy"
	case FieldWeight, FieldWeightEach, FieldWeightOrder, FieldLength, FieldWidth, FieldHeight, FieldPieces, FieldPallets:
		switch table.DecimalHint(c.Text) {
		case ',':
			e.comma = true
		case '.':
			e.point = true
		}
	}
}

// weighing finds out what a column "Weight" is the weight of. The same goods in two quantities tell: their weight grows with the quantity where it is the line's,
// and stays where it is a piece's. A weight that is the same on all lines of an order, whatever they hold, is the order's.
type weighing struct {
	seen             map[string][2]int64 // quantity and weight of an item
	same, grows, odd int
	varies           int // the same goods in the same quantity, and another weight
	order            string
	was              [2]int64
	key              string
	alike, unlike    int
	several          bool // some line has more than one piece
	lines            int
}

const mostItems = 20_000

func (w *weighing) see(order, item string, pieces, weight int64) {
	if weight <= 0 {
		return
	}
	if pieces <= 0 {
		pieces = 1
	}
	w.lines++
	w.several = w.several || pieces > 1
	if order != "" && order == w.order && (item != w.key || pieces != w.was[0]) {
		if weight == w.was[1] {
			w.alike++
		} else {
			w.unlike++
		}
	}
	w.order, w.key, w.was = order, item, [2]int64{pieces, weight}
	if item == "" {
		return
	}
	first, ok := w.seen[item]
	if !ok {
		if w.seen == nil {
			w.seen = map[string][2]int64{}
		}
		if len(w.seen) < mostItems {
			w.seen[item] = [2]int64{pieces, weight}
		}
		return
	}
	if first[0] == pieces {
		if weight != first[1] { // a piece's weight does not change
			w.varies++
		}
		return
	}
	expected := first[1] * pieces / first[0]
	switch off := expected - weight; {
	case weight == first[1]:
		w.same++
	case max(off, -off)*5 <= expected:
		w.grows++
	default:
		w.odd++
	}
}

// of is what the weights are of; sure is false where somebody must say it. title is that of the column.
func (w *weighing) of(title string) (what WeightOf, sure bool) {
	key := " " + table.Normal(title) + " "
	told := false
	for _, word := range []string{" gross ", " total ", " line ", " extended ", " ext ", " bruto ", " brut ", " ligne ", " linea ", " gesamt "} {
		told = told || strings.Contains(key, word)
	}
	told = told || strings.Contains(key, "brutto") || strings.Contains(key, "gesamt")
	switch {
	case w.lines == 0 || !w.several && w.alike == 0:
		return OfLine, true
	case w.alike >= 2 && w.unlike == 0 && w.grows == 0 && w.same == 0:
		return OfOrder, true
	case w.same >= 2 && w.varies == 0 && w.grows == 0 && w.odd == 0 && w.alike == 0 && !told:
		return OfPiece, true
	case w.same > 0 && w.grows == 0 || w.alike >= 1 && w.unlike == 0:
		return OfLine, false
	case w.grows+w.varies > 0 && w.same == 0:
		return OfLine, true
	}
	return OfLine, told
}

// lossyFields are ids, of which a spreadsheet that took them for numbers may have lost digits.
func lossy(f Field, c sheet.Cell) bool {
	switch f {
	case FieldNumber, FieldCode, FieldReference1, FieldReference2, FieldReference3, FieldReference4, FieldReference5, FieldCustomer, FieldPhone, FieldZip, FieldLine:
		return table.Lossy(c)
	}
	return false
}
