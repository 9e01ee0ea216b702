package engine

// Reason is why a piece is left over.
type Reason string

// The reasons. They are told of the box that comes nearest.
const (
	TooLarge Reason = "too-large" // no box is as large, however it may be turned
	TooTall  Reason = "too-tall"  // it would fit if it might lie
	TooHeavy Reason = "too-heavy" // fits, but no box may weigh as much
	NoBoxes  Reason = "no-boxes"  // there are no boxes, or none is left
	NoSize   Reason = "no-size"   // its measures are not known
)

// Values lists the reasons.
func (Reason) Values() []string {
	return []string{"too-large", "too-tall", "too-heavy", "no-boxes", "no-size"}
}

// Left is what could not be packed.
type Left struct {
	Item   int
	Count  int
	Reason Reason
}

// unfit tells why no box can ever take one piece; empty where one can.
func (p *packer) unfit(it *Item) Reason {
	if it.Size.L <= 0 || it.Size.W <= 0 || it.Size.H <= 0 {
		return NoSize
	}
	if len(p.Boxes) == 0 {
		return NoBoxes
	}
	why := TooLarge
	lying := *it
	lying.Sides = AnySide
	for i := range p.Boxes {
		b := &p.Boxes[i]
		switch {
		case !fitsInto(it, b.Inner):
			if why == TooLarge && fitsInto(&lying, b.Inner) {
				why = TooTall
			}
		case b.Gross > 0 && b.Tare+it.Weight > b.Gross:
			why = TooHeavy
		default:
			return ""
		}
	}
	return why
}

func fitsInto(it *Item, room Size) bool {
	for _, t := range it.turns() {
		if t.within(room) {
			return true
		}
	}
	return false
}
