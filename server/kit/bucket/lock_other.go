//go:build !unix

package bucket

import (
	"errors"
	"os"
)

// ErrLocked is a file that another program, or another part of this one, holds a lock on.
var ErrLocked = errors.New("bucket: locked")

// LockFile opens a file; this system has no lock that ends with the process.
func LockFile(name string, _ bool) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
}
