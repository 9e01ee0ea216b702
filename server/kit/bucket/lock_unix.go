//go:build unix

package bucket

import (
	"errors"
	"os"
	"syscall"
)

// ErrLocked is a file that another program, or another part of this one, holds a lock on.
var ErrLocked = errors.New("bucket: locked")

// LockFile opens a file and takes its lock, which the system drops with the process. Without waiting it answers ErrLocked.
func LockFile(name string, wait bool) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		err = syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrLocked
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
