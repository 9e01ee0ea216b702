package engine

// MarkupKind is how a markup is found.
type MarkupKind string

// The kinds.
const (
	MarkupFlat       MarkupKind = "flat"
	MarkupPercent    MarkupKind = "percent"
	MarkupPercentMin MarkupKind = "percentMin" // a percentage, and at least the floor
)

// Values lists the kinds.
func (MarkupKind) Values() []string {
	return []string{string(MarkupFlat), string(MarkupPercent), string(MarkupPercentMin)}
}

// Markup is what a customer pays on top of the carrier's total.
type Markup struct {
	Kind  MarkupKind `json:"kind"`
	Value Dec        `json:"value"` // an amount or a percentage
	Floor Cents      `json:"floor"`
}

// On is the markup on a carrier's total, rounded half up.
func (m Markup) On(total Cents) Cents {
	if m.Kind == MarkupFlat {
		return Cents(m.Value / 100)
	}
	c, _ := HalfUp.percent(max(total, 0), m.Value)
	if m.Kind == MarkupPercentMin {
		c = max(c, m.Floor)
	}
	return c
}
