package access

import (
	"context"
	"net/http"
	"strings"
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
	if err := a.EndLinks(ctx, tx, kind, object); err != nil {
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

// MailLink keeps a link that goes out by mail until it expires: LinkToken gives the token for the mail, when it is sent. It takes the place of an
// earlier one to the same end.
func (a *Area) MailLink(ctx context.Context, tx *store.Tx, kind, object, warehouse string, until time.Time) (link.Link, error) {
	if err := a.EndLinks(ctx, tx, kind, object); err != nil {
		return link.Link{}, err
	}
	r := linkRow{ID: ulid.Make().String(), Kind: kind, Object: object, Warehouse: warehouse, By: tx.By.User, ByName: tx.By.Name, Device: tx.By.Device, MadeAt: store.At(tx.Now), ExpiresAt: store.At(until)}
	r.Hash = link.Hash(a.LinkToken(tx.Org, r.ID))
	return r.link(), store.Insert(ctx, tx, "access_link", r)
}

// StandingLink gives the link to an end that is open now; its ID is empty where there is none.
func (a *Area) StandingLink(ctx context.Context, tx *store.Tx, kind, object string) (link.Link, error) {
	r, _, err := store.Get[linkRow](ctx, tx, `SELECT * FROM access_link WHERE kind = ? AND object = ? AND used_at IS NULL AND ended_at IS NULL AND expires_at > ?`, kind, object, tx.Now.UnixMilli())
	return r.link(), err
}

// ExtendMailLink lets the open link to an object live until a later time, and says which it is; empty where none is open.
func (a *Area) ExtendMailLink(ctx context.Context, tx *store.Tx, kind, object string, until time.Time) (string, error) {
	id, ok, err := store.Get[string](ctx, tx, `SELECT id FROM access_link WHERE kind = ? AND object = ? AND used_at IS NULL AND ended_at IS NULL AND expires_at > ? ORDER BY made_at DESC LIMIT 1`, kind, object, tx.Now.UnixMilli())
	if err != nil || !ok {
		return "", err
	}
	_, err = tx.ExecContext(ctx, `UPDATE access_link SET expires_at = max(expires_at, ?) WHERE id = ?`, until.UnixMilli(), id)
	return id, err
}

// LinksSince counts the links to an end that were made since a time, those that have ended too, and tells when the last of them was; zero where none was.
func (a *Area) LinksSince(ctx context.Context, tx *store.Tx, kind, object string, since time.Time) (n int, last time.Time, err error) {
	made, err := store.Select[int64](ctx, tx, `SELECT made_at FROM access_link WHERE kind = ? AND object = ? AND made_at > ? ORDER BY made_at DESC`, kind, object, since.UnixMilli())
	if err == nil && len(made) > 0 {
		last = time.UnixMilli(made[0])
	}
	return len(made), last, err
}

// LinkToken gives the token of a link that MailLink made.
func (a *Area) LinkToken(org, id string) string { return link.Token(a.key().link, org, id) }

// EndLinks has every open link to an end be good for nothing any more.
func (a *Area) EndLinks(ctx context.Context, tx *store.Tx, kind, object string) error {
	_, err := tx.ExecContext(ctx, `UPDATE access_link SET ended_at = ? WHERE kind = ? AND object = ? AND used_at IS NULL AND ended_at IS NULL`, tx.Now.UnixMilli(), kind, object)
	return err
}

func (r linkRow) link() link.Link {
	return link.Link{ID: r.ID, Kind: r.Kind, Object: r.Object, Warehouse: r.Warehouse, By: r.By, ByName: r.ByName, Device: r.Device, MadeAt: r.MadeAt.Time, ExpiresAt: r.ExpiresAt.Time, Openings: r.Openings}
}

// FindLink judges what somebody scanned. A refusal says which kind of dead it is, and comes with the link where there was one.
func (a *Area) FindLink(ctx context.Context, tx *store.Tx, kind, token string) (link.Link, error) {
	return a.findLink(ctx, tx, kind, token, "link")
}

// FindMailLink is FindLink for a link that came by mail: its refusals speak of the mail.
func (a *Area) FindMailLink(ctx context.Context, tx *store.Tx, kind, token string) (link.Link, error) {
	return a.findLink(ctx, tx, kind, token, "mail-link")
}

func (a *Area) findLink(ctx context.Context, tx *store.Tx, kind, token, words string) (link.Link, error) {
	r, ok, err := store.Get[linkRow](ctx, tx, `SELECT * FROM access_link WHERE hash = ?`, link.Hash(token))
	switch {
	case err != nil:
		return link.Link{}, err
	case !ok || r.Kind != kind:
		return link.Link{}, fail.NotFound(words + "-unknown")
	case !r.UsedAt.IsZero():
		return r.link(), fail.New(http.StatusGone, words+"-used")
	case !r.EndedAt.IsZero():
		return r.link(), fail.New(http.StatusGone, words+"-replaced")
	case !tx.Now.Before(r.ExpiresAt.Time):
		return r.link(), fail.New(http.StatusGone, words+"-expired")
	}
	return r.link(), nil
}

// mostPlaces is of how many places a link's openings are told apart; those beyond are counted alone.
const mostPlaces = 50

// CountOpening notes that somebody looked, and from where.
func (a *Area) CountOpening(ctx context.Context, tx *store.Tx, id, agent, address string) error {
	now := tx.Now.UnixMilli()
	if _, err := tx.ExecContext(ctx, `UPDATE access_link SET openings = openings + 1, opened_at = ? WHERE id = ?`, now, id); err != nil {
		return err
	}
	if len(agent) > 200 {
		agent = strings.ToValidUTF8(agent[:200], "")
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO access_link_opening (link_id, agent, address, first_at, last_at)
SELECT ?1, ?2, ?3, ?4, ?4 WHERE (SELECT count(*) FROM access_link_opening WHERE link_id = ?1) < ?5 OR EXISTS (SELECT 1 FROM access_link_opening WHERE link_id = ?1 AND agent = ?2 AND address = ?3)
ON CONFLICT DO UPDATE SET times = times + 1, last_at = excluded.last_at`, id, agent, address, now, mostPlaces)
	return err
}

// LinkOpenings lists from where the links to an end were opened, those that have ended too; the latest first.
func (a *Area) LinkOpenings(ctx context.Context, tx *store.Tx, kind, object string) ([]link.Opening, error) {
	type row struct {
		Agent   string     `db:"agent"`
		Address string     `db:"address"`
		Times   int64      `db:"times"`
		FirstAt store.Time `db:"first_at"`
		LastAt  store.Time `db:"last_at"`
	}
	rows, err := store.Select[row](ctx, tx, `SELECT o.agent, o.address, sum(o.times) AS times, min(o.first_at) AS first_at, max(o.last_at) AS last_at
FROM access_link_opening o JOIN access_link l ON l.id = o.link_id WHERE l.kind = ? AND l.object = ? GROUP BY 1, 2 ORDER BY 5 DESC`, kind, object)
	out := make([]link.Opening, len(rows))
	for i, r := range rows {
		out[i] = link.Opening{Agent: r.Agent, Address: r.Address, Times: r.Times, FirstAt: r.FirstAt.Time, LastAt: r.LastAt.Time}
	}
	return out, err
}

// UseLink has a link be good for nothing any more: what it was for is done.
func (a *Area) UseLink(ctx context.Context, tx *store.Tx, id string) error {
	_, err := tx.ExecContext(ctx, `UPDATE access_link SET used_at = ? WHERE id = ? AND used_at IS NULL`, tx.Now.UnixMilli(), id)
	return err
}
