package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lading/server/document"

	"github.com/goccy/go-json"
)

// state is what the agent knows of its pairing, on disk: the token, and the printers for the time without a server.
type state struct {
	mu        sync.Mutex
	file      string
	Server    string             `json:"server"`
	Agent     string             `json:"agent"`
	Name      string             `json:"name"`
	Warehouse string             `json:"warehouse"`
	Token     string             `json:"token"`
	LocalKey  string             `json:"localKey"`
	Printers  []document.Printer `json:"printers"`
}

func openState(name string) (*state, error) {
	s := &state{file: name}
	b, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(b, s)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return s, nil
}

func (s *state) save() error {
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(s.file, b)
}

// learn keeps what the server says of the agent's printers.
func (s *state) learn(n document.Next) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, err := json.Marshal(s)
	if err != nil {
		return err
	}
	s.Name, s.LocalKey, s.Printers = n.Name, n.LocalKey, n.Printers
	for i := range s.Printers { // troubles come from here, and would have the file written at each
		s.Printers[i].Trouble = ""
	}
	after, err := json.Marshal(s)
	if err != nil || bytes.Equal(before, after) {
		return err
	}
	return s.save()
}

func (s *state) key() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.LocalKey
}

// Pair joins an organisation with what Settings, Printing shows: the server's address with the code behind a #, as its QR code has it, or the code alone
// beside --server.
func (a *Agent) Pair(ctx context.Context, server, code string) error {
	if at, c, ok := strings.Cut(strings.TrimSpace(code), "#"); ok {
		u, err := url.Parse(at)
		if err != nil || u.Host == "" {
			return fmt.Errorf("%q is no pairing code", code)
		}
		server, code = u.Scheme+"://"+u.Host, c
	}
	if server == "" {
		return fmt.Errorf("--server is missing: the address that Lading is opened under")
	}
	a.state.Server = strings.TrimRight(server, "/")
	var j document.Joined
	if err := a.call(ctx, "Printing/Join", document.JoinReq{Code: strings.TrimSpace(code), Addresses: a.addresses(), Build: a.cfg.Build}, &j); err != nil {
		return err
	}
	a.state.Agent, a.state.Name, a.state.Warehouse, a.state.Token, a.state.LocalKey = j.Agent, j.Name, j.Warehouse, j.Token, j.LocalKey
	return a.state.save()
}

// refusal is the server's no.
type refusal struct {
	Status int
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func (r *refusal) Error() string {
	if r.Detail != "" {
		return r.Detail
	}
	return fmt.Sprint("HTTP ", r.Status)
}

func (a *Agent) post(ctx context.Context, op string, req any) (*http.Response, error) {
	body, err := json.Marshal(req)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.state.Server+"/api/"+op, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if a.state.Token != "" {
		r.Header.Set("Authorization", "Bearer "+a.state.Token)
	}
	res, err := a.client.Do(r)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= 300 {
		defer func() { _ = res.Body.Close() }()
		no := &refusal{Status: res.StatusCode}
		if b, err := io.ReadAll(io.LimitReader(res.Body, 64<<10)); err == nil {
			_ = json.Unmarshal(b, no) // a proxy's own page says nothing that we can read
		}
		if res.StatusCode >= 500 || res.StatusCode == http.StatusTooManyRequests {
			return nil, fmt.Errorf("%s: %s", op, no.Error())
		}
		return nil, no
	}
	return res, nil
}

// call makes a call that answers JSON or nothing.
func (a *Agent) call(ctx context.Context, op string, req, out any) error {
	res, err := a.post(ctx, op, req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if out == nil || res.StatusCode == http.StatusNoContent {
		return nil
	}
	return json.NewDecoder(io.LimitReader(res.Body, 8<<20)).Decode(out)
}

const maxSheet = 64 << 20

// fetch gets a print's bytes.
func (a *Agent) fetch(ctx context.Context, t document.Task) (document.Sheet, error) {
	res, err := a.post(ctx, "Printing/File", document.TaskReq{PrintID: t.PrintID, Attempt: t.Attempt})
	if err != nil {
		return document.Sheet{}, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxSheet+1))
	if err == nil && (len(body) > maxSheet || len(body) == 0) {
		err = fmt.Errorf("%d bytes are no paper", len(body))
	}
	copies, numErr := strconv.Atoi(res.Header.Get("X-Copies"))
	if numErr != nil {
		copies = 1
	}
	kind, _, _ := strings.Cut(res.Header.Get("Content-Type"), ";")
	return document.Sheet{Name: t.Name, Type: kind, Body: body, Copies: copies}, err
}

// addresses are where tablets of this network find the agent.
func (a *Agent) addresses() []string {
	if len(a.cfg.Address) > 0 {
		return a.cfg.Address
	}
	host, port, err := net.SplitHostPort(a.cfg.Listen)
	if err != nil {
		return []string{}
	}
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return []string{"http://" + net.JoinHostPort(host, port)}
	}
	out := []string{}
	all, err := net.InterfaceAddrs()
	if err != nil {
		return out
	}
	for _, n := range all {
		if ip, ok := n.(*net.IPNet); ok && ip.IP.To4() != nil && ip.IP.IsPrivate() && len(out) < 8 {
			out = append(out, "http://"+net.JoinHostPort(ip.IP.String(), port))
		}
	}
	slices.Sort(out)
	return append(out, "http://127.0.0.1:"+port)
}
