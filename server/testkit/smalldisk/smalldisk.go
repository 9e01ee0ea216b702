// Package smalldisk gives a test a disk of its own that can be filled up. It knows nothing of the program, so the floors' own tests may use it.
package smalldisk

import (
	"os"
	"path/filepath"
	"testing"
)

// Disk is a small file system.
type Disk struct {
	Dir string
	t   testing.TB
}

func (d *Disk) ballast() string { return filepath.Join(d.Dir, "ballast") }

// Fill leaves no free byte.
func (d *Disk) Fill() {
	d.t.Helper()
	f, err := os.OpenFile(d.ballast(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		d.t.Fatal(err)
	}
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	_ = f.Close() // its error is the full disk's
}

// Free gives back what Fill took.
func (d *Disk) Free() {
	d.t.Helper()
	if err := os.Remove(d.ballast()); err != nil {
		d.t.Fatal(err)
	}
}
