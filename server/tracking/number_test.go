package tracking

import "testing"

func TestContainerNumber_HasItsCheckDigit(t *testing.T) {
	for typed, want := range map[string]struct {
		number   string
		ok, fits bool
	}{
		"CSQU3054383":   {"CSQU3054383", true, true}, // the standard's own example
		"csqu 305438-3": {"CSQU3054383", true, true},
		"TCLU6718159":   {"TCLU6718159", true, true},
		"KOCU4959010":   {"KOCU4959010", true, true},
		"CSQU3054384":   {"CSQU3054384", true, false},
		"CSQU3045383":   {"CSQU3045383", true, false}, // two digits changed places
		"CSQ93054383":   {"CSQ93054383", false, false},
		"CSQU305438":    {"CSQU305438", false, false},
		"CSQA3054383":   {"CSQA3054383", false, false},
		"":              {"", false, false},
		"ÄÄÄU3054383":   {"ÄÄÄU3054383", false, false},
	} {
		number, ok, fits := containerNumber(typed)
		if number != want.number || ok != want.ok || fits != want.fits {
			t.Errorf("%q: %s %v %v", typed, number, ok, fits)
		}
	}
}
