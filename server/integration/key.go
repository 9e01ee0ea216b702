package integration

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"time"

	"lading/server/job"
	"lading/server/store"
)

func keyPlace(org, id string) string { return org + "/integration_postback/" + id + "/key" }

// keys are a post-back's as they are kept, each locked by the vault.
type keys struct {
	PostBack    string     `db:"postback_id"`
	Key         string     `db:"key"`
	MadeAt      store.Time `db:"made_at"`
	Former      string     `db:"former"`
	FormerUntil store.Time `db:"former_until"`
}

// keys are what messages to a system are signed with: its key, and for a while the former one. Without a key nothing is sent, since nobody could check it: what waits
// goes out once somebody has been shown one.
func (a *Area) keys(ctx context.Context, org *store.DB, id string) (out [][]byte, err error) {
	return out, org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		k, ok, err := store.Get[keys](ctx, tx, `SELECT * FROM integration_postback_key WHERE postback_id = ?`, id)
		if err != nil {
			return err
		}
		if !ok {
			return errors.New("this post-back has no key yet: make one, and give it to the other system")
		}
		locked := []string{k.Key}
		if k.Former != "" && k.FormerUntil.After(tx.Now) {
			locked = append(locked, k.Former)
		}
		for _, text := range locked {
			raw, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				return err
			}
			key, err := a.Vault.Unlock(keyPlace(tx.Org, id), raw)
			if err != nil {
				return job.Never(errors.New("the key of this post-back was locked by another server secret: make a new one"))
			}
			out = append(out, key)
		}
		return nil
	})
}

// Key is shown once, to be copied to the other system.
type Key struct {
	Key         string     `json:"Key"`         // whsec_ and base64, as Standard Webhooks writes it
	FormerUntil store.Time `json:"FormerUntil"` // until when messages are signed with the former key as well; none where there is none that counts
}

// KeyReq asks for another key of a post-back.
type KeyReq struct {
	ID  string `json:"Id" validate:"required,max=40"`
	End bool   `json:"EndFormer"` // the former key is in wrong hands: it is of no use from now on
}

// overlap is how long messages are signed with the former key as well.
const overlap = 24 * time.Hour

// NewKey gives a post-back another key. The former one counts for another day, so that its receiver misses nothing; where one counts already, it is that one.
func (a *Area) NewKey(ctx context.Context, tx *store.Tx, req KeyReq) (Key, error) {
	if _, err := postBacks(a).Get(ctx, tx, req.ID); err != nil {
		return Key{}, err
	}
	was, had, err := store.Get[keys](ctx, tx, `SELECT * FROM integration_postback_key WHERE postback_id = ?`, req.ID)
	if err != nil {
		return Key{}, err
	}
	key := make([]byte, 32)
	if _, err := rand.Read(key); err != nil {
		return Key{}, err
	}
	now := keys{PostBack: req.ID, Key: base64.StdEncoding.EncodeToString(a.Vault.Lock(keyPlace(tx.Org, req.ID), key)), MadeAt: store.At(tx.Now)}
	if had && !req.End {
		now.Former, now.FormerUntil = was.Key, store.At(tx.Now.Add(overlap))
		if was.Former != "" && was.FormerUntil.After(tx.Now) { // which the receiver has for certain; the one in between is dropped
			now.Former = was.Former
		}
	}
	if had {
		err = store.Put(ctx, tx, "integration_postback_key", "postback_id", now)
	} else {
		err = store.Insert(ctx, tx, "integration_postback_key", now)
	}
	return Key{"whsec_" + base64.StdEncoding.EncodeToString(key), now.FormerUntil}, err
}
