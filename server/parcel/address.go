package parcel

import (
	"strings"
	"unicode/utf8"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
)

// addressLines is how many lines of a street every carrier here takes.
const addressLines = 3

// lined sets a street in lines of at most so many characters, broken between words. ok is false where it does not fit.
func lined(p freight.Party, most int) (lines []string, ok bool) {
	for _, street := range []string{p.Street, p.Street2} {
		line := ""
		for _, word := range strings.Fields(street) {
			if utf8.RuneCountInString(word) > most {
				return lines, false
			}
			if line != "" && utf8.RuneCountInString(line+" "+word) > most {
				lines, line = append(lines, line), ""
			}
			line = strings.TrimSpace(line + " " + word)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines, len(lines) <= addressLines
}

// fits refuses what the carrier is not asked for here, and addresses that the carrier's label has no room for: what is left out of one, a driver does not find.
func (p Provider) fits(l Load) error {
	if l.Asks != (freight.ParcelService{}) && !p.Takes {
		return fail.Conflict("parcel-ask-not-offered", "number", l.Number, "carrier", p.Name)
	}
	if l.ReturnTo != (freight.Party{}) && !p.Returns {
		return fail.Conflict("parcel-return-address", "number", l.Number, "carrier", p.Name)
	}
	if p.Line == 0 {
		return nil
	}
	for _, at := range []freight.Party{l.From, l.To} {
		if _, ok := lined(at, p.Line); !ok {
			return fail.Conflict("parcel-address-long", "number", l.Number, "carrier", p.Name, "text", strings.TrimSpace(at.Street+" "+at.Street2))
		}
		if p.City > 0 && utf8.RuneCountInString(at.City) > p.City {
			return fail.Conflict("parcel-address-long", "number", l.Number, "carrier", p.Name, "text", at.City)
		}
	}
	return nil
}
