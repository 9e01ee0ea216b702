// Package jwk reads the public key of an enrolled device and checks what the device signed with the key that never leaves it.
package jwk

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/base64"
	"errors"

	"github.com/goccy/go-json"
	"github.com/golang-jwt/jwt/v5"
)

type key struct {
	Kty string `json:"kty"`
	Crv string `json:"crv"`
	X   string `json:"x"`
	Y   string `json:"y"`
}

// Parse reads a device's public key, a JWK on P-256.
func Parse(text string) (*ecdsa.PublicKey, error) {
	var k key
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		return nil, err
	}
	x, err1 := base64.RawURLEncoding.DecodeString(k.X)
	y, err2 := base64.RawURLEncoding.DecodeString(k.Y)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	if k.Kty != "EC" || k.Crv != "P-256" || len(x) != 32 || len(y) != 32 {
		return nil, errors.New("not a P-256 key")
	}
	return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), append(append([]byte{4}, x...), y...))
}

// Verify checks an ES256 signature (r and s, 32 bytes each, base64url) over a text.
func Verify(pub *ecdsa.PublicKey, text, sig string) bool {
	b, err := base64.RawURLEncoding.DecodeString(sig)
	return err == nil && jwt.SigningMethodES256.Verify(text, b, pub) == nil
}
