package app

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// certified writes a certificate for localhost that lasts so long, and its key.
func certified(t *testing.T, lasts time.Duration) (cert, key string, trusted *x509.CertPool) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(lasts)}
	raw, err := x509.CreateCertificate(rand.Reader, form, form, &secret.PublicKey, secret)
	if err != nil {
		t.Fatal(err)
	}
	hidden, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key, trusted = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), x509.NewCertPool()
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: raw}, key: {Type: "PRIVATE KEY", Bytes: hidden}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	trusted.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}))
	return cert, key, trusted
}

func freePort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// heard is what a command printed so far.
type heard struct {
	mu sync.Mutex
	bytes.Buffer
}

func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.Buffer.Write(p)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.Buffer.String()
}

// servedSecurely starts a server that speaks HTTPS at that address as localhost, and waits until it says so. What it printed can be read meanwhile.
func servedSecurely(t *testing.T, f folders, secure string, args ...string) (at string, said *heard, stop func()) {
	t.Helper()
	_, port, _ := net.SplitHostPort(secure)
	at = "https://localhost:" + port
	ctx, cancel := context.WithCancel(context.Background())
	said, ended := &heard{}, make(chan error, 1)
	go func() {
		ended <- run(ctx, said, append([]string{"serve"}, f.args(append(args, "--addr", secure, "--url", at)...)...))
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	for end := time.Now().Add(60 * time.Second); !strings.Contains(said.String(), "Lading is at "+at+"\n"); time.Sleep(50 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- nil
			t.Fatalf("%v\n%s", err, said)
		default:
		}
		if time.Now().After(end) {
			t.Fatalf("not up: %s", said)
		}
	}
	return at, said, stop
}

// reaching is a browser that trusts those authorities, whatever address a name of theirs has.
func reaching(secure string, trusted *x509.CertPool) *http.Client {
	return &http.Client{Timeout: 2 * time.Minute, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted},
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "tcp", secure)
		},
	}}
}

func TestHTTPS_IsServedWithACertificateOfOnesOwn(t *testing.T) {
	cert, key, trusted := certified(t, 5*24*time.Hour)
	secure, plain := freePort(t), freePort(t)
	at, _, _ := servedSecurely(t, newFolders(t), secure, "--demo=small", "--http-addr", plain, "--cert", cert, "--key", key)
	client := reaching(secure, trusted)
	res, err := client.Get(at + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if res.StatusCode != 200 || !strings.Contains(string(body), "certificate-ends days=4") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if res.Header.Get("Strict-Transport-Security") == "" {
		t.Error("no HSTS")
	}
	res, err = client.Post(at+"/api/token", "application/json", strings.NewReader(`{"grantType":"password","userName":"office@demo.test","password":"lading-demo","cookie":true}`))
	if err != nil {
		t.Fatal(err)
	}
	body, _ = io.ReadAll(res.Body)
	_ = res.Body.Close()
	if c := res.Cookies(); res.StatusCode != 200 || len(c) != 1 || !c[0].Secure {
		t.Errorf("%d %s: cookies %v", res.StatusCode, body, c)
	}
	straight := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err = straight.Get(fmt.Sprintf("http://%s/DockBoard", plain))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if to := res.Header.Get("Location"); to != at+"/DockBoard" {
		t.Errorf("HTTP is led to %q", to)
	}
}

func TestHTTPS_OfALocalNetworkIsTrustedByWhoeverWasShownItsAuthority(t *testing.T) {
	secure, plain := freePort(t), freePort(t)
	f := newFolders(t)
	var trusted *x509.CertPool
	for start := range 2 {
		at, said, stop := servedSecurely(t, f, secure, "--lan", "--http-addr", plain)
		if start == 0 {
			res, err := http.Get("http://" + plain + "/trust/lading-authority.pem")
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(res.Body)
			_ = res.Body.Close()
			trusted = x509.NewCertPool()
			if !trusted.AppendCertsFromPEM(body) {
				t.Fatalf("%d %s", res.StatusCode, body)
			}
			if _, port, _ := net.SplitHostPort(plain); !strings.Contains(said.String(), "Devices learn to trust it at http://localhost:"+port+"/trust\nThe authority's fingerprint (SHA-256) is ") {
				t.Error(said.String())
			}
			if _, err := reaching(secure, x509.NewCertPool()).Get(at + "/readyz"); err == nil {
				t.Error("who was shown nothing trusts it")
			}
		}
		res, err := reaching(secure, trusted).Get(at + "/readyz")
		if err != nil {
			t.Fatalf("start %d: %v", start+1, err)
		}
		_ = res.Body.Close()
		// A browser that were held to HTTPS could not be shown the authority of a server that was set up anew.
		if res.StatusCode != 200 || res.Header.Get("Strict-Transport-Security") != "" {
			t.Errorf("%d, HSTS %q", res.StatusCode, res.Header.Get("Strict-Transport-Security"))
		}
		stop()
	}
}

func TestHTTPS_WhatDoesNotFitIsRefusedBeforeADatabaseIsOpened(t *testing.T) {
	cert, key, _ := certified(t, time.Hour)
	old, itsKey, _ := certified(t, -time.Minute)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	for says, args := range map[string][]string{
		"give one of the two":         {"--cert", cert, "--key", key, "--domain", "tms.example.com"},
		"give one of the three":       {"--lan", "--domain", "tms.example.com"},
		"--key, --acme-email":         {"--key", key},
		"--trust-proxy is for":        {"--cert", cert, "--key", key, "--trust-proxy", "--url", "https://localhost"},
		"does not begin with":         {"--cert", cert, "--key", key, "--url", "http://localhost"},
		"say where people reach this": {"--cert", cert, "--key", key},
		"people reach this server by": {"--cert", cert, "--key", key, "--url", "https://tms.example.com"},
		"ran out on":                  {"--cert", old, "--key", itsKey, "--url", "https://localhost"},
		"is not one name":             {"--domain", "*.example.com"},
	} {
		f := newFolders(t)
		if out, err := lading(append([]string{"serve"}, f.args(args...)...)...); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v %s", args, err, out)
		}
		if _, err := os.Stat(f.data); !os.IsNotExist(err) {
			t.Errorf("%v: data was begun", args)
		}
	}
	f := newFolders(t)
	if _, err := lading(append([]string{"serve"}, f.args("--addr", taken.Addr().String())...)...); err == nil || !strings.Contains(err.Error(), "is taken by another program") {
		t.Errorf("a port that is taken: %v", err)
	}
}
