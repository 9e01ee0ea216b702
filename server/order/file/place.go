package file

import (
	"regexp"
	"strings"
)

var (
	usStates = set("AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY " +
		"AS GU MP PR VI UM FM MH PW AA AE AP")
	provinces = set("AB BC MB NB NL NS NT NU ON PE QC SK YT")
	// ZIP codes of these begin with a zero, which spreadsheets like to drop.
	zeroStates = set("CT MA ME NH NJ PR RI VI VT AE NY")

	usZip    = regexp.MustCompile(`^(\d{5})[- ]?(\d{4})?$`)
	caPostal = regexp.MustCompile(`^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[ -]?(\d[ABCEGHJ-NPRSTV-Z]\d)$`)
	mxPostal = regexp.MustCompile(`^\d{5}$`)
	anyZip   = regexp.MustCompile(`^[0-9A-Za-z()\- ]{1,10}$`)
	twoUpper = regexp.MustCompile(`^[A-Z]{2}$`)
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// country is the two-letter code of what a file says.
func country(s string) (string, problem) {
	if c, ok := countryWords[normal(s)]; ok {
		return c, problem{}
	}
	if upper := strings.ToUpper(s); twoUpper.MatchString(upper) {
		return upper, problem{}
	}
	return "", bad("order-country-unknown")
}

// homeCountry is the country of an address that names none: Canada if the postal code or the province says so, otherwise the United States.
func homeCountry(state, zip string) string {
	if caPostal.MatchString(strings.ToUpper(zip)) || provinces[strings.ToUpper(state)] {
		return "CA"
	}
	return "US"
}

// region checks a state or province. Two letters, of the country's own list; elsewhere any short name.
func region(s, country string) (string, problem) {
	upper := strings.ToUpper(s)
	switch country {
	case "US":
		if !usStates[upper] {
			return s, bad("order-state-invalid", "country", country)
		}
	case "CA":
		if !provinces[upper] {
			return s, bad("order-state-invalid", "country", country)
		}
	default:
		if len([]rune(s)) > 30 {
			return s, bad("order-text-long", "max", 30)
		}
		return s, problem{}
	}
	return upper, problem{}
}

// postal checks a postal code and brings it to its usual form.
func postal(s, state, country string) (string, problem) {
	s = strings.ToUpper(s)
	switch country {
	case "US":
		if zeroStates[state] && strings.Trim(s, "0123456789") == "" && (len(s) == 4 || len(s) == 3 || len(s) == 8) {
			s = strings.Repeat("0", map[int]int{3: 2, 4: 1, 8: 1}[len(s)]) + s
		}
		if m := usZip.FindStringSubmatch(s); m != nil {
			if m[2] != "" {
				return m[1] + "-" + m[2], problem{}
			}
			return m[1], problem{}
		}
	case "CA":
		if m := caPostal.FindStringSubmatch(s); m != nil {
			return m[1] + " " + m[2], problem{}
		}
	case "MX":
		if mxPostal.MatchString(s) {
			return s, problem{}
		}
	default:
		if anyZip.MatchString(s) {
			return s, problem{}
		}
	}
	return s, bad("order-zip-invalid", "country", country)
}
