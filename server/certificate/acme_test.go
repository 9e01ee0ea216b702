package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"
)

// authority is a certificate authority that speaks ACME, with the DNS that it asks.
type authority struct {
	*httptest.Server
	roots  string // PEM of what the directory's certificate is checked against
	issued *x509.CertPool
}

// newAuthority validates names at the two ports of 127.0.0.1. Its certificates live for so many seconds.
func newAuthority(t *testing.T, plain, secure int, life uint64) authority {
	return newAuthorityBy(t, plain, secure, life, resolver(t))
}

// newAuthorityBy asks that nameserver where names are and what they say.
func newAuthorityBy(t *testing.T, plain, secure int, life uint64, nameserver string) authority {
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	quiet := log.New(io.Discard, "", 0)
	store := db.NewMemoryStore()
	issuer := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {Description: "short", ValidityPeriod: life}})
	front := wfe.New(quiet, store, va.New(quiet, plain, secure, false, nameserver, store), issuer, []string{"pebble.test"}, false, false, 1, 1)
	a := authority{Server: httptest.NewTLSServer(front.Handler()), roots: filepath.Join(t.TempDir(), "roots.pem"), issued: x509.NewCertPool()}
	t.Cleanup(a.Close)
	body := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.Certificate().Raw})
	if err := os.WriteFile(a.roots, body, 0o600); err != nil {
		t.Fatal(err)
	}
	a.issued.AppendCertsFromPEM(issuer.GetRootCert(0).PEM())
	return a
}

// resolver says of every name that it is this machine.
func resolver(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &dns.Server{Listener: l, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, asked *dns.Msg) {
		m := new(dns.Msg).SetReply(asked)
		if q := asked.Question[0]; q.Qtype == dns.TypeA {
			m.Answer = append(m.Answer, &dns.A{Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeA, Class: dns.ClassINET}, A: net.IPv4(127, 0, 0, 1)})
		}
		_ = w.WriteMsg(m)
	})}
	go func() { _ = server.ActivateAndServe() }()
	t.Cleanup(func() { _ = server.Shutdown() })
	return l.Addr().String()
}

// free finds a port that nobody has.
func free(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

// serve answers "ok" over the keeper's HTTPS, and gives a client that reaches it by name and trusts the authority alone.
func serve(t *testing.T, cfg Config, trusted *x509.CertPool) (*Keeper, *http.Client) {
	k, err := Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", cfg.Addr)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{ErrorLog: log.New(io.Discard, "", 0), Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok")) })}
	go func() { _ = server.Serve(k.Secure(l)) }()
	t.Cleanup(func() { _ = server.Close(); k.Close() })
	if err := k.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	client.Transport = &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted, ServerName: cfg.Domain},
		DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
			_, p, _ := net.SplitHostPort(address)
			return (&net.Dialer{}).DialContext(ctx, "tcp", "127.0.0.1:"+p)
		},
	}
	return k, client
}

func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(60 * time.Second); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

func TestACME_ACertificateIsObtainedAndRenewedWithoutADroppedRequest(t *testing.T) {
	plain, secure := free(t), free(t)
	a := newAuthority(t, plain, secure, 9)
	cfg := Config{
		Domain: "tms.example.com", Directory: a.URL + wfe.DirectoryPath, Roots: a.roots, Addr: fmt.Sprintf("127.0.0.1:%d", secure), Plain: fmt.Sprintf("127.0.0.1:%d", plain),
		Dir: t.TempDir(), every: 500 * time.Millisecond,
	}
	k, client := serve(t, cfg, a.issued)
	at := fmt.Sprintf("https://tms.example.com:%d/x", secure)

	res, err := client.Get(fmt.Sprintf("http://tms.example.com:%d/OpenOrders?x=1", plain))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if to := res.Header.Get("Location"); res.StatusCode != 308 || to != fmt.Sprintf("https://tms.example.com:%d/OpenOrders?x=1", secure) {
		t.Errorf("HTTP is led by %d to %q", res.StatusCode, to)
	}

	until(t, "a first certificate", func() bool { return !k.Ends().IsZero() })
	first := k.Ends()
	if left := time.Until(first); left <= 0 || left > 10*time.Second {
		t.Errorf("it ends in %v", left)
	}
	var mu sync.Mutex
	serials, stop := map[string]bool{}, make(chan struct{})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				res, err := client.Get(at)
				if err != nil {
					t.Errorf("a request during the renewal: %v", err)
					return
				}
				_, _ = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
				mu.Lock()
				serials[res.TLS.PeerCertificates[0].SerialNumber.String()] = true
				mu.Unlock()
				client.CloseIdleConnections() // a handshake each time
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
	until(t, "a renewed certificate in use", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(serials) > 1
	})
	close(stop)
	all.Wait()
	if !k.Ends().After(first) {
		t.Error("the renewed one ends no later")
	}

	held := 0
	_ = filepath.WalkDir(cfg.Dir, func(name string, _ os.DirEntry, err error) error {
		if info, serr := os.Stat(name); serr == nil && strings.HasSuffix(name, ".key") {
			held++
			if info.Mode().Perm()&0o077 != 0 {
				t.Errorf("others may read %s: %v", name, info.Mode())
			}
		}
		return err
	})
	if held == 0 {
		t.Error("no key is kept for the next start")
	}
}

func TestACME_ARefusedNameLeavesTheServerWithoutACertificateAndSaysSo(t *testing.T) {
	plain, secure := free(t), free(t)
	a := newAuthority(t, free(t), free(t), 60) // asks where nobody listens, as with a name that leads elsewhere
	k, client := serve(t, Config{
		Domain: "tms.example.com", Directory: a.URL + wfe.DirectoryPath, Roots: a.roots, Addr: fmt.Sprintf("127.0.0.1:%d", secure), Plain: fmt.Sprintf("127.0.0.1:%d", plain), Dir: t.TempDir(),
	}, a.issued)
	until(t, "a refusal", func() bool { return k.Trouble() != "" })
	if !k.Ends().IsZero() {
		t.Error("a certificate out of nothing")
	}
	if _, err := client.Get(fmt.Sprintf("https://tms.example.com:%d/", secure)); err == nil {
		t.Error("HTTPS without a certificate")
	}
}

// limits has the authority answer as Let's Encrypt does to who has asked too often for a name.
func limits(a authority) {
	whole := a.Config.Handler
	a.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/order-plz" {
			whole.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/problem+json")
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, `{"type":"urn:ietf:params:acme:error:rateLimited","detail":"too many certificates (5) already issued for this exact set of identifiers, retry after 2026-11-28 18:00:00 UTC","status":429}`)
	})
}

func TestACME_ARateLimitIsToldInTheAuthoritysWords(t *testing.T) {
	plain, secure := free(t), free(t)
	a := newAuthority(t, plain, secure, 60)
	limits(a)
	k, _ := serve(t, Config{
		Domain: "tms.example.com", Directory: a.URL + wfe.DirectoryPath, Roots: a.roots, Addr: fmt.Sprintf("127.0.0.1:%d", secure), Plain: fmt.Sprintf("127.0.0.1:%d", plain), Dir: t.TempDir(),
	}, a.issued)
	until(t, "what the authority says", func() bool { return strings.Contains(k.Trouble(), "retry after 2026-11-28 18:00:00 UTC") })
	if !k.Ends().IsZero() {
		t.Error("a certificate out of nothing")
	}
}

func TestACME_ANameThatNoAuthorityCanProveIsRefusedAtStart(t *testing.T) {
	for _, name := range []string{"*.example.com", "https://tms.example.com", "203.0.113.7", "server", "tms.example.com:443"} {
		if _, err := Open(Config{Domain: name, Addr: ":443", Dir: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "--domain") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
