package pdfform

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/font"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
	"golang.org/x/text/encoding/charmap"
)

// Sizes of type, in points.
const (
	usualSize = 10
	leastSize = 4.5 // smaller cannot be read on paper
	leading   = 1.15
	ascent    = 0.72 // of Helvetica's capitals
	padding   = 2
	helvetica = "Helvetica"
)

// appear draws text in the place w of a field, and reports whether all of it can be read there.
func (d *doc) appear(f *field, w types.Dict, text string) (fits bool, err error) {
	r, ok := d.rect(w)
	if !ok || r.Width() < 1 || r.Height() < 1 {
		return true, nil // a field that no paper shows
	}
	mk, _ := d.DereferenceDict(w["MK"])
	turn := ((d.int(mk["R"]) % 360) + 360) % 360
	width, height := r.Width(), r.Height()
	if turn == 90 || turn == 270 {
		width, height = height, width
	}
	letters, all := winAnsi(text)
	if !all { // a viewer that has a font for them draws them itself
		d.form["NeedAppearances"] = types.Boolean(true)
	}
	size, color := look(f.da)
	if o := w["DA"]; o != nil {
		size, color = look(d.text(o))
	}
	b := box{width: width, height: height, size: size, quad: f.quad, lines: f.Lines, comb: f.flags&comb != 0 && f.Max > 0, cells: f.Max}
	body, fits := b.set(letters)
	var c bytes.Buffer
	d.frame(&c, mk, width, height)
	fmt.Fprintf(&c, "/Tx BMC q 1 1 %.2f %.2f re W n BT %s %s ET Q EMC", max(width-2, 0), max(height-2, 0), color, body)
	ref, err := d.stream(c.Bytes(), width, height, turn, d.helvetica())
	if err != nil {
		return false, err
	}
	w["AP"] = types.Dict{"N": *ref}
	return fits, nil
}

// box is a place for text.
type box struct {
	width, height, size float64 // a size of 0 is whatever fits
	quad                int
	lines, comb         bool
	cells               int
}

// set gives the operators that show letters, at the largest size up to the field's own at which all of them can be read.
func (b box) set(letters string) (ops string, fits bool) {
	from := b.size
	if from <= 0 {
		from = usualSize
		if !b.lines {
			from = math.Min(12, math.Max(b.height-2*padding, leastSize)/leading)
		}
	}
	from = math.Min(math.Max(from, leastSize), 72)
	for size := from; ; size = math.Max(size-0.5, leastSize) {
		rows, ok := b.rows(letters, size)
		if ok || size == leastSize {
			return b.show(rows, size), ok
		}
	}
}

// rows breaks letters into lines of a size, and reports whether they fit.
func (b box) rows(letters string, size float64) (rows []string, ok bool) {
	room := b.width - 2*padding
	if b.comb {
		return []string{letters}, size <= b.height && wide("W", size) <= b.width/float64(b.cells)+size/2
	}
	if !b.lines {
		return []string{letters}, wide(letters, size) <= room && size <= b.height
	}
	ok = true
	for _, given := range strings.Split(letters, "\n") {
		row := ""
		for _, word := range strings.Split(given, " ") {
			next := word
			if row != "" {
				next = row + " " + word
			}
			if row == "" || wide(next, size) <= room {
				row = next
			} else {
				rows, row = append(rows, row), word
			}
			for wide(row, size) > room && len(row) > 1 { // a word that is longer than the field
				n := len(row) - 1
				for n > 1 && wide(row[:n], size) > room {
					n--
				}
				rows, row = append(rows, row[:n]), row[n:]
			}
		}
		rows = append(rows, row)
	}
	return rows, float64(len(rows))*size*leading <= b.height-padding
}

// show sets rows one below the other: from the top where there may be several, otherwise in the middle.
func (b box) show(rows []string, size float64) string {
	var out strings.Builder
	fmt.Fprintf(&out, "/F %.2f Tf", size)
	if b.comb {
		cell := b.width / float64(b.cells)
		y := (b.height - ascent*size) / 2
		for i := range len(rows[0]) {
			c := rows[0][i : i+1]
			fmt.Fprintf(&out, " 1 0 0 1 %.2f %.2f Tm %s Tj", float64(i)*cell+(cell-wide(c, size))/2, y, literal(c))
		}
		return out.String()
	}
	y := (b.height - ascent*size) / 2
	if b.lines {
		y = b.height - padding - ascent*size - 1
	}
	for i, row := range rows {
		x := float64(padding)
		switch b.quad {
		case 1:
			x = (b.width - wide(row, size)) / 2
		case 2:
			x = b.width - padding - wide(row, size)
		}
		fmt.Fprintf(&out, " 1 0 0 1 %.2f %.2f Tm %s Tj", x, y-float64(i)*size*leading, literal(row))
	}
	return out.String()
}

// wide is how wide letters are, in points.
func wide(letters string, size float64) float64 {
	w, err := font.TextWidthFloat(letters, helvetica, size)
	if err != nil {
		return 0
	}
	return w
}

// literal writes letters as a string of PDF.
func literal(letters string) string { return fmt.Sprintf("<%X>", letters) }

// winAnsi writes text in the encoding of Western Latin, and reports whether all of it can be.
func winAnsi(text string) (letters string, all bool) {
	all = true
	var out strings.Builder
	for _, r := range text {
		switch b, ok := charmap.Windows1252.EncodeRune(r); {
		case r == '\n' || ok && b >= ' ':
			out.WriteByte(b)
		case r < ' ':
			out.WriteByte(' ')
		default:
			all = false
			out.WriteByte('?')
		}
	}
	return out.String(), all
}

// look reads size and color out of a field's default appearance: "/Helv 9 Tf 0 0 1 rg".
func look(da string) (size float64, color string) {
	color = "0 g"
	tokens := strings.Fields(da)
	for i, t := range tokens {
		if t == "Tf" && i > 0 {
			size, _ = strconv.ParseFloat(tokens[i-1], 64)
		}
		if n := map[string]int{"g": 1, "rg": 3, "k": 4}[t]; n > 0 && i >= n && numbers(tokens[i-n:i]) {
			color = strings.Join(tokens[i-n:i+1], " ")
		}
	}
	return size, color
}

func numbers(tokens []string) bool {
	for _, t := range tokens {
		if n, err := strconv.ParseFloat(t, 64); err != nil || n < 0 || n > 1 {
			return false
		}
	}
	return true
}

// frame draws a place's background and border, as its maker gave them.
func (d *doc) frame(c *bytes.Buffer, mk types.Dict, width, height float64) {
	if bg := d.color(mk["BG"], false); bg != "" {
		fmt.Fprintf(c, "q %s 0 0 %.2f %.2f re f Q ", bg, width, height)
	}
	if bc := d.color(mk["BC"], true); bc != "" {
		fmt.Fprintf(c, "q %s 1 w 0.5 0.5 %.2f %.2f re S Q ", bc, max(width-1, 0), max(height-1, 0))
	}
}

func (d *doc) color(o types.Object, stroke bool) string {
	list, err := d.DereferenceArray(o)
	op := map[int]string{1: "g", 3: "rg", 4: "k"}[len(list)]
	if err != nil || op == "" {
		return ""
	}
	if stroke {
		op = strings.ToUpper(op)
	}
	parts := []string{}
	for _, o := range list {
		n, err := d.DereferenceNumber(o)
		if err != nil {
			return ""
		}
		parts = append(parts, strconv.FormatFloat(min(max(n, 0), 1), 'f', 3, 64))
	}
	return strings.Join(append(parts, op), " ")
}

// crossed is a check box's cross.
func crossed(width, height float64) []byte {
	return fmt.Appendf(nil, "q 1 w 2 2 m %.2f %.2f l 2 %.2f m %.2f 2 l S Q", width-2, height-2, height-2, width-2)
}

// helvetica is a font that every viewer has.
func (d *doc) helvetica() types.Dict {
	return types.Dict{"Font": types.Dict{"F": types.Dict{"Type": types.Name("Font"), "Subtype": types.Name("Type1"), "BaseFont": types.Name(helvetica), "Encoding": types.Name("WinAnsiEncoding")}}}
}

// stream keeps a drawing of a size, turned by a quarter or more.
func (d *doc) stream(body []byte, width, height float64, turn int, resources types.Dict) (*types.IndirectRef, error) {
	sd, err := d.NewStreamDictForBuf(body)
	if err != nil {
		return nil, err
	}
	sd.InsertName("Type", "XObject")
	sd.InsertName("Subtype", "Form")
	sd.Insert("BBox", types.NewNumberArray(0, 0, width, height))
	switch turn {
	case 90:
		sd.Insert("Matrix", types.NewNumberArray(0, 1, -1, 0, height, 0))
	case 180:
		sd.Insert("Matrix", types.NewNumberArray(-1, 0, 0, -1, width, height))
	case 270:
		sd.Insert("Matrix", types.NewNumberArray(0, -1, 1, 0, 0, width))
	}
	if resources != nil {
		sd.Insert("Resources", resources)
	}
	if err := sd.Encode(); err != nil {
		return nil, err
	}
	return d.IndRefForNewObject(*sd)
}
