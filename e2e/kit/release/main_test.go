package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"testing"
	"time"
)

var at = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

func TestArchived_KeepsTheProgramExecutable(t *testing.T) {
	var b bytes.Buffer
	if err := archived(&b, "lading-1.0", at, map[string][]byte{"lading": []byte("program"), "README.md": []byte("text")}); err != nil {
		t.Fatal(err)
	}
	zip, err := gzip.NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int64{}
	for r := tar.NewReader(zip); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !h.ModTime.Equal(at) {
			t.Errorf("%s is of %s", h.Name, h.ModTime)
		}
		found[h.Name] = h.Mode
	}
	if len(found) != 2 || found["lading-1.0/lading"] != 0o755 || found["lading-1.0/README.md"] != 0o644 {
		t.Errorf("%v", found)
	}
}

func TestZipped_HoldsTheProgram(t *testing.T) {
	var b bytes.Buffer
	if err := zipped(&b, "lading-1.0", at, map[string][]byte{"lading.exe": []byte("program")}); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	body, err := r.Open("lading-1.0/lading.exe")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = body.Close() }()
	if got, err := io.ReadAll(body); err != nil || string(got) != "program" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestBeside_IsThere(t *testing.T) {
	for name := range beside {
		if _, err := os.Stat("../../../" + name); err != nil && name != "server/http/dist/licenses.txt" { // which the web's build writes
			t.Error(err)
		}
	}
}
