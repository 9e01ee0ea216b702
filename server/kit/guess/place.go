package guess

import "net/netip"

// Network is the part of an address that its holder cannot change at will: all of an IPv4 address, half of an IPv6 one.
func Network(ip string) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil || addr.Unmap().Is4() {
		return ip
	}
	p, err := addr.Prefix(64)
	if err != nil {
		return ip
	}
	return p.Masked().String()
}
