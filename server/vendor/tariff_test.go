package vendor

import (
	"os"
	"testing"

	"github.com/goccy/go-json"
)

// The browser judges by the same rules and the same cases: web/src/vendor/booking/numbers.test.ts.
func TestNumbers_CarryTheirOwnCheck(t *testing.T) {
	text, err := os.ReadFile("testdata/numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases struct {
		Tariffs  map[string]*string
		Waybills map[string]bool
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases.Tariffs) == 0 || len(cases.Waybills) == 0 {
		t.Fatal(err, cases)
	}
	for typed, want := range cases.Tariffs {
		code, ok := tariffCode(typed)
		if ok != (want != nil) || ok && code != *want {
			t.Errorf("%q: %s %v", typed, code, ok)
		}
	}
	for typed, want := range cases.Waybills {
		n, ok, fits := airWaybill(typed)
		if (ok && fits) != want || want && n[3] != '-' {
			t.Errorf("%q: %s %v %v", typed, n, ok, fits)
		}
	}
}
