package bill

import (
	_ "embed"
	"encoding/json"
	"testing"
)

//go:embed testdata/hazmat.json
var hazmatCases []byte

func TestDescribe_FollowsTheOrderOfTheLaw(t *testing.T) {
	var cases []struct {
		Entry Hazmat
		Text  string
	}
	if err := json.Unmarshal(hazmatCases, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		if got := c.Entry.Describe(); got != c.Text {
			t.Errorf("got  %s\nwant %s", got, c.Text)
		}
	}
}
