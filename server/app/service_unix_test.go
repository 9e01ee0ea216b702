//go:build unix

package app

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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

// TestServiceAccount is the process of the test below.
func TestServiceAccount(t *testing.T) {
	folder := os.Getenv("LADING_SERVICE_ACCOUNT")
	if folder == "" {
		t.Skip("for the test below")
	}
	if err := become(folder); err != nil {
		t.Fatal(err)
	}
	groups, err := os.Getgroups()
	slices.Sort(groups)
	fmt.Println("is", os.Getuid(), os.Getgid(), slices.Compact(groups), err)
}

// What the account may do by a group, such as write to a share, it may do in the service's name, too.
func TestService_ActsWithAllGroupsOfItsAccount(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may become another account")
	}
	// The process has this machine's lists of accounts and groups to itself, with one more of each.
	const script = `mount --bind "$1/passwd" /etc/passwd && mount --bind "$1/group" /etc/group && exec "$2" -test.run '^TestServiceAccount$'`
	lists := t.TempDir()
	for name, more := range map[string]string{"passwd": "ladingtest:x:64001:64001::/:/bin/false\n", "group": "ladingtest:x:64001:\nladingshare:x:64002:ladingtest\n"} {
		body, err := os.ReadFile("/etc/" + name)
		if err == nil {
			err = os.WriteFile(filepath.Join(lists, name), append(body, more...), 0o644) //nolint:gosec // all may read such a list
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("unshare", "-m", "sh", "-c", "mount --bind /etc/passwd /etc/passwd").CombinedOutput(); err != nil {
		t.Skipf("no lists of its own here: %v %s", err, out)
	}
	for _, c := range []struct {
		name     string
		uid, gid int // of the folder
		want     string
	}{
		{"an account that is in two groups", 64001, 0, "is 64001 64001 [64001 64002] <nil>"},
		{"a number without an account", 64009, 64010, "is 64009 64010 [64010] <nil>"},
	} {
		folder := filepath.Join(t.TempDir(), "lading")
		if err := errors.Join(os.Mkdir(folder, 0o700), os.Chown(folder, c.uid, c.gid)); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("unshare", "-m", "sh", "-c", script, "sh", lists, os.Args[0])
		cmd.Env = append(os.Environ(), "LADING_SERVICE_ACCOUNT="+folder)
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v\n%s\nwant %s", c.name, err, out, c.want)
		}
	}
}
