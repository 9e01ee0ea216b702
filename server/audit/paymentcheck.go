package audit

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/store"
)

// rowsAbove is what the rows of a file say that stand above one and are right.
type rowsAbove struct {
	row  map[string]int   // by what of a bill they tell (see Payment.subject)
	back map[string]int64 // invoice → what came back of it
}

func (a rowsAbove) add(p *Payment) {
	a.row[p.subject()] = p.Row
	if p.AmountMinor < 0 {
		a.back[p.InvoiceID] -= p.AmountMinor
	}
}

// subject is what no other row of a file may tell, too: what was paid of a bill, or what came back of it under a reference. A carrier may pay back in parts.
func (p *Payment) subject() string {
	if p.AmountMinor < 0 {
		return p.InvoiceID + " " + strings.ToUpper(p.Reference)
	}
	return p.InvoiceID
}

// judgePayment compares a row with its invoice: it must be released, not paid yet, and for just what was to be paid of it at some time while it was: credit notes make that less,
// and are taken back. Money may have left by a release that was withdrawn since, as long as the bill was not taken up again by the audit or is decided anew. The carrier owes what
// was paid beyond what is due now. A row of less than nothing is of a bill of which the carrier owes as much.
func (a *Area) judgePayment(ctx context.Context, tx *store.Tx, p *Payment, above rowsAbove) ([]RowFail, error) {
	no := func(field, code string, kv ...any) ([]RowFail, error) {
		return []RowFail{rowFail(p.Row, field, code, append([]any{"number", p.Number, "carrier", p.Carrier}, kv...)...)}, nil
	}
	list, err := ofNumber(ctx, tx, p.Carrier, p.Number, p.of)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(i Invoice) bool { return !i.seen(tx.By) })
	switch len(list) {
	case 0:
		return no(colNumber, "payment-invoice-unknown")
	case 1:
	default:
		return no(colKind, "payment-kind-needed")
	}
	i := list[0]
	p.InvoiceID, p.DueMinor = i.ID, i.PayMinor
	paid, already, err := payment(ctx, tx, i.ID)
	if err != nil {
		return nil, err
	}
	today, err := a.today(ctx, tx, i.Warehouse)
	if err != nil {
		return nil, err
	}
	// While something is to be paid by a release, what went by one before it is not taken for that: whoever records it withdraws the later one first.
	before := i.State == Complete || i.PayMinor == 0
	figures, err := store.Select[int64](ctx, tx, `SELECT after_minor FROM audit_step WHERE invoice_id = ?1 AND to_state = 'invoiced' AND (?2 OR n >= (SELECT MAX(n) FROM audit_step WHERE invoice_id = ?1 AND action = 'release'))`, i.ID, before)
	if err != nil {
		return nil, err
	}
	left := slices.Contains(figures, p.AmountMinor) // by this release or one before
	back := p.AmountMinor < 0
	if back {
		claim, err := owed(ctx, tx, i)
		if err != nil {
			return nil, err
		}
		p.DueMinor = above.back[i.ID] - claim
		reference := map[PaidBy]string{ByPayment: colReference, ByCheck: colCheck}[p.Kind]
		if first, twice := above.row[p.subject()]; twice {
			return no(reference, "refund-twice", "reference", p.Reference, "row", first)
		}
		if i.Currency == p.Currency {
			bad, err := a.judgeRefund(ctx, tx, i, p.back(), above.back[i.ID])
			if err != nil {
				return nil, err
			}
			if bad != nil {
				field := map[refundPart]string{refundDay: map[PaidBy]string{ByPayment: colPaidOn, ByCheck: colCheckDay}[p.Kind], refundAmount: colAmount, refundReference: reference}[bad.part]
				return []RowFail{{p.Row, field, bad.Code, bad.Params}}, nil
			}
		}
	}
	switch {
	case p.PaidOn > today:
		return no(map[PaidBy]string{ByPayment: colPaidOn, ByCheck: colCheckDay}[p.Kind], "payment-day-ahead", "day", p.PaidOn)
	case already && !back:
		return no(colNumber, "payment-made", "reference", paid.Reference, "day", paid.PaidOn)
	case !back && i.State != Invoiced && !(i.State == Complete && left):
		return no(colNumber, "payment-not-released")
	case i.Currency != p.Currency:
		return no(colCurrency, "payment-currency", "paid", p.Currency, "currency", i.Currency)
	case !back && !left && p.AmountMinor != i.PayMinor && p.AmountMinor != i.ReleasedMinor:
		return no(colAmount, "payment-differs", "amount", Figure{p.AmountMinor, Money}.String(), "due", Figure{i.PayMinor, Money}.String(), "difference", Figure{p.AmountMinor - i.PayMinor, Money}.String(), "currency", i.Currency)
	}
	if first, twice := above.row[p.subject()]; twice {
		return no(colNumber, "payment-twice", "row", first)
	}
	if p.Kind != ByCheck {
		return nil, nil
	}
	// A check whose account was not told may be of any.
	first, known, err := store.Get[string](ctx, tx, `SELECT paid_on FROM audit_payment WHERE kind = 'check' AND reference = ?1 COLLATE NOCASE AND (account = ?2 OR account = '' OR ?2 = '') LIMIT 1`, p.Reference, p.Account)
	if err == nil && known {
		return no(colCheck, "check-recorded", "check", p.Reference, "day", first)
	}
	return nil, err
}

// today is the day where a load's money is spent: at its warehouse, or in no place of America later, where nobody knows the load.
func (a *Area) today(ctx context.Context, tx *store.Tx, warehouse string) (string, error) {
	if warehouse == "" {
		return tx.Now.UTC().Format(time.DateOnly), nil
	}
	_, zone, err := a.Sites.Site(ctx, tx, warehouse)
	if err != nil {
		return "", err
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return "", fmt.Errorf("zone of a warehouse: %w", err)
	}
	return tx.Now.In(loc).Format(time.DateOnly), nil
}

// checkTotals compares the rows of each check with each other and with its total. A check whose rows are wrong otherwise is compared, too: its difference may tell why.
func checkTotals(list []Payment) (bad []RowFail) {
	type check struct{ account, number string }
	first, sum := map[check]Payment{}, map[check]int64{}
	var order []check
	for _, p := range list {
		if p.Reference == "" {
			continue
		}
		k := check{p.Account, strings.ToUpper(p.Reference)}
		f, known := first[k]
		if !known {
			first[k] = p
			order = append(order, k)
		} else if f.total != p.total || f.PaidOn != p.PaidOn || f.Currency != p.Currency || f.Carrier != p.Carrier {
			bad = append(bad, rowFail(p.Row, colCheck, "check-differs", "check", p.Reference, "row", f.Row))
		}
		sum[k] += p.AmountMinor
	}
	for _, k := range order {
		if f := first[k]; f.total > 0 && sum[k] != f.total {
			bad = append(bad, rowFail(f.Row, colCheckTotal, "check-total", "check", f.Reference, "sum", Figure{sum[k], Money}.String(), "total", Figure{f.total, Money}.String(), "difference", Figure{sum[k] - f.total, Money}.String(), "currency", f.Currency))
		}
	}
	return bad
}
