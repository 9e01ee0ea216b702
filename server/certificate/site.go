package certificate

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"lading/server/kit/localfile"
)

const (
	// A device is made to trust the authority by hand, so it lasts; a certificate is issued by the server itself, so it need not.
	authorityLasts = 10 * 365 * 24 * time.Hour
	// The next authority is on the trust page for so long before the former one ends: each device has to be shown it in that time.
	authorityOverlaps = 2 * 365 * 24 * time.Hour
	// Apple's systems take no more than 825 days, also of an authority that was added by hand.
	leafLasts = 90 * 24 * time.Hour
	leafRenew = 30 * 24 * time.Hour
	sitePEM   = "site-authority.pem" // the authorities with their keys, the one in use first
)

// within is where a site's authority may vouch for an address: private networks (RFC 1918, 4193), link-local ones and the machine itself.
var within = func() (all []*net.IPNet) {
	for _, s := range []string{"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7", "fe80::/10", "::1/128"} {
		_, n, err := net.ParseCIDR(s)
		if err != nil {
			panic(err) // it stands above
		}
		all = append(all, n)
	}
	return all
}()

// root is an authority that devices of the site are made to trust. It can vouch for the server's names and for private addresses, and for nothing else: whoever
// stole its key could pass for this server and for no bank.
type root struct {
	cert *x509.Certificate
	key  crypto.Signer
}

// site issues certificates for a server that has no public name.
type site struct {
	cfg   Config
	now   func() time.Time
	names []string
	local func() []net.IP // this machine's addresses

	mu     sync.Mutex
	roots  []root
	pair   *tls.Certificate
	said   string
	talk   *talker
	closed chan struct{}
}

// SiteNames are what a server on a local network is reached by, the one to be told to people first: the host's name by multicast DNS (RFC 6762), as each system
// of today resolves it, the plain name, and the machine itself.
func SiteNames(host, asked string) []string {
	host, _, _ = strings.Cut(strings.ToLower(host), ".")
	var all []string
	add := func(name string) {
		if name != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	if net.ParseIP(asked) == nil {
		add(strings.ToLower(asked))
	}
	if host != "" && host != "localhost" {
		add(host + ".local")
		add(host)
	}
	add("localhost")
	return all
}

func newSite(cfg Config) (*site, error) {
	host, err := os.Hostname()
	if err != nil {
		return nil, fmt.Errorf("--lan: this machine has no name: %w", err)
	}
	s := &site{cfg: cfg, now: time.Now, names: SiteNames(host, cfg.Name), local: addresses, closed: make(chan struct{})}
	if strings.Contains(cfg.Name, ".") && !strings.HasSuffix(cfg.Name, ".local") {
		slog.Warn("with --lan, the name in --url must be known to the site's own DNS", "name", cfg.Name)
	}
	if err := s.load(); err != nil {
		return nil, err
	}
	return s, s.renew()
}

// addresses are those of this machine on private networks. An address that is public is no site's to vouch for.
func addresses() (all []net.IP) {
	list, _ := net.InterfaceAddrs() // none at all is a machine without a network: it still serves itself
	for _, a := range list {
		if n, ok := a.(*net.IPNet); ok && slices.ContainsFunc(within, func(w *net.IPNet) bool { return w.Contains(n.IP) }) {
			all = append(all, n.IP)
		}
	}
	slices.SortFunc(all, func(a, b net.IP) int { return strings.Compare(a.String(), b.String()) })
	return all
}

// load reads the authorities, or makes the first.
func (s *site) load() error {
	body, err := os.ReadFile(filepath.Join(s.cfg.Dir, sitePEM))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--lan: %w", err)
	}
	for rest := err == nil; rest; rest = len(body) > 0 { // a file that is there has one at least
		var c, k *pem.Block
		c, body = pem.Decode(body)
		if k, body = pem.Decode(body); c == nil || k == nil {
			return fmt.Errorf("--lan: %s is cut short; take it from a copy of the data folder, or delete it and show every device the new authority", sitePEM)
		}
		cert, err := x509.ParseCertificate(c.Bytes)
		if err != nil {
			return fmt.Errorf("--lan: %s: %w", sitePEM, err)
		}
		key, err := x509.ParseECPrivateKey(k.Bytes)
		if err != nil {
			return fmt.Errorf("--lan: %s: %w", sitePEM, err)
		}
		s.roots = append(s.roots, root{cert, key})
	}
	return nil
}

func (s *site) save() error {
	var body []byte
	for _, r := range s.roots {
		raw, err := x509.MarshalECPrivateKey(r.key.(*ecdsa.PrivateKey)) // we made it
		if err != nil {
			return err
		}
		body = append(body, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.cert.Raw})...)
		body = append(body, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: raw})...)
	}
	if err := os.MkdirAll(s.cfg.Dir, 0o700); err != nil {
		return err
	}
	name := filepath.Join(s.cfg.Dir, sitePEM)
	f, err := os.OpenFile(name+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return localfile.Rename(name+".new", name)
}

func serial() *big.Int {
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		panic(err) // the system gives no random numbers: nothing here may go on
	}
	return n.Add(n, big.NewInt(1))
}

// found makes another authority. Constrained by names (RFC 5280 §4.2.1.10): those of this server and private addresses.
func (s *site) found() (root, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return root{}, err
	}
	now := s.now()
	form := &x509.Certificate{
		SerialNumber: serial(),
		Subject:      pkix.Name{CommonName: fmt.Sprintf("Lading on %s (%s)", s.names[0], now.UTC().Format(time.DateOnly)), Organization: []string{"Lading"}},
		NotBefore:    now.Add(-time.Hour), NotAfter: now.Add(authorityLasts),
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign, IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true,
		PermittedDNSDomainsCritical: true, PermittedDNSDomains: s.names, PermittedIPRanges: within,
	}
	raw, err := x509.CreateCertificate(rand.Reader, form, form, key.Public(), key)
	if err != nil {
		return root{}, err
	}
	cert, err := x509.ParseCertificate(raw)
	return root{cert, key}, err
}

// renew sees to it that there is an authority that vouches for the names of now, a next one in time, and a certificate for today's names and addresses.
func (s *site) renew() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	before := len(s.roots)
	s.roots = slices.DeleteFunc(s.roots, func(r root) bool { return now.Add(leafLasts).After(r.cert.NotAfter) })
	vouches := func(r root) bool {
		return !slices.ContainsFunc(s.names, func(n string) bool { return !slices.Contains(r.cert.PermittedDNSDomains, n) })
	}
	changed := len(s.roots) != before
	// A server that got another name needs another authority; devices that trust the former go on by the former's names.
	last := len(s.roots) - 1
	if last < 0 || !vouches(s.roots[last]) || now.Add(authorityOverlaps).After(s.roots[last].cert.NotAfter) {
		next, err := s.found()
		if err != nil {
			return fmt.Errorf("--lan: %w", err)
		}
		s.roots, changed = append(s.roots, next), true
	}
	if changed {
		if err := s.save(); err != nil {
			return fmt.Errorf("--lan: %w", err)
		}
	}
	by := s.roots[0]
	names := slices.DeleteFunc(slices.Clone(s.names), func(n string) bool { return !slices.Contains(by.cert.PermittedDNSDomains, n) })
	ips := s.local()
	if p := s.pair; p != nil && p.Leaf.NotAfter.Sub(now) > leafRenew && slices.Equal(p.Leaf.DNSNames, names) && slices.EqualFunc(p.Leaf.IPAddresses, ips, net.IP.Equal) &&
		p.Leaf.CheckSignatureFrom(by.cert) == nil {
		return nil
	}
	pair, err := s.issue(by, names, ips)
	if err != nil {
		return fmt.Errorf("--lan: %w", err)
	}
	s.pair = pair
	slog.Info("a certificate of the site's authority is served", "names", names, "addresses", ips, "ends", pair.Leaf.NotAfter)
	return nil
}

func (s *site) issue(by root, names []string, ips []net.IP) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	now := s.now()
	form := &x509.Certificate{
		SerialNumber: serial(),
		Subject:      pkix.Name{CommonName: names[0]},
		NotBefore:    now.Add(-time.Hour), NotAfter: now.Add(leafLasts),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true,
		DNSNames: names, IPAddresses: ips,
	}
	raw, err := x509.CreateCertificate(rand.Reader, form, by.cert, key.Public(), by.key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(raw)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{raw, by.cert.Raw}, PrivateKey: key, Leaf: leaf}, nil
}

func (s *site) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pair, nil
}

func (s *site) ends() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pair.Leaf.NotAfter
}

func (s *site) trouble() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said
}

// begin answers for the server's name on the local network, and looks once a minute whether addresses or time ask for another certificate.
func (s *site) begin(ctx context.Context) error {
	every := s.cfg.every
	if every == 0 {
		every = time.Minute
	}
	s.talk = listenLocal(s.names)
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-s.closed:
				return
			case <-tick.C:
			}
			said := ""
			if err := s.renew(); err != nil {
				slog.Error("the site's certificate is not renewed; the former one is still served", "err", err)
				said = err.Error()
			}
			s.mu.Lock()
			s.said = said
			s.mu.Unlock()
		}
	}()
	return nil
}

func (s *site) close() {
	close(s.closed)
	s.talk.close()
}

// challenges puts the trust page where others only lead to HTTPS: a device that does not trust the site's authority yet would be led to a warning.
func (s *site) challenges(http.Handler) http.Handler { return s.trust() }

// certificates are the authorities that a device should trust, in DER, the one in use first.
func (s *site) certificates() (all []*x509.Certificate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.roots {
		all = append(all, r.cert)
	}
	return all
}
