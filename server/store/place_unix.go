//go:build unix

package store

import (
	"fmt"
	"os"
	"syscall"
)

// placeOf tells a folder from all others of the machine, also after it was moved; empty where nothing tells.
func placeOf(dir string) string {
	info, err := os.Stat(dir)
	if err != nil {
		return ""
	}
	at, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d:%d", at.Dev, at.Ino)
}
