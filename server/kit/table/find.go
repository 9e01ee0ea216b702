package table

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/sheet"
)

// Guess is what a column seems to be.
type Guess struct {
	Field      string
	Confidence int
	Unit       string // "Weight (kg)" says it in the title
	Length     bool   // the unit is one of length
}

// candidate is one thing that a column may be.
type candidate struct {
	column int
	Guess
	party *Party // of a part of an address
	part  string
	bare  bool // the part alone: whose it is, the columns beside it tell
	coded bool // only where the values are codes
	next  bool // only where the values speak against what is likelier
}

// Known is what is known beside the file itself.
type Known struct {
	// Titles tell what a person said of a title before, by Remember.
	Titles map[string]string
	// Values tell of a field's values whether the organization has such a one: its own warehouses, for one. A column of nothing else is that field.
	Values map[string]func(string) bool
}

// Find proposes what each column is. values are the cells below a title, as many as were looked at.
func (k *Kind) Find(heads []string, values [][]sheet.Cell, also Known) []Guess {
	remembered := also.Titles
	out := make([]Guess, len(heads))
	var all []candidate
	known := make([]bool, len(heads)) // a person has said what it is, perhaps nothing
	for n, h := range heads {
		if field, ok := remembered[Remember(heads, n)]; ok {
			known[n] = true
			if field != "" {
				_, unit, weight := unitless(h)
				all = append(all, candidate{column: n, Guess: Guess{Field: field, Confidence: 101, Unit: unit, Length: unit != "" && !weight}})
			}
			continue
		}
		all = append(all, k.recognise(n, h)...)
	}
	all = k.neighbours(all, heads, values)
	for i := range all {
		c := &all[i]
		if c.Confidence <= 100 && c.column < len(values) {
			c.Confidence = k.weigh(c, values[c.column], also.Values[c.Field])
			if c.coded && Codes.fit(values[c.column]) < 0.9 {
				c.Confidence = 0
			}
		}
	}
	all = likeliest(all, len(heads))
	all = append(all, k.alone(all, known, values, also)...)
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(filled(values, b.column)-filled(values, a.column), b.Confidence-a.Confidence, a.column-b.column)
	})
	idle := k.settle(all, out, values)
	k.besides(out, heads, values, remembered, idle)
	if !answered(remembered, k.Key) {
		k.judgeKey(out, heads, values)
	}
	return out
}

// answered tells whether a person has said before which column a field is.
func answered(remembered map[string]string, field string) bool {
	for _, f := range remembered {
		if f == field {
			return true
		}
	}
	return false
}

// likeliest leaves of the meanings of one title the next ones out where the values do not speak against the first.
func likeliest(all []candidate, columns int) []candidate {
	best := make([]int, columns)
	for _, c := range all {
		if !c.next {
			best[c.column] = max(best[c.column], c.Confidence)
		}
	}
	top := slices.Clone(best)
	for _, c := range all {
		top[c.column] = max(top[c.column], c.Confidence)
	}
	return slices.DeleteFunc(all, func(c candidate) bool {
		return c.next && (best[c.column] >= Sure || c.Confidence < top[c.column])
	})
}

// Remember is the name under which a column's title is remembered: titles repeat.
func Remember(heads []string, n int) string {
	key := strings.ToLower(strings.Join(strings.Fields(heads[n]), " "))
	for i := range n {
		if strings.EqualFold(strings.Join(strings.Fields(heads[i]), " "), key) {
			key += " +"
		}
	}
	return key
}

// filled is 1 where a column holds anything but zeros: of two of one title the blank one is not meant.
func filled(values [][]sheet.Cell, n int) int {
	if n < len(values) {
		for _, c := range values[n] {
			if strings.Trim(c.Text, "0.,") != "" {
				return 1
			}
		}
	}
	return 0
}

// settle gives each column at most one field and each field at most one column, the surest first.
func (k *Kind) settle(all []candidate, out []Guess, values [][]sheet.Cell) (idle []bool) {
	idle = make([]bool, len(out)) // known to hold nothing that is kept
	done, used, doubt := make([]bool, len(out)), map[string]int{}, map[string]int{}
	for _, c := range all {
		if c.Confidence < 30 || done[c.column] || c.Confidence < Sure && len(values) > 0 && c.column < len(values) && len(values[c.column]) > 0 && filled(values, c.column) == 0 {
			continue // of a blank column nothing need be asked
		}
		switch c.Field {
		case nothing:
			done[c.column] = true
			idle[c.column] = c.Confidence >= Sure
			continue
		case pooled:
			for _, slot := range k.Pool {
				if _, taken := used[slot]; !taken {
					c.Field = slot
					break
				}
			}
			if c.Field == pooled {
				continue
			}
		}
		if at, taken := used[c.Field]; taken {
			// Two columns that say the same are one; two that do not leave a doubt, if they were as sure.
			rival := c.Field == k.Key && out[at].Confidence < 95 // the number of what? Another column says it is one, too
			if (rival || c.Confidence+3 >= out[at].Confidence) && c.Confidence < 101 && filled(values, c.column) > 0 && !same(values, at, c.column) {
				doubt[c.Field] = at
			}
			continue
		}
		used[c.Field], done[c.column] = c.column, true
		out[c.column] = c.Guess
		out[c.column].Confidence = min(c.Confidence, 100)
		out[c.column].Field = c.Field
	}
	for _, at := range doubt {
		out[at].Confidence = min(out[at].Confidence, Sure-5)
	}
	return idle
}

func same(values [][]sheet.Cell, a, b int) bool {
	if a >= len(values) || b >= len(values) {
		return false
	}
	return slices.EqualFunc(values[a], values[b], func(x, y sheet.Cell) bool { return strings.EqualFold(x.Text, y.Text) })
}

// weigh sets the confidence of a title beside its values.
func (k *Kind) weigh(c *candidate, values []sheet.Cell, own func(string) bool) int {
	confidence, s := c.Confidence, k.shapes[c.Field]
	if c.Field == nothing && c.part != "" && c.party != nil { // "Pickup" may be whose dock it is, or the day
		s = partShapes[c.part]
	}
	if own != nil && confidence < 100 && (&Shape{fits: func(c sheet.Cell) bool { return own(strings.TrimSpace(c.Text)) }}).fit(values) == 0 {
		confidence = min(confidence, Sure-5)
	}
	if own != nil && (&Shape{fits: func(c sheet.Cell) bool { return own(strings.TrimSpace(c.Text)) }}).fit(values) > 0.9 {
		return max(confidence, 95)
	}
	if s == nil || c.Field == pooled || c.Field == nothing && c.part == "" {
		return confidence
	}
	fit, n := s.fitOf(values)
	clear := confidence >= 88
	switch {
	case fit < 0:
		return confidence
	case s.words && figures.fit(values) > 0.9: // what it costs, not who pays it
		return min(confidence, 20)
	case s == Ids && counting(values): // a line's number, not an item's
		return min(confidence, 20)
	case fit < s.Strict && clear && n < 5: // a few wrong values are wrong values; many are another column
		return confidence
	case fit < s.Strict && clear:
		return min(confidence, 45)
	case fit < s.Strict/2:
		return min(confidence, 20)
	case fit < s.Strict:
		return confidence * 6 / 10
	case fit > 0.9 && (confidence <= mayBe || confidence < Sure && c.Field == k.Key): // values do not tell which day or which number it is
		return min(confidence+int(float64(100-confidence)*s.Lends), Sure-5)
	case fit > 0.9:
		return confidence + int(float64(100-confidence)*s.Lends)
	}
	return confidence
}

// counting is a column that counts the lines of each order: 1, 2, 3, or 10, 20, 30, and again from the first.
func counting(values []sheet.Cell) bool {
	const fewest = 4
	step, last, rows, again := 0, 0, 0, 0
	for _, c := range values {
		if c.Text == "" {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSuffix(c.Text, ".0"))
		switch {
		case err != nil || n <= 0:
			return false
		case rows == 0:
			step = n
		case n == last+step:
		case n == step:
			again++
		default:
			return false
		}
		last = n
		rows++
	}
	return rows >= fewest && (step == 1 || step%10 == 0) && again < rows-1
}

// alone looks at columns whose title says nothing: mail addresses and places are known by themselves.
func (k *Kind) alone(found []candidate, known []bool, values [][]sheet.Cell, also Known) (more []candidate) {
	for _, c := range found {
		if c.Confidence >= 30 {
			known[c.column] = true
		}
	}
	for n := range known {
		if known[n] || n >= len(values) {
			continue
		}
		for _, field := range slices.Sorted(maps.Keys(k.shapes)) { // the order of a map must not decide
			s := k.shapes[field]
			if s != nil && s.Alone > 0 && s.lone().fit(values[n]) > 0.9 {
				more = append(more, candidate{column: n, Guess: Guess{Field: field, Confidence: min(s.Alone, Sure-5)}})
			}
			if own := also.Values[field]; own != nil && (&Shape{fits: func(c sheet.Cell) bool { return own(strings.TrimSpace(c.Text)) }}).fit(values[n]) > 0.9 {
				more = append(more, candidate{column: n, Guess: Guess{Field: field, Confidence: Sure + 5}})
			}
		}
	}
	return more
}
