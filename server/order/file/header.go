package file

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

	"lading/server/kit/fail"
	"lading/server/kit/sheet"

	"golang.org/x/text/unicode/norm"
)

// headerFields is how many columns must be recognised before a row counts as the header: two happen in any title.
const headerFields = 3

func (d *dictionary) sniff(r io.ReaderAt, size int64, name string) (Sheet, error) {
	src, err := d.open(r, size)
	if err != nil {
		return Sheet{}, err
	}
	sh := Sheet{Kind: src.Kind(), Sheets: src.Sheets()}
	if t, ok := src.(*sheet.Text); ok {
		sh.Encoding, sh.Delimiter = t.Encoding, string(rune(t.Delimiter))
	}
	names := sh.Sheets
	if len(names) == 0 {
		names = []string{""}
	}
	best, filled := 0, false
	for _, n := range names[:min(len(names), 20)] {
		known, some, err := sh.look(d, src, n, best)
		if err != nil {
			return Sheet{}, err
		}
		best, filled = max(best, known), filled || some
	}
	switch {
	case !filled:
		return Sheet{}, fail.Malformed("file-empty", "name", name)
	case best < headerFields:
		return Sheet{}, fail.New(422, "file-no-header", "name", name)
	}
	return sh, nil
}

// look searches a sheet's first rows for a header better than the best so far, and takes it over.
func (sh *Sheet) look(d *dictionary, src sheet.Source, name string, best int) (known int, filled bool, err error) {
	rs, err := src.Rows(name)
	if err != nil {
		return 0, false, err
	}
	var head []string
	var found []guess
	row := 0
	var samples []record
	for range sheet.HeaderDepth {
		rec, err := rs.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, false, err
		}
		if rec.Blank() {
			continue
		}
		filled = true
		g := d.suggest(sheet.Texts(rec))
		if len(g) > known && !dataLike(rec) {
			head, found, known, row = sheet.Texts(rec), g, len(g), rec.N
			samples = nil
			continue
		}
		if known > 0 && len(samples) < sampleRows {
			rec.Cells = append([]cell(nil), rec.Cells...)
			samples = append(samples, rec)
		}
	}
	if known <= best || known < headerFields {
		return known, filled, nil
	}
	sh.Name, sh.HeaderRow, sh.Headers = name, row, trimRight(head)
	sh.Mapping = Mapping{Sheet: name, HeaderRow: row, Columns: make([]Field, len(sh.Headers)), Defaults: map[Field]string{}}
	sh.Confidence = make([]int, len(sh.Headers))
	for _, g := range found {
		sh.Mapping.Columns[g.column], sh.Confidence[g.column] = g.field, g.confidence
		if g.unit != "" && g.field == FieldWeight {
			sh.Mapping.WeightUnit = g.unit
		} else if g.unit != "" {
			sh.Mapping.DimUnit = g.unit
		}
	}
	sh.Sample = nil
	for _, s := range samples {
		line := sheet.Texts(s)
		for len(line) < len(sh.Headers) {
			line = append(line, "")
		}
		sh.Sample = append(sh.Sample, line[:len(sh.Headers)])
	}
	sh.Missing = sh.Mapping.missing(d.required)
	return known, filled, nil
}

// dataLike is a row with numbers in it: a header has words.
func dataLike(rec record) bool {
	numbers := 0
	for _, c := range rec.Cells {
		if c.Number || strings.Trim(c.Text, "0123456789.,-/: ") == "" && c.Text != "" {
			numbers++
		}
	}
	return numbers > 1
}

func trimRight(ss []string) []string {
	for len(ss) > 0 && ss[len(ss)-1] == "" {
		ss = ss[:len(ss)-1]
	}
	return ss
}

// guess is what a header seems to mean.
type guess struct {
	column     int
	field      Field
	confidence int
	unit       string // "Weight (kg)" says it in the header
}

// suggest gives each header at most one field and each field at most one header, the surest first come.
func (d *dictionary) suggest(headers []string) (found []guess) {
	taken := map[Field]int{} // index in found
	var loose []guess        // references without a number
	for column, h := range headers {
		g, ok := d.recognise(h)
		if !ok {
			continue
		}
		g.column = column
		if g.field == fieldReference {
			loose = append(loose, g)
			continue
		}
		if at, dup := taken[g.field]; dup {
			if found[at].confidence < g.confidence {
				found[at] = g
			}
			continue
		}
		taken[g.field] = len(found)
		found = append(found, g)
	}
	for _, g := range loose {
		for _, slot := range referenceFields {
			if _, used := taken[slot]; !used {
				g.field = slot
				taken[slot] = len(found)
				found = append(found, g)
				break
			}
		}
	}
	// A file with one party calls it the customer, and it is where the goods go.
	if at, ok := taken[FieldCustomer]; ok {
		if _, has := taken[FieldName]; !has && d.partyName[normal(headers[found[at].column])] {
			found[at].field, found[at].confidence = FieldName, 55
		}
	}
	return found
}

func (d *dictionary) recognise(header string) (guess, bool) {
	if len(header) > 80 {
		return guess{}, false
	}
	key, unit := withoutUnit(normal(header))
	if key == "" {
		return guess{}, false
	}
	if f, ok := d.synonyms[key]; ok {
		return guess{field: f, confidence: 100, unit: unit}, true
	}
	if role, part, ok := d.splitRole(key); ok {
		f, known := d.parts[part]
		switch {
		case !known && part != "":
		case role == roleBillTo:
			return d.billTo(key, part, f)
		case role == roleOther:
			return guess{}, false // "Vendor city" is not where the goods go
		case part == "" && role == roleConsignee:
			return guess{field: FieldName, confidence: 90}, true
		case known && role == roleCustomer && f != FieldName:
			return guess{field: f, confidence: 60}, true
		case known && role == roleCustomer:
			return guess{field: FieldCustomer, confidence: 70}, true
		case known:
			return guess{field: f, confidence: 95}, true
		}
	}
	if f, ok := d.parts[key]; ok {
		return guess{field: f, confidence: 75}, true
	}
	// "Order number (Kundenauftrag)", "Gross weight per line": a known header with more around it.
	for _, s := range d.longSynonyms {
		if strings.Contains(" "+key+" ", " "+s.key+" ") {
			return guess{field: s.field, confidence: 55, unit: unit}, true
		}
	}
	return guess{}, false
}

// billTo is a part of the address that the freight is billed to. By itself "Bill to" names the payer, and "Third party" is more likely a yes or no.
func (d *dictionary) billTo(key, part string, f Field) (guess, bool) {
	if part == "" {
		return guess{field: FieldBillName, confidence: 60}, !slices.Contains([]string{"third party", "3rd party", "tercero"}, key)
	}
	field, ok := billed[f]
	return guess{field: field, confidence: 95}, ok
}

func (d *dictionary) splitRole(key string) (role role, part string, ok bool) {
	for _, r := range d.roles {
		if rest, found := strings.CutPrefix(key+" ", r.key+" "); found {
			return r.role, strings.TrimSpace(rest), true
		}
		if rest, found := strings.CutSuffix(" "+key, " "+r.key); found {
			return r.role, strings.TrimSpace(rest), true
		}
	}
	return 0, "", false
}

// withoutUnit takes a unit off the end of a header: "weight lb".
func withoutUnit(key string) (rest, unit string) {
	i := strings.LastIndexByte(key, ' ')
	if i < 0 {
		return key, ""
	}
	last := key[i+1:]
	if u, ok := weightUnits[last]; ok && len(last) > 1 {
		return strings.TrimSuffix(key[:i], " in"), u
	}
	if u, ok := dimUnits[last]; ok && (len(last) > 1 || last == "m") {
		return key[:i], u
	}
	return key, ""
}

// normal brings headers of many systems to one form: "N° de Commande", "numero_commande" and "NoCommande" are all "no commande".
func normal(s string) string {
	words := fold(s)
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

var signs = strings.NewReplacer("#", " no ", "№", " no ", "n°", "no ", "N°", "no ", "ß", "ss", "&", " ")

// fold splits a text into words without accents, case and signs.
func fold(s string) []string {
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
