package order

import (
	"context"
	"fmt"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/store"
)

// complete fills in what the item master knows of an order's hazardous lines: a file or another system often names the UN number alone. What an order says
// itself stays.
func complete(ctx context.Context, tx *store.Tx, customer string, items []freight.Item) error {
	for i := range items {
		it := &items[i]
		if it.Code == "" {
			continue
		}
		known, ok, err := store.Get[CatalogueItem](ctx, tx, `SELECT * FROM order_item WHERE code = ?1 AND owner IN ('', ?2) AND customer IN ('', ?3) ORDER BY customer DESC, owner DESC LIMIT 1`, it.Code, tx.By.User, customer)
		if err != nil {
			return err
		}
		if !ok || known.Hazmat.V == nil {
			continue
		}
		master := *known.Hazmat.V
		if it.Hazmat == nil {
			it.Hazmat = &master
			continue
		}
		h := it.Hazmat
		if h.UN != "" && rule.UNOf(h.UN) != rule.UNOf(master.UN) {
			continue // another material under the same code: nothing of the master is about it
		}
		for _, part := range []struct {
			to   *string
			from string
		}{{&h.UN, master.UN}, {&h.ProperName, master.ProperName}, {&h.TechnicalName, master.TechnicalName}, {&h.Class, master.Class}, {&h.Subsidiary, master.Subsidiary},
			{&h.PackingGroup, master.PackingGroup}, {&h.EmergencyPhone, master.EmergencyPhone}} {
			if strings.TrimSpace(*part.to) == "" {
				*part.to = part.from
			}
		}
		h.LimitedQty, h.ReportableQty, h.MarinePoll = h.LimitedQty || master.LimitedQty, h.ReportableQty || master.ReportableQty, h.MarinePoll || master.MarinePoll
	}
	return nil
}

// hazmat judges the hazardous lines of an order, as one check does everywhere.
func hazmat(items []freight.Item) (bad []fail.Field) {
	for i, it := range items {
		bad = append(bad, rule.HazmatLine(fmt.Sprintf("Items[%d].", i), it, "")...)
	}
	return bad
}

// completed completes an order's hazardous lines, and refuses those that a shipping paper could not be made of. So is an NMFC item that the organisation's table
// does not have.
func (a *Area) completed(ctx context.Context, tx *store.Tx, customer string, items []freight.Item) error {
	if err := complete(ctx, tx, customer, items); err != nil {
		return err
	}
	if bad := hazmat(items); len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	return a.listed(ctx, tx, items)
}
