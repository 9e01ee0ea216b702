package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/sheet"
	"lading/server/op"
	"lading/server/store"
	"lading/server/store/listing"

	"github.com/oklog/ulid/v2"
)

// maxPayments is how many payments one file may hold: it is recorded whole, in one command.
const maxPayments = 500

// PaidBy is what a file of payments lists.
type PaidBy string

// The kinds of files. A check pays several invoices, and its total is compared with them.
const (
	ByPayment PaidBy = "payment"
	ByCheck   PaidBy = "check"
)

// Values lists the kinds.
func (PaidBy) Values() []string { return []string{"payment", "check"} }

const (
	colAmount     = "Amount"
	colReference  = "Payment reference"
	colPaidOn     = "Payment date"
	colCheck      = "Check number"
	colCheckDay   = "Check date"
	colCheckTotal = "Check total"
	colAccount    = "Paying account"
)

// heads are the headings of a file; what stands before the optional ones is needed.
func (k PaidBy) heads() (needed, all []string) {
	needed = []string{colCarrier, colNumber, colAmount, colReference, colPaidOn}
	if k == ByCheck {
		needed = []string{colCarrier, colNumber, colAmount, colCheck, colCheckDay, colCheckTotal}
	}
	all = append(slices.Clone(needed), colCurrency, colKind)
	if k == ByCheck {
		all = append(all, colAccount)
	}
	return needed, all
}

// PaymentFileReq says what a file lists, and whether it is only looked at.
type PaymentFileReq struct {
	Kind PaidBy `json:"Kind" validate:"required,oneof=payment check"`
	Step string `json:"Step" validate:"required,oneof=preview record"`
}

// PaymentKindReq chooses between payments and checks.
type PaymentKindReq struct {
	Kind PaidBy `json:"Kind" validate:"required,oneof=payment check"`
}

// Payment is what a file says was paid of an invoice.
type Payment struct {
	Row         int    `json:"row" db:"-"`
	InvoiceID   string `json:"invoiceId" db:"invoice_id"`
	FileID      string `json:"-" db:"file_id"`
	Kind        PaidBy `json:"-" db:"kind"`
	Carrier     string `json:"carrier" db:"-"`
	Number      string `json:"number" db:"-"`
	Reference   string `json:"reference" db:"reference"`
	PaidOn      string `json:"paidOn" db:"paid_on"`
	Account     string `json:"account" db:"account"` // that a check is drawn on: each has numbers of its own
	Currency    string `json:"currency" db:"currency"`
	AmountMinor int64  `json:"amountMinor" db:"amount_minor"`
	DueMinor    int64  `json:"dueMinor" db:"-"` // what the audit released
	of          Kind
	chosen      bool  // the file says which kind of invoice
	total       int64 // of the check, as its row has it
}

// PaymentFile is a file that was recorded.
type PaymentFile struct {
	ID       string     `json:"id" db:"id"`
	Kind     PaidBy     `json:"kind" db:"kind"`
	Name     string     `json:"name" db:"name"`
	SHA      string     `json:"-" db:"sha"`
	Payments int        `json:"payments" db:"payments"`
	At       store.Time `json:"at" db:"at"`
	By       string     `json:"-" db:"by_user"`
	ByName   string     `json:"byName" db:"by_name"`
}

// PaymentFileResp is what a file says. Nothing of it is recorded while one row is wrong.
type PaymentFileResp struct {
	Payments []Payment    `json:"payments"`
	Wrong    int          `json:"wrong"` // rows
	Errors   []RowFail    `json:"errors"`
	Ignored  []string     `json:"ignored"`
	Recorded *PaymentFile `json:"recorded"` // now or before; empty after a preview of a new file
	Again    bool         `json:"again"`    // recorded before: nothing was done
}

// UploadPayments looks at a file of payments, or records it whole.
func (a *Area) UploadPayments(ctx context.Context, c *op.Call, req PaymentFileReq) (PaymentFileResp, error) {
	var r PaymentFileResp
	raw, name, err := content(c)
	if err != nil {
		return r, err
	}
	tables, err := sheet.Tables(c.Org, raw, maxPayments+1) // with the head; read before the transaction, for it may take long
	if err != nil {
		return r, err
	}
	sum := sha256.Sum256(raw)
	file := PaymentFile{ID: ulid.Make().String(), Kind: req.Kind, Name: name, SHA: hex.EncodeToString(sum[:])}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return r, err
	}
	judge := func(ctx context.Context, tx *store.Tx) (err error) {
		r, err = a.payments(ctx, tx, tables, file)
		return err
	}
	if req.Step == "preview" {
		return r, db.Read(ctx, c.By, judge)
	}
	_, err = op.Finish(ctx, db, c, &r, func(ctx context.Context, tx *store.Tx) error {
		if err := judge(ctx, tx); err != nil || r.Again {
			return err
		}
		if r.Wrong > 0 {
			return fail.New(422, "payment-file-wrong", "wrong", r.Wrong, "row", r.Errors[0].Row, "field", r.Errors[0].Field)
		}
		file.Payments, file.At, file.By, file.ByName = len(r.Payments), store.At(tx.Now), tx.By.User, tx.By.Name
		if err := store.Insert(ctx, tx, "audit_payment_file", file); err != nil {
			return err
		}
		for _, p := range r.Payments {
			if err := record(ctx, tx, p); err != nil {
				return err
			}
		}
		r.Recorded = &file
		return nil
	})
	return r, err
}

func record(ctx context.Context, tx *store.Tx, p Payment) error {
	i, err := find(ctx, tx, p.InvoiceID)
	if err != nil {
		return err
	}
	if err := store.Insert(ctx, tx, "audit_payment", p); err != nil {
		return err
	}
	now := i
	if p.AmountMinor < i.PayMinor { // a credit was taken back when it was on its way
		now.PayMinor, now.ShortMinor = p.AmountMinor, i.due()-p.AmountMinor
	}
	_, err = change(ctx, tx, i, now, "pay", fmt.Sprintf("%s, %s", p.Reference, p.PaidOn))
	return err
}

// payments reads a file and judges each row against its invoice.
func (a *Area) payments(ctx context.Context, tx *store.Tx, tables []sheet.Grid, file PaymentFile) (r PaymentFileResp, err error) {
	r = PaymentFileResp{Payments: []Payment{}, Errors: []RowFail{}, Ignored: []string{}}
	known, ok, err := store.Get[PaymentFile](ctx, tx, `SELECT * FROM audit_payment_file WHERE kind = ? AND sha = ?`, file.Kind, file.SHA)
	if err != nil {
		return r, err
	}
	if ok {
		r.Recorded, r.Again = &known, true
		return r, nil
	}
	currency, err := a.Setup.Currency(ctx, tx)
	if err != nil {
		return r, err
	}
	if len(tables) == 0 || len(tables[0].Rows) == 0 {
		return r, fail.New(422, "payment-file-empty")
	}
	grid := tables[0]
	needed, all := file.Kind.heads()
	if missing := slices.DeleteFunc(slices.Clone(needed), func(h string) bool { return grid.Column(h) >= 0 }); len(missing) > 0 {
		return r, fail.New(422, "payment-file-head", "missing", strings.Join(missing, ", "), "columns", strings.Join(all, ", "))
	}
	for _, h := range grid.Head {
		if text := strings.TrimSpace(h.Text); text != "" && !slices.ContainsFunc(all, func(k string) bool { return strings.EqualFold(k, text) }) {
			r.Ignored = append(r.Ignored, text)
		}
	}
	today := tx.Now.UTC().Format(time.DateOnly) // nowhere in America is it later; an invoice's own warehouse has its own
	seen := map[string]int{}                    // invoice → row
	for _, rec := range grid.Rows {
		p, bad := paymentRow(grid, rec, file.Kind, currency, today)
		p.FileID, p.Kind = file.ID, file.Kind
		if len(bad) == 0 {
			if bad, err = a.judgePayment(ctx, tx, &p); err != nil {
				return r, err
			}
		}
		if first, twice := seen[p.InvoiceID]; len(bad) == 0 && twice {
			bad = []RowFail{rowFail(rec.N, colNumber, "payment-twice", "number", p.Number, "row", first)}
		}
		if len(bad) > 0 {
			r.wrongs(bad)
		} else {
			seen[p.InvoiceID] = rec.N
		}
		r.Payments = append(r.Payments, p)
	}
	if file.Kind == ByCheck {
		r.wrongs(checkTotals(r.Payments))
	}
	return r, nil
}

// wrongs notes mistakes, and how many rows have one.
func (r *PaymentFileResp) wrongs(bad []RowFail) {
	r.Errors = append(r.Errors, bad...)
	rows := map[int]bool{}
	for _, e := range r.Errors {
		rows[e.Row] = true
	}
	r.Wrong = len(rows)
}

func rowFail(row int, field, code string, kv ...any) RowFail {
	f := fail.Of(field, code, kv...)
	return RowFail{row, f.Field, f.Code, f.Params}
}

// paymentRow reads one row, or says what is wrong with it, cell by cell.
func paymentRow(grid sheet.Grid, rec sheet.Record, kind PaidBy, currency, today string) (p Payment, bad []RowFail) {
	wrong := func(field, code string, kv ...any) { bad = append(bad, rowFail(rec.N, field, code, kv...)) }
	text := func(h string, most int, need bool) string {
		n := grid.Column(h)
		if n < 0 {
			return ""
		}
		cell := rec.At(n)
		v := strings.TrimSpace(cell.Text)
		switch {
		case cell.Broken:
			wrong(h, "invoice-cell-broken")
		case v == "" && need:
			wrong(h, "field-required")
		case len([]rune(v)) > most:
			wrong(h, "order-text-long", "header", h, "max", most)
		default:
			return v
		}
		return ""
	}
	money := func(h string) (minor int64) {
		if v := text(h, 20, true); v != "" {
			var ok bool
			if minor, ok = amount(v); !ok {
				wrong(h, "invoice-amount-invalid", "value", v)
			} else if minor <= 0 {
				wrong(h, "invoice-amount-negative")
			}
		}
		return minor
	}
	reference, day := colReference, colPaidOn
	if kind == ByCheck {
		reference, day = colCheck, colCheckDay
		p.total, p.Account = money(colCheckTotal), strings.ToUpper(text(colAccount, 40, false))
	}
	p.Row, p.Carrier, p.Number, p.Reference = rec.N, strings.ToUpper(text(colCarrier, 4, true)), text(colNumber, 30, true), text(reference, 40, true)
	p.AmountMinor = money(colAmount)
	if v := text(day, 20, true); v != "" {
		if p.PaidOn = dayOf(v); p.PaidOn == "" {
			wrong(day, "field-not-day", "value", v)
		} else if p.PaidOn > today {
			wrong(day, "payment-day-ahead", "day", p.PaidOn)
		}
	}
	if v := text(colKind, 20, false); v != "" {
		if p.of, p.chosen = kinds[strings.ToLower(v)]; !p.chosen {
			wrong(colKind, "field-not-offered", "limit", strings.Join(Original.Values(), " "))
		}
	}
	switch p.Currency = strings.ToUpper(text(colCurrency, 3, false)); p.Currency {
	case "":
		p.Currency = currency
	case "USD", "CAD", "MXN":
	default:
		wrong(colCurrency, "field-not-offered", "limit", "USD CAD MXN")
	}
	return p, bad
}

// judgePayment compares a row with its invoice: it must be released, not paid yet, and for what was to be paid of it at any time since: credit notes make that less, and
// are taken back. The carrier owes what was paid beyond what is due now.
func (a *Area) judgePayment(ctx context.Context, tx *store.Tx, p *Payment) ([]RowFail, error) {
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
	paid, already, err := store.Get[Payment](ctx, tx, `SELECT invoice_id, file_id, kind, reference, account, paid_on, currency, amount_minor FROM audit_payment WHERE invoice_id = ?`, i.ID)
	if err != nil {
		return nil, err
	}
	today, err := a.today(ctx, tx, i.Warehouse)
	if err != nil {
		return nil, err
	}
	least, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(MIN(after_minor), ?2) FROM audit_step WHERE invoice_id = ?1 AND n >= (SELECT MAX(n) FROM audit_step WHERE invoice_id = ?1 AND action = 'release')`, i.ID, i.PayMinor)
	if err != nil {
		return nil, err
	}
	switch {
	case p.PaidOn > today:
		return no(map[PaidBy]string{ByPayment: colPaidOn, ByCheck: colCheckDay}[p.Kind], "payment-day-ahead", "day", p.PaidOn)
	case already:
		return no(colNumber, "payment-made", "reference", paid.Reference, "day", paid.PaidOn)
	case i.State != Invoiced:
		return no(colNumber, "payment-not-released")
	case i.Currency != p.Currency:
		return no(colCurrency, "payment-currency", "paid", p.Currency, "currency", i.Currency)
	case p.AmountMinor < min(least, i.PayMinor) || p.AmountMinor > max(i.PayMinor, i.ReleasedMinor):
		return no(colAmount, "payment-differs", "amount", Figure{p.AmountMinor, Money}.String(), "due", Figure{i.PayMinor, Money}.String(), "difference", Figure{p.AmountMinor - i.PayMinor, Money}.String(), "currency", i.Currency)
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

// PaymentFiles lists recorded files, the newest first: one's own, and everybody's for those who see all warehouses.
func (a *Area) PaymentFiles(ctx context.Context, tx *store.Tx, req PaymentKindReq) ([]PaymentFile, error) {
	var w listing.Where
	w.And("kind = ?", req.Kind)
	if tx.By.Warehouses != nil {
		w.And("by_user = ?", tx.By.User)
	}
	return store.Select[PaymentFile](ctx, tx, `SELECT * FROM audit_payment_file WHERE `+w.String()+` ORDER BY id DESC LIMIT 50`, w.Args...)
}

// PaymentForm is a file without rows.
func (a *Area) PaymentForm(_ context.Context, _ *op.Call, req PaymentKindReq) (op.Download, error) {
	_, all := req.Kind.heads()
	name := map[PaidBy]string{ByPayment: "payments", ByCheck: "checks"}[req.Kind]
	var out bytes.Buffer
	err := sheet.WriteXLSX(&out, []sheet.Table{{Name: "Payments", Head: all}})
	return op.Download{Name: name + ".xlsx", Type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Body: &out}, err
}
