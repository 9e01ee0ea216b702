package device

import (
	"context"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Kind is what an administrator asks of a device.
type Kind string

// The things that can be asked.
const (
	Log   Kind = "log"   // send the last exchanges
	Again Kind = "again" // fetch everything anew; the outbox has no part in it
	Wipe  Kind = "wipe"  // send what is held, delete it all, sign out
)

// Values lists them.
func (Kind) Values() []string { return []string{"log", "again", "wipe"} }

// Order is something that a device is asked to do at its next report.
type Order struct {
	ID   string     `json:"id" db:"id"`
	Kind Kind       `json:"kind" db:"kind"`
	At   store.Time `json:"at" db:"at"`
	By   string     `json:"by" db:"by_user"`
}

// orders are those that a device has not carried out yet.
func orders(ctx context.Context, tx *store.Tx, device string) ([]Order, error) {
	list, err := store.Select[Order](ctx, tx, `SELECT id, kind, at, by_user FROM sync_order WHERE device = ? AND done_at IS NULL ORDER BY id`, device)
	if list == nil {
		list = []Order{}
	}
	return list, err
}

// OrderReq asks something of a device, or takes it back.
type OrderReq struct {
	Device string `json:"device" validate:"required,ulid"`
	Kind   Kind   `json:"kind" validate:"required,oneof=log again wipe"`
	Cancel bool   `json:"cancel"`
}

// Order asks something of a device; administrators alone may. Asked twice before it heard, it is asked once. What the device has not heard of yet can be taken back;
// that a device whose access was withdrawn deletes what it has cannot.
func (a *Area) Order(ctx context.Context, tx *store.Tx, req OrderReq) ([]Order, error) {
	if err := op.Administrators(tx); err != nil {
		return nil, err
	}
	revoked, err := a.find(ctx, tx, req.Device)
	if err != nil {
		return nil, err
	}
	if req.Cancel {
		if revoked && req.Kind == Wipe {
			return nil, fail.Conflict("device-revoked")
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM sync_order WHERE device = ? AND kind = ? AND done_at IS NULL`, req.Device, req.Kind); err != nil {
			return nil, err
		}
	} else if err := ask(ctx, tx, req.Device, req.Kind); err != nil {
		return nil, err
	}
	a.poke(tx, req.Device)
	return orders(ctx, tx, req.Device)
}

func ask(ctx context.Context, tx *store.Tx, device string, kind Kind) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO sync_order (id, device, kind, at, by_user) SELECT ?1, ?2, ?3, ?4, ?5
WHERE NOT EXISTS (SELECT 1 FROM sync_order WHERE device = ?2 AND kind = ?3 AND done_at IS NULL)`, ulid.Make().String(), device, kind, tx.Now.UnixMilli(), tx.By.User)
	return err
}

// find tells whether a device's access was withdrawn; there must be such a device.
func (a *Area) find(ctx context.Context, tx *store.Tx, id string) (revoked bool, err error) {
	at, ok, err := store.Get[*int64](ctx, tx, `SELECT revoked_at FROM sync_device WHERE id = ?`, id)
	if err == nil && !ok {
		err = fail.NotFound("no-such-device")
	}
	return at != nil, err
}

// poke has the device ask at once, where it is connected.
func (a *Area) poke(tx *store.Tx, device string) {
	if org := tx.Org; a.Settled != nil {
		tx.After(func() { a.Settled(org, device) })
	}
}

// RevokeReq withdraws a device's access, or gives it back.
type RevokeReq struct {
	Device  string `json:"device" validate:"required,ulid"`
	Revoked bool   `json:"revoked"`
}

// Revoke withdraws a device's access, or gives it back; administrators alone may. From the commit on it is given nothing more, and is asked to delete what it has. What it did before and has not sent
// is not lost: it may still hand that over, and it waits in the tray for a supervisor, who alone knows whether to trust it.
func (a *Area) Revoke(ctx context.Context, tx *store.Tx, req RevokeReq) (op.None, error) {
	if err := op.Administrators(tx); err != nil {
		return op.None{}, err
	}
	revoked, err := a.find(ctx, tx, req.Device)
	if err != nil || revoked == req.Revoked {
		return op.None{}, err
	}
	if req.Revoked {
		if _, err := tx.ExecContext(ctx, `UPDATE sync_device SET revoked_at = ? WHERE id = ?`, tx.Now.UnixMilli(), req.Device); err != nil {
			return op.None{}, err
		}
		if err := ask(ctx, tx, req.Device, Wipe); err != nil {
			return op.None{}, err
		}
		people, err := store.Select[string](ctx, tx, `SELECT user_id FROM sync_device_user WHERE device = ?`, req.Device)
		if err != nil {
			return op.None{}, err
		}
		if err := tx.Emit(ctx, event.DeviceRevoked{Device: req.Device, People: people}); err != nil {
			return op.None{}, err
		}
		org := tx.Org
		tx.After(func() { a.Forget(org, req.Device) }) // pokes bring it no rows any more
		a.poke(tx, req.Device)
		return op.None{}, nil
	}
	if _, err := tx.ExecContext(ctx, `UPDATE sync_device SET revoked_at = NULL WHERE id = ? AND wiped_at IS NULL`, req.Device); err != nil {
		return op.None{}, err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM sync_order WHERE device = ? AND kind = 'wipe' AND done_at IS NULL`, req.Device)
	return op.None{}, err
}

// done notes what a device has carried out. One that has deleted its data has deleted its key as well: it will not come again under this number.
func done(ctx context.Context, tx *store.Tx, req StatusReq) error {
	if len(req.Did) == 0 {
		return nil
	}
	ids, err := json.Marshal(req.Did)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE sync_order SET done_at = ?1 WHERE device = ?2 AND done_at IS NULL AND kind <> 'log' AND id IN (SELECT value FROM json_each(?3))`,
		tx.Now.UnixMilli(), req.Device, string(ids)); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE sync_device SET wiped_at = ?1, revoked_at = COALESCE(revoked_at, ?1), lost_files = ?4 WHERE id = ?2 AND wiped_at IS NULL
AND EXISTS (SELECT 1 FROM sync_order WHERE device = ?2 AND kind = 'wipe' AND done_at IS NOT NULL AND id IN (SELECT value FROM json_each(?3)))`, tx.Now.UnixMilli(), req.Device, string(ids), req.LostFiles)
	return err
}

// Entry is one line of a device's log: what happened in its sync, and nobody's data.
type Entry struct {
	At     int64           `json:"at"` // ms, by the device's clock
	What   string          `json:"what" validate:"required,max=60"`
	Detail json.RawMessage `json:"detail,omitempty" validate:"max=2000"`
}

// LogReq is a log that was asked for.
type LogReq struct {
	Device  string  `json:"device" validate:"required,ulid"`
	Order   string  `json:"order" validate:"required,ulid"`
	Entries []Entry `json:"entries" validate:"max=500,dive"`
}

const keptLogs = 3

// TakeLog keeps a log that was asked for. One that nobody asked for is not kept.
func (a *Area) TakeLog(ctx context.Context, c *op.Call, req LogReq) (op.None, error) {
	if err := bound(c.By, req.Device); err != nil {
		return op.None{}, err
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return op.None{}, err
	}
	return op.None{}, op.WriteQuietly(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		res, err := tx.ExecContext(ctx, `UPDATE sync_order SET done_at = ?1 WHERE id = ?2 AND device = ?3 AND kind = 'log' AND done_at IS NULL`, tx.Now.UnixMilli(), req.Order, req.Device)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		text, err := json.Marshal(req.Entries)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO sync_log (id, device, at, entries) VALUES (?, ?, ?, ?)`, req.Order, req.Device, tx.Now.UnixMilli(), string(text)); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM sync_log WHERE device = ?1 AND id NOT IN (SELECT id FROM sync_log WHERE device = ?1 ORDER BY at DESC, id DESC LIMIT ?2)`, req.Device, keptLogs)
		return err
	})
}
