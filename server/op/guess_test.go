package op

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"lading/server/kit/fail"
)

type oneArea []Op

func (a oneArea) Ops() []Op { return a }

func TestOpened_UnknownSecretsAreCountedByTheirNetworkAndNothingElse(t *testing.T) {
	type req struct{ Token string }
	var looked atomic.Int64
	r := NewRegistry(map[string]Area{"a": oneArea{Direct("Link/Open", func(_ context.Context, _ *Call, q req) (None, error) {
		looked.Add(1)
		switch q.Token {
		case "good":
			return None{}, nil
		case "used":
			return None{}, fail.New(410, "link-used")
		}
		return None{}, fail.NotFound("link-unknown")
	}).Opened("link-unknown").Limited(Limit{})}})
	r.Limits = NewLimiter()
	o, _ := r.Find("Link/Open")
	ask := func(token, ip string) string {
		_, err := r.Run(t.Context(), &Call{Op: o, IP: ip, Args: []byte(`{"Token":"` + token + `"}`)})
		return fail.CodeOf(err)
	}
	for range 200 {
		if got := ask("good", "2001:db8::1"); got != "" {
			t.Fatalf("a good link: %s", got)
		}
		if got := ask("used", "2001:db8::1"); got != "link-used" {
			t.Fatalf("a used link: %s", got)
		}
	}
	looked.Store(0)
	for i := range 300 {
		ask("guess", fmt.Sprintf("2001:db8::%x", i+1)) // an address of its own for each
	}
	if n := looked.Load(); n < 60 || n > 65 {
		t.Errorf("%d guesses of one network were looked up", n)
	}
	if got := ask("good", "2001:db8::1"); got != "too-many-tries" {
		t.Errorf("the network goes on: %q", got)
	}
	if got := ask("good", "2001:db8:0:1::1"); got != "" {
		t.Errorf("another network: %s", got)
	}
	looked.Store(0)
	var all sync.WaitGroup
	for i := range 300 { // at once: a try is taken before the secret is looked up
		all.Go(func() { ask("guess", fmt.Sprintf("2001:db8:0:2::%x", i+1)) })
	}
	all.Wait()
	if n := looked.Load(); n < 60 || n > 65 {
		t.Errorf("%d guesses of one network were looked up at once", n)
	}
}
