package access

import (
	"context"
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

// prove checks that the request comes from an enrolled device, of the organisation if one is named, and tells which organisation's.
// One answer for every reason: unknown, withdrawn, wrong key, a nonce that was used.
func (a *Area) prove(ctx context.Context, req TokenReq, org string) (string, error) {
	if req.Device == "" || !a.nonces.take(req.Nonce, req.Device, a.now()) || a.Devices == nil {
		return "", fail.Unauthorized("device-unproven")
	}
	orgs, alone := []string{org}, org == ""
	if alone {
		err := a.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			orgs, err = store.Select[string](ctx, tx, `SELECT org FROM system_device WHERE device = ? LIMIT 8`, req.Device)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	for _, org := range orgs {
		var key string
		var ok bool
		err := a.read(ctx, org, func(ctx context.Context, tx *store.Tx) (err error) {
			if alone { // by itself; a person's session is bound only to a device that may come
				key, ok, err = a.Devices.Key(ctx, tx, req.Device)
				return err
			}
			key, _, ok, err = a.Devices.PublicKey(ctx, tx, req.Device)
			return err
		})
		if err != nil {
			return "", err
		}
		if !ok {
			continue
		}
		if pub, err := jwk.Parse(key); err == nil && jwk.Verify(pub, req.Nonce, req.Signature) {
			return org, nil
		}
	}
	return "", fail.Unauthorized("device-unproven")
}

// indexDevice notes which organisation a device belongs to. It is written before the enrolment is on disk: an entry without a device does nothing.
func (a *Area) indexDevice(ctx context.Context, org, device string) error {
	_, err := a.Store.System.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO system_device (device, org) VALUES (?, ?) ON CONFLICT DO NOTHING`, device, org)
		return err
	}})
	return err
}
