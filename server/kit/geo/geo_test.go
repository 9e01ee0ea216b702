package geo

import (
	"math"
	"testing"
)

func TestMiles_BetweenPrefixes(t *testing.T) {
	for _, c := range []struct {
		from, to string
		miles    float64
	}{{"606", "606", 0}, {"60607", "48226", 236.9}, {"606", "432", 276.5}, {"606", "303", 584.5}, {"606", "770", 939.5}, {"606", "802", 915.1}, {"606", "900", 1742.4},
		{"100", "331", 1096.1}, {"606", "981", 1731.5}, {"303", "100", 746.0}, {"941", "900", 346.7}, {"070", "191", 71.7}} {
		a, okA := Locate(c.from)
		b, okB := Locate(c.to)
		if got := math.Round(Miles(a, b)*10) / 10; !okA || !okB || got != c.miles {
			t.Errorf("%s to %s: %v, want %v", c.from, c.to, got, c.miles)
		}
	}
	if _, ok := Locate("K1A 0B1"); !ok {
		t.Error("Ottawa is not found")
	}
	for _, s := range []string{"", "99", "000", "ZZZ"} {
		if p, ok := Locate(s); ok {
			t.Errorf("%q is at %v", s, p)
		}
	}
}
