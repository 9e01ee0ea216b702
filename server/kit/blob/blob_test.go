package blob

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"lading/server/kit/fail"
	"lading/server/testkit/s3test"
)

func content(n int) []byte {
	out := make([]byte, n)
	r := rand.NewChaCha8([32]byte{byte(n)})
	_, _ = r.Read(out)
	return out
}

func places(t *testing.T, f func(t *testing.T, s *Store, again func() *Store)) {
	run := func(replica func(t *testing.T) string) func(t *testing.T) {
		return func(t *testing.T) {
			opt := Options{Replica: replica(t), Dir: t.TempDir(), Max: 1 << 20}
			open := func() *Store {
				s, err := Open(opt)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = s.Close() })
				return s
			}
			f(t, open(), open)
		}
	}
	t.Run("folder", run(func(t *testing.T) string { return t.TempDir() }))
	t.Run("s3", run(func(t *testing.T) string { return s3test.Start(t).Setting("x") }))
	t.Run("off", run(func(*testing.T) string { return "off" }))
}

func TestAppend_ResumesAndVerifies(t *testing.T) {
	places(t, func(t *testing.T, s *Store, again func() *Store) {
		ctx := context.Background()
		body := content(700_000)
		hash := Hash(body)
		if _, ok, err := s.Exists(ctx, "1", hash); ok || err != nil {
			t.Fatalf("before: %v %v", ok, err)
		}
		const piece = 256 << 10
		for off := int64(0); off < int64(len(body)); {
			next, err := s.Append(ctx, "1", hash, "image/jpeg", off, int64(len(body)), body[off:min(off+piece, int64(len(body)))], false)
			if err != nil {
				t.Fatal(err)
			}
			if off == 0 { // the answer was lost, and the server started again
				s = again()
				if have, err := s.Offset("1", hash); err != nil || have != next {
					t.Fatalf("offset %d, %v", have, err)
				}
				if got, err := s.Append(ctx, "1", hash, "image/jpeg", 0, int64(len(body)), body[:piece], false); err != nil || got != next {
					t.Fatalf("repeat: %d, %v", got, err)
				}
				if _, err := s.Append(ctx, "1", hash, "image/jpeg", next+1, int64(len(body)), body[:9], false); fail.CodeOf(err) != "blob-offset" {
					t.Fatalf("gap: %v", err)
				}
			}
			off = next
		}
		got, err := s.Get(ctx, "1", hash)
		if err != nil || !bytes.Equal(got, body) {
			t.Fatalf("read: %d bytes, %v", len(got), err)
		}
		if n, ok, err := s.Exists(ctx, "1", hash); !ok || n != int64(len(body)) || err != nil {
			t.Fatalf("exists: %d %v %v", n, ok, err)
		}
		if next, err := s.Append(ctx, "1", hash, "", 0, int64(len(body)), body[:piece], false); err != nil || next != int64(len(body)) {
			t.Fatalf("a whole file offered again: %d, %v", next, err)
		}
		if _, ok, _ := s.Exists(ctx, "2", hash); ok {
			t.Fatal("another organisation sees it")
		}
		if _, _, err := s.Open(ctx, "2", hash); fail.CodeOf(err) != "blob-unknown" {
			t.Fatalf("another organisation reads it: %v", err)
		}
	})
}

func TestAppend_RefusesWhatIsNotWhatItClaims(t *testing.T) {
	places(t, func(t *testing.T, s *Store, _ func() *Store) {
		ctx := context.Background()
		body := content(1000)
		hash := Hash(body)
		if _, err := s.Append(ctx, "1", hash, "", 0, 1000, content(999), false); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Append(ctx, "1", hash, "", 999, 1000, []byte{1}, false); fail.CodeOf(err) != "invalid-fields" {
			t.Fatalf("a wrong content: %v", err)
		}
		if have, _ := s.Offset("1", hash); have != 0 {
			t.Fatalf("%d bytes of a wrong content are kept", have)
		}
		if next, err := s.Append(ctx, "1", hash, "", 0, 1000, body, false); err != nil || next != 1000 {
			t.Fatalf("the right one: %d, %v", next, err)
		}
		for name, f := range map[string]func() error{
			"blob-too-large":        func() error { _, err := s.Append(ctx, "1", Hash(nil), "", 0, 2<<20, body, false); return err },
			"blob-length-malformed": func() error { _, err := s.Append(ctx, "1", Hash(nil), "", 0, 10, body, false); return err },
			"blob-hash-malformed":   func() error { _, err := s.Append(ctx, "1", "../../x", "", 0, 10, body[:1], false); return err },
		} {
			if err := f(); fail.CodeOf(err) != name {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := s.Append(ctx, "../1", hash, "", 0, 1000, body, false); err == nil {
			t.Error("took a path for an organisation")
		}
		empty := Hash(nil)
		if _, err := s.Append(ctx, "1", empty, "", 0, 0, nil, false); err != nil {
			t.Errorf("an empty file: %v", err)
		}
		if _, ok, err := s.Exists(ctx, "1", empty); err != nil || !ok {
			t.Errorf("an empty file: %v %v", ok, err)
		}
	})
}

func TestAppend_TwoDevicesSendTheSameFile(t *testing.T) {
	places(t, func(t *testing.T, s *Store, _ func() *Store) {
		body := content(300_000)
		hash := Hash(body)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for off := int64(0); off < int64(len(body)); {
					next, err := s.Append(context.Background(), "1", hash, "", off, int64(len(body)), body[off:min(off+10_000, int64(len(body)))], false)
					if err != nil {
						t.Error(err)
						return
					}
					off = next
				}
			})
		}
		wg.Wait()
		if got, err := s.Get(context.Background(), "1", hash); err != nil || !bytes.Equal(got, body) {
			t.Fatalf("%d bytes, %v", len(got), err)
		}
	})
}

func TestPut_OutlivesTheDataFolder(t *testing.T) {
	dir, replica := t.TempDir(), t.TempDir()
	s, err := Open(Options{Replica: replica, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	hash, err := s.Put(context.Background(), "1", "application/pdf", []byte("bill"))
	if err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(Options{Replica: replica, Dir: dir}); err != nil {
		t.Fatal(err)
	}
	if body, err := s.Get(context.Background(), "1", hash); err != nil || string(body) != "bill" {
		t.Fatalf("%q, %v", body, err)
	}
	if _, err := s.Append(context.Background(), "1", Hash([]byte("ab")), "", 0, 2, []byte("a"), false); err != nil {
		t.Fatal(err)
	}
	if err := s.Sweep(time.Hour); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "upload", "1", Hash([]byte("ab")))
	if err := os.Chtimes(name, time.Time{}, time.Now().Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.Sweep(time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); err == nil {
		t.Fatal("an upload that nobody continues is kept for ever")
	}
}

// The app draws its photos anew. Whatever else sends pieces must not bring in where a person stood, and the content cannot be changed: its hash is what was signed.
func TestAppend_RefusesAPhotoThatTellsItsPlace(t *testing.T) {
	places(t, func(t *testing.T, s *Store, _ func() *Store) {
		ctx := context.Background()
		photo := []byte("\xFF\xD8\xFF\xE1\x00\x30Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x1A\x00\x00\x00\x00\x00\x01\x00\x01\x00\x02\x00\x00\x00\x02N\x00\x00\x00" + "\xFF\xD9")
		n, half := int64(len(photo)), int64(len(photo)/2)
		if _, err := s.Append(ctx, "1", Hash(photo), "application/octet-stream", 0, n, photo[:half], false); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Append(ctx, "1", Hash(photo), "application/octet-stream", half, n, photo[half:], false); fail.CodeOf(err) != "photo-tells-place" {
			t.Errorf("got %v", err)
		}
		if _, ok, err := s.Exists(ctx, "1", Hash(photo)); ok || err != nil {
			t.Errorf("it is kept: %v %v", ok, err)
		}
		for _, kind := range []string{"png", "webp", "heic"} {
			body, err := os.ReadFile("../exif/testdata/place." + kind)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Append(ctx, "1", Hash(body), "application/octet-stream", 0, int64(len(body)), body, false); fail.CodeOf(err) != "photo-tells-place" {
				t.Errorf("%s: got %v", kind, err)
			}
			if next, err := s.Append(ctx, "1", Hash(body), "application/octet-stream", 0, int64(len(body)), body, true); next != int64(len(body)) || err != nil {
				t.Errorf("%s where it may say so: %d %v", kind, next, err)
			}
		}
		plain := []byte("\xFF\xD8\xFF\xD9")
		if next, err := s.Append(ctx, "1", Hash(plain), "image/jpeg", 0, 4, plain, false); next != 4 || err != nil {
			t.Errorf("one that tells nothing: %d %v", next, err)
		}
		if body, err := s.Get(ctx, "1", Hash(plain)); err != nil || !bytes.Equal(body, plain) {
			t.Errorf("it is %x, %v", body, err)
		}
	})
}
