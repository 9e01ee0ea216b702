package zpl

import (
	"fmt"
	"strings"
)

// Code 39's characters and their nine bars and spaces in turn; w is a wide one.
const letters39 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*"

var bars39 = strings.Fields(`
nnnwwnwnn wnnwnnnnw nnwwnnnnw wnwwnnnnn nnnwwnnnw wnnwwnnnn nnwwwnnnn nnnwnnwnw wnnwnnwnn nnwwnnwnn
wnnnnwnnw nnwnnwnnw wnwnnwnnn nnnnwwnnw wnnnwwnnn nnwnwwnnn nnnnnwwnw wnnnnwwnn nnwnnwwnn nnnnwwwnn
wnnnnnnww nnwnnnnww wnwnnnnwn nnnnwnnww wnnnwnnwn nnwnwnnwn nnnnnnwww wnnnnnwwn nnwnnnwwn nnnnwnwwn
wwnnnnnnw nwwnnnnnw wwwnnnnnn nwnnwnnnw wwnnwnnnn nwwnwnnnn nwnnnnwnw wwnnnnwnn nwwnnnwnn
nwnwnwnnn nwnwnnnwn nwnnnwnwn nnnwnwnwn nwnnwnwnn`)

// code39 draws ^B3.
func (r *reader) code39(f field) error {
	if f.data == "" {
		return nil
	}
	if t := text(f.args, 0); t != "" {
		f.turn = upper(t[0])
	}
	data := strings.ToUpper(f.data)
	sum := 0
	for _, c := range data {
		n := strings.IndexRune(letters39, c)
		if n < 0 || c == '*' {
			return fmt.Errorf("zpl: Code 39 has no %q", c)
		}
		sum += n
	}
	shown := data
	if strings.ToUpper(text(f.args, 1)) == "Y" {
		data += letters39[sum%43 : sum%43+1]
	}
	high := clamp(number(f.args, 2, float64(r.barHigh)), 1, maxSide)
	module := float64(r.module)
	wide := 0.0
	type bar struct{ at, width float64 }
	var bars []bar
	for i, c := range "*" + data + "*" {
		if i > 0 {
			wide += module // between characters
		}
		for j, w := range bars39[strings.IndexRune(letters39, c)] {
			width := module
			if w == 'w' {
				width = float64(whole(module * r.ratio))
			}
			if j%2 == 0 {
				bars = append(bars, bar{wide, width})
			}
			wide += width
		}
	}
	at := f.frame(wide, high, high)
	for _, b := range bars {
		x, y, w, h := at.box(b.at, 0, b.width, high)
		r.add(mark{ink: f.ink(), x: x, y: y, w: w, h: h})
	}
	x, y, w, h := at.box(0, 0, wide, high)
	r.label.Codes = append(r.label.Codes, Code{Kind: "code-39", Data: data, X: int(x), Y: int(y), W: int(w), H: int(h), Width: r.module})
	if text(f.args, 3) != "N" {
		size := float64(r.dots) * 2.6
		f.fontH, f.fontW = size, 0
		v := high + size*0.3
		if text(f.args, 4) == "Y" {
			v = -size * 1.1
		}
		r.set(f, at, (wide-Width(shown, size))/2, v, shown, 1)
	}
	return nil
}
