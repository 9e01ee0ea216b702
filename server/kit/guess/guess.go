// Package guess bounds how often a secret may be guessed: a password, a program's secret, the code of a print computer, a link.
//
// A try is reserved before anything is computed or looked up, and settled afterwards. Tries that come at once wait for those under
// way: a right one gives its reservation back, so that a shift's tablets behind one address all come in, and of a hundred wrong
// ones no more are judged than if they had come one after the other.
package guess

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"lading/server/kit/fail"

	"golang.org/x/time/rate"
)

const (
	freeTries  = 3                // wrong ones of a pair before its delay begins
	firstWait  = 10 * time.Second // then 10 s, 20 s, 40 s …: five tries in the first minute
	longest    = 15 * time.Minute // and no more than this
	forgotten  = time.Hour        // a pair that was quiet so long begins anew
	maxWaiting = 5000             // tries that wait for others; beyond that they are refused
)

// passwords are the rates of the zero Budget.
var passwords = Budget{Place: Rate{20, 3 * time.Second}, Person: Rate{60, time.Second}}

// Secrets is the rate of those that nobody could guess at any rate, such as links: who tries has another aim, or a worn-out link.
var Secrets = Rate{60, time.Second}

// Rate is how many wrong tries are free at once, and how soon another one is.
type Rate struct {
	Burst int
	Every time.Duration
}

// Budget counts wrong tries. An account is never locked: the delay rises for the pair of account and place, so that a stranger
// cannot keep its owner out. Two wider bounds stop guessing over many accounts and from many places. The zero Budget is for passwords.
type Budget struct {
	Place  Rate // of one place, whatever the account
	Person Rate // of one account, whatever the place

	mu       sync.Mutex
	pairs    map[string]*pair
	places   map[string]*bucket
	persons  map[string]*bucket
	waiting  int
	settled  chan struct{} // closed, and made anew, when a try is settled
	lastLook time.Time
}

type pair struct {
	wrong, under int // judged wrong; under way
	last, until  time.Time
}

type bucket struct {
	*rate.Limiter
	under int
}

// Who is a try: an account, empty where a secret stands alone, from a place.
type Who struct {
	Account string
	Place   string
	// Known is set where the place is a device that the account has worked on: what others do to the account from elsewhere does not count there.
	Known bool
}

// Try is a reservation. Exactly one of its methods settles it; further ones do nothing.
type Try struct {
	b    *Budget
	who  Who
	over bool
}

// Take reserves a try, or refuses it and says how long to wait. It waits for tries under way that may give their reservation back.
func (b *Budget) Take(ctx context.Context, now time.Time, who Who) (*Try, error) {
	who.Account = strings.ToLower(who.Account)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.prepare(now)
	for {
		wait, busy := b.judge(now, who)
		switch {
		case wait > 0, busy && b.waiting >= maxWaiting:
			return nil, fail.New(http.StatusTooManyRequests, "too-many-tries", "seconds", int((max(wait, time.Second)+time.Second-1)/time.Second))
		case !busy:
			b.begin(now, who)
			return &Try{b: b, who: who}, nil
		}
		turn := b.settled
		b.waiting++
		b.mu.Unlock()
		select {
		case <-turn:
		case <-ctx.Done():
		}
		b.mu.Lock()
		b.waiting--
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
}

// judge says how long a try has to wait, or that others under way have taken what is free.
func (b *Budget) judge(now time.Time, who Who) (wait time.Duration, busy bool) {
	if p := b.pairs[who.pair()]; p != nil && who.Account != "" {
		free := 1
		if now.Sub(p.last) > forgotten {
			free = freeTries
		} else if p.wrong < freeTries {
			free = freeTries - p.wrong
		} else if wait = p.until.Sub(now); wait > 0 {
			return wait, false
		}
		busy = p.under >= free
	}
	for _, one := range []struct {
		of   *bucket
		wait time.Duration
	}{{b.places[who.Place], b.Place.Every}, {b.persons[who.person()], b.Person.Every}} {
		if one.of == nil {
			continue
		}
		free := int(one.of.TokensAt(now))
		if free < 1 {
			wait = max(wait, one.wait)
		}
		busy = busy || one.of.under >= free
	}
	return wait, busy
}

func (w Who) pair() string { return w.Account + "|" + w.Place }

// person is the account where its wrong tries from everywhere count.
func (w Who) person() string {
	if w.Known {
		return ""
	}
	return w.Account
}

func (b *Budget) begin(now time.Time, who Who) {
	if who.Account != "" {
		p := b.pairs[who.pair()]
		if p == nil || p.under == 0 && now.Sub(p.last) > forgotten {
			p = &pair{last: now}
			b.pairs[who.pair()] = p
		}
		p.under++
	}
	enter(b.places, who.Place, b.Place)
	if who.person() != "" {
		enter(b.persons, who.person(), b.Person)
	}
}

func enter(m map[string]*bucket, key string, r Rate) {
	if m[key] == nil {
		m[key] = &bucket{Limiter: rate.NewLimiter(rate.Every(r.Every), r.Burst)}
	}
	m[key].under++
}

// Right gives the reservation back, and forgets the pair's wrong tries.
func (t *Try) Right() {
	t.settle(time.Time{}, func(p *pair) { p.wrong, p.until = 0, time.Time{} }, false)
}

// Spare gives the reservation back: nothing was judged.
func (t *Try) Spare() { t.settle(time.Time{}, func(*pair) {}, false) }

// Wrong spends the reservation.
func (t *Try) Wrong(now time.Time) {
	t.settle(now, func(p *pair) {
		p.wrong++
		p.last = now
		if p.wrong >= freeTries {
			p.until = now.Add(min(firstWait<<min(p.wrong-freeTries, 10), longest))
		}
	}, true)
}

// Settle is Wrong or Right; of no try it does nothing.
func (t *Try) Settle(now time.Time, wrong bool) {
	switch {
	case t == nil:
	case wrong:
		t.Wrong(now)
	default:
		t.Right()
	}
}

func (t *Try) settle(now time.Time, f func(*pair), spend bool) {
	b := t.b
	b.mu.Lock()
	defer b.mu.Unlock()
	if t.over {
		return
	}
	t.over = true
	if p := b.pairs[t.who.pair()]; p != nil && t.who.Account != "" {
		p.under--
		f(p)
		if p.wrong == 0 && p.under == 0 {
			delete(b.pairs, t.who.pair())
		}
	}
	for _, of := range []*bucket{b.places[t.who.Place], b.persons[t.who.person()]} {
		if of == nil {
			continue
		}
		of.under--
		if spend {
			of.AllowN(now, 1)
		}
	}
	close(b.settled)
	b.settled = make(chan struct{})
}

// prepare makes the maps, and keeps the memory of strangers small.
func (b *Budget) prepare(now time.Time) {
	if b.Place.Burst == 0 {
		b.Place, b.Person = passwords.Place, passwords.Person
	}
	if b.pairs == nil {
		b.pairs, b.places, b.persons, b.settled, b.lastLook = map[string]*pair{}, map[string]*bucket{}, map[string]*bucket{}, make(chan struct{}), now
	}
	if now.Sub(b.lastLook) < 10*time.Minute {
		return
	}
	b.lastLook = now
	for k, p := range b.pairs {
		if p.under == 0 && now.Sub(p.last) > forgotten {
			delete(b.pairs, k)
		}
	}
	for _, m := range []map[string]*bucket{b.places, b.persons} {
		for k, l := range m {
			if l.under == 0 && l.TokensAt(now) >= float64(l.Burst()) {
				delete(m, k)
			}
		}
	}
}
