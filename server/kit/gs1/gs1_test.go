package gs1

import (
	_ "embed"
	"encoding/json"
	"errors"
	"testing"
)

// The known numbers: made by the trade's own examples where there is one, otherwise worked out by hand.
//
//go:embed testdata/numbers.json
var numbers []byte

func known(t *testing.T) (k struct {
	BOL struct {
		Made []struct {
			Prefix string
			Serial int64
			Number string
		}
		Wrong []string
	}
	SSCC struct {
		Made []struct {
			Extension int
			Prefix    string
			Serial    int64
			Number    string
		}
		Wrong []string
	}
}) {
	t.Helper()
	if err := json.Unmarshal(numbers, &k); err != nil {
		t.Fatal(err)
	}
	if len(k.BOL.Made) == 0 || len(k.SSCC.Made) == 0 {
		t.Fatal("no known numbers")
	}
	return k
}

func TestBOL_KnownNumbers(t *testing.T) {
	k := known(t)
	for _, c := range k.BOL.Made {
		got, err := BOL(c.Prefix, c.Serial)
		if err != nil || got != c.Number {
			t.Errorf("BOL(%q, %d) = %q, %v; want %q", c.Prefix, c.Serial, got, err, c.Number)
		}
		if !ValidBOL(c.Number) {
			t.Errorf("%s should be valid", c.Number)
		}
	}
	for _, n := range k.BOL.Wrong {
		if ValidBOL(n) {
			t.Errorf("%s should be refused", n)
		}
	}
}

func TestSSCC_KnownNumbers(t *testing.T) {
	k := known(t)
	for _, c := range k.SSCC.Made {
		got, err := SSCC(c.Extension, c.Prefix, c.Serial)
		if err != nil || got != c.Number {
			t.Errorf("SSCC(%d, %q, %d) = %q, %v; want %q", c.Extension, c.Prefix, c.Serial, got, err, c.Number)
		}
		if !ValidSSCC(c.Number) {
			t.Errorf("%s should be valid", c.Number)
		}
	}
	for _, n := range k.SSCC.Wrong {
		if ValidSSCC(n) {
			t.Errorf("%s should be refused", n)
		}
	}
}

// One wrong digit is always found; that is what the digit is for.
func TestCheckDigit_FindsEveryWrongDigit(t *testing.T) {
	good := []byte("06141411234567913")
	for i := range good {
		for d := byte('0'); d <= '9'; d++ {
			if d == good[i] {
				continue
			}
			bad := append([]byte{}, good...)
			bad[i] = d
			if ValidBOL(string(bad)) {
				t.Errorf("%s passes with digit %d changed", bad, i)
			}
		}
	}
}

func TestNumbers_RefuseWhatDoesNotFit(t *testing.T) {
	if _, err := BOL("0712345", 1_000_000_000); !errors.Is(err, ErrFull) {
		t.Errorf("serial one past the last: %v", err)
	}
	if _, err := BOL("07x2345", 1); !errors.Is(err, ErrDigits) {
		t.Errorf("letter in the prefix: %v", err)
	}
	if _, err := BOL("0712345", -1); !errors.Is(err, ErrDigits) {
		t.Errorf("negative serial: %v", err)
	}
	if _, err := SSCC(0, "12345", 1); !errors.Is(err, ErrDigits) {
		t.Errorf("short prefix: %v", err)
	}
	if _, err := SSCC(10, "0614141", 1); !errors.Is(err, ErrDigits) {
		t.Errorf("two-digit extension: %v", err)
	}
}

func TestFromScan(t *testing.T) {
	for scan, want := range map[string]string{
		"]C140206141411234567913":  "06141411234567913",
		"40206141411234567913":     "06141411234567913",
		"\x1d40206141411234567913": "06141411234567913",
		"(402) 06141411234567913":  "06141411234567913",
		"]C100106141411234567897":  "106141411234567897",
		"(00)106141411234567897":   "106141411234567897",
		" 06141411234567913 ":      "06141411234567913",
		"LPN-000123":               "LPN-000123",
		"40206141411234567914":     "40206141411234567914",
	} {
		if got := FromScan(scan); got != want {
			t.Errorf("FromScan(%q) = %q, want %q", scan, got, want)
		}
	}
}
