//go:build !unix

package store

import (
	"context"
	"os"
	"path/filepath"
)

func lockDir(_ context.Context, dir string) (*os.File, error) {
	return os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
}
