package report

import (
	"slices"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

type row struct {
	Carrier   string          `json:"carrier"`
	Pickup    Share           `json:"pickup"`
	PaidMinor int64           `json:"paidMinor"`
	Owed      *int64          `json:"owedMinor"`
	Weight    freight.Measure `json:"weight"`
	Orders    []string        `json:"orders"`
	At        store.Time      `json:"at"`
	Accepted  *Share          `json:"accepted"`
	Hidden    string          `json:"-"`
}

func TestShare_IsAPercentageOrNone(t *testing.T) {
	for _, c := range []struct {
		n, of, tenths int64
		ok            bool
	}{{0, 0, 0, false}, {0, 7, 0, true}, {7, 7, 1000, true}, {1, 3, 333, true}, {2, 3, 667, true}, {1, 8, 125, true}, {1, 2000, 1, true}} {
		if tenths, ok := (Share{c.n, c.of}).Percent(); tenths != c.tenths || ok != c.ok {
			t.Errorf("%d of %d: %d %v", c.n, c.of, tenths, ok)
		}
	}
}

func TestReader_WritesAmountsSharesAndMembersOfMembers(t *testing.T) {
	cells, heads, err := reader[row]([]Column{{"carrier", "Carrier"}, {"pickup", "On time %"}, {"pickup.n", "On time"}, {"pickup.of", "Pickups"}, {"paidMinor", "Paid"}, {"owedMinor", "Owed"}, {"weight", "Weight"}, {"orders", "Orders"}, {"at", "At"}, {"accepted", "Accepted %"}, {"accepted.n", "Accepted"}})
	if err != nil || heads[0] != "Carrier" || heads[8] != "At" {
		t.Fatal(heads, err)
	}
	got := cells(&row{Carrier: "SAIA", Pickup: Share{2, 3}, PaidMinor: -5, Weight: freight.Measure{Milli: 1500, Unit: "lb"}, Orders: []string{"A", "B"}})
	if want := []string{"SAIA", "66.7", "2", "3", "-0.05", "", "1.500 lb", "A B", "", "", ""}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	owed := int64(123456)
	if got := cells(&row{Owed: &owed, Accepted: &Share{1, 4}}); got[5] != "1234.56" || got[1] != "" || got[9] != "25.0" || got[10] != "1" {
		t.Errorf("%q", got)
	}
}

func TestReader_TakesAllMembersOrThoseThatThereAre(t *testing.T) {
	_, heads, err := reader[row](nil)
	if want := []string{"carrier", "pickup", "paidMinor", "owedMinor", "weight", "orders", "at", "accepted"}; err != nil || !slices.Equal(heads, want) {
		t.Errorf("%q %v", heads, err)
	}
	for _, key := range []string{"Hidden", "-", "pickup.none", "carrier.x", ""} {
		if _, _, err := reader[row]([]Column{{key, "X"}}); fail.CodeOf(err) != "invalid-fields" {
			t.Errorf("%q: %v", key, err)
		}
	}
}

func TestSpan_EndsAfterItBeginsAndWithinAYear(t *testing.T) {
	for _, c := range []struct {
		from, to string
		bad      bool
	}{{"2026-01-01", "2026-01-01", false}, {"2026-01-01", "2027-01-02", false}, {"2026-01-01", "2027-01-03", true}, {"2026-01-02", "2026-01-01", true}, {"x", "y", false}} {
		if got := (&Span{c.from, c.to}).Check(); (len(got) > 0) != c.bad {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}
