package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func siteAt(t *testing.T, dir string, now time.Time, names ...string) *site {
	t.Helper()
	s := &site{cfg: Config{LAN: true, Dir: dir, Name: names[0], Addr: ":443", Plain: ":80"}, now: func() time.Time { return now }, names: names,
		local: func() []net.IP { return []net.IP{net.IPv4(192, 168, 7, 20)} }, closed: make(chan struct{})}
	if err := s.load(); err != nil {
		t.Fatal(err)
	}
	if err := s.renew(); err != nil {
		t.Fatal(err)
	}
	return s
}

func trusting(roots ...*x509.Certificate) *x509.CertPool {
	pool := x509.NewCertPool()
	for _, c := range roots {
		pool.AddCert(c)
	}
	return pool
}

func verify(pair *tls.Certificate, pool *x509.CertPool, at time.Time, name string) error {
	_, err := pair.Leaf.Verify(x509.VerifyOptions{Roots: pool, DNSName: name, CurrentTime: at})
	return err
}

func TestSite_VouchesForItsOwnNamesAndForNothingElse(t *testing.T) {
	now := time.Now()
	s := siteAt(t, t.TempDir(), now, "dock.local", "dock", "localhost")
	pool := trusting(s.certificates()...)
	for _, name := range []string{"dock.local", "dock", "localhost", "192.168.7.20"} {
		if err := verify(s.pair, pool, now, name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, c := range []struct {
		names []string
		ips   []net.IP
	}{{names: []string{"bank.example.com"}}, {names: []string{"dock.local"}, ips: []net.IP{net.IPv4(8, 8, 8, 8)}}} {
		stolen, err := s.issue(s.roots[0], c.names, c.ips)
		if err != nil {
			t.Fatal(err)
		}
		if err := verify(stolen, pool, now, c.names[0]); err == nil {
			t.Errorf("its key vouches for %v %v", c.names, c.ips)
		}
	}
}

func TestSite_KeepsItsAuthorityAndRenewsWhatItIssues(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	first := siteAt(t, dir, now, "dock.local", "localhost")
	again := siteAt(t, dir, now.Add(time.Hour), "dock.local", "localhost")
	if len(again.certificates()) != 1 || !again.certificates()[0].Equal(first.certificates()[0]) {
		t.Fatal("a start makes another authority")
	}
	pool := trusting(first.certificates()...)

	later := now.Add(leafLasts - leafRenew + time.Hour)
	again.now = func() time.Time { return later }
	before := again.pair
	if err := again.renew(); err != nil {
		t.Fatal(err)
	}
	if again.pair == before {
		t.Error("a certificate that ends within 30 days is served on")
	}
	if err := verify(again.pair, pool, later.Add(leafLasts-2*time.Hour), "dock.local"); err != nil {
		t.Error(err)
	}
	again.local = func() []net.IP { return []net.IP{net.IPv4(10, 1, 2, 3)} }
	if err := again.renew(); err != nil {
		t.Fatal(err)
	}
	if err := verify(again.pair, pool, later, "10.1.2.3"); err != nil {
		t.Errorf("after the machine has got another address: %v", err)
	}
	before = again.pair
	if err := again.renew(); err != nil || again.pair != before {
		t.Errorf("a certificate that is in order is renewed: %v", err)
	}
}

func TestSite_ShowsTheNextAuthorityTwoYearsBeforeTheFormerEnds(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	first := siteAt(t, dir, now, "dock.local").certificates()[0]
	then := now.Add(authorityLasts - authorityOverlaps + time.Hour)
	s := siteAt(t, dir, then, "dock.local")
	roots := s.certificates()
	if len(roots) != 2 || !roots[0].Equal(first) {
		t.Fatalf("%d authorities", len(roots))
	}
	if err := verify(s.pair, trusting(first), then, "dock.local"); err != nil {
		t.Errorf("a device that trusts the former one alone: %v", err)
	}
	end := now.Add(authorityLasts - leafLasts + time.Hour)
	s = siteAt(t, dir, end, "dock.local")
	if got := s.certificates(); len(got) != 1 || !got[0].Equal(roots[1]) {
		t.Fatalf("%d authorities at the end of the first", len(got))
	}
	if err := verify(s.pair, trusting(roots[1]), end, "dock.local"); err != nil {
		t.Error(err)
	}
}

func TestSite_ANewNameNeedsANewAuthorityAndLosesNobody(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	first := siteAt(t, dir, now, "dock.local").certificates()[0]
	s := siteAt(t, dir, now, "yard.local", "dock.local")
	if len(s.certificates()) != 2 {
		t.Fatalf("%d authorities", len(s.certificates()))
	}
	if err := verify(s.pair, trusting(first), now, "dock.local"); err != nil {
		t.Errorf("devices that trust the former: %v", err)
	}
}

func TestSite_SaysWhereItsFileIsCutShort(t *testing.T) {
	dir := t.TempDir()
	siteAt(t, dir, time.Now(), "dock.local")
	name := filepath.Join(dir, sitePEM)
	body, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range [][]byte{body[:strings.Index(string(body), "-----BEGIN EC")], nil, []byte("nothing of ours")} {
		if err := os.WriteFile(name, left, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := (&site{cfg: Config{Dir: dir}}).load(); err == nil || !strings.Contains(err.Error(), "cut short") {
			t.Errorf("%d bytes: %v", len(left), err)
		}
	}
}

func TestSite_ShowsADeviceHowToTrustIt(t *testing.T) {
	s := siteAt(t, t.TempDir(), time.Now(), "dock.local")
	front := httptest.NewServer(s.trust())
	defer front.Close()
	get := func(path, lang, agent string) (*http.Response, string) {
		req, err := http.NewRequest("GET", front.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Language", lang)
		req.Header.Set("User-Agent", agent)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := res.Write(&b); err != nil {
			t.Fatal(err)
		}
		return res, b.String()
	}
	for lang, says := range map[string]string{"en-US": "Trust this Lading server", "es-MX,es;q=0.9": "Confiar en este servidor", "fr-CA": "Faire confiance", "de": "Trust this Lading server"} {
		res, text := get("/", lang, "Mozilla/5.0 (Windows NT 10.0)")
		if res.StatusCode != 200 || !strings.Contains(text, says) || !strings.Contains(text, fingerprint(s.roots[0].cert)) || !strings.Contains(text, "https://dock.local") {
			t.Errorf("%s: %d %.300s", lang, res.StatusCode, text)
		}
		if strings.Count(text, "<details open>") != 1 {
			t.Errorf("%s: the steps for Windows are not unfolded", lang)
		}
	}
	if res, _ := get("/api/token", "en", ""); res.StatusCode != 404 {
		t.Errorf("a call over plain HTTP: %d", res.StatusCode)
	}
	for file, holds := range map[string]string{
		"/trust/lading-authority.mobileconfig": "com.apple.security.root", "/trust/lading-authority.ps1": "X509Store('Root'", "/trust/lading-authority.pem": "-----BEGIN CERTIFICATE-----",
	} {
		res, text := get(file, "en", "")
		if res.StatusCode != 200 || !strings.Contains(text, holds) || strings.Contains(text, "PRIVATE KEY") {
			t.Errorf("%s: %d %.200s", file, res.StatusCode, text)
		}
	}
	res, err := http.Get(front.URL + "/trust/lading-authority.crt")
	if err != nil {
		t.Fatal(err)
	}
	raw := make([]byte, 4096)
	n, _ := res.Body.Read(raw)
	if c, err := x509.ParseCertificate(raw[:n]); err != nil || !c.Equal(s.roots[0].cert) {
		t.Errorf("the certificate to download: %v", err)
	}
}

func TestSite_NamesWhatPeopleReachItBy(t *testing.T) {
	for _, c := range []struct {
		host, asked string
		want        string
	}{{"dock.corp.example", "", "dock.local dock localhost"}, {"Dock", "tms.intern", "tms.intern dock.local dock localhost"}, {"localhost", "", "localhost"}, {"dock", "192.168.1.4", "dock.local dock localhost"}} {
		if got := strings.Join(SiteNames(c.host, c.asked), " "); got != c.want {
			t.Errorf("%v: %s", c, got)
		}
	}
}

func TestSite_DrawsTheScreensThatAStepLeadsThrough(t *testing.T) {
	s := siteAt(t, t.TempDir(), time.Now(), "dock.local")
	for lang, rows := range map[string][]string{
		"en": {"CA certificate", "Trusted Root Certification Authorities", "Always Trust", "VPN &amp; Device Management"},
		"es": {"Certificado de CA", "Confiar siempre"},
		"fr": {"Certificat CA", "Toujours approuver"},
	} {
		r := httptest.NewRequest("GET", "/trust", nil)
		r.Header.Set("Accept-Language", lang)
		w := httptest.NewRecorder()
		s.trust().ServeHTTP(w, r)
		for _, row := range rows {
			if !strings.Contains(w.Body.String(), "<em>"+row+"</em>") {
				t.Errorf("%s: %q is not drawn", lang, row)
			}
		}
		for _, of := range systems(lang, "") {
			if !slices.ContainsFunc(of.Steps, func(s step) bool { return len(s.Screens) > 0 }) {
				t.Errorf("%s: nothing is drawn for %s", lang, of.Name)
			}
			for _, one := range of.Steps {
				for _, seen := range one.Screens {
					if seen.Title == "" || seen.Row == "" || strings.ContainsAny(seen.Row, ":.") {
						t.Errorf("%s, %s: %q", lang, of.Name, seen)
					}
				}
			}
		}
	}
}
