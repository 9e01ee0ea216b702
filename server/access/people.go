package access

import (
	"context"

	"lading/server/store"
)

// OfficeUsers lists the active people of the office who see a warehouse's work; all of the office where warehouse is empty.
func (a *Area) OfficeUsers(ctx context.Context, tx *store.Tx, warehouse string) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT u.id FROM access_user u JOIN access_group g ON g.id = u.group_id
WHERE u.disabled_at IS NULL AND (g.office = 1 OR lower(g.code) IN ('admin', 'common'))
AND (?1 = '' OR u.warehouses IS NULL OR EXISTS (SELECT 1 FROM json_each(u.warehouses) WHERE value = ?1)) ORDER BY u.id`, warehouse)
}

// Language is the one that a person reads.
func (a *Area) Language(ctx context.Context, tx *store.Tx, user string) (string, error) {
	language, ok, err := store.Get[string](ctx, tx, `SELECT language FROM access_user WHERE id = ?`, user)
	if !ok {
		language = "en"
	}
	return language, err
}

// Email is where a person gets mail; empty where nobody said.
func (a *Area) Email(ctx context.Context, tx *store.Tx, user string) (string, error) {
	email, _, err := store.Get[string](ctx, tx, `SELECT email FROM access_user WHERE id = ?`, user)
	return email, err
}

// Reach is where a person gets mail, empty where nobody said; ok reports whether the person may come in. One who may not is sent nothing.
func (a *Area) Reach(ctx context.Context, tx *store.Tx, user string) (email string, ok bool, err error) {
	return store.Get[string](ctx, tx, `SELECT email FROM access_user WHERE id = ? AND disabled_at IS NULL`, user)
}

// Administrators lists the active administrators.
func Administrators(ctx context.Context, tx *store.Tx) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT u.id FROM access_user u JOIN access_group g ON g.id = u.group_id WHERE u.disabled_at IS NULL AND lower(g.code) IN ('admin', 'common') ORDER BY u.id`)
}
