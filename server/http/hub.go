package http

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/store"

	"github.com/fasthttp/websocket"
	"github.com/goccy/go-json"
	"github.com/gofiber/fiber/v3"
	"github.com/oklog/ulid/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/valyala/fasthttp"
	"golang.org/x/time/rate"
)

const (
	hubBuffer    = 256 << 10        // unsent bytes before a socket that does not read is dropped
	hubMessage   = 64 << 10         // longest message from a client
	hubPerUser   = 5                // sockets of one person
	hubPing      = 15 * time.Second // of silence towards a client
	hubSilence   = 45 * time.Second // of a client before it is taken for dead; it pings every 15 s
	hubWrite     = 10 * time.Second
	hubHandshake = 10 * time.Second
	hubRenew     = 25 * time.Second // a disabled person is cut within a minute, whatever was missed
	separator    = 0x1e
)

// HubOptions are what the hub needs of the rest.
type HubOptions struct {
	Registry *op.Registry
	// TakeTicket turns a single-use ticket into who asks; ok is false where it is unknown, used or too old.
	TakeTicket   func(ticket string) (by store.Actor, org string, ok bool)
	Authenticate func(ctx context.Context, bearer string) (store.Actor, string, error)
	// Origins may connect besides the one that served the page: https://tms.example.com
	Origins []string
	// Renew gives the rights that the person behind a socket has now; ok is false where the session has ended. It is asked at
	// every call and every half minute, and remembers for as long. Nil trusts EndSession and EndUser alone.
	Renew func(ctx context.Context, org string, by store.Actor) (now store.Actor, ok bool)
	// Connected is told of a peer that has shaken hands, Gone of one that hung up.
	Connected, Gone func(p *Peer)
}

// Hub keeps the WebSockets open and speaks the SignalR JSON protocol, version 1, over them.
type Hub struct {
	opt      HubOptions
	upgrader websocket.FastHTTPUpgrader
	calls    map[string]*op.Op // by lower-case method
	mu       sync.RWMutex
	orgs     map[string]map[*Peer]struct{}
	closed   bool
	done     chan struct{}
	live     sync.WaitGroup
}

// NewHub makes a hub. Clients may invoke the calls that declare OnHub.
func NewHub(opt HubOptions) *Hub {
	h := &Hub{opt: opt, calls: map[string]*op.Op{}, orgs: map[string]map[*Peer]struct{}{}, done: make(chan struct{})}
	for _, o := range opt.Registry.All() {
		if o.Hub != nil {
			h.calls[strings.ToLower(o.Path)] = o
		}
	}
	// fasthttp's own reader of 16 KiB stands below, so this one can be small
	h.upgrader = websocket.FastHTTPUpgrader{ReadBufferSize: 512, WriteBufferSize: 4096, WriteBufferPool: &sync.Pool{}, CheckOrigin: h.fromHere,
		Error: func(ctx *fasthttp.RequestCtx, status int, _ error) { ctx.Error(http.StatusText(status), status) }}
	go h.pings()
	if opt.Renew != nil {
		go h.sessions()
	}
	return h
}

// Mount adds the hub's addresses.
func (h *Hub) Mount(app *fiber.App) {
	app.Post("/hub/negotiate", h.negotiate)
	app.Get("/hub", h.connect)
}

// fromHere keeps other sites' pages from opening a socket in a person's browser. Programs send no Origin; they must bring a token anyway.
func (h *Hub) fromHere(ctx *fasthttp.RequestCtx) bool {
	origin := string(ctx.Request.Header.Peek("Origin"))
	if origin == "" {
		return true
	}
	if slices.ContainsFunc(h.opt.Origins, func(o string) bool { return strings.EqualFold(o, origin) }) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, string(ctx.Host()))
}

// negotiate tells a client that there are WebSockets only. It gives nothing away and takes no ticket: connecting does.
func (h *Hub) negotiate(c fiber.Ctx) error {
	if !h.fromHere(c.RequestCtx()) {
		return fail.Forbidden("hub-wrong-origin")
	}
	id := ulid.Make().String()
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.JSON(map[string]any{"negotiateVersion": 1, "connectionId": id, "connectionToken": id,
		"availableTransports": []map[string]any{{"transport": "WebSockets", "transferFormats": []string{"Text"}}}})
}

func (h *Hub) connect(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	if !websocket.FastHTTPIsWebSocketUpgrade(ctx) {
		return fail.New(http.StatusUpgradeRequired, "hub-wants-websocket")
	}
	if !h.fromHere(ctx) {
		return fail.Forbidden("hub-wrong-origin")
	}
	by, org, err := h.who(c)
	if err != nil {
		return err
	}
	p := &Peer{Org: org, By: by, Device: c.Query("guid"), hub: h, idle: make(chan struct{}),
		language: message.Best(c.Get(fiber.HeaderAcceptLanguage)), ip: c.IP(),
		limit: rate.NewLimiter(20, 60)} // 20 a second; 60 at once, for the receipts of a morning's notifications
	if by.Language != "" {
		p.language = by.Language
	}
	if len(p.Device) > 64 {
		return fail.Malformed("field-malformed")
	}
	if err := h.add(p); err != nil {
		return err
	}
	if err := h.upgrader.Upgrade(ctx, p.serve); err != nil {
		h.remove(p)
		var refused websocket.HandshakeError
		if errors.As(err, &refused) {
			return nil // answered already
		}
		return err
	}
	return nil
}

// who reads the ticket of the query string or the token of the header. An access token does not belong into an address, so it is not taken from there.
func (h *Hub) who(c fiber.Ctx) (store.Actor, string, error) {
	token := c.Query("access_token")
	bearer, _ := strings.CutPrefix(c.Get(fiber.HeaderAuthorization), "Bearer ")
	for _, ticket := range []string{token, bearer} { // the stock client outside a browser sends its ticket as a bearer token
		if ticket != "" && h.opt.TakeTicket != nil {
			if by, org, ok := h.opt.TakeTicket(ticket); ok {
				return by, org, nil
			}
		}
	}
	if token == "" && bearer != "" {
		by, org, err := h.opt.Authenticate(c.Context(), bearer)
		if err == nil && by.User == "" {
			err = fail.Unauthorized("no-session")
		}
		return by, org, err
	}
	return store.Actor{}, "", fail.Unauthorized("hub-ticket-invalid")
}

// add counts a peer in. A person's sixth socket replaces one of the same device, a page reloaded on a bad line, or is refused.
func (h *Hub) add(p *Peer) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return fail.New(http.StatusServiceUnavailable, "server-busy")
	}
	var oldest *Peer
	n := 0
	for q := range h.orgs[p.Org] {
		if q.By.User != p.By.User || q.dropped.Load() {
			continue
		}
		n++
		if q.Device == p.Device && (oldest == nil || q.since.Before(oldest.since)) {
			oldest = q
		}
	}
	if n >= hubPerUser {
		if oldest == nil {
			return fail.New(http.StatusTooManyRequests, "hub-too-many-sockets", "max", hubPerUser, "seconds", 60)
		}
		oldest.Close("replaced by a newer connection", false)
	}
	p.since = time.Now()
	if h.orgs[p.Org] == nil {
		h.orgs[p.Org] = map[*Peer]struct{}{}
	}
	h.orgs[p.Org][p] = struct{}{}
	h.live.Add(1)
	hubSockets.Inc()
	return nil
}

func (h *Hub) remove(p *Peer) {
	h.mu.Lock()
	_, was := h.orgs[p.Org][p]
	delete(h.orgs[p.Org], p)
	if len(h.orgs[p.Org]) == 0 {
		delete(h.orgs, p.Org)
	}
	h.mu.Unlock()
	if was {
		hubSockets.Dec()
		h.live.Done()
		if h.opt.Gone != nil && p.ready.Load() {
			h.opt.Gone(p)
		}
	}
}

// Peers are an organisation's connected clients.
func (h *Hub) Peers(org string) []*Peer {
	h.mu.RLock()
	defer h.mu.RUnlock()
	out := make([]*Peer, 0, len(h.orgs[org]))
	for p := range h.orgs[org] {
		if p.ready.Load() && !p.dropped.Load() {
			out = append(out, p)
		}
	}
	return out
}

// Anyone tells whether an organisation has a socket at all.
func (h *Hub) Anyone(org string) bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.orgs[org]) > 0
}

// ToUser sends a message to all of a person's sockets.
func (h *Hub) ToUser(org, user, target string, args ...any) {
	var frame []byte
	for _, p := range h.Peers(org) {
		if p.By.User != user {
			continue
		}
		if frame == nil {
			frame = Invocation(target, args...)
		}
		p.Write(frame)
	}
}

// EndSession hangs up on a session that ended: a socket lives no longer than the sign-in it came from.
func (h *Hub) EndSession(org, session string) {
	for _, p := range h.Peers(org) {
		if p.By.Session == session {
			p.Close("signed out", false)
		}
	}
}

// EndUser hangs up on all of a person's sockets: disabled, or with other rights than before. They may come again if they still can.
func (h *Hub) EndUser(org, user string) {
	for _, p := range h.Peers(org) {
		if p.By.User == user {
			p.Close("rights have changed", true)
		}
	}
}

// pings keeps proxies from closing what is silent, and clients from giving up. One clock serves all sockets.
func (h *Hub) pings() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	ping := []byte("{\"type\":6}\x1e")
	for {
		select {
		case <-h.done:
			return
		case now := <-tick.C:
			h.mu.RLock()
			var quiet, never []*Peer
			for _, peers := range h.orgs {
				for p := range peers {
					if !p.begun.Load() && now.Sub(p.since) > time.Minute { // hung up before the upgrade was answered
						never = append(never, p)
					}
					if p.ready.Load() && now.UnixMilli()-p.sentAt.Load() >= hubPing.Milliseconds() {
						quiet = append(quiet, p)
					}
				}
			}
			h.mu.RUnlock()
			for _, p := range quiet {
				p.Write(ping)
			}
			for _, p := range never {
				h.remove(p)
			}
		}
	}
}

// sessions hangs up where a session ended and nobody said so.
func (h *Hub) sessions() {
	tick := time.NewTicker(hubRenew)
	defer tick.Stop()
	for {
		select {
		case <-h.done:
			return
		case <-tick.C:
			h.mu.RLock()
			var all []*Peer
			for _, peers := range h.orgs {
				for p := range peers {
					all = append(all, p)
				}
			}
			h.mu.RUnlock()
			for _, p := range all {
				ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
				if _, ok := h.opt.Renew(ctx, p.Org, p.By); !ok && ctx.Err() == nil {
					p.Close("signed out", false)
				}
				cancel()
			}
		}
	}
}

// Close tells every client to come again, and hangs up. Call it before the web server shuts down: that does not see hijacked sockets.
func (h *Hub) Close(ctx context.Context) error {
	h.mu.Lock()
	if !h.closed {
		h.closed = true
		close(h.done)
	}
	var all []*Peer
	for _, peers := range h.orgs {
		for p := range peers {
			all = append(all, p)
		}
	}
	h.mu.Unlock()
	for _, p := range all {
		p.Close("", true)
	}
	gone := make(chan struct{})
	go func() { h.live.Wait(); close(gone) }()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		for _, p := range all {
			p.drop("shutdown")
		}
		return ctx.Err()
	}
}

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

// split cuts a message into frames; what follows the last separator is not one.
func split(b []byte) (frames [][]byte) {
	for {
		i := slices.Index(b, separator)
		if i < 0 {
			return frames
		}
		if i > 0 {
			frames = append(frames, b[:i])
		}
		b = b[i+1:]
	}
}

type frame struct {
	Type         int               `json:"type"`
	InvocationID string            `json:"invocationId"`
	Target       string            `json:"target"`
	Arguments    []json.RawMessage `json:"arguments"`
}

// hear acts on one frame; false ends the connection.
func (p *Peer) hear(b []byte) bool {
	var f frame
	if err := json.Unmarshal(b, &f); err != nil {
		p.Close("a message could not be read", false)
		return false
	}
	switch f.Type {
	case 1:
		result, err := p.invoke(f)
		if f.InvocationID != "" {
			p.Write(p.completion(f.InvocationID, result, err))
		}
	case 4:
		p.Write(p.completion(f.InvocationID, nil, fail.NotFound("no-such-call", "path", f.Target)))
	case 7:
		return false
	}
	return true
}

// invoke runs a client's call through the registry, so that rights, limits and the log hold as anywhere else.
func (p *Peer) invoke(f frame) (any, error) {
	o, ok := p.hub.calls[strings.ToLower(f.Target)]
	if !ok {
		return nil, fail.NotFound("no-such-call", "path", f.Target)
	}
	args, err := arguments(o.Hub, f.Arguments)
	if err != nil {
		return nil, err
	}
	by := p.By
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if renew := p.hub.opt.Renew; renew != nil {
		if by, ok = renew(ctx, p.Org, by); !ok {
			p.Close("signed out", false)
			return nil, fail.Unauthorized("no-session")
		}
	}
	a, err := p.hub.opt.Registry.Run(ctx, &op.Call{Op: o, Org: p.Org, By: by, Args: args, RequestID: ulid.Make().String(), IP: p.ip, Language: p.language})
	if err != nil {
		return nil, err
	}
	if _, none := a.Body.(op.None); none {
		return nil, nil
	}
	return a.Body, nil
}

// arguments makes a request of a call's arguments: one object, or values in the declared order.
func arguments(names []string, values []json.RawMessage) ([]byte, error) {
	if len(values) == 1 && len(values[0]) > 0 && values[0][0] == '{' {
		return values[0], nil
	}
	if len(values) > len(names) {
		return nil, fail.Malformed("hub-too-many-arguments", "max", len(names))
	}
	m := map[string]json.RawMessage{}
	for i, v := range values {
		m[names[i]] = v
	}
	return json.Marshal(m)
}

func (p *Peer) completion(id string, result any, err error) []byte {
	m := map[string]any{"type": 3, "invocationId": id}
	if err != nil {
		f, ok := fail.As(err)
		if !ok {
			f = fail.New(http.StatusInternalServerError, "something-went-wrong")
		}
		m["error"] = message.Text(p.language, f.Code, f.Params)
	} else {
		m["result"] = result
	}
	b, err := json.Marshal(m)
	if err != nil {
		slog.Error("hub cannot write an answer", "err", err)
		b, _ = json.Marshal(map[string]any{"type": 3, "invocationId": id, "error": message.Text(p.language, "something-went-wrong", nil)})
	}
	return append(b, separator)
}

// Invocation is a frame that calls a client's handler.
func Invocation(target string, args ...any) []byte {
	if args == nil {
		args = []any{}
	}
	b, err := json.Marshal(map[string]any{"type": 1, "target": target, "arguments": args})
	if err != nil {
		slog.Error("hub cannot write a message", "target", target, "err", err)
		return nil
	}
	return append(b, separator)
}

var (
	hubSockets = prometheus.NewGauge(prometheus.GaugeOpts{Name: "ws_connections", Help: "Open WebSockets."})
	hubDrops   = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ws_drops_total", Help: "Sockets cut by the server, by reason."}, []string{"why"})
)

func init() { prometheus.MustRegister(hubSockets, hubDrops) }
