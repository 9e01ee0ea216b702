package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// isc and gpl are what the licenses' own texts begin with, as far as they are recognized by.
const isc = `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF
OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`

const gpl = `This program is free software: you can redistribute it and/or modify
it under the terms of the GNU General Public License as published by
the Free Software Foundation, either version 3 of the License, or
(at your option) any later version.
`

func module(t *testing.T, files map[string]string) part {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := read("example.com/part", "v1.2.0", dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestJudge_LetsInWhatIsFreeAlone(t *testing.T) {
	ours := module(t, map[string]string{"LICENSE.md": isc, "NOTICE": "Made by Example.", "license.go": gpl})
	if err := judge([]part{ours}); err != nil {
		t.Error(err)
	}
	for name, files := range map[string]map[string]string{"another license": {"COPYING": gpl}, "none": {"README": isc}} {
		err := judge([]part{ours, module(t, files)})
		if err == nil || !strings.Contains(err.Error(), "example.com/part v1.2.0") || strings.Count(err.Error(), "\n") != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWrite_NamesEachPartAndPrintsATextOnce(t *testing.T) {
	one := module(t, map[string]string{"LICENSE": isc, "NOTICE": "Made by Example."})
	other := one
	other.Name = "example.com/other"
	var out bytes.Buffer
	write(&out, []part{one, other})
	for _, want := range []string{"2 parts", "example.com/part v1.2.0: ISC\n", "example.com/part, example.com/other\n", "Made by Example."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if n := strings.Count(out.String(), "DISCLAIMS ALL WARRANTIES"); n != 1 {
		t.Errorf("the text stands %d times", n)
	}
}
