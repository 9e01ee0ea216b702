package access

import (
	"context"
	"log/slog"

	"lading/server/kit/fail"
	"lading/server/store"
)

// Renew gives the rights that a person has now whose session was opened earlier; ok is false where it has ended, or the
// person or the device may not come in any more. Trouble of ours ends nobody's session: what was known counts on.
func (a *Area) Renew(ctx context.Context, org string, by store.Actor) (now store.Actor, ok bool) {
	k, err := a.standing(ctx, by.Session)
	switch {
	case err == nil:
		return k.actor, k.org == org && k.actor.User == by.User
	case fail.CodeOf(err) == "no-session":
		return store.Actor{}, false
	}
	slog.ErrorContext(ctx, "session not looked at again", "org", org, "user", by.User, "err", err)
	return by, true
}

// standing tells who stands behind a session, and of which organisation; remembered for a little while.
func (a *Area) standing(ctx context.Context, id string) (known, error) {
	now := a.now()
	k, ok, round := a.rights.get(id, now)
	if ok {
		return k, nil
	}
	s, err := a.session(ctx, id)
	if err != nil {
		return known{}, err
	}
	if !s.live(now) {
		return known{}, errSignIn
	}
	actor, err := a.behind(ctx, s)
	if err != nil {
		return known{}, err
	}
	k = known{actor, s.Org, s.Device, now.Add(rightsLife)}
	a.rights.put(s.ID, k, round, now)
	return k, nil
}

// session is a session by its id.
func (a *Area) session(ctx context.Context, id string) (s session, err error) {
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		var ok bool
		if s, ok, err = store.Get[session](ctx, tx, `SELECT * FROM system_session WHERE id = ?`, id); err == nil && !ok {
			err = errSignIn
		}
		return err
	})
	return s, err
}
