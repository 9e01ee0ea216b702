package bucket

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

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
