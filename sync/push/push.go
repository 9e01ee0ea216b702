// Package push runs a device's queue through the very handlers that the online calls run: each mutation in its own
// savepoint, its outcome in the same COMMIT as its effects. A repeat gets the stored outcome and runs nothing.
package push

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/jwk"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

const (
	maxFaults = 8               // then a mutation is parked
	maxSkew   = 5 * time.Minute // a corrected clock further ahead than this is taken for wrong
	maxPush   = 1000            // mutations in one push
	maxPiece  = 64              // of them that the writer is asked for at once: between two pieces others come to their turn
)

// Status is a mutation's outcome. All but retry are settled.
type Status string

// The four outcomes.
const (
	Applied  Status = "applied"
	Rejected Status = "rejected"
	Parked   Status = "parked"
	Retry    Status = "retry"
)

// Values lists the outcomes for the generated types.
func (Status) Values() []string { return []string{"applied", "rejected", "parked", "retry"} }

// Mutation is one queued command, as the device signed it.
type Mutation struct {
	Seq      int64           `json:"seq" validate:"gt=0"`
	ID       string          `json:"id" validate:"required,ulid"`
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

// Req is a push.
type Req struct {
	Device    string            `json:"device" validate:"required,ulid"`
	Epoch     string            `json:"epoch" validate:"max=26"`
	Mutations []json.RawMessage `json:"mutations" validate:"max=1000"`
}

// Result tells how one mutation ended.
type Result struct {
	Seq     int64          `json:"seq"`
	Status  Status         `json:"status"`
	Code    string         `json:"code,omitempty"`
	Params  map[string]any `json:"params,omitempty"`
	Errors  []fail.Field   `json:"errors,omitempty"`
	Version int64          `json:"version,omitempty"`
	Row     any            `json:"row,omitempty"`
}

// Resp answers a push.
type Resp struct {
	Results    []Result   `json:"results"`
	Settled    int64      `json:"settled"`
	Replicated int64      `json:"replicated"`
	Tray       []int64    `json:"tray"` // of the device's mutations, those that still wait for a person
	Epoch      string     `json:"epoch"`
	ServerNow  store.Time `json:"serverNow"`
}

// Actors gives a person's present rights; the refusal "user-disabled" where access was withdrawn.
type Actors interface {
	Actor(ctx context.Context, tx *store.Tx, user string) (store.Actor, error)
}

// Pusher runs pushes.
type Pusher struct {
	Ops    *op.Registry
	Actors Actors
}

// prepared is a mutation that was read, and whose signature is checked before the writer is asked for it.
type prepared struct {
	Mutation
	op        *op.Op
	canonical string
	hash      string
	refused   *fail.Error // known before it runs
	result    Result
	stored    bool // a repeat: it had its outcome before
}

// Push runs the queue. by is who holds the connection: a person (then only that person's work may come) or the device itself (By.User empty).
func (p *Pusher) Push(ctx context.Context, db *store.DB, by store.Actor, req Req) (*Resp, error) {
	if req.Epoch != "" && req.Epoch != db.Epoch() {
		return nil, fail.New(410, "start-again", "epoch", db.Epoch())
	}
	var device deviceRow
	if err := db.Read(ctx, by, func(ctx context.Context, tx *store.Tx) (err error) {
		device, err = findDevice(ctx, tx, req.Device)
		return err
	}); err != nil {
		return nil, err
	}
	list := make([]*prepared, 0, len(req.Mutations))
	expected := device.Heard + 1
	for i, raw := range req.Mutations {
		m, err := p.prepare(device, by, raw)
		if err != nil {
			return nil, err
		}
		if i > 0 && m.Seq != list[i-1].Seq+1 || m.Seq > expected {
			return nil, fail.Conflict("seq-gap", "expected", expected)
		}
		if m.Seq == expected {
			expected++
		}
		list = append(list, m)
	}
	commands := make([]store.Command, len(list))
	stuck := map[string]bool{} // subjects behind a mutation of this push that must be tried again
	for i, m := range list {
		commands[i] = p.command(device, by, m, stuck)
	}
	proven := prove(device, list)
	results := make([]store.Result, 0, len(commands))
	for piece := range slices.Chunk(commands, maxPiece) {
		<-proven
		done, err := db.WriteAll(ctx, piece)
		if err != nil {
			return nil, err
		}
		results = append(results, done...)
	}
	resp := &Resp{Results: make([]Result, len(list)), Epoch: db.Epoch()}
	for i, m := range list {
		if f, ok := fail.As(results[i].Err); ok && (f.Code == "device-forked" || f.Code == "seq-gap") {
			return nil, f
		}
		r := m.result
		if results[i].Version == 0 || r.Status == Retry { // our fault, not theirs: kept, tried again, never shown as a no. Without a version nothing was committed, whatever the mutation came to.
			r = Result{Seq: m.Seq, Status: Retry, Code: r.Code}
			slog.ErrorContext(ctx, "mutation failed", "op", m.Op, "device", req.Device, "seq", m.Seq, "err", results[i].Err)
		}
		resp.Results[i] = r
		if !m.stored {
			mutations.WithLabelValues(string(r.Status)).Inc()
		}
	}
	err := db.Read(ctx, by, func(ctx context.Context, tx *store.Tx) (err error) {
		resp.ServerNow = store.At(tx.Now)
		if resp.Settled, resp.Replicated, err = Acknowledged(ctx, tx, req.Device, db.Replicated()); err != nil {
			return err
		}
		for _, m := range list {
			if !m.stored && m.result.Status != Retry && !m.At.IsZero() {
				lag.Observe(max(0, tx.Now.Sub(m.At.Time).Seconds()))
			}
		}
		resp.Tray, err = Waiting(ctx, tx, req.Device)
		return err
	})
	return resp, err
}

type deviceRow struct {
	ID        string               `db:"id"`
	PublicKey string               `db:"public_key"`
	Heard     int64                `db:"heard"`
	Settled   int64                `db:"settled"`
	RevokedAt *int64               `db:"revoked_at"`
	Users     store.JSON[[]string] `db:"users"`
}

func findDevice(ctx context.Context, tx *store.Tx, id string) (deviceRow, error) {
	d, ok, err := store.Get[deviceRow](ctx, tx, `SELECT id, public_key, heard, settled, revoked_at, (SELECT json_group_array(user_id) FROM sync_device_user WHERE device = sync_device.id) AS users FROM sync_device WHERE id = ?`, id)
	if err != nil {
		return d, err
	}
	if !ok {
		return d, fail.Conflict("not-enrolled")
	}
	return d, nil
}

func (p *Pusher) prepare(device deviceRow, by store.Actor, raw json.RawMessage) (*prepared, error) {
	m := &prepared{}
	if err := json.Unmarshal(raw, &m.Mutation); err != nil || m.Seq <= 0 || len(m.ID) != 26 || m.Op == "" {
		return nil, fail.Malformed("mutation-malformed")
	}
	if len(m.Args) == 0 {
		m.Args = json.RawMessage("{}")
	}
	var err error
	if m.canonical, err = Canonical(raw); err != nil {
		return nil, fail.Malformed("mutation-malformed")
	}
	sum := sha256.Sum256([]byte(m.canonical))
	m.hash = hex.EncodeToString(sum[:])
	m.result = Result{Seq: m.Seq}
	found, ok := p.Ops.Find(m.Op)
	if !ok || len(found.Queue) == 0 {
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
		m.refused = fail.Forbidden("user-not-on-device")
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
				switch revoked := device.RevokedAt != nil; {
				case m.refused != nil: // already
				case (revoked || m.op.Proven || m.Sig != "") && !signed():
					m.refused = fail.Forbidden("signature-invalid")
				case revoked: // kept for a supervisor, not carried out: whose hands it comes from nobody knows
					m.refused = fail.Forbidden("device-revoked")
				}
			}
			proven <- struct{}{}
		}
	}()
	return proven
}

func (m *prepared) refusal() error {
	if m.refused == nil {
		return nil
	}
	return m.refused
}

// command wraps a mutation: what it does, and what is kept of how it ended.
func (p *Pusher) command(device deviceRow, by store.Actor, m *prepared, stuck map[string]bool) store.Command {
	var waits bool
	var subjects []string
	call := &op.Call{Op: m.op, Args: m.Args, RequestID: m.ID}
	do := func(ctx context.Context, tx *store.Tx) error {
		known, ok, err := store.Get[outcome](ctx, tx, `SELECT hash, status, code, params, version FROM sync_outcome WHERE device = ? AND seq = ?`, device.ID, m.Seq)
		if err != nil {
			return err
		}
		if ok {
			m.stored = true
			if known.Hash != m.hash {
				return fail.Conflict("device-forked")
			}
			m.result = Result{Seq: m.Seq, Status: known.Status, Code: known.Code, Params: known.Params.V, Version: known.Version}
			return nil
		}
		subjects = m.Subjects
		if m.refused != nil {
			return m.refused
		}
		actor, err := p.Actors.Actor(ctx, tx, m.User)
		if err != nil {
			return err
		}
		actor.Device = device.ID
		tx.By, call.By = actor, actor
		tx.At = corrected(m.At.Time, tx.Now)
		tx.Proof = &store.Proof{Mutation: m.canonical, Signature: m.Sig, AtRaw: m.AtRaw}
		if err := op.Permit(m.op, actor, 0); err != nil {
			return err
		}
		req, err := op.Decode(m.op, m.Args, nil)
		if err != nil {
			return err
		}
		subjects = m.op.Subjects(req)
		for _, s := range subjects {
			if stuck[s] {
				waits = true
				return errWaits
			}
		}
		if err := m.answer(ctx, tx, device.ID); err != nil {
			return err
		}
		place := m.Seq // an edit takes the place of what it replaces; another identity's numbers say nothing about our order
		if m.Replaces != nil && m.ReplacesDevice == "" {
			place = *m.Replaces
		}
		behind, err := blocked(ctx, tx, device.ID, place, subjects)
		if err != nil {
			return err
		}
		if behind > 0 {
			return &parkedError{behind: behind}
		}
		_, err = op.Do(ctx, tx, call, req)
		return err
	}
	settle := func(ctx context.Context, tx *store.Tx, err error) error {
		if m.stored {
			return nil
		}
		r := Result{Seq: m.Seq, Version: tx.Version}
		var behind *parkedError
		f, refused := fail.As(err)
		switch {
		case err == nil:
			r.Status = Applied
		case errors.As(err, &behind):
			r.Status, r.Code, r.Params = Parked, "behind-rejected", map[string]any{"behind": behind.behind}
		case refused && (f.Code == "user-disabled" || f.Code == "device-revoked"):
			r.Status, r.Code, r.Params = Parked, f.Code, f.Params
		case refused && f.Settled():
			r.Status, r.Code, r.Params, r.Errors, r.Row = Rejected, f.Code, f.Params, f.Fields, f.Row
		default:
			m.result = Result{Seq: m.Seq, Status: Retry}
			for _, s := range subjects {
				stuck[s] = true
			}
			if _, e := tx.ExecContext(ctx, `UPDATE sync_device SET heard = max(heard, ?) WHERE id = ?`, m.Seq, device.ID); e != nil {
				return e
			}
			if waits || refused { // "later" and "full" are no faults of the mutation
				return nil
			}
			faults, e := countFault(ctx, tx, device.ID, m.Seq, err)
			if e != nil || faults < maxFaults {
				return e
			}
			for _, s := range subjects {
				delete(stuck, s)
			}
			r.Status, r.Code, r.Params = Parked, "repeated-fault", map[string]any{"faults": faults}
		}
		m.result = r
		// What an edit answers is answered, though the edit be refused as well: on the device the one stands in the other's place, and if
		// the first stayed open here, nobody would see what holds up its subject. What Do resolved was rolled back with it.
		if r.Status != Applied && fail.CodeOf(m.refusal()) != "signature-invalid" {
			if err := m.answer(ctx, tx, device.ID); err != nil && fail.CodeOf(err) != noSuchItem {
				return err
			}
		}
		return keep(ctx, tx, device.ID, m, r, subjects)
	}
	return store.Command{Name: m.Op, By: by, At: m.At.Time, Do: do, Settle: settle}
}

var errWaits = errors.New("waits for an earlier mutation of the same subject")

type parkedError struct{ behind int64 }

func (e *parkedError) Error() string { return fmt.Sprintf("behind mutation %d", e.behind) }

// corrected keeps the moment that the device states, unless its clock is plainly wrong: then our own counts, and the raw time is kept beside it.
func corrected(at, now time.Time) time.Time {
	if at.IsZero() || at.After(now.Add(maxSkew)) {
		return now
	}
	return at
}

type outcome struct {
	Device  string                     `db:"device"`
	Seq     int64                      `db:"seq"`
	ID      string                     `db:"id"`
	Op      string                     `db:"op"`
	User    string                     `db:"user_id"`
	Hash    string                     `db:"hash"`
	Status  Status                     `db:"status"`
	Code    string                     `db:"code"`
	Params  store.JSON[map[string]any] `db:"params"`
	Version int64                      `db:"version"`
	At      store.Time                 `db:"at"`
}

// keep stores a settled outcome, moves the device's marks, and lays what a person must decide in the tray.
func keep(ctx context.Context, tx *store.Tx, device string, m *prepared, r Result, subjects []string) error {
	if err := store.Insert(ctx, tx, "sync_outcome", outcome{device, m.Seq, m.ID, m.Op, m.User, m.hash, r.Status, r.Code, store.JSON[map[string]any]{V: r.Params}, r.Version, store.At(tx.Now)}); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE sync_device SET seen_at = ?1, heard = max(heard, ?2),
settled = CASE WHEN settled + 1 = ?2 THEN (SELECT COALESCE(min(o.seq), ?2) FROM sync_outcome o WHERE o.device = ?3 AND o.seq >= ?2
  AND NOT EXISTS (SELECT 1 FROM sync_outcome n WHERE n.device = ?3 AND n.seq = o.seq + 1)) ELSE settled END WHERE id = ?3`, tx.Now.UnixMilli(), m.Seq, device); err != nil {
		return err
	}
	if r.Status == Applied {
		return nil
	}
	row, err := json.Marshal(r.Row)
	if err != nil {
		return err
	}
	params, err := json.Marshal(r.Params)
	if err != nil {
		return err
	}
	subjectList, err := json.Marshal(subjects)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO sync_tray (device, seq, id, op, args, subjects, user_id, acted_at, status, code, params, "row", at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		device, m.Seq, m.ID, m.Op, string(m.Args), string(subjectList), m.User, tx.At.UnixMilli(), string(r.Status), r.Code, string(params), string(row), tx.Now.UnixMilli()); err != nil {
		return err
	}
	for _, s := range subjects {
		if _, err := tx.ExecContext(ctx, `INSERT INTO sync_tray_subject (device, subject, seq) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, device, s, m.Seq); err != nil {
			return err
		}
	}
	return nil
}

// blocked finds an unresolved earlier mutation of the same device and subject.
func blocked(ctx context.Context, tx *store.Tx, device string, seq int64, subjects []string) (int64, error) {
	for _, s := range subjects {
		var behind int64
		err := tx.QueryRowContext(ctx, `SELECT seq FROM sync_tray_subject WHERE device = ? AND subject = ? AND seq < ? LIMIT 1`, device, s, seq).Scan(&behind)
		if err == nil {
			return behind, nil
		}
		if !store.IsNotFound(err) {
			return 0, err
		}
	}
	return 0, nil
}

// Resolve takes an item out of the tray; its subjects are free again.
func Resolve(ctx context.Context, tx *store.Tx, device string, seq int64, how string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE sync_tray SET resolved_at = ?, resolved_by = ?, resolution = ? WHERE device = ? AND seq = ? AND resolved_at IS NULL`, tx.Now.UnixMilli(), tx.By.User, how, device, seq); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM sync_tray_subject WHERE device = ? AND seq = ?`, device, seq)
	return err
}

const noSuchItem = "no-such-item"

// answer takes what an edit replaces out of the tray. Under another identity only the author's own work can be named.
func (m *prepared) answer(ctx context.Context, tx *store.Tx, device string) error {
	if m.Replaces == nil {
		return nil
	}
	if m.ReplacesDevice != "" && m.ReplacesDevice != device {
		device = m.ReplacesDevice
		var author string
		err := tx.QueryRowContext(ctx, `SELECT user_id FROM sync_tray WHERE device = ? AND seq = ?`, device, *m.Replaces).Scan(&author)
		if store.IsNotFound(err) { // a server from a copy may never have heard of it
			return nil
		}
		if err != nil {
			return err
		}
		if author != m.User {
			return fail.NotFound(noSuchItem)
		}
	}
	return Resolve(ctx, tx, device, *m.Replaces, "replaced")
}

func countFault(ctx context.Context, tx *store.Tx, device string, seq int64, fault error) (n int, err error) {
	err = tx.QueryRowContext(ctx, `INSERT INTO sync_fault (device, seq, faults, last) VALUES (?, ?, 1, ?) ON CONFLICT (device, seq) DO UPDATE SET faults = faults + 1, last = excluded.last RETURNING faults`, device, seq, fault.Error()).Scan(&n)
	return n, err
}

// Acknowledged gives the device's two marks: settled, and settled on the replica.
func Acknowledged(ctx context.Context, tx *store.Tx, device string, replicatedVersion int64) (settled, replicated int64, err error) {
	var first *int64
	err = tx.QueryRowContext(ctx, `SELECT settled, (SELECT min(seq) FROM sync_outcome WHERE device = sync_device.id AND version > ?2) FROM sync_device WHERE id = ?1`, device, replicatedVersion).
		Scan(&settled, &first)
	if store.IsNotFound(err) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	replicated = settled
	if first != nil {
		replicated = min(settled, *first-1)
	}
	return settled, replicated, nil
}

// Waiting lists the device's mutations that wait for a person, all of them: what a device still shows as such and is not
// in the list, although it is settled, somebody has dealt with.
func Waiting(ctx context.Context, tx *store.Tx, device string) ([]int64, error) {
	return store.Select[int64](ctx, tx, `SELECT seq FROM sync_tray WHERE device = ? AND resolved_at IS NULL ORDER BY seq`, device)
}

// Canonical writes what a device signs of a mutation: its keys but sig, sorted at every level, no spaces, literals as they came.
func Canonical(raw json.RawMessage) (string, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		return "", err
	}
	delete(m, "sig")
	var b strings.Builder
	if err := canonicalObject(&b, m); err != nil {
		return "", err
	}
	return b.String(), nil
}
