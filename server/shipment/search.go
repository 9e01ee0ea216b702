package shipment

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"

	"lading/server/store"
	"lading/server/store/listing"

	"golang.org/x/text/unicode/norm"
)

// most is how many hits of one search a list looks at. A text that half of all shipments have is no search; who types it gets the newest.
const most = 5000

// last sorts behind every text that continues a prefix.
const last = "\U0010FFFF"

func searchable(text string) string { return strings.ToUpper(strings.TrimSpace(text)) }

// SearchReq looks a shipment up by the start of any of its numbers, or by the words that people know it by.
type SearchReq struct {
	SearchText string `json:"searchtext" validate:"required,min=2,max=60"`
}

// Found is a shipment that a search came upon, ended ones included.
type Found struct {
	ID          string `json:"ShipmentId" db:"id"`
	Number      string `json:"UniqueName" db:"number"`
	BOL         string `json:"BOLNumber" db:"bol"`
	PRO         string `json:"PRONumber" db:"pro"`
	Status      Status `json:"StatusCode" db:"status"`
	Warehouse   string `json:"WHSE" db:"warehouse"`
	Customer    string `json:"Customer" db:"customer"`
	CarrierName string `json:"CarrierName" db:"carrier_name"`
	Consignee   string `json:"Consignee" db:"consignee"`
	City        string `json:"City" db:"city"`
	ShipOn      string `json:"ShipDate" db:"ship_on"`
	Match       string `json:"Match" db:"match"` // the number that was found; empty where the words were
}

const foundColumns = `id, number, bol, pro, status, warehouse, customer, carrier_name, COALESCE(destination ->> 'name', '') AS consignee, COALESCE(destination ->> 'city', '') AS city, ship_on`

// Search finds the first fifty shipments: those of whose numbers one begins with the text, in the numbers' order, then the newest that have all of its words.
// Both walks end early, since a short text may match everything.
func (a *Area) Search(ctx context.Context, tx *store.Tx, req SearchReq) ([]Found, error) {
	t := searchable(req.SearchText)
	w := listing.Where{Text: []string{"TRUE"}, Args: []any{t, t + last}}
	w.Mine(tx.By)
	rows, err := store.Select[Found](ctx, tx, `SELECT `+foundColumns+`, value AS match
FROM (SELECT value, shipment_id FROM shipment_ref WHERE value >= ? AND value < ? ORDER BY value, shipment_id LIMIT 200) CROSS JOIN shipment ON id = shipment_id
WHERE `+w.String()+` ORDER BY value, shipment_id`, w.Args...)
	if err != nil {
		return nil, err
	}
	if words := matching(req.SearchText, tx.By); words != "" {
		more, err := store.Select[Found](ctx, tx, `SELECT `+foundColumns+`, '' AS match
FROM (SELECT rowid AS hit FROM shipment_word WHERE shipment_word MATCH ? ORDER BY rowid DESC LIMIT 100) CROSS JOIN shipment_found ON n = hit CROSS JOIN shipment ON id = shipment_id
ORDER BY n DESC`, words)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	found, seen := []Found{}, map[string]bool{} // a shipment may match by several of its numbers
	for _, r := range rows {
		if !seen[r.ID] && len(found) < 50 {
			seen[r.ID] = true
			found = append(found, r)
		}
	}
	return found, nil
}

// indexed is how long a beginning the full-text index knows; see its migration.
const indexed = 8

// matching says a text in the language of the full-text index: all words must be there, each by its beginning, in a warehouse of the person's.
// It is empty where there is no word. A word of one letter stands for itself, since as a beginning it would be half of the index; so does a long number,
// whose beginning is found by the walk of the numbers. A long word is told by its first eight letters.
func matching(text string, by store.Actor) string {
	words := strings.FieldsFunc(norm.NFC.String(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	if len(words) == 0 {
		return ""
	}
	for i, w := range words {
		letters := []rune(w)
		whole := len(letters) == 1 || len(letters) > indexed && strings.ContainsFunc(w, unicode.IsNumber)
		words[i] = `"` + string(letters[:min(len(letters), indexed)]) + `"*`
		if whole {
			words[i] = `"` + w + `"`
		}
	}
	if by.Warehouses != nil {
		sites := make([]string, len(by.Warehouses))
		for i, w := range by.Warehouses {
			sites[i] = "\"\ue000" + hex.EncodeToString([]byte(w)) + `"`
		}
		if len(sites) == 0 {
			return ""
		}
		words = append(words, "("+strings.Join(sites, " OR ")+")")
	}
	return strings.Join(words, " AND ")
}

// seek narrows to what a list's search finds: a number by its beginning, or all words. It reads at most so many hits of either.
func seek(w *listing.Where, text string, by store.Actor) {
	t := searchable(text)
	numbers := "id IN (SELECT shipment_id FROM (SELECT shipment_id FROM shipment_ref WHERE value >= ? AND value < ? LIMIT ?)"
	args := []any{t, t + last, most}
	if words := matching(text, by); words != "" {
		numbers += ` UNION SELECT shipment_id FROM shipment_found WHERE n IN (SELECT rowid FROM shipment_word WHERE shipment_word MATCH ? ORDER BY rowid DESC LIMIT ?)`
		args = append(args, words, most)
	}
	w.And(numbers+")", args...)
}

// numbered narrows a list to the shipments that have one of the numbers. It gives the numbers that none of those has: hidden are those in the whole of it, unknown are the others.
func numbered(ctx context.Context, tx *store.Tx, whole, b *listing.List, numbers []string) (hidden, unknown []string, err error) {
	in := func(l *listing.List) (string, []any) {
		w := l.All()
		w.Any("+status", l.States)
		return "EXISTS (SELECT 1 FROM shipment_ref r JOIN shipment ON id = r.shipment_id WHERE r.value = upper(trim(n.value)) AND " + w.String() + ")", w.Args
	}
	there, args := in(whole)
	shown, more := in(b)
	unseen, err := store.Select[struct {
		Number string `db:"number"`
		There  bool   `db:"there"`
	}](ctx, tx, "SELECT n.value AS number, "+there+" AS there FROM json_each(?) n WHERE NOT "+shown+" ORDER BY n.key", slices.Concat(args, []any{listing.Texts(numbers)}, more)...)
	hidden, unknown = []string{}, []string{}
	for _, n := range unseen {
		if n.There {
			hidden = append(hidden, n.Number)
		} else {
			unknown = append(unknown, n.Number)
		}
	}
	b.Rest.And("id IN (SELECT shipment_id FROM shipment_ref WHERE value IN (SELECT upper(trim(value)) FROM json_each(?)))", listing.Texts(numbers))
	return hidden, unknown, err
}
