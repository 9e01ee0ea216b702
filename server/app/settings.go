package app

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"lading/fixtures"
	"lading/server/certificate"
)

func env(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

// places adds the settings that say where things are kept; every command that opens databases takes them.
func places(f *flag.FlagSet, cfg *Config) {
	f.StringVar(&cfg.Data, "data", env("LADING_DATA", "./data"), "databases and caches (LADING_DATA)")
	f.StringVar(&cfg.Replica, "replica", env("LADING_REPLICA", "./replica"), "replica and blobs: a folder, s3://bucket/prefix, or off (LADING_REPLICA)")
	f.StringVar(&cfg.SecretFile, "secret-file", env("LADING_SECRET_FILE", "./lading.secret"), "key for tokens and stored credentials (LADING_SECRET_FILE)")
}

// reached adds the settings that links are made of.
func reached(f *flag.FlagSet, cfg *Config) {
	f.StringVar(&cfg.Addr, "addr", env("LADING_ADDR", "127.0.0.1:8080"), "listen address of the server (LADING_ADDR)")
	f.StringVar(&cfg.PublicURL, "url", env("LADING_URL", ""), "where people reach the server, such as https://tms.example.com (LADING_URL); of a running one its own counts")
}

// reach fills in where people reach the server, if nobody said, for a command beside it: where it serves HTTPS by the same settings, there.
func (c Config) reach() Config {
	if c.PublicURL == "" {
		if its, err := settings(io.Discard, nil); err == nil && its.Certificate.On() {
			c.PublicURL = its.PublicURL
		}
	}
	return c.plain()
}

// plain is the address by HTTP, where there is no other.
func (c Config) plain() Config {
	if c.PublicURL == "" {
		c.PublicURL = "http://" + c.Addr // right for a try on one machine, and visibly wrong on paper anywhere else
	}
	return c
}

// standing adds the settings of a command that opens databases to write: beside another server, and where something is missing.
func standing(f *flag.FlagSet, cfg *Config) error {
	wait, err := time.ParseDuration(env("LADING_WAIT", "0s"))
	if err != nil {
		return fmt.Errorf("LADING_WAIT: %w", err)
	}
	f.DurationVar(&cfg.Wait, "wait", wait, "end if another server still holds the replica after so long, such as 30s; 0 waits as long as it takes (LADING_WAIT)")
	f.BoolVar(&cfg.TakeOver, "take-over", env("LADING_TAKE_OVER", "") == "1", "take the replica from a server that holds it; that one stops writing (LADING_TAKE_OVER=1)")
	f.BoolVar(&cfg.NoFence, "no-fence", env("LADING_NO_FENCE", "") == "1", "for S3 services without conditional writes: see to it yourself that only one server runs on the replica (LADING_NO_FENCE=1)")
	f.BoolVar(&cfg.AcceptLoss, "accept-loss", false, "where the replica has lost something, restore what is left and go on from there")
	f.BoolVar(&cfg.NewSecret, "new-secret", false, "go on with another secret file than the data was written with; everybody signs in again, and stored credentials are lost")
	return nil
}

// parse reads a command's flags. None of our commands takes words beside them: a forgotten dash must not pass for a default.
func parse(f *flag.FlagSet, args []string) error {
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return fmt.Errorf("%s takes flags only, not %q; see --help", f.Name(), f.Arg(0))
	}
	return nil
}

// demoSetting is a flag that may stand without a value: whether the demo is loaded, and how much of it.
type demoSetting struct{ cfg *Config }

func (d demoSetting) String() string { return "" }

// IsBoolFlag lets --demo mean --demo=true.
func (d demoSetting) IsBoolFlag() bool { return true }

// Set takes "small" beside what stands for yes and no.
func (d demoSetting) Set(value string) error {
	if value == "small" {
		d.cfg.Demo, d.cfg.DemoSize = true, fixtures.Small
		return nil
	}
	on, err := strconv.ParseBool(value)
	if err != nil {
		return fmt.Errorf("%q is none of 0, 1 and small", value)
	}
	d.cfg.Demo, d.cfg.DemoSize = on, fixtures.Full
	return nil
}

// secured adds the settings of a server that speaks HTTPS itself.
func secured(f *flag.FlagSet, c *certificate.Config) {
	f.StringVar(&c.Domain, "domain", env("LADING_DOMAIN", ""), "public name of this server, such as tms.example.com: a certificate for it is obtained and renewed, and HTTPS served on port 443 (LADING_DOMAIN)")
	f.StringVar(&c.Email, "acme-email", env("LADING_ACME_EMAIL", ""), "with --domain: where the certificate authority may write to (LADING_ACME_EMAIL)")
	f.StringVar(&c.Directory, "acme-ca", env("LADING_ACME_CA", ""), "with --domain: the ACME directory of another authority than Let's Encrypt (LADING_ACME_CA)")
	f.StringVar(&c.DNS, "acme-dns", env("LADING_ACME_DNS", ""), "with --domain, where nobody outside reaches this machine: the name is proved by a record, as rfc2136://KEY@NAMESERVER:53, with the key's secret in LADING_ACME_DNS_SECRET (LADING_ACME_DNS)")
	f.StringVar(&c.Roots, "acme-roots", env("LADING_ACME_ROOTS", ""), "with --acme-ca: PEM file of the roots that a company's own authority is trusted by (LADING_ACME_ROOTS)")
	f.StringVar(&c.File, "cert", env("LADING_CERT", ""), "certificate chain in PEM, or a PFX file: HTTPS is served with it, and with what it is replaced by (LADING_CERT; a PFX's password is LADING_CERT_PASSWORD)")
	f.StringVar(&c.Key, "key", env("LADING_KEY", ""), "with --cert: the private key in PEM (LADING_KEY)")
	f.BoolVar(&c.LAN, "lan", env("LADING_LAN", "") == "1", "for a server without a public name: it is the authority of its own site, and shows each device on the local network how to trust it (LADING_LAN=1)")
	f.StringVar(&c.Plain, "http-addr", env("LADING_HTTP_ADDR", ":80"), "with HTTPS: where plain HTTP is led to it; off is nowhere (LADING_HTTP_ADDR)")
}

// secure finishes the settings of HTTPS, and what else follows from them.
func (c *Config) secure(addrGiven bool) error {
	tls := &c.Certificate
	if !tls.On() {
		if tls.Key != "" || tls.Email != "" || tls.Directory != "" || tls.Roots != "" || tls.DNS != "" {
			return errors.New("--key, --acme-email, --acme-ca, --acme-dns and --acme-roots are of use with --cert or --domain only")
		}
		return nil
	}
	if c.TrustProxy {
		return errors.New("--trust-proxy is for a server behind a proxy that speaks HTTPS for it; this one is asked to speak HTTPS itself")
	}
	if !addrGiven {
		c.Addr = ":443"
	}
	if tls.DNS != "" && tls.Domain == "" {
		return errors.New("--acme-dns is of use with --domain only")
	}
	tls.DNSSecret = env("LADING_ACME_DNS_SECRET", "")
	if tls.Plain == "off" {
		tls.Plain = ""
	}
	tls.Password, tls.Addr, tls.Dir = env("LADING_CERT_PASSWORD", ""), c.Addr, filepath.Join(c.Data, "certificates")
	if tls.LAN && c.PublicURL == "" {
		host, err := os.Hostname()
		if err != nil {
			return fmt.Errorf("--lan: this machine has no name; give one with --url: %w", err)
		}
		tls.Name = certificate.SiteNames(host, "")[0]
	}
	if c.PublicURL == "" {
		c.PublicURL = tls.URL()
	}
	u, err := url.Parse(c.PublicURL)
	if err != nil || u.Scheme != "https" {
		return fmt.Errorf("--url: this server speaks HTTPS, and %q does not begin with https://", c.PublicURL)
	}
	if tls.Name = u.Hostname(); tls.File != "" && (net.ParseIP(tls.Name) != nil && net.ParseIP(tls.Name).IsUnspecified() || tls.Name == "") {
		return errors.New("--url: with --cert, say where people reach this server, such as https://tms.example.com")
	}
	return nil
}

// serving is what serve takes, as its flags say it.
type serving struct {
	Config
	ahead, origins, printers *string
}

// serveFlags declares the flags of serve; the environment gives what they are without being said.
func serveFlags(out io.Writer) (*flag.FlagSet, *serving, error) {
	var said serving
	cfg := &said.Config
	f := flags(out, "serve", "Starts the server. It ends on SIGTERM, when requests are answered and the replica has everything.")
	f.StringVar(&cfg.Addr, "addr", env("LADING_ADDR", "127.0.0.1:8080"), "listen address (LADING_ADDR)")
	places(f, cfg)
	if err := (demoSetting{cfg}).Set(env("LADING_DEMO", "0")); err != nil {
		return nil, nil, fmt.Errorf("LADING_DEMO: %w", err)
	}
	f.Var(demoSetting{cfg}, "demo", "load the demo organisations when there is neither data nor replica; --demo=small for a tenth of them (LADING_DEMO=1 or small)")
	if err := standing(f, cfg); err != nil {
		return nil, nil, err
	}
	f.BoolVar(&cfg.Limits, "limits", env("LADING_LIMITS", "on") != "off", "refuse who asks too often (LADING_LIMITS=off for benchmarks)")
	f.BoolVar(&cfg.TrustProxy, "trust-proxy", env("LADING_TRUST_PROXY", "") == "1", "take the client's address from a proxy on a private network (LADING_TRUST_PROXY=1)")
	f.StringVar(&cfg.SMTP.Address, "smtp", env("LADING_SMTP", ""), "mail server as host:port (LADING_SMTP); user, password, sender and TLS come from LADING_SMTP_USER, LADING_SMTP_PASSWORD, LADING_SMTP_FROM, LADING_SMTP_TLS")
	secured(f, &cfg.Certificate)
	f.StringVar(&cfg.PublicURL, "url", env("LADING_URL", ""), "where strangers reach this server, for links in mails and the QR code on signed bills, such as https://tms.example.com (LADING_URL)")
	f.BoolVar(&cfg.Stamps, "stamp-private", env("LADING_STAMP_PRIVATE", "") == "1", "let timestamp servers stand on a private network (LADING_STAMP_PRIVATE=1)")
	f.BoolVar(&cfg.PostBacks, "postback-private", env("LADING_POSTBACK_PRIVATE", "") == "1", "let systems that post-backs go to stand on a private network, and be spoken to by HTTP (LADING_POSTBACK_PRIVATE=1)")
	said.ahead = f.String("clock-ahead", env("LADING_CLOCK_AHEAD", "0s"), "for rehearsals: how far this server's clock is ahead of the machine's, such as -2h30m (LADING_CLOCK_AHEAD)")
	f.StringVar(&cfg.SFTP, "sftp-addr", env("LADING_SFTP_ADDR", ""), "where other systems bring files of orders by SFTP, such as :2222; empty is nowhere (LADING_SFTP_ADDR)")
	said.origins = f.String("origins", env("LADING_ORIGINS", ""), "further origins that may open the hub, by comma (LADING_ORIGINS)")
	said.printers = f.String("print-hosts", env("LADING_PRINT_HOSTS", ""), "the print computers that tablets may print through without this server, by comma, such as http://192.168.1.20:8632; any on port 8632 if empty (LADING_PRINT_HOSTS)")
	return f, &said, nil
}

// origins reads addresses of which each is a scheme, a host and maybe a port.
func origins(list string) ([]string, error) {
	var out []string
	for _, one := range commas(list) {
		u, err := url.Parse(one)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || one != u.Scheme+"://"+u.Host || strings.ContainsAny(one, " ;,*'\"") {
			return nil, fmt.Errorf("%q is no address such as http://192.168.1.20:8632", one)
		}
		out = append(out, one)
	}
	return out, nil
}

// shortestToken is how many characters LADING_METRICS_TOKEN has at least.
const shortestToken = 16

// settings reads the environment; flags override it.
func settings(out io.Writer, args []string) (Config, error) {
	f, said, err := serveFlags(out)
	if err != nil {
		return Config{}, err
	}
	if err := parse(f, args); err != nil {
		return said.Config, err
	}
	cfg := said.Config
	by, err := time.ParseDuration(*said.ahead)
	if err != nil {
		return cfg, fmt.Errorf("--clock-ahead: %w", err)
	}
	if by != 0 {
		cfg.Clock = func() time.Time { return time.Now().Add(by) }
	}
	addrGiven := env("LADING_ADDR", "") != ""
	f.Visit(func(one *flag.Flag) { addrGiven = addrGiven || one.Name == "addr" })
	if err := cfg.secure(addrGiven); err != nil {
		return cfg, err
	}
	cfg = cfg.plain()
	cfg.SMTP.User, cfg.SMTP.Password = env("LADING_SMTP_USER", ""), env("LADING_SMTP_PASSWORD", "")
	if cfg.MetricsToken = env("LADING_METRICS_TOKEN", ""); cfg.MetricsToken != "" && len(cfg.MetricsToken) < shortestToken {
		return cfg, fmt.Errorf("LADING_METRICS_TOKEN has fewer than %d characters", shortestToken)
	}
	cfg.SMTP.From, cfg.SMTP.TLS = env("LADING_SMTP_FROM", ""), env("LADING_SMTP_TLS", "")
	if *said.origins != "" {
		cfg.Origins = strings.Split(*said.origins, ",")
	}
	if cfg.PrintHosts, err = origins(*said.printers); err != nil {
		return cfg, fmt.Errorf("--print-hosts: %w", err)
	}
	return cfg, nil
}
