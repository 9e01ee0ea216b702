package table

import (
	"regexp"

	"lading/server/kit/sheet"
)

// streetRough is a house number with a name beside it.
var streetRough = regexp.MustCompile(`^\s*(?:\d{1,6}[A-Za-z]?[ ,-].*\pL{3}|\pL.*\pL{2,}.*[ ,]#?\d{1,6}[A-Za-z]?\s*$)|(?i)^p\.? ?o\.? ?box `)

var addressLines = &Shape{fits: func(c sheet.Cell) bool { return streetRough.MatchString(c.Text) && !dateLike(c) }}

// besides finds what no title tells by the columns beside: what reads like streets left of the city is the street, whatever it is called, and units beside a
// weight are the weight's.
func (k *Kind) besides(out []Guess, heads []string, values [][]sheet.Cell, remembered map[string]string, idle []bool) {
	at := map[string]int{}
	for i, g := range out {
		if g.Field != "" {
			at[g.Field] = i
		}
	}
	for i := range out {
		if _, said := remembered[Remember(heads, i)]; said || i >= len(values) || idle[i] && out[i].Field == "" {
			continue
		}
		for _, r := range k.beside {
			other, there := at[r.other]
			if _, taken := at[r.field]; taken && at[r.field] != i || !there || out[other].Confidence < Sure {
				continue
			}
			if i-other != r.offset || out[i].Field != "" && out[i].Field != r.field || out[i].Confidence >= Sure || r.instead != "" && has(at, r.instead) {
				continue
			}
			if r.shape.fit(values[i]) > 0.9 && !counting(values[i]) {
				out[i] = Guess{Field: r.field, Confidence: r.confidence}
				at[r.field] = i
				break
			}
		}
	}
}

func has(at map[string]int, field string) bool {
	_, ok := at[field]
	return ok
}

// adjacent is a field that is known by its values and by the column offset columns from it.
type adjacent struct {
	field, other string
	offset       int // of the field's column from the other's
	shape        *Shape
	confidence   int
	instead      string // a field that makes this one needless
}

// Beside is a field that a column is taken for by its values, directly before or after the column of another one.
type Beside struct {
	Field, Of string
	After     bool
	Shape     *Shape
	Asked     bool // proposed, and asked about
}

// adjacents are what is known of the main address, and what the kind declares.
func (k *Kind) adjacents() (all []adjacent) {
	if street := k.mainField(PartStreet); street != "" {
		for _, part := range []string{PartStreet2, PartCity, PartPlace, PartZip} {
			all = append(all, adjacent{street, k.mainField(part), -1, addressLines, Sure + 4, k.mainField(PartWhole)})
		}
	}
	for _, b := range k.Beside {
		a := adjacent{b.Field, b.Of, -1, b.Shape, Sure + 4, ""}
		if b.After {
			a.offset = 1
		}
		if b.Asked {
			a.confidence = Sure - 10
		}
		all = append(all, a)
	}
	return all
}
