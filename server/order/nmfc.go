package order

import (
	"context"
	"strings"

	"lading/server/kit/rule"
	"lading/server/store"
)

// The NMFC is the property of its publisher and is no part of the program. What is known of an item is what the organisation's own orders say:
// its description and the class that it was shipped under. So a code is judged by its shape, and told by what went under it before.

// NMFCReq asks for one item, or for those that begin so or whose goods are called so.
type NMFCReq struct {
	NMFC        string `json:"NMFC" validate:"max=20"`
	Description string `json:"Description" validate:"max=200"`
}

// NMFCItem is an item of the NMFC as own orders have it.
type NMFCItem struct {
	NMFC        string `json:"nmfc" db:"nmfc"`
	Description string `json:"description" db:"description"`
	Class       string `json:"class" db:"class"`
}

// NMFCResp tells whether a code can be an item, and what went under it before.
type NMFCResp struct {
	Status string     `json:"Status"`
	Valid  bool       `json:"valid"`
	Items  []NMFCItem `json:"Items"`
}

// nmfcOrders is how far back orders are read for their items.
const nmfcOrders = 2000

func nmfcItems(ctx context.Context, tx *store.Tx, code, text string) ([]NMFCItem, error) {
	items, err := store.Select[NMFCItem](ctx, tx, `SELECT it.value ->> 'nmfc' AS nmfc, max(coalesce(it.value ->> 'description', '')) AS description, coalesce(it.value ->> 'class', '') AS class
FROM (SELECT items FROM order_open ORDER BY id DESC LIMIT ?3) o, json_each(o.items) it
WHERE coalesce(it.value ->> 'nmfc', '') <> '' AND (?1 = '' OR substr(it.value ->> 'nmfc', 1, length(?1)) = ?1) AND (?2 = '' OR instr(upper(it.value ->> 'description'), ?2) > 0)
GROUP BY nmfc, class ORDER BY nmfc, count(*) DESC LIMIT 50`, code, strings.ToUpper(text), nmfcOrders)
	if items == nil {
		items = []NMFCItem{}
	}
	return items, err
}

// IsValidNMFC judges one code.
func (a *Area) IsValidNMFC(ctx context.Context, tx *store.Tx, req NMFCReq) (NMFCResp, error) {
	code := strings.TrimSpace(req.NMFC)
	r := NMFCResp{Status: "success", Valid: rule.NMFC(code), Items: []NMFCItem{}}
	if !r.Valid {
		return r, nil
	}
	var err error
	r.Items, err = nmfcItems(ctx, tx, code, "")
	return r, err
}

// FindNMFC lists items by the beginning of their code and by what the goods are called.
func (a *Area) FindNMFC(ctx context.Context, tx *store.Tx, req NMFCReq) (NMFCResp, error) {
	items, err := nmfcItems(ctx, tx, strings.TrimSpace(req.NMFC), strings.TrimSpace(req.Description))
	return NMFCResp{"success", rule.NMFC(strings.TrimSpace(req.NMFC)), items}, err
}
