package access

import (
	"context"
	"net/http"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

type linkRow struct {
	ID        string     `db:"id"`
	Hash      string     `db:"hash"`
	Kind      string     `db:"kind"`
	Object    string     `db:"object"`
	Warehouse string     `db:"warehouse"`
	By        string     `db:"by_user"`
	ByName    string     `db:"by_name"`
	Device    string     `db:"device"`
	MadeAt    store.Time `db:"made_at"`
	ExpiresAt store.Time `db:"expires_at"`
	Openings  int64      `db:"openings"`
	OpenedAt  store.Time `db:"opened_at"`
	UsedAt    store.Time `db:"used_at"`
	EndedAt   store.Time `db:"ended_at"`
}

// OfferLink keeps a link whose secret somebody's device made, for as long as it is good. It takes the place of an earlier one to the same end: two
// people who hold one each could do the thing twice.
func (a *Area) OfferLink(ctx context.Context, tx *store.Tx, kind, object, warehouse, hash string, life time.Duration) (link.Link, error) {
	if _, err := tx.ExecContext(ctx, `UPDATE access_link SET ended_at = ? WHERE kind = ? AND object = ? AND used_at IS NULL AND ended_at IS NULL`, tx.Now.UnixMilli(), kind, object); err != nil {
		return link.Link{}, err
	}
	r := linkRow{ID: ulid.Make().String(), Hash: hash, Kind: kind, Object: object, Warehouse: warehouse, By: tx.By.User, ByName: tx.By.Name, Device: tx.By.Device, MadeAt: store.At(tx.Now), ExpiresAt: store.At(tx.Now.Add(life))}
	if _, taken, err := store.Get[string](ctx, tx, `SELECT id FROM access_link WHERE hash = ?`, hash); err != nil || taken {
		if err == nil {
			err = fail.Conflict("link-secret-used")
		}
		return link.Link{}, err
	}
	return r.link(), store.Insert(ctx, tx, "access_link", r)
}

func (r linkRow) link() link.Link {
	return link.Link{ID: r.ID, Kind: r.Kind, Object: r.Object, Warehouse: r.Warehouse, By: r.By, ByName: r.ByName, Device: r.Device, MadeAt: r.MadeAt.Time, ExpiresAt: r.ExpiresAt.Time, Openings: r.Openings}
}

// FindLink judges what somebody holds. A refusal says which kind of dead it is, and comes with the link where there was one.
func (a *Area) FindLink(ctx context.Context, tx *store.Tx, kind, token string) (link.Link, error) {
	r, ok, err := store.Get[linkRow](ctx, tx, `SELECT * FROM access_link WHERE hash = ?`, link.Hash(token))
	switch {
	case err != nil:
		return link.Link{}, err
	case !ok || r.Kind != kind:
		return link.Link{}, fail.NotFound("link-unknown")
	case !r.UsedAt.IsZero():
		return r.link(), fail.New(http.StatusGone, "link-used")
	case !r.EndedAt.IsZero():
		return r.link(), fail.New(http.StatusGone, "link-replaced")
	case !tx.Now.Before(r.ExpiresAt.Time):
		return r.link(), fail.New(http.StatusGone, "link-expired")
	}
	return r.link(), nil
}

// CountOpening notes that somebody looked.
func (a *Area) CountOpening(ctx context.Context, tx *store.Tx, id string) error {
	_, err := tx.ExecContext(ctx, `UPDATE access_link SET openings = openings + 1, opened_at = ? WHERE id = ?`, tx.Now.UnixMilli(), id)
	return err
}

// UseLink has a link be good for nothing any more: what it was for is done.
func (a *Area) UseLink(ctx context.Context, tx *store.Tx, id string) error {
	_, err := tx.ExecContext(ctx, `UPDATE access_link SET used_at = ? WHERE id = ? AND used_at IS NULL`, tx.Now.UnixMilli(), id)
	return err
}
