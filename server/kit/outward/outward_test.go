package outward

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

func TestPublic_LeadsIntoNoNetworkOfOurs(t *testing.T) {
	for ip, public := range map[string]bool{
		"93.184.216.34": true, "2606:2800:220:1::1": true, "::ffff:93.184.216.34": true,
		"127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "100.127.255.255": false, "0.0.0.0": false, "0.1.2.3": false,
		"::1": false, "::": false, "fe80::1": false, "fd00::1": false, "::ffff:10.0.0.1": false, "64:ff9b::a00:1": false, "2002:a00:1::1": false, "198.18.0.1": false, "192.0.0.170": false,
		"224.0.0.1": false, "255.255.255.255": false, "240.0.0.1": false, "ff02::1": false, "2001::1": false, "100.128.0.1": true,
	} {
		if Public(netip.MustParseAddr(ip)) != public {
			t.Errorf("%s: public is not %v", ip, public)
		}
	}
}

func TestClient_StaysOutsideAndWhereItWasSent(t *testing.T) {
	reached := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached++
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}))
	defer s.Close()
	if resp, err := Client(time.Second, false).Get(s.URL); err == nil {
		_ = resp.Body.Close()
		t.Error("reached the server's own network")
	}
	resp, err := Client(5*time.Second, true).Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if reached != 1 || resp.StatusCode != http.StatusFound {
		t.Errorf("reached %d times, status %d", reached, resp.StatusCode)
	}
}
