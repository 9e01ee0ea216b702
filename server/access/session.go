package access

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"log/slog"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
	"github.com/prometheus/client_golang/prometheus"
)

// A session is a family of refresh tokens, each good once. One that comes again is a lost answer for a short while, and theft afterwards.
const (
	grace         = 30 * time.Second
	idle          = 7 * 24 * time.Hour
	absolute      = 30 * 24 * time.Hour
	boundAbsolute = 90 * 24 * time.Hour // bound to a device, which proves its key at each refresh; so it may also lie idle
	kept          = 30 * 24 * time.Hour // ended sessions, for the list of who came in
)

type session struct {
	ID        string     `db:"id"`
	Org       string     `db:"org"`
	User      string     `db:"user_id"` // empty where the device itself came in
	Device    string     `db:"device"`
	DeviceKey string     `db:"device_key"` // what the device's refreshes are held against
	Agent     string     `db:"agent"`
	CreatedAt store.Time `db:"created_at"`
	UsedAt    store.Time `db:"used_at"`
	ExpiresAt store.Time `db:"expires_at"`
	EndedAt   store.Time `db:"ended_at"`
	EndedWhy  string     `db:"ended_why"`
}

// live tells whether the session still counts.
func (s session) live(now time.Time) bool {
	return s.EndedAt.IsZero() && now.Before(s.ExpiresAt.Time) && (s.Device != "" || now.Sub(s.UsedAt.Time) < idle)
}

type refresh struct {
	Hash      string     `db:"hash"`
	Session   string     `db:"session"`
	UsedAt    store.Time `db:"used_at"`
	Successor string     `db:"successor"`
	CreatedAt store.Time `db:"created_at"`
}

// secret makes 256 random bits in base64url.
func secret() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// hashOf is what is kept of a secret of that length: nothing to guess, so nothing to slow down.
func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// begin opens a session and gives its first refresh token.
func (a *Area) begin(ctx context.Context, s session) (session, string, error) {
	now := a.now()
	s.ID, s.CreatedAt, s.UsedAt = ulid.Make().String(), store.At(now), store.At(now)
	if s.ExpiresAt.IsZero() {
		s.ExpiresAt = store.At(now.Add(absolute))
		if s.Device != "" {
			s.ExpiresAt = store.At(now.Add(boundAbsolute))
		}
	}
	if r := []rune(s.Agent); len(r) > 200 {
		s.Agent = string(r[:200])
	}
	token := secret()
	_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if s.User == "" { // the device itself: it asks anew every few minutes and needs no more than one
			if _, err := tx.ExecContext(ctx, `UPDATE system_session SET ended_at = ?, ended_why = 'renewed' WHERE org = ? AND device = ? AND user_id = '' AND ended_at IS NULL`, store.At(now), s.Org, s.Device); err != nil {
				return err
			}
		}
		if err := store.Insert(ctx, tx, "system_session", s); err != nil {
			return err
		}
		return store.Insert(ctx, tx, "system_refresh", refresh{Hash: hashOf(token), Session: s.ID, CreatedAt: store.At(now)})
	}})
	return s, token, err
}

var errSignIn = fail.Unauthorized("no-session")

// find gives the session of a refresh token, used or not.
func (a *Area) find(ctx context.Context, token string) (s session, ok bool, err error) {
	if token == "" {
		return s, false, nil
	}
	err = a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		s, ok, err = store.Get[session](ctx, tx, `SELECT s.* FROM system_session s JOIN system_refresh r ON r.session = s.id WHERE r.hash = ?`, hashOf(token))
		return err
	})
	return s, ok, err
}

// rotate gives a refresh token's successor. The system's one writer settles who of two comes first; the other gets the same
// successor. A token that comes after the grace time was stolen, by its bearer or from it: the whole family ends. Not so where the device that the session
// is bound to has just proved its key: then the answer was lost, and a tablet may have been without a network for a shift since.
func (a *Area) rotate(ctx context.Context, token string, proven bool) (s session, next string, err error) {
	now := a.now()
	var stolen bool
	_, err = a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		r, ok, err := store.Get[refresh](ctx, tx, `SELECT * FROM system_refresh WHERE hash = ?`, hashOf(token))
		if err != nil || !ok {
			return err
		}
		if s, ok, err = store.Get[session](ctx, tx, `SELECT * FROM system_session WHERE id = ?`, r.Session); err != nil || !ok || !s.live(now) {
			return err
		}
		switch {
		case r.UsedAt.IsZero(), proven && r.Successor == "": // a successor is kept for an hour
			next = secret()
			sealed, err := a.seal(next, r.Hash)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `UPDATE system_refresh SET used_at = ?, successor = ? WHERE hash = ?`, store.At(now), sealed, r.Hash); err != nil {
				return err
			}
			if err := store.Insert(ctx, tx, "system_refresh", refresh{Hash: hashOf(next), Session: s.ID, CreatedAt: store.At(now)}); err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, `UPDATE system_session SET used_at = ? WHERE id = ?`, store.At(now), s.ID)
			return err
		case proven, now.Sub(r.UsedAt.Time) <= grace:
			next, err = a.open(r.Successor, r.Hash)
			return err
		}
		stolen = true
		_, err = tx.ExecContext(ctx, `UPDATE system_session SET ended_at = ?, ended_why = 'reuse' WHERE id = ?`, store.At(now), s.ID)
		return err
	}})
	if err != nil {
		return s, "", err
	}
	if stolen {
		reused.Inc()
		slog.WarnContext(ctx, "refresh token came again; the session is ended", "org", s.Org, "user", s.User, "session", s.ID)
		a.gone(s.Org, s.ID)
	}
	if next == "" {
		return s, "", errSignIn
	}
	return s, next, nil
}

var reused = prometheus.NewCounter(prometheus.CounterOpts{Name: "auth_refresh_reuse_total", Help: "Refresh tokens that came again after their grace time; each ended its session."})

func init() { prometheus.MustRegister(reused) }

// seal locks a successor with our secret, bound to the token before it, so that the database alone gives no token away.
func (a *Area) seal(token, predecessor string) (string, error) {
	gcm, err := a.successors()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, gcm.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return base64.RawURLEncoding.EncodeToString(gcm.Seal(nonce, nonce, []byte(token), []byte(predecessor))), nil
}

func (a *Area) open(sealed, predecessor string) (string, error) {
	gcm, err := a.successors()
	if err != nil {
		return "", err
	}
	b, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(b) < gcm.NonceSize() {
		return "", fmt.Errorf("sealed successor is damaged: %w", err)
	}
	token, err := gcm.Open(nil, b[:gcm.NonceSize()], b[gcm.NonceSize():], []byte(predecessor))
	return string(token), err
}

func (a *Area) successors() (cipher.AEAD, error) {
	block, err := aes.NewCipher(a.key().successor)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// end closes sessions, chosen by a condition on system_session, and returns their ids.
func (a *Area) end(ctx context.Context, org, why, where string, args ...any) ([]string, error) {
	var ids []string
	_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) (err error) {
		ids, err = store.Select[string](ctx, tx, `UPDATE system_session SET ended_at = ?, ended_why = ? WHERE org = ? AND ended_at IS NULL AND `+where+` RETURNING id`,
			append([]any{store.At(a.now()), why, org}, args...)...)
		return err
	}})
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		a.gone(org, id)
	}
	return ids, nil
}

// endDevice closes the sessions of people that are bound to a device whose access was withdrawn, and those of its people that are no device's: nobody knows
// where these live. The device's own goes on: with it, it hands over what it holds.
func (a *Area) endDevice(org, device string, people []string, at time.Time) {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	list, err := json.Marshal(people)
	if err == nil {
		_, err = a.end(ctx, org, "device-revoked", `user_id <> '' AND (device = ? OR device = '' AND agent NOT LIKE '`+applicationAgent+`%' AND created_at <= ? AND user_id IN (SELECT value FROM json_each(?)))`, device, store.At(at), string(list))
	}
	if err != nil {
		slog.ErrorContext(ctx, "end a device's sessions", "org", org, "device", device, "err", err)
	}
}

// gone tells who keeps something of a session that it ended.
func (a *Area) gone(org, id string) {
	a.rights.forget()
	a.tickets.drop(id)
	if a.Ended != nil {
		a.Ended(org, id)
	}
}

const sweepPiece = 500 // rows in one command

// Sweep drops what is kept of sessions long ended, a small piece to a command. The program runs it every hour.
func (a *Area) Sweep(ctx context.Context) error {
	now := a.now()
	var old []string
	if err := a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		old, err = store.Select[string](ctx, tx, `SELECT id FROM system_session WHERE ended_at < ?1 OR expires_at < ?1 OR (ended_why = 'renewed' AND ended_at < ?2)`, store.At(now.Add(-kept)), store.At(now.Add(-time.Hour)))
		return err
	}); err != nil {
		return err
	}
	for _, id := range old {
		if err := a.piecewise(ctx, `DELETE FROM system_refresh WHERE hash IN (SELECT hash FROM system_refresh WHERE session = ? LIMIT ?)`, id); err != nil {
			return err
		}
		if err := a.piecewise(ctx, `DELETE FROM system_session WHERE id IN (SELECT id FROM system_session WHERE id = ? LIMIT ?)`, id); err != nil {
			return err
		}
	}
	return a.piecewise(ctx, `UPDATE system_refresh SET successor = '' WHERE hash IN (SELECT hash FROM system_refresh WHERE successor <> '' AND used_at < ? LIMIT ?)`, store.At(now.Add(-time.Hour)))
}

// piecewise repeats a statement on the index until it finds no full piece any more. Its last parameter is the piece's size.
func (a *Area) piecewise(ctx context.Context, query string, arg any) error {
	for n := int64(sweepPiece); n == sweepPiece; {
		if _, err := a.Store.System.Write(ctx, store.Command{Name: "sessions", By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			res, err := tx.ExecContext(ctx, query, arg, sweepPiece)
			if err == nil {
				n, err = res.RowsAffected()
			}
			return err
		}}); err != nil {
			return err
		}
	}
	return nil
}

// Came is a session as its owner sees it.
type Came struct {
	ID        string     `json:"id"`
	Device    string     `json:"device"`
	Agent     string     `json:"agent"`
	CreatedAt store.Time `json:"createdAt"`
	UsedAt    store.Time `json:"usedAt"`
	ExpiresAt store.Time `json:"expiresAt"`
	Current   bool       `json:"current"`
}

// SessionsReq names whose sessions; empty means one's own. Only an administrator may name another.
type SessionsReq struct {
	User string `json:"User" validate:"max=40"`
}

// Sessions lists where a person is signed in.
func (a *Area) Sessions(ctx context.Context, c *op.Call, req SessionsReq) ([]Came, error) {
	user, err := a.whose(c, req.User)
	if err != nil {
		return nil, err
	}
	out := []Came{}
	err = a.Store.System.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		list, err := store.Select[session](ctx, tx, `SELECT * FROM system_session WHERE org = ? AND user_id = ? AND ended_at IS NULL ORDER BY used_at DESC LIMIT 200`, c.Org, user)
		for _, s := range list {
			if s.live(a.now()) {
				out = append(out, Came{s.ID, s.Device, s.Agent, s.CreatedAt, s.UsedAt, s.ExpiresAt, s.ID == c.By.Session})
			}
		}
		return err
	})
	return out, err
}

// whose is the person whose sessions a call is about. To everybody but an administrator, others are unknown.
func (a *Area) whose(c *op.Call, user string) (string, error) {
	if user == "" || user == c.By.User {
		return c.By.User, nil
	}
	if !c.By.Admin {
		return "", fail.NotFound("user-unknown")
	}
	return user, nil
}

// SignOut ends the session that asks.
func (a *Area) SignOut(ctx context.Context, c *op.Call, _ op.None) (op.None, error) {
	a.clearCookie(c)
	_, err := a.end(ctx, c.Org, "sign-out", `id = ?`, c.By.Session)
	return op.None{}, err
}

// SignOutEverywhere ends all of a person's sessions but the one that asks.
func (a *Area) SignOutEverywhere(ctx context.Context, c *op.Call, req SessionsReq) (op.None, error) {
	user, err := a.whose(c, req.User)
	if err != nil {
		return op.None{}, err
	}
	db, err := a.Store.Org(ctx, c.Org)
	if err != nil {
		return op.None{}, err
	}
	if _, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error { return endApplications(ctx, tx, user) }); err != nil {
		return op.None{}, err
	}
	_, err = a.end(ctx, c.Org, "sign-out-everywhere", `user_id = ? AND id <> ?`, user, c.By.Session)
	return op.None{}, err
}

// EndSessionReq names a session.
type EndSessionReq struct {
	Session string `json:"Session" validate:"required,max=40"`
}

// EndSession ends one of a person's own sessions, or, for an administrator, anybody's of the organisation.
func (a *Area) EndSession(ctx context.Context, c *op.Call, req EndSessionReq) (op.None, error) {
	ended, err := a.end(ctx, c.Org, "ended", `id = ? AND (user_id = ? OR ?)`, req.Session, c.By.User, c.By.Admin)
	if err == nil && len(ended) == 0 {
		err = fail.NotFound("session-unknown")
	}
	return op.None{}, err
}
