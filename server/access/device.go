package access

import (
	"context"
	"strings"
	"sync"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/jwk"
	"lading/server/op"
	"lading/server/store"
)

const nonceLife = 60 * time.Second

// nonces are what devices are asked to sign, each good once.
type nonces struct {
	mu    sync.Mutex
	given map[string]nonce
	order []string // oldest first, so that sweeping stops at the first that still counts
}

type nonce struct {
	device string
	until  time.Time
}

const maxNonces = 100_000

func (n *nonces) give(device string, now time.Time) (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.given == nil {
		n.given = map[string]nonce{}
	}
	for len(n.order) > 0 && (n.given[n.order[0]].device == "" || now.After(n.given[n.order[0]].until)) {
		delete(n.given, n.order[0])
		n.order = n.order[1:]
	}
	if len(n.order) >= maxNonces {
		return "", fail.New(503, "server-busy")
	}
	text := secret()
	n.given[text] = nonce{device, now.Add(nonceLife)}
	n.order = append(n.order, text)
	return text, nil
}

func (n *nonces) take(text, device string, now time.Time) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	k, ok := n.given[text]
	delete(n.given, text)
	return ok && k.device == device && now.Before(k.until)
}

// NonceReq names the device that wants to prove itself.
type NonceReq struct {
	Device string `json:"device" validate:"required,ulid"`
}

// NonceResp is the text to sign.
type NonceResp struct {
	Nonce string `json:"nonce"`
}

// Nonce gives any device a text to sign, known or not: it tells nobody which devices there are.
func (a *Area) Nonce(_ context.Context, _ *op.Call, req NonceReq) (NonceResp, error) {
	text, err := a.nonces.give(req.Device, a.now())
	return NonceResp{text}, err
}

// TakeNonce uses up a nonce; false where it was not given to this device lately, or was used.
func (a *Area) TakeNonce(text, device string) bool { return a.nonces.take(text, device, a.now()) }

// Bind makes a session a device's, which has proved its key. One that is another device's stays so, unless that one's key has signed for this one:
// signed tells whether the key, which is the session's own, has.
func (a *Area) Bind(ctx context.Context, org, id, device, key string, signed func(key string) bool) error {
	if id == "" { // asked within the program
		return nil
	}
	changed := false
	_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		s, ok, err := store.Get[session](ctx, tx, `SELECT * FROM system_session WHERE id = ? AND org = ?`, id, org)
		if err != nil {
			return err
		}
		if !ok || !s.live(a.now()) || s.DeviceKey != "" && s.DeviceKey != key && !signed(s.DeviceKey) {
			return errSignIn
		}
		if changed = s.Device != device || s.DeviceKey != key; !changed {
			return nil
		}
		until := s.ExpiresAt.Time
		if !strings.HasPrefix(s.Agent, applicationAgent) && !strings.HasPrefix(s.Agent, impersonationAgent) { // a look ends when it was to
			until = s.CreatedAt.Add(boundAbsolute)
		}
		_, err = tx.ExecContext(ctx, `UPDATE system_session SET device = ?, device_key = ?, expires_at = ? WHERE id = ?`, device, key, store.At(until), s.ID)
		return err
	}})
	if err != nil {
		return err
	}
	a.rights.forget() // also where only the device's record is new
	if changed && a.Bound != nil {
		a.Bound(org, id)
	}
	return nil
}

// proof is a device that has signed a nonce: whose it is, its key, and who worked on it.
type proof struct {
	org, key string
	users    []string
}

// prove checks that the request comes from an enrolled device, of the organisation if one is named, and tells which organisation's. A device whose access
// was withdrawn may prove itself for its own errand alone. One answer for every reason: unknown, withdrawn, wrong key, a nonce that was used.
func (a *Area) prove(ctx context.Context, req TokenReq, org string, alone bool) (by proof, err error) {
	if req.Device == "" || !a.nonces.take(req.Nonce, req.Device, a.now()) || a.Devices == nil {
		return by, fail.Unauthorized("device-unproven")
	}
	orgs := []string{org}
	if org == "" {
		err := a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			orgs, err = store.Select[string](ctx, tx, `SELECT org FROM system_device WHERE device = ? LIMIT 8`, req.Device)
			return err
		})
		if err != nil {
			return by, err
		}
	}
	for _, org := range orgs {
		var ok bool
		by = proof{org: org}
		err := a.read(ctx, org, func(ctx context.Context, tx *store.Tx) (err error) {
			if alone {
				by.key, ok, err = a.Devices.Key(ctx, tx, req.Device)
				return err
			}
			by.key, by.users, ok, err = a.Devices.PublicKey(ctx, tx, req.Device)
			return err
		})
		if err != nil {
			return proof{}, err
		}
		if !ok {
			continue
		}
		if pub, err := jwk.Parse(by.key); err == nil && jwk.Verify(pub, req.Nonce, req.Signature) {
			return by, nil
		}
	}
	return proof{}, fail.Unauthorized("device-unproven")
}

// proveFor is prove for a session's refresh. The session's own key counts where it has one.
func (a *Area) proveFor(ctx context.Context, req TokenReq, s session) (key string, err error) {
	if s.DeviceKey == "" {
		by, err := a.prove(ctx, req, s.Org, false)
		return by.key, err
	}
	pub, err := jwk.Parse(s.DeviceKey)
	if err != nil || req.Device != s.Device || !a.nonces.take(req.Nonce, req.Device, a.now()) || !jwk.Verify(pub, req.Nonce, req.Signature) {
		return "", fail.Unauthorized("device-unproven")
	}
	return s.DeviceKey, nil
}

// indexDevice notes which organisation a device belongs to. It is written before the enrolment is on disk: an entry without a device does nothing.
func (a *Area) indexDevice(ctx context.Context, org, device string) error {
	_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO system_device (device, org) VALUES (?, ?) ON CONFLICT DO NOTHING`, device, org)
		return err
	}})
	return err
}
