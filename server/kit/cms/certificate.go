package cms

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"math/big"
	"time"

	"software.sslmate.com/src/go-pkcs12"
)

// life of a certificate that we make: papers are disputed for years, and nobody renews what nobody remembers.
const life = 10 * 365 * 24 * time.Hour

// Make makes a certificate for an organisation that has none: it vouches for itself alone, so its fingerprint is what is compared.
func Make(organisation string, now time.Time) (*x509.Certificate, crypto.Signer, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, nil, err
	}
	name := pkix.Name{CommonName: organisation + " (bill of lading seal)", Organization: []string{organisation}}
	draft := &x509.Certificate{SerialNumber: serial, Subject: name, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(life),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, draft, draft, key.Public(), key)
	if err != nil {
		return nil, nil, fmt.Errorf("make a certificate: %w", err)
	}
	c, err := x509.ParseCertificate(der)
	return c, key, err
}

// ErrPassword says that a key file does not open with the password.
var ErrPassword = errors.New("cms: wrong password")

// FromFile reads a certificate with its key from a PKCS#12 file (.p12, .pfx).
func FromFile(file []byte, password string) ([]*x509.Certificate, crypto.Signer, error) {
	private, own, more, err := pkcs12.DecodeChain(file, password)
	if errors.Is(err, pkcs12.ErrIncorrectPassword) {
		return nil, nil, ErrPassword
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read key file: %w", err)
	}
	key, ok := private.(crypto.Signer)
	if !ok {
		return nil, nil, errors.New("cms: the file holds no key that signs")
	}
	if public, ok := own.PublicKey.(interface{ Equal(crypto.PublicKey) bool }); !ok || !public.Equal(key.Public()) {
		return nil, nil, errors.New("cms: the key is not the certificate's")
	}
	if _, err := algorithmOf(own); err != nil {
		return nil, nil, err
	}
	return append([]*x509.Certificate{own}, more...), key, nil
}
