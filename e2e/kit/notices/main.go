// Notices writes what the parts of the program are, under which licences, and their notices, into the folder of files that the server serves. It ends with an
// error if a part has no licence that lets anybody use it for free.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

const (
	dist   = "server/http/dist"
	built  = "bin/notices" // of the web's parts, written by its build
	result = dist + "/licenses.txt"
)

// free are the licences under which a part may be in the program, by their SPDX names.
var free = []string{"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "ISC", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "Unlicense", "Zlib"}

// part is something of others' making that is in the program.
type part struct {
	Name, Version string
	Licenses      []string // SPDX names
	Text          string   // licence and notices, as they came
}

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	parts, err := modules(ctx)
	if err != nil {
		return err
	}
	letters, err := read("Roboto Condensed", "2.138", "server/document/bill/font")
	if err != nil {
		return err
	}
	parts = append(parts, letters)
	for _, name := range []string{"web.json", "sw.json"} {
		b, err := os.ReadFile(filepath.Join(built, name))
		if err != nil {
			return fmt.Errorf("the web is not built: %w", err)
		}
		var packages []part
		if err := json.Unmarshal(b, &packages); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		parts = append(parts, packages...)
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.Name+a.Version, b.Name+b.Version) })
	parts = slices.CompactFunc(parts, func(a, b part) bool { return a.Name == b.Name && a.Version == b.Version })
	if err := judge(parts); err != nil {
		return err
	}
	var out bytes.Buffer
	write(&out, parts)
	return os.WriteFile(result, out.Bytes(), 0o644) //nolint:gosec // everybody may read it
}

// modules are the Go modules whose packages are in the program, with the language's own.
func modules(ctx context.Context) ([]part, error) {
	list := exec.CommandContext(ctx, "go", "list", "-deps", "-json=Module", "./server")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	type module struct {
		Path, Version, Dir string
		Main               bool
		Replace            *struct{ Path, Version, Dir string }
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return nil, err
	}
	language := strings.Fields(string(root))
	found := map[string]module{"Go": {Path: "Go", Version: language[1], Dir: language[0]}}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ Module *module }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil && !p.Module.Main {
			found[p.Module.Path] = *p.Module
		}
	}
	var parts []part
	for _, m := range found {
		if m.Replace != nil {
			m.Path, m.Version, m.Dir = m.Replace.Path, m.Replace.Version, m.Replace.Dir
		}
		p, err := read(m.Path, m.Version, m.Dir)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}

var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|unlicense)([._-].*)?$`)

// read gathers a module's licence and notices from its folder.
func read(name, version, dir string) (part, error) {
	p := part{Name: name, Version: version}
	files, err := os.ReadDir(dir)
	if err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	for _, f := range files {
		if f.IsDir() || !legal.MatchString(f.Name()) || strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return p, err
		}
		for _, match := range licensecheck.Scan(text).Match {
			if !match.IsURL && !slices.Contains(p.Licenses, match.ID) {
				p.Licenses = append(p.Licenses, match.ID)
			}
		}
		p.Text += strings.TrimSpace(string(text)) + "\n\n"
	}
	return p, nil
}

// judge names the parts that may not be in the program. Of several licences one has to be free: what else lies in a module's folder is of files that are not used.
func judge(parts []part) error {
	var wrong []error
	for _, p := range parts {
		if !slices.ContainsFunc(p.Licenses, func(l string) bool { return slices.Contains(free, l) }) {
			wrong = append(wrong, fmt.Errorf("%s %s has no licence that is free for every use: %q", p.Name, p.Version, p.Licenses))
		}
	}
	return errors.Join(wrong...)
}

// write prints each licence text once, under the parts that have it.
func write(out io.Writer, parts []part) {
	_, _ = fmt.Fprintf(out, "Lading is made with %d parts of others' making. Their licenses and notices follow.\n\n", len(parts))
	for _, p := range parts {
		_, _ = fmt.Fprintf(out, "  %s %s: %s\n", p.Name, p.Version, strings.Join(p.Licenses, ", "))
	}
	var texts []string
	of := map[string][]string{}
	for _, p := range parts {
		text := strings.TrimSpace(strings.ReplaceAll(p.Text, "\r\n", "\n"))
		if of[text] == nil {
			texts = append(texts, text)
		}
		of[text] = append(of[text], p.Name)
	}
	for _, text := range texts {
		_, _ = fmt.Fprintf(out, "\n%s\n%s\n\n%s\n", strings.Repeat("-", 80), strings.Join(of[text], ", "), text)
	}
}
