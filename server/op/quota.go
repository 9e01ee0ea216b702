package op

import (
	"net/http"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/guess"
	"lading/server/store"
)

// Quota is how many bytes of files may come in on one day, by UTC.
type Quota struct{ User, Org int64 }

// Daily is far above a busy day: 2 GiB are a thousand photos of one person as the app sends them.
var Daily = Quota{User: 2 << 30, Org: 50 << 30}

// spent is what came in on one day.
type spent struct {
	day  time.Time
	by   map[string]int64
	orgs map[string]int64
}

// Sender is whose quota files count against: a person's, on whatever device; without one a device's; a stranger's network's. Otherwise one stranger could
// spend what all others have, or a person begin anew with each device.
func Sender(by store.Actor, ip string) string {
	switch {
	case by.User != "":
		return by.User
	case by.Device != "":
		return "device " + by.Device
	}
	return "network " + guess.Network(ip)
}

func (c *Call) sender() string { return Sender(c.By, c.IP) }

// Spend counts bytes of files against the day's quota of who sends them and of the organisation, and refuses those beyond it.
func (l *Limiter) Spend(org, who string, bytes int64) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now().UTC()
	if today := now.Truncate(24 * time.Hour); !l.spent.day.Equal(today) {
		l.spent = spent{today, map[string]int64{}, map[string]int64{}}
	}
	who = org + "/" + who
	if l.spent.by[who]+bytes > l.Daily.User || l.spent.orgs[org]+bytes > l.Daily.Org {
		return fail.New(http.StatusInsufficientStorage, "upload-quota") // no 429: a device's other work goes on
	}
	l.spent.by[who] += bytes
	l.spent.orgs[org] += bytes
	return nil
}
