package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/fasthttp/websocket"
	"github.com/oklog/ulid/v2"

	"lading/server/testkit/signer"
	"lading/sync/pull"
)

var client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConns: 2000, MaxIdleConnsPerHost: 2000,
	DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext}}

// send makes a request and reads the answer into `into`, where that is not nil.
func send(ctx context.Context, method, url, token string, body []byte, into any) error {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %d %.300s", method, url, res.StatusCode, b)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(b, into)
}

func text(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // strings, numbers and maps of them
	}
	return bytes.TrimSpace(b.Bytes())
}

// person is somebody who has signed in.
type person struct{ base, login, user, token string }

func signIn(ctx context.Context, base, userName string) (*person, error) {
	var answer struct {
		Result struct{ AccessToken string }
	}
	if err := send(ctx, "POST", base+"/api/token", "", text(map[string]any{"grantType": "password", "userName": userName, "password": password}), &answer); err != nil {
		return nil, err
	}
	p := &person{base: base, login: userName, token: answer.Result.AccessToken}
	var claims struct{ Sub string }
	parts := strings.Split(p.token, ".")
	if len(parts) == 3 {
		if b, err := base64.RawURLEncoding.DecodeString(parts[1]); err == nil {
			_ = json.Unmarshal(b, &claims)
		}
	}
	if p.user = claims.Sub; p.user == "" {
		return nil, fmt.Errorf("the token of %s does not say whose it is", userName)
	}
	return p, nil
}

// crew signs dock workers in, a few at a time: a password costs the server 64 MiB on purpose.
func crew(ctx context.Context, base string, n int) ([]*person, error) {
	out, errs := make([]*person, n), make([]error, n)
	each(n, 2, func(i int) { out[i], errs[i] = signIn(ctx, base, login(i)) })
	return out, first(errs)
}

// each runs f for 0…n-1, `hands` at a time.
func each(n, hands int, f func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(hands, n) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

func first(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// tablet is an enrolled device that holds what it pulled.
type tablet struct {
	*person
	id     string
	key    signer.Key
	seq    int
	cursor string
	mu     sync.Mutex
	rows   map[string]json.RawMessage
	glance func(frame []byte) bool // takes what is poked without reading all of it, where it can
}

// newTablet signs a person in on a device and enrols it: the sign-in is that device's.
func newTablet(ctx context.Context, of *person) (*tablet, error) {
	p, err := signIn(ctx, of.base, of.login)
	if err != nil {
		return nil, err
	}
	t := &tablet{person: p, id: ulid.Make().String(), key: signer.New(), rows: map[string]json.RawMessage{}}
	var given struct{ Nonce string }
	if err := t.call(ctx, "sync/nonce", map[string]any{"device": t.id}, &given); err != nil {
		return nil, err
	}
	return t, t.call(ctx, "sync/enrol", map[string]any{"device": t.id, "name": "Bench", "publicKey": json.RawMessage(t.key.JWK()), "nonce": given.Nonce, "signature": t.key.Sign(given.Nonce)}, nil)
}

// fleet gives devices of the people in turn.
func fleet(ctx context.Context, people []*person, n int) ([]*tablet, error) {
	out, errs := make([]*tablet, n), make([]error, n)
	each(n, 2, func(i int) { out[i], errs[i] = newTablet(ctx, people[i*len(people)/n]) })
	return out, first(errs)
}

func (t *tablet) call(ctx context.Context, path string, req, into any) error {
	return send(ctx, "POST", t.base+"/api/"+path, t.token, text(req), into)
}

// mutation is the next action of this device, signed.
func (t *tablet) mutation(op string, args map[string]any) (json.RawMessage, error) {
	t.seq++
	at := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	// Keys of a map are written in order at every level, which is the canonical form that is signed.
	unsigned := text(map[string]any{"args": args, "at": at, "atRaw": at, "device": t.id, "id": ulid.Make().String(), "op": op, "replaces": nil, "seq": t.seq, "subjects": []string{}, "user": t.user})
	return append(append(unsigned[:len(unsigned)-1:len(unsigned)-1], `,"sig":"`+t.key.Sign(string(unsigned))...), `"}`...), nil
}

type page struct {
	Put    map[string][]json.RawMessage
	Gone   map[string][]string
	Cursor string
	More   bool
}

// take lays a page over what the tablet holds.
func (t *tablet) take(p page) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for entity, rows := range p.Put {
		for _, row := range rows {
			var key struct{ ID string }
			if err := json.Unmarshal(row, &key); err != nil {
				return err
			}
			t.rows[entity+"/"+key.ID] = row
		}
	}
	for entity, keys := range p.Gone {
		for _, k := range keys {
			delete(t.rows, entity+"/"+k)
		}
	}
	t.cursor = p.Cursor
	return nil
}

func (t *tablet) pull(ctx context.Context, keep bool) error {
	for more := true; more; {
		var p page
		if err := t.call(ctx, "sync/pull", map[string]any{"device": t.id, "schema": pull.Schema, "cursor": t.cursor, "warehouses": []string{"ATL"}, "limit": 5000}, &p); err != nil {
			return err
		}
		if !keep {
			p.Put = nil
		}
		if err := t.take(p); err != nil {
			return err
		}
		more = p.More
	}
	return nil
}

// listen opens the hub's socket and takes what is poked; seen is told after each change that the tablet then holds.
func (t *tablet) listen(ctx context.Context, ready func(), seen func(rows map[string][]json.RawMessage)) error {
	var ticket struct{ Ticket string }
	if err := t.call(ctx, "hub/ticket", map[string]any{}, &ticket); err != nil {
		return err
	}
	conn, _, err := websocket.DefaultDialer.DialContext(ctx, "ws"+strings.TrimPrefix(t.base, "http")+"/hub?guid="+t.id+"&access_token="+ticket.Ticket, nil)
	if err != nil {
		return err
	}
	if err := conn.WriteMessage(websocket.TextMessage, []byte("{\"protocol\":\"json\",\"version\":1}\x1e")); err != nil {
		return err
	}
	go func() {
		<-ctx.Done()
		_ = conn.Close()
	}()
	shaken := false
	for {
		_, b, err := conn.ReadMessage()
		if err != nil {
			return nil // hung up: by us, or the figure tells that arrivals are missing
		}
		for _, frame := range bytes.Split(bytes.Trim(b, "\x1e"), []byte{0x1e}) {
			if !shaken {
				shaken = true
				ready()
				continue
			}
			if t.glance != nil && t.glance(frame) {
				continue
			}
			var call struct {
				Target    string
				Arguments []json.RawMessage
			}
			if err := json.Unmarshal(frame, &call); err != nil {
				return err
			}
			if call.Target != "SyncPoke" || len(call.Arguments) != 1 {
				continue
			}
			var poke struct {
				From string
				Page *page
			}
			if err := json.Unmarshal(call.Arguments[0], &poke); err != nil {
				return err
			}
			if poke.Page != nil && poke.From == t.cursor {
				if err := t.take(*poke.Page); err != nil {
					return err
				}
				seen(poke.Page.Put)
				continue
			}
			var p page
			if err := t.call(ctx, "sync/pull", map[string]any{"device": t.id, "schema": pull.Schema, "cursor": t.cursor, "warehouses": []string{"ATL"}}, &p); err != nil {
				return err
			}
			if err := t.take(p); err != nil {
				return err
			}
			seen(p.Put)
		}
	}
}

func loadKey(i int) string { return fmt.Sprintf("01%012d%012d", i*7919%1000003, i) }

func palletKey(load, pallets, n int) string { return fmt.Sprintf("02%024d", load*pallets+n) }
