package integration

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lading/server/job"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Orders imports files of orders.
type Orders interface {
	// TakeFile imports a file, once, however often it is called with it. held counts the columns that a person must confirm, wrong the orders with errors that keep
	// the file from being saved. The end of an import is told by event.OrderFileEnded. A fail.Error says why nothing can come of the file.
	TakeFile(ctx context.Context, org string, by store.Actor, f freight.OrderFile) (held, wrong int, err error)
}

// FileState is how far a file is.
type FileState string

// The states.
const (
	Part    FileState = "part"    // its sender has not given it its name yet
	Waiting FileState = "waiting" // about to be imported
	Held    FileState = "held"    // a person must look at it
	Done    FileState = "done"
	Failed  FileState = "failed"
)

// Values lists them.
func (FileState) Values() []string { return []string{"part", "waiting", "held", "done", "failed"} }

// orderFile is a file that came by a transfer. Its id is that of its import.
type orderFile struct {
	ID       string                     `db:"id"`
	Transfer string                     `db:"transfer_id"`
	Name     string                     `db:"name"`
	Size     int64                      `db:"size"`
	Blob     string                     `db:"blob"`
	State    FileState                  `db:"state"`
	Code     string                     `db:"code"`
	Params   store.JSON[map[string]any] `db:"params"`
	At       store.Time                 `db:"at"`
	EndedAt  store.Time                 `db:"ended_at"`
}

// FileShown is a file in the list. Code is the message that tells its outcome.
type FileShown struct {
	ID       string         `json:"id"` // of its import, too
	Transfer string         `json:"transfer"`
	Name     string         `json:"name"`
	Size     int64          `json:"size"`
	State    FileState      `json:"state"`
	Code     string         `json:"code"`
	Params   map[string]any `json:"params"`
	At       store.Time     `json:"at"`
	EndedAt  store.Time     `json:"endedAt"`
}

const (
	mostShown = 200
	kept      = 30 * 24 * time.Hour // a file whose import is over, and its outcome
)

// Files lists the last files that came.
func (a *Area) Files(ctx context.Context, tx *store.Tx, _ op.None) ([]FileShown, error) {
	list, err := transfers(a).List(ctx, tx)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, t := range list {
		names[t.ID] = t.Name
	}
	rows, err := store.Select[orderFile](ctx, tx, `SELECT * FROM integration_file ORDER BY at DESC, id DESC LIMIT 2000`)
	out := []FileShown{}
	for _, f := range rows {
		if name, sees := names[f.Transfer]; sees && len(out) < mostShown {
			out = append(out, FileShown{f.ID, name, f.Name, f.Size, f.State, f.Code, f.Params.V, f.At, f.EndedAt})
		}
	}
	return out, err
}

// fileJob is the kind of job that imports one file.
const fileJob = "order-file"

// imports is such a job's payload.
type imports struct{ File string }

// come notes a file that came, and has it imported unless its sender is still to give it its name. What is long over is forgotten, a little at a time.
func come(ctx context.Context, tx *store.Tx, f *orderFile) error {
	f.ID, f.At, f.Params.V = ulid.Make().String(), store.At(tx.Now), map[string]any{}
	if _, err := tx.ExecContext(ctx, `DELETE FROM integration_file WHERE id IN (SELECT id FROM integration_file WHERE at < ? AND state IN ('part', 'done', 'failed') ORDER BY at LIMIT 20)`, store.At(tx.Now.Add(-kept))); err != nil {
		return err
	}
	if err := store.Insert(ctx, tx, "integration_file", *f); err != nil {
		return err
	}
	if f.State != Waiting {
		return nil
	}
	return f.due(ctx, tx)
}

func (f *orderFile) due(ctx context.Context, tx *store.Tx) error {
	return job.Add(ctx, tx, fileJob+":"+f.Transfer, "order-file/"+f.ID, imports{f.ID})
}

// take imports one file. Cut off anywhere, it is called again: the import goes on where it stood, and the file moves on in the command that ends the import.
func (a *Area) take(ctx context.Context, org *store.DB, j job.Job) error {
	var d imports
	if err := j.Into(&d); err != nil {
		return job.Never(err)
	}
	var f orderFile
	var t Transfer
	var twice, ended bool
	err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		var ok bool
		var err error
		if f, ok, err = store.Get[orderFile](ctx, tx, `SELECT * FROM integration_file WHERE id = ?`, d.File); err != nil || !ok {
			return err
		}
		if t, ok, err = store.Get[Transfer](ctx, tx, `SELECT * FROM integration_transfer WHERE id = ?`, f.Transfer); err != nil {
			return err
		}
		ended = !ok
		_, twice, err = store.Get[string](ctx, tx, `SELECT id FROM integration_file WHERE transfer_id = ? AND blob = ? AND state IN ('waiting', 'held') AND id < ? LIMIT 1`, f.Transfer, f.Blob, f.ID)
		return err
	})
	switch {
	case err != nil || f.State != Waiting:
		return err
	case ended:
		return a.aside(ctx, org, &f, &t, Failed, "order-file-ended", nil)
	case twice:
		return a.aside(ctx, org, &f, &t, Failed, "order-file-twice", nil)
	}
	content, err := a.Blobs.Get(ctx, org.Name, f.Blob)
	if err != nil {
		return fmt.Errorf("read the file %s: %w", f.ID, err)
	}
	by := store.System()
	by.Name = t.Name
	if t.Warehouse != nil {
		by.Warehouses = []string{*t.Warehouse}
	}
	held, wrong, err := a.Orders.TakeFile(ctx, org.Name, by, freight.OrderFile{ID: f.ID, Name: f.Name, Customer: t.Customer, Warehouse: t.warehouse(), Good: t.Good, Content: content})
	if no, refused := fail.As(err); refused && no.Settled() {
		return a.aside(ctx, org, &f, &t, Failed, no.Code, no.Params)
	}
	switch {
	case err != nil:
		return err
	case held > 0:
		return a.aside(ctx, org, &f, &t, Held, "order-file-columns", map[string]any{"count": held})
	case wrong > 0:
		return a.aside(ctx, org, &f, &t, Held, "order-file-wrong", map[string]any{"count": wrong})
	}
	return nil
}

// aside moves a file that is not imported, with the reason, and tells the office. One that moved meanwhile stays where it is.
func (a *Area) aside(ctx context.Context, org *store.DB, f *orderFile, t *Transfer, to FileState, code string, params map[string]any) error {
	if params == nil {
		params = map[string]any{}
	}
	_, err := org.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		var over store.Time
		if to == Failed {
			over = store.At(tx.Now)
		}
		res, err := tx.ExecContext(ctx, `UPDATE integration_file SET state = ?, code = ?, params = ?, ended_at = ? WHERE id = ? AND state = 'waiting'`, to, code, store.JSON[map[string]any]{V: params}, over, f.ID)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return tx.Emit(ctx, event.OfficeTold{Warehouse: t.warehouse(), Code: "notify-order-file-" + string(to), Params: map[string]any{"file": f.Name, "name": t.Name}, Link: "/IntegrationSetup"})
	}})
	return err
}

// onEnded moves a file on in the command that saves or drops its import: neither can be without the other.
func (a *Area) onEnded(ctx context.Context, tx *store.Tx, e event.OrderFileEnded) error {
	to, code := Done, "order-file-saved"
	if e.Dropped {
		to, code = Failed, "order-file-dropped"
	}
	params, err := json.Marshal(map[string]any{"saved": e.Saved, "refused": e.Refused, "wrong": e.Wrong, "by": tx.By.Name})
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE integration_file SET state = ?, code = ?, params = ?, ended_at = ? WHERE id = ? AND state IN ('waiting', 'held')`, to, code, string(params), store.At(tx.Now), e.ImportID)
	return err
}

// told is the outcome as the sender reads it beside the file.
func (f *orderFile) told() string {
	return fmt.Sprintf("%s\n%s\n%s\n", f.Name, f.At.Format(time.RFC3339), message.Text("en", f.Code, f.Params.V))
}

// unfinished reports whether a name is one that senders give a file until all of it is there.
func unfinished(name string) bool {
	low := strings.ToLower(name)
	return strings.HasPrefix(low, ".") || strings.HasSuffix(low, ".tmp") || strings.HasSuffix(low, ".part") || strings.HasSuffix(low, ".filepart")
}
