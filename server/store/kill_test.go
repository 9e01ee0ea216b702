package store

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// victim writes as fast as it can, tells of each acknowledged row on standard output, and is killed.
func victim(dir string) {
	ctx := context.Background()
	s, err := Open(ctx, Options{Dir: filepath.Join(dir, "data"), Replica: filepath.Join(dir, "replica"), Pace: 20 * time.Millisecond})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	db, err := s.Org(ctx, "1")
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("epoch", db.Epoch())
	var mu sync.Mutex
	var wg sync.WaitGroup
	run := os.Getenv("LADING_RUN")
	for g := range 16 {
		wg.Go(func() {
			for i := 0; ; i++ {
				key := fmt.Sprint(run, "-", g, "-", i)
				r, err := db.Write(ctx, Command{Do: func(ctx context.Context, tx *Tx) error {
					if _, err := tx.ExecContext(ctx, `INSERT INTO carrier (id, name, modes) VALUES (?, ?, '[]')`, key, strings.Repeat("v", 300)); err != nil {
						return err
					}
					// an effect that would count a command that ran twice
					_, err := tx.ExecContext(ctx, `INSERT INTO store_meta (key, value) VALUES ('count', '1') ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1`)
					return err
				}})
				mu.Lock()
				if err != nil {
					fmt.Println("error", err)
				} else {
					fmt.Println("ack", key, r.Version, db.Replicated())
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

// kill runs the victim for a while. It returns what was acknowledged, and the version that the replica was known to hold at the end.
func kill(t *testing.T, dir string, run int, after time.Duration) (epoch string, acks map[string]int64, held int64) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LADING_VICTIM="+dir, fmt.Sprint("LADING_RUN=", run))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	acks = map[string]int64{}
	lines := bufio.NewScanner(out)
	started := false
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		switch {
		case len(f) == 0:
		case f[0] == "epoch":
			epoch = f[1]
		case f[0] == "error":
			_ = cmd.Process.Kill()
			t.Fatal(lines.Text())
		case f[0] == "ack" && len(f) == 4: // the last line may be cut
			if !started {
				started = true
				time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
			}
			var v, r int64
			_, _ = fmt.Sscan(f[2], &v)
			_, _ = fmt.Sscan(f[3], &r)
			acks[f[1]], held = v, max(held, r)
		}
	}
	_ = cmd.Wait()
	return epoch, acks, held
}

func TestKill_NothingAcknowledgedIsLostAndNothingRanTwice(t *testing.T) {
	dir := t.TempDir()
	rounds := 20
	if testing.Short() { // under the race detector, which does not see into the process that is killed
		rounds = 4
	}
	acked := map[string]int64{}
	var epoch string
	for run := range rounds {
		e, acks, _ := kill(t, dir, run, time.Duration(20+rand.IntN(180))*time.Millisecond)
		if epoch != "" && e != epoch {
			t.Fatalf("run %d: the epoch changed though the disk was kept: %s, %s", run, epoch, e)
		}
		epoch = e
		for k, v := range acks {
			acked[k] = v
		}
	}
	s := begin(t, Options{Dir: filepath.Join(dir, "data"), Replica: filepath.Join(dir, "replica")})
	db := org(t, s, "1")
	got := keys(t, db)
	for k := range acked {
		if !got[k] {
			t.Fatalf("lost %s", k)
		}
	}
	var count int
	if err := db.Read(context.Background(), Actor{}, func(ctx context.Context, tx *Tx) error {
		return tx.QueryRowContext(ctx, `SELECT CAST(value AS INTEGER) FROM store_meta WHERE key = 'count'`).Scan(&count)
	}); err != nil || count != len(got) {
		t.Fatalf("%d rows by %d commands, %v", len(got), count, err)
	}
	t.Logf("%d kills, %d acknowledged, %d rows", rounds, len(acked), len(got))
	// and the stream that went on through all of them can be restored
	replicated(t, db, db.Version())
	lose(t, s)
	_ = os.RemoveAll(filepath.Join(dir, "data"))
	s = begin(t, Options{Dir: filepath.Join(dir, "data"), Replica: filepath.Join(dir, "replica")})
	if back := keys(t, org(t, s, "1")); len(back) != len(got) {
		t.Fatalf("%d of %d rows restored", len(back), len(got))
	}
}

func TestKill_WithTheDiskLosesNothingBelowTheWatermark(t *testing.T) {
	rounds := 3
	switch {
	case soak:
		rounds = 20
	case testing.Short():
		rounds = 1
	}
	dir := t.TempDir()
	kept := map[string]bool{} // what must be there
	epoch := ""
	for run := range rounds {
		e, acks, held := kill(t, dir, run, time.Duration(400+rand.IntN(300))*time.Millisecond)
		if e <= epoch {
			t.Fatalf("run %d: epoch %s after %s", run, e, epoch)
		}
		epoch = e
		lost := 0
		for k, v := range acks {
			if v <= held {
				kept[k] = true
			} else {
				lost++
			}
		}
		_ = os.RemoveAll(filepath.Join(dir, "data"))
		s := begin(t, Options{Dir: filepath.Join(dir, "data"), Replica: filepath.Join(dir, "replica")})
		got := keys(t, org(t, s, "1"))
		for k := range kept {
			if !got[k] {
				t.Fatalf("run %d: %s was replicated and is lost", run, k)
			}
		}
		t.Logf("run %d: %d acknowledged, %d past the watermark", run, len(acks), lost)
		lose(t, s)
		_ = os.RemoveAll(filepath.Join(dir, "data"))
	}
}
