package engine_test

import (
	"math"
	"strconv"
	"testing"

	"lading/server/kit/rule"
	"lading/server/rating/engine"
)

// Who enters goods is shown the proposal by the rules that server and screen share; rating proposes by its own exact scale. They must say the same.
func TestSuggest_SaysWhatTheSharedRulesSay(t *testing.T) {
	for pounds := int64(1); pounds <= 80; pounds++ { // in one cubic foot, so pounds are the density
		foot := engine.Unit{Length: engine.Int(12), Width: engine.Int(12), Height: engine.Int(12), Count: 1}
		exact, _, _ := engine.Suggest(engine.Int(pounds), []engine.Unit{foot}, "2026-01-05")
		shared, _ := rule.Suggest(float64(pounds), 1728)
		class, err := strconv.ParseFloat(shared, 64)
		if err != nil || engine.Class(math.Round(class*10)) != exact {
			t.Errorf("%d lb a cubic foot: %v by rating, %s by the rules", pounds, exact, shared)
		}
	}
}
