//go:build unix

package app

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestServiceVictim is the process of the test below.
func TestServiceVictim(t *testing.T) {
	folder := os.Getenv("LADING_SERVICE_VICTIM")
	if folder == "" {
		t.Skip("for the test below")
	}
	if _, err := lading("service", "do", "--folder", folder, "setup"); err != nil {
		t.Fatal(err)
	}
}

func TestService_WhatRootDoesInTheFolderTheServiceCanOpen(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may become another account")
	}
	dir := filepath.Join(t.TempDir(), "lading")
	const nobody = 65534
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Chown(dir, nobody, nobody), os.Chmod(filepath.Dir(filepath.Dir(dir)), 0o755), os.Chmod(filepath.Dir(dir), 0o755)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestServiceVictim$") //nolint:gosec // this very program
	cmd.Env = append(os.Environ(), "LADING_SERVICE_VICTIM="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files := 0
	err := filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		files++
		info, err := os.Lstat(name)
		if of, ok := info.Sys().(*syscall.Stat_t); ok && of.Uid != nobody {
			t.Errorf("%s belongs to %d", name, of.Uid)
		}
		return err
	})
	if err != nil || files < 5 {
		t.Errorf("%d files, %v", files, err)
	}
}
