package parcel

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"
)

// token is what a carrier is asked with for a while. Refresh is empty where the carrier gave none.
type token struct {
	Access  string
	Refresh string
	For     time.Duration
}

// grant is by what a token is asked for: the code of a consent that was given just now, or what the account has.
type grant struct{ Code, Back, State string }

// session speaks with one carrier for one organisation.
type session struct {
	provider Provider
	account  account
	secret   string
	refresh  string
	hosts    Hosts
	client   *http.Client
	tokens   *tokens
	org      string
	now      func() time.Time
	keep     func(ctx context.Context, refresh string) error
	reread   func(ctx context.Context) error // what a token is renewed with: somebody may have had another since
}

// sign puts a token into a request: as a bearer's, or in the header that Amazon reads.
func (s *session) sign(req *http.Request, key string) {
	if s.provider.ID == Amazon {
		req.Header.Set("x-amz-access-token", key)
		return
	}
	req.Header.Set("Authorization", "Bearer "+key)
}

// tokens are those that are still good, of every organisation and carrier. They are nowhere but in memory.
type tokens struct {
	mu  sync.Mutex
	all map[string]*held
}

type held struct {
	mu    sync.Mutex // one at a time asks: a refresh token may be good for one use
	key   string
	until time.Time
	rev   int64 // of the account that it was given for
}

func (t *tokens) of(org string, c Carrier) *held {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[string]*held{}
	}
	name := org + "/" + string(c)
	if t.all[name] == nil {
		t.all[name] = &held{}
	}
	return t.all[name]
}

// token gives one that is good, and another than one that was refused.
func (s *session) token(ctx context.Context, refused string) (string, error) {
	h := s.tokens.of(s.org, s.provider.ID)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.key != "" && h.key != refused && h.rev == s.account.Rev && s.now().Before(h.until) {
		return h.key, nil
	}
	if err := s.reread(ctx); err != nil {
		return "", err
	}
	got, err := s.grant(ctx, grant{})
	if err != nil {
		h.key = ""
		return "", err
	}
	h.hold(s, got, s.account.Rev)
	return h.key, nil
}

// hold keeps a token that was given for a revision of the account, and tells until when it is used.
func (h *held) hold(s *session, got token, rev int64) time.Time {
	h.key, h.rev, h.until = got.Access, rev, s.now().Add(max(0, got.For-time.Minute))
	return h.until
}

// renew has another token now, whether or not the one in use is still good, and tells until when it is used.
func (s *session) renew(ctx context.Context) (until time.Time, err error) {
	h := s.tokens.of(s.org, s.provider.ID)
	h.mu.Lock()
	key := h.key
	h.mu.Unlock()
	if _, err := s.token(ctx, key); err != nil {
		return until, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.until, nil
}

// grant asks for a token, and keeps what it is renewed with where the carrier gave another.
func (s *session) grant(ctx context.Context, g grant) (token, error) {
	got, err := s.provider.Grant(ctx, s, g)
	if err != nil {
		return got, err
	}
	if got.Access == "" {
		return got, fmt.Errorf("the carrier gave no token")
	}
	if got.Refresh != "" && got.Refresh != s.refresh {
		if err := s.keep(ctx, got.Refresh); err != nil {
			return got, err
		}
		s.refresh = got.Refresh
	}
	return got, nil
}

// form posts a form to the carrier's sign-in, with the application's name and secret where basic is set.
func (s *session) form(ctx context.Context, path string, values url.Values, basic bool, head map[string]string, out any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.hosts.Auth+path, strings.NewReader(values.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if basic {
		req.SetBasicAuth(s.account.Client, s.secret)
	}
	for k, v := range head {
		req.Header.Set(k, v)
	}
	return send(s.client, req, out)
}

// open begins to speak with a carrier. An account that is missing, switched off or not complete is refused.
func (a *Area) open(ctx context.Context, db *store.DB, c Carrier) (s *session, err error) {
	err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		acc, ok, err := accountOf(ctx, tx, c)
		if err != nil {
			return err
		}
		p := providers[c]
		if !ok || !acc.Enabled {
			return fail.Conflict("parcel-not-connected", "carrier", p.Name)
		}
		s, err = a.session(tx.Org, db, acc)
		if err == nil && p.Must && s.refresh == "" {
			err = fail.Conflict("parcel-no-consent", "carrier", p.Name)
		}
		return err
	})
	return s, err
}

// openFor begins to speak with a label's carrier. Only the account and the environment that it was bought in know of it.
func (a *Area) openFor(ctx context.Context, db *store.DB, l Label) (*session, error) {
	s, err := a.open(ctx, db, l.Carrier)
	if err == nil && (s.account.Test != l.Test || s.account.Number != l.Account) {
		return nil, fail.Conflict("parcel-other-account", "carrier", s.provider.Name)
	}
	return s, err
}

func (a *Area) session(org string, db *store.DB, acc account) (s *session, err error) {
	p := providers[acc.ID]
	s = &session{provider: p, account: acc, client: a.Client, tokens: &a.tokens, org: org, now: a.Clock}
	if s.hosts = p.Hosts(acc); a.Hosts != nil {
		s.hosts = a.Hosts(acc.ID)
	}
	if s.secret, err = a.unlock(org, acc.ID, "secret", acc.Secret); err != nil {
		return nil, err
	}
	if s.refresh, err = a.unlock(org, acc.ID, "refresh", acc.Refresh); err != nil {
		return nil, err
	}
	s.keep = func(ctx context.Context, refresh string) error { // where none has taken the place of the one that it was renewed with, as by a consent
		locked := a.lock(org, acc.ID, "refresh", refresh)
		_, err := db.Write(ctx, store.Command{Name: "parcel-refresh", By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE parcel_account SET refresh = ? WHERE id = ? AND client = ? AND test = ? AND refresh = ?`, locked, string(acc.ID), acc.Client, acc.Test, acc.Refresh)
			return err
		}})
		if err == nil {
			acc.Refresh = locked
		}
		return err
	}
	s.reread = func(ctx context.Context) error {
		return db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
			now, ok, err := accountOf(ctx, tx, acc.ID)
			if err == nil && ok && now.Client == acc.Client && now.Test == acc.Test {
				acc.Refresh = now.Refresh
				s.refresh, err = a.unlock(org, acc.ID, "refresh", now.Refresh)
			}
			return err
		})
	}
	return s, nil
}
