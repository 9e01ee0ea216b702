package carrier

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/turn"
	"lading/server/kit/vault"

	"github.com/goccy/go-json"
)

// P44 is what reaches project44, the provider of real-time visibility.
//
// Read in project44's own documentation:
//   - hosts of the regions: https://developers.project44.com/api-reference/api-docs (servers)
//   - POST /api/v4/oauth2/token, a form with client_id, client_secret and grant_type=client_credentials, answering access_token and expires_in:
//     https://developers.project44.com/guides/shippers/visibility/ftl/api/generate-tokens, https://developers.project44.com/api-reference/authentication
//
// Its pages of capacity provider accounts could not be read. Known from public programs that use them, and from nowhere else: GET
// /api/v4/capacityprovideraccountgroups with code, name and id of each group, GET /api/v4/capacityprovideraccounts with accountGroupCode, and the fields of
// CapacityProviderAccountInfos and CapacityProviderAccountInfo (account, below).
//
// Not verified at all: that groups and accounts are added by POST to those two addresses, changed by PUT and taken away by DELETE (204, which the product's
// documents say) below them; metadata's address and its form (metaPath, definitions). They follow their siblings. Where project44 has another, it answers 404 or 405,
// which is said as the documents prescribe it, and nothing is kept.
type P44 struct {
	Client *http.Client
	URL    string // instead of a region's
	Vault  *vault.Vault
	Clock  func() time.Time

	mu     sync.Mutex
	tokens map[string]p44Token // by organisation; nowhere but in memory
	turns  turn.Turns          // project44 keeps what is added twice twice: one caller at a time does something about an account
}

type p44Token struct {
	key   string
	by    string // what it was asked with
	until time.Time
}

// P44Region is where project44 keeps a customer.
type P44Region string

// Values lists the regions.
func (P44Region) Values() []string { return []string{"na", "eu", "sandbox"} }

var p44Hosts = map[P44Region]string{"na": "https://na12.api.project44.com", "eu": "https://eu12.api.project44.com", "sandbox": "https://na12.api.sandbox.p-44.com"}

const (
	p44TokenPath   = "/api/v4/oauth2/token"
	p44GroupPath   = "/api/v4/capacityprovideraccountgroups"
	p44AccountPath = "/api/v4/capacityprovideraccounts"
	p44MetaPath    = "/api/v4/capacityprovidermetadata"
	p44Patience    = 15 * time.Second
	p44Most        = 256 << 10 // of an answer
)

// p44No is what project44 says instead of an answer.
type p44No struct {
	status int
	words  string
	wait   int // seconds that it wants to be left alone; 0 where it does not say
}

func (n p44No) Error() string { return fmt.Sprintf("project44: %d %s", n.status, n.words) }

// p44Unasked is why project44 was not asked at all, or had refused to be: there is no token.
type p44Unasked struct{ error }

func (u p44Unasked) Unwrap() error { return u.error }

// unclear reports whether an error leaves open if project44 has done what it was asked to do.
func unclear(err error) bool {
	var no p44No
	var dial *net.OpError
	switch {
	case err == nil, errors.As(err, new(p44Unasked)):
		return false
	case errors.As(err, &no):
		return no.status >= 500 || no.status == http.StatusRequestTimeout
	}
	return !errors.As(err, &dial) || dial.Op != "dial"
}

// p44Doing is what project44 was asked to do: the documents say a 400 differently for each.
type p44Doing int

const (
	p44Asking p44Doing = iota
	p44Saving
	p44Deleting
)

// told gives what a person reads of an error of project44, in the documents' words: its own message with the status for 400, 401, 403 and 404; a 400 of adding and
// editing is a warning with message and status.
func (d p44Doing) told(err error) error {
	var no p44No
	if _, ours := fail.As(err); ours {
		return err
	}
	if errors.Is(err, errP44Form) {
		return fail.New(http.StatusBadGateway, "p44-answer-unknown")
	}
	if !errors.As(err, &no) {
		return fail.New(http.StatusBadGateway, "p44-unreachable")
	}
	said := func(status int, code string) error {
		return fail.New(status, code, "message", no.words, "status", no.status)
	}
	switch {
	case no.status == http.StatusMethodNotAllowed:
		return said(http.StatusBadGateway, "said-provider-error-405")
	case no.status == http.StatusGatewayTimeout:
		return said(http.StatusBadGateway, "said-provider-error-504")
	case no.status == http.StatusTooManyRequests:
		return fail.New(http.StatusServiceUnavailable, "p44-busy", "seconds", max(no.wait, 1))
	case no.status == http.StatusBadRequest && d == p44Saving:
		return said(http.StatusConflict, "said-provider-warning-400")
	case no.status == http.StatusBadRequest && d == p44Deleting:
		return said(http.StatusConflict, "said-provider-delete-error")
	case no.status < 500:
		return said(http.StatusConflict, "said-provider-error")
	}
	return said(http.StatusBadGateway, "said-provider-error")
}

// errP44Form says that an answer is not of the form that is known.
var errP44Form = errors.New("project44: answer of an unknown form")

// p44Link speaks with project44 in the name of one organisation.
type p44Link struct {
	*P44
	org, client, secret string
	host                string
	rev                 int64    // of the connection
	hide                []string // secrets that are sent, or were: project44 may repeat them
}

// token gives one that is good for another minute, and another than one that was refused. project44 asks that one is used for the twelve hours that it is good.
func (l p44Link) token(ctx context.Context, refused string) (string, error) {
	defer l.turns.Take("token/" + l.org)()
	l.mu.Lock()
	had, by := l.tokens[l.org], digestOf(l.host, l.client, l.secret)
	l.mu.Unlock()
	if had.key != "" && had.key != refused && had.by == by && l.Clock().Before(had.until) {
		return had.key, nil
	}
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {l.client}, "client_secret": {l.secret}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.host+p44TokenPath, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var got struct {
		Key     string `json:"access_token"`
		Seconds int64  `json:"expires_in"`
	}
	if _, err := l.send(req, &got); err != nil {
		return "", err
	}
	if got.Key == "" {
		return "", errP44Form
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tokens == nil {
		l.tokens = map[string]p44Token{}
	}
	l.tokens[l.org] = p44Token{got.Key, by, l.Clock().Add(time.Duration(got.Seconds)*time.Second - time.Minute)}
	return got.Key, nil
}

// digestOf tells apart what a token was asked with, without keeping it.
func digestOf(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return string(sum[:])
}

// call asks project44. A token that is refused is replaced once.
func (l p44Link) call(ctx context.Context, method, path string, body, out any) (answer []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, p44Patience)
	defer cancel()
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	key := ""
	for again := false; ; again = true {
		if key, err = l.token(ctx, key); err != nil {
			return nil, p44Unasked{err}
		}
		req, err := http.NewRequestWithContext(ctx, method, l.host+path, bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", "Bearer "+key)
		if body != nil {
			req.Header.Set("Content-Type", "application/json")
		}
		answer, err = l.send(req, out)
		var no p44No
		if again || !errors.As(err, &no) || no.status != http.StatusUnauthorized {
			return answer, err
		}
	}
}

// send makes a request and reads the answer into out; nil where nothing in it matters.
func (l p44Link) send(req *http.Request, out any) ([]byte, error) {
	req.Header.Set("Accept", "application/json")
	resp, err := l.Client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("reach project44: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	got, err := io.ReadAll(io.LimitReader(resp.Body, p44Most))
	if err != nil {
		return nil, fmt.Errorf("read project44's answer: %w", err)
	}
	if resp.StatusCode >= 300 {
		return nil, p44Refused(resp, got, without(append(slices.Clone(l.hide), l.secret)))
	}
	if out == nil {
		return got, nil
	}
	if err := json.Unmarshal(got, out); err != nil {
		return nil, fmt.Errorf("%w: %w", errP44Form, err)
	}
	return got, nil
}

// p44Refused reads a refusal: a message of its own, or a list of messages with severity, diagnostic and source; an OAuth endpoint has error_description. A proxy's
// page says nothing. Secrets that it repeats are not read.
func p44Refused(resp *http.Response, body []byte, clean *strings.Replacer) p44No {
	var no struct {
		Message     string `json:"errorMessage"`
		Plain       string `json:"message"`
		Description string `json:"error_description"`
		Errors      []struct {
			Message    string `json:"message"`
			Diagnostic string `json:"diagnostic"`
		} `json:"errors"`
	}
	_ = json.Unmarshal(body, &no)
	words := []string{}
	for _, e := range no.Errors {
		words = append(words, strings.TrimSpace(e.Message+" "+e.Diagnostic))
	}
	text := strings.Join(words, " ")
	for _, other := range []string{no.Message, no.Plain, no.Description, http.StatusText(resp.StatusCode)} {
		if text == "" {
			text = other
		}
	}
	text = clean.Replace(text)
	if r := []rune(text); len(r) > 400 {
		text = string(r[:400])
	}
	wait, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // a date, or nothing: it does not say
	return p44No{resp.StatusCode, text, wait}
}

// without takes secrets out of a text; of two that begin alike the longer one.
func without(secrets []string) *strings.Replacer {
	secrets = slices.DeleteFunc(secrets, func(s string) bool { return s == "" })
	slices.SortFunc(secrets, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	pairs := []string{}
	for _, s := range secrets {
		pairs = append(pairs, s, "***")
	}
	return strings.NewReplacer(pairs...)
}
