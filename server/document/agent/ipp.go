package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"lading/server/document"

	"github.com/OpenPrinting/goipp"
)

// ippDevice is a printer, or a queue of a CUPS server, that speaks IPP. It says how it is, and knows the jobs that it has.
type ippDevice struct {
	uri  string // as jobs name it
	http string // where requests go
}

var (
	ippNumber atomic.Uint32
	ippClient = &http.Client{Timeout: 60 * time.Second}
)

func newIPP(u *url.URL) ippDevice {
	scheme := "http"
	if u.Scheme == "ipps" {
		scheme = "https"
	}
	port := u.Port()
	if port == "" {
		port = "631"
	}
	path := u.EscapedPath()
	if path == "" {
		path = "/ipp/print"
	}
	return ippDevice{u.Scheme + "://" + u.Host + path, scheme + "://" + net.JoinHostPort(u.Hostname(), port) + path}
}

func (d ippDevice) request(op goipp.Op) *goipp.Message {
	m := goipp.NewRequest(goipp.DefaultVersion, op, ippNumber.Add(1))
	m.Operation.Add(goipp.MakeAttribute("attributes-charset", goipp.TagCharset, goipp.String("utf-8")))
	m.Operation.Add(goipp.MakeAttribute("attributes-natural-language", goipp.TagLanguage, goipp.String("en")))
	m.Operation.Add(goipp.MakeAttribute("printer-uri", goipp.TagURI, goipp.String(d.uri)))
	m.Operation.Add(goipp.MakeAttribute("requesting-user-name", goipp.TagName, goipp.String("lading"))) // the names of jobs are shown to their owner alone
	return m
}

func wanted(m *goipp.Message, names ...string) {
	values := make([]goipp.Value, len(names))
	for i, n := range names {
		values[i] = goipp.String(n)
	}
	m.Operation.Add(goipp.MakeAttr("requested-attributes", goipp.TagKeyword, values[0], values[1:]...))
}

// unreachable tells whether an error means that nothing arrived there.
func unreachable(err error) bool {
	var o *net.OpError
	return errors.As(err, &o) && o.Op == "dial"
}

func (d ippDevice) do(ctx context.Context, m *goipp.Message, body []byte) (*goipp.Message, error) {
	head, err := m.EncodeBytes()
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.http, bytes.NewReader(append(head, body...)))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", goipp.ContentType)
	res, err := ippClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, refusedError{fmt.Errorf("HTTP %d", res.StatusCode)}
	}
	b, err := io.ReadAll(io.LimitReader(res.Body, 4<<20))
	if err != nil {
		return nil, err
	}
	var out goipp.Message
	if err := out.DecodeBytes(b); err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	if status := goipp.Status(out.Code); status >= goipp.StatusErrorBadRequest {
		return &out, ippError{status, text(out.Operation, "status-message")}
	}
	return &out, nil
}

type ippError struct {
	status goipp.Status
	said   string
}

func (e ippError) Error() string {
	return strings.TrimSpace(strings.TrimPrefix(e.status.String()+" "+e.said, "client-error-"))
}

func text(attrs goipp.Attributes, name string) string {
	if all := texts(attrs, name); len(all) > 0 {
		return all[0]
	}
	return ""
}

func texts(attrs goipp.Attributes, name string) (out []string) {
	for _, a := range attrs {
		if a.Name == name {
			for _, v := range a.Values {
				out = append(out, v.V.String())
			}
		}
	}
	return out
}

func number(attrs goipp.Attributes, name string) int {
	n, err := strconv.Atoi(text(attrs, name))
	if err != nil {
		return 0
	}
	return n
}

const (
	printerStopped = 5

	jobStopped   = 6
	jobCancelled = 7
	jobAborted   = 8
	jobCompleted = 9
)

// reasons are what printers say of themselves, in the order in which a person would see to them. A printer adds -error, -warning or -report.
var reasons = []struct{ keyword, code string }{
	{"media-jam", "print-media-jam"},
	{"media-empty", "print-media-empty"},
	{"media-needed", "print-media-empty"},
	{"cover-open", "print-cover-open"},
	{"door-open", "print-cover-open"},
	{"interlock-open", "print-cover-open"},
	{"toner-empty", "print-toner-empty"},
	{"marker-supply-empty", "print-toner-empty"},
	{"offline", "print-unreachable"},
	{"timed-out", "print-unreachable"},
	{"connecting-to-device", "print-unreachable"},
	{"paused", "print-paused"},
}

// state asks a printer how it is.
func (d ippDevice) state(ctx context.Context) (attrs goipp.Attributes, trouble error) {
	m := d.request(goipp.OpGetPrinterAttributes)
	wanted(m, "printer-state", "printer-state-reasons", "printer-state-message", "printer-is-accepting-jobs", "document-format-supported")
	out, err := d.do(ctx, m, nil)
	var no ippError
	switch {
	case errors.As(err, &no):
		return nil, snag{"print-stopped", map[string]any{"reason": no.Error()}}
	case err != nil:
		return nil, snag{code: "print-unreachable"}
	}
	said := texts(out.Printer, "printer-state-reasons")
	for _, r := range reasons {
		if slices.ContainsFunc(said, func(s string) bool {
			return !strings.HasSuffix(s, "-warning") && !strings.HasSuffix(s, "-report") && strings.HasPrefix(s, r.keyword)
		}) {
			return out.Printer, snag{code: r.code}
		}
	}
	if number(out.Printer, "printer-state") == printerStopped {
		return out.Printer, snag{"print-stopped", map[string]any{"reason": first(text(out.Printer, "printer-state-message"), strings.Join(said, ", "))}}
	}
	return out.Printer, nil
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// ready asks only whether the queue takes a print: one that is out of paper holds it until there is some.
func (d ippDevice) ready(ctx context.Context, _ entry) error {
	attrs, err := d.state(ctx)
	if attrs == nil {
		return err
	}
	if text(attrs, "printer-is-accepting-jobs") == "false" {
		return snag{"print-stopped", map[string]any{"reason": first(text(attrs, "printer-state-message"), "not accepting jobs")}}
	}
	return nil
}

func title(e entry) string {
	name := []rune(e.Name)
	return string(name[:min(len(name), 60)]) + " (" + e.Key + ")"
}

func (d ippDevice) send(ctx context.Context, e entry, body []byte) (string, error) {
	m := d.request(goipp.OpPrintJob)
	m.Operation.Add(goipp.MakeAttribute("job-name", goipp.TagName, goipp.String(title(e))))
	format := e.Type
	if format != "application/pdf" {
		// as it is: a filter that took a label for plain text would print its commands
		format = "application/octet-stream"
		attrs, err := d.state(ctx)
		if attrs == nil {
			return "", notBegun{err}
		}
		for _, own := range []string{"application/vnd.zebra-zpl", "application/vnd.cups-raw"} {
			if slices.Contains(texts(attrs, "document-format-supported"), own) {
				format = own
				break
			}
		}
	}
	m.Operation.Add(goipp.MakeAttribute("document-format", goipp.TagMimeType, goipp.String(format)))
	if e.Copies > 1 {
		m.Job.Add(goipp.MakeAttribute("copies", goipp.TagInteger, goipp.Integer(e.Copies)))
	}
	out, err := d.do(ctx, m, body)
	var no ippError
	switch {
	case errors.As(err, &no) && (no.status == goipp.StatusErrorBusy || no.status == goipp.StatusErrorNotAcceptingJobs || no.status == goipp.StatusErrorServiceUnavailable):
		return "", notBegun{snag{"print-stopped", map[string]any{"reason": no.Error()}}}
	case errors.As(err, &no):
		return "", refusedError{no}
	case err != nil && unreachable(err):
		return "", notBegun{snag{code: "print-unreachable"}}
	case err != nil:
		return "", err
	}
	return strconv.Itoa(number(out.Job, "job-id")), nil
}

func (d ippDevice) watch(ctx context.Context, ref string) (bool, document.ReportReq, error) {
	id, err := strconv.Atoi(ref)
	if err != nil {
		return true, document.ReportReq{State: document.Printed, Answer: "print-handed-over"}, nil
	}
	m := d.request(goipp.OpGetJobAttributes)
	m.Operation.Add(goipp.MakeAttribute("job-id", goipp.TagInteger, goipp.Integer(id)))
	wanted(m, "job-state", "job-state-reasons", "job-printer-state-message")
	out, err := d.do(ctx, m, nil)
	var no ippError
	switch {
	case errors.As(err, &no) && no.status == goipp.StatusErrorNotFound: // a queue that keeps no history
		return true, document.ReportReq{State: document.Printed, Answer: "print-handed-over"}, nil
	case err != nil:
		return false, document.ReportReq{}, snag{code: "print-unreachable"}
	}
	switch number(out.Job, "job-state") {
	case jobCompleted:
		return true, document.ReportReq{State: document.Printed, Answer: "print-done"}, nil
	case jobCancelled:
		return true, document.ReportReq{State: document.Cancelled, Answer: "print-cancelled"}, nil
	case jobAborted:
		return true, document.ReportReq{State: document.Failed, Answer: "print-aborted", Params: map[string]any{"reason": strings.Join(texts(out.Job, "job-state-reasons"), ", ")}}, nil
	}
	_, err = d.state(ctx)
	return false, document.ReportReq{}, err
}

// find looks for a job by its name among all that the printer remembers. Where a name is kept from us, it may have been ours.
func (d ippDevice) find(ctx context.Context, e entry) (ref string, found, sure bool, err error) {
	sure = true
	for _, which := range []string{"not-completed", "completed"} {
		m := d.request(goipp.OpGetJobs)
		m.Operation.Add(goipp.MakeAttribute("which-jobs", goipp.TagKeyword, goipp.String(which)))
		wanted(m, "job-id", "job-name")
		out, err := d.do(ctx, m, nil)
		var no ippError
		switch { // its queue must be seen before anything is sent again
		case errors.As(err, &no):
			return "", false, false, snag{"print-stopped", map[string]any{"reason": no.Error()}}
		case err != nil:
			return "", false, false, snag{code: "print-unreachable"}
		}
		for _, g := range out.AttrGroups() {
			if g.Tag != goipp.TagJobGroup {
				continue
			}
			name := text(g.Attrs, "job-name")
			if strings.HasSuffix(name, "("+e.Key+")") {
				return text(g.Attrs, "job-id"), true, true, nil
			}
			sure = sure && name != ""
		}
	}
	return "", false, sure, nil
}

func (d ippDevice) cancel(ctx context.Context, ref string) error {
	id, err := strconv.Atoi(ref)
	if err != nil {
		return err
	}
	m := d.request(goipp.OpCancelJob)
	m.Operation.Add(goipp.MakeAttribute("job-id", goipp.TagInteger, goipp.Integer(id)))
	_, err = d.do(ctx, m, nil)
	return err
}
