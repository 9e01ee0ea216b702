package packing_test

import (
	"os"
	"testing"

	"lading/server/packing"

	"github.com/goccy/go-json"
)

// The same cases are judged by web/src/packing/verify/scanned.test.ts.
func TestScanned_AsTheTabletReadsIt(t *testing.T) {
	raw, err := os.ReadFile("../../sync/testdata/packing-scan.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Text, Bare string }
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 10 {
		t.Fatalf("cases: %v, %d", err, len(cases))
	}
	for _, c := range cases {
		if got := packing.Scanned(c.Text); got != c.Bare {
			t.Errorf("%q: %q, want %q", c.Text, got, c.Bare)
		}
	}
	mug := packing.Content{Code: "Mug", Barcodes: []string{"036000291452"}}
	bare := packing.Content{Description: "Loose handle"}
	if !mug.Names("MUG") || !mug.Names("36000291452") || mug.Names("") || mug.Names("CUP") || !bare.Names("LOOSE HANDLE") {
		t.Error("contents are named wrongly")
	}
}
