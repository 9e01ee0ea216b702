package org

import (
	"context"
	"time"

	"lading/server/op"
	"lading/server/store"
)

// Proof is one look at whether the organisation could be restored: the replica was restored into a scratch folder, and what came of it checked.
type Proof struct {
	ID         string     `json:"id" db:"id"`
	At         store.Time `json:"at" db:"at"`
	Good       bool       `json:"good" db:"good"`
	By         string     `json:"by" db:"by_name"` // who asked for it; empty for the nightly one
	Code       string     `json:"code" db:"code"`  // what was wrong, as a message
	Detail     string     `json:"-" db:"detail"`   // the same for an operator; it may name places
	Version    int64      `json:"-" db:"version"`  // up to which the copy came
	Live       int64      `json:"-" db:"live"`     // at which the organisation stood then
	Rows       int64      `json:"rows" db:"rows"`  // in the copy
	Operations int64      `json:"operations" db:"operations"`
	Events     int64      `json:"events" db:"events"`
	Files      int64      `json:"files" db:"files"`
	Took       int64      `json:"ms" db:"ms"`
}

// Prover proves backups; the program does.
type Prover interface {
	// Prove begins a proof, unless one is under way. It does not wait for it.
	Prove(org, by string)
	// Proving tells whether one is under way.
	Proving(org string) bool
	// Replicated tells whether there is a replica at all.
	Replicated() bool
}

// keepProofs is how many are kept.
const keepProofs = 30

// KeepProof notes how a proof ended.
func (a *Area) KeepProof(ctx context.Context, tx *store.Tx, p Proof) error {
	if err := store.Insert(ctx, tx, "org_proof", p); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM org_proof WHERE id NOT IN (SELECT id FROM org_proof ORDER BY at DESC, id DESC LIMIT ?)`, keepProofs)
	return err
}

// LastProof gives the latest proof, and when the latest good one was; both are zero where there is none.
func (a *Area) LastProof(ctx context.Context, tx *store.Tx) (last Proof, good time.Time, err error) {
	if last, _, err = store.Get[Proof](ctx, tx, `SELECT * FROM org_proof ORDER BY at DESC, id DESC LIMIT 1`); err != nil {
		return last, good, err
	}
	at, ok, err := store.Get[int64](ctx, tx, `SELECT at FROM org_proof WHERE good = 1 ORDER BY at DESC LIMIT 1`)
	if ok {
		good = time.UnixMilli(at)
	}
	return last, good, err
}

// BackupResp is what an administrator sees of the backup.
type BackupResp struct {
	Replicated bool    `json:"replicated"` // false where the server keeps no replica
	Proving    bool    `json:"proving"`    // one is under way
	Proofs     []Proof `json:"proofs"`     // the latest first
}

// Backup lists the proofs of the backup.
func (a *Area) Backup(ctx context.Context, tx *store.Tx, _ op.None) (BackupResp, error) {
	list, err := store.Select[Proof](ctx, tx, `SELECT * FROM org_proof ORDER BY at DESC, id DESC LIMIT ?`, keepProofs)
	if list == nil {
		list = []Proof{}
	}
	return BackupResp{a.Prover.Replicated(), a.Prover.Proving(tx.Org), list}, err
}

// ProveBackup begins a proof now. Backup tells how it ends.
func (a *Area) ProveBackup(_ context.Context, c *op.Call, _ op.None) (op.None, error) {
	a.Prover.Prove(c.Org, c.By.Name)
	return op.None{}, nil
}
