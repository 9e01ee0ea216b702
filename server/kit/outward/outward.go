// Package outward reaches addresses that somebody else has named: a browser's push service, an administrator's timestamp server.
// None of them may lead into the network that the server stands in.
package outward

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// inner are networks that are not public though they are neither private nor local by their kind, and those by which an inner address can be spelled otherwise.
var inner = func() (all []netip.Prefix) {
	for _, p := range []string{"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/23", "2002::/16", "fec0::/10"} {
		all = append(all, netip.MustParsePrefix(p))
	}
	return all
}()

// Public reports whether an address is one of the public network.
func Public(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false
	}
	for _, p := range inner {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}

// ErrInner is why an address inside our own network is not dialled.
var ErrInner = errors.New("is not on the public network")

// publicOnly looks at the address that a name came to, when it is dialled.
func publicOnly(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if !Public(to.Addr()) {
		return fmt.Errorf("%s %w", to.Addr(), ErrInner)
	}
	return nil
}

// Client follows no redirects: an address and no other was named. With private it may go into the server's own network.
func Client(patience time.Duration, private bool) *http.Client {
	dial := &net.Dialer{Timeout: min(patience, 10*time.Second)}
	if !private {
		dial.Control = publicOnly
	}
	return &http.Client{Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			return dial.DialContext(ctx, network, address)
		}, ForceAttemptHTTP2: true, IdleConnTimeout: time.Minute}}
}
