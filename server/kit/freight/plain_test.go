package freight

import (
	"testing"

	"github.com/goccy/go-json"
)

func TestPlain_ReadsANumberOrAMeasure(t *testing.T) {
	for text, want := range map[string]Measure{
		`48`: {48000, "cm"}, `48.25`: {48250, "cm"}, `"1250.5"`: {1250500, "cm"}, `0`: {}, `12.5000`: {12500, "cm"}, `-1`: {-1000, "cm"}, `{"milli":500,"unit":"in"}`: {500, "in"},
	} {
		var p Plain
		if err := json.Unmarshal([]byte(text), &p); err != nil || p.Or("", "cm", "in") != want {
			t.Errorf("%s: %v, %v", text, p.Or("", "cm", "in"), err)
		}
	}
	for _, text := range []string{`1.2345`, `"x"`, `""`, `1e3`, `[1]`, `true`, `{"milli":1,"unit":"in","more":2}`, `1.-5`, `99999999999999`} {
		var p Plain
		if err := json.Unmarshal([]byte(text), &p); err == nil {
			t.Errorf("%s: %+v", text, p)
		}
	}
}
