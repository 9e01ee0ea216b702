package http

import (
	"errors"
	"log/slog"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"lading/server/store"

	"github.com/fasthttp/websocket"
	"github.com/goccy/go-json"
	"golang.org/x/time/rate"
)

const (
	hubBuffer    = 256 << 10        // unsent bytes before a socket that does not read is dropped
	hubMessage   = 64 << 10         // longest message from a client
	hubSilence   = 45 * time.Second // of a client before it is taken for dead; it pings every 15 s
	hubWrite     = 10 * time.Second
	hubHandshake = 10 * time.Second
)

// Peer is one connected client.
type Peer struct {
	Org    string
	By     store.Actor
	Device string // the guid that the client goes by

	hub      *Hub
	language string
	ip       string
	since    time.Time
	limit    *rate.Limiter
	begun    atomic.Bool // the upgrade was answered
	ready    atomic.Bool // has shaken hands
	dropped  atomic.Bool
	sentAt   atomic.Int64

	mu      sync.Mutex
	conn    *websocket.Conn
	queue   [][]byte
	size    int
	writing bool          // a writer is at work; there is never more than one
	last    bool          // hang up when the queue is empty
	over    bool          // nothing may touch the connection any more
	idle    chan struct{} // closed when over and nobody writes
}

// Write queues a frame and returns at once. A client that does not read is dropped: it will pull what it missed when it comes again.
func (p *Peer) Write(frame []byte) bool { return p.write(frame, false) }

// Close sends a SignalR close message after what waits, and hangs up.
func (p *Peer) Close(why string, again bool) {
	p.write(closing(why, again), true)
}

func closing(why string, again bool) []byte {
	m := map[string]any{"type": 7}
	if why != "" {
		m["error"] = why
	}
	if again {
		m["allowReconnect"] = true
	}
	b, _ := json.Marshal(m) // strings and booleans always marshal
	return append(b, separator)
}

func (p *Peer) write(frame []byte, last bool) bool {
	p.mu.Lock()
	if p.over || p.last || len(frame) == 0 {
		p.mu.Unlock()
		return false
	}
	if p.size+len(frame) > hubBuffer {
		p.mu.Unlock()
		p.drop("does not read")
		return false
	}
	p.queue, p.size, p.last = append(p.queue, frame), p.size+len(frame), last
	if !p.writing && p.conn != nil {
		p.writing = true
		go p.drain()
	}
	p.mu.Unlock()
	return true
}

// drain writes what waits, and ends: an idle socket costs no goroutine for writing.
func (p *Peer) drain() {
	p.mu.Lock()
	defer func() {
		p.writing = false
		if p.over {
			close(p.idle)
		}
		p.mu.Unlock()
	}()
	for len(p.queue) > 0 && !p.over {
		frames, conn := p.queue, p.conn
		p.queue = nil
		p.mu.Unlock()
		// several frames may travel in one message: the protocol separates them itself
		message := frames[0]
		if len(frames) > 1 {
			message = slices.Concat(frames...)
		}
		_ = conn.SetWriteDeadline(time.Now().Add(hubWrite))
		err := conn.WriteMessage(websocket.TextMessage, message)
		p.sentAt.Store(time.Now().UnixMilli())
		p.mu.Lock()
		p.size -= len(message)
		if err != nil {
			p.mu.Unlock()
			p.drop("write failed")
			p.mu.Lock()
			return
		}
	}
	if p.last && !p.over {
		_ = p.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(time.Second))
		_ = p.conn.SetReadDeadline(time.Now().Add(2 * time.Second)) // the client closes its side, or we do
	}
}

// drop cuts the line. The reader notices and cleans up.
func (p *Peer) drop(why string) {
	if p.dropped.Swap(true) {
		return
	}
	slog.Info("hub drops a socket", "org", p.Org, "user", p.By.User, "device", p.Device, "why", why)
	hubDrops.WithLabelValues(why).Inc()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conn == nil || p.over {
		return
	}
	// a hijacked connection's own Close waits for the handler to return, which is what must happen here
	if raw, ok := p.conn.NetConn().(interface{ UnsafeConn() net.Conn }); ok {
		_ = raw.UnsafeConn().Close()
	}
}

// serve reads until the client is gone. When it returns fasthttp takes the connection back, so the writer must have let go of it.
func (p *Peer) serve(conn *websocket.Conn) {
	p.begun.Store(true)
	defer p.hub.remove(p)
	conn.SetReadLimit(hubMessage)
	p.mu.Lock()
	p.conn = conn
	p.mu.Unlock()
	defer func() {
		p.dropped.Store(true)
		p.mu.Lock()
		p.over = true
		writing := p.writing
		if writing {
			if raw, ok := conn.NetConn().(interface{ UnsafeConn() net.Conn }); ok {
				_ = raw.UnsafeConn().Close()
			}
		}
		p.mu.Unlock()
		if writing {
			<-p.idle
		}
	}()
	rest, err := p.shake(conn)
	if err != nil {
		return
	}
	p.ready.Store(true)
	if p.hub.opt.Connected != nil {
		p.hub.opt.Connected(p)
	}
	for {
		for _, frame := range rest {
			if !p.limit.Allow() {
				p.Close("too many messages", false)
				hubDrops.WithLabelValues("flood").Inc()
				p.linger(conn)
				return
			}
			if !p.hear(frame) {
				p.linger(conn)
				return
			}
		}
		_ = conn.SetReadDeadline(time.Now().Add(p.patience()))
		_, b, err := conn.ReadMessage()
		if err != nil {
			return
		}
		rest = split(b)
	}
}

// patience is how long a client may be silent; once we have said goodbye, not long.
func (p *Peer) patience() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last {
		return 2 * time.Second
	}
	return hubSilence
}

// linger gives the closing message its time to be read.
func (p *Peer) linger(conn *websocket.Conn) {
	_ = conn.SetReadDeadline(time.Now().Add(2 * time.Second))
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			return
		}
	}
}

// shake expects the protocol's handshake first; frames may follow in the same message.
func (p *Peer) shake(conn *websocket.Conn) ([][]byte, error) {
	_ = conn.SetReadDeadline(time.Now().Add(hubHandshake))
	_, b, err := conn.ReadMessage()
	if err != nil {
		return nil, err
	}
	frames := split(b)
	var hello struct {
		Protocol string `json:"protocol"`
		Version  int    `json:"version"`
	}
	if len(frames) == 0 || json.Unmarshal(frames[0], &hello) != nil || hello.Protocol != "json" || hello.Version != 1 {
		p.write([]byte("{\"error\":\"this hub speaks the json protocol, version 1\"}\x1e"), true)
		p.linger(conn)
		return nil, errors.New("no handshake")
	}
	p.Write([]byte("{}\x1e"))
	return frames[1:], nil
}
