package notify

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/job"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/kit/page"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"

	"github.com/emersion/go-smtp"
	"github.com/goccy/go-json"
)

type people struct{}

func (people) OfficeUsers(context.Context, *store.Tx, string) ([]string, error) {
	return []string{"U-OFFICE", "U-ADMIN"}, nil
}
func (people) Language(_ context.Context, _ *store.Tx, user string) (string, error) {
	if user == "U-ADMIN" {
		return "fr", nil
	}
	return "en", nil
}

type shipments map[string]string

func (s shipments) Resolve(_ context.Context, _ *store.Tx, name string) (string, error) {
	if id, ok := s[name]; ok {
		return id, nil
	}
	return "", fail.NotFound("shipment-unknown")
}

type sent struct {
	user, target string
	args         []any
}

type hub struct {
	mu   sync.Mutex
	sent []sent
}

func (h *hub) ToUser(_, user, target string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sent = append(h.sent, sent{user, target, args})
}

type files map[string]string

func (f files) Open(_ context.Context, org, hash string) (io.ReadCloser, error) {
	b, ok := f[org+"/"+hash]
	if !ok {
		return nil, errors.New("not there yet")
	}
	return io.NopCloser(strings.NewReader(b)), nil
}

type world struct {
	t    *testing.T
	area *Area
	hub  *hub
	jobs *job.Runner
	reg  *op.Registry
	db   *store.DB
	skew atomic.Int64
}

func (w *world) now() time.Time { return time.Now().Add(time.Duration(w.skew.Load())) }

func newWorld(t *testing.T, mailer *Mailer) *world {
	t.Helper()
	ctx := context.Background()
	w := &world{t: t, hub: &hub{}}
	w.area = &Area{Hub: w.hub, People: people{}, Shipments: shipments{"1000001": "S1", "S1": "S1", "1000002": "S2"}, Blobs: files{"1/b10b": "%PDF-1.7 signed"}, Mailer: mailer}
	bus := store.NewBus()
	w.jobs = job.NewRunner(bus)
	w.jobs.Clock = w.now
	w.jobs.All = func(context.Context) ([]string, error) { return []string{"1"}, nil }
	w.area.Listen(bus, w.jobs)
	s, err := store.Open(ctx, store.Options{Dir: t.TempDir(), Bus: bus, Clock: w.now, Install: change.Install(Tables())})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(ctx) })
	t.Cleanup(func() { _ = w.jobs.Stop(ctx) })
	w.jobs.Orgs = s.Org
	w.reg = op.NewRegistry(map[string]op.Area{"notify": w.area})
	w.reg.Orgs = s.Org
	if w.db, err = s.Org(ctx, "1"); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) emit(by store.Actor, e any) {
	w.t.Helper()
	_, err := w.db.Write(context.Background(), store.Command{By: by, Do: func(ctx context.Context, tx *store.Tx) error { return tx.Emit(ctx, e) }})
	if err != nil {
		w.t.Fatal(err)
	}
}

var (
	office = store.Actor{User: "U-OFFICE", Office: true, Language: "en", Pages: page.Set{page.UserNotification: true, page.ShipmentDetails: true}}
	dock   = store.Actor{User: "U-DOCK", Language: "en", Pages: page.Set{page.UserNotification: true, page.ShipmentDetails: true}}
)

func (w *world) call(by store.Actor, path string, req any) (json.RawMessage, error) {
	w.t.Helper()
	o, ok := w.reg.Find(path)
	if !ok {
		w.t.Fatalf("no call %s", path)
	}
	args, err := json.Marshal(req)
	if err != nil {
		w.t.Fatal(err)
	}
	a, err := w.reg.Run(context.Background(), &op.Call{Op: o, Org: "1", By: by, Args: args, RequestID: "test"})
	if err != nil {
		return nil, err
	}
	out, err := json.Marshal(a.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return out, nil
}

func (w *world) list(by store.Actor) []Received {
	w.t.Helper()
	raw, err := w.call(by, "Notify/Notifications", op.None{})
	if err != nil {
		w.t.Fatal(err)
	}
	var list []Received
	if err := json.Unmarshal(raw, &list); err != nil {
		w.t.Fatal(err)
	}
	return list
}

func (w *world) mail() Mail {
	w.t.Helper()
	raw, err := w.call(office, "Notify/Mails", MailsReq{})
	if err != nil {
		w.t.Fatal(err)
	}
	var l MailList
	if err := json.Unmarshal(raw, &l); err != nil {
		w.t.Fatal(err)
	}
	if len(l.Mails) != 1 {
		w.t.Fatalf("%d mails", len(l.Mails))
	}
	return l.Mails[0]
}

func (w *world) until(what string, f func() bool) {
	w.t.Helper()
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if f() {
			return
		}
	}
	w.t.Fatal("never: " + what)
}

func TestBillSigned_TellsTheOfficeInTheirLanguage(t *testing.T) {
	w := newWorld(t, nil)
	w.emit(dock, event.BillSigned{ShipmentID: "S1", BOL: "4711", Warehouse: "ATL", SignedBy: "Ada Trucker", Exceptions: []string{"short"}})
	if len(w.hub.sent) != 2 || w.hub.sent[0].target != "ReceiveNotification" {
		t.Fatalf("hub: %+v", w.hub.sent)
	}
	for _, s := range w.hub.sent {
		want := map[string]string{"U-OFFICE": "Ada Trucker signed bill 4711 at ATL, with 1 exception noted.", "U-ADMIN": "Ada Trucker a signé le connaissement 4711 à ATL, avec 1 réserve notée."}[s.user]
		if got := s.args[0].(Received); got.Message != want || got.Link != "/ShipmentDetails/S1" {
			t.Errorf("%s was told %+v", s.user, got)
		}
	}
	n := w.list(office)
	if len(n) != 1 || n[0].IsRead != 0 {
		t.Fatalf("list: %+v", n)
	}
	for range 2 { // a repeat is no mistake
		if _, err := w.call(office, "SetReadStatusForNotification", StatusReq{NotificationID: n[0].NotificationID}); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.list(office); n[0].IsRead != 1 {
		t.Fatalf("after reading: %+v", n)
	}
	if _, err := w.call(dock, "SetDeleteStatusForNotification", StatusReq{NotificationID: n[0].NotificationID}); fail.CodeOf(err) != "no-such-notification" {
		t.Fatalf("another's notification: %v", err)
	}
	if _, err := w.call(office, "SetDeleteStatusForNotification", StatusReq{GroupNotificationID: n[0].GroupNotificationID}); err != nil {
		t.Fatal(err)
	}
	var gone []string
	err := w.db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		gone, err = store.Select[string](ctx, tx, `SELECT scope FROM change WHERE entity = 'notify_notification' AND gone = 1`)
		return err
	})
	if err != nil || len(w.list(office)) != 0 || len(gone) != 1 || gone[0] != "user:U-OFFICE" {
		t.Fatalf("gone from %v, %v", gone, err)
	}
}

func TestToken_IsSavedReplacedAndForgotten(t *testing.T) {
	w := newWorld(t, nil)
	token := TokenReq{GUID: "g1", Token: "first"}
	if _, err := w.call(dock, "token/update", token); fail.CodeOf(err) != "no-such-push-token" {
		t.Fatal(err)
	}
	for _, path := range []string{"token/save", "token/save", "token/update"} {
		if _, err := w.call(dock, path, token); err != nil {
			t.Fatal(path, err)
		}
	}
	for range 2 {
		if _, err := w.call(dock, "token/delete", TokenKey{"g1"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.call(dock, "token/update", token); fail.CodeOf(err) != "no-such-push-token" {
		t.Fatal(err)
	}
}

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
	if _, err := w.call(dock, "Notify/Mails", MailsReq{}); fail.CodeOf(err) != "no-page" {
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

func TestMessages_AreThereInAllLanguages(t *testing.T) {
	n := 0
	for code := range message.All("en") {
		if !strings.HasPrefix(code, "mail-") && !strings.HasPrefix(code, "notify-") && !strings.HasPrefix(code, "hub-") {
			continue
		}
		n++
		for _, l := range message.Languages {
			if message.All(l)[code] == "" {
				t.Errorf("%s has no %s", l, code)
			}
		}
	}
	if n < 20 {
		t.Fatalf("saw only %d", n)
	}
}

func TestConversations_AreOfOneShipmentAndReadOneByOne(t *testing.T) {
	_, mailer := postOffice(t, &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such person"})
	w := newWorld(t, mailer)
	w.emit(dock, made)
	w.until("refused", func() bool { return w.mail().State == "failed" })
	list := func(name string) (found []Conversation) {
		t.Helper()
		raw, err := w.call(office, "Shipment/EmailConversations", ConversationsReq{name})
		if err == nil {
			err = json.Unmarshal(raw, &found)
		}
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	about := list("1000001")
	if len(about) != 1 || about[0].Recipients.V[0] != "ada@carrier.test" || about[0].State != "failed" || about[0].Error != "mail-refused" || !strings.Contains(about[0].Detail, "no such person") ||
		about[0].Attachments.V[0].File != "BOL 4711.pdf" || about[0].Subject == "" {
		t.Fatalf("%+v", about)
	}
	if other := list("1000002"); len(other) != 0 {
		t.Fatalf("another shipment's: %+v", other)
	}
	raw, err := w.call(office, "Shipment/GetEmailConversationsBody", ConversationBodyReq{about[0].MailID})
	var text ConversationBody
	if err == nil {
		err = json.Unmarshal(raw, &text)
	}
	if err != nil || text.Body != w.mail().Body || text.Body == "" {
		t.Fatalf("%+v %v", text, err)
	}
	for want, ask := range map[string]func() (json.RawMessage, error){
		"no-page": func() (json.RawMessage, error) {
			return w.call(dock, "Shipment/EmailConversations", ConversationsReq{"1000001"})
		},
		"shipment-unknown": func() (json.RawMessage, error) {
			return w.call(office, "Shipment/EmailConversations", ConversationsReq{"9"})
		},
		"no-such-mail": func() (json.RawMessage, error) {
			return w.call(office, "Shipment/GetEmailConversationsBody", ConversationBodyReq{"01KAAAAAAAAAAAAAAAAAAAAAAA"})
		},
	} {
		if _, err := ask(); fail.CodeOf(err) != want {
			t.Errorf("%s: %v", want, err)
		}
	}
	w.area.Shipments = shipments{} // the shipment went to a warehouse that this person does not see
	if _, err := w.call(office, "Shipment/GetEmailConversationsBody", ConversationBodyReq{about[0].MailID}); fail.CodeOf(err) != "shipment-unknown" {
		t.Error(err)
	}
}
