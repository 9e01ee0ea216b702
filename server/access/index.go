package access

import (
	"context"
	"fmt"
	"log/slog"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// claimLogin takes a login name for a user of this organisation. A name means one person in the whole system, since people
// sign in without saying where they work. It is claimed last in a command and before its commit: if that fails, the entry
// points to nobody, lets nobody in, and the organisation can claim it again.
func (a *Area) claimLogin(ctx context.Context, tx *store.Tx, login, user string) error {
	_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, sys *store.Tx) error {
		var org string
		err := sys.QueryRowContext(ctx, `INSERT INTO system_login (login, org, user_id) VALUES (?1, ?2, ?3)
ON CONFLICT (login) DO UPDATE SET user_id = CASE WHEN org = excluded.org THEN excluded.user_id ELSE user_id END RETURNING org`, login, tx.Org, user).Scan(&org)
		if err == nil && org != tx.Org {
			err = fail.Conflict("login-taken", "login", login)
		}
		return err
	}})
	return err
}

// releaseLogin gives up a name after its user has another.
func (a *Area) releaseLogin(org, login, user string) {
	ctx := context.Background()
	if _, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, sys *store.Tx) error {
		_, err := sys.ExecContext(ctx, `DELETE FROM system_login WHERE login = ? AND org = ? AND user_id = ?`, login, org, user)
		return err
	}}); err != nil {
		slog.Error("login name not released", "org", org, "user", user, "err", err)
	}
}

// CreateOrg makes an organisation known and its database, with the four groups that every one begins with. It may be repeated.
func (a *Area) CreateOrg(ctx context.Context, id, code, name string) error {
	if err := a.noteOrg(ctx, id, code, name); err != nil {
		return err
	}
	db, err := a.Store.Org(ctx, id)
	if err != nil {
		return err
	}
	_, err = db.Write(ctx, store.Command{By: store.System(), Do: beginGroups})
	return err
}

// noteOrg has the index know an organisation.
func (a *Area) noteOrg(ctx context.Context, id, code, name string) error {
	if _, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO system_org (id, code, name, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET code = excluded.code, name = excluded.name`, id, code, name, store.At(tx.Now))
		return err
	}}); err != nil {
		return fmt.Errorf("note organisation %s: %w", code, err)
	}
	return nil
}

// beginGroups writes the four groups that every organisation begins with. It may be repeated.
func beginGroups(ctx context.Context, tx *store.Tx) error {
	for _, g := range firstGroups {
		if _, err := tx.ExecContext(ctx, `INSERT INTO access_group (id, code, name, pages, office) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, g.ID, g.Code, g.Name, g.Pages, g.Office); err != nil {
			return err
		}
	}
	return nil
}

// Orgs lists the organisations that the index knows.
func (a *Area) Orgs(ctx context.Context) (ids []string, err error) {
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		ids, err = store.Select[string](ctx, tx, `SELECT id FROM system_org ORDER BY id`)
		return err
	})
	return ids, err
}

// Reindex writes an organisation's part of the index anew from its own users and devices, after the system's database was lost.
func (a *Area) Reindex(ctx context.Context, id, code, name string) error {
	var users []account
	var devices []string
	if err := a.read(ctx, id, func(ctx context.Context, tx *store.Tx) (err error) {
		if users, err = store.Select[account](ctx, tx, `SELECT `+accountColumns+` FROM access_user`); err != nil || a.Devices == nil {
			return err
		}
		devices, err = a.Devices.Enrolled(ctx, tx)
		return err
	}); err != nil {
		return fmt.Errorf("read users of organisation %s: %w", id, err)
	}
	_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO system_org (id, code, name, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET code = excluded.code, name = excluded.name`, id, code, name, store.At(tx.Now)); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM system_login WHERE org = ?`, id); err != nil {
			return err
		}
		for _, u := range users {
			if _, err := tx.ExecContext(ctx, `INSERT INTO system_login (login, org, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, u.Login, id, u.ID); err != nil {
				return err
			}
		}
		for _, d := range devices {
			if _, err := tx.ExecContext(ctx, `INSERT INTO system_device (device, org) VALUES (?, ?) ON CONFLICT DO NOTHING`, d, id); err != nil {
				return err
			}
		}
		return nil
	}})
	return err
}

// NewUser is a user to be written by the loader of demo data or a fresh organisation's first administrator.
type NewUser struct {
	ID, Login, First, Last, Email, Phone, Group string // Group is the code
	Language                                    string
	PageList                                    string
	DefaultPage                                 int
	Warehouses                                  []string // nil sees all
	Warehouse                                   string
	Hash                                        string // of HashPassword, made outside the transaction
	Agreed                                      bool
	ProfileDue                                  bool
}

// HashPassword gives what is kept of a password.
func (a *Area) HashPassword(ctx context.Context, password string) (string, error) {
	return a.hasher.Hash(ctx, password)
}

// CreateUser writes a user and claims the login name. It gives the user's id.
func (a *Area) CreateUser(ctx context.Context, tx *store.Tx, n NewUser) (string, error) {
	g, err := findGroup(ctx, tx, n.Group)
	if err != nil {
		return "", err
	}
	u := account{ID: n.ID, Login: n.Login, Password: n.Hash, First: n.First, Last: n.Last, Email: n.Email, Phone: n.Phone, Group: g.ID, Language: n.Language,
		Pages: pageList(n.PageList), DefaultPage: page.ID(n.DefaultPage), Warehouse: n.Warehouse, ProfileDue: n.ProfileDue, ChangedAt: store.At(tx.Now)}
	if u.ID == "" {
		u.ID = ulid.Make().String()
	}
	if u.Language == "" {
		u.Language = "en"
	}
	if u.Email == "" {
		u.Email = u.Login
	}
	if u.DefaultPage == 0 {
		u.DefaultPage = page.ContactUs
	}
	if n.Warehouses != nil {
		u.Warehouses = &store.JSON[[]string]{V: n.Warehouses}
	}
	if n.Agreed {
		u.AgreedAt = store.At(tx.Now)
	}
	return u.ID, a.insert(ctx, tx, u)
}

// HasOrg tells whether there is such an organisation, without opening it: a stranger may ask.
func (a *Area) HasOrg(ctx context.Context, id string) (found bool, err error) {
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		_, found, err = store.Get[string](ctx, tx, `SELECT id FROM system_org WHERE id = ?`, id)
		return err
	})
	return found, err
}
