package certificate

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"syscall"
)

// What Windows calls an address in use, and a port that only some may open or that is kept for another program (WSAEADDRINUSE, WSAEACCES).
const (
	windowsInUse   = syscall.Errno(10048)
	windowsRefuses = syscall.Errno(10013)
)

// Explain says of a listener that could not be opened what to do about it.
func Explain(err error, addr, flag string) error {
	_, port, _ := net.SplitHostPort(addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, windowsInUse):
		return fmt.Errorf("port %s is taken by another program: stop that, or give another address with %s: %w", port, flag, err)
	case errors.Is(err, windowsRefuses):
		return fmt.Errorf("port %s is kept by Windows for another program or for itself (netsh interface ipv4 show excludedportrange tcp): stop that, or give another address with %s: %w", port, flag, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("the system lets only its administrator open port %s: let this program do it (setcap cap_net_bind_service=+ep, or AmbientCapabilities in its unit), or give another address with %s: %w", port, flag, err)
	default:
		return fmt.Errorf("%s: %w", flag, err)
	}
}
