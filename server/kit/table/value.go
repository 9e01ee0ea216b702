package table

import (
	"lading/server/kit/sheet"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"lading/server/kit/rule"
)

// Problem is what is wrong with one value: a message code and its parameters. The zero Problem is none.
type Problem struct {
	Code   string
	Params []any
}

// Bad makes a problem.
func Bad(code string, kv ...any) Problem { return Problem{code, kv} }

var (
	isoDay     = regexp.MustCompile(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$`)
	compactDay = regexp.MustCompile(`^(20\d{2})(\d{2})(\d{2})(?:(?:[01]\d|2[0-3])[0-5]\d[0-5]\d)?$`)
	dotted     = regexp.MustCompile(`^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{2}|\d{4})$`)
	slashed    = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$`)
	clock      = regexp.MustCompile(`[T ]\s*\d{1,2}:\d{2}.*$`)
)

func withoutTime(s string) string { return clock.ReplaceAllString(s, "") }

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// Day reads a date. 11/12/2026 is two days; unless the file's other rows or a person tell which, both are offered.
func Day(c sheet.Cell, order string) (string, Problem) {
	s := withoutTime(c.Text)
	read := func(y, m, d string) (string, Problem) {
		if on, ok := iso(atoi(y), atoi(m), atoi(d)); ok {
			return on, Problem{}
		}
		return "", Bad("order-date-invalid")
	}
	if m := isoDay.FindStringSubmatch(s); m != nil {
		return read(m[1], m[2], m[3])
	}
	if m := compactDay.FindStringSubmatch(s); m != nil {
		return read(m[1], m[2], m[3])
	}
	if m := dotted.FindStringSubmatch(s); m != nil {
		return read(m[3], m[2], m[1])
	}
	if m := slashed.FindStringSubmatch(s); m != nil {
		american, okA := iso(atoi(m[3]), atoi(m[1]), atoi(m[2]))
		european, okE := iso(atoi(m[3]), atoi(m[2]), atoi(m[1]))
		switch {
		case order == "mdy" && okA:
			return american, Problem{}
		case order == "dmy" && okE:
			return european, Problem{}
		case order != "" || !okA && !okE:
			return "", Bad("order-date-invalid")
		case okA && okE && american != european:
			return "", Bad("order-date-ambiguous", "first", american, "second", european)
		case okA:
			return american, Problem{}
		}
		return european, Problem{}
	}
	if c.Number { // a date that lost its format: Excel's own count of days
		if n, err := strconv.ParseFloat(s, 64); err == nil && n >= 36526 && n < 73415 {
			return time.Date(1899, 12, 30+int(n), 0, 0, 0, 0, time.UTC).Format(time.DateOnly), Problem{}
		}
	}
	if on, ok := spelled(s); ok {
		return on, Problem{}
	}
	return "", Bad("order-date-invalid")
}

var months = map[string]int{"jan": 1, "ene": 1, "feb": 2, "fev": 2, "mar": 3, "mrz": 3, "mae": 3, "apr": 4, "abr": 4, "avr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7,
	"aug": 8, "ago": 8, "aou": 8, "sep": 9, "set": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dic": 12, "dez": 12}

// spelled reads dates with the month in words: Nov 20, 2026 · 20-nov-26 · 20 de noviembre de 2026 · 20 juillet 2026.
func spelled(s string) (string, bool) {
	var numbers []string
	month := 0
	for _, w := range strings.Fields(Normal(s)) {
		switch {
		case strings.Trim(w, "0123456789") == "":
			numbers = append(numbers, w)
		case strings.HasPrefix(w, "jui"): // juin, juillet
			month = 6
			if strings.HasPrefix(w, "juil") {
				month = 7
			}
		case len(w) >= 3 && months[w[:3]] > 0 && month == 0:
			month = months[w[:3]]
		case w == "st" || w == "nd" || w == "rd" || w == "th" || w == "er":
		default:
			return "", false
		}
	}
	if month == 0 || len(numbers) != 2 {
		return "", false
	}
	d, y := numbers[0], numbers[1]
	if len(d) == 4 {
		d, y = y, d
	}
	if len(y) != 2 && len(y) != 4 {
		return "", false
	}
	return iso(atoi(y), month, atoi(d))
}

// DecimalHint is the decimal sign if the text leaves no doubt, otherwise 0.
func DecimalHint(s string) byte {
	s = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' || r == ',' {
			return r
		}
		return -1
	}, s)
	dots, commas := strings.Count(s, "."), strings.Count(s, ",")
	last := strings.LastIndexAny(s, ".,")
	switch {
	case last < 0:
		return 0
	case dots > 0 && commas > 0:
		return s[last]
	case dots > 1:
		return ','
	case commas > 1:
		return '.'
	case len(s)-last-1 != 3 || last > 3 || last == 0 || s[:last] == "0":
		return s[last]
	}
	return 0
}

var ungrouped = strings.NewReplacer(".", "", ",", "")

const largest = 1_000_000_000_000 // thousandths; beyond it a number is a mistake

// Number reads a number in thousandths, and a unit behind it if there is one: "1,250.5 lbs".
func Number(c sheet.Cell, decimal string) (milli int64, unit string, p Problem) {
	s := c.Text
	if c.Number {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || f*1000 > largest || f*1000 < -largest {
			return 0, "", Bad("order-number-invalid")
		}
		if f < 0 {
			return 0, "", Bad("order-negative")
		}
		return int64(f*1000 + 0.5), "", Problem{}
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\'' || r == '’' || r == '\u202f' {
			return -1
		}
		return r
	}, s)
	s = strings.TrimPrefix(s, "+")
	negative := strings.HasPrefix(s, "-") || strings.HasPrefix(s, "−") || strings.HasSuffix(s, "-") || strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")")
	s = strings.Trim(s, "-−()")
	end := strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != ',' })
	if end >= 0 {
		s, unit = s[:end], strings.ToLower(strings.TrimRight(s[end:], "."))
	}
	point := -1
	if last := strings.LastIndexAny(s, ".,"); last >= 0 {
		switch hint := DecimalHint(s); {
		case hint != 0 && s[last] == hint:
			point = last
		case hint != 0: // the only signs are between thousands
		case decimal == "":
			return 0, "", Bad("order-number-ambiguous", "first", s[:last]+"."+s[last+1:], "second", s[:last]+s[last+1:])
		case decimal == s[last:last+1]:
			point = last
		}
	}
	whole, fraction := s, ""
	if point >= 0 {
		whole, fraction = s[:point], s[point+1:]
	}
	if !thousands(whole) || whole == "" && fraction == "" || strings.Trim(fraction, "0123456789") != "" {
		return 0, "", Bad("order-number-invalid")
	}
	whole = ungrouped.Replace(whole)
	if len(whole) > 9 {
		return 0, "", Bad("order-number-invalid")
	}
	round := int64(0)
	if len(fraction) > 3 {
		if fraction[3] >= '5' {
			round = 1
		}
		fraction = fraction[:3]
	}
	milli, err := strconv.ParseInt("0"+whole+fraction+strings.Repeat("0", 3-len(fraction)), 10, 64)
	if err != nil {
		return 0, "", Bad("order-number-invalid")
	}
	if negative && milli+round > 0 {
		return 0, unit, Bad("order-negative")
	}
	return milli + round, unit, Problem{}
}

// thousands tells whether a whole number is written properly: groups of three, if any.
func thousands(s string) bool {
	groups := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == ',' })
	if len(groups) == 0 {
		return s == ""
	}
	if len(strings.Join(groups, ""))+len(groups)-1 != len(s) {
		return false
	}
	for i, g := range groups {
		if strings.Trim(g, "0123456789") != "" || i > 0 && len(g) != 3 || i == 0 && len(groups) > 1 && len(g) > 3 {
			return false
		}
	}
	return true
}

// Count reads a whole number. "12 ctn" says what is counted; a letter alone or among the digits, as in "1O", is a slip of the hand.
func Count(c sheet.Cell, decimal string) (int64, Problem) {
	milli, of, p := Number(c, decimal)
	if p.Code == "" && of != "" && (letterCount(of) < 2 || digits(of) > 0) {
		return 0, Bad("order-number-invalid")
	}
	if p.Code == "" && milli%1000 != 0 {
		p = Bad("order-whole")
	}
	return milli / 1000, p
}

// Measure reads a weight or a length. A unit in the cell beats the unit's own column, which beats the header.
func Measure(c, unitCell sheet.Cell, fallback string, known map[string]string, decimal string) (milli int64, unit string, value, unitP Problem) {
	milli, own, value := Number(c, decimal)
	if own == "" {
		own = strings.ToLower(strings.TrimRight(unitCell.Text, ". "))
	}
	if own == "" {
		own = fallback
	}
	unit, ok := known[own]
	if !ok {
		unitP = Bad("order-unit-unknown", "unit", own, "known", unitNames(known))
	}
	if value.Code == "" && milli == 0 {
		value = Bad("order-zero")
	}
	return milli, unit, value, unitP
}

func unitNames(known map[string]string) string {
	if _, ok := known["lb"]; ok {
		return "lb, kg, mt"
	}
	return "in, ft, cm, m"
}

var (
	unNumber = regexp.MustCompile(`^(UN|NA|ID)?[ -]?(\d{4})$`)
)

// Phone checks one or more numbers.
func Phone(s string) Problem {
	if !rule.Phones(s) {
		return Bad("order-phone-invalid")
	}
	return Problem{}
}

// Email checks one or more addresses.
func Email(s string) Problem {
	if wrong := rule.BadEmails(strings.Trim(s, ",;& ")); len(wrong) > 0 {
		return Bad("order-email-invalid", "email", wrong[0])
	}
	return Problem{}
}

// NMFC brings an item number to its one form, 149980-02; ok is false where it is none.
func NMFC(s string) (form string, ok bool) { return rule.NMFCForm(s) }

// Class reads a freight class; ok is false where it is none.
func Class(s string) (class string, ok bool) {
	s = strings.TrimSpace(strings.ToLower(s))
	for _, word := range []string{"class", "clase", "classe", "cl", "klasse"} {
		s = strings.TrimSpace(strings.TrimPrefix(s, word))
	}
	s = strings.TrimSuffix(strings.ReplaceAll(s, ",", "."), ".0")
	if i := strings.IndexByte(s, '.'); i >= 0 {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	} else {
		s = strings.TrimLeft(s, "0")
	}
	return s, rule.FreightClass(s)
}

// UN reads a hazardous material's number. Columns that only say yes or no are common; "no" is nothing, and "yes" without a number is not enough.
func UN(s string) (string, Problem) {
	s = strings.ToUpper(strings.TrimSpace(s))
	if yes, ok := Flag(s); ok && !yes {
		return "", Problem{}
	}
	m := unNumber.FindStringSubmatch(s)
	if m == nil {
		return "", Bad("order-un-invalid")
	}
	if m[1] == "" {
		m[1] = "UN"
	}
	return m[1] + m[2], Problem{}
}

var flags = map[string]bool{"y": true, "yes": true, "x": true, "1": true, "true": true, "t": true, "si": true, "s": true, "oui": true, "o": true, "ja": true, "j": true, "hazmat": true, "haz": true, "wahr": true, "verdadero": true, "vrai": true, "✓": true, "✔": true,
	"n": false, "no": false, "non": false, "nein": false, "0": false, "false": false, "f": false, "none": false, "n/a": false, "na": false, "-": false, "not": false, "falsch": false, "falso": false, "faux": false, "non haz": false, "non-haz": false, "nonhaz": false, "not regulated": false}

// Flag reads a yes or a no.
func Flag(s string) (yes, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if yes, ok = flags[s]; !ok {
		yes, ok = flags[strings.Join(Fold(s), " ")]
	}
	return yes, ok
}

// Lossy reports whether a program wrote an id as a number and lost digits of it: 1.23457E+11.
func Lossy(c sheet.Cell) bool {
	if lossy.MatchString(c.Text) {
		return true
	}
	return c.Number && len(c.Text) > 15 && strings.Trim(c.Text, "0123456789") == ""
}

var (
	lossy = regexp.MustCompile(`^[-+]?\d(?:[.,]\d+)?[eE]\+?\d{1,3}$`)
	box   = regexp.MustCompile(`^\s*(?:[LWHlwh]\s*[:=]?\s*)?(\d+(?:[.,]\d+)?)\s*(["'a-zA-Z]{0,3})\s*[xX×*]\s*(?:[LWHlwh]\s*[:=]?\s*)?(\d+(?:[.,]\d+)?)\s*["'a-zA-Z]{0,3}\s*[xX×*]\s*(?:[LWHlwh]\s*[:=]?\s*)?(\d+(?:[.,]\d+)?)\s*(["'a-zA-Z.]{0,8})\s*$`)
)

// Box takes length, width and height apart: 48x40x60 in.
func Box(s string) (sides [3]string, unit string, ok bool) {
	m := box.FindStringSubmatch(s)
	if m == nil {
		return sides, "", false
	}
	unit = unitWord(m[5])
	for _, u := range []string{unit, unitWord(m[2])} {
		for _, cut := range []string{"l", "w", "h"} { // 48L x 40W x 60H
			if u == cut {
				u = ""
			}
		}
		if u != "" {
			unit = u
			break
		}
		unit = ""
	}
	return [3]string{m[1], m[3], m[4]}, unit, true
}

func iso(y, m, d int) (string, bool) {
	if y < 100 {
		y += 2000
	}
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y < 2000 || y > 2100 || t.Day() != d || int(t.Month()) != m {
		return "", false
	}
	return t.Format(time.DateOnly), true
}

// DayOrder is what one date tells of how a file writes day and month: "dmy", "mdy", or nothing.
func DayOrder(s string) string {
	m := slashed.FindStringSubmatch(withoutTime(s))
	switch {
	case m == nil:
		return ""
	case atoi(m[1]) > 12:
		return "dmy"
	case atoi(m[2]) > 12:
		return "mdy"
	}
	return ""
}
