package access

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

func asA[E error](err error) (e E, is bool) {
	is = errors.As(err, &e)
	return e, is
}

// openIDRow is an organisation's provider.
type openIDRow struct {
	ID       string     `db:"id"`
	Issuer   string     `db:"issuer"`
	ClientID string     `db:"client_id"`
	Secret   []byte     `db:"secret"` // locked
	Group    *string    `db:"group_id"`
	Active   bool       `db:"active"`
	Rev      int64      `db:"rev"`
	At       store.Time `db:"at"`
	By       string     `db:"by_user"`
}

// openIDSet is a provider that is in use, with its secret in the open.
type openIDSet struct {
	openIDRow
	org, secret string
}

func openIDPlace(org string) string { return "OpenID provider " + org }

func findOpenID(ctx context.Context, tx *store.Tx) (openIDRow, bool, error) {
	return store.Get[openIDRow](ctx, tx, `SELECT id, issuer, client_id, secret, group_id, active, rev, at, by_user FROM access_openid`)
}

// openIDOf gives the provider of an organisation; the refusal "openid-off" where there is none, or no such organisation.
func (a *Area) openIDOf(ctx context.Context, org string) (openIDSet, error) {
	known, err := a.HasOrg(ctx, org)
	if err != nil {
		return openIDSet{}, err
	}
	if !known || a.PublicURL == "" {
		return openIDSet{}, errOpenIDOff
	}
	set := openIDSet{org: org}
	var on bool
	if err := a.read(ctx, org, func(ctx context.Context, tx *store.Tx) (err error) {
		set.openIDRow, on, err = findOpenID(ctx, tx)
		return err
	}); err != nil {
		return set, err
	}
	if !on || !set.Active {
		return set, errOpenIDOff
	}
	if len(set.Secret) > 0 {
		b, err := a.locked().Unlock(openIDPlace(org), set.Secret)
		if err != nil { // the organisation came from a server with another secret
			return set, fail.Unauthorized("openid-secret-elsewhere")
		}
		set.secret = string(b)
	}
	return set, nil
}

// OpenIDReq is what an administrator sets up. A secret that is left empty stays as it is.
type OpenIDReq struct {
	Issuer   string `json:"Issuer" validate:"required,http_url,max=300" field:"trim"`
	ClientID string `json:"ClientId" validate:"required,max=200" field:"trim"`
	Secret   string `json:"ClientSecret" validate:"max=500"`
	Group    string `json:"GroupID" validate:"max=40"` // of users that are made at their first sign-in; empty makes none
	Active   bool   `json:"Active"`
	Rev      int64  `json:"Rev"`
}

// OpenIDResp is how sign-in by OpenID Connect is set up. The secret is told to nobody.
type OpenIDResp struct {
	Issuer    string `json:"Issuer"`
	ClientID  string `json:"ClientId"`
	HasSecret bool   `json:"HasSecret"`
	Group     string `json:"GroupID"`
	Active    bool   `json:"Active"`
	Rev       int64  `json:"Rev"`
	Return    string `json:"RedirectUrl"` // to be entered at the provider
	SignIn    string `json:"SignInUrl"`   // to be handed to users
}

func (a *Area) openIDResp(org string, r openIDRow) OpenIDResp {
	resp := OpenIDResp{Issuer: r.Issuer, ClientID: r.ClientID, HasSecret: len(r.Secret) > 0, Active: r.Active, Rev: r.Rev, Return: a.openIDReturn(), SignIn: a.openIDReturn() + "?org=" + url.QueryEscape(org)}
	if r.Group != nil {
		resp.Group = *r.Group
	}
	return resp
}

// OpenID tells how sign-in by OpenID Connect is set up.
func (a *Area) OpenID(ctx context.Context, tx *store.Tx, _ op.None) (OpenIDResp, error) {
	if err := op.Administrators(tx); err != nil {
		return OpenIDResp{}, err
	}
	r, _, err := findOpenID(ctx, tx)
	return a.openIDResp(tx.Org, r), err
}

// prepareOpenID asks the provider before the writer is asked for: one that does not answer is not set up.
func (a *Area) prepareOpenID(ctx context.Context, c *op.Call, req *OpenIDReq) error {
	if !c.By.Admin || c.By.Program || !req.Active {
		return nil
	}
	if a.PublicURL == "" {
		return fail.Conflict("openid-no-address")
	}
	if !strings.HasPrefix(req.Issuer, "https://") && !a.OutwardPrivate {
		return fail.Invalid(fail.Of("Issuer", "openid-not-https"))
	}
	a.providers.forget(req.Issuer)
	if _, err := a.providers.find(ctx, a.Outward, req.Issuer, a.now()); err != nil {
		return fail.Invalid(fail.Of("Issuer", "openid-issuer-silent"))
	}
	return nil
}

// SaveOpenID sets up, changes or turns off sign-in by OpenID Connect. Sessions go on; people of another issuer are found anew by their e-mail.
func (a *Area) SaveOpenID(ctx context.Context, tx *store.Tx, req OpenIDReq) (OpenIDResp, error) {
	if err := op.Administrators(tx); err != nil {
		return OpenIDResp{}, err
	}
	r, there, err := findOpenID(ctx, tx)
	if err != nil {
		return OpenIDResp{}, err
	}
	if r.Rev != req.Rev {
		return OpenIDResp{}, fail.Conflict("row-changed-meanwhile").With(a.openIDResp(tx.Org, r))
	}
	if there && req.Secret == "" && req.Issuer != r.Issuer { // a secret is one provider's, and told to no other
		r.Secret = []byte{}
	}
	r.ID, r.Issuer, r.ClientID, r.Active, r.Group, r.Rev, r.At, r.By = "provider", req.Issuer, req.ClientID, req.Active, nil, r.Rev+1, store.At(tx.Now), tx.By.User
	if req.Secret != "" {
		r.Secret = a.locked().Lock(openIDPlace(tx.Org), []byte(req.Secret))
	}
	if r.Secret == nil {
		r.Secret = []byte{}
	}
	if req.Group != "" {
		g, err := findGroup(ctx, tx, req.Group)
		if fail.CodeOf(err) == "group-unknown" {
			return OpenIDResp{}, fail.Invalid(fail.Of("GroupID", "group-unknown"))
		}
		if err != nil {
			return OpenIDResp{}, err
		}
		if isAdministrator(g.Code) { // whoever can make an account at the provider would be one
			return OpenIDResp{}, fail.Invalid(fail.Of("GroupID", "openid-group-administers"))
		}
		r.Group = &g.ID
	}
	return a.openIDResp(tx.Org, r), store.Put(ctx, tx, "access_openid", "id", r)
}

// userOf finds the user that a person of the provider is: by the provider's own name of the person, and at the first sign-in by the e-mail address, if the
// provider has verified it. One who is nobody's user is made one only where the organisation says so.
func (a *Area) userOf(ctx context.Context, org string, set openIDSet, p person) (user string, err error) {
	db, err := a.Store.Org(ctx, org)
	if err != nil {
		return "", err
	}
	_, err = db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		var linked bool
		if user, linked, err = store.Get[string](ctx, tx, `SELECT user_id FROM access_openid_user WHERE issuer = ? AND subject = ?`, set.Issuer, p.Subject); err != nil {
			return err
		}
		if !linked {
			if user, err = a.linkOpenID(ctx, tx, set, p); err != nil {
				return err
			}
		}
		if _, err := a.Actor(ctx, tx, user); fail.CodeOf(err) == "user-disabled" {
			return fail.Unauthorized("access-withdrawn")
		} else if err != nil {
			return err
		}
		return nil
	}})
	return user, err
}

func (a *Area) linkOpenID(ctx context.Context, tx *store.Tx, set openIDSet, p person) (user string, err error) {
	if p.Email == "" || !bool(p.Verified) {
		return "", fail.Unauthorized("openid-email-unverified")
	}
	users, err := store.Select[string](ctx, tx, `SELECT id FROM access_user WHERE email = ? COLLATE NOCASE ORDER BY disabled_at IS NOT NULL, id`, p.Email)
	if err != nil {
		return "", err
	}
	if len(users) > 1 {
		if users, err = store.Select[string](ctx, tx, `SELECT id FROM access_user WHERE email = ? COLLATE NOCASE AND disabled_at IS NULL`, p.Email); err != nil {
			return "", err
		}
	}
	switch {
	case len(users) == 1:
		user = users[0]
		other, taken, err := store.Get[string](ctx, tx, `SELECT subject FROM access_openid_user WHERE user_id = ? AND issuer = ?`, user, set.Issuer)
		if err != nil {
			return "", err
		}
		if taken && other != p.Subject { // the address went to somebody else at the provider
			return "", fail.Unauthorized("openid-linked-otherwise", "email", p.Email)
		}
	case len(users) > 1:
		return "", fail.Unauthorized("openid-several-users", "email", p.Email)
	case set.Group == nil:
		return "", fail.Unauthorized("openid-no-user", "email", p.Email)
	default:
		none := []string{}
		if user, err = a.addUser(ctx, tx, ManageReq{UserName: &p.Email, Email: &p.Email, FirstName: clipped(p.First), LastName: clipped(p.Last), GroupID: set.Group, Warehouses: &none, Invite: true}); err != nil {
			return "", err
		}
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO access_openid_user (issuer, subject, user_id, at) VALUES (?, ?, ?, ?)`, set.Issuer, p.Subject, user, store.At(tx.Now))
	return user, err
}

// clipped is a name as long as ours may be.
func clipped(name string) *string {
	if r := []rune(name); len(r) > 60 {
		name = string(r[:60])
	}
	return &name
}

// UnlinkReq names a user.
type UnlinkReq struct {
	UserID string `json:"UserID" validate:"required,max=40"`
}

// UnlinkOpenID forgets which person of the provider a user is, and ends the user's sessions: the next one who comes with the user's verified e-mail is linked.
func (a *Area) UnlinkOpenID(ctx context.Context, tx *store.Tx, req UnlinkReq) (ManageResp, error) {
	if err := op.Administrators(tx); err != nil {
		return ManageResp{}, err
	}
	if _, err := findAccount(ctx, tx, req.UserID); err != nil {
		return ManageResp{}, err
	}
	res, err := tx.ExecContext(ctx, `DELETE FROM access_openid_user WHERE user_id = ?`, req.UserID)
	if err != nil {
		return ManageResp{}, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		if err == nil {
			err = fail.Conflict("openid-not-linked")
		}
		return ManageResp{}, err
	}
	if _, err := a.end(ctx, tx.Org, "openid", `user_id = ? AND id <> ?`, req.UserID, tx.By.Session); err != nil {
		return ManageResp{}, err
	}
	return a.listUsers(ctx, tx, req.UserID)
}

// withOpenID tells of each of some users whether a person of the organisation's provider is linked to the user.
func withOpenID(ctx context.Context, tx *store.Tx, users []Details) error {
	linked, err := store.Select[string](ctx, tx, `SELECT user_id FROM access_openid_user`)
	if err != nil {
		return err
	}
	has := map[string]bool{}
	for _, u := range linked {
		has[u] = true
	}
	for i := range users {
		users[i].OpenID = has[users[i].UserID]
	}
	return nil
}
