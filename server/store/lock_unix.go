//go:build unix

package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// lockDir keeps a second server off the data folder: two that replicate one file destroy its replica.
// One that is just leaving is waited for.
func lockDir(ctx context.Context, dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for began := time.Now(); ; {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
			return f, nil
		}
		if time.Since(began) > 3*time.Second || ctx.Err() != nil {
			_ = f.Close()
			return nil, fmt.Errorf("store: another server uses the data folder %s", dir)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
