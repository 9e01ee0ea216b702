package push_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
	"lading/sync/device"
	"lading/sync/pull"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// pulled is one page of a device: what it asks for, and all that the page says. A field that a step does not name is empty on the page.
type pulled struct {
	Pull    string   `json:"pull"`
	Cursor  string   `json:"cursor"` // instead of the device's own
	Schema  int      `json:"schema"`
	Limit   int      `json:"limit"`
	Whs     []string `json:"whs"`
	Former  []string `json:"former"` // "device seq"
	Put     []string `json:"put"`    // "site=name scope …"
	Gone    []string `json:"gone"`
	Drop    []string `json:"drop"`
	Loading []string `json:"loading"`
	More    bool     `json:"more"`
	Applied []int64  `json:"applied"`
	Dealt   []string `json:"dealt"`
}

// held is what a device has pulled.
type held struct {
	cursor string
	rows   map[string]heldRow
}

type heldRow struct {
	site
	Version int64    `json:"version"`
	Scopes  []string `json:"scopes"`
}

func (s *teller) item(line string) pull.Item {
	name, seq, _ := strings.Cut(line, " ")
	n, err := strconv.ParseInt(seq, 10, 64)
	if err != nil {
		s.w.t.Fatalf("%s: %v", line, err)
	}
	return pull.Item{Device: s.device(name).id, Seq: n}
}

func (s *teller) pull(step step) {
	t := s.w.t
	h := s.shelves[step.Pull]
	if h == nil {
		h = &held{rows: map[string]heldRow{}}
		s.shelves[step.Pull] = h
	}
	by := s.w.ada
	by.Device = s.device(step.Pull).id
	req := pull.Req{Device: by.Device, Schema: pull.Schema, Cursor: h.cursor, Warehouses: step.Whs, Limit: step.Limit}
	if step.Schema > 0 {
		req.Schema = step.Schema
	}
	if step.Cursor != "" {
		req.Cursor = step.Cursor
	}
	for _, line := range step.Former {
		req.Former = append(req.Former, s.item(line))
	}
	page, err := s.w.area.Pull(context.Background(), &op.Call{Org: "1", By: by}, req)
	s.refused(step, err)
	if err != nil {
		delete(s.shelves, step.Pull)
		return
	}
	same := func(what string, got, want []string) {
		t.Helper()
		got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
		if !slices.Equal(got, want) {
			t.Fatalf("pull of %s: %s %v, not %v", step.Pull, what, got, want)
		}
	}
	var put, dealt []string
	h.cursor = page.Cursor
	for id, row := range h.rows {
		row.Scopes = slices.DeleteFunc(row.Scopes, func(scope string) bool { return slices.Contains(page.Drop, scope) })
		if h.rows[id] = row; len(row.Scopes) == 0 {
			delete(h.rows, id)
		}
	}
	for _, raw := range page.Put["warehouse_site"] {
		var row heldRow
		if err := json.Unmarshal(raw, &row); err != nil {
			t.Fatal(err)
		}
		put = append(put, row.ID+"="+row.Name+" "+strings.Join(row.Scopes, " "))
		h.rows[row.ID] = row
	}
	for _, id := range page.Gone["warehouse_site"] {
		delete(h.rows, id)
	}
	for _, i := range page.Dealt {
		for name, d := range s.devices {
			if d.id == i.Device {
				dealt = append(dealt, name+" "+strconv.FormatInt(i.Seq, 10))
			}
		}
	}
	var applied []int64
	for _, a := range page.Applied {
		applied = append(applied, a.Seq)
	}
	same("put", put, step.Put)
	same("gone", page.Gone["warehouse_site"], step.Gone)
	same("drop", page.Drop, step.Drop)
	same("loading", page.Loading, step.Loading)
	same("dealt", dealt, step.Dealt)
	switch {
	case page.More != step.More:
		t.Fatalf("pull of %s: more is %v", step.Pull, page.More)
	case !slices.Equal(applied, step.Applied):
		t.Fatalf("pull of %s: applied %v, not %v", step.Pull, applied, step.Applied)
	case step.Settled != nil && page.Settled != *step.Settled:
		t.Fatalf("pull of %s: settled %d, not %d", step.Pull, page.Settled, *step.Settled)
	case step.Tray != nil && !slices.Equal(page.Tray, step.Tray):
		t.Fatalf("pull of %s: tray %v, not %v", step.Pull, page.Tray, step.Tray)
	case page.Version != s.w.db.Version() || page.Epoch != s.w.db.Epoch():
		t.Fatalf("pull of %s: version %d of %s, not %d of %s", step.Pull, page.Version, page.Epoch, s.w.db.Version(), s.w.db.Epoch())
	case page.More != (page.Digest == nil):
		t.Fatalf("pull of %s: digest %v", step.Pull, page.Digest)
	}
	for scope, want := range page.Digest {
		var n, sum int64
		for id, row := range h.rows {
			if slices.Contains(row.Scopes, scope) {
				n++
				sum += change.Hash("warehouse_site", id, row.Version)
			}
		}
		if got := change.Digest(n, sum); got != want {
			t.Fatalf("pull of %s: digest of %s is %s, not %s", step.Pull, scope, want, got)
		}
	}
}

// meanwhile is what others do.
func (s *teller) meanwhile(step step) {
	w := s.w
	write := func(do func(ctx context.Context, tx *store.Tx) error) {
		w.t.Helper()
		if _, err := w.db.Write(context.Background(), store.Command{By: store.Actor{User: "boss"}, Do: do}); err != nil {
			w.t.Fatal(err)
		}
	}
	switch {
	case step.Enrol != "":
		d := s.device(step.Enrol)
		if step.Inherits != "" {
			former := s.device(step.Inherits)
			d.enrol("ada", &device.Inheritance{Device: former.id, Signature: former.key.Sign(device.InheritanceText(d.id, "n"))})
		}
	case step.Office != nil:
		write(func(ctx context.Context, tx *store.Tx) (err error) {
			for _, line := range step.Office {
				id, name, _ := strings.Cut(line, " ")
				query := `INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES (?1, ?2, '{}', 'UTC', '[]') ON CONFLICT (id) DO UPDATE SET name = ?2`
				if name == "-" {
					query = `DELETE FROM warehouse_site WHERE id = ?1 AND ?2 <> ''`
				}
				_, e := tx.ExecContext(ctx, query, id, name)
				err = errors.Join(err, e)
			}
			return err
		})
	case step.Settle != "":
		i := s.item(step.Settle)
		write(func(ctx context.Context, tx *store.Tx) error {
			_, err := w.area.Settle(ctx, tx, device.SettleReq{Device: i.Device, Seq: i.Seq})
			return err
		})
	case step.Sees != nil:
		w.ada.Warehouses = step.Sees
	case step.Disable != "":
		w.off[step.Disable] = true
	case step.Sweep:
		write(func(ctx context.Context, tx *store.Tx) error {
			if _, err := tx.ExecContext(ctx, `UPDATE op_log SET logged_at = logged_at - 91 * 86400000`); err != nil {
				return err
			}
			_, err := pull.Sweep(ctx, tx)
			return err
		})
	case step.Backup:
		s.copied = filepath.Join(w.t.TempDir(), "copy.db")
		s.raw(s.file(), `VACUUM INTO '`+s.copied+`'`)
	case step.Restore:
		if err := w.store.Close(context.Background()); err != nil {
			w.t.Fatal(err)
		}
		for _, suffix := range []string{"-wal", "-shm", ".open"} {
			if err := os.Remove(s.file() + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
				w.t.Fatal(err)
			}
		}
		b, err := os.ReadFile(s.copied)
		if err == nil {
			err = os.WriteFile(s.file(), b, 0o600)
		}
		if err != nil {
			w.t.Fatal(err)
		}
		s.raw(s.file(), `UPDATE store_meta SET value = '`+ulid.Make().String()+`' WHERE key = 'epoch'`)
		w.open()
	default:
		w.t.Fatalf("an empty step: %+v", step)
	}
}

func (s *teller) file() string { return filepath.Join(s.w.dir, "org", "1.db") }

func (s *teller) raw(file, query string) {
	s.w.t.Helper()
	db, err := sql.Open("sqlite", file)
	if err == nil {
		_, err = db.ExecContext(context.Background(), query)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		s.w.t.Fatal(err)
	}
}
