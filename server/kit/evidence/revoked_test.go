package evidence

import (
	"archive/zip"
	"bytes"
	"slices"
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

// A paper counts that was sealed before its certificate was revoked; one that was sealed afterwards does not, and the revocation is told once.
func TestSealed_AfterTheRevocationCountsNoMore(t *testing.T) {
	empty, err := zip.NewReader(bytes.NewReader([]byte("PK\x05\x06"+string(make([]byte, 18)))), 22)
	if err != nil {
		t.Fatal(err)
	}
	sealed := func(n, at int64, certificate string) Event {
		data, err := json.Marshal(map[string]string{"paper": Sum(certificate), "certificate": certificate})
		if err != nil {
			t.Fatal(err)
		}
		return Event{N: n, Kind: "sealed", Data: data, LoggedAt: at}
	}
	events := []Event{sealed(1, 6, "A"), sealed(2, 7, "A"), sealed(3, 8, "A"), sealed(4, 9, "B")}
	revoked := map[string]Revocation{"A": {Certificate: "A", At: 7, Why: "stolen"}, "C": {Certificate: "C", At: 1}}
	var v Verdict
	for _, e := range events {
		v.Manifest.Absent = append(v.Manifest.Absent, e.Named()...)
	}
	v.checkNamed(empty, events, nil, Checks{}, revoked)
	if !slices.Equal(v.Revoked, []Revocation{revoked["A"]}) {
		t.Errorf("revoked: %+v", v.Revoked)
	}
	if len(v.Findings) != 1 || v.Findings[0].Code != PaperRevoked || v.Findings[0].N != 3 {
		t.Errorf("findings: %+v", v.Findings)
	}
}
