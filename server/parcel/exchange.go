package parcel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"lading/server/kit/fail"

	"github.com/goccy/go-json"
)

// refusal is what a carrier says instead of an answer, in its own words.
type refusal struct {
	status int
	code   string
	words  string
}

func (r refusal) Error() string { return fmt.Sprintf("carrier: %d %s %s", r.status, r.code, r.words) }

// final reports whether the carrier would say the same again, so that nothing was bought or done.
func (r refusal) final() bool {
	return r.status >= 400 && r.status < 500 && r.status != http.StatusTooManyRequests && r.status != http.StatusRequestTimeout && r.status != http.StatusConflict
}

// notDone reports whether an error says that the carrier has done nothing: it was not reached, or had no time for the request.
func notDone(err error) bool {
	var no refusal
	var dial *net.OpError
	return errors.As(err, &no) && (no.final() || no.status == http.StatusTooManyRequests) || errors.As(err, &dial) && dial.Op == "dial"
}

// errUnclear says that nobody knows whether a label was bought.
var errUnclear = errors.New("parcel: whether a label was bought is not known yet")

// givenBack is why labels were given back that were bought already: by their keys the carrier would tell of them as if they were still good. Whole says that none is left.
type givenBack struct {
	error
	whole bool
}

func (g givenBack) Unwrap() error { return g.error }

// told gives what a person reads of an error of a carrier.
func told(carrier string, err error) error {
	var no refusal
	if _, ours := fail.As(err); ours {
		return err
	}
	switch {
	case errors.Is(err, errUnclear):
		return fail.Conflict("parcel-label-not-found", "carrier", carrier)
	case !errors.As(err, &no):
		return fail.New(http.StatusBadGateway, "parcel-carrier-silent", "carrier", carrier)
	case no.status == http.StatusTooManyRequests:
		return fail.New(http.StatusServiceUnavailable, "parcel-carrier-busy", "carrier", carrier)
	case no.status == http.StatusUnauthorized || no.status == http.StatusForbidden:
		return fail.Conflict("parcel-key-refused", "carrier", carrier, "words", no.said())
	case no.status >= 500:
		return fail.New(http.StatusBadGateway, "parcel-carrier-fault", "carrier", carrier, "words", no.said())
	}
	return fail.Conflict("parcel-carrier-refused", "carrier", carrier, "words", no.said())
}

func (r refusal) said() string {
	words := strings.TrimSpace(r.code + " " + r.words)
	if words == "" {
		words = http.StatusText(r.status)
	}
	return words[:min(len(words), 400)]
}

// most is more than any answer with the labels of a shipment is long.
const most = 24 << 20

// send makes a request and reads the answer into out; nil where nothing in it matters.
func send(client *http.Client, req *http.Request, out any) error {
	req.Header.Set("Accept", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("reach the carrier: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	got, err := io.ReadAll(io.LimitReader(resp.Body, most))
	if err != nil {
		return fmt.Errorf("read the carrier's answer: %w", err)
	}
	if resp.StatusCode >= 300 {
		return refused(resp.StatusCode, got)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(got, out); err != nil {
		return fmt.Errorf("read the carrier's answer: %w", err)
	}
	return nil
}

// refused reads a refusal. Each carrier has a list of errors with a code and a message; UPS has it within response, an OAuth endpoint has a single one.
func refused(status int, body []byte) refusal {
	type one struct {
		Code         string `json:"code"`
		ErrorCode    string `json:"error_code"`
		Message      string `json:"message"`
		ErrorMessage string `json:"error_message"`
		Details      string `json:"details"`
	}
	var no struct {
		Response struct {
			Errors []one `json:"errors"`
		} `json:"response"`
		Errors      []one  `json:"errors"`
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	r := refusal{status: status}
	if json.Unmarshal(body, &no) != nil { // a proxy's page says nothing
		return r
	}
	r.code, r.words = no.Error, no.Description
	if list := append(no.Response.Errors, no.Errors...); len(list) > 0 {
		r.code = list[0].Code + list[0].ErrorCode
		words := []string{}
		for _, e := range list {
			words = append(words, strings.TrimSpace(e.Message+e.ErrorMessage+" "+e.Details))
		}
		r.words = strings.Join(words, " ")
	}
	return r
}

// call asks the carrier's API in the name of the account. A token that has run out is replaced once.
func (s *session) call(ctx context.Context, method, path string, head map[string]string, body, out any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	key := ""
	for again := false; ; again = true {
		var err error
		if key, err = s.token(ctx, key); err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, method, s.hosts.API+path, bytes.NewReader(text))
		if err != nil {
			return err
		}
		s.sign(req, key)
		if body != nil {
			req.Header.Set("Content-Type", "application/json")
		}
		for k, v := range head {
			req.Header.Set(k, v)
		}
		err = send(s.client, req, out)
		var no refusal
		if again || !errors.As(err, &no) || no.status != http.StatusUnauthorized {
			return err
		}
	}
}
