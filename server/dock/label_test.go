package dock

import (
	"os"
	"testing"

	"github.com/goccy/go-json"
)

// The rule that the tablet has too (web/src/dock/lot/rule.ts) is held to the same cases.
func TestLabelRule_MatchesAndOverlapsAsTheTabletSays(t *testing.T) {
	b, err := os.ReadFile("../../sync/testdata/label-rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases struct {
		Rules map[string]TeachReq
		Reads []struct {
			Rule, Text string
			Matches    *bool
		}
		Misread         []struct{ Rule, Text string }
		Overlaps, Apart [][2]string
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	rule := func(name string) LabelRule {
		req, ok := cases.Rules[name]
		if !ok {
			t.Fatalf("no rule %s", name)
		}
		return req.rule()
	}
	if len(cases.Reads) == 0 || len(cases.Overlaps) == 0 || len(cases.Apart) == 0 {
		t.Fatal("no cases")
	}
	for name := range cases.Rules {
		req := cases.Rules[name]
		if bad := req.Check(); len(bad) > 0 {
			t.Errorf("%s is refused: %v", name, bad)
		}
	}
	for _, c := range cases.Reads {
		if got, want := rule(c.Rule).matches(c.Text), c.Matches == nil || *c.Matches; got != want {
			t.Errorf("%s on %q: matches %v", c.Rule, c.Text, got)
		}
	}
	for _, c := range cases.Overlaps {
		if a, b := rule(c[0]), rule(c[1]); !a.overlaps(b) || !b.overlaps(a) {
			t.Errorf("%v do not overlap", c)
		}
	}
	for _, c := range cases.Apart {
		if a, b := rule(c[0]), rule(c[1]); a.overlaps(b) || b.overlaps(a) {
			t.Errorf("%v overlap", c)
		}
	}
	// What overlap leaves apart, no label may fit both of.
	for an, a := range cases.Rules {
		for bn, b := range cases.Rules {
			for _, c := range cases.Reads {
				if ra, rb := a.rule(), b.rule(); !ra.overlaps(rb) && ra.matches(c.Text) && rb.matches(c.Text) {
					t.Errorf("%s and %s both match %q", an, bn, c.Text)
				}
			}
		}
	}
}
