package http

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/op"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// separator ends a frame in the SignalR JSON protocol.
const separator = 0x1e

// split cuts a message into frames; what follows the last separator is not one.
func split(b []byte) (frames [][]byte) {
	for {
		i := slices.Index(b, separator)
		if i < 0 {
			return frames
		}
		if i > 0 {
			frames = append(frames, b[:i])
		}
		b = b[i+1:]
	}
}

type frame struct {
	Type         int               `json:"type"`
	InvocationID string            `json:"invocationId"`
	Target       string            `json:"target"`
	Arguments    []json.RawMessage `json:"arguments"`
}

// hear acts on one frame; false ends the connection.
func (p *Peer) hear(b []byte) bool {
	var f frame
	if err := json.Unmarshal(b, &f); err != nil {
		p.Close("a message could not be read", false)
		return false
	}
	switch f.Type {
	case 1:
		result, err := p.invoke(f)
		if f.InvocationID != "" {
			p.Write(p.completion(f.InvocationID, result, err))
		}
	case 4:
		p.Write(p.completion(f.InvocationID, nil, fail.NotFound("no-such-call", "path", f.Target)))
	case 7:
		return false
	}
	return true
}

// invoke runs a client's call through the registry, so that rights, limits and the log hold as anywhere else.
func (p *Peer) invoke(f frame) (any, error) {
	o, ok := p.hub.calls[strings.ToLower(f.Target)]
	if !ok {
		return nil, fail.NotFound("no-such-call", "path", f.Target)
	}
	args, err := arguments(o.Hub, f.Arguments)
	if err != nil {
		return nil, err
	}
	by := p.By
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if renew := p.hub.opt.Renew; renew != nil {
		if by, ok = renew(ctx, p.Org, by); !ok {
			p.Close("signed out", false)
			return nil, fail.Unauthorized("no-session")
		}
	}
	a, err := p.hub.opt.Registry.Run(ctx, &op.Call{Op: o, Org: p.Org, By: by, Args: args, RequestID: ulid.Make().String(), IP: p.ip, Language: p.language})
	if err != nil {
		return nil, err
	}
	if _, none := a.Body.(op.None); none {
		return nil, nil
	}
	return a.Body, nil
}

// arguments makes a request of a call's arguments: one object, or values in the declared order.
func arguments(names []string, values []json.RawMessage) ([]byte, error) {
	if len(values) == 1 && len(values[0]) > 0 && values[0][0] == '{' {
		return values[0], nil
	}
	if len(values) > len(names) {
		return nil, fail.Malformed("hub-too-many-arguments", "max", len(names))
	}
	m := map[string]json.RawMessage{}
	for i, v := range values {
		m[names[i]] = v
	}
	return json.Marshal(m)
}

func (p *Peer) completion(id string, result any, err error) []byte {
	m := map[string]any{"type": 3, "invocationId": id}
	if err != nil {
		f, ok := fail.As(err)
		if !ok {
			f = fail.New(http.StatusInternalServerError, "something-went-wrong")
		}
		m["error"] = message.Text(p.language, f.Code, f.Params)
	} else {
		m["result"] = result
	}
	b, err := json.Marshal(m)
	if err != nil {
		slog.Error("hub cannot write an answer", "err", err)
		b, _ = json.Marshal(map[string]any{"type": 3, "invocationId": id, "error": message.Text(p.language, "something-went-wrong", nil)})
	}
	return append(b, separator)
}

// Invocation is a frame that calls a client's handler.
func Invocation(target string, args ...any) []byte {
	if args == nil {
		args = []any{}
	}
	b, err := json.Marshal(map[string]any{"type": 1, "target": target, "arguments": args})
	if err != nil {
		slog.Error("hub cannot write a message", "target", target, "err", err)
		return nil
	}
	return append(b, separator)
}
