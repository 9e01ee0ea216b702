package access

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
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

	"golang.org/x/crypto/argon2"
)

// cost is what a hash takes. Hashes of another cost are made anew at the next sign-in.
type cost struct {
	memory  uint32 // KiB
	time    uint32
	threads uint8
}

// present is OWASP's least for argon2id: about 23 ms on a small server.
var present = cost{memory: 19 * 1024, time: 2, threads: 1}

const (
	saltLength  = 16
	hashLength  = 32
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

func (h *hasher) derive(ctx context.Context, password string, salt []byte, c cost, length uint32) ([]byte, error) {
	h.once.Do(func() { h.gate = make(chan struct{}, 2*runtime.NumCPU()) })
	select {
	case h.gate <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-h.gate }()
	h.made.Add(1)
	return argon2.IDKey([]byte(password), salt, c.time, c.memory, c.threads, length), nil
}

// Hash gives a password's PHC string.
func (h *hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails
	sum, err := h.derive(ctx, password, salt, present, hashLength)
	if err != nil {
		return "", err
	}
	return phc(present, salt, sum), nil
}

// Verify tells whether a password is right, and whether its hash is of another cost than those made now.
func (h *hasher) Verify(ctx context.Context, stored, password string) (right, stale bool, err error) {
	c, salt, sum, err := parsePHC(stored)
	if err != nil {
		return false, false, err
	}
	got, err := h.derive(ctx, password, salt, c, uint32(len(sum)))
	if err != nil {
		return false, false, err
	}
	return subtle.ConstantTimeCompare(got, sum) == 1, c != present || len(sum) != hashLength, nil
}

// decoy is checked where there is no such user, so that the answer takes as long. No password fits it.
var decoy = phc(present, bytes.Repeat([]byte{7}, saltLength), make([]byte, hashLength))

func phc(c cost, salt, sum []byte) string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.time, c.threads, b64(salt), b64(sum))
}

var errNotPHC = errors.New("not an argon2id hash")

func parsePHC(s string) (c cost, salt, sum []byte, err error) {
	parts := strings.Split(s, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return c, nil, nil, errNotPHC
	}
	var version int
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return c, nil, nil, errNotPHC
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.time, &c.threads); err != nil || c.time == 0 || c.threads == 0 || c.memory > 1<<20 {
		return c, nil, nil, errNotPHC
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	sum, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err := errors.Join(err1, err2); err != nil || len(sum) < 16 {
		return c, nil, nil, errNotPHC
	}
	return c, salt, sum, nil
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
