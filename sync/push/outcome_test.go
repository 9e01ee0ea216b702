package push_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"lading/server/store"
	"lading/sync/push"
)

// A device keeps its work until the replica holds it: of what is settled, only what lies before the first version that the replica lacks is out of danger.
func TestAcknowledged_NoMoreIsReplicatedThanTheReplicaHolds(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	var versions []int64
	for i, name := range []string{"x", "no", "y"} { // a refusal is an outcome too, and lost with its version
		r := d.must(d.put(fmt.Sprint("A", i), name))
		if len(r.Results) != 1 || r.Results[0].Version == 0 && name != "no" {
			t.Fatalf("%+v", r.Results)
		}
		versions = append(versions, w.db.Version())
	}
	other := w.tablet()
	other.must(other.put("B1", "x"))
	for at, want := range map[int64]int64{0: 0, versions[0] - 1: 0, versions[0]: 1, versions[1]: 2, versions[2] - 1: 2, versions[2]: 3, w.db.Version(): 3} {
		if err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
			settled, replicated, err := push.Acknowledged(ctx, tx, d.id, at)
			if settled != 3 || replicated != want {
				t.Errorf("a replica of version %d: %d settled, %d replicated, want %d", at, settled, replicated, want)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
		settled, replicated, err := push.Acknowledged(ctx, tx, "nobody's", w.db.Version())
		if settled != 0 || replicated != 0 {
			t.Errorf("a device that is not known: %d, %d", settled, replicated)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// Work that met a passing fault is not settled, whatever was done behind it: the replica holds the later work, and the device keeps the earlier.
func TestAcknowledged_StopsBeforeWhatIsNotSettled(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	first := d.put("A1", "x")
	w.yard.trouble["late"] = errors.New("the handler broke")
	faulty, behind := d.put("A2", "late"), d.put("A3", "y")
	if r := d.must(first, faulty, behind); statuses(r) != "ara" {
		t.Fatalf("%+v", r.Results)
	}
	for _, at := range []int64{w.db.Version() - 1, w.db.Version()} { // without the later work, and with it
		if err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
			settled, replicated, err := push.Acknowledged(ctx, tx, d.id, at)
			if settled != 1 || replicated != 1 {
				t.Errorf("a replica of version %d: %d settled, %d replicated", at, settled, replicated)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}
