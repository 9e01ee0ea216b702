package access

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"lading/server/kit/fail"

	"github.com/alexedwards/argon2id"
	"golang.org/x/crypto/argon2"
)

// present is OWASP's least for argon2id: about 23 ms on a small server. Hashes of another cost are made anew at the next sign-in.
var present = argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

const (
	minPassword = 8
	maxPassword = 128
)

// hasher makes and checks password hashes, at most twice as many at once as there are cores: a thousand tablets that sign in
// together at six would otherwise take 19 GB.
type hasher struct {
	once sync.Once
	gate chan struct{}
	made atomic.Int64 // hashes computed since start
}

// enter waits for room; who has it leaves it again.
func (h *hasher) enter(ctx context.Context) (leave func(), err error) {
	h.once.Do(func() { h.gate = make(chan struct{}, 2*runtime.NumCPU()) })
	select {
	case h.gate <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	h.made.Add(1)
	return func() { <-h.gate }, nil
}

// Hash gives a password's PHC string.
func (h *hasher) Hash(ctx context.Context, password string) (string, error) {
	leave, err := h.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	return argon2id.CreateHash(password, &present)
}

// Verify tells whether a password is right, and whether its hash is of another cost than those made now.
func (h *hasher) Verify(ctx context.Context, stored, password string) (right, stale bool, err error) {
	cost, err := costOf(stored)
	if err != nil {
		return false, false, err
	}
	leave, err := h.enter(ctx)
	if err != nil {
		return false, false, err
	}
	defer leave()
	right, err = argon2id.ComparePasswordAndHash(password, stored)
	return right, cost != present, err
}

var errNotPHC = errors.New("not an argon2id hash")

// costOf is what a kept hash costs. One that was cut off fits every password, and one without rounds falls: neither is computed.
func costOf(stored string) (argon2id.Params, error) {
	c, _, _, err := argon2id.DecodeHash(stored)
	if err != nil || c.Iterations == 0 || c.Parallelism == 0 || c.Memory > 1<<20 || c.KeyLength < 16 {
		return argon2id.Params{}, errors.Join(errNotPHC, err)
	}
	return *c, nil
}

// decoy is checked where there is no such user, so that the answer takes as long. No password fits it.
var decoy = unfit(present)

func unfit(c argon2id.Params) string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.Memory, c.Iterations, c.Parallelism, b64(bytes.Repeat([]byte{7}, int(c.SaltLength))), b64(make([]byte, c.KeyLength)))
}

//go:embed common.txt
var commonText string

var common = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(commonText) {
		m[w] = true
	}
	return m
}()

// judgePassword says what is wrong with a new password, if anything: its length and whether it is one that everybody tries first.
// There is no rule on which characters it must have; such rules make passwords alike.
func judgePassword(field, password string, about ...string) []fail.Field {
	n := utf8.RuneCountInString(password)
	switch {
	case n < minPassword:
		return []fail.Field{fail.Of(field, "password-too-short", "min", minPassword)}
	case n > maxPassword:
		return []fail.Field{fail.Of(field, "password-too-long", "max", maxPassword)}
	case isCommon(password, about):
		return []fail.Field{fail.Of(field, "password-common")}
	}
	return nil
}

// isCommon finds the passwords that guessing starts with: the list, the list with digits or marks around it, runs, and the person's own names.
func isCommon(password string, about []string) bool {
	p := strings.ToLower(password)
	bare := strings.TrimFunc(p, func(r rune) bool { return !unicode.IsLetter(r) })
	if common[p] || common[bare] || isRun(p) {
		return true
	}
	for _, word := range about {
		word, _, _ = strings.Cut(strings.ToLower(word), "@")
		if utf8.RuneCountInString(word) >= 3 && (p == word || bare == word) {
			return true
		}
	}
	return false
}

// isRun tells aaaaaaaa, 12345678, 87654321 and abababab from a password.
func isRun(p string) bool {
	r := []rune(p)
	up, down, pair := true, true, true
	for i := 1; i < len(r); i++ {
		up = up && (r[i]-r[i-1] == 1 || r[i-1] == '9' && r[i] == '0')
		down = down && (r[i-1]-r[i] == 1 || r[i-1] == '0' && r[i] == '9')
		pair = pair && (i < 2 || r[i] == r[i-2])
	}
	return up || down || pair
}

// NewHash judges a new password and gives what is kept of it.
func (a *Area) NewHash(ctx context.Context, password string, about ...string) (string, error) {
	if bad := judgePassword("Password", password, about...); len(bad) > 0 {
		return "", fail.Invalid(bad...)
	}
	return a.hasher.Hash(ctx, password)
}
