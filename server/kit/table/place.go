package table

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"lading/server/kit/rule"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

var twoUpper = regexp.MustCompile(`^[A-Z]{2}$`)

// isState tells whether two letters are a state of the United States; isRegion whether they are that or a province of Canada.
func isState(s string) bool { _, ok := rule.Region(s, "US"); return ok }

func isZip(s string) bool { _, ok := rule.Postal(s, "", "US"); return ok }

func isRegion(s string) bool { _, ok := rule.Region(s, "CA"); return ok || isState(s) }

// countries are what files call them: the words of four languages, the codes of two and three letters.
var countries = sync.OnceValue(func() map[string]string {
	all := map[string]string{"usa": "US", "us": "US", "u s a": "US", "u s": "US", "united states america": "US", "ee uu": "US", "eeuu": "US", "eua": "US", "etats unis amerique": "US", "estados unidos america": "US", "vereinigte staaten": "US", "vereinigte staaten amerika": "US",
		"uk": "GB", "great britain": "GB", "england": "GB", "can": "CA", "mex": "MX", "brd": "DE"}
	namers := []display.Namer{display.Regions(language.English), display.Regions(language.Spanish), display.Regions(language.French), display.Regions(language.German)}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			code := string([]rune{a, b})
			r, err := language.ParseRegion(code)
			if err != nil || !r.IsCountry() || r.String() != code {
				continue
			}
			for _, n := range namers {
				if name := Normal(n.Name(r)); name != "" && all[name] == "" {
					all[name] = code
				}
			}
			if three := strings.ToLower(r.ISO3()); len(three) == 3 && all[three] == "" {
				all[three] = code
			}
		}
	}
	return all
})

// Country is the two-letter code of what a file says.
func Country(s string) (code string, ok bool) {
	s = strings.TrimSpace(s)
	if upper := strings.ToUpper(s); twoUpper.MatchString(upper) {
		if upper == "UK" {
			return "GB", true
		}
		r, err := language.ParseRegion(upper)
		return upper, err == nil && r.IsCountry()
	}
	code, ok = countries()[Normal(s)]
	return code, ok
}

// regions are states and provinces by their full names, with their code and country.
var regions = map[string][2]string{}

func init() {
	for country, list := range map[string]string{
		"US": "AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware; DC District of Columbia; FL Florida; GA Georgia; HI Hawaii; ID Idaho; IL Illinois; IN Indiana; IA Iowa; KS Kansas; KY Kentucky; LA Louisiana; ME Maine; MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota; MS Mississippi; MO Missouri; MT Montana; NE Nebraska; NV Nevada; NH New Hampshire; NJ New Jersey; NM New Mexico; NY New York; NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas; UT Utah; VT Vermont; VA Virginia; WA Washington; WV West Virginia; WI Wisconsin; WY Wyoming; PR Puerto Rico; VI Virgin Islands; GU Guam",
		"CA": "AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador; NS Nova Scotia; NT Northwest Territories; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec; SK Saskatchewan; YT Yukon; BC Colombie-Britannique; NB Nouveau-Brunswick; NS Nouvelle-Écosse",
		"MX": "AGU Aguascalientes; BCN Baja California; BCS Baja California Sur; CAM Campeche; CHP Chiapas; CHH Chihuahua; CMX Ciudad de México; COA Coahuila; COL Colima; DUR Durango; GUA Guanajuato; GRO Guerrero; HID Hidalgo; JAL Jalisco; MEX Estado de México; MIC Michoacán; MOR Morelos; NAY Nayarit; NLE Nuevo León; OAX Oaxaca; PUE Puebla; QUE Querétaro; ROO Quintana Roo; SLP San Luis Potosí; SIN Sinaloa; SON Sonora; TAB Tabasco; TAM Tamaulipas; TLA Tlaxcala; VER Veracruz; YUC Yucatán; ZAC Zacatecas",
	} {
		for entry := range strings.SplitSeq(list, "; ") {
			code, name, _ := strings.Cut(entry, " ")
			regions[Normal(name)] = [2]string{code, country}
		}
	}
}

// regionCodes are the codes of states and provinces.
var regionCodes = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, r := range regions {
		all[r[0]] = true
	}
	for _, other := range []string{"GTO", "NL", "CDMX", "EDOMEX", "QRO", "BC", "CHIS", "CHIH", "COAH", "DGO", "HGO", "MICH", "Q ROO", "QROO", "TAMPS", "TLAX", "ZAC"} { // as they are written in Mexico
		all[other] = true
	}
	return all
})

// HomeCountry is the country of an address that names none: Canada or Mexico if the postal code or the province says so, otherwise the United States.
func HomeCountry(state, zip string) string {
	if r, ok := regions[Normal(state)]; ok {
		return r[1]
	}
	return rule.CountryOf(state, zip)
}

// StateNeeded reports whether an address in a country is not complete without its state.
func StateNeeded(country string) bool {
	return slices.Contains([]string{"US", "CA", "MX", "AU", "BR", ""}, country)
}

// Region checks a state or province: two letters of the country's own list, or the full name that stands for them; elsewhere any short name.
func Region(s, country string) (string, Problem) {
	if r, ok := regions[Normal(s)]; ok && r[1] == country && country != "MX" {
		return r[0], Problem{}
	}
	if country == "US" || country == "CA" {
		form, ok := rule.Region(strings.TrimSuffix(s, "."), country)
		if !ok {
			return s, Bad("order-state-invalid", "country", country)
		}
		return form, Problem{}
	}
	form, ok := rule.Region(s, country)
	if !ok {
		return s, Bad("order-text-long", "max", 30)
	}
	return form, Problem{}
}

// Postal checks a postal code and brings it to its usual form.
func Postal(s, state, country string) (string, Problem) {
	form, ok := rule.Postal(s, state, country)
	if !ok {
		return form, Bad("order-zip-invalid", "country", country)
	}
	if country == "US" { // systems that keep nine digits fill the four that nobody knows with zeros
		form = strings.TrimSuffix(form, "-0000")
	}
	return form, Problem{}
}

var (
	placeUS = regexp.MustCompile(`^(.+?)[, ]+([A-Za-z]{2})\.?[, ]+(\d{4,5}(?:-\d{4})?)(?:[, ]+(?:USA?|United States))?$`)
	placeCA = regexp.MustCompile(`^(.+?)[, (]+([A-Za-z]{2})[), ]+([A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d)(?:[, ]+Canada)?$`)
	placeNo = regexp.MustCompile(`^([^,\d]+),\s*([A-Za-z]{2})\.?$`)
)

// Place takes a city, a state and a ZIP code apart that stand in one cell: Houston, TX 77013.
func Place(s string) (city, state, zip string, ok bool) {
	s = strings.Join(strings.Fields(s), " ")
	for _, form := range []*regexp.Regexp{placeUS, placeCA} {
		m := form.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		if st := strings.ToUpper(m[2]); isRegion(st) {
			return strings.Trim(m[1], " ,"), st, m[3], true
		}
	}
	if m := placeNo.FindStringSubmatch(s); m != nil && isRegion(m[2]) {
		return strings.TrimSpace(m[1]), strings.ToUpper(m[2]), "", true
	}
	if i := strings.LastIndexByte(s, ' '); i > 0 { // a state in full: Houston, Texas 77013
		if j := strings.LastIndexByte(s[:i], ','); j > 0 && isZip(s[i+1:]) {
			if r, found := regions[Normal(s[j+1:i])]; found && r[1] == "US" {
				return strings.TrimSpace(s[:j]), r[0], s[i+1:], true
			}
		}
	}
	return "", "", "", false
}

var startsWithNumber = regexp.MustCompile(`^(?:\d|[Pp]\.? ?[Oo]\.? [Bb]ox|[Nn][SEWsew]?\d)`)

// Address takes a whole address apart that stands in one cell, on lines or between commas. name is what stands before the street, if anything does.
func Address(s string) (name, street, street2, city, state, zip string, ok bool) {
	split := func(r rune) bool { return r == '\n' || r == '|' || r == ';' }
	rows := strings.FieldsFunc(s, split)
	if len(rows) < 2 {
		rows = strings.Split(s, ",")
	}
	for i := range rows {
		rows[i] = strings.Trim(strings.TrimSpace(rows[i]), ",")
	}
	rows = slices.DeleteFunc(rows, func(r string) bool { return r == "" })
	for len(rows) > 2 { // a country behind it
		code, land := Country(rows[len(rows)-1])
		if !land || code != "US" && code != "CA" || len(rows[len(rows)-1]) < 2 || isState(rows[len(rows)-1]) {
			break
		}
		rows = rows[:len(rows)-1]
	}
	for take := 1; take <= 3 && take < len(rows); take++ { // "Houston, TX, 77013" has three pieces
		if city, state, zip, ok = Place(strings.Join(rows[len(rows)-take:], ", ")); ok && zip != "" && !strings.ContainsAny(city, "0123456789") {
			rows = rows[:len(rows)-take]
			break
		}
		ok = false
	}
	if !ok || len(rows) == 0 || len(rows) > 4 {
		return "", "", "", "", "", "", false
	}
	at := slices.IndexFunc(rows, startsWithNumber.MatchString)
	switch {
	case at < 0 && len(rows) == 1:
		at = 0
	case at < 0:
		return "", "", "", "", "", "", false
	}
	return strings.Join(rows[:at], ", "), rows[at], strings.Join(rows[at+1:], ", "), city, state, zip, true
}
