// Package push runs a device's queue through the very handlers that the online calls run: each mutation in its own
// savepoint, its outcome in the same COMMIT as its effects. A repeat gets the stored outcome and runs nothing.
//
// What holds for a device, whatever is lost on the way and whichever commands share a COMMIT:
//   - A mutation is heard after all numbers before it. One whose predecessor was not committed runs nothing and is to be sent again.
//   - A mutation that is heard and not settled keeps its subjects in sync_wait: a later one of the same subject waits for it, in this push or any
//     other. Mutations of other subjects go on.
//   - A refused mutation stands in the tray and parks later ones of its subjects. Its edit stands in its place.
//   - An action has one outcome, under however many identities it comes: one that has been settled under another is answered as it was there.
//   - A number that comes with another payload than the one that was settled means a copy of the device. Nothing of such a push runs.
package push

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

const (
	maxFaults = 8               // then a mutation is parked
	maxSkew   = 5 * time.Minute // a corrected clock further ahead than this is taken for wrong
	maxPush   = 1000            // mutations in one push

	longestAway = 180 * 24 * time.Hour // a device is without a network; what it says was before that, its clock is wrong about
	maxPiece    = 64                   // of them that the writer is asked for at once: between two pieces others come to their turn
)

// Req is a push.
type Req struct {
	Device    string            `json:"device" validate:"required,ulid"`
	Epoch     string            `json:"epoch" validate:"max=26"`
	Mutations []json.RawMessage `json:"mutations" validate:"max=1000"`
	// Carried has any command run that can be run again from its arguments: what a replaced server hands on.
	Carried bool `json:"-"`
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
	Safe       int64      `json:"safe"` // version that the replica holds: what was applied no later is safe, under whichever of its identities a device sent it
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

// Push runs the queue. by is who holds the connection: a person (then only that person's work may come) or the device itself (By.User empty).
func (p *Pusher) Push(ctx context.Context, db *store.DB, by store.Actor, req Req) (*Resp, error) {
	if req.Epoch != "" && req.Epoch != db.Epoch() {
		return nil, fail.New(410, "start-again", "epoch", db.Epoch())
	}
	epoch := db.Epoch()
	if err := db.Suspended(); err != nil { // the device keeps its work and offers it again
		return nil, err
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
		m, err := p.prepare(device, by, raw, req.Carried)
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
	if len(list) > 0 && list[0].Seq <= device.Heard {
		if err := sameWork(ctx, db, by, device.ID, list); err != nil {
			return nil, err
		}
	}
	commands := make([]store.Command, len(list))
	forked := new(*fail.Error) // set by the writer; nothing of the push runs from there on
	for i, m := range list {
		commands[i] = p.command(device, by, m, forked)
	}
	proven := prove(device, list)
	results := make([]store.Result, 0, len(commands))
	for piece := range slices.Chunk(commands, maxPiece) {
		<-proven
		done, err := db.WriteAll(ctx, piece)
		if err != nil {
			return nil, err
		}
		if *forked != nil {
			return nil, *forked
		}
		results = append(results, done...)
	}
	resp := &Resp{Results: make([]Result, len(list)), Epoch: epoch}
	for i, m := range list {
		r := m.result
		if results[i].Version == 0 || r.Status == Retry { // our fault, not theirs: kept, tried again, never shown as a no. Without a version nothing was committed, whatever the mutation came to.
			r = Result{Seq: m.Seq, Status: Retry, Code: r.Code}
			if !m.waits {
				slog.ErrorContext(ctx, "mutation failed", "op", m.Op, "device", req.Device, "seq", m.Seq, "err", results[i].Err)
			}
		}
		resp.Results[i] = r
		if !m.stored {
			mutations.WithLabelValues(string(r.Status)).Inc()
		}
	}
	err := db.Read(ctx, by, func(ctx context.Context, tx *store.Tx) (err error) {
		if tx.Epoch() != epoch { // what was written is of a life that has ended meanwhile
			return fail.New(410, "start-again", "epoch", tx.Epoch())
		}
		resp.ServerNow, resp.Safe = store.At(tx.Now), db.Replicated()
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
	if err != nil {
		return nil, err
	}
	return resp, nil
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

// sameWork refuses a push of which a number was settled with another payload.
func sameWork(ctx context.Context, db *store.DB, by store.Actor, device string, list []*prepared) error {
	first, last := list[0].Seq, list[len(list)-1].Seq
	return db.Read(ctx, by, func(ctx context.Context, tx *store.Tx) error {
		known, err := store.Select[struct {
			Seq  int64  `db:"seq"`
			Hash string `db:"hash"`
		}](ctx, tx, `SELECT seq, hash FROM sync_outcome WHERE device = ? AND seq BETWEEN ? AND ? ORDER BY seq`, device, first, last)
		for _, k := range known {
			if list[k.Seq-first].hash != k.Hash {
				return fork(k.Seq)
			}
		}
		return err
	})
}

func fork(seq int64) *fail.Error { return fail.Conflict("device-forked", "seq", seq) }

// standing is how far a device has come, and the outcome of one of its mutations, where it has one.
type standing struct {
	Heard   int64                      `db:"heard"`
	Settled int64                      `db:"settled"`
	Hash    string                     `db:"hash"`
	Status  Status                     `db:"status"`
	Code    string                     `db:"code"`
	Params  store.JSON[map[string]any] `db:"params"`
	Version int64                      `db:"version"`
	Before  int64                      `db:"before"` // when the person acted last on this device, as it counts; 0 if nothing is known
}

func findStanding(ctx context.Context, tx *store.Tx, device string, seq int64) (standing, error) {
	s, ok, err := store.Get[standing](ctx, tx, `SELECT d.heard, d.settled, COALESCE(o.hash, '') AS hash, COALESCE(o.status, '') AS status, COALESCE(o.code, '') AS code,
COALESCE(o.params, '{}') AS params, COALESCE(o.version, 0) AS version,
COALESCE((SELECT b.acted_at FROM sync_outcome b WHERE b.device = d.id AND b.seq < ?2 ORDER BY b.seq DESC LIMIT 1), 0) AS before FROM sync_device d LEFT JOIN sync_outcome o ON o.device = d.id AND o.seq = ?2 WHERE d.id = ?1`, device, seq)
	if err == nil && !ok {
		err = fail.Conflict("not-enrolled")
	}
	return s, err
}

// command wraps a mutation: what it does, and what is kept of how it ended.
func (p *Pusher) command(device deviceRow, by store.Actor, m *prepared, forked **fail.Error) store.Command {
	var now standing
	var subjects []string
	place := m.Seq
	call := &op.Call{Op: m.op, Args: m.Args, RequestID: m.ID}
	do := func(ctx context.Context, tx *store.Tx) (err error) {
		m.waits = *forked != nil
		if m.waits {
			return errUnheard
		}
		if now, err = findStanding(ctx, tx, device.ID, m.Seq); err != nil {
			return err
		}
		if now.Hash != "" {
			m.stored = true
			if now.Hash != m.hash {
				*forked = fork(m.Seq)
				return *forked
			}
			m.result, err = repeat(ctx, tx, device.ID, m.Seq, now)
			return err
		}
		if m.Seq > now.Heard+1 {
			m.waits = true
			return errUnheard
		}
		subjects, m.acted = m.Subjects, now.Before
		if m.unsigned() {
			return m.refused
		}
		// Before any refusal: what has been carried out is told as carried out, whoever the other identity belongs to by now.
		if m.twin, err = findTwin(ctx, tx, device.ID, m); err != nil || m.twin != nil {
			return errors.Join(err, errTwin)
		}
		if err := m.refusal(); err != nil {
			return err
		}
		actor, err := p.Actors.Actor(ctx, tx, m.User)
		if err != nil {
			return err
		}
		actor.Device = device.ID
		tx.By, call.By = actor, actor
		tx.At = corrected(m.At.Time, time.UnixMilli(now.Before), tx.Now)
		m.acted = tx.At.UnixMilli()
		tx.Proof = &store.Proof{Mutation: m.canonical, Signature: m.Sig, AtRaw: m.AtRaw}
		if err := op.Permit(m.op, actor, 0); err != nil {
			return err
		}
		req, err := op.Decode(m.op, m.Args, nil)
		if err != nil {
			return err
		}
		subjects = m.op.Subjects(req)
		if m.Seq > now.Settled+1 {
			if m.waits, err = waits(ctx, tx, device.ID, m.Seq, subjects); err != nil {
				return err
			}
			if m.waits {
				return errWaits
			}
		}
		if place, err = m.answer(ctx, tx, device.ID); err != nil {
			return err
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
			return err
		}
		r := Result{Seq: m.Seq, Version: tx.Version}
		var behind *parkedError
		f, refused := fail.As(err)
		switch {
		case err == nil:
			r.Status = Applied
		case m.twin != nil:
			return m.twin.take(ctx, tx, device.ID, m, subjects, place)
		case errors.Is(err, errUnheard):
			m.result = Result{Seq: m.Seq, Status: Retry}
			return nil
		case errors.As(err, &behind):
			r.Status, r.Code, r.Params = Parked, "behind-rejected", map[string]any{"behind": behind.behind}
		case refused && (f.Code == "user-disabled" || f.Code == revoked):
			r.Status, r.Code, r.Params = Parked, f.Code, f.Params
		case refused && f.Settled():
			r.Status, r.Code, r.Params, r.Errors, r.Row = Rejected, f.Code, f.Params, f.Fields, f.Row
		default:
			m.result = Result{Seq: m.Seq, Status: Retry}
			faults := 0
			if !m.waits && !refused { // "later" and "full" are no faults of the mutation
				var e error
				if faults, e = countFault(ctx, tx, device.ID, m.Seq, err); e != nil {
					return e
				}
			}
			if faults < maxFaults {
				return postpone(ctx, tx, device.ID, m.Seq, subjects)
			}
			r.Status, r.Code, r.Params = Parked, "repeated-fault", map[string]any{"faults": faults}
		}
		m.result = r
		// What an edit answers is answered, though the edit be refused as well: on the device the one stands in the other's place, and if
		// the first stayed open here, nobody would see what holds up its subject. What Do resolved was rolled back with it.
		if r.Status != Applied && !m.unsigned() {
			var err error
			if place, err = m.answer(ctx, tx, device.ID); err != nil && fail.CodeOf(err) != noSuchItem {
				return err
			}
		}
		if m.Seq <= now.Heard { // it was here before, so it may have postponed others
			if _, err := tx.ExecContext(ctx, `DELETE FROM sync_wait WHERE device = ? AND seq = ?`, device.ID, m.Seq); err != nil {
				return err
			}
		}
		if err := keep(ctx, tx, device.ID, m, r, subjects, place); err != nil {
			return err
		}
		return m.resolveCopies(ctx, tx)
	}
	return store.Command{Name: m.Op, By: by, At: m.At.Time, Do: do, Settle: settle}
}

// waits reports whether an earlier mutation of one of the subjects is heard and not settled.
func waits(ctx context.Context, tx *store.Tx, device string, seq int64, subjects []string) (bool, error) {
	for _, s := range subjects {
		if _, ok, err := store.Get[int64](ctx, tx, `SELECT seq FROM sync_wait WHERE device = ? AND subject = ? AND seq < ? LIMIT 1`, device, s, seq); err != nil || ok {
			return ok, err
		}
	}
	return false, nil
}

// postpone notes a mutation that is to be sent again, and that its subjects wait for it.
func postpone(ctx context.Context, tx *store.Tx, device string, seq int64, subjects []string) error {
	for _, s := range subjects {
		if _, err := tx.ExecContext(ctx, `INSERT INTO sync_wait (device, subject, seq) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, device, s, seq); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `UPDATE sync_device SET heard = max(heard, ?) WHERE id = ?`, seq, device)
	return err
}

var (
	errUnheard = errors.New("stands behind a mutation that was not committed")
	errWaits   = errors.New("waits for an earlier mutation of the same subject")
	errTwin    = errors.New("has its outcome under another identity")
)

type parkedError struct{ behind int64 }

func (e *parkedError) Error() string { return fmt.Sprintf("behind mutation %d", e.behind) }
