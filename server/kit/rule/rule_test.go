package rule_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/freight"
	"lading/server/kit/rule"
)

// set is a rule's cases, which the screen's tests run too. A rule that gives an answer accepts the right ones and none of the wrong ones.
type set struct {
	Rule      string `json:"rule"`
	Gives     bool   `json:"gives"`
	Unchanged bool   `json:"unchanged"`
	Accept    []one  `json:"accept"`
	Reject    []one  `json:"reject"`
}

type one struct {
	In  json.RawMessage `json:"in"`
	Out any             `json:"out"`
	Bad []string        `json:"bad"`
}

func in[T any](t *testing.T, c one) (v T) {
	t.Helper()
	if err := json.Unmarshal(c.In, &v); err != nil {
		t.Fatalf("case %s: %v", c.In, err)
	}
	return v
}

func text(f func(string) bool) func(*testing.T, one) any {
	return func(t *testing.T, c one) any { return f(in[string](t, c)) }
}

func given(f func(string) string) func(*testing.T, one) any {
	return func(t *testing.T, c one) any { return f(in[string](t, c)) }
}

func within(most int) func(*testing.T, one) any {
	return text(func(s string) bool { return rule.Within(s, most) })
}

var rules = map[string]func(*testing.T, one) any{
	"email-list": func(t *testing.T, c one) any {
		bad := rule.BadEmails(in[string](t, c))
		if !slices.Equal(bad, c.Bad) {
			t.Errorf("%s: names %v, want %v", c.In, bad, c.Bad)
		}
		return len(bad) == 0
	},
	"phone":                  text(rule.Phones),
	"phone-keystrokes":       text(rule.PhoneKey),
	"zip-keystrokes":         text(rule.ZipKey),
	"zip":                    text(rule.Zip),
	"zip-state":              given(rule.ZipOf),
	"positive-number":        text(rule.Positive),
	"negative-made-absolute": given(rule.Absolute),
	"time-general":           given(rule.Turned),
	"time-shipment":          given(rule.Clock),
	"pallet-max":             func(t *testing.T, c one) any { return rule.Pallets(in[int64](t, c)) },
	"upload-file-type":       text(rule.FileType),
	"paste-strip":            given(rule.Pasted),
	"zip-length":             within(rule.The.ZipMax),
	"state-length":           within(rule.The.StateMax),
	"contact-name-length":    within(rule.The.ContactMax),
	"nmfc":                   text(rule.NMFC),
	"un":                     text(rule.UN),
	"hazard-class":           text(rule.HazardClass),
	"mandatory-fields": func(t *testing.T, c one) any {
		return len(rule.Missing(in[map[string]string](t, c), "order number", "weight", "address")) == 0
	},
	"total-weight": func(t *testing.T, c one) any {
		v := in[struct {
			PerQuantity            bool
			Quantity, Weight, Unit float64
		}](t, c)
		return rule.TotalWeight(v.PerQuantity, v.Quantity, v.Weight, v.Unit)
	},
	"missing-unit": func(t *testing.T, c one) any {
		n, ok := in[any](t, c).(float64) // null and "" are missing
		if !ok {
			return rule.Unit(nil)
		}
		return rule.Unit(&n)
	},
	"hazmat": func(t *testing.T, c one) any {
		var said []string
		for _, l := range rule.Hazmat(in[freight.Hazmat](t, c), "") {
			said = append(said, l.Part+" "+l.Code)
		}
		return strings.Join(said, "; ")
	},
	"density-class": func(t *testing.T, c one) any {
		v := in[struct{ Pounds, Inches float64 }](t, c)
		class, _ := rule.Suggest(v.Pounds, v.Inches)
		return class
	},
}

func TestRules_AcceptAndRejectTheirExamples(t *testing.T) {
	b, err := os.ReadFile("../../../sync/testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var sets []set
	if err := json.Unmarshal(b, &sets); err != nil {
		t.Fatal(err)
	}
	if len(sets) != len(rules) {
		t.Fatalf("%d sets of cases for %d rules", len(sets), len(rules))
	}
	for _, s := range sets {
		judge := rules[s.Rule]
		if judge == nil {
			t.Errorf("no rule for the cases of %s", s.Rule)
			continue
		}
		if len(s.Accept) == 0 {
			t.Errorf("%s has no cases", s.Rule)
		}
		for _, c := range s.Accept {
			want := c.Out
			if !s.Gives {
				want = true
			}
			if got := judge(t, c); got != want {
				t.Errorf("%s of %s: got %v, want %v", s.Rule, c.In, got, want)
			}
		}
		for _, c := range s.Reject {
			got := judge(t, c)
			switch {
			case !s.Gives && got != false:
				t.Errorf("%s takes %s", s.Rule, c.In)
			case s.Unchanged && got != c.Out:
				t.Errorf("%s changes %s to %v", s.Rule, c.In, got)
			case s.Gives && !s.Unchanged && got == c.Out:
				t.Errorf("%s of %s gives the wrong %v", s.Rule, c.In, got)
			}
		}
	}
}
