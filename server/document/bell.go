package document

import (
	"sync"

	"lading/server/store"
)

// bell wakes the print computers that listen, and whoever waits for a scale.
type bell struct {
	mu     sync.Mutex
	orgs   map[string]chan struct{}
	weighs map[string]*weigh // by organisation/agent
	end    chan struct{}
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
