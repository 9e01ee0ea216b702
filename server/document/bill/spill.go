package bill

import "strings"

// The room of boxes whose text may be longer than they hold. What does not fit stands among the special instructions, which go on to a supplement: a number or an
// address that is cut off is none.
const (
	masterRoom = 86.0
	remitRoom  = 85.0
)

// holds tells whether a line fits a box without being cut.
func (p *pen) holds(w float64, style, s string) bool {
	p.SetFont("form", style, smallest)
	return p.GetStringWidth(s) <= w
}

func (p *pen) holdsUnderlying(b Bill) bool {
	return p.holds(masterRoom, regular, strings.Join(b.Underlying, ", "))
}

func (c Cod) remit() string { return wRemit.en + ": " + c.RemitTo }

func (p *pen) holdsRemit(b Bill) bool {
	return b.Cod == nil || b.Cod.RemitTo == "" || p.holds(remitRoom, regular, b.Cod.remit())
}

// instructions are the special instructions, with what the boxes of the form have no room for.
func (p *pen) instructions(b Bill) (out []string) {
	if b.Instructions != "" {
		out = append(out, b.Instructions)
	}
	if !p.holdsUnderlying(b) {
		out = append(out, "Underlying bills: "+strings.Join(b.Underlying, ", "))
	}
	if !p.holdsRemit(b) {
		out = append(out, "COD: "+strings.ToLower(b.Cod.remit()[:1])+b.Cod.remit()[1:])
	}
	for _, o := range b.Orders {
		if !p.holds(orderCols[4]-8, regular, o.Note) {
			out = append(out, o.Number+": "+o.Note)
		}
	}
	return out
}
