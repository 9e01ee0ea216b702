//go:build unix

package store

import "syscall"

// diskSpace is what is free for us on a folder's disk, and its size; zero where the system does not tell.
func diskSpace(dir string) (free, size uint64) {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return 0, 0
	}
	return uint64(s.Bavail) * uint64(s.Bsize), uint64(s.Blocks) * uint64(s.Bsize) //nolint:gosec // sizes are not negative
}
