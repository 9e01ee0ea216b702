package app

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lading/fixtures"
	"lading/server/store"
)

var demoSize = fixtures.Size{Orders: 220, Shipments: 130}

// TestDemoVictim is no test: it is the process that the next one kills.
func TestDemoVictim(t *testing.T) {
	dir := os.Getenv("LADING_DEMO_VICTIM")
	if dir == "" {
		t.Skip("only run by the test of a demo that is cut off")
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelDebug})))
	a, err := New(context.Background(), Config{Data: filepath.Join(dir, "data"), Replica: filepath.Join(dir, "replica"), SecretFile: filepath.Join(dir, "secret")})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.LoadDemo(context.Background(), demoSize); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// cutOff runs the victim until it has told of so many steps, and kills it.
func cutOff(t *testing.T, dir string, steps int) (seen int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestDemoVictim$")
	cmd.Env = append(os.Environ(), "LADING_DEMO_VICTIM="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.Contains(lines.Text(), "msg=demo org=") {
			if seen++; seen == steps {
				_ = cmd.Process.Kill()
			}
		}
	}
	_ = cmd.Wait() // it was killed
	return seen
}

// inventory counts what a demo consists of.
func inventory(t *testing.T, a *App) string {
	t.Helper()
	var out []string
	for _, org := range []string{"1", "2"} {
		db, err := a.Store.Org(context.Background(), org)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
			for _, q := range []string{`access_user`, `access_group`, `warehouse_site`, `carrier`, `dock_driver`, `dock_setting`, `dock_shipment`, `dock_pallet`, `order_open`, `shipment`, `shipment_event`,
				`(SELECT DISTINCT number FROM order_open)`, `(SELECT DISTINCT number FROM shipment)`, `(SELECT DISTINCT bol FROM shipment)`, `(SELECT DISTINCT sscc FROM dock_pallet)`} {
				var n int
				if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM `+q).Scan(&n); err != nil {
					return err
				}
				out = append(out, fmt.Sprint(org, " ", q, " ", n))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(out, "\n")
}

func TestDemo_CutOffHalfWayGoesOnAtTheNextStart(t *testing.T) {
	ctx := context.Background()
	whole, err := New(ctx, Config{Data: t.TempDir(), Replica: "off"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = whole.Close(ctx) }()
	if err := whole.LoadDemo(ctx, demoSize); err != nil {
		t.Fatal(err)
	}
	want := inventory(t, whole)

	dir := t.TempDir()
	for _, steps := range []int{1, 4, 8} { // in the first organisation, in the second, and once more
		if seen := cutOff(t, dir, steps); seen < steps {
			t.Fatalf("ended after %d steps", seen)
		}
	}
	f := folders{filepath.Join(dir, "data"), filepath.Join(dir, "replica"), filepath.Join(dir, "secret")}
	a := f.open(t)
	if _, begun, err := a.demoBegun(ctx); err != nil || !begun {
		t.Fatalf("no demo is half loaded: %v", err)
	}
	f.close(t, a)
	wantLine(t, must(t, append([]string{"demo", "-orders", "1", "-shipments", "1"}, f.args()...)...), "demo loaded") // in the size that it was begun in
	a = f.open(t)
	defer f.close(t, a)
	if got := inventory(t, a); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	signIn(t, a, "dock@demo.test")
	if err := a.LoadDemo(ctx, demoSize); err != nil || inventory(t, a) != want {
		t.Errorf("loaded once more: %v", err)
	}
}

// A demo that goes on days later is of the day on which it was begun.
func TestDemo_CutOffHalfWayGoesOnByTheSameClock(t *testing.T) {
	ctx := context.Background()
	days := func(a *App) string {
		t.Helper()
		db, err := a.Store.Org(ctx, "1")
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			out, err = store.Select[string](ctx, tx, `SELECT number || ' ' || ship_on || ' ' || due_on FROM order_open UNION ALL SELECT number || ' ' || ship_on || ' ' || COALESCE(due_at, '') FROM shipment
UNION ALL SELECT code || ' ' || added_at FROM (SELECT name AS code, added_at FROM dock_driver) ORDER BY 1`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return strings.Join(out, "\n")
	}
	dir := t.TempDir()
	if seen := cutOff(t, dir, 12); seen < 12 {
		t.Fatalf("ended after %d steps", seen)
	}
	load := func(cfg Config) (*App, time.Time) {
		t.Helper()
		a, err := New(ctx, cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Close(ctx) })
		was, _, err := a.demoBegun(ctx)
		if err == nil {
			err = a.LoadDemo(ctx, demoSize)
		}
		if err != nil {
			t.Fatal(err)
		}
		return a, was.at
	}
	later, began := load(Config{Data: filepath.Join(dir, "data"), Replica: filepath.Join(dir, "replica"), SecretFile: filepath.Join(dir, "secret"), Clock: func() time.Time { return time.Now().Add(75 * time.Hour) }})
	whole, _ := load(Config{Data: t.TempDir(), Replica: "off", Clock: func() time.Time { return began }})
	if got, want := days(later), days(whole); got != want {
		t.Errorf("got\n%.2000s\nwant\n%.2000s", got, want)
	}
}

// A first start on an empty folder, with a replica, and its end: what an operator reads first must not look like trouble.
func TestDemo_TheFirstStartAndStopWarnOfNothing(t *testing.T) {
	var warned bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&warned, &slog.HandlerOptions{Level: slog.LevelWarn})))
	t.Cleanup(func() { slog.SetDefault(before) })
	t.Setenv("LADING_DEMO", "small")
	dir := t.TempDir()
	f := folders{filepath.Join(dir, "data"), filepath.Join(dir, "replica"), filepath.Join(dir, "secret")}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- serveUntil(ctx, io.Discard, append([]string{"--addr", "127.0.0.1:0"}, f.args()...)) }()
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, ok := findDoor(f.data); ok {
			break
		}
		if time.Now().After(end) {
			t.Fatal("it does not serve")
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	slog.SetDefault(before)
	if warned.Len() > 0 {
		t.Errorf("it said\n%s", warned.String())
	}
}

func TestDemo_WhatStandsStillSaysWhy(t *testing.T) {
	ctx := context.Background()
	a, err := New(ctx, Config{Data: t.TempDir(), Replica: "off"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Close(ctx) }()
	if err := a.LoadDemo(ctx, demoSize); err != nil {
		t.Fatal(err)
	}
	db, err := a.Store.Org(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		var still, told int
		err := tx.QueryRowContext(ctx, `SELECT count(*), count(*) FILTER (WHERE back = iif(pro = '', 'T', 'A') AND reason <> '' AND exception IN (SELECT id FROM shipment_exception_code)
AND EXISTS (SELECT 1 FROM shipment_event e WHERE e.shipment_id = s.id AND e.kind = 'except' AND json_extract(e.data, '$.reason') = s.reason)) FROM shipment s WHERE status = 'X'`).Scan(&still, &told)
		if still == 0 || told != still {
			t.Errorf("%d stand still, %d say why", still, told)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
