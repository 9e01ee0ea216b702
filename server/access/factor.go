package access

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/guess"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

// The second factor is a time-based code (RFC 6238): six digits of SHA-1 that change every 30 s, which is what all authenticator apps make.
const (
	codeStep        = 30 * time.Second
	codeDrift       = 1  // steps beside the present one that count, as RFC 6238 §5.2 advises
	codeTold        = 40 // steps, 20 minutes, within which a code says that the phone's clock is off
	factorSetupLife = 15 * time.Minute
	recoveryCodes   = 10
	recoverySize    = 16 // characters of 5 bits each: nothing to guess, so a plain hash of them is kept
)

// recoveryLetters leaves out what is misread: l, o, 0 and 1.
const recoveryLetters = "abcdefghijkmnpqrstuvwxyz23456789"

// Tries at codes are few, and come back slowly: six digits are guessed in no time by who has the password.
var (
	codesOfPlace  = guess.Rate{Burst: 20, Every: 30 * time.Second}
	codesOfPerson = guess.Rate{Burst: 10, Every: 2 * time.Minute}
)

// factor is a user's second factor.
type factor struct {
	User   string     `db:"user_id"`
	Secret []byte     `db:"secret"` // base32 text, locked
	At     store.Time `db:"at"`
}

// factorPlace is where a locked secret belongs: in another user's row it does not open.
func factorPlace(org, user string) string { return "second factor " + org + "/" + user }

func findFactor(ctx context.Context, tx *store.Tx, user string) (factor, bool, error) {
	return store.Get[factor](ctx, tx, `SELECT user_id, secret, at FROM access_factor WHERE user_id = ?`, user)
}

// factorDue reports whether a user's group wants a second factor that the user has not.
func factorDue(ctx context.Context, tx *store.Tx, user string) (due bool, err error) {
	due, _, err = store.Get[bool](ctx, tx, `SELECT g.second_factor AND NOT EXISTS (SELECT 1 FROM access_factor f WHERE f.user_id = u.id) FROM access_user u JOIN access_group g ON g.id = u.group_id WHERE u.id = ?`, user)
	return due, err
}

// codeOffset finds by how many steps a code is ahead of now, the nearest first; ok is false where it belongs to none of the steps looked at.
func codeOffset(secret, code string, now time.Time) (offset int64, ok bool, err error) {
	step := now.Unix() / int64(codeStep/time.Second)
	for i := range int64(2*codeTold + 1) { // 0, -1, 1, -2, 2, …
		d := (i + 1) / 2
		if i%2 == 1 {
			d = -d
		}
		want, err := hotp.GenerateCodeCustom(secret, uint64(step+d), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err != nil {
			return 0, false, fmt.Errorf("make the code of a second factor: %w", err)
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return d, true, nil
		}
	}
	return 0, false, nil
}

// useCode judges an app's code against a secret and uses it up, also one of another time, so that what is told of it is of no use to who guesses.
// The verdict is nil for a code that counts.
func useCode(ctx context.Context, tx *store.Tx, user, secret, code string, now time.Time) (verdict, err error) {
	offset, ok, err := codeOffset(secret, code, now)
	if err != nil {
		return nil, err
	}
	if !ok {
		return errCode, nil
	}
	step := now.Unix()/int64(codeStep/time.Second) + offset
	if _, err := tx.ExecContext(ctx, `DELETE FROM access_factor_code WHERE user_id = ? AND step < ?`, user, step-3*codeTold); err != nil {
		return nil, err
	}
	res, err := tx.ExecContext(ctx, `INSERT INTO access_factor_code (user_id, step) VALUES (?, ?) ON CONFLICT DO NOTHING`, user, step)
	if err != nil {
		return nil, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return fail.Unauthorized("code-used"), err
	}
	minutes := int((max(offset, -offset)*int64(codeStep/time.Second) + 59) / 60)
	switch {
	case offset > codeDrift:
		return fail.Unauthorized("code-clock-ahead", "minutes", minutes), nil
	case offset < -codeDrift:
		return fail.Unauthorized("code-clock-behind", "minutes", minutes), nil
	}
	return nil, nil
}

var errCode = fail.Unauthorized("code-wrong")

// bareCode is a code without what people type between its characters.
func bareCode(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '\u00a0' {
			return -1
		}
		return r
	}, text))
}

// judgeCode judges what a user typed for a second factor that is set up: the app's code or a recovery code. Either is used up.
func (a *Area) judgeCode(ctx context.Context, tx *store.Tx, f factor, text string) (verdict, err error) {
	code := bareCode(text)
	if len(code) == recoverySize {
		return useRecovery(ctx, tx, f.User, code)
	}
	secret, err := a.locked().Unlock(factorPlace(tx.Org, f.User), f.Secret)
	if err != nil { // the organisation came from a server with another secret
		return fail.Unauthorized("second-factor-elsewhere"), nil
	}
	return useCode(ctx, tx, f.User, string(secret), code, a.now())
}

func useRecovery(ctx context.Context, tx *store.Tx, user, code string) (verdict, err error) {
	used, ok, err := store.Get[bool](ctx, tx, `SELECT used_at IS NOT NULL FROM access_recovery WHERE user_id = ? AND hash = ?`, user, hashOf(code))
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return errCode, nil
	case used:
		return fail.Unauthorized("recovery-used"), nil
	}
	if _, err := tx.ExecContext(ctx, `UPDATE access_recovery SET used_at = ? WHERE user_id = ? AND hash = ?`, store.At(tx.Now), user, hashOf(code)); err != nil {
		return nil, err
	}
	left, err := recoveryLeft(ctx, tx, user)
	if err != nil {
		return nil, err
	}
	return nil, tx.Emit(ctx, event.UserTold{User: user, Code: "notify-recovery-used", Params: map[string]any{"left": left}, Link: "/Password"})
}

func recoveryLeft(ctx context.Context, tx *store.Tx, user string) (n int, err error) {
	n, _, err = store.Get[int](ctx, tx, `SELECT count(*) FROM access_recovery WHERE user_id = ? AND used_at IS NULL`, user)
	return n, err
}

// tried reserves a try at a user's second factor, has it judged in a command on the organisation, and settles it.
func (a *Area) tried(ctx context.Context, c *op.Call, org, user string, judge func(ctx context.Context, tx *store.Tx) (verdict, err error)) error {
	a.key() // has the rates set
	try, err := a.codes.Take(ctx, a.now(), guess.Who{Account: org + "/" + user, Place: guess.Network(c.IP)})
	if err != nil {
		return err
	}
	defer try.Spare()
	db, err := a.Store.Org(ctx, org)
	if err != nil {
		return err
	}
	var verdict error
	if _, err := db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) (err error) {
		verdict, err = judge(ctx, tx)
		return err
	}}); err != nil {
		return err
	}
	if verdict != nil {
		try.Wrong(a.now())
		return verdict
	}
	try.Right()
	return nil
}

// second asks for the second factor of a user whose password was right, or has the user set one up who must have one.
func (a *Area) second(ctx context.Context, c *op.Call, org, user string, req TokenReq) error {
	var f factor
	var on, due bool
	if err := a.read(ctx, org, func(ctx context.Context, tx *store.Tx) (err error) {
		if f, on, err = findFactor(ctx, tx, user); err != nil || on {
			return err
		}
		due, err = factorDue(ctx, tx, user)
		return err
	}); err != nil {
		return err
	}
	switch {
	case on && req.Code == "":
		return fail.Unauthorized("second-factor-needed")
	case on:
		return a.tried(ctx, c, org, user, func(ctx context.Context, tx *store.Tx) (error, error) { return a.judgeCode(ctx, tx, f, req.Code) })
	case req.Setup != "":
		return a.enrolFactor(ctx, c, org, user, req.Setup, req.Code)
	case due:
		return fail.Unauthorized("second-factor-due")
	}
	return nil
}

// setup is a second factor that its user has yet to confirm with a code. It travels locked, so that nothing is kept of those who go away.
type setup struct {
	Secret   string
	Recovery []string
	Until    time.Time
}

func (a *Area) lockSetup(org, user string, s setup) (string, error) {
	b, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(a.locked().Lock("setting up "+factorPlace(org, user), b)), nil
}

func (a *Area) openSetup(org, user, text string) (s setup, err error) {
	old := fail.New(http.StatusConflict, "second-factor-setup-old")
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return s, old
	}
	if b, err = a.locked().Unlock("setting up "+factorPlace(org, user), b); err != nil {
		return s, old
	}
	if err := json.Unmarshal(b, &s); err != nil || !a.now().Before(s.Until) {
		return s, old
	}
	return s, nil
}

// enrolFactor has a user's second factor count from now on, where the code shows that the user's app has it. The user's other sessions, which began without, end.
func (a *Area) enrolFactor(ctx context.Context, c *op.Call, org, user, text, code string) error {
	s, err := a.openSetup(org, user, text)
	if err != nil {
		return err
	}
	if err := a.tried(ctx, c, org, user, func(ctx context.Context, tx *store.Tx) (error, error) {
		return useCode(ctx, tx, user, s.Secret, bareCode(code), a.now())
	}); err != nil {
		return err
	}
	db, err := a.Store.Org(ctx, org)
	if err != nil {
		return err
	}
	as := *c
	as.Args = nil // the log keeps a hash of the arguments, and these hold a secret
	if err := a.read(ctx, org, func(ctx context.Context, tx *store.Tx) error {
		actor, err := a.Actor(ctx, tx, user)
		actor.Session, actor.Device = c.By.Session, c.By.Device
		as.By, as.Org = actor, org
		return err
	}); err != nil {
		return err
	}
	_, err = op.Write(ctx, db, &as, func(ctx context.Context, tx *store.Tx) error {
		if _, on, err := findFactor(ctx, tx, user); err != nil || on {
			if err == nil {
				err = fail.Conflict("second-factor-on")
			}
			return err
		}
		if err := store.Insert(ctx, tx, "access_factor", factor{user, a.locked().Lock(factorPlace(org, user), []byte(s.Secret)), store.At(tx.Now)}); err != nil {
			return err
		}
		if err := putRecovery(ctx, tx, user, s.Recovery); err != nil {
			return err
		}
		_, err := a.end(ctx, org, "second-factor", `user_id = ? AND id <> ? AND agent NOT LIKE '`+applicationAgent+`%'`, user, as.By.Session)
		return err
	})
	return err
}

// newRecovery makes recovery codes.
func newRecovery() []string {
	codes := make([]string, recoveryCodes)
	for i := range codes {
		b := make([]byte, recoverySize)
		_, _ = rand.Read(b) // never fails
		for j := range b {
			b[j] = recoveryLetters[b[j]%32]
		}
		codes[i] = string(b)
	}
	return codes
}

// shownCode is a recovery code in groups of four.
func shownCode(code string) string {
	return strings.Join([]string{code[:4], code[4:8], code[8:12], code[12:]}, "-")
}

// putRecovery replaces a user's recovery codes.
func putRecovery(ctx context.Context, tx *store.Tx, user string, codes []string) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM access_recovery WHERE user_id = ?`, user); err != nil {
		return err
	}
	for _, code := range codes {
		if _, err := tx.ExecContext(ctx, `INSERT INTO access_recovery (user_id, hash) VALUES (?, ?)`, user, hashOf(code)); err != nil {
			return err
		}
	}
	return nil
}

// dropFactor takes a user's second factor away.
func dropFactor(ctx context.Context, tx *store.Tx, user string) error {
	for _, table := range []string{"access_factor", "access_factor_code", "access_recovery"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE user_id = ?`, user); err != nil {
			return err
		}
	}
	return nil
}
