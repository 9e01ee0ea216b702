package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"lading/server/access"
	"lading/server/org"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

const (
	proofEvery = 20 * time.Hour // the night's proof is due when the last one is so old
	proofLate  = 48 * time.Hour // then administrators are told that there is none
	proofNight = 6              // hour of the day, in the organisation's zone, before which the night's is made
	proofFiles = 200            // so many of the latest files are read
	proofTries = 3              // an organisation that works meanwhile is compared again
)

// prover proves backups: it restores the replica into a scratch folder, checks the copy and compares it with what is served.
type prover struct {
	app *App
	mu  sync.Mutex
	at  map[string]bool // organisations whose proof is under way
	wg  sync.WaitGroup
}

func (p *prover) Replicated() bool { return p.app.Store.Replica() != nil }

func (p *prover) Proving(org string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.at[org]
}

// Prove begins a proof, unless one is under way.
func (p *prover) Prove(org, by string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ctx := p.app.ctx
	if p.at[org] || ctx == nil || ctx.Err() != nil || !p.Replicated() {
		return
	}
	if p.at == nil {
		p.at = map[string]bool{}
	}
	p.at[org] = true
	p.wg.Go(func() {
		defer func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			delete(p.at, org)
		}()
		if err := p.app.ProveBackup(ctx, org, by); err != nil && ctx.Err() == nil {
			slog.Error("proof of backup", "org", org, "err", err)
		}
	})
}

// ProveBackup proves one organisation's backup, and notes how it ended. The error is of the noting.
func (a *App) ProveBackup(ctx context.Context, id, by string) error {
	db, err := a.Store.Org(ctx, id)
	if err != nil {
		return err
	}
	began := time.Now()
	proof := org.Proof{ID: ulid.Make().String(), By: by}
	why := a.prove(ctx, db, &proof)
	if ctx.Err() != nil {
		return nil // the program ends; the next night proves it
	}
	proof.Took, proof.Good = time.Since(began).Milliseconds(), why == nil
	if why != nil {
		proof.Code, proof.Detail = "backup-broken", why.Error()
		if errors.Is(why, errUnreached) {
			proof.Code = "backup-unreached"
		}
		slog.Error("the backup could not be proved", "org", id, "err", why)
	}
	_, err = db.Write(ctx, store.Command{Name: "proof", By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		proof.At = store.At(tx.Now)
		if err := a.Org.KeepProof(ctx, tx, proof); err != nil || proof.Good {
			return err
		}
		people, err := access.Administrators(ctx, tx)
		if err != nil {
			return err
		}
		return a.Notify.NotifyAll(ctx, tx, people, proof.Code, nil, "/Today")
	}})
	return err
}

// errUnreached is a replica that does not hold, or does not give, what it should.
var errUnreached = errors.New("the replica was not reached")

func (a *App) prove(ctx context.Context, db *store.DB, proof *org.Proof) error {
	dir, err := a.Store.Scratch("proof-" + db.Name)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for try := 1; ; try++ {
		name := filepath.Join(dir, fmt.Sprint(try, ".db"))
		before := db.Version()
		waiting, cancel := context.WithTimeout(ctx, time.Minute)
		err := db.WaitReplicated(waiting, before)
		cancel()
		if err != nil {
			return fmt.Errorf("%w: version %d did not arrive there: %w", errUnreached, before, err)
		}
		reached, err := store.Restore(ctx, a.Config.Replica, db.Name, name, time.Time{}, false)
		if err != nil {
			return err
		}
		if reached.Version < before {
			return fmt.Errorf("the copy ends at version %d, and the replica had acknowledged %d", reached.Version, before)
		}
		proof.Version = reached.Version
		var copied, live map[string]int64
		if err := store.Look(ctx, name, func(ctx context.Context, tx *store.Tx) (err error) {
			copied, err = store.Counts(ctx, tx)
			return err
		}); err != nil {
			return err
		}
		if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			live, err = store.Counts(ctx, tx)
			return err
		}); err != nil {
			return err
		}
		proof.Live = live["version"]
		if proof.Live != proof.Version && try < proofTries { // somebody worked meanwhile
			continue
		}
		proof.Rows = 0
		for table, n := range copied {
			if table == "version" {
				continue
			}
			proof.Rows += n
			if proof.Live == proof.Version && live[table] != n {
				return fmt.Errorf("table %s: %d rows in the copy, %d in the organisation, both at version %d", table, n, live[table], proof.Version)
			}
		}
		if len(copied) != len(live) {
			return fmt.Errorf("%d tables in the copy, %d in the organisation", len(copied), len(live))
		}
		return a.proveCopy(ctx, db.Name, name, proof)
	}
}

// proveCopy checks the copy itself: every page, both kinds of chains, and the latest files.
func (a *App) proveCopy(ctx context.Context, id, name string, proof *org.Proof) error {
	checked, err := verifyOrg(ctx, name, id, nil)
	if err != nil {
		return err
	}
	proof.Operations, proof.Events = checked.ops, int64(checked.events)
	var latest []store.Blob
	if err := store.Look(ctx, name, func(ctx context.Context, tx *store.Tx) (err error) {
		latest, err = store.LatestBlobs(ctx, tx, proofFiles)
		return err
	}); err != nil {
		return err
	}
	for _, b := range latest {
		body, err := a.Blobs.Get(ctx, id, b.Hash)
		if err == nil && int64(len(body)) != b.Size {
			err = fmt.Errorf("%d bytes, noted as %d", len(body), b.Size)
		}
		if err != nil {
			return fmt.Errorf("file %s: %w", b.Hash, err)
		}
		proof.Files++
	}
	return nil
}

// nightly begins the proofs that are due: in each organisation's night, or at once where none was made for days.
func (a *App) nightly(ctx context.Context) {
	if !a.prover.Replicated() {
		return
	}
	orgs, err := a.Access.Orgs(ctx)
	if err != nil {
		slog.Error("nightly: organisations", "err", err)
	}
	for _, id := range orgs {
		if ctx.Err() != nil {
			return
		}
		due, err := a.proofDue(ctx, id)
		if err != nil {
			slog.Error("nightly", "org", id, "err", err)
		}
		if due {
			if err := a.ProveBackup(ctx, id, ""); err != nil && ctx.Err() == nil { // one after another: each takes a database's room on the disk
				slog.Error("nightly", "org", id, "err", err)
			}
		}
	}
}

func (a *App) proofDue(ctx context.Context, id string) (due bool, err error) {
	db, err := a.Store.Org(ctx, id)
	if err != nil {
		return false, err
	}
	err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		s, err := a.Org.Get(ctx, tx)
		if err != nil {
			return err
		}
		last, _, err := a.Org.LastProof(ctx, tx)
		if err != nil {
			return err
		}
		zone, zerr := time.LoadLocation(s.Zone)
		if zerr != nil {
			zone = time.UTC
		}
		age := tx.Now.Sub(last.At.Time)
		due = !last.At.IsZero() && age >= proofLate || age >= proofEvery && tx.Now.In(zone).Hour() < proofNight
		return nil
	})
	return due, err
}
