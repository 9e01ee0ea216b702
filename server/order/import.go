package order

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/order/file"
	"lading/server/store"
	"lading/server/store/listing"

	"github.com/oklog/ulid/v2"
)

const (
	rowsAtOnce  = 100       // orders in one command: the writer is held for some milliseconds
	pieceSize   = 512 << 10 // of a file
	filesAtOnce = 4         // pieces in one command
)

// ImportState is how far a file of orders is.
type ImportState string

// The states.
const (
	Reading   ImportState = "reading"
	Previewed ImportState = "preview"
	Saved     ImportState = "saved"
	Dropped   ImportState = "dropped"
)

// Values lists the states.
func (ImportState) Values() []string { return []string{"reading", "preview", "saved", "dropped"} }

// Import is a file of orders or of purchase orders between its upload and the moment that its orders are saved or it is dropped.
type Import struct {
	ID       string                   `json:"ImportId" db:"id"`
	Kind     file.Kind                `json:"Kind" db:"kind"`
	Name     string                   `json:"Name" db:"name"`
	Customer string                   `json:"Customer" db:"customer"`
	Hash     string                   `json:"Hash" db:"hash"`
	Size     int64                    `json:"Size" db:"size"`
	Sheet    store.JSON[file.Sheet]   `json:"Sheet" db:"sheet"`
	Mapping  store.JSON[file.Mapping] `json:"Mapping" db:"mapping"`
	State    ImportState              `json:"State" db:"state"`
	Counts   store.JSON[ImportCounts] `json:"Counts" db:"counts"`
	At       store.Time               `json:"At" db:"at"`
	By       string                   `json:"By" db:"by_user"`
	ByName   string                   `json:"ByName" db:"by_name"`     // empty of files that came before names were kept
	SavingAt store.Time               `json:"SavingAt" db:"saving_at"` // since when it is being saved
	UndoneAt store.Time               `json:"UndoneAt" db:"undone_at"`
	UndoneBy string                   `json:"UndoneBy" db:"undone_by"`
}

// ImportCounts sums a file up, and what became of it.
type ImportCounts struct {
	file.Counts
	Saved   int `json:"saved"`
	Refused int `json:"refused"` // good rows that could not be saved: their number is taken
	// Of purchase orders: a file may say again what is known already.
	Added   int `json:"added,omitempty"`
	Changed int `json:"changed,omitempty"`
	Kept    int `json:"kept,omitempty"` // there already, and the same
}

// entry is an order as it was read, with the lines that it came from.
type entry struct {
	Lines []int      `json:"lines"`
	Order file.Order `json:"order"`
}

// staged is a row that waits to be saved; nobody sees it as an order before.
type staged struct {
	ImportID  string                       `db:"import_id"`
	Row       int                          `db:"row"`
	Number    string                       `db:"number"`
	Warehouse string                       `db:"warehouse"`
	Entry     store.JSON[entry]            `db:"entry"`
	Errors    store.JSON[[]file.CellError] `db:"errors"`
	Bad       bool                         `db:"bad"`
}

// UploadReq is what comes beside the file.
type UploadReq struct {
	Customer  string `json:"Customer" validate:"max=80"`
	Warehouse string `json:"WHSE" validate:"max=20"` // for files that do not say
}

// UploadResp is the file as it was read.
type UploadResp struct {
	Import     Import       `json:"Import"`
	Missing    []file.Field `json:"Missing"`    // needed, and no column found for it
	Remembered bool         `json:"Remembered"` // the customer's last mapping of these headers was taken
	Earlier    string       `json:"Earlier"`    // an import of the very same file that was saved before
}

// Upload reads a file of orders and lays its rows ready to be looked at. Nothing of it is an order yet.
func (a *Area) Upload(ctx context.Context, c *op.Call, req UploadReq) (UploadResp, error) {
	return a.upload(ctx, c, file.Orders, req)
}

func (a *Area) upload(ctx context.Context, c *op.Call, kind file.Kind, req UploadReq) (UploadResp, error) {
	content, name, err := content(c)
	if err != nil {
		return UploadResp{}, err
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return UploadResp{}, err
	}
	said, err := titled(ctx, db, c, kind, strings.TrimSpace(req.Customer))
	if err != nil {
		return UploadResp{}, err
	}
	codes, err := a.codes(ctx, db, c)
	if err != nil {
		return UploadResp{}, err
	}
	sheet, err := kind.SniffAs(c.Org, bytes.NewReader(content), int64(len(content)), name, said, codes.of)
	if err != nil {
		return UploadResp{}, err
	}
	hash := sha256.Sum256(content)
	r := UploadResp{Import: Import{ID: ulid.Make().String(), Kind: kind, Name: name, Customer: strings.TrimSpace(req.Customer), Hash: hex.EncodeToString(hash[:]), Size: int64(len(content)), State: Reading, By: c.By.User, ByName: c.By.Name}}
	im := &r.Import
	im.Sheet.V, im.Mapping.V = sheet, sheet.Mapping
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		if r.Earlier, _, err = store.Get[string](ctx, tx, `SELECT id FROM order_import WHERE hash = ? AND kind = ? AND state = 'saved' AND undone_at IS NULL ORDER BY at DESC LIMIT 1`, im.Hash, kind); err != nil {
			return err
		}
		known, ok, err := store.Get[Kept](ctx, tx, `SELECT customer, headers, mapping, used_at FROM order_mapping WHERE kind = ? AND customer = ? AND headers = ?`, kind, im.Customer, fingerprint(sheet.Headers))
		if ok {
			r.Remembered = true
			im.Mapping = known.Mapping
			im.Mapping.V.Sheet, im.Mapping.V.HeaderRow = sheet.Mapping.Sheet, sheet.Mapping.HeaderRow
		}
		return err
	})
	if err != nil {
		return r, err
	}
	if req.Warehouse != "" {
		if im.Mapping.V.Defaults == nil {
			im.Mapping.V.Defaults = map[file.Field]string{}
		}
		im.Mapping.V.Defaults[file.FieldWarehouse] = req.Warehouse
	}
	if r.Missing = kind.Missing(im.Mapping.V); r.Missing == nil {
		r.Missing = []file.Field{}
	}
	if err := keep(ctx, db, c, im, content); err != nil {
		return r, err
	}
	err = a.stage(ctx, db, c, im, content, &r)
	if _, refused := fail.As(err); refused { // nobody can go on with it
		err = errors.Join(err, a.drop(ctx, db, c, im))
	}
	return r, err
}

// titled is what was said of titles in a customer's earlier files, the last word first. A file whose columns have changed since is asked only for the new ones.
func titled(ctx context.Context, db *store.DB, c *op.Call, kind file.Kind, customer string) (said map[string]string, err error) {
	said = map[string]string{}
	if customer == "" && kind == file.Orders { // files of nobody in particular are not one another's
		return said, nil
	}
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		kept, err := store.Select[Kept](ctx, tx, `SELECT customer, headers, mapping, used_at FROM order_mapping WHERE kind = ? AND customer = ? ORDER BY used_at DESC LIMIT 20`, kind, customer)
		for _, k := range kept {
			for title, field := range file.Titled(k.Headers.V, k.Mapping.V) {
				if _, ok := said[title]; !ok {
					said[title] = field
				}
			}
		}
		return err
	})
	return said, err
}

// open counts the columns that a person must still confirm before the rows of a file count.
func (im *Import) open() int { return len(im.Sheet.V.Unsure(im.Mapping.V)) }

// content is the one file of an upload.
func content(c *op.Call) ([]byte, string, error) {
	if len(c.Files) != 1 {
		return nil, "", fail.Malformed("import-one-file")
	}
	f := c.Files[0]
	if f.Size > file.MaxSize {
		return nil, "", fail.New(413, "file-too-large", "size", f.Size, "max", int64(file.MaxSize))
	}
	r, err := f.Open()
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = r.Close() }()
	b, err := io.ReadAll(io.LimitReader(r, file.MaxSize+1))
	return b, f.Name, err
}

// fingerprint makes the same headers the same, however they are set.
func fingerprint(headers []string) string {
	low := make([]string, len(headers))
	for i, h := range headers {
		low[i] = strings.ToLower(strings.Join(strings.Fields(h), " "))
	}
	return listing.Texts(low)
}

// keep writes an import and its file, a few pieces at a time.
func keep(ctx context.Context, db *store.DB, c *op.Call, im *Import, content []byte) error {
	for n := 0; n == 0 || n*pieceSize < len(content); n += filesAtOnce {
		_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
			if n == 0 {
				im.At = store.At(tx.Now)
				if err := store.Insert(ctx, tx, "order_import", *im); err != nil {
					return err
				}
			}
			for i := n; i < n+filesAtOnce && i*pieceSize < len(content); i++ {
				if _, err := tx.ExecContext(ctx, `INSERT INTO order_import_file (import_id, n, piece) VALUES (?, ?, ?)`, im.ID, i, content[i*pieceSize:min((i+1)*pieceSize, len(content))]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// codes are the warehouses that the person sees, by what a file may call them.
func (a *Area) codes(ctx context.Context, db *store.DB, c *op.Call) (codes warehouses, err error) {
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		sites, err := a.Sites.Sites(ctx, tx)
		sites = slices.DeleteFunc(sites, func(s freight.Site) bool { return !c.By.SeesWarehouse(s.ID) })
		codes = warehouses{}
		for _, s := range sites {
			codes[strings.ToLower(s.Name)] = s.ID
		}
		for _, s := range sites {
			codes[strings.ToLower(s.ID)] = s.ID // a code is surer than a name
		}
		return err
	})
	return codes, err
}

// warehouses are the codes by what a file may call them, in lower case.
type warehouses map[string]string

func (w warehouses) of(s string) (code string, ok bool) {
	code, ok = w[strings.ToLower(s)]
	return code, ok
}

// stage reads the rows with the import's mapping and lays them ready, a hundred to a command. im is part of the answer.
func (a *Area) stage(ctx context.Context, db *store.DB, c *op.Call, im *Import, content []byte, answer *UploadResp) error {
	codes, err := a.codes(ctx, db, c)
	if err != nil {
		return err
	}
	var piece []staged
	var late file.Counts // what can only be told beside the rows that are there
	flush := func() error {
		var bad, errs int
		_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
			bad, errs = 0, 0                                                                // a command may be tried again
			if now, err := findImport(ctx, tx, im.ID); err != nil || now.State != Reading { // dropped meanwhile
				if err == nil {
					err = fail.Conflict("import-finished", "state", string(now.State)).With(now)
				}
				return err
			}
			for _, s := range piece {
				if im.Kind == file.Purchases && !s.Bad {
					few, err := tooFew(ctx, tx, im, s.Entry.V)
					if err != nil {
						return err
					}
					if len(few) > 0 {
						s.Bad, s.Errors.V = true, few
						bad, errs = bad+1, errs+len(few)
					}
				}
				if im.Kind == file.Orders && !s.Bad {
					strange, err := a.strange(ctx, tx, im, s.Entry.V)
					if err != nil {
						return err
					}
					if len(strange) > 0 {
						s.Bad, s.Errors.V = true, strange
						bad, errs = bad+1, errs+len(strange)
					}
				}
				if err := store.Insert(ctx, tx, "order_import_row", s); err != nil {
					return err
				}
			}
			return nil
		})
		piece, late.Bad, late.Errors = piece[:0], late.Bad+bad, late.Errors+errs
		return err
	}
	counts, err := im.Kind.Read(c.Org, bytes.NewReader(content), int64(len(content)), im.Mapping.V,
		codes.of,
		func(r file.Row) error {
			s := staged{ImportID: im.ID, Row: r.Row, Number: r.Order.Number, Warehouse: r.Order.Warehouse, Bad: len(r.Errors) > 0}
			s.Entry.V, s.Errors.V = entry{r.Lines, r.Order}, r.Errors
			if s.Errors.V == nil {
				s.Errors.V = []file.CellError{}
			}
			if piece = append(piece, s); len(piece) < rowsAtOnce {
				return nil
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			return flush()
		})
	if err != nil {
		return err
	}
	if err := flush(); err != nil {
		return err
	}
	counts.Bad, counts.Errors = counts.Bad+late.Bad, counts.Errors+late.Errors
	im.Counts.V, im.State = ImportCounts{Counts: counts}, Previewed
	_, err = op.Finish(ctx, db, c, answer, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE order_import SET state = 'preview', counts = ?, mapping = ? WHERE id = ? AND state = 'reading'`, im.Counts, im.Mapping, im.ID)
		return err
	})
	return err
}

// Headers tells what a file holds, without keeping it.
func (a *Area) Headers(_ context.Context, c *op.Call, _ UploadReq) (file.Sheet, error) {
	b, name, err := content(c)
	if err != nil {
		return file.Sheet{}, err
	}
	return file.Orders.Sniff(c.Org, bytes.NewReader(b), int64(len(b)), name)
}

// MappingsReq asks for the parser's configurations of a category.
type MappingsReq struct {
	Category string `json:"documentCategory" validate:"max=40"`
}

// Check wants a kind of file that there is.
func (r *MappingsReq) Check() []fail.Field {
	if c := file.Kind(strings.ToLower(r.Category)); c != "" && !slices.Contains(c.Values(), string(c)) {
		return []fail.Field{fail.Of("documentCategory", "field-not-offered", "limit", strings.Join(c.Values(), ", "))}
	}
	return nil
}

// Kept is a mapping that was used for a customer's files.
type Kept struct {
	Customer string                   `json:"Customer" db:"customer"`
	Headers  store.JSON[[]string]     `json:"Headers" db:"headers"`
	Mapping  store.JSON[file.Mapping] `json:"Mapping" db:"mapping"`
	UsedAt   store.Time               `json:"UsedAt" db:"used_at"`
}

// Mappings lists the kept mappings of a kind of file, the last used first; of order files where none is named.
func (a *Area) Mappings(ctx context.Context, tx *store.Tx, req MappingsReq) ([]Kept, error) {
	return store.Select[Kept](ctx, tx, `SELECT customer, headers, mapping, used_at FROM order_mapping WHERE kind = ? ORDER BY used_at DESC LIMIT 200`, cmp.Or(strings.ToLower(req.Category), string(file.Orders)))
}

// rightOf is the right to upload a file of a kind, and so to see and save what it holds.
var rightOf = map[file.Kind]right.Right{file.Orders: right.EditOrders, file.Purchases: right.Receive}

// openImport is what a person may see of imports i: the own, and for the office anybody's of which each row is of a warehouse that the person sees. One that is still
// read may yet get rows of any.
func openImport(by store.Actor) (where string, args []any) {
	return `(i.by_user = ? OR ? AND (? OR i.state <> 'reading' AND NOT EXISTS (SELECT 1 FROM order_import_row r WHERE r.import_id = i.id AND r.warehouse <> '' AND r.warehouse NOT IN (SELECT value FROM json_each(?)))))`,
		[]any{by.User, by.Office, by.Warehouses == nil, listing.Texts(by.Warehouses)}
}

// findImport loads an import that openImport shows the person.
func findImport(ctx context.Context, tx *store.Tx, id string) (Import, error) {
	where, args := openImport(tx.By)
	im, ok, err := store.Get[Import](ctx, tx, `SELECT i.* FROM order_import i WHERE i.id = ? AND `+where, append([]any{id}, args...)...)
	if err == nil && (!ok || !tx.By.May(rightOf[im.Kind])) {
		err = fail.NotFound("import-unknown")
	}
	return im, err
}

// PreviewReq asks for a page of an import's rows.
type PreviewReq struct {
	ImportID  string `json:"ImportId" validate:"required,max=40"`
	Only      string `json:"Only" validate:"omitempty,oneof=good bad refused"`
	PageSize  int    `json:"pageSize" validate:"gte=0,lte=100"`
	PageIndex int    `json:"pageIndex" validate:"gte=0,lte=10000000"`
}

// PreviewRow is one order of the file, with what is wrong in which cell.
type PreviewRow struct {
	Row     int              `json:"Row"`
	Lines   []int            `json:"Lines"`
	Order   file.Order       `json:"Order"`
	Errors  []file.CellError `json:"Errors"`
	SavedAs string           `json:"SavedAs"` // the order's id
	Taken   bool             `json:"Taken"`   // the warehouse has an order of this number, so the row is reported and not saved
}

// PreviewResp is a page of an import. Total counts the rows that match.
type PreviewResp struct {
	Import Import       `json:"Import"`
	Rows   []PreviewRow `json:"Rows"`
	Total  int64        `json:"Total"`
	// UndoLeft counts the orders that an undo which was cut off has yet to take back.
	UndoLeft int `json:"UndoLeft"`
}

// Preview shows the orders of a file as they were read.
func (a *Area) Preview(ctx context.Context, tx *store.Tx, req PreviewReq) (PreviewResp, error) {
	im, err := findImport(ctx, tx, req.ImportID)
	p := PreviewResp{Import: im, Rows: []PreviewRow{}}
	if err != nil {
		return p, err
	}
	taken := `EXISTS (SELECT 1 FROM order_open o WHERE o.warehouse = r.warehouse AND o.number = r.number AND o.state <> 'archived' AND o.id <> r.saved_as)`
	if im.Kind == file.Purchases { // a purchase order that is here already is brought up to the file
		taken = `0`
	}
	where := map[string]string{"": "1", "good": "bad = 0 AND NOT " + taken, "bad": "bad = 1", "refused": "bad = 0 AND " + taken}[req.Only]
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM order_import_row r WHERE import_id = ? AND "+where, im.ID).Scan(&p.Total); err != nil {
		return p, err
	}
	if p.UndoLeft, err = undoLeft(ctx, tx, im); err != nil {
		return p, err
	}
	size := req.PageSize
	if size == 0 {
		size = 25
	}
	rows, err := store.Select[struct {
		Row     int                          `db:"row"`
		Entry   store.JSON[entry]            `db:"entry"`
		Errors  store.JSON[[]file.CellError] `db:"errors"`
		SavedAs string                       `db:"saved_as"`
		Taken   bool                         `db:"taken"`
	}](ctx, tx, "SELECT row, entry, errors, saved_as, "+taken+" AS taken FROM order_import_row r WHERE import_id = ? AND "+where+" ORDER BY row LIMIT ? OFFSET ?", im.ID, size, max(req.PageIndex-1, 0)*size)
	for _, r := range rows {
		p.Rows = append(p.Rows, PreviewRow{r.Row, r.Entry.V.Lines, r.Entry.V.Order, r.Errors.V, r.SavedAs, r.Taken})
	}
	return p, err
}

// ImportsReq says files of which kind; of orders where none is named.
type ImportsReq struct {
	Kind file.Kind `json:"Kind" validate:"omitempty,oneof=order purchase"`
}

// Imports lists the last fifty files, so that one that was interrupted is found again.
func (a *Area) Imports(ctx context.Context, tx *store.Tx, req ImportsReq) ([]Import, error) {
	kind := cmp.Or(req.Kind, file.Orders)
	if !tx.By.May(rightOf[kind]) {
		return []Import{}, nil
	}
	where, args := openImport(tx.By)
	return store.Select[Import](ctx, tx, `SELECT i.* FROM order_import i WHERE i.kind = ? AND `+where+` ORDER BY i.at DESC, i.id DESC LIMIT 50`, append([]any{kind}, args...)...)
}
