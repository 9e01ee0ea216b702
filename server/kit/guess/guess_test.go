package guess

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var testTime = time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)

// tries has n be judged at once, each as its number says, and counts those that were judged.
func tries(t *testing.T, b *Budget, n int, who func(i int) Who, right func(i int) bool) (judged int64) {
	t.Helper()
	var count atomic.Int64
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			try, err := b.Take(context.Background(), testTime, who(i))
			if err != nil {
				return
			}
			count.Add(1)
			if right(i) {
				try.Right()
			} else {
				try.Wrong(testTime)
			}
		})
	}
	all.Wait()
	return count.Load()
}

func person(account, place string) Who { return Who{Account: account, Place: place} }

func always(v bool) func(int) bool { return func(int) bool { return v } }

func TestTake_AHundredWrongOnesAtOnceAreThree(t *testing.T) {
	var b Budget
	if n := tries(t, &b, 100, func(int) Who { return person("Ada@demo.test", "192.0.2.1") }, always(false)); n != 3 {
		t.Errorf("%d were judged", n)
	}
	if _, err := b.Take(context.Background(), testTime, person("ada@demo.test", "192.0.2.1")); err == nil {
		t.Error("the account goes by another spelling")
	}
	try, err := b.Take(context.Background(), testTime, person("bob@demo.test", "192.0.2.1"))
	if err != nil {
		t.Fatalf("a colleague at the same address: %v", err)
	}
	try.Right()
}

func TestTake_WhoIsRightWaitsForTheOthersAndComesIn(t *testing.T) {
	var b Budget
	if n := tries(t, &b, 150, func(i int) Who { return person("dock"+strconv.Itoa(i), "192.0.2.1") }, always(true)); n != 150 {
		t.Errorf("of 150 people behind one address %d came in", n)
	}
	if n := tries(t, &b, 150, func(int) Who { return person("dock", "192.0.2.1") }, always(true)); n != 150 {
		t.Errorf("of 150 tablets of one account %d came in", n)
	}
	if len(b.pairs) > 0 {
		t.Errorf("%d pairs are remembered for nothing", len(b.pairs))
	}
}

func TestTake_ManyAccountsOfOnePlaceAndOneAccountOfManyPlaces(t *testing.T) {
	var b Budget
	if n := tries(t, &b, 90, func(i int) Who { return person("u"+strconv.Itoa(i), "192.0.2.1") }, always(false)); n != 20 {
		t.Errorf("of one place %d were judged", n)
	}
	if _, err := b.Take(context.Background(), testTime, person("another", "192.0.2.1")); err == nil {
		t.Error("the place goes on")
	}
	if n := tries(t, &b, 90, func(i int) Who { return person("ada", "198.51.100."+strconv.Itoa(i)) }, always(false)); n != 60 {
		t.Errorf("of one account %d were judged", n)
	}
	if _, err := b.Take(context.Background(), testTime, person("ada", "203.0.113.1")); err == nil {
		t.Error("the account goes on elsewhere")
	}
	try, err := b.Take(context.Background(), testTime, Who{Account: "ada", Place: "device 1", Known: true})
	if err != nil {
		t.Fatalf("the owner's own tablet: %v", err)
	}
	try.Right()
}

func TestTake_TheDelayRises(t *testing.T) {
	var b Budget
	now := testTime
	for n, wait := range []time.Duration{0, 0, 10, 20, 40, 80, 160, 320, 640, 900, 900} {
		try, err := b.Take(context.Background(), now, person("ada", "p"))
		if err != nil {
			t.Fatalf("try %d: %v", n, err)
		}
		try.Wrong(now)
		wait *= time.Second
		if wait > 0 {
			if _, err := b.Take(context.Background(), now.Add(wait-time.Millisecond), person("ada", "p")); err == nil {
				t.Fatalf("try %d: after less than %v", n, wait)
			}
		}
		now = now.Add(wait)
	}
	try, err := b.Take(context.Background(), now, person("ada", "p"))
	if err != nil {
		t.Fatal(err)
	}
	try.Right()
	try.Wrong(now) // settled already
	for range 3 {
		if try, err = b.Take(context.Background(), now, person("ada", "p")); err != nil {
			t.Fatalf("it was not forgiven: %v", err)
		}
		try.Wrong(now)
	}
	if try, err = b.Take(context.Background(), now.Add(forgotten+time.Second), person("ada", "p")); err != nil {
		t.Fatal(err)
	}
	try.Wrong(now)
	if p := b.pairs["ada|p"]; p.wrong != 1 {
		t.Errorf("after an hour of quiet: %+v", p)
	}
}

func TestTake_AReservationThatIsGivenBackIsFree(t *testing.T) {
	var b Budget
	for range 200 {
		try, err := b.Take(context.Background(), testTime, person("ada", "p"))
		if err != nil {
			t.Fatal(err)
		}
		try.Spare()
	}
	held := make([]*Try, 3)
	for i := range held {
		held[i], _ = b.Take(context.Background(), testTime, person("ada", "p"))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Take(ctx, testTime, person("ada", "p")); err == nil {
		t.Error("a fourth beside three under way")
	}
	held[0].Spare()
	if _, err := b.Take(context.Background(), testTime, person("ada", "p")); err != nil {
		t.Errorf("after one was given back: %v", err)
	}
}

func TestTake_ASecretAloneCountsByItsPlace(t *testing.T) {
	b := Budget{Place: Rate{5, time.Second}}
	if n := tries(t, &b, 30, func(int) Who { return Who{Place: "p"} }, always(false)); n != 5 {
		t.Errorf("%d were judged", n)
	}
	if _, err := b.Take(context.Background(), testTime, Who{Place: "q"}); err != nil {
		t.Errorf("another place: %v", err)
	}
}

func TestTake_StrangersAreForgotten(t *testing.T) {
	var b Budget
	tries(t, &b, 20, func(i int) Who { return person("u"+strconv.Itoa(i), "p"+strconv.Itoa(i)) }, always(false))
	try, err := b.Take(context.Background(), testTime.Add(2*time.Hour), person("ada", "p"))
	if err != nil {
		t.Fatal(err)
	}
	try.Right()
	if len(b.pairs) > 0 || len(b.places) != 1 || len(b.persons) != 1 {
		t.Errorf("kept: %d pairs, %d places, %d persons", len(b.pairs), len(b.places), len(b.persons))
	}
}

func TestNetwork_IsWhatItsHolderCannotChange(t *testing.T) {
	if Network("2001:db8::1") != Network("2001:db8::ffff") || Network("2001:db8::1") == Network("2001:db8:1::1") || Network("::ffff:192.0.2.1") != "::ffff:192.0.2.1" || Network("?") != "?" {
		t.Error("networks")
	}
}
