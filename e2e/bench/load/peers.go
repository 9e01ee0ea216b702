package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fasthttp/websocket"
)

// wire is how a peer is written to and listened to by a program without a local store.
type wire interface {
	// writeOne makes one small transaction.
	writeOne(ctx context.Context, writer, n int) error
	// bump changes one document so that it carries the mark.
	bump(ctx context.Context, i int, mark float64) error
	// listen tells of each mark that arrives, until the context ends.
	listen(ctx context.Context, k int, ready func(), got func(mark float64)) error
}

func wireOf(ctx context.Context, o options) (wire, error) {
	h := peer{base: o.url, mode: o.mode}
	switch o.peer {
	case "lading":
		people, err := crew(ctx, o.url, 40)
		if err != nil {
			return nil, err
		}
		return &lading{people: people, cursors: make([]string, len(people)), few: make(chan struct{}, 2)}, nil
	case "ref":
		return &ref{h, false}, nil
	case "refinline":
		return &ref{h, true}, nil
	case "rx":
		return &rx{h}, nil
	case "pb":
		return &pocketbase{h}, nil
	case "pouch":
		return &pouch{h}, nil
	}
	return nil, fmt.Errorf("no peer %q", o.peer)
}

// fanout writes to one document at a time while many listen.
func fanout(ctx context.Context, o options) (any, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := wireOf(ctx, o)
	if err != nil {
		return nil, err
	}
	a, m, measure := spread(o.devices, o.writes, 150*time.Millisecond, func(i int, mark string) error {
		var f float64
		if _, err := fmt.Sscanf(mark, "D%g", &f); err != nil {
			return err
		}
		return w.bump(ctx, i, f)
	})
	failed := make(chan error, o.devices)
	var ready sync.WaitGroup
	ready.Add(o.devices)
	for k := range o.devices {
		go func() {
			var once sync.Once
			if err := w.listen(ctx, k, func() { once.Do(ready.Done) }, func(f float64) {
				mark := fmt.Sprintf("D%.0f", f)
				if began, ok := m.of(mark); ok {
					a.got(mark, began)
				}
			}); err != nil && ctx.Err() == nil {
				failed <- err
			}
		}()
	}
	all := make(chan struct{})
	go func() { ready.Wait(); close(all) }()
	select {
	case <-all:
	case err := <-failed:
		return nil, err
	case <-time.After(2 * time.Minute):
		return nil, fmt.Errorf("listeners of %s do not get ready", o.peer)
	}
	time.Sleep(time.Second)
	return measure()
}

// writers write as fast as they are answered.
func writers(ctx context.Context, o options) (any, error) {
	w, err := wireOf(ctx, o)
	if err != nil {
		return nil, err
	}
	var done, failed atomic.Int64
	var mu sync.Mutex
	var all []float64
	var why error
	began := time.Now()
	var wg sync.WaitGroup
	for h := range o.hands {
		wg.Go(func() {
			var mine []float64
			for n := 1; time.Since(began) < o.seconds && failed.Load() < 100; n++ {
				t := time.Now()
				if err := w.writeOne(ctx, h, n); err != nil {
					failed.Add(1)
					mu.Lock()
					why = err
					mu.Unlock()
					continue
				}
				done.Add(1)
				mine = append(mine, since(t))
			}
			mu.Lock()
			all = append(all, mine...)
			mu.Unlock()
		})
	}
	wg.Wait()
	out := map[string]any{"perSec": float64(done.Load()) / time.Since(began).Seconds(), "n": done.Load(), "errors": failed.Load(), "p50": quantile(all, .5), "p99": quantile(all, .99)}
	if why != nil {
		out["why"] = why.Error()
	}
	return out, nil
}

// fsync tells what a durable write costs on this disk.
func fsync(_ context.Context, o options) (any, error) {
	f, err := os.Create(filepath.Join(o.data, "fsync.probe"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	var ms []float64
	b := make([]byte, 4096)
	for range 300 {
		if _, err := f.Write(b); err != nil {
			return nil, err
		}
		t := time.Now()
		if err := f.Sync(); err != nil {
			return nil, err
		}
		ms = append(ms, since(t))
	}
	return map[string]any{"p50": quantile(ms, .5), "p99": quantile(ms, .99)}, f.Close()
}

// lading speaks as dock workers do: a call of the product with its sign-in, its rules, its log and its chain of events.
type lading struct {
	people  []*person
	mu      sync.Mutex
	cursors []string // where a person's devices begin, once one of them has loaded everything
	few     chan struct{}
}

// place gives a tablet its place in the changes. Its cursor fits any device of the same person, and 200 listeners that each load 10,000 rows would measure
// the loading.
func (l *lading) place(ctx context.Context, t *tablet, person int) error {
	l.few <- struct{}{}
	defer func() { <-l.few }()
	l.mu.Lock()
	t.cursor = l.cursors[person]
	l.mu.Unlock()
	err := t.pull(ctx, false)
	l.mu.Lock()
	l.cursors[person] = t.cursor
	l.mu.Unlock()
	return err
}

func (l *lading) start(ctx context.Context, p *person, load int, door string) error {
	return send(ctx, "POST", p.base+"/api/DockView/StartLoading", p.token, text(map[string]any{"ShipmentId": loadKey(load), "Door": door}), nil)
}

func (l *lading) writeOne(ctx context.Context, writer, n int) error {
	return l.start(ctx, l.people[writer%len(l.people)], rand.IntN(10_000), fmt.Sprint(writer, "/", n))
}

func (l *lading) bump(ctx context.Context, i int, mark float64) error {
	return l.start(ctx, l.people[0], i*37%10_000, fmt.Sprintf("%.0f", mark))
}

func (l *lading) listen(ctx context.Context, k int, ready func(), got func(float64)) error {
	t, err := newTablet(ctx, l.people[k%len(l.people)])
	if err != nil {
		return err
	}
	if err := l.place(ctx, t, k%len(l.people)); err != nil {
		return err
	}
	door := func(b []byte) bool {
		var mark float64
		_, err := fmt.Sscan(between(b, `"door":"`), &mark)
		if err == nil {
			got(mark)
		}
		return err == nil
	}
	// Like the other wires, this one looks for what it needs in what comes, whose parsing is the client's affair: the mark, and whether the page
	// is the one behind what this tablet holds.
	t.glance = func(frame []byte) bool {
		if between(frame, `"from":"`) != t.cursor || !door(frame) {
			return false
		}
		t.cursor = between(frame, `"cursor":"`)
		return true
	}
	return t.listen(ctx, ready, func(rows map[string][]json.RawMessage) {
		for _, row := range rows["dock_shipment"] {
			door(row)
		}
	})
}

// between gives the text that follows the mark, up to the next quote.
func between(b []byte, mark string) string {
	if _, rest, ok := bytes.Cut(b, []byte(mark)); ok {
		if text, _, ok := bytes.Cut(rest, []byte{'"'}); ok {
			return string(text)
		}
	}
	return ""
}

// peer is what the other wires have in common: documents named by number, changed by HTTP.
type peer struct{ base, mode string }

func documentKey(i int) string { return fmt.Sprintf("sh%013d", i) }

func (p peer) call(ctx context.Context, method, path string, body, into any) error {
	var b []byte
	if body != nil {
		b = text(body)
	}
	return send(ctx, method, p.base+path, "", b, into)
}

// stampsIn finds the marks of the changed documents in a payload, whatever its shape is.
func stampsIn(b []byte, got func(float64)) {
	for {
		i := bytes.Index(b, []byte(`"ts":`))
		if i < 0 {
			return
		}
		b = b[i+5:]
		end := bytes.IndexAny(b, ",}")
		if end < 0 {
			return
		}
		var f float64
		if _, err := fmt.Sscan(string(b[:end]), &f); err == nil && f > 0 {
			got(f)
		}
	}
}

// lines reads a stream line by line.
func (p peer) lines(ctx context.Context, path string, opened func(), line func(b []byte) error) error {
	req, err := http.NewRequestWithContext(ctx, "GET", p.base+path, nil)
	if err != nil {
		return err
	}
	res, err := (&http.Client{Transport: client.Transport}).Do(req) // a stream has no deadline
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	opened()
	for r := bufio.NewReaderSize(res.Body, 1<<16); ; {
		b, err := r.ReadBytes('\n')
		if err != nil {
			return err
		}
		if err := line(b); err != nil {
			return err
		}
	}
}

type ref struct {
	peer
	inline bool
}

func (r *ref) writeOne(ctx context.Context, writer, n int) error {
	return r.call(ctx, "POST", "/tx?mode="+r.mode, map[string]any{"client": fmt.Sprint("w", writer), "mutation": n, "shipment": documentKey(rand.IntN(10_000)), "type": "scan"}, nil)
}

func (r *ref) bump(ctx context.Context, i int, mark float64) error {
	return r.call(ctx, "POST", "/write", map[string]any{"id": documentKey(i * 37 % 10_000), "patch": map[string]any{"ts": mark}}, nil)
}

func (r *ref) listen(ctx context.Context, _ int, ready func(), got func(float64)) error {
	u := strings.Replace(r.base, "http", "ws", 1) + "/ws"
	if r.inline {
		u += "?inline=1"
	}
	conn, _, err := websocket.DefaultDialer.DialContext(ctx, u, nil)
	if err != nil {
		return err
	}
	go func() { <-ctx.Done(); _ = conn.Close() }()
	since := int64(-1)
	for {
		_, b, err := conn.ReadMessage()
		if err != nil {
			return err
		}
		var m struct{ Hello *int64 }
		if err := json.Unmarshal(b, &m); err != nil {
			return err
		}
		switch {
		case m.Hello != nil:
			since = *m.Hello
			ready()
		case r.inline:
			stampsIn(b, got)
		default:
			var page struct {
				Rev  int64
				Docs json.RawMessage
			}
			if err := r.call(ctx, "GET", fmt.Sprintf("/changes?since=%d&limit=1000", since), nil, &page); err != nil {
				return err
			}
			since = page.Rev
			stampsIn(page.Docs, got)
		}
	}
}

type rx struct{ peer }

func (r *rx) writeOne(ctx context.Context, writer, n int) error {
	doc := map[string]any{"id": fmt.Sprintf("e%d-%d-%d", os.Getpid(), writer, n), "shipment": documentKey(rand.IntN(10_000)), "type": "scan", "updatedAt": n, "_deleted": false}
	return r.call(ctx, "POST", "/rx/push?mode="+r.mode, []any{map[string]any{"newDocumentState": doc}}, nil)
}

func (r *rx) bump(ctx context.Context, i int, mark float64) error {
	return (&ref{peer: r.peer}).bump(ctx, i, mark)
}

func (r *rx) listen(ctx context.Context, _ int, ready func(), got func(float64)) error {
	return r.lines(ctx, "/rx/stream", ready, func(b []byte) error { stampsIn(b, got); return nil })
}

type pocketbase struct{ peer }

func (p *pocketbase) writeOne(ctx context.Context, writer, n int) error {
	return p.call(ctx, "POST", "/api/collections/events/records", map[string]any{"shipment": documentKey(rand.IntN(10_000)), "type": "scan", "by": fmt.Sprint("w", writer), "at": n}, nil)
}

func (p *pocketbase) bump(ctx context.Context, i int, mark float64) error {
	return p.call(ctx, "PATCH", "/api/collections/shipments/records/"+documentKey(i*37%10_000), map[string]any{"ts": mark}, nil)
}

func (p *pocketbase) listen(ctx context.Context, _ int, ready func(), got func(float64)) error {
	subscribed := false
	return p.lines(ctx, "/api/realtime", func() {}, func(b []byte) error {
		data, ok := bytes.CutPrefix(b, []byte("data:"))
		if !ok || subscribed {
			stampsIn(b, got)
			return nil
		}
		var hello struct {
			ClientID string `json:"clientId"`
		}
		if err := json.Unmarshal(data, &hello); err != nil {
			return err
		}
		subscribed = true
		if err := p.call(ctx, "POST", "/api/realtime", map[string]any{"clientId": hello.ClientID, "subscriptions": []string{"shipments/*"}}, nil); err != nil {
			return err
		}
		ready()
		return nil
	})
}

type pouch struct{ peer }

func (p *pouch) writeOne(ctx context.Context, writer, n int) error {
	return p.call(ctx, "POST", "/events", map[string]any{"_id": fmt.Sprintf("e%d-%d-%d", os.Getpid(), writer, n), "shipment": documentKey(rand.IntN(10_000)), "type": "scan", "by": writer, "at": n}, nil)
}

func (p *pouch) bump(ctx context.Context, i int, mark float64) error {
	doc := map[string]any{}
	path := "/shipments/" + documentKey(i*37%10_000)
	if err := p.call(ctx, "GET", path, nil, &doc); err != nil {
		return err
	}
	doc["ts"] = mark
	return p.call(ctx, "PUT", path, doc, nil)
}

// listen does what a live replication does: long-poll the changes, then fetch the documents. Its checkpoints are left out.
func (p *pouch) listen(ctx context.Context, _ int, ready func(), got func(float64)) error {
	var info struct {
		Seq json.Number `json:"update_seq"`
	}
	if err := p.call(ctx, "GET", "/shipments", nil, &info); err != nil {
		return err
	}
	since := info.Seq.String()
	ready()
	for ctx.Err() == nil {
		var r struct {
			Results []struct {
				ID      string
				Changes []struct{ Rev string }
			}
			LastSeq json.Number `json:"last_seq"`
		}
		if err := p.call(ctx, "GET", "/shipments/_changes?feed=longpoll&style=all_docs&heartbeat=10000&since="+url.QueryEscape(since), nil, &r); err != nil {
			if ctx.Err() == nil {
				time.Sleep(50 * time.Millisecond)
			}
			continue
		}
		since = r.LastSeq.String()
		var docs []map[string]string
		for _, x := range r.Results {
			for _, c := range x.Changes {
				docs = append(docs, map[string]string{"id": x.ID, "rev": c.Rev})
			}
		}
		if len(docs) == 0 {
			continue
		}
		var body json.RawMessage
		if err := p.call(ctx, "POST", "/shipments/_bulk_get?revs=true&latest=true", map[string]any{"docs": docs}, &body); err == nil {
			stampsIn(body, got)
		}
	}
	return nil
}
