package certificate

import (
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"
)

var zoneSecret = base64.StdEncoding.EncodeToString([]byte("the secret of the key that may change the zone"))

// zone is a nameserver of example.com whose TXT records who has the key may change.
type zone struct {
	sync.Mutex
	records map[string][]string // by name
	refused int
}

func newZone(t *testing.T) (*zone, string) {
	z := &zone{records: map[string][]string{}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	// The authority's resolver asks over UDP where it has no reason not to.
	p, err := net.ListenPacket("udp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*dns.Server{{Listener: l}, {PacketConn: p}} {
		s.Handler, s.TsigSecret = z, map[string]string{"acme.": zoneSecret}
		s.MsgAcceptFunc = func(dns.Header) dns.MsgAcceptAction { return dns.MsgAccept } // updates too
		go func() { _ = s.ActivateAndServe() }()
		t.Cleanup(func() { _ = s.Shutdown() })
	}
	return z, l.Addr().String()
}

func (z *zone) ServeDNS(w dns.ResponseWriter, asked *dns.Msg) {
	z.Lock()
	defer z.Unlock()
	m := new(dns.Msg).SetReply(asked)
	if asked.Opcode == dns.OpcodeUpdate {
		if asked.IsTsig() == nil || w.TsigStatus() != nil {
			z.refused++
			m.Rcode = dns.RcodeNotAuth
		} else {
			z.change(asked.Ns)
			m.SetTsig("acme.", asked.IsTsig().Algorithm, 300, time.Now().Unix())
		}
		_ = w.WriteMsg(m)
		return
	}
	q := asked.Question[0]
	switch name := strings.ToLower(q.Name); {
	case q.Qtype == dns.TypeSOA && name == "example.com.":
		m.Answer = append(m.Answer, &dns.SOA{Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeSOA, Class: dns.ClassINET}, Ns: "ns.example.com.", Mbox: "root.example.com."})
	case q.Qtype == dns.TypeTXT:
		for _, said := range z.records[name] {
			m.Answer = append(m.Answer, &dns.TXT{Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeTXT, Class: dns.ClassINET}, Txt: []string{said}})
		}
	}
	_ = w.WriteMsg(m)
}

func (z *zone) change(list []dns.RR) {
	for _, r := range list {
		txt, ok := r.(*dns.TXT)
		if !ok {
			continue
		}
		name, said := strings.ToLower(txt.Hdr.Name), strings.Join(txt.Txt, "")
		if txt.Hdr.Class == dns.ClassNONE {
			z.records[name] = slices.DeleteFunc(z.records[name], func(s string) bool { return s == said })
			continue
		}
		z.records[name] = append(z.records[name], said)
	}
}

func (z *zone) left() (n int) {
	z.Lock()
	defer z.Unlock()
	for _, list := range z.records {
		n += len(list)
	}
	return n
}

func TestACME_ANameIsProvedByARecordWhereNobodyReachesTheServer(t *testing.T) {
	z, nameserver := newZone(t)
	secure := free(t)
	a := newAuthorityBy(t, free(t), free(t), 3600, nameserver) // asks where nobody listens
	k, client := serve(t, Config{
		Domain: "tms.example.com", Directory: a.URL + wfe.DirectoryPath, Roots: a.roots, Addr: fmt.Sprintf("127.0.0.1:%d", secure), Dir: t.TempDir(),
		DNS: "rfc2136://acme@" + nameserver + "?resolver=" + nameserver, DNSSecret: zoneSecret,
	}, a.issued)
	until(t, "a certificate", func() bool {
		if said := k.Trouble(); said != "" {
			t.Fatal(said)
		}
		return !k.Ends().IsZero()
	})
	res, err := client.Get(fmt.Sprintf("https://tms.example.com:%d/x", secure))
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", res, err)
	}
	_ = res.Body.Close()
	until(t, "the record is taken back", func() bool { return z.left() == 0 })
}

func TestACME_AKeyThatMayNotChangeTheZoneIsTold(t *testing.T) {
	_, nameserver := newZone(t)
	a := newAuthorityBy(t, free(t), free(t), 3600, nameserver)
	k, _ := serve(t, Config{
		Domain: "tms.example.com", Directory: a.URL + wfe.DirectoryPath, Roots: a.roots, Addr: fmt.Sprintf("127.0.0.1:%d", free(t)), Dir: t.TempDir(),
		DNS: "rfc2136://acme@" + nameserver + "?resolver=" + nameserver, DNSSecret: base64.StdEncoding.EncodeToString([]byte("guessed")),
	}, a.issued)
	until(t, "a refusal", func() bool { return k.Trouble() != "" })
	if said := k.Trouble(); !strings.Contains(said, nameserver) || !k.Ends().IsZero() {
		t.Errorf("it says %q, and has one until %v", said, k.Ends())
	}
}

func TestACME_WhatCannotProveANameIsRefusedAtStart(t *testing.T) {
	for address, want := range map[string]string{
		"ns.example.com":                      "--acme-dns wants rfc2136://",
		"https://acme@ns.example.com":         "--acme-dns wants rfc2136://",
		"rfc2136://ns.example.com":            "--acme-dns wants rfc2136://",
		"rfc2136://acme@":                     "--acme-dns wants rfc2136://",
		"rfc2136://acme:c2VjcmV0@ns.test":     "LADING_ACME_DNS_SECRET",
		"rfc2136://acme@ns.test?algorithm=md": "hmac-sha256",
		"rfc2136://acme@ns.test?algoritm=x":   "is none of algorithm",
	} {
		if _, err := Open(Config{Domain: "tms.example.com", Addr: ":443", Dir: t.TempDir(), DNS: address, DNSSecret: zoneSecret}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := Open(Config{Domain: "tms.example.com", Addr: ":443", Dir: t.TempDir(), DNS: "rfc2136://acme@ns.test", DNSSecret: "no base64!"}); err == nil || !strings.Contains(err.Error(), "tsig-keygen") {
		t.Errorf("a secret that is none: %v", err)
	}
}
