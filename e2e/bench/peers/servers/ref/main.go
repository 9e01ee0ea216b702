// Reference server of the bench, written for it: the smallest server with the protocol shape our product
// is to have (snapshot stream, changes-since, push of named mutations, WebSocket poke) plus an endpoint
// pair that follows RxDB's documented HTTP replication protocol. SQLite in WAL mode.
//
//	ref -addr 127.0.0.1:7801 -dir DATA -static DIST -seed FILE_PREFIX -sync FULL|NORMAL
package main

import (
	"bufio"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	_ "github.com/mattn/go-sqlite3"
)

type server struct {
	wdb, rdb *sql.DB
	seedPfx  string
	jobs     chan *job
	hub      hub
}

// ---- group commit: one writer goroutine, many requests per transaction -------------------------
type job struct {
	fn    func(tx *sql.Tx, rev func() int64) error
	done  chan error
	alone bool // commit by itself (mode=single)
}

func (s *server) writer() {
	for j := range s.jobs {
		batch := []*job{j}
		if !j.alone {
		more:
			for len(batch) < 256 {
				select {
				case k := <-s.jobs:
					batch = append(batch, k)
					if k.alone {
						break more
					}
				default:
					break more
				}
			}
		}
		s.commit(batch)
	}
}

func (s *server) commit(batch []*job) {
	tx, err := s.wdb.Begin()
	errs := make([]error, len(batch))
	if err == nil {
		var cur int64
		err = tx.QueryRow(`SELECT v FROM meta WHERE k='rev'`).Scan(&cur)
		start := cur
		next := func() int64 { cur++; return cur }
		for i, j := range batch {
			if len(batch) > 1 {
				tx.Exec(`SAVEPOINT m`)
			}
			errs[i] = j.fn(tx, next)
			if len(batch) > 1 {
				if errs[i] != nil {
					tx.Exec(`ROLLBACK TO m`)
				}
				tx.Exec(`RELEASE m`)
			}
		}
		if err == nil && cur != start {
			_, err = tx.Exec(`UPDATE meta SET v=? WHERE k='rev'`, cur)
		}
		if err == nil {
			err = tx.Commit()
		} else {
			tx.Rollback()
		}
		if err == nil && cur != start {
			s.hub.notify(cur)
		}
	}
	for i, j := range batch {
		if err != nil {
			errs[i] = err
		}
		j.done <- errs[i]
	}
}

func (s *server) do(alone bool, fn func(tx *sql.Tx, rev func() int64) error) error {
	j := &job{fn: fn, done: make(chan error, 1), alone: alone}
	s.jobs <- j
	return <-j.done
}

// ---- live hub ------------------------------------------------------------------------------------
type hub struct {
	mu   sync.Mutex
	subs map[chan int64]struct{}
}

func (h *hub) sub() chan int64 {
	c := make(chan int64, 1)
	h.mu.Lock()
	if h.subs == nil {
		h.subs = map[chan int64]struct{}{}
	}
	h.subs[c] = struct{}{}
	h.mu.Unlock()
	return c
}
func (h *hub) unsub(c chan int64) { h.mu.Lock(); delete(h.subs, c); h.mu.Unlock() }
func (h *hub) notify(rev int64) {
	h.mu.Lock()
	for c := range h.subs {
		select {
		case c <- rev:
		default: // coalesce: keep only the newest
			select {
			case <-c:
			default:
			}
			select {
			case c <- rev:
			default:
			}
		}
	}
	h.mu.Unlock()
}

const schema = `
CREATE TABLE IF NOT EXISTS docs(id TEXT PRIMARY KEY, rev INTEGER NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS docs_rev ON docs(rev);
CREATE TABLE IF NOT EXISTS meta(k TEXT PRIMARY KEY, v INTEGER);
CREATE TABLE IF NOT EXISTS clients(id TEXT PRIMARY KEY, last_mutation INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS events(id INTEGER PRIMARY KEY, shipment TEXT, type TEXT, by TEXT, at INTEGER);
INSERT OR IGNORE INTO meta VALUES('rev',0);`

func open(path, sync string, conns int) *sql.DB {
	db, err := sql.Open("sqlite3", "file:"+path+"?_journal_mode=WAL&_synchronous="+sync+"&_busy_timeout=10000&_txlock=immediate&_cache_size=-32000")
	if err != nil {
		log.Fatal(err)
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db
}

func (s *server) reset(n string) error {
	return s.do(true, func(tx *sql.Tx, rev func() int64) error {
		for _, q := range []string{"DELETE FROM docs", "DELETE FROM clients", "DELETE FROM events"} {
			if _, err := tx.Exec(q); err != nil {
				return err
			}
		}
		f, err := os.Open(s.seedPfx + n + ".ndjson")
		if err != nil {
			return err
		}
		defer f.Close()
		st, _ := tx.Prepare(`INSERT INTO docs(id,rev,body) VALUES(?,?,?)`)
		defer st.Close()
		sc := bufio.NewScanner(f)
		sc.Buffer(make([]byte, 1<<20), 1<<20)
		for sc.Scan() {
			var d struct{ ID string }
			if err := json.Unmarshal(sc.Bytes(), &d); err != nil {
				return err
			}
			if _, err := st.Exec(d.ID, rev(), sc.Text()); err != nil {
				return err
			}
		}
		return sc.Err()
	})
}

func fail(w http.ResponseWriter, err error) { http.Error(w, err.Error(), 500) }
func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}

// GET /snapshot[?gz=1]: NDJSON stream of one consistent read transaction: header, documents, trailer.
func (s *server) snapshot(w http.ResponseWriter, r *http.Request) {
	tx, err := s.rdb.BeginTx(r.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		fail(w, err)
		return
	}
	defer tx.Rollback()
	var rev, n int64
	tx.QueryRow(`SELECT v FROM meta WHERE k='rev'`).Scan(&rev)
	tx.QueryRow(`SELECT count(*) FROM docs WHERE deleted=0`).Scan(&n)
	w.Header().Set("Content-Type", "application/x-ndjson")
	var out io.Writer = w
	if r.URL.Query().Get("gz") == "1" {
		w.Header().Set("Content-Encoding", "gzip")
		g, _ := gzip.NewWriterLevel(w, 3)
		defer g.Close()
		out = g
	}
	b := bufio.NewWriterSize(out, 1<<16)
	defer b.Flush()
	fmt.Fprintf(b, "{\"rev\":%d,\"count\":%d}\n", rev, n)
	rows, err := tx.Query(`SELECT body FROM docs WHERE deleted=0`)
	if err != nil {
		return
	}
	defer rows.Close()
	var body sql.RawBytes
	for rows.Next() {
		rows.Scan(&body)
		b.Write(body)
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "{\"end\":true,\"rev\":%d}\n", rev)
}

func (s *server) rowsJSON(rows *sql.Rows, withRev bool) ([]json.RawMessage, []string, int64, string) {
	defer rows.Close()
	docs, dels := []json.RawMessage{}, []string{}
	var last int64
	var lastID string
	for rows.Next() {
		var id, body string
		var rev int64
		var del bool
		rows.Scan(&id, &rev, &del, &body)
		if del {
			dels = append(dels, id)
		} else {
			docs = append(docs, json.RawMessage(body))
		}
		last, lastID = rev, id
	}
	return docs, dels, last, lastID
}

// GET /changes?since=N&limit=M
func (s *server) changes(w http.ResponseWriter, r *http.Request) {
	since, _ := strconv.ParseInt(r.URL.Query().Get("since"), 10, 64)
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	if limit == 0 {
		limit = 1000
	}
	rows, err := s.rdb.QueryContext(r.Context(), `SELECT id,rev,deleted,body FROM docs WHERE rev>? ORDER BY rev LIMIT ?`, since, limit)
	if err != nil {
		fail(w, err)
		return
	}
	docs, dels, last, _ := s.rowsJSON(rows, true)
	if last == 0 {
		last = since
	}
	reply(w, map[string]any{"rev": last, "docs": docs, "deleted": dels, "more": len(docs)+len(dels) == limit})
}

// applyPatch is the 'command handler' of the bench: read row, validate, merge, write row with a new revision.
func applyPatch(tx *sql.Tx, rev func() int64, id string, patch map[string]json.RawMessage) error {
	var body string
	if err := tx.QueryRow(`SELECT body FROM docs WHERE id=? AND deleted=0`, id).Scan(&body); err != nil {
		return err
	}
	m := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		return err
	}
	for k, v := range patch {
		m[k] = v
	}
	nb, _ := json.Marshal(m)
	_, err := tx.Exec(`UPDATE docs SET body=?, rev=? WHERE id=?`, string(nb), rev(), id)
	return err
}

type mutation struct {
	ID   int64
	Name string
	Args struct {
		ID    string
		Patch map[string]json.RawMessage
	}
}

// POST /push[?tx=each]: named mutations, exactly once by (client, mutation id), in order.
func (s *server) push(w http.ResponseWriter, r *http.Request) {
	var req struct {
		Client    string
		Mutations []mutation
	}
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		fail(w, err)
		return
	}
	var last int64
	type res struct {
		ID    int64  `json:"id"`
		Error string `json:"error,omitempty"`
	}
	results := []res{}
	run := func(ms []mutation, alone bool) error {
		return s.do(alone, func(tx *sql.Tx, rev func() int64) error {
			last = 0
			tx.QueryRow(`SELECT last_mutation FROM clients WHERE id=?`, req.Client).Scan(&last)
			for _, m := range ms {
				if m.ID <= last {
					results = append(results, res{ID: m.ID})
					continue
				}
				if m.ID != last+1 {
					return fmt.Errorf("gap: have %d got %d", last, m.ID)
				}
				tx.Exec(`SAVEPOINT one`)
				x := res{ID: m.ID}
				if err := applyPatch(tx, rev, m.Args.ID, m.Args.Patch); err != nil {
					tx.Exec(`ROLLBACK TO one`)
					x.Error = err.Error()
				}
				tx.Exec(`RELEASE one`)
				last = m.ID
				results = append(results, x)
			}
			_, err := tx.Exec(`INSERT INTO clients VALUES(?,?) ON CONFLICT(id) DO UPDATE SET last_mutation=excluded.last_mutation`, req.Client, last)
			return err
		})
	}
	var err error
	if r.URL.Query().Get("tx") == "each" {
		for i := range req.Mutations {
			if err = run(req.Mutations[i:i+1], true); err != nil {
				break
			}
		}
	} else {
		err = run(req.Mutations, false)
	}
	if err != nil {
		fail(w, err)
		return
	}
	reply(w, map[string]any{"lastMutationId": last, "results": results})
}

// POST /write {id,patch}: a change made at the server (for the live-update workload)
func (s *server) write(w http.ResponseWriter, r *http.Request) {
	var req struct {
		ID    string
		Patch map[string]json.RawMessage
	}
	json.NewDecoder(r.Body).Decode(&req)
	if err := s.do(false, func(tx *sql.Tx, rev func() int64) error { return applyPatch(tx, rev, req.ID, req.Patch) }); err != nil {
		fail(w, err)
		return
	}
	reply(w, map[string]any{"ok": true})
}

// POST /tx?mode=single|group: small durable transaction (event row + document revision + client cursor)
func (s *server) tx(w http.ResponseWriter, r *http.Request) {
	var e struct {
		Client   string
		Mutation int64
		Shipment string
		Type     string
	}
	json.NewDecoder(r.Body).Decode(&e)
	err := s.do(r.URL.Query().Get("mode") == "single", func(tx *sql.Tx, rev func() int64) error {
		if _, err := tx.Exec(`INSERT INTO events(shipment,type,by,at) VALUES(?,?,?,?)`, e.Shipment, e.Type, e.Client, time.Now().UnixMilli()); err != nil {
			return err
		}
		if _, err := tx.Exec(`UPDATE docs SET rev=? WHERE id=?`, rev(), e.Shipment); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT INTO clients VALUES(?,?) ON CONFLICT(id) DO UPDATE SET last_mutation=excluded.last_mutation`, e.Client, e.Mutation)
		return err
	})
	if err != nil {
		fail(w, err)
		return
	}
	reply(w, map[string]any{"ok": true})
}

// GET /ws[?inline=1]: poke {"rev":N}; with inline=1 the changed documents ride along.
func (s *server) ws(w http.ResponseWriter, r *http.Request) {
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return
	}
	defer c.CloseNow()
	inline := r.URL.Query().Get("inline") == "1"
	ctx := c.CloseRead(r.Context())
	ch := s.hub.sub()
	defer s.hub.unsub(ch)
	var since int64
	s.rdb.QueryRow(`SELECT v FROM meta WHERE k='rev'`).Scan(&since)
	c.Write(ctx, websocket.MessageText, []byte(fmt.Sprintf(`{"hello":%d}`, since)))
	for {
		select {
		case <-ctx.Done():
			return
		case rev := <-ch:
			var msg []byte
			if inline {
				rows, err := s.rdb.Query(`SELECT id,rev,deleted,body FROM docs WHERE rev>? ORDER BY rev LIMIT 200`, since)
				if err != nil {
					return
				}
				docs, dels, last, _ := s.rowsJSON(rows, true)
				if last > since {
					since = last
				}
				msg, _ = json.Marshal(map[string]any{"rev": since, "docs": docs, "deleted": dels})
			} else {
				msg = []byte(fmt.Sprintf(`{"rev":%d}`, rev))
			}
			if err := c.Write(ctx, websocket.MessageText, msg); err != nil {
				return
			}
		}
	}
}

// ---- RxDB HTTP replication protocol: pull / push / pullStream ------------------------------------
func (s *server) rxPull(w http.ResponseWriter, r *http.Request) {
	since, _ := strconv.ParseInt(r.URL.Query().Get("seq"), 10, 64)
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	rows, err := s.rdb.QueryContext(r.Context(), `SELECT id,rev,deleted,body FROM docs WHERE rev>? ORDER BY rev LIMIT ?`, since, limit)
	if err != nil {
		fail(w, err)
		return
	}
	docs, _, last, _ := s.rowsJSON(rows, false)
	if last == 0 {
		last = since
	}
	reply(w, map[string]any{"documents": docs, "checkpoint": map[string]any{"seq": last}})
}

func (s *server) rxPush(w http.ResponseWriter, r *http.Request) {
	var rows []struct {
		NewDocumentState   json.RawMessage `json:"newDocumentState"`
		AssumedMasterState json.RawMessage `json:"assumedMasterState"`
	}
	if err := json.NewDecoder(r.Body).Decode(&rows); err != nil {
		fail(w, err)
		return
	}
	conflicts := []json.RawMessage{}
	type head struct {
		ID        string
		UpdatedAt float64
	}
	err := s.do(r.URL.Query().Get("mode") == "single", func(tx *sql.Tx, rev func() int64) error {
		conflicts = conflicts[:0]
		for _, row := range rows {
			var nh, ah, mh head
			json.Unmarshal(row.NewDocumentState, &nh)
			if row.AssumedMasterState != nil {
				json.Unmarshal(row.AssumedMasterState, &ah)
			}
			var body string
			err := tx.QueryRow(`SELECT body FROM docs WHERE id=?`, nh.ID).Scan(&body)
			if err == nil {
				json.Unmarshal([]byte(body), &mh)
				if mh.UpdatedAt != ah.UpdatedAt {
					conflicts = append(conflicts, json.RawMessage(body))
					continue
				}
			} else if err != sql.ErrNoRows {
				return err
			}
			if _, err := tx.Exec(`INSERT INTO docs(id,rev,body) VALUES(?,?,?) ON CONFLICT(id) DO UPDATE SET rev=excluded.rev, body=excluded.body`, nh.ID, rev(), string(row.NewDocumentState)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		fail(w, err)
		return
	}
	reply(w, conflicts)
}

func (s *server) rxStream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	fl := w.(http.Flusher)
	ch := s.hub.sub()
	defer s.hub.unsub(ch)
	var since int64
	s.rdb.QueryRow(`SELECT v FROM meta WHERE k='rev'`).Scan(&since)
	fmt.Fprintf(w, ": hello\n\n")
	fl.Flush()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-ch:
			rows, err := s.rdb.Query(`SELECT id,rev,deleted,body FROM docs WHERE rev>? ORDER BY rev LIMIT 500`, since)
			if err != nil {
				return
			}
			docs, _, last, _ := s.rowsJSON(rows, false)
			if last == 0 {
				continue
			}
			since = last
			b, _ := json.Marshal(map[string]any{"documents": docs, "checkpoint": map[string]any{"seq": last}})
			fmt.Fprintf(w, "data: %s\n\n", b)
			fl.Flush()
		}
	}
}

func main() {
	addr := flag.String("addr", "127.0.0.1:7801", "")
	dir := flag.String("dir", "", "")
	static := flag.String("static", "", "")
	seed := flag.String("seed", "", "path prefix of the seed files, e.g. data/ for data/10000.ndjson")
	syncMode := flag.String("sync", "FULL", "PRAGMA synchronous")
	flag.Parse()
	if !strings.HasPrefix(*addr, "127.") {
		log.Fatal("loopback only")
	}
	os.MkdirAll(*dir, 0o755)
	p := filepath.Join(*dir, "ref.db")
	s := &server{wdb: open(p, *syncMode, 1), rdb: open(p, *syncMode, 4), seedPfx: *seed, jobs: make(chan *job, 4096)}
	if _, err := s.wdb.Exec(schema); err != nil {
		log.Fatal(err)
	}
	go s.writer()
	mux := http.NewServeMux()
	mux.HandleFunc("/snapshot", s.snapshot)
	mux.HandleFunc("/changes", s.changes)
	mux.HandleFunc("/push", s.push)
	mux.HandleFunc("/write", s.write)
	mux.HandleFunc("/tx", s.tx)
	mux.HandleFunc("/ws", s.ws)
	mux.HandleFunc("/rx/pull", s.rxPull)
	mux.HandleFunc("/rx/push", s.rxPush)
	mux.HandleFunc("/rx/stream", s.rxStream)
	mux.HandleFunc("/reset", func(w http.ResponseWriter, r *http.Request) {
		if err := s.reset(r.URL.Query().Get("n")); err != nil {
			fail(w, err)
			return
		}
		reply(w, map[string]any{"ok": true})
	})
	mux.HandleFunc("/health", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") })
	if *static != "" {
		mux.Handle("/", http.FileServer(http.Dir(*static)))
	}
	srv := &http.Server{Addr: *addr, Handler: mux}
	log.Fatal(srv.ListenAndServe())
}
