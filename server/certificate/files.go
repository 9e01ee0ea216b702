package certificate

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"software.sslmate.com/src/go-pkcs12"
)

// looks is how often the files are asked whether they have changed, at most.
const looks = 10 * time.Second

// files serves a certificate that somebody else renews, from its files, and takes a new one as soon as it is there.
type files struct {
	cfg Config
	now func() time.Time

	mu     sync.Mutex
	looked time.Time
	seen   [2]stamp
	pair   *tls.Certificate
	said   string // why what stands in the files now is not served
}

// stamp is what of a file changes when it is written.
type stamp struct {
	at   time.Time
	size int64
}

func newFiles(cfg Config) (*files, error) {
	f := &files{cfg: cfg, now: time.Now}
	f.looked, f.seen = f.now(), f.stamps()
	var err error
	f.pair, err = f.read()
	return f, err
}

func (f *files) stamps() (now [2]stamp) {
	for i, name := range []string{f.cfg.File, f.cfg.Key} {
		if info, err := os.Stat(name); name != "" && err == nil {
			now[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	return now
}

// get serves the newest certificate that is in order. One that is not, or half of a pair that is being written, leaves the former in place.
func (f *files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	if now.Sub(f.looked) < looks {
		return f.pair, nil
	}
	f.looked = now
	if seen := f.stamps(); seen != f.seen {
		pair, err := f.read()
		if err != nil {
			slog.Error("the new certificate is not taken; the former one is still served", "file", f.cfg.File, "err", err)
			f.said = err.Error()
			return f.pair, nil // asked again until it can be read
		}
		f.pair, f.seen, f.said = pair, seen, ""
		slog.Info("a new certificate is served", "ends", pair.Leaf.NotAfter)
	}
	return f.pair, nil
}

func (f *files) ends() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pair.Leaf.NotAfter
}

func (f *files) begin(context.Context) error               { return nil }
func (f *files) challenges(then http.Handler) http.Handler { return then }
func (f *files) trouble() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.said
}

func (f *files) close() {}

// read gives the pair in the files, or says what is wrong with it.
func (f *files) read() (*tls.Certificate, error) {
	body, err := os.ReadFile(f.cfg.File)
	if err != nil {
		return nil, fmt.Errorf("--cert: %w", err)
	}
	var pair tls.Certificate
	if bytes.Contains(body, []byte("-----BEGIN")) {
		if f.cfg.Key == "" {
			return nil, errors.New("--key: a certificate in PEM needs the file with its private key")
		}
		key, err := os.ReadFile(f.cfg.Key)
		if err != nil {
			return nil, fmt.Errorf("--key: %w", err)
		}
		if pair, err = tls.X509KeyPair(body, key); err != nil {
			return nil, mismatch(body, key, err)
		}
	} else if pair, err = unpackPFX(body, f.cfg.Password); err != nil {
		return nil, err
	}
	if pair.Leaf == nil {
		if pair.Leaf, err = x509.ParseCertificate(pair.Certificate[0]); err != nil {
			return nil, fmt.Errorf("--cert: %w", err)
		}
	}
	return &pair, f.judge(&pair)
}

// mismatch tells a chain in the wrong order from a key of another certificate.
func mismatch(chain, key []byte, err error) error {
	for n, rest := range leaves(chain) {
		if _, other := tls.X509KeyPair(rest, key); n > 0 && other == nil {
			return fmt.Errorf("--cert: the chain is in the wrong order: the server's own certificate is number %d in the file and must be the first", n+1)
		}
	}
	return fmt.Errorf("--cert and --key do not belong together, or one of them cannot be read: %w", err)
}

// leaves gives what the file would be if it began with its nth certificate.
func leaves(chain []byte) (all [][]byte) {
	const mark = "-----BEGIN CERTIFICATE-----"
	for at := 0; ; {
		n := bytes.Index(chain[at:], []byte(mark))
		if n < 0 {
			return all
		}
		all = append(all, chain[at+n:])
		at += n + len(mark)
	}
}

func unpackPFX(body []byte, password string) (tls.Certificate, error) {
	key, leaf, chain, err := pkcs12.DecodeChain(body, password)
	switch {
	case errors.Is(err, pkcs12.ErrIncorrectPassword):
		return tls.Certificate{}, errors.New("--cert: the password of the PFX file is wrong (LADING_CERT_PASSWORD)")
	case err != nil:
		return tls.Certificate{}, fmt.Errorf("--cert is neither PEM nor a PFX file: %w", err)
	}
	pair := tls.Certificate{Certificate: [][]byte{leaf.Raw}, PrivateKey: key, Leaf: leaf}
	for _, c := range chain {
		pair.Certificate = append(pair.Certificate, c.Raw)
	}
	return pair, nil
}

// judge refuses what no browser would accept: run out, not begun, for another host, or a chain whose links do not sign one another.
func (f *files) judge(pair *tls.Certificate) error {
	leaf, now := pair.Leaf, f.now()
	if now.After(leaf.NotAfter) {
		return fmt.Errorf("--cert: the certificate ran out on %s", leaf.NotAfter.Format(time.DateOnly))
	}
	if now.Before(leaf.NotBefore) {
		return fmt.Errorf("--cert: the certificate holds only from %s; is this machine's clock right?", leaf.NotBefore.Format(time.DateTime))
	}
	if f.cfg.Name != "" && leaf.VerifyHostname(f.cfg.Name) != nil {
		return fmt.Errorf("--cert: the certificate is for %v, and people reach this server by %s (--url)", names(leaf), f.cfg.Name)
	}
	for i, link := leaf, 1; link < len(pair.Certificate); link++ {
		next, err := x509.ParseCertificate(pair.Certificate[link])
		if err != nil {
			return fmt.Errorf("--cert: certificate number %d in the file: %w", link+1, err)
		}
		if i.CheckSignatureFrom(next) != nil {
			return fmt.Errorf("--cert: the chain is in the wrong order: certificate number %d in the file has not signed the one before it", link+1)
		}
		i = next
	}
	return nil
}

func names(leaf *x509.Certificate) (all []string) {
	all = append(all, leaf.DNSNames...)
	for _, ip := range leaf.IPAddresses {
		all = append(all, ip.String())
	}
	return all
}
