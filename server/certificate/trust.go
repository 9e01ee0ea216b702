package certificate

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	_ "embed" // the trust page
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"path"
	"strings"
	"time"

	"lading/server/kit/qr"

	"golang.org/x/text/language"
)

//go:embed trust.html
var trustHTML string

var trustPage = template.Must(template.New("trust").Parse(trustHTML))

// trust shows a device how to trust the site's authority, over plain HTTP: it is what comes before HTTPS can be used. It gives out certificates, which are
// public, and asks for nothing.
func (s *site) trust() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /trust/{file}", s.file)
	mux.HandleFunc("GET /", s.page)
	return mux
}

// fingerprint is what two people compare who look at two screens: SHA-256 of the certificate, in pairs.
func fingerprint(c *x509.Certificate) string {
	sum := sha256.Sum256(c.Raw)
	text := strings.ToUpper(hex.EncodeToString(sum[:]))
	var b strings.Builder
	for i := 0; i < len(text); i += 2 {
		if i > 0 {
			b.WriteByte(':')
		}
		b.WriteString(text[i : i+2])
	}
	return b.String()
}

func (s *site) page(w http.ResponseWriter, r *http.Request) {
	raw := make([]byte, 12)
	if _, err := rand.Read(raw); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	nonce := base64.StdEncoding.EncodeToString(raw)
	lang := speaks(r.Header.Get("Accept-Language"))
	type shown struct{ Print, Ends string }
	var roots []shown
	for _, c := range s.certificates() {
		roots = append(roots, shown{fingerprint(c), c.NotAfter.UTC().Format(time.DateOnly)})
	}
	at := s.cfg.URL()
	here := "http://" + r.Host + "/trust"
	code, err := qr.Picture(here)
	if err != nil {
		code = "" // an address that no code holds stands in words
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Language", lang)
	h.Set("Content-Security-Policy", fmt.Sprintf("default-src 'none'; script-src 'nonce-%s'; style-src 'nonce-%s'; img-src data:; connect-src %s; base-uri 'none'; frame-ancestors 'none'; form-action 'none'", nonce, nonce, at))
	if r.URL.Path != "/" && r.URL.Path != "/trust" {
		w.WriteHeader(http.StatusNotFound) // of a call or a file nothing is said here but where it is to be asked for
	}
	_ = trustPage.Execute(w, map[string]any{
		"Lang": lang, "W": trustWords[lang], "Nonce": nonce, "Roots": roots, "URL": at, "Here": here,
		"QR": template.URL(code), "Systems": systems(lang, r.UserAgent()), //nolint:gosec // our own drawing
	})
}

// speaks is the first of our languages that a browser asks for.
func speaks(header string) string {
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return "en"
	}
	for _, t := range tags {
		if base, _ := t.Base(); trustWords[base.String()].Title != "" {
			return base.String()
		}
	}
	return "en"
}

func (s *site) file(w http.ResponseWriter, r *http.Request) {
	roots := s.certificates()
	name := r.PathValue("file")
	var kind string
	var body []byte
	switch name {
	case "lading-authority.crt": // what Windows, Android and macOS open by themselves
		kind, body = "application/x-x509-ca-cert", roots[0].Raw // the one that vouches today
	case "lading-authority-next.crt": // before the former ends
		kind, body = "application/x-x509-ca-cert", roots[len(roots)-1].Raw
	case "lading-authority.pem":
		kind = "application/x-pem-file"
		for _, c := range roots {
			body = append(body, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})...)
		}
	case "lading-authority.mobileconfig":
		kind, body = "application/x-apple-aspen-config", profile(roots)
	case "lading-authority.ps1":
		kind, body = "text/plain; charset=utf-8", policy(roots)
	default:
		s.page(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", path.Base(name)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(body)
}

// uuid is a name that Apple's profiles want, the same for the same content: a profile that is installed again takes the former's place.
func uuid(of string) string {
	sum := sha256.Sum256([]byte(of))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // version 8, RFC 9562
	h := hex.EncodeToString(sum[:16])
	return strings.ToUpper(h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:])
}

// profile is a configuration profile for Apple's systems, with all authorities (Apple, Configuration Profile Reference: com.apple.security.root).
func profile(roots []*x509.Certificate) []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>PayloadContent</key>
	<array>
`)
	for _, c := range roots {
		id := fingerprint(c)
		fmt.Fprintf(&b, `		<dict>
			<key>PayloadType</key><string>com.apple.security.root</string>
			<key>PayloadVersion</key><integer>1</integer>
			<key>PayloadIdentifier</key><string>lading.authority.%s</string>
			<key>PayloadUUID</key><string>%s</string>
			<key>PayloadDisplayName</key><string>%s</string>
			<key>PayloadContent</key>
			<data>%s</data>
		</dict>
`, strings.ToLower(strings.ReplaceAll(id, ":", "")[:16]), uuid(id), template.HTMLEscapeString(c.Subject.CommonName), base64.StdEncoding.EncodeToString(c.Raw))
	}
	name := template.HTMLEscapeString(roots[0].Subject.CommonName)
	fmt.Fprintf(&b, `	</array>
	<key>PayloadType</key><string>Configuration</string>
	<key>PayloadVersion</key><integer>1</integer>
	<key>PayloadIdentifier</key><string>lading.authority</string>
	<key>PayloadUUID</key><string>%s</string>
	<key>PayloadDisplayName</key><string>%s</string>
</dict>
</plist>
`, uuid(fingerprint(roots[0])+"profile"), name)
	return []byte(b.String())
}

// policy is a script that an administrator of Windows runs on one machine, or has group policy run at the start of all.
func policy(roots []*x509.Certificate) []byte {
	var b strings.Builder
	b.WriteString("# Adds the authority of this Lading server to the machine's trusted roots. Run as administrator, or as a startup script of a group policy.\r\n")
	for _, c := range roots {
		fmt.Fprintf(&b, "# SHA-256 %s\r\n$bytes = [Convert]::FromBase64String('%s')\r\n", fingerprint(c), base64.StdEncoding.EncodeToString(c.Raw))
		b.WriteString("$certificate = New-Object System.Security.Cryptography.X509Certificates.X509Certificate2 -ArgumentList (,$bytes)\r\n" +
			"$store = New-Object System.Security.Cryptography.X509Certificates.X509Store('Root', 'LocalMachine')\r\n$store.Open('ReadWrite')\r\n$store.Add($certificate)\r\n$store.Close()\r\n")
	}
	return []byte(b.String())
}

// Trust is where a device is shown how to trust a server of a local network, and the fingerprints of what it is shown; empty for any other server.
func (k *Keeper) Trust() (at string, prints []string) {
	s, ok := k.source.(*site)
	if !ok || k.cfg.Plain == "" {
		return "", nil
	}
	for _, c := range s.certificates() {
		prints = append(prints, fingerprint(c))
	}
	host := k.cfg.Name
	if _, p, err := net.SplitHostPort(k.cfg.Plain); err == nil && p != "80" && p != "http" {
		host = net.JoinHostPort(host, p)
	}
	return "http://" + host + "/trust", prints
}
