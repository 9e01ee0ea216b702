package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// SMTP is where mail is handed over.
type SMTP struct {
	Address  string // host:port; empty where none is configured
	User     string
	Password string
	From     string // Lading <lading@example.com>
	TLS      string // starttls (the usual), tls, opportunistic or off
}

// Mailer hands mail to a server.
type Mailer struct {
	// Sink is the server where it is ours: mail stays in the program, to be read there.
	Sink *Sink

	smtp   SMTP
	host   string
	port   int
	domain string
}

// Message is one mail.
type Message struct {
	ID      string // the part of the Message-ID before the @
	To      []string
	Subject string
	Body    string
	Files   []File
	Date    time.Time
}

// File is an attachment.
type File struct {
	Name string
	Body []byte
}

// Trouble is why a mail did not go. Final trouble stays, however often one tries.
type Trouble struct {
	Code   string
	Final  bool
	Unsent bool // no mail server was asked, so nobody outside can have the mail
	Err    error
}

func (t *Trouble) Error() string {
	if t.Err != nil {
		return t.Code + ": " + t.Err.Error()
	}
	return t.Code
}

func (t *Trouble) Unwrap() error { return t.Err }

func trouble(err error) (*Trouble, bool) {
	var t *Trouble
	ok := errors.As(err, &t)
	return t, ok
}

// NewMailer reads the settings; nothing is asked of the network yet.
func NewMailer(s SMTP) (*Mailer, error) {
	host, port, err := net.SplitHostPort(s.Address)
	if err != nil {
		return nil, fmt.Errorf("LADING_SMTP wants host:port: %w", err)
	}
	m := &Mailer{smtp: s, host: host}
	if m.port, err = strconv.Atoi(port); err != nil {
		return nil, fmt.Errorf("LADING_SMTP wants host:port: %w", err)
	}
	from, err := mail.ParseAddress(s.From)
	if err != nil {
		return nil, fmt.Errorf("LADING_SMTP_FROM wants an address: %w", err)
	}
	_, m.domain, _ = strings.Cut(from.Address, "@")
	switch s.TLS {
	case "":
		m.smtp.TLS = "starttls"
		if m.port == 465 {
			m.smtp.TLS = "tls"
		}
	case "starttls", "tls", "opportunistic", "off":
	default:
		return nil, fmt.Errorf("LADING_SMTP_TLS wants starttls, tls, opportunistic or off, not %q", s.TLS)
	}
	return m, nil
}

func (m *Mailer) messageID(id string) string { return id + "@" + m.domain }

// Send hands a message over. Nil means that the server said yes to it.
func (m *Mailer) Send(ctx context.Context, l Message) error {
	msg := gomail.NewMsg()
	if err := msg.From(m.smtp.From); err != nil {
		return &Trouble{Code: "mail-server-trouble", Err: err}
	}
	if err := msg.To(l.To...); err != nil {
		return &Trouble{Code: "mail-address-invalid", Final: true, Err: err}
	}
	msg.SetMessageIDWithValue(m.messageID(l.ID))
	msg.SetDateWithValue(l.Date)
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // no holiday notices, please
	msg.SetUserAgent("Lading")
	msg.Subject(l.Subject)
	msg.SetBodyString(gomail.TypeTextPlain, l.Body)
	for _, f := range l.Files {
		msg.AttachReadSeeker(f.Name, bytes.NewReader(f.Body), gomail.WithFileContentType(typeOf(f.Name)))
	}
	options := []gomail.Option{gomail.WithPort(m.port), gomail.WithTimeout(30 * time.Second), gomail.WithHELO(m.domain)}
	switch m.smtp.TLS {
	case "tls":
		options = append(options, gomail.WithSSL())
	case "opportunistic":
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	case "off":
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if m.smtp.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(m.smtp.User), gomail.WithPassword(m.smtp.Password))
	}
	client, err := gomail.NewClient(m.host, options...)
	if err != nil {
		return &Trouble{Code: "mail-server-trouble", Err: err}
	}
	if err := client.DialWithContext(ctx); err != nil { // also a wrong password: somebody will put it right
		return &Trouble{Code: "mail-server-trouble", Err: err}
	}
	err = client.Send(msg)
	delivered := msg.IsDelivered() // trouble after the server's yes, saying goodbye, is no reason to send it twice
	_ = client.Close()
	if err == nil || delivered {
		return nil
	}
	var refused *gomail.SendError
	if errors.As(err, &refused) && refused.ErrorCode() >= 500 {
		return &Trouble{Code: "mail-refused", Final: true, Err: err}
	}
	return &Trouble{Code: "mail-server-trouble", Err: err}
}

// typeOf is the media type of an attachment: papers are PDF, reports CSV.
func typeOf(name string) gomail.ContentType {
	if strings.HasSuffix(strings.ToLower(name), ".csv") {
		return "text/csv; charset=utf-8"
	}
	return "application/pdf"
}
