package rule

import (
	"regexp"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
)

var (
	usStates = words("AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY " +
		"AS GU MP PR VI UM FM MH PW AA AE AP")
	provinces = words("AB BC MB NB NL NS NT NU ON PE QC SK YT")
	// ZIP codes of these begin with a zero, which spreadsheets like to drop.
	zeroStates = words("CT MA ME NH NJ PR RI VI VT AE NY")

	usZip    = regexp.MustCompile(`^(\d{5})[- ]?(\d{4})?$`)
	caPostal = regexp.MustCompile(`^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[ -]?(\d[ABCEGHJ-NPRSTV-Z]\d)$`)
	mxPostal = regexp.MustCompile(`^\d{5}$`)
	anyZip   = regexp.MustCompile(`^[0-9A-Za-z()\- ]{1,10}$`)
	longCode = map[string]string{"USA": "US", "CAN": "CA", "MEX": "MX"}
)

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// CountryOf is the country of an address that names none: Canada if the postal code or the province says so, otherwise the United States.
func CountryOf(state, zip string) string {
	if caPostal.MatchString(strings.ToUpper(strings.TrimSpace(zip))) || provinces[strings.ToUpper(state)] {
		return "CA"
	}
	return "US"
}

// Region brings a state or province to its form: two letters of the country's own list; elsewhere any name of at most 30 letters.
func Region(s, country string) (form string, ok bool) {
	s = strings.TrimSpace(s)
	upper := strings.ToUpper(s)
	switch country {
	case "US":
		return upper, usStates[upper]
	case "CA":
		return upper, provinces[upper]
	}
	return s, len([]rune(s)) <= 30
}

// Postal brings a postal code to its country's usual form.
func Postal(s, state, country string) (form string, ok bool) {
	s = strings.ToUpper(strings.TrimSpace(s))
	switch country {
	case "US":
		if zeroStates[state] && strings.Trim(s, "0123456789") == "" && (len(s) == 4 || len(s) == 3 || len(s) == 8) {
			s = strings.Repeat("0", map[int]int{3: 2, 4: 1, 8: 1}[len(s)]) + s
		}
		if m := usZip.FindStringSubmatch(s); m != nil {
			if m[2] != "" {
				return m[1] + "-" + m[2], true
			}
			return m[1], true
		}
	case "CA":
		if m := caPostal.FindStringSubmatch(s); m != nil {
			return m[1] + " " + m[2], true
		}
	case "MX":
		return s, mxPostal.MatchString(s)
	default:
		return s, anyZip.MatchString(s)
	}
	return s, false
}

// Address brings an address into its form and judges it: what a bill of lading must name, and the shape of what else is there. Every way in judges by it: the
// form, the calls of other systems, the grid, the dock. at comes before each field.
func Address(at string, p *freight.Party) (bad []fail.Field) {
	no := func(field, code string, kv ...any) { bad = append(bad, fail.Of(at+"."+field, code, kv...)) }
	for _, s := range []*string{&p.Name, &p.Street, &p.Street2, &p.City, &p.State, &p.Zip, &p.Contact, &p.Phone, &p.Email} {
		*s = strings.TrimSpace(*s)
	}
	p.Country = strings.ToUpper(strings.TrimSpace(p.Country))
	if two, ok := longCode[p.Country]; ok {
		p.Country = two
	}
	country := p.Country
	if country == "" {
		country = CountryOf(p.State, p.Zip)
	}
	for _, f := range []struct{ name, text string }{{"name", p.Name}, {"street", p.Street}, {"city", p.City}} {
		if f.text == "" {
			no(f.name, "field-required")
		}
	}
	if p.State == "" && country == "US" {
		p.State = ZipOf(p.Zip)
	}
	home := country == "US" || country == "CA"
	switch form, ok := Region(p.State, country); {
	case p.State == "" && p.Zip != "" && home:
		no("state", "field-required")
	case p.State == "":
	case home && !Within(p.State, The.StateMax):
		no("state", "field-too-long", "limit", The.StateMax)
	case !ok:
		no("state", "state-unknown", "value", p.State, "country", country)
	default:
		p.State = form
	}
	switch form, ok := Postal(p.Zip, p.State, country); {
	case p.Zip == "":
		no("zip", "field-required")
	case !ok && Within(p.Zip, The.ZipMax): // a longer one is refused by its length
		no("zip", "zip-malformed")
	case ok:
		p.Zip = form
	}
	if p.Phone != "" && !Phones(p.Phone) {
		no("phone", "phone-invalid")
	}
	if p.Email != "" {
		if wrong := BadEmails(p.Email); len(wrong) > 0 {
			no("email", "emails-wrong", "bad", strings.Join(wrong, ", "), "n", len(wrong))
		}
	}
	return bad
}
