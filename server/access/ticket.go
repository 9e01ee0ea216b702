package access

import (
	"context"
	"sync"
	"time"

	"lading/server/op"
	"lading/server/store"
)

const ticketLife = 30 * time.Second

// tickets open the hub once. An address ends up in logs, so no token stands there.
type tickets struct {
	mu    sync.Mutex
	given map[string]ticket
}

type ticket struct {
	actor store.Actor
	org   string
	until time.Time
}

func (t *tickets) give(k ticket, now time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.given == nil {
		t.given = map[string]ticket{}
	}
	for text, old := range t.given { // few: each lives half a minute, and callers are limited
		if now.After(old.until) {
			delete(t.given, text)
		}
	}
	text := secret()
	t.given[hashOf(text)] = k
	return text
}

// drop forgets the tickets of a session that ended.
func (t *tickets) drop(session string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for text, k := range t.given {
		if k.actor.Session == session {
			delete(t.given, text)
		}
	}
}

// TicketResp is what the hub's address carries.
type TicketResp struct {
	Ticket string `json:"ticket"`
}

// Ticket gives whoever is signed in a ticket for the hub. A program needs the scope of the sync for it, as for the rows that the hub hands over.
func (a *Area) Ticket(_ context.Context, c *op.Call, _ op.None) (TicketResp, error) {
	if err := op.NeedScope(c.By, "sync", false); err != nil {
		return TicketResp{}, err
	}
	now := a.now()
	return TicketResp{a.tickets.give(ticket{c.By, c.Org, now.Add(ticketLife)}, now)}, nil
}

// TakeTicket tells who a ticket was given to, once.
func (a *Area) TakeTicket(text string) (store.Actor, string, bool) {
	a.tickets.mu.Lock()
	defer a.tickets.mu.Unlock()
	k, ok := a.tickets.given[hashOf(text)]
	delete(a.tickets.given, hashOf(text))
	return k.actor, k.org, ok && a.now().Before(k.until)
}
