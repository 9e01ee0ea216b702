package op

import (
	"context"

	"lading/server/store"

	"github.com/goccy/go-json"
)

// Locker locks what the database may hold but nobody may read out of it.
type Locker interface {
	Lock(place string, thing []byte) []byte
	Unlock(place string, locked []byte) ([]byte, error)
}

// Unshared is an online command that the replica may not hold yet: whose it was, and where it stands in the chain of operations.
type Unshared struct {
	N       int64      `db:"n"`
	Version int64      `db:"version"`
	LogID   int64      `db:"log_id"`
	LogHash []byte     `db:"log_hash"`
	Op      string     `db:"op"`
	User    string     `db:"user_id"`
	At      store.Time `db:"at"`
	Locked  []byte     `db:"locked"`
}

// Asked is what a command was called with.
type Asked struct {
	Args   json.RawMessage     `json:"args"`
	Params map[string][]string `json:"params,omitempty"`
	Key    string              `json:"key,omitempty"` // Idempotency-Key
}

// UnsharedPlace is what an organisation's commands are locked for.
func UnsharedPlace(org string) string { return "unshared/" + org }

// Carries reports whether the command can be run again from what it was called with.
func (o *Op) Carries() bool { return o.Kind == KindCommand && o.before == nil }

// remember keeps what an online command was called with until the replica holds what it did.
func (r *Registry) remember(ctx context.Context, tx *store.Tx, c *Call) error {
	held, kept := tx.Replicated()
	if r.Vault == nil || !kept {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM op_unshared WHERE version <= ?`, held); err != nil {
		return err
	}
	var locked []byte
	if c.Op.Carries() {
		asked, err := json.Marshal(Asked{Args: c.Args, Params: c.Params, Key: c.Key})
		if err != nil {
			return err
		}
		locked = r.Vault.Lock(UnsharedPlace(tx.Org), asked)
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO op_unshared (version, log_id, log_hash, op, user_id, at, locked)
SELECT version, id, hash, op, user_id, acted_at, ? FROM op_log WHERE id = (SELECT max(id) FROM op_log)`, locked)
	return err
}

// ReadUnshared gives the commands in order. What the replica held when the last of them came is not among them, and some of
// the rest may have arrived since.
func ReadUnshared(ctx context.Context, tx *store.Tx) ([]Unshared, error) {
	return store.Select[Unshared](ctx, tx, `SELECT n, version, log_id, log_hash, op, user_id, at, locked FROM op_unshared ORDER BY n`)
}

// Knows reports whether the organisation's chain of operations has a command.
func Knows(ctx context.Context, tx *store.Tx, u Unshared) (known bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM op_log WHERE id = ? AND hash = ?)`, u.LogID, u.LogHash).Scan(&known)
	return known, err
}

// Answered reports whether a call with this user's Idempotency-Key has had its answer here.
func Answered(ctx context.Context, tx *store.Tx, user, key string) (known bool, err error) {
	if key == "" {
		return false, nil
	}
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM op_result WHERE key = ?)`, user+"/"+key).Scan(&known)
	return known, err
}
