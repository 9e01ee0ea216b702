package push_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/pull"
)

// A server that is full, or that waits for its replica, says nothing of the work that it puts off.
func TestPush_LaterIsNoFaultHoweverOftenItIsSaid(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	w.yard.trouble["in "] = fail.New(http.StatusServiceUnavailable, "later")
	in, behind := d.put("A1", "in "), d.put("A1", "out")
	for range 12 { // more often than a fault may come
		if r := d.must(in, behind); statuses(r) != "rr" {
			t.Fatalf("put off: %+v", r.Results)
		}
	}
	clear(w.yard.trouble)
	if r := d.must(in, behind); statuses(r) != "aa" || w.name("A1") != "in out" {
		t.Fatalf("at last: %+v, A1 is %q", r.Results, w.name("A1"))
	}
}

// What others waited for is done: nothing of the wait is left that could hold up what comes next.
func TestPush_WhatWasPutOffLeavesNothingBehindOnceItIsDone(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	w.yard.trouble["in "] = errors.New("the handler broke")
	in, out := d.put("A1", "in "), d.put("A1", "out")
	if r := d.must(in, out); statuses(r) != "rr" || w.waits(d) != 2 {
		t.Fatalf("put off: %+v, %d wait", r.Results, w.waits(d))
	}
	clear(w.yard.trouble)
	if r := d.must(in, out); statuses(r) != "aa" || w.waits(d) != 0 {
		t.Fatalf("done: %+v, %d wait", r.Results, w.waits(d))
	}
}

// waits counts what of a device's work the server has put off.
func (w *world) waits(d *tablet) (n int) {
	w.t.Helper()
	if err := w.db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM sync_wait WHERE device = ?`, d.id).Scan(&n)
	}); err != nil {
		w.t.Fatal(err)
	}
	return n
}

// The copy did one thing, and that is the last that the server heard.
func TestPush_OtherWorkUnderTheLastNumberIsAFork(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "copy"))
	d.seq = 0
	if _, err := d.push(d.put("A1", "mine"), d.put("A2", "mine")); fail.CodeOf(err) != "device-forked" {
		t.Fatalf("fork: %v", err)
	}
	if got := w.name("A1") + w.name("A2"); got != "copy" {
		t.Fatalf("done: %q", got)
	}
}

// A cursor is in anybody's hands.
func TestPull_ACursorThatCannotBeOursIsRefused(t *testing.T) {
	w := newWorld(t)
	d := w.tablet()
	d.must(d.put("A1", "one"), d.put("A2", "two"))
	asks := func(cursor string) string {
		by := w.ada
		by.Device = d.id
		_, err := w.area.Pull(context.Background(), &op.Call{Org: "1", By: by}, pull.Req{Device: d.id, Schema: pull.Schema, Warehouses: []string{"A"},
			Cursor: base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, cursor, w.db.Epoch()))})
		if _, refused := fail.As(err); err != nil && !refused {
			t.Errorf("%s: %v", cursor, err)
		}
		return fail.CodeOf(err)
	}
	for name, cursor := range map[string]string{
		"a table behind the last":           `{"e":%q,"s":{},"l":"wh:A","f":1,"t":1}`,
		"a table before the first":          `{"e":%q,"s":{},"l":"wh:A","f":1,"t":-1}`,
		"a load that began before all":      `{"e":%q,"s":{},"l":"wh:A","f":-1}`,
		"a load that begins later than now": `{"e":%q,"s":{},"l":"wh:A","f":1000000}`,
		"a scope that is ahead of now":      `{"e":%q,"s":{"wh:A":1000000}}`,
		"a scope before all":                `{"e":%q,"s":{"wh:A":-1}}`,
		"a place in no load":                `{"e":%q,"s":{"wh:A":1},"k":"A2"}`,
		"a table of no load":                `{"e":%q,"s":{"wh:A":1},"t":1}`,
	} {
		if code := asks(cursor); code != "cursor-malformed" {
			t.Errorf("%s: %q", name, code)
		}
	}
	now := w.db.Version()
	for name, cursor := range map[string]string{
		"a load that began just now":            `{"e":%q,"s":{},"l":"wh:A","f":` + fmt.Sprint(now) + `}`,
		"a load that began with none":           `{"e":%q,"s":{},"l":"wh:A"}`,
		"a scope that is up to now":             `{"e":%q,"s":{"wh:A":` + fmt.Sprint(now) + `}}`,
		"a scope of which nothing is there yet": `{"e":%q,"s":{"wh:A":0}}`,
	} {
		if code := asks(cursor); code != "" {
			t.Errorf("%s: %q", name, code)
		}
	}
}
