package push_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit/signer"
	"lading/sync/device"
	"lading/sync/pull"
	"lading/sync/push"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

func TestPush_ARepeatRunsNothing(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	batch := []json.RawMessage{d.put("A1", "x"), d.put("A2", "y")}
	first := d.must(batch...)
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			again, err := d.push(batch...)
			if err != nil || statuses(again) != "aa" || again.Results[0].Version != first.Results[0].Version {
				t.Errorf("repeat: %+v %v", again, err)
			}
		}()
	}
	wg.Wait()
	if w.name("A1") != "x" {
		t.Fatalf("ran more than once: %q", w.name("A1"))
	}
	if first.Settled != 2 || first.Replicated != 2 {
		t.Fatalf("marks: %d %d", first.Settled, first.Replicated)
	}
}

func TestPush_TheSamePushTenTimesAtOnceRunsOnce(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	batch := []json.RawMessage{d.put("A1", "x"), d.put("A2", "y"), d.put("A1", "z")}
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if r, err := d.push(batch...); err != nil || statuses(r) != "aaa" {
				t.Errorf("push: %v %v", r, err)
			}
		}()
	}
	wg.Wait()
	if w.name("A1") != "xz" {
		t.Fatalf("A1 is %q", w.name("A1"))
	}
}

func TestPush_OfNothingIsAnswered(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if r, err := d.push(); err != nil || len(r.Results) != 0 {
			t.Errorf("push: %v %v", r, err)
		}
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatal("a push of nothing waits for ever")
	}
}

func TestPush_AGapIsRefusedWithTheExpectedNumber(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	first, _, third := d.put("A1", "x"), d.put("A2", "y"), d.put("A3", "z")
	d.must(first)
	_, err := d.push(third)
	f, ok := fail.As(err)
	if !ok || f.Code != "seq-gap" || f.Params["expected"] != int64(2) {
		t.Fatalf("gap: %v", err)
	}
	if w.name("A3") != "" {
		t.Fatal("the mutation behind the gap ran")
	}
}

func TestPush_AClonedDeviceIsToldSo(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "x"))
	d.seq = 0 // the copy counts from where the image was taken
	_, err := d.push(d.put("A9", "other work"))
	if fail.CodeOf(err) != "device-forked" {
		t.Fatalf("clone: %v", err)
	}
}

// Every answer lists what still waits for a person, so that a device learns what a supervisor has dealt with.
func TestPush_AnswersSayWhatTheTrayStillHolds(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	told := ""
	w.area.Settled = func(org, device string) { told = org + " " + device }
	if r := d.must(d.put("A0", "fine")); r.Tray == nil || len(r.Tray) != 0 {
		t.Fatalf("an empty tray: %v", r.Tray)
	}
	if r := d.must(d.put("A1", "no"), d.put("A1", "later"), d.put("A2", "no")); fmt.Sprint(r.Tray) != "[2 3 4]" {
		t.Fatalf("tray: %v", r.Tray)
	}
	settle := func(seq int64) error {
		_, err := w.db.Write(context.Background(), store.Command{By: store.Actor{User: "boss"}, Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := w.area.Settle(ctx, tx, device.SettleReq{Device: d.id, Seq: seq})
			return err
		}})
		return err
	}
	if err := settle(2); err != nil || told != "1 "+d.id {
		t.Fatal(err, told)
	}
	if err := settle(99); fail.CodeOf(err) != "no-such-item" {
		t.Fatal(err)
	}
	page, err := w.area.Pull(context.Background(), &op.Call{Org: "1", By: store.Actor{User: "ada", Office: true, Device: d.id}}, pull.Req{Device: d.id, Schema: pull.Schema})
	if err != nil || fmt.Sprint(page.Tray) != "[3 4]" {
		t.Fatal(page, err)
	}
	two := int64(3)
	if r := d.must(d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "mended"}, &two)); fmt.Sprint(r.Tray) != "[4]" {
		t.Fatalf("after an edit: %v", r.Tray)
	}
	if other := w.tablet(); len(other.must(other.put("A5", "x")).Tray) != 0 {
		t.Fatal("another device's tray")
	}
}

func TestPush_ARefusalParksOnlyWhatTouchesTheSame(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	r := d.must(d.put("A1", "no"), d.put("A1", "later"), d.put("A2", "fine"))
	if statuses(r) != "rpa" || r.Results[0].Code != "no-room" || r.Results[1].Code != "behind-rejected" {
		t.Fatalf("outcomes: %+v", r.Results)
	}
	if r.Settled != 3 {
		t.Fatalf("refused and parked are settled: %d", r.Settled)
	}
	one := int64(1)
	r = d.must(d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "mended"}, &one))
	if statuses(r) != "a" {
		t.Fatalf("the edit takes the place of what it replaces: %+v", r.Results)
	}
	if r = d.must(d.put("A1", "after")); statuses(r) != "p" {
		t.Fatalf("number 2 still waits in front: %+v", r.Results)
	}
	r = d.must(d.mutation("Sync/Discard", "ada", map[string]int64{"Seq": 2}, nil), d.mutation("Sync/Discard", "ada", map[string]int64{"Seq": 5}, nil), d.put("A1", " again"))
	if statuses(r) != "aaa" || w.name("A1") != "mended again" {
		t.Fatalf("after letting go: %+v, %q", r.Results, w.name("A1"))
	}
}

func TestPush_AnEditThatIsRefusedStandsInPlaceOfWhatItReplaces(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "no"))
	first, second := int64(1), int64(2)
	if r := d.must(d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "no"}, &first)); statuses(r) != "r" {
		t.Fatalf("a second no: %+v", r.Results)
	}
	if r := d.must(d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "mended"}, &second), d.put("A1", " and on")); statuses(r) != "aa" || w.name("A1") != "mended and on" {
		t.Fatalf("nobody can see number 1 any longer, so it may not hold up the rest: %+v, %q", r.Results, w.name("A1"))
	}
}

// A device that had to enrol anew answers, under its new number, what was refused under the old one.
func TestPush_AnEditOfAnotherIdentitysWorkAnswersThatWork(t *testing.T) {
	w := newWorld(t)
	old, other := w.tablet(), w.tablet("eve")
	old.must(old.put("A1", "no"), old.put("A1", "x"))
	eves, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: store.Actor{Device: other.id}}, push.Req{Device: other.id, Epoch: w.db.Epoch(), Mutations: []json.RawMessage{other.mutation("Yard/Put", "eve", map[string]string{"Id": "E1", "Name": "no"}, nil)}})
	if err != nil || statuses(eves) != "r" {
		t.Fatal(eves, err)
	}
	now := w.tablet()
	edit := func(of string, seq int64) push.Result {
		t.Helper()
		now.of = of
		defer func() { now.of = "" }()
		return now.must(now.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "mended"}, &seq)).Results[0]
	}
	if r := edit(old.id, 1); r.Status != push.Applied {
		t.Fatalf("edit: %+v", r)
	}
	if r := old.must(); fmt.Sprint(r.Tray) != "[2]" {
		t.Fatalf("the old identity's tray: %v", r.Tray)
	}
	if r := edit(other.id, 1); r.Code != "no-such-item" {
		t.Fatalf("somebody else's work: %+v", r)
	}
	if r := other.must(); fmt.Sprint(r.Tray) != "[1]" {
		t.Fatalf("eve's tray: %v", r.Tray)
	}
	if r := edit("01J00000000000000000000000", 7); r.Status != push.Parked { // behind the refused one, like anything else
		t.Fatalf("work that nobody knows: %+v", r)
	}
}

func TestPush_APoisonMutationIsParkedAndOthersGoOn(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	bad := d.put("A1", "break")
	panics := d.put("A3", "panic")
	r := d.must(bad, panics, d.put("A1", "behind"), d.put("A2", "fine"))
	if statuses(r) != "rrra" || r.Results[0].Status != push.Retry || r.Settled != 0 {
		t.Fatalf("first try: %+v settled %d", r.Results, r.Settled)
	}
	for range 7 {
		r = d.must(bad, panics)
	}
	if statuses(r) != "pp" || r.Results[0].Code != "repeated-fault" || w.yard.faults != 8 {
		t.Fatalf("after eight faults: %+v, ran %d times", r.Results, w.yard.faults)
	}
}

func TestPush_WorkOfADisabledPersonWaitsForASupervisor(t *testing.T) {
	w := newWorld(t)
	d := w.tablet("bob")
	w.off["bob"] = true
	r, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: store.Actor{Device: d.id}}, push.Req{Device: d.id, Mutations: []json.RawMessage{
		d.mutation("Yard/Put", "bob", map[string]string{"Id": "A1", "Name": "x"}, nil), d.put("A2", "y")}})
	if err != nil || statuses(r) != "pa" || r.Results[0].Code != "user-disabled" {
		t.Fatalf("outcomes: %+v %v", r, err)
	}
}

func TestPush_ChecksWhoSignedAndWhoWorked(t *testing.T) {
	w := newWorld(t)
	d, other := w.tablet(), w.tablet()
	other.id = d.id // signs with another key
	if r := d.must(other.mutation("Yard/Prove", "ada", map[string]string{"Id": "A1", "Name": "x"}, nil)); statuses(r) != "r" || r.Results[0].Code != "signature-invalid" {
		t.Fatalf("foreign signature: %+v", r.Results)
	}
	d.seq = 1
	if r := d.must(d.mutation("Yard/OnlineOnly", "ada", map[string]string{"Id": "A1", "Name": "x"}, nil)); r.Results[0].Code != "no-such-op" {
		t.Fatalf("not queueable: %+v", r.Results)
	}
	if _, err := d.push(d.mutation("Yard/Put", "eve", map[string]string{"Id": "A1", "Name": "x"}, nil)); fail.CodeOf(err) != "not-your-work" {
		t.Fatalf("another's work with ada's token: %v", err)
	}
	if w.name("A1") != "" {
		t.Fatal("something was stored")
	}
}

// Signatures are checked beside the writer, piece by piece: one that is wrong is refused wherever in a long push it stands.
func TestPush_AWrongSignatureIsFoundInEveryPiece(t *testing.T) {
	w := newWorld(t)
	d, other := w.tablet(), w.tablet()
	other.id = d.id
	var list []json.RawMessage
	want := make([]byte, 0, 200)
	for n := range 200 {
		by, status := d, byte('a')
		if n%63 == 0 { // 0, 63, 126, 189: at the ends of pieces and inside them
			by, status = other, 'r'
		}
		by.seq = int64(n)
		list = append(list, by.mutation("Yard/Prove", "ada", map[string]string{"Id": fmt.Sprintf("A%d", n), "Name": "x"}, nil))
		want = append(want, status)
	}
	r := d.must(list...)
	if got := statuses(r); got != string(want) {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
	for n, x := range r.Results {
		if got := w.name(fmt.Sprintf("A%d", n)); (got == "x") != (x.Status == push.Applied) {
			t.Fatalf("mutation %d is %s and left %q", n, x.Status, got)
		}
	}
}

func TestPush_AForeignEpochStartsAgain(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	_, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: store.Actor{User: "ada", Device: d.id}}, push.Req{Device: d.id, Epoch: ulid.Make().String(), Mutations: []json.RawMessage{d.put("A1", "x")}})
	if fail.CodeOf(err) != "start-again" {
		t.Fatalf("foreign epoch: %v", err)
	}
}

func TestPush_ADeviceClockThatIsWrongDoesNotMoveEvents(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	m := d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "x"}, nil)
	var text map[string]any
	if err := json.Unmarshal(m, &text); err != nil {
		t.Fatal(err)
	}
	for i, at := range []time.Time{time.Now().AddDate(1, 0, 0), time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)} {
		text["seq"], text["at"] = i+1, at.UTC().Format(time.RFC3339)
		if r := d.must(d.sealed(text)); statuses(r) != "a" {
			t.Fatalf("%s: %+v", at, r.Results)
		}
		var acted, logged int64
		if err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT acted_at, logged_at FROM op_log ORDER BY id DESC LIMIT 1`).Scan(&acted, &logged)
		}); err != nil || acted != logged {
			t.Errorf("%s stands as the moment: %d, logged at %d, %v", at, acted, logged, err)
		}
	}
}

// Its clock is set back a day between two actions: the second does not come before the first, and its own time is kept beside it.
func TestPush_AClockThatIsSetBackPutsNothingBeforeWhatWasDone(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	var text map[string]any
	if err := json.Unmarshal(d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": "x"}, nil), &text); err != nil {
		t.Fatal(err)
	}
	first := time.Now().Add(-time.Hour).Truncate(time.Second)
	for i, c := range []struct {
		op       string
		at, want time.Time
		status   string
	}{
		{"Yard/Put", first, first, "a"},
		{"Yard/None", first.Add(30 * time.Minute), time.Time{}, "r"}, // is not carried out, and moves nothing
		{"Yard/Put", first.Add(-24 * time.Hour), first, "a"},
		{"Yard/Put", first.Add(time.Minute), first.Add(time.Minute), "a"},
	} {
		text["op"], text["seq"], text["at"], text["id"] = c.op, i+1, c.at.UTC().Format(time.RFC3339), ulid.Make().String()
		if r := d.must(d.sealed(text)); statuses(r) != c.status {
			t.Fatalf("%d: %+v", i, r.Results)
		}
		if c.want.IsZero() {
			continue
		}
		var acted int64
		if err := w.db.Read(context.Background(), w.ada, func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT acted_at FROM op_log ORDER BY id DESC LIMIT 1`).Scan(&acted)
		}); err != nil || acted != c.want.UnixMilli() {
			t.Errorf("%d: %v counts as %v, not %v: %v", i, c.at, time.UnixMilli(acted), c.want, err)
		}
	}
}

// A fork gives a tablet another number while a colleague's work waits on it, who is not there to vouch for it.
func TestPush_ANewIdentityInheritsItsPeople(t *testing.T) {
	w := newWorld(t)
	former, heir, stranger := w.tablet("bob"), &tablet{w: w, id: ulid.Make().String(), key: signer.New()}, &tablet{w: w, id: ulid.Make().String(), key: signer.New()}
	heir.enrol("ada", &device.Inheritance{Device: former.id, Signature: former.key.Sign(device.InheritanceText(heir.id, "n"))})
	stranger.enrol("ada", nil)
	sends := func(d *tablet) *push.Resp {
		t.Helper()
		r, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: store.Actor{Device: d.id}}, push.Req{Device: d.id, Epoch: w.db.Epoch(),
			Mutations: []json.RawMessage{d.mutation("Yard/Put", "bob", map[string]string{"Id": "A1", "Name": "x"}, nil)}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := sends(heir); statuses(r) != "a" {
		t.Errorf("under the new number: %+v", r.Results)
	}
	if r := sends(stranger); statuses(r) != "r" || r.Results[0].Code != "user-not-on-device" {
		t.Errorf("under a number of nobody's: %+v", r.Results)
	}
	by := store.Actor{User: "ada", Device: heir.id} // what the former still holds, its heir may bring
	if _, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: by}, push.Req{Device: former.id, Mutations: []json.RawMessage{former.put("A2", "x")}}); err != nil {
		t.Errorf("work of the former number: %v", err)
	}
	if _, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: by}, push.Req{Device: stranger.id, Mutations: []json.RawMessage{stranger.put("A3", "x")}}); fail.CodeOf(err) != "device-other" {
		t.Errorf("work of a stranger: %v", err)
	}
	if _, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: by}, push.Req{Device: ulid.Make().String()}); fail.CodeOf(err) != "not-enrolled" {
		t.Errorf("of a number that is lost: %v", err)
	}
	if _, err := w.area.Pusher.Push(context.Background(), w.db, by, push.Req{Device: ulid.Make().String()}); fail.CodeOf(err) != "not-enrolled" { // whoever has asked before
		t.Errorf("of a number that the queue does not know: %v", err)
	}
}

func TestPush_ASuspendedOrganisationTakesNothingAndLosesNothing(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	write := func(do func(ctx context.Context, tx *store.Tx) error) {
		t.Helper()
		if _, err := w.db.Write(context.Background(), store.Command{By: store.System(), Do: do}); err != nil {
			t.Fatal(err)
		}
	}
	write(func(ctx context.Context, tx *store.Tx) error { return store.Suspend(ctx, tx, "The bill is open.") })
	batch := []json.RawMessage{d.put("A1", "x"), d.put("A2", "y")}
	if _, err := d.push(batch...); fail.CodeOf(err) != "organisation-suspended" {
		t.Fatalf("a push: %v", err)
	}
	d.w.tablet() // a device that is new may still enrol: it could not read otherwise
	write(store.Resume)
	if r, err := d.push(batch...); err != nil || statuses(r) != "aa" || r.Settled != 2 {
		t.Fatalf("the same push afterwards: %+v, %v", r, err)
	}
}

// What two readers could understand differently is nobody's work: nothing of such a push is done, and nothing of it is kept.
func TestPush_WhatReadsTwoWaysIsRefused(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	first, good := d.put("B1", "before"), string(d.put("A1", "x"))
	for name, text := range map[string]string{
		"arguments in two cases":       strings.Replace(good, `{`, `{"ARGS":{"Id":"A2","Name":"x"},`, 1),
		"arguments twice":              strings.Replace(good, `{`, `{"args":{"Id":"A2","Name":"x"},`, 1),
		"an argument in two cases":     strings.Replace(good, `"Id":"A1"`, `"Id":"A1","ID":"A2"`, 1),
		"a member that is none":        strings.Replace(good, `{`, `{"zone":"UTC",`, 1),
		"signed under another number":  strings.Replace(good, `{`, `{"device":"`+ulid.Make().String()+`",`, 1),
		"a number before the first":    strings.Replace(good, `"seq":2`, `"seq":0`, 1),
		"an id that is no id's length": strings.Replace(good, `"id":"`, `"id":"0`, 1),
		"no operation":                 strings.Replace(good, `"op":"Yard/Put"`, `"op":""`, 1),
		"no object":                    `[]`,
	} {
		if text == good {
			t.Fatalf("%s: the same text", name)
		}
		if r, err := d.push(first, []byte(text)); fail.CodeOf(err) != "mutation-malformed" {
			t.Errorf("%s: %v %v", name, r, err)
		}
	}
	if w.name("A1")+w.name("A2")+w.name("B1") != "" {
		t.Error("something was done")
	}
	if r := d.must(first, []byte(good)); statuses(r) != "aa" || w.name("A1") != "x" {
		t.Errorf("as it should be: %+v", r.Results)
	}
}
