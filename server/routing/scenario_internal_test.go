package routing

import (
	"testing"

	"lading/server/kit/freight"
)

func TestCubicFeet_TheRoomThatIsStatedCountsInsteadOfTheSides(t *testing.T) {
	side := freight.Measure{Milli: 24_000, Unit: "in"}
	it := freight.Item{Pieces: 3, Length: side, Width: side, Height: side}
	if got := cubicFeet(it); got != 24 {
		t.Errorf("three boxes of 2 ft take %d cu ft", got)
	}
	it.Volume.Measure = freight.Measure{Milli: 2000, Unit: "m3"}
	if got := cubicFeet(it); got != 71 {
		t.Errorf("2 m³ are %d cu ft", got)
	}
	if got := cubicFeet(freight.Item{Pieces: 3, Volume: it.Volume}); got != 71 {
		t.Errorf("2 m³ of goods without sides are %d cu ft", got)
	}
}
