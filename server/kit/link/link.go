// Package link is the capability links that strangers hold: whoever has the secret may do one thing to one object, for a while.
// The secret itself is never kept. What is kept is its SHA-256, so a stolen copy of the database opens nothing.
package link

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"
)

// Link is what its holder may do.
type Link struct {
	ID        string
	Kind      string // the one thing that it is good for
	Object    string
	Warehouse string
	By        string // who offered it
	ByName    string
	Device    string // on which device
	MadeAt    time.Time
	ExpiresAt time.Time
	Openings  int64
}

const secretBytes = 32

// Org reads the organisation from a token, which is its id, a dot and the secret. ok is false where the text cannot be one of ours.
func Org(token string) (org string, ok bool) {
	org, secret, ok := strings.Cut(token, ".")
	if !ok || org == "" || len(org) > 64 {
		return "", false
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	return org, err == nil && len(b) == secretBytes
}

// Hash is what is kept of a token.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
