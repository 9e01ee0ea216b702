package push

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"time"

	"lading/server/kit/envelope"
	"lading/server/kit/fail"
	"lading/server/kit/jwk"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Mutation is one queued command, as the device signed it.
type Mutation struct {
	Seq      int64           `json:"seq" validate:"gt=0"`
	ID       string          `json:"id" validate:"required,ulid"`
	Device   string          `json:"device" validate:"omitempty,ulid"` // under which it was signed, where it says so
	Op       string          `json:"op" validate:"required,max=100"`
	Args     json.RawMessage `json:"args"`
	Subjects []string        `json:"subjects" validate:"max=20,dive,max=200"`
	At       store.Time      `json:"at"`
	AtRaw    string          `json:"atRaw" validate:"max=40"`
	User     string          `json:"user" validate:"required,max=40"`
	Replaces *int64          `json:"replaces"`
	// ReplacesDevice is the number that the replaced work was sent under, where the device has enrolled anew since.
	ReplacesDevice string `json:"replacesDevice" validate:"omitempty,ulid"`
	Sig            string `json:"sig" validate:"max=200"`
}

// Unsent stands for work that the server did not take as it was, too large or not to be read: a device sends it under the work's own number, so that the
// others can follow and a supervisor sees what happened. It is refused, and holds up its subjects like any refusal.
const Unsent = "Sync/Unsent"

// unsent is why the work was not taken.
func unsent(args json.RawMessage) *fail.Error {
	var req struct {
		Op   string `json:"Op"`
		Size int64  `json:"Size"` // in bytes, where it was too large
	}
	if err := json.Unmarshal(args, &req); err != nil || req.Size <= 0 {
		return fail.New(http.StatusUnprocessableEntity, "work-unreadable", "op", req.Op)
	}
	return fail.New(http.StatusRequestEntityTooLarge, "work-too-large", "size", (req.Size+1023)/1024)
}

// prepared is a mutation that was read, and whose signature is checked before the writer is asked for it.
type prepared struct {
	Mutation
	op        *op.Op
	canonical string
	hash      string
	refused   *fail.Error // known before it runs
	unsent    *fail.Error // why the work was not taken, where this is but the word of it
	result    Result
	stored    bool // a repeat: it had its outcome before
	twin      *twin
	// The action under other identities that were turned away with it.
	turnedAway []twin
	waits      bool  // for an earlier mutation of the device; no fault of its own
	acted      int64 // when the person acted, as it counts, in ms; of one that was not carried out, when the one before was
}

func (p *Pusher) prepare(device deviceRow, by store.Actor, raw json.RawMessage, carried bool) (*prepared, error) {
	m := &prepared{}
	if err := envelope.Check(raw); err != nil {
		return nil, fail.Malformed("mutation-malformed", "why", err.Error())
	}
	if err := json.Unmarshal(raw, &m.Mutation); err != nil || m.Seq <= 0 || len(m.ID) != 26 || m.Op == "" {
		return nil, fail.Malformed("mutation-malformed")
	}
	if m.Device != "" && m.Device != device.ID {
		return nil, fail.Malformed("mutation-malformed", "why", "signed under another number")
	}
	if len(m.Args) == 0 {
		m.Args = json.RawMessage("{}")
	}
	var err error
	if m.canonical, err = envelope.Canonical(raw); err != nil {
		return nil, fail.Malformed("mutation-malformed")
	}
	sum := sha256.Sum256([]byte(m.canonical))
	m.hash = hex.EncodeToString(sum[:])
	m.result = Result{Seq: m.Seq}
	found, ok := p.Ops.Find(m.Op)
	if m.Op == Unsent {
		m.unsent = unsent(m.Args)
	} else if !ok || len(found.Queue) == 0 && !(carried && found.Carries()) {
		m.refused = fail.NotFound("no-such-op", "op", m.Op)
	}
	if by.User != "" && m.User != by.User {
		return nil, fail.Forbidden("not-your-work", "user", m.User)
	}
	known := false
	for _, u := range device.Users.V {
		known = known || u == m.User
	}
	if !known {
		m.refused = fail.Forbidden(notOnDevice)
	}
	m.op = found
	return m, nil
}

// prove checks the signatures and tells of each piece that is done, so that the next piece's are checked while the writer has the one before.
func prove(device deviceRow, list []*prepared) <-chan struct{} {
	proven := make(chan struct{}, len(list)/maxPiece+1)
	go func() {
		key, err := jwk.Parse(device.PublicKey)
		for piece := range slices.Chunk(list, maxPiece) {
			for _, m := range piece {
				signed := func() bool { return err == nil && jwk.Verify(key, m.canonical, m.Sig) }
				switch {
				case !signed(): // an unsigned one is nobody's work; it is kept in the tray for a person to see
					m.refused = fail.Forbidden(unsigned)
				case m.refused != nil: // already
				case device.RevokedAt != nil: // kept for a supervisor, not carried out: whose hands it comes from nobody knows
					m.refused = fail.Forbidden(revoked)
				}
			}
			proven <- struct{}{}
		}
	}()
	return proven
}

// Refusals of who sent a mutation.
const (
	unsigned    = "signature-invalid" // no key of the device has signed it
	notOnDevice = "user-not-on-device"
	revoked     = "device-revoked"
)

func (m *prepared) unsigned() bool { return m.refused != nil && m.refused.Code == unsigned }

// refusal is why a mutation is refused before it runs.
func (m *prepared) refusal() error {
	switch {
	case m.refused != nil:
		return m.refused
	case m.unsent != nil:
		return m.unsent
	}
	return nil
}

// corrected keeps the moment that the device states, unless its clock is plainly wrong: then our own counts. One that was set back puts nothing before
// what was done on the device before it. The raw time is kept beside it.
func corrected(at, before, now time.Time) time.Time {
	switch {
	case at.IsZero() || at.After(now.Add(maxSkew)) || at.Before(now.Add(-longestAway)):
		return now
	case at.Before(before):
		return before
	}
	return at
}
