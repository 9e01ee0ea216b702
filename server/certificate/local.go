package certificate

import (
	"log/slog"
	"net"
	"strings"

	"github.com/pion/mdns/v2"
	"golang.org/x/net/ipv4"
	"golang.org/x/net/ipv6"
)

// talker answers for names that end in .local, by multicast DNS (RFC 6762).
type talker struct{ conn *mdns.Conn }

// listenLocal answers on every network that this machine is on. Where the system does not let it, or answers for the name itself, the addresses still work:
// that is said and stops nothing.
func listenLocal(names []string) *talker {
	var mine []string
	for _, n := range names {
		if strings.HasSuffix(n, ".local") {
			mine = append(mine, n)
		}
	}
	if len(mine) == 0 {
		return &talker{}
	}
	quiet := func(err error) *talker {
		slog.Warn("the name of this server is not answered on the local network; its addresses are served all the same", "names", mine, "err", err)
		return &talker{}
	}
	var four *ipv4.PacketConn
	var six *ipv6.PacketConn
	a4, err := net.ResolveUDPAddr("udp4", mdns.DefaultAddressIPv4)
	if err != nil {
		return quiet(err)
	}
	l4, err := net.ListenUDP("udp4", a4)
	if err != nil {
		return quiet(err)
	}
	four = ipv4.NewPacketConn(l4)
	if a6, err := net.ResolveUDPAddr("udp6", mdns.DefaultAddressIPv6); err == nil {
		if l6, err := net.ListenUDP("udp6", a6); err == nil {
			six = ipv6.NewPacketConn(l6)
		}
	}
	conn, err := mdns.NewServer(four, six, mdns.WithLocalNames(mine...))
	if err != nil {
		_ = l4.Close()
		return quiet(err)
	}
	return &talker{conn}
}

func (t *talker) close() {
	if t != nil && t.conn != nil {
		_ = t.conn.Close()
	}
}
