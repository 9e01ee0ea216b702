package certificate

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"
)

// Config says where the certificate comes from. Without a domain and without a file the server speaks HTTP.
type Config struct {
	Domain    string // public name, such as tms.example.com: its certificate is obtained by ACME
	Email     string // where the authority writes to; may be empty
	Directory string // of the ACME authority; empty is Let's Encrypt
	Roots     string // PEM file of roots that the directory's own certificate is checked against, for an authority of a company's own
	DNS       string // how the name is proved by a record of it, where the authority cannot reach the server; see proof
	DNSSecret string // of DNS' key, in base64
	LAN       bool   // no public name: the server is the authority of its own site
	File      string // certificate chain in PEM, or all of it in one PFX file
	Key       string // private key in PEM; empty with a PFX
	Password  string // of the PFX
	Name      string // host that people reach the server by; a certificate in files must be valid for it, where it is known
	Addr      string // where HTTPS is served
	Plain     string // where HTTP is led to HTTPS, and challenges are answered; empty is nowhere
	Dir       string // where keys of ACME are kept

	every time.Duration // how often renewal is thought of; the library's own ten minutes if zero
}

// On tells whether the server speaks HTTPS itself.
func (c Config) On() bool { return c.Domain != "" || c.File != "" || c.LAN }

// source is one way to have a certificate.
type source interface {
	get(*tls.ClientHelloInfo) (*tls.Certificate, error)
	ends() time.Time                           // of the one that is served; zero where there is none yet
	begin(ctx context.Context) error           // once the listeners stand
	challenges(then http.Handler) http.Handler // answers what an authority asks over HTTP
	trouble() string
	close()
}

// Keeper holds the server's certificate.
type Keeper struct {
	cfg Config
	source
	plain *http.Server
}

// Open checks what can be checked before anything listens: files, names, the way challenges come in.
func Open(cfg Config) (*Keeper, error) {
	k := &Keeper{cfg: cfg}
	var err error
	switch {
	case cfg.LAN && (cfg.Domain != "" || cfg.File != ""):
		return nil, errors.New("--lan makes certificates of the site's own; --domain and --cert bring others: give one of the three")
	case cfg.Domain != "" && cfg.File != "":
		return nil, errors.New("--domain obtains a certificate and --cert brings one: give one of the two")
	case cfg.Domain != "":
		k.source, err = newACME(cfg)
	case cfg.LAN:
		k.source, err = newSite(cfg)
	default:
		k.source, err = newFiles(cfg)
	}
	if err != nil {
		return nil, err
	}
	return k, nil
}

// Secure has a listener speak TLS.
func (k *Keeper) Secure(l net.Listener) net.Listener {
	return tls.NewListener(l, &tls.Config{
		MinVersion:     tls.VersionTLS12,
		GetCertificate: k.get,
		NextProtos:     []string{"http/1.1", "acme-tls/1"}, // RFC 8737
	})
}

// Start serves plain HTTP, where asked to, and then sees to the certificate until it is closed. The HTTPS listener must stand by then.
func (k *Keeper) Start(ctx context.Context) error {
	if k.cfg.Plain != "" {
		l, err := net.Listen("tcp", k.cfg.Plain)
		if err != nil {
			return Explain(err, k.cfg.Plain, "--http-addr")
		}
		k.plain = &http.Server{Handler: k.challenges(http.HandlerFunc(k.lead)), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute}
		go func() { _ = k.plain.Serve(l) }()
	}
	return k.begin(ctx)
}

// lead sends whoever asks over HTTP to the same address over HTTPS. Nothing else is said there: a password has no business on that side.
func (k *Keeper) lead(w http.ResponseWriter, r *http.Request) {
	host := k.cfg.Domain
	if host == "" {
		host = k.cfg.Name
	}
	if host == "" {
		host = r.Host
		if h, _, err := net.SplitHostPort(r.Host); err == nil {
			host = h
		}
	}
	if _, port, err := net.SplitHostPort(k.cfg.Addr); err == nil && port != "443" && port != "https" && port != "0" {
		host = net.JoinHostPort(strings.Trim(host, "[]"), port)
	}
	w.Header().Set("Connection", "close")
	http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusPermanentRedirect)
}

// Ends is when the certificate that is served runs out; zero where there is none yet.
func (k *Keeper) Ends() time.Time { return k.ends() }

// Trouble is why the last attempt to have another certificate failed; empty where it did not.
func (k *Keeper) Trouble() string { return k.trouble() }

// Close stops plain HTTP and the renewals.
func (k *Keeper) Close() {
	if k.plain != nil {
		_ = k.plain.Close()
	}
	k.close()
}

// URL is where people reach a server that speaks HTTPS at addr.
func (c Config) URL() string {
	host := c.Domain
	if host == "" {
		host = c.Name
	}
	_, port, err := net.SplitHostPort(c.Addr)
	switch {
	case host == "" || err != nil:
		return "https://" + c.Addr
	case port == "443" || port == "https":
		return "https://" + host
	default:
		return "https://" + net.JoinHostPort(host, port)
	}
}
