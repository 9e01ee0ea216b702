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
func verifyBundles(out io.Writer, names []string, certificate, revokedList string) error {
	revoked, err := readRevoked(revokedList)
	if err != nil {
		return err
	}
	bad := 0
	for _, name := range names {
		v, err := verifyBundle(name, certificate, revoked)
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

func verifyBundle(name, certificate string, revoked []evidence.Revocation) (v evidence.Verdict, err error) {
	f, err := os.Open(name)
	if err != nil {
		return v, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return v, err
	}
	know := evidence.Checks{Paper: paperHolds, Revoked: revoked}
	if certificate != "" {
		want := bare(certificate)
		know.Certificate = func(fingerprint string) bool { return fingerprint == want }
	}
	return evidence.Verify(f, info.Size(), know), nil
}

// bare is a fingerprint as we write it: people copy it with colons, spaces and in capitals.
func bare(fingerprint string) string {
	return strings.ToLower(strings.NewReplacer(":", "", " ", "").Replace(fingerprint))
}

// readRevoked reads a list of revoked certificates: a line each with the SHA-256, the time and, if it is known, why. Lines that begin with # say nothing.
func readRevoked(name string) (all []evidence.Revocation, err error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fingerprint, rest, _ := strings.Cut(line, " ")
		when, why, _ := strings.Cut(strings.TrimSpace(rest), " ")
		at, err := time.Parse(time.RFC3339, when)
		if err != nil || len(bare(fingerprint)) != 64 {
			return nil, fmt.Errorf("%s, line %d: wanted a certificate's SHA-256, the time as 2026-11-20T14:05:00Z, and why", name, i+1)
		}
		all = append(all, evidence.Revocation{Certificate: bare(fingerprint), At: at.UnixMilli(), Why: strings.TrimSpace(why)})
	}
	return all, nil
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
		return strings.Join(append([]string{said}, saidRevoked(v)...), "\n  ")
	}
	lines := []string{"broken"}
	for _, f := range v.Findings {
		lines = append(lines, message.Text("en", f.Code, map[string]any{"n": f.N, "file": f.File}))
	}
	return strings.Join(append(lines, saidRevoked(v)...), "\n  ")
}

// saidRevoked tells of each certificate in a bundle that was revoked, since when and why; what it sealed before counts still.
func saidRevoked(v evidence.Verdict) (lines []string) {
	for _, r := range v.Revoked {
		line := fmt.Sprintf("certificate SHA-256 %s was revoked on %s", r.Certificate, time.UnixMilli(r.At).UTC().Format(time.RFC3339))
		if r.Why != "" {
			line += ": " + r.Why
		}
		if v.Sound() {
			line += "; what it sealed here is older"
		}
		lines = append(lines, line)
	}
	return lines
}
