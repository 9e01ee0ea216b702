// Package founding is what a new organisation is asked before it has anything: on the set-up page and on the command line alike.
package founding

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/fail"
)

// Organisation is a new one.
type Organisation struct {
	Name      string `json:"Name" validate:"required,max=120"`
	Code      string `json:"Code" validate:"required,max=20"` // the client code, on papers and in addresses
	Zone      string `json:"Zone" validate:"required,max=60"` // IANA
	Units     string `json:"Units" validate:"required,oneof=us metric"`
	Language  string `json:"Language" validate:"required,oneof=en es fr"`
	Primary   string `json:"Primary" validate:"max=7"` // #rrggbb; empty leaves the product's own colours
	Secondary string `json:"Secondary" validate:"max=7"`
}

// What a colour must at least differ from white by: the primary one bears text, the secondary one lines and marks (WCAG 2.2, 1.4.3 and 1.4.11).
const (
	LeastPrimary   = 4.5
	LeastSecondary = 3
)

var (
	codeForm   = regexp.MustCompile(`^[A-Z][A-Z0-9]{1,19}$`)
	colourForm = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
)

// Tidy brings the code into the one spelling that it is kept in.
func (o *Organisation) Tidy() {
	o.Code, o.Name = strings.ToUpper(strings.TrimSpace(o.Code)), strings.TrimSpace(o.Name)
}

// Check says what is wrong, field by field.
func (o *Organisation) Check() []fail.Field {
	o.Tidy()
	var bad []fail.Field
	if o.Name == "" {
		bad = append(bad, fail.Of("Name", "field-required"))
	}
	if !codeForm.MatchString(o.Code) {
		bad = append(bad, fail.Of("Code", "client-code-malformed"))
	}
	bad = append(bad, CheckZone("Zone", o.Zone)...)
	return append(bad, CheckColours("Primary", o.Primary, "Secondary", o.Secondary)...)
}

// CheckZone refuses what is no IANA time zone.
func CheckZone(field, zone string) []fail.Field {
	if _, err := time.LoadLocation(zone); err != nil || zone == "" || zone == "Local" {
		return []fail.Field{fail.Of(field, "zone-unknown")}
	}
	return nil
}

// CheckColours refuses colours on which, or in which, nothing could be read. Empty ones leave the product's own.
func CheckColours(primaryField, primary, secondaryField, secondary string) (bad []fail.Field) {
	for _, c := range []struct {
		field, colour string
		least         float64
	}{{primaryField, primary, LeastPrimary}, {secondaryField, secondary, LeastSecondary}} {
		switch {
		case c.colour == "":
		case !colourForm.MatchString(c.colour):
			bad = append(bad, fail.Of(c.field, "colour-malformed"))
		case Contrast(c.colour) < c.least:
			bad = append(bad, fail.Of(c.field, "colour-too-light", "ratio", math.Floor(Contrast(c.colour)*10)/10, "least", c.least))
		}
	}
	return bad
}

// Contrast is a colour's contrast with white, from 1 to 21 (WCAG 2.2).
func Contrast(colour string) float64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 24)
	if err != nil {
		return 1
	}
	part := func(shift uint) float64 {
		v := float64(n>>shift&0xff) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 1.05 / (0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0) + 0.05)
}
