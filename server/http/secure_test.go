package http

import (
	"net/http/httptest"
	"strings"
	"testing"

	"lading/server/op"

	"github.com/gofiber/fiber/v3"
)

func TestSecure_PrintComputersThatAreNamedAreTheOnlyOnes(t *testing.T) {
	app := New(Options{Registry: op.NewRegistry(nil), PrintHosts: []string{"http://192.168.1.20:8632", "http://pack-2.yard.test:8632"}})
	r := httptest.NewRequest("GET", "/healthz", nil)
	r.Host = "tms.example.com"
	resp, err := app.Test(r, fiber.TestConfig{})
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if got := resp.Header.Get("Content-Security-Policy"); !strings.Contains(got, "connect-src 'self' ws://tms.example.com wss://tms.example.com http://192.168.1.20:8632 http://pack-2.yard.test:8632; ") || strings.Contains(got, "*") {
		t.Error(got)
	}
}

func TestSecure_TheLiveConnectionGoesToThisHostAlone(t *testing.T) {
	app := New(Options{Registry: op.NewRegistry(nil)})
	for host, want := range map[string]string{
		"tms.example.com": "connect-src 'self' ws://tms.example.com wss://tms.example.com http://*:8632", "127.0.0.1:8080": "connect-src 'self' ws://127.0.0.1:8080 wss://127.0.0.1:8080 http://*:8632",
		"[::1]:8080": "connect-src 'self' ws://[::1]:8080 wss://[::1]:8080 http://*:8632", "*": "connect-src 'self' http://*:8632",
	} {
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Host = host
		resp, err := app.Test(r, fiber.TestConfig{})
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if got := resp.Header.Get("Content-Security-Policy"); !strings.Contains(got, want+" ") || strings.Contains(got, "ws: wss:") {
			t.Errorf("%s: %s", host, got)
		}
	}
}
