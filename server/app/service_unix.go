//go:build unix

package app

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// safe refuses a program that somebody other than root could put another in the place of, or that the service's account could not start.
func safe(program string) error {
	for at := program; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err != nil {
			return err
		}
		of, ok := info.Sys().(*syscall.Stat_t)
		if ok && of.Uid != 0 || info.Mode().Perm()&0o022 != 0 || info.Mode().Perm()&0o001 == 0 {
			return fmt.Errorf("a service may not run from %s, which others than root can change or the service cannot enter: sudo install %s /usr/local/bin/, and install it from there", at, program)
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}
