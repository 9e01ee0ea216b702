package app

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lading/server/document/seal"
	"lading/server/kit/evidence"
	"lading/server/kit/message"
)

// verifyBundles checks evidence bundles by themselves and names every place that is not as it was.
func verifyBundles(out io.Writer, names []string, certificate string) error {
	bad := 0
	for _, name := range names {
		v, err := verifyBundle(name, certificate)
		if err != nil {
			return err
		}
		if !v.Sound() {
			bad++
		}
		_, _ = fmt.Fprintf(out, "%s: %s\n", filepath.Base(name), saidOf(v))
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d bundles did not pass", bad, len(names))
	}
	return nil
}

func verifyBundle(name, certificate string) (v evidence.Verdict, err error) {
	f, err := os.Open(name)
	if err != nil {
		return v, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return v, err
	}
	know := evidence.Checks{Paper: paperHolds}
	if certificate != "" {
		want := strings.ToLower(strings.NewReplacer(":", "", " ", "").Replace(certificate))
		know.Certificate = func(fingerprint string) bool { return fingerprint == want }
	}
	return evidence.Verify(f, info.Size(), know), nil
}

// paperHolds checks a sealed bill in a bundle: the chain names the certificate and the moment, and the chain was checked before.
func paperHolds(pdf []byte, certificate string, at time.Time) bool {
	return seal.Check(pdf, seal.Known{Seals: map[string]bool{certificate: true}}, at).Sound()
}

func saidOf(v evidence.Verdict) string {
	if v.Sound() {
		said := fmt.Sprintf("sound; bill %s of %s, %d events, %d signed by %d devices, %d files; signed by %s, certificate SHA-256 %s",
			v.Manifest.Bill, v.Manifest.Organisation, v.Manifest.Events, v.Signed, v.Devices, len(v.Manifest.Files), v.By, v.Certificate)
		if n := len(v.Manifest.Absent); n > 0 {
			said += fmt.Sprintf("; %d files that events name had not arrived when it was made", n)
		}
		return said
	}
	lines := []string{"broken"}
	for _, f := range v.Findings {
		lines = append(lines, message.Text("en", f.Code, map[string]any{"n": f.N, "file": f.File}))
	}
	return strings.Join(lines, "\n  ")
}
