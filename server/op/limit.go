package op

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/guess"

	"github.com/go-playground/validator/v10"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"
)

// Limit is how often one may ask: Every this long, Burst at once, counted per Key.
type Limit struct {
	Name  string
	Every time.Duration
	Burst int
	Key   func(c *Call) string
}

// PerUser is the usual limit: 20 calls a second of one person, 200 at once.
var PerUser = Limit{"user", 50 * time.Millisecond, 200, func(c *Call) string { return c.Org + "/" + c.By.User + c.IPIfUnknown() }}

// PerAddress is for calls before a sign-in.
var PerAddress = Limit{"address", 3 * time.Second, 20, func(c *Call) string { return guess.Network(c.IP) }}

// PerDevice is for push and pull: 120 a minute, 60 at once.
var PerDevice = Limit{"device", 500 * time.Millisecond, 60, func(c *Call) string { return c.Org + "/" + c.By.Device + "/" + c.By.User }}

// IPIfUnknown tells strangers apart by their address.
func (c *Call) IPIfUnknown() string {
	if c.By.User == "" {
		return guess.Network(c.IP)
	}
	return ""
}

// Limiter counts calls. One process serves an organisation, so counting in memory is exact.
type Limiter struct {
	mu      sync.Mutex
	buckets map[string]*bucket
	swept   time.Time
	guesses guess.Budget
	spent   spent
	now     func() time.Time

	Daily Quota // of files
}

type bucket struct {
	*rate.Limiter
	used time.Time
}

// NewLimiter makes an empty one.
func NewLimiter() *Limiter {
	return &Limiter{buckets: map[string]*bucket{}, swept: time.Now(), guesses: guess.Budget{Place: guess.Secrets}, now: time.Now, Daily: Daily}
}

// Guess reserves a try of a secret that stands alone, before it is looked up; nil lets everybody through.
func (l *Limiter) Guess(ctx context.Context, ip string) (*guess.Try, error) {
	if l == nil {
		return nil, nil
	}
	return l.guesses.Take(ctx, time.Now(), guess.Who{Place: guess.Network(ip)})
}

func (l *Limiter) allow(c *Call) error {
	if l == nil || c.Op.Limit.Key == nil {
		return nil
	}
	return l.Take(c.Op.Limit, c.Op.Limit.Key(c))
}

// Take counts one call under a key and refuses it if there were too many, saying when to come again.
func (l *Limiter) Take(limit Limit, key string) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Sub(l.swept) > 10*time.Minute {
		for k, b := range l.buckets {
			if now.Sub(b.used) > 10*time.Minute {
				delete(l.buckets, k)
			}
		}
		l.swept = now
	}
	id := limit.Name + "|" + key
	b := l.buckets[id]
	if b == nil {
		b = &bucket{Limiter: rate.NewLimiter(rate.Every(limit.Every), limit.Burst)}
		l.buckets[id] = b
	}
	b.used = now
	r := b.ReserveN(now, 1)
	if d := r.DelayFrom(now); d > 0 {
		r.CancelAt(now)
		return fail.New(http.StatusTooManyRequests, "too-many-requests", "seconds", int(d/time.Second)+1)
	}
	return nil
}

var opSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "op_seconds", Help: "Time of a call by path and outcome.", Buckets: prometheus.ExponentialBuckets(0.0005, 2.5, 10)}, []string{"op", "code"})

func init() { prometheus.MustRegister(opSeconds) }

func asErrors(err error, list *validator.ValidationErrors) bool { return errors.As(err, list) }

func isDay(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil || strings.TrimSpace(s) == ""
}
