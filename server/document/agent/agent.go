// Package agent is the small program on a dock's computer: it reaches the printers and the scale that a browser cannot.
// It asks the server for prints, and takes them from the tablets of its own network when there is no server to be had.
//
// Nothing is printed twice. Every print has a name, the same by whichever road it comes; its steps are on this computer's disk before they are
// taken. What a stop cut short in the middle is looked up in the printer's own queue where there is one, and otherwise left to a person's eyes.
package agent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"lading/server/document"
	"lading/server/kit/fail"
)

// Config is what the command line says.
type Config struct {
	Dir     string   // its own folder: pairing, journal, spool
	Listen  string   // where tablets of this network print
	Folders string   // where printers that are folders stand
	Scale   string   // tcp://host:port or serial:///dev/ttyUSB0?baud=9600
	Origins []string // further origins whose pages may print here, beside the server's
	Address []string // how tablets reach it, where that cannot be told from the network
	Build   string
	Again   time.Duration // how soon an unreachable printer is tried again; 0 is the usual
}

// Agent is the running program.
type Agent struct {
	cfg     Config
	state   *state
	journal *journal
	scale   *scale
	client  *http.Client

	mu       sync.Mutex
	lanes    map[string]*lane   // by printer
	stopping map[string]bool    // prints that somebody cancelled
	troubles map[string]trouble // by printer
	printers map[string]document.Printer
	at       string
	asked    int64           // the number of the last request for work
	live     map[string]bool // taken and not over
	told     chan struct{}   // something is to be reported
	work     sync.WaitGroup
	ctx      context.Context
}

// trouble is what a printer says that a person must see to, and the print that waits for it.
type trouble struct {
	document.ReportReq
	told bool
}

// Open reads the agent's folder. It is paired if it was before.
func Open(cfg Config) (*Agent, error) {
	if err := os.MkdirAll(filepath.Join(cfg.Dir, "spool"), 0o700); err != nil {
		return nil, err
	}
	s, err := openState(filepath.Join(cfg.Dir, "pairing.json"))
	if err != nil {
		return nil, err
	}
	j, err := openJournal(filepath.Join(cfg.Dir, "prints.log"))
	if err != nil {
		return nil, err
	}
	if cfg.Again == 0 {
		cfg.Again = 10 * time.Second
	}
	a := &Agent{cfg: cfg, state: s, journal: j, client: &http.Client{Timeout: 40 * time.Second}, lanes: map[string]*lane{}, stopping: map[string]bool{}, troubles: map[string]trouble{},
		printers: map[string]document.Printer{}, live: map[string]bool{}, told: make(chan struct{}, 1)}
	for _, p := range s.Printers {
		a.printers[p.ID] = p
	}
	if cfg.Scale != "" {
		if a.scale, err = openScale(cfg.Scale); err != nil {
			return nil, errors.Join(err, j.close())
		}
	}
	return a, nil
}

// Paired tells whether the agent belongs to an organisation.
func (a *Agent) Paired() bool { return a.state.Token != "" }

// Run prints until ctx ends.
func (a *Agent) Run(ctx context.Context) error {
	if !a.Paired() {
		return fmt.Errorf("this print computer is not paired: start it with --pair and the code from Settings, Printing")
	}
	l, err := net.Listen("tcp", a.cfg.Listen)
	if err != nil {
		return fmt.Errorf("listen for tablets: %w", err)
	}
	a.ctx = ctx
	for _, e := range a.journal.open() { // what a stop cut short goes on first
		a.queue(e)
	}
	web := &http.Server{Handler: a.local(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(l) }()
	slog.Info("print computer is ready", "name", a.state.Name, "server", a.state.Server, "listen", l.Addr().String(), "printers", len(a.printers))
	asking := make(chan struct{})
	go func() { defer close(asking); a.ask(ctx) }()
	select {
	case err = <-failed:
	case <-ctx.Done():
		err = nil
	}
	closing, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	_ = web.Shutdown(closing)
	<-asking
	a.work.Wait()
	return errors.Join(err, a.journal.close())
}

// ask fetches work and tells what became of it, for ever.
func (a *Agent) ask(ctx context.Context) {
	pause := time.Second
	for ctx.Err() == nil {
		err := errors.Join(a.report(ctx), a.next(ctx))
		if err == nil {
			pause = time.Second
			continue
		}
		if ctx.Err() != nil {
			return
		}
		slog.Warn("server", "err", err.Error())
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
		pause = min(2*pause, 30*time.Second)
	}
}

// next asks the server once, and takes what it gives.
func (a *Agent) next(ctx context.Context) error {
	a.mu.Lock()
	a.asked = max(a.asked+1, time.Now().UnixMicro())
	req := document.NextReq{Known: []string{}, Stopping: []string{}, Troubles: map[string]string{}, Addresses: a.addresses(), Scale: a.scale != nil, Build: a.cfg.Build, At: a.at, Asked: a.asked}
	for key := range a.live {
		req.Known = append(req.Known, key)
	}
	for key := range a.stopping {
		req.Stopping = append(req.Stopping, key)
	}
	for printer, t := range a.troubles {
		if t.Answer != "" {
			req.Troubles[printer] = t.Answer
		}
	}
	a.mu.Unlock()

	// a result is told at once, not when the server happens to answer
	asked, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-a.told:
			cancel()
		case <-asked.Done():
		}
	}()
	var n document.Next
	if err := a.call(asked, "Printing/Next", req, &n); err != nil {
		if asked.Err() != nil && ctx.Err() == nil {
			return nil
		}
		return err
	}
	a.mu.Lock()
	a.at = n.At
	a.printers = map[string]document.Printer{}
	for _, p := range n.Printers {
		a.printers[p.ID] = p
	}
	for _, key := range n.Stop {
		a.stopping[key] = true
	}
	for _, l := range a.lanes {
		l.nudge()
	}
	a.mu.Unlock()
	if err := a.state.learn(n); err != nil {
		return err
	}
	if n.Weigh != "" {
		a.work.Go(func() { a.weigh(ctx, n.Weigh) })
	}
	var errs []error
	for _, t := range n.Tasks {
		if err := a.take(ctx, t); err != nil {
			errs = append(errs, fmt.Errorf("take %s: %w", t.Name, err))
		}
	}
	return errors.Join(errs...)
}

// take fetches a print. One that this computer has printed already is only told of again.
func (a *Agent) take(ctx context.Context, t document.Task) error {
	key := keyOf(t.PrintID, t.Attempt)
	if known, ok := a.journal.find(key); ok {
		if known.Step == done {
			return a.journal.untold(key)
		}
		a.mu.Lock()
		a.live[key] = true
		a.mu.Unlock()
		return nil
	}
	s, err := a.fetch(ctx, t)
	var no *refusal
	if errors.As(err, &no) {
		if no.Code == "print-is-over" {
			return nil
		}
		return a.end(entry{Key: key, Printer: t.Printer, Name: t.Name}, document.ReportReq{State: document.Failed, Answer: "print-no-file", Params: map[string]any{"reason": no.Detail}})
	}
	if err != nil {
		return err
	}
	err = a.accept(key, t.Printer, s)
	if code := fail.CodeOf(err); code != "" {
		return a.end(entry{Key: key, Printer: t.Printer, Name: t.Name}, document.ReportReq{State: document.Failed, Answer: "print-no-file", Params: map[string]any{"reason": code}})
	}
	return err
}

// accept puts a print on this computer's disk, and into its printer's lane. From here on it will be printed, whatever happens to the network.
func (a *Agent) accept(key, printer string, s document.Sheet) error {
	if err := document.ForPrinter(s); err != nil { // whoever sent it
		return err
	}
	e, fresh, err := a.journal.take(key, printer, s, a.cfg.Dir)
	if err != nil || !fresh {
		return err
	}
	a.queue(e)
	return nil
}

func (a *Agent) queue(e entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.live[e.Key] = true
	l, ok := a.lanes[e.Printer]
	if !ok {
		l = newLane()
		a.lanes[e.Printer] = l
		a.work.Go(func() { a.run(l) })
	}
	l.add(e)
}

// end notes that a print is over, and has it told.
func (a *Agent) end(e entry, r document.ReportReq) error {
	r.PrintID, r.Attempt = split(e.Key)
	r.Digest = e.Digest
	err := a.journal.finish(e, r, a.cfg.Dir)
	a.mu.Lock()
	delete(a.live, e.Key)
	delete(a.stopping, e.Key)
	if t, ok := a.troubles[e.Printer]; ok && t.PrintID == r.PrintID {
		delete(a.troubles, e.Printer)
	}
	a.mu.Unlock()
	a.wake()
	slog.Info("print", "print", e.Key, "printer", e.Printer, "state", string(r.State), "answer", r.Answer)
	return err
}

func (a *Agent) wake() {
	select {
	case a.told <- struct{}{}:
	default:
	}
}

// report tells the server what became of prints. What it does not know of yet, because the tablet that sent it has no network, is told when it asks.
func (a *Agent) report(ctx context.Context) error {
	a.mu.Lock()
	var waiting []document.ReportReq
	for _, t := range a.troubles {
		if t.PrintID != "" && !t.told {
			waiting = append(waiting, t.ReportReq)
		}
	}
	a.mu.Unlock()
	for _, r := range append(waiting, a.journal.results()...) {
		err := a.call(ctx, "Printing/Report", r, nil)
		var no *refusal
		if err != nil && !(errors.As(err, &no) && no.Code == "no-such-print") {
			return err
		}
		if r.State == document.Waiting || r.State == document.Sent {
			a.mu.Lock()
			for printer, t := range a.troubles {
				if t.PrintID != r.PrintID || t.Answer != r.Answer {
					continue
				}
				if t.told = true; t.Answer == "" {
					delete(a.troubles, printer)
					continue
				}
				a.troubles[printer] = t
			}
			a.mu.Unlock()
			continue
		}
		if err := a.journal.tell(keyOf(r.PrintID, r.Attempt)); err != nil {
			return err
		}
	}
	return nil
}
