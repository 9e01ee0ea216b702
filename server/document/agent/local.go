package agent

import (
	"crypto/subtle"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"lading/server/document"
	"lading/server/kit/fail"

	"github.com/goccy/go-json"
)

// PrintReq is a tablet's print: what the paper is made of, since the tablet has the data and no server to set it. The name and attempt are those under
// which the server will hear of it later, so that it is one print by both roads.
type PrintReq struct {
	PrintID  string         `json:"printId"`
	Attempt  int            `json:"attempt"`
	Printer  string         `json:"printer"`
	Language string         `json:"language"`
	Copies   int            `json:"copies"`
	Paper    document.Draft `json:"paper"`
}

// PrintState is how far a print of this computer is.
type PrintState struct {
	State  document.PrintState `json:"state"`
	Answer string              `json:"answer"`
	Params map[string]any      `json:"params,omitempty"`
}

const maxPrint = 4 << 20

// local serves the tablets of this network: prints with the warehouse's key, and the scale.
func (a *Agent) local() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /{$}", a.who)
	m.HandleFunc("POST /print", a.printLocal)
	m.HandleFunc("GET /print", a.stateLocal)
	m.HandleFunc("GET /scale", a.readScale)
	return a.cors(m)
}

// cors lets the pages of our own server call, and nobody else's. A browser asks first, and asks anew for an address of the local network.
func (a *Agent) cors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Vary", "Origin")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		origin := r.Header.Get("Origin")
		if origin != "" {
			if !a.ours(origin) {
				http.Error(w, "this page may not print here", http.StatusForbidden)
				return
			}
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type")
			h.Set("Access-Control-Allow-Methods", "GET, POST")
			h.Set("Access-Control-Max-Age", "600")
			if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
				h.Set("Access-Control-Allow-Private-Network", "true")
			}
		}
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (a *Agent) ours(origin string) bool {
	return slices.Contains(a.cfg.Origins, origin) || origin == originOf(a.state.Server)
}

func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func (a *Agent) allowed(w http.ResponseWriter, r *http.Request) bool {
	key, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if subtle.ConstantTimeCompare([]byte(key), []byte(a.state.key())) == 1 && key != "" {
		return true
	}
	refuse(w, http.StatusUnauthorized, "agent-token")
	return false
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"code": code}) // the tablet has gone if this fails
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func (a *Agent) who(w http.ResponseWriter, _ *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	answer(w, map[string]any{"agent": a.state.Agent, "name": a.state.Name, "warehouse": a.state.Warehouse, "printers": len(a.printers), "scale": a.scale != nil})
}

// printLocal takes a tablet's print, sets it here with the server's own code, and answers once it is on this computer's disk.
func (a *Agent) printLocal(w http.ResponseWriter, r *http.Request) {
	if !a.allowed(w, r) {
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxPrint+1))
	if err != nil || len(body) > maxPrint {
		refuse(w, http.StatusRequestEntityTooLarge, "body-too-large")
		return
	}
	var req PrintReq
	if err := json.Unmarshal(body, &req); err != nil || req.PrintID == "" || len(req.PrintID) > 80 || strings.ContainsAny(req.PrintID, "/ \n") || req.Attempt < 1 {
		refuse(w, http.StatusBadRequest, "body-malformed")
		return
	}
	a.mu.Lock()
	p, ok := a.printers[req.Printer]
	a.mu.Unlock()
	if !ok {
		refuse(w, http.StatusNotFound, "printer-unknown")
		return
	}
	if len(req.Paper.Labels) == 0 && p.Format == "zpl" {
		refuse(w, http.StatusConflict, "printer-labels-only")
		return
	}
	if req.Copies > 50 || len(req.Paper.Labels) > 500 || len(req.Paper.Bill.Lines) > 2000 {
		refuse(w, http.StatusUnprocessableEntity, "body-too-large")
		return
	}
	for _, l := range req.Paper.Labels {
		if err := l.Check(); err != nil {
			refuse(w, http.StatusConflict, "label-number-wrong")
			return
		}
	}
	s, err := req.Paper.Set(document.Way{Language: req.Language, Copies: req.Copies, Format: p.Format, Dots: p.Dots})
	if err != nil || len(s.Body) == 0 {
		refuse(w, http.StatusUnprocessableEntity, "body-malformed")
		return
	}
	key := keyOf(req.PrintID, req.Attempt)
	err = a.accept(key, p.ID, s)
	if code := fail.CodeOf(err); code != "" {
		refuse(w, http.StatusUnprocessableEntity, code)
		return
	}
	if err != nil {
		refuse(w, http.StatusInsufficientStorage, "something-went-wrong")
		return
	}
	answer(w, a.stateOf(key))
}

func (a *Agent) stateLocal(w http.ResponseWriter, r *http.Request) {
	if !a.allowed(w, r) {
		return
	}
	key := r.URL.Query().Get("key")
	if _, ok := a.journal.find(key); !ok {
		refuse(w, http.StatusNotFound, "no-such-print")
		return
	}
	answer(w, a.stateOf(key))
}

func (a *Agent) stateOf(key string) PrintState {
	e, _ := a.journal.find(key)
	name := ""
	a.mu.Lock()
	defer a.mu.Unlock()
	if p, ok := a.printers[e.Printer]; ok {
		name = p.Name
	}
	params := func(more map[string]any) map[string]any {
		out := map[string]any{"printer": name}
		for k, v := range more {
			out[k] = v
		}
		return out
	}
	if e.Step == done && e.Result != nil {
		return PrintState{e.Result.State, e.Result.Answer, params(e.Result.Params)}
	}
	if t, ok := a.troubles[e.Printer]; ok && t.Answer != "" {
		return PrintState{document.Waiting, t.Answer, params(t.Params)}
	}
	return PrintState{State: document.Sent}
}
