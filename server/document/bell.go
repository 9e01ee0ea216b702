package document

import (
	"sync"
	"time"

	"lading/server/store"
)

// bell wakes the print computers that listen, and whoever waits for a scale.
type bell struct {
	mu     sync.Mutex
	orgs   map[string]chan struct{}
	weighs map[string]*weigh  // by organisation/agent
	last   map[string]request // by organisation/agent
	end    chan struct{}
}

// request is the newest of a print computer's requests for work: its number there, and when it came here.
type request struct {
	asked int64
	at    time.Time
}

// asked reports whether a request for work is the newest of its print computer. One that was overtaken, as the last of a program that was restarted, says how
// things stood and not how they stand. A computer whose clock was set back counts again once its older requests are over.
func (b *bell) asked(agent string, number int64, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l, ok := b.last[agent]; ok && number < l.asked && now.Sub(l.at) < 2*listenFor {
		return false
	}
	if b.last == nil {
		b.last = map[string]request{}
	}
	b.last[agent] = request{number, now}
	return true
}

func (b *bell) hear(org string) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.orgs == nil {
		b.orgs = map[string]chan struct{}{}
	}
	ch, ok := b.orgs[org]
	if !ok {
		ch = make(chan struct{})
		b.orgs[org] = ch
	}
	return ch
}

func (b *bell) ring(org string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ch, ok := b.orgs[org]; ok {
		close(ch)
		delete(b.orgs, org)
	}
}

func (b *bell) over() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.end == nil {
		b.end = make(chan struct{})
	}
	return b.end
}

// ring wakes the organisation's print computers once the command is on disk.
func (a *Area) ring(tx *store.Tx) {
	org := tx.Org
	tx.After(func() { a.bell.ring(org) })
}

// Hush ends the waiting of print computers; they come again. Call it before the last requests are waited for.
func (a *Area) Hush() {
	ch := a.bell.over()
	a.bell.mu.Lock()
	defer a.bell.mu.Unlock()
	select {
	case <-ch:
	default:
		close(a.bell.end)
	}
}
