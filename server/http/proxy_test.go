package http

import (
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"testing"
	"time"

	"lading/server/op"

	"github.com/fasthttp/websocket"
)

// A real proxy stands before the server, once set right and once as somebody sets it up who has read nothing.
func TestProxy_WhatItWithholdsIsNamedUntilItIsSetRight(t *testing.T) {
	seen := &Proxy{}
	app := New(Options{Registry: op.NewRegistry(nil), TrustProxy: true, Proxy: seen})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = Listen(app, l) }()
	t.Cleanup(func() { _ = app.Shutdown() })
	behind := &url.URL{Scheme: "http", Host: l.Addr().String()}
	proxied := func(withholds ...string) string {
		front := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(behind)
			r.SetXForwarded()
			for _, name := range withholds {
				r.Out.Header.Del(name)
			}
		}}
		fl, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		s := &http.Server{Handler: front, ReadHeaderTimeout: 10 * time.Second}
		go func() { _ = s.Serve(fl) }()
		t.Cleanup(func() { _ = s.Close() })
		return fl.Addr().String()
	}
	use := func(at, origin string) {
		req, err := http.NewRequest("POST", "http://"+at+"/api/token", nil)
		if err != nil {
			t.Fatal(err)
		}
		if origin != "" {
			req.Header.Set("Origin", origin)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if origin != "" {
			if conn, res, err := websocket.DefaultDialer.Dial("ws://"+at+"/hub?guid=x", http.Header{"Origin": {origin}}); err == nil {
				_ = conn.Close()
			} else if res != nil {
				_ = res.Body.Close()
			}
		}
	}
	const page = "https://tms.example.com"
	want := func(when, address, socket string) {
		t.Helper()
		if a, s := seen.Withheld(); a != address || s != socket {
			t.Errorf("%s: address withheld by %q, upgrade by %q", when, a, s)
		}
	}
	use(behind.Host, "")
	use(behind.Host, "http://127.0.0.1:8080") // somebody at the server itself
	want("no proxy", "", "")
	use(proxied("X-Forwarded-For", "Upgrade", "Connection"), page)
	want("a proxy that withholds both", "127.0.0.1", "127.0.0.1")
	use(behind.Host, "") // a health check
	want("after a health check", "127.0.0.1", "127.0.0.1")
	use(proxied(), page)
	want("a proxy that is set right", "", "")
	use(proxied("Connection"), page)
	want("a proxy that withholds Connection", "", "127.0.0.1")
	use(proxied(), page)
	req, err := http.NewRequest("GET", "http://"+behind.Host+"/healthz", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	want("a key where there is no WebSocket", "", "")
}
