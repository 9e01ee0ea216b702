package engine

import (
	"cmp"
	"slices"
	"strings"
)

// Offer is a candidate as the choice sees it. No is why there is no price, empty where there is one.
type Offer struct {
	ID       string `json:"id"`
	Carrier  string `json:"carrier"`
	Currency string `json:"currency"`
	Total    Cents  `json:"total"`
	Home     Cents  `json:"home,omitempty"` // the total in the organisation's currency, 0 where it cannot be told
	Days     int    `json:"days"`
	No       string `json:"no"`
	Value    string `json:"value"` // what No names
	Late     string `json:"late"`  // the day on which it arrives, where that is after the day by which it must
}

// Verdict is why an offer was taken or lost: a code of the catalogue and what it names.
type Verdict struct {
	Code  string `json:"code"`
	Value string `json:"value"`
}

// The verdicts.
const (
	TakenPreferred = "why-preferred" // the lowest of the carrier that was asked for
	TakenLowest    = "why-lowest"    // the lowest of all
	LostCost       = "lost-cost"     // Value: by how much, in the organisation's currency
	LostPreferred  = "lost-not-preferred"
	LostDays       = "lost-days" // the same price, more days
	LostTie        = "lost-tie"  // the same price and days: the SCAC decides, so that the choice is always the same
	LostAmount     = "lost-not-positive"
	LostCurrency   = "lost-currency"
	LostLate       = "lost-late" // Value: the day on which it arrives
)

// prefix is the carrier that an order asks for: the first four letters.
func prefix(carrier string) string {
	carrier = strings.ToUpper(strings.TrimSpace(carrier))
	return carrier[:min(4, len(carrier))]
}

// Choose takes the lowest positive amount of the preferred carrier, and where it has none the lowest of all. Amounts are compared in the organisation's
// currency; what cannot be told in it is left to a person, and so is whatever arrives too late. It gives the place of the winner, -1 for none, and a verdict
// on each.
func Choose(preferred, currency string, offers []Offer) (int, []Verdict) {
	verdicts := make([]Verdict, len(offers))
	amount := func(o Offer) Cents {
		if o.Currency == currency {
			return o.Total
		}
		return o.Home
	}
	var open []int
	for i, o := range offers {
		switch {
		case o.No != "":
			verdicts[i] = Verdict{o.No, o.Value}
			continue
		case o.Total <= 0:
			verdicts[i] = Verdict{LostAmount, o.Total.String()}
			continue
		case o.Late != "":
			verdicts[i] = Verdict{LostLate, o.Late}
			continue
		case amount(o) <= 0:
			verdicts[i] = Verdict{LostCurrency, o.Currency}
			continue
		}
		open = append(open, i)
	}
	if len(open) == 0 {
		return -1, verdicts
	}
	wanted := prefix(preferred)
	is := func(i int) bool { return wanted != "" && prefix(offers[i].Carrier) == wanted }
	code := TakenLowest
	if slices.ContainsFunc(open, is) {
		code = TakenPreferred
	}
	days := func(o Offer) int {
		if o.Days == 0 {
			return 1 << 20 // not known is not fast
		}
		return o.Days
	}
	slices.SortFunc(open, func(a, b int) int {
		x, y := offers[a], offers[b]
		if code == TakenPreferred && is(a) != is(b) {
			if is(a) {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(amount(x), amount(y)), cmp.Compare(days(x), days(y)), cmp.Compare(x.Carrier, y.Carrier), cmp.Compare(x.ID, y.ID))
	})
	first := offers[open[0]]
	verdicts[open[0]] = Verdict{code, first.Total.String()}
	for _, i := range open[1:] {
		o := offers[i]
		switch {
		case code == TakenPreferred && !is(i):
			verdicts[i] = Verdict{LostPreferred, wanted}
		case amount(o) > amount(first):
			verdicts[i] = Verdict{LostCost, (amount(o) - amount(first)).String()}
		case days(o) > days(first):
			verdicts[i] = Verdict{LostDays, ""}
		default:
			verdicts[i] = Verdict{LostTie, ""}
		}
	}
	return open[0], verdicts
}
