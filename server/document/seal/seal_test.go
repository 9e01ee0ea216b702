package seal

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lading/server/document/bill"
	"lading/server/kit/cms"
	"lading/server/kit/freight"
	"lading/server/testkit/stamptest"

	"github.com/go-pdf/fpdf"
)

var rewrite = flag.Bool("update", false, "write the cases anew, with keys of their own")

var now = time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)

func paper(t testing.TB, lines int) []byte {
	t.Helper()
	b := bill.Bill{Number: "06141411234567913", Version: 1, On: "2026-11-20", From: bill.Party{Party: freight.Party{Name: "Piedmont Coatings"}}, Carrier: bill.Carrier{Name: "Old Dominion", Scac: "ODFL"}}
	for i := range lines {
		b.Lines = append(b.Lines, bill.Line{Packages: i + 1, PackageType: "CTN", Weight: freight.Measure{Milli: 1_000_000, Unit: "lb"}, Description: "Paint"})
	}
	var out bytes.Buffer
	if err := bill.Render(b, "es", &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func signer(t testing.TB) cms.Signer {
	t.Helper()
	c, key, err := cms.Make("Northgate Home Supply", now)
	if err != nil {
		t.Fatal(err)
	}
	return cms.Signer{Chain: []*x509.Certificate{c}, Key: key}
}

func sealed(t testing.TB, pdf []byte, by cms.Signer) []byte {
	t.Helper()
	out, _, err := Seal(context.Background(), pdf, by, Words{Name: "Northgate Home Supply, señal", Reason: "Bill of lading 06141411234567913 as signed", Location: "Atlanta", At: now})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func knows(by cms.Signer) Known {
	return Known{Seals: map[string]bool{cms.Fingerprint(by.Chain[0]): true}}
}

// pdfsig is an independent checker: poppler's, on NSS.
func pdfsig(t *testing.T, pdf []byte) string {
	t.Helper()
	if _, err := exec.LookPath("pdfsig"); err != nil {
		t.Skip("pdfsig (poppler-utils) is not installed")
	}
	name := filepath.Join(t.TempDir(), "paper.pdf")
	if err := os.WriteFile(name, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdfsig", "-nocert", name).CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	return string(out)
}

func TestSeal_AnotherProgramAcceptsIt(t *testing.T) {
	pdf := paper(t, 60) // two sheets
	for name, by := range map[string]cms.Signer{"ECDSA": signer(t), "RSA": rsaSigner(t)} {
		said := pdfsig(t, sealed(t, pdf, by))
		for _, want := range []string{"Signature is Valid", "Total document signed", "ETSI.CAdES.detached", "SHA-256"} {
			if !strings.Contains(said, want) {
				t.Errorf("%s: pdfsig does not say %q:\n%s", name, want, said)
			}
		}
	}
	stamp := stamptest.New(t, func() time.Time { return now })
	by := signer(t)
	by.Stamp = cms.Stamper(stamp.URL, true)
	if said := pdfsig(t, sealed(t, pdf, by)); !strings.Contains(said, "Signature is Valid") || !strings.Contains(said, "Total document signed") {
		t.Errorf("with a timestamp:\n%s", said)
	}
}

func rsaSigner(t *testing.T) cms.Signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 3072)
	if err != nil {
		t.Fatal(err)
	}
	draft := &x509.Certificate{SerialNumber: big.NewInt(7), Subject: pkix.Name{CommonName: "Bought certificate"}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour), KeyUsage: x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(rand.Reader, draft, draft, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cms.Signer{Chain: []*x509.Certificate{c}, Key: key}
}

func TestSeal_LeavesThePaperAsItWas(t *testing.T) {
	pdf := paper(t, 1)
	if out := sealed(t, pdf, signer(t)); !bytes.HasPrefix(out, pdf) {
		t.Error("the seal changed the paper's own bytes")
	}
	for name, broken := range map[string][]byte{"nothing": nil, "text": []byte("hello"), "cut": pdf[:len(pdf)/2], "sealed already": sealed(t, pdf, signer(t))} {
		if _, _, err := Seal(context.Background(), broken, signer(t), Words{At: now}); err == nil {
			t.Errorf("%s was sealed", name)
		}
	}
}

// revised adds a revision to a PDF, as an editor would.
func revised(t *testing.T, pdf []byte, objects map[int]string) []byte {
	t.Helper()
	at := bytes.LastIndex(pdf, []byte("startxref"))
	prev, err := strconv.Atoi(strings.Fields(string(pdf[at:]))[1])
	if err != nil {
		t.Fatal(err)
	}
	tail := string(pdf[bytes.LastIndex(pdf, []byte("trailer")):])
	u := update{out: bytes.NewBuffer(bytes.Clone(pdf)), at: map[int]int{}}
	size := number([]byte(tail), "/Size")
	for n, body := range objects {
		u.object(n, body)
		size = max(size, n+1)
	}
	u.table(&file{size: size, root: number([]byte(tail), "/Root"), info: number([]byte(tail), "/Info"), prev: prev})
	return u.out.Bytes()
}

func TestCheck_NamesWhatIsWrong(t *testing.T) {
	pdf, by := paper(t, 3), signer(t)
	good := sealed(t, pdf, by)
	d, err := open(pdf)
	if err != nil {
		t.Fatal(err)
	}
	root := number([]byte(d.body(d.root)), "/Pages")
	change := func(from []byte, old, with string) []byte {
		t.Helper()
		if !bytes.Contains(from, []byte(old)) || len(old) != len(with) {
			t.Fatalf("%q cannot stand for %q", with, old)
		}
		return bytes.Replace(from, []byte(old), []byte(with), 1)
	}
	flip := func(at int) []byte {
		out := bytes.Clone(good)
		out[at] ^= 1
		return out
	}
	contents := bytes.Index(good, []byte("/Contents <")) + len("/Contents <")
	rangeAt := rangeForm.FindSubmatch(good)
	page := strings.Replace(d.body(d.page), "/Contents", "/Annots [99 0 R] /Contents", 1)
	other := signer(t)
	for _, c := range []struct {
		name string
		pdf  []byte
		want []string
	}{
		{"as it was sealed", good, nil},
		{"a text", []byte("hello"), []string{NotPDF}},
		{"no seal", pdf, []string{NotSealed}},
		{"a byte of a page", flip(600), []string{BytesChanged}},
		{"the last byte", flip(len(good) - 2), []string{BytesChanged}},
		{"the day that the seal names", change(good, "(D:20261120150000Z)", "(D:20261119150000Z)"), []string{BytesChanged}},
		{"what the seal forbids", change(good, "/P 1 ", "/P 3 "), []string{BytesChanged}},
		{"an added page", revised(t, good, map[int]string{root: "<< /Type /Pages /Kids [3 0 R 99 0 R] /Count 2 /MediaBox [0 0 612 792] >>", 99: fmt.Sprintf("<< /Type /Page /Parent %d 0 R >>", root)}), []string{PageAdded}},
		{"a hidden annotation", revised(t, good, map[int]string{d.page: page, 99: "<< /Type /Annot /Subtype /FreeText /F 2 /Rect [0 0 99 99] /Contents (17 pieces) >>"}), []string{AnnotationAdded}},
		{"another text on the page", revised(t, good, map[int]string{4: "<< /Length 0 >>\nstream\n\nendstream"}), []string{ContentAdded}},
		{"a second catalogue", revised(t, good, map[int]string{d.root: "<< /Type /Catalog /Pages 1 0 R >>"}), []string{ContentAdded}},
		{"bytes behind the end", append(bytes.Clone(good), "\n% more"...), []string{RangeBroken}},
		{"cut off at the end", good[:len(good)-40], []string{RangeBroken}},
		{"a range that ends early", change(good, string(rangeAt[4])+"]", fmt.Sprintf("%010d]", len(good)-contents-9000)), nil},
		{"a range that leaves out more than the signature", change(good, string(rangeAt[2])+" "+string(rangeAt[3]), fmt.Sprintf("%010d %s", contents-200, rangeAt[3])), []string{RangeBroken}},
		{"a range that begins late", change(good, "/ByteRange [0 ", "/ByteRange [9 "), []string{RangeBroken}},
		{"a byte of the signature", func() []byte { // of its value, which stands at the end of the message
			der, _ := hex.DecodeString(string(good[contents : contents+2*(room+len(by.Chain[0].Raw))]))
			n := len(bytes.TrimRight(der, "\x00"))
			return flip(digit(good, contents+2*n-3))
		}(), []string{SignatureBroken}},
		{"something in the room behind the signature", func() []byte {
			out := bytes.Clone(good)
			copy(out[contents+2*room:], "41")
			return out
		}(), []string{SignatureBroken}},
		{"sealed by somebody else", sealed(t, pdf, other), []string{CertificateUnknown}},
		{"sealed again by somebody else with another text", sealed(t, paper(t, 4), other), []string{CertificateUnknown}},
	} {
		v := Check(c.pdf, knows(by), now)
		if c.name == "a range that ends early" {
			if v.Sound() {
				t.Errorf("%s passed", c.name)
			}
			continue
		}
		if !slices.Equal(v.Findings, append([]string{}, c.want...)) {
			t.Errorf("%s: %v, want %v", c.name, v.Findings, c.want)
		}
		if len(c.want) == 0 && (!v.SealedAt.Equal(now) || cms.Fingerprint(v.Certificate) != cms.Fingerprint(by.Chain[0])) {
			t.Errorf("%s: sealed at %v", c.name, v.SealedAt)
		}
	}
}

// cases is run by the app's checker too: a paper, what is done to it, and what must be found.
const cases = "../../../sync/testdata/seal.json"

type casesFile struct {
	PDF         string   `json:"pdf"` // base64
	Certificate string   `json:"certificate"`
	Stamp       string   `json:"stamp"`
	SealedAt    string   `json:"sealedAt"`
	Until       string   `json:"until"` // of the certificate
	Cases       []tamper `json:"cases"`
}

type tamper struct {
	Name    string   `json:"name"`
	Flip    int      `json:"flip,omitempty"`    // the lowest bit of a byte
	Cut     int      `json:"cut,omitempty"`     // bytes from the end
	Append  string   `json:"append,omitempty"`  // base64
	Replace []string `json:"replace,omitempty"` // old and new, of one length
	Whole   string   `json:"whole,omitempty"`   // another file, base64
	Now     string   `json:"now,omitempty"`
	Unknown bool     `json:"unknown,omitempty"` // the checker knows neither certificate
	NoStamp bool     `json:"noStamp,omitempty"` // nor the timestamp server's
	Ended   string   `json:"ended,omitempty"`   // when another certificate took its place
	Revoked string   `json:"revoked,omitempty"` // when its key was no longer safe
	Want    []string `json:"want"`
}

func writeCases(t *testing.T) {
	var plain bytes.Buffer
	p := fpdf.New("P", "pt", "Letter", "")
	p.AddPage()
	p.SetFont("Helvetica", "", 12)
	p.Text(40, 40, "20 cartons of paint")
	if err := p.Output(&plain); err != nil {
		t.Fatal(err)
	}
	stamp := stamptest.New(t, func() time.Time { return now })
	by := signer(t)
	by.Stamp = cms.Stamper(stamp.URL, true)
	good := sealed(t, plain.Bytes(), by)
	d, err := open(plain.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	b64 := base64.StdEncoding.EncodeToString
	more := func(objects map[int]string) string { return b64(revised(t, good, objects)[len(good):]) }
	root := number([]byte(d.body(d.root)), "/Pages")
	r := rangeForm.FindSubmatch(good)
	from, _ := strconv.Atoi(string(r[2]))
	der, _ := hex.DecodeString(contentsOf(good))
	end := from + 2*len(bytes.TrimRight(der, "\x00"))
	iso := func(t time.Time) string { return t.UTC().Format(time.RFC3339) }
	later := iso(by.Chain[0].NotAfter.AddDate(1, 0, 0))
	f := casesFile{PDF: b64(good), Certificate: cms.Fingerprint(by.Chain[0]), Stamp: cms.Fingerprint(stamp.Certificate), SealedAt: iso(now), Until: iso(by.Chain[0].NotAfter), Cases: []tamper{
		{Name: "as it was sealed"},
		{Name: "a text", Whole: b64([]byte("hello")), Want: []string{NotPDF}},
		{Name: "no seal", Whole: b64(plain.Bytes()), Want: []string{NotSealed}},
		{Name: "a byte of the page", Flip: d.objects[4] + 40, Want: []string{BytesChanged}},
		{Name: "the last byte", Flip: len(good) - 2, Want: []string{BytesChanged}},
		{Name: "the time that the seal names", Replace: []string{"(D:20261120150000Z)", "(D:20261119150000Z)"}, Want: []string{BytesChanged}},
		{Name: "an added page", Append: more(map[int]string{root: "<< /Type /Pages /Kids [3 0 R 99 0 R] /Count 2 >>", 99: "<< /Type /Page >>"}), Want: []string{PageAdded}},
		{Name: "a hidden annotation", Append: more(map[int]string{d.page: strings.Replace(d.body(d.page), "/Contents", "/Annots [99 0 R] /Contents", 1), 99: "<< /Type /Annot /Subtype /FreeText /F 2 /Rect [0 0 99 99] >>"}), Want: []string{AnnotationAdded}},
		{Name: "another text on the page", Append: more(map[int]string{4: "<< /Length 0 >>\nstream\n\nendstream"}), Want: []string{ContentAdded}},
		{Name: "bytes behind the end", Append: b64([]byte("\n% more")), Want: []string{RangeBroken}},
		{Name: "cut off", Cut: 40, Want: []string{RangeBroken}},
		{Name: "a range that begins late", Replace: []string{"/ByteRange [0 ", "/ByteRange [9 "}, Want: []string{RangeBroken}},
		{Name: "a range that leaves out too much", Replace: []string{string(r[2]) + " " + string(r[3]), fmt.Sprintf("%010d %s", from-200, r[3])}, Want: []string{RangeBroken}},
		{Name: "a byte of the timestamp", Flip: digit(good, end-5), Want: []string{StampBroken}},
		{Name: "something behind the signature in its room", Flip: digit(good, end+201), Want: []string{SignatureBroken}},
		{Name: "no hexadecimal digit in the signature", Flip: from, Want: []string{RangeBroken}},
		{Name: "a certificate that is not the organisation's", Unknown: true, NoStamp: true, Want: []string{CertificateUnknown}},
		{Name: "after the certificate's end, with a timestamp", Now: later},
		{Name: "after the certificate's end, with a timestamp of who knows whom", Now: later, NoStamp: true, Want: []string{CertificateExpired}},
		{Name: "by a certificate that was replaced a day later", Ended: "2026-11-21T15:00:00Z"},
		{Name: "by a certificate that had been replaced an hour before", Ended: "2026-11-20T14:00:00Z", Want: []string{SealedAfterEnd}},
		{Name: "by a certificate that was revoked a day later, with a timestamp", Revoked: "2026-11-21T15:00:00Z"},
		{Name: "by a certificate that was revoked a day later, with a timestamp of who knows whom", Revoked: "2026-11-21T15:00:00Z", NoStamp: true, Want: []string{CertificateRevoked}},
		{Name: "by a certificate that had been revoked an hour before", Revoked: "2026-11-20T14:00:00Z", Want: []string{CertificateRevoked}},
	}}
	for i := range f.Cases {
		if f.Cases[i].Want == nil {
			f.Cases[i].Want = []string{}
		}
	}
	out, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cases, append(out, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestCheck_Cases(t *testing.T) {
	if *rewrite {
		writeCases(t)
	}
	raw, err := os.ReadFile(cases)
	if err != nil {
		t.Fatal(err)
	}
	var f casesFile
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	decode := func(s string) []byte {
		b, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if len(f.Cases) < 15 {
		t.Fatalf("%d cases", len(f.Cases))
	}
	for _, c := range f.Cases {
		pdf, when := decode(f.PDF), at(f.SealedAt)
		switch {
		case c.Whole != "":
			pdf = decode(c.Whole)
		case c.Flip > 0:
			pdf[c.Flip] ^= 1
		case c.Cut > 0:
			pdf = pdf[:len(pdf)-c.Cut]
		case c.Append != "":
			pdf = append(pdf, decode(c.Append)...)
		case len(c.Replace) == 2:
			if !bytes.Contains(pdf, []byte(c.Replace[0])) {
				t.Fatalf("%s: no %q", c.Name, c.Replace[0])
			}
			pdf = bytes.Replace(pdf, []byte(c.Replace[0]), []byte(c.Replace[1]), 1)
		}
		if c.Now != "" {
			when = at(c.Now)
		}
		known := Known{Seals: map[string]bool{f.Certificate: !c.Unknown}, Stamps: map[string]bool{f.Stamp: !c.NoStamp}}
		if c.Ended != "" {
			known.Ended = map[string]time.Time{f.Certificate: at(c.Ended)}
		}
		if c.Revoked != "" {
			known.Revoked = map[string]time.Time{f.Certificate: at(c.Revoked)}
		}
		if v := Check(pdf, known, when); !slices.Equal(v.Findings, c.Want) {
			t.Errorf("%s: %v, want %v", c.Name, v.Findings, c.Want)
		}
	}
}

// No single changed bit of a sealed paper passes, wherever it stands.
func TestCheck_EveryByteCounts(t *testing.T) {
	by := signer(t)
	good := sealed(t, paper(t, 1), by)
	known := knows(by)
	step := 37
	for i := 0; i < len(good); i += step {
		bad := bytes.Clone(good)
		bad[i] ^= 0x20
		if v := Check(bad, known, now); v.Sound() && !hexTwin(good[i], bad[i]) {
			t.Fatalf("byte %d (%q) was changed to %q, and the paper passes", i, good[i], bad[i])
		}
	}
}

// hexTwin: of a hexadecimal digit, a and A are the same signature.
func hexTwin(a, b byte) bool { return strings.EqualFold(string(a), string(b)) && a != b }

func TestCheck_AfterExpiryATimestampStillProvesTheSeal(t *testing.T) {
	stamp := stamptest.New(t, func() time.Time { return now })
	plain := signer(t)
	known := knows(plain)
	later := plain.Chain[0].NotAfter.AddDate(1, 0, 0)
	if v := Check(sealed(t, paper(t, 1), plain), known, later); !slices.Equal(v.Findings, []string{CertificateExpired}) {
		t.Errorf("without a timestamp: %v", v.Findings)
	}
	stamped := plain
	stamped.Stamp = cms.Stamper(stamp.URL, true)
	pdf := sealed(t, paper(t, 1), stamped)
	if v := Check(pdf, known, later); !slices.Equal(v.Findings, []string{CertificateExpired}) {
		t.Errorf("a timestamp of who knows whom: %v", v.Findings)
	}
	known.Stamps = map[string]bool{cms.Fingerprint(stamp.Certificate): true}
	if v := Check(pdf, known, later); !v.Sound() || !v.StampedAt.Equal(now) {
		t.Errorf("with a timestamp: %v at %v", v.Findings, v.StampedAt)
	}
	// a token of another signature is none of this one's
	der, _ := hex.DecodeString(contentsOf(pdf))
	if _, err := cms.Verify(der, make([]byte, 32)); err == nil {
		t.Error("another content passes")
	}
}

// digit is a place at or before another where a digit with its lowest bit changed is a digit still.
func digit(pdf []byte, at int) int {
	for !strings.ContainsRune("0123456789bcde", rune(pdf[at])) {
		at--
	}
	return at
}

func contentsOf(pdf []byte) string {
	s := string(pdf[bytes.Index(pdf, []byte("/Contents <"))+len("/Contents <"):])
	s, _, _ = strings.Cut(s, ">")
	return s
}

func TestStamper_TellsATroubledServer(t *testing.T) {
	stamp := stamptest.New(t, func() time.Time { return now })
	stamp.Down.Store(true)
	by := signer(t)
	by.Stamp = cms.Stamper(stamp.URL, true)
	if _, _, err := Seal(context.Background(), paper(t, 1), by, Words{At: now}); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("%v", err)
	}
	for _, url := range []string{stamp.URL, strings.Replace(stamp.URL, "127.0.0.1", "localhost", 1), strings.Replace(stamp.URL, "127.0.0.1", "[::ffff:127.0.0.1]", 1), "http://169.254.169.254/", "http://10.1.2.3/", "http://100.64.0.1/", "http://0.0.0.0:1/"} {
		if _, err := cms.Stamper(url, false)(context.Background(), make([]byte, 32)); err == nil || !strings.Contains(err.Error(), "not on the public network") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestMake_GivesAKeyOfItsOwn(t *testing.T) {
	c, key, err := cms.Make("A", now)
	if err != nil {
		t.Fatal(err)
	}
	if k, ok := key.(*ecdsa.PrivateKey); !ok || k.Curve != elliptic.P256() || c.CheckSignature(c.SignatureAlgorithm, c.RawTBSCertificate, c.Signature) != nil || !c.NotAfter.After(now.AddDate(9, 0, 0)) {
		t.Errorf("%T until %v", key, c.NotAfter)
	}
}

func BenchmarkSeal(b *testing.B) {
	pdf, by := paper(b, 20), signer(b)
	for b.Loop() {
		sealed(b, pdf, by)
	}
}

func BenchmarkCheck(b *testing.B) {
	by := signer(b)
	pdf, known := sealed(b, paper(b, 20), by), knows(by)
	for b.Loop() {
		if !Check(pdf, known, now).Sound() {
			b.Fatal("not sound")
		}
	}
}
