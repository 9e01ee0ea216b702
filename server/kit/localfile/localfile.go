// Package localfile does with files of this machine what differs from one system to the next: locks, flushes, renames and free space.
package localfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/gofrs/flock"
	"github.com/shirou/gopsutil/v4/disk"
)

// ErrLocked is a file that another program, or another part of this one, holds a lock on.
var ErrLocked = errors.New("localfile: locked")

// Lock is a held lock. Closing it lets go of it; the system does so with the process.
type Lock = flock.Flock

// Take makes the file if need be and takes its lock, or answers ErrLocked.
func Take(name string) (*Lock, error) {
	l := lockOf(name)
	ok, err := l.TryLock()
	return held(l, ok, err)
}

// Wait is Take that waits until the lock is free or the context ends: a process that stands still keeps its locks. The error then is
// ErrLocked, with the context's.
func Wait(ctx context.Context, name string) (*Lock, error) {
	l := lockOf(name)
	ok, err := l.TryLockContext(ctx, between)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("%w: %s: %w", ErrLocked, name, ctx.Err())
	}
	return held(l, ok, err)
}

// How long Wait leaves a lock alone that was not free.
const between = 5 * time.Millisecond

func lockOf(name string) *Lock {
	return flock.New(name, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600))
}

func held(l *Lock, ok bool, err error) (*Lock, error) {
	if err == nil && !ok {
		err = ErrLocked
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Flush has the disk keep what was written to a file. Windows refuses it to a handle that only reads.
func Flush(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// FlushFolder has the disk keep the names in a folder. Windows keeps them with the files and has no such call.
func FlushFolder(name string) error {
	if runtime.GOOS == "windows" {
		_, err := os.Stat(name)
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// How long Rename waits for whoever holds a file open, such as a virus scanner.
const patience = 2 * time.Second

// Rename gives a file another name, over the file that has it. Where the system does not do that while another program looks at either, it is tried
// again for a while.
func Rename(from, to string) error {
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := os.Rename(from, to)
		if err == nil || runtime.GOOS != "windows" || errors.Is(err, fs.ErrNotExist) || time.Since(began) > patience {
			return err
		}
	}
}

// Space is what is free for us on a folder's disk, and its size, in bytes; zero where the system does not tell.
func Space(dir string) (free, size uint64) {
	u, err := disk.Usage(dir)
	if err != nil {
		return 0, 0
	}
	return u.Free, u.Total
}
