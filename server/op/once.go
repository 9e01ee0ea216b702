package op

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// once is what a call that came with an Idempotency-Key shares with its repeats: who sent which key, and with what.
// Without a key there is nothing to compare, and nothing is kept.
type once struct {
	key, hash string
	sealed    bool   // the answer is locked
	vault     Locker // by this; without one it is not kept
}

func (c *Call) once(hash string) once {
	if c.Key == "" {
		return once{}
	}
	key := c.By.User + "/" + c.Key
	if c.By.User == "" {
		key = c.By.Device + key
	}
	return once{key: key, hash: hash, sealed: c.Op.Sealed}
}

func (o once) place(org string) string { return org + "/op_result/" + o.key }

// lock gives an answer as it is kept.
func (o once) lock(org string, body []byte) string {
	if !o.sealed {
		return string(body)
	}
	return base64.StdEncoding.EncodeToString(o.vault.Lock(o.place(org), body))
}

// unlock gives an answer as it was given. One that was kept before its call was known for a secret is readable.
func (o once) unlock(org, kept string) ([]byte, error) {
	if !o.sealed || strings.HasPrefix(kept, "{") {
		return []byte(kept), nil
	}
	locked, err := base64.StdEncoding.DecodeString(kept)
	if err != nil {
		return nil, fmt.Errorf("read a kept answer: %w", err)
	}
	return o.vault.Unlock(o.place(org), locked)
}

// first gives the answer that the first of the repeats had; ok is false where this is the first.
func (o once) first(ctx context.Context, tx *store.Tx, call *Op) (body any, ok bool, err error) {
	if o.key == "" || o.sealed && o.vault == nil {
		return nil, false, nil
	}
	known, ok, err := store.Get[opResult](ctx, tx, `SELECT args_hash, status, body FROM op_result WHERE key = ?`, o.key)
	switch {
	case err != nil || !ok:
		return nil, false, err
	case known.ArgsHash != o.hash:
		return nil, true, fail.Conflict("idempotency-key-reused")
	case known.Status >= 400:
		return nil, true, known.refusal()
	case call.Resp == reflect.TypeFor[None](): // nothing is answered as nothing again, not as an empty object
		return None{}, true, nil
	}
	answer, err := o.unlock(tx.Org, known.Body)
	return Raw(answer), true, err
}

// keep notes what the first came to, in the transaction of its effects. A fault is not kept: it may go well the next time.
func (o once) keep(ctx context.Context, tx *store.Tx, body any, err error) error {
	if o.key == "" || o.sealed && o.vault == nil {
		return nil
	}
	known := opResult{Key: o.key, ArgsHash: o.hash, Status: http.StatusOK, At: store.At(tx.Now)}
	if err != nil {
		f, ok := fail.As(err)
		if !ok || !f.Settled() {
			return nil
		}
		known.Status, body = f.Status, refusal{f.Code, f.Params, f.Fields, f.Row}
	}
	b, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if known.Body = string(b); known.Status == http.StatusOK {
		known.Body = o.lock(tx.Org, b)
	}
	return store.Insert(ctx, tx, "op_result", known)
}

type opResult struct {
	Key      string     `db:"key"`
	ArgsHash string     `db:"args_hash"`
	Status   int        `db:"status"`
	Body     string     `db:"body"`
	At       store.Time `db:"at"`
}

type refusal struct {
	Code   string         `json:"code"`
	Params map[string]any `json:"params"`
	Fields []fail.Field   `json:"fields"`
	Row    any            `json:"row,omitempty"`
}

func (k opResult) refusal() error {
	var f refusal
	if err := json.Unmarshal([]byte(k.Body), &f); err != nil {
		return err
	}
	return &fail.Error{Status: k.Status, Code: f.Code, Params: f.Params, Fields: f.Fields, Row: f.Row}
}

// upload carries out a call with files. With a key its repeats go one after the other, since an upload is many commands.
func (r *Registry) upload(ctx context.Context, c *Call, req any) (Answer, error) {
	var bytes int64
	for _, f := range c.Files {
		bytes += f.Size
	}
	if err := r.Limits.Spend(c.Org, c.sender(), bytes); err != nil {
		return Answer{}, err
	}
	if c.Key != "" {
		hash, err := c.filesHash()
		if err != nil {
			return Answer{}, err
		}
		c.repeat = c.once(hash)
		defer r.uploads.Take(c.Org + "/" + c.repeat.key)()
		db, err := r.Orgs(ctx, c.Org)
		if err != nil {
			return Answer{}, err
		}
		var body any
		var known bool
		if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
			body, known, err = c.repeat.first(ctx, tx, c.Op)
			return err
		}); err != nil || known {
			return Answer{Status: http.StatusOK, Body: body}, err
		}
	}
	body, err := c.Op.direct(ctx, c, req)
	return Answer{Status: http.StatusOK, Body: body}, err
}

// Finish is Write for the command that completes an upload: for its repeats, the answer is kept in the same COMMIT as what it
// answers for. answer is read after do. What is refused before that has left nothing to answer for, and is judged anew.
func Finish(ctx context.Context, db *store.DB, c *Call, answer any, do func(ctx context.Context, tx *store.Tx) error) (store.Result, error) {
	return Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		if err := do(ctx, tx); err != nil {
			return err
		}
		return c.repeat.keep(ctx, tx, answer, nil)
	})
}

// filesHash is ArgsHash with the files.
func (c *Call) filesHash() (string, error) {
	h := sha256.New()
	_, _ = io.WriteString(h, ArgsHash(c.Op.Path, c.Args, c.Params))
	for _, f := range c.Files {
		_, _ = fmt.Fprintf(h, "\x00%s\x00%s\x00%d\x00", f.Field, f.Name, f.Size)
		r, err := f.Open()
		if err != nil {
			return "", fmt.Errorf("open upload: %w", err)
		}
		if _, err := io.Copy(h, r); err != nil {
			_ = r.Close()
			return "", fmt.Errorf("read upload: %w", err)
		}
		if err := r.Close(); err != nil {
			return "", fmt.Errorf("read upload: %w", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

const answersKept = 7 * 24 * time.Hour

// SweepAnswers drops, in one small piece, the answers that no repeat will ask for any more; call it until it returns 0.
func SweepAnswers(ctx context.Context, tx *store.Tx) (int, error) {
	res, err := tx.ExecContext(ctx, `DELETE FROM op_result WHERE key IN (SELECT key FROM op_result WHERE at < ? LIMIT 500)`, tx.Now.Add(-answersKept).UnixMilli())
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	return int(n), err
}
