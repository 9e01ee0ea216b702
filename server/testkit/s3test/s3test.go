// Package s3test gives a test an S3 server on loopback that can be counted and cut off.
// By default it is an in-process imitation; with LADING_SOAK=1 it is versitygw, a real one, which takes minutes to build.
package s3test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

const version = "v1.8.0" // of github.com/versity/versitygw

// Server is one bucket behind a proxy.
type Server struct {
	Requests atomic.Int64
	cut      atomic.Bool
	blind    atomic.Bool
	part     atomic.Pointer[string]
	url      string
}

// Start runs a server until the test ends. It sets the usual key variables, so the test cannot be parallel.
func Start(t testing.TB) *Server {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "lading")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "lading-test-only")
	t.Setenv("AWS_REGION", "us-east-1")
	s := &Server{}
	var behind http.Handler
	if os.Getenv("LADING_SOAK") != "" {
		target, err := url.Parse(versity(t))
		if err != nil {
			t.Fatal(err)
		}
		many := http.DefaultTransport.(*http.Transport).Clone()
		many.MaxIdleConns, many.MaxIdleConnsPerHost = 0, 1000 // or the machine runs out of ports
		proxy := &httputil.ReverseProxy{Transport: many, Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host // signed
		}, ErrorLog: log.New(io.Discard, "", 0)}
		behind = proxy
	} else {
		backend := s3mem.New()
		if err := backend.CreateBucket("lading"); err != nil {
			t.Fatal(err)
		}
		behind = gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server()
	}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Requests.Add(1)
		part := s.part.Load()
		if s.cut.Load() || part != nil && strings.Contains(r.URL.Path, *part) {
			if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
				_ = c.Close()
			}
			return
		}
		if s.blind.Load() {
			r.Header.Del("If-Match")
			r.Header.Del("If-None-Match")
		}
		behind.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	s.url = front.URL
	return s
}

// Setting is the replica setting for a prefix of the bucket.
func (s *Server) Setting(prefix string) string {
	return "s3://lading/" + prefix + "?region=us-east-1&forcePathStyle=true&endpoint=" + url.QueryEscape(s.url)
}

// Cut makes the server unreachable, or reachable again.
func (s *Server) Cut(off bool) { s.cut.Store(off) }

// CutPart makes what has this in its path unreachable; nothing again with "".
func (s *Server) CutPart(part string) {
	if part == "" {
		s.part.Store(nil)
		return
	}
	s.part.Store(&part)
}

// Blind makes the server one that knows no conditional writes.
func (s *Server) Blind(on bool) { s.blind.Store(on) }

// versity builds the gateway once for all runs and starts it.
func versity(t testing.TB) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(cache, "lading-test", "versitygw-"+version)
	if _, err := os.Stat(filepath.Join(bin, "versitygw")); errors.Is(err, os.ErrNotExist) {
		build := exec.Command("go", "install", "github.com/versity/versitygw/cmd/versitygw@"+version)
		build.Dir = t.TempDir() // outside this module
		build.Env = append(os.Environ(), "GOBIN="+bin, "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("build versitygw: %v\n%s", err, out)
		}
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "lading"), 0o700); err != nil { // a folder is a bucket
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	_ = free.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "versitygw"), "--port", addr, "posix", dir)
	cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY=lading", "ROOT_SECRET_KEY=lading-test-only")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = cmd.Wait() })
	for range 200 {
		if c, err := net.Dial("tcp", addr); err == nil {
			_ = c.Close()
			return fmt.Sprintf("http://%s", addr)
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("versitygw does not listen")
	return ""
}
