package localfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

func TestTake_IsRefusedToASecondUntilTheFirstLetsGo(t *testing.T) {
	name := filepath.Join(t.TempDir(), "Büro 1", "lock")
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	first, err := Take(name)
	if err != nil {
		t.Fatal(err)
	}
	if l, err := Take(name); !errors.Is(err, ErrLocked) || l != nil {
		t.Fatalf("a second had it: %v, %v", l, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Wait(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestWait_EndsWithItsContext(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	first, err := Take(name)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if l, err := Wait(ctx, name); !errors.Is(err, ErrLocked) || !errors.Is(err, context.Canceled) || l != nil {
		t.Fatalf("behind one that holds it: %v, %v", l, err)
	}
	time.AfterFunc(20*time.Millisecond, func() { _ = first.Close() })
	second, err := Wait(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestTake_NamesAFolderThatIsNotThere(t *testing.T) {
	if _, err := Take(filepath.Join(t.TempDir(), "none", "lock")); !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
}

func TestFlushAndRename(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "new"), filepath.Join(dir, "old")
	for name, text := range map[string]string{from: "new", to: "old"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(Flush(from), Rename(from, to), FlushFolder(dir)); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(to); err != nil || string(got) != "new" {
		t.Fatalf("%q, %v", got, err)
	}
	for _, err := range []error{Flush(from), Rename(from, to), FlushFolder(filepath.Join(dir, "none"))} {
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("of what is not there: %v", err)
		}
	}
}

// As a virus scanner does, which Windows does not let us rename over.
func TestRename_WaitsForWhoLooksAtTheFile(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "new"), filepath.Join(dir, "old")
	for name, text := range map[string]string{from: "2", to: "1"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	looking, err := os.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		if err := os.Rename(from, to); err == nil {
			t.Error("this Windows lets anybody rename over an open file")
		}
	}
	time.AfterFunc(100*time.Millisecond, func() { _ = looking.Close() })
	if err := Rename(from, to); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(to); err != nil || string(text) != "2" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestSpace_IsThatOfTheFoldersDisk(t *testing.T) {
	free, size := Space(t.TempDir())
	if free == 0 || size < free {
		t.Fatalf("free %d of %d", free, size)
	}
	if free, size := Space(filepath.Join(t.TempDir(), "none")); free != 0 || size != 0 {
		t.Fatalf("of what is not there: %d of %d", free, size)
	}
}
