package job

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/store"
)

type world struct {
	t     *testing.T
	bus   *store.Bus
	store *store.Store
	skew  atomic.Int64
}

func open(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, bus: store.NewBus()}
	s, err := store.Open(context.Background(), store.Options{Dir: t.TempDir(), Bus: w.bus, Clock: w.now})
	if err != nil {
		t.Fatal(err)
	}
	w.store = s
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	return w
}

func (w *world) now() time.Time { return time.Now().Add(time.Duration(w.skew.Load())) }

func (w *world) runner() *Runner {
	r := NewRunner(w.bus)
	r.Clock = w.now
	r.Orgs = w.store.Org
	r.All = func(context.Context) ([]string, error) { return []string{"1"}, nil }
	w.t.Cleanup(func() { _ = r.Stop(context.Background()) })
	return r
}

func (w *world) write(f func(ctx context.Context, tx *store.Tx) error) error {
	db, err := w.store.Org(context.Background(), "1")
	if err != nil {
		w.t.Fatal(err)
	}
	_, err = db.Write(context.Background(), store.Command{By: store.System(), Do: f})
	return err
}

func (w *world) add(key string) {
	w.t.Helper()
	if err := w.write(func(ctx context.Context, tx *store.Tx) error {
		return Add(ctx, tx, "print", key, map[string]string{"paper": key})
	}); err != nil {
		w.t.Fatal(err)
	}
}

type kept struct {
	State    string `db:"state"`
	Attempts int    `db:"attempts"`
	Error    string `db:"last_error"`
	DueAt    int64  `db:"due_at"`
}

func (w *world) row(key string) kept {
	w.t.Helper()
	var k kept
	db, err := w.store.Org(context.Background(), "1")
	if err == nil {
		err = db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			k, _, err = store.Get[kept](ctx, tx, `SELECT state, attempts, last_error, due_at FROM job WHERE key = ?`, key)
			return err
		})
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return k
}

func until(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if f() {
			return
		}
	}
	t.Fatal("never: " + what)
}

func TestRunner_RunsAfterTheCommitAndOncePerKey(t *testing.T) {
	w := open(t)
	r := w.runner()
	var runs atomic.Int32
	r.Handle("print", func(_ context.Context, _ *store.DB, j Job) error {
		var p struct{ Paper string }
		if err := j.Into(&p); err != nil || p.Paper != "A" || j.Key != "A" {
			return Never(errors.New("wrong payload"))
		}
		runs.Add(1)
		return nil
	})
	r.Start()
	for range 5 {
		w.add("A")
	}
	refused := errors.New("the rule said no")
	if err := w.write(func(ctx context.Context, tx *store.Tx) error {
		return errors.Join(Add(ctx, tx, "print", "B", nil), refused)
	}); !errors.Is(err, refused) {
		t.Fatal(err)
	}
	until(t, "A done", func() bool { return w.row("A").State == "done" })
	w.add("A") // long done: still the same key
	if n, err := r.Drain(context.Background(), "1"); err != nil || n != 0 {
		t.Fatalf("drain: %d attempts, %v", n, err)
	}
	if runs.Load() != 1 || w.row("B").State != "" {
		t.Fatalf("ran %d times; B: %+v", runs.Load(), w.row("B"))
	}
}

func TestRunner_RepeatsWhatWasDoneButNotNoted(t *testing.T) {
	w := open(t)
	var effects []string
	var mu sync.Mutex
	first := NewRunner(w.bus)
	first.Orgs, first.Clock = w.store.Org, w.now
	first.Handle("print", func(ctx context.Context, _ *store.DB, j Job) error {
		mu.Lock()
		effects = append(effects, j.Key)
		mu.Unlock()
		first.cancel() // the program dies between the effect and the note
		return ctx.Err()
	})
	w.add("A")
	until(t, "first effect", func() bool { mu.Lock(); defer mu.Unlock(); return len(effects) == 1 })
	if err := first.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if k := w.row("A"); k.State != "waiting" || k.Attempts != 0 {
		t.Fatalf("after the kill: %+v", k)
	}
	second := w.runner()
	second.Handle("print", func(_ context.Context, _ *store.DB, j Job) error {
		mu.Lock()
		defer mu.Unlock()
		effects = append(effects, j.Key)
		return nil
	})
	second.Start() // nobody adds anything: it finds the job by itself
	until(t, "A done", func() bool { return w.row("A").State == "done" })
	if len(effects) != 2 || effects[0] != effects[1] {
		t.Fatalf("effects: %v", effects)
	}
}

func TestRunner_BacksOffAndLeavesTheDeadForAPerson(t *testing.T) {
	w := open(t)
	r := w.runner()
	var deaths atomic.Int32
	var failed atomic.Value // when the last attempt was noted
	store.On(w.bus, func(_ context.Context, tx *store.Tx, f Failed) error {
		failed.Store(tx.Now)
		if f.Dead {
			deaths.Add(1)
		}
		return nil
	})
	r.Handle("print", func(context.Context, *store.DB, Job) error { panic("out of paper") })
	w.add("A")
	for i := 1; i <= Attempts; i++ {
		until(t, "attempt", func() bool { return w.row("A").Attempts == i })
		k := w.row("A")
		if wait := time.UnixMilli(k.DueAt).Sub(failed.Load().(time.Time)); i < Attempts && (wait < time.Second || wait > 80*time.Minute) {
			t.Fatalf("attempt %d waits %v", i, wait)
		}
		w.skew.Add(int64(2 * time.Hour))
		r.wake(lane{"1", "print"})
	}
	k := w.row("A")
	if k.State != "dead" || k.Error != "panic: out of paper" || deaths.Load() != 1 {
		t.Fatalf("%+v, %d deaths", k, deaths.Load())
	}
	if err := w.write(func(ctx context.Context, tx *store.Tx) error {
		ok, err := Again(ctx, tx, "A")
		if !ok {
			return errors.New("not taken up again")
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	until(t, "tried anew", func() bool { k := w.row("A"); return k.State == "waiting" && k.Attempts == 1 })
}

func TestRunner_NeverMeansNever(t *testing.T) {
	w := open(t)
	r := w.runner()
	r.Handle("print", func(context.Context, *store.DB, Job) error { return Never(errors.New("no such printer")) })
	w.add("A")
	until(t, "dead", func() bool { k := w.row("A"); return k.State == "dead" && k.Attempts == 1 })
}

func TestRunner_StopLetsAJobEnd(t *testing.T) {
	w := open(t)
	r := w.runner()
	began := make(chan struct{})
	r.Handle("print", func(context.Context, *store.DB, Job) error {
		close(began)
		time.Sleep(50 * time.Millisecond)
		return nil
	})
	w.add("A")
	<-began
	if err := r.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if k := w.row("A"); k.State != "done" {
		t.Fatalf("%+v", k)
	}
	w.add("B") // stays for the next start
	time.Sleep(20 * time.Millisecond)
	if k := w.row("B"); k.State != "waiting" {
		t.Fatalf("%+v", k)
	}
}

// A due job that somebody runs is due until it is noted as done: who looks in between must not run it too.
func TestRunner_TwoAtOnceRunAJobOnce(t *testing.T) {
	w := open(t)
	r := w.runner()
	var runs atomic.Int32
	begun, end := make(chan struct{}), make(chan struct{})
	r.Handle("print", func(context.Context, *store.DB, Job) error {
		if runs.Add(1) == 1 {
			close(begun)
		}
		<-end
		return nil
	})
	w.add("A")
	<-begun
	drained := make(chan int, 1)
	go func() {
		n, err := r.Drain(context.Background(), "1")
		if err != nil {
			t.Error(err)
		}
		drained <- n
	}()
	select {
	case n := <-drained:
		t.Fatalf("drained %d while another ran the lane", n)
	case <-time.After(50 * time.Millisecond):
	}
	close(end)
	if n := <-drained; n != 0 || runs.Load() != 1 {
		t.Fatalf("ran %d times, drained %d", runs.Load(), n)
	}
}

func TestRunner_SomeKindsAreTriedForLonger(t *testing.T) {
	w := open(t)
	r := w.runner()
	r.Handle("print", func(context.Context, *store.DB, Job) error { return errors.New("off for the night") })
	r.Patient("print", Attempts+2)
	w.add("A")
	for i := 1; i <= Attempts+2; i++ {
		until(t, "attempt", func() bool { return w.row("A").Attempts == i })
		if k := w.row("A"); (k.State == "dead") != (i == Attempts+2) {
			t.Fatalf("after %d attempts it is %s", i, k.State)
		}
		w.skew.Add(int64(2 * time.Hour))
		r.wake(lane{"1", "print"})
	}
}

// One receiver that hangs holds up what it is to get, and nothing that others are.
func TestRunner_ALaneOfItsOwnIsHeldUpByNoOther(t *testing.T) {
	w := open(t)
	r := w.runner()
	hang := make(chan struct{})
	defer close(hang)
	r.Handle("print", func(ctx context.Context, _ *store.DB, j Job) error {
		if j.Kind == "print:slow" {
			select {
			case <-hang:
			case <-ctx.Done():
			}
		}
		return nil
	})
	for _, key := range []string{"A", "B", "C", "D", "E"} { // more than are run at once
		if err := w.write(func(ctx context.Context, tx *store.Tx) error { return Add(ctx, tx, "print:slow", key, nil) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.write(func(ctx context.Context, tx *store.Tx) error { return Add(ctx, tx, "print:quick", "F", nil) }); err != nil {
		t.Fatal(err)
	}
	until(t, "the other's done", func() bool { return w.row("F").State == "done" })
	if k := w.row("A"); k.State != "waiting" {
		t.Fatalf("%+v", k)
	}
}

// What strangers can add without end does not push out of the log what a person looks for, and nothing of it stays once it is done. What was given up is listed all the same.
func TestLog_LeavesOutWhatIsWithoutEnd(t *testing.T) {
	w := open(t)
	w.add("A")
	for i := range mostEntries {
		if err := w.write(func(ctx context.Context, tx *store.Tx) error {
			return Add(ctx, tx, "asked", fmt.Sprintf("asked:%04d", i), nil)
		}); err != nil {
			t.Fatal(err)
		}
	}
	var log []Entry
	var waits int
	if err := w.write(func(ctx context.Context, tx *store.Tx) (err error) {
		for state, keys := range map[string]string{"done": "key < 'asked:0900'", "dead": "key = 'asked:0950'"} {
			if _, err := tx.ExecContext(ctx, `UPDATE job SET state = ? WHERE kind = 'asked' AND `+keys, state); err != nil {
				return err
			}
		}
		if log, err = Log(ctx, tx, "asked"); err != nil {
			return err
		}
		waits, err = Waiting(ctx, tx, "asked")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if len(log) != 2 || log[0].Key != "asked:0950" || log[1].Key != "A" || waits != mostEntries-901 {
		t.Errorf("%d wait; log %+v", waits, log)
	}
	if err := w.write(func(ctx context.Context, tx *store.Tx) error { return Forget(ctx, tx, "asked:", "asked:0960") }); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"asked:0000": "", "asked:0899": "", "asked:0900": "waiting", "asked:0950": "dead", "A": "waiting"} {
		if got := w.row(key).State; got != want {
			t.Errorf("%s is %q", key, got)
		}
	}
}
