package access

import (
	"context"

	"lading/server/kit/right"
	"lading/server/store"
	"lading/server/store/listing"
)

// OfficeUsers lists the active people of the office who see a warehouse's work and hold a right; of all warehouses where warehouse is empty.
func (a *Area) OfficeUsers(ctx context.Context, tx *store.Tx, warehouse string, needs right.Right) ([]string, error) {
	all, err := store.Select[string](ctx, tx, `SELECT u.id FROM access_user u JOIN access_group g ON g.id = u.group_id
WHERE u.disabled_at IS NULL AND (g.office = 1 OR lower(g.code) IN ('admin', 'common'))
AND (?1 = '' OR u.warehouses IS NULL OR EXISTS (SELECT 1 FROM json_each(u.warehouses) WHERE value = ?1)) ORDER BY u.id`, warehouse)
	if err != nil {
		return nil, err
	}
	holders, err := a.holders(ctx, tx, all...)
	users := []string{}
	for _, held := range holders {
		if held.May(needs) {
			users = append(users, held.User)
		}
	}
	return users, err
}

// Within gives those of some users, be they active or not, who work in no warehouse that the asker does not see.
func (a *Area) Within(ctx context.Context, tx *store.Tx, users []string) ([]string, error) {
	var mine any
	if tx.By.Warehouses != nil {
		mine = listing.Texts(tx.By.Warehouses)
	}
	return store.Select[string](ctx, tx, `SELECT id FROM access_user u WHERE id IN (SELECT value FROM json_each(?1))
AND (?2 IS NULL OR u.warehouses IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(u.warehouses) WHERE value NOT IN (SELECT value FROM json_each(?2))))`, listing.Texts(users), mine)
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
	return store.Get[string](ctx, tx, `SELECT email FROM access_user WHERE id = ?1 AND disabled_at IS NULL AND (until_at IS NULL OR until_at > ?2)`, user, store.At(tx.Now))
}

// Administrators lists the active administrators.
func Administrators(ctx context.Context, tx *store.Tx) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT u.id FROM access_user u JOIN access_group g ON g.id = u.group_id WHERE u.disabled_at IS NULL AND lower(g.code) IN ('admin', 'common') ORDER BY u.id`)
}
