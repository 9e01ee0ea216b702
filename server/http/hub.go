package http

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/store"

	"github.com/fasthttp/websocket"
	"github.com/gofiber/fiber/v3"
	"github.com/oklog/ulid/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/valyala/fasthttp"
	"golang.org/x/time/rate"
)

const (
	hubPath    = "/hub"
	hubPerUser = 5                // sockets of one person
	hubPing    = 15 * time.Second // of silence towards a client
	hubRenew   = 25 * time.Second // a disabled person is cut within a minute, whatever was missed
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
	app.Post(hubPath+"/negotiate", h.negotiate)
	app.Get(hubPath, h.connect)
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
	if err := op.NeedScope(by, "sync", false); err != nil { // the hub hands over rows of all areas
		return err
	}
	if by.Program && by.Device == "" && c.Query("guid") != "" { // a device of a person's: its rows are not for a program
		return fail.Forbidden("device-other")
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
	if by.Device != "" { // the session's device, whatever the address says
		if p.Device != "" && p.Device != by.Device {
			return fail.Forbidden("device-other")
		}
		p.Device = by.Device
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
	h.ToSocket(org, user, "", target, args...)
}

// ToSocket sends a message to the sockets of one of a person's devices, by the guid that it connected with; to all of them where none is named.
func (h *Hub) ToSocket(org, user, guid, target string, args ...any) {
	var frame []byte
	for _, p := range h.Peers(org) {
		if p.By.User != user || guid != "" && p.Device != guid {
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

// RenewSession hangs up on a session that may come again with more than it had.
func (h *Hub) RenewSession(org, session string) {
	for _, p := range h.Peers(org) {
		if p.By.Session == session {
			p.Close("session has changed", true)
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

var (
	hubSockets = prometheus.NewGauge(prometheus.GaugeOpts{Name: "ws_connections", Help: "Open WebSockets."})
	hubDrops   = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ws_drops_total", Help: "Sockets cut by the server, by reason."}, []string{"why"})
)

func init() { prometheus.MustRegister(hubSockets, hubDrops) }
