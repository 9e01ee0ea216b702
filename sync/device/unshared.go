package device

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"

	"lading/server/kit/envelope"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/push"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// Unlocker opens what was locked with the server's secret.
type Unlocker interface {
	Lock(place string, thing []byte) []byte
	Unlock(place string, locked []byte) ([]byte, error)
}

// Carried is what a server that was replaced hands on of one organisation, as the queue of a device of its own.
type Carried struct {
	Device    string          `json:"device"`
	PublicKey json.RawMessage `json:"publicKey"`
	From      string          `json:"from"` // host
	Calls     []CarriedCall   `json:"calls"`
}

// CarriedCall is one command: as a signed mutation, and by what another server knows that it has it.
type CarriedCall struct {
	Seq      int64           `json:"seq"`
	LogID    int64           `json:"logId"`
	LogHash  []byte          `json:"logHash"`
	User     string          `json:"user"`
	Key      string          `json:"key,omitempty"`
	Mutation json.RawMessage `json:"mutation"`
}

// Carry makes the queue of a life of an organisation's database. Made again it is the same queue of the same device, so that
// nothing runs twice however often it is pushed. Commands that cannot be run again from their arguments end up in byHand.
func Carry(secret []byte, vault Unlocker, org, epoch, host string, list []op.Unshared) (c Carried, byHand []op.Unshared, err error) {
	seed, err := hkdf.Key(sha256.New, secret, nil, "lading unshared "+org+"/"+epoch, 48)
	if err != nil {
		return c, nil, err
	}
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), seed[:32])
	if err != nil {
		return c, nil, err
	}
	public, err := key.PublicKey.Bytes()
	if err != nil {
		return c, nil, err
	}
	id := ulid.ULID(seed[32:])
	if life, err := ulid.ParseStrict(epoch); err == nil {
		_ = id.SetTime(life.Time())
	}
	b64 := base64.RawURLEncoding.EncodeToString
	c.Device, c.From = id.String(), host
	if c.PublicKey, err = json.Marshal(map[string]string{"kty": "EC", "crv": "P-256", "x": b64(public[1:33]), "y": b64(public[33:])}); err != nil {
		return c, nil, err
	}
	for _, u := range list {
		call := CarriedCall{Seq: u.N, LogID: u.LogID, LogHash: u.LogHash, User: u.User}
		var asked op.Asked
		if u.Locked != nil {
			body, err := vault.Unlock(op.UnsharedPlace(org), u.Locked)
			if err != nil {
				return c, nil, err
			}
			if err := json.Unmarshal(body, &asked); err != nil {
				return c, nil, err
			}
		}
		if u.Locked == nil || len(asked.Params) > 0 {
			byHand = append(byHand, u)
			c.Calls = append(c.Calls, call) // its number stays taken
			continue
		}
		call.Key = asked.Key
		mutation := map[string]any{"device": c.Device, "seq": u.N, "id": ulid.ULID(u.LogHash[:16]).String(), "op": u.Op, "args": asked.Args,
			"subjects": []string{}, "at": u.At, "atRaw": "", "user": u.User, "replaces": nil}
		raw, err := json.Marshal(mutation)
		if err != nil {
			return c, nil, err
		}
		text, err := envelope.Canonical(raw)
		if err != nil {
			return c, nil, err
		}
		sum := sha256.Sum256([]byte(text))
		r, s, err := ecdsa.Sign(rand.Reader, key, sum[:])
		if err != nil {
			return c, nil, err
		}
		sig := make([]byte, 64)
		r.FillBytes(sig[:32])
		s.FillBytes(sig[32:])
		mutation["sig"] = b64(sig)
		if call.Mutation, err = json.Marshal(mutation); err != nil {
			return c, nil, err
		}
		c.Calls = append(c.Calls, call)
	}
	return c, byHand, nil
}

// UnsharedReq brings what a server that was replaced holds alone, locked with the secret that both servers have.
type UnsharedReq struct {
	Locked []byte `json:"locked" validate:"required"`
}

// UnsharedResp tells how it ended. What was refused lies in the tray, with its reason.
type UnsharedResp struct {
	Known    int `json:"known"` // this server had them
	Applied  int `json:"applied"`
	Refused  int `json:"refused"`
	Deferred int `json:"deferred"` // to be sent again
}

// TakeUnshared runs what a replaced server holds alone by the push that a device's queue goes through, so each command is judged
// anew, under the name and the present rights of who asked for it, and a repeat gets the stored outcome.
func (a *Area) TakeUnshared(ctx context.Context, c *op.Call, req UnsharedReq) (resp UnsharedResp, err error) {
	if !c.By.Admin {
		return resp, fail.Forbidden("administrators-only")
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return resp, err
	}
	body, err := a.Vault.Unlock(op.UnsharedPlace(c.Org), req.Locked)
	var carried Carried
	if err != nil || json.Unmarshal(body, &carried) != nil {
		return resp, fail.Malformed("unshared-unreadable")
	}
	if len(carried.Calls) == 0 {
		return resp, nil
	}
	skip := make([]bool, len(carried.Calls)) // has run here, or cannot
	first := 0                               // what comes before is in our own chain
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		shared := true
		for i, call := range carried.Calls {
			if shared {
				var err error
				if shared, err = op.Knows(ctx, tx, op.Unshared{LogID: call.LogID, LogHash: call.LogHash}); err != nil {
					return err
				}
				if shared {
					first, resp.Known = i+1, resp.Known+1
					continue
				}
			}
			answered, err := op.Answered(ctx, tx, call.User, call.Key)
			if err != nil {
				return err
			}
			if answered {
				resp.Known++
			}
			skip[i] = answered || call.Mutation == nil
		}
		return nil
	}); err != nil {
		return resp, err
	}
	calls := carried.Calls[first:]
	skip = skip[first:]
	if len(calls) == 0 {
		return resp, nil
	}
	if err := a.enrolCarrier(ctx, db, c, carried, calls); err != nil {
		return resp, err
	}
	for len(calls) > 0 {
		n := slices.Index(skip, true)
		if n < 0 {
			n = len(calls)
		}
		n = min(n, 500)
		var list []json.RawMessage
		for _, call := range calls[:n] {
			list = append(list, call.Mutation)
		}
		if n > 0 {
			before, err := brought(ctx, db, c.By, carried.Device)
			if err != nil {
				return resp, err
			}
			done, err := a.Pusher.Push(ctx, db, store.Actor{Device: carried.Device}, push.Req{Device: carried.Device, Mutations: list, Carried: true})
			if err != nil {
				return resp, err
			}
			for _, r := range done.Results {
				switch {
				case before[r.Seq] && r.Status == push.Applied:
					resp.Known++
				case r.Status == push.Applied:
					resp.Applied++
				case r.Status == push.Retry:
					resp.Deferred++
				default:
					resp.Refused++
				}
			}
			if resp.Deferred > 0 {
				return resp, nil
			}
		} else {
			n = 1
			seq := calls[0].Seq
			if _, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, `UPDATE sync_device SET heard = max(heard, ?1), settled = CASE WHEN settled = ?1 - 1 THEN ?1 ELSE settled END WHERE id = ?2`, seq, carried.Device)
				return err
			}); err != nil {
				return resp, err
			}
		}
		calls, skip = calls[n:], skip[n:]
	}
	return resp, nil
}

// brought are the numbers of a replaced server's commands that it brought before.
func brought(ctx context.Context, db *store.DB, by store.Actor, carrier string) (map[int64]bool, error) {
	out := map[int64]bool{}
	return out, db.Read(ctx, by, func(ctx context.Context, tx *store.Tx) error {
		known, err := store.Select[int64](ctx, tx, `SELECT seq FROM sync_outcome WHERE device = ?`, carrier)
		for _, seq := range known {
			out[seq] = true
		}
		return err
	})
}

// enrolCarrier makes the replaced server a device, whose numbers begin where the two servers part.
func (a *Area) enrolCarrier(ctx context.Context, db *store.DB, c *op.Call, carried Carried, calls []CarriedCall) error {
	_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		before := calls[0].Seq - 1
		if _, err := tx.ExecContext(ctx, `INSERT INTO sync_device (id, public_key, name, user_id, enrolled_at, seen_at, heard, settled) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
			carried.Device, string(carried.PublicKey), fmt.Sprintf("Server %.60s", carried.From), tx.By.User, tx.Now.UnixMilli(), tx.Now.UnixMilli(), before, before); err != nil {
			return err
		}
		for _, call := range calls {
			if _, err := tx.ExecContext(ctx, `INSERT INTO sync_device_user (device, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING`, carried.Device, call.User); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}
