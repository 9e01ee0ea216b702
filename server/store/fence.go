package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lading/server/kit/bucket"
	"lading/server/kit/fail"
	"lading/server/kit/localfile"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// A replica has one server. The lease on it is a small object in the replica's root with a number that only grows: each
// server that takes the replica raises it, and writes the object anew every few seconds, always on the condition that
// it is as the server last saw it. A version counts as replicated once the object, read after the upload had ended,
// still bears the server's number. A server that finds a higher number writes no more.
//
// Litestream has a lease of its own for S3. It compares the clocks of two machines, starts over at 1 after a release and
// has no equal for a folder, so it cannot serve here.
const (
	leaseKey   = "lease"
	aliveDir   = "lease.d" // of a folder: a file for each session, locked while the session lives
	leaseTerm  = 15 * time.Second
	leaseLimit = 15 * time.Second // for one request
)

// holding is the lease as it stands in the replica.
type holding struct {
	Number  int64     `json:"number"`
	Holder  string    `json:"holder"`  // of the data folder
	Session string    `json:"session"` // of the process
	Host    string    `json:"host"`
	Data    string    `json:"data"`
	Boot    string    `json:"boot,omitempty"`  // which start of which kernel the process belongs to
	Place   string    `json:"place,omitempty"` // which of its folders the data folder is, under whatever name
	Beat    string    `json:"beat"`            // another one with each renewal
	At      time.Time `json:"at"`              // for people; nothing is decided by it
	Free    bool      `json:"free,omitempty"`  // given up by its holder
}

func (h *holding) String() string {
	return fmt.Sprintf("%s (data folder %s, number %d, last heard from %s by its own clock)", h.Host, h.Data, h.Number, h.At.Format(time.RFC3339))
}

// keepsake is what the data folder remembers of the lease, so that a restart on it waits for nothing. The last two beats
// are kept, for nobody knows whether the newest was written before the process was killed. A copy of the folder is told
// from the original by them: where the original lives, its beats go on. A copy that starts before the next beat is told by
// its place, if it is on the machine of the original; on another one it took longer to start.
type keepsake struct {
	Holder string   `json:"holder"`
	Number int64    `json:"number"`
	Beats  []string `json:"beats"`
}

// HeldError is a replica that another server holds.
type HeldError struct{ by *holding }

func (e *HeldError) Error() string {
	return "another server holds this replica: " + e.by.String() + ". Stop that server; or start with --take-over, and it stops writing"
}

var (
	// errFenced is a replica that another server has taken over.
	errFenced = errors.New("store: another server has taken over this replica")
	// errNoLease is a replica whose lease could not be asked for yet.
	errNoLease = errors.New("store: the lease on the replica is not held yet")
)

// fence is the lease as this process has it.
type fence struct {
	bucket *bucket.Bucket // nil where there is no replica or no fence
	dir    string
	term   time.Duration
	lost   atomic.Pointer[holding] // who has taken over
	number atomic.Int64            // ours, 0 while it is not held
	gone   chan struct{}           // closed when another server has taken over
	onLoss func()

	mu     sync.Mutex // one request at a time
	me     holding
	kept   keepsake
	tag    string
	seenAt time.Time // when the newest look began that showed us
	proven bool      // the service writes on conditions
	alive  *localfile.Lock
	warned bool

	cancel context.CancelFunc
	done   chan struct{}
}

func newFence(b *bucket.Bucket, opt Options, onLoss func()) (*fence, error) {
	f := &fence{dir: opt.Dir, term: opt.Lease, onLoss: onLoss, done: make(chan struct{}), gone: make(chan struct{})}
	if b == nil || opt.NoFence {
		return f, nil
	}
	f.bucket = b
	body, err := os.ReadFile(f.keepsakeFile())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if json.Unmarshal(body, &f.kept) != nil || f.kept.Holder == "" {
		f.kept = keepsake{Holder: ulid.Make().String()}
	}
	host, _ := os.Hostname()
	data, err := filepath.Abs(opt.Dir)
	if err != nil {
		return nil, err
	}
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	f.me = holding{Holder: f.kept.Holder, Session: ulid.Make().String(), Host: host, Data: data, Boot: strings.TrimSpace(string(boot)), Place: placeOf(data)}
	return f, nil
}

func (f *fence) keepsakeFile() string { return filepath.Join(f.dir, "lease.json") }

// refusal is why nothing may be written, or nil.
func (f *fence) refusal() error {
	if f.lost.Load() != nil {
		return fail.New(http.StatusServiceUnavailable, "server-replaced")
	}
	return nil
}

// holds reports why the replica must not be touched, or nil.
func (f *fence) holds() error {
	switch {
	case f.bucket == nil:
		return nil
	case f.lost.Load() != nil:
		return errFenced
	case f.number.Load() == 0:
		return errNoLease
	}
	return nil
}

func (f *fence) look(ctx context.Context) (*holding, string, error) {
	ctx, cancel := context.WithTimeout(ctx, leaseLimit)
	defer cancel()
	body, tag, err := f.bucket.GetTagged(ctx, leaseKey)
	if err != nil {
		return nil, "", fmt.Errorf("read the lease on the replica: %w", err)
	}
	if tag == "" {
		return nil, "", nil
	}
	requests.Inc()
	var h holding
	if err := json.Unmarshal(body, &h); err != nil {
		return nil, "", fmt.Errorf("the replica's lease cannot be read: %w", err)
	}
	return &h, tag, nil
}

// put writes the lease if it still has the tag. The data folder remembers the new beat first.
func (f *fence) put(ctx context.Context, tag string) error {
	ctx, cancel := context.WithTimeout(ctx, leaseLimit)
	defer cancel()
	began := time.Now()
	f.me.Beat, f.me.At = ulid.Make().String(), began.UTC()
	f.kept.Number, f.kept.Beats = f.me.Number, append(f.kept.Beats, f.me.Beat)
	f.kept.Beats = f.kept.Beats[max(0, len(f.kept.Beats)-2):]
	if err := f.remember(); err != nil && !f.warned {
		f.warned = true
		slog.Warn("a restart after a crash would wait for this server's own lease", "err", err)
	}
	body, err := json.Marshal(f.me)
	if err != nil {
		return err
	}
	requests.Inc()
	next, err := f.bucket.Swap(ctx, leaseKey, body, tag)
	if err != nil {
		return err
	}
	f.tag, f.seenAt = next, began
	return nil
}

func (f *fence) remember() error {
	body, err := json.Marshal(f.kept)
	if err != nil {
		return err
	}
	name := f.keepsakeFile()
	if err := os.WriteFile(name+".tmp", body, 0o600); err != nil {
		return err
	}
	return errors.Join(localfile.Flush(name+".tmp"), localfile.Rename(name+".tmp", name))
}

// ours reports whether the lease is what this data folder's last process left.
func (f *fence) ours(h *holding) bool {
	if h.Boot == f.me.Boot && h.Place != "" && f.me.Place != "" && h.Place != f.me.Place {
		return false // a copy beside the original
	}
	return h.Holder == f.kept.Holder && slices.Contains(f.kept.Beats, h.Beat)
}

// dead reports whether the holder's process is known to have ended: it ran under this very kernel, and the lock that it
// took is free.
func (f *fence) dead(h *holding) bool {
	if f.bucket.Folder == "" || h.Boot == "" || h.Boot != f.me.Boot || h.Session == "" {
		return false
	}
	name := filepath.Join(f.bucket.Folder, aliveDir, filepath.Base(h.Session))
	if _, err := os.Stat(name); err != nil {
		return false
	}
	lock, err := localfile.Take(name)
	if err != nil {
		return false
	}
	_ = os.Remove(name)
	_ = lock.Close()
	_ = os.Remove(name) // Windows keeps a file while it is open
	return true
}

// live takes the lock by which other processes of this machine see that we live.
func (f *fence) live() error {
	if f.bucket.Folder == "" || f.alive != nil {
		return nil
	}
	dir := filepath.Join(f.bucket.Folder, aliveDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	var err error
	f.alive, err = localfile.Take(filepath.Join(dir, f.me.Session))
	return err
}

// acquire takes the lease, waiting for another holder as long as wait says, or without end where it is 0. How long a
// holder has been silent is measured by our own clock, from when we first saw its last beat. Beside a holder that lives,
// yield gives up at once: then this server has been replaced.
func (f *fence) acquire(ctx context.Context, takeOver bool, wait time.Duration, yield bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	began, told, seen, since := time.Now(), false, "", time.Time{}
	for {
		cur, tag, err := f.look(ctx)
		if err != nil {
			return err
		}
		free := cur == nil || cur.Free || takeOver || f.ours(cur) || f.dead(cur)
		switch {
		case free:
		case cur.Beat != seen && seen != "" && yield:
			f.lose(cur)
			return errFenced
		case cur.Beat != seen:
			seen, since = cur.Beat, time.Now()
		default:
			free = time.Since(since) >= f.term
		}
		if free {
			err := f.take(ctx, cur, tag)
			if !errors.Is(err, bucket.ErrChanged) {
				return err
			}
			continue
		}
		if !told {
			told = true
			slog.Warn("another server holds the replica; waiting until it stops, or has been silent for long enough", "host", cur.Host, "data", cur.Data, "number", cur.Number, "silent", f.term.String())
		}
		if wait > 0 && time.Since(began) >= wait {
			return &HeldError{cur}
		}
		pause := f.term / 10
		if wait > 0 {
			pause = min(pause, max(time.Millisecond, wait-time.Since(began)))
		}
		sleep(ctx, pause)
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), &HeldError{cur})
		}
	}
}

func (f *fence) take(ctx context.Context, cur *holding, tag string) error {
	if !f.proven {
		if err := f.bucket.ProveSwap(ctx, "lease-probe-"+f.me.Session); err != nil {
			if errors.Is(err, bucket.ErrUnconditional) {
				return fmt.Errorf("%w: two servers on this replica could not be told apart. Use a service that has them; or start with --no-fence, and see to it yourself that only one server runs", err)
			}
			return err
		}
		f.proven = true
	}
	if err := f.live(); err != nil {
		return err
	}
	f.me.Number = f.kept.Number + 1
	if cur != nil {
		f.me.Number = max(f.me.Number, cur.Number+1)
	}
	if err := f.put(ctx, tag); err != nil {
		return err
	}
	if cur != nil && !cur.Free && cur.Session != f.me.Session {
		slog.Info("the replica was taken over", "from", cur.Host, "number", f.me.Number)
	}
	f.number.Store(f.me.Number)
	return nil
}

// lose notes who has taken over. There is no way back but a restart, which looks at the replica afresh.
func (f *fence) lose(to *holding) {
	if f.lost.CompareAndSwap(nil, to) {
		slog.Error("another server has taken over the replica; this one writes no more. What it alone holds: lading unshared export", "host", to.Host, "data", to.Data, "number", to.Number)
		close(f.gone)
		go f.onLoss()
	}
}

// settle makes sure that the lease is ours by asking the replica, with f.mu held.
func (f *fence) settle(ctx context.Context) error {
	if err := f.holds(); err != nil {
		return err
	}
	began := time.Now()
	cur, tag, err := f.look(ctx)
	switch {
	case err != nil:
		return err
	case cur == nil: // emptied under us
		return f.put(ctx, "")
	case cur.Session != f.me.Session:
		f.lose(cur)
		return errFenced
	}
	f.tag, f.seenAt = tag, began
	return nil
}

// confirm reports whether the lease was ours at some moment after it was called. Those who ask together share one look.
func (f *fence) confirm(ctx context.Context) error {
	if f.bucket == nil {
		return nil
	}
	asked := time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lost.Load() == nil && f.seenAt.After(asked) {
		return nil
	}
	return f.settle(ctx)
}

// renew writes the lease with a new beat.
func (f *fence) renew(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.holds(); err != nil {
		return err
	}
	err := f.put(ctx, f.tag)
	if errors.Is(err, bucket.ErrChanged) { // taken over, emptied, or our own write whose answer was lost
		err = f.settle(ctx)
	}
	return err
}

// run renews the lease until the context ends; where the replica was away at the start, it is asked for first.
func (f *fence) run(ctx context.Context, takeOver bool) {
	defer close(f.done)
	failing := false
	for ctx.Err() == nil && f.lost.Load() == nil {
		var err error
		if f.number.Load() == 0 {
			err = f.acquire(ctx, takeOver, 0, true)
		} else {
			sleep(ctx, f.term/3)
			if ctx.Err() != nil {
				return
			}
			err = f.renew(ctx)
		}
		switch {
		case err == nil:
			failing = false
		case ctx.Err() == nil && !failing && !errors.Is(err, errFenced):
			failing = true
			slog.Warn("the lease on the replica cannot be renewed; work goes on, nothing counts as replicated meanwhile", "err", err)
		}
		if err != nil && f.number.Load() == 0 {
			sleep(ctx, min(time.Second, f.term/3))
		}
	}
}

// begin takes the lease and keeps it. A replica that does not answer is no hindrance: then nothing is sent until it does.
func (f *fence) begin(ctx context.Context, opt Options) error {
	if f.bucket == nil {
		close(f.done)
		f.cancel = func() {}
		return nil
	}
	err := f.acquire(ctx, opt.TakeOver, opt.Wait, false)
	var held *HeldError
	if errors.As(err, &held) || errors.Is(err, bucket.ErrUnconditional) || ctx.Err() != nil {
		return errors.Join(err, f.drop())
	}
	if err != nil {
		slog.Warn("the replica does not answer; work goes on, and nothing counts as replicated until it does", "err", err)
	}
	running, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	go f.run(running, opt.TakeOver)
	return nil
}

// abandon ends without a word to the replica, as a process that is killed does.
func (f *fence) abandon() error {
	f.cancel()
	<-f.done
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.drop()
}

func (f *fence) drop() error {
	if f.alive == nil {
		return nil
	}
	err := f.alive.Close()
	f.alive = nil
	return err
}

// end gives the lease up, so that the next server waits for nothing.
func (f *fence) end(ctx context.Context) error {
	if f.bucket == nil {
		return nil
	}
	f.cancel()
	<-f.done
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.holds() == nil {
		f.me.Free = true
		if err := f.put(ctx, f.tag); err != nil {
			slog.Warn("the lease on the replica was not given up; the next server waits for it, unless it has this data folder", "err", err)
		}
	}
	if f.alive == nil {
		return f.drop()
	}
	name := f.alive.Path()
	_ = os.Remove(name)
	err := f.drop()
	_ = os.Remove(name) // Windows keeps a file while it is open
	return err
}
