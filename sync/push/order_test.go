package push_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/push"

	"github.com/goccy/go-json"
)

func (w *world) exec(sql string) {
	w.t.Helper()
	if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, sql)
		return err
	}}); err != nil {
		w.t.Fatal(err)
	}
}

// What is done between the two is another subject's, so on the device it leaves a hole between two mutations of one subject: they come in pushes of
// their own.
func TestPush_NothingOvertakesAFaultOfTheSameSubject(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	w.yard.trouble["load "] = errors.New("the handler broke")
	load, other, unload := d.put("A1", "load "), d.put("A2", "other"), d.put("A1", "unload")
	if r := d.must(load, other); statuses(r) != "ra" {
		t.Fatalf("first try: %+v", r.Results)
	}
	if r := d.must(load); statuses(r) != "r" {
		t.Fatalf("second try: %+v", r.Results)
	}
	if r := d.must(unload); statuses(r) != "r" || w.name("A1") != "" {
		t.Fatalf("ran before what was done before it: %+v, A1 is %q", r.Results, w.name("A1"))
	}
	clear(w.yard.trouble)
	if r := d.must(unload); statuses(r) != "r" {
		t.Fatalf("the fault is over, but nothing has been tried again: %+v", r.Results)
	}
	if r := d.must(load); statuses(r) != "a" || r.Settled != 2 {
		t.Fatalf("third try: %+v", r)
	}
	if r := d.must(unload, d.put("A1", " again")); statuses(r) != "aa" || w.name("A1") != "load unload again" || r.Settled != 4 {
		t.Fatalf("behind it: %+v, A1 is %q", r, w.name("A1"))
	}
}

// A device may send three and be heard with none of them: what was not committed leaves no trace, so nothing may stand on it.
func TestPush_NothingOvertakesWhatWasNotCommitted(t *testing.T) {
	for name, trouble := range map[string]struct{ begin, end func(w *world) }{
		"the transaction is rolled back": {
			func(w *world) { w.yard.trouble["load "] = errRollback },
			func(w *world) { clear(w.yard.trouble) },
		},
		"the outcome cannot be kept": {
			func(w *world) {
				w.exec(`CREATE TRIGGER planted BEFORE INSERT ON sync_outcome WHEN NEW.seq = 1 BEGIN SELECT RAISE(ABORT, 'planted'); END`)
			},
			func(w *world) { w.exec(`DROP TRIGGER planted`) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			d := w.tablet()
			trouble.begin(w)
			list := make([]json.RawMessage, 0, 200)
			list = append(list, d.put("A1", "load "), d.put("A2", "other"), d.put("A1", "unload"))
			for i := range 197 { // pieces of a long push are committed apart
				list = append(list, d.put(fmt.Sprint("B", i), "x"))
			}
			list = append(list, d.put("A1", " at last"))
			r := d.must(list...)
			for _, x := range r.Results {
				if x.Status != push.Retry {
					t.Fatalf("number %d is %s", x.Seq, x.Status)
				}
			}
			if got := w.name("A1") + w.name("A2") + w.name("B100"); got != "" || r.Settled != 0 {
				t.Fatalf("%q was done, settled %d", got, r.Settled)
			}
			trouble.end(w)
			if r = d.must(list...); r.Settled != 201 || w.name("A1") != "load unload at last" {
				t.Fatalf("afterwards: settled %d, A1 is %q", r.Settled, w.name("A1"))
			}
		})
	}
}

func TestPush_APoisonMutationThatWasParkedLetsItsSubjectFollowIntoTheTray(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	poison, behind := d.put("A1", "break"), d.put("A1", "behind")
	for range 7 {
		if r := d.must(poison, behind); statuses(r) != "rr" {
			t.Fatalf("faults: %+v", r.Results)
		}
	}
	if r := d.must(poison, behind); statuses(r) != "pp" || r.Results[1].Code != "behind-rejected" || r.Settled != 2 {
		t.Fatalf("at last: %+v", r)
	}
	if r := d.must(d.mutation("Sync/Discard", "ada", map[string]int64{"Seq": 1}, nil), d.mutation("Sync/Discard", "ada", map[string]int64{"Seq": 2}, nil), d.put("A1", "on")); statuses(r) != "aaa" || w.name("A1") != "on" {
		t.Fatalf("the subject is free again: %+v, %q", r.Results, w.name("A1"))
	}
}

// The copy of a device used a number for work of its own. If anything of this push ran, it would be done again under the next identity.
func TestPush_NothingOfAForkedPushIsDone(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	shared := d.put("A0", "shared")
	d.must(shared, d.put("A1", "copy"))
	d.seq = 1
	_, err := d.push(shared, d.put("A1", "mine"), d.put("A2", "mine"), d.put("A3", "mine"))
	if f, ok := fail.As(err); !ok || f.Code != "device-forked" || f.Params["seq"] != int64(2) {
		t.Fatalf("fork: %v", err)
	}
	if got := w.name("A1") + w.name("A2") + w.name("A3"); got != "copy" {
		t.Fatalf("done: %q", got)
	}
	if r := d.must(shared); statuses(r) != "a" || r.Settled != 2 {
		t.Fatalf("what both had done before is answered: %+v", r)
	}
}

// Work that met a passing fault stands in front of the fork and may be the other copy's as well: a push that is refused does not do it after all.
func TestPush_WhatWasPutOffIsNotDoneByAForkedPush(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	w.yard.trouble["late"] = errors.New("the handler broke")
	late := d.put("A1", "late")
	if r := d.must(late, d.put("A2", "copy")); statuses(r) != "ra" {
		t.Fatalf("first try: %+v", r.Results)
	}
	clear(w.yard.trouble)
	d.seq = 1
	if _, err := d.push(late, d.put("A2", "mine")); fail.CodeOf(err) != "device-forked" {
		t.Fatalf("fork: %v", err)
	}
	if got := w.name("A1"); got != "" {
		t.Fatalf("a push that was refused did %q", got)
	}
	if r := d.must(late); statuses(r) != "a" || w.name("A1") != "late" {
		t.Fatalf("by itself: %+v", r.Results)
	}
}

func TestPush_TwoCopiesAtTheSameMomentDoTheWorkOfOneOnly(t *testing.T) {
	w := newWorld(t)
	for round := range 15 {
		d := w.tablet()
		const n = 100
		var lists [2][]json.RawMessage
		for c := range lists {
			d.seq = 0
			for i := range n {
				lists[c] = append(lists[c], d.put(fmt.Sprintf("R%dN%d", round, i), fmt.Sprint(c)))
			}
		}
		var errs [2]error
		var wg sync.WaitGroup
		for c := range lists {
			wg.Go(func() { _, errs[c] = d.push(lists[c]...) })
		}
		wg.Wait()
		for c, err := range errs {
			if err != nil && fail.CodeOf(err) != "device-forked" {
				t.Fatalf("copy %d: %v", c, err)
			}
		}
		first := w.name(fmt.Sprintf("R%dN0", round))
		for i := range n {
			if got := w.name(fmt.Sprintf("R%dN%d", round, i)); got != first {
				t.Fatalf("round %d: number %d is %q, the first is %q", round, i+1, got, first)
			}
		}
	}
}

// A refused, B behind it, the edit of A refused as well: the edit of the edit stands where A stood, before B.
func TestPush_AnEditOfAnEditStandsWhereTheFirstStood(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	edit := func(of int64, name string) push.Result {
		t.Helper()
		return d.must(d.mutation("Yard/Put", "ada", map[string]string{"Id": "A1", "Name": name}, &of)).Results[0]
	}
	d.must(d.put("A1", "no"), d.put("A1", "b"))
	if r := edit(1, "no"); r.Status != push.Rejected {
		t.Fatalf("first edit: %+v", r)
	}
	if r := edit(2, " b"); r.Status != push.Parked || fmt.Sprint(r.Params["behind"]) != "3" {
		t.Fatalf("B is tried again while A is open: %+v", r)
	}
	if r := edit(3, "a"); r.Status != push.Applied {
		t.Fatalf("edit of the edit: %+v", r)
	}
	if r := edit(4, " b"); r.Status != push.Applied || w.name("A1") != "a b" {
		t.Fatalf("B at last: %+v, %q", r, w.name("A1"))
	}
	if r := d.must(); len(r.Tray) != 0 {
		t.Fatalf("tray: %v", r.Tray)
	}
}

// An answer may be lost: what the device is told the second time is all that its person ever sees.
func TestPush_TheRepeatOfARefusalSaysAllThatTheFirstSaid(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	list := []json.RawMessage{d.put("A1", "no"), d.put("A234567890123456789012345", "too long"), d.put("A1", "behind"), d.put("A2", "fine")}
	first := d.must(list...)
	if statuses(first) != "rrpa" || len(first.Results[1].Errors) != 1 || first.Results[0].Row == nil {
		t.Fatalf("first: %+v", first.Results)
	}
	again := d.must(list...)
	want, _ := json.Marshal(first.Results)
	got, _ := json.Marshal(again.Results)
	if string(got) != string(want) {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
}

func TestPush_WorkOfAPersonUnknownToTheDeviceIsRefusedAloneAndInItsOrder(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	r, err := w.area.Push(context.Background(), &op.Call{Org: "1", By: store.Actor{Device: d.id}}, push.Req{Device: d.id, Mutations: []json.RawMessage{
		d.put("A1", "x"), d.mutation("Yard/Put", "eve", map[string]string{"Id": "A1", "Name": "y"}, nil), d.put("A2", "z")}})
	if err != nil || statuses(r) != "ara" || r.Results[1].Code != "user-not-on-device" {
		t.Fatalf("%+v %v", r, err)
	}
}
