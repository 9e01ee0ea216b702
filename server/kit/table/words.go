package table

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// sameWord brings words that differ by language or habit alone to one; an empty one is left out. Titles and synonyms go through it alike.
var sameWord = map[string]string{}

func init() {
	for word, list := range map[string]string{
		"no":   "cd number nr num numero nbr nummer n nos id code codigo cod numer numéro key",
		"":     "de du des la le les d del el los las of the der die das dem den para por a au aux et y und and pour per von zu zum",
		"date": "dt dte dat", "weight": "wt wgt wght", "qty": "quantity quan qnty qnt", "address": "addr adr", "customer": "cust custmr cus", "description": "desc descr dscr descrip descript",
		"warehouse": "whse wh whs wrhse", "order": "ord ordr", "requested": "req reqd rqst rqstd", "delivery": "dlvy dlvry dely deliv dlv", "shipment": "shpt shpmt", "ship": "shp",
		"consignee": "cnee consig", "package": "pkg pkge", "packages": "pkgs", "pallet": "plt", "pallets": "plts", "carton": "ctn", "cartons": "ctns", "invoice": "inv", "vendor": "vend vndr",
		"reference": "ref refer", "country": "ctry cntry", "purchase": "purch", "required": "rqd", "hazardous": "haz", "material": "mat matl", "class": "cls", "length": "len lng lgth", "height": "ht hgt", "width": "wdth wid",
		"fecha": "fec fch", "cantidad": "cant ctd", "telephone": "tel telefono telefonos telefon telef tfno telephones telefone phones", "commande": "cde cmd", "quantite": "qte", "location": "loc", "unit": "unt", "line": "ln lin", "transport": "transp", "expected": "exp", "total": "tot ttl", "contact": "cntct", "1": "one", "2": "two", "3": "three",
	} {
		for _, w := range strings.Fields(list) {
			sameWord[w] = word
		}
	}
}

var (
	signs = strings.NewReplacer("#", " no ", "№", " no ", "n°", "no ", "N°", "no ", "nº", "no ", "Nº", "no ", "UoM", "uom", "ß", "ss", "&", " ")
	// "Peso (kg) unitario" tells its unit in the middle.
	inBrackets = regexp.MustCompile(`[(\[]([^()\[\]]{1,12})[)\]]`)
)

// Fold splits a text into words without accents, case and signs.
func Fold(s string) []string {
	var b strings.Builder
	last := rune(0)
	s = norm.NFKD.String(signs.Replace(s))
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			// OrderNumber and PONumber are two words each; so are Address1 and Ref2.
			if unicode.IsUpper(r) && (unicode.IsLower(last) || unicode.IsUpper(last) && i+1 < len(runes) && unicode.IsLower(runes[i+1])) ||
				unicode.IsDigit(r) && unicode.IsLetter(last) {
				b.WriteByte(' ')
			}
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteByte(' ')
		}
		last = r
	}
	return strings.Fields(b.String())
}

// Normal brings titles of many systems to one form: "N° de Commande", "numero_commande" and "NoCommande" are all "no commande".
func Normal(s string) string {
	words := Fold(s)
	kept := make([]string, 0, len(words))
	for i, w := range words {
		if n, ok := sameWord[w]; ok {
			w = n
		}
		if w == "" && (len(words) == 1 || len(kept) == 0 && i == len(words)-1) {
			w = words[i]
		}
		if w != "" {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// WeightUnits and LengthUnits are the product's units and what files call them. Ounces, grams and short tons are not among the product's units: a wrong guess
// would be off by a factor, so they are reported.
var (
	WeightUnits = map[string]string{"lb": "lb", "lbs": "lb", "lbr": "lb", "pound": "lb", "pounds": "lb", "libra": "lb", "libras": "lb", "livre": "lb", "livres": "lb", "#": "lb",
		"kg": "kg", "kgs": "kg", "kgm": "kg", "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg", "kilogramo": "kg", "kilogramos": "kg", "kilogramme": "kg", "kilogrammes": "kg", "kilogramm": "kg",
		"mt": "mt", "tonne": "mt", "tonnes": "mt", "metric ton": "mt", "metric tons": "mt"}
	LengthUnits = map[string]string{"in": "in", "ins": "in", "inch": "in", "inches": "in", "\"": "in", "pulgada": "in", "pulgadas": "in", "pouce": "in", "pouces": "in", "zoll": "in",
		"cm": "cm", "ft": "ft", "foot": "ft", "feet": "ft", "'": "ft", "pie": "ft", "pies": "ft", "pied": "ft", "pieds": "ft", "m": "m", "meter": "m", "meters": "m", "metro": "m", "metros": "m", "metre": "m", "metres": "m"}
)

// strangeUnits are units in titles that the product does not have.
var strangeUnits = map[string]bool{"oz": true, "ozs": true, "ounce": true, "ounces": true, "onza": true, "onzas": true, "once": true, "onces": true, "unze": true, "unzen": true, "g": true, "gr": true, "grs": true, "gram": true, "grams": true, "gramo": true, "gramos": true,
	"gramme": true, "grammes": true, "gramm": true, "mg": true, "t": true, "ton": true, "tons": true, "short ton": true, "short tons": true, "cwt": true, "mm": true, "millimeter": true, "millimeters": true, "millimetre": true, "millimetres": true, "milimetro": true, "milimetros": true,
	"dm": true, "yd": true, "yds": true, "yard": true, "yards": true}

// TitleUnit is the unit that the title of a measure tells, as the product or, where it has no such unit, as the title writes it; empty where it tells none.
func (k *Kind) TitleUnit(field, title string) string {
	if shape := k.shapes[field]; shape != Numbers && shape != Boxes {
		return ""
	}
	if _, unit, _ := unitless(title); unit != "" {
		return unit
	}
	if m := inBrackets.FindStringSubmatch(title); m != nil {
		if s := strings.ToLower(strings.Trim(m[1], " .")); strangeUnits[s] {
			return s
		}
	}
	key := Normal(title)
	if last := key[strings.LastIndexByte(key, ' ')+1:]; len(last) < len(key) && len(last) > 1 && strangeUnits[last] {
		return last
	}
	return ""
}

// unitless takes a unit out of a title: "Weight (lb)", "weight_kg", "Peso (kg) unitario". weight tells which kind of unit it is.
func unitless(title string) (key, unit string, weight bool) {
	find := func(s string, long bool) (string, bool, bool) {
		s = strings.ToLower(strings.Trim(s, " ."))
		s = strings.TrimPrefix(s, "in ")
		if u, ok := WeightUnits[s]; ok && (len(s) > 1 || long) {
			return u, true, true
		}
		u, ok := LengthUnits[s]
		return u, false, ok && (len(s) > 1 || s == "m" || long)
	}
	if m := inBrackets.FindStringSubmatchIndex(title); m != nil {
		if u, w, ok := find(title[m[2]:m[3]], true); ok {
			return Normal(title[:m[0]] + " " + title[m[1]:]), u, w
		}
	}
	key = Normal(title)
	i := strings.LastIndexByte(key, ' ')
	if i < 0 {
		return key, "", false
	}
	if u, w, ok := find(key[i+1:], false); ok {
		return strings.TrimSuffix(key[:i], " in"), u, w
	}
	return key, "", false
}

// totalWords begin a row of sums.
var totalWords = map[string]bool{"total": true, "totals": true, "grand total": true, "subtotal": true, "sub total": true, "total general": true, "totales": true, "suma": true, "totaux": true, "somme": true,
	"summe": true, "gesamt": true, "gesamtsumme": true, "sum": true, "end report": true, "fin reporte": true, "total orders": true, "total no orders": true}
