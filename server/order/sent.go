package order

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/order/file"
	"lading/server/store"
)

// sent is the call that a file of another system counts as in the log of operations.
var sent = &op.Op{Path: "Shipment/UploadOrderFile"}

// TakeFile imports a file that another system sent, as Upload and SaveImport do for a person. It may be cut off anywhere and called again with the same file: it goes
// on where it stood, and nothing is imported twice. A refusal (fail.Error) says why nothing can come of the file. held counts the columns that a person must
// confirm, wrong the orders with errors that keep the file from being saved: the import then waits as a preview, and nothing of it is saved. by is the sender, with
// the warehouses that its files may be of.
func (a *Area) TakeFile(ctx context.Context, org string, by store.Actor, f freight.OrderFile) (held, wrong int, err error) {
	db, err := a.Orgs(ctx, org)
	if err != nil {
		return 0, 0, err
	}
	c := &op.Call{Op: sent, Org: org, By: by}
	im, known, err := a.begun(ctx, db, c, f.ID)
	if err != nil {
		return 0, 0, err
	}
	if known && im.State == Reading { // cut off: what there is of it may be half of it
		if err := forget(ctx, db, c, im.ID); err != nil {
			return 0, 0, err
		}
		known = false
	}
	if !known {
		if im, err = a.lay(ctx, db, c, f); err != nil {
			return 0, 0, err
		}
	}
	if im.State != Previewed { // saved or dropped: it is over, by us before or by a person
		return 0, 0, nil
	}
	if held = im.open() + len(im.Kind.Missing(im.Mapping.V)); held > 0 {
		return held, 0, nil
	}
	if wrong = im.Counts.V.Bad; wrong > 0 && !f.Good {
		return 0, wrong, nil
	}
	if im, err = a.SaveImport(ctx, c, SaveReq{ImportID: im.ID}); err == nil && im.State != Saved {
		err = context.DeadlineExceeded // the next attempt goes on
	}
	return 0, 0, err
}

// begun is the import of a file, if it was begun.
func (a *Area) begun(ctx context.Context, db *store.DB, c *op.Call, id string) (im Import, known bool, err error) {
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		im, known, err = store.Get[Import](ctx, tx, `SELECT * FROM order_import WHERE id = ?`, id)
		return err
	})
	return im, known, err
}

// forget removes an import that was cut off while it was read: none of its rows is an order.
func forget(ctx context.Context, db *store.DB, c *op.Call, id string) error {
	for _, query := range []string{clearRows, clearFile} {
		if err := clear(ctx, db, c, query, id); err != nil {
			return err
		}
	}
	_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM order_import WHERE id = ? AND state = 'reading'`, id)
		return err
	})
	return err
}

// lay reads a sent file and lays its rows ready. The mapping is the customer's last one for these headers.
func (a *Area) lay(ctx context.Context, db *store.DB, c *op.Call, f freight.OrderFile) (Import, error) {
	hash := sha256.Sum256(f.Content)
	r := UploadResp{Import: Import{ID: f.ID, Kind: file.Orders, Name: f.Name, Customer: strings.TrimSpace(f.Customer), Hash: hex.EncodeToString(hash[:]), Size: int64(len(f.Content)), State: Reading, ByName: c.By.Name}}
	im := &r.Import
	said, err := titled(ctx, db, c, im.Kind, im.Customer)
	if err != nil {
		return *im, err
	}
	codes, err := a.codes(ctx, db, c)
	if err != nil {
		return *im, err
	}
	sheet, err := im.Kind.SniffAs(c.Org, bytes.NewReader(f.Content), im.Size, f.Name, said, codes.of)
	if err != nil {
		return *im, err
	}
	im.Sheet.V, im.Mapping.V = sheet, sheet.Mapping
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		before, again, err := store.Get[int64](ctx, tx, `SELECT at FROM order_import WHERE hash = ? AND kind = ? AND customer = ? AND state = 'saved' AND undone_at IS NULL ORDER BY at DESC LIMIT 1`, im.Hash, im.Kind, im.Customer)
		if err != nil {
			return err
		}
		if again {
			return fail.Conflict("order-file-sent-before", "day", time.UnixMilli(before).UTC().Format("2006-01-02"))
		}
		known, ok, err := store.Get[Kept](ctx, tx, `SELECT customer, headers, mapping, used_at FROM order_mapping WHERE kind = ? AND customer = ? AND headers = ?`, im.Kind, im.Customer, fingerprint(sheet.Headers))
		if ok {
			im.Mapping = known.Mapping
			im.Mapping.V.Sheet, im.Mapping.V.HeaderRow = sheet.Mapping.Sheet, sheet.Mapping.HeaderRow
		}
		return err
	})
	if err != nil {
		return *im, err
	}
	if f.Warehouse != "" {
		if im.Mapping.V.Defaults == nil {
			im.Mapping.V.Defaults = map[file.Field]string{}
		}
		im.Mapping.V.Defaults[file.FieldWarehouse] = f.Warehouse
	}
	if err := keep(ctx, db, c, im, f.Content); err != nil {
		return *im, err
	}
	err = a.stage(ctx, db, c, im, f.Content, &r)
	if _, refused := fail.As(err); refused {
		if now, _, stands := a.begun(ctx, db, c, im.ID); stands == nil && now.State == Reading {
			return *im, joinForget(err, forget(ctx, db, c, im.ID))
		}
	}
	return *im, err
}

// joinForget is the refusal of a file, unless what there is of it could not be removed: then it is tried again.
func joinForget(refusal, err error) error {
	if err != nil {
		return err
	}
	return refusal
}

// ended tells of a file that was saved or dropped.
func ended(ctx context.Context, tx *store.Tx, im *Import) error {
	n := im.Counts.V
	return tx.Emit(ctx, event.OrderFileEnded{ImportID: im.ID, Dropped: im.State == Dropped, Saved: n.Saved, Refused: n.Refused, Wrong: n.Bad})
}
