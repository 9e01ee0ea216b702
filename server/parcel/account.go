package parcel

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// account is a row of parcel_account. Secret and refresh are locked.
type account struct {
	ID      Carrier    `db:"id"`
	SCAC    string     `db:"scac"`
	Number  string     `db:"number"`
	Client  string     `db:"client"`
	Test    bool       `db:"test"`
	Enabled bool       `db:"enabled"`
	Secret  string     `db:"secret"`
	Refresh string     `db:"refresh"`
	Consent string     `db:"consent"`
	Rev     int64      `db:"rev"`
	At      store.Time `db:"at"`
	By      string     `db:"by_user"`
}

func (a *Area) lock(org string, c Carrier, what, text string) string {
	if text == "" {
		return ""
	}
	return base64.StdEncoding.EncodeToString(a.Vault.Lock("parcel/"+org+"/"+string(c)+"/"+what, []byte(text)))
}

func (a *Area) unlock(org string, c Carrier, what, locked string) (string, error) {
	if locked == "" {
		return "", nil
	}
	raw, err := base64.StdEncoding.DecodeString(locked)
	if err != nil {
		return "", err
	}
	text, err := a.Vault.Unlock("parcel/"+org+"/"+string(c)+"/"+what, raw)
	return string(text), err
}

func accountOf(ctx context.Context, tx *store.Tx, c Carrier) (account, bool, error) {
	return store.Get[account](ctx, tx, `SELECT * FROM parcel_account WHERE id = ?`, string(c))
}

// CarrierReq names a carrier.
type CarrierReq struct {
	Carrier Carrier `json:"Carrier" validate:"required,oneof=ups stamps amazon"`
}

// Account is what a person sees of an account. Secrets are never shown; whether there is one is.
type Account struct {
	Carrier   Carrier `json:"Carrier"`
	Name      string  `json:"CarrierName"`
	SCAC      string  `json:"CarrierScac"`
	Number    string  `json:"AccountNumber"`
	Client    string  `json:"ClientId"`
	Test      bool    `json:"TestEnvironment"`
	Enabled   bool    `json:"Enabled"`
	HasSecret bool    `json:"HasSecret"`
	Consented bool    `json:"Consented"`
	Consents  bool    `json:"Consents"` // a person can consent at the carrier
	Back      string  `json:"ReturnAddress"`
	Rev       int64   `json:"Rev"` // 0 where there is no account
}

func (a *Area) shown(p Provider, acc account) Account {
	return Account{p.ID, p.Name, acc.SCAC, acc.Number, acc.Client, acc.Test, acc.Enabled, acc.Secret != "", acc.Refresh != "", p.Page != "", a.back(p), acc.Rev}
}

// back is where a carrier sends a person after a consent; empty where nobody outside reaches us.
func (a *Area) back(p Provider) string {
	if a.PublicURL == "" || p.Page == "" {
		return ""
	}
	return a.PublicURL + p.Page
}

// GetAccount tells how the organisation is connected with a carrier.
func (a *Area) GetAccount(ctx context.Context, tx *store.Tx, req CarrierReq) (Account, error) {
	acc, _, err := accountOf(ctx, tx, req.Carrier)
	return a.shown(providers[req.Carrier], acc), err
}

// AccountReq connects the organisation with a carrier. A secret that is empty stays as it is. What a carrier's account does not have is refused.
type AccountReq struct {
	Carrier Carrier `json:"Carrier" validate:"required,oneof=ups stamps amazon"`
	SCAC    string  `json:"CarrierScac" validate:"required,max=4" field:"upper,scac"`
	Number  string  `json:"AccountNumber" validate:"max=20" field:"upper"`
	Client  string  `json:"ClientId" validate:"required,max=200" field:"trim"`
	Secret  string  `json:"ClientSecret" validate:"max=500" field:"trim"`
	Refresh string  `json:"RefreshToken" validate:"max=2000" field:"trim"`
	Test    bool    `json:"TestEnvironment"`
	Enabled bool    `json:"Enabled"`
	Rev     int64   `json:"Rev" validate:"gte=0"`
}

// Check judges the fields by what the carrier declares.
func (r *AccountReq) Check() (bad []fail.Field) {
	p := providers[r.Carrier]
	for _, f := range []struct{ name, value string }{{"AccountNumber", r.Number}, {"RefreshToken", r.Refresh}} {
		has := slices.Contains(p.Fields, f.name)
		switch {
		case !has && f.value != "":
			bad = append(bad, fail.Of(f.name, "parcel-field-not-used", "carrier", p.Name))
		case has && f.value == "" && f.name != "RefreshToken":
			bad = append(bad, fail.Of(f.name, "field-required"))
		}
	}
	if r.Carrier == UPS && r.Number != "" && len(r.Number) != 6 {
		bad = append(bad, fail.Of("AccountNumber", "parcel-account-malformed"))
	}
	return bad
}

// SaveAccount keeps an account. The carrier is asked first whether it knows the application: what it refuses is not kept.
func (a *Area) SaveAccount(ctx context.Context, c *op.Call, req AccountReq) (Account, error) {
	out, _, err := a.save(ctx, c, req, false)
	return out, err
}

// save tells also until when the token is used that the account was tried with.
func (a *Area) save(ctx context.Context, c *op.Call, req AccountReq, fresh bool) (out Account, until time.Time, err error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return out, until, err
	}
	p := providers[req.Carrier]
	h := a.tokens.of(c.Org, p.ID) // nobody else renews by the token that is tried here
	h.mu.Lock()
	defer h.mu.Unlock()
	var acc account
	judge := func(ctx context.Context, tx *store.Tx) error {
		was, ok, err := accountOf(ctx, tx, req.Carrier)
		switch {
		case err != nil:
			return err
		case ok && fresh && was.Number == req.Number:
			return fail.Conflict("said-ups-account-exists")
		case !fresh && was.Rev != req.Rev:
			return fail.Conflict("row-changed-meanwhile", "name", p.Name)
		case ok && (was.Number != req.Number || was.Test != req.Test):
			if _, busy, err := store.Get[string](ctx, tx, `SELECT id FROM parcel_label WHERE carrier = ? AND state IN ('buying', 'unclear', 'voiding') LIMIT 1`, string(p.ID)); err != nil || busy {
				if err == nil {
					err = fail.Conflict("parcel-account-busy", "carrier", p.Name)
				}
				return err
			}
		}
		if _, known, err := a.Carriers.CarrierName(ctx, tx, req.SCAC); err != nil || !known {
			if err == nil {
				err = fail.Invalid(fail.Of("CarrierScac", "carrier-unknown", "carrier", req.SCAC))
			}
			return err
		}
		acc = account{req.Carrier, req.SCAC, req.Number, req.Client, req.Test, req.Enabled, was.Secret, was.Refresh, was.Consent, was.Rev + 1, store.At(tx.Now), tx.By.User}
		if was.Client != "" && was.Client != acc.Client || was.Test != acc.Test { // what another application was given is not this one's
			acc.Refresh = ""
		}
		if req.Secret != "" {
			acc.Secret = a.lock(tx.Org, acc.ID, "secret", req.Secret)
		}
		if req.Refresh != "" {
			acc.Refresh = a.lock(tx.Org, acc.ID, "refresh", req.Refresh)
		}
		if acc.Secret == "" {
			return fail.Invalid(fail.Of("ClientSecret", "field-required"))
		}
		if acc.Refresh == "" && p.Must && p.Page == "" { // nobody is sent to the carrier for it
			return fail.Invalid(fail.Of("RefreshToken", "field-required"))
		}
		return nil
	}
	if err := db.Read(ctx, c.By, judge); err != nil {
		return out, until, err
	}
	s, err := a.session(c.Org, db, acc)
	if err != nil {
		return out, until, err
	}
	var got token
	if !p.Must || s.refresh != "" {
		stands, keep := req.Refresh == "", s.keep
		s.keep = func(ctx context.Context, refresh string) error {
			req.Refresh = refresh // kept below, with the rest
			if stands {           // and at once, whatever becomes of the rest: the one that stands is used up
				return keep(ctx, refresh)
			}
			return nil
		}
		if got, err = s.grant(ctx, grant{}); err != nil {
			return out, until, told(p.Name, err)
		}
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		if err := judge(ctx, tx); err != nil {
			return err
		}
		out = a.shown(p, acc)
		return store.Put(ctx, tx, "parcel_account", "id", acc)
	})
	if err == nil && got.Access != "" {
		until = h.hold(s, got, acc.Rev)
	}
	return out, until, err
}

// ConsentReq asks where a person consents that the carrier's API is used for an account; with the code and the state that the carrier sends back, it completes the consent.
type ConsentReq struct {
	Carrier Carrier `json:"Carrier" validate:"required,oneof=ups stamps amazon"`
	Code    string  `json:"Code" validate:"max=2000" field:"trim"`
	State   string  `json:"State" validate:"required_with=Code,max=100" field:"trim"`
}

// ConsentResp says where to go, or how the account stands now.
type ConsentResp struct {
	Address string  `json:"Address"`
	Account Account `json:"Account"`
}

// Consent begins or completes a person's consent, by the OAuth authorization code flow. The state is good once, for the account that it was made for.
func (a *Area) Consent(ctx context.Context, c *op.Call, req ConsentReq) (out ConsentResp, err error) {
	p := providers[req.Carrier]
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return out, err
	}
	if req.Code != "" { // nobody else renews or saves while the code is exchanged
		h := a.tokens.of(c.Org, p.ID)
		h.mu.Lock()
		defer h.mu.Unlock()
	}
	var s *session
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		acc, ok, err := accountOf(ctx, tx, req.Carrier)
		if err == nil && (!ok || p.Page == "") {
			err = fail.Conflict("parcel-not-connected", "carrier", p.Name)
		}
		if err == nil && a.back(p) == "" {
			err = fail.Conflict("parcel-no-address", "carrier", p.Name)
		}
		if err != nil {
			return err
		}
		s, err = a.session(tx.Org, db, acc)
		return err
	}); err != nil {
		return out, err
	}
	write := func(do func(ctx context.Context, tx *store.Tx) error) error {
		_, err := op.Write(ctx, db, c, do)
		return err
	}
	if req.Code == "" {
		state := rand.Text()
		out.Address, out.Account = p.Ask(s, a.back(p), state), a.shown(p, s.account)
		return out, write(func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE parcel_account SET consent = ? WHERE id = ?`, digest(state), string(p.ID))
			return err
		})
	}
	if s.account.Consent == "" || subtle.ConstantTimeCompare([]byte(s.account.Consent), []byte(digest(req.State))) != 1 {
		return out, fail.New(http.StatusForbidden, "parcel-consent-stale", "carrier", p.Name)
	}
	s.keep = func(context.Context, string) error { return nil } // kept below
	got, err := s.grant(ctx, grant{Code: req.Code, Back: a.back(p), State: req.State})
	if err != nil {
		return out, told(p.Name, err)
	}
	if got.Refresh == "" {
		return out, fail.Conflict("parcel-no-consent", "carrier", p.Name)
	}
	acc := s.account
	acc.Refresh, acc.Consent, acc.Rev = a.lock(c.Org, p.ID, "refresh", got.Refresh), "", acc.Rev+1
	out.Account = a.shown(p, acc)
	return out, write(func(ctx context.Context, tx *store.Tx) error {
		now, _, err := accountOf(ctx, tx, p.ID)
		if err == nil && now.Consent != s.account.Consent {
			err = fail.New(http.StatusForbidden, "parcel-consent-stale", "carrier", p.Name)
		}
		if err == nil && now.Rev != s.account.Rev { // it may be another application's by now
			err = fail.Conflict("row-changed-meanwhile", "name", p.Name)
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE parcel_account SET refresh = ?, consent = ?, rev = ? WHERE id = ?`, acc.Refresh, acc.Consent, acc.Rev, string(p.ID))
		return err
	})
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
