package access

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"lading/server/kit/fail"

	"golang.org/x/time/rate"
)

const (
	freeTries = 3                // wrong passwords before the delay begins
	firstWait = 10 * time.Second // then 10 s, 20 s, 40 s …: five tries in the first minute
	longest   = 15 * time.Minute // and no more than this
	forgotten = time.Hour        // a pair of account and address that was quiet so long begins anew
)

// tries counts wrong passwords. An account is never locked: the delay rises for the pair of account and address, so that a
// stranger cannot keep its owner out. Two wider bounds stop guessing over many accounts or from many addresses.
type tries struct {
	mu       sync.Mutex
	pairs    map[string]*pair
	byPlace  map[string]*rate.Limiter
	byPerson map[string]*rate.Limiter
	swept    time.Time
}

type pair struct {
	wrong int
	last  time.Time
	until time.Time
}

// check refuses a try that comes too soon, before any password is looked at.
func (t *tries) check(now time.Time, login, ip string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sweep(now)
	login, place := strings.ToLower(login), network(ip)
	wait := time.Duration(0)
	if p := t.pairs[login+"|"+place]; p != nil {
		wait = p.until.Sub(now)
	}
	if l := t.byPlace[place]; l != nil && l.TokensAt(now) < 1 {
		wait = max(wait, 3*time.Second)
	}
	if l := t.byPerson[login]; l != nil && l.TokensAt(now) < 1 {
		wait = max(wait, time.Second)
	}
	if wait > 0 {
		return fail.New(http.StatusTooManyRequests, "too-many-tries", "seconds", int((wait+time.Second-1)/time.Second))
	}
	return nil
}

// wrong notes a wrong password.
func (t *tries) wrong(now time.Time, login, ip string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pairs == nil {
		t.pairs, t.byPlace, t.byPerson, t.swept = map[string]*pair{}, map[string]*rate.Limiter{}, map[string]*rate.Limiter{}, now
	}
	login, place := strings.ToLower(login), network(ip)
	p := t.pairs[login+"|"+place]
	if p == nil || now.Sub(p.last) > forgotten {
		p = &pair{}
		t.pairs[login+"|"+place] = p
	}
	p.wrong++
	p.last = now
	if p.wrong >= freeTries {
		p.until = now.Add(min(firstWait<<min(p.wrong-freeTries, 10), longest))
	}
	spend(t.byPlace, place, now, rate.Every(3*time.Second), 20)
	spend(t.byPerson, login, now, rate.Every(time.Second), 60)
}

func spend(m map[string]*rate.Limiter, key string, now time.Time, every rate.Limit, burst int) {
	if m[key] == nil {
		m[key] = rate.NewLimiter(every, burst)
	}
	m[key].AllowN(now, 1)
}

// right forgets the pair's wrong tries.
func (t *tries) right(login, ip string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.pairs, strings.ToLower(login)+"|"+network(ip))
}

// sweep keeps the memory of strangers small.
func (t *tries) sweep(now time.Time) {
	if now.Sub(t.swept) < 10*time.Minute {
		return
	}
	t.swept = now
	for k, p := range t.pairs {
		if now.Sub(p.last) > forgotten {
			delete(t.pairs, k)
		}
	}
	for _, m := range []map[string]*rate.Limiter{t.byPlace, t.byPerson} {
		for k, l := range m {
			if l.TokensAt(now) >= float64(l.Burst()) {
				delete(m, k)
			}
		}
	}
}

// network is the part of an address that its holder cannot change at will: all of an IPv4 address, half of an IPv6 one.
func network(ip string) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil || addr.Unmap().Is4() {
		return ip
	}
	p, err := addr.Prefix(64)
	if err != nil {
		return ip
	}
	return p.Masked().String()
}
