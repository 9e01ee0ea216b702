package evidence

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"lading/server/kit/cms"

	"github.com/goccy/go-json"
)

// The names in a bundle that mean something. Files that events name stand under files/, papers under papers/.
const (
	manifestName  = "manifest.json"
	signatureName = "manifest.json.p7s" // detached, as openssl cms -verify takes it
	eventsName    = "events.ndjson"
	devicesName   = "devices.json"
	revokedName   = "revocations.json" // where there are any
	readmeName    = "README.txt"

	format   = "lading evidence 1"
	maxText  = 256 << 20 // of the manifest, the events and the devices
	maxFile  = 64 << 20
	maxFiles = 20_000
)

// Manifest says what a bundle holds; the organisation signs it, so what is left out later is missed.
type Manifest struct {
	Format       string   `json:"format"`
	Organisation string   `json:"organisation"`
	ShipmentID   string   `json:"shipmentId"`
	Bill         string   `json:"bill"`
	At           int64    `json:"at"` // when it was made, milliseconds
	Events       int64    `json:"events"`
	Head         string   `json:"head"` // hash of the last event
	Files        []File   `json:"files"`
	Absent       []string `json:"absent"` // files that events name and that had not arrived
}

// File is one file of a bundle.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
}

const readme = `This bundle is the evidence of one shipment.

events.ndjson      what happened, one event a line. "hash" is the SHA-256 of the event as canonical JSON (keys sorted, no spaces) without
                   "hash" and "mutation"; "prev" is the hash of the event before. "mutation" is what a device signed; its SHA-256 is "proof".
devices.json       the public keys of those devices (ECDSA P-256; signatures are r and s in base64url).
revocations.json   which of the organisation's certificates had been revoked when this bundle was made, when and why; absent where none was.
files/, papers/    photos, signatures and papers, by the SHA-256 that the events name.
manifest.json      all of it by SHA-256, signed in manifest.json.p7s by the organisation's certificate.

To check it:  lading verify <bundle.zip>, or the page "Check a document" of the app, which works without a network. Without either:
openssl cms -verify -binary -inform DER -in manifest.json.p7s -content manifest.json -noverify
`

// Writer writes a bundle.
type Writer struct {
	zip      *zip.Writer
	manifest Manifest
	has      map[string]bool
	at       time.Time
}

// Revocation says that a certificate's key is no longer safe.
type Revocation struct {
	Certificate string `json:"certificate"` // SHA-256
	At          int64  `json:"at"`          // milliseconds
	Why         string `json:"why"`
}

// AddRevocations tells who checks the bundle later which certificates no longer count, and since when.
func (w *Writer) AddRevocations(all []Revocation) error {
	if len(all) == 0 {
		return nil
	}
	body, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return w.Add(revokedName, bytes.NewReader(body))
}

// NewWriter begins a bundle of a shipment's whole chain.
func NewWriter(to io.Writer, organisation, bill string, events []Event, devices []Device, at time.Time) (*Writer, error) {
	w := &Writer{zip: zip.NewWriter(to), has: map[string]bool{}, at: at,
		manifest: Manifest{Format: format, Organisation: organisation, Bill: bill, At: at.UnixMilli(), Events: int64(len(events)), Files: []File{}, Absent: []string{}}}
	var lines bytes.Buffer
	for _, e := range events {
		line, err := json.Marshal(e)
		if err != nil {
			return nil, fmt.Errorf("write event %d: %w", e.N, err)
		}
		lines.Write(line)
		lines.WriteByte('\n')
		w.manifest.ShipmentID, w.manifest.Head = e.ShipmentID, e.Hash
	}
	keys, err := json.MarshalIndent(append([]Device{}, devices...), "", "  ")
	if err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name string
		body io.Reader
	}{{readmeName, strings.NewReader(readme)}, {eventsName, &lines}, {devicesName, bytes.NewReader(keys)}} {
		if err := w.Add(f.name, f.body); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Has tells whether a file of this content is in the bundle already.
func (w *Writer) Has(hash string) bool { return w.has[hash] }

// Add adds a file.
func (w *Writer) Add(name string, body io.Reader) error {
	to, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: w.at})
	if err != nil {
		return err
	}
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, h), body)
	if err != nil {
		return fmt.Errorf("add %s: %w", name, err)
	}
	sum := hex.EncodeToString(h.Sum(nil))
	w.has[sum] = true
	w.manifest.Files = append(w.manifest.Files, File{name, sum, n})
	return nil
}

// Absent notes a file that an event names and that nobody has sent yet.
func (w *Writer) Absent(hash string) {
	if !slices.Contains(w.manifest.Absent, hash) {
		w.manifest.Absent = append(w.manifest.Absent, hash)
	}
}

// Close signs the manifest and ends the bundle.
func (w *Writer) Close(ctx context.Context, by cms.Signer) error {
	manifest, err := json.MarshalIndent(w.manifest, "", "  ")
	if err != nil {
		return err
	}
	sum := sha256.Sum256(manifest)
	signature, err := cms.Sign(ctx, by, sum[:])
	if err != nil {
		return fmt.Errorf("sign the manifest: %w", err)
	}
	for name, body := range map[string][]byte{manifestName: manifest, signatureName: signature} {
		to, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: w.at})
		if err != nil {
			return err
		}
		if _, err := to.Write(body); err != nil {
			return err
		}
	}
	return w.zip.Close()
}

// Checks are what a checker knows beyond the bundle. Each may be nil.
type Checks struct {
	// Certificate tells whether a certificate is the organisation's.
	Certificate func(fingerprint string) bool
	// Paper checks a sealed paper's own seal, which must be of the certificate that the chain names, made when the chain says.
	Paper func(pdf []byte, certificate string, at time.Time) bool
	// Revoked are revocations that the checker has heard of; those that the bundle itself tells are added to them.
	Revoked []Revocation
}

// Verdict is what a check came to.
type Verdict struct {
	Findings    []Finding `json:"findings"`
	Manifest    Manifest  `json:"manifest"`
	Signed      int       `json:"signed"` // events that carry a device's signature
	Devices     int       `json:"devices"`
	Certificate string    `json:"certificate"` // SHA-256 of the one that signed the manifest
	By          string    `json:"by"`          // whom it names
	// Revoked are the revocations of certificates that signed or sealed something here.
	Revoked []Revocation `json:"revoked"`
}

// Sound tells whether nothing was found.
func (v Verdict) Sound() bool { return len(v.Findings) == 0 }

// Verify checks a bundle by itself.
func Verify(r io.ReaderAt, size int64, know Checks) (v Verdict) {
	v.Findings = []Finding{}
	found := func(f ...Finding) { v.Findings = append(v.Findings, f...) }
	z, err := zip.NewReader(r, size)
	if err != nil || len(z.File) > maxFiles {
		found(Finding{Code: NotBundle})
		return v
	}
	manifest, err := text(z, manifestName)
	if err != nil || json.Unmarshal(manifest, &v.Manifest) != nil || v.Manifest.Format != format {
		found(Finding{Code: NotBundle})
		return v
	}
	revoked := revocations(z, know.Revoked)
	sum := sha256.Sum256(manifest)
	signature, err := text(z, signatureName)
	if err != nil {
		found(Finding{Code: ManifestSignature})
	} else {
		s, err := cms.Verify(signature, sum[:])
		switch {
		case err == cms.ErrContent:
			found(Finding{Code: ManifestChanged})
		case err != nil:
			found(Finding{Code: ManifestSignature})
		default:
			v.Certificate, v.By = cms.Fingerprint(s.Certificate), s.Certificate.Subject.CommonName
			if know.Certificate != nil && !know.Certificate(v.Certificate) {
				found(Finding{Code: CertificateUnknown})
			}
			// When the bundle was made is its own word, so it does not matter which came first.
			if r, gone := revoked[v.Certificate]; gone {
				v.Revoked = append(v.Revoked, r)
				found(Finding{Code: CertificateRevoked})
			}
		}
	}

	// the chain first: it names a place more exactly than a file's hash can
	events, bad := readEvents(z)
	found(bad...)
	if len(bad) == 0 {
		found(Chain(events)...)
		var devices []Device
		if raw, err := text(z, devicesName); err == nil && json.Unmarshal(raw, &devices) == nil {
			more, signed := Signatures(events, devices)
			found(more...)
			v.Signed, v.Devices = signed, len(devices)
		} else if err == nil {
			found(Finding{Code: FileChanged, File: devicesName})
		}
		if n := int64(len(events)); n < v.Manifest.Events && !slices.ContainsFunc(v.Findings, func(f Finding) bool { return f.Code == EventMissing }) {
			for k := n + 1; k <= min(v.Manifest.Events, n+100); k++ {
				found(Finding{Code: EventMissing, N: k})
			}
		}
		if n := len(events); len(v.Findings) == 0 && (n == 0 || events[n-1].Hash != v.Manifest.Head || events[0].ShipmentID != v.Manifest.ShipmentID) {
			found(Finding{Code: HeadDiffers, N: int64(n)})
		}
	}
	chainSound := len(v.Findings) == 0
	listed := v.checkFiles(z, chainSound)
	v.checkNamed(z, events, listed, know, revoked)
	return v
}

// revocations are those that the checker knows with those that the bundle tells, by certificate. The earliest counts.
func revocations(z *zip.Reader, known []Revocation) map[string]Revocation {
	all := slices.Clone(known)
	if raw, err := text(z, revokedName); err == nil {
		var told []Revocation
		if json.Unmarshal(raw, &told) == nil { // a changed file is found by its hash
			all = append(all, told...)
		}
	}
	by := map[string]Revocation{}
	for _, r := range all {
		if first, twice := by[r.Certificate]; !twice || r.At < first.At {
			by[r.Certificate] = r
		}
	}
	return by
}

// checkFiles holds every file against the manifest, and gives the listed ones by their hash.
func (v *Verdict) checkFiles(z *zip.Reader, chainSound bool) map[string]File {
	listed, byName := map[string]File{}, map[string]bool{manifestName: true, signatureName: true}
	for _, f := range v.Manifest.Files {
		listed[f.SHA256], byName[f.Name] = f, true
		hash, err := hashOf(z, f.Name)
		switch {
		case f.Name == eventsName && !chainSound: // said more exactly already
		case err != nil:
			v.Findings = append(v.Findings, Finding{Code: FileMissing, File: f.Name})
		case hash == f.SHA256:
		default:
			v.Findings = append(v.Findings, Finding{Code: FileChanged, File: f.Name})
		}
	}
	for _, f := range z.File {
		if !byName[f.Name] && !strings.HasSuffix(f.Name, "/") {
			v.Findings = append(v.Findings, Finding{Code: FileUnknown, File: f.Name})
		}
	}
	return listed
}

// checkNamed asks for every file that an event names, and has sealed papers checked by their own seal.
func (v *Verdict) checkNamed(z *zip.Reader, events []Event, listed map[string]File, know Checks, revoked map[string]Revocation) {
	for _, e := range events {
		for _, hash := range e.Named() {
			if _, there := listed[hash]; !there && !slices.Contains(v.Manifest.Absent, hash) {
				v.Findings = append(v.Findings, Finding{Code: FileMissing, N: e.N, File: hash})
			}
		}
		var sealed struct{ Paper, Certificate string }
		if e.Kind != "sealed" || json.Unmarshal(e.Data, &sealed) != nil {
			continue
		}
		// The chain says when it was sealed, and the manifest's signature stands for the chain.
		if r, gone := revoked[sealed.Certificate]; gone {
			if !slices.Contains(v.Revoked, r) {
				v.Revoked = append(v.Revoked, r)
			}
			if e.LoggedAt > r.At {
				v.Findings = append(v.Findings, Finding{Code: PaperRevoked, N: e.N})
			}
		}
		if know.Paper == nil {
			continue
		}
		f, there := listed[sealed.Paper]
		if !there {
			continue
		}
		if pdf, err := read(z, f.Name, maxFile); err == nil && !know.Paper(pdf, sealed.Certificate, time.UnixMilli(e.LoggedAt)) {
			v.Findings = append(v.Findings, Finding{Code: PaperBroken, N: e.N, File: f.Name})
		}
	}
}

func readEvents(z *zip.Reader) ([]Event, []Finding) {
	raw, err := text(z, eventsName)
	if err != nil {
		return nil, []Finding{{Code: FileMissing, File: eventsName}}
	}
	var events []Event
	for i, line := range bytes.Split(bytes.TrimSuffix(raw, []byte("\n")), []byte("\n")) {
		var e Event
		if err := json.Unmarshal(line, &e); err != nil || len(e.Data) == 0 {
			return nil, []Finding{{Code: EventsMalformed, N: int64(i) + 1}}
		}
		events = append(events, e)
	}
	return events, nil
}

func text(z *zip.Reader, name string) ([]byte, error) { return read(z, name, maxText) }

func read(z *zip.Reader, name string, limit int64) ([]byte, error) {
	f, err := file(z, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, limit))
}

func hashOf(z *zip.Reader, name string) (string, error) {
	f, err := file(z, name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	_, err = io.Copy(h, io.LimitReader(f, maxText))
	if err != nil { // a damaged entry is a changed one
		return "damaged", nil
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// file opens the one entry of a name. Of two that share it, readers of zip files disagree which counts, so there must be one.
func file(z *zip.Reader, name string) (io.ReadCloser, error) {
	var one *zip.File
	for _, f := range z.File {
		if f.Name == name {
			if one != nil {
				return nil, fs.ErrExist
			}
			one = f
		}
	}
	if one == nil {
		return nil, fs.ErrNotExist
	}
	return one.Open()
}
