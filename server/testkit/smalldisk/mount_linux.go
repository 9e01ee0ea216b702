package smalldisk

import (
	"fmt"
	"syscall"
	"testing"
)

// New mounts a disk of so many megabytes until the test ends. Where that is not allowed the test is skipped.
func New(t testing.TB, megabytes int) *Disk {
	t.Helper()
	d := &Disk{Dir: t.TempDir(), t: t}
	if err := syscall.Mount("tmpfs", d.Dir, "tmpfs", 0, fmt.Sprintf("size=%dm", megabytes)); err != nil {
		t.Skip("needs the right to mount a small disk:", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(d.Dir, syscall.MNT_DETACH) })
	return d
}
