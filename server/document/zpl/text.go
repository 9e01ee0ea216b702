package zpl

import (
	"strings"
	"sync"

	"lading/server/document/bill/font"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A printer's scalable face stands on a base line three quarters down its height, as ours does here.
const baseline = 0.76

var face = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(font.Bold)
	if err != nil {
		panic(err) // embedded
	}
	return f
})

const em = 1000 // glyphs are measured at this size

var advances sync.Map // rune → width in thousandths of the size

func advance(c rune) float64 {
	if w, ok := advances.Load(c); ok {
		return w.(float64)
	}
	var buf sfnt.Buffer
	i, err := face().GlyphIndex(&buf, c)
	if err != nil {
		return 0
	}
	w, err := face().GlyphAdvance(&buf, i, fixed.I(em), 0)
	if err != nil {
		return 0
	}
	advances.Store(c, float64(w)/64/em)
	return float64(w) / 64 / em
}

// Width is how many dots a line of text takes at a size.
func Width(s string, size float64) float64 {
	w := 0.0
	for _, c := range s {
		w += advance(c)
	}
	return w * size
}

func stretch(f field) float64 {
	if f.fontW > 0 {
		return f.fontW / f.fontH
	}
	return 1
}

// write sets a field's text: one line, or a block of lines.
func (r *reader) write(f field) {
	wide := stretch(f)
	if !f.blocked {
		w := Width(f.data, f.fontH) * wide
		r.set(f, f.frame(w, f.fontH, baseline*f.fontH), 0, 0, f.data, wide)
		return
	}
	width, most, space := number(f.block, 0, 0), int(clamp(number(f.block, 1, 1), 1, 500)), number(f.block, 2, 0)
	hang := number(f.block, 4, 0)
	lines := wrap(f.data, width, hang, f.fontH, wide)
	lead := f.fontH + space
	high := lead*float64(min(most, len(lines))-1) + f.fontH
	at := f.frame(width, high, high-f.fontH*(1-baseline))
	for i, l := range lines {
		u, indent := 0.0, 0.0
		if i > 0 {
			indent = hang
		}
		switch w := Width(l, f.fontH) * wide; text(f.block, 3) {
		case "C", "c":
			u = (width - w) / 2
		case "R", "r":
			u = width - w
		}
		// what does not fit is printed over the last line, and so it is here
		r.set(f, at, u+indent, lead*float64(min(i, most-1)), l, wide)
	}
}

func (r *reader) set(f field, at frame, u, v float64, line string, wide float64) {
	if strings.TrimSpace(line) == "" {
		return
	}
	r.label.Texts = append(r.label.Texts, line)
	x, y := at.put(u, v+baseline*f.fontH)
	r.add(mark{ink: f.ink(), text: line, size: f.fontH, stretch: wide, at: frame{x, y, at.turn}})
}

// wrap breaks a block's text: at \& always, at spaces where a line is full, within a word where it is longer than the line.
func wrap(s string, width, hang, size, wide float64) (lines []string) {
	s = strings.ReplaceAll(s, `\&`, "\n")
	room := func() float64 {
		if len(lines) > 0 {
			return width - hang
		}
		return width
	}
	for _, paragraph := range strings.Split(s, "\n") {
		words, line := strings.Fields(paragraph), ""
		for i := 0; i < len(words); {
			next := strings.TrimSpace(line + " " + words[i])
			switch letters := []rune(words[i]); {
			case Width(next, size)*wide <= room() || line == "" && len(letters) == 1:
				line, i = next, i+1
			case line != "":
				lines, line = append(lines, line), ""
			default: // a word longer than the line
				n := 1
				for n < len(letters)-1 && Width(string(letters[:n+1]), size)*wide <= room() {
					n++
				}
				lines, words[i] = append(lines, string(letters[:n])), string(letters[n:])
			}
		}
		lines = append(lines, line)
	}
	return lines
}
