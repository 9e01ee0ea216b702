package op

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"
)

func TestSpend_ADayHasAQuotaOfEachUserAndOfTheOrganisation(t *testing.T) {
	l := NewLimiter()
	now := time.Date(2026, 11, 20, 23, 59, 0, 0, time.UTC)
	l.now, l.Daily = func() time.Time { return now }, Quota{User: 100, Org: 150}
	spend := func(org, who string, n int64, want string) {
		t.Helper()
		if got := fail.CodeOf(l.Spend(org, who, n)); got != want {
			t.Errorf("%d of %s in %s: %q", n, who, org, got)
		}
	}
	spend("1", "ada", 100, "")
	spend("1", "ada", 1, "upload-quota")
	spend("1", "bob", 51, "upload-quota")
	spend("1", "bob", 50, "") // what was refused has spent nothing
	spend("1", "bob", 1, "upload-quota")
	spend("2", "ada", 100, "")
	now = now.Add(time.Minute)
	spend("1", "ada", 100, "")
	var none *Limiter
	if err := none.Spend("1", "ada", 1<<40); err != nil {
		t.Error(err)
	}
}

func TestSender_IsAPersonOrANetwork(t *testing.T) {
	for want, c := range map[string]*Call{
		"U-ADA":                     {By: store.Actor{User: "U-ADA", Device: "D1"}, IP: "203.0.113.7"},
		"device D1":                 {By: store.Actor{Device: "D1"}, IP: "203.0.113.7"},
		"network 203.0.113.7":       {IP: "203.0.113.7"},
		"network 2001:db8:1:2::/64": {IP: "2001:db8:1:2:aaaa::1"},
	} {
		if got := c.sender(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestUpload_IsCountedBeforeItIsRead(t *testing.T) {
	taken := 0
	r := NewRegistry(map[string]Area{"a": oneArea{Upload("A/Send", func(context.Context, *Call, None) (None, error) {
		taken++
		return None{}, nil
	}).SignedIn()}})
	r.Limits = NewLimiter()
	r.Limits.Daily = Quota{User: 100, Org: 1000}
	o, _ := r.Find("A/Send")
	for i, want := range []string{"", "", "upload-quota", ""} { // 40 and 40 are taken, 40 more are too many, and 20 are not
		size := int64([]int{20, 20, 20, 10}[i])
		_, err := r.Run(t.Context(), &Call{Op: o, Org: "1", By: store.Actor{User: "ada", Device: fmt.Sprint("D", i)}, Files: []File{{Size: size}, {Size: size}}})
		if got := fail.CodeOf(err); got != want {
			t.Errorf("upload %d: %v, want %q", i, err, want)
		}
	}
	if taken != 3 {
		t.Errorf("%d uploads were taken", taken)
	}
}
