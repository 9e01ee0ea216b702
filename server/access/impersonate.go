package access

import (
	"cmp"
	"context"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// impersonationAgent marks the session of an administrator who looks at the product as another user. Such a session reads: the registry refuses whatever
// has an effect (op.Permit).
const impersonationAgent = "impersonation:"

// longestLook is how long one lasts at most.
const longestLook = time.Hour

// mayLook refuses everyone but administrators who manage users.
func mayLook(by store.Actor) error {
	if !by.Admin || !by.May(right.ManageUsers) {
		return fail.Forbidden("administrators-only")
	}
	return nil
}

// impersonate opens a session as another user beside the administrator's own, which waits in a cookie of its own until the other has ended.
func (a *Area) impersonate(ctx context.Context, c *op.Call, req TokenReq) (TokenResp, error) {
	if !req.Cookie {
		return TokenResp{}, fail.Invalid(fail.Of("cookie", "field-required"))
	}
	own, key, err := a.known(ctx, c, req, a.cookie(c))
	if err != nil {
		return TokenResp{}, err
	}
	if own.User == "" || strings.HasPrefix(own.Agent, impersonationAgent) || strings.HasPrefix(own.Agent, applicationAgent) {
		return TokenResp{}, fail.Forbidden("administrators-only")
	}
	reason := strings.TrimSpace(req.Reason)
	for field, value := range map[string]string{"user": req.User, "reason": reason} {
		if value == "" {
			return TokenResp{}, fail.Invalid(fail.Of(field, "field-required"))
		}
	}
	db, err := a.Store.Org(ctx, own.Org)
	if err != nil {
		return TokenResp{}, err
	}
	by, err := a.behind(ctx, own)
	if err != nil {
		return TokenResp{}, err
	}
	as, now := *c, a.now()
	as.By = by
	row := impersonation{ID: ulid.Make().String(), By: by.User, User: req.User, Reason: reason, BeganAt: store.At(now), EndsAt: store.At(now.Add(longestLook)), Session: own.ID}
	if _, err := op.Write(ctx, db, &as, func(ctx context.Context, tx *store.Tx) error {
		if err := mayLook(by); err != nil {
			return err
		}
		user, err := a.Actor(ctx, tx, req.User)
		if err != nil {
			return err
		}
		if user.Admin || user.User == by.User {
			return fail.Invalid(fail.Of("user", "user-unknown"))
		}
		if err := store.Insert(ctx, tx, "access_impersonation", row); err != nil {
			return err
		}
		return tx.Emit(ctx, event.UserTold{User: user.User, Code: "notify-impersonated", Params: map[string]any{"name": by.Name, "reason": reason}, Link: "/UserImpersonation"})
	}); err != nil {
		return TokenResp{}, err
	}
	own, next, err := a.rotate(ctx, a.cookie(c), own.Device != "" && own.DeviceKey == key)
	if err != nil {
		return TokenResp{}, err
	}
	a.setCookieNamed(c, ownCookie, next, own.ExpiresAt.Time)
	s := session{Org: own.Org, User: req.User, Device: own.Device, DeviceKey: own.DeviceKey, Agent: impersonationAgent + row.ID, ExpiresAt: row.EndsAt}
	return a.admit(ctx, c, s, true)
}

// resume ends a look as another user and goes on with the administrator's own session.
func (a *Area) resume(ctx context.Context, c *op.Call, req TokenReq) (TokenResp, error) {
	if !req.Cookie {
		return TokenResp{}, fail.Invalid(fail.Of("cookie", "field-required"))
	}
	look, ok, err := a.find(ctx, a.cookie(c))
	if err != nil {
		return TokenResp{}, err
	}
	if ok && strings.HasPrefix(look.Agent, impersonationAgent) {
		if err := a.endLook(ctx, look); err != nil {
			return TokenResp{}, err
		}
	}
	own := req
	own.RefreshToken, own.Cookie = a.cookieNamed(c, ownCookie), false
	t, err := a.refresh(ctx, c, own)
	if err != nil {
		return TokenResp{}, err
	}
	s, _, err := a.find(ctx, t.Result.RefreshToken)
	if err != nil {
		return TokenResp{}, err
	}
	a.setCookie(c, t.Result.RefreshToken, s.ExpiresAt.Time)
	a.setCookieNamed(c, ownCookie, "", time.Unix(1, 0).UTC())
	t.Result.RefreshToken = ""
	return t, nil
}

// endLook ends a session as another user, and notes when.
func (a *Area) endLook(ctx context.Context, s session) error {
	db, err := a.Store.Org(ctx, s.Org)
	if err != nil {
		return err
	}
	if _, err := db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE access_impersonation SET ended_at = ? WHERE id = ? AND ended_at IS NULL`, store.At(tx.Now), strings.TrimPrefix(s.Agent, impersonationAgent))
		return err
	}}); err != nil {
		return err
	}
	_, err = a.end(ctx, s.Org, "ended", `id = ?`, s.ID)
	return err
}

// looking names who looks as the session's user; refused where that person may not any more, or the session that the look was made from has ended.
func (a *Area) looking(ctx context.Context, tx *store.Tx, s session) (string, error) {
	look, ok, err := store.Get[impersonation](ctx, tx, `SELECT * FROM access_impersonation WHERE id = ? AND ended_at IS NULL AND ends_at > ?`, strings.TrimPrefix(s.Agent, impersonationAgent), store.At(a.now()))
	if err != nil {
		return "", err
	}
	if !ok {
		return "", errSignIn
	}
	if own, err := a.session(ctx, look.Session); err != nil {
		return "", err
	} else if !own.live(a.now()) {
		return "", errSignIn
	}
	if due, err := factorDue(ctx, tx, look.By); err != nil {
		return "", err
	} else if due { // the look ends with the right to come in
		return "", errSignIn
	}
	actor, err := a.Actor(ctx, tx, look.By)
	if err != nil || mayLook(actor) != nil {
		return "", errSignIn
	}
	return cmp.Or(actor.Name, actor.Login, actor.User), nil // never empty: by it everybody knows a look
}

// impersonation is a look's row.
type impersonation struct {
	ID      string     `db:"id"`
	By      string     `db:"by_user"`
	User    string     `db:"user_id"`
	Reason  string     `db:"reason"`
	BeganAt store.Time `db:"began_at"`
	EndsAt  store.Time `db:"ends_at"`
	EndedAt store.Time `db:"ended_at"`
	Session string     `db:"session"` // the administrator's own
}

// Look is one time that somebody looked as another user.
type Look struct {
	ID      string     `json:"id" db:"id"`
	By      string     `json:"by" db:"by_name"`
	User    string     `json:"user" db:"user_name"`
	Reason  string     `json:"reason" db:"reason"`
	BeganAt store.Time `json:"beganAt" db:"began_at"`
	EndedAt store.Time `json:"endedAt" db:"ended_at"`
}

// Seen is a user as whom one may look.
type Seen struct {
	ID       string `json:"id" db:"id"`
	Name     string `json:"name" db:"name"`
	UserName string `json:"userName" db:"login"`
	Group    string `json:"group" db:"group_name"`
}

// Looks are who looked as whom: all of them for who may, one's own for everyone.
type Looks struct {
	May   bool   `json:"may"`
	Users []Seen `json:"users"` // as whom the caller may look
	Looks []Look `json:"looks"`
}

// Impersonations lists the last 200, and whom the caller may look as.
func (a *Area) Impersonations(ctx context.Context, tx *store.Tx, _ op.None) (Looks, error) {
	out := Looks{May: tx.By.Impersonator == "" && mayLook(tx.By) == nil, Users: []Seen{}}
	var err error
	if out.May {
		if out.Users, err = store.Select[Seen](ctx, tx, `SELECT u.id, trim(u.first_name || ' ' || u.last_name) AS name, u.login, g.name AS group_name FROM access_user u JOIN access_group g ON g.id = u.group_id
WHERE u.disabled_at IS NULL AND lower(g.code) NOT IN ('admin', 'common') ORDER BY name, u.login LIMIT 5000`); err != nil {
			return out, err
		}
	}
	looks, err := store.Select[struct {
		Look
		Session string `db:"session"`
		As      string `db:"user_id"`
	}](ctx, tx, `SELECT i.id, i.session, i.user_id, trim(b.first_name || ' ' || b.last_name) AS by_name, trim(u.first_name || ' ' || u.last_name) AS user_name, i.reason, i.began_at,
  COALESCE(i.ended_at, CASE WHEN i.ends_at <= ?1 THEN i.ends_at END) AS ended_at
FROM access_impersonation i JOIN access_user b ON b.id = i.by_user JOIN access_user u ON u.id = i.user_id WHERE ?2 OR i.user_id = ?3 ORDER BY i.id DESC LIMIT 200`, store.At(tx.Now), out.May, tx.By.User)
	if err != nil {
		return out, err
	}
	out.Looks = make([]Look, 0, len(looks))
	for _, l := range looks {
		if l.EndedAt.IsZero() {
			if l.EndedAt, err = a.lookEnded(ctx, tx.Org, l.Session, l.As, l.ID); err != nil {
				return out, err
			}
		}
		out.Looks = append(out.Looks, l.Look)
	}
	return out, nil
}

// lookEnded is when a look ended before its time because its session or its administrator's own did.
func (a *Area) lookEnded(ctx context.Context, org, own, user, look string) (at store.Time, err error) {
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		s, _, err := store.Get[session](ctx, tx, `SELECT * FROM system_session WHERE ended_at IS NOT NULL AND (id = ? OR org = ? AND user_id = ? AND agent = ?) ORDER BY ended_at LIMIT 1`, own, org, user, impersonationAgent+look)
		at = s.EndedAt
		return err
	})
	return at, err
}
