package notify

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/job"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"

	"github.com/goccy/go-json"
)

func TestPreference_EveryCodeThatPeopleAreToldOfHasAKind(t *testing.T) {
	seen := 0
	always := []string{"notify-impersonated", "notify-recovery-used", "notify-second-factor-reset", "notify-access-ends", "notify-access-of-user-ends"} // nothing to switch off
	for code := range message.Screens("en") {
		if !strings.HasPrefix(code, "notify-") {
			continue
		}
		if seen++; kindOf(code) == "" && !slices.Contains(always, code) {
			t.Errorf("%s is of no kind: nobody can choose how to be told of it", code)
		}
	}
	if seen < 20 {
		t.Fatalf("%d codes", seen)
	}
	for _, k := range kinds {
		if !slices.Contains(k.kind.Values(), string(k.kind)) {
			t.Errorf("%s is not on the page", k.kind)
		}
	}
}

// Where the clock shows a time twice, or never, nothing waits for the next day.
func TestPreference_NothingIsHeldADayLateWhenTheClockIsSet(t *testing.T) {
	for _, c := range []struct{ zone, until, now, awake string }{
		{"America/New_York", "01:30", "2026-11-01T05:10:00Z", "2026-11-01T05:30:00Z"}, // 01:10 before it is set back
		{"America/New_York", "01:30", "2026-11-01T06:10:00Z", "2026-11-01T06:30:00Z"}, // 01:10 after
		{"America/New_York", "06:00", "2026-11-01T06:10:00Z", "2026-11-01T11:00:00Z"},
		{"America/Havana", "00:30", "2026-03-08T04:10:00Z", "2026-03-08T05:30:00Z"}, // 23:10; from midnight it is one o'clock
		{"America/Havana", "00:30", "2026-03-08T04:50:00Z", "2026-03-08T05:30:00Z"},
		{"Africa/Cairo", "00:00", "2026-04-23T21:50:00Z", "2026-04-23T22:00:00Z"},
		{"Asia/Beirut", "00:00", "2026-03-28T21:50:00Z", "2026-03-28T22:00:00Z"},
		{"Asia/Beirut", "00:00", "2026-10-24T20:50:00Z", "2026-10-24T22:00:00Z"}, // 23:50, set back from midnight to 23:00
	} {
		p := preference{PreferencesReq: PreferencesReq{QuietFrom: "22:00", QuietUntil: c.until, Digest: "daily", DigestAt: c.until, Zone: c.zone}}
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.awake(now).UTC().Format(time.RFC3339); got != c.awake {
			t.Errorf("%s: awake after %s at %s, want %s", c.zone, c.now, got, c.awake)
		}
		if got := p.mailDue(now).UTC().Format(time.RFC3339); got != c.awake {
			t.Errorf("%s: digest after %s at %s, want %s", c.zone, c.now, got, c.awake)
		}
	}
}

// What could not be sent at its time is not sent with what comes later.
func TestPreference_AHeldPushThatFailedDoesNotComeAgain(t *testing.T) {
	w, s := sinkWorld(t)
	c := newChrome(t)
	for range job.Attempts {
		s.answers["/one"] = append(s.answers["/one"], 503)
	}
	w.subscribe("G-1", c.subscription(s.URL+"/one"), "web")
	w.choose(office, Ways{InApp: true, Push: true}, func(r *PreferencesReq) { r.QuietFrom, r.QuietUntil, r.Zone = "22:00", "06:00", "UTC" })
	w.clockAt("05:00")
	w.emit(signer, bill)
	w.clockAt("06:01")
	w.drain()
	w.until("tried", func() bool { return s.count() == 1 })
	for w.number(`SELECT count(*) FROM job WHERE kind = 'notify-held' AND state = 'waiting'`) == 1 {
		w.skew.Add(int64(time.Minute))
		w.drain()
	}
	s.mu.Lock()
	s.answers["/one"], s.bodies = nil, nil
	s.mu.Unlock()
	w.clockAt("05:00")
	w.emit(signer, event.BillSigned{ShipmentID: "S2", BOL: "4712", Warehouse: "ATL", SignedBy: "Bo Driver"})
	w.clockAt("06:01")
	w.drain()
	w.until("nothing held", func() bool { return w.number(`SELECT count(*) FROM notify_held`) == 0 })
	if got := c.open(s.bodies[0]); len(s.bodies) != 1 || !strings.Contains(got.Body, "4712") {
		t.Errorf("%d pushes: %+v", len(s.bodies), got)
	}
}

// What is held for the same moment while the others are being sent is sent too.
func TestPreference_LetsGoOfWhatItSentAlone(t *testing.T) {
	w, s := sinkWorld(t)
	w.subscribe("G-1", newChrome(t).subscription(s.URL+"/one"), "web")
	w.choose(office, Ways{InApp: true, Push: true}, func(r *PreferencesReq) { r.QuietFrom, r.QuietUntil, r.Zone = "22:00", "06:00", "UTC" })
	w.clockAt("05:00")
	w.emit(signer, bill)
	due := w.number(`SELECT due FROM notify_held`)
	s.mu.Lock()
	s.during = func() {
		_, err := w.db.Write(context.Background(), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO notify_notification (id, group_id, user_id, code, params, link, at) SELECT 'LATER', 'LATER', user_id, code, params, link, at FROM notify_notification WHERE user_id = 'U-OFFICE'`)
			if err == nil {
				_, err = tx.ExecContext(ctx, `INSERT INTO notify_held (notification_id, way, user_id, due) VALUES ('LATER', 'push', 'U-OFFICE', ?)`, due)
			}
			return err
		}})
		if err != nil {
			t.Error(err)
		}
	}
	s.mu.Unlock()
	w.clockAt("06:01")
	w.drain()
	w.until("sent", func() bool {
		return s.count() == 1 && w.number(`SELECT count(*) FROM job WHERE kind = 'notify-held' AND state = 'waiting'`) == 0
	})
	if held := w.text(`SELECT group_concat(notification_id) FROM notify_held`); held != "LATER" {
		t.Errorf("held: %q", held)
	}
}

// choose saves what a user wants of signed bills.
func (w *world) choose(by store.Actor, ways Ways, change func(*PreferencesReq)) {
	w.t.Helper()
	ways.Kind = Bills
	req := PreferencesReq{Kinds: []Ways{ways}, Digest: "off", Zone: "UTC"}
	if change != nil {
		change(&req)
	}
	if _, err := w.call(by, "Notify/SavePreferences", req); err != nil {
		w.t.Fatal(err)
	}
}

// clockAt moves the world's clock forward to a time of day in UTC, on some day after what has been.
func (w *world) clockAt(clock string) time.Time {
	due := at(w.now().Add(time.Minute), clock, time.UTC)
	w.skew.Add(int64(due.Sub(w.now())))
	return due
}

func sinkWorld(t *testing.T) (*world, *service) {
	t.Helper()
	sink, err := NewSink()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sink.Close() })
	mailer, err := sink.Mailer()
	if err != nil {
		t.Fatal(err)
	}
	w, s := newWorld(t, mailer), newService(t)
	p, err := NewPusher([]byte("a secret of thirty-two characters"), "ops@lading.test")
	if err != nil {
		t.Fatal(err)
	}
	p.Client = s.Client()
	w.area.Pusher, w.area.PublicURL = p, "https://tms.example.com"
	return w, s
}

// drain runs what is due.
func (w *world) drain() {
	w.t.Helper()
	if _, err := w.jobs.Drain(context.Background(), "1"); err != nil {
		w.t.Fatal(err)
	}
}

var signer = store.Actor{User: "U-DOCK", Language: "en"}

func (w *world) bodies() (out []Mail) {
	w.t.Helper()
	err := w.db.Read(context.Background(), office, func(ctx context.Context, tx *store.Tx) (err error) {
		out, err = store.Select[Mail](ctx, tx, `SELECT * FROM notify_mail ORDER BY id`)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

func TestPreference_EachWayIsItsOwn(t *testing.T) {
	for _, c := range []struct {
		ways                 Ways
		listed, sent, mailed int
	}{
		{Ways{InApp: true, Push: true}, 1, 1, 0}, // as everyone begins
		{Ways{InApp: true}, 1, 0, 0},
		{Ways{Push: true}, 0, 1, 0},
		{Ways{Mail: true}, 0, 0, 1},
		{Ways{}, 0, 0, 0},
	} {
		w, s := sinkWorld(t)
		w.subscribe("G-1", newChrome(t).subscription(s.URL+"/one"), "web")
		w.choose(office, c.ways, nil)
		w.emit(signer, bill)
		w.until("jobs done", func() bool { return w.number(`SELECT count(*) FROM job WHERE state = 'waiting'`) == 0 })
		if got := len(w.list(office)); got != c.listed {
			t.Errorf("%+v: %d in the list, want %d", c.ways, got, c.listed)
		}
		w.hub.mu.Lock()
		live := slices.ContainsFunc(w.hub.sent, func(s sent) bool { return s.user == "U-OFFICE" })
		w.hub.mu.Unlock()
		if live != (c.listed == 1) {
			t.Errorf("%+v: told live: %v", c.ways, live)
		}
		if s.count() != c.sent {
			t.Errorf("%+v: %d pushes, want %d", c.ways, s.count(), c.sent)
		}
		if got := w.bodies(); len(got) != c.mailed {
			t.Errorf("%+v: %d mails, want %d", c.ways, len(got), c.mailed)
		} else if c.mailed == 1 && (got[0].Recipients.V[0] != "u-office@lading.test" || !strings.Contains(got[0].Body, "Ada Trucker signed bill 4711") || !strings.Contains(got[0].Body, "https://tms.example.com/ShipmentDetails/S1")) {
			t.Errorf("mail %+v", got[0])
		}
	}
}

func TestPreference_TheOtherKindsStayAsTheyAre(t *testing.T) {
	w, _ := sinkWorld(t)
	w.choose(office, Ways{}, nil)
	w.emit(signer, event.OfficeTold{Warehouse: "ATL", Code: "notify-tender-accepted", Params: map[string]any{"carrier": "SAIA", "number": "1000001"}, Link: "/ShipmentDetails/S1"})
	if got := w.list(office); len(got) != 1 {
		t.Fatalf("%d in the list", len(got))
	}
}

func TestPreference_QuietHoursHoldBackPushAndMailAndSendThemOnce(t *testing.T) {
	w, s := sinkWorld(t)
	c := newChrome(t)
	w.subscribe("G-1", c.subscription(s.URL+"/one"), "web")
	// Chicago is behind UTC: 22 to 6 there is never 12 to 18 here.
	w.choose(office, Ways{InApp: true, Push: true, Mail: true}, func(r *PreferencesReq) { r.QuietFrom, r.QuietUntil, r.Zone = "22:00", "06:00", "America/Chicago" })
	w.clockAt("07:00") // 01:00 or 02:00 in Chicago
	w.emit(signer, bill)
	w.emit(signer, event.BillSigned{ShipmentID: "S2", BOL: "4712", Warehouse: "ATL", SignedBy: "Bo Driver"})
	w.drain()
	if s.count() != 0 || len(w.bodies()) != 0 {
		t.Fatalf("in quiet hours %d pushes and %d mails", s.count(), len(w.bodies()))
	}
	if got := len(w.list(office)); got != 2 {
		t.Fatalf("%d in the list: it makes no noise", got)
	}
	w.clockAt("12:30") // 06:30 or 07:30
	w.drain()
	w.until("one push and one mail", func() bool { return s.count() == 1 && len(w.bodies()) == 1 })
	if got := c.open(s.bodies[0]); got.Body != "2 notifications from Lading" || got.Path != "/" {
		t.Errorf("push %+v", got)
	}
	if body := w.bodies()[0].Body; !strings.Contains(body, "4711") || !strings.Contains(body, "4712") {
		t.Errorf("mail %s", body)
	}
	w.until("nothing held", func() bool { return w.number(`SELECT count(*) FROM notify_held`) == 0 })
}

func TestPreference_WhatWasReadOrSwitchedOffMeanwhileIsNotSent(t *testing.T) {
	w, _ := sinkWorld(t)
	daily := func(r *PreferencesReq) { r.Digest, r.DigestAt = "daily", "17:00" }
	w.choose(office, Ways{InApp: true, Mail: true}, daily)
	w.clockAt("09:00")
	w.emit(signer, bill)
	w.emit(signer, event.BillSigned{ShipmentID: "S2", BOL: "4712", Warehouse: "ATL", SignedBy: "Bo Driver"})
	read := w.list(office)[0]
	if _, err := w.call(office, "SetReadStatusForNotification", StatusReq{NotificationID: read.NotificationID}); err != nil {
		t.Fatal(err)
	}
	w.clockAt("17:01")
	w.drain()
	w.until("a digest", func() bool { return len(w.bodies()) == 1 })
	if m := w.bodies()[0]; !strings.Contains(m.Body, "4711") || strings.Contains(m.Body, "4712") {
		t.Errorf("digest %q %s", m.Subject, m.Body)
	}

	w.clockAt("09:00")
	w.emit(signer, bill)
	w.choose(office, Ways{InApp: true}, daily)
	w.clockAt("17:01")
	w.drain()
	w.until("nothing held", func() bool { return w.number(`SELECT count(*) FROM notify_held`) == 0 })
	if got := len(w.bodies()); got != 1 {
		t.Errorf("%d mails after mail was switched off", got)
	}
}

func TestPreference_AMailThatFailsIsToldOnceAndToItsUserAlone(t *testing.T) {
	m, err := NewMailer(SMTP{Address: "127.0.0.1:1", From: "lading@lading.test", TLS: "off"})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, m)
	w.choose(office, Ways{Mail: true}, func(r *PreferencesReq) { r.Kinds = append(r.Kinds, Ways{Kind: Mails, Mail: true, InApp: true}) })
	for _, bol := range []string{"1", "2"} {
		w.emit(signer, event.BillSigned{ShipmentID: "S" + bol, BOL: bol, Warehouse: "ATL", SignedBy: "Ada"})
		all := w.bodies()
		payload, err := json.Marshal(mailPayload{all[len(all)-1].ID})
		if err != nil {
			t.Fatal(err)
		}
		w.emit(store.System(), job.Failed{Job: job.Job{Kind: mailJob, Payload: string(payload)}, Err: &Trouble{Code: "mail-refused", Final: true}, Dead: true})
	}
	if got := w.list(office); len(got) != 1 || got[0].Code != "notify-mail-refused" || got[0].Link != "/UserNotification" {
		t.Fatalf("list %+v", got)
	}
	admin := store.Actor{User: "U-ADMIN", Office: true, Language: "fr"}
	for _, n := range w.list(admin) {
		if n.Code == "notify-mail-refused" {
			t.Error("another was told of it")
		}
	}
	if got := len(w.bodies()); got != 2 {
		t.Errorf("%d mails: a failure is told by none", got)
	}
	for by, n := range map[string]int{"U-OFFICE": 2, "U-ADMIN": 0} {
		reader := office
		reader.User = by
		raw, err := w.call(reader, "Notify/Mails", MailsReq{})
		var list MailList
		if err != nil || json.Unmarshal(raw, &list) != nil || len(list.Mails) != n {
			t.Errorf("%s reads %+v %v", by, list.Mails, err)
		}
	}
}

func TestPreference_RefusesWhatItCannotKeep(t *testing.T) {
	w := newWorld(t, nil)
	for field, req := range map[string]PreferencesReq{
		"Kinds":      {Kinds: []Ways{{Kind: Bills}, {Kind: Bills}}, Digest: "off"},
		"Digest":     {Digest: "weekly"},
		"DigestAt":   {Digest: "daily", Zone: "UTC"},
		"QuietUntil": {Digest: "off", QuietFrom: "22:00", Zone: "UTC"},
		"QuietFrom":  {Digest: "off", QuietFrom: "25:00", QuietUntil: "06:00", Zone: "UTC"},
		"Zone":       {Digest: "off", QuietFrom: "22:00", QuietUntil: "06:00", Zone: "Mars/Base"},
	} {
		_, err := w.call(office, "Notify/SavePreferences", req)
		if f, ok := fail.As(err); !ok || !slices.ContainsFunc(f.Fields, func(x fail.Field) bool { return x.Field == field }) {
			t.Errorf("%s: %v", field, err)
		}
	}
	w.choose(office, Ways{InApp: true}, nil)
	_, err := w.call(office, "Notify/SavePreferences", PreferencesReq{Digest: "off", Based: resource.Based{Rev: 7}})
	if fail.CodeOf(err) != "row-changed-meanwhile" {
		t.Errorf("another revision: %v", err)
	}
	raw, err := w.call(office, "Notify/Preferences", op.None{})
	var p Preferences
	if err != nil || json.Unmarshal(raw, &p) != nil || len(p.Kinds) != len(Kind("").Values()) || p.Rev != 1 || p.Email != "u-office@lading.test" || p.Provider.Configured {
		t.Errorf("%s %v", raw, err)
	}
}

func TestPreference_TimesOfDayFollowTheClockOfTheZone(t *testing.T) {
	p := preference{PreferencesReq: PreferencesReq{QuietFrom: "22:00", QuietUntil: "02:30", Digest: "daily", DigestAt: "23:00", Zone: "America/New_York"}}
	zone := p.place()
	day := func(text string) time.Time {
		t.Helper()
		d, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct{ now, awake, mail string }{
		{"2026-11-20 21:59", "2026-11-20 21:59", "2026-11-21 02:30"}, // quiet hours go before a digest that lies in them
		{"2026-11-20 22:00", "2026-11-21 02:30", "2026-11-21 02:30"},
		{"2026-11-21 02:30", "2026-11-21 02:30", "2026-11-22 02:30"},
		{"2027-03-14 01:50", "2027-03-14 03:30", "2027-03-15 02:30"}, // 02:30 is not there
	} {
		if got := p.awake(day(c.now)); !got.Equal(day(c.awake)) {
			t.Errorf("awake after %s at %s, want %s", c.now, got.In(zone), c.awake)
		}
		if got := p.mailDue(day(c.now)); !got.Equal(day(c.mail)) {
			t.Errorf("mail of %s at %s, want %s", c.now, got.In(zone), c.mail)
		}
	}
	p.Digest, p.QuietFrom = "hourly", ""
	if got := p.mailDue(day("2026-11-20 09:00")); !got.Equal(day("2026-11-20 10:00")) {
		t.Errorf("hourly at %s", got)
	}
}
