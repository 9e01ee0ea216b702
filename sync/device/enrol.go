package device

import (
	"context"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/jwk"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Sessions is what devices need of the sign-ins.
type Sessions interface {
	// TakeNonce uses up a nonce; false where it was not given to this device lately, or was used.
	TakeNonce(nonce, device string) bool
	// Bind makes a session a device's. One that is another key's is refused, unless that key has signed for this one.
	Bind(ctx context.Context, org, session, device, key string, signed func(key string) bool) error
}

// EnrolReq asks for a device to be known. Signature is the device's over the nonce, as proof that it holds the private key.
type EnrolReq struct {
	Device    string          `json:"device" validate:"required,ulid"`
	PublicKey json.RawMessage `json:"publicKey"`
	Name      string          `json:"name" validate:"max=80"`
	Build     string          `json:"build" validate:"max=40"`
	Nonce     string          `json:"nonce" validate:"max=100"`
	Signature string          `json:"signature" validate:"max=200"`
	Inherits  *Inheritance    `json:"inherits,omitempty"`
}

// Inheritance is what a device brings that had to take a new number: its former one, whose key signs for the new one.
type Inheritance struct {
	Device    string `json:"device" validate:"required,ulid"`
	Signature string `json:"signature" validate:"required,max=200"` // over InheritanceText
}

// InheritanceText is what the former key signs.
func InheritanceText(device, nonce string) string { return "inherit " + device + " " + nonce }

// EnrolResp tells which life of the database the device belongs to.
type EnrolResp struct {
	Device string `json:"device"`
	Epoch  string `json:"epoch"`
}

// Enrol keeps a device's public key and who works on it, and makes the session that asks the device's: what else the session asks for, it asks as this
// device. A number that is taken by another key is a cloned device.
func (a *Area) Enrol(ctx context.Context, c *op.Call, req EnrolReq) (EnrolResp, error) {
	if req.Nonce == "" { // an app from before devices proved their keys
		return EnrolResp{}, fail.New(426, "schema-too-old")
	}
	key, err := jwk.Parse(string(req.PublicKey))
	if err != nil {
		return EnrolResp{}, fail.Invalid(fail.Of("publicKey", "field-malformed"))
	}
	if !a.Sessions.TakeNonce(req.Nonce, req.Device) || !jwk.Verify(key, req.Nonce, req.Signature) {
		return EnrolResp{}, fail.Forbidden("device-unproven")
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return EnrolResp{}, err
	}
	if _, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error { return enrol(ctx, tx, req) }); err != nil {
		return EnrolResp{}, err
	}
	return EnrolResp{req.Device, db.Epoch()}, a.Sessions.Bind(ctx, c.Org, c.By.Session, req.Device, string(req.PublicKey), req.inherits)
}

// inherits tells whether a former key has signed for this device.
func (r EnrolReq) inherits(former string) bool {
	key, err := jwk.Parse(former)
	return err == nil && r.Inherits != nil && jwk.Verify(key, InheritanceText(r.Device, r.Nonce), r.Inherits.Signature)
}

// heir gives the known device that a device inherits from. A server from a copy may never have heard of it: then there is nothing to inherit.
func heir(ctx context.Context, tx *store.Tx, req EnrolReq) (string, error) {
	if req.Inherits == nil || req.Inherits.Device == req.Device {
		return "", nil
	}
	text, known, err := store.Get[string](ctx, tx, `SELECT public_key FROM sync_device WHERE id = ? AND revoked_at IS NULL`, req.Inherits.Device)
	if err != nil || !known {
		return "", err
	}
	if !req.inherits(text) {
		return "", fail.Forbidden("device-unproven")
	}
	return req.Inherits.Device, nil
}

func enrol(ctx context.Context, tx *store.Tx, req EnrolReq) error {
	inherits, err := heir(ctx, tx, req)
	if err != nil {
		return err
	}
	var key string
	var revoked *int64
	err = tx.QueryRowContext(ctx, `SELECT public_key, revoked_at FROM sync_device WHERE id = ?`, req.Device).Scan(&key, &revoked)
	switch {
	case store.IsNotFound(err):
		_, err = tx.ExecContext(ctx, `INSERT INTO sync_device (id, public_key, name, user_id, enrolled_at, seen_at, build) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			req.Device, string(req.PublicKey), req.Name, tx.By.User, tx.Now.UnixMilli(), tx.Now.UnixMilli(), req.Build)
	case err != nil:
	case revoked != nil:
		return fail.Forbidden("device-revoked")
	case key != string(req.PublicKey):
		return fail.Conflict("device-forked")
	default:
		_, err = tx.ExecContext(ctx, `UPDATE sync_device SET user_id = ?, seen_at = ?, build = ? WHERE id = ?`, tx.By.User, tx.Now.UnixMilli(), req.Build, req.Device)
	}
	if err != nil {
		return err
	}
	if inherits != "" {
		if err := inherit(ctx, tx, req.Device, inherits); err != nil {
			return err
		}
	}
	if _, err = tx.ExecContext(ctx, `INSERT INTO sync_device_user (device, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING`, req.Device, tx.By.User); err != nil {
		return err
	}
	return tx.Emit(ctx, event.DeviceEnrolled{Device: req.Device})
}

// inherit has a device be the former one under another number: who worked on that works on this, and their work that waits goes on under their names.
func inherit(ctx context.Context, tx *store.Tx, device, from string) error {
	line, err := line(ctx, tx, from)
	if err != nil || slices.Contains(line, device) { // a circle is nobody's history
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE sync_device SET inherits = ?2 WHERE id = ?1 AND inherits IS NULL`, device, from); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO sync_device_user (device, user_id) SELECT ?1, user_id FROM sync_device_user WHERE device = ?2 ON CONFLICT DO NOTHING`, device, from)
	return err
}

// line lists a device and those that it inherits from, the latest first.
func line(ctx context.Context, tx *store.Tx, device string) ([]string, error) {
	return store.Select[string](ctx, tx, `WITH RECURSIVE line (id, n) AS (SELECT ?1, 0 UNION SELECT d.inherits, n + 1 FROM sync_device d JOIN line ON d.id = line.id WHERE d.inherits IS NOT NULL AND n < 50)
SELECT id FROM line ORDER BY n`, device)
}

// Line lists a device and the numbers that it had before.
func (a *Area) Line(ctx context.Context, tx *store.Tx, device string) ([]string, error) {
	return line(ctx, tx, device)
}

// bound holds what a request says of its device against its session's. A session that is no device's yet has its device enrol first.
func bound(by store.Actor, device string) error {
	switch by.Device {
	case device:
		return nil
	case "":
		return fail.Conflict("not-enrolled")
	}
	return fail.Forbidden("device-other")
}

// speaksFor is bound for work that a device still holds under a number from before: its session is the present number's, or that of the former itself.
func (a *Area) speaksFor(ctx context.Context, db *store.DB, by store.Actor, device string) error {
	if by.Device == "" || by.Device == device {
		return bound(by, device)
	}
	return db.Read(ctx, by, func(ctx context.Context, tx *store.Tx) error {
		numbers, err := line(ctx, tx, by.Device)
		if err != nil || slices.Contains(numbers, device) {
			return err
		}
		if _, known, err := store.Get[string](ctx, tx, `SELECT id FROM sync_device WHERE id = ?`, device); err != nil || !known {
			if err == nil {
				err = fail.Conflict("not-enrolled")
			}
			return err
		}
		return bound(by, device)
	})
}
