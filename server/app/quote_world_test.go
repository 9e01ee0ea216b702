package app_test

import (
	"context"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/app"
	"lading/server/notify"
	"lading/server/quote"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/emersion/go-smtp"
	"github.com/goccy/go-json"
)

// post is a mail server that keeps what it is given.
type post struct {
	mu    sync.Mutex
	mails []posted
}

type posted struct{ to, subject, body string }

func (p *post) NewSession(*smtp.Conn) (smtp.Session, error) { return &postman{p: p}, nil }

type postman struct {
	p  *post
	to string
}

func (s *postman) Mail(string, *smtp.MailOptions) error      { return nil }
func (s *postman) Rcpt(to string, _ *smtp.RcptOptions) error { s.to = to; return nil }
func (s *postman) Reset()                                    {}
func (s *postman) Logout() error                             { return nil }
func (s *postman) Data(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return err
	}
	var body io.Reader = m.Body
	encoding := m.Header.Get("Content-Transfer-Encoding")
	if kind, params, _ := mime.ParseMediaType(m.Header.Get("Content-Type")); strings.HasPrefix(kind, "multipart/") {
		part, err := multipart.NewReader(m.Body, params["boundary"]).NextPart()
		if err != nil {
			return err
		}
		body, encoding = part, "" // the reader has decoded it
	}
	if strings.EqualFold(encoding, "quoted-printable") {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	s.p.mails = append(s.p.mails, posted{s.to, subject, strings.ReplaceAll(string(text), "\r\n", "\n")})
	return nil
}

// counter is an office that asks for quotes, with a mail server beside it.
type counter struct {
	*front
	post *post
}

func newCounter(t *testing.T) *counter {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &post{}
	server := smtp.NewServer(p)
	server.Domain = "localhost"
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	k := testkit.With(t, app.Config{Data: testkit.DemoFolder(t, t.TempDir()), Replica: "off", PublicURL: "https://tms.example.com", SMTP: notify.SMTP{Address: l.Addr().String(), From: "Lading <lading@demo.test>", TLS: "off"}})
	return &counter{&front{Kit: k, bearer: map[string]string{}}, p}
}

// mailTo waits for the nth mail to an address.
func (c *counter) mailTo(to string, nth int) posted {
	c.T.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		c.post.mu.Lock()
		n := 0
		for _, m := range c.post.mails {
			if m.to != to {
				continue
			}
			if n++; n == nth {
				c.post.mu.Unlock()
				return m
			}
		}
		all := fmt.Sprintf("%+v", c.post.mails)
		c.post.mu.Unlock()
		if time.Now().After(end) {
			c.T.Fatalf("no mail %d to %s in %s", nth, to, all)
		}
	}
}

var inMail = regexp.MustCompile(`https://tms\.example\.com/QuoteResponse\?QuoteID=(\w+)#(\S+)`)

// linkTo is the link in the nth mail to a carrier.
func (c *counter) linkTo(to string, nth int) (quoteID, token string) {
	c.T.Helper()
	m := c.mailTo(to, nth)
	found := inMail.FindStringSubmatch(m.body)
	if found == nil {
		c.T.Fatalf("no link in %q", m.body)
	}
	return found[1], found[2]
}

func (c *counter) office(path string, req any) []byte {
	c.T.Helper()
	status, out := c.tryOffice(path, req)
	if status != 200 {
		c.T.Fatalf("%s: %d %s", path, status, out)
	}
	return out
}

func (c *counter) tryOffice(path string, req any) (int, []byte) {
	c.T.Helper()
	body, err := json.Marshal(req)
	if err != nil {
		c.T.Fatal(err)
	}
	return c.call("office@demo.test", path, string(body))
}

// carrier asks as whoever has a link.
func (c *counter) carrier(path string, req any) (status int, out []byte, code string, detail string) {
	c.T.Helper()
	body, err := json.Marshal(req)
	if err != nil {
		c.T.Fatal(err)
	}
	status, out = request(c.Kit, "POST", "/api/Quote/"+path, "", body, "User-Agent", "Phone/1", "Accept-Language", "es")
	var p struct {
		Code, Detail string
		Errors       []struct{ Code, Message string }
	}
	_ = json.Unmarshal(out, &p)
	if len(p.Errors) > 0 {
		p.Code, p.Detail = p.Errors[0].Code, p.Errors[0].Message
	}
	return status, out, p.Code, p.Detail
}

func (c *counter) details(token string) quote.Details {
	c.T.Helper()
	status, out, _, _ := c.carrier("GetQuoteResponseDetails", obj{"AccessID": token})
	if status != 200 {
		c.T.Fatalf("open: %d %s", status, out)
	}
	return testkit.Into[quote.Details](c.T, out)
}

type obj = map[string]any

func price(token string, minor int64) obj {
	return obj{"AccessID": token, "ChargesDetails": []obj{{"code": "freight", "amountMinor": minor - 5000}, {"code": "fuel", "amountMinor": 5000}}, "TotalMinor": minor, "CurrencyCode": "USD", "ServiceDays": 2, "ContactName": "Rosa"}
}

// rateable are shipments that could be tendered now.
func (c *counter) rateable() (ids []string) {
	c.T.Helper()
	c.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
		ids, err = store.Select[string](ctx, tx, `SELECT id FROM shipment WHERE status = 'Q' ORDER BY id`)
		return err
	})
	if len(ids) < 2 {
		c.T.Fatalf("%d shipments wait for a carrier", len(ids))
	}
	return ids
}

func (c *counter) ask(shipment string, hours int, scacs ...string) quote.QuotesResp {
	c.T.Helper()
	var whom []obj
	for _, s := range scacs {
		whom = append(whom, obj{"SCAC": s, "Email": "rates@" + strings.ToLower(s) + ".test"})
	}
	return testkit.Into[quote.QuotesResp](c.T, c.office("Shipment/SpotQuote", obj{"ShipmentIds": []string{shipment}, "Carriers": whom, "QuoteDeadline": c.Now().Add(time.Duration(hours) * time.Hour), "SpecialInstructions": "Liftgate [link] please"}))
}

func (c *counter) states(shipment string) (map[string]quote.Quote, quote.Counts) {
	c.T.Helper()
	resp := testkit.Into[quote.QuotesResp](c.T, c.office("Shipment/GetShipmentQuotes", obj{"shipmentId": shipment}))
	out := map[string]quote.Quote{}
	for _, q := range resp.Quotes {
		out[q.Carrier] = q
	}
	return out, resp.Counts
}

func (c *counter) lapse() {
	c.T.Helper()
	c.Write("1", func(ctx context.Context, tx *store.Tx) error {
		for n := 1; n > 0; {
			var err error
			if n, err = c.App.Quote.Lapse(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
}
