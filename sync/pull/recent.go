package pull

import (
	"sync"
	"time"

	"github.com/goccy/go-json"
)

const (
	recentBytes = 32 << 20
	recentFor   = time.Minute
)

// recent keeps rows as they were written out a moment ago. All devices get the same row while its version stands, so of two hundred
// tablets that load from the beginning together one has a row read and the others take what it got. All of it is forgotten after a minute, or when it gets large.
type recent struct {
	mu    sync.Mutex
	rows  map[rowAt]json.RawMessage
	bytes int
	began time.Time
}

// rowAt names what a row says. The epoch is of one organisation's database and of one life of it.
type rowAt struct {
	epoch, table, key string
	version           int64
}

func (r *recent) get(epoch, table string, versions map[string]int64, keys []string) (found map[string]json.RawMessage, missing []string) {
	found = make(map[string]json.RawMessage, len(keys))
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range keys {
		if row, ok := r.rows[rowAt{epoch, table, k, versions[k]}]; ok {
			found[k] = row
		} else {
			missing = append(missing, k)
		}
	}
	return found, missing
}

func (r *recent) put(now time.Time, epoch, table string, versions map[string]int64, rows map[string]json.RawMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.rows == nil || r.bytes > recentBytes || now.Sub(r.began) > recentFor {
		r.rows, r.bytes, r.began = map[rowAt]json.RawMessage{}, 0, now
	}
	for k, row := range rows {
		r.rows[rowAt{epoch, table, k, versions[k]}] = row
		r.bytes += len(row)
	}
}
