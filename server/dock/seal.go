package dock

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/gs1"
	"lading/server/store"
)

// sealed refuses a seal, of several with commas between them, that is a label: the bill's number, that of a pallet or of an order. A scanner that was held at the wrong
// bar code would have the bill state it. The device judges likewise, by what it knows (web/src/dock/scan/meant.ts).
func (s Shipment) sealed(ctx context.Context, tx *store.Tx, seals string) error {
	for one := range strings.SplitSeq(seals, ",") {
		seal := strings.ToUpper(gs1.FromScan(one))
		if seal == "" {
			continue
		}
		is := gs1.ValidSSCC(seal)
		for _, number := range append([]string{s.BOL, s.PRO}, s.Orders.V...) {
			is = is || strings.EqualFold(number, seal)
		}
		if !is {
			var err error
			if _, is, err = store.Get[string](ctx, tx, `SELECT id FROM dock_pallet WHERE shipment_id = ? AND (upper(lpn) = ?2 OR sscc = ?2) LIMIT 1`, s.ID, seal); err != nil {
				return err
			}
		}
		if is {
			return fail.Invalid(fail.Of("Seal", "seal-is-label", "label", strings.TrimSpace(one))).With(s)
		}
	}
	return nil
}
