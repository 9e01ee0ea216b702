package audit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/sheet"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// maxFile is the largest file of invoices: five thousand rows are less than two megabytes.
const maxFile = 10 << 20

// atOnce is how many invoices one command writes: each is matched and judged in it.
const atOnce = 50

// mostErrors is how many mistakes of one file are told. Whoever has more has the columns wrong.
const mostErrors = 500

// UploadResp is what came of a file. Rows with a mistake are named and left out; the others are in, and judged.
type UploadResp struct {
	ID      string    `json:"id"`
	Taken   int       `json:"taken"`
	Passed  int       `json:"passed"` // of them, without an exception
	Wrong   int       `json:"wrong"`  // rows
	Errors  []RowFail `json:"errors"`
	Ignored []string  `json:"ignored"` // headings that stand for nothing
}

// Sent is a file that was uploaded before.
type Sent struct {
	ID      string                `json:"id" db:"id"`
	Name    string                `json:"name" db:"name"`
	Taken   int                   `json:"taken" db:"taken"`
	Passed  int                   `json:"passed" db:"passed"`
	Wrong   int                   `json:"wrong" db:"wrong"`
	Errors  store.JSON[[]RowFail] `json:"errors" db:"errors"`
	Ignored store.JSON[[]string]  `json:"ignored" db:"ignored"`
	At      store.Time            `json:"at" db:"at"`
	By      string                `json:"by" db:"by_user"`
	ByName  string                `json:"byName" db:"by_name"`
}

// one is an invoice of a file with its row.
type one struct {
	row    int
	inv    Invoice
	credit *note // in its place
}

// Upload takes a carrier's file of invoices: each good row is an invoice that is matched and judged at once, each wrong one is named by row and column.
func (a *Area) Upload(ctx context.Context, c *op.Call, _ op.None) (UploadResp, error) {
	r := UploadResp{ID: ulid.Make().String(), Errors: []RowFail{}}
	raw, name, err := content(c)
	if err != nil {
		return r, err
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return r, err
	}
	carriers, currency := map[string]string{}, ""
	var codes []string
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		list, err := a.Carriers.Carriers(ctx, tx)
		if err != nil {
			return err
		}
		for _, k := range list {
			carriers[k.SCAC] = k.Name
		}
		if codes, err = a.Rates.BillCodes(ctx, tx, ""); err != nil {
			return err
		}
		currency, err = a.Setup.Currency(ctx, tx)
		return err
	})
	if err != nil {
		return r, err
	}
	file, err := read(c.Org, raw, codes, carriers, currency)
	if err != nil {
		return r, err
	}
	r.Ignored = file.ignored
	var good []one
	for _, rec := range file.grid.Rows {
		i, credit, bad := file.row(rec)
		if len(bad) > 0 {
			r.wrong(bad...)
			continue
		}
		good = append(good, one{rec.N, i, credit})
	}
	// The file's own row stands first: its invoices refer to it.
	if _, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		return store.Insert(ctx, tx, "audit_upload", Sent{ID: r.ID, Name: name, Errors: store.JSON[[]RowFail]{V: []RowFail{}}, Ignored: store.JSON[[]string]{V: r.Ignored}, At: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name})
	}); err != nil {
		return r, err
	}
	for len(good) > atOnce {
		if _, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error { return a.take(ctx, tx, good[:atOnce], &r) }); err != nil {
			return r, err
		}
		good = good[atOnce:]
	}
	_, err = op.Finish(ctx, db, c, &r, func(ctx context.Context, tx *store.Tx) error { return a.take(ctx, tx, good, &r) })
	return r, err
}

// wrong notes the mistakes of one row.
func (r *UploadResp) wrong(bad ...RowFail) {
	r.Wrong++
	r.Errors = append(r.Errors, bad[:min(len(bad), max(0, mostErrors-len(r.Errors)))]...)
}

// take enters invoices and judges them, and brings the file's row up to date.
func (a *Area) take(ctx context.Context, tx *store.Tx, list []one, r *UploadResp) error {
	now := *r // counted when all of the piece went well: a command may be tried again
	now.Errors = append([]RowFail{}, r.Errors...)
	for _, o := range list {
		var i Invoice
		var err error
		if o.credit != nil {
			err = a.credit(ctx, tx, *o.credit, &now.ID)
		} else {
			i, err = a.enter(ctx, tx, o.inv, &now.ID)
		}
		if f, refused := fail.As(err); refused {
			now.wrong(RowFail{o.row, colNumber, f.Code, f.Params})
			continue
		}
		if err != nil {
			return err
		}
		now.Taken++
		if i.FirstPass {
			now.Passed++
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE audit_upload SET taken = ?, passed = ?, wrong = ?, errors = ? WHERE id = ?`, now.Taken, now.Passed, now.Wrong, store.JSON[[]RowFail]{V: now.Errors}, now.ID); err != nil {
		return err
	}
	*r = now
	return nil
}

// enter keeps a new invoice, matches it to its load and judges it.
func (a *Area) enter(ctx context.Context, tx *store.Tx, i Invoice, upload *string) (Invoice, error) {
	known, err := ofNumber(ctx, tx, i.Carrier, i.Number, i.Kind)
	if err != nil {
		return i, err
	}
	if len(known) > 0 {
		return i, fail.Conflict("invoice-exists", "number", i.Number, "carrier", i.Carrier, "id", known[0].ID)
	}
	i.PRO = strings.ToUpper(i.PRO)
	i.ID, i.State, i.Upload, i.Rev = ulid.Make().String(), Entered, upload, 1
	i.ReceivedAt, i.CheckedAt, i.By, i.ByName = store.At(tx.Now), store.At(tx.Now), tx.By.User, tx.By.Name
	year, week := tx.Now.UTC().ISOWeek()
	i.Week = fmt.Sprintf("%04d%02d", year, week)
	if i.Exceptions.V == nil {
		i.Exceptions.V = []Exception{}
	}
	if err := store.Insert(ctx, tx, "audit_invoice", i); err != nil {
		return i, err
	}
	if err := step(ctx, tx, i, i, "enter", ""); err != nil {
		return i, err
	}
	b, by, err := a.Shipments.Billed(ctx, tx, i.Carrier, i.PRO, i.BOL, i.Ref)
	if err != nil {
		return i, err
	}
	return a.checked(ctx, tx, i, b, by, "check")
}

// Uploads lists the files that the user sees, the newest first: one's own, and everybody's for those who see all warehouses.
func (a *Area) Uploads(ctx context.Context, tx *store.Tx, _ op.None) ([]Sent, error) {
	const most = 50
	if tx.By.Warehouses == nil {
		return store.Select[Sent](ctx, tx, `SELECT * FROM audit_upload ORDER BY id DESC LIMIT ?`, most)
	}
	return store.Select[Sent](ctx, tx, `SELECT * FROM audit_upload WHERE by_user = ? ORDER BY at DESC LIMIT ?`, tx.By.User, most)
}

// Form is a file without rows, with every heading that an upload knows.
func (a *Area) Form(ctx context.Context, c *op.Call, _ op.None) (op.Download, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return op.Download{}, err
	}
	var codes []string
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		codes, err = a.Rates.BillCodes(ctx, tx, "")
		return err
	}); err != nil {
		return op.Download{}, err
	}
	var out bytes.Buffer
	err = sheet.WriteXLSX(&out, []sheet.Table{{Name: "Invoices", Head: slices.Concat(head, codes)}})
	return op.Download{Name: "freight-invoices.xlsx", Type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Body: &out}, err
}

// content is the one file of an upload.
func content(c *op.Call) ([]byte, string, error) {
	if len(c.Files) != 1 {
		return nil, "", fail.Malformed("import-one-file")
	}
	f := c.Files[0]
	if f.Size > maxFile {
		return nil, "", fail.New(413, "file-too-large", "size", f.Size, "max", int64(maxFile))
	}
	r, err := f.Open()
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = r.Close() }()
	b, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	return b, f.Name, err
}

// Put enters an invoice as a loader of demo data has it: charges as billed, and the day on which it came.
func (a *Area) Put(ctx context.Context, tx *store.Tx, i Invoice, came time.Time) (Invoice, error) {
	now := tx.Now
	tx.Now = came
	defer func() { tx.Now = now }()
	return a.enter(ctx, tx, i, nil)
}
