// Package turn lets those who work on the same thing go one after the other, and all others at once.
package turn

import "sync"

// Turns are the things that somebody works on. The zero value is ready.
type Turns struct {
	mu   sync.Mutex
	busy map[string]*place
}

type place struct {
	sync.Mutex
	users int
}

// Take waits until nobody else works on the thing of this name; release lets the next one.
func (t *Turns) Take(name string) (release func()) {
	t.mu.Lock()
	if t.busy == nil {
		t.busy = map[string]*place{}
	}
	p := t.busy[name]
	if p == nil {
		p = &place{}
		t.busy[name] = p
	}
	p.users++
	t.mu.Unlock()
	p.Lock()
	return func() {
		p.Unlock()
		t.mu.Lock()
		defer t.mu.Unlock()
		if p.users--; p.users == 0 {
			delete(t.busy, name)
		}
	}
}
