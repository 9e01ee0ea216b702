package agent

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"lading/server/document"
)

// lane is one printer's work, one print after the other: a printer in trouble holds up its own alone.
type lane struct {
	mu      sync.Mutex
	waiting []entry
	bell    chan struct{}
}

func newLane() *lane { return &lane{bell: make(chan struct{}, 1)} }

func (l *lane) add(e entry) {
	l.mu.Lock()
	l.waiting = append(l.waiting, e)
	l.mu.Unlock()
	l.nudge()
}

func (l *lane) nudge() {
	select {
	case l.bell <- struct{}{}:
	default:
	}
}

func (l *lane) take() (entry, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		return entry{}, false
	}
	e := l.waiting[0]
	l.waiting = l.waiting[1:]
	return e, true
}

// device is a way to a printer.
type device interface {
	// ready tells whether the printer can take a print now. It prints nothing.
	ready(ctx context.Context, e entry) error
	// send hands a print over. ref names it in the printer's own queue, where it has one. An error that is a notBegun says that no byte went out.
	send(ctx context.Context, e entry, body []byte) (ref string, err error)
	// watch tells whether the print that is called ref is over. An error that is a snag is for a person to see to; the print stays in the queue meanwhile.
	watch(ctx context.Context, ref string) (over bool, result document.ReportReq, err error)
	// find looks for a print that was begun before this program stopped.
	find(ctx context.Context, e entry) (ref string, found, sure bool, err error)
	cancel(ctx context.Context, ref string) error
}

// snag is what a printer says that a person must see to, as a message's code.
type snag struct {
	code   string
	params map[string]any
}

func (s snag) Error() string { return fmt.Sprint(s.code, " ", s.params) }

// notBegun wraps an error before anything went out.
type notBegun struct{ error }

func (n notBegun) Unwrap() error { return n.error }

func (a *Agent) run(l *lane) {
	for {
		e, ok := l.take()
		if !ok {
			select {
			case <-l.bell:
				continue
			case <-a.ctx.Done():
				return
			}
		}
		if err := a.print(l, e); err != nil {
			return // the program ends, or its disk does; the journal knows where we are
		}
	}
}

// print brings one print to its end. It returns an error only where the program is to stop.
func (a *Agent) print(l *lane, e entry) error {
	for {
		r, err := a.attempt(e)
		if a.ctx.Err() != nil {
			return a.ctx.Err()
		}
		var s snag
		switch {
		case err == nil:
			return a.end(e, r)
		case errors.As(err, &s):
			if e, _ = a.journal.find(e.Key); a.isStopped(e.Key) && (e.Step == taken || e.Step == begun) {
				return a.end(e, document.ReportReq{State: document.Cancelled, Answer: "print-cancelled"})
			}
			a.note(e, s)
		default:
			return err
		}
		select {
		case <-l.bell:
		case <-time.After(a.cfg.Again):
		case <-a.ctx.Done():
			return a.ctx.Err()
		}
	}
}

func (a *Agent) isStopped(key string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.stopping[key]
}

// note tells of a snag, once as long as it is the same.
func (a *Agent) note(e entry, s snag) {
	t := trouble{ReportReq: document.ReportReq{State: document.Waiting, Answer: s.code, Params: s.params}}
	t.PrintID, t.Attempt = split(e.Key)
	a.mu.Lock()
	defer a.mu.Unlock()
	if was, ok := a.troubles[e.Printer]; !ok || was.Answer != s.code || was.PrintID != t.PrintID {
		a.troubles[e.Printer] = t
		a.wake()
	}
}

// free tells that a printer goes on.
func (a *Agent) free(e entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t, ok := a.troubles[e.Printer]; ok && t.Answer != "" {
		t = trouble{ReportReq: document.ReportReq{State: document.Sent}}
		t.PrintID, t.Attempt = split(e.Key)
		a.troubles[e.Printer] = t
		a.wake()
	}
}

// attempt takes a print from where its journal stands towards its end. A snag means: wait, and come again.
func (a *Agent) attempt(e entry) (document.ReportReq, error) {
	e, _ = a.journal.find(e.Key)
	cancelled := document.ReportReq{State: document.Cancelled, Answer: "print-cancelled"}
	a.mu.Lock()
	p, ok := a.printers[e.Printer]
	a.mu.Unlock()
	if !ok {
		return document.ReportReq{State: document.Failed, Answer: "printer-removed"}, nil
	}
	d, err := deviceOf(p, a.cfg.Folders)
	if err != nil {
		return document.ReportReq{State: document.Failed, Answer: "print-refused", Params: map[string]any{"reason": err.Error()}}, nil
	}
	if e.Step == begun { // this program stopped in the middle
		ref, found, sure, err := d.find(a.ctx, e)
		switch {
		case err != nil:
			return document.ReportReq{}, err
		case found:
			if e, err = a.journal.step(e, handed, ref); err != nil {
				return document.ReportReq{}, err
			}
		case !sure:
			return document.ReportReq{State: document.Failed, Answer: "print-unsure"}, nil
		default: // it never came there
			if e, err = a.journal.step(e, taken, ""); err != nil {
				return document.ReportReq{}, err
			}
		}
	}
	if e.Step == taken {
		if a.isStopped(e.Key) {
			return cancelled, nil
		}
		if err := d.ready(a.ctx, e); err != nil {
			return document.ReportReq{}, err
		}
		body, err := os.ReadFile(filepath.Join(a.cfg.Dir, "spool", e.Spool))
		if err != nil {
			return document.ReportReq{State: document.Failed, Answer: "print-no-file", Params: map[string]any{"reason": err.Error()}}, nil
		}
		if e, err = a.journal.step(e, begun, ""); err != nil {
			return document.ReportReq{}, err
		}
		ref, err := d.send(a.ctx, e, body)
		var none notBegun
		switch {
		case errors.As(err, &none):
			if _, err := a.journal.step(e, taken, ""); err != nil {
				return document.ReportReq{}, err
			}
			return document.ReportReq{}, none.error
		case a.ctx.Err() != nil:
			return document.ReportReq{}, a.ctx.Err() // begun it stays: the next start looks
		case err != nil:
			var refused refusedError
			if errors.As(err, &refused) {
				return document.ReportReq{State: document.Failed, Answer: "print-refused", Params: map[string]any{"reason": refused.Error()}}, nil
			}
			ref, found, sure, findErr := d.find(a.ctx, e)
			if findErr != nil || !found && !sure {
				return document.ReportReq{State: document.Failed, Answer: "print-unsure", Params: map[string]any{"reason": err.Error()}}, nil
			}
			if !found {
				if _, err := a.journal.step(e, taken, ""); err != nil {
					return document.ReportReq{}, err
				}
				return document.ReportReq{}, snag{code: "print-unreachable"}
			}
			if e, err = a.journal.step(e, handed, ref); err != nil {
				return document.ReportReq{}, err
			}
		default:
			if e, err = a.journal.step(e, handed, ref); err != nil {
				return document.ReportReq{}, err
			}
		}
	}
	asked := false
	for { // the printer has it; its own queue says when it is over
		over, r, err := d.watch(a.ctx, e.Ref)
		var s snag
		switch {
		case err == nil && over:
			return r, nil
		case a.ctx.Err() != nil:
			return document.ReportReq{}, a.ctx.Err()
		case errors.As(err, &s):
			a.note(e, s)
		case err == nil:
			a.free(e)
		}
		if a.isStopped(e.Key) && !asked {
			if err := d.cancel(a.ctx, e.Ref); err == nil {
				asked = true
			}
		}
		select {
		case <-time.After(min(a.cfg.Again, time.Second)):
		case <-a.ctx.Done():
			return document.ReportReq{}, a.ctx.Err()
		}
	}
}

// refusedError is a printer's no.
type refusedError struct{ error }
