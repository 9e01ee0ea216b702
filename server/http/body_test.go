package http

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/gofiber/fiber/v3"
)

type echo struct{ n int }

type echoReq struct {
	Text string `json:"Text"`
}

func (e *echo) Ops() []op.Op {
	take := func(_ context.Context, _ *op.Call, r echoReq) (echoReq, error) { e.n++; return r, nil }
	return []op.Op{op.Direct("Echo", take).Open(), op.Upload("Upload", take).Open(),
		op.Direct("Panic", func(context.Context, *op.Call, op.None) (op.None, error) { panic("x") }).Open(),
		op.Direct("Busy", func(context.Context, *op.Call, op.None) (op.None, error) {
			return op.None{}, fail.New(http.StatusTooManyRequests, "too-many-requests", "seconds", 7)
		}).Open(),
		op.Direct("Invalid", func(context.Context, *op.Call, op.None) (op.None, error) {
			return op.None{}, fail.Invalid(fail.Of("Text", "field-required"))
		}).Open(),
		op.Direct("Closed", func(context.Context, *op.Call, op.None) (op.None, error) { return op.None{}, nil }).SignedIn()}
}

// raw sends bytes as they are, and gives the answers' status and problem.
func raw(t *testing.T, addr, request string) (*http.Response, Problem) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(50 * time.Second)) // the server itself gives up on a request after a minute
	go func() { _, _ = c.Write([]byte(request)) }()
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Errorf("%.60q: %v", request, err)
		return &http.Response{}, Problem{}
	}
	var p Problem
	_ = json.NewDecoder(resp.Body).Decode(&p)
	return resp, p
}

func TestOpenAPI_NamesEachCall(t *testing.T) {
	app := New(Options{Registry: op.NewRegistry(map[string]op.Area{"x": &echo{}})})
	resp, err := app.Test(httptest.NewRequest(http.MethodGet, "/api/openapi.json", nil), fiber.TestConfig{})
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.NewDecoder(resp.Body).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"Echo", "Upload", "Panic", "Busy", "Invalid", "Closed"} {
		if got := doc.Paths["/api/"+path]["post"].OperationID; got != path {
			t.Errorf("%s is told as %q", path, got)
		}
	}
}

func TestBodies_AreBoundedAndErrorsHaveOneShape(t *testing.T) {
	e := &echo{}
	app := New(Options{Registry: op.NewRegistry(map[string]op.Area{"x": e}), Authenticate: func(context.Context, string) (store.Actor, string, error) {
		return store.Actor{}, "", fail.Unauthorized("no-session")
	}})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = Listen(app, l) }()
	t.Cleanup(func() { _ = app.Shutdown() })
	addr := l.Addr().String()
	head := "POST /api/Echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	chunked := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString("10000\r\n" + strings.Repeat(" ", 1<<16) + "\r\n")
		}
		return b.String() + "0\r\n\r\n"
	}
	sized := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	gzipped := func(text string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(text))
		_ = z.Close()
		return b.String()
	}
	for _, c := range []struct {
		name, request string
		status        int
		code          string
	}{
		{"a body", head + "Content-Length: 12\r\n\r\n{\"Text\":\"a\"}", 200, ""},
		{"a body in chunks", head + "Transfer-Encoding: chunked\r\n\r\nc\r\n{\"Text\":\"a\"}\r\n0\r\n\r\n", 200, ""},
		{"a long body", head + "Content-Length: 3000000\r\n\r\n" + strings.Repeat(" ", 10_000), 413, "body-too-large"},
		{"an endless body", head + "Transfer-Encoding: chunked\r\n\r\n" + chunked(80), 413, "body-too-large"},
		{"a packed body", head + "Content-Encoding: gzip\r\n" + sized(gzipped(`{"Text":"a"}`)), 200, ""},
		{"a bomb", head + "Content-Encoding: gzip\r\n" + sized(gzipped(strings.Repeat(" ", 32<<20))), 413, "body-too-large"},
		{"a packed body that is cut off", head + "Content-Encoding: gzip\r\n" + sized(gzipped(`{"Text":"a"}`)[:20]), 400, "body-malformed"},
		{"a body that only says that it is packed", head + "Content-Encoding: gzip\r\n" + sized(`{"Text":"a"}`), 400, "body-malformed"},
		{"a body packed otherwise", head + "Content-Encoding: br\r\n" + sized("x"), 415, "encoding-not-taken"},
		{"a form for JSON", "POST /api/Echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b", 415, "not-json"},
		{"half of JSON", head + "Content-Length: 1\r\n\r\n{", 400, "body-malformed"},
		{"brackets", head + "Content-Length: 1000000\r\n\r\n" + strings.Repeat("[", 1_000_000), 400, "body-too-deep"},
		{"an unknown field", head + "Content-Length: 7\r\n\r\n{\"x\":1}", 400, "unknown-field"},
		{"an upload without length", "POST /api/Upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411, "length-required"},
		{"an upload that is too long", "POST /api/Upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 99999999\r\n\r\n" + strings.Repeat(" ", 10_000), 413, "body-too-large"},
		{"an upload of something else", "POST /api/Upload HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx", 415, "not-multipart"},
		{"no session", "POST /api/Closed HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 401, "no-session"},
		{"a dead session", "POST /api/Closed HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Length: 0\r\n\r\n", 401, "no-session"},
		{"no such call", "POST /api/Nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 404, "no-such-call"},
		{"a wrong method", "DELETE /api/Echo HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 405, "method-not-allowed"},
		{"a link that writes", "GET /api/Echo HTTP/1.1\r\nHost: x\r\n\r\n", 405, "method-not-allowed"},
		{"a broken rule", "POST /api/Invalid HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 422, "invalid-fields"},
		{"too often", "POST /api/Busy HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 429, "too-many-requests"},
		{"a panic", "POST /api/Panic HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 500, "something-went-wrong"},
	} {
		resp, p := raw(t, addr, c.request) // of a long body it sends the beginning: an answer that waited for the rest would be none
		if resp.StatusCode != c.status || p.Code != c.code {
			t.Errorf("%s: %d %s, want %d %s", c.name, resp.StatusCode, p.Code, c.status, c.code)
			continue
		}
		if c.status < 400 {
			continue
		}
		if kind := resp.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/problem+json") || p.Type == "" || p.Title == "" || p.Status != c.status || p.Detail == "" || p.Detail == p.Code {
			t.Errorf("%s: not the shape of a problem: %s %+v", c.name, kind, p)
		}
		switch c.status {
		case 422:
			if len(p.Errors) != 1 || p.Errors[0].Field != "Text" || p.Errors[0].Message == "" {
				t.Errorf("%s: %+v", c.name, p.Errors)
			}
		case 429:
			if resp.Header.Get("Retry-After") != "7" {
				t.Errorf("%s: Retry-After %q", c.name, resp.Header.Get("Retry-After"))
			}
		case 405:
			if resp.Header.Get("Allow") == "" {
				t.Errorf("%s: no Allow", c.name)
			}
		}
	}
	if e.n != 3 {
		t.Errorf("%d calls ran, want 3", e.n)
	}
}
