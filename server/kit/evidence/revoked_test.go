package evidence

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/goccy/go-json"
)

func TestRevocations_TheEarliestOfBothCounts(t *testing.T) {
	told := []Revocation{{Certificate: "A", At: 50, Why: "told"}, {Certificate: "B", At: 10, Why: "told"}, {Certificate: "C", At: 7, Why: "told"}}
	raw, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	f, err := w.Create(revokedName)
	if err == nil {
		_, err = f.Write(raw)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	known := []Revocation{{Certificate: "A", At: 20, Why: "known"}, {Certificate: "B", At: 30, Why: "known"}, {Certificate: "D", At: 5, Why: "known"}, {Certificate: "D", At: 9, Why: "later"}}
	got := revocations(z, known)
	for certificate, want := range map[string]Revocation{"A": known[0], "B": told[1], "C": told[2], "D": known[2]} {
		if got[certificate] != want {
			t.Errorf("%s: %+v", certificate, got[certificate])
		}
	}
	if len(got) != 4 || len(known) != 4 || known[0].At != 20 {
		t.Errorf("all: %+v, known: %+v", got, known)
	}
	empty, err := zip.NewReader(bytes.NewReader([]byte("PK\x05\x06"+string(make([]byte, 18)))), 22)
	if err != nil {
		t.Fatal(err)
	}
	if got := revocations(empty, known[:1]); got["A"] != known[0] {
		t.Errorf("of a bundle that tells of none: %+v", got)
	}
}
