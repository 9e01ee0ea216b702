package engine

import "encoding/binary"

// filled is a kind of box, filled.
type filled struct {
	box int
	Loading
	cost cost
}

// fill fills one box of a kind with as much of the rest as it takes.
func (p *packer) fill(box int, rest []int, effort int) (filled, bool) {
	key := keyOf(box, rest)
	f, ok := p.filled[key]
	if !ok {
		f = p.fillAnew(box, rest, effort)
		p.filled[key] = f
	}
	return f, len(f.Placed) > 0
}

// keyOf tells fillings apart. The same goods come up again and again when boxes are packed anew.
func keyOf(box int, rest []int) string {
	key := binary.AppendUvarint(make([]byte, 0, 2*len(rest)+1), uint64(box))
	for _, n := range rest {
		key = binary.AppendUvarint(key, uint64(n))
	}
	return string(key)
}

// fillAnew gives a box with nothing in it where it takes nothing.
func (p *packer) fillAnew(box int, rest []int, effort int) filled {
	b := &p.Boxes[box]
	room := Room{b.Inner, 0}
	if b.Gross > 0 {
		if room.Weight = b.Gross - b.Tare; room.Weight <= 0 {
			return filled{}
		}
	}
	limit := choices
	if p.spent() {
		limit, effort = fewer, 0
	}
	f, from := begin(room, p.goods, rest, limit)
	if len(f.blocks) == 0 {
		return filled{}
	}
	p.effort -= len(f.blocks)*made + len(rest)
	f.effort = effort
	for w := 1; ; w *= 2 {
		f.beam(from, w)
		if f.best == nil || whole(f.best) || f.effort <= 0 || w >= 8 {
			break
		}
	}
	p.effort -= effort - f.effort
	if f.best == nil || f.best.volume == 0 {
		return filled{}
	}
	l := f.loading(nil)
	return filled{box, l, p.of(b, l.Weight)}
}

// Blocks to choose from for one box, and where the effort is spent.
const (
	choices = 600
	fewer   = 300
)

// made is what making one block costs, in blocks looked at.
const made = 20

// each is how much of the effort filling one box may take: most orders try some hundred fillings, of which many are small.
func (p *packer) each() int { return max((p.effort-p.keep)/45, 4000) }

// count counts boxes by kind.
func count(used []int, boxes []filled) {
	for _, f := range boxes {
		used[f.box]++
	}
}

// contents counts what stands in boxes.
func (p *packer) contents(boxes ...filled) []int {
	out := make([]int, len(p.Items))
	for _, f := range boxes {
		for _, q := range f.Placed {
			out[q.Item]++
		}
	}
	return out
}
