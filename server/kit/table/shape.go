package table

import (
	"regexp"
	"strings"
	"unicode"

	"lading/server/kit/sheet"
)

// Shape is what the values of a field look like.
type Shape struct {
	fits func(sheet.Cell) bool
	// Alone is how sure a column of such values is without a title that says so; 0 if the values are like many others'.
	Alone int
	// Strict fields are given up where fewer of the values fit: a column "ST" with streets in it is no state.
	Strict float64
	// Lends is how much of the doubt about a title values that fit take away.
	Lends float64
	words bool   // the values are words of a list
	alone *Shape // of values that need no title, where those are fewer
}

// figures are amounts: three digits at least, or a fraction.
var figures = &Shape{fits: func(c sheet.Cell) bool {
	return numeric(c) && (digits(c.Text) > 2 || strings.ContainsAny(c.Text, ".,"))
}}

// The shapes of values.
var (
	Numbers = &Shape{fits: numeric, Strict: 0.5, Lends: 0.2}
	Counts  = &Shape{fits: whole, Strict: 0.5, Lends: 0.3}
	Dates   = &Shape{fits: dateLike, Strict: 0.5, Lends: 0.5}
	Texts   = &Shape{fits: wordy, Strict: 0.3, Lends: 0.1}
	Ids     = &Shape{fits: idLike, Strict: 0.4, Lends: 0.2}
	LineNos = &Shape{fits: idLike, Strict: 0.4, Lends: 0.2}  // they count, which no other number does
	Keys    = &Shape{fits: keyLike, Strict: 0.6, Lends: 0.3} // the numbers of documents
	YesNo   = &Shape{fits: yesNo, Strict: 0.8, Lends: 0.5}
	UNs     = &Shape{fits: unLike, Strict: 0.3, Lends: 0.6, Alone: 60}
	Classes = &Shape{fits: classLike, Strict: 0.6, Lends: 0.4}
	NMFCs   = &Shape{fits: func(c sheet.Cell) bool { _, ok := NMFC(c.Text); return ok }, Strict: 0.5, Lends: 0.4}
	Phones  = &Shape{fits: func(c sheet.Cell) bool { return digits(c.Text) >= 7 && phoneRough.MatchString(c.Text) }, Strict: 0.3, Lends: 0.4}
	// LabelledPhones may say what they are: "Phone: (206) 555-0134".
	LabelledPhones = &Shape{fits: func(c sheet.Cell) bool {
		return digits(c.Text) >= 7 && phoneRough.MatchString(phoneLabel.ReplaceAllString(c.Text, ""))
	}, Strict: 0.3, Lends: 0.4}
	Emails    = &Shape{fits: func(c sheet.Cell) bool { return strings.Count(c.Text, "@") >= 1 && strings.Contains(c.Text, ".") }, Strict: 0.3, Lends: 0.9, Alone: 75}
	States    = &Shape{fits: stateLike, Strict: 0.4, Lends: 0.6}
	Zips      = &Shape{fits: zipLike, Strict: 0.4, Lends: 0.5}
	Lands     = &Shape{fits: func(c sheet.Cell) bool { _, ok := Country(c.Text); return ok }, Strict: 0.5, Lends: 0.5}
	Streets   = &Shape{fits: streetLike, Strict: 0.3, Lends: 0.5}
	Cities    = &Shape{fits: cityLike, Strict: 0.5, Lends: 0.3}
	Places    = &Shape{fits: placeLike, Strict: 0.5, Lends: 0.8, Alone: 72}
	Addresses = &Shape{fits: func(c sheet.Cell) bool { _, _, _, _, _, _, ok := Address(c.Text); return ok }}
	Accounts  = &Shape{fits: func(c sheet.Cell) bool {
		return len(c.Text) <= 40 && !dateLike(c) && !strings.Contains(c.Text, "@") && !(numeric(c) && strings.ContainsAny(c.Text, ".,$€£"))
	}, Strict: 0.5, Lends: 0.1}
	Names    = &Shape{fits: wordy, Strict: 0.4, Lends: 0.2}
	Boxes    = &Shape{fits: boxLike, Strict: 0.5, Lends: 0.9, Alone: 72}
	Codes    = &Shape{fits: func(c sheet.Cell) bool { return codeRough.MatchString(c.Text) }, Strict: 0.8}
	Weighs   = &Shape{fits: func(c sheet.Cell) bool { return WeightUnits[unitWord(c.Text)] != "" }, Strict: 0.5, Lends: 0.8, Alone: 40}
	Lengths  = &Shape{fits: func(c sheet.Cell) bool { return LengthUnits[unitWord(c.Text)] != "" }, Strict: 0.5, Lends: 0.8, Alone: 40}
	Packings = &Shape{fits: func(c sheet.Cell) bool { return len(c.Text) <= 24 && !numeric(c) && !dateLike(c) }, Strict: 0.5, Lends: 0.1}
)

// ByWords has a column of nothing but certain words be known by them, with less than certainty.
func (s *Shape) ByWords(sure int, certain func(string) bool) *Shape {
	s.Alone, s.alone = sure, &Shape{fits: func(c sheet.Cell) bool { return certain(c.Text) }}
	return s
}

// OneOf is the shape of a field that is one of some words.
func OneOf(known func(string) bool, strict float64) *Shape {
	return &Shape{fits: func(c sheet.Cell) bool { return known(c.Text) }, Strict: strict, Lends: 0.6, words: true}
}

var partShapes = map[string]*Shape{PartName: Names, PartCompany: Names, PartStreet: Streets, PartStreet2: Texts, PartCity: Cities, PartState: States, PartZip: Zips, PartCountry: Lands, PartContact: Names, PartPhone: Phones, PartEmail: Emails,
	PartPlace: Places, PartWhole: Texts, PartFirst: Names, PartLast: Names}

// Fits tells whether a value looks so.
func (s *Shape) Fits(c sheet.Cell) bool { return s.fits(c) }

// fit is the part of a column's values that look so. Blanks say nothing; -1 means that there was nothing to look at.
func (s *Shape) fit(values []sheet.Cell) float64 {
	f, _ := s.fitOf(values)
	return f
}

// lone is the shape of values that need no title.
func (s *Shape) lone() *Shape {
	if s.alone != nil {
		return s.alone
	}
	return s
}

// fitOf is fit with the number of values that it judges by.
func (s *Shape) fitOf(values []sheet.Cell) (part float64, n int) {
	good := 0
	for _, c := range values {
		if c.Text == "" || c.Broken || c.Formula {
			continue
		}
		n++
		if s.fits(c) {
			good++
		}
	}
	if n == 0 {
		return -1, 0
	}
	return float64(good) / float64(n), n
}

var (
	numberRough = regexp.MustCompile(`^[-+(]?\s*[$€£]?\s*\d[\d.,'’\s]*\s*(?:[A-Za-z#"']{1,6}\.?)?\s*[)-]?$|^[-+]?[.,]\d+$`)
	codeRough   = regexp.MustCompile(`^#?[A-Za-z]{0,5}[-_ ]?\d{3,14}(?:[-/.]?[A-Za-z0-9]{1,4})?$|^[A-Z0-9]{1,8}(?:[-_/.][A-Z0-9]{1,6})+$`)
	phoneLabel  = regexp.MustCompile(`(?i)^(?:phone|tel|telephone|mobile|ph|main|work)\.?\s*:\s*`)
	phoneRough  = regexp.MustCompile(`^[0-9+()\-./ xXtTeEaA:,;*#]{7,60}$`)
	zipRough    = regexp.MustCompile(`^(?:\d{4,6}|\d{5}-\d{4}|\d{9}|[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d|[A-Za-z]{1,2}\d[\dA-Za-z]? ?\d[A-Za-z]{2}|\d{4} ?[A-Za-z]{2}|[A-Za-z]{2}-?\d{4}|\d{3} \d{2}|\d{2}-\d{3}|\d{3}-\d{4}|\d{5}-\d{3})$`)
	boxRough    = regexp.MustCompile(`^\s*(?:[LWHlwh]\s*[:=]?\s*)?\d+(?:[.,]\d+)?\s*["'a-zA-Z]{0,3}\s*[xX×*]\s*(?:[LWHlwh]\s*[:=]?\s*)?\d+(?:[.,]\d+)?\s*["'a-zA-Z]{0,3}\s*[xX×*]\s*(?:[LWHlwh]\s*[:=]?\s*)?\d+(?:[.,]\d+)?\s*["'a-zA-Z.]{0,8}\s*$`)
	placeRough  = regexp.MustCompile(`^.{2,40}[, ]\s*[A-Za-z]{2}\.?[, ]\s*\d{4,5}(?:-\d{4})?$|^[^\d]{2,40}, ?[A-Z]{2}$|^.{2,40}[, ]\s*[A-Za-z]{2}[, ]\s*[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d$`)
	dayRough    = regexp.MustCompile(`^[A-Za-zÀ-ÿ]{3,9}-\d{1,2}-\d{2,4}$|^\d{1,4}[-/.]\s?(?:\d{1,2}|[A-Za-zÀ-ÿ]{3,9}\.?)[-/.]\s?\d{2,4}(?:[T ,].*)?$|^20\d{6}$|^20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$|^(?:[A-Za-z]{2,9},? )?(?:[A-Za-zÀ-ÿ]{3,10}\.? \d{1,2},? \d{4}|\d{1,2}\.? (?:de )?[A-Za-zÀ-ÿ]{3,10}\.?,? (?:de )?\d{2,4})$`)
)

var letterFirst = regexp.MustCompile(`^[A-Za-zÀ-ÿ]{3,9}-\d{1,2}-\d{2,4}$`)

func numeric(c sheet.Cell) bool { return c.Number || numberRough.MatchString(c.Text) }

func whole(c sheet.Cell) bool {
	if !numeric(c) {
		return false
	}
	i := strings.LastIndexAny(c.Text, ".,")
	return i < 0 || strings.Trim(c.Text[i+1:], "0") == "" || len(c.Text)-i == 4 && !c.Number
}

// dayText tells whether a text looks like a day: "CMD-26-0611" is an order, "Dec-26-2026" a day.
func dayText(s string) bool {
	if letterFirst.MatchString(s) {
		_, ok := spelled(s)
		return ok
	}
	return dayRough.MatchString(s)
}

func dateLike(c sheet.Cell) bool {
	if dayText(c.Text) {
		return true
	}
	return c.Number && len(c.Text) >= 5 && c.Text >= "36526" && c.Text < "73415" && len(strings.SplitN(c.Text, ".", 2)[0]) == 5
}

func digits(s string) (n int) {
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

func letterCount(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

func wordy(c sheet.Cell) bool { return !c.Number && letterCount(c.Text) >= 2 && !dateLike(c) }

func idLike(c sheet.Cell) bool {
	return len(c.Text) <= 40 && len(strings.Fields(c.Text)) <= 3 && !dayText(c.Text) && (digits(c.Text) > 0 || len(c.Text) <= 20)
}

func keyLike(c sheet.Cell) bool {
	return idLike(c) && digits(c.Text) > 0 && !boxLike(c) && !(strings.ContainsAny(c.Text, ".,") && numeric(c))
}

func yesNo(c sheet.Cell) bool { _, ok := Flag(c.Text); return ok }

func unLike(c sheet.Cell) bool { return unNumber.MatchString(strings.ToUpper(c.Text)) }

func classLike(c sheet.Cell) bool { _, ok := Class(c.Text); return ok }

func stateLike(c sheet.Cell) bool {
	s := strings.TrimSpace(c.Text)
	if _, ok := regions[Normal(s)]; ok || regionCodes()[strings.ToUpper(s)] {
		return true
	}
	return len(s) == 2 && twoUpper.MatchString(strings.ToUpper(s)) || len(s) <= 30 && letterCount(s) > 3 && digits(s) == 0 && len(strings.Fields(s)) <= 3
}

func zipLike(c sheet.Cell) bool { return zipRough.MatchString(strings.TrimSpace(c.Text)) }

func streetLike(c sheet.Cell) bool {
	return letterCount(c.Text) >= 2 && len(c.Text) > 4 && !dateLike(c)
}

func cityLike(c sheet.Cell) bool {
	return letterCount(c.Text) >= 2 && digits(c.Text) == 0 && len(c.Text) <= 60
}

func placeLike(c sheet.Cell) bool { return placeRough.MatchString(strings.TrimSpace(c.Text)) }

func boxLike(c sheet.Cell) bool { return boxRough.MatchString(c.Text) }

func unitWord(s string) string { return strings.ToLower(strings.Trim(s, " .")) }

// Unlabelled is a phone number without the word before it that some lists write.
func Unlabelled(phone string) string { return phoneLabel.ReplaceAllString(phone, "") }
