package notify

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// Kind is a kind of event that people are told of.
type Kind string

// The kinds of events.
const (
	Bills      Kind = "bills"       // signed on the dock
	Dock       Kind = "dock"        // what the dock found otherwise than planned
	Tenders    Kind = "tenders"     // answers of carriers to tenders
	Quotes     Kind = "quotes"      // answers to requests for a spot quote
	RFQs       Kind = "rfqs"        // answers to truckload RFQs
	BackOrders Kind = "back-orders" // what stayed behind
	Vendors    Kind = "vendors"     // what vendors ship
	Mails      Kind = "mails"       // mails, post-backs and files of orders that failed
)

// Values are all kinds, as the page lists them.
func (Kind) Values() []string {
	return []string{string(Tenders), string(Quotes), string(RFQs), string(Bills), string(Dock), string(BackOrders), string(Vendors), string(Mails)}
}

// kinds are the kinds of the catalogue's codes, by how a code begins.
var kinds = []struct {
	begins string
	kind   Kind
}{
	{"notify-vendor-", Vendors},
	{"notify-bill-", Bills},
	{"notify-certificate-", Bills},
	{"notify-load-", Dock},
	{"notify-appointment-", Dock},
	{"notify-gate-", Dock}, {"notify-trailer-", Dock},
	{"notify-carrier-changed", Dock},
	{"notify-tender-", Tenders},
	{"notify-zone-", Tenders}, {"notify-riders-", Tenders},
	{"notify-quote-", Quotes},
	{"notify-rfq-", RFQs},
	{"notify-back-order", BackOrders},
	{"notify-kept-by-", Tenders},
	{"notify-rule-", Tenders},
	{"notify-mail-", Mails},
	{"notify-postback-", Mails},
	{"notify-order-file-", Mails}, {"notify-order-transfer-", Mails},
}

func kindOf(code string) Kind {
	for _, k := range kinds {
		if strings.HasPrefix(code, k.begins) {
			return k.kind
		}
	}
	return ""
}

// Ways are how a user is told of a kind of event.
type Ways struct {
	Kind  Kind `json:"Kind" validate:"required,oneof=tenders quotes rfqs bills dock back-orders vendors mails"`
	InApp bool `json:"InApp"` // in the list under the bell
	Push  bool `json:"Push"`  // on the user's devices, while the app is closed
	Mail  bool `json:"Mail"`
}

// Digest is when mails about events leave.
type Digest string

// Values are all there are.
func (Digest) Values() []string { return []string{"off", "hourly", "daily"} }

// PreferencesReq is what a user chooses.
type PreferencesReq struct {
	Kinds      []Ways `json:"Kinds" db:"-" validate:"max=20,dive"`
	QuietFrom  string `json:"QuietFrom" db:"quiet_from" validate:"max=5"`
	QuietUntil string `json:"QuietUntil" db:"quiet_until" validate:"max=5"`
	Digest     Digest `json:"Digest" db:"digest" validate:"required,oneof=off hourly daily"`
	DigestAt   string `json:"DigestAt" db:"digest_at" validate:"max=5"`
	Zone       string `json:"Zone" db:"zone" validate:"max=64"`
	resource.Based
}

var clock = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d$`)

// Check wants each kind at most once, times of day, and a zone for them.
func (r *PreferencesReq) Check() (bad []fail.Field) {
	seen := map[Kind]bool{}
	for _, k := range r.Kinds {
		if seen[k.Kind] {
			bad = append(bad, fail.Of("Kinds", "field-malformed"))
			break
		}
		seen[k.Kind] = true
	}
	for _, t := range []struct {
		field, value string
		wanted       bool
	}{{"QuietFrom", r.QuietFrom, r.QuietUntil != ""}, {"QuietUntil", r.QuietUntil, r.QuietFrom != ""}, {"DigestAt", r.DigestAt, r.Digest == "daily"}} {
		switch {
		case t.value == "" && t.wanted:
			bad = append(bad, fail.Of(t.field, "field-required"))
		case t.value != "" && !clock.MatchString(t.value):
			bad = append(bad, fail.Of(t.field, "field-not-clock"))
		}
	}
	if r.QuietFrom != "" && r.QuietFrom == r.QuietUntil { // all day or never: both have a switch of their own
		bad = append(bad, fail.Of("QuietUntil", "field-malformed"))
	}
	if r.QuietFrom != "" || r.Digest != "off" || r.Zone != "" {
		if _, err := time.LoadLocation(r.Zone); err != nil || r.Zone == "" || r.Zone == "Local" {
			bad = append(bad, fail.Of("Zone", "zone-unknown"))
		}
	}
	return bad
}

// preference is a user's row.
type preference struct {
	PreferencesReq
	User string             `db:"user_id"`
	Ways store.JSON[[]Ways] `db:"kinds"`
	At   store.Time         `db:"at"`
}

// Preferences are what a user chose, and what stands behind it.
type Preferences struct {
	PreferencesReq
	Email    string   `json:"Email"`    // where the user's mail goes; empty where the profile has none
	Provider Provider `json:"Provider"` // whether mail leaves the program
	Devices  int64    `json:"Devices"`  // browsers of the user that can be woken
}

// chosen is what a user chose. Every kind is in it, also one that is newer than the choice.
func chosen(ctx context.Context, tx *store.Tx, user string) (preference, error) {
	p, ok, err := store.Get[preference](ctx, tx, `SELECT * FROM notify_preference WHERE user_id = ?`, user)
	if err != nil {
		return p, err
	}
	if !ok {
		p.User, p.Digest = user, "off"
	}
	all := make([]Ways, 0, len(kinds))
	for _, k := range Kind("").Values() {
		all = append(all, p.ways(Kind(k)))
	}
	p.Kinds = all
	return p, nil
}

// ways is how a user is told of a kind: in the list and on devices, where the user has not chosen otherwise.
func (p preference) ways(k Kind) Ways {
	if i := slices.IndexFunc(p.Ways.V, func(w Ways) bool { return w.Kind == k }); i >= 0 {
		return p.Ways.V[i]
	}
	return Ways{Kind: k, InApp: true, Push: true}
}

// place is the user's zone. One that this system no longer knows is the world's.
func (p preference) place() *time.Location {
	zone, err := time.LoadLocation(p.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// at is the first moment from t on at which a clock in the zone shows a time of day.
func at(t time.Time, clock string, zone *time.Location) time.Time {
	of, err := time.Parse("15:04", clock)
	if err != nil {
		return t
	}
	local := t.In(zone)
	for day := local.Day() - 1; ; day++ {
		wall := time.Date(local.Year(), local.Month(), day, of.Hour(), of.Minute(), 0, 0, time.UTC)
		// By what the clock is ahead of UTC before and after that day: where it is set, it shows a time twice, or jumps over it.
		_, before := wall.Add(-24 * time.Hour).In(zone).Zone()
		_, after := wall.Add(24 * time.Hour).In(zone).Zone()
		first, last := wall.Add(-time.Duration(before)*time.Second), wall.Add(-time.Duration(after)*time.Second)
		shows := func(due time.Time) bool { return due.In(zone).Format("15:04") == clock }
		switch {
		case !first.Before(t) && (shows(first) || !shows(last)): // one that never comes counts as late as if the clock had not been set
			return first
		case !last.Before(t) && shows(last):
			return last
		}
	}
}

// awake is t, or the end of the quiet hours that it lies in.
func (p preference) awake(t time.Time) time.Time {
	if p.QuietFrom == "" {
		return t
	}
	now := t.In(p.place()).Format("15:04")
	quiet := now >= p.QuietFrom && now < p.QuietUntil
	if p.QuietFrom > p.QuietUntil { // over midnight
		quiet = now >= p.QuietFrom || now < p.QuietUntil
	}
	if !quiet {
		return t
	}
	return at(t, p.QuietUntil, p.place())
}

// mailDue is when a mail about an event of t leaves: at once or with the next digest, and never in quiet hours.
func (p preference) mailDue(t time.Time) time.Time {
	switch p.Digest {
	case "hourly":
		t = t.Truncate(time.Hour).Add(time.Hour)
	case "daily":
		t = at(t.Add(time.Second), p.DigestAt, p.place())
	}
	return p.awake(t)
}

// Preferences shows users what they have chosen.
func (a *Area) Preferences(ctx context.Context, tx *store.Tx, _ op.None) (Preferences, error) {
	p, err := chosen(ctx, tx, tx.By.User)
	if err != nil {
		return Preferences{}, err
	}
	out := Preferences{PreferencesReq: p.PreferencesReq, Provider: a.provider(tx.By.Language)}
	if out.Email, _, err = a.People.Reach(ctx, tx, tx.By.User); err != nil {
		return out, err
	}
	out.Devices, _, err = store.Get[int64](ctx, tx, `SELECT count(*) FROM notify_push_token WHERE user_id = ? AND platform = ?`, tx.By.User, browser)
	return out, err
}

// SavePreferences keeps what a user chose. It counts for what happens from now on; what is held for a time that was chosen before leaves then,
// unless its kind has been switched off.
func (a *Area) SavePreferences(ctx context.Context, tx *store.Tx, req PreferencesReq) (Preferences, error) {
	was, err := chosen(ctx, tx, tx.By.User)
	if err != nil {
		return Preferences{}, err
	}
	if req.Rev != 0 && req.Rev != was.Rev {
		return Preferences{}, fail.Conflict("row-changed-meanwhile").With(was.PreferencesReq)
	}
	req.Rev = was.Rev + 1
	if err := store.Put(ctx, tx, "notify_preference", "user_id", preference{req, tx.By.User, store.JSON[[]Ways]{V: req.Kinds}, store.At(tx.Now)}); err != nil {
		return Preferences{}, err
	}
	return a.Preferences(ctx, tx, op.None{})
}
