package access

import (
	"crypto/sha256"
	"errors"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const (
	accessLife = 10 * time.Minute
	tokenType  = "at+jwt"
	issuer     = "lading"
	audience   = "lading-api"
)

// claims name who asks. What they may do is looked up, never carried: rights change sooner than tokens end.
type claims struct {
	jwt.RegisteredClaims
	Org     string `json:"org"`
	Session string `json:"sid"`
	Device  string `json:"dev,omitempty"`
}

// sign makes an access token for a session.
func (a *Area) sign(s session) (string, error) {
	now := a.now()
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{Org: s.Org, Session: s.ID, Device: s.Device, RegisteredClaims: jwt.RegisteredClaims{
		Issuer: issuer, Audience: jwt.ClaimStrings{audience}, Subject: s.User,
		IssuedAt: jwt.NewNumericDate(now), NotBefore: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(accessLife)),
	}})
	t.Header["typ"] = tokenType
	return t.SignedString(a.key().access)
}

// proven remembers what tokens say that were once found good: a person calls many times with the same one, and its signature
// does not change. It holds their hashes, not the tokens.
type proven struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]claims
}

func (p *proven) get(token [sha256.Size]byte) (claims, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c, ok := p.known[token]
	return c, ok
}

func (p *proven) put(token [sha256.Size]byte, c claims) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil || len(p.known) > 20_000 {
		p.known = map[[sha256.Size]byte]claims{}
	}
	p.known[token] = c
}

// parse reads an access token: one algorithm, one key, our audience, our type, in its time.
func (a *Area) parse(bearer string) (claims, error) {
	var c claims
	if len(bearer) > 2048 {
		return c, errors.New("token too long")
	}
	id := sha256.Sum256([]byte(bearer))
	if c, ok := a.proven.get(id); ok {
		if now := a.now(); !now.Before(c.ExpiresAt.Time) || now.Before(c.NotBefore.Time) {
			return claims{}, errors.New("token is out of its time")
		}
		return c, nil
	}
	t, err := jwt.ParseWithClaims(bearer, &c, func(t *jwt.Token) (any, error) {
		if t.Header["typ"] != tokenType {
			return nil, errors.New("not an access token")
		}
		return a.key().access, nil
	}, jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(issuer), jwt.WithAudience(audience),
		jwt.WithExpirationRequired(), jwt.WithNotBeforeRequired(), jwt.WithTimeFunc(a.now), jwt.WithStrictDecoding())
	if err != nil {
		return c, err
	}
	if !t.Valid || c.Org == "" || c.Session == "" || c.Subject == "" && c.Device == "" {
		return c, errors.New("token names nobody")
	}
	a.proven.put(id, c)
	return c, nil
}
