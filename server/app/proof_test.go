package app

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lading/server/org"
	"lading/server/store"
)

// The night's proof restores the replica and compares; a replica that lost something alarms the administrators.
func TestProof_IsMadeByNightAndAlarmsWhereTheReplicaIsBroken(t *testing.T) {
	f := newFolders(t)
	a, pass := f.clocked(t) // 14:00 UTC
	ctx := context.Background()
	a.Start(ctx)
	if _, err := a.do(ctx, action{"org create", map[string]string{"code": "ACME", "name": "Acme", "zone": "America/Chicago", "units": "us", "language": "en", "admin": "ada@acme.test", "password": "seven grey pallets"}}, nil); err != nil {
		t.Fatal(err)
	}
	o, err := a.Access.FindOrg(ctx, "ACME")
	if err != nil {
		t.Fatal(err)
	}
	db, err := a.Store.Org(ctx, o.ID)
	if err != nil {
		t.Fatal(err)
	}
	last := func() (p org.Proof, warned []string, bells int) {
		t.Helper()
		if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			if p, _, err = a.Org.LastProof(ctx, tx); err != nil {
				return err
			}
			list, err := watch{a}.Warnings(ctx, tx)
			if err != nil {
				return err
			}
			for _, w := range list {
				warned = append(warned, w.Code)
			}
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM notify_notification WHERE code LIKE 'backup-%'`).Scan(&bells)
		}); err != nil {
			t.Fatal(err)
		}
		return p, warned, bells
	}

	a.nightly(ctx) // 8 in the morning in Chicago
	if p, _, _ := last(); !p.At.IsZero() {
		t.Fatalf("proved by day: %+v", p)
	}
	pass(17 * time.Hour) // 1 in the night
	a.nightly(ctx)
	p, warned, bells := last()
	if !p.Good || p.Rows < 100 || p.Version == 0 || bells != 0 || len(warned) != 0 {
		t.Fatalf("a sound backup: %+v, %v, %d told", p, warned, bells)
	}
	pass(time.Hour)
	a.nightly(ctx)
	if again, _, _ := last(); again.ID != p.ID {
		t.Fatal("proved twice in a night")
	}

	// On demand, by the call; the replica loses a file of the stream meanwhile.
	token, _ := enter(t, a, "ada@acme.test", "seven grey pallets")
	if status, out := post(t, a, "/api/Org/SaveIdentity", token, fields{"name": "Acme Freight", "units": "us", "language": "en", "Rev": 1}); status != 200 {
		t.Fatalf("%d %v", status, out)
	}
	waiting, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	if err := db.WaitReplicated(waiting, db.Version()); err != nil {
		t.Fatal(err)
	}
	lost := 0
	if err := filepath.WalkDir(filepath.Join(f.replica, "org", o.ID), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".ltx") {
			lost++
			return os.Remove(path)
		}
		return err
	}); err != nil || lost == 0 {
		t.Fatalf("%d files lost, %v", lost, err)
	}
	pass(time.Hour)
	token, _ = enter(t, a, "ada@acme.test", "seven grey pallets") // the one before has expired
	if status, out := post(t, a, "/api/Org/ProveBackup", token, fields{}); status >= 300 {
		t.Fatalf("on demand: %d %v", status, out)
	}
	for end := time.Now().Add(90 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if p, warned, bells = last(); !p.Good {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("no end of the proof: %+v", p)
		}
	}
	if p.Code != "backup-broken" || p.By == "" || bells != 1 || len(warned) != 1 || warned[0] != "backup-broken" {
		t.Fatalf("a broken backup: %+v, %v, %d told", p, warned, bells)
	}
	status, out := post(t, a, "/api/Org/Backup", token, fields{})
	if list, _ := out["proofs"].([]any); status != 200 || len(list) != 2 || out["replicated"] != true {
		t.Fatalf("%d %v", status, out)
	}
	if left, _ := filepath.Glob(filepath.Join(f.data, "scratch", "*")); len(left) > 0 {
		t.Errorf("left in the scratch folder: %v", left)
	}
}
