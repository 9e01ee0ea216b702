package certificate

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/libdns/libdns"
	"github.com/miekg/dns"
	"go.uber.org/zap"
)

const dnsWaits = 10 * time.Second

// updates changes the records of a zone by dynamic updates (RFC 2136) that are signed with a key which both sides know (TSIG, RFC 8945): what BIND, Knot, PowerDNS
// and Windows' DNS take. There is no library of that for certmagic that could be had.
type updates struct {
	server    string // host:port
	key       string // its name, with a dot at the end
	secret    string // base64
	algorithm string // as TSIG names it
	net       string // tcp; a signed answer may be long
}

// proof is how the authority is shown that a name is ours by a record of it: rfc2136://KEY@NS.EXAMPLE.COM:53, with the key's secret apart. The address may
// name an algorithm (default hmac-sha256), another name whose record is written where _acme-challenge is led there by a CNAME (record), and who is asked whether
// the record is to be seen (resolver, default the machine's own).
func proof(address, secret string) (*certmagic.DNS01Solver, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "rfc2136" || u.User == nil || u.User.Username() == "" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" {
		return nil, errors.New("--acme-dns wants rfc2136://KEY@NAMESERVER:53, with the name of the key that may change the zone")
	}
	if _, there := u.User.Password(); there {
		return nil, errors.New("--acme-dns holds the key's secret, where anybody may read it who lists this machine's processes; give it as LADING_ACME_DNS_SECRET")
	}
	if raw, err := base64.StdEncoding.DecodeString(secret); err != nil || len(raw) == 0 {
		return nil, errors.New("LADING_ACME_DNS_SECRET wants the secret of --acme-dns' key in base64, as tsig-keygen prints it")
	}
	p := &updates{server: u.Host, key: dns.Fqdn(strings.ToLower(u.User.Username())), secret: secret, algorithm: dns.HmacSHA256, net: "tcp"}
	if u.Port() == "" {
		p.server = net.JoinHostPort(u.Hostname(), "53")
	}
	solver := &certmagic.DNS01Solver{DNSManager: certmagic.DNSManager{DNSProvider: p, TTL: time.Minute, Logger: zap.NewNop()}}
	for k, v := range u.Query() {
		switch k {
		case "algorithm":
			if p.algorithm = dns.Fqdn(strings.ToLower(v[0])); p.algorithm != dns.HmacSHA256 && p.algorithm != dns.HmacSHA384 && p.algorithm != dns.HmacSHA512 {
				return nil, fmt.Errorf("--acme-dns: %q is none of hmac-sha256, hmac-sha384 and hmac-sha512", v[0])
			}
		case "record":
			solver.OverrideDomain = v[0]
		case "resolver":
			solver.Resolvers = v
		default:
			return nil, fmt.Errorf("--acme-dns: %q is none of algorithm, record and resolver", k)
		}
	}
	return solver, nil
}

// AppendRecords adds records to a zone.
func (p *updates) AppendRecords(ctx context.Context, zone string, list []libdns.Record) ([]libdns.Record, error) {
	return list, p.update(ctx, zone, list, (*dns.Msg).Insert)
}

// DeleteRecords removes records from a zone; one that is not there is gone.
func (p *updates) DeleteRecords(ctx context.Context, zone string, list []libdns.Record) ([]libdns.Record, error) {
	return list, p.update(ctx, zone, list, (*dns.Msg).Remove)
}

func (p *updates) update(ctx context.Context, zone string, list []libdns.Record, how func(m *dns.Msg, list []dns.RR)) error {
	records := make([]dns.RR, 0, len(list))
	for _, r := range list {
		rr := r.RR()
		if rr.Type != "TXT" {
			return fmt.Errorf("a record of kind %s is not what proves a name", rr.Type)
		}
		records = append(records, &dns.TXT{
			Hdr: dns.RR_Header{Name: dns.Fqdn(libdns.AbsoluteName(rr.Name, zone)), Rrtype: dns.TypeTXT, Class: dns.ClassINET, Ttl: uint32(rr.TTL.Seconds())}, //nolint:gosec // a minute
			Txt: []string{rr.Data},
		})
	}
	m := new(dns.Msg).SetUpdate(dns.Fqdn(zone))
	how(m, records)
	m.SetTsig(p.key, p.algorithm, 300, time.Now().Unix())
	c := dns.Client{Net: p.net, Timeout: dnsWaits, TsigSecret: map[string]string{p.key: p.secret}}
	answer, _, err := c.ExchangeContext(ctx, m, p.server)
	if err != nil {
		return fmt.Errorf("ask %s to change the zone %s: %w", p.server, zone, err)
	}
	if answer.Rcode != dns.RcodeSuccess {
		return fmt.Errorf("%s does not change the zone %s: %s", p.server, zone, dns.RcodeToString[answer.Rcode])
	}
	return nil
}
