package access

import (
	"context"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/message"
	"lading/server/store"
)

// Sites is what access needs of the warehouses: where their day ends.
type Sites interface {
	Sites(ctx context.Context, tx *store.Tx) ([]freight.Site, error)
}

// untilTold is how long before the end of an access its user and the administrators are told.
const untilTold = 7 * 24 * time.Hour

// expired reports whether a user's access has ended by the day that was set for it.
func (u account) expired(now time.Time) bool {
	return !u.UntilAt.IsZero() && !now.Before(u.UntilAt.Time)
}

// siteZone is the zone of where a user works: the own warehouse, or the first of those that the user sees; the organisation's where there is none.
func (a *Area) siteZone(ctx context.Context, tx *store.Tx, u account) (*time.Location, error) {
	own := u.Warehouse
	if own == "" && u.Warehouses != nil && len(u.Warehouses.V) > 0 {
		own = u.Warehouses.V[0]
	}
	name, err := a.Founder.HomeZone(ctx, tx)
	if err != nil {
		return nil, err
	}
	if own != "" && a.Sites != nil {
		sites, err := a.Sites.Sites(ctx, tx)
		if err != nil {
			return nil, err
		}
		for _, s := range sites {
			if strings.EqualFold(s.ID, own) && s.Zone != "" {
				name = s.Zone
			}
		}
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		zone = time.UTC // a zone that this machine does not know
	}
	return zone, nil
}

// endOf is when a day ends where a user works.
func (a *Area) endOf(ctx context.Context, tx *store.Tx, u account, day string) (store.Time, error) {
	zone, err := a.siteZone(ctx, tx, u)
	if err != nil {
		return store.Time{}, err
	}
	on, err := time.ParseInLocation(time.DateOnly, day, zone)
	if err != nil {
		return store.Time{}, fail.Invalid(fail.Of("AccessUntil", "field-malformed"))
	}
	return store.At(time.Date(on.Year(), on.Month(), on.Day()+1, 0, 0, 0, 0, zone).UTC()), nil
}

// moveUntil keeps the end of an access to its day where the user works somewhere else since, or the clocks there are others.
func (a *Area) moveUntil(ctx context.Context, tx *store.Tx, u *account) (moved bool, err error) {
	if u.UntilOn == "" {
		return false, nil
	}
	was := u.UntilAt
	u.UntilAt, err = a.endOf(ctx, tx, *u, u.UntilOn)
	return was != u.UntilAt, err
}

// setUntil has a user's access end with a day, which is that of the user's site; no day takes the end back.
func (a *Area) setUntil(ctx context.Context, tx *store.Tx, u *account, day string) error {
	if day == "" {
		u.UntilOn, u.UntilAt, u.UntilTold = "", store.Time{}, false
		return nil
	}
	at, err := a.endOf(ctx, tx, *u, day)
	if err != nil {
		return err
	}
	if at == u.UntilAt { // nothing new
		return nil
	}
	if !tx.Now.Before(at.Time) {
		return fail.Invalid(fail.Of("AccessUntil", "access-until-past", "day", day))
	}
	if u.ID == tx.By.User {
		return fail.Conflict("not-yourself")
	}
	u.UntilOn, u.UntilAt, u.UntilTold = day, at, false
	return nil
}

// Expire ends the access of one user whose day is over, as an administrator would, or tells one whose day is near; n is 0 where there is no more to do.
// Whoever is signed in is out within half a minute after the day's end, whenever this runs.
func (a *Area) Expire(ctx context.Context, tx *store.Tx) (n int, err error) {
	near, err := store.Select[account](ctx, tx, `SELECT `+accountColumns+` FROM access_user WHERE disabled_at IS NULL AND until_at BETWEEN ? AND ?`, store.At(tx.Now.Add(-2*24*time.Hour)), store.At(tx.Now.Add(2*24*time.Hour)))
	if err != nil {
		return 0, err
	}
	for _, u := range near {
		moved, err := a.moveUntil(ctx, tx, &u)
		if err == nil && moved {
			err = put(ctx, tx, u)
			a.changed(tx, u.ID)
		}
		if err != nil {
			return 0, err
		}
	}
	u, ok, err := store.Get[account](ctx, tx, `SELECT `+accountColumns+` FROM access_user WHERE disabled_at IS NULL AND until_at <= ? ORDER BY until_at LIMIT 1`, store.At(tx.Now))
	if err != nil {
		return 0, err
	}
	if ok {
		at := u.UntilAt
		u.UntilAt = store.Time{} // until now the user could do something, and others hear of what is lost
		if err := put(ctx, tx, u); err != nil {
			return 0, err
		}
		if err := a.withdrawUser(ctx, tx, ManageReq{UserID: u.ID}); err != nil {
			return 0, err
		}
		_, err := tx.ExecContext(ctx, `UPDATE access_user SET until_at = ? WHERE id = ?`, at, u.ID)
		return 1, err
	}
	u, ok, err = store.Get[account](ctx, tx, `SELECT `+accountColumns+` FROM access_user WHERE disabled_at IS NULL AND until_at <= ? AND until_told = 0 ORDER BY until_at LIMIT 1`, store.At(tx.Now.Add(untilTold)))
	if err != nil || !ok {
		return 0, err
	}
	u.UntilTold = true
	if err := put(ctx, tx, u); err != nil {
		return 0, err
	}
	return 1, a.tellUntil(ctx, tx, u)
}

// tellUntil tells a user by mail and in the product, and the administrators in the product, when the user's access ends.
func (a *Area) tellUntil(ctx context.Context, tx *store.Tx, u account) error {
	name := strings.TrimSpace(u.First + " " + u.Last)
	if name == "" {
		name = u.Login
	}
	if err := tx.Emit(ctx, event.UserTold{User: u.ID, Code: "notify-access-ends", Params: map[string]any{"day": u.UntilOn}}); err != nil {
		return err
	}
	admins, err := Administrators(ctx, tx)
	if err != nil {
		return err
	}
	for _, admin := range admins {
		if err := tx.Emit(ctx, event.UserTold{User: admin, Code: "notify-access-of-user-ends", Params: map[string]any{"name": name, "day": u.UntilOn}, Link: "/ManageUsers"}); err != nil {
			return err
		}
	}
	to := u.address()
	if to == "" || a.Mails == nil || !a.Mails.Sends() {
		return nil
	}
	org, err := a.Founder.Name(ctx, tx)
	if err != nil {
		return err
	}
	params := map[string]any{"organization": org, "first": strings.TrimSpace(u.First), "login": u.Login, "day": u.UntilOn}
	if params["first"] == "" {
		params["first"] = u.Login
	}
	return tx.Emit(ctx, event.MailDue{Key: "access-ends/" + u.ID + "/" + u.UntilOn, To: []string{to}, Owner: u.ID,
		Subject: strings.Join(strings.Fields(message.Text(u.Language, "letter-access-ends-subject", params)), " "), Body: message.Text(u.Language, "letter-access-ends-body", params)})
}
