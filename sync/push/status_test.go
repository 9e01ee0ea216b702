package push_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/device"

	"github.com/prometheus/client_golang/prometheus"
)

func (w *world) report(by store.Actor, req device.StatusReq) {
	w.t.Helper()
	if _, err := w.area.Status(context.Background(), &op.Call{Org: "1", By: by}, req); err != nil {
		w.t.Fatal(err)
	}
}

// status reads a field of what is kept of a device's last report.
func (w *world) status(id, path string) (v string) {
	w.t.Helper()
	if err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT COALESCE(json_extract(status, ?), '') FROM sync_device WHERE id = ?`, path, id).Scan(&v)
	}); err != nil {
		w.t.Fatal(err)
	}
	return v
}

// compared counts digests of one result so far.
func compared(t *testing.T, result string) (n float64) {
	t.Helper()
	all, err := prometheus.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range all {
		if family.GetName() != "sync_digest_total" {
			continue
		}
		for _, m := range family.GetMetric() {
			if m.GetLabel()[0].GetValue() == result {
				n += m.GetCounter().GetValue()
			}
		}
	}
	return n
}

// A device's report is its own, or that of a person who works on it, by a session that is bound to its key.
func TestStatus_OfAnotherDeviceChangesNothing(t *testing.T) {
	w := newWorld(t)
	d := w.tablet("eve")
	report := func(by store.Actor, outbox int64) {
		t.Helper()
		w.report(by, device.StatusReq{Device: d.id, Outbox: outbox, Build: "1"})
	}
	report(store.Actor{User: "eve", Device: d.id}, 1)
	for _, by := range []store.Actor{{User: "mallory"}, {User: "eve"}, {Device: "another"}, {User: "eve", Device: "another"}} {
		want := "not-enrolled"
		if by.Device != "" {
			want = "device-other"
		}
		if _, err := w.area.Status(context.Background(), &op.Call{Org: "1", By: by}, device.StatusReq{Device: d.id, Outbox: 2}); fail.CodeOf(err) != want {
			t.Errorf("%+v: %v", by, err)
		}
	}
	if got := w.status(d.id, "$.outbox"); got != "1" {
		t.Fatalf("outbox %s", got)
	}
	report(store.Actor{Device: d.id}, 4)
	if got := w.status(d.id, "$.outbox"); got != "4" {
		t.Fatalf("outbox %s", got)
	}
}

// Every device reports each minute: none of it may lengthen the log or send all other devices to pull.
func TestStatus_TakesNoVersionAndLeavesNoLog(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "x"))
	logged := func() (n int) {
		if err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM op_log`).Scan(&n)
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	version, lines := w.db.Version(), logged()
	for i := range 3 {
		w.report(store.Actor{Device: d.id}, device.StatusReq{Device: d.id, Outbox: int64(i)})
	}
	if w.db.Version() != version || logged() != lines {
		t.Fatalf("version %d to %d, log %d to %d", version, w.db.Version(), lines, logged())
	}
	if r := d.must(d.put("A1", "y")); r.Results[0].Version != version+1 {
		t.Fatalf("the next command has version %d after %d", r.Results[0].Version, version)
	}
}

func TestQuiet_MayNotWriteWhatDevicesSee(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "x"))
	for _, query := range []string{
		`INSERT INTO warehouse_site (id, name, address, zone, doors) VALUES ('A2', 'x', '{}', 'UTC', '[]')`,
		`UPDATE warehouse_site SET name = 'unheard'`,
		`DELETE FROM warehouse_site`,
	} {
		_, err := w.db.Write(context.Background(), store.Command{Quiet: true, Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, query)
			return err
		}})
		if err == nil || !strings.Contains(err.Error(), "quiet command") {
			t.Errorf("%s: %v", query, err)
		}
	}
	if w.name("A1") != "x" || w.name("A2") != "" {
		t.Fatal("a quiet command changed a synced table")
	}
	s := w.shelf(10, "A")
	s.pull() // compares its digest
}

// The device compares too, and cures itself; that the server knows is what tells us of a mistake.
func TestStatus_ADeviceThatHoldsOtherRowsIsCountedAndShown(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "x"), d.put("A2", "x"))
	page := w.shelf(10, "A").pull()
	holds := func(digest string) *device.Holds {
		return &device.Holds{Epoch: w.db.Epoch(), Version: page.Version, Digest: map[string]string{"wh:A": digest}}
	}
	me := store.Actor{Device: d.id}
	same, differs, later := compared(t, "same"), compared(t, "differs"), compared(t, "later")

	w.report(me, device.StatusReq{Device: d.id, Holds: holds(page.Digest["wh:A"])})
	if compared(t, "same") != same+1 || w.status(d.id, "$.diverged") != "" {
		t.Fatalf("a device in step: %s", w.status(d.id, "$.diverged"))
	}
	w.report(me, device.StatusReq{Device: d.id, Holds: holds("1:00000000000000aa")})
	if compared(t, "differs") != differs+1 || w.status(d.id, "$.diverged[0]") != "wh:A" {
		t.Fatalf("a device out of step: %s", w.status(d.id, "$.diverged"))
	}
	w.report(me, device.StatusReq{Device: d.id, Outbox: 1}) // an ordinary report between two counts does not wipe it out
	if w.status(d.id, "$.diverged[0]") != "wh:A" {
		t.Fatal("forgotten")
	}
	d.must(d.put("A1", "y"))
	w.report(me, device.StatusReq{Device: d.id, Holds: holds(page.Digest["wh:A"])}) // of a moment that has passed
	if compared(t, "later") != later+1 || compared(t, "differs") != differs+1 {
		t.Fatal("a count of an older version was judged")
	}
	foreign := holds("1:00000000000000aa")
	foreign.Epoch = "01J00000000000000000000000"
	w.report(me, device.StatusReq{Device: d.id, Holds: foreign})
	if compared(t, "differs") != differs+1 {
		t.Fatal("a count of another life of the database was judged")
	}
	many := holds("")
	for i := range 500 {
		many.Digest[fmt.Sprint("wh:", i)] = "0:0"
	}
	if _, err := w.area.Status(context.Background(), &op.Call{Org: "1", By: me}, device.StatusReq{Device: d.id, Holds: many}); err == nil {
		t.Fatal("five hundred scopes were taken")
	}
}

// What a device lost with its browser's storage stays with it: the person who closes the notice there is not the supervisor who must know.
func TestStatus_KeepsWhatADeviceHasLost(t *testing.T) {
	w := newWorld(t)
	d := w.tablet("ada")
	by := store.Actor{User: "ada", Device: d.id}
	w.report(by, device.StatusReq{Device: d.id, Build: "1", LostWork: 2})
	w.report(by, device.StatusReq{Device: d.id, Build: "1"})
	if got := w.status(d.id, "$.lostWork"); got != "2" {
		t.Fatalf("lost work after another report: got %q, want 2", got)
	}
}
