package push_test

import (
	"context"
	"errors"
	"testing"

	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit/signer"
	"lading/sync/pull"
	"lading/sync/push"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// as gives the same action under the number of another identity.
func (d *tablet) as(raw json.RawMessage) json.RawMessage {
	d.w.t.Helper()
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		d.w.t.Fatal(err)
	}
	d.seq++
	m["seq"] = d.seq
	return d.sealed(m)
}

// A disk is copied while an action on it cannot be kept; one of the two finds out that it is a copy and sends it under another identity.
func TestPush_OneActionUnderTwoIdentitiesIsDoneOnce(t *testing.T) {
	w := newWorld(t)
	a, b := w.tablet(), w.tablet()
	w.yard.trouble["first "] = errors.New("the handler broke")
	first := a.put("A1", "first ")
	if r := a.must(first, a.put("A2", "other")); statuses(r) != "ra" {
		t.Fatalf("a fault: %+v", r.Results)
	}
	clear(w.yard.trouble)
	if r := b.must(b.as(first), b.put("A1", "second")); statuses(r) != "aa" {
		t.Fatalf("the copy: %+v", r.Results)
	}
	r := a.must(first)
	if statuses(r) != "a" || r.Settled != 2 || w.name("A1") != "first second" {
		t.Fatalf("the original: %+v, A1 is %q", r, w.name("A1"))
	}
	again := a.must(first)
	if again.Results[0].Version != r.Results[0].Version {
		t.Fatalf("its repeat: %+v, then %+v", r.Results, again.Results)
	}
}

func TestPush_ARefusalUnderTwoIdentitiesIsOne(t *testing.T) {
	w := newWorld(t)
	a, b := w.tablet(), w.tablet()
	no := a.put("A1", "no")
	one, two := a.must(no), b.must(b.as(no))
	if statuses(one) != "r" || statuses(two) != "r" || two.Results[0].Code != one.Results[0].Code || two.Results[0].Row == nil || len(two.Tray) != 1 {
		t.Fatalf("%+v, %+v", one, two)
	}
	if r := a.must(a.mutation("Sync/Discard", "ada", map[string]int64{"Seq": 1}, nil)); statuses(r) != "a" {
		t.Fatal(r)
	}
	c := w.tablet()
	if r := c.must(c.as(no)); r.Results[0].Status != push.Rejected || len(r.Tray) != 0 {
		t.Fatalf("once somebody has dealt with it: %+v", r)
	}
	if r := c.must(c.put("A1", "on")); statuses(r) != "a" || w.name("A1") != "on" {
		t.Fatalf("its subject is free: %+v", r)
	}
}

// The server has never heard of the identity that the copy had before, so that nobody but who signed in on it works there.
func TestPush_WorkThatWasDoneIsNotRefusedToACopyThatItsPersonIsNotOn(t *testing.T) {
	w := newWorld(t)
	a, b := w.tablet(), &tablet{w: w, id: ulid.Make().String(), key: signer.New()}
	b.enrol("bob", nil)
	first, no := a.put("A1", "first"), a.put("A2", "no")
	done := a.must(first, no)
	sent := []json.RawMessage{b.as(first), b.as(no), b.put("A1", "second")}
	r := b.must(sent...)
	if statuses(r) != "arr" || r.Results[0].Version != done.Results[0].Version || w.name("A1") != "first" {
		t.Fatalf("%+v", r.Results)
	}
	if is := r.Results[1]; is.Code != "no-room" || is.Row != nil {
		t.Errorf("it is shown what the refusal met: %+v", is)
	}
	if r.Results[2].Code != "user-not-on-device" {
		t.Errorf("what nobody has done: %+v", r.Results[2])
	}
	if again := b.must(sent...); again.Results[0].Status != push.Applied || again.Results[1].Row != nil {
		t.Errorf("its repeat: %+v", again.Results)
	}
}

func TestPush_WorkThatWasDoneIsNotParkedOnACopyThatIsWithdrawn(t *testing.T) {
	w := newWorld(t)
	a, b := w.tablet(), w.tablet()
	first := a.put("A1", "first")
	a.must(first)
	w.exec(`UPDATE sync_device SET revoked_at = 1 WHERE id = '` + b.id + `'`)
	if r := b.must(b.as(first), b.put("A1", "second")); statuses(r) != "ap" || r.Results[1].Code != "device-revoked" {
		t.Fatalf("%+v", r.Results)
	}
}

// The copy was faster, and turned away: that says nothing of the work, which its own device does.
func TestPush_WhatACopyWasTurnedAwayWithIsDoneByItsOwnDevice(t *testing.T) {
	w := newWorld(t)
	a, stolen, strange := w.tablet(), w.tablet(), &tablet{w: w, id: ulid.Make().String(), key: signer.New()}
	strange.enrol("bob", nil)
	w.exec(`UPDATE sync_device SET revoked_at = 1 WHERE id = '` + stolen.id + `'`)
	first := a.put("A1", "first")
	if r := stolen.must(stolen.as(first)); statuses(r) != "p" || len(r.Tray) != 1 {
		t.Fatalf("%+v", r)
	}
	if r := strange.must(strange.as(first)); statuses(r) != "r" || len(r.Tray) != 1 {
		t.Fatalf("%+v", r)
	}
	if r := a.must(first, a.put("A1", " second")); statuses(r) != "aa" || w.name("A1") != "first second" {
		t.Fatalf("%+v, A1 is %q", r.Results, w.name("A1"))
	}
	for _, copied := range []*tablet{stolen, strange} {
		if r := copied.must(); len(r.Tray) != 0 {
			t.Errorf("a person is still asked for what has been done: %v", r.Tray)
		}
	}
}

// The device can say of it under its new identity only that it was too large; what was turned away has all of it.
func TestPush_WhatWasTurnedAwayStaysWhereOnlyAWordOfItCameSince(t *testing.T) {
	w := newWorld(t)
	a, b := w.tablet(), w.tablet()
	w.exec(`UPDATE sync_device SET revoked_at = 1 WHERE id = '` + a.id + `'`)
	first := a.put("A1", "first")
	a.must(first)
	word := b.mutation(push.Unsent, "ada", map[string]any{"Op": "Yard/Put", "Size": 2000}, nil)
	var m, is map[string]any
	if err := errors.Join(json.Unmarshal(word, &m), json.Unmarshal(first, &is)); err != nil {
		t.Fatal(err)
	}
	m["id"] = is["id"]
	if r := b.must(b.sealed(m)); statuses(r) != "r" || len(r.Tray) != 1 {
		t.Fatalf("%+v", r)
	}
	if r := a.must(); len(r.Tray) != 1 {
		t.Errorf("the whole of it is out of the tray: %v", r.Tray)
	}
}

// A network that takes little turned one away, which could only say so; another sends the whole of it.
func TestPush_WhatOneCopyCouldNotSendIsDoneByAnother(t *testing.T) {
	w := newWorld(t)
	a, b := w.tablet(), w.tablet()
	whole := a.put("A1", "first")
	word := b.mutation(push.Unsent, "ada", map[string]any{"Op": "Yard/Put", "Size": 2000}, nil)
	var m, is map[string]any
	if err := errors.Join(json.Unmarshal(word, &m), json.Unmarshal(whole, &is)); err != nil {
		t.Fatal(err)
	}
	m["id"] = is["id"]
	if r := b.must(b.sealed(m)); statuses(r) != "r" || len(r.Tray) != 1 {
		t.Fatalf("%+v", r)
	}
	if r := a.must(whole); statuses(r) != "a" {
		t.Fatalf("%+v", r.Results)
	}
	if r := b.must(); len(r.Tray) != 0 {
		t.Errorf("a person is still asked for what has been done: %v", r.Tray)
	}
}

// One was turned away, one was refused: a third is told of the refusal.
func TestPush_AThirdCopyIsToldHowTheActionEnded(t *testing.T) {
	w := newWorld(t)
	stolen, a, c := w.tablet(), w.tablet(), w.tablet()
	w.exec(`UPDATE sync_device SET revoked_at = 1 WHERE id = '` + stolen.id + `'`)
	no := a.put("A1", "no")
	stolen.must(stolen.as(no))
	a.must(no)
	if r := c.must(c.as(no)); statuses(r) != "r" || r.Results[0].Code != "no-room" || len(r.Tray) != 1 {
		t.Fatalf("%+v", r)
	}
}

func TestPush_WhatAPersonHasDealtWithIsNotDoneByTheNextCopy(t *testing.T) {
	w := newWorld(t)
	a, stolen := w.tablet(), w.tablet()
	w.exec(`UPDATE sync_device SET revoked_at = 1 WHERE id = '` + stolen.id + `'`)
	first := a.put("A1", "first")
	stolen.must(stolen.as(first))
	w.exec(`UPDATE sync_tray SET resolved_at = 1, resolved_by = 'ada', resolution = 'by hand' WHERE device = '` + stolen.id + `'`)
	if r := a.must(first); statuses(r) != "p" || w.name("A1") != "" {
		t.Fatalf("%+v, A1 is %q", r.Results, w.name("A1"))
	}
}

// An id that somebody came to know is no action of its author until the author's device has signed it.
func TestPush_AnUnsignedUseOfAnIdDoesNotKeepTheActionFromBeingDone(t *testing.T) {
	w := newWorld(t)
	a, b := w.tablet(), w.tablet()
	first := a.put("A1", "first")
	forged := b.as(first)
	var m map[string]any
	if err := json.Unmarshal(forged, &m); err != nil {
		t.Fatal(err)
	}
	m["sig"] = a.key.Sign("something else")
	forged, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if r := b.must(forged); r.Results[0].Code != "signature-invalid" {
		t.Fatalf("%+v", r.Results)
	}
	if r := a.must(first); statuses(r) != "a" || w.name("A1") != "first" {
		t.Fatalf("%+v", r.Results)
	}
	// Nor is the forger told how it ended.
	m["seq"] = 2
	if forged, err = json.Marshal(m); err != nil {
		t.Fatal(err)
	}
	if r := b.must(forged); r.Results[0].Code != "signature-invalid" {
		t.Fatalf("%+v", r.Results)
	}
}

// The answer to it was lost, something on the way then takes it no longer, and the device can say under another identity only that it could not send it.
func TestPush_WorkThatWasDoneIsNotToldAsUnsentUnderAnotherIdentity(t *testing.T) {
	w := newWorld(t)
	a, b := w.tablet(), w.tablet()
	first := a.put("A1", "first")
	done := a.must(first)
	word := b.mutation(push.Unsent, "ada", map[string]any{"Op": "Yard/Put", "Size": 2000}, nil)
	var m, is map[string]any
	if err := errors.Join(json.Unmarshal(word, &m), json.Unmarshal(first, &is)); err != nil {
		t.Fatal(err)
	}
	m["id"] = is["id"]
	r := b.must(b.sealed(m))
	if statuses(r) != "a" || r.Results[0].Version != done.Results[0].Version || len(r.Tray) != 0 {
		t.Fatalf("%+v", r)
	}
}

func TestPush_AnIdOfSomebodyElsesActionSaysNothing(t *testing.T) {
	w := newWorld(t)
	a, b := w.tablet(), w.tablet()
	first := a.put("A1", "first")
	a.must(first)
	var m map[string]any
	if err := json.Unmarshal(b.as(first), &m); err != nil {
		t.Fatal(err)
	}
	m["user"] = "bob"
	r, err := b.push(b.sealed(m))
	if err == nil && (r.Results[0].Status != push.Rejected || r.Results[0].Version == 1) {
		t.Fatalf("%+v %v", r, err)
	}
}

// A device that had to take another identity asks about what it still shows of the former; of somebody else's work it is told nothing.
func TestPull_TellsOfFormerItemsThatSomebodyHasDealtWith(t *testing.T) {
	w := newWorld(t)
	a, b := w.tablet(), w.tablet()
	a.must(a.put("A1", "no"), a.put("A2", "no"))
	a.must(a.mutation("Sync/Discard", "ada", map[string]int64{"Seq": 1}, nil))
	ask := func(user string) []pull.Item {
		t.Helper()
		page, err := w.area.Pull(context.Background(), &op.Call{Org: "1", By: store.Actor{User: user, Device: b.id}},
			pull.Req{Device: b.id, Schema: pull.Schema, Former: []pull.Item{{Device: a.id, Seq: 1}, {Device: a.id, Seq: 2}, {Device: a.id, Seq: 9}}})
		if err != nil {
			t.Fatal(err)
		}
		return page.Dealt
	}
	if got := ask("ada"); len(got) != 1 || got[0] != (pull.Item{Device: a.id, Seq: 1}) {
		t.Errorf("the author: %v", got)
	}
	if got := ask("bob"); len(got) != 0 {
		t.Errorf("another: %v", got)
	}
}
