// Mutants asks whether the tests would notice: it draws places of the code by a seed, changes one at a time, and runs the tests over each change. A change that
// no test notices is printed; it is either the same program by another spelling, or a fact that no test states.
//
//	go run ./e2e/kit/mutants -seed 7 -n 12 access sync/pull
//	go run ./e2e/kit/mutants -since main -for 2m
//	go run ./e2e/kit/mutants -tests ./server/dock ./server/dock
//
// What follows the flags are names of parts, all of them where there is none; or, with -tests, folders. The source itself is never touched: the compiler's overlay
// puts all that is drawn in its place at once, and a variable of the environment says which of it counts. So a part is compiled once, whatever is drawn.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// part is code where a mistake costs trust or money, and the tests that are to notice it.
type part struct {
	name        string
	code, tests []string // packages
	run         string   // only tests whose names match
}

var parts = []part{
	{"access", []string{"./server/access"}, []string{"./server/access"}, ""},
	{"op", []string{"./server/op"}, []string{"./server/op"}, ""},
	{"store", []string{"./server/store"}, []string{"./server/store"}, ""},
	{"kit/evidence", []string{"./server/kit/evidence"}, []string{"./server/kit/evidence"}, ""},
	{"rating/engine", []string{"./server/rating/engine"}, []string{"./server/rating/engine"}, ""},
	{"packing/engine", []string{"./server/packing/engine"}, []string{"./server/packing/engine"}, ""},
	{"quote", []string{"./server/quote"}, []string{"./server/app"}, "^Test(Quotes?|RFQ|Lanes)_"},
	{"sync/push", []string{"./sync/push"}, []string{"./sync/push"}, ""},
	{"sync/pull", []string{"./sync/pull"}, []string{"./sync/push", "./sync/poke"}, ""},
	{"sync/poke", []string{"./sync/poke"}, []string{"./sync/poke"}, ""},
	{"sync/change", []string{"./sync/change"}, []string{"./sync/change", "./sync/push"}, ""},
	{"sync/device", []string{"./sync/device"}, []string{"./sync/push", "./server/app"}, "^Test(Status|Quiet|Push_ChecksWho|Bound|Devices?|Unshared|Rights_RejectedWork)_"},
}

type options struct {
	seed  uint64
	n     int
	since string
	until time.Time // zero for no end
}

func main() {
	var o options
	flag.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()%1e6), "of what is drawn")
	flag.IntVar(&o.n, "n", 10, "how many are drawn of each part")
	flag.StringVar(&o.since, "since", "", "only lines that changed since that commit")
	least := flag.Int("least", 0, "of a hundred that are drawn, how many must be found")
	patience := flag.Duration("for", 0, "how long it may take")
	tests := flag.String("tests", "", "packages whose tests run, separated by spaces")
	run := flag.String("run", "", "only tests whose names match")
	flag.Parse()
	if *patience > 0 {
		o.until = time.Now().Add(*patience)
	}
	chosen, err := choose(flag.Args(), strings.Fields(*tests), *run)
	if err == nil {
		err = o.all(context.Background(), chosen, *least)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func choose(names, tests []string, run string) ([]part, error) {
	if len(tests) > 0 {
		return []part{{strings.Join(names, " "), names, tests, run}}, nil
	}
	if len(names) == 0 {
		return parts, nil
	}
	var chosen []part
	for _, p := range parts {
		for _, name := range names {
			if p.name == name {
				chosen = append(chosen, p)
			}
		}
	}
	if len(chosen) != len(names) {
		return nil, fmt.Errorf("of %v, %d are parts", names, len(chosen))
	}
	return chosen, nil
}

func (o options) all(ctx context.Context, chosen []part, least int) error {
	if !o.until.IsZero() {
		var cancel func()
		ctx, cancel = context.WithDeadline(ctx, o.until)
		defer cancel()
	}
	drawn, found := 0, 0
	for _, p := range chosen {
		d, f, err := o.draw(ctx, p)
		drawn, found = drawn+d, found+f
		if ctx.Err() != nil {
			fmt.Println("Time is up: what is not named above was not tried.")
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	if len(chosen) > 1 {
		fmt.Printf("found %d of %d\n", found, drawn)
	}
	if 100*found < least*drawn {
		return fmt.Errorf("found %d of %d, fewer than %d in a hundred", found, drawn, least)
	}
	return nil
}

// draw tries what is drawn of one part.
func (o options) draw(ctx context.Context, p part) (tried, found int, _ error) {
	all, err := placesOf(ctx, p.code, o.since)
	if err != nil || len(all) == 0 {
		return 0, 0, err
	}
	random := rand.New(rand.NewPCG(o.seed, o.seed))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	list := all[:min(o.n, len(all))]
	fmt.Printf("%s: seed %d, %d of %d places\n", p.name, o.seed, len(list), len(all))
	dir, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	built, err := build(ctx, dir, list, p.tests)
	if err != nil {
		return 0, 0, err
	}
	began := time.Now()
	if ok, said, err := built.pass(ctx, -1, p.run, 10*time.Minute); err != nil || !ok {
		return 0, 0, fmt.Errorf("the tests are red before anything is changed: %w\n%s", err, said)
	}
	patience := 30*time.Second + 5*time.Since(began)
	for n, place := range list {
		ok, _, err := built.pass(ctx, n, p.run, patience)
		if err != nil {
			return tried, found, err
		}
		if tried++; ok {
			fmt.Println("LIVES", place)
		} else {
			found++
		}
	}
	fmt.Printf("%s: found %d of %d\n", p.name, found, tried)
	return tried, found, nil
}

// binary is a package's tests, compiled.
type binary struct{ file, dir string }

type binaries []binary

func build(ctx context.Context, dir string, drawn []place, tests []string) (list binaries, _ error) {
	overlay, err := write(dir, drawn)
	if err != nil {
		return nil, err
	}
	for i, pkg := range tests {
		b := binary{filepath.Join(dir, fmt.Sprint(i, ".test")), pkg}
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", b.file, pkg)
		cmd.WaitDelay = time.Second // a compiler may outlive the command that started it
		out, err := cmd.CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("%w: %s", err, out)
		}
		list = append(list, b)
	}
	return list, nil
}

// pass runs the tests with one of the changes, none for -1; those that do not end have noticed, too.
func (list binaries) pass(ctx context.Context, n int, run string, patience time.Duration) (bool, string, error) {
	for _, b := range list {
		cmd := exec.CommandContext(ctx, b.file, "-test.short", "-test.failfast", "-test.timeout", patience.String(), "-test.run", run)
		cmd.WaitDelay = time.Second
		cmd.Dir, cmd.Env = b.dir, append(os.Environ(), fmt.Sprint(variable, "=", n))
		out, err := cmd.CombinedOutput()
		if ctx.Err() != nil {
			return false, "", ctx.Err()
		}
		if _, red := errors.AsType[*exec.ExitError](err); red {
			return false, string(out), nil
		}
		if err != nil {
			return false, "", err
		}
	}
	return true, "", nil
}
