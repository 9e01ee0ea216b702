package certificate

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/pion/mdns/v2"
	"golang.org/x/net/ipv4"
)

func TestSite_AnswersForItsNameOnTheLocalNetwork(t *testing.T) {
	talk := listenLocal([]string{"lading-at-the-dock.local", "lading-at-the-dock", "localhost"})
	defer talk.close()
	if talk.conn == nil {
		t.Fatal("this machine lets nobody answer on its network")
	}
	at, err := net.ResolveUDPAddr("udp4", mdns.DefaultAddressIPv4)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.ListenUDP("udp4", at)
	if err != nil {
		t.Fatal(err)
	}
	tablet, err := mdns.NewServer(ipv4.NewPacketConn(l), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tablet.Close() }()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	_, addr, err := tablet.QueryAddr(ctx, "lading-at-the-dock.local")
	if err != nil {
		t.Fatal(err)
	}
	if !addr.IsValid() {
		t.Error("no address")
	}
}
