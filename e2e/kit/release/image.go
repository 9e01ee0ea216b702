package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-json"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// account is who the program runs as in a container: nobody that a host has.
const account = 65532

// tag is what an image is called once it is loaded.
func tag(version string) string { return "lading:" + reference(version) }

// reference is a version as a tag may be written.
func reference(version string) string {
	return strings.ReplaceAll(version, "+", "-")
}

// image is a container that holds the program, its documents and nothing else. It serves on port 8080, and keeps what is to last in /data.
func image(version string, at time.Time, arch string, files map[string][]byte) (v1.Image, error) {
	var layer bytes.Buffer
	if err := root(&layer, at, files); err != nil {
		return nil, err
	}
	l, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(layer.Bytes())), nil }, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	made, err := mutate.Append(mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON),
		mutate.Addendum{Layer: l, History: v1.History{Created: v1.Time{Time: at}, CreatedBy: "lading " + version}})
	if err != nil {
		return nil, err
	}
	config, err := made.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = "linux", arch, v1.Time{Time: at}
	config.Config = v1.Config{
		User: fmt.Sprintf("%d:%d", account, account), Entrypoint: []string{"/lading"}, Cmd: []string{"serve"}, WorkingDir: "/data",
		Env:          []string{"LADING_ADDR=0.0.0.0:8080", "LADING_DATA=/data/live", "LADING_REPLICA=/data/replica", "LADING_SECRET_FILE=/data/lading.secret"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/data": {}}, StopSignal: "SIGTERM",
		Healthcheck: &v1.HealthConfig{Test: []string{"CMD", "/lading", "health"}, Interval: 30 * time.Second, Timeout: 10 * time.Second, StartPeriod: 30 * time.Second, Retries: 3},
		Labels:      map[string]string{"org.opencontainers.image.title": "Lading", "org.opencontainers.image.version": version, "org.opencontainers.image.created": at.Format(time.RFC3339)},
	}
	return mutate.ConfigFile(made, config)
}

// root writes the file system of a container: the program, what it may write to, and names for the account that it runs as.
func root(to io.Writer, at time.Time, files map[string][]byte) error {
	w := tar.NewWriter(to)
	put := func(h tar.Header, body []byte) error {
		h.ModTime, h.Size, h.Format = at, int64(len(body)), tar.FormatPAX
		if err := w.WriteHeader(&h); err != nil {
			return err
		}
		_, err := w.Write(body)
		return err
	}
	err := errors.Join(
		put(tar.Header{Typeflag: tar.TypeDir, Name: "data/", Mode: 0o700, Uid: account, Gid: account}, nil),
		put(tar.Header{Typeflag: tar.TypeDir, Name: "etc/", Mode: 0o755}, nil),
		put(tar.Header{Typeflag: tar.TypeDir, Name: "tmp/", Mode: 0o1777}, nil),
		put(tar.Header{Typeflag: tar.TypeReg, Name: "etc/passwd", Mode: 0o644}, fmt.Appendf(nil, "lading:x:%d:%d::/data:/sbin/nologin\n", account, account)),
		put(tar.Header{Typeflag: tar.TypeReg, Name: "etc/group", Mode: 0o644}, fmt.Appendf(nil, "lading:x:%d:\n", account)),
	)
	for _, n := range sorted(files) {
		err = errors.Join(err, put(tar.Header{Typeflag: tar.TypeReg, Name: n, Mode: int64(mode(n))}, files[n]))
	}
	return errors.Join(err, w.Close())
}

// save writes an image as one file that both an OCI layout's readers and Docker of any age can load.
func save(to, version, arch string, made v1.Image) error {
	dir, err := os.MkdirTemp("", "lading-image-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	at, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	if err := at.AppendImage(made, layout.WithPlatform(v1.Platform{OS: "linux", Architecture: arch}), layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": reference(version), "io.containerd.image.name": tag(version)})); err != nil {
		return err
	}
	if err := dockerManifest(dir, version, made); err != nil {
		return err
	}
	f, err := os.Create(to) //nolint:gosec // of this program's own making
	if err != nil {
		return err
	}
	w := tar.NewWriter(f)
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := os.ReadFile(p) //nolint:gosec // of the folder that was just written
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		if err := w.WriteHeader(&tar.Header{Name: filepath.ToSlash(rel), Mode: 0o644, Size: int64(len(body))}); err != nil {
			return err
		}
		_, err = w.Write(body)
		return err
	})
	return errors.Join(err, w.Close(), f.Close())
}

// dockerManifest lays beside the index the list that Docker before 25 reads; it names the same blobs.
func dockerManifest(dir, version string, made v1.Image) error {
	config, err := made.ConfigName()
	if err != nil {
		return err
	}
	layers, err := made.Layers()
	if err != nil {
		return err
	}
	blob := func(h v1.Hash) string { return "blobs/" + h.Algorithm + "/" + h.Hex }
	listed := tarball.Descriptor{Config: blob(config), RepoTags: []string{tag(version)}}
	for _, l := range layers {
		h, err := l.Digest()
		if err != nil {
			return err
		}
		listed.Layers = append(listed.Layers, blob(h))
	}
	body, err := json.Marshal([]tarball.Descriptor{listed})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "manifest.json"), body, 0o600)
}

func sorted(files map[string][]byte) []string {
	return slices.Sorted(maps.Keys(files))
}
