package access

import (
	"context"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"
)

// A password link lets one user choose a password, once: after an invitation, or after a reset.
const (
	passwordLink = "password"
	inviteLife   = 72 * time.Hour
)

// NoPassword is what is kept of a user who is to choose a password: none fits it.
func NoPassword() string { return decoy }

// OfferPassword makes the link with which a user chooses a password, and ends an earlier one. LinkToken gives its token, which is told once.
func (a *Area) OfferPassword(ctx context.Context, tx *store.Tx, user string) (link.Link, error) {
	return a.MailLink(ctx, tx, passwordLink, user, "", tx.Now.Add(inviteLife))
}

// LinkReq is what a link in a mail or from an administrator carries.
type LinkReq struct {
	LinkToken string `json:"LinkToken" validate:"required,max=200"`
}

// PasswordLinkResp tells a link's holder for whom it is.
type PasswordLinkResp struct {
	Organisation string     `json:"Organisation"`
	UserName     string     `json:"UserName"`
	FirstName    string     `json:"FirstName"`
	Language     string     `json:"Language"`
	Expires      store.Time `json:"Expires"`
}

// PasswordLink shows a link's holder whose password is to be chosen.
func (a *Area) PasswordLink(ctx context.Context, c *op.Call, req LinkReq) (resp PasswordLinkResp, err error) {
	db, err := a.linked(ctx, c, req.LinkToken)
	if err != nil {
		return resp, err
	}
	return resp, db.Read(ctx, store.Actor{}, func(ctx context.Context, tx *store.Tx) error {
		l, err := a.FindMailLink(ctx, tx, passwordLink, req.LinkToken)
		if err != nil {
			return err
		}
		u, err := findAccount(ctx, tx, l.Object)
		if err != nil {
			return err
		}
		name, err := a.Founder.Name(ctx, tx)
		resp = PasswordLinkResp{Organisation: name, UserName: u.Login, FirstName: u.First, Language: u.Language, Expires: store.At(l.ExpiresAt)}
		return err
	})
}

// ChoosePasswordReq is the password that a link's holder wants.
type ChoosePasswordReq struct {
	LinkToken string `json:"LinkToken" validate:"required,max=200"`
	Password  string `json:"Password" validate:"required,max=512"`
}

// ChoosePasswordResp names whom the password is for.
type ChoosePasswordResp struct {
	UserName string `json:"UserName"`
}

// ChoosePassword sets the password of a link's user, uses the link up and ends all of the user's sessions.
func (a *Area) ChoosePassword(ctx context.Context, c *op.Call, req ChoosePasswordReq) (resp ChoosePasswordResp, err error) {
	db, err := a.linked(ctx, c, req.LinkToken)
	if err != nil {
		return resp, err
	}
	var hash string
	if err := db.Read(ctx, store.Actor{}, func(ctx context.Context, tx *store.Tx) error { // before anything is hashed
		_, u, err := a.whoseLink(ctx, tx, req.LinkToken)
		if err == nil {
			if bad := judgePassword("Password", req.Password, u.Login, u.Email, u.First, u.Last); len(bad) > 0 {
				err = fail.Invalid(bad...)
			}
		}
		return err
	}); err != nil {
		return resp, err
	}
	if hash, err = a.hasher.Hash(ctx, req.Password); err != nil {
		return resp, err
	}
	_, err = op.Write(ctx, db, c.Visitor(db, "Password link"), func(ctx context.Context, tx *store.Tx) error {
		l, u, err := a.whoseLink(ctx, tx, req.LinkToken)
		if err != nil {
			return err
		}
		if err := a.UseLink(ctx, tx, l.ID); err != nil {
			return err
		}
		u.Password, u.ChangedAt, u.ProfileDue = hash, store.At(tx.Now), false
		resp.UserName = u.Login
		if err := put(ctx, tx, u); err != nil {
			return err
		}
		_, err = a.end(ctx, tx.Org, "password", `user_id = ?`, u.ID)
		return err
	})
	return resp, err
}

func (a *Area) whoseLink(ctx context.Context, tx *store.Tx, token string) (link.Link, account, error) {
	l, err := a.FindMailLink(ctx, tx, passwordLink, token)
	if err != nil {
		return l, account{}, err
	}
	u, err := findAccount(ctx, tx, l.Object)
	if err == nil && (!u.DisabledAt.IsZero() || u.expired(a.now())) {
		err = fail.Forbidden("access-withdrawn")
	}
	return l, u, err
}

func (a *Area) linked(ctx context.Context, c *op.Call, token string) (*store.DB, error) {
	if err := noSecretsInAddress(c); err != nil {
		return nil, err
	}
	return op.PublicLinks{Exists: a.HasOrg, Orgs: a.Store.Org}.Linked(ctx, token, "mail-link-unknown")
}

// UserLinkReq names a user.
type UserLinkReq struct {
	UserID string `json:"UserID" validate:"required,max=40"`
}

// UserLinkResp is the open link of a user who is to choose a password. LinkToken stands behind the # of /welcome; no row holds it.
type UserLinkResp struct {
	UserName  string     `json:"UserName"`
	LinkToken string     `json:"LinkToken"`
	Expires   store.Time `json:"Expires"`
}

// UserLink tells an administrator the open link of a user, to hand on.
func (a *Area) UserLink(ctx context.Context, c *op.Call, req UserLinkReq) (resp UserLinkResp, err error) {
	if !c.By.Admin {
		return resp, fail.Forbidden("administrators-only")
	}
	db, err := a.Store.Org(ctx, c.Org)
	if err != nil {
		return resp, err
	}
	return resp, db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		u, err := findAccount(ctx, tx, req.UserID)
		if err != nil {
			return err
		}
		l, err := a.StandingLink(ctx, tx, passwordLink, u.ID)
		if err == nil && l.ID == "" {
			err = fail.NotFound("mail-link-unknown")
		}
		resp = UserLinkResp{UserName: u.Login, LinkToken: a.LinkToken(tx.Org, l.ID), Expires: store.At(l.ExpiresAt)}
		return err
	})
}

// Reset takes a user's password away, ends the sessions, and gives the token of the link with which the user chooses another.
func (a *Area) Reset(ctx context.Context, tx *store.Tx, user string) (token string, u Details, err error) {
	row, err := findAccount(ctx, tx, user)
	if err != nil {
		return "", u, err
	}
	if !row.DisabledAt.IsZero() {
		return "", u, fail.Conflict("user-disabled", "user", user)
	}
	row.Password, row.ChangedAt = NoPassword(), store.At(tx.Now)
	if err := put(ctx, tx, row); err != nil {
		return "", u, err
	}
	if err := endApplications(ctx, tx, row.ID); err != nil {
		return "", u, err
	}
	l, err := a.OfferPassword(ctx, tx, row.ID)
	if err != nil {
		return "", u, err
	}
	if _, err := a.end(ctx, tx.Org, "reset", `user_id = ?`, row.ID); err != nil {
		return "", u, err
	}
	u, err = details(ctx, tx, row.ID)
	return a.LinkToken(tx.Org, l.ID), u, err
}
