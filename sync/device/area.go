// Package device is the front door of sync: enrolment, pull and push, what a device reports, and the tray of work that waits for a person.
package device

import (
	"context"
	"slices"
	"sync"
	"time"

	"lading/server/kit/evidence"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/pull"
	"lading/sync/push"

	"github.com/goccy/go-json"
)

// Area serves the sync calls.
type Area struct {
	Puller *pull.Puller
	Pusher *push.Pusher
	Vault  Unlocker
	Orgs   func(ctx context.Context, id string) (*store.DB, error)
	// Sessions says who may speak for a device.
	Sessions Sessions
	// People says whose work a supervisor sees.
	People People
	// Settled is told of a device whose tray a supervisor has changed; nil tells nobody, and the device hears of it at its next pull.
	Settled func(org, device string)

	mu   sync.Mutex
	seen map[string]Seen
}

// People is what the area needs of whoever knows the users.
type People interface {
	// Within gives those of some users, be they active or not, who work in no warehouse that the asker does not see.
	Within(ctx context.Context, tx *store.Tx, users []string) ([]string, error)
}

// Seen is what a device last pulled; pokes are made from it.
type Seen struct {
	Org        string
	By         store.Actor
	Device     string
	Warehouses []string
	Cursor     string
	Version    int64
	At         time.Time
}

// Ops is the front door.
func (a *Area) Ops() []op.Op {
	return []op.Op{
		op.Direct("sync/enrol", a.Enrol).SignedIn().ForReading().InPerson(),
		op.Direct("sync/pull", a.Pull).SignedIn().ForViewing().Limited(op.PerDevice),
		op.Direct("sync/push", a.Push).SignedIn().ForDevices().Limited(op.PerDevice),
		op.Direct("sync/unshared", a.TakeUnshared, right.ManageOrganisation).Body(64 << 20),
		op.Direct("sync/status", a.Status).SignedIn().ForViewing().ForDevices().Limited(op.PerDevice),
		op.Query("Sync/Tray", a.Tray).SignedIn(),
		op.Command("Sync/Discard", a.Discard).SignedIn().Offline(op.Subject("tray", "Seq")),
		op.Command("Sync/Settle", a.Settle, right.SettleWork),
		op.Direct("sync/log", a.TakeLog).SignedIn().ForDevices().Limited(op.PerDevice).Body(2 << 20),
		op.Query("Sync/Devices", a.Devices, right.ManageUsers),
		op.Query("Sync/DeviceLogs", a.Logs, right.ManageUsers),
		op.Command("Sync/Order", a.Order, right.ManageUsers).InPerson(),
		op.Command("Sync/Revoke", a.Revoke, right.ManageUsers).InPerson(),
	}
}

// Enrolled lists the devices; the index over all organisations is rebuilt from it.
func (a *Area) Enrolled(ctx context.Context, tx *store.Tx) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT id FROM sync_device`)
}

// Key gives a device's public key even where its access was withdrawn: it may still prove itself, to hand over what it holds and to be told to delete it.
func (a *Area) Key(ctx context.Context, tx *store.Tx, id string) (key string, ok bool, err error) {
	return store.Get[string](ctx, tx, `SELECT public_key FROM sync_device WHERE id = ? AND wiped_at IS NULL`, id)
}

// Withdrawn tells whether a device is known, and whether its access was withdrawn.
func (a *Area) Withdrawn(ctx context.Context, tx *store.Tx, id string) (known, withdrawn bool, err error) {
	at, known, err := store.Get[*int64](ctx, tx, `SELECT revoked_at FROM sync_device WHERE id = ?`, id)
	return known, at != nil, err
}

// PublicKey gives an enrolled device's key and the people who worked on it; ok is false where it is unknown or its access was withdrawn.
func (a *Area) PublicKey(ctx context.Context, tx *store.Tx, id string) (key string, users []string, ok bool, err error) {
	var revoked *int64
	err = tx.QueryRowContext(ctx, `SELECT public_key, revoked_at FROM sync_device WHERE id = ?`, id).Scan(&key, &revoked)
	if store.IsNotFound(err) || err == nil && revoked != nil {
		return "", nil, false, nil
	}
	if err != nil {
		return "", nil, false, err
	}
	users, err = store.Select[string](ctx, tx, `SELECT user_id FROM sync_device_user WHERE device = ?`, id)
	return key, users, true, err
}

// Keys gives devices with their public keys as evidence carries them, be their access withdrawn or not: what they signed, they signed.
func (a *Area) Keys(ctx context.Context, tx *store.Tx, ids []string) ([]evidence.Device, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	type row struct {
		ID        string `db:"id"`
		Name      string `db:"name"`
		PublicKey string `db:"public_key"`
	}
	rows, err := store.Select[row](ctx, tx, `SELECT id, name, public_key FROM sync_device WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`, string(list))
	out := make([]evidence.Device, len(rows))
	for i, r := range rows {
		out[i] = evidence.Device{ID: r.ID, Name: r.Name, PublicKey: json.RawMessage(r.PublicKey)}
	}
	return out, err
}

// Pull answers what changed.
func (a *Area) Pull(ctx context.Context, c *op.Call, req pull.Req) (*pull.Page, error) {
	if err := pull.Current(req); err != nil { // an app from before devices proved their keys is told to update
		return nil, err
	}
	if err := bound(c.By, req.Device); err != nil {
		return nil, err
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return nil, err
	}
	var page *pull.Page
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		if page, err = a.Puller.Pull(ctx, tx, req); err != nil {
			return err
		}
		if page.Dealt, err = push.Dealt(ctx, tx, req.Former); err != nil {
			return err
		}
		return Acknowledge(ctx, tx, req.Device, db.Replicated(), page)
	})
	if err == nil {
		for _, list := range page.Put {
			rows.Add(float64(len(list)))
		}
		a.remember(Seen{c.Org, c.By, req.Device, slices.Clone(req.Warehouses), page.Cursor, page.Version, time.Now()}, page.More)
	}
	return page, err
}

// heard is how many mutations a page names at most; the answer to their push tells of all.
const heard = 1000

// Acknowledge notes on a page, in the transaction that made it, what has become of the device's mutations.
func Acknowledge(ctx context.Context, tx *store.Tx, device string, replicatedVersion int64, page *pull.Page) (err error) {
	page.Safe = replicatedVersion
	if page.Settled, page.Replicated, err = push.Acknowledged(ctx, tx, device, replicatedVersion); err != nil {
		return err
	}
	if page.Tray, err = push.Waiting(ctx, tx, device); err != nil || page.Since == 0 {
		return err
	}
	page.Applied, err = store.Select[pull.Applied](ctx, tx, `SELECT seq, id, version FROM sync_outcome WHERE device = ? AND version > ? AND status = 'applied' ORDER BY version LIMIT ?`, device, page.Since, heard)
	return err
}

func (a *Area) remember(s Seen, more bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen == nil {
		a.seen = map[string]Seen{}
	}
	if more {
		delete(a.seen, s.Org+"/"+s.Device) // in the middle of a load: a poke has nothing to add
		return
	}
	a.seen[s.Org+"/"+s.Device] = s
}

// LastSeen gives what a device last pulled in full, for a poke with a small change inline.
func (a *Area) LastSeen(org, device string) (Seen, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.seen[org+"/"+device]
	return s, ok
}

// Advance notes that a poke carried a device to another cursor.
func (a *Area) Advance(org, device, from, to string, version int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s, ok := a.seen[org+"/"+device]; ok && s.Cursor == from {
		s.Cursor, s.Version = to, version
		a.seen[org+"/"+device] = s
	}
}

// Forget drops what is known of a device that hung up.
func (a *Area) Forget(org, device string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.seen, org+"/"+device)
}

// Push runs a device's queue.
func (a *Area) Push(ctx context.Context, c *op.Call, req push.Req) (*push.Resp, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return nil, err
	}
	if err := a.speaksFor(ctx, db, c.By, req.Device); err != nil {
		return nil, err
	}
	return a.Pusher.Push(ctx, db, c.By, req)
}

// Item is work that waits for a person.
type Item struct {
	Device   string                     `json:"device" db:"device"`
	Seq      int64                      `json:"seq" db:"seq"`
	ID       string                     `json:"id" db:"id"`
	Op       string                     `json:"op" db:"op"`
	Args     store.JSON[any]            `json:"args" db:"args"`
	Subjects store.JSON[[]string]       `json:"subjects" db:"subjects"`
	User     string                     `json:"user" db:"user_id"`
	ActedAt  store.Time                 `json:"at" db:"acted_at"`
	Status   string                     `json:"status" db:"status"`
	Code     string                     `json:"code" db:"code"`
	Params   store.JSON[map[string]any] `json:"params" db:"params"`
	Row      store.JSON[any]            `json:"row" db:"row"`
	At       store.Time                 `json:"serverAt" db:"at"`
}

const itemColumns = `device, seq, id, op, args, subjects, user_id, acted_at, status, code, params, "row", at`

// Tray lists unsettled work: a supervisor's view of all who work in the supervisor's warehouses, anybody else's own.
func (a *Area) Tray(ctx context.Context, tx *store.Tx, _ op.None) ([]Item, error) {
	if !tx.By.May(right.SettleWork) {
		return store.Select[Item](ctx, tx, `SELECT `+itemColumns+` FROM sync_tray WHERE resolved_at IS NULL AND user_id = ? ORDER BY at LIMIT 500`, tx.By.User)
	}
	if tx.By.Warehouses == nil {
		return store.Select[Item](ctx, tx, `SELECT `+itemColumns+` FROM sync_tray WHERE resolved_at IS NULL ORDER BY at LIMIT 500`)
	}
	users, err := store.Select[string](ctx, tx, `SELECT DISTINCT user_id FROM sync_tray WHERE resolved_at IS NULL`)
	if err != nil {
		return nil, err
	}
	if users, err = a.People.Within(ctx, tx, users); err != nil {
		return nil, err
	}
	list, err := json.Marshal(append(users, tx.By.User))
	if err != nil {
		return nil, err
	}
	return store.Select[Item](ctx, tx, `SELECT `+itemColumns+` FROM sync_tray WHERE resolved_at IS NULL AND user_id IN (SELECT value FROM json_each(?)) ORDER BY at LIMIT 500`, string(list))
}

// sees reports whether a supervisor sees the work of a user.
func (a *Area) sees(ctx context.Context, tx *store.Tx, user string) (bool, error) {
	if tx.By.Warehouses == nil || user == tx.By.User {
		return true, nil
	}
	within, err := a.People.Within(ctx, tx, []string{user})
	return len(within) == 1, err
}

// DiscardReq names an item of the tray. Device is the number that the work was sent under, where the device has enrolled anew since.
type DiscardReq struct {
	Device string `json:"Device" validate:"omitempty,ulid"`
	Seq    int64  `json:"Seq" validate:"required,gt=0"`
}

// Discard lets an item go. It is a queued command like any other, so it is logged with who decided.
func (a *Area) Discard(ctx context.Context, tx *store.Tx, req DiscardReq) (op.None, error) {
	device := tx.By.Device
	if req.Device != "" && req.Device != device {
		var author string
		err := tx.QueryRowContext(ctx, `SELECT user_id FROM sync_tray WHERE device = ? AND seq = ?`, req.Device, req.Seq).Scan(&author)
		if err != nil && !store.IsNotFound(err) {
			return op.None{}, err
		}
		if author != tx.By.User {
			return op.None{}, fail.NotFound("no-such-item")
		}
		device = req.Device
	}
	return op.None{}, push.Resolve(ctx, tx, device, req.Seq, "discarded")
}

// SettleReq names an item of any device.
type SettleReq struct {
	Device string `json:"device" validate:"required,ulid"`
	Seq    int64  `json:"seq" validate:"required,gt=0"`
}

// Settle lets a supervisor close an item of a device that may never come back. If it does, the item leaves its tray as well.
func (a *Area) Settle(ctx context.Context, tx *store.Tx, req SettleReq) (op.None, error) {
	author, ok, err := store.Get[string](ctx, tx, `SELECT user_id FROM sync_tray WHERE device = ? AND seq = ?`, req.Device, req.Seq)
	if ok {
		ok, err = a.sees(ctx, tx, author)
	}
	if err == nil && !ok {
		err = fail.NotFound("no-such-item")
	}
	if err != nil {
		return op.None{}, err
	}
	if org := tx.Org; a.Settled != nil {
		tx.After(func() { a.Settled(org, req.Device) })
	}
	return op.None{}, push.Resolve(ctx, tx, req.Device, req.Seq, "settled")
}
