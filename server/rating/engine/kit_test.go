package engine

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

func load[T any](t testing.TB, name string) (v T) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err == nil {
		err = json.Unmarshal(b, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// diesel makes the index of the week that counts for the cases' day, 12 March 2026.
func diesel(price Dec) []FuelWeek {
	return []FuelWeek{{"2026-03-02", 1}, {"2026-03-09", price}, {"2026-03-16", 1}}
}

func tariff(mode Mode) *Tariff {
	return &Tariff{ID: "T1", Version: 3, Carrier: "TEST", Mode: mode, Currency: "USD", From: "2026-01-01", To: "2026-12-31", Lanes: []Lane{{Scale: "NATIONAL", Days: 2}}}
}

// sum adds up the lines of a code; with no code it adds all.
func sum(q Quote, codes ...string) (total Cents) {
	for _, c := range q.Charges {
		if len(codes) == 0 || slices.Contains(codes, c.Code) {
			total += c.Amount
		}
	}
	return total
}

// whole checks what every receipt promises: the lines add up, and each names where it comes from.
func whole(t *testing.T, q Quote) {
	t.Helper()
	if got := sum(q); got != q.Total || len(q.Charges) == 0 {
		t.Errorf("the lines add up to %s, the total is %s", got, q.Total)
	}
	for _, c := range q.Charges {
		if c.Tariff == "" || c.Version == 0 || c.Row == "" || c.Rounding == "" || c.Exact == "" || c.Quantity == 0 || c.Per == 0 {
			t.Errorf("a line without its origin: %+v", c)
		}
	}
}

func same[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
