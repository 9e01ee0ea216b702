package http

import (
	"net"
	"net/url"
	"strings"
	"sync"

	"github.com/fasthttp/websocket"
	"github.com/gofiber/fiber/v3"
)

// Proxy is what requests tell of the proxy in front of the server: whether it withholds the client's address, or a WebSocket's upgrade. The newest request of
// each kind counts, so that a warning ends once the proxy is set right.
type Proxy struct {
	mu      sync.Mutex
	address string // the proxy that sends requests of browsers without X-Forwarded-For
	socket  string // the proxy that sends a WebSocket's first request without Upgrade or Connection
}

// Withheld returns the address of the proxy that withholds the client's address, and of the one that withholds the upgrade; both are empty where all comes through.
func (p *Proxy) Withheld() (address, socket string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.address, p.socket
}

// watch looks at requests that can have come by a proxy alone. A call or a health check made on this machine says nothing.
func (p *Proxy) watch(c fiber.Ctx) error {
	peer := c.RequestCtx().RemoteIP()
	if !peer.IsLoopback() && !peer.IsPrivate() {
		return c.Next()
	}
	at := func(withheld bool) string {
		if withheld {
			return peer.String()
		}
		return ""
	}
	if elsewhere(c.Get(fiber.HeaderOrigin)) {
		p.mu.Lock()
		p.address = at(c.Get(fiber.HeaderXForwardedFor) == "")
		p.mu.Unlock()
	}
	// A proxy drops Upgrade or Connection, which are meant for itself, and passes the key on with them or not.
	if strings.EqualFold(c.Path(), hubPath) && c.Get("Sec-WebSocket-Key") != "" {
		p.mu.Lock()
		p.socket = at(!websocket.FastHTTPIsWebSocketUpgrade(c.RequestCtx()))
		p.mu.Unlock()
	}
	return c.Next()
}

// elsewhere reports whether a browser's page has another address than this machine's own.
func elsewhere(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Hostname() == "" || u.Hostname() == "localhost" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return ip == nil || !ip.IsLoopback()
}
