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
		"another currency first":     {"", []Offer{{ID: "C", Carrier: "CCAN", Currency: "CAD", Total: 25078}, offer("ODFL", 15460)}, 1, []string{LostCurrency, TakenLowest}},
		"by the day's rate, dearer":  {"", []Offer{{ID: "C", Carrier: "CCAN", Currency: "CAD", Total: 25078, Home: 18056}, offer("ODFL", 15460)}, 1, []string{LostCost, TakenLowest}},
		"by the day's rate, cheaper": {"", []Offer{{ID: "C", Carrier: "CCAN", Currency: "CAD", Total: 20000, Home: 14400}, offer("ODFL", 15460)}, 0, []string{TakenLowest, LostCost}},
		"a refusal names itself":     {"", []Offer{{ID: "A", No: "lane-not-served"}}, -1, []string{"lane-not-served"}},
		"the same price, more days":  {"", []Offer{{ID: "A", Carrier: "A", Currency: "USD", Total: 5, Days: 4}, {ID: "B", Carrier: "B", Currency: "USD", Total: 5, Days: 2}, {ID: "C", Carrier: "C", Currency: "USD", Total: 5}}, 1, []string{LostDays, TakenLowest, LostDays}},
		"late, though preferred":     {"ODFL", []Offer{{ID: "A", Carrier: "ODFL", Currency: "USD", Total: 5, Days: 4, Late: "2026-12-01"}, {ID: "B", Carrier: "B", Currency: "USD", Total: 9, Days: 2}}, 1, []string{LostLate, TakenLowest}},
		"all late":                   {"", []Offer{{ID: "A", Carrier: "A", Currency: "USD", Total: 5, Days: 4, Late: "2026-12-01"}}, -1, []string{LostLate}},
		"everything the same":        {"", []Offer{{ID: "B", Carrier: "B", Currency: "USD", Total: 5}, {ID: "A", Carrier: "A", Currency: "USD", Total: 5}}, 1, []string{LostTie, TakenLowest}},
		"nobody offers":              {"", nil, -1, nil},
	} {
		won, verdicts := Choose(c.preferred, "USD", c.offers)
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
	offers := []Offer{{ID: "A", Carrier: "ODFL", Currency: "USD", Total: 300, Days: 2}, {ID: "B", Carrier: "SAIA", Currency: "USD", Total: 310, Days: 2}}
	_, before := Choose("", "USD", offers)
	offers[1].Total = 290
	won, after := Choose("", "USD", offers)
	if before[1].Code != LostCost || before[1].Value != "0.10" || won != 1 || after[1].Code != TakenLowest || after[0].Code != LostCost {
		t.Error(before, won, after)
	}
}

func TestHome_ByTheNewestRateOfTheLastDays(t *testing.T) {
	r := &Request{Today: "2026-11-24", Currency: "USD", Exchange: []Exchange{{"CAD", "2026-11-16", 7_000}, {"CAD", "2026-11-23", 7_200}, {"CAD", "2026-11-25", 9_000}, {"MXN", "2026-11-10", 500}}}
	for _, c := range []struct {
		amount   Cents
		currency string
		want     Cents
		day      string
		ok       bool
	}{{15460, "USD", 15460, "", true}, {25078, "CAD", 18056, "2026-11-23", true}, {100, "MXN", 0, "", false}, {100, "EUR", 0, "", false}, {-1, "CAD", 0, "", false}} {
		home, by, ok := r.Home(c.amount, c.currency)
		same(t, c.currency, [3]any{home, by.Day, ok}, [3]any{c.want, c.day, c.ok})
	}
}
