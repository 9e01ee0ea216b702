// Package geo knows roughly where a postal code is: the middle of its three-digit prefix in the United States, of its forward
// sortation area in Canada. The two tables are means of the points of the npm package zipcodes 8.0.0: Copyright (c) 2007, Dav Glass; BSD licence.
package geo

import (
	_ "embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Point is a place on the globe, in degrees.
type Point struct{ Lat, Lon float64 }

type area struct {
	Point
	state string
}

//go:embed us-zip3.csv
var us string

//go:embed ca-fsa.csv
var canada string

var points = sync.OnceValue(func() map[string]area {
	m := map[string]area{}
	for _, table := range []string{us, canada} {
		rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
		if err != nil {
			panic("postal table: " + err.Error())
		}
		for _, r := range rows[1:] {
			lat, latErr := strconv.ParseFloat(r[2], 64)
			lon, lonErr := strconv.ParseFloat(r[3], 64)
			if latErr != nil || lonErr != nil {
				panic("postal table: " + strings.Join(r, ","))
			}
			m[r[0]] = area{Point{lat, lon}, r[1]}
		}
	}
	return m
})

// Locate finds the area of a postal code of the United States or Canada.
func Locate(postal string) (Point, bool) {
	postal = strings.ToUpper(strings.TrimSpace(postal))
	if len(postal) < 3 {
		return Point{}, false
	}
	p, ok := points()[postal[:3]]
	return p.Point, ok
}

// State is the state or province that most of a postal code's area is in.
func State(postal string) string {
	postal = strings.ToUpper(strings.TrimSpace(postal))
	return points()[postal[:min(3, len(postal))]].state
}

const earth = 3958.7613 // miles, mean radius

// Miles is the great-circle distance.
func Miles(a, b Point) float64 {
	x, y, z := vector(a)
	u, v, w := vector(b)
	half := math.Sqrt((x-u)*(x-u)+(y-v)*(y-v)+(z-w)*(z-w)) / 2
	return 2 * earth * math.Asin(min(1, half))
}

func vector(p Point) (x, y, z float64) {
	lat, lon := p.Lat*math.Pi/180, p.Lon*math.Pi/180
	return math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat)
}

// Prefix is a three-digit ZIP prefix and the state that most of it is in.
type Prefix struct{ Zip3, State string }

// Prefixes lists the prefixes of the United States in order.
func Prefixes() []Prefix {
	var out []Prefix
	for zip3, a := range points() {
		if zip3[0] >= '0' && zip3[0] <= '9' && zip3[1] >= '0' && zip3[1] <= '9' {
			out = append(out, Prefix{zip3, a.state})
		}
	}
	slices.SortFunc(out, func(a, b Prefix) int { return strings.Compare(a.Zip3, b.Zip3) })
	return out
}
