package parcel

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// The documents name four calls of an outside carrier account's token and show nothing of them. They are read as the steps of the OAuth authorization code flow,
// which UPS (AuthorizeClient, GenerateToken, RefreshToken of its OAuth Authorization Code API) and Stamps.com (SERA's getAuthorize and postOauthToken) publish, and
// work on the one account that an organisation has at each: nothing is kept twice. No token is ever given back to a caller, though the third call is named for
// one: whoever had it could ship at the account's cost from anywhere.

// Setup knows the organisation's name.
type Setup interface {
	Name(ctx context.Context, tx *store.Tx) (string, error)
}

// AuthCode says where a person consents at a carrier that the organisation's application may use the account there.
func (a *Area) AuthCode(ctx context.Context, c *op.Call, req CarrierReq) (ConsentResp, error) {
	return a.Consent(ctx, c, ConsentReq{Carrier: req.Carrier})
}

// CodeReq is what a carrier sent a person back with.
type CodeReq struct {
	Carrier Carrier `json:"Carrier" validate:"required,oneof=ups stamps amazon"`
	Code    string  `json:"Code" validate:"required,max=2000" field:"trim"`
	State   string  `json:"State" validate:"required,max=100" field:"trim"`
}

// AccessToken exchanges the code of a consent for the account's tokens and keeps them sealed. The state is good once.
func (a *Area) AccessToken(ctx context.Context, c *op.Call, req CodeReq) (ConsentResp, error) {
	return a.Consent(ctx, c, ConsentReq(req))
}

// TokenReq renews an account's access token; with a refresh token that the carrier showed, that one takes the place of the account's.
type TokenReq struct {
	Carrier Carrier `json:"Carrier" validate:"required,oneof=ups stamps amazon"`
	Refresh string  `json:"RefreshToken" validate:"max=2000" field:"trim"`
}

// Check refuses a refresh token where the carrier's comes by a consent alone.
func (r *TokenReq) Check() []fail.Field {
	all := AccountReq{Carrier: r.Carrier, Refresh: r.Refresh, Number: "A1B2C3"}
	for _, f := range all.Check() {
		if f.Field == "RefreshToken" {
			return []fail.Field{f}
		}
	}
	return nil
}

// TokenResp tells how the account stands, and until when the access token is used. A minute before it runs out, the next request has another.
type TokenResp struct {
	Account Account    `json:"Account"`
	Until   store.Time `json:"ValidUntil"`
}

// UpdateToken asks the carrier for another access token now, and keeps what it is renewed with. A refresh token that the carrier does not accept is not kept.
func (a *Area) UpdateToken(ctx context.Context, c *op.Call, req TokenReq) (out TokenResp, err error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return out, err
	}
	p := providers[req.Carrier]
	if req.Refresh != "" {
		var acc account
		if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
			was, ok, err := accountOf(ctx, tx, req.Carrier)
			if err == nil && (!ok || !was.Enabled) {
				err = fail.Conflict("parcel-not-connected", "carrier", p.Name)
			}
			acc = was
			return err
		}); err != nil {
			return out, err
		}
		shown, until, err := a.save(ctx, c, AccountReq{Carrier: acc.ID, SCAC: acc.SCAC, Number: acc.Number, Client: acc.Client, Refresh: req.Refresh, Test: acc.Test, Enabled: acc.Enabled, Rev: acc.Rev}, false)
		return TokenResp{shown, store.At(until)}, err // the token that it was tried with is the new one: a second one could be refused
	}
	s, err := a.open(ctx, db, req.Carrier)
	if err != nil {
		return out, err
	}
	until, err := s.renew(ctx)
	if err != nil {
		return out, told(p.Name, err)
	}
	out.Account, out.Until = a.shown(p, s.account), store.At(until)
	return out, nil
}

// ClientName is who is named where a person gives access to an account: the organisation, by the application that the carrier knows it by.
type ClientName struct {
	Client    string `json:"ClientName"`
	Carrier   string `json:"CarrierName"`
	ID        string `json:"ClientId"` // of the application; empty where there is no account
	Consented bool   `json:"Consented"`
}

// ClientNameForToken tells whose application is given access, before a person is sent to the carrier for it.
func (a *Area) ClientNameForToken(ctx context.Context, tx *store.Tx, req CarrierReq) (out ClientName, err error) {
	acc, _, err := accountOf(ctx, tx, req.Carrier)
	if err != nil {
		return out, err
	}
	out = ClientName{"", providers[req.Carrier].Name, acc.Client, acc.Refresh != ""}
	out.Client, err = a.Setup.Name(ctx, tx)
	return out, err
}

// verifier is what proves, when a code is exchanged, that whoever exchanges it began the consent (RFC 7636, code_verifier of 43 characters). It is drawn from the
// state by the application's secret: as nobody can guess, and kept nowhere.
func (s *session) verifier(state string) string {
	h := hmac.New(sha256.New, []byte(s.secret))
	h.Write([]byte("consent " + state))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// challenge is what is told of a verifier beforehand: BASE64URL(SHA256(verifier)).
func challenge(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
