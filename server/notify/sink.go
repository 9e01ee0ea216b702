package notify

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/mail"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

const sinkKeeps = 200

// Sink is a mail server for demonstrations and development: it takes everything and passes nothing on.
// What it took can be read in the list of mails.
type Sink struct {
	server   *smtp.Server
	listener net.Listener
	mu       sync.Mutex
	kept     map[string][]byte // by Message-ID
	order    []string
}

// NewSink starts one on a free port of this machine.
func NewSink() (*Sink, error) {
	s := &Sink{kept: map[string][]byte{}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.listener = l
	s.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &sinkSession{s}, nil }))
	s.server.Domain = "localhost"
	s.server.MaxMessageBytes = 40 << 20
	s.server.ReadTimeout, s.server.WriteTimeout = 30*time.Second, 30*time.Second
	go func() {
		if err := s.server.Serve(l); err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			slog.Error("mail sink", "err", err)
		}
	}()
	return s, nil
}

// Mailer hands mail to the sink.
func (s *Sink) Mailer() (*Mailer, error) {
	m, err := NewMailer(SMTP{Address: s.listener.Addr().String(), From: "Lading <lading@demo.test>", TLS: "off"})
	if err != nil {
		return nil, err
	}
	m.Sink = s
	return m, nil
}

// Find gives a mail as it was received, or nothing.
func (s *Sink) Find(messageID string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[messageID]
}

// Close stops it.
func (s *Sink) Close() error { return s.server.Close() }

func (s *Sink) keep(raw []byte) error {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "this is not a mail"}
	}
	id := m.Header.Get("Message-ID")
	id = string(bytes.Trim([]byte(id), "<> "))
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.kept[id]; !known {
		s.order = append(s.order, id)
	}
	s.kept[id] = raw
	if len(s.order) > sinkKeeps {
		delete(s.kept, s.order[0])
		s.order = s.order[1:]
	}
	return nil
}

type sinkSession struct{ sink *Sink }

func (s *sinkSession) Reset()                               {}
func (s *sinkSession) Logout() error                        { return nil }
func (s *sinkSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s *sinkSession) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s *sinkSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return s.sink.keep(raw)
}
