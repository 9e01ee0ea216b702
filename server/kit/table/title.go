package table

import (
	"regexp"
	"slices"
	"strings"
)

// elementCode is where a value stands in a message, behind the title proper: "Ship date (DTM*010)", "City (N401)".
var elementCode = regexp.MustCompile(`\s*[(\[][A-Z][A-Z0-9]{1,2}(?:\*[A-Z0-9]{1,3}|\d{2,3})[)\]]$`)

// ofLines is a title that says that the rows are an order's lines: "Order Lines/Product/Weight".
var ofLines = regexp.MustCompile(`(?i)^(?:sales?[ _]?)?order[ _]?lines?\s*[/:. _]\s*(.+)$`)

// pathless leaves out what a path says twice: "Country/Country Code", "Unit of Measure/Unit of Measure".
func pathless(title string) string {
	steps := strings.Split(title, "/")
	out := steps[:0:0]
	for i, s := range steps {
		if i+1 < len(steps) && s != "" && strings.HasPrefix(strings.ToLower(steps[i+1]), strings.ToLower(s)) {
			continue
		}
		out = append(out, s)
	}
	return strings.Join(out, "/")
}

// recognise tells what a title may mean.
func (k *Kind) recognise(column int, title string) (found []candidate) {
	if bare := strings.TrimSpace(elementCode.ReplaceAllString(title, "")); bare != "" {
		title = bare
	}
	title = pathless(title)
	if m := ofLines.FindStringSubmatch(title); m != nil && len(k.named(column, title, Normal(title))) == 0 && Normal(m[1]) != "no" {
		if found = k.recognise(column, m[1]); len(found) > 0 {
			return found
		}
	}
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
	if part, ok := bareParts(key); ok {
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
	return k.main.field(part)
}

// ofParty takes a title apart in a party and a part of its address.
func (k *Kind) ofParty(key string) (candidate, bool) {
	for _, p := range k.leading {
		rest, found := strings.CutPrefix(key, p.key+" ")
		if _, known := bareParts(key); !found || known {
			continue
		}
		if part, ok := partOf(rest); ok {
			c := candidate{Guess: Guess{Field: p.party.field(part), Confidence: 90}, party: p.party, part: part}
			if c.Field == "" {
				c.Field = nothing
			}
			return c, true
		}
	}
	for _, p := range k.parties {
		rest, found := strings.CutPrefix(key+" ", p.key+" ")
		if !found {
			rest, found = strings.CutSuffix(" "+key, " "+p.key)
		}
		if !found { // "Adresse livraison 1"
			before, after, in := strings.Cut(" "+key+" ", " "+p.key+" ")
			if rest = before + " " + after; !in || strings.TrimSpace(before) == "" || strings.TrimSpace(after) == "" {
				continue
			}
			if _, ok := parts[strings.Join(strings.Fields(rest), " ")]; !ok {
				continue
			}
			rest = strings.Join(strings.Fields(rest), " ")
		}
		rest = strings.TrimSpace(rest)
		if _, part := parts[key]; rest == "" && part {
			continue // "Company" is a part of whichever address it stands in
		}
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
		field := p.party.field(part)
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
	if part, ok := bareParts(rest); ok {
		return part, true
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
