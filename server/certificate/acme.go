package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
)

// acme obtains a certificate and renews it when a third of its life is left.
type acme struct {
	cfg    Config
	cache  *certmagic.Cache
	magic  *certmagic.Config
	issuer *certmagic.ACMEIssuer

	said atomic.Pointer[string] // why the last attempt failed
}

func newACME(cfg Config) (*acme, error) {
	switch host := cfg.Domain; {
	case strings.HasPrefix(host, "*."):
		return nil, fmt.Errorf("--domain: %s is not one name; give the one that people open, such as tms%s", host, host[1:])
	case strings.ContainsAny(host, ":/@ "), net.ParseIP(host) != nil, !strings.Contains(host, "."):
		return nil, fmt.Errorf("--domain wants a name that the whole internet can look up, such as tms.example.com, not %q", host)
	}
	secure, err := port(cfg.Addr)
	if err != nil {
		return nil, fmt.Errorf("--addr: %w", err)
	}
	a := &acme{cfg: cfg}
	quiet := zap.NewNop() // what matters is told by events
	a.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert:   func(certmagic.Certificate) (*certmagic.Config, error) { return a.magic, nil },
		RenewCheckInterval: cfg.every,
		Logger:             quiet,
	})
	a.magic = certmagic.New(a.cache, certmagic.Config{Storage: &certmagic.FileStorage{Path: cfg.Dir}, Logger: quiet, OnEvent: a.hear})
	settings := certmagic.ACMEIssuer{Email: cfg.Email, Agreed: true, CA: cfg.Directory, AltTLSALPNPort: secure, DisableHTTPChallenge: cfg.Plain == "", Logger: quiet}
	if cfg.Plain != "" {
		if settings.AltHTTPPort, err = port(cfg.Plain); err != nil {
			return nil, fmt.Errorf("--http-addr: %w", err)
		}
	}
	if cfg.Roots != "" {
		body, err := os.ReadFile(cfg.Roots)
		if err != nil {
			return nil, fmt.Errorf("--acme-roots: %w", err)
		}
		settings.TrustedRoots = x509.NewCertPool()
		if !settings.TrustedRoots.AppendCertsFromPEM(body) {
			return nil, fmt.Errorf("--acme-roots: there is no certificate in PEM in %s", cfg.Roots)
		}
	}
	if cfg.DNS != "" {
		if settings.DNS01Solver, err = proof(cfg.DNS, cfg.DNSSecret); err != nil {
			return nil, err
		}
	}
	a.issuer = certmagic.NewACMEIssuer(a.magic, settings)
	a.magic.Issuers = []certmagic.Issuer{a.issuer}
	return a, nil
}

func port(addr string) (int, error) {
	_, p, err := net.SplitHostPort(addr)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(p)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q wants a number as its port", addr)
	}
	return n, nil
}

// hear logs what came of an attempt. The library itself tries again, ever later, for a month.
func (a *acme) hear(_ context.Context, event string, data map[string]any) error {
	switch event {
	case "cert_obtained":
		a.said.Store(nil)
		slog.Info("a certificate was obtained", "name", data["identifier"], "renewal", data["renewal"])
	case "cert_failed":
		why := fmt.Sprint(data["error"])
		a.said.Store(&why)
		hint := "The name must lead to this machine, and port 80 or 443 must be reached from outside"
		if a.cfg.DNS != "" {
			hint = "The key of --acme-dns must be allowed to change the TXT records of the name"
		}
		slog.Error("no certificate was obtained; it is tried again. "+hint, "name", data["identifier"], "renewal", data["renewal"], "err", data["error"])
	}
	return nil
}

func (a *acme) begin(ctx context.Context) error {
	return a.magic.ManageAsync(ctx, []string{a.cfg.Domain})
}

func (a *acme) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if hello.ServerName == "" { // asked for by its address, as a health check does
		hello.ServerName = a.cfg.Domain
	}
	return a.magic.GetCertificate(hello)
}

func (a *acme) ends() (last time.Time) {
	for _, c := range a.cache.AllMatchingCertificates(a.cfg.Domain) {
		if c.Leaf != nil && c.Leaf.NotAfter.After(last) {
			last = c.Leaf.NotAfter
		}
	}
	return last
}

func (a *acme) challenges(then http.Handler) http.Handler { return a.issuer.HTTPChallengeHandler(then) }

func (a *acme) trouble() string {
	if why := a.said.Load(); why != nil {
		return *why
	}
	return ""
}

func (a *acme) close() { a.cache.Stop() }
