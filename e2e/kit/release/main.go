// Release makes what people install: an archive for each system, container images, Debian's packages, and their checksums, in bin/release.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	folder = "bin/release"
	// What an image may have, in bytes.
	imageMost = 70_000_000
	// The last that needs no module which the public proxy does not have.
	nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4"
)

// targets are the systems that an archive is made for, as GOOS/GOARCH.
var targets = []string{"linux/amd64", "linux/arm64", "darwin/arm64", "darwin/amd64", "windows/amd64"}

// beside are the documents that lie beside the program.
var beside = map[string]string{"README.md": "README.md", "OPERATING.md": "OPERATING.md", "server/http/dist/licenses.txt": "LICENSES.txt"}

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, only []string) error {
	if len(only) == 0 {
		only = targets
	}
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o750)); err != nil {
		return err
	}
	version, at, err := revision(ctx)
	if err != nil {
		return err
	}
	// The app names its release, too.
	if err := command(ctx, os.Stdout, []string{"LADING_BUILD=" + named(version, at)}, "npm", "run", "build"); err != nil {
		return err
	}
	if err := command(ctx, os.Stdout, nil, "go", "tool", "notices"); err != nil {
		return err
	}
	for _, target := range only {
		system, arch, ok := strings.Cut(target, "/")
		if !ok {
			return fmt.Errorf("%q is no GOOS/GOARCH", target)
		}
		if err := release(ctx, version, at, system, arch); err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
	}
	return checksums()
}

// revision is the version of what is released, from git's tags or its day, and the time of its last commit.
func revision(ctx context.Context) (version string, at time.Time, err error) {
	out, err := exec.CommandContext(ctx, "git", "log", "-1", "--format=%ct %h").Output()
	if err != nil {
		return "", at, fmt.Errorf("ask git: %w", err)
	}
	said := strings.Fields(string(out))
	seconds, err := strconv.ParseInt(said[0], 10, 64)
	if err != nil {
		return "", at, err
	}
	at = time.Unix(seconds, 0).UTC()
	tag, err := exec.CommandContext(ctx, "git", "describe", "--tags", "--exact-match", "--match", "v[0-9]*").Output()
	if err != nil { // a commit without a tag
		return at.Format("0.20060102.150405") + "+" + said[1], at, nil //nolint:nilerr // that there is no tag is the answer
	}
	return strings.TrimPrefix(strings.TrimSpace(string(tag)), "v"), at, nil
}

// named is a release as people read it: its version, and its day.
func named(version string, at time.Time) string {
	return version + " (" + at.Format(time.DateOnly) + ")"
}

// release builds for one system, and packs what was built.
func release(ctx context.Context, version string, at time.Time, system, arch string) error {
	name := "lading"
	if system == "windows" {
		name += ".exe"
	}
	program := filepath.Join(folder, system+"-"+arch, name)
	if err := command(ctx, os.Stdout, []string{"GOOS=" + system, "GOARCH=" + arch}, "go", "build", "-ldflags", fmt.Sprintf("-s -w -X 'lading/server/app.released=%s'", named(version, at)), "-o", program, "./server"); err != nil {
		return err
	}
	body, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	files := map[string][]byte{name: body}
	for from, to := range beside {
		if files[to], err = os.ReadFile(from); err != nil {
			return err
		}
	}
	stem := fmt.Sprintf("lading-%s-%s-%s", version, system, arch)
	pack, end := archived, ".tar.gz"
	if system == "windows" {
		pack, end = zipped, ".zip"
	}
	var archive bytes.Buffer
	if err := pack(&archive, stem, at, files); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, stem+end), archive.Bytes(), 0o600); err != nil {
		return err
	}
	if system == "linux" {
		made, err := image(version, at, arch, files)
		if err != nil {
			return err
		}
		to := filepath.Join(folder, stem+".oci.tar")
		if err := save(to, version, arch, made); err != nil {
			return err
		}
		if info, err := os.Stat(to); err != nil || info.Size() > imageMost {
			return errors.Join(err, fmt.Errorf("%s has more than %d MB", to, imageMost/1_000_000))
		}
		if err := debian(ctx, version, arch, program); err != nil {
			return err
		}
	}
	return os.RemoveAll(filepath.Dir(program))
}

// mode is what may be done with a file of an archive.
func mode(name string) os.FileMode {
	if strings.HasPrefix(name, "lading") {
		return 0o755
	}
	return 0o644
}

func archived(to io.Writer, stem string, at time.Time, files map[string][]byte) error {
	zip := gzip.NewWriter(to)
	w := tar.NewWriter(zip)
	for name, body := range files {
		if err := w.WriteHeader(&tar.Header{Name: path.Join(stem, name), Mode: int64(mode(name)), Size: int64(len(body)), ModTime: at}); err != nil {
			return err
		}
		if _, err := w.Write(body); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), zip.Close())
}

func zipped(to io.Writer, stem string, at time.Time, files map[string][]byte) error {
	w := zip.NewWriter(to)
	for name, body := range files {
		h := &zip.FileHeader{Name: path.Join(stem, name), Method: zip.Deflate, Modified: at}
		h.SetMode(mode(name))
		f, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(body); err != nil {
			return err
		}
	}
	return w.Close()
}

// debian makes a package that starts the service, as an account of its own.
func debian(ctx context.Context, version, arch, program string) error {
	text, err := os.Create(filepath.Join(filepath.Dir(program), "lading.service"))
	if err != nil {
		return err
	}
	err = command(ctx, text, nil, "go", "run", "./server", "service", "unit", "--program", "/usr/bin/lading")
	if err = errors.Join(err, text.Close()); err != nil {
		return err
	}
	env := []string{"VERSION=" + version, "ARCH=" + arch, "PROGRAM=" + program, "UNIT=" + text.Name()}
	return command(ctx, os.Stdout, env, "go", "run", nfpm, "package", "--packager", "deb", "--target", folder)
}

func command(ctx context.Context, out io.Writer, env []string, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...) //nolint:gosec // of this file's own making
	c.Env = append(append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath"), env...)
	c.Stdout, c.Stderr = out, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}

// checksums writes what sha256sum --check reads.
func checksums() error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, f := range files {
		body, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(body), f.Name())
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), sums.Bytes(), 0o600)
}
