package notify

import (
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/emersion/go-smtp"
)

// post is a mail server that answers the first mails as told, and keeps the rest.
type post struct {
	mu      sync.Mutex
	answers []*smtp.SMTPError
	asked   int
	kept    []letter
}

type letter struct{ to, raw string }

func (p *post) NewSession(*smtp.Conn) (smtp.Session, error) { return &postSession{p: p}, nil }

type postSession struct {
	p  *post
	to string
}

func (s *postSession) Reset()                               {}
func (s *postSession) Logout() error                        { return nil }
func (s *postSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s *postSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}
func (s *postSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.p.mu.Lock()
	defer s.p.mu.Unlock()
	s.p.asked++
	if len(s.p.answers) > 0 {
		a := s.p.answers[0]
		s.p.answers = s.p.answers[1:]
		return a
	}
	s.p.kept = append(s.p.kept, letter{s.to, string(raw)})
	return nil
}

func (p *post) letters() []letter {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]letter{}, p.kept...)
}

func postOffice(t *testing.T, answers ...*smtp.SMTPError) (*post, *Mailer) {
	t.Helper()
	p := &post{answers: answers}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(p)
	server.Domain = "localhost"
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	m, err := NewMailer(SMTP{Address: l.Addr().String(), From: "Lading <bills@shipper.test>", TLS: "off"})
	if err != nil {
		t.Fatal(err)
	}
	return p, m
}

var made = event.DocumentMade{ShipmentID: "S1", Warehouse: "ATL", DocumentID: "D1", Kind: "bol", Name: "BOL 4711", Blob: "b10b", MailTo: []string{" Ada@Carrier.test "}}

func TestMail_PutOffOnceThenSentOnce(t *testing.T) {
	server, mailer := postOffice(t, &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted"})
	w := newWorld(t, mailer)
	w.emit(dock, made)
	w.until("put off", func() bool { return w.mail().Error == "mail-server-trouble" })
	if m := w.mail(); m.State != "waiting" || !strings.Contains(m.Detail, "greylisted") {
		t.Fatalf("put off: %+v", m)
	}
	w.emit(dock, made) // the event comes again
	w.skew.Add(int64(time.Hour))
	for range 3 {
		if _, err := w.jobs.Drain(context.Background(), "1"); err != nil {
			t.Fatal(err)
		}
	}
	w.until("sent", func() bool { return w.mail().State == "sent" })
	w.emit(dock, made)
	if _, err := w.jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	got := server.letters()
	if len(got) != 1 || got[0].to != "ada@carrier.test" {
		t.Fatalf("%d letters: %+v", len(got), got)
	}
	m := w.mail()
	for _, want := range []string{"Message-ID: <" + m.MessageID + "@shipper.test>", "Subject: Shipping document BOL 4711", "BOL 4711.pdf", "JVBERi0xLjcgc2lnbmVk", "Auto-Submitted: auto-generated"} {
		if !strings.Contains(got[0].raw, want) {
			t.Errorf("letter has no %q:\n%s", want, got[0].raw)
		}
	}
	if m.Attempts != 2 || len(w.list(office)) != 0 {
		t.Fatalf("%+v, notifications %+v", m, w.list(office))
	}
}

func TestMail_KilledBeforeTheNoteComesAgainWithTheSameID(t *testing.T) {
	server, mailer := postOffice(t)
	w := newWorld(t, mailer)
	w.emit(dock, made)
	w.until("sent", func() bool { return w.mail().State == "sent" })
	w.until("done", func() bool { return w.number(`SELECT count(*) FROM job WHERE state <> 'done'`) == 0 })
	// what a kill right after the server's yes would have left on disk
	_, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE notify_mail SET state = 'waiting', sent_at = NULL`)
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE job SET state = 'waiting', done_at = NULL`)
		}
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.jobs.Start()
	w.until("sent again", func() bool { return len(server.letters()) == 2 })
	id := func(l letter) string {
		_, rest, _ := strings.Cut(l.raw, "Message-ID: ")
		id, _, _ := strings.Cut(rest, "\r\n")
		return id
	}
	if got := server.letters(); id(got[0]) != id(got[1]) || id(got[0]) == "" {
		t.Fatalf("ids %q and %q", id(got[0]), id(got[1]))
	}
}

func TestMail_RefusedIsSeenAndCanBeSentAgain(t *testing.T) {
	server, mailer := postOffice(t, &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such person"})
	w := newWorld(t, mailer)
	w.emit(dock, made)
	w.until("refused", func() bool { return w.mail().State == "failed" })
	m := w.mail()
	if m.Error != "mail-refused" || m.Attempts != 1 {
		t.Fatalf("%+v", m)
	}
	if n := w.list(office); len(n) != 1 || n[0].Message != "Shipping document BOL 4711 was not mailed to ada@carrier.test: the mail server refused it." {
		t.Fatalf("office was told %+v", n)
	}
	if n := w.number(`SELECT count(*) FROM notify_notification WHERE user_id = 'U-DALLAS'`); n != 0 {
		t.Error("who does not see Atlanta was told to whom its mail went")
	}
	if _, err := w.call(dock, "Notify/Mails", MailsReq{}); fail.CodeOf(err) != "no-right" {
		t.Fatalf("dock reads addresses: %v", err)
	}
	for shipment, want := range map[string]bool{"": true, made.ShipmentID: true, "S2": false} {
		raw, err := w.call(office, "Notify/Mails", MailsReq{shipment})
		if err != nil || bytes.Contains(raw, []byte(m.ID)) != want {
			t.Fatalf("mails of shipment %s: %s %v", shipment, raw, err)
		}
	}
	if _, err := w.call(office, "Notify/SendMail", MailKey{m.ID}); err != nil {
		t.Fatal(err)
	}
	w.until("sent", func() bool { return w.mail().State == "sent" && len(server.letters()) == 1 })
	if _, err := w.call(office, "Notify/SendMail", MailKey{m.ID}); fail.CodeOf(err) != "mail-not-failed" {
		t.Fatal(err)
	}
}

func TestMails_OfOneShipmentAreFoundInIndexes(t *testing.T) {
	w := newWorld(t, nil)
	if err := w.db.Read(context.Background(), office, func(ctx context.Context, tx *store.Tx) error {
		plan, err := store.Select[struct {
			ID, Parent, NotUsed int
			Detail              string
		}](ctx, tx, `EXPLAIN QUERY PLAN SELECT * FROM notify_mail WHERE `+aboutShipment+` ORDER BY id DESC LIMIT 500`, "S1")
		found := 0
		for _, step := range plan {
			if strings.HasPrefix(step.Detail, "SEARCH notify_mail") {
				found++
			} else if strings.HasPrefix(step.Detail, "SCAN") {
				t.Error(step.Detail)
			}
		}
		if found < 3 {
			t.Errorf("%+v", plan)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestMail_NotConfiguredSaysSo(t *testing.T) {
	w := newWorld(t, nil)
	w.emit(dock, made)
	w.until("failed", func() bool { return w.mail().State == "failed" })
	if m := w.mail(); m.Error != "mail-not-configured" {
		t.Fatalf("%+v", m)
	}
	raw, err := w.call(office, "Notify/Mails", MailsReq{})
	if err != nil || !bytes.Contains(raw, []byte(`"kind":"none","configured":false`)) {
		t.Fatalf("%s %v", raw, err)
	}
}

func TestMail_DemonstrationKeepsItReadable(t *testing.T) {
	sink, err := NewSink()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sink.Close() })
	mailer, err := sink.Mailer()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, mailer)
	w.emit(dock, made)
	w.until("sent", func() bool { return w.mail().State == "sent" })
	raw, err := w.call(office, "Notify/Mail", MailKey{w.mail().ID})
	if err != nil || !bytes.Contains(raw, []byte("BOL 4711.pdf")) {
		t.Fatalf("%s %v", raw, err)
	}
}
