package document

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// NextReq is a print computer that asks for work, and says how it stands.
type NextReq struct {
	Known     []string          `json:"Known" validate:"max=500,dive,max=100"`    // what it has taken and is not done with: print/attempt
	Stopping  []string          `json:"Stopping" validate:"max=500,dive,max=100"` // those among them that it knows to be cancelled
	Addresses []string          `json:"Addresses" validate:"max=10,dive,max=100"`
	Troubles  map[string]string `json:"Troubles" validate:"max=100,dive,max=60"` // printers that a person must see to
	Scale     bool              `json:"Scale"`
	Build     string            `json:"Build" validate:"max=40"`
	At        string            `json:"At" validate:"max=64"` // the state that it has; another is answered at once
	Asked     int64             `json:"Asked"`                // microseconds since 1970 on its own clock; grows with each request
}

// Task is one print for a print computer.
type Task struct {
	PrintID string `json:"printId"`
	Attempt int    `json:"attempt"`
	Printer string `json:"printer"`
	Name    string `json:"name"`
}

// Next is what a print computer has to do.
type Next struct {
	Tasks    []Task    `json:"tasks"`
	Stop     []string  `json:"stop"` // prints that somebody cancelled
	Printers []Printer `json:"printers"`
	Name     string    `json:"name"`
	LocalKey string    `json:"localKey"`
	At       string    `json:"at"`
	Weigh    string    `json:"weigh,omitempty"` // somebody waits for the scale under this name
}

// NextTasks answers when there is something to do, or after a while with nothing.
func (a *Area) NextTasks(ctx context.Context, c *op.Call, req NextReq) (Next, error) {
	g, db, err := a.enter(ctx, c)
	if err != nil {
		return Next{}, err
	}
	if a.bell.asked(c.Org+"/"+g.ID, req.Asked, time.Now()) {
		if err := a.noteSeen(ctx, db, c, g, req); err != nil {
			return Next{}, err
		}
	}
	wait := time.NewTimer(listenFor)
	defer wait.Stop()
	for {
		rung := a.bell.hear(c.Org)
		n, err := a.tasks(ctx, db, c, g, req)
		if err != nil || len(n.Tasks) > 0 || len(n.Stop) > 0 || n.Weigh != "" || n.At != req.At {
			return n, err
		}
		select {
		case <-rung:
		case <-wait.C:
			return n, nil
		case <-a.bell.over():
			return n, nil
		case <-ctx.Done():
			return n, nil
		}
	}
}

func (p Print) attempt() string { return fmt.Sprint(p.ID, "/", p.Attempt) }

// tasks finds what a print computer does not know of yet. What it took and lost, with its disk, is offered again.
func (a *Area) tasks(ctx context.Context, db *store.DB, c *op.Call, g Agent, req NextReq) (n Next, err error) {
	var fresh []string
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		n = Next{Tasks: []Task{}, Stop: []string{}, Name: g.Name, LocalKey: g.LocalKey, Weigh: a.bell.weighing(c.Org, g.ID)}
		if n.Printers, err = printersOf(ctx, tx, g.ID); err != nil {
			return err
		}
		text := g.Name + g.LocalKey
		for _, p := range n.Printers {
			text += fmt.Sprint("|", p.ID, p.Name, p.Address, p.Format, p.Dots, p.Papers.V)
		}
		n.At = hashed(text)[:16]
		// A bill that is being made is printed when it is there.
		open, err := store.Select[Print](ctx, tx, `SELECT j.* FROM document_print j JOIN document_printer p ON p.id = j.printer WHERE p.agent = ? AND j.state IN ('queued', 'sent', 'waiting')
AND NOT (j.kind = 'bol' AND j.state = 'queued' AND j.answer IN ('paper-not-yet', 'paper-awaits-signature'))
ORDER BY j.at, j.id LIMIT 500`, g.ID)
		if err != nil {
			return err
		}
		for _, p := range open {
			switch has := slices.Contains(req.Known, p.attempt()); {
			case has && p.Stop && !slices.Contains(req.Stopping, p.attempt()):
				n.Stop = append(n.Stop, p.attempt())
			case !has && len(n.Tasks) < tasksAtOnce:
				n.Tasks = append(n.Tasks, Task{PrintID: p.ID, Attempt: p.Attempt, Printer: p.Printer, Name: p.Name})
				if p.State == Queued {
					fresh = append(fresh, p.ID)
				}
			}
		}
		return nil
	})
	if err != nil || len(fresh) == 0 {
		return n, err
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		for _, id := range fresh {
			if _, err := tx.ExecContext(ctx, `UPDATE document_print SET state = 'sent', sent_at = ? WHERE id = ? AND state = 'queued'`, store.At(tx.Now), id); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// TaskReq names one attempt at a print.
type TaskReq struct {
	PrintID string `json:"PrintId" validate:"required,max=80"`
	Attempt int    `json:"Attempt" validate:"gte=1"`
}

// TaskFile gives a print computer the bytes of a print, as its printer wants them. X-Copies says how often the printer is to take them.
func (a *Area) TaskFile(ctx context.Context, c *op.Call, req TaskReq) (op.Download, error) {
	g, db, err := a.enter(ctx, c)
	if err != nil {
		return op.Download{}, err
	}
	var d Draft
	var w Way
	if err := a.patiently(ctx, c.Org, func() error {
		return db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
			p, err := findPrint(ctx, tx, req.PrintID)
			if err != nil {
				return err
			}
			printer, err := printerFor(ctx, tx, "", p.Printer, p.Kind)
			if err != nil {
				return err
			}
			if printer.Agent != g.ID || p.Attempt != req.Attempt || p.State.over() {
				return fail.Conflict("print-is-over")
			}
			w = Way{p.Language, p.Copies, printer.Format, printer.Dots}
			d, err = a.draft(ctx, tx, p.ShipmentID, p.Kind, p.DocumentID)
			return err
		})
	}); err != nil {
		return op.Download{}, err
	}
	s, err := a.sheet(ctx, c.Org, d, w)
	if err != nil {
		return op.Download{}, err
	}
	if c.SetHeader != nil {
		c.SetHeader("X-Copies", fmt.Sprint(s.Copies))
	}
	return downloadOf(s), nil
}

// ReportReq is what became of a print.
type ReportReq struct {
	TaskReq
	State  PrintState     `json:"State" validate:"required,oneof=waiting sent printed failed cancelled"`
	Answer string         `json:"Answer" validate:"max=60"` // a message's code
	Params map[string]any `json:"Params" validate:"max=10"`
	Digest string         `json:"Digest" validate:"omitempty,len=64,hexadecimal"`
}

// Report notes what became of a print. What is over stays over, however often and late it is reported.
func (a *Area) Report(ctx context.Context, c *op.Call, req ReportReq) (op.None, error) {
	g, db, err := a.enter(ctx, c)
	if err != nil {
		return op.None{}, err
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		p, err := findPrint(ctx, tx, req.PrintID)
		if err != nil {
			return err
		}
		printer, ok, err := store.Get[Printer](ctx, tx, `SELECT * FROM document_printer WHERE id = ?`, p.Printer)
		if err != nil {
			return err
		}
		if !ok || printer.Agent != g.ID {
			return fail.NotFound("no-such-print")
		}
		if p.State.over() || p.Attempt != req.Attempt {
			return nil
		}
		p.State, p.Answer, p.Params.V = req.State, req.Answer, req.Params
		if p.Params.V == nil {
			p.Params.V = map[string]any{}
		}
		p.Params.V["printer"] = printer.Name
		p.Digest = first(req.Digest, p.Digest)
		if p.State.over() {
			p.EndedAt = store.At(tx.Now)
		}
		a.ring(tx)
		return store.Put(ctx, tx, "document_print", "id", p)
	})
	return op.None{}, err
}
