// Package engine rates freight. It is pure: a tariff and a request go in, charges come out, and the same two always give the same
// cents, whoever asks and whenever. It reads no clock, no database and no network. Every charge says from which row of which
// version it came, of which quantity at which rate, and how it was rounded.
package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Version is the engine's own. A result that was stored is recomputed by the version that made it, or said to be of another.
const Version = 2

// Mode is what a tariff prices.
type Mode string

// The modes.
const (
	ModeLTL        Mode = "LTL"
	ModeVolume     Mode = "VOLUME"
	ModeTruckload  Mode = "TL"
	ModeParcel     Mode = "PARCEL"
	ModeIntermodal Mode = "INTERMODAL"
)

// Values lists the modes.
func (Mode) Values() []string { return []string{"LTL", "VOLUME", "TL", "PARCEL", "INTERMODAL"} }

// Tariff is one version of a carrier's prices, in force from a day until a day, both included. An empty To is open.
type Tariff struct {
	ID           string        `json:"id"`
	Version      int           `json:"version"`
	Name         string        `json:"name"`
	Carrier      string        `json:"carrier"` // SCAC
	Mode         Mode          `json:"mode"`
	Currency     string        `json:"currency"`
	From         string        `json:"from"`
	To           string        `json:"to"`
	Rounding     Rounding      `json:"rounding"`
	Lanes        []Lane        `json:"lanes"`
	LTL          *LTL          `json:"ltl,omitempty"`
	Volume       *Volume       `json:"volume,omitempty"`
	Truckload    *Truckload    `json:"truckload,omitempty"`
	Parcel       *Parcel       `json:"parcel,omitempty"`
	Intermodal   *Intermodal   `json:"intermodal,omitempty"`
	Fuel         *Fuel         `json:"fuel,omitempty"`
	Accessorials []Accessorial `json:"accessorials"`
}

// Lane is where a tariff goes, and what it says there. Places are ZIP prefixes, states of two letters, or "" for anywhere; the closest lane counts.
type Lane struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Days     int    `json:"days"`     // service days, 0 where the tariff does not say
	Scale    string `json:"scale"`    // LTL: which rates
	Zone     int    `json:"zone"`     // parcel
	Rate     Dec    `json:"rate"`     // truckload: per mile; volume: per linear foot; intermodal: ramp to ramp
	Minimum  *Cents `json:"minimum"`  // in place of the tariff's own
	Discount *Dec   `json:"discount"` // LTL, in percent, in place of the tariff's own
}

// key names the lane on a receipt.
func (l Lane) key() string { return "Lanes/" + anywhere(l.From) + ">" + anywhere(l.To) }

func anywhere(s string) string {
	if s == "" {
		return "*"
	}
	return s
}

// Place is one end of the way.
type Place struct {
	Zip     string `json:"zip"`
	State   string `json:"state"`
	Country string `json:"country"`
}

// near tells how closely a lane's place names this one; below 0 it does not.
func (p Place) near(pattern string) int {
	switch {
	case pattern == "":
		return 0
	case len(pattern) == 2 && pattern[0] > '9' && pattern[1] > '9':
		if strings.EqualFold(pattern, p.State) {
			return 2
		}
		return -1
	case len(p.Zip) >= len(pattern) && strings.EqualFold(p.Zip[:len(pattern)], pattern):
		return 2 + len(pattern)
	}
	return -1
}

// lane is the closest lane; of two as close the first.
func (t *Tariff) lane(from, to Place) (Lane, bool) {
	best, at := -1, -1
	for i := range t.Lanes {
		a := from.near(t.Lanes[i].From)
		if a < 0 {
			continue
		}
		if b := to.near(t.Lanes[i].To); b >= 0 && a+b > best {
			best, at = a+b, i
		}
	}
	if at < 0 {
		return Lane{}, false
	}
	return t.Lanes[at], true
}

// Lane is the closest lane between two places, if the tariff goes there.
func (t *Tariff) Lane(from, to Place) (Lane, bool) { return t.lane(from, to) }

// InForce tells whether the version counts on a day.
func (t *Tariff) InForce(day string) bool { return t.From <= day && (t.To == "" || day <= t.To) }

// classes are the eighteen freight classes in tenths.
var classes = []Class{500, 550, 600, 650, 700, 775, 850, 925, 1000, 1100, 1250, 1500, 1750, 2000, 2500, 3000, 4000, 5000}

// Class is a freight class in tenths: two of them are not whole numbers.
type Class int

// ParseClass reads one of the eighteen.
func ParseClass(s string) (Class, bool) {
	d, err := ParseDec(s)
	c := Class(d / 1000)
	return c, err == nil && d%1000 == 0 && slices.Contains(classes, c)
}

// String writes the class as freight people do: "77.5".
func (c Class) String() string { return Dec(c * 1000).String() }

// Inner is how the wire carries it.
func (Class) Inner() reflect.Type { return reflect.TypeFor[string]() }

// MarshalText writes the class; none is empty.
func (c Class) MarshalText() ([]byte, error) {
	if c == 0 {
		return []byte{}, nil
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads the class.
func (c *Class) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*c = 0
		return nil
	}
	got, ok := ParseClass(string(b))
	if *c = got; !ok {
		return fmt.Errorf("%q is no freight class", b)
	}
	return nil
}
