package access

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/store"
)

// Org is an organisation as the index has it.
type Org struct {
	ID        string     `db:"id"`
	Code      string     `db:"code"`
	Name      string     `db:"name"`
	CreatedAt store.Time `db:"created_at"`
}

// ListOrgs lists all organisations by code.
func (a *Area) ListOrgs(ctx context.Context) (list []Org, err error) {
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		list, err = store.Select[Org](ctx, tx, `SELECT id, code, name, created_at FROM system_org ORDER BY code`)
		return err
	})
	return list, err
}

// FindOrg takes an organisation's id or code.
func (a *Area) FindOrg(ctx context.Context, idOrCode string) (o Org, err error) {
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		var ok bool
		o, ok, err = store.Get[Org](ctx, tx, `SELECT id, code, name, created_at FROM system_org WHERE id = ?1 OR code = ?1 COLLATE NOCASE ORDER BY id = ?1 DESC LIMIT 1`, idOrCode)
		if err == nil && !ok {
			err = fail.NotFound("organisation-unknown", "org", idOrCode)
		}
		return err
	})
	return o, err
}

// Deleted is an organisation that an operator has deleted. DoneAt is zero while something of it may be left.
type Deleted struct {
	ID        string     `db:"id"`
	Code      string     `db:"code"`
	Name      string     `db:"name"`
	DeletedAt store.Time `db:"deleted_at"`
	DoneAt    store.Time `db:"done_at"`
}

// DeletedOrgs lists them, the latest first.
func (a *Area) DeletedOrgs(ctx context.Context) (list []Deleted, err error) {
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		list, err = store.Select[Deleted](ctx, tx, `SELECT * FROM system_deleted ORDER BY deleted_at DESC`)
		return err
	})
	return list, err
}

// ForgetOrg has an organisation's people, devices and sessions be nobody's any more, and notes that all of it is to go.
func (a *Area) ForgetOrg(ctx context.Context, o Org) error {
	if _, err := a.end(ctx, o.ID, "organisation-deleted", `id <> ''`); err != nil {
		return err
	}
	_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO system_deleted (id, code, name, deleted_at) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET deleted_at = excluded.deleted_at, done_at = NULL`, o.ID, o.Code, o.Name, store.At(tx.Now)); err != nil {
			return err
		}
		for _, q := range []string{`DELETE FROM system_login WHERE org = ?`, `DELETE FROM system_device WHERE org = ?`, `DELETE FROM system_org WHERE id = ?`} {
			if _, err := tx.ExecContext(ctx, q, o.ID); err != nil {
				return err
			}
		}
		return nil
	}})
	return err
}

// ForgetDone notes that nothing of a deleted organisation is left.
func (a *Area) ForgetDone(ctx context.Context, id string) error {
	return a.system(ctx, `UPDATE system_deleted SET done_at = ? WHERE id = ?`, store.At(a.now()), id)
}

// Undelete lets an organisation that was deleted here be imported again.
func (a *Area) Undelete(ctx context.Context, id string) error {
	return a.system(ctx, `DELETE FROM system_deleted WHERE id = ? AND done_at IS NOT NULL`, id)
}

func (a *Area) system(ctx context.Context, query string, args ...any) error {
	_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	}})
	return err
}

// Logins lists the login names of an organisation's database, wherever it lies.
func Logins(ctx context.Context, tx *store.Tx) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT login FROM access_user ORDER BY login`)
}

// Taken lists those of some login names that are another organisation's.
func (a *Area) Taken(ctx context.Context, org string, logins []string) (taken []string, err error) {
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		for _, l := range logins {
			if _, ok, err := store.Get[string](ctx, tx, `SELECT org FROM system_login WHERE login = ? AND org <> ?`, l, org); err != nil {
				return err
			} else if ok {
				taken = append(taken, l)
			}
		}
		return nil
	})
	return taken, err
}

// Whereabouts finds a login name's organisation and user.
func (a *Area) Whereabouts(ctx context.Context, login string) (org, user string, err error) {
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		r, ok, err := store.Get[struct {
			Org  string `db:"org"`
			User string `db:"user_id"`
		}](ctx, tx, `SELECT org, user_id FROM system_login WHERE login = ?`, login)
		if err == nil && !ok {
			err = fail.NotFound("login-unknown", "login", login)
		}
		org, user = r.Org, r.User
		return err
	})
	return org, user, err
}

// Users counts those who may sign in.
func Users(ctx context.Context, tx *store.Tx) (n int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM access_user WHERE disabled_at IS NULL`).Scan(&n)
	return n, err
}
