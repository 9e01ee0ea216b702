package order

import (
	"context"
	"errors"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/order/file"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// RemapReq reads an import's file again with other columns.
type RemapReq struct {
	ImportID string       `json:"ImportId" validate:"required,max=40"`
	Mapping  file.Mapping `json:"Mapping"`
}

// Remap reads the file again, as a person says that its columns are. A reading that was cut off is begun anew by it.
func (a *Area) Remap(ctx context.Context, c *op.Call, req RemapReq) (UploadResp, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return UploadResp{}, err
	}
	var r UploadResp
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		if r.Import, err = findImport(ctx, tx, req.ImportID); err != nil {
			return err
		}
		if s := r.Import.State; s == Saved || s == Dropped {
			return fail.Conflict("import-finished", "state", string(s)).With(r.Import)
		}
		if saved, ok, err := store.Get[int64](ctx, tx, `SELECT row FROM order_import_row WHERE import_id = ? AND saved_as <> '' LIMIT 1`, r.Import.ID); err != nil || ok {
			if err == nil {
				err = fail.Conflict("import-partly-saved", "row", saved).With(r.Import)
			}
			return err
		}
		if !r.Import.SavingAt.IsZero() {
			return fail.Conflict("import-saving").With(r.Import)
		}
		r.Import.State, r.Import.Mapping.V = Reading, req.Mapping
		_, err := tx.ExecContext(ctx, `UPDATE order_import SET state = 'reading', mapping = ? WHERE id = ?`, r.Import.Mapping, r.Import.ID)
		return err
	})
	if err != nil {
		return r, err
	}
	if err := clear(ctx, db, c, clearRows, req.ImportID); err != nil {
		return r, err
	}
	var content []byte
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		pieces, err := store.Select[[]byte](ctx, tx, `SELECT piece FROM order_import_file WHERE import_id = ? ORDER BY n`, req.ImportID)
		for _, p := range pieces {
			content = append(content, p...)
		}
		return err
	})
	if err != nil {
		return r, err
	}
	if r.Missing = r.Import.Kind.Missing(req.Mapping); r.Missing == nil {
		r.Missing = []file.Field{}
	}
	err = a.stage(ctx, db, c, &r.Import, content, &r)
	return r, err
}

// clear deletes in small pieces until nothing is left. The query names the import twice.
func clear(ctx context.Context, db *store.DB, c *op.Call, query, id string) error {
	for {
		var n int64
		_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
			res, err := tx.ExecContext(ctx, query, id, id)
			if err == nil {
				n, err = res.RowsAffected()
			}
			return err
		})
		if err != nil || n == 0 {
			return err
		}
	}
}

// What clear deletes of an import.
const (
	clearRows = `DELETE FROM order_import_row WHERE import_id = ? AND row IN (SELECT row FROM order_import_row WHERE import_id = ? LIMIT 500)`
	clearFile = `DELETE FROM order_import_file WHERE import_id = ? AND n IN (SELECT n FROM order_import_file WHERE import_id = ? LIMIT 4)`
)

// SaveReq names an import.
type SaveReq struct {
	ImportID string `json:"ImportId" validate:"required,max=40"`
}

// SaveJob goes on with an import where the request that saves it had no time left, or the server stopped.
const SaveJob = "order-import"

const (
	takenUp = 35 * time.Second // after so long nobody works on a request any more
	inTime  = 3 * time.Second  // what a piece may take, and the answer
)

// saving is the job's payload: whose rights count.
type saving struct{ ImportID, User string }

// SaveImport makes orders of the good rows, a hundred to a command. A row and its order are committed together, so it
// may be cut off anywhere and called again: it goes on where it stood, and when it is through it answers the same again.
// What a person saves is a job: where the time of the request is over the answer says since when it is being saved, and the rest follows.
func (a *Area) SaveImport(ctx context.Context, c *op.Call, req SaveReq) (Import, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return Import{}, err
	}
	return a.save(ctx, db, c, req.ImportID)
}

func (a *Area) save(ctx context.Context, db *store.DB, c *op.Call, id string) (Import, error) {
	var im Import
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return im, err
		}
		_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) (err error) {
			if im, err = findImport(ctx, tx, id); err != nil {
				return err
			}
			switch im.State {
			case Reading:
				return fail.Conflict("import-still-reading").With(im)
			case Dropped:
				return fail.Conflict("import-finished", "state", string(im.State)).With(im)
			case Saved:
				more = false
				return nil
			}
			if n := im.open(); n > 0 {
				return fail.Conflict("import-questions-open", "count", n).With(im)
			}
			if im.SavingAt.IsZero() && c.By.User != "" {
				if err := a.begin(ctx, tx, &im); err != nil {
					return err
				}
			}
			more, err = a.savePiece(ctx, tx, &im)
			return err
		})
		if err != nil {
			return im, err
		}
		if by, ok := ctx.Deadline(); more && ok && !im.SavingAt.IsZero() && time.Until(by) < inTime {
			return im, nil
		}
	}
	return im, clear(ctx, db, c, clearFile, im.ID)
}

// begin notes that an import is being saved, and has a job go on with it once the request is over.
func (a *Area) begin(ctx context.Context, tx *store.Tx, im *Import) error {
	im.SavingAt = store.At(tx.Now)
	if _, err := tx.ExecContext(ctx, `UPDATE order_import SET saving_at = ? WHERE id = ?`, im.SavingAt, im.ID); err != nil {
		return err
	}
	return a.Jobs.AddAt(ctx, tx, SaveJob, SaveJob+":"+ulid.Make().String(), tx.Now.Add(takenUp), saving{im.ID, tx.By.User})
}

// SaveOn does the job, as the person who saved and with the rights that this person has by then. Who has none any more leaves the rest to others.
func (a *Area) SaveOn(ctx context.Context, db *store.DB, payload []byte) error {
	var s saving
	if err := json.Unmarshal(payload, &s); err != nil {
		return err
	}
	c := &op.Call{Op: &op.Op{Path: SaveJob}, Args: payload}
	err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		c.Org = tx.Org
		c.By, err = a.People.Actor(ctx, tx, s.User)
		return err
	})
	var im Import
	if err == nil {
		im, err = a.save(ctx, db, c, s.ImportID)
	}
	refused := fail.CodeOf(err) != ""
	if err != nil && !refused {
		return err
	}
	if im.State == Saved {
		return nil
	}
	_, err = db.Write(ctx, store.Command{Name: SaveJob, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if !refused { // the time of this run is over, too
			return a.Jobs.AddAt(ctx, tx, SaveJob, SaveJob+":"+ulid.Make().String(), tx.Now, s)
		}
		_, err := tx.ExecContext(ctx, `UPDATE order_import SET saving_at = NULL WHERE id = ?`, s.ImportID)
		return err
	}})
	return err
}

// savePiece saves the next rows; when none are left it closes the import and remembers its mapping.
func (a *Area) savePiece(ctx context.Context, tx *store.Tx, im *Import) (more bool, err error) {
	rows, err := store.Select[struct {
		Row   int               `db:"row"`
		Entry store.JSON[entry] `db:"entry"`
	}](ctx, tx, `SELECT row, entry FROM order_import_row WHERE import_id = ? AND bad = 0 AND saved_as = '' AND refused = '' ORDER BY row LIMIT ?`, im.ID, rowsAtOnce)
	if err != nil {
		return false, err
	}
	class, err := a.Defaults.ItemClass(ctx, tx)
	if err != nil {
		return false, err
	}
	for _, r := range rows {
		scac, services, err := a.Vias.ShipVia(ctx, tx, r.Entry.V.Order.Carrier)
		if err != nil {
			return false, err
		}
		r.Entry.V.Order.Carrier = scac
		if im.Kind == file.Purchases {
			if err := takeRow(ctx, tx, im, r.Row, r.Entry.V, class); err != nil {
				return false, err
			}
			continue
		}
		o := r.Entry.V.order(im, class)
		if o.Customer, err = a.Parties.Standing(ctx, tx, o.Customer); err != nil {
			return false, err
		}
		if err := complete(ctx, tx, o.Customer, o.Items.V); err != nil {
			return false, err
		}
		if len(hazmat(o.Items.V)) > 0 {
			o.State = Pending // it waits until its shipping papers can be made
		}
		saved, refused := o.ID, ""
		if !tx.By.SeesWarehouse(o.Warehouse) { // rights may have changed since the file was read
			saved, refused = "", "warehouse-not-yours"
		} else if err := insert(ctx, tx, &o); err != nil {
			if refused = fail.CodeOf(err); refused == "" {
				return false, err
			}
			saved = ""
		} else if err := ask(ctx, tx, o.ID, services); err != nil {
			return false, err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE order_import_row SET saved_as = ?, refused = ? WHERE import_id = ? AND row = ?`, saved, refused, im.ID, r.Row); err != nil {
			return false, err
		}
	}
	if len(rows) > 0 {
		_, err := tx.ExecContext(ctx, `UPDATE order_import SET counts = ? WHERE id = ?`, im.Counts, im.ID)
		return true, err
	}
	counts := &im.Counts.V
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE saved_as <> ''), count(*) FILTER (WHERE refused <> '') FROM order_import_row WHERE import_id = ?`, im.ID).Scan(&counts.Saved, &counts.Refused); err != nil {
		return false, err
	}
	im.State, im.SavingAt = Saved, store.Time{}
	kept := im.Mapping
	kept.V.Edits, kept.V.Replaces = nil, nil // of this file's cells
	if _, err := tx.ExecContext(ctx, `UPDATE order_import SET state = 'saved', saving_at = NULL, counts = ? WHERE id = ?`, im.Counts, im.ID); err != nil {
		return false, err
	}
	if err := ended(ctx, tx, im); err != nil {
		return false, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO order_mapping (kind, customer, headers, mapping, used_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, customer, headers) DO UPDATE SET mapping = excluded.mapping, used_at = excluded.used_at`,
		im.Kind, im.Customer, fingerprint(im.Sheet.V.Headers), kept, tx.Now.UnixMilli())
	return false, err
}

// order makes an order of what was read.
func (e entry) order(im *Import, class string) Order {
	f := e.Order
	o := Order{ID: ulid.Make().String(), Number: f.Number, Warehouse: f.Warehouse, Customer: f.Customer, ShipOn: f.ShipOn, DueOn: f.DueOn, Terms: freight.Terms(f.Terms), Carrier: f.Carrier, State: Open, ImportID: im.ID}
	if o.Customer == "" {
		o.Customer = im.Customer
	}
	o.Consignee.V, o.BillTo.V = f.Consignee, f.BillTo
	refs := f.References[:]
	for len(refs) > 0 && refs[len(refs)-1] == "" { // the place of a reference means something, so only the end is cut
		refs = refs[:len(refs)-1]
	}
	o.Refs.V = append([]string{}, refs...)
	o.put(f.Items, class)
	for i := range o.Items.V {
		if strings.TrimSpace(o.Items.V[i].Description) == "" {
			o.Items.V[i].Description = o.Items.V[i].Code // a line has one of the two, or it was reported; a bill must call the goods something
		}
	}
	return o
}

// DropImport throws an import away. What was saved of it stays.
func (a *Area) DropImport(ctx context.Context, c *op.Call, req SaveReq) (Import, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return Import{}, err
	}
	im := Import{ID: req.ImportID}
	err = a.drop(ctx, db, c, &im)
	return im, err
}

func (a *Area) drop(ctx context.Context, db *store.DB, c *op.Call, im *Import) error {
	if _, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) (err error) {
		if *im, err = findImport(ctx, tx, im.ID); err != nil {
			return err
		}
		if im.State == Saved {
			return fail.Conflict("import-finished", "state", string(im.State)).With(*im)
		}
		im.State, im.SavingAt = Dropped, store.Time{}
		if _, err = tx.ExecContext(ctx, `UPDATE order_import SET state = 'dropped', saving_at = NULL WHERE id = ?`, im.ID); err != nil {
			return err
		}
		return ended(ctx, tx, im)
	}); err != nil {
		return err
	}
	return errors.Join(clear(ctx, db, c, clearRows, im.ID), clear(ctx, db, c, clearFile, im.ID))
}
