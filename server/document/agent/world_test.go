package agent_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/fixtures"
	"lading/server/document"
	"lading/server/document/agent"
	lhttp "lading/server/http"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// world is a real server on a real port, with a load on its dock, and a print computer beside it.
type world struct {
	*testkit.Kit
	t        *testing.T
	server   string
	shipment string
	dir      string
	stop     func()
	agent    *agent.Agent
	listen   string
	scale    string
}

func start(t *testing.T) *world {
	t.Helper()
	w := &world{Kit: testkit.Empty(t), t: t, dir: t.TempDir()}
	if err := w.App.LoadDemo(context.Background(), fixtures.Size{Orders: 10, Shipments: 40}); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.server = "http://" + l.Addr().String()
	go func() { _ = lhttp.Listen(w.App.Web, l) }()
	w.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT s.id FROM shipment s WHERE s.warehouse = 'ATL' AND s.signed_at IS NULL AND (SELECT count(*) FROM dock_pallet p WHERE p.shipment_id = s.id AND sscc <> '') > 1 ORDER BY s.id LIMIT 1`).Scan(&w.shipment)
	})
	code := testkit.Into[document.Pairing](t, w.As("admin@demo.test").Call("Printing/Pair", document.PairReq{Warehouse: "ATL", Name: "Dock 4"})).Code
	w.open()
	if err := w.agent.Pair(context.Background(), "", w.server+"/Printing#"+code); err != nil {
		t.Fatal(err)
	}
	w.run()
	t.Cleanup(func() { w.kill() })
	return w
}

// free gives an address that nobody listens on, nor will before we do: other tests take theirs of 127.0.0.1, beside us and at any time.
func free(t *testing.T) string {
	t.Helper()
	if l, err := net.Listen("tcp", "127.0.0.2:0"); err == nil {
		_ = l.Close()
		return freeAt(t, "127.0.0.2")
	}
	return freeAt(t, "127.0.0.1") // a system that has the first of them alone
}

func freeAt(t *testing.T, host string) string {
	t.Helper()
	for {
		l, err := net.Listen("tcp", host+":0")
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Close()
		if _, given := freed.LoadOrStore(l.Addr().String(), true); !given {
			return l.Addr().String()
		}
	}
}

var freed sync.Map // given once: no two of a test are the same

// rewrite changes the last words of the print computer's memory.
func (w *world) rewrite(old, to string) {
	w.t.Helper()
	name := filepath.Join(w.dir, "printer", "prints.log")
	b, err := os.ReadFile(name)
	if err != nil {
		w.t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSpace(string(b))+"\n", "\n")
	last := len(lines) - 2
	if !strings.Contains(lines[last], old) {
		w.t.Fatalf("the last step is %s", lines[last])
	}
	if err := os.WriteFile(name, []byte(string(b)+strings.Replace(lines[last], old, to, 1)), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) open() {
	w.t.Helper()
	w.listen = free(w.t)
	var err error
	if w.agent, err = agent.Open(agent.Config{Dir: filepath.Join(w.dir, "printer"), Folders: filepath.Join(w.dir, "folders"), Listen: w.listen, Scale: w.scale, Again: 100 * time.Millisecond}); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) run() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	a := w.agent
	go func() {
		defer close(done)
		if err := a.Run(ctx); err != nil {
			w.t.Error(err)
		}
	}()
	w.stop = func() { cancel(); <-done }
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if c, err := net.Dial("tcp", w.listen); err == nil {
			_ = c.Close()
			return
		}
	}
	w.t.Fatal("the print computer does not listen")
}

// kill stops the print computer; restart starts it again from its disk.
func (w *world) kill() {
	if w.stop != nil {
		w.stop()
		w.stop = nil
	}
}

func (w *world) restart() {
	w.t.Helper()
	w.kill()
	w.open()
	w.run()
}

// paired reads what the print computer keeps of its pairing.
func (w *world) paired() (id, key string) {
	w.t.Helper()
	var p struct{ Agent, LocalKey string }
	b, err := os.ReadFile(filepath.Join(w.dir, "printer", "pairing.json"))
	if err == nil {
		err = json.Unmarshal(b, &p)
	}
	if err != nil || p.LocalKey == "" {
		w.t.Fatalf("pairing %s: %v", b, err)
	}
	return p.Agent, p.LocalKey
}

func (w *world) printer(address, format string) document.Printer {
	w.t.Helper()
	id, _ := w.paired()
	papers := map[string]int{"bol": 3, "packing-list": 1}
	if format == "zpl" {
		papers = map[string]int{"pallet-label": 1}
	}
	return testkit.Into[document.Printer](w.t, w.As("admin@demo.test").Call("Printing/SavePrinter", document.PrinterReq{Agent: id, Name: "P-" + format, Address: address, Format: format, Dots: 8, Papers: papers}))
}

func (w *world) queue(req document.BatchReq) document.Print {
	w.t.Helper()
	req.ShipmentID = w.shipment
	return testkit.Into[[]document.Print](w.t, w.As("dock@demo.test").Call("DockView/PrintQueueBatch", req))[0]
}

func (w *world) print(id string) (p document.Print) {
	w.t.Helper()
	w.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		p, _, err = store.Get[document.Print](ctx, tx, `SELECT * FROM document_print WHERE id = ?`, id)
		return err
	})
	return p
}

// until waits for a print to come as far as it says.
func (w *world) until(id string, state document.PrintState, answer string) document.Print {
	w.t.Helper()
	var p document.Print
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if p = w.print(id); p.State == state && (answer == "" || p.Answer == answer) {
			return p
		}
	}
	w.t.Fatalf("print %s is %s %q (%v), want %s %q", id, p.State, p.Answer, p.Params.V, state, answer)
	return p
}

// sink is a printer on a socket that keeps what it is given.
type sink struct {
	t      *testing.T
	l      net.Listener
	mu     sync.Mutex
	got    []string
	status string // of ~HS, if it answers
}

func startSink(t *testing.T, address string) *sink {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s := &sink{t: t, l: l}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(c)
		}
	}()
	return s
}

func (s *sink) serve(c net.Conn) {
	defer func() { _ = c.Close() }()
	var all []byte
	buf := make([]byte, 4096)
	for {
		n, err := c.Read(buf)
		all = append(all, buf[:n]...)
		if strings.HasPrefix(string(all), "~HS") {
			s.mu.Lock()
			status := s.status
			s.mu.Unlock()
			_, _ = io.WriteString(c, status)
			return
		}
		if err != nil {
			break
		}
	}
	if len(all) > 0 {
		s.mu.Lock()
		s.got = append(s.got, string(all))
		s.mu.Unlock()
	}
}

func (s *sink) says(status string) { s.mu.Lock(); s.status = status; s.mu.Unlock() }

func (s *sink) prints() []string { s.mu.Lock(); defer s.mu.Unlock(); return slices.Clone(s.got) }

func (s *sink) address() string { return "raw://" + s.l.Addr().String() }

const (
	fine     = "\x02030,0,0,1245,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n"
	noPaper  = "\x02030,1,0,1245,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n"
	openHead = "\x02030,0,0,1245,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,1,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n"
)
