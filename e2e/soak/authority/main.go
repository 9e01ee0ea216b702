// Authority is Let's Encrypt as a machine without the internet has it: Pebble, which speaks ACME on 127.0.0.1:14000 and looks for every name on this machine,
// at ports 80 and 443. It writes its roots to the folder that it is given: directory.pem is what its own certificate is checked against, issued.pem what those
// that it gives out are.
package main

import (
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"
)

const (
	listens    = "127.0.0.1:14000"
	nameserver = "127.0.0.1:15353"
	lasts      = 90 * 24 * 60 * 60 // seconds, as Let's Encrypt's
)

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "authority:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	l, err := net.Listen("tcp", nameserver)
	if err != nil {
		return err
	}
	names := &dns.Server{Listener: l, Handler: dns.HandlerFunc(here)}
	go func() { _ = names.ActivateAndServe() }()
	said := log.New(os.Stderr, "", log.LstdFlags)
	store := db.NewMemoryStore()
	issuer := ca.New(said, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {Description: "as Let's Encrypt's", ValidityPeriod: lasts}})
	front := wfe.New(said, store, va.New(said, 80, 443, false, nameserver, store), issuer, []string{"pebble.test"}, false, false, 3, 5)

	of := httptest.NewUnstartedServer(nil) // for its certificate, which names 127.0.0.1
	of.StartTLS()
	defer of.Close()
	for name, body := range map[string][]byte{
		"directory.pem": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: of.Certificate().Raw}),
		"issued.pem":    issuer.GetRootCert(0).PEM(),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), body, 0o644); err != nil {
			return err
		}
	}
	serves, err := tls.Listen("tcp", listens, &tls.Config{Certificates: of.TLS.Certificates, MinVersion: tls.VersionTLS12})
	if err != nil {
		return err
	}
	fmt.Println("https://" + listens + wfe.DirectoryPath)
	return (&http.Server{Handler: front.Handler(), ReadHeaderTimeout: 10 * time.Second}).Serve(serves)
}

// here says of every name that it is this machine.
func here(w dns.ResponseWriter, asked *dns.Msg) {
	m := new(dns.Msg).SetReply(asked)
	if q := asked.Question[0]; q.Qtype == dns.TypeA {
		m.Answer = append(m.Answer, &dns.A{Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeA, Class: dns.ClassINET}, A: net.IPv4(127, 0, 0, 1)})
	}
	_ = w.WriteMsg(m)
}
