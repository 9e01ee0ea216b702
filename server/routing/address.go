package routing

import (
	"context"
	"strings"

	"lading/server/kit/geo"
	"lading/server/store"
)

// AddressReq is the address of a stop as somebody has it.
type AddressReq struct {
	Street  string `json:"Street" validate:"max=120"`
	City    string `json:"City" validate:"max=80"`
	State   string `json:"State" validate:"max=30"`
	Zip     string `json:"Zip" validate:"required,max=10"`
	Country string `json:"Country" validate:"max=3"`
}

// AddressResp is the address in one form, and where its postal area is.
type AddressResp struct {
	Street  string  `json:"Street"`
	City    string  `json:"City"`
	State   string  `json:"State"`
	Zip     string  `json:"Zip"`
	Country string  `json:"Country"`
	Known   bool    `json:"Known"` // routes can be measured to it
	Lat     float64 `json:"Lat"`
	Lon     float64 `json:"Lon"`
	Differs bool    `json:"Differs"` // the state that was given is not the postal area's
}

// shorter are the words of a street that the postal service abbreviates (USPS Publication 28, appendix C).
var shorter = map[string]string{"STREET": "ST", "AVENUE": "AVE", "BOULEVARD": "BLVD", "ROAD": "RD", "DRIVE": "DR", "LANE": "LN", "COURT": "CT", "PLACE": "PL", "PARKWAY": "PKWY", "HIGHWAY": "HWY",
	"CIRCLE": "CIR", "TERRACE": "TER", "TRAIL": "TRL", "SQUARE": "SQ", "EXPRESSWAY": "EXPY", "FREEWAY": "FWY", "TURNPIKE": "TPKE", "SUITE": "STE", "BUILDING": "BLDG", "FLOOR": "FL", "APARTMENT": "APT",
	"NORTH": "N", "SOUTH": "S", "EAST": "E", "WEST": "W", "NORTHEAST": "NE", "NORTHWEST": "NW", "SOUTHEAST": "SE", "SOUTHWEST": "SW"}

// Address brings the address of a stop into the postal service's form, and says whether its place is known.
func (a *Area) Address(_ context.Context, _ *store.Tx, req AddressReq) (AddressResp, error) {
	words := strings.Fields(strings.ToUpper(strings.NewReplacer(".", " ", ",", " ").Replace(req.Street)))
	for i, w := range words {
		if short, ok := shorter[w]; ok && i > 0 {
			words[i] = short
		}
	}
	r := AddressResp{Street: strings.Join(words, " "), City: strings.Join(strings.Fields(strings.ToUpper(req.City)), " "), State: strings.ToUpper(strings.TrimSpace(req.State)), Zip: postal(req.Zip), Country: strings.ToUpper(strings.TrimSpace(req.Country))}
	at, ok := geo.Locate(r.Zip)
	if !ok {
		return r, nil
	}
	r.Known, r.Lat, r.Lon = true, at.Lat, at.Lon
	of := geo.State(r.Zip)
	if r.State == "" {
		r.State = of
	}
	r.Differs = r.State != of
	if r.Country == "" || r.Country == "USA" || r.Country == "CAN" {
		if r.Country = "US"; r.Zip[0] >= 'A' {
			r.Country = "CA"
		}
	}
	return r, nil
}

// postal writes a postal code as it is printed: 30303, 30303-1234, K1A 0B1.
func postal(zip string) string {
	bare := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(zip))
	switch {
	case len(bare) == 9 && bare[0] <= '9':
		return bare[:5] + "-" + bare[5:]
	case len(bare) == 6 && bare[0] >= 'A':
		return bare[:3] + " " + bare[3:]
	}
	return bare
}
