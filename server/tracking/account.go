package tracking

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"

	"lading/server/job"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// The jobs that turn to the provider.
const (
	OrderJob  = "tracking-request" // have a container tracked
	ListenJob = "tracking-webhook" // have events sent
	FetchJob  = "tracking-fetch"   // ask for the events that have happened
	BringJob  = "tracking-bring"   // move a shipment by what had happened before it was tendered
)

// account is what an organisation has at the provider. Key and secret are locked.
type account struct {
	ID        string     `db:"id"`
	Key       string     `db:"api_key"`
	Secret    string     `db:"secret"`
	WebhookID string     `db:"webhook_id"`
	Enabled   bool       `db:"enabled"`
	At        store.Time `db:"at"`
	By        string     `db:"by_user"`
}

func place49(org, what string) string { return "tracking/" + org + "/" + what }

func (a *Area) lock(org, what, text string) string {
	if text == "" {
		return ""
	}
	return base64.StdEncoding.EncodeToString(a.Vault.Lock(place49(org, what), []byte(text)))
}

func (a *Area) unlock(org, what, locked string) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(locked)
	if err != nil {
		return "", err
	}
	text, err := a.Vault.Unlock(place49(org, what), raw)
	return string(text), err
}

func accountOf(ctx context.Context, tx *store.Tx) (account, bool, error) {
	return store.Get[account](ctx, tx, `SELECT * FROM tracking_account WHERE id = ?`, string(Terminal49))
}

// Account is what an administrator sees of the account. Neither the key nor the secret is ever shown.
type Account struct {
	HasKey    bool   `json:"HasKey"`
	HasSecret bool   `json:"HasSecret"`
	Listening bool   `json:"Listening"` // the provider has our address
	Enabled   bool   `json:"Enabled"`
	Address   string `json:"Address"` // that events come to; empty where nobody outside reaches us
}

// GetAccount tells how the organisation is connected with the provider.
func (a *Area) GetAccount(ctx context.Context, tx *store.Tx, _ op.None) (Account, error) {
	c, _, err := accountOf(ctx, tx)
	return Account{c.Key != "", c.Secret != "", c.WebhookID != "", c.Enabled, a.webhookAt(tx.Org)}, err
}

func (a *Area) webhookAt(org string) string {
	if a.PublicURL == "" {
		return ""
	}
	return a.PublicURL + "/api/Tracking/Terminal49?org=" + org
}

// AccountReq connects the organisation with the provider. A key or secret that is empty stays as it is.
type AccountReq struct {
	Key     string `json:"ApiKey" validate:"max=200" field:"trim"`
	Secret  string `json:"Secret" validate:"max=200" field:"trim"` // of a webhook that was made in the provider's dashboard
	Enabled bool   `json:"Enabled"`
}

// SaveAccount keeps the account, and has the provider send its events here where it is told no secret.
func (a *Area) SaveAccount(ctx context.Context, tx *store.Tx, req AccountReq) (Account, error) {
	if err := op.Administrators(tx); err != nil {
		return Account{}, err
	}
	c, _, err := accountOf(ctx, tx)
	if err != nil {
		return Account{}, err
	}
	c.ID, c.Enabled, c.At, c.By = string(Terminal49), req.Enabled, store.At(tx.Now), tx.By.User
	if req.Key != "" {
		if c.WebhookID != "" { // another account has another webhook, and signs by another secret
			c.Secret = ""
		}
		c.Key, c.WebhookID = a.lock(tx.Org, "key", req.Key), ""
	}
	if req.Secret != "" {
		c.Secret = a.lock(tx.Org, "secret", req.Secret)
	}
	if c.Enabled && c.Key == "" && c.Secret == "" {
		return Account{}, fail.Invalid(fail.Of("ApiKey", "field-required"))
	}
	if err := store.Put(ctx, tx, "tracking_account", "id", c); err != nil {
		return Account{}, err
	}
	if c.Enabled && c.Key != "" && c.Secret == "" && c.WebhookID == "" && a.PublicURL != "" {
		if err := a.Jobs.Add(ctx, tx, ListenJob, ListenJob+":"+ulid.Make().String(), struct{}{}); err != nil {
			return Account{}, err
		}
	}
	if c.Enabled && c.Key != "" {
		if err := a.orderAll(ctx, tx, req.Key != ""); err != nil {
			return Account{}, err
		}
	}
	return a.GetAccount(ctx, tx, op.None{})
}

// orderAll has the containers tracked that are under way and of which the provider was never asked; with another key, also those that it could not track.
func (a *Area) orderAll(ctx context.Context, tx *store.Tx, again bool) error {
	list, err := store.Select[Unit](ctx, tx, `SELECT * FROM tracking_unit WHERE kind = 'container' AND last_code NOT IN ('delivered', 'empty-in') AND (provider_state = '' OR ? AND provider_state = 'failed')`, again)
	for _, u := range list {
		if err == nil {
			err = a.order(ctx, tx, u)
		}
	}
	return err
}

// order has the provider asked to track a container, where there is an account for it.
func (a *Area) order(ctx context.Context, tx *store.Tx, u Unit) error {
	c, ok, err := accountOf(ctx, tx)
	if err != nil || !ok || !c.Enabled {
		return err
	}
	state := NotAsked
	if c.Key != "" {
		state = Asked
		if err := a.Jobs.Add(ctx, tx, OrderJob, fmt.Sprintf("%s:%s:%s", OrderJob, u.ID, ulid.Make()), ofUnit{Unit: u.ID}); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, `UPDATE tracking_unit SET provider = 'Terminal49', provider_state = ?, provider_why = '' WHERE id = ?`, string(state), u.ID)
	return err
}

type ofUnit struct {
	Unit     string `json:"unit"`
	Shipment string `json:"shipment,omitempty"`
}

// Do carries out a job that turns to the provider.
func (a *Area) Do(ctx context.Context, org *store.DB, kind string, payload []byte) error {
	var of ofUnit
	if err := json.Unmarshal(payload, &of); err != nil {
		return job.Never(err)
	}
	write := func(do func(ctx context.Context, tx *store.Tx) error) error {
		_, err := org.Write(ctx, store.Command{Name: kind, By: store.System(), Do: do})
		return err
	}
	if kind == BringJob {
		return write(func(ctx context.Context, tx *store.Tx) error { return a.bring(ctx, tx, of.Shipment) })
	}
	var c client49
	var u Unit
	listening := false
	if err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		acc, ok, err := accountOf(ctx, tx)
		if err != nil || !ok || !acc.Enabled || acc.Key == "" {
			return err
		}
		c = client49{address: a.Provider, http: a.Client}
		listening = acc.WebhookID != ""
		if c.key, err = a.unlock(tx.Org, "key", acc.Key); err != nil || of.Unit == "" {
			return err
		}
		u, err = findUnit(ctx, tx, of.Unit)
		return err
	}); err != nil {
		return err
	}
	if c.key == "" { // the account was closed meanwhile
		return nil
	}
	switch kind {
	case ListenJob:
		if listening { // saved twice
			return nil
		}
		id, secret, err := c.listen(ctx, a.webhookAt(org.Name))
		if err != nil {
			return final(err)
		}
		return write(func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE tracking_account SET webhook_id = ?, secret = ? WHERE id = 'terminal49'`, id, a.lock(tx.Org, "secret", secret))
			return err
		})
	case OrderJob:
		_, err := c.track(ctx, u)
		var no error49
		if errors.As(err, &no) && no.twice() { // somebody has asked before, here or in the provider's dashboard
			key, err := c.already(ctx, u)
			if err != nil {
				return final(err)
			}
			return write(func(ctx context.Context, tx *store.Tx) error { return a.adopt(ctx, tx, u, key) })
		}
		if errors.As(err, &no) && no.status == http.StatusUnprocessableEntity { // it will say the same again: a person reads why
			return write(func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, `UPDATE tracking_unit SET provider_state = 'failed', provider_why = ? WHERE id = ?`, no.detail, u.ID)
				return err
			})
		}
		return final(err)
	case FetchJob:
		if u.ProviderID == "" {
			return nil
		}
		got, err := c.past(ctx, u.ProviderID)
		if err != nil {
			return final(err)
		}
		return write(func(ctx context.Context, tx *store.Tx) error {
			for _, e := range got.Data {
				if read, ok := event49(e, got.Included); ok {
					if _, err := a.record(ctx, tx, u, read); err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	return job.Never(fmt.Errorf("unknown job %s", kind))
}

// adopt takes over a container that the provider tracks already, and asks for what has happened to it.
func (a *Area) adopt(ctx context.Context, tx *store.Tx, u Unit, key string) error {
	if key == "" {
		return nil // it is asked for, and tells nothing yet
	}
	if _, err := tx.ExecContext(ctx, `UPDATE tracking_unit SET provider_state = 'tracked', provider_why = '', provider_id = ? WHERE id = ?`, key, u.ID); err != nil {
		return err
	}
	return a.Jobs.Add(ctx, tx, FetchJob, fmt.Sprintf("%s:%s:%s", FetchJob, u.ID, ulid.Make()), ofUnit{Unit: u.ID})
}

// final marks a refusal that another attempt cannot cure: a wrong key, a request that is not understood.
func final(err error) error {
	var no error49
	if errors.As(err, &no) && no.status >= 400 && no.status < 500 && no.status != http.StatusTooManyRequests && no.status != http.StatusRequestTimeout {
		return job.Never(err)
	}
	return err
}

// Refresh asks the provider what has happened to a container, in case a notice was lost.
func (a *Area) Refresh(ctx context.Context, tx *store.Tx, req UnitReq) (Unit, error) {
	u, err := lookUp(ctx, tx, req.ID)
	if err != nil {
		return u, err
	}
	if u.ProviderID == "" {
		return u, fail.Conflict("tracking-not-known")
	}
	return u.spoken(), a.Jobs.Add(ctx, tx, FetchJob, fmt.Sprintf("%s:%s:%s", FetchJob, u.ID, ulid.Make()), ofUnit{Unit: u.ID})
}
