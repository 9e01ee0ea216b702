package message

import (
	"testing"

	"golang.org/x/text/language"
)

func TestFormat_CountsAsTheLanguageDoes(t *testing.T) {
	const days = "{n, plural, one {# day} other {# days}}"
	for _, c := range []struct {
		lang string
		n    any
		want string
	}{
		{"en", 0, "0 days"}, {"en", 1, "1 day"}, {"en", "1.0", "1.0 days"}, {"en", 1.5, "1.5 days"}, {"en", 21, "21 days"}, {"en", -1, "-1 day"},
		{"es", 0, "0 days"}, {"es", 1, "1 day"}, {"es", 2, "2 days"},
		{"fr", 0, "0 day"}, {"fr", 1, "1 day"}, {"fr", 1.5, "1.5 day"}, {"fr", 2, "2 days"}, {"fr", 1_000_000, "1000000 days"}, {"fr", int64(12_345_678), "12345678 days"},
		{"fr", "", " days"}, {"fr", "some", "some days"},
	} {
		if got := format(language.Make(c.lang), days, map[string]any{"n": c.n}); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.lang, c.n, got, c.want)
		}
	}
}

func TestFormat_AFormForTheVeryNumberComesFirst(t *testing.T) {
	const text = "{n, plural, =0 {none} one {# load of {carrier}} other {# loads of {carrier}}} {mode, select, LTL {by the pallet} other {whole}}"
	for n, want := range map[int]string{0: "none by the pallet", 1: "1 load of SAIA by the pallet", 7: "7 loads of SAIA by the pallet"} {
		if got := format(language.French, text, map[string]any{"n": n, "carrier": "SAIA", "mode": "LTL"}); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	if got := format(language.English, text, map[string]any{"n": 2, "carrier": "SAIA"}); got != "2 loads of SAIA whole" {
		t.Error(got)
	}
}
