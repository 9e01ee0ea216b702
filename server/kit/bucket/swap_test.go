package bucket

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"lading/server/kit/localfile"
	"lading/server/testkit/s3test"
)

// Of any number who write on the same word, one has written and the others are told; the object is whole and what that one wrote.
func TestSwap_OfManyAtOnceOneWins(t *testing.T) {
	for kind, setting := range map[string]func(t *testing.T) string{
		"folder": func(t *testing.T) string { return t.TempDir() },
		"s3":     func(t *testing.T) string { return s3test.Start(t).Setting("x") },
	} {
		t.Run(kind, func(t *testing.T) {
			b, err := Parse(setting(t))
			if err != nil {
				t.Fatal(err)
			}
			ctx := context.Background()
			tag := ""
			for round := range 5 {
				var mu sync.Mutex
				won := map[string]string{} // what was written, by its tag
				var all sync.WaitGroup
				for n := range 8 {
					all.Go(func() {
						body := fmt.Sprintf("round %d of writer %d", round, n)
						next, err := b.Swap(ctx, "lease", []byte(body), tag)
						mu.Lock()
						defer mu.Unlock()
						switch {
						case err == nil:
							won[next] = body
						case !errors.Is(err, ErrChanged):
							t.Error(err)
						}
					})
				}
				all.Wait()
				body, now, err := b.GetTagged(ctx, "lease")
				if err != nil {
					t.Fatal(err)
				}
				if len(won) != 1 || won[now] != string(body) {
					t.Fatalf("round %d: %v were told that they wrote; it is %q of %s", round, won, body, now)
				}
				if _, err := b.Swap(ctx, "lease", []byte("late"), tag); !errors.Is(err, ErrChanged) {
					t.Errorf("a word of before: %v", err)
				}
				tag = now
			}
		})
	}
}

// A process that stands still in the middle of it keeps the folder's lock: nobody waits for it longer than he wants to.
func TestSwap_BehindOneThatStandsStillEndsWithItsContext(t *testing.T) {
	b, err := Parse(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tag, err := b.Swap(t.Context(), "lease", []byte("first"), "")
	if err != nil {
		t.Fatal(err)
	}
	stands, err := localfile.Take(filepath.Join(b.Folder, "lease.lock"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := b.Swap(ctx, "lease", []byte("second"), tag); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrChanged) {
		t.Fatalf("behind it: %v", err)
	}
	if err := stands.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Swap(t.Context(), "lease", []byte("third"), tag); err != nil {
		t.Fatal(err)
	}
	if body, _, err := b.GetTagged(t.Context(), "lease"); err != nil || string(body) != "third" {
		t.Fatalf("%q, %v", body, err)
	}
}
