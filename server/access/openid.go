package access

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/goccy/go-json"
	"golang.org/x/oauth2"
)

// Sign-in by OpenID Connect Core 1.0: the authorization code flow with state, nonce and PKCE (RFC 7636, S256). The browser holds what belongs to a sign-in
// that has begun, locked, so that the server keeps nothing of those who go away, and an answer counts only in the browser that asked.
const (
	openIDLife   = 10 * time.Minute // to sign in at the provider
	openIDProven = 10 * time.Minute // to find the second factor then
	providerLife = time.Hour        // until the provider is asked anew where its parts are
	providerMost = 1 << 20          // bytes of one answer of a provider
)

var (
	errOpenIDOff     = fail.Unauthorized("openid-off")
	errOpenIDRefused = fail.Unauthorized("openid-refused")
	errOpenIDBusy    = fail.New(http.StatusServiceUnavailable, "server-busy")
)

// begun is a sign-in that waits for the provider's answer.
type begun struct {
	State, Nonce, Verifier string
	Issuer, ClientID       string
	Until                  time.Time
}

// firstStep is who has come back from the provider, where a second factor is yet to be shown.
type firstStep struct {
	User  string
	Until time.Time
}

func begunPlace(org string) string     { return "signing in by OpenID " + org }
func firstStepPlace(org string) string { return "came back by OpenID " + org }

// lockFor locks a thing for an organisation, which stands before it in the open: who brings it back belongs to none yet.
func (a *Area) lockFor(org, place string, thing any) (string, error) {
	b, err := json.Marshal(thing)
	if err != nil {
		return "", err
	}
	return org + "." + base64.RawURLEncoding.EncodeToString(a.locked().Lock(place, b)), nil
}

func (a *Area) unlockFrom(text string, place func(org string) string, thing any) (org string, ok bool) {
	org, text, _ = strings.Cut(text, ".")
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return "", false
	}
	if b, err = a.locked().Unlock(place(org), b); err != nil {
		return "", false
	}
	return org, json.Unmarshal(b, thing) == nil
}

// BeginOpenIDReq names the organisation that somebody wants to sign in to.
type BeginOpenIDReq struct {
	Org string `json:"Org" validate:"required,max=40"`
}

// BeginOpenIDResp is where the browser goes, and what it brings back with the answer.
type BeginOpenIDResp struct {
	Address string `json:"Address"`
	Held    string `json:"Held"`
}

// BeginOpenID begins a sign-in at an organisation's provider. An organisation without one, and one that there is not, are told apart for nobody.
func (a *Area) BeginOpenID(ctx context.Context, _ *op.Call, req BeginOpenIDReq) (resp BeginOpenIDResp, err error) {
	set, err := a.openIDOf(ctx, strings.TrimSpace(req.Org))
	if err != nil {
		return resp, err
	}
	provider, err := a.providers.find(ctx, a.Outward, set.Issuer, a.now())
	if err != nil {
		return resp, unreached(ctx, set.Issuer, err)
	}
	if at := provider.Endpoint().AuthURL; !strings.HasPrefix(at, "https://") && !(a.OutwardPrivate && strings.HasPrefix(at, "http://")) { // a browser goes there
		return resp, unreached(ctx, set.Issuer, errors.New("its address for people is not encrypted"))
	}
	b := begun{State: secret(), Nonce: secret(), Verifier: oauth2.GenerateVerifier(), Issuer: set.Issuer, ClientID: set.ClientID, Until: a.now().Add(openIDLife)}
	if resp.Held, err = a.lockFor(set.org, begunPlace(set.org), b); err != nil {
		return resp, err
	}
	resp.Address = a.client(set, provider).AuthCodeURL(b.State, oidc.Nonce(b.Nonce), oauth2.S256ChallengeOption(b.Verifier))
	return resp, nil
}

// openIDSignIn lets in who comes back from the provider, or who has come back and shows the second factor now.
func (a *Area) openIDSignIn(ctx context.Context, c *op.Call, req TokenReq) (session, error) {
	var from proof
	var err error
	if req.Device != "" { // before the answer is used up: a device that is not known is asked for another proof
		if from, err = a.prove(ctx, req, "", false); err != nil {
			return session{}, err
		}
	}
	org, user, err := a.openIDUser(ctx, req, from)
	if err != nil {
		return session{}, err
	}
	s := session{Org: org, User: user, Agent: c.Agent}
	if req.Device != "" {
		if from.org != org {
			return session{}, fail.Unauthorized("device-unproven")
		}
		s.Device, s.DeviceKey = req.Device, from.key
	}
	err = a.second(ctx, c, org, user, req)
	if f, ok := fail.As(err); ok && (f.Code == "second-factor-needed" || f.Code == "second-factor-due") && req.Answer != "" {
		held, lockErr := a.lockFor(org, firstStepPlace(org), firstStep{user, a.now().Add(openIDProven)})
		if lockErr != nil {
			return session{}, lockErr
		}
		return session{}, fail.Unauthorized(f.Code, "held", held)
	}
	return s, err
}

// openIDUser tells whom an answer of the provider is for, or what was held of an answer before.
func (a *Area) openIDUser(ctx context.Context, req TokenReq, from proof) (org, user string, err error) {
	if req.Answer == "" {
		if org, user, err = a.cameBack(req.Held); err == nil {
			err = a.mustShow(ctx, org, user, req)
		}
		return org, user, err
	}
	var b begun
	org, ok := a.unlockFrom(req.Held, begunPlace, &b)
	if !ok || subtle.ConstantTimeCompare([]byte(b.State), []byte(req.State)) != 1 || req.Issuer != "" && req.Issuer != b.Issuer {
		return "", "", errOpenIDRefused
	}
	if !a.now().Before(b.Until) {
		return "", "", fail.Unauthorized("openid-late")
	}
	if req.Device != "" && from.org != org {
		return "", "", fail.Unauthorized("device-unproven")
	}
	set, err := a.openIDOf(ctx, org)
	if err != nil {
		return "", "", err
	}
	if set.Issuer != b.Issuer || set.ClientID != b.ClientID {
		return "", "", errOpenIDRefused
	}
	leave, err := a.providers.enter(org, set.Issuer) // before the answer is used up: who is told to come again brings the same one
	if err != nil {
		return "", "", err
	}
	defer leave()
	if err := a.useAnswer(ctx, org, b.State); err != nil {
		return "", "", err
	}
	p, err := a.askProvider(ctx, set, b, req.Answer)
	if err != nil {
		return "", "", err
	}
	user, err = a.userOf(ctx, org, set, p)
	return org, user, err
}

// cameBack tells who came back from the provider and has the second factor yet to show.
func (a *Area) cameBack(held string) (org, user string, err error) {
	var s firstStep
	org, ok := a.unlockFrom(held, firstStepPlace, &s)
	switch {
	case !ok:
		return "", "", errOpenIDRefused
	case !a.now().Before(s.Until):
		return "", "", fail.Unauthorized("openid-late")
	}
	return org, s.User, nil
}

// mustShow refuses what is held of an answer where no second factor comes with it: it opens nothing by itself, and nothing at all once the provider is turned off or vouches
// for the user no more.
func (a *Area) mustShow(ctx context.Context, org, user string, req TokenReq) error {
	set, err := a.openIDOf(ctx, org)
	if err != nil {
		return err
	}
	return a.read(ctx, org, func(ctx context.Context, tx *store.Tx) error {
		if _, err := a.Actor(ctx, tx, user); err != nil {
			if fail.CodeOf(err) == "user-disabled" {
				err = fail.Unauthorized("access-withdrawn")
			}
			return err
		}
		_, on, err := findFactor(ctx, tx, user)
		if err != nil {
			return err
		}
		linked, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM access_openid_user WHERE user_id = ? AND issuer = ?)`, user, set.Issuer)
		if err == nil && (!linked || req.Code == "" || !on && req.Setup == "") {
			err = errOpenIDRefused
		}
		return err
	})
}

// useAnswer uses up the answer to a sign-in: another one for it, and the same again, are refused.
func (a *Area) useAnswer(ctx context.Context, org, state string) error {
	db, err := a.Store.Org(ctx, org)
	if err != nil {
		return err
	}
	fresh := false
	_, err = db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM access_openid_used WHERE at < ?`, store.At(a.now().Add(-2*openIDLife))); err != nil {
			return err
		}
		res, err := tx.ExecContext(ctx, `INSERT INTO access_openid_used (state, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, hashOf(state), store.At(a.now()))
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		fresh = n == 1
		return err
	}})
	if err == nil && !fresh {
		err = fail.Unauthorized("openid-used")
	}
	return err
}

// person is whom a provider vouches for.
type person struct {
	Subject  string
	Email    string `json:"email"`
	Verified truth  `json:"email_verified"`
	First    string `json:"given_name"`
	Last     string `json:"family_name"`
}

// truth is a boolean that some providers send as text.
type truth bool

// UnmarshalJSON takes true and "true"; all else is false.
func (t *truth) UnmarshalJSON(b []byte) error {
	*t = truth(strings.EqualFold(strings.Trim(string(b), `"`), "true"))
	return nil
}

// askProvider exchanges an answer for the word of the provider on who came, and judges it: signature, issuer, audience, time, nonce.
func (a *Area) askProvider(ctx context.Context, set openIDSet, b begun, answer string) (p person, err error) {
	provider, err := a.providers.find(ctx, a.Outward, set.Issuer, a.now())
	if err != nil {
		return p, unreached(ctx, set.Issuer, err)
	}
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, bounded(a.Outward)), 30*time.Second)
	defer cancel()
	refused := func(what string, err error) error {
		slog.WarnContext(ctx, "openid answer refused", "issuer", set.Issuer, "step", what, "err", err)
		return errOpenIDRefused
	}
	conf := a.client(set, provider)
	token, err := conf.Exchange(ctx, answer, oauth2.VerifierOption(b.Verifier))
	if err != nil {
		if asked, is := asA[*oauth2.RetrieveError](err); is && asked.Response != nil && asked.Response.StatusCode < http.StatusInternalServerError {
			return p, refused("exchange", errors.New(asked.ErrorCode)) // not what else the provider says: it may name people
		}
		return p, unreached(ctx, set.Issuer, err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := provider.Verifier(&oidc.Config{ClientID: set.ClientID, Now: a.now}).Verify(ctx, raw)
	if err != nil {
		return p, refused("token", err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(b.Nonce)) != 1 {
		return p, refused("nonce", nil)
	}
	if id.AccessTokenHash != "" {
		if err := id.VerifyAccessToken(token.AccessToken); err != nil {
			return p, refused("access token", err)
		}
	}
	if err := id.Claims(&p); err != nil {
		return p, refused("claims", err)
	}
	if p.Subject = id.Subject; p.Email == "" && provider.UserInfoEndpoint() != "" {
		info, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return p, unreached(ctx, set.Issuer, err)
		}
		if info.Subject != id.Subject {
			return p, refused("user info", nil)
		}
		if err := info.Claims(&p); err != nil {
			return p, refused("claims", err)
		}
		p.Subject = id.Subject
	}
	return p, nil
}

// client is how we present ourselves to a provider.
func (a *Area) client(set openIDSet, provider *oidc.Provider) *oauth2.Config {
	return &oauth2.Config{ClientID: set.ClientID, ClientSecret: set.secret, Endpoint: provider.Endpoint(), RedirectURL: a.openIDReturn(), Scopes: []string{oidc.ScopeOpenID, "email", "profile"}}
}

// openIDReturn is where a provider sends people back: the sign-in page.
func (a *Area) openIDReturn() string { return strings.TrimSuffix(a.PublicURL, "/") + "/" }

func unreached(ctx context.Context, issuer string, err error) error {
	if _, ok := fail.As(err); ok {
		return err
	}
	slog.WarnContext(ctx, "openid provider not reached", "issuer", issuer, "err", err)
	return fail.New(http.StatusServiceUnavailable, "openid-unreachable")
}
