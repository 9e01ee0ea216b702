// Package testkit is the whole program in a test: real databases in a temporary folder, calls by their path, the fixture world.
package testkit

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"lading/fixtures"
	"lading/server/app"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Kit is a running program without the network.
type Kit struct {
	App *app.App
	T   *testing.T
	now atomic.Int64 // ms; jobs look at the clock, too
}

// start is where a kit's clock stands at first.
var start = time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)

// New starts a program with the people of the two demo organisations; its clock stands at 2026-11-20 14:00 UTC and moves only by Pass.
func New(t *testing.T) *Kit {
	t.Helper()
	return With(t, app.Config{Data: filled(t, t.TempDir(), people), Replica: "off"})
}

// Demo starts a program with a small demo world: thirty orders and sixty shipments.
func Demo(t *testing.T) *Kit {
	t.Helper()
	return With(t, app.Config{Data: DemoFolder(t, t.TempDir()), Replica: "off"})
}

// Mailing is Demo with a mail server that takes everything: only where there is one can a mail have left.
func Mailing(t *testing.T) *Kit {
	t.Helper()
	return With(t, app.Config{Data: DemoFolder(t, t.TempDir()), Replica: "off", Demo: true})
}

// DemoFolder makes dir a data folder with the world of Demo, for With.
func DemoFolder(t *testing.T, dir string) string {
	t.Helper()
	return filled(t, dir, demo)
}

func filled(t *testing.T, dir string, template func() (fs.FS, error)) string {
	t.Helper()
	from, err := template()
	if err == nil {
		err = os.CopyFS(dir, from)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Empty starts a program that has no organisation yet.
func Empty(t *testing.T) *Kit {
	t.Helper()
	return With(t, app.Config{Data: t.TempDir(), Replica: "off"})
}

// With starts a program on the kit's clock and with settings of the test's own.
func With(t *testing.T, cfg app.Config) *Kit {
	t.Helper()
	k := &Kit{T: t}
	k.now.Store(start.UnixMilli())
	cfg.Clock = k.Now
	a, err := app.New(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	k.App = a
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute) // a replica that a test cut off is not waited for
		defer cancel()
		_ = a.Close(ctx)
	})
	return k
}

var (
	people = Folder(func(ctx context.Context, a *app.App) error {
		return errors.Join(a.LoadPeople(ctx, "1", "DEMO", "Northgate Home Supply"), a.LoadPeople(ctx, "2", "OTHER", "Other Freight Company"))
	})
	demo = Folder(func(ctx context.Context, a *app.App) error {
		return a.LoadDemo(ctx, fixtures.Size{Orders: 30, Shipments: 60})
	})
)

// Folder gives a data folder as a fresh program leaves it once it was filled, made one time for all tests of a process:
// to migrate takes a second under the race detector, and to copy nothing.
func Folder(fill func(ctx context.Context, a *app.App) error) func() (fs.FS, error) {
	return sync.OnceValues(func() (files fs.FS, err error) {
		dir, err := os.MkdirTemp("", "lading-test-")
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		ctx := context.Background()
		a, err := app.New(ctx, app.Config{Data: dir, Replica: "off", Clock: func() time.Time { return start }})
		if err != nil {
			return nil, err
		}
		if err := errors.Join(fill(ctx, a), a.Close(ctx)); err != nil {
			return nil, err
		}
		names, err := filepath.Glob(filepath.Join(dir, "org", "*.db"))
		kept := fstest.MapFS{}
		for _, name := range append(names, filepath.Join(dir, "system.db")) {
			body, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			kept[filepath.ToSlash(name[len(dir)+1:])] = &fstest.MapFile{Data: body, Mode: 0o600}
		}
		return kept, err
	})
}

// Pass moves the clock.
func (k *Kit) Pass(d time.Duration) { k.now.Add(d.Milliseconds()) }

// Now is the kit's clock.
func (k *Kit) Now() time.Time { return time.UnixMilli(k.now.Load()).UTC() }

// Person calls as somebody of an organisation.
type Person struct {
	kit *Kit
	Org string
	By  store.Actor
	key string
	at  time.Time
}

// As acts as a demo user by login name, with the rights that the person has now.
func (k *Kit) As(login string) *Person {
	k.T.Helper()
	p := &Person{kit: k}
	var user string
	ctx := context.Background()
	if err := k.App.Store.System.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT org, user_id FROM system_login WHERE login = ?`, login).Scan(&p.Org, &user)
	}); err != nil {
		k.T.Fatalf("find user %s: %v", login, err)
	}
	k.Read(p.Org, func(ctx context.Context, tx *store.Tx) (err error) {
		p.By, err = k.App.Access.Actor(ctx, tx, user)
		return err
	})
	return p
}

// Key sends the next call with this Idempotency-Key.
func (p *Person) Key(key string) *Person { q := *p; q.key = key; return &q }

// When acts at a moment of the past, as what a device tells of late.
func (p *Person) When(at time.Time) *Person { q := *p; q.at = at; return &q }

// On acts from an enrolled device.
func (p *Person) On(device string) *Person { q := *p; q.By.Device = device; return &q }

// Try makes a call and returns its answer as the wire would carry it.
func (p *Person) Try(path string, req any) (json.RawMessage, error) {
	p.kit.T.Helper()
	body, err := p.answer(path, req)
	if err != nil {
		return nil, err
	}
	out, err := json.Marshal(body)
	if err != nil {
		p.kit.T.Fatal(err)
	}
	return out, nil
}

// File makes a call that answers with a file, and reads it.
func (p *Person) File(path string, req any) (string, error) {
	p.kit.T.Helper()
	body, err := p.answer(path, req)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(body.(op.Download).Body)
	if err != nil {
		p.kit.T.Fatal(err)
	}
	return string(text), nil
}

func (p *Person) answer(path string, req any) (any, error) {
	p.kit.T.Helper()
	o, ok := p.kit.App.Registry.Find(path)
	if !ok {
		p.kit.T.Fatalf("no call %s", path)
	}
	body, ok := req.(json.RawMessage)
	if !ok {
		var err error
		if body, err = json.Marshal(req); err != nil {
			p.kit.T.Fatal(err)
		}
	}
	a, err := p.kit.App.Registry.Run(context.Background(), &op.Call{Op: o, Org: p.Org, By: p.By, Args: body, Key: p.key, At: p.at, RequestID: "test", IP: "192.0.2.1", Language: "en"})
	if err != nil {
		return nil, err
	}
	return a.Body, nil
}

// Call makes a call that must go well.
func (p *Person) Call(path string, req any) json.RawMessage {
	p.kit.T.Helper()
	out, err := p.Try(path, req)
	if err != nil {
		p.kit.T.Fatalf("%s as %s: %v", path, p.By.Login, err)
	}
	return out
}

// Refused makes a call that must be refused, and returns the code.
func (p *Person) Refused(path string, req any) *fail.Error {
	p.kit.T.Helper()
	_, err := p.Try(path, req)
	f, ok := fail.As(err)
	if !ok {
		p.kit.T.Fatalf("%s as %s: want a refusal, got %v", path, p.By.Login, err)
	}
	return f
}

// Into reads an answer into a type.
func Into[T any](t *testing.T, raw json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("read answer: %v\n%s", err, raw)
	}
	return v
}

// Read runs f in a query on an organisation.
func (k *Kit) Read(org string, f func(ctx context.Context, tx *store.Tx) error) {
	k.T.Helper()
	ctx := context.Background()
	db, err := k.App.Store.Org(ctx, org)
	if err == nil {
		err = db.Read(ctx, store.System(), f)
	}
	if err != nil {
		k.T.Fatal(err)
	}
}

// Write runs f in a command on an organisation, as the system.
func (k *Kit) Write(org string, f func(ctx context.Context, tx *store.Tx) error) {
	k.T.Helper()
	ctx := context.Background()
	db, err := k.App.Store.Org(ctx, org)
	if err == nil {
		_, err = db.Write(ctx, store.Command{By: store.System(), Do: f})
	}
	if err != nil {
		k.T.Fatal(err)
	}
}
