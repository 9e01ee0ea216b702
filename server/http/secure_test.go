package http

import (
	"net/http"
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

func TestSecure_EveryAnswerCarriesTheHeadersAndAPanicIsAnAnswer(t *testing.T) {
	app := New(Options{Registry: op.NewRegistry(nil), Mount: func(app *fiber.App) {
		app.Get("/falls", func(fiber.Ctx) error { panic("nothing there") })
	}})
	for path, status := range map[string]int{"/healthz": http.StatusOK, "/falls": http.StatusInternalServerError, "/api/none": http.StatusNotFound} {
		resp, err := app.Test(httptest.NewRequest("GET", path, nil), fiber.TestConfig{})
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != status {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY",
			"Permissions-Policy": "camera=(self), geolocation=(self), microphone=()", "Cross-Origin-Resource-Policy": "same-origin"} {
			if got := resp.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
	}
}

// What comes as an id stands in the log of what was done: a long one is not taken.
func TestSecure_ARequestHasAnIDOfOrdinaryLength(t *testing.T) {
	app := New(Options{Registry: op.NewRegistry(nil)})
	for sent, kept := range map[string]bool{"a-1": true, "": false, "two words": false, strings.Repeat("x", 65): false} {
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Header.Set("X-Request-Id", sent)
		resp, err := app.Test(r, fiber.TestConfig{})
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if got := resp.Header.Get("X-Request-Id"); got == "" || (got == sent) != kept {
			t.Errorf("%q became %q", sent, got)
		}
	}
}
