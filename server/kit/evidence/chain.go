// Package evidence is what proves a shipment's story to somebody who does not trust us: its events, each hashed with the one before, what the
// devices signed, the photos and strokes that the events name, and the sealed bill; bundled in one file that is checked without our server.
//
// The app checks the same bundles in the browser (web/src/document/evidence); sync/testdata/evidence.json is run by both.
package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"lading/server/kit/canonical"
	"lading/server/kit/envelope"
	"lading/server/kit/jwk"

	"github.com/goccy/go-json"
)

// Event is one link of a shipment's chain as it is hashed; Hash and Mutation stand beside what is hashed, and Proof stands for the mutation in it.
// Times are milliseconds.
type Event struct {
	ID         string          `json:"id"`
	ShipmentID string          `json:"shipmentId"`
	N          int64           `json:"n"` // place in the chain, from 1
	Warehouse  string          `json:"warehouse"`
	Kind       string          `json:"kind"`
	Data       json.RawMessage `json:"data"`
	UserID     string          `json:"userId"`
	UserName   string          `json:"userName"`
	Device     string          `json:"device"`
	At         int64           `json:"at"`    // when the person acted
	AtRaw      string          `json:"atRaw"` // by the device's own clock
	LoggedAt   int64           `json:"loggedAt"`
	Sig        string          `json:"sig"`   // the device's, over Mutation
	Proof      string          `json:"proof"` // SHA-256 of Mutation
	Prev       string          `json:"prev"`  // Hash of the event before
	Hash       string          `json:"hash,omitempty"`
	Mutation   string          `json:"mutation,omitempty"` // what the device signed, as it stood
}

// Digest is SHA-256 over everything the event says, its place in the chain and the hash before it, as canonical JSON.
func (e Event) Digest() (string, error) {
	e.Hash, e.Mutation = "", ""
	text, err := canonical.JSON(e)
	return Sum(text), err
}

// Sum is SHA-256 in hex.
func Sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

// Device is a device whose signatures are in the chain: its public key, a JWK on P-256.
type Device struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	PublicKey json.RawMessage `json:"publicKey"`
}

// Finding is one thing that is not as it was. N is an event's number, File a file of the bundle.
type Finding struct {
	Code string `json:"code"`
	N    int64  `json:"n,omitempty"`
	File string `json:"file,omitempty"`
}

// What may be found. The codes are those of the message catalogue.
const (
	NotBundle          = "evidence-not-bundle"
	ManifestChanged    = "evidence-manifest-changed"    // not what the organisation signed
	ManifestSignature  = "evidence-manifest-signature"  // no signature, or a broken one
	CertificateRevoked = "evidence-certificate-revoked" // as far as the checker or the bundle knows
	PaperRevoked       = "evidence-paper-revoked"       // sealed with a certificate that was revoked by then
	CertificateUnknown = "evidence-certificate-unknown" // not the organisation's, where the checker knows those
	EventsMalformed    = "evidence-events-malformed"    // N is the line
	EventChanged       = "evidence-event-changed"
	EventMissing       = "evidence-event-missing"
	EventMoved         = "evidence-event-moved"   // stands behind a later one, or twice
	EventLink          = "evidence-event-link"    // does not follow from the one before
	EventForeign       = "evidence-event-foreign" // of another shipment
	MutationChanged    = "evidence-mutation"      // not what the device signed
	SignatureBroken    = "evidence-signature"
	DeviceUnknown      = "evidence-device-unknown"
	HeadDiffers        = "evidence-head" // the last event is not the one that the manifest names
	FileChanged        = "evidence-file-changed"
	FileMissing        = "evidence-file-missing"
	FileUnknown        = "evidence-file-unknown" // nobody listed it
	PaperBroken        = "evidence-paper"        // the seal of the bill does not hold
)

// Chain checks a shipment's events in the order in which they are given, and names each place that is not as it was written.
// Devices are not asked: the signatures are Signatures' part.
func Chain(events []Event) []Finding {
	out := []Finding{}
	found := func(code string, n int64) { out = append(out, Finding{Code: code, N: n}) }
	byN := make(map[int64]*Event, len(events))
	broken := map[int64]bool{}
	last := int64(0)
	for i := range events {
		e := &events[i]
		if hash, err := e.Digest(); err != nil || hash != e.Hash {
			found(EventChanged, e.N)
			broken[e.N] = true
		}
		if e.Proof != "" && Sum(e.Mutation) != e.Proof || e.Proof == "" && e.Mutation != "" {
			found(MutationChanged, e.N)
		}
		if e.ShipmentID != events[0].ShipmentID {
			found(EventForeign, e.N)
		}
		if e.N <= last {
			found(EventMoved, e.N)
		}
		last = max(last, e.N)
		if byN[e.N] == nil {
			byN[e.N] = e
		}
	}
	for n := int64(1); n <= min(last, int64(len(events))*2+1000); n++ { // a number out of all measure must not keep us
		e := byN[n]
		switch {
		case e == nil:
			found(EventMissing, n)
		case broken[n], broken[n-1]: // said already
		case n == 1 && e.Prev != "", n > 1 && byN[n-1] != nil && e.Prev != byN[n-1].Hash:
			found(EventLink, n)
		}
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return int(a.N - b.N) })
	return out
}

// Signatures checks what the devices signed.
func Signatures(events []Event, devices []Device) (out []Finding, signed int) {
	keys := map[string]Device{}
	for _, d := range devices {
		keys[d.ID] = d
	}
	for _, e := range events {
		if e.Mutation == "" {
			continue
		}
		d, ok := keys[e.Device]
		key, err := jwk.Parse(string(d.PublicKey))
		if !ok || err != nil {
			out = append(out, Finding{Code: DeviceUnknown, N: e.N})
			continue
		}
		said, err := envelope.Read(e.Mutation)
		if err != nil || said.Device != "" && said.Device != e.Device || said.User != e.UserID || !jwk.Verify(key, e.Mutation, e.Sig) {
			out = append(out, Finding{Code: SignatureBroken, N: e.N})
			continue
		}
		signed++
	}
	return out, signed
}

// Named lists the files that an event names by their SHA-256: photos, a signature's picture and strokes, a sealed paper.
func (e Event) Named() []string {
	var data struct {
		Image   string   `json:"image"`
		Strokes string   `json:"strokes"`
		Paper   string   `json:"paper"`
		Photos  []string `json:"photos"`
	}
	if json.Unmarshal(e.Data, &data) != nil {
		return nil
	}
	var out []string
	for _, h := range append([]string{data.Image, data.Strokes, data.Paper}, data.Photos...) {
		if len(h) == 2*sha256.Size {
			out = append(out, h)
		}
	}
	return out
}
