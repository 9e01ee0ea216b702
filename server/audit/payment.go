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
	AmountMinor int64  `json:"amountMinor" db:"amount_minor"` // below zero for what a carrier paid back or had set off
	DueMinor    int64  `json:"dueMinor" db:"-"`               // what the audit released, or below zero what the carrier owes
	of          Kind
	chosen      bool  // the file says which kind of invoice
	total       int64 // of the check, as its row has it
	setOff      bool  // of less than nothing, in a check or beside what its reference pays
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

// payment is what a file says was paid of an invoice.
func payment(ctx context.Context, tx *store.Tx, invoiceID string) (Payment, bool, error) {
	return store.Get[Payment](ctx, tx, `SELECT invoice_id, file_id, kind, reference, account, paid_on, currency, amount_minor FROM audit_payment WHERE invoice_id = ?`, invoiceID)
}

// back is what a row of less than nothing tells: money that a carrier paid back, or that was set off in the payment or check whose reference the row has.
func (p *Payment) back() Refund {
	r := Refund{Way: MoneyBack, Reference: p.Reference, On: p.PaidOn, Currency: p.Currency, AmountMinor: -p.AmountMinor}
	if p.setOff {
		r.Way = SetOff
	}
	if p.FileID != "" {
		r.FileID = &p.FileID
	}
	return r
}

func record(ctx context.Context, tx *store.Tx, p Payment) error {
	i, err := find(ctx, tx, p.InvoiceID)
	if err != nil {
		return err
	}
	if p.AmountMinor < 0 {
		_, err = refund(ctx, tx, i, p.back())
		return err
	}
	if err := store.Insert(ctx, tx, "audit_payment", p); err != nil {
		return err
	}
	now := i
	// It went by a release, though that was withdrawn since.
	now.State, now.ReleasedMinor = Invoiced, max(i.ReleasedMinor, p.AmountMinor)
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
	told := rowsAbove{map[string]int{}, map[string]int64{}}
	paying := map[string]bool{} // references under which something is paid
	for _, rec := range grid.Rows {
		if p, bad := paymentRow(grid, rec, file.Kind, currency, today); len(bad) == 0 && p.AmountMinor > 0 {
			paying[p.Carrier+" "+strings.ToUpper(p.Reference)] = true
		}
	}
	for _, rec := range grid.Rows {
		p, bad := paymentRow(grid, rec, file.Kind, currency, today)
		p.FileID, p.Kind = file.ID, file.Kind
		p.setOff = p.AmountMinor < 0 && (file.Kind == ByCheck || paying[p.Carrier+" "+strings.ToUpper(p.Reference)])
		if len(bad) == 0 {
			if bad, err = a.judgePayment(ctx, tx, &p, told); err != nil {
				return r, err
			}
		}
		if len(bad) > 0 {
			r.wrongs(bad)
		} else {
			told.add(&p)
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
	money := func(h string, back bool) (minor int64) {
		if v := text(h, 20, true); v != "" {
			var ok bool
			if minor, ok = amount(v); !ok {
				wrong(h, "invoice-amount-invalid", "value", v)
			} else if minor == 0 || minor < 0 && !back {
				wrong(h, "invoice-amount-negative")
			}
		}
		return minor
	}
	reference, day := colReference, colPaidOn
	if kind == ByCheck {
		reference, day = colCheck, colCheckDay
		p.total, p.Account = money(colCheckTotal, false), strings.ToUpper(text(colAccount, 40, false))
	}
	p.Row, p.Carrier, p.Number, p.Reference = rec.N, strings.ToUpper(text(colCarrier, 4, true)), text(colNumber, 30, true), text(reference, 40, true)
	p.AmountMinor = money(colAmount, true)
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
