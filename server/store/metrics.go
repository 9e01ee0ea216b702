package store

import (
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lading/server/kit/localfile"
)

var (
	commitSeconds = prometheus.NewHistogram(prometheus.HistogramOpts{Name: "sync_commit_seconds", Help: "Time from BEGIN to COMMIT of a batch of commands.", Buckets: prometheus.ExponentialBuckets(0.0005, 2, 12)})
	groupSize     = prometheus.NewHistogram(prometheus.HistogramOpts{Name: "sync_group_size", Help: "Commands in one COMMIT.", Buckets: prometheus.ExponentialBuckets(1, 2, 8)})
	slowCommands  = prometheus.NewCounter(prometheus.CounterOpts{Name: "sync_slow_commands_total", Help: "Commands that held an organisation's writer for more than 50 ms."})
	epochs        = prometheus.NewCounter(prometheus.CounterOpts{Name: "sync_epochs_total", Help: "Databases that were created or restored."})
	requests      = prometheus.NewCounter(prometheus.CounterOpts{Name: "replica_requests_total", Help: "Requests to the replica."})
)

// the stores of this process; the gauges add them up, and never name an organisation
var tracked struct {
	sync.Mutex
	stores map[*Store]bool
}

func track(s *Store) {
	tracked.Lock()
	defer tracked.Unlock()
	if tracked.stores == nil {
		tracked.stores = map[*Store]bool{}
	}
	tracked.stores[s] = true
}

func untrack(s *Store) {
	tracked.Lock()
	defer tracked.Unlock()
	delete(tracked.stores, s)
}

func gauge(name, help string, read func(Health) float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
		tracked.Lock()
		defer tracked.Unlock()
		var total float64
		for s := range tracked.stores {
			total += read(s.Health())
		}
		return total
	})
}

func init() {
	prometheus.MustRegister(commitSeconds, groupSize, slowCommands, epochs, requests,
		gauge("sync_writer_queue_depth", "Writers that wait, over all databases.", func(h Health) float64 { return float64(h.Queue) }),
		gauge("sqlite_wal_bytes", "Size of the largest write-ahead log.", func(h Health) float64 { return float64(h.WAL) }),
		gauge("replica_watermark_lag_seconds", "Age of the oldest commit that the replica does not hold.", func(h Health) float64 { return h.Lag.Seconds() }),
		gauge("replica_lease_number", "Number of this server's lease on the replica; 0 while it has none.", func(h Health) float64 { return float64(h.Fence) }),
		gauge("replica_behind", "Databases with commits that the replica does not hold.", func(h Health) float64 { return float64(h.Behind) }),
		gauge("disk_free_bytes", "Free space on the disk of the data folder.", func(h Health) float64 { return float64(h.DiskFree) }),
		gauge("store_open_organisations", "Organisations whose database is open.", func(h Health) float64 { return float64(h.Open) }),
		gauge("store_disabled_organisations", "Organisations whose database cannot be opened.", func(h Health) float64 { return float64(len(h.Disabled)) }),
	)
}

func observe(took time.Duration, n int) {
	commitSeconds.Observe(took.Seconds())
	groupSize.Observe(float64(n))
}

// Health is how the databases are, for /readyz and for the administrator.
type Health struct {
	ReplicaOff bool
	Open       int               // organisations
	Disabled   map[string]string // organisation → why its database cannot be opened
	Queue      int               // writers that wait
	WAL        int64             // the largest log
	Behind     int               // databases with commits that the replica does not hold
	Lag        time.Duration     // age of the oldest such commit
	Trouble    string            // what the replica last answered, while it is not reached
	Unfenced   bool              // a second server on the replica would not be noticed
	Replaced   string            // the host that has taken the replica over; then nothing is written here
	Fence      int64             // number of this server's lease on the replica, 0 while it has none
	Refusing   int               // databases that take no writes because the disk failed
	DiskFree   uint64            // of the data folder's disk; both are zero where the system does not tell
	DiskSize   uint64
}

// Health looks at what is open; it asks nothing of the network.
func (s *Store) Health() Health {
	h := Health{ReplicaOff: s.replica == nil, Disabled: map[string]string{}}
	h.DiskFree, h.DiskSize = localfile.Space(s.opt.Dir)
	h.Unfenced, h.Fence = s.replica != nil && s.opt.NoFence, s.fence.number.Load()
	if by := s.fence.lost.Load(); by != nil {
		h.Replaced, h.Fence = by.Host, 0
	}
	for _, db := range s.all() {
		db.mu.Lock()
		f, err := db.file, db.err
		db.mu.Unlock()
		if f == nil {
			if err != nil {
				h.Disabled[db.Name] = err.Error()
			}
			continue
		}
		if db != s.System {
			h.Open++
		}
		h.Queue += len(f.queue)
		if fi, err := os.Stat(db.path + "-wal"); err == nil {
			h.WAL = max(h.WAL, fi.Size())
		}
		if f.fault() != nil {
			h.Refusing++
		}
		if f.shipping == nil {
			continue
		}
		if since := f.dirty.Load(); since != 0 {
			h.Behind++
			h.Lag = max(h.Lag, time.Since(time.UnixMilli(since)))
		}
		if t := f.trouble.Load(); t != nil {
			h.Trouble = *t
		}
	}
	return h
}
