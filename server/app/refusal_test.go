package app_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"lading/server/testkit"

	"github.com/gofiber/fiber/v3"
)

// A device takes any answer that does not say it is JSON for a captive portal's, and keeps what it wanted to say. So a refusal
// of another type is a refusal that no device ever hears.
func TestRefusal_SaysThatItIsOurs(t *testing.T) {
	k := testkit.New(t)
	for _, c := range []struct {
		path, body string
		status     int
	}{
		{"/api/token", `{"grantType":"refresh_token","cookie":true}`, 401},
		{"/api/sync/pull", `{}`, 401},
		{"/api/no/such/call", `{}`, 404},
		{"/api/token", `[[[`, 400},
	} {
		r := httptest.NewRequest("POST", c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		r.Host = "localhost"
		resp, err := k.App.Web.Test(r, fiber.TestConfig{})
		if err != nil {
			t.Fatal(err)
		}
		if got := resp.Header.Get("Content-Type"); resp.StatusCode != c.status || got != "application/problem+json" {
			t.Errorf("%s %s: %d as %q", c.path, c.body, resp.StatusCode, got)
		}
	}
}
