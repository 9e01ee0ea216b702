package access

import (
	"errors"
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

// parse reads an access token: one algorithm, one key, our audience, our type, in its time.
func (a *Area) parse(bearer string) (claims, error) {
	var c claims
	if len(bearer) > 2048 {
		return c, errors.New("token too long")
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
	return c, nil
}
