package gs1

import (
	_ "embed"
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

// The same cases run in the browser: web/src/dock/scan/label.test.ts.
//
//go:embed testdata/labels.json
var labels []byte

func TestParse_ReadsLabelsAsTheTradeWritesThem(t *testing.T) {
	var cases []struct {
		Scan     string
		Elements []Element
		Error    string
	}
	if err := json.Unmarshal(labels, &cases); err != nil || len(cases) == 0 {
		t.Fatal(err, len(cases))
	}
	for _, c := range cases {
		got, err := Parse(c.Scan)
		want := map[string]error{"": nil, "check": ErrCheckDigit, "label": ErrLabel}[c.Error]
		if !errors.Is(err, want) || !slices.Equal(got, c.Elements) {
			t.Errorf("%q: %v, %v; want %v, %v", c.Scan, got, err, c.Elements, want)
		}
	}
}

func TestFromScan_FindsThePalletBehindWhateverElseTheLabelSays(t *testing.T) {
	for scan, want := range map[string]string{
		"]C110LOT4\x1d00106141411234567897":         "106141411234567897",
		"]C11726123137481\x1d00106141411234567897":  "106141411234567897",
		"(17)261231(10)LOT 4(00)106141411234567897": "106141411234567897",
		"]C100106141411234567897\x1d10LOT4":         "106141411234567897",
		"]C100106141411234567898":                   "00106141411234567898", // misread: no number of ours
		"00106141411234567897":                      "106141411234567897",
		"LPN-000123":                                "LPN-000123",
		" 06141411234567913 ":                       "06141411234567913",
	} {
		if got := FromScan(scan); got != want {
			t.Errorf("%q: %q, want %q", scan, got, want)
		}
	}
}
