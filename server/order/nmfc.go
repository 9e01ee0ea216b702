package order

import (
	"context"
	"strings"

	"lading/server/kit/rule"
	"lading/server/store"
)

// The NMFC is the property of its publisher and is no part of the program. An organisation that has licensed it brings its own table, and a number is looked up
// there. Without one, what is known of an item is what the organisation's own item master and orders say: its description and the class that it was shipped
// under. So a number is judged by its shape, and told by what went under it before.

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

// NMFCResp tells whether a number can be an item, what its one form is, and what went under it before.
type NMFCResp struct {
	Status string     `json:"Status"`
	Valid  bool       `json:"valid"`
	NMFC   string     `json:"NMFC"`
	Items  []NMFCItem `json:"Items"`
	Table  int64      `json:"Table"` // items of the organisation's table; 0 where it has none
}

// nmfcOrders is how far back orders are read for their items.
const nmfcOrders = 2000

func nmfcItems(ctx context.Context, tx *store.Tx, number, text string) ([]NMFCItem, error) {
	items, err := store.Select[NMFCItem](ctx, tx, `WITH used AS (
SELECT nmfc, description, class, 2 AS master FROM order_nmfc WHERE edition IN (SELECT edition FROM order_nmfc_table) AND nmfc BETWEEN ?1 AND ?1 || '~'
UNION ALL
SELECT nmfc, description, class, 1 FROM order_item WHERE owner IN ('', ?4)
UNION ALL
SELECT it.value ->> 'nmfc', coalesce(it.value ->> 'description', ''), coalesce(it.value ->> 'class', ''), 0 FROM (SELECT items FROM order_open ORDER BY id DESC LIMIT ?3) o, json_each(o.items) it)
SELECT nmfc, max(description) AS description, class FROM used
WHERE coalesce(nmfc, '') <> '' AND substr(nmfc, 1, length(?1)) = ?1 AND (?2 = '' OR instr(upper(description), ?2) > 0)
GROUP BY nmfc, class ORDER BY max(master) = 2 DESC, nmfc, max(master) DESC, count(*) DESC LIMIT 50`, number, strings.ToUpper(text), nmfcOrders, tx.By.User)
	if items == nil {
		items = []NMFCItem{}
	}
	return items, err
}

// IsValidNMFC judges one number.
func (a *Area) IsValidNMFC(ctx context.Context, tx *store.Tx, req NMFCReq) (NMFCResp, error) {
	form, ok := rule.NMFCForm(req.NMFC)
	if !ok || form == "" {
		t, err := nmfcTable(ctx, tx)
		return NMFCResp{Status: "success", Table: t.Items, NMFC: strings.TrimSpace(req.NMFC), Items: []NMFCItem{}}, err
	}
	items, err := nmfcItems(ctx, tx, form, "")
	if err != nil {
		return NMFCResp{}, err
	}
	unknown, err := a.UnknownNMFC(ctx, tx, []string{form})
	if err != nil {
		return NMFCResp{}, err
	}
	t, err := nmfcTable(ctx, tx)
	return NMFCResp{"success", len(unknown) == 0, form, items, t.Items}, err
}

// FindNMFC lists items by the beginning of their number and by what the goods are called.
func (a *Area) FindNMFC(ctx context.Context, tx *store.Tx, req NMFCReq) (NMFCResp, error) {
	number := strings.TrimSpace(req.NMFC)
	_, ok := rule.NMFCForm(number)
	items, err := nmfcItems(ctx, tx, number, strings.TrimSpace(req.Description))
	if err != nil {
		return NMFCResp{}, err
	}
	t, err := nmfcTable(ctx, tx)
	return NMFCResp{"success", ok && number != "", number, items, t.Items}, err
}
