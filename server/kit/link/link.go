// Package link is the capability links that strangers hold: whoever has the secret may do one thing to one object, for a while.
// The secret itself is never kept. What is kept is its SHA-256, so a stolen copy of the database opens nothing.
package link

import (
	"crypto/hmac"
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

// Opening is a place that a link was opened from. More than one tells that it was passed on.
type Opening struct {
	Agent   string    `json:"agent"`
	Address string    `json:"address"`
	Times   int64     `json:"times"`
	FirstAt time.Time `json:"firstAt"`
	LastAt  time.Time `json:"lastAt"`
}

const secretBytes = 32

// Token makes the token of a link that goes out by mail, from the link's id and a key that is not in the database. So the secret stands in no row,
// and a mail that is sent again after a crash carries the same one.
func Token(key []byte, org, id string) string {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write([]byte(org + "\x00" + id))
	return org + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Org reads the organisation from a token, which is its id, a dot and the secret. ok is false where the text cannot be one of ours.
func Org(token string) (org string, ok bool) {
	org, secret, ok := strings.Cut(token, ".")
	if !ok || org == "" || len(org) > 64 {
		return "", false
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(secret)
	return org, err == nil && len(b) == secretBytes
}

// Mark in a mail's body becomes the token of the mail's link when the mail goes out, and never before: no row holds the secret, and who
// reads the list of mails cannot use it.
const Mark = "[link]"

// MarkOf stands for one of the links of a mail that has several.
func MarkOf(id string) string { return "[link " + id + "]" }

// Hash is what is kept of a token.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
