package rating

import (
	"math"

	"lading/server/kit/geo"
	"lading/server/rating/engine"
)

// Distances tells how far it is. Whoever has an account with a provider of truck miles puts it here.
type Distances interface {
	// Between gives miles by road and as the crow flies; ok is false for a place that is not known.
	Between(from, to engine.Place) (road, straight engine.Dec, ok bool)
	// Name says where the miles come from, for the receipt.
	Name() string
}

// greatCircle is the default, which needs no account: between the middles of postal areas, and for roads a sixth more.
type greatCircle struct{}

const roads = 1.17 // what roads add to the straight line on average in the United States

func (greatCircle) Between(from, to engine.Place) (road, straight engine.Dec, ok bool) {
	a, okA := geo.Locate(from.Zip)
	b, okB := geo.Locate(to.Zip)
	if !okA || !okB {
		return 0, 0, false
	}
	miles := geo.Miles(a, b)
	return engine.Int(int64(max(1, math.Round(miles*roads)))), engine.Dec(math.Round(miles*10)) * 1000, true
}

func (greatCircle) Name() string { return "great-circle" }

func (a *Area) distances() Distances {
	if a.Distances == nil {
		return greatCircle{}
	}
	return a.Distances
}
