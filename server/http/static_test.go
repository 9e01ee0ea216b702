package http

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gofiber/fiber/v3"
)

func TestStatic_WhatHasNotChangedIsNotSentAgain(t *testing.T) {
	app := fiber.New()
	built := asset{plain: []byte("the file"), br: []byte("less"), kind: "text/html; charset=utf-8"}
	static(app, map[string]asset{"/sw.js": built, "/driver.html": built, "/check.html": built, "/index.html": built})
	ask := func(path, accept, tag string) (int, string) {
		t.Helper()
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", accept)
		r.Header.Set("If-None-Match", tag)
		resp, err := app.Test(r, fiber.TestConfig{})
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		return resp.StatusCode, resp.Header.Get("Etag")
	}
	for _, path := range []string{"/sw.js", "/driver", "/check/1", "/Home"} {
		status, tag := ask(path, "br", "")
		if status != http.StatusOK || tag == "" {
			t.Errorf("%s: %d with the tag %q", path, status, tag)
		}
		if status, _ := ask(path, "br", tag); status != http.StatusNotModified {
			t.Errorf("%s: %d where it has not changed", path, status)
		}
		if status, other := ask(path, "", tag); status != http.StatusOK || other == tag {
			t.Errorf("%s: %d where its other form was known", path, status)
		}
	}
}
