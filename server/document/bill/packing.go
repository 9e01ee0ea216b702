package bill

import (
	"fmt"
	"io"
	"time"

	"lading/server/kit/freight"
)

// PackingList says what is in a shipment, and in which pallet or carton: for whoever unpacks it. It holds no terms and is nobody's contract.
type PackingList struct {
	Number  string       `json:"number"` // the shipment's own
	On      string       `json:"on"`
	BOL     string       `json:"bol"`
	PRO     string       `json:"pro"`
	Carrier string       `json:"carrier"`
	From    Party        `json:"from"`
	To      Party        `json:"to"`
	Orders  []string     `json:"orders"`
	Refs    []string     `json:"refs"`
	Lines   []PackedLine `json:"lines"`
	Units   []PackedUnit `json:"units"`
	Note    string       `json:"note"`
}

// PackedLine is one item of an order.
type PackedLine struct {
	Order       string          `json:"order"`
	Code        string          `json:"code"`
	Description string          `json:"description"`
	Pieces      int64           `json:"pieces"`
	Package     string          `json:"package"`
	Weight      freight.Measure `json:"weight"`
}

// PackedUnit is one pallet or carton with its number.
type PackedUnit struct {
	Number      string          `json:"number"`
	Description string          `json:"description"`
	Pieces      int64           `json:"pieces"`
	Weight      freight.Measure `json:"weight"`
	Size        string          `json:"size"`
	Lot         string          `json:"lot"`
	ExpiresOn   string          `json:"expiresOn"`
	BestBefore  string          `json:"bestBefore"`
}

// traced are the lot and the dates that the pallet's labels gave.
func (u PackedUnit) traced(lang string) string {
	var text string
	for _, f := range []struct {
		of    word
		value string
	}{{wLot, u.Lot}, {wExpires, u.ExpiresOn}, {wBestBefore, u.BestBefore}} {
		if f.value != "" {
			text = joined(" · ", text, joined(" / ", f.of.en, f.of.second(lang))+" "+f.value)
		}
	}
	return text
}

var (
	wPacking    = word{"PACKING LIST", "Lista de empaque", "Liste de colisage"}
	wShipment   = word{"Shipment", "Envío", "Expédition"}
	wItems      = word{"ITEMS", "Artículos", "Articles"}
	wItem       = word{"Item", "Artículo", "Article"}
	wCount      = word{"Pieces", "Piezas", "Pièces"}
	wOrder      = word{"Order", "Pedido", "Commande"}
	wHandling   = word{"PALLETS AND CARTONS", "Tarimas y cajas", "Palettes et cartons"}
	wUnitNo     = word{"Number", "Número", "Numéro"}
	wSize       = word{"Size", "Medidas", "Dimensions"}
	wRefs       = word{"References", "Referencias", "Références"}
	wContents   = word{"Contents", "Contenido", "Contenu"}
	wLot        = word{"Lot", "Lote", "Lot"}
	wExpires    = word{"Expires", "Caduca", "Expire le"}
	wBestBefore = word{"Best before", "Consumo preferente", "À consommer avant"}
)

// column of a table; a column with right set holds numbers.
type column struct {
	of    word
	width float64
	right bool
}

const rowHeight = 15.0

// RenderPacking writes the list as PDF, as often as copies says. lang adds the second language of the labels. Equal lists give equal bytes.
func RenderPacking(l PackingList, lang string, w io.Writer, copies int) error {
	p := newPen(lang)
	made := time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC)
	if day, err := time.Parse(time.DateOnly, l.On); err == nil {
		made = day.Add(12 * time.Hour)
	}
	p.SetCreationDate(made)
	p.SetModificationDate(made)
	p.SetTitle("Packing list "+l.Number, true)
	p.SetProducer("Lading", true)
	p.SetLang("en-US")
	for range max(1, copies) {
		f := packer{pen: p, l: l}
		f.draw()
	}
	if err := p.Output(w); err != nil {
		return fmt.Errorf("set packing list %s: %w", l.Number, err)
	}
	return nil
}

type packer struct {
	*pen
	l    PackingList
	page int
	y    float64
}

func (f *packer) draw() {
	l := f.l
	f.open()
	const w, h = pageWidth / 2, 62.0
	for i, at := range []struct {
		of word
		p  Party
	}{{wFrom, l.From}, {wTo, l.To}} {
		x := pageLeft + float64(i)*w
		top := f.band(x, f.y, w, at.of)
		y := top + 12
		for j, s := range []string{at.p.Name, joined(", ", at.p.Street, at.p.Street2), at.p.line(), joined(" · ", at.p.Contact, at.p.Phone)} {
			style := regular
			if j == 0 {
				style = bold
			}
			if s != "" {
				f.fit(x+4, y, w-8, 9, style, printable(s))
				y += 11.5
			}
		}
		f.box(x, f.y, w, h)
	}
	f.y += h + 14
	facts := []struct {
		of    word
		value string
	}{{wShipment, l.Number}, {wNumber, spaced(l.BOL)}, {wPro, l.PRO}, {wCarrier, l.Carrier}, {wRefs, joined(", ", l.Refs...)}, {wOrder, joined(", ", l.Orders...)}}
	for i, fact := range facts {
		x := pageLeft + float64(i%3)*pageWidth/3
		f.label(x, f.y, pageWidth/3-8, fact.of)
		f.fit(x, f.y+11, pageWidth/3-8, 9.5, bold, printable(fact.value))
		if i%3 == 2 {
			f.y += 27
		}
	}
	f.y += 2
	var rows [][]string
	var pieces int64
	var weight freight.Measure
	for _, it := range l.Lines {
		rows = append(rows, []string{it.Order, joined(" · ", it.Code, it.Description), fmt.Sprint(it.Pieces), it.Package, it.Weight.String()})
		pieces += it.Pieces
		weight = weight.Add(it.Weight)
	}
	f.table(wItems, []column{{wOrder, 100, false}, {wItem, 0, false}, {wCount, 54, true}, {wPackage, 60, false}, {wWeight, 90, true}}, rows,
		[]string{"", wTotal.en, fmt.Sprint(pieces), "", weight.String()})
	rows = nil
	for _, u := range l.Units {
		rows = append(rows, []string{spaced(u.Number), u.Description, fmt.Sprint(u.Pieces), u.Size, u.Weight.String()})
		if text := u.traced(f.lang); text != "" {
			rows = append(rows, []string{"", text, "", "", ""})
		}
	}
	if len(rows) > 0 {
		f.y += 12
		f.table(wHandling, []column{{wUnitNo, 140, false}, {wContents, 0, false}, {wCount, 54, true}, {wSize, 100, false}, {wWeight, 90, true}}, rows, nil)
	}
	if note := printable(l.Note); note != "" {
		lines := f.wrap(pageWidth-8, 8.5, regular, note)
		if f.y+30+float64(len(lines))*11 > pageBottom {
			f.open()
		}
		f.y += 12
		top := f.band(pageLeft, f.y, pageWidth, wSpecial)
		f.y = f.pen.lines(pageLeft+4, top+11, 8.5, 11, regular, lines)
	}
}

// open begins a page with its heading.
func (f *packer) open() {
	f.AddPage()
	f.page++
	f.text(pageLeft, 38, 15, bold, wPacking.en)
	width := f.GetStringWidth(wPacking.en)
	f.ink(90)
	f.text(pageLeft+width+8, 38, 9, regular, wPacking.second(f.lang))
	f.ink(0)
	f.right(pageRight, 30, 9.5, bold, longDay(f.l.On))
	f.ink(90)
	f.right(pageRight, 40, 7, regular, joined(" · ", f.l.Number, fmt.Sprintf("Page %d", f.page)))
	f.ink(0)
	f.y = 50
}

// table draws rows under a band, on as many pages as they need; each page has the columns' headings again.
func (f *packer) table(title word, columns []column, rows [][]string, total []string) {
	used := 0.0
	for _, c := range columns {
		used += c.width
	}
	widths := make([]float64, len(columns))
	for i, c := range columns {
		if widths[i] = c.width; c.width == 0 {
			widths[i] = pageWidth - used
		}
	}
	head := func() {
		f.y = f.band(pageLeft, f.y, pageWidth, title)
		x := pageLeft
		for i, c := range columns {
			f.stacked(x, f.y+7, widths[i], c.of)
			x += widths[i]
		}
		f.y += 16
		f.rule(pageLeft, f.y, pageRight, f.y)
	}
	row := func(cells []string, style string) {
		x := pageLeft
		for i, s := range cells {
			if s = printable(s); columns[i].right {
				f.fitRight(x+widths[i]-4, f.y+10.5, widths[i]-8, 8.5, style, s)
			} else {
				f.fit(x+4, f.y+10.5, widths[i]-8, 8.5, style, s)
			}
			x += widths[i]
		}
		f.y += rowHeight
		f.rule(pageLeft, f.y, pageRight, f.y)
	}
	if f.y+60 > pageBottom {
		f.open()
	}
	head()
	for _, r := range rows {
		if f.y+2*rowHeight > pageBottom {
			f.open()
			head()
		}
		row(r, regular)
	}
	if total != nil {
		row(total, bold)
	}
}
