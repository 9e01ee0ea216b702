package store

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"
)

// cutShort is a context that is cancelled once it has been asked a number of times whether it is.
type cutShort struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int64
}

func cutAfter(n int64) *cutShort {
	c := &cutShort{}
	c.Context, c.cancel = context.WithCancel(context.Background())
	c.left.Store(n)
	return c
}

func (c *cutShort) ask() {
	if c.left.Add(-1) <= 0 {
		c.cancel()
	}
}

func (c *cutShort) Err() error            { c.ask(); return c.Context.Err() }
func (c *cutShort) Done() <-chan struct{} { c.ask(); return c.Context.Done() }

// A server that is stopped while Litestream is being set up for a new database sends all of it, wherever the set-up was.
func TestClose_SendsWhatAStopCutOff(t *testing.T) {
	for n := int64(1); ; n += 1 + n/4 {
		whole := false
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			dir, replica := t.TempDir(), t.TempDir()
			s := begin(t, Options{Dir: dir, Replica: replica, Pace: time.Hour}) // the loop stages once, and leaves the rest to this test
			db := org(t, s, "1")
			mustPut(t, db, "a")
			db.mu.Lock()
			f := db.file
			db.mu.Unlock()
			f.cancel()
			f.wg.Wait()
			if f.lst != nil { // the loop came first: as if it had not
				if err := f.detach(); err != nil {
					t.Fatal(err)
				}
				f.begun = false
			}
			whole = f.stage(cutAfter(n)) == nil
			end(t, s)
			if db.Replicated() != db.Version() {
				t.Fatalf("closed at version %d with %d on the replica", db.Version(), db.Replicated())
			}
		})
		if whole || t.Failed() {
			return
		}
	}
}
