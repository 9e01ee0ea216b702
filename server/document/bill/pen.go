package bill

import (
	"strings"
	"unicode"

	"lading/server/document/bill/font"

	"github.com/boombuler/barcode/code128"
	"github.com/boombuler/barcode/qr"
	"github.com/go-pdf/fpdf"
)

const (
	regular = ""
	bold    = "B"

	smallest = 5.0 // points; below this a carbon copy or a fax cannot be read
)

// pen draws on one document in points from the upper left corner.
type pen struct {
	*fpdf.Fpdf
	lang string
}

func newPen(lang string) *pen {
	pdf := fpdf.New("P", "pt", "Letter", "")
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	pdf.AddUTF8FontFromBytes("form", regular, font.Regular)
	pdf.AddUTF8FontFromBytes("form", bold, font.Bold)
	pdf.SetCatalogSort(true)
	return &pen{Fpdf: pdf, lang: lang}
}

func (p *pen) ink(gray int) { p.SetTextColor(gray, gray, gray) }

func (p *pen) text(x, y, size float64, style, s string) {
	p.SetFont("form", style, size)
	p.Text(x, y, s)
}

func (p *pen) right(x, y, size float64, style, s string) {
	p.SetFont("form", style, size)
	p.Text(x-p.GetStringWidth(s), y, s)
}

func (p *pen) center(x, y, size float64, style, s string) {
	p.SetFont("form", style, size)
	p.Text(x-p.GetStringWidth(s)/2, y, s)
}

// fit makes the text smaller until it fits, and only then cuts it, visibly. It returns the text's width.
func (p *pen) fit(x, y, w, size float64, style, s string) float64 {
	size, s = p.fitted(w, size, style, s)
	p.text(x, y, size, style, s)
	return p.GetStringWidth(s)
}

func (p *pen) fitRight(x, y, w, size float64, style, s string) {
	size, s = p.fitted(w, size, style, s)
	p.right(x, y, size, style, s)
}

func (p *pen) fitCenter(x, y, w, size float64, style, s string) {
	size, s = p.fitted(w, size, style, s)
	p.center(x, y, size, style, s)
}

func (p *pen) fitted(w, size float64, style, s string) (float64, string) {
	s = strings.ReplaceAll(s, "\n", " ") // one line is one line, whatever was pasted into the field
	p.SetFont("form", style, size)
	if have := p.GetStringWidth(s); have > w {
		size = max(smallest, size*w/have)
		p.SetFont("form", style, size)
	}
	if p.GetStringWidth(s) <= w+0.1 {
		return size, s
	}
	return size, s[:p.fits(w-p.GetStringWidth("…"), s)] + "…"
}

// fits is how many bytes of s go into a width, at least one character's.
func (p *pen) fits(w float64, s string) int {
	used := 0.0
	for i, r := range s {
		if used += p.GetStringWidth(string(r)); used > w && i > 0 {
			return i
		}
	}
	return len(s)
}

// wrap breaks a text into lines of a width, at spaces where there are any.
func (p *pen) wrap(w, size float64, style, s string) (lines []string) {
	p.SetFont("form", style, size)
	for _, paragraph := range strings.Split(s, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if next := strings.TrimSpace(line + " " + word); p.GetStringWidth(next) <= w {
				line = next
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for p.GetStringWidth(word) > w { // a word wider than the column, such as a long part number
				n := p.fits(w, word)
				if n == len(word) {
					break
				}
				lines, word = append(lines, word[:n]), word[n:]
			}
			line = word
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// lines sets wrapped lines under each other and returns the baseline after the last.
func (p *pen) lines(x, y, size, leading float64, style string, lines []string) float64 {
	for _, l := range lines {
		p.text(x, y, size, style, l)
		y += leading
	}
	return y
}

func (p *pen) box(x, y, w, h float64) {
	p.SetLineWidth(0.6)
	p.SetDrawColor(0, 0, 0)
	p.Rect(x, y, w, h, "D")
}

func (p *pen) rule(x1, y1, x2, y2 float64) {
	p.SetLineWidth(0.4)
	p.SetDrawColor(0, 0, 0)
	p.Line(x1, y1, x2, y2)
}

// band is a section's heading in white on black, as the trade's form has it.
func (p *pen) band(x, y, w float64, l word) float64 {
	const h = 11
	p.SetFillColor(0, 0, 0)
	p.Rect(x, y, w, h, "F")
	p.ink(255)
	p.SetFont("form", bold, 7.5)
	width := p.GetStringWidth(l.en)
	at := x + (w-width)/2
	second := l.second(p.lang)
	if second != "" {
		p.SetFont("form", regular, 6.5)
		at -= (p.GetStringWidth(second) + 8) / 2
	}
	p.text(at, y+8.2, 7.5, bold, l.en)
	if second != "" {
		p.text(at+width+8, y+8.1, 6.5, regular, second)
	}
	p.ink(0)
	return y + h
}

// label is a box's small heading, in both languages on one line, within the width.
func (p *pen) label(x, y, w float64, l word) float64 {
	p.ink(60)
	used := p.fit(x, y, w, 6, bold, l.en)
	if second := l.second(p.lang); second != "" && w-used > 18 {
		p.ink(110)
		used += 3 + p.fit(x+used+3, y, w-used-3, 5.5, regular, second)
	}
	p.ink(0)
	return used
}

// stacked is a column's heading: the second language goes under the first.
func (p *pen) stacked(x, y, w float64, l word) {
	p.fitCenter(x+w/2, y, w-3, 6, bold, l.en)
	if second := l.second(p.lang); second != "" {
		p.ink(110)
		p.fitCenter(x+w/2, y+6, w-3, 5.2, regular, second)
		p.ink(0)
	}
}

// tick is a small box with its words, marked or not. It returns the x after them.
func (p *pen) tick(x, y, w float64, on bool, l word) float64 {
	const side = 6.5
	p.SetLineWidth(0.6)
	p.SetDrawColor(0, 0, 0)
	p.Rect(x, y-side+0.8, side, side, "D")
	if on {
		p.SetLineWidth(1.1)
		p.Line(x+1.2, y-side+2, x+side-1.2, y-0.4)
		p.Line(x+side-1.2, y-side+2, x+1.2, y-0.4)
	}
	used := side + 3
	style := regular
	if on {
		style = bold
	}
	used += p.fit(x+used, y, w-used, 7, style, l.en)
	if second := l.second(p.lang); second != "" && w-used > 14 {
		p.ink(110)
		used += 2.5 + p.fit(x+used+2.5, y, w-used-2.5, 5.5, regular, second)
		p.ink(0)
	}
	return x + used
}

// barcode draws Code 128 as rectangles, so that it is sharp on any printer. The bars are as wide as the space allows, but never so narrow
// that a scanner in the yard gives up; then there is no bar code rather than one that cannot be read.
func (p *pen) barcode(x, y, w, h float64, content string) bool {
	const narrowest, widest, quiet = 0.55, 1.0, 10.0
	code, err := code128.Encode(content)
	if err != nil {
		return false
	}
	n := code.Bounds().Dx()
	module := min(widest, w/(float64(n)+2*quiet))
	if module < narrowest {
		return false
	}
	left := x + (w-module*float64(n))/2
	p.SetFillColor(0, 0, 0)
	for from := 0; from < n; {
		to := from
		for to < n && isBar(code.At(to, 0).RGBA()) {
			to++
		}
		if to > from {
			p.Rect(left+float64(from)*module, y, float64(to-from)*module, h, "F")
		}
		from = to + 1
	}
	return true
}

// qr draws a QR code as rectangles, quiet zone included. A text too long for a code that a phone reads from paper is left out.
func (p *pen) qr(x, y, side float64, content string) bool {
	const quiet, narrowest = 4, 0.85
	code, err := qr.Encode(content, qr.M, qr.Auto)
	if err != nil {
		return false
	}
	n := code.Bounds().Dx()
	module := side / float64(n+2*quiet)
	if module < narrowest {
		return false
	}
	p.SetFillColor(0, 0, 0)
	for row := range n {
		for from := 0; from < n; {
			to := from
			for to < n && isBar(code.At(to, row).RGBA()) {
				to++
			}
			if to > from {
				p.Rect(x+float64(from+quiet)*module, y+float64(row+quiet)*module, float64(to-from)*module, module, "F")
			}
			from = to + 1
		}
	}
	return true
}

func isBar(r, _, _, _ uint32) bool { return r < 0x8000 }

// printable keeps what the font can set: controls become spaces, characters beyond the basic plane a question mark.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsControl(r):
			return ' '
		case r > 0xffff || r == unicode.ReplacementChar:
			return '?'
		}
		return r
	}, s)
}
