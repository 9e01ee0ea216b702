package engine

import "testing"

func TestChoose_PreferredThenLowest(t *testing.T) {
	offer := func(carrier string, total Cents) Offer {
		return Offer{ID: carrier, Carrier: carrier, Currency: "USD", Total: total}
	}
	for name, c := range map[string]struct {
		preferred string
		offers    []Offer
		won       int
		verdicts  []string
	}{
		"the asked carrier's lowest": {"ODFL1", []Offer{offer("ODFL", 300), offer("ODFL", 250), offer("FXFE", 200)}, 1, []string{LostCost, TakenPreferred, LostPreferred}},
		"it has no price":            {"XXXX", []Offer{offer("ODFL", 300), offer("FXFE", 200)}, 1, []string{LostCost, TakenLowest}},
		"nothing is not an amount":   {"", []Offer{offer("ODFL", 0), offer("FXFE", 200)}, 1, []string{LostAmount, TakenLowest}},
		"nor is less":                {"ODFL", []Offer{offer("ODFL", -5), offer("ODFL", 90)}, 1, []string{LostAmount, TakenPreferred}},
		"another currency":           {"", []Offer{offer("ODFL", 300), {ID: "C", Carrier: "CCAN", Currency: "CAD", Total: 1}}, 0, []string{TakenLowest, LostCurrency}},
		"a refusal names itself":     {"", []Offer{{ID: "A", No: "lane-not-served"}}, -1, []string{"lane-not-served"}},
		"the same price, more days":  {"", []Offer{{ID: "A", Carrier: "A", Total: 5, Days: 4}, {ID: "B", Carrier: "B", Total: 5, Days: 2}, {ID: "C", Carrier: "C", Total: 5}}, 1, []string{LostDays, TakenLowest, LostDays}},
		"late, though preferred":     {"ODFL", []Offer{{ID: "A", Carrier: "ODFL", Total: 5, Days: 4, Late: "2026-12-01"}, {ID: "B", Carrier: "B", Total: 9, Days: 2}}, 1, []string{LostLate, TakenLowest}},
		"all late":                   {"", []Offer{{ID: "A", Carrier: "A", Total: 5, Days: 4, Late: "2026-12-01"}}, -1, []string{LostLate}},
		"everything the same":        {"", []Offer{{ID: "B", Carrier: "B", Total: 5}, {ID: "A", Carrier: "A", Total: 5}}, 1, []string{LostTie, TakenLowest}},
		"nobody offers":              {"", nil, -1, nil},
	} {
		won, verdicts := Choose(c.preferred, c.offers)
		if won != c.won {
			t.Errorf("%s: %d won", name, won)
		}
		for i, v := range verdicts {
			if v.Code != c.verdicts[i] {
				t.Errorf("%s: offer %d: %s, want %s", name, i, v.Code, c.verdicts[i])
			}
		}
	}
}

// Changing one input flips the reason that named it.
func TestChoose_OneInputFlipsTheReason(t *testing.T) {
	offers := []Offer{{ID: "A", Carrier: "ODFL", Total: 300, Days: 2}, {ID: "B", Carrier: "SAIA", Total: 310, Days: 2}}
	_, before := Choose("", offers)
	offers[1].Total = 290
	won, after := Choose("", offers)
	if before[1].Code != LostCost || before[1].Value != "0.10" || won != 1 || after[1].Code != TakenLowest || after[0].Code != LostCost {
		t.Error(before, won, after)
	}
}
