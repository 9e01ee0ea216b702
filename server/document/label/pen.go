package label

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"lading/server/document/zpl"
)

// pen writes ZPL. Places and sizes are given in dots of a 203 dpi head and scaled for a finer one; bars alone are chosen anew, since a bar
// is as wide as whole dots are.
type pen struct {
	out           *bytes.Buffer
	width, height int
	scale         float64
}

func newPen(out *bytes.Buffer, dots int) *pen {
	w, h := dotsOf(dots)
	return &pen{out, w, h, float64(w) / 812}
}

func (p *pen) raw(format string, args ...any) { _, _ = fmt.Fprintf(p.out, format, args...) }

func (p *pen) dots(n float64) int { return int(math.Round(n * p.scale)) }

// text writes one line within a width: smaller where it is too long, and cut, visibly, where it would be too small to read.
func (p *pen) text(x, y, size, width float64, s string) {
	if size, s = fit(size, width, s); s != "" {
		p.raw("^FO%d,%d^A0N,%d^FH^FD%s^FS\n", p.dots(x), p.dots(y), p.dots(size), escape(s))
	}
}

func (p *pen) rightText(right, y, size, width float64, s string) {
	size, s = fit(size, width, s)
	p.text(right-zpl.Width(s, size), y, size, width, s)
}

func (p *pen) centredText(y, size, width float64, s string) {
	size, s = fit(size, width, s)
	p.text(406-zpl.Width(s, size)/2, y, size, width, s)
}

// lines writes as many lines as there is room for. One that would be small print goes on in a second line, as long as the rest has room.
func (p *pen) lines(x, y, size, width float64, most int, lines []string) {
	for i := 0; i < len(lines) && len(lines) < most; i++ {
		if first, rest := halves(lines[i]); rest != "" && zpl.Width(lines[i], size*0.7) > width {
			lines = slices.Concat(lines[:i], []string{first, rest}, lines[i+1:])
			i++
		}
	}
	for i, s := range lines {
		if i < most {
			p.text(x, y+float64(i)*size*1.1, size, width, s)
		}
	}
}

// halves parts a line at the blank nearest to its middle; rest is empty where there is none.
func halves(s string) (first, rest string) {
	at := -1
	for i, c := range s {
		if c == ' ' && (at < 0 || abs(2*i-len(s)) < abs(2*at-len(s))) {
			at = i
		}
	}
	if at < 0 {
		return s, ""
	}
	return s[:at], s[at+1:]
}

func abs(n int) int { return max(n, -n) }

func (p *pen) rule(y float64) {
	p.raw("^FO%d,%d^GB%d,%d,%d^FS\n", p.dots(20), p.dots(y), p.dots(772), p.dots(3), p.dots(3))
}

// reversed writes white on black: what must not be overlooked.
func (p *pen) reversed(x, y, width, height float64, s string) {
	size, s := fit(height*0.8, width-16, s)
	p.raw("^FO%d,%d^GB%d,%d,%d^FS\n", p.dots(x), p.dots(y), p.dots(width), p.dots(height), p.dots(height))
	p.raw("^FO%d,%d^A0N,%d^FR^FH^FD%s^FS\n", p.dots(x+8), p.dots(y+height*0.12), p.dots(size), escape(s))
}

// code writes Code 128 with bars of about so many dots at 203 dpi.
func (p *pen) code(x, y, module, height float64, data string) {
	p.raw("^BY%d,3,%d^FO%d,%d^BCN,%d,N,N,N^FD%s^FS\n", p.bar(module), p.dots(height), p.dots(x), p.dots(y), p.dots(height), escapeCode(data))
}

// centred writes Code 128 in the middle, narrower only if its quiet zones would not fit.
func (p *pen) centred(y, module, height float64, data string) {
	words, err := zpl.Codewords(data)
	if err != nil {
		return // Check has named it
	}
	n := 11*(len(words)-1) + 13
	bar := p.bar(module)
	for bar > 1 && (n+20)*bar > p.width {
		bar--
	}
	p.raw("^BY%d,3,%d^FO%d,%d^BCN,%d,N,N,N^FD%s^FS\n", bar, p.dots(height), (p.width-n*bar)/2, p.dots(y), p.dots(height), escapeCode(data))
}

// bar is a module in whole dots.
func (p *pen) bar(module float64) int { return int(math.Round(module * p.scale)) }

const smallest = 18 // dots at 203 dpi, that is 2.3 mm

func fit(size, width float64, s string) (float64, string) {
	s = strings.Join(strings.Fields(printable(s)), " ")
	if have := zpl.Width(s, size); have > width {
		size = max(smallest, math.Floor(size*width/have))
	}
	letters := []rune(s)
	for zpl.Width(s, size) > width && len(letters) > 1 {
		letters = letters[:len(letters)-1]
		s = strings.TrimSpace(string(letters)) + "…"
	}
	return size, s
}

func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r > 0xffff || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, s)
}

// escape writes text that no character of can command the printer.
func escape(s string) string {
	return strings.NewReplacer("^", "_5E", "~", "_7E", "_", "_5F", `\`, "_5C").Replace(s)
}

// escapeCode leaves bars their own commands; the field has no ^FH, and no caret or tilde stands in a number.
func escapeCode(s string) string { return strings.NewReplacer("^", "", "~", "").Replace(s) }
