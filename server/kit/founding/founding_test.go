package founding_test

import (
	"math"
	"testing"

	"lading/server/kit/founding"
)

func TestContrast_IsThatOfTheStandard(t *testing.T) {
	for colour, want := range map[string]float64{"#ffffff": 1, "#000000": 21, "#767676": 4.54, "#ff0000": 4.0, "#0000ff": 8.59} {
		if got := founding.Contrast(colour); math.Abs(got-want) > 0.01 {
			t.Errorf("%s: %.3f, want %.2f", colour, got, want)
		}
	}
}

func TestOrganisation_IsCheckedFieldByField(t *testing.T) {
	good := founding.Organisation{Name: " Acme Freight ", Code: "acme", Zone: "America/Chicago", Units: "us", Language: "en", Primary: "#144895", Secondary: "#767676"}
	if bad := good.Check(); len(bad) > 0 || good.Code != "ACME" || good.Name != "Acme Freight" {
		t.Fatalf("%+v of %+v", bad, good)
	}
	for _, c := range []struct {
		change func(o *founding.Organisation)
		code   string
	}{
		{func(o *founding.Organisation) { o.Name = "  " }, "field-required"},
		{func(o *founding.Organisation) { o.Code = "A" }, "client-code-malformed"},
		{func(o *founding.Organisation) { o.Code = "AC ME" }, "client-code-malformed"},
		{func(o *founding.Organisation) { o.Code = "../ACME" }, "client-code-malformed"},
		{func(o *founding.Organisation) { o.Zone = "America/Gotham" }, "zone-unknown"},
		{func(o *founding.Organisation) { o.Zone = "Local" }, "zone-unknown"},
		{func(o *founding.Organisation) { o.Primary = "blue" }, "colour-malformed"},
		{func(o *founding.Organisation) { o.Primary = "#ff0000" }, "colour-too-light"}, // 4.0 bears no text
		{func(o *founding.Organisation) { o.Secondary = "#cccccc" }, "colour-too-light"},
	} {
		o := good
		c.change(&o)
		if bad := o.Check(); len(bad) != 1 || bad[0].Code != c.code {
			t.Errorf("%+v: %+v, want %s", o, bad, c.code)
		}
	}
}
