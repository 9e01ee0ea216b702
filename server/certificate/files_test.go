package certificate

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"software.sslmate.com/src/go-pkcs12"
)

// minted is a certificate with its key, signed by another or by itself.
type minted struct {
	*x509.Certificate
	key *ecdsa.PrivateKey
}

func mint(t *testing.T, by *minted, serial int64, name string, from, to time.Time) *minted {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name}, NotBefore: from, NotAfter: to, BasicConstraintsValid: true}
	signer, signs := form, key
	if by == nil {
		form.IsCA, form.KeyUsage = true, x509.KeyUsageCertSign
	} else {
		form.DNSNames, signer, signs = []string{name}, by.Certificate, by.key
	}
	raw, err := x509.CreateCertificate(rand.Reader, form, signer, &key.PublicKey, signs)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return &minted{made, key}
}

func chain(all ...*minted) (body []byte) {
	for _, one := range all {
		body = append(body, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: one.Raw})...)
	}
	return body
}

func (m *minted) secret(t *testing.T) []byte {
	raw, err := x509.MarshalPKCS8PrivateKey(m.key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw})
}

func put(t *testing.T, name string, body []byte) string {
	t.Helper()
	if err := os.WriteFile(name, body, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestFiles_WhatNoBrowserWouldAcceptIsRefusedAtStart(t *testing.T) {
	now := time.Now()
	root := mint(t, nil, 1, "root", now.Add(-time.Hour), now.Add(time.Hour))
	other := mint(t, nil, 2, "another", now.Add(-time.Hour), now.Add(time.Hour))
	leaf := mint(t, root, 3, "tms.example.com", now.Add(-time.Hour), now.Add(time.Hour))
	old := mint(t, root, 4, "tms.example.com", now.Add(-2*time.Hour), now.Add(-time.Hour))
	young := mint(t, root, 5, "tms.example.com", now.Add(time.Hour), now.Add(2*time.Hour))
	pfx, err := pkcs12.Modern.Encode(leaf.key, leaf.Certificate, []*x509.Certificate{root.Certificate}, "secret")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, says string
		cert, key  []byte
		password   string
		name       string
	}{
		{what: "in order", cert: chain(leaf, root), key: leaf.secret(t)},
		{what: "a PFX", cert: pfx, password: "secret"},
		{what: "the wrong order", cert: chain(root, leaf), key: leaf.secret(t), says: "number 2 in the file and must be the first"},
		{what: "a link of another chain", cert: chain(leaf, other), key: leaf.secret(t), says: "number 2 in the file has not signed"},
		{what: "another key", cert: chain(leaf, root), key: old.secret(t), says: "do not belong together"},
		{what: "run out", cert: chain(old, root), key: old.secret(t), says: "ran out on"},
		{what: "not begun", cert: chain(young, root), key: young.secret(t), says: "holds only from"},
		{what: "another name", cert: chain(leaf, root), key: leaf.secret(t), name: "freight.example.com", says: "for [tms.example.com], and people reach this server by freight.example.com"},
		{what: "a PFX with a wrong password", cert: pfx, password: "guess", says: "LADING_CERT_PASSWORD"},
		{what: "no certificate at all", cert: []byte("hello"), says: "neither PEM nor a PFX"},
		{what: "no key", cert: chain(leaf, root), says: "--key"},
	} {
		dir := t.TempDir()
		cfg := Config{File: put(t, filepath.Join(dir, "the chain.pem"), c.cert), Password: c.password, Name: "tms.example.com"}
		if c.name != "" {
			cfg.Name = c.name
		}
		if c.key != nil {
			cfg.Key = put(t, filepath.Join(dir, "schlüssel.pem"), c.key)
		}
		_, err := Open(cfg)
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	if _, err := Open(Config{File: "x", Domain: "tms.example.com"}); err == nil {
		t.Error("two sources at once")
	}
}

func TestFiles_AReplacedCertificateIsServedAndABrokenOneIsNot(t *testing.T) {
	now := time.Now()
	root := mint(t, nil, 1, "root", now.Add(-time.Hour), now.Add(100*24*time.Hour))
	first := mint(t, root, 2, "tms.example.com", now.Add(-time.Hour), now.Add(time.Hour))
	next := mint(t, root, 3, "tms.example.com", now.Add(-time.Hour), now.Add(48*time.Hour))
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	put(t, cert, chain(first, root))
	put(t, key, first.secret(t))
	f, err := newFiles(Config{File: cert, Key: key, Name: "tms.example.com"})
	if err != nil {
		t.Fatal(err)
	}
	later := now
	f.now = func() time.Time { later = later.Add(looks); return later }
	served := func() int64 {
		pair, err := f.get(&tls.ClientHelloInfo{})
		if err != nil {
			t.Fatal(err)
		}
		return pair.Leaf.SerialNumber.Int64()
	}
	if n := served(); n != 2 {
		t.Fatalf("serves %d", n)
	}
	put(t, cert, chain(next, root, root)) // and its key is not there yet
	if n := served(); n != 2 || f.trouble() == "" {
		t.Errorf("half of a pair: serves %d, says %q", n, f.trouble())
	}
	put(t, key, next.secret(t))
	if n := served(); n != 3 || f.trouble() != "" {
		t.Errorf("the whole pair: serves %d, says %q", n, f.trouble())
	}
	if got := f.ends(); !got.Equal(next.NotAfter) {
		t.Errorf("ends %v", got)
	}
	if err := os.Remove(cert); err != nil {
		t.Fatal(err)
	}
	if n := served(); n != 3 {
		t.Errorf("the file is gone: serves %d", n)
	}
}

func TestLead_GoesToTheSameAddressOfTheNameThatPeopleKnow(t *testing.T) {
	for _, c := range []struct {
		cfg      Config
		host, to string
	}{
		{Config{Name: "tms.example.com", Addr: ":443"}, "10.0.0.5", "https://tms.example.com/a?b=c"},
		{Config{Addr: ":8443"}, "10.0.0.5:8080", "https://10.0.0.5:8443/a?b=c"},
		{Config{Addr: ":8443"}, "[fd00::5]:8080", "https://[fd00::5]:8443/a?b=c"},
	} {
		w := httptest.NewRecorder()
		(&Keeper{cfg: c.cfg}).lead(w, httptest.NewRequest(http.MethodGet, fmt.Sprintf("http://%s/a?b=c", c.host), nil))
		if to := w.Header().Get("Location"); to != c.to {
			t.Errorf("%s: %s", c.host, to)
		}
	}
}
