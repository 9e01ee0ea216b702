package zpl

import (
	"fmt"
	"image"
	"strings"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/code128"
	"github.com/boombuler/barcode/datamatrix"
	"github.com/boombuler/barcode/qr"
)

// Code 128's symbols by value, as the widths of bar, space, bar, space, bar, space; the stop has a bar more. A printer's manual mode says
// which symbols to take, and a picture with others would not be the label, so they are not left to an encoder that chooses by itself.
var symbols = strings.Fields(`
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132
221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313
231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141
114131 311141 411131 211412 211214 211232 2331112`)

const (
	toC, toB, toA          = 99, 100, 101
	fnc1                   = 102
	startA, startB, startC = 103, 104, 105
	stop                   = 106
)

// Codewords reads ^BC's field data in its manual mode: > and a character choose the set, or are a symbol of their own.
// The check symbol and the stop are among them.
func Codewords(data string) ([]int, error) {
	set, out := byte('B'), []int{startB}
	starts := map[byte]struct {
		set  byte
		word int
	}{'9': {'A', startA}, ':': {'B', startB}, ';': {'C', startC}}
	if len(data) > 1 && data[0] == '>' {
		if s, ok := starts[data[1]]; ok {
			set, out, data = s.set, []int{s.word}, data[2:]
		}
	}
	for i := 0; i < len(data); i++ {
		c := data[i]
		if c == '>' && i+1 < len(data) {
			i++
			switch data[i] {
			case '8':
				out = append(out, fnc1)
			case '5':
				set, out = 'C', append(out, toC)
			case '6':
				set, out = 'B', append(out, toB)
			case '7':
				set, out = 'A', append(out, toA)
			case '0':
				out = append(out, '>'-' ')
			default:
				return nil, fmt.Errorf("zpl: Code 128 has no >%c", data[i])
			}
			continue
		}
		switch {
		case set == 'C':
			if i+1 >= len(data) || !digit(c) || !digit(data[i+1]) {
				return nil, fmt.Errorf("zpl: Code 128 set C takes digits in pairs")
			}
			out = append(out, int(c-'0')*10+int(data[i+1]-'0'))
			i++
		case set == 'A' && c < ' ':
			out = append(out, int(c)+64)
		case c >= ' ' && c <= 127 && (set == 'B' || c < 96):
			out = append(out, int(c-' '))
		default:
			return nil, fmt.Errorf("zpl: Code 128 set %c has no %q", set, c)
		}
	}
	sum := out[0]
	for i, w := range out[1:] {
		sum += (i + 1) * w
	}
	return append(out, sum%103, stop), nil
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// Bars turns symbols into modules, true for black.
func Bars(words []int) (out []bool) {
	for _, w := range words {
		for i, c := range symbols[w] {
			for range int(c - '0') {
				out = append(out, i%2 == 0)
			}
		}
	}
	return out
}

func modules(code barcode.Barcode) (out []bool) {
	for x := range code.Bounds().Dx() {
		out = append(out, isBlack(code, x, 0))
	}
	return out
}

func isBlack(m image.Image, x, y int) bool {
	r, _, _, _ := m.At(x, y).RGBA()
	return r < 0x8000
}

// code128 draws ^BC.
func (r *reader) code128(f field) error {
	if f.data == "" {
		return nil
	}
	if t := text(f.args, 0); t != "" {
		f.turn = upper(t[0])
	}
	high := clamp(number(f.args, 1, float64(r.barHigh)), 1, maxSide)
	line, above, mode := text(f.args, 2) != "N", text(f.args, 3) == "Y", strings.ToUpper(text(f.args, 5))
	read := plainCode(f.data)
	var m []bool
	switch mode {
	case "A", "D", "U":
		data := f.data
		if mode == "D" {
			data = string(code128.FNC1) + strings.NewReplacer("(", "", ")", "", " ", "", ">8", string(code128.FNC1)).Replace(f.data)
		} else if mode == "U" {
			data = string(code128.FNC1) + f.data
		}
		code, err := code128.Encode(data)
		if err != nil {
			return fmt.Errorf("zpl: Code 128: %w", err)
		}
		m, read = modules(code), f.data
	default:
		words, err := Codewords(f.data)
		if err != nil {
			return err
		}
		m = Bars(words)
	}
	wide := float64(len(m) * r.module)
	at := f.frame(wide, high, high)
	r.row(at, m, float64(r.module), 0, high, f.ink())
	x, y, w, h := at.box(0, 0, wide, high)
	r.label.Codes = append(r.label.Codes, Code{Kind: "code-128", Data: read, X: int(x), Y: int(y), W: int(w), H: int(h), Width: r.module})
	if line {
		size := float64(r.dots) * 2.6
		f.fontH, f.fontW = size, 0
		v := high + size*0.3
		if above {
			v = -size * 1.1
		}
		r.set(f, at, (wide-Width(read, size))/2, v, read, 1)
	}
	return nil
}

// row draws one row of modules as few rectangles.
func (r *reader) row(at frame, m []bool, module, v, high float64, k ink) {
	for from := 0; from < len(m); {
		to := from
		for to < len(m) && m[to] {
			to++
		}
		if to > from {
			x, y, w, h := at.box(float64(from)*module, v, float64(to-from)*module, high)
			r.add(mark{ink: k, x: x, y: y, w: w, h: h})
		}
		from = to + 1
	}
}

// plainCode is what a reader reads of manual field data, and what stands under the bars.
func plainCode(s string) string {
	return strings.NewReplacer(">8", "", ">;", "", ">:", "", ">9", "", ">5", "", ">6", "", ">7", "", ">0", ">").Replace(s)
}

// matrix draws ^BQ, a QR code, and ^BX, a Data Matrix.
func (r *reader) matrix(f field) (err error) {
	var code barcode.Barcode
	var side float64
	kind, data := "qr", f.data
	if f.code == "BQ" {
		side = clamp(number(f.args, 2, 3), 1, 100)
		level := qr.M
		head, rest, ok := strings.Cut(f.data, ",") // QA,: the level of correction and the way of reading
		if ok && len(head) >= 1 && len(head) <= 2 {
			data = rest
			level = map[byte]qr.ErrorCorrectionLevel{'H': qr.H, 'Q': qr.Q, 'M': qr.M, 'L': qr.L}[upper(head[0])]
		}
		code, err = qr.Encode(data, level, qr.Auto)
	} else {
		kind, side = "data-matrix", clamp(number(f.args, 1, float64(r.module)), 1, 100)
		code, err = datamatrix.Encode(data)
	}
	if err != nil {
		return fmt.Errorf("zpl: %s: %w", kind, err)
	}
	if t := text(f.args, 0); f.code == "BX" && t != "" {
		f.turn = upper(t[0])
	}
	n := code.Bounds().Dx()
	wide := float64(n) * side
	at := f.frame(wide, wide, wide)
	for y := range n {
		m := make([]bool, n)
		for x := range n {
			m[x] = isBlack(code, x, y)
		}
		r.row(at, m, side, float64(y)*side, side, f.ink())
	}
	x, y, w, h := at.box(0, 0, wide, wide)
	r.label.Codes = append(r.label.Codes, Code{Kind: kind, Data: data, X: int(x), Y: int(y), W: int(w), H: int(h), Width: int(side)})
	return nil
}
