package rule

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// BadEmails names the addresses of a list that do not look like one. Blanks around a separator do not count.
func BadEmails(list string) (bad []string) {
	for _, one := range emailCut.Split(list, -1) {
		if one = strings.TrimSpace(one); !email.MatchString(one) {
			bad = append(bad, one)
		}
	}
	return bad
}

// Phones tells whether each number of a list looks like one.
func Phones(list string) bool {
	for _, one := range phoneCut.Split(list, -1) {
		if one = strings.TrimSpace(one); !phone.MatchString(one) || len(one) > 50 || len(one) < 10 {
			return false
		}
	}
	return true
}

// PhoneKey tells whether a phone field takes a key.
func PhoneKey(key string) bool { return phoneKey.MatchString(key) }

// ZipKey tells whether a field of a postal code takes a key.
func ZipKey(key string) bool { return zipKey.MatchString(key) }

// Zip tells whether a text is a postal code of the United States or Canada.
func Zip(s string) bool { return zip.MatchString(s) }

// ZipOf is the state of a ZIP code, empty where it is not known.
func ZipOf(code string) string {
	if len(code) < 5 {
		return ""
	}
	for _, r := range The.ZipStates {
		if three := code[:3]; r.From <= three && three <= r.To {
			return r.State
		}
	}
	return ""
}

// Positive tells whether a text is a decimal above zero.
func Positive(s string) bool {
	for _, c := range s {
		if c != '.' && (c < '0' || c > '9') {
			return false
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	return err == nil && n > 0
}

// Absolute takes the sign off a number.
func Absolute(s string) string { return strings.TrimPrefix(strings.TrimSpace(s), "-") }

// Turned writes a time of day in its other form: 24 hours as 12, 12 as 24. Anything else comes back as it is.
func Turned(s string) string {
	if m := clock12.FindStringSubmatch(s); m != nil {
		h, _ := strconv.Atoi(m[1])
		if h %= 12; m[3] == "P" {
			h += 12
		}
		return fmt.Sprintf("%02d:%s", h, m[2])
	}
	if clock24.MatchString(s) {
		return Clock(s)
	}
	return s
}

// Clock shows a time of a shipment, HH:MM or HH:MM:SS of 24 hours, as hh:mm AM or PM. Anything else comes back as it is.
func Clock(s string) string {
	m := clockSeconds.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	h, _ := strconv.Atoi(m[1])
	half := "AM"
	if h >= 12 {
		half = "PM"
	}
	if h %= 12; h == 0 {
		h = 12
	}
	return fmt.Sprintf("%02d:%s %s", h, m[2], half)
}

// FileType tells whether a file may be attached, by the end of its name.
func FileType(name string) bool {
	return slices.Contains(The.FileTypes, strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")))
}

// Pasted takes the blanks out of pasted text, and cuts it after that.
func Pasted(s string) string {
	r := []rune(white.ReplaceAllString(s, ""))
	return string(r[:min(len(r), The.PasteMax)])
}

// Within tells whether a text has at most so many characters.
func Within(s string, most int) bool { return utf8.RuneCountInString(s) <= most }

// Pallets tells whether a count of pallets is one that a shipment can have.
func Pallets(n int64) bool { return n >= 0 && n <= int64(The.PalletMax) }

// TotalWeight is what a line weighs: times its quantity where the weight is of one piece.
func TotalWeight(perQuantity bool, quantity, weight, unit float64) float64 {
	if !perQuantity {
		return weight
	}
	return quantity * weight * unit
}

// Unit is the factor of a unit; a missing one is 1.
func Unit(f *float64) float64 {
	if f == nil {
		return 1
	}
	return *f
}

// Class is an item's class: its own, the person's own default, or the product's.
func Class(item, user string) string {
	for _, c := range []string{item, user} {
		if c != "" {
			return c
		}
	}
	return The.DefaultClass
}

// FreightClass tells whether there is such a class.
func FreightClass(c string) bool { return slices.Contains(The.Classes, c) }

// NMFC tells whether a text has the shape of an item of the NMFC. Whether there is such an item, only the server's list can tell.
func NMFC(s string) bool { return nmfc.MatchString(s) }

// UN tells whether a text is a number of a dangerous substance.
func UN(s string) bool { return un.MatchString(s) }

// HazardClass tells whether there is such a class or division.
func HazardClass(s string) bool { return hazard.MatchString(s) }

// Suggest proposes a class by density, for goods that have none of their own. The volume is in cubic inches.
func Suggest(pounds, cubicInches float64) (class string, density float64) {
	if pounds <= 0 || cubicInches <= 0 {
		return "", 0
	}
	density = pounds * 1728 / cubicInches
	for _, d := range The.Density {
		if d.Under == 0 || density < d.Under {
			return d.Class, density
		}
	}
	return "", density
}

// Missing names which of the fields that must be there are empty, in the order asked.
func Missing(given map[string]string, fields ...string) (missing []string) {
	for _, f := range fields {
		if strings.TrimSpace(given[f]) == "" {
			missing = append(missing, f)
		}
	}
	return missing
}
