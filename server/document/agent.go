package document

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Agent is the small program on a dock's computer that reaches the printers there.
type Agent struct {
	ID        string               `json:"id" db:"id"`
	Warehouse string               `json:"warehouse" db:"warehouse"`
	Name      string               `json:"name" db:"name"`
	Token     string               `json:"-" db:"token"`            // SHA-256
	LocalKey  string               `json:"localKey" db:"local_key"` // the devices of the warehouse print through it by this while they have no network
	Addresses store.JSON[[]string] `json:"addresses" db:"addresses"`
	Scale     bool                 `json:"scale" db:"scale"`
	Build     string               `json:"build" db:"build"`
	PairedAt  store.Time           `json:"pairedAt" db:"paired_at"`
	PairedBy  string               `json:"pairedBy" db:"paired_by"`
	SeenAt    store.Time           `json:"seenAt" db:"seen_at"` // give or take seenEvery
	RemovedAt store.Time           `json:"-" db:"removed_at"`
}

// Place is the warehouse that the agent lies in.
func (a Agent) Place() string { return a.Warehouse }

const (
	pairingLife = 15 * time.Minute
	seenEvery   = 3 * time.Minute  // how often it is written down that an agent is there
	listenFor   = 20 * time.Second // an agent asks anew before anything between us grows impatient
	tasksAtOnce = 20
)

func hashed(s string) string { h := sha256.Sum256([]byte(s)); return hex.EncodeToString(h[:]) }

func findAgent(ctx context.Context, tx *store.Tx, id string) (Agent, error) {
	a, err := store.Find[Agent](ctx, tx, fail.NotFound("agent-unknown"), `SELECT * FROM document_agent WHERE id = ? AND removed_at IS NULL`, id)
	return a, err
}

// AgentRef names a print computer.
type AgentRef struct {
	Agent string `json:"Agent" validate:"required,max=40"`
}

// RemoveAgent ends a print computer's right to print, with its printers.
func (a *Area) RemoveAgent(ctx context.Context, tx *store.Tx, req AgentRef) (op.None, error) {
	g, err := findAgent(ctx, tx, req.Agent)
	if err != nil {
		return op.None{}, err
	}
	printers, err := store.Select[Printer](ctx, tx, `SELECT * FROM document_printer WHERE agent = ? AND removed_at IS NULL`, g.ID)
	if err != nil {
		return op.None{}, err
	}
	for _, p := range printers {
		if err := a.removePrinter(ctx, tx, p); err != nil {
			return op.None{}, err
		}
	}
	_, err = tx.ExecContext(ctx, `UPDATE document_agent SET removed_at = ?, token = '', local_key = '' WHERE id = ?`, store.At(tx.Now), g.ID)
	return op.None{}, err
}

// renewLocalKeys gives print computers new keys for their warehouse's devices where somebody who had the old one may not print there any more. The computer
// hears of it when it next asks for work, the others' devices with their next rows.
func renewLocalKeys(ctx context.Context, tx *store.Tx, e event.RightsLost) error {
	agents, err := store.Select[Agent](ctx, tx, `SELECT * FROM document_agent WHERE removed_at IS NULL`)
	if err != nil {
		return err
	}
	for _, g := range agents {
		if !e.Held(right.Print, g.Warehouse) || e.Holds(right.Print, g.Warehouse) {
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE document_agent SET local_key = ? WHERE id = ?`, rand.Text(), g.ID); err != nil {
			return err
		}
	}
	return nil
}

// renewAllLocalKeys does so for every print computer where a device's access was withdrawn: it may hold the key of any.
func renewAllLocalKeys(ctx context.Context, tx *store.Tx, _ event.DeviceRevoked) error {
	agents, err := store.Select[string](ctx, tx, `SELECT id FROM document_agent WHERE removed_at IS NULL`)
	if err != nil {
		return err
	}
	for _, id := range agents {
		if _, err := tx.ExecContext(ctx, `UPDATE document_agent SET local_key = ? WHERE id = ?`, rand.Text(), id); err != nil {
			return err
		}
	}
	return nil
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// known opens an organisation that a stranger names, if there is one. Nothing else may: to open one that is not there would make it.
func (a *Area) known(ctx context.Context, org string) (*store.DB, error) {
	all, err := a.AllOrgs(ctx)
	if err != nil || !slices.Contains(all, org) {
		return nil, err
	}
	return a.Orgs(ctx, org)
}

// enter tells which print computer is calling, by its token: organisation, key and secret.
func (a *Area) enter(ctx context.Context, c *op.Call) (Agent, *store.DB, error) {
	refused := fail.Unauthorized("agent-token")
	parts := strings.Split(c.Bearer, ".")
	if len(parts) != 3 || len(parts[1]) != ulid.EncodedSize {
		return Agent{}, nil, refused
	}
	try, err := a.Limits.Guess(ctx, c.IP)
	if err != nil {
		return Agent{}, nil, err
	}
	var g Agent
	known := false
	defer func() { try.Settle(time.Now(), !known) }()
	db, err := a.known(ctx, parts[0])
	if err != nil || db == nil {
		return Agent{}, nil, orElse(err, refused)
	}
	err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		var err error
		g, err = findAgent(ctx, tx, parts[1])
		return err
	})
	if fail.CodeOf(err) == "agent-unknown" || err == nil && subtle.ConstantTimeCompare([]byte(g.Token), []byte(hashed(parts[2]))) != 1 {
		return Agent{}, nil, refused
	}
	known = true
	c.Org, c.By = parts[0], store.Actor{Device: g.ID, Name: g.Name, Warehouses: []string{g.Warehouse}}
	return g, db, err
}

// noteSeen writes down how a print computer stands, where that has changed or was long ago.
func (a *Area) noteSeen(ctx context.Context, db *store.DB, c *op.Call, g Agent, req NextReq) error {
	var stale bool
	var printers []Printer
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		stale = tx.Now.Sub(g.SeenAt.Time) >= seenEvery
		printers, err = printersOf(ctx, tx, g.ID)
		return err
	}); err != nil {
		return err
	}
	changed := slices.DeleteFunc(printers, func(p Printer) bool { return p.Trouble == req.Troubles[p.ID] })
	if !stale && len(changed) == 0 && slices.Equal(g.Addresses.V, req.Addresses) && g.Scale == req.Scale && g.Build == req.Build {
		return nil
	}
	_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		for _, p := range changed {
			at := store.Time{}
			if req.Troubles[p.ID] != "" {
				at = store.At(tx.Now)
			}
			if _, err := tx.ExecContext(ctx, `UPDATE document_printer SET trouble = ?, trouble_at = ? WHERE id = ?`, req.Troubles[p.ID], at, p.ID); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `UPDATE document_agent SET addresses = ?, scale = ?, build = ?, seen_at = ? WHERE id = ?`,
			store.JSON[[]string]{V: append([]string{}, req.Addresses...)}, req.Scale, req.Build, store.At(tx.Now), g.ID)
		return err
	})
	return err
}

func printersOf(ctx context.Context, tx *store.Tx, agent string) ([]Printer, error) {
	return store.Select[Printer](ctx, tx, `SELECT * FROM document_printer WHERE agent = ? AND removed_at IS NULL ORDER BY name`, agent)
}
