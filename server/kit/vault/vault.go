// Package vault locks away what the database may hold but nobody may read out of it: keys and passwords of an organisation.
// Whoever has the database without the server's secret has nothing.
package vault

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
)

// ErrWrongKey says that a thing was locked with another secret, stands in another place than it was locked for, or was changed.
var ErrWrongKey = errors.New("vault: locked with another secret, or for another place")

// Vault locks and unlocks with a key of its own, drawn from the server's secret.
type Vault struct{ aead cipher.AEAD }

// New opens the vault of a server's secret.
func New(secret []byte) (*Vault, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "lading vault 1", 32)
	if err != nil {
		return nil, fmt.Errorf("draw the vault's key: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &Vault{aead}, err
}

// Lock encrypts a thing for one place, such as an organisation's certificate: moved elsewhere, it does not open.
func (v *Vault) Lock(place string, thing []byte) []byte {
	nonce := make([]byte, v.aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return v.aead.Seal(nonce, nonce, thing, []byte(place))
}

// Unlock gives the thing back.
func (v *Vault) Unlock(place string, locked []byte) ([]byte, error) {
	n := v.aead.NonceSize()
	if len(locked) < n {
		return nil, ErrWrongKey
	}
	thing, err := v.aead.Open(nil, locked[:n], locked[n:], []byte(place))
	if err != nil {
		return nil, ErrWrongKey
	}
	return thing, nil
}
