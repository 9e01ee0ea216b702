package tracking

import (
	"os"
	"strings"
	"testing"
)

// The office and whoever waits for a shipment read a name for every step that there is.
func TestSteps_AreNamedForStrangers(t *testing.T) {
	text, err := os.ReadFile("../../web/src/kit/words/transitSteps.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range codes {
		if !strings.Contains(string(text), "\n  '"+string(c.Code)+"': msg`") && !strings.Contains(string(text), "\n  "+string(c.Code)+": msg`") {
			t.Errorf("%s has no name there", c.Code)
		}
	}
}
