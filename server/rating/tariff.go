package rating

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/sheet"
	"lading/server/op"
	"lading/server/rating/book"
	"lading/server/rating/engine"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Tariff is a contract in the list, with its newest version.
type Tariff struct {
	ID       string      `json:"id" db:"id"`
	Carrier  string      `json:"carrier" db:"carrier"`
	Mode     engine.Mode `json:"mode" db:"mode"`
	Name     string      `json:"name" db:"name"`
	Disabled bool        `json:"disabled" db:"disabled"`
	Version  int         `json:"version" db:"n"`
	From     string      `json:"from" db:"from_on"`
	To       string      `json:"to" db:"to_on"`
	InForce  bool        `json:"inForce" db:"in_force"` // some version counts today
}

// Tariffs lists the contracts by carrier.
func (a *Area) Tariffs(ctx context.Context, tx *store.Tx, _ op.None) ([]Tariff, error) {
	return store.Select[Tariff](ctx, tx, `SELECT t.id, t.carrier, t.mode, t.name, t.disabled, v.n, v.from_on, v.to_on,
EXISTS (SELECT 1 FROM rating_version w WHERE w.tariff_id = t.id AND w.from_on <= ?1 AND (w.to_on = '' OR w.to_on >= ?1)) AS in_force
FROM rating_tariff t JOIN rating_version v ON v.tariff_id = t.id AND v.n = (SELECT max(n) FROM rating_version WHERE tariff_id = t.id)
ORDER BY t.carrier, t.mode, t.name LIMIT 1000`, day(tx))
}

func day(tx *store.Tx) string { return tx.Now.UTC().Format("2006-01-02") }

// VersionRow is a version in the list of a contract's versions.
type VersionRow struct {
	N      int        `json:"n" db:"n"`
	From   string     `json:"from" db:"from_on"`
	To     string     `json:"to" db:"to_on"`
	Source string     `json:"source" db:"source"`
	Hash   string     `json:"hash" db:"hash"`
	At     store.Time `json:"at" db:"at"`
	By     string     `json:"by" db:"by_user"`
}

// TariffReq names a contract, one of its versions (0 is the newest), and one to compare it with.
type TariffReq struct {
	ID      string `json:"id" validate:"required,max=40"`
	Version int    `json:"version" validate:"gte=0"`
	Against int    `json:"against" validate:"gte=0"`
}

// TariffResp is a version as its tables, and what differs from the one before it or the one asked for.
type TariffResp struct {
	Tariff   Tariff        `json:"tariff"`
	Versions []VersionRow  `json:"versions"`
	Version  int           `json:"version"`
	Against  int           `json:"against"`
	Tables   []sheet.Table `json:"tables"`
	Changes  []book.Change `json:"changes"`
}

// Tariff shows a contract.
func (a *Area) Tariff(ctx context.Context, tx *store.Tx, req TariffReq) (TariffResp, error) {
	resp := TariffResp{Version: req.Version, Against: req.Against, Changes: []book.Change{}}
	all, err := a.Tariffs(ctx, tx, op.None{})
	if err != nil {
		return resp, err
	}
	for _, t := range all {
		if t.ID == req.ID {
			resp.Tariff = t
		}
	}
	if resp.Tariff.ID == "" {
		return resp, fail.NotFound("tariff-unknown")
	}
	if resp.Versions, err = store.Select[VersionRow](ctx, tx, `SELECT n, from_on, to_on, source, hash, at, by_user FROM rating_version WHERE tariff_id = ? ORDER BY n DESC`, req.ID); err != nil {
		return resp, err
	}
	if resp.Version == 0 {
		resp.Version = resp.Tariff.Version
	}
	if resp.Against == 0 {
		resp.Against = resp.Version - 1
	}
	t, err := a.version(ctx, tx, req.ID, resp.Version)
	if err != nil {
		return resp, err
	}
	resp.Tables = book.Write(t)
	if resp.Against > 0 && resp.Against != resp.Version {
		old, err := a.version(ctx, tx, req.ID, resp.Against)
		if err != nil {
			return resp, err
		}
		resp.Changes = book.Diff(old, t)
	}
	return resp, nil
}

// version loads one version.
func (a *Area) version(ctx context.Context, tx *store.Tx, id string, n int) (*engine.Tariff, error) {
	row, ok, err := store.Get[struct {
		Hash string `db:"hash"`
		Body string `db:"body"`
	}](ctx, tx, `SELECT hash, body FROM rating_version WHERE tariff_id = ? AND n = ?`, id, n)
	if err == nil && !ok {
		err = fail.NotFound("tariff-unknown")
	}
	if err != nil {
		return nil, err
	}
	return a.parse(row.Hash, func() (string, error) { return row.Body, nil })
}

// parse reads a version's body once for the life of the program.
func (a *Area) parse(hash string, body func() (string, error)) (*engine.Tariff, error) {
	if t, ok := a.parsed.Load(hash); ok {
		return t.(*engine.Tariff), nil
	}
	text, err := body()
	if err != nil {
		return nil, err
	}
	t := &engine.Tariff{}
	if err := json.Unmarshal([]byte(text), t); err != nil {
		return nil, fmt.Errorf("read tariff %s: %w", hash, err)
	}
	a.parsed.Store(hash, t)
	return t, nil
}

// inForce is the newest version of each contract that counts on a day, and the contracts that have none.
func (a *Area) inForce(ctx context.Context, tx *store.Tx, on string) ([]*engine.Tariff, []Tariff, error) {
	rows, err := store.Select[struct {
		Tariff
		Hash string `db:"hash"`
	}](ctx, tx, `SELECT t.id, t.carrier, t.mode, t.name, t.disabled, coalesce(v.n, 0) AS n, coalesce(v.from_on, '') AS from_on, coalesce(v.to_on, '') AS to_on, v.n IS NOT NULL AS in_force, coalesce(v.hash, '') AS hash
FROM rating_tariff t LEFT JOIN rating_version v ON v.tariff_id = t.id
 AND v.n = (SELECT max(n) FROM rating_version WHERE tariff_id = t.id AND from_on <= ?1 AND (to_on = '' OR to_on >= ?1))
WHERE t.disabled = 0 ORDER BY t.carrier, t.id`, on)
	if err != nil {
		return nil, nil, err
	}
	var list []*engine.Tariff
	var none []Tariff
	for _, r := range rows {
		if !r.InForce {
			none = append(none, r.Tariff)
			continue
		}
		t, err := a.parse(r.Hash, func() (string, error) {
			body, _, err := store.Get[string](ctx, tx, `SELECT body FROM rating_version WHERE tariff_id = ? AND n = ?`, r.ID, r.Version)
			return body, err
		})
		if err != nil {
			return nil, nil, err
		}
		list = append(list, t)
	}
	return list, none, nil
}

// UploadReq says which contract a file is a new version of; empty makes a new one.
type UploadReq struct {
	TariffID string `json:"tariffId" validate:"max=40"`
}

// Import is a file that waits to be saved.
type Import struct {
	ID       string                       `json:"id" db:"id"`
	TariffID string                       `json:"tariffId" db:"tariff_id"`
	Base     int                          `json:"base" db:"base"`
	Name     string                       `json:"name" db:"name"`
	Body     string                       `json:"-" db:"body"`
	Errors   store.JSON[[]book.CellError] `json:"errors" db:"errors"`
	State    ImportState                  `json:"state" db:"state"`
	At       store.Time                   `json:"at" db:"at"`
	By       string                       `json:"by" db:"by_user"`
}

// ImportState is how far a file is.
type ImportState string

// The states.
const (
	Previewed ImportState = "preview"
	Saved     ImportState = "saved"
	Dropped   ImportState = "dropped"
)

// Values lists the states.
func (ImportState) Values() []string { return []string{"preview", "saved", "dropped"} }

// maxFile is the largest book; a tariff of twenty thousand lanes is two megabytes.
const maxFile = 8 << 20

// Upload reads a contract's file and lays it ready to be looked at. Nothing of it counts yet.
func (a *Area) Upload(ctx context.Context, c *op.Call, req UploadReq) (Import, error) {
	return a.upload(ctx, c, req.TariffID, "")
}

// upload takes a file for a contract, or for whichever one a carrier has; empty for neither.
func (a *Area) upload(ctx context.Context, c *op.Call, tariffID, carrier string) (Import, error) {
	if len(c.Files) != 1 {
		return Import{}, fail.Malformed("import-one-file")
	}
	f := c.Files[0]
	if f.Size > maxFile {
		return Import{}, fail.New(413, "tariff-file-too-large", "size", f.Size, "max", int64(maxFile))
	}
	r, err := f.Open()
	if err != nil {
		return Import{}, err
	}
	raw, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err = errors.Join(err, r.Close()); err != nil {
		return Import{}, err
	}
	t, wrong, err := book.Read(c.Org, raw)
	if err != nil {
		return Import{}, err
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return Import{}, err
	}
	im := Import{ID: ulid.Make().String(), TariffID: tariffID, Name: f.Name, State: Previewed, By: c.By.User}
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		known, err := a.known(ctx, tx, t.Carrier)
		if err == nil && t.Carrier != "" && !known {
			wrong = append(wrong, book.CellError{Sheet: "Tariff", Header: "Carrier", Code: "rate-carrier-off", Value: t.Carrier})
		}
		if err == nil && carrier != "" {
			if t.Carrier != "" && t.Carrier != carrier {
				wrong = append(wrong, book.CellError{Sheet: "Tariff", Header: "Carrier", Code: "tariff-of-another", Value: t.Carrier + " " + string(t.Mode)})
			} else {
				im.TariffID, err = onlyTariff(ctx, tx, carrier, string(t.Mode))
			}
		}
		if err != nil || im.TariffID == "" {
			return err
		}
		was, ok, err := store.Get[Tariff](ctx, tx, `SELECT t.id, t.carrier, t.mode, t.name, t.disabled, max(v.n) AS n, '' AS from_on, '' AS to_on, 0 AS in_force FROM rating_tariff t JOIN rating_version v ON v.tariff_id = t.id WHERE t.id = ? GROUP BY t.id`, im.TariffID)
		if err == nil && !ok {
			return fail.NotFound("tariff-unknown")
		}
		im.Base = was.Version
		if t.Carrier != "" && (t.Carrier != was.Carrier || t.Mode != was.Mode) {
			wrong = append(wrong, book.CellError{Sheet: "Tariff", Header: "Carrier", Code: "tariff-of-another", Value: t.Carrier + " " + string(t.Mode)})
		}
		return err
	})
	if err != nil {
		return im, err
	}
	im.Errors.V = wrong
	body, err := json.Marshal(t)
	if err != nil {
		return im, err
	}
	im.Body = string(body)
	_, err = op.Finish(ctx, db, c, &im, func(ctx context.Context, tx *store.Tx) error {
		im.At = store.At(tx.Now)
		return store.Insert(ctx, tx, "rating_import", im)
	})
	return im, err
}

func (a *Area) known(ctx context.Context, tx *store.Tx, carrier string) (bool, error) {
	list, err := a.Carriers.Carriers(ctx, tx)
	for _, c := range list {
		if c.SCAC == carrier {
			return true, err
		}
	}
	return false, err
}

// ImportReq names an import.
type ImportReq struct {
	ID string `json:"id" validate:"required,max=40"`
}

// Overlap is a version that the new one would stand over from its first day on.
type Overlap struct {
	N    int    `json:"n" db:"n"`
	From string `json:"from" db:"from_on"`
	To   string `json:"to" db:"to_on"`
}

// PreviewResp is a file as it would be saved: its tables, what differs, and what its days mean for the versions that are there.
type PreviewResp struct {
	Import   Import        `json:"import"`
	Name     string        `json:"name"`
	Carrier  string        `json:"carrier"`
	Mode     engine.Mode   `json:"mode"`
	From     string        `json:"from"`
	To       string        `json:"to"`
	Tables   []sheet.Table `json:"tables"`
	Changes  []book.Change `json:"changes"`
	Overlaps []Overlap     `json:"overlaps"`
	Past     bool          `json:"past"` // begins before today: what was shipped since would be rated by it
}

func findImport(ctx context.Context, tx *store.Tx, id string) (Import, engine.Tariff, error) {
	var t engine.Tariff
	im, ok, err := store.Get[Import](ctx, tx, `SELECT * FROM rating_import WHERE id = ?`, id)
	if err == nil && !ok {
		err = fail.NotFound("import-unknown")
	}
	if err == nil {
		err = json.Unmarshal([]byte(im.Body), &t)
	}
	return im, t, err
}

// Preview shows what saving a file would change.
func (a *Area) Preview(ctx context.Context, tx *store.Tx, req ImportReq) (PreviewResp, error) {
	im, t, err := findImport(ctx, tx, req.ID)
	p := PreviewResp{Import: im, Name: t.Name, Carrier: t.Carrier, Mode: t.Mode, From: t.From, To: t.To, Changes: []book.Change{}, Overlaps: []Overlap{}, Tables: []sheet.Table{}}
	if err != nil || len(im.Errors.V) > 0 {
		return p, err
	}
	p.Tables, p.Past = book.Write(&t), t.From < day(tx)
	var old *engine.Tariff
	if im.Base > 0 {
		if old, err = a.version(ctx, tx, im.TariffID, im.Base); err != nil {
			return p, err
		}
		if p.Overlaps, err = store.Select[Overlap](ctx, tx, `SELECT n, from_on, to_on FROM rating_version WHERE tariff_id = ?1 AND (to_on = '' OR to_on >= ?2) AND (?3 = '' OR from_on <= ?3) ORDER BY n`, im.TariffID, t.From, t.To); err != nil {
			return p, err
		}
	}
	p.Changes = book.Diff(old, &t)
	return p, nil
}

// SaveImport makes a file the newest version. Somebody who saved another one meanwhile has changed what this one was compared with.
func (a *Area) SaveImport(ctx context.Context, tx *store.Tx, req ImportReq) (TariffReq, error) {
	im, t, err := findImport(ctx, tx, req.ID)
	if err != nil {
		return TariffReq{}, err
	}
	if im.State != Previewed {
		return TariffReq{}, fail.Conflict("import-finished", "state", string(im.State)).With(im)
	}
	if n := len(im.Errors.V); n > 0 {
		return TariffReq{}, fail.Conflict("tariff-has-errors", "count", n)
	}
	id, n := im.TariffID, 1
	if id == "" {
		id, err = a.add(ctx, tx, t, im.Name)
	} else {
		n, err = a.next(ctx, tx, im, t)
	}
	if err != nil {
		return TariffReq{}, err
	}
	_, err = tx.ExecContext(ctx, `UPDATE rating_import SET state = 'saved', tariff_id = ? WHERE id = ?`, id, im.ID)
	return TariffReq{ID: id, Version: n}, err
}

// next adds a version to a contract.
func (a *Area) next(ctx context.Context, tx *store.Tx, im Import, t engine.Tariff) (int, error) {
	last, _, err := store.Get[int](ctx, tx, `SELECT coalesce(max(n), 0) FROM rating_version WHERE tariff_id = ?`, im.TariffID)
	if err != nil {
		return 0, err
	}
	if last != im.Base {
		return 0, fail.Conflict("tariff-changed-meanwhile", "version", last)
	}
	if _, err := tx.ExecContext(ctx, `UPDATE rating_tariff SET name = ? WHERE id = ?`, t.Name, im.TariffID); err != nil {
		return 0, err
	}
	t.ID, t.Version = im.TariffID, last+1
	return t.Version, putVersion(ctx, tx, t, im.Name)
}

func putVersion(ctx context.Context, tx *store.Tx, t engine.Tariff, source string) error {
	body, err := json.Marshal(t)
	if err != nil {
		return err
	}
	hash := sha256.Sum256(body)
	_, err = tx.ExecContext(ctx, `INSERT INTO rating_version (tariff_id, n, from_on, to_on, body, hash, source, at, by_user) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		t.ID, t.Version, t.From, t.To, string(body), hex.EncodeToString(hash[:]), source, store.At(tx.Now), tx.By.User)
	return err
}

// PutFile writes a contract with its first version from a file, as a loader of demo data has it.
func (a *Area) PutFile(ctx context.Context, tx *store.Tx, file []byte, name string) error {
	t, wrong, err := book.Read(tx.Org, file)
	if err != nil {
		return fmt.Errorf("contract %s: %w", name, err)
	}
	if len(wrong) > 0 {
		return fmt.Errorf("contract %s: %+v", name, wrong)
	}
	_, err = a.add(ctx, tx, t, name)
	return err
}

// add makes a contract with its first version.
func (a *Area) add(ctx context.Context, tx *store.Tx, t engine.Tariff, source string) (id string, err error) {
	t.ID, t.Version = ulid.Make().String(), 1
	if _, err := tx.ExecContext(ctx, `INSERT INTO rating_tariff (id, carrier, mode, name, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?)`, t.ID, t.Carrier, t.Mode, t.Name, store.At(tx.Now), tx.By.User); err != nil {
		return "", err
	}
	return t.ID, putVersion(ctx, tx, t, source)
}

// DropImport forgets a file.
func (a *Area) DropImport(ctx context.Context, tx *store.Tx, req ImportReq) (Import, error) {
	im, _, err := findImport(ctx, tx, req.ID)
	if err == nil && im.State == Saved {
		err = fail.Conflict("import-finished", "state", string(im.State)).With(im)
	}
	if err != nil {
		return im, err
	}
	im.State = Dropped
	_, err = tx.ExecContext(ctx, `UPDATE rating_import SET state = 'dropped', body = '{}' WHERE id = ?`, im.ID)
	return im, err
}

// SwitchReq takes a contract out of rating, or back in.
type SwitchReq struct {
	ID       string `json:"id" validate:"required,max=40"`
	Disabled bool   `json:"disabled"`
}

// Switch turns a contract off or on. Its versions stay.
func (a *Area) Switch(ctx context.Context, tx *store.Tx, req SwitchReq) (SwitchReq, error) {
	done, err := tx.ExecContext(ctx, `UPDATE rating_tariff SET disabled = ? WHERE id = ?`, req.Disabled, req.ID)
	if err != nil {
		return req, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return req, errors.Join(err, fail.NotFound("tariff-unknown"))
	}
	return req, nil
}

// ExportReq asks for a version as a file.
type ExportReq struct {
	ID      string `json:"id" validate:"required,max=40"`
	Version int    `json:"version" validate:"gte=0"`
	Format  string `json:"format" validate:"omitempty,oneof=xlsx csv"`
}

var unsafe = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// Export writes a version as the spreadsheet that it can come in by.
func (a *Area) Export(ctx context.Context, c *op.Call, req ExportReq) (op.Download, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return op.Download{}, err
	}
	var t *engine.Tariff
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		if req.Version == 0 {
			if req.Version, _, err = store.Get[int](ctx, tx, `SELECT coalesce(max(n), 0) FROM rating_version WHERE tariff_id = ?`, req.ID); err != nil {
				return err
			}
		}
		t, err = a.version(ctx, tx, req.ID, req.Version)
		return err
	})
	if err != nil {
		return op.Download{}, err
	}
	var out bytes.Buffer
	name := strings.Trim(unsafe.ReplaceAllString(fmt.Sprintf("%s-%s-v%d", t.Carrier, t.Name, t.Version), "-"), "-")
	if req.Format == "csv" {
		err = sheet.WriteCSV(&out, book.Write(t))
		return op.Download{Name: name + ".csv", Type: "text/csv; charset=utf-8", Body: &out}, err
	}
	err = sheet.WriteXLSX(&out, book.Write(t))
	return op.Download{Name: name + ".xlsx", Type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Body: &out}, err
}
