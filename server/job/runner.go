package job

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"lading/server/store"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	together = 4                // jobs of one kind at once in an organisation
	patience = 90 * time.Second // one attempt's longest run
	retryOrg = time.Minute      // when an organisation cannot be opened
)

// Handler does one job. It runs outside any transaction; what it learns it writes by commands of its own.
type Handler func(ctx context.Context, org *store.DB, j Job) error

// Runner runs jobs. It remembers only when each organisation's next job is due, and holds no database open while it waits.
type Runner struct {
	// Orgs opens an organisation.
	Orgs func(ctx context.Context, id string) (*store.DB, error)
	// All lists the organisations whose waiting jobs are taken up at start.
	All   func(ctx context.Context) ([]string, error)
	Clock func() time.Time

	handlers map[string]Handler
	patient  map[string]int // kinds that are tried more often than Attempts
	ctx      context.Context
	cancel   context.CancelFunc
	mu       sync.Mutex
	stopped  bool
	lanes    map[lane]*state
	turns    sync.Map       // by lane, whose turn it is: a due job is read and run by one at a time
	dead     map[string]int // by organisation, of those that were looked at since start
	work     sync.WaitGroup
}

// lane is a kind of job in one organisation: a mail server that hangs holds up mail only, and nobody else's. What follows a colon in a kind has a lane of its own, too:
// of several receivers of one kind of work, one that hangs does not hold up the others.
type lane struct{ org, kind string }

// handled is the kind that a handler is named by.
func handled(kind string) string {
	kind, _, _ = strings.Cut(kind, ":")
	return kind
}

type state struct {
	running, again bool
	timer          *time.Timer
}

// NewRunner makes a runner that does not run yet, and hears of new jobs from the bus.
func NewRunner(bus *store.Bus) *Runner {
	r := &Runner{Clock: time.Now, handlers: map[string]Handler{}, patient: map[string]int{}, lanes: map[lane]*state{}, dead: map[string]int{}}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	store.On(bus, func(_ context.Context, tx *store.Tx, e Added) error {
		org := tx.Org
		tx.After(func() { r.wake(lane{org, e.Kind}) })
		return nil
	})
	store.On(bus, func(_ context.Context, tx *store.Tx, e Failed) error {
		if org := tx.Org; e.Dead {
			tx.After(func() { r.count(org, 1) })
		}
		return nil
	})
	store.On(bus, func(_ context.Context, tx *store.Tx, _ revived) error {
		org := tx.Org
		tx.After(func() { r.count(org, -1) })
		return nil
	})
	return r
}

func (r *Runner) count(org string, more int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dead[org] = max(0, r.dead[org]+more)
}

// Dead is how many jobs were given up and wait for a person, over the organisations that were looked at since start. It opens none.
func (r *Runner) Dead() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, d := range r.dead {
		n += d
	}
	return n
}

// Handle names who does a kind of job. All kinds are named before Start.
func (r *Runner) Handle(kind string, h Handler) {
	if _, twice := r.handlers[kind]; twice {
		panic("job kind handled twice: " + kind)
	}
	r.handlers[kind] = h
}

// Patient has a kind of job tried more often, the later attempts an hour apart: what waits for somebody else's machine, which may be off for a night.
func (r *Runner) Patient(kind string, attempts int) { r.patient[kind] = attempts }

// Start takes up what waited when the program last stopped.
func (r *Runner) Start() {
	r.work.Go(func() {
		orgs, err := r.All(r.ctx)
		if err != nil {
			slog.Error("jobs: list organisations", "err", err)
		}
		for _, org := range orgs {
			if r.ctx.Err() != nil {
				return
			}
			r.look(org)
		}
	})
}

// look finds an organisation's waiting kinds.
func (r *Runner) look(org string) {
	var kinds []string
	var dead int
	err := r.read(r.ctx, org, func(ctx context.Context, tx *store.Tx) (err error) {
		if dead, err = Dead(ctx, tx); err != nil {
			return err
		}
		kinds, err = store.Select[string](ctx, tx, `SELECT DISTINCT kind FROM job WHERE state = 'waiting'`)
		return err
	})
	if err != nil {
		if r.ctx.Err() == nil {
			slog.Error("jobs: look for waiting", "org", org, "err", err)
		}
		time.AfterFunc(retryOrg, func() {
			if r.ctx.Err() == nil {
				r.look(org)
			}
		})
		return
	}
	r.mu.Lock()
	r.dead[org] = dead
	r.mu.Unlock()
	for _, kind := range kinds {
		r.wake(lane{org, kind})
	}
}

// Stop lets running jobs end, or gives them up when ctx ends; those are run again at the next start.
func (r *Runner) Stop(ctx context.Context) error {
	r.mu.Lock()
	r.stopped = true
	for _, s := range r.lanes {
		if s.timer != nil {
			s.timer.Stop()
		}
	}
	r.mu.Unlock()
	done := make(chan struct{})
	go func() { r.work.Wait(); close(done) }()
	defer r.cancel()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	r.cancel()
	select {
	case <-done:
		return nil
	case <-time.After(2 * time.Second):
		return fmt.Errorf("jobs still running: %w", ctx.Err())
	}
}

// wake runs a lane now, or once more if it is running. The writer calls it after a commit, so it only makes a note.
func (r *Runner) wake(l lane) {
	if r.handlers[handled(l.kind)] == nil {
		return // waits for a version that knows the kind
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped {
		return
	}
	s := r.lanes[l]
	if s == nil {
		s = &state{}
		r.lanes[l] = s
	}
	if s.running {
		s.again = true
		return
	}
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	s.running = true
	r.work.Go(func() { r.run(l, s) })
}

// run empties a lane of what is due and sleeps until the next.
func (r *Runner) run(l lane, s *state) {
	for {
		next, err := r.round(r.ctx, l)
		if err != nil && r.ctx.Err() == nil {
			slog.Error("jobs: run", "org", l.org, "kind", l.kind, "err", err)
		}
		r.mu.Lock()
		if s.again && err == nil && !r.stopped {
			s.again = false
			r.mu.Unlock()
			continue
		}
		s.running, s.again = false, false
		wait := time.Duration(-1)
		switch {
		case err != nil:
			wait = retryOrg
		case !next.IsZero():
			wait = max(next.Sub(r.Clock()), 10*time.Millisecond)
		}
		if wait >= 0 && !r.stopped {
			s.timer = time.AfterFunc(wait, func() { r.wake(l) })
		} else {
			delete(r.lanes, l)
		}
		r.mu.Unlock()
		return
	}
}

// Drain runs what is due in an organisation, here and now, and returns how many attempts there were.
func (r *Runner) Drain(ctx context.Context, org string) (ran int, err error) {
	var kinds []string
	if err := r.read(ctx, org, func(ctx context.Context, tx *store.Tx) (err error) {
		kinds, err = store.Select[string](ctx, tx, `SELECT DISTINCT kind FROM job WHERE state = 'waiting'`)
		return err
	}); err != nil {
		return 0, err
	}
	for kind := range r.handlers { // what a job adds is run, too
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	for _, kind := range kinds {
		if r.handlers[handled(kind)] == nil {
			continue
		}
		n, err := r.drain(ctx, lane{org, kind})
		if ran += n; err != nil {
			return ran, err
		}
	}
	return ran, nil
}

func (r *Runner) drain(ctx context.Context, l lane) (ran int, err error) {
	defer r.turn(l)()
	for {
		jobs, _, err := r.due(ctx, l)
		if err != nil || len(jobs) == 0 {
			return ran, err
		}
		ran += len(jobs)
		if err := r.all(ctx, l, jobs); err != nil {
			return ran, err
		}
	}
}

// turn waits until nobody else runs a lane's jobs. Between reading a job as due and noting it as done another reader would run it too.
func (r *Runner) turn(l lane) (end func()) {
	m, _ := r.turns.LoadOrStore(l, &sync.Mutex{})
	turn := m.(*sync.Mutex)
	turn.Lock()
	return turn.Unlock
}

// round runs what is due until nothing is, and says when the next will be.
func (r *Runner) round(ctx context.Context, l lane) (next time.Time, err error) {
	defer r.turn(l)()
	for {
		jobs, next, err := r.due(ctx, l)
		if err != nil || len(jobs) == 0 {
			return next, err
		}
		if err := r.all(ctx, l, jobs); err != nil {
			return time.Time{}, err
		}
		r.mu.Lock()
		stopped := r.stopped
		r.mu.Unlock()
		if stopped {
			return time.Time{}, nil
		}
	}
}

func (r *Runner) due(ctx context.Context, l lane) (jobs []Job, next time.Time, err error) {
	db, err := r.Orgs(ctx, l.org)
	if err != nil {
		return nil, time.Time{}, err
	}
	if db.Suspended() != nil { // nothing leaves a suspended organisation
		return nil, r.Clock().Add(retryOrg), nil
	}
	err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		jobs, err = store.Select[Job](ctx, tx, `SELECT id, kind, key, payload, attempts FROM job WHERE state = 'waiting' AND kind = ? AND due_at <= ? ORDER BY due_at LIMIT ?`,
			l.kind, r.Clock().UnixMilli(), together)
		if err != nil || len(jobs) > 0 {
			return err
		}
		var at *int64
		if err = tx.QueryRowContext(ctx, `SELECT min(due_at) FROM job WHERE state = 'waiting' AND kind = ?`, l.kind).Scan(&at); err == nil && at != nil {
			next = time.UnixMilli(*at)
		}
		return err
	})
	return jobs, next, err
}

func (r *Runner) read(ctx context.Context, org string, f func(ctx context.Context, tx *store.Tx) error) error {
	db, err := r.Orgs(ctx, org)
	if err != nil {
		return err
	}
	return db.Read(ctx, store.System(), f)
}

// all runs some jobs side by side and notes how each ended.
func (r *Runner) all(ctx context.Context, l lane, jobs []Job) error {
	db, err := r.Orgs(ctx, l.org)
	if err != nil {
		return err
	}
	errs := make([]error, len(jobs))
	var wg sync.WaitGroup
	for i, j := range jobs {
		wg.Go(func() { errs[i] = r.one(ctx, db, j) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// one runs a job and notes how it ended. The error is of the noting, not of the job.
func (r *Runner) one(ctx context.Context, db *store.DB, j Job) error {
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, patience)
	jobErr := protect(func() error { return r.handlers[handled(j.Kind)](limited, db, j) })
	cancel()
	if jobErr != nil && ctx.Err() != nil {
		return ctx.Err() // given up at the stop, not failed
	}
	outcome, level := "done", slog.LevelInfo
	dead := jobErr != nil && (IsNever(jobErr) || j.Attempts+1 >= max(Attempts, r.patient[handled(j.Kind)]))
	switch {
	case dead:
		outcome, level = "dead", slog.LevelError
	case jobErr != nil:
		outcome, level = "failed", slog.LevelWarn
	}
	attrs := []any{"org", db.Name, "kind", j.Kind, "job", j.ID, "attempt", j.Attempts + 1, "outcome", outcome, "ms", time.Since(began).Milliseconds()}
	if jobErr != nil {
		attrs = append(attrs, "err", jobErr.Error())
	}
	slog.Log(ctx, level, "job", attrs...)
	jobSeconds.WithLabelValues(handled(j.Kind), outcome).Observe(time.Since(began).Seconds())
	// what was done is noted even while the program stops
	_, err := db.Write(context.WithoutCancel(ctx), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if jobErr == nil {
			_, err := tx.ExecContext(ctx, `UPDATE job SET state = 'done', attempts = attempts + 1, done_at = ?, last_error = '' WHERE id = ?`, store.At(tx.Now), j.ID)
			return err
		}
		state, due := "waiting", tx.Now.Add(backoff(j.Attempts+1, rand.Float64()))
		if dead {
			state = "dead"
		}
		text := jobErr.Error()
		if len(text) > 1000 {
			text = text[:1000]
		}
		if _, err := tx.ExecContext(ctx, `UPDATE job SET state = ?, attempts = attempts + 1, due_at = ?, last_error = ? WHERE id = ?`, state, store.At(due), text, j.ID); err != nil {
			return err
		}
		return tx.Emit(ctx, Failed{j, jobErr, dead})
	}})
	if err != nil {
		return fmt.Errorf("note job %s as %s: %w", j.ID, outcome, err)
	}
	return nil
}

// protect turns a panic of a handler into a failed attempt.
func protect(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			slog.Error("job panicked", "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}

var jobSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "job_seconds", Help: "Time of a job's attempt by kind and outcome.", Buckets: prometheus.ExponentialBuckets(0.001, 4, 9)}, []string{"kind", "outcome"})

func init() { prometheus.MustRegister(jobSeconds) }
