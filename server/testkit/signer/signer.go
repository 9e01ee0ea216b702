// Package signer is a device's key in tests and benchmarks: it signs as the browser does with the key that never leaves it.
package signer

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// Key is a P-256 key pair.
type Key struct{ private *ecdsa.PrivateKey }

// New makes a key pair. It panics where the machine has no random numbers.
func New() Key {
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	return Key{k}
}

// JWK is the public key as a device sends it.
func (k Key) JWK() string {
	point, err := k.private.PublicKey.Bytes()
	if err != nil {
		panic(err) // the curve is one that has an encoding
	}
	b64 := base64.RawURLEncoding.EncodeToString
	return fmt.Sprintf(`{"kty":"EC","crv":"P-256","x":"%s","y":"%s"}`, b64(point[1:33]), b64(point[33:]))
}

// Sign gives the signature over a text: r and s, 32 bytes each, in base64url.
func (k Key) Sign(text string) string {
	sum := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, k.private, sum[:])
	if err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...))
}
