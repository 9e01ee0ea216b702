//go:build unix

package app

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
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

// become makes a process of root's one of the account that the service's folder belongs to: what root made there, the service could not open.
func become(folder string) error {
	info, err := os.Stat(folder)
	if err != nil {
		return err
	}
	of, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 || of.Uid == 0 {
		return nil
	}
	gid, groups, err := groupsOf(of)
	if err != nil {
		return err
	}
	if err := syscall.Setgroups(groups); err != nil {
		return err
	}
	if err := syscall.Setgid(gid); err != nil {
		return err
	}
	return syscall.Setuid(int(of.Uid))
}

// groupsOf is an account's own group and all that it is in; where the system knows no such account, the folder's.
func groupsOf(folder *syscall.Stat_t) (own int, all []int, err error) {
	account, err := user.LookupId(fmt.Sprint(folder.Uid))
	var unknown user.UnknownUserIdError
	if errors.As(err, &unknown) {
		return int(folder.Gid), []int{int(folder.Gid)}, nil
	}
	if err != nil {
		return 0, nil, err
	}
	names, err := account.GroupIds()
	if err != nil {
		return 0, nil, fmt.Errorf("the groups of %s: %w", account.Username, err)
	}
	for _, name := range names {
		id, err := strconv.Atoi(name)
		if err != nil {
			return 0, nil, err
		}
		all = append(all, id)
	}
	own, err = strconv.Atoi(account.Gid)
	return own, all, err
}
