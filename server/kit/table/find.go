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
		return cmp.Or(b.Confidence-a.Confidence, filled(values, b.column)-filled(values, a.column), a.column-b.column)
	})
	k.settle(all, out, values)
	k.besides(out, heads, values, remembered)
	if !answered(remembered, k.Key) {
		k.judgeKey(out, values)
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

// filled is 1 where a column holds anything: of two of one title the blank one is not meant.
func filled(values [][]sheet.Cell, n int) int {
	if n < len(values) {
		for _, c := range values[n] {
			if c.Text != "" {
				return 1
			}
		}
	}
	return 0
}

// settle gives each column at most one field and each field at most one column, the surest first.
func (k *Kind) settle(all []candidate, out []Guess, values [][]sheet.Cell) {
	done, used, doubt := make([]bool, len(out)), map[string]int{}, map[string]int{}
	for _, c := range all {
		if c.Confidence < 30 || done[c.column] {
			continue
		}
		switch c.Field {
		case nothing:
			done[c.column] = true
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
			if c.Confidence+3 >= out[at].Confidence && c.Confidence < 101 && filled(values, c.column) > 0 && !same(values, at, c.column) {
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
}

func same(values [][]sheet.Cell, a, b int) bool {
	if a >= len(values) || b >= len(values) {
		return false
	}
	return slices.EqualFunc(values[a], values[b], func(x, y sheet.Cell) bool { return strings.EqualFold(x.Text, y.Text) })
}

// recognise tells what a title may mean.
func (k *Kind) recognise(column int, title string) (found []candidate) {
	if len(title) > 60 || title == "" || digits(title) > 4 {
		return nil
	}
	key, unit, weight := unitless(title)
	if key == "" {
		return nil
	}
	found = k.named(column, title, key)
	if len(found) == 0 {
		if other := k.apartTitle(key); other != key {
			found = k.named(column, other, other)
			for i := range found {
				found[i].Confidence = max(found[i].Confidence-8, 0)
			}
		}
	}
	composed := k.compose(Normal(title))
	for n, m := range composed {
		if slices.ContainsFunc(found, func(c candidate) bool { return c.Field == m.field }) || m.field == nothing && len(found) > 0 {
			continue
		}
		found = append(found, candidate{column: column, Guess: Guess{Field: m.field, Confidence: m.confidence}, next: len(found) > 0 || n > 0})
	}
	if len(found) == 0 {
		found = k.around(column, key)
	}
	for i := range found {
		if c := &found[i]; c.part == "" && !c.coded {
			c.Unit, c.Length = unit, unit != "" && !weight
		}
	}
	return found
}

// named tells what a title means that is known as it stands.
func (k *Kind) named(column int, title, key string) (found []candidate) {
	add := func(field string, confidence int) {
		if field != "" {
			found = append(found, candidate{column: column, Guess: Guess{Field: field, Confidence: confidence}})
		}
	}
	if f, ok := k.coded[key]; ok {
		found = append(found, candidate{column: column, Guess: Guess{Field: f, Confidence: 85}, coded: true})
	}
	if f, ok := k.exact[Normal(title)]; ok { // "No. of cartons (kg)" keeps its unit only where the whole is not known
		add(f.field, f.confidence)
		return found
	}
	if f, ok := k.exact[key]; ok {
		add(f.field, f.confidence)
		return found
	}
	if c, ok := k.ofParty(Normal(title)); ok { // "Client livré" has no pounds in it
		c.column = column
		return append(found, c)
	}
	if c, ok := k.ofParty(key); ok {
		c.column = column
		return append(found, c)
	}
	if part, ok := parts[key]; ok {
		if field := k.mainField(part); field != "" {
			found = append(found, candidate{column: column, Guess: Guess{Field: field, Confidence: 75}, part: part, bare: true})
		}
		return found
	}
	if f, ok := k.turned(key); ok { // "Date of shipment", "No order"
		add(f, 90)
		return found
	}
	if f, ok := k.misspelt(key); ok {
		add(f, 72)
	}
	return found
}

// around finds a known title with more around it: "Order number (Kundenauftrag)", "Gross weight per line".
func (k *Kind) around(column int, key string) []candidate {
	padded := " " + key + " "
	for _, s := range k.long {
		if len(s.padded) < len(padded) && strings.Contains(padded, s.padded) {
			return []candidate{{column: column, Guess: Guess{Field: s.field, Confidence: 55}}}
		}
	}
	return nil
}

func (k *Kind) mainField(part string) string {
	if k.main == nil {
		return ""
	}
	return k.main.Fields[part]
}

// ofParty takes a title apart in a party and a part of its address.
func (k *Kind) ofParty(key string) (candidate, bool) {
	for _, p := range k.parties {
		rest, found := strings.CutPrefix(key+" ", p.key+" ")
		if !found {
			rest, found = strings.CutSuffix(" "+key, " "+p.key)
		}
		if !found {
			continue
		}
		rest = strings.TrimSpace(rest)
		if rest == "" {
			c := candidate{Guess: Guess{Field: p.party.Alone, Confidence: p.party.Confidence}, party: p.party, part: PartName}
			if c.Field == "" {
				c.Field, c.Confidence = nothing, 80
			}
			return c, true
		}
		part, ok := partOf(strings.TrimPrefix(rest, "no "))
		if !ok {
			continue
		}
		field := p.party.Fields[part]
		confidence := 95
		if field == "" {
			field = nothing
		}
		if p.party.Loose {
			confidence = 70
		}
		return candidate{Guess: Guess{Field: field, Confidence: confidence}, party: p.party, part: part}, true
	}
	return candidate{}, false
}

// partOf is the part of an address that stands beside a party's title, perhaps with words between that say no more: "Delivery address / City".
func partOf(rest string) (string, bool) {
	if part, ok := parts[rest]; ok {
		return part, true
	}
	words := strings.Fields(rest)
	for len(words) > 1 && between[words[0]] {
		words = words[1:]
		if part, ok := parts[strings.Join(words, " ")]; ok {
			return part, true
		}
	}
	for len(words) > 1 && between[words[len(words)-1]] {
		words = words[:len(words)-1]
		if part, ok := parts[strings.Join(words, " ")]; ok {
			return part, true
		}
	}
	if rest == "description" {
		return PartName, true
	}
	return "", false
}

// between are words that stand beside the parts of an address and add nothing.
var between = map[string]bool{"address": true, "adresse": true, "direccion": true, "anschrift": true, "info": true, "details": true, "location": true, "point": true, "party": true, "customer": true, "client": true, "cliente": true,
	"kunde": true, "no": true, "main": true, "line": true, "full": true, "default": true, "site": true, "1": true, "field": true, "data": true}

// turned finds a title that has the words of a known one in another order.
func (k *Kind) turned(key string) (string, bool) {
	if !strings.Contains(key, " ") {
		return "", false
	}
	f, ok := k.mixed[mixed(key)]
	return f, ok
}

// misspelt finds a title with one letter wrong, missing or too many.
func (k *Kind) misspelt(key string) (string, bool) {
	if len(key) < 7 {
		return "", false
	}
	for _, s := range k.long {
		if d := len(s.key) - len(key); d <= 1 && d >= -1 && len(s.key) >= 7 && near(s.key, key) {
			return s.field, true
		}
	}
	return "", false
}

func near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	j := 0
	for j < len(a)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	rest := len(b) - i - j
	// Digits are never a slip: ref 1 and ref 2.
	return rest <= 1 && !strings.ContainsAny(a[i:len(a)-j]+b[i:len(b)-j], "0123456789 ") || rest == 2 && len(a) == len(b) && a[i] == b[i+1] && a[i+1] == b[i]
}

// weigh sets the confidence of a title beside its values.
func (k *Kind) weigh(c *candidate, values []sheet.Cell, own func(string) bool) int {
	confidence, s := c.Confidence, k.shapes[c.Field]
	if c.Field == nothing && c.part != "" && c.party != nil { // "Pickup" may be whose dock it is, or the day
		s = partShapes[c.part]
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
			if s != nil && s.Alone > 0 && s.fit(values[n]) > 0.9 {
				more = append(more, candidate{column: n, Guess: Guess{Field: field, Confidence: min(s.Alone, Sure-5)}})
			}
			if own := also.Values[field]; own != nil && (&Shape{fits: func(c sheet.Cell) bool { return own(strings.TrimSpace(c.Text)) }}).fit(values[n]) > 0.9 {
				more = append(more, candidate{column: n, Guess: Guess{Field: field, Confidence: Sure + 5}})
			}
		}
	}
	return more
}
