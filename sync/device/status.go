package device

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"

	"github.com/goccy/go-json"
)

// StatusReq is what a device tells of itself.
type StatusReq struct {
	Device   string     `json:"device" validate:"required,ulid"`
	Outbox   int64      `json:"outbox" validate:"gte=0"`
	OldestAt store.Time `json:"oldestAt"`
	Build    string     `json:"build" validate:"max=40"`
	Storage  *Storage   `json:"storage"`
	OffsetMs int64      `json:"offsetMs"`
	Error    string     `json:"error" validate:"max=500"`
	Holds    *Holds     `json:"holds"`
	Battery  *Battery   `json:"battery"`
	// LagMs is how long ago the device last knew itself to be up to date.
	LagMs int64 `json:"lagMs" validate:"gte=0"`
	// Did names the orders that were carried out, LostFiles how many photos could not be sent before the device deleted them.
	Did       []string `json:"did,omitempty" validate:"max=20,dive,ulid"`
	LostFiles int64    `json:"lostFiles,omitempty" validate:"gte=0"`
	// LostWork is how many actions and files waited on the device when its browser deleted what it kept.
	LostWork int64 `json:"lostWork,omitempty" validate:"gte=0"`
}

// StatusResp is what is asked of the device.
type StatusResp struct {
	Orders []Order `json:"orders"`
}

// Battery is how much power is left, where the browser tells.
type Battery struct {
	Percent  int64 `json:"percent" validate:"gte=0,lte=100"`
	Charging bool  `json:"charging"`
}

// Storage is the browser's answer on how safe the device's data is.
type Storage struct {
	Persisted bool  `json:"persisted"`
	Usage     int64 `json:"usage"`
	Quota     int64 `json:"quota"`
}

// Holds is what a device really has, counted from its own rows after a load and every ten minutes: per scope the digest, at a version.
type Holds struct {
	Epoch   string            `json:"epoch" validate:"max=26"`
	Version int64             `json:"version" validate:"gte=0"`
	Digest  map[string]string `json:"digest" validate:"max=400"`
}

// Told is a report as it is kept.
type Told struct {
	StatusReq
	Diverged []string `json:"diverged,omitempty"` // scopes in which the device had other rows than it was given
}

type kept struct {
	Status store.JSON[Told] `db:"status"`
}

// Status keeps a device's last report, and answers with what is asked of it. Every device sends one each minute, so it is no command: nothing in it is
// news to another device or belongs into the log.
func (a *Area) Status(ctx context.Context, c *op.Call, req StatusReq) (StatusResp, error) {
	resp := StatusResp{Orders: []Order{}}
	if err := bound(c.By, req.Device); err != nil {
		return resp, err
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return resp, err
	}
	if req.Holds != nil && len(req.Holds.Digest) > 400 {
		return resp, fail.Invalid(fail.Of("holds", "field-too-long"))
	}
	err = op.WriteQuietly(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		was, ok, err := store.Get[kept](ctx, tx, `SELECT status FROM sync_device WHERE id = ?`, req.Device)
		if err != nil || !ok {
			return err
		}
		if err := done(ctx, tx, req); err != nil {
			return err
		}
		now := Told{StatusReq: req, Diverged: was.Status.V.Diverged}
		now.Did = nil
		now.LostWork = max(now.LostWork, was.Status.V.LostWork) // the person may have closed the notice; the supervisor has not read it by that
		if req.Holds == nil {
			now.Holds = was.Status.V.Holds
		} else if now.Diverged, err = compare(ctx, tx, req.Device, *req.Holds); err != nil {
			return err
		}
		b, err := json.Marshal(now)
		if err != nil {
			return err
		}
		var safe *bool
		if req.Storage != nil {
			safe = &req.Storage.Persisted
		}
		if _, err = tx.ExecContext(ctx, `UPDATE sync_device SET status = ?, build = ?, seen_at = ?, outbox = ?, oldest_at = ?, protected = ? WHERE id = ?`,
			string(b), req.Build, tx.Now.UnixMilli(), req.Outbox, req.OldestAt, safe, req.Device); err != nil {
			return err
		}
		resp.Orders, err = orders(ctx, tx, req.Device)
		return err
	})
	return resp, err
}

// compare counts and tells where a device holds other rows than our log says. The device compares as well and cures itself by a fresh
// load; but a device is the last to ask whether its own reckoning can be trusted, and a divergence anywhere is a mistake of ours.
func compare(ctx context.Context, tx *store.Tx, device string, h Holds) (wrong []string, err error) {
	if h.Epoch != tx.Epoch() {
		return nil, nil // of another life of the database
	}
	for scope, theirs := range h.Digest {
		var later bool
		var n, sum int64
		if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM change WHERE scope = ? AND version > ?)`, scope, h.Version).Scan(&later); err != nil {
			return nil, err
		}
		if later {
			digests.WithLabelValues("later").Inc()
			continue
		}
		if err := tx.QueryRowContext(ctx, `SELECT n, sum FROM change_digest WHERE scope = ?`, scope).Scan(&n, &sum); err != nil && !store.IsNotFound(err) {
			return nil, err
		}
		if theirs == change.Digest(n, sum) {
			digests.WithLabelValues("same").Inc()
			continue
		}
		digests.WithLabelValues("differs").Inc()
		wrong = append(wrong, scope)
	}
	slices.Sort(wrong)
	if len(wrong) > 0 {
		slog.WarnContext(ctx, "a device has diverged", "org", tx.Org, "device", device, "scopes", fmt.Sprint(wrong), "version", h.Version)
	}
	return wrong, nil
}
