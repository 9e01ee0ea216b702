package vault

import (
	"bytes"
	"errors"
	"testing"
)

func TestVault_OpensOnlyInItsPlaceAndWithItsSecret(t *testing.T) {
	v, err := New([]byte("one secret"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := New([]byte("another secret"))
	if err != nil {
		t.Fatal(err)
	}
	locked := v.Lock("1/certificate/A", []byte("the key"))
	if bytes.Contains(locked, []byte("the key")) || bytes.Equal(locked, v.Lock("1/certificate/A", []byte("the key"))) {
		t.Fatal("what is locked can be read, or recognised")
	}
	if got, err := v.Unlock("1/certificate/A", locked); err != nil || string(got) != "the key" {
		t.Fatalf("%q %v", got, err)
	}
	changed := bytes.Clone(locked)
	changed[len(changed)-1] ^= 1
	for name, try := range map[string]func() ([]byte, error){
		"another place":  func() ([]byte, error) { return v.Unlock("2/certificate/A", locked) },
		"another secret": func() ([]byte, error) { return other.Unlock("1/certificate/A", locked) },
		"a changed bit":  func() ([]byte, error) { return v.Unlock("1/certificate/A", changed) },
		"nothing":        func() ([]byte, error) { return v.Unlock("1/certificate/A", nil) },
	} {
		if got, err := try(); !errors.Is(err, ErrWrongKey) || got != nil {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}
