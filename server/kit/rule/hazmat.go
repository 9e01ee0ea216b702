package rule

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
)

// ShippingPaper is what 49 CFR 172.200 to 172.204 and 172.604 make depend on the entry of the hazardous materials table. The table itself is not here; these
// are the entries that differ from what a class asks for as a whole.
type ShippingPaper struct {
	NoGroup       []string `json:"noGroup"`       // classes and divisions without packing groups
	NoGroupIDs    []string `json:"noGroupIds"`    // articles and self-reactive matter of the other classes
	GroupAtWill   []string `json:"groupAtWill"`   // classes some of whose entries have no group
	NoPhoneIDs    []string `json:"noPhoneIds"`    // 172.604(d)(2)
	PlainNOS      []string `json:"plainNos"`      // n.o.s. names that column 1 does not mark G
	PhoneAbroad   string   `json:"phoneAbroad"`   // a number of another country: "+" or an international access code, and the digits (ITU-T E.164 has 15 at most)
	PhoneNational string   `json:"phoneNational"` // the digits of a number of North America, with its country's or without
}

var paper = ShippingPaper{
	NoGroup: []string{"1", "2", "5.2", "6.2", "7"},
	NoGroupIDs: []string{"UN1700", "UN1774", "UN2016", "UN2017", "UN2028", "UN2794", "UN2795", "UN2800", "UN3028", "UN3221", "UN3222", "UN3223", "UN3224", "UN3225", "UN3226", "UN3227", "UN3228", "UN3229",
		"UN3230", "UN3231", "UN3232", "UN3233", "UN3234", "UN3235", "UN3236", "UN3237", "UN3238", "UN3239", "UN3240", "UN3292", "UN3473", "UN3476", "UN3477", "UN3506", "UN3528", "UN3540", "UN3541", "UN3542",
		"UN3543", "UN3544", "UN3546", "UN3547"},
	GroupAtWill:   []string{"9"},
	NoPhoneIDs:    []string{"ID8000", "UN1845", "UN2216", "UN2857", "UN2969", "UN3166", "UN3171"},
	PlainNOS:      []string{"UN1268", "UN1964", "UN1965", "UN2319", "UN3256", "UN3257", "UN3291", "UN3295"},
	PhoneAbroad:   `^(\+|011|00)[2-9][0-9]{6,14}$`,
	PhoneNational: `^1?[2-9]([02-9][0-9]|1[02-9])[2-9][0-9]{6}$`, // NXX-NXX-XXXX; N11 is no area's
}

// UNOf is a number of the table as papers name it: many lists keep the digits alone.
func UNOf(s string) string {
	s = strings.ToUpper(strings.TrimSpace(s))
	if s != "" && strings.Trim(s, "0123456789") == "" {
		return "UN" + s
	}
	return s
}

// EmergencyPhone tells whether a text holds numbers that can be called, with their area codes: of North America as its numbering plan has them, of other countries
// with "+" or an international access code before them (49 CFR 172.604(a)).
func EmergencyPhone(s string) bool {
	if !Phones(s) {
		return false
	}
	for _, one := range phoneCut.Split(extension.ReplaceAllString(s, ""), -1) {
		digits := Digits(one)
		if len(digits) < 2 || strings.Count(digits[1:], digits[1:2]) == len(digits)-1 { // no number has one digit alone
			return false
		}
		dialed := digits
		if strings.HasPrefix(strings.TrimSpace(one), "+") {
			dialed = "+" + digits
		}
		if !abroad.MatchString(dialed) && !national.MatchString(digits) {
			return false
		}
	}
	return true
}

// Digits are those of a telephone number.
func Digits(s string) string {
	return strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, s)
}

var extension, abroad, national = regexp.MustCompile(The.Extension), regexp.MustCompile(paper.PhoneAbroad), regexp.MustCompile(paper.PhoneNational)

// Numbers are the digits of each number of a list, without extensions and without the code of North America: two texts that call the same telephone have the same.
func Numbers(list string) []string {
	var out []string
	for _, one := range phoneCut.Split(extension.ReplaceAllString(list, ""), -1) {
		d := Digits(one)
		if len(d) == 11 {
			d = strings.TrimPrefix(d, "1")
		}
		if d != "" {
			out = append(out, d)
		}
	}
	return out
}

// NeedsPhone tells whether a material has an emergency response telephone number on its paper (49 CFR 172.604).
func NeedsPhone(h freight.Hazmat) bool {
	return !h.LimitedQty && !slices.Contains(paper.NoPhoneIDs, UNOf(h.UN))
}

// Lack is what a shipping paper would lack of a hazardous line: the part, as the wire spells it, and the message.
type Lack struct{ Part, Code, Limit string }

// Hazmat is the one check of a hazardous material: its basic description by 49 CFR 172.202, the technical name by 172.203(k), and whom to call by 172.604. phone
// is a number that stands for the whole load.
func Hazmat(h freight.Hazmat, phone string) (lacks []Lack) {
	no := func(part, code string) { lacks = append(lacks, Lack{Part: part, Code: code}) }
	id := UNOf(h.UN)
	switch {
	case id == "":
		no("un", "field-required")
	case !UN(id):
		no("un", "un-malformed")
	}
	if strings.TrimSpace(h.ProperName) == "" {
		no("properName", "field-required")
	} else if NeedsTechnicalName(h) && strings.TrimSpace(h.TechnicalName) == "" {
		no("technicalName", "technical-name-missing")
	}
	switch {
	case h.Class == "":
		no("class", "field-required")
	case !HazardClass(h.Class):
		no("class", "hazard-class-unknown")
	}
	switch {
	case h.PackingGroup != "" && !slices.Contains(The.PackingGroups, h.PackingGroup):
		lacks = append(lacks, Lack{"packingGroup", "field-not-offered", strings.Join(The.PackingGroups, ", ")})
	case h.PackingGroup == "" && HazardClass(h.Class) && Grouped(h.Class) && !slices.Contains(paper.GroupAtWill, h.Class) && !slices.Contains(paper.NoGroupIDs, id):
		no("packingGroup", "packing-group-missing")
	}
	switch {
	case h.EmergencyPhone != "":
		if !EmergencyPhone(h.EmergencyPhone) {
			no("emergencyPhone", "emergency-phone-invalid")
		}
	case NeedsPhone(h) && !EmergencyPhone(phone):
		no("emergencyPhone", "emergency-phone-missing")
	}
	return lacks
}

// NeedsTechnicalName tells whether a proper shipping name is one of those that say too little: an n.o.s. name that the table marks G.
func NeedsTechnicalName(h freight.Hazmat) bool {
	return nos.MatchString(h.ProperName) && !slices.Contains(paper.PlainNOS, UNOf(h.UN))
}

var nos = regexp.MustCompile(The.NOS)

// Grouped tells whether materials of a class have packing groups: explosives, gases, organic peroxides, infectious and radioactive matter have none.
func Grouped(class string) bool {
	return !slices.ContainsFunc(paper.NoGroup, func(c string) bool { return class == c || strings.HasPrefix(class, c+".") })
}

// HazmatLine checks a hazardous line with its quantity, packages and their kind. at comes before each field.
func HazmatLine(at string, it freight.Item, phone string) (bad []fail.Field) {
	if it.Hazmat == nil {
		return nil
	}
	for _, l := range Hazmat(*it.Hazmat, phone) {
		bad = append(bad, fail.Of(at+"hazmat."+l.Part, l.Code, "limit", l.Limit))
	}
	return bad
}

// HazmatLoad checks what a load's paper will say of its hazardous lines. Each finding names the material and, where it is known, the order, for a person who
// looks at the load as a whole.
func HazmatLoad(items []freight.Item, phone string) (bad []fail.Field) {
	for i, it := range items {
		if it.Hazmat == nil {
			continue
		}
		parts := []string{}
		for _, l := range Hazmat(*it.Hazmat, phone) {
			parts = append(parts, l.Part)
		}
		if it.Weight.Milli <= 0 || it.Pieces <= 0 {
			parts = append(parts, "quantity")
		}
		if strings.TrimSpace(it.PackageType) == "" {
			parts = append(parts, "packageType")
		}
		for _, part := range parts {
			bad = append(bad, fail.Of("Items["+strconv.Itoa(i)+"].hazmat."+part, "hazmat-incomplete", "part", part, "goods", named(it)))
		}
	}
	return bad
}

// named is a hazardous line as a person knows it: "UN2794 Batteries, wet (order SO-1)".
func named(it freight.Item) string {
	goods := it.Description
	if goods == "" {
		goods = it.Code
	}
	goods = strings.TrimSpace(UNOf(it.Hazmat.UN) + " " + goods)
	if it.Order != "" {
		goods += " (" + it.Order + ")"
	}
	return goods
}
