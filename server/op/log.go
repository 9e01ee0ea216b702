package op

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sort"
	"strings"
	"time"

	"lading/server/store"

	"github.com/goccy/go-json"
)

// logEntry appends to the organisation's chain of operations: who did what, when; the arguments only by their hash.
func logEntry(ctx context.Context, tx *store.Tx, c *Call) error {
	row := logRow{Version: tx.Version, Op: c.Op.Path, User: tx.By.User, Device: tx.By.Device, ActedAt: store.At(tx.At), LoggedAt: store.At(tx.Now),
		ArgsHash: ArgsHash(c.Op.Path, c.Args, c.Params), Request: c.RequestID}
	entry, err := json.Marshal(row)
	if err != nil {
		return err
	}
	row.Prev, row.Hash = tx.Chain(entry)
	return store.Insert(ctx, tx, "op_log", row)
}

type logRow struct {
	Version  int64      `db:"version" json:"version"`
	Op       string     `db:"op" json:"op"`
	User     string     `db:"user_id" json:"user"`
	Device   string     `db:"device" json:"device"`
	ActedAt  store.Time `db:"acted_at" json:"actedAt"`
	LoggedAt store.Time `db:"logged_at" json:"loggedAt"`
	ArgsHash string     `db:"args_hash" json:"argsHash"`
	Request  string     `db:"request" json:"request"`
	Prev     []byte     `db:"prev" json:"-"`
	Hash     []byte     `db:"hash" json:"-"`
}

// VerifyLog walks the chain of operations and names the first entry that does not follow from the one before; 0 if all do.
func VerifyLog(ctx context.Context, tx *store.Tx) (broken int64, n int64, err error) {
	type entry struct {
		logRow
		ID int64 `db:"id"`
	}
	var head []byte
	for last := int64(0); ; {
		rows, err := store.Select[entry](ctx, tx, `SELECT * FROM op_log WHERE id > ? ORDER BY id LIMIT 1000`, last)
		if err != nil || len(rows) == 0 {
			return 0, n, err
		}
		for _, row := range rows {
			entry, err := json.Marshal(row.logRow)
			if err != nil {
				return 0, 0, err
			}
			h := sha256.New()
			h.Write(head)
			h.Write(entry)
			if sum := h.Sum(nil); string(sum) != string(row.Hash) || string(head) != string(row.Prev) {
				return row.ID, n, nil
			}
			head, last = row.Hash, row.ID
			n++
		}
	}
}

// ArgsHash is what two calls must share to be the same call.
func ArgsHash(path string, args []byte, params map[string][]string) string {
	h := sha256.New()
	h.Write([]byte(strings.ToLower(path)))
	h.Write([]byte{0})
	h.Write(args)
	keys := make([]string, 0, len(params))
	for k := range params {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		_, _ = fmt.Fprintf(h, "\x00%s=%q", strings.ToLower(k), params[k])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// LoggedBefore is the version of the last operation that was logged before a time, or 0. The log is in the order of time and
// has no gaps, so it is halved until the place is found: reading all of it would take longer every year.
func LoggedBefore(ctx context.Context, tx *store.Tx, t time.Time) (version int64, err error) {
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT COALESCE(max(id), 0) FROM op_log`).Scan(&n); err != nil {
		return 0, err
	}
	at := func(id int) (row struct{ version, logged int64 }, err error) {
		err = tx.QueryRowContext(ctx, `SELECT version, logged_at FROM op_log WHERE id = ?`, id).Scan(&row.version, &row.logged)
		return row, err
	}
	before := sort.Search(n, func(i int) bool {
		row, e := at(i + 1)
		if e != nil {
			err = e
		}
		return e != nil || row.logged >= t.UnixMilli()
	})
	if err != nil || before == 0 {
		return 0, err
	}
	row, err := at(before)
	return row.version, err
}

// Logged is an entry of the log of operations: what was done in the command of a version, when the server did it, and whose session it was.
type Logged struct {
	Op   string     `db:"op"`
	User string     `db:"user_id"`
	At   store.Time `db:"logged_at"`
}

// LoggedAs finds the entry of a version; ok is false where the command left none, as the program's own do. The log only grows and its versions with it, so that few
// entries are read.
func LoggedAs(ctx context.Context, tx *store.Tx, version int64) (l Logged, ok bool, err error) {
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT COALESCE(max(id), 0) FROM op_log`).Scan(&n); err != nil {
		return l, false, err
	}
	id := 1 + sort.Search(n, func(i int) bool {
		var v int64
		if e := tx.QueryRowContext(ctx, `SELECT version FROM op_log WHERE id = ?`, i+1).Scan(&v); e != nil {
			err = e
			return true
		}
		return v >= version
	})
	if err != nil {
		return l, false, err
	}
	return store.Get[Logged](ctx, tx, `SELECT op, user_id, logged_at FROM op_log WHERE id = ? AND version = ?`, id, version)
}
