package tracking

import (
	_ "embed"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lading/server/kit/geo"
)

// Port is a port or an inland ramp by its UN/LOCODE, with the clock that is read there.
type Port struct {
	Code string  `json:"Code"`
	Name string  `json:"Name"`
	Lat  float64 `json:"Lat"`
	Lon  float64 `json:"Lon"`
	Zone string  `json:"Zone"`
}

// The ports that most containers of North America come through. A provider's events bring the names and places of others along.
//
//go:embed port.csv
var portTable string

var ports = sync.OnceValue(func() map[string]Port {
	rows, err := csv.NewReader(strings.NewReader(portTable)).ReadAll()
	if err != nil {
		panic("port table: " + err.Error())
	}
	m := make(map[string]Port, len(rows))
	for _, r := range rows[1:] {
		lat, latErr := strconv.ParseFloat(r[2], 64)
		lon, lonErr := strconv.ParseFloat(r[3], 64)
		if latErr != nil || lonErr != nil {
			panic("port table: " + strings.Join(r, ","))
		}
		m[r[0]] = Port{r[0], r[1], lat, lon, r[4]}
	}
	return m
})

// portList is the table by name.
func portList() []Port {
	list := make([]Port, 0, len(ports()))
	for _, p := range ports() {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Port) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// named is how a place is called: a port by its name, any other as it was entered.
func named(place string) string {
	if p, ok := ports()[place]; ok {
		return p.Name
	}
	return place
}

// point is where a place is, as far as it is known.
func point(place string) (geo.Point, bool) {
	p, ok := ports()[place]
	return geo.Point{Lat: p.Lat, Lon: p.Lon}, ok
}

// portNamed finds a port by its code or its name.
func portNamed(typed string) (Port, bool) {
	typed = strings.TrimSpace(typed)
	if p, ok := ports()[strings.ToUpper(typed)]; ok {
		return p, true
	}
	for _, p := range ports() {
		if strings.EqualFold(p.Name, typed) {
			return p, true
		}
	}
	return Port{}, false
}

// coded is a place by its code, where it has one.
func coded(typed string) string {
	if p, ok := portNamed(typed); ok {
		return p.Code
	}
	return typed
}
