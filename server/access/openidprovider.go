package access

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

// providers remember where the parts of a provider are. Their keys are fetched anew by go-oidc when a signature names one that is not known.
type providers struct {
	mu    sync.Mutex
	known map[string]knownProvider
	asked map[string]*asking
	open  map[string]int // people whose answers are exchanged, by organisation and issuer
}

type knownProvider struct {
	provider *oidc.Provider
	until    time.Time
}

// What a provider that answers slowly can hold up: it is asked for its description by one at a time, for whom others wait, and for people by some at once.
const (
	mostWaits = 50
	mostAsked = 20
)

// asking is a description that somebody waits for.
type asking struct {
	done     chan struct{}
	waits    int
	provider *oidc.Provider
	err      error
}

// find asks a provider by its issuer for its own description (OpenID Connect Discovery 1.0), or takes the one that was had within the hour.
func (p *providers) find(ctx context.Context, client *http.Client, issuer string, now time.Time) (*oidc.Provider, error) {
	if client == nil {
		return nil, fmt.Errorf("no way out to %s", issuer)
	}
	p.mu.Lock()
	if k, ok := p.known[issuer]; ok && now.Before(k.until) {
		p.mu.Unlock()
		return k.provider, nil
	}
	a, asked := p.asked[issuer]
	if !asked {
		a = &asking{done: make(chan struct{})}
		p.asked = noted(p.asked, issuer, a)
		go p.ask(context.WithoutCancel(ctx), a, client, issuer, now)
	}
	if a.waits++; a.waits > mostWaits {
		a.waits--
		p.mu.Unlock()
		return nil, errOpenIDBusy
	}
	p.mu.Unlock()
	select {
	case <-a.done:
		return a.provider, a.err
	case <-ctx.Done():
		p.mu.Lock()
		a.waits--
		p.mu.Unlock()
		return nil, ctx.Err()
	}
}

// ask does so for all who wait; who goes away meanwhile takes the answer from nobody.
func (p *providers) ask(ctx context.Context, a *asking, client *http.Client, issuer string, now time.Time) {
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, bounded(client)), 20*time.Second)
	defer cancel()
	provider, err := oidc.NewProvider(ctx, issuer)
	p.mu.Lock()
	defer p.mu.Unlock()
	if a.provider, a.err = provider, err; err == nil {
		if len(p.known) > 1000 {
			p.known = nil
		}
		p.known = noted(p.known, issuer, knownProvider{provider, now.Add(providerLife)})
	}
	if p.asked[issuer] == a {
		delete(p.asked, issuer)
	}
	close(a.done)
}

// enter has somebody's answer exchanged, beside few others of the organisation at the provider: one organisation's people do not keep out those of others, who may have
// the same provider.
func (p *providers) enter(org, issuer string) (leave func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	place := org + " " + issuer
	if p.open[place] >= mostAsked {
		return nil, errOpenIDBusy
	}
	p.open = noted(p.open, place, p.open[place]+1)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.open[place]--; p.open[place] == 0 {
			delete(p.open, place)
		}
	}, nil
}

func noted[V any](m map[string]V, key string, v V) map[string]V {
	if m == nil {
		m = map[string]V{}
	}
	m[key] = v
	return m
}

// forget has a provider asked anew.
func (p *providers) forget(issuer string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.known, issuer)
	delete(p.asked, issuer)
}

// bounded is a client that reads no endless answer.
func bounded(c *http.Client) *http.Client {
	b := *c
	next := c.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	b.Transport = short{next}
	return &b
}

type short struct{ next http.RoundTripper }

// RoundTrip cuts an answer off at providerMost bytes: what is cut off does not parse.
func (s short) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := s.next.RoundTrip(r)
	if err == nil {
		resp.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(resp.Body, providerMost), resp.Body}
	}
	return resp, err
}
