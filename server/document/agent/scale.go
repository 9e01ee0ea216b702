package agent

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"lading/server/document"
	"lading/server/kit/freight"

	"go.bug.st/serial"
)

// scale is a weighing indicator on a serial port, or on a socket that stands for one. It is asked for its weight as most are, with W or SI,
// and some say it without being asked.
type scale struct {
	mu   sync.Mutex // one asks at a time
	open func() (io.ReadWriteCloser, error)
	name string
}

const weighFor = 3 * time.Second

// openScale reads an address: tcp://host:port or serial:///dev/ttyUSB0?baud=9600. The scale itself is opened when it is read, so that one that is
// unplugged is told of then and works again once it is plugged in.
func openScale(address string) (*scale, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("scale: %w", err)
	}
	switch u.Scheme {
	case "tcp":
		if u.Port() == "" {
			return nil, fmt.Errorf("scale: %s has no port", address)
		}
		return &scale{name: address, open: func() (io.ReadWriteCloser, error) { return net.DialTimeout("tcp", u.Host, weighFor) }}, nil
	case "serial":
		baud := 9600
		if b := u.Query().Get("baud"); b != "" {
			if baud, err = strconv.Atoi(b); err != nil {
				return nil, fmt.Errorf("scale: baud %q", b)
			}
		}
		port := u.Path
		if u.Host != "" { // serial://COM3
			port = u.Host
		}
		return &scale{name: address, open: func() (io.ReadWriteCloser, error) {
			p, err := serial.Open(port, &serial.Mode{BaudRate: baud})
			if err == nil {
				err = p.SetReadTimeout(200 * time.Millisecond)
			}
			return p, err
		}}, nil
	}
	return nil, fmt.Errorf("scale: %q is neither tcp:// nor serial://", address)
}

// read asks the scale. What went wrong is a code for a person.
func (s *scale) read(ctx context.Context) document.Weight {
	s.mu.Lock()
	defer s.mu.Unlock()
	port, err := s.open()
	if err != nil {
		slog.Warn("scale", "address", s.name, "err", err.Error())
		return document.Weight{Code: "scale-silent"}
	}
	until := time.Now().Add(weighFor)
	stop := time.AfterFunc(weighFor, func() { _ = port.Close() })
	defer stop.Stop()
	defer func() { _ = port.Close() }()
	if _, err := io.WriteString(port, "W\r\n"); err != nil {
		return document.Weight{Code: "scale-silent"}
	}
	lines := bufio.NewReader(patient{port, until})
	last := document.Weight{Code: "scale-silent"}
	for heard := 0; time.Now().Before(until) && ctx.Err() == nil && heard < 50; {
		line, err := lines.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" {
			heard++
			if w, ok := reading(line); ok {
				if last = w; w.Stable {
					return w
				}
				last.Code = "scale-moving"
			} else if last.Code == "scale-silent" {
				last.Code = "scale-unreadable"
			}
		}
		if err != nil {
			break
		}
		if last.Code == "scale-moving" {
			if _, err := io.WriteString(port, "W\r\n"); err != nil {
				break
			}
		}
	}
	return last
}

// patient takes an empty read, which is how a serial port says that nothing has come yet, for what it is.
type patient struct {
	io.Reader
	until time.Time
}

func (p patient) Read(b []byte) (int, error) {
	for time.Now().Before(p.until) {
		if n, err := p.Reader.Read(b); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.EOF
}

var weightLine = regexp.MustCompile(`(?i)([+-]?)\s*(\d+(?:\.\d{1,3})?)\s*(lbs?|kg|oz|g|t)\b`)

// reading understands a line as indicators write it: "ST,GS,+  642.5lb", "S S   12.34 kg", "  642.5 lb GR". US and D, and a minus, are a weight that moves or is none.
func reading(line string) (document.Weight, bool) {
	m := weightLine.FindStringSubmatch(line)
	if m == nil {
		return document.Weight{}, false
	}
	whole, part, _ := strings.Cut(m[2], ".")
	n, err := strconv.ParseInt(whole+(part + "000")[:3], 10, 64)
	if err != nil || n > 1e12 {
		return document.Weight{}, false
	}
	w := document.Weight{Stable: true}
	switch unit := strings.ToLower(m[3]); unit {
	case "lb", "lbs":
		w.Weight = freight.Measure{Milli: n, Unit: "lb"}
	case "kg":
		w.Weight = freight.Measure{Milli: n, Unit: "kg"}
	case "t":
		w.Weight = freight.Measure{Milli: n, Unit: "mt"}
	case "g":
		w.Weight = freight.Measure{Milli: n / 1000, Unit: "kg"}
	case "oz":
		w.Weight = freight.Measure{Milli: (n + 8) / 16, Unit: "lb"}
	}
	head := strings.ToUpper(strings.TrimSpace(line[:strings.Index(line, m[0])]))
	if strings.HasPrefix(head, "US") || strings.HasPrefix(head, "S D") || strings.HasPrefix(head, "D") || strings.Contains(head, ",US") || m[1] == "-" || n == 0 {
		w.Stable = false
	}
	return w, true
}

// weigh answers somebody who waits at the server.
func (a *Agent) weigh(ctx context.Context, name string) {
	w := document.Weight{Code: "no-scale"}
	if a.scale != nil {
		w = a.scale.read(ctx)
	}
	if err := a.call(ctx, "Printing/Weighed", document.WeighedReq{Name: name, Weight: w}, nil); err != nil && ctx.Err() == nil {
		slog.Warn("tell the weight", "err", err.Error())
	}
}

// readScale is GET scale?userId: the scale of the computer that the user's labels come out at. Who asks makes no difference to what stands on it.
func (a *Agent) readScale(w http.ResponseWriter, r *http.Request) {
	if a.scale == nil {
		refuse(w, http.StatusNotFound, "no-scale")
		return
	}
	got := a.scale.read(r.Context())
	if got.Code != "" {
		refuse(w, http.StatusServiceUnavailable, got.Code)
		return
	}
	answer(w, got)
}
