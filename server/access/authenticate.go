package access

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/store"
)

// rightsLife is how long a person's rights are remembered. What ends a session or changes a user forgets them at once;
// this is for what we are not told of.
const rightsLife = 30 * time.Second

// rights remembers who stands behind a session.
type rights struct {
	mu    sync.Mutex
	known map[string]known
	round int64 // raised whenever something changes; what was read before is then not kept
}

type known struct {
	actor  store.Actor
	org    string
	device string // the session's, be it known to the organisation or not
	until  time.Time
}

func (r *rights) get(session string, now time.Time) (known, bool, int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.known[session]
	return k, ok && now.Before(k.until), r.round
}

func (r *rights) put(session string, k known, round int64, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if round != r.round {
		return
	}
	if r.known == nil || len(r.known) > 20_000 {
		r.known = map[string]known{}
	}
	r.known[session] = k
}

func (r *rights) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known, r.round = nil, r.round+1
}

func (r *rights) drop(session string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.known, session)
}

// Authenticate tells who stands behind an access token, with the rights that the person has now, and of which organisation.
// The actor is shared between requests: nobody writes to its pages.
func (a *Area) Authenticate(ctx context.Context, bearer string) (store.Actor, string, error) {
	c, err := a.parse(bearer)
	if err != nil {
		slog.DebugContext(ctx, "token refused", "err", err)
		return store.Actor{}, "", errSignIn
	}
	k, err := a.standing(ctx, c.Session)
	actor, org := k.actor, k.org
	if err == nil && (actor.User != c.Subject || org != c.Org || c.Device != "" && c.Device != k.device) { // a token from before its session became a device's goes on
		err = errSignIn
	}
	if err != nil {
		return store.Actor{}, "", err
	}
	return actor, org, nil
}

// behind loads who a session is for: a person who may still come in, or a device that is still enrolled.
func (a *Area) behind(ctx context.Context, s session) (actor store.Actor, err error) {
	device := s.Device
	err = a.read(ctx, s.Org, func(ctx context.Context, tx *store.Tx) error {
		if s.Device != "" && a.Devices != nil {
			known, ok, err := a.mayCome(ctx, tx, s)
			if err != nil {
				return err
			}
			if !ok {
				return errSignIn
			}
			if !known {
				device = ""
			}
		}
		if s.User == "" {
			return nil
		}
		actor, err = a.Actor(ctx, tx, s.User)
		if err == nil && !strings.HasPrefix(s.Agent, applicationAgent) && !strings.HasPrefix(s.Agent, impersonationAgent) {
			due, err := factorDue(ctx, tx, s.User)
			if err == nil && due {
				err = errSignIn // the group came to require a second factor: signing in sets one up
			}
			return err
		}
		if err == nil && strings.HasPrefix(s.Agent, applicationAgent) {
			actor.Program = true
			actor.Scopes, err = a.mayAct(ctx, tx, s, actor)
			return err
		}
		if err == nil && strings.HasPrefix(s.Agent, impersonationAgent) {
			actor.Impersonator, err = a.looking(ctx, tx, s)
		}
		if fail.CodeOf(err) == "user-disabled" {
			return errSignIn
		}
		return err
	})
	actor.Device, actor.Session = device, s.ID
	return actor, err
}

// mayAct refuses a program that was withdrawn or whose last day has passed, or whose person may not have programs any more. It tells the program's scopes; nil is all.
func (a *Area) mayAct(ctx context.Context, tx *store.Tx, s session, actor store.Actor) ([]string, error) {
	p, ok, err := store.Get[Application](ctx, tx, `SELECT * FROM access_application WHERE id = ? AND ended_at IS NULL`, strings.TrimPrefix(s.Agent, applicationAgent))
	if err == nil && (!ok || p.over(a.now()) || !actor.May(right.ManageIntegration)) {
		err = errSignIn
	}
	return p.Scopes.V, err
}

// mayCome tells whether a session's device still counts. One whose access was withdrawn comes by itself alone, to hand over what it holds. A person whose
// device is unknown after a restore goes on, and the device enrols again.
func (a *Area) mayCome(ctx context.Context, tx *store.Tx, s session) (known, ok bool, err error) {
	if s.User == "" {
		_, ok, err = a.Devices.Key(ctx, tx, s.Device)
		return ok, ok, err
	}
	known, withdrawn, err := a.Devices.Withdrawn(ctx, tx, s.Device)
	return known, !withdrawn, err
}

func (a *Area) read(ctx context.Context, org string, f func(ctx context.Context, tx *store.Tx) error) error {
	db, err := a.Store.Org(ctx, org)
	if err != nil {
		return err
	}
	return db.Read(ctx, store.System(), f)
}

type actorRow struct {
	ID         string                `db:"id"`
	Login      string                `db:"login"`
	First      string                `db:"first_name"`
	Last       string                `db:"last_name"`
	Language   string                `db:"language"`
	Warehouses store.JSON[*[]string] `db:"warehouses"`
	DisabledAt store.Time            `db:"disabled_at"`
	UntilAt    store.Time            `db:"until_at"`
	Pages      *string               `db:"pages"`
	Group      string                `db:"code"`
	GroupPages *string               `db:"group_pages"`
	Office     bool                  `db:"office"`
}

// Actor gives a person's present rights; the refusal "user-disabled" where access was withdrawn. A push asks it for each mutation.
func (a *Area) Actor(ctx context.Context, tx *store.Tx, user string) (store.Actor, error) {
	r, ok, err := store.Get[actorRow](ctx, tx, `SELECT u.id, u.login, u.first_name, u.last_name, u.language, u.warehouses, u.disabled_at, u.until_at, u.pages, g.code, g.pages AS group_pages, g.office
FROM access_user u JOIN access_group g ON g.id = u.group_id WHERE u.id = ?`, user)
	if err != nil {
		return store.Actor{}, err
	}
	if !ok || !r.DisabledAt.IsZero() || !r.UntilAt.IsZero() && !a.now().Before(r.UntilAt.Time) {
		return store.Actor{}, fail.Forbidden("user-disabled", "user", user)
	}
	admin := isAdministrator(r.Group)
	actor := store.Actor{User: r.ID, Name: strings.TrimSpace(r.First + " " + r.Last), Login: r.Login, Group: r.Group, Admin: admin, Office: r.Office || admin,
		Pages: pagesOf(r.Pages, r.GroupPages, admin), Language: r.Language}
	if r.Warehouses.V != nil {
		actor.Warehouses = append([]string{}, *r.Warehouses.V...) // an empty list sees none; no list sees all
	}
	return actor, nil
}

// isAdministrator: two group codes are fixed, in any case. All other roles are data.
func isAdministrator(group string) bool {
	return strings.EqualFold(group, "admin") || strings.EqualFold(group, "common")
}

// exceptional pages are marked as such in the documents' answer. The documents say that there are such pages, not which.
var exceptional = map[page.ID]bool{page.ManageUsers: true, page.PageAccess: true, page.DataAdmin: true}

// pagesOf decides what a user may open: the user's own list, else the group's, else all pages for administrators and the default pages for everyone else.
// The documents open all pages but the exceptional ones to users without a list; a group whose list was left empty must not be one that may do everything.
// An empty list is no list. Loading that fails opens nothing: the caller gets the error instead.
func pagesOf(own, group *string, admin bool) page.Set {
	for _, list := range []*string{own, group} {
		if list != nil && strings.TrimSpace(*list) != "" {
			return page.Parse(*list)
		}
	}
	set := page.Parse("")
	for _, p := range page.All {
		if p.ID != nil && admin {
			set[*p.ID] = true
		}
	}
	return set
}
