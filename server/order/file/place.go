package file

import (
	"regexp"
	"strings"

	"lading/server/kit/rule"
)

var twoUpper = regexp.MustCompile(`^[A-Z]{2}$`)

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

// region checks a state or province. Two letters, of the country's own list; elsewhere any short name.
func region(s, country string) (string, problem) {
	form, ok := rule.Region(s, country)
	switch {
	case ok:
		return form, problem{}
	case country == "US" || country == "CA":
		return s, bad("order-state-invalid", "country", country)
	}
	return s, bad("order-text-long", "max", 30)
}

// postal checks a postal code and brings it to its usual form.
func postal(s, state, country string) (string, problem) {
	form, ok := rule.Postal(s, state, country)
	if !ok {
		return form, bad("order-zip-invalid", "country", country)
	}
	return form, problem{}
}
