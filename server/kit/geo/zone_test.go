package geo

import (
	"testing"
	"time"
)

func TestZone_IsKnownOfEveryArea(t *testing.T) {
	for postal, want := range map[string]string{"30303": eastern, "32501": central, "37402": eastern, "37203": central, "46402": central, "46204": "America/Indiana/Indianapolis", "79901": mountain, "75201": central,
		"85001": "America/Phoenix", "90001": pacific, "83814": pacific, "M5V 2T6": "America/Toronto", "V6B 1A1": "America/Vancouver", "": "", "xx": ""} {
		if got := Zone(postal); got != want {
			t.Errorf("%s: %q, want %q", postal, got, want)
		}
	}
	n := 0
	for prefix, a := range points() {
		n++
		z := Zone(prefix)
		if _, err := time.LoadLocation(z); err != nil || z == "" && a.state != "AA" && a.state != "AE" && a.state != "AP" {
			t.Errorf("%s (%s): %q %v", prefix, a.state, z, err)
		}
	}
	if n < 900 {
		t.Fatal(n)
	}
}
