package store

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/kit/bucket"

	"github.com/oklog/ulid/v2"
)

// bornAgo names a life that began so many days ago.
func bornAgo(days int) string {
	var id ulid.ULID
	_ = id.SetTime(ulid.Timestamp(time.Now().AddDate(0, 0, -days)))
	return id.String()
}

func TestOutlived_KeepsTheNewestThatCanBeRestoredAndWhatEndedLately(t *testing.T) {
	for _, c := range []struct {
		name   string
		born   []int // days ago, newest first
		empty  []int // of those, what never arrived
		gone   []int
		broken bool
	}{
		{"one", []int{900}, nil, nil, false},
		{"two old ones", []int{400, 900}, nil, nil, false},
		{"a third that ended long ago", []int{1, 400, 900}, nil, []int{900}, false},
		{"a long life that ended this week", []int{1, 5, 900}, nil, nil, false},
		{"what never arrived does not count", []int{1, 2, 100, 200, 300, 400}, []int{2, 100}, []int{300, 400}, false},
		{"nothing ever arrived", []int{100, 200, 300, 400}, []int{100, 200, 300, 400}, nil, false},
		{"the replica does not answer", []int{100, 200, 300, 400}, nil, nil, true},
	} {
		var list []string
		for _, d := range c.born {
			list = append(list, bornAgo(d))
		}
		gone, err := outlived(list, time.Now(), func(life string) (bool, error) {
			if c.broken {
				return false, errors.New("away")
			}
			return !slices.Contains(c.empty, c.born[slices.Index(list, life)]), nil
		})
		var got []int
		for _, life := range gone {
			got = append(got, c.born[slices.Index(list, life)])
		}
		if !slices.Equal(got, c.gone) || (err != nil) != c.broken {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.gone)
		}
	}
}

func TestReplica_OutlivedLivesAreDeleted(t *testing.T) {
	replicas(t, func(t *testing.T, replica string) {
		ctx := context.Background()
		dir := t.TempDir()
		s := begin(t, Options{Dir: dir, Replica: replica})
		db := org(t, s, "1")
		replicated(t, db, mustPut(t, db, "first"))
		end(t, s)

		// earlier lives: copies of this one under older names
		b, err := bucket.Parse(replica)
		if err != nil {
			t.Fatal(err)
		}
		now, err := b.Dirs(ctx, "org/1")
		if err != nil || len(now) != 1 {
			t.Fatalf("%v %v", now, err)
		}
		all, err := b.Blobs(ctx, "org/1")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for i := all.List(nil); ; {
			o, err := i.Next(ctx)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, o.Key)
		}
		recent, old, older := bornAgo(40), bornAgo(100), bornAgo(200)
		for _, life := range []string{recent, old, older} {
			for _, k := range names {
				body, err := all.ReadAll(ctx, k)
				if err == nil {
					err = all.WriteAll(ctx, strings.Replace(k, now[0], life, 1), body, nil)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}

		s = begin(t, Options{Dir: dir, Replica: replica})
		db = org(t, s, "1")
		want := []string{recent, now[0]}
		eventually(t, "the outlived lives are gone", func() bool {
			got, err := b.Dirs(ctx, "org/1")
			return err == nil && slices.Equal(got, want)
		})
		replicated(t, db, mustPut(t, db, "second"))
		lose(t, s)
		_ = os.RemoveAll(dir)
		s = begin(t, Options{Dir: dir, Replica: replica})
		if got := keys(t, org(t, s, "1")); len(got) != 2 {
			t.Fatalf("restored %v", got)
		}
	})
}
