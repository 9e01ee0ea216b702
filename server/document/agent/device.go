package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lading/server/document"
)

// deviceOf gives the way to a printer.
func deviceOf(p document.Printer, folders string) (device, error) {
	if name, ok := strings.CutPrefix(p.Address, "folder:"); ok {
		if name == "" || strings.ContainsAny(name, `/\:`) || strings.Trim(name, ". ") != name { // the server says the name, this computer the place
			return nil, fmt.Errorf("%q is no folder's name", name)
		}
		return folder{filepath.Join(folders, name)}, nil
	}
	u, err := url.Parse(p.Address)
	if err != nil {
		return nil, err
	}
	switch u.Scheme {
	case "raw":
		port := u.Port()
		if port == "" {
			port = "9100"
		}
		return raw{net.JoinHostPort(u.Hostname(), port), p.Format == "zpl"}, nil
	case "ipp", "ipps":
		return newIPP(u), nil
	}
	return nil, fmt.Errorf("%q is no way to a printer that is known here", u.Scheme)
}

// folder is a printer that is a folder: whoever watches it takes the files.
type folder struct{ dir string }

// name is the same whenever the same print comes, so that a second writing is no second print.
func (f folder) name(e entry, n int) string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, e.Key)
	ext := map[string]string{"application/pdf": ".pdf", "application/zpl": ".zpl"}[e.Type]
	return filepath.Join(f.dir, fmt.Sprintf("%s-%d%s", safe, n, ext))
}

func (f folder) ready(context.Context, entry) error {
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return snag{"print-stopped", map[string]any{"reason": err.Error()}}
	}
	return nil
}

func (f folder) send(_ context.Context, e entry, body []byte) (string, error) {
	for n := range e.Copies {
		if err := writeWhole(f.name(e, n+1), body); err != nil {
			return "", notBegun{snag{"print-stopped", map[string]any{"reason": err.Error()}}}
		}
	}
	return f.dir, nil
}

func (f folder) watch(context.Context, string) (bool, document.ReportReq, error) {
	return true, document.ReportReq{State: document.Printed, Answer: "print-done"}, nil
}

func (f folder) find(context.Context, entry) (string, bool, bool, error) { return "", false, true, nil }

func (f folder) cancel(context.Context, string) error { return errors.New("it is written already") }

// raw is a printer that takes what comes over a socket, most often on port 9100. A label printer can be asked how it is first; nobody says
// afterwards that a page is out, so what was handed over is all that is claimed.
type raw struct {
	address string
	zpl     bool
}

const (
	dialFor   = 5 * time.Second
	answerFor = 1500 * time.Millisecond
	sendFor   = 60 * time.Second
)

func (r raw) dial(ctx context.Context) (net.Conn, error) {
	c, err := (&net.Dialer{Timeout: dialFor}).DialContext(ctx, "tcp", r.address)
	if err != nil {
		return nil, snag{code: "print-unreachable"}
	}
	return c, nil
}

func (r raw) ready(ctx context.Context, _ entry) error {
	c, err := r.dial(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	if !r.zpl {
		return nil
	}
	if err := c.SetDeadline(time.Now().Add(answerFor)); err != nil {
		return snag{code: "print-unreachable"}
	}
	if _, err := io.WriteString(c, "~HS\r\n"); err != nil {
		return snag{code: "print-unreachable"}
	}
	var all []byte
	buf := make([]byte, 512)
	for strings.Count(string(all), "\x03") < 3 && len(all) < 4096 {
		n, err := c.Read(buf)
		all = append(all, buf[:n]...)
		if err != nil {
			break // many do not answer; those are taken at their silence
		}
	}
	if code := hostStatus(string(all)); code != "" {
		return snag{code: code}
	}
	return nil
}

// hostStatus reads a label printer's answer to ~HS, three lines between STX and ETX, as what a person must see to.
func hostStatus(s string) string {
	var lines [][]string
	for _, part := range strings.Split(s, "\x02")[min(1, strings.Count(s, "\x02")):] {
		line, _, ok := strings.Cut(part, "\x03")
		if ok {
			lines = append(lines, strings.Split(line, ","))
		}
	}
	is := func(line, at int) bool {
		return line < len(lines) && at < len(lines[line]) && strings.TrimSpace(lines[line][at]) == "1"
	}
	switch {
	case is(0, 1):
		return "print-media-empty"
	case is(1, 2):
		return "print-cover-open"
	case is(1, 3):
		return "print-toner-empty"
	case is(0, 2):
		return "print-paused"
	}
	return ""
}

func (r raw) send(ctx context.Context, e entry, body []byte) (string, error) {
	for n := range e.Copies {
		if err := r.once(ctx, body); err != nil {
			if n > 0 { // the copies before it are out
				err = errors.New(err.Error())
			}
			return "", err
		}
	}
	return "", nil
}

func (r raw) once(ctx context.Context, body []byte) error {
	c, err := r.dial(ctx)
	if err != nil {
		return notBegun{err}
	}
	defer func() { _ = c.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Now()) })
	defer stop()
	if err := c.SetDeadline(time.Now().Add(sendFor)); err != nil {
		return notBegun{snag{code: "print-unreachable"}}
	}
	if _, err := c.Write(body); err != nil {
		return fmt.Errorf("in the middle of it: %w", err)
	}
	if half, ok := c.(*net.TCPConn); ok {
		if err := half.CloseWrite(); err != nil {
			return fmt.Errorf("at its end: %w", err)
		}
	}
	// until the printer has taken all of it and hangs up; one that does not is given a moment
	if err := c.SetReadDeadline(time.Now().Add(answerFor)); err == nil {
		_, err = io.Copy(io.Discard, io.LimitReader(c, 1<<16))
		var slow net.Error
		if err != nil && !(errors.As(err, &slow) && slow.Timeout()) {
			return fmt.Errorf("at its end: %w", err)
		}
	}
	return nil
}

func (r raw) watch(context.Context, string) (bool, document.ReportReq, error) {
	return true, document.ReportReq{State: document.Printed, Answer: "print-handed-over"}, nil
}

// find cannot look: what went into a socket leaves no trace.
func (r raw) find(context.Context, entry) (string, bool, bool, error) { return "", false, false, nil }

func (r raw) cancel(context.Context, string) error { return errors.New("a socket takes nothing back") }
