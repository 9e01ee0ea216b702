// Package indicator is a weighing indicator on a socket, for tests.
package indicator

import (
	"io"
	"net"
	"testing"
)

// Start gives the address of a scale that answers each question with the next line.
func Start(t *testing.T, lines ...string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				buf := make([]byte, 64)
				for _, line := range lines {
					if _, err := c.Read(buf); err != nil {
						return
					}
					if _, err := io.WriteString(c, line+"\r\n"); err != nil {
						return
					}
				}
				_, _ = io.Copy(io.Discard, c)
			}()
		}
	}()
	return "tcp://" + l.Addr().String()
}
