package seal

import (
	"bytes"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"regexp"
	"strconv"
	"time"

	"lading/server/kit/cms"
)

// What may be wrong with a paper. The codes are those of the message catalogue, and of the checker in the app.
const (
	NotPDF             = "paper-not-pdf"
	NotSealed          = "paper-not-sealed"
	RangeBroken        = "paper-range-broken"        // the seal leaves out a part of the file
	PageAdded          = "paper-page-added"          // after the seal
	AnnotationAdded    = "paper-annotation-added"    // after the seal, seen or hidden
	ContentAdded       = "paper-content-added"       // anything else after the seal
	BytesChanged       = "paper-bytes-changed"       // under the seal
	SignatureBroken    = "paper-signature-broken"    // the seal itself was changed
	CertificateUnknown = "paper-certificate-unknown" // not the organisation's
	CertificateExpired = "paper-certificate-expired" // and nothing proves that the seal is older
	CertificateRevoked = "paper-certificate-revoked" // likewise
	SealedAfterEnd     = "paper-sealed-after-end"    // by a certificate that another had replaced by then
	StampBroken        = "paper-stamp-broken"
)

// Known are the certificates that the organisation seals with or has sealed with, and those of the timestamp servers that it took, by fingerprint; and
// when one was replaced, or its key was no longer safe.
type Known struct {
	Seals, Stamps  map[string]bool
	Ended, Revoked map[string]time.Time
}

// endGrace is for a paper that was on its way when its certificate was replaced.
const endGrace = 10 * time.Minute

// Verdict is what a check came to. A paper is sound where nothing was found.
type Verdict struct {
	Findings    []string          `json:"findings"`
	Certificate *x509.Certificate `json:"-"`
	SealedAt    time.Time         `json:"sealedAt"` // as the seal says
	StampedAt   time.Time         `json:"stampedAt"`
	SHA256      string            `json:"sha256"` // of the whole file: by it the records know the paper
}

// Sound tells whether nothing was found.
func (v Verdict) Sound() bool { return len(v.Findings) == 0 }

var (
	rangeForm = regexp.MustCompile(`/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]`)
	pageForm  = regexp.MustCompile(`/Type\s*/Pages\b|/Kids\b`) // a page of its own is rewritten for a mere annotation, too
	annotForm = regexp.MustCompile(`/Annots?\b|/Subtype\s*/Widget\b`)
	madeForm  = regexp.MustCompile(`/M\s*\(D:(\d{14})Z\)`)
)

// Check tells what is wrong with a paper, by its bytes alone. It holds a paper to more than a reader would: the one seal must cover the file from the first
// byte to the last but for its own signature, so whatever trick an update plays on how a page is shown, the update itself is refused.
func Check(pdf []byte, known Known, now time.Time) (v Verdict) {
	sum := sha256.Sum256(pdf)
	v = Verdict{Findings: []string{}, SHA256: hex.EncodeToString(sum[:])}
	found := func(code string) { v.Findings = append(v.Findings, code) }
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		found(NotPDF)
		return v
	}
	m := rangeForm.FindSubmatchIndex(pdf)
	if m == nil {
		found(NotSealed)
		return v
	}
	var r [4]int
	for i := range r {
		r[i], _ = strconv.Atoi(string(pdf[m[2*i+2]:m[2*i+3]])) // ten digits at most
	}
	from, to, end := r[1], r[2], r[2]+r[3]
	if r[0] != 0 || from <= m[1] || to <= from+1 || end > len(pdf) || pdf[from] != '<' || pdf[to-1] != '>' || !bytes.HasSuffix(pdf[:from], []byte("/Contents ")) {
		found(RangeBroken)
		return v
	}
	der, err := hex.DecodeString(string(pdf[from+1 : to-1]))
	if err != nil {
		found(RangeBroken)
		return v
	}
	if rest := pdf[end:]; len(rest) > 0 {
		switch {
		case pageForm.Match(rest):
			found(PageAdded)
		case annotForm.Match(rest):
			found(AnnotationAdded)
		case bytes.Contains(rest, []byte("%%EOF")):
			found(ContentAdded)
		default:
			found(RangeBroken)
		}
	}
	h := sha256.New()
	h.Write(pdf[:from])
	h.Write(pdf[to:end])
	s, err := cms.Verify(der, h.Sum(nil))
	v.Certificate = s.Certificate
	switch {
	case errors.Is(err, cms.ErrContent):
		found(BytesChanged)
	case errors.Is(err, cms.ErrStamp):
		found(StampBroken)
	case err != nil:
		found(SignatureBroken)
	}
	if err != nil {
		return v
	}
	if m := madeForm.FindSubmatch(pdf[m[0]:end]); m != nil {
		v.SealedAt, _ = time.Parse("20060102150405", string(m[1]))
	}
	if !known.Seals[cms.Fingerprint(s.Certificate)] {
		found(CertificateUnknown)
	}
	var proven time.Time
	if s.Stamp != nil && known.Stamps[cms.Fingerprint(s.Stamp.Certificate)] {
		proven, v.StampedAt = s.Stamp.At, s.Stamp.At
	}
	at := proven
	if at.IsZero() {
		at = now
	}
	if at.Before(s.Certificate.NotBefore) || at.After(s.Certificate.NotAfter) {
		found(CertificateExpired)
	}
	if revoked, gone := known.Revoked[cms.Fingerprint(s.Certificate)]; gone && (proven.IsZero() || !proven.Before(revoked)) {
		found(CertificateRevoked)
	}
	sealed := proven
	if sealed.IsZero() {
		sealed = v.SealedAt
	}
	if ended, over := known.Ended[cms.Fingerprint(s.Certificate)]; over && sealed.After(ended.Add(endGrace)) {
		found(SealedAfterEnd)
	}
	return v
}
