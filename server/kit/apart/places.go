package apart

import (
	"sync"
	"time"
)

// turns gives out the places of the readers. One organization has one place at a time, so that its slow files hold up its own alone; and as it waits with one file
// at most for a place among all, those that wait there come in turn.
type turns struct {
	all  chan struct{}
	mu   sync.Mutex
	orgs map[string]*line
}

// line is an organization's files, of which one is read.
type line struct {
	head chan struct{}
	n    int // that wait or are read
}

var places = newTurns(Most)

func newTurns(most int) *turns {
	return &turns{all: make(chan struct{}, most), orgs: map[string]*line{}}
}

// enter waits so long for an organization's place. leave gives it back; without ok there is none.
func (t *turns) enter(org string, wait time.Duration) (leave func(), ok bool) {
	l := t.join(org)
	if l == nil {
		return nil, false
	}
	late := time.NewTimer(wait)
	defer late.Stop()
	select {
	case l.head <- struct{}{}:
	case <-late.C:
		t.part(org, l)
		return nil, false
	}
	select {
	case t.all <- struct{}{}:
	case <-late.C:
		<-l.head
		t.part(org, l)
		return nil, false
	}
	return func() {
		<-t.all
		<-l.head
		t.part(org, l)
	}, true
}

// join is nil where the line is full.
func (t *turns) join(org string) *line {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.orgs[org]
	if l == nil {
		l = &line{head: make(chan struct{}, 1)}
		t.orgs[org] = l
	}
	if l.n >= Line {
		return nil
	}
	l.n++
	return l
}

func (t *turns) part(org string, l *line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l.n--; l.n == 0 {
		delete(t.orgs, org)
	}
}
