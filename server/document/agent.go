package document

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"github.com/oklog/ulid/v2"
)

// Agent is the small program on a dock's computer that reaches the printers there.
type Agent struct {
	ID        string               `json:"id" db:"id"`
	Warehouse string               `json:"warehouse" db:"warehouse"`
	Name      string               `json:"name" db:"name"`
	Token     string               `json:"-" db:"token"`            // SHA-256
	LocalKey  string               `json:"localKey" db:"local_key"` // the devices of the warehouse print through it by this while they have no network
	Addresses store.JSON[[]string] `json:"addresses" db:"addresses"`
	Scale     bool                 `json:"scale" db:"scale"`
	Build     string               `json:"build" db:"build"`
	PairedAt  store.Time           `json:"pairedAt" db:"paired_at"`
	PairedBy  string               `json:"pairedBy" db:"paired_by"`
	SeenAt    store.Time           `json:"seenAt" db:"seen_at"` // give or take seenEvery
	RemovedAt store.Time           `json:"-" db:"removed_at"`
}

const (
	pairingLife = 15 * time.Minute
	seenEvery   = 3 * time.Minute  // how often it is written down that an agent is there
	listenFor   = 20 * time.Second // an agent asks anew before anything between us grows impatient
	tasksAtOnce = 20
)

func hashed(s string) string { h := sha256.Sum256([]byte(s)); return hex.EncodeToString(h[:]) }

func findAgent(ctx context.Context, tx *store.Tx, id string) (Agent, error) {
	a, ok, err := store.Get[Agent](ctx, tx, `SELECT * FROM document_agent WHERE id = ? AND removed_at IS NULL`, id)
	if err == nil && (!ok || !tx.By.SeesWarehouse(a.Warehouse)) {
		err = fail.NotFound("agent-unknown")
	}
	return a, err
}

// PairReq asks for a code by which a print computer joins a warehouse.
type PairReq struct {
	Warehouse string `json:"Warehouse" validate:"required,max=20"`
	Name      string `json:"Name" validate:"required,max=60"`
	Origin    string `json:"Origin" validate:"omitempty,url,max=200"` // the address that Lading is opened under here
}

// Pairing is a code that is good once, for a quarter of an hour.
type Pairing struct {
	Code  string     `json:"code"`
	Until store.Time `json:"until"`
	Text  string     `json:"text"` // address and code in one, to be scanned or copied
	QR    string     `json:"qr"`   // the same as a picture, data:image/png
}

// Pair makes a code. Only its hash is kept.
func (a *Area) Pair(ctx context.Context, tx *store.Tx, req PairReq) (Pairing, error) {
	if !tx.By.SeesWarehouse(req.Warehouse) {
		return Pairing{}, fail.NotFound("warehouse-not-yours", "warehouse", req.Warehouse)
	}
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return Pairing{}, err
	}
	if !slices.ContainsFunc(sites, func(s freight.Site) bool { return s.ID == req.Warehouse }) {
		return Pairing{}, fail.NotFound("warehouse-not-yours", "warehouse", req.Warehouse)
	}
	r := rand.Text()
	p := Pairing{Code: strings.Join([]string{tx.Org, r[:4], r[4:8], r[8:12]}, "-"), Until: store.At(tx.Now.Add(pairingLife))}
	if p.Text = p.Code; req.Origin != "" {
		p.Text = strings.TrimRight(req.Origin, "/") + "/Printing#" + p.Code
	}
	if p.QR, err = qrPicture(p.Text); err != nil {
		return p, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM document_pairing WHERE until < ?`, tx.Now.UnixMilli()); err != nil {
		return p, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO document_pairing (code, warehouse, name, by_user, until) VALUES (?, ?, ?, ?, ?)`, hashed(p.Code), req.Warehouse, req.Name, tx.By.User, p.Until)
	return p, err
}

// qrPicture is a QR code as an image's address.
func qrPicture(text string) (string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err == nil {
		side := code.Bounds().Dx() * 6
		code, err = barcode.Scale(code, side, side)
	}
	if err != nil {
		return "", fmt.Errorf("draw QR code: %w", err)
	}
	gray := image.NewGray(code.Bounds())
	draw.Draw(gray, gray.Bounds(), code, image.Point{}, draw.Src)
	var out bytes.Buffer
	err = png.Encode(&out, gray)
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(out.Bytes()), err
}

// AgentRef names a print computer.
type AgentRef struct {
	Agent string `json:"Agent" validate:"required,max=40"`
}

// RemoveAgent ends a print computer's right to print, with its printers.
func (a *Area) RemoveAgent(ctx context.Context, tx *store.Tx, req AgentRef) (op.None, error) {
	g, err := findAgent(ctx, tx, req.Agent)
	if err != nil {
		return op.None{}, err
	}
	printers, err := store.Select[Printer](ctx, tx, `SELECT * FROM document_printer WHERE agent = ? AND removed_at IS NULL`, g.ID)
	if err != nil {
		return op.None{}, err
	}
	for _, p := range printers {
		if err := a.removePrinter(ctx, tx, p); err != nil {
			return op.None{}, err
		}
	}
	_, err = tx.ExecContext(ctx, `UPDATE document_agent SET removed_at = ?, token = '', local_key = '' WHERE id = ?`, store.At(tx.Now), g.ID)
	return op.None{}, err
}

// JoinReq is a print computer with its code.
type JoinReq struct {
	Code      string   `json:"Code" validate:"required,max=60"`
	Addresses []string `json:"Addresses" validate:"max=10,dive,max=100"`
	Build     string   `json:"Build" validate:"max=40"`
}

// Joined is what a print computer keeps.
type Joined struct {
	Agent     string `json:"agent"`
	Name      string `json:"name"`
	Warehouse string `json:"warehouse"`
	Token     string `json:"token"`
	LocalKey  string `json:"localKey"`
}

// Join takes a print computer in.
func (a *Area) Join(ctx context.Context, c *op.Call, req JoinReq) (Joined, error) {
	refused := fail.New(http.StatusForbidden, "pairing-unknown")
	code := strings.ToUpper(strings.TrimSpace(req.Code))
	org, _, ok := strings.Cut(code, "-")
	if !ok {
		return Joined{}, refused
	}
	db, err := a.known(ctx, org)
	if err != nil || db == nil {
		return Joined{}, orElse(err, refused)
	}
	secret := rand.Text()
	g := Agent{ID: ulid.Make().String(), LocalKey: rand.Text(), Build: req.Build}
	g.Token, g.Addresses.V = hashed(secret), append([]string{}, req.Addresses...)
	c.By = store.Actor{Device: g.ID}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		type row struct {
			Warehouse string     `db:"warehouse"`
			Name      string     `db:"name"`
			By        string     `db:"by_user"`
			Until     store.Time `db:"until"`
		}
		p, ok, err := store.Get[row](ctx, tx, `SELECT warehouse, name, by_user, until FROM document_pairing WHERE code = ? AND used_at IS NULL`, hashed(code))
		if err != nil {
			return err
		}
		if !ok || tx.Now.After(p.Until.Time) {
			return refused
		}
		if _, err := tx.ExecContext(ctx, `UPDATE document_pairing SET used_at = ? WHERE code = ?`, store.At(tx.Now), hashed(code)); err != nil {
			return err
		}
		g.Warehouse, g.Name, g.PairedBy, g.PairedAt, g.SeenAt = p.Warehouse, p.Name, p.By, store.At(tx.Now), store.At(tx.Now)
		return store.Insert(ctx, tx, "document_agent", g)
	})
	return Joined{Agent: g.ID, Name: g.Name, Warehouse: g.Warehouse, Token: org + "." + g.ID + "." + secret, LocalKey: g.LocalKey}, err
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// known opens an organisation that a stranger names, if there is one. Nothing else may: to open one that is not there would make it.
func (a *Area) known(ctx context.Context, org string) (*store.DB, error) {
	all, err := a.AllOrgs(ctx)
	if err != nil || !slices.Contains(all, org) {
		return nil, err
	}
	return a.Orgs(ctx, org)
}

// enter tells which print computer is calling, by its token: organisation, key and secret.
func (a *Area) enter(ctx context.Context, c *op.Call) (Agent, *store.DB, error) {
	refused := fail.Unauthorized("agent-token")
	parts := strings.Split(c.Bearer, ".")
	if len(parts) != 3 || len(parts[1]) != ulid.EncodedSize {
		return Agent{}, nil, refused
	}
	db, err := a.known(ctx, parts[0])
	if err != nil || db == nil {
		return Agent{}, nil, orElse(err, refused)
	}
	var g Agent
	err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		var err error
		g, err = findAgent(ctx, tx, parts[1])
		return err
	})
	if fail.CodeOf(err) == "agent-unknown" || err == nil && subtle.ConstantTimeCompare([]byte(g.Token), []byte(hashed(parts[2]))) != 1 {
		return Agent{}, nil, refused
	}
	c.Org, c.By = parts[0], store.Actor{Device: g.ID, Name: g.Name, Warehouses: []string{g.Warehouse}}
	return g, db, err
}

// NextReq is a print computer that asks for work, and says how it stands.
type NextReq struct {
	Known     []string          `json:"Known" validate:"max=500,dive,max=100"`    // what it has taken and is not done with: print/attempt
	Stopping  []string          `json:"Stopping" validate:"max=500,dive,max=100"` // those among them that it knows to be cancelled
	Addresses []string          `json:"Addresses" validate:"max=10,dive,max=100"`
	Troubles  map[string]string `json:"Troubles" validate:"max=100,dive,max=60"` // printers that a person must see to
	Scale     bool              `json:"Scale"`
	Build     string            `json:"Build" validate:"max=40"`
	At        string            `json:"At" validate:"max=64"` // the state that it has; another is answered at once
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
	if err := a.noteSeen(ctx, db, c, g, req); err != nil {
		return Next{}, err
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

// noteSeen writes down how a print computer stands, where that has changed or was long ago.
func (a *Area) noteSeen(ctx context.Context, db *store.DB, c *op.Call, g Agent, req NextReq) error {
	var stale bool
	var printers []Printer
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		stale = tx.Now.Sub(g.SeenAt.Time) >= seenEvery
		printers, err = printersOf(ctx, tx, g.ID)
		return err
	}); err != nil {
		return err
	}
	changed := slices.DeleteFunc(printers, func(p Printer) bool { return p.Trouble == req.Troubles[p.ID] })
	if !stale && len(changed) == 0 && slices.Equal(g.Addresses.V, req.Addresses) && g.Scale == req.Scale && g.Build == req.Build {
		return nil
	}
	_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		for _, p := range changed {
			at := store.Time{}
			if req.Troubles[p.ID] != "" {
				at = store.At(tx.Now)
			}
			if _, err := tx.ExecContext(ctx, `UPDATE document_printer SET trouble = ?, trouble_at = ? WHERE id = ?`, req.Troubles[p.ID], at, p.ID); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `UPDATE document_agent SET addresses = ?, scale = ?, build = ?, seen_at = ? WHERE id = ?`,
			store.JSON[[]string]{V: append([]string{}, req.Addresses...)}, req.Scale, req.Build, store.At(tx.Now), g.ID)
		return err
	})
	return err
}

func printersOf(ctx context.Context, tx *store.Tx, agent string) ([]Printer, error) {
	return store.Select[Printer](ctx, tx, `SELECT * FROM document_printer WHERE agent = ? AND removed_at IS NULL ORDER BY name`, agent)
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
		open, err := store.Select[Print](ctx, tx, `SELECT j.* FROM document_print j JOIN document_printer p ON p.id = j.printer WHERE p.agent = ? AND j.state IN ('queued', 'sent', 'waiting') ORDER BY j.at, j.id LIMIT 500`, g.ID)
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
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
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

// bell wakes the print computers that listen, and whoever waits for a scale.
type bell struct {
	mu     sync.Mutex
	orgs   map[string]chan struct{}
	weighs map[string]*weigh // by organisation/agent
	end    chan struct{}
}

func (b *bell) hear(org string) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.orgs == nil {
		b.orgs = map[string]chan struct{}{}
	}
	ch, ok := b.orgs[org]
	if !ok {
		ch = make(chan struct{})
		b.orgs[org] = ch
	}
	return ch
}

func (b *bell) ring(org string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ch, ok := b.orgs[org]; ok {
		close(ch)
		delete(b.orgs, org)
	}
}

func (b *bell) over() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.end == nil {
		b.end = make(chan struct{})
	}
	return b.end
}

// ring wakes the organisation's print computers once the command is on disk.
func (a *Area) ring(tx *store.Tx) {
	org := tx.Org
	tx.After(func() { a.bell.ring(org) })
}

// Hush ends the waiting of print computers; they come again. Call it before the last requests are waited for.
func (a *Area) Hush() {
	ch := a.bell.over()
	a.bell.mu.Lock()
	defer a.bell.mu.Unlock()
	select {
	case <-ch:
	default:
		close(a.bell.end)
	}
}
