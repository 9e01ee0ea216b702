// Package stamptest is a timestamp server (RFC 3161) over real HTTP, with a clock that the test sets.
package stamptest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/digitorus/timestamp"
)

// Server stamps whatever it is sent. While Down is set it answers 503, as a server in trouble does.
type Server struct {
	URL         string
	Certificate *x509.Certificate
	Down        atomic.Bool
	Asked       atomic.Int64
}

// New starts a server that ends with the test.
func New(t testing.TB, clock func() time.Time) *Server {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	// the extension by which a timestamp server is known must be marked critical, which the library's own field does not do
	draft := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test time"}, NotBefore: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC),
		KeyUsage:        x509.KeyUsageDigitalSignature,
		ExtraExtensions: []pkix.Extension{{Id: []int{2, 5, 29, 37}, Critical: true, Value: []byte{0x30, 0x0a, 0x06, 0x08, 0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x08}}}}
	der, err := x509.CreateCertificate(rand.Reader, draft, draft, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{}
	if s.Certificate, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Asked.Add(1)
		if s.Down.Load() {
			http.Error(w, "later", http.StatusServiceUnavailable)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		ask, err := timestamp.ParseRequest(body)
		if err != nil || r.Header.Get("Content-Type") != "application/timestamp-query" {
			http.Error(w, "not a query", http.StatusBadRequest)
			return
		}
		answer := timestamp.Timestamp{HashAlgorithm: crypto.SHA256, HashedMessage: ask.HashedMessage, Time: clock(), Nonce: ask.Nonce, Policy: []int{1, 2, 3, 4}, AddTSACertificate: ask.Certificates}
		out, err := answer.CreateResponseWithOpts(s.Certificate, key, crypto.SHA256)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/timestamp-reply")
		_, _ = w.Write(out)
	}))
	t.Cleanup(web.Close)
	s.URL = web.URL
	return s
}
