package main

import (
	"archive/tar"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// saved is an image as people load it, and the folder that its file unpacks to.
func saved(t *testing.T) (file, dir string) {
	t.Helper()
	made, err := image("0.20261126.120000+abc1234", at, "arm64", map[string][]byte{"lading": []byte("program"), "LICENSES.txt": []byte("text")})
	if err != nil {
		t.Fatal(err)
	}
	file, dir = filepath.Join(t.TempDir(), "image.tar"), t.TempDir()
	if err := save(file, "0.20261126.120000+abc1234", "arm64", made); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for r := tar.NewReader(f); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return file, dir
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r)
		to := filepath.Join(dir, filepath.FromSlash(h.Name))
		if err := errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o750), os.WriteFile(to, body, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestImage_IsAnOCILayoutThatRunsAsNobody(t *testing.T) {
	_, dir := saved(t)
	index, err := layout.ImageIndexFromPath(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(index); err != nil {
		t.Error(err)
	}
	list, err := index.IndexManifest()
	if err != nil || len(list.Manifests) != 1 || list.Manifests[0].Platform.Architecture != "arm64" || list.Manifests[0].Annotations["io.containerd.image.name"] != "lading:0.20261126.120000-abc1234" {
		t.Fatalf("%+v, %v", list, err)
	}
	made, err := index.Image(list.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	c, err := made.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if c.Architecture != "arm64" || c.Config.User != "65532:65532" || strings.Join(c.Config.Healthcheck.Test, " ") != "CMD /lading health" || !c.Created.Equal(at) {
		t.Errorf("%s of %v as %s, asked by %v", c.Architecture, c.Created, c.Config.User, c.Config.Healthcheck)
	}
	layers, err := made.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatal(len(layers), err)
	}
	body, err := layers[0].Uncompressed()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = body.Close() }()
	modes, owners := map[string]int64{}, map[string]int{}
	for r := tar.NewReader(body); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		modes[h.Name], owners[h.Name] = h.Mode, h.Uid
	}
	if modes["lading"] != 0o755 || owners["lading"] != 0 || modes["data/"] != 0o700 || owners["data/"] != account || modes["LICENSES.txt"] != 0o644 {
		t.Errorf("%v %v", modes, owners)
	}
}

func TestImage_CanBeLoadedAsDockerDidBeforeItKnewLayouts(t *testing.T) {
	file, _ := saved(t)
	made, err := tarball.ImageFromPath(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Image(made); err != nil {
		t.Error(err)
	}
}
