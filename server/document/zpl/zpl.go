// Package zpl reads labels in ZPL II, the language of label printers, and draws them: as a picture for the screen, as PDF for a
// printer that does not speak it. It knows the commands that our own labels are made of and those that carriers' labels commonly use;
// whatever else a label holds is named in Unknown, so that nobody takes an incomplete picture for the label.
package zpl

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Dots per millimetre of the two usual print heads: 203 and 300 dots per inch.
const (
	Dots203 = 8
	Dots300 = 12
)

// DPI is the resolution that a print head is sold by.
func DPI(dots int) float64 {
	if dots == Dots300 {
		return 300
	}
	return 203
}

const (
	// A label that asks for more than this is no label.
	maxSide     = 8000
	maxSize     = 1 << 20
	maxMarks    = 200_000
	maxLabels   = 1000
	maxMatrices = 2000
)

// Label is one drawn label.
type Label struct {
	Width, Height int // dots
	Dots          int // per millimetre
	Copies        int
	Unknown       []string // commands that were passed over
	Texts         []string // what stands on it to read, in its order
	Codes         []Code   // its bar codes
	marks         []mark
}

// Code is a bar code on a label.
type Code struct {
	Kind  string // code-128, qr, data-matrix
	Data  string
	X, Y  int // the upper left corner of its bars
	W, H  int
	Width int // of its narrowest bar
}

type ink byte

const (
	black ink = iota
	white
	invert // ^FR: black on white and white on black
)

// mark is a rectangle, or a line of text where text is set.
type mark struct {
	ink        ink
	x, y, w, h float64
	text       string
	size       float64 // height of the line; the letters' width is size times stretch
	stretch    float64
	at         frame
}

// frame is where a block stands and how it is turned. It places the block's own u, v (along and down) on the label.
type frame struct {
	x, y float64
	turn byte // N, R, I, B: clockwise by quarters
}

func (f frame) put(u, v float64) (x, y float64) {
	switch f.turn {
	case 'R':
		return f.x - v, f.y + u
	case 'I':
		return f.x - u, f.y - v
	case 'B':
		return f.x + v, f.y - u
	}
	return f.x + u, f.y + v
}

// box places a rectangle of the block.
func (f frame) box(u, v, w, h float64) (x, y, wide, high float64) {
	x1, y1 := f.put(u, v)
	x2, y2 := f.put(u+w, v+h)
	return min(x1, x2), min(y1, y2), max(x1, x2) - min(x1, x2), max(y1, y2) - min(y1, y2)
}

// reader holds what the commands so far have set. Fonts, bars and the origin last from label to label, as they do in a printer.
type reader struct {
	dots  int
	label *Label
	out   []Label
	marks int
	// codes that take time to make
	matrices int

	width, height   int
	homeX, homeY    int
	fontH, fontW    float64
	turn            byte
	module, barHigh int
	ratio           float64 // of wide to narrow bars

	field field
}

// field is what stands between ^FO and ^FS.
type field struct {
	x, y         int
	typeset      bool // ^FT: y is the baseline
	fontH, fontW float64
	turn         byte
	block        []string
	blocked      bool
	reverse      bool
	hex          byte
	code         string // two letters of the bar code command
	args         []string
	data         string
	full         bool
}

// Read draws all labels of a text. A text without a label is refused.
func Read(ctx context.Context, src string, dots int) ([]Label, error) {
	if len(src) > maxSize {
		return nil, fmt.Errorf("zpl: %d bytes are too many", len(src))
	}
	r := &reader{dots: dots, fontH: 9, turn: 'N', module: 2, ratio: 3, barHigh: 10}
	r.width, r.height = 812, 1218 // four inches by six
	if dots == Dots300 {
		r.width, r.height = 1200, 1800
	}
	for len(src) > 0 {
		at := strings.IndexAny(src, "^~")
		if at < 0 {
			break
		}
		src = src[at+1:]
		end := strings.IndexAny(src, "^~")
		if end < 0 {
			end = len(src)
		}
		if err := r.command(src[:end]); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil { // nobody waits for it any more
			return nil, err
		}
		src = src[end:]
	}
	if r.label != nil {
		return nil, fmt.Errorf("zpl: the last label has no ^XZ")
	}
	if len(r.out) == 0 {
		return nil, fmt.Errorf("zpl: there is no label in it")
	}
	return r.out, nil
}

func (r *reader) command(s string) error {
	if s == "" {
		return nil
	}
	if (s[0] == 'A' || s[0] == 'a') && len(s) > 1 && s[1] != '@' { // ^A0N,30: the second character is the font
		f := list(s[2:])
		turn := r.turn
		if v := text(f, 0); v != "" {
			turn = upper(v[0])
		}
		r.field.turn = turn
		r.field.fontH, r.field.fontW = number(f, 1, r.fontH), number(f, 2, 0)
		return nil
	}
	if len(s) < 2 {
		return nil
	}
	name, rest := strings.ToUpper(s[:2]), s[2:]
	if name != "FD" && name != "FV" && name != "FX" {
		rest = strings.TrimSpace(rest)
	}
	args := list(rest)
	switch name {
	case "XA":
		if r.label != nil {
			return fmt.Errorf("zpl: a label begins before the last has ended")
		}
		if len(r.out) == maxLabels {
			return fmt.Errorf("zpl: more than %d labels", maxLabels)
		}
		r.label = &Label{Dots: r.dots, Copies: 1}
		r.field = field{turn: r.turn}
	case "XZ":
		if r.label == nil {
			return fmt.Errorf("zpl: ^XZ without ^XA")
		}
		if err := r.close(); err != nil {
			return err
		}
		r.label.Width, r.label.Height = r.width, r.height
		r.out = append(r.out, *r.label)
		r.label = nil
	case "FX", "CI", "MM", "MN", "MT", "MD", "MC", "MF", "CV", "PR", "PF", "SD", "TA": // what does not change the picture, or is the printer's own
	case "PO", "PM", "LT", "LS", "LR": // what does only where it is not as usual
		if v := strings.ToUpper(text(args, 0)); r.label != nil && v != "" && v != "N" && v != "0" && name+v != "POI" {
			r.unknown("^" + name)
		}
	case "PW":
		r.width = int(clamp(number(args, 0, float64(r.width)), 1, maxSide))
	case "LL":
		r.height = int(clamp(number(args, 0, float64(r.height)), 1, maxSide))
	case "LH":
		r.homeX, r.homeY = r.whole(args, 0, 0), r.whole(args, 1, 0)
	case "FW":
		if v := text(args, 0); v != "" {
			r.turn = upper(v[0])
			r.field.turn = r.turn
		}
	case "CF":
		r.fontH = clamp(number(args, 1, r.fontH), 1, maxSide)
		r.fontW = clamp(number(args, 2, 0), 0, maxSide)
	case "BY":
		r.module = int(clamp(number(args, 0, float64(r.module)), 1, 30))
		r.ratio = clamp(number(args, 1, r.ratio), 2, 3)
		r.barHigh = int(clamp(number(args, 2, float64(r.barHigh)), 1, maxSide))
	case "PQ":
		if r.label != nil {
			n := number(args, 0, 1)
			if n > MaxCopies {
				return fmt.Errorf("zpl: %v copies are too many", n)
			}
			r.label.Copies = int(clamp(n, 1, MaxCopies))
		}
	case "FO", "FT":
		if err := r.close(); err != nil {
			return err
		}
		r.field = field{x: r.homeX + r.whole(args, 0, 0), y: r.homeY + r.whole(args, 1, 0), typeset: name == "FT", turn: r.turn}
	case "FB":
		r.field.block, r.field.blocked = args, true
	case "FR":
		r.field.reverse = true
	case "FH":
		r.field.hex = '_'
		if rest != "" {
			r.field.hex = rest[0]
		}
	case "FD", "FV":
		r.field.data, r.field.full = rest, true
	case "BC", "BQ", "BX", "B3":
		r.field.code, r.field.args = name, args
	case "GB", "GF":
		r.field.code, r.field.args, r.field.full = name, args, true
	case "FS":
		return r.close()
	default:
		if r.label == nil {
			break
		}
		r.unknown("^" + name)
		if name[0] == 'B' || name == "XG" || name == "IM" || name == "GS" { // what stands in the field is no text
			r.field.code = name
		}
	}
	return nil
}

// unknown names a command that is not drawn.
func (r *reader) unknown(name string) {
	if len(r.label.Unknown) < 100 {
		r.label.Unknown = append(r.label.Unknown, name)
	}
}

// close draws the field that was being written.
func (r *reader) close() error {
	f := r.field
	r.field = field{turn: r.turn}
	if r.label == nil || !f.full {
		return nil
	}
	if f.hex != 0 {
		f.data = unhex(f.data, f.hex)
	}
	f.data = strings.TrimRight(f.data, "\r\n")
	if f.fontH == 0 {
		f.fontH, f.fontW = r.fontH, r.fontW
	}
	var err error
	switch f.code {
	case "BC":
		err = r.code128(f)
	case "B3":
		err = r.code39(f)
	case "BQ", "BX":
		if r.matrices++; r.matrices > maxMatrices {
			return fmt.Errorf("zpl: more than %d codes", maxMatrices)
		}
		err = r.matrix(f)
	case "GB":
		r.line(f)
	case "GF":
		err = r.picture(f)
	case "":
		r.write(f)
	}
	if r.marks > maxMarks {
		return fmt.Errorf("zpl: the labels hold too much to draw")
	}
	return err
}

func (r *reader) add(m mark) {
	r.marks++
	r.label.marks = append(r.label.marks, m)
}

// frame places a block of so many dots, whose base line lies so far below its top.
func (f field) frame(w, h, base float64) frame {
	x, y := float64(f.x), float64(f.y)
	if f.typeset {
		switch f.turn {
		case 'R':
			return frame{x + base, y, 'R'}
		case 'I':
			return frame{x, y + base, 'I'}
		case 'B':
			return frame{x - base, y, 'B'}
		}
		return frame{x, y - base, 'N'}
	}
	switch f.turn {
	case 'R':
		return frame{x + h, y, 'R'}
	case 'I':
		return frame{x + w, y + h, 'I'}
	case 'B':
		return frame{x, y + w, 'B'}
	}
	return frame{x, y, 'N'}
}

func (f field) ink() ink {
	if f.reverse {
		return invert
	}
	return black
}

// line draws ^GB: a box, a line where it has no height or width, solid where its rim fills it.
func (r *reader) line(f field) {
	t := clamp(number(f.args, 2, 1), 1, maxSide)
	w, h := clamp(number(f.args, 0, t), t, maxSide), clamp(number(f.args, 1, t), t, maxSide)
	k := f.ink()
	if text(f.args, 3) == "W" && k == black {
		k = white
	}
	x, y := float64(f.x), float64(f.y)
	if f.typeset {
		y -= h
	}
	if 2*t >= w || 2*t >= h {
		r.add(mark{ink: k, x: x, y: y, w: w, h: h})
		return
	}
	r.add(mark{ink: k, x: x, y: y, w: w, h: t})
	r.add(mark{ink: k, x: x, y: y + h - t, w: w, h: t})
	r.add(mark{ink: k, x: x, y: y + t, w: t, h: h - 2*t})
	r.add(mark{ink: k, x: x + w - t, y: y + t, w: t, h: h - 2*t})
}

// list splits a command's arguments.
func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func text(args []string, i int) string {
	if i < len(args) {
		return strings.TrimSpace(args[i])
	}
	return ""
}

func number(args []string, i int, otherwise float64) float64 {
	if n, err := strconv.ParseFloat(text(args, i), 64); err == nil && n == n {
		return clamp(n, -maxSide, 1e8)
	}
	return otherwise
}

func (r *reader) whole(args []string, i, otherwise int) int {
	return int(clamp(number(args, i, float64(otherwise)), -maxSide, maxSide))
}

func clamp(n, low, high float64) float64 { return max(low, min(high, n)) }

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 32
	}
	return c
}

// unhex resolves ^FH: the mark and two hexadecimal digits are one byte.
func unhex(s string, mark byte) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == mark && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
