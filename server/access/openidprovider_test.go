package access

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/kit/fail"
)

// A provider that does not answer holds up those alone who sign in by it, and asks nobody's patience for more than is good.
func TestProviders_ASlowOneIsAskedOnceAndHoldsUpFew(t *testing.T) {
	var asked atomic.Int32
	goes := make(chan struct{})
	var slow *httptest.Server
	slow = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		<-goes
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"issuer":%q,"authorization_endpoint":"https://idp.test/a","token_endpoint":"https://idp.test/t","jwks_uri":"https://idp.test/k"}`, slow.URL)
	}))
	defer slow.Close()
	var p providers
	gone, leave := context.WithCancel(t.Context())
	said := make(chan error, mostWaits+20)
	find := func(ctx context.Context) {
		_, err := p.find(ctx, slow.Client(), slow.URL, time.Now())
		said <- err
	}
	go find(gone)
	for asked.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	leave() // who asked first goes away, and the others have the answer all the same
	if err := <-said; err == nil {
		t.Fatal("an answer before there is one")
	}
	for range mostWaits + 10 {
		go find(t.Context())
	}
	for range 10 {
		if err := <-said; fail.CodeOf(err) != "server-busy" {
			t.Errorf("one too many: %v", err)
		}
	}
	close(goes)
	for range mostWaits {
		if err := <-said; err != nil {
			t.Error(err)
		}
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	if _, err := p.find(t.Context(), slow.Client(), slow.URL, time.Now()); err != nil || asked.Load() != 1 || len(p.asked) != 0 {
		t.Errorf("once more: %v, asked %d times, %d waited for", err, asked.Load(), len(p.asked))
	}
}

func TestProviders_FewAnswersAreExchangedAtOnce(t *testing.T) {
	var p providers
	var leaves []func()
	for range mostAsked {
		leave, err := p.enter("1", "a")
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leave)
	}
	if _, err := p.enter("1", "a"); fail.CodeOf(err) != "server-busy" {
		t.Errorf("one more: %v", err)
	}
	if _, err := p.enter("1", "b"); err != nil {
		t.Errorf("by another provider: %v", err)
	}
	if _, err := p.enter("2", "a"); err != nil {
		t.Errorf("of another organisation: %v", err)
	}
	for _, leave := range leaves {
		leave()
	}
	if _, err := p.enter("1", "a"); err != nil || p.open["1 a"] != 1 {
		t.Errorf("then: %v, %v", err, p.open)
	}
}
