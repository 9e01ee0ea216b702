package rule

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
)

// Field is what a condition asks about.
type Field string

// Values lists the fields.
func (Field) Values() []string {
	return []string{"warehouse", "customer", "direction", "terms", "origin-state", "origin-zip", "origin-country", "destination-state", "destination-zip", "destination-country", "weight", "units", "miles", "hazmat"}
}

// Operator is how a condition compares. One of text takes any number of values, of which one must fit.
type Operator string

// The operators: the first three compare texts, without regard to case, the others numbers.
const (
	Is      Operator = "is"
	IsNot   Operator = "is-not"
	Begins  Operator = "begins"
	AtLeast Operator = "at-least"
	Under   Operator = "under"
)

// Values lists the operators.
func (Operator) Values() []string {
	return []string{string(Is), string(IsNot), string(Begins), string(AtLeast), string(Under)}
}

// Condition is one question about freight.
type Condition struct {
	Field  Field    `json:"Field" validate:"required"`
	Op     Operator `json:"Operator" validate:"required"`
	Values []string `json:"Values" validate:"required,min=1,max=50,unique,dive,required,max=80"` // weight in pounds, miles by road; hazmat yes or no
}

// kind is what a field holds.
type kind struct {
	number  bool
	begins  bool           // may be asked how it begins
	fits    *regexp.Regexp // what a value looks like, nil is any text
	says    string         // the code that refuses another
	closed  []string       // all values that there are
	of      func(f freight.Facts) string
	ofMilli func(f freight.Facts) int64
}

var (
	state   = regexp.MustCompile(`^[A-Z]{2}$`)
	postal  = regexp.MustCompile(`^[0-9A-Z][0-9A-Z -]{0,9}$`)
	country = regexp.MustCompile(`^[A-Z]{2}$`)
	decimal = regexp.MustCompile(`^\d{1,9}(\.\d{1,3})?$`)
)

var kinds = map[Field]kind{
	"warehouse":           {of: func(f freight.Facts) string { return f.Warehouse }},
	"customer":            {begins: true, of: func(f freight.Facts) string { return f.Customer }},
	"direction":           {closed: []string{"outbound", "inbound"}, of: func(f freight.Facts) string { return f.Direction }},
	"terms":               {closed: []string{"P", "C", "T"}, of: func(f freight.Facts) string { return f.Terms }},
	"origin-state":        {fits: state, says: "rule-not-state", of: func(f freight.Facts) string { return f.From.State }},
	"origin-zip":          {fits: postal, says: "rule-not-zip", begins: true, of: func(f freight.Facts) string { return f.From.Zip }},
	"origin-country":      {fits: country, says: "rule-not-country", of: func(f freight.Facts) string { return f.From.Country }},
	"destination-state":   {fits: state, says: "rule-not-state", of: func(f freight.Facts) string { return f.To.State }},
	"destination-zip":     {fits: postal, says: "rule-not-zip", begins: true, of: func(f freight.Facts) string { return f.To.Zip }},
	"destination-country": {fits: country, says: "rule-not-country", of: func(f freight.Facts) string { return f.To.Country }},
	"weight":              {number: true, ofMilli: func(f freight.Facts) int64 { return f.PoundsMilli }},
	"units":               {number: true, ofMilli: func(f freight.Facts) int64 { return f.Units * 1000 }},
	"miles":               {number: true, ofMilli: func(f freight.Facts) int64 { return f.MilesMilli }},
	"hazmat": {closed: []string{"yes", "no"}, of: func(f freight.Facts) string {
		if f.Hazmat {
			return "yes"
		}
		return "no"
	}},
}

// normal brings a condition's values into the one form in which they are kept and compared.
func (c *Condition) normal() {
	for i, v := range c.Values {
		v = strings.TrimSpace(v)
		switch {
		case c.Field == "hazmat" || c.Field == "direction":
			v = strings.ToLower(v)
		case c.Field != "customer" && c.Field != "warehouse":
			v = strings.ToUpper(v)
		}
		c.Values[i] = v
	}
}

// wrong judges a condition; at is its path in the request.
func (c *Condition) wrong(at string) (bad []fail.Field) {
	k, ok := kinds[c.Field]
	if !ok {
		return []fail.Field{fail.Of(at+".Field", "field-not-offered", "limit", strings.Join(Field("").Values(), " "))}
	}
	allowed := []Operator{Is, IsNot}
	switch {
	case k.number:
		allowed = []Operator{AtLeast, Under}
	case k.begins:
		allowed = append(allowed, Begins)
	}
	if !slices.Contains(allowed, c.Op) {
		bad = append(bad, fail.Of(at+".Operator", "rule-operator-other"))
	}
	if k.number && len(c.Values) > 1 {
		bad = append(bad, fail.Of(at+".Values", "rule-one-number"))
	}
	for _, v := range c.Values {
		switch {
		case k.number && !decimal.MatchString(v):
			return append(bad, fail.Of(at+".Values", "rule-not-number", "value", v))
		case k.closed != nil && !slices.Contains(k.closed, v):
			return append(bad, fail.Of(at+".Values", "field-not-offered", "limit", strings.Join(k.closed, " ")))
		case k.fits != nil && !k.fits.MatchString(v):
			return append(bad, fail.Of(at+".Values", k.says, "value", v))
		}
	}
	return bad
}

// milli reads a decimal that was judged before, in thousandths.
func milli(v string) int64 {
	whole, part, _ := strings.Cut(v, ".")
	n, _ := strconv.ParseInt(whole+(part + "000")[:3], 10, 64)
	return n
}

// Checked is a condition beside what the freight says to it. What is not known meets no condition, not even one that it should differ.
type Checked struct {
	Condition
	Found string `json:"Found"` // empty where it is not known
	Met   bool   `json:"Met"`
}

func (c Condition) check(f freight.Facts) Checked {
	k, out := kinds[c.Field], Checked{Condition: c}
	if k.number {
		n := k.ofMilli(f)
		if n <= 0 || len(c.Values) == 0 {
			return out
		}
		out.Found = strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%03d", n/1000, n%1000), "0"), ".")
		out.Met = (n >= milli(c.Values[0])) == (c.Op == AtLeast)
		return out
	}
	if k.of == nil { // a field of a later program
		return out
	}
	found := []string{k.of(f)}
	if c.Field == "customer" && f.Customer == "" { // freight of several meets what one of them meets
		found = f.Customers
	}
	for _, is := range found {
		if is = strings.TrimSpace(is); is == "" || out.Met {
			continue
		}
		out.Found = is
		out.Met = c.fits(is) == (c.Op != IsNot)
	}
	return out
}

// fits reports whether a text is, or begins as, one of the condition's values.
func (c Condition) fits(found string) bool {
	return slices.ContainsFunc(c.Values, func(v string) bool {
		if c.Op == Begins {
			return strings.HasPrefix(squeezed(found), squeezed(v))
		}
		return strings.EqualFold(found, v) || strings.HasSuffix(string(c.Field), "-zip") && squeezed(found) == squeezed(v)
	})
}

// squeezed is a text in which case and the blanks and hyphens of postal codes do not count.
func squeezed(s string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(s))
}
