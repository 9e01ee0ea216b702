package integration_test

import (
	"context"
	"testing"

	"lading/server/integration"
	"lading/server/job"
	"lading/server/op"
	"lading/server/store"
	"lading/server/testkit"
)

func TestLogs_WhatWasGivenUpIsListedAndTriedAnewOnce(t *testing.T) {
	k := testkit.Demo(t)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for kind, key := range map[string]string{"report-due": "report-due/gone", "mail": "mail:gone"} {
			if err := job.Add(ctx, tx, kind, key, map[string]string{}); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `UPDATE job SET state = 'dead', attempts = 10, last_error = 'the disk is full' WHERE key IN ('report-due/gone', 'mail:gone')`)
		return err
	})
	admin := k.As("admin@demo.test")
	dead := map[string]job.Entry{}
	for _, e := range testkit.Into[[]job.Entry](t, admin.Call("Integration/Logs", op.None{})) {
		if e.State == "dead" {
			dead[e.Kind] = e
		}
	}
	e := dead["report-due"]
	if len(dead) != 2 || e.Error != "the disk is full" || e.Attempts != 10 {
		t.Fatalf("log %+v", dead)
	}
	if got := admin.Refused("Integration/Retry", integration.RetryReq{ID: dead["mail"].ID}).Code; got != "invalid-fields" {
		t.Errorf("a mail: %s", got)
	}
	if got := k.As("office@demo.test").Refused("Integration/Logs", op.None{}).Code; got != "no-right" {
		t.Errorf("the office: %s", got)
	}
	if again := testkit.Into[job.Entry](t, admin.Call("Integration/Retry", integration.RetryReq{ID: e.ID})); again.State == "dead" {
		t.Errorf("after a retry %+v", again)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE job SET state = 'done' WHERE key = 'report-due/gone'`)
		return err
	})
	if got := admin.Refused("Integration/Retry", integration.RetryReq{ID: e.ID}).Code; got != "row-changed-meanwhile" {
		t.Errorf("once more: %s", got)
	}
}
