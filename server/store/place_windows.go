package store

import (
	"fmt"
	"syscall"
)

// placeOf tells a folder from all others of the machine, also after it was moved; empty where nothing tells.
func placeOf(dir string) string {
	name, err := syscall.UTF16PtrFromString(dir)
	if err != nil {
		return ""
	}
	const all = syscall.FILE_SHARE_READ | syscall.FILE_SHARE_WRITE | syscall.FILE_SHARE_DELETE
	h, err := syscall.CreateFile(name, 0, all, nil, syscall.OPEN_EXISTING, syscall.FILE_FLAG_BACKUP_SEMANTICS, 0) // a folder, too
	if err != nil {
		return ""
	}
	defer func() { _ = syscall.CloseHandle(h) }()
	var at syscall.ByHandleFileInformation
	if syscall.GetFileInformationByHandle(h, &at) != nil {
		return ""
	}
	return fmt.Sprintf("%d:%d:%d", at.VolumeSerialNumber, at.FileIndexHigh, at.FileIndexLow)
}
