package http

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/fasthttp/websocket"
	"github.com/goccy/go-json"
	"github.com/gofiber/fiber/v3"
	dto "github.com/prometheus/client_model/go"
)

// marks is an area with one call that the hub may make.
type marks struct {
	mu   sync.Mutex
	read []string
}

// until waits for so many calls.
func (m *marks) until(n int) {
	for ; ; time.Sleep(time.Millisecond) {
		m.mu.Lock()
		have := len(m.read)
		m.mu.Unlock()
		if have >= n {
			return
		}
	}
}

type markReq struct {
	NotificationID string `json:"NotificationId" validate:"required"`
	Group          string `json:"GroupNotificationId"`
}

func (m *marks) Ops() []op.Op {
	return []op.Op{
		op.Direct("SetReadStatusForNotification", func(_ context.Context, c *op.Call, req markReq) (op.None, error) {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.read = append(m.read, c.By.User+" "+req.NotificationID+req.Group)
			return op.None{}, nil
		}).SignedIn().OnHub("NotificationId", "GroupNotificationId"),
		op.Direct("Shipment/GetOrders", func(context.Context, *op.Call, op.None) (op.None, error) { return op.None{}, nil }).SignedIn(),
	}
}

type hubWorld struct {
	t       *testing.T
	hub     *Hub
	app     *fiber.App
	addr    string
	marks   *marks
	mu      sync.Mutex
	tickets map[string]store.Actor
	joined  chan *Peer
	left    chan *Peer
}

func startHub(t *testing.T) *hubWorld {
	t.Helper()
	w := &hubWorld{t: t, marks: &marks{}, tickets: map[string]store.Actor{}, joined: make(chan *Peer, 100), left: make(chan *Peer, 100)}
	registry := op.NewRegistry(map[string]op.Area{"notify": w.marks})
	who := func(_ context.Context, bearer string) (store.Actor, string, error) {
		if user, ok := strings.CutPrefix(bearer, "token-"); ok {
			return store.Actor{User: user, Session: "session-" + user}, "1", nil
		}
		return store.Actor{}, "", fail.Unauthorized("no-session")
	}
	w.hub = NewHub(HubOptions{Registry: registry, TakeTicket: w.take, Authenticate: who, Origins: []string{"https://tms.example.com"},
		Connected: func(p *Peer) { w.joined <- p }, Gone: func(p *Peer) { w.left <- p }})
	w.app = New(Options{Registry: registry, Authenticate: who, Ready: func(context.Context) (Readiness, error) { return Readiness{}, nil }, Mount: w.hub.Mount})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.addr = l.Addr().String()
	go func() { _ = Listen(w.app, l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		_ = w.hub.Close(ctx)
		_ = w.app.ShutdownWithContext(ctx)
	})
	return w
}

func (w *hubWorld) take(ticket string) (store.Actor, string, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	by, ok := w.tickets[ticket]
	delete(w.tickets, ticket)
	return by, "1", ok
}

func (w *hubWorld) ticket(user string) string {
	return w.ticketOf(store.Actor{User: user, Session: "session-" + user})
}

func (w *hubWorld) ticketOf(by store.Actor) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	ticket := fmt.Sprintf("ticket-%s-%d", by.User, len(w.tickets))
	w.tickets[ticket] = by
	return ticket
}

func (w *hubWorld) dial(query string, header http.Header) (*websocket.Conn, int) {
	w.t.Helper()
	c, resp, err := websocket.DefaultDialer.Dial("ws://"+w.addr+"/hub?"+query, header)
	if err != nil {
		if resp == nil {
			w.t.Fatal(err)
		}
		return nil, resp.StatusCode
	}
	w.t.Cleanup(func() { _ = c.Close() })
	return c, http.StatusSwitchingProtocols
}

// join connects and shakes hands.
func (w *hubWorld) join(user, device string) (*websocket.Conn, *Peer) {
	w.t.Helper()
	c, code := w.dial("guid="+device+"&access_token="+w.ticket(user), nil)
	if c == nil {
		w.t.Fatalf("refused with %d", code)
	}
	say(w.t, c, `{"protocol":"json","version":1}`)
	if got := hear(w.t, c); got != "{}" {
		w.t.Fatalf("handshake answered %s", got)
	}
	return c, <-w.joined
}

func say(t *testing.T, c *websocket.Conn, frame string) {
	t.Helper()
	if err := c.WriteMessage(websocket.TextMessage, []byte(frame+"\x1e")); err != nil {
		t.Fatal(err)
	}
}

// hear gives the next message that is no ping.
func hear(t *testing.T, c *websocket.Conn) string {
	t.Helper()
	for {
		_ = c.SetReadDeadline(time.Now().Add(2 * time.Minute))
		_, b, err := c.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if s := strings.TrimSuffix(string(b), "\x1e"); s != `{"type":6}` {
			return s
		}
	}
}

func TestHub_ServesTheStockClient(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	if _, err := os.Stat("../../node_modules/@microsoft/signalr"); err != nil {
		t.Skip("npm packages are not installed")
	}
	script, err := filepath.Abs("testdata/hub.mjs")
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"skip", "negotiate"} {
		t.Run(how, func(t *testing.T) {
			w := startHub(t)
			tickets := w.ticket("U1")
			if how == "negotiate" { // it asks for one a request
				tickets = "spent," + tickets
			}
			go func() {
				p := <-w.joined
				w.marks.until(2)
				p.Write(Invocation("SyncPoke", map[string]any{"version": 7, "epoch": "E"}))
				w.marks.until(3) // it has heard of everything
				p.Close("", false)
			}()
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, node, script, "http://"+w.addr, tickets, how)
			cmd.Dir = filepath.Dir(script)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, stderr.String())
			}
			var seen struct {
				Poke            struct{ Version int }
				Refused, Closed string
				Unknown         string
			}
			if err := json.Unmarshal(out, &seen); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if seen.Poke.Version != 7 || seen.Closed != "" || !strings.Contains(seen.Refused, "Check the marked fields.") || !strings.Contains(seen.Unknown, "There is no call at this address.") {
				t.Errorf("client saw %s", out)
			}
			if got := strings.Join(w.marks.read, ", "); got != "U1 N1G1, U1 N2, U1 N3" {
				t.Errorf("calls: %s", got)
			}
		})
	}
}

func TestHub_LetsInOnlyWhoMay(t *testing.T) {
	w := startHub(t)
	ticket := w.ticket("U1")
	cases := []struct {
		name, query string
		header      http.Header
		want        int
	}{
		{"nobody", "", nil, http.StatusUnauthorized},
		{"another site", "access_token=" + ticket, http.Header{"Origin": {"https://evil.example.com"}}, http.StatusForbidden},
		{"the ticket that the other site did not spend", "access_token=" + ticket, http.Header{"Origin": {"https://tms.example.com"}}, http.StatusSwitchingProtocols},
		{"a ticket again", "access_token=" + ticket, nil, http.StatusUnauthorized},
		{"our own page", "access_token=" + w.ticket("U2"), http.Header{"Origin": {"http://" + w.addr}}, http.StatusSwitchingProtocols},
		{"a bearer token", "", http.Header{"Authorization": {"Bearer token-U3"}}, http.StatusSwitchingProtocols},
		{"a bearer token in the address", "access_token=token-U3", nil, http.StatusUnauthorized},
		{"a wrong bearer token", "", http.Header{"Authorization": {"Bearer nonsense"}}, http.StatusUnauthorized},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if _, got := w.dial(c.query, c.header); got != c.want {
				t.Errorf("answered %d, want %d", got, c.want)
			}
		})
	}
	resp, err := http.Get("http://" + w.addr + "/hub")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusUpgradeRequired {
		t.Errorf("plain GET: %d", resp.StatusCode)
	}
}

// A program comes to the hub's rows as it comes to the sync's: by its scope, whatever opens the hub for it, and never as a person's device.
func TestHub_LetsAProgramInByTheScopeOfTheSyncAndAsNoDevice(t *testing.T) {
	w := startHub(t)
	for name, c := range map[string]struct {
		scopes []string
		guid   string
		want   int
	}{
		"another scope":           {[]string{"access:read"}, "", http.StatusForbidden},
		"no scope":                {[]string{}, "", http.StatusForbidden},
		"the scope":               {[]string{"sync:read"}, "", http.StatusSwitchingProtocols},
		"the scope, and a device": {[]string{"sync:read"}, "tablet", http.StatusForbidden},
		"all, and a device":       {nil, "tablet", http.StatusForbidden},
		"all":                     {nil, "", http.StatusSwitchingProtocols},
	} {
		program := store.Actor{User: "U1", Session: "session-P1", Program: true, Scopes: c.scopes}
		if _, got := w.dial("guid="+c.guid+"&access_token="+w.ticketOf(program), nil); got != c.want {
			t.Errorf("%s: answered %d, want %d", name, got, c.want)
		}
	}
}

func TestHub_HangsUpOnAFlood(t *testing.T) {
	w := startHub(t)
	c, _ := w.join("U1", "D1")
	for range 200 {
		if c.WriteMessage(websocket.TextMessage, []byte("{\"type\":6}\x1e")) != nil {
			break
		}
	}
	if got := hear(t, c); got != `{"error":"too many messages","type":7}` {
		t.Errorf("heard %s", got)
	}
	<-w.left
}

func TestHub_DropsWhoDoesNotRead(t *testing.T) {
	w := startHub(t)
	_, slow := w.join("U1", "D1")
	c, _ := w.join("U2", "D2")
	frame := Invocation("Noise", strings.Repeat("x", 60<<10))
	unread := drops(t, "does not read")
	n := 0
	for slow.Write(frame) {
		if n++; n > 5000 {
			t.Fatal("a socket that nobody reads takes everything")
		}
	}
	if got := drops(t, "does not read") - unread; got != 1 { // and not after waiting for it to take a frame
		t.Errorf("dropped %v times for what it has not read", got)
	}
	<-w.left
	if slow.Write(frame) {
		t.Error("writes to a dropped socket")
	}
	w.hub.ToUser("1", "U2", "Still", "here")
	if got := hear(t, c); got != `{"arguments":["here"],"target":"Still","type":1}` {
		t.Errorf("the other heard %s", got)
	}
}

// drops is how many sockets were cut for a reason.
func drops(t *testing.T, why string) float64 {
	t.Helper()
	var m dto.Metric
	if err := hubDrops.WithLabelValues(why).Write(&m); err != nil {
		t.Fatal(err)
	}
	return m.GetCounter().GetValue()
}

func TestHub_RefusesMessagesTooLongOrUnreadable(t *testing.T) {
	w := startHub(t)
	long, _ := w.join("U1", "D1")
	_ = long.WriteMessage(websocket.TextMessage, []byte(strings.Repeat("x", 65<<10)))
	<-w.left
	odd, _ := w.join("U1", "D1")
	say(t, odd, "not json")
	if got := hear(t, odd); !strings.Contains(got, `"type":7`) {
		t.Errorf("heard %s", got)
	}
	<-w.left
	c, _ := w.dial("access_token="+w.ticket("U1"), nil)
	say(t, c, `{"protocol":"messagepack","version":1}`)
	if got := hear(t, c); !strings.Contains(got, "error") {
		t.Errorf("another protocol: %s", got)
	}
}

func TestHub_FiveSocketsAPerson(t *testing.T) {
	w := startHub(t)
	for i := range hubPerUser {
		w.join("U1", fmt.Sprint("D", i))
	}
	if _, code := w.dial("guid=D9&access_token="+w.ticket("U1"), nil); code != http.StatusTooManyRequests {
		t.Fatalf("a sixth place: %d", code)
	}
	w.join("U2", "D9")
	w.join("U1", "D3") // a reloaded page takes its own place
	if p := <-w.left; p.Device != "D3" {
		t.Fatalf("%s had to go", p.Device)
	}
}

func TestHub_EndsWithTheSessionAndComesBackAfterAStop(t *testing.T) {
	w := startHub(t)
	out, _ := w.join("U1", "D1")
	stay, _ := w.join("U2", "D2")
	w.hub.EndSession("1", "session-U1")
	if got := hear(t, out); got != `{"error":"signed out","type":7}` {
		t.Errorf("heard %s", got)
	}
	<-w.left
	ctx, cancel := context.WithTimeout(context.Background(), hubSilence*2/3) // nobody is waited for as for one who is silent
	defer cancel()
	if err := w.hub.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if got := hear(t, stay); got != `{"allowReconnect":true,"type":7}` {
		t.Errorf("heard %s", got)
	}
	if err := w.app.ShutdownWithContext(ctx); err != nil {
		t.Fatal(err)
	}
}

// Ten thousand idle sockets may take 400 MB; this counts a thousand, the clients' side included.
func TestHub_IdleSocketsAreCheap(t *testing.T) {
	const sockets, each = 1000, 40 << 10
	w := startHub(t)
	memory := func() int {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapInuse + m.StackInuse)
	}
	before := memory()
	for i := range sockets {
		c, err := net.Dial("tcp", w.addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		_, err = fmt.Fprintf(c, "GET /hub?guid=D%d&access_token=%s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", i, w.ticket(fmt.Sprint("U", i)), w.addr)
		if err != nil {
			t.Fatal(err)
		}
		answer := make([]byte, 4096)
		n, err := c.Read(answer)
		if err != nil || !strings.Contains(string(answer[:n]), " 101 ") {
			t.Fatalf("%s %v", answer[:n], err)
		}
		hello := []byte("{\"protocol\":\"json\",\"version\":1}\x1e")
		if _, err := c.Write(append([]byte{0x81, 0x80 | byte(len(hello)), 0, 0, 0, 0}, hello...)); err != nil {
			t.Fatal(err)
		}
		<-w.joined
	}
	used := (memory() - before) / sockets
	t.Logf("hub_idle_socket_bytes %d", used)
	if used > each {
		t.Errorf("%d bytes a socket", used)
	}
}
