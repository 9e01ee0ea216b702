package notify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"lading/server/job"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/store"
	"lading/server/store/listing"

	"github.com/oklog/ulid/v2"
)

// mailJob is the kind of job that sends one mail.
const mailJob = "mail"

const maxAttachment = 25 << 20

// Mail is one mail to one address. To one address each: a mistyped one must not hold up the others.
type Mail struct {
	ID          string                   `db:"id" json:"id"`
	Key         string                   `db:"key" json:"key"`
	MessageID   string                   `db:"message_id" json:"messageId"`
	Recipients  store.JSON[[]string]     `db:"recipients" json:"recipients"`
	Subject     string                   `db:"subject" json:"subject"`
	Body        string                   `db:"body" json:"body"`
	Attachments store.JSON[[]Attachment] `db:"attachments" json:"attachments"`
	ShipmentID  string                   `db:"shipment_id" json:"shipmentId"`
	Warehouse   string                   `db:"warehouse" json:"-"` // of the shipment; empty where the mail is about none
	DocumentID  string                   `db:"document_id" json:"documentId"`
	State       string                   `db:"state" json:"state"` // waiting, sent or failed
	Error       string                   `db:"error" json:"error"` // code of the message catalogue
	Detail      string                   `db:"detail" json:"detail"`
	Attempts    int                      `db:"attempts" json:"attempts"`
	At          store.Time               `db:"at" json:"at"`
	SentAt      store.Time               `db:"sent_at" json:"sentAt"`
	LinkID      string                   `db:"link_id" json:"-"` // what link.Mark in the body stands for
	Joins       string                   `db:"joins" json:"-"`   // mails of the same may leave as one
	Leaving     bool                     `db:"leaving" json:"-"` // it is being handed over: what it says is settled
	Owner       *string                  `db:"owner" json:"-"`   // user who alone reads it and sends it again; nil for a mail of the office, empty where the user is unknown
}

// Attachment is a file of a mail.
type Attachment struct {
	Blob string `json:"blob"`
	File string `json:"file"`
}

// reads tells whether a user may read the mail.
func (m Mail) reads(by store.Actor) bool {
	if m.Owner != nil {
		return *m.Owner == by.User
	}
	return by.SeesWarehouse(m.Warehouse)
}

// readBy is reads as a condition.
func readBy(by store.Actor) (w listing.Where) {
	office := listing.Where{}
	office.And("owner IS NULL")
	office.Mine(by)
	w.And("(owner = ? OR "+office.String()+")", append([]any{by.User}, office.Args...)...)
	return w
}

// find loads a mail that the user may read. Any other is as unknown as one that is not there.
func find(ctx context.Context, tx *store.Tx, id string) (Mail, error) {
	m, ok, err := store.Get[Mail](ctx, tx, `SELECT * FROM notify_mail WHERE id = ?`, id)
	if err == nil && !(ok && m.reads(tx.By)) {
		return Mail{}, fail.NotFound("no-such-mail")
	}
	return m, err
}

func (m Mail) to() string { return strings.Join(m.Recipients.V, ", ") }

type mailPayload struct {
	Mail string `json:"mail"`
}

// onDocumentMade mails a paper to those who asked for it in the dock's settings.
func (a *Area) onDocumentMade(ctx context.Context, tx *store.Tx, e event.DocumentMade) error {
	language := tx.By.Language
	if !slices.Contains(message.Languages, language) {
		language = message.Languages[0]
	}
	params := map[string]any{"name": e.Name}
	for _, to := range e.MailTo {
		to = strings.ToLower(strings.TrimSpace(to))
		if to == "" {
			continue
		}
		err := a.Post(ctx, tx, Mail{Key: "document/" + e.DocumentID + "/" + to, Recipients: store.JSON[[]string]{V: []string{to}},
			Subject: message.Text(language, "letter-document-subject", params), Body: message.Text(language, "letter-document-body", params),
			Attachments: store.JSON[[]Attachment]{V: []Attachment{{e.Blob, fileName(e.Name)}}}, ShipmentID: e.ShipmentID, DocumentID: e.DocumentID})
		if err != nil {
			return err
		}
	}
	return nil
}

// onMailDue posts a mail that another area wrote.
func (a *Area) onMailDue(ctx context.Context, tx *store.Tx, e event.MailDue) error {
	if e.List != nil && e.Owner == "" {
		return a.join(ctx, tx, e)
	}
	m := mailOf(e)
	m.LinkID = e.LinkID
	return a.post(ctx, tx, m, tx.Now)
}

func mailOf(e event.MailDue) Mail {
	files := make([]Attachment, 0, len(e.Files))
	for _, f := range e.Files {
		files = append(files, Attachment{f.Blob, f.Name})
	}
	m := Mail{ID: ulid.Make().String(), Key: e.Key, Recipients: store.JSON[[]string]{V: e.To}, Subject: e.Subject, Body: e.Body, Attachments: store.JSON[[]Attachment]{V: files}, ShipmentID: e.ShipmentID}
	if e.Owner != "" {
		m.Owner = &e.Owner
	}
	return m
}

// Post has a mail sent once the command is on disk. A key that was ever posted is not posted again.
func (a *Area) Post(ctx context.Context, tx *store.Tx, m Mail) error {
	m.ID = ulid.Make().String()
	return a.post(ctx, tx, m, tx.Now)
}

// place is the warehouse of a shipment, empty where there is none.
func (a *Area) place(ctx context.Context, tx *store.Tx, shipmentID string) (string, error) {
	if shipmentID == "" || a.Shipments == nil {
		return "", nil
	}
	return a.Shipments.PlaceOf(ctx, tx, shipmentID)
}

func (a *Area) post(ctx context.Context, tx *store.Tx, m Mail, due time.Time) error {
	m.State, m.At = "waiting", store.At(tx.Now)
	// from the key alone, so that a repeat after a crash is recognisably the same mail
	sum := sha256.Sum256([]byte(tx.Org + "\x00" + m.Key))
	m.MessageID = hex.EncodeToString(sum[:16])
	_, known, err := store.Get[string](ctx, tx, `SELECT id FROM notify_mail WHERE key = ?`, m.Key)
	if err != nil || known {
		return err
	}
	if m.Warehouse, err = a.place(ctx, tx, m.ShipmentID); err != nil {
		return err
	}
	if err := store.Insert(ctx, tx, "notify_mail", m); err != nil {
		return err
	}
	return job.At(ctx, tx, mailJob, mailJob+":"+m.Key, due, mailPayload{m.ID})
}

// sendMail is the job. Between the server's yes and our note of it lies the one moment in which a crash sends a mail
// twice; the Message-ID is then the same.
func (a *Area) sendMail(ctx context.Context, org *store.DB, j job.Job) error {
	var p mailPayload
	if err := j.Into(&p); err != nil {
		return job.Never(err)
	}
	m, links, err := take(ctx, org, p.Mail)
	if err != nil {
		return err
	}
	if m.State != "waiting" { // it has left, or was taken back
		return nil
	}
	if a.Mailer == nil {
		return job.Never(&Trouble{Code: "mail-not-configured", Final: true, Unsent: true})
	}
	body := m.Body
	if m.LinkID != "" {
		token := a.Links.LinkToken(org.Name, m.LinkID)
		body = strings.ReplaceAll(strings.ReplaceAll(body, link.Mark, token), link.CodeMark, link.Code(token))
	}
	for _, id := range links {
		body = strings.ReplaceAll(body, link.MarkOf(id), a.Links.LinkToken(org.Name, id))
	}
	out := Message{ID: m.MessageID, To: m.Recipients.V, Subject: m.Subject, Body: body, Date: m.At.Time}
	for _, f := range m.Attachments.V {
		b, err := a.read(ctx, org.Name, f.Blob)
		if err != nil {
			return &Trouble{Code: "mail-attachment-missing", Unsent: true, Err: err}
		}
		out.Files = append(out.Files, File{f.File, b})
	}
	if err := a.Mailer.Send(ctx, out); err != nil {
		if t, ok := trouble(err); ok && t.Final {
			return job.Never(err)
		}
		return err
	}
	_, err = org.Write(context.WithoutCancel(ctx), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE notify_mail SET state = 'sent', sent_at = ?, leaving = 0, attempts = attempts + 1, error = '', detail = '' WHERE id = ?`, store.At(tx.Now), m.ID)
		return err
	}})
	return err
}

// take settles what a mail says: from here on no load joins it and none is taken out.
func take(ctx context.Context, org *store.DB, id string) (m Mail, links []string, err error) {
	_, err = org.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) (err error) {
		var ok bool
		if m, ok, err = store.Get[Mail](ctx, tx, `SELECT * FROM notify_mail WHERE id = ?`, id); err != nil {
			return err
		}
		if !ok {
			return job.Never(fmt.Errorf("mail %s is not there", id))
		}
		if _, err := tx.ExecContext(ctx, `UPDATE notify_mail SET leaving = 1 WHERE id = ? AND state = 'waiting'`, id); err != nil {
			return err
		}
		links, err = store.Select[string](ctx, tx, `SELECT link_id FROM notify_mail_load WHERE mail_id = ? AND link_id <> ''`, id)
		return err
	}})
	return m, links, err
}

func (a *Area) read(ctx context.Context, org, hash string) ([]byte, error) {
	r, err := a.Blobs.Open(ctx, org, hash)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	b, err := io.ReadAll(io.LimitReader(r, maxAttachment+1))
	if err == nil && len(b) > maxAttachment {
		err = fmt.Errorf("attachment of more than %d bytes", maxAttachment)
	}
	return b, err
}

// onJobFailed puts a mail's trouble where people see it: on its row at every attempt, and to the office when there will be no other.
func (a *Area) onJobFailed(ctx context.Context, tx *store.Tx, e job.Failed) error {
	if e.Job.Kind != mailJob {
		return nil
	}
	var p mailPayload
	if err := e.Job.Into(&p); err != nil {
		return nil // it was never a mail
	}
	t, ok := trouble(e.Err)
	if !ok {
		t = &Trouble{Code: "mail-server-trouble", Err: e.Err}
	}
	state, detail := "waiting", ""
	if e.Dead {
		state = "failed"
	}
	if t.Err != nil {
		detail = t.Err.Error()
		detail = detail[:min(len(detail), 500)]
	}
	attempt := 1
	if t.Unsent {
		attempt = 0 // it did not leave, and can be taken back
	}
	_, err := tx.ExecContext(ctx, `UPDATE notify_mail SET state = ?, leaving = 0, error = ?, detail = ?, attempts = attempts + ? WHERE id = ?`, state, t.Code, strings.ToValidUTF8(detail, ""), attempt, p.Mail)
	if err != nil || !e.Dead {
		return err
	}
	m, ok, err := store.Get[Mail](ctx, tx, `SELECT * FROM notify_mail WHERE id = ?`, p.Mail)
	if err != nil || !ok {
		return err
	}
	params := map[string]any{"recipient": m.to(), "name": m.Subject}
	switch {
	case m.Owner == nil:
		return a.NotifyOffice(ctx, tx, m.Warehouse, "notify-"+t.Code, params, "/Printing?mail=true")
	case *m.Owner == "":
		return nil
	case strings.HasPrefix(m.Key, notices):
		return noticeFailed(ctx, tx, m, "notify-"+t.Code)
	}
	to := "/Reports?view=files"
	if strings.HasPrefix(m.Key, event.InvitationMail) {
		to = "/ManageUsers"
	}
	return a.Notify(ctx, tx, *m.Owner, "notify-"+t.Code, params, to)
}

// MailList is the mails of the last weeks, and where they go.
type MailList struct {
	Provider Provider `json:"provider"`
	Mails    []Mail   `json:"mails"`
}

// Provider says plainly whether mail leaves the program.
type Provider struct {
	Kind       string `json:"kind"` // smtp, sink or none
	Configured bool   `json:"configured"`
	Code       string `json:"code"`
	Message    string `json:"message"`
}

func (a *Area) provider(language string) Provider {
	p := Provider{Kind: "none", Code: "mail-not-configured"}
	switch {
	case a.Mailer == nil:
	case a.Mailer.Sink != nil:
		p = Provider{Kind: "sink", Configured: true, Code: "mail-kept-here"}
	default:
		p = Provider{Kind: "smtp", Configured: true, Code: "mail-by-smtp"}
	}
	p.Message = message.Text(language, p.Code, nil)
	return p
}

// Sends reports whether mail leaves the program at all.
func (a *Area) Sends() bool { return a.Mailer != nil }

// Posted tells by key how the mails with some keys stand. A key under which nothing was posted is not in the answer.
func (a *Area) Posted(ctx context.Context, tx *store.Tx, keys []string) (map[string]event.MailState, error) {
	rows, err := store.Select[Mail](ctx, tx, `SELECT * FROM notify_mail WHERE key IN (SELECT value FROM json_each(?))`, listing.Texts(keys))
	out := make(map[string]event.MailState, len(rows))
	for _, m := range rows {
		out[m.Key] = event.MailState{State: m.State, Error: m.Error, To: m.to()}
	}
	return out, err
}

// MailsReq asks for all mails, or for those of one shipment.
type MailsReq struct {
	ShipmentID string `json:"ShipmentId,omitempty"`
}

// Mails lists the newest 500 that the user may read.
func (a *Area) Mails(ctx context.Context, tx *store.Tx, req MailsReq) (MailList, error) {
	w := listing.Where{}
	if req.ShipmentID != "" {
		w.And(aboutShipment, req.ShipmentID)
	}
	mine := readBy(tx.By)
	w.And(mine.String(), mine.Args...)
	list, err := store.Select[Mail](ctx, tx, `SELECT * FROM notify_mail WHERE `+w.String()+` ORDER BY id DESC LIMIT 500`, w.Args...)
	return MailList{a.provider(tx.By.Language), list}, err
}

// MailKey names a mail.
type MailKey struct {
	MailID string `json:"MailId" validate:"required,ulid"`
}

// MailText is a mail as it was handed over; Source only where the program itself keeps it.
type MailText struct {
	Mail   Mail   `json:"mail"`
	Source string `json:"source"`
}

// Mail shows one mail.
func (a *Area) Mail(ctx context.Context, tx *store.Tx, req MailKey) (MailText, error) {
	m, err := find(ctx, tx, req.MailID)
	if err != nil {
		return MailText{}, err
	}
	t := MailText{Mail: m}
	if a.Mailer != nil && a.Mailer.Sink != nil {
		t.Source = string(a.Mailer.Sink.Find(a.Mailer.messageID(m.MessageID)))
	}
	return t, nil
}

// SendMail has a failed mail tried again: the address's server was down for a day, or mail is configured by now.
func (a *Area) SendMail(ctx context.Context, tx *store.Tx, req MailKey) (op.None, error) {
	m, err := find(ctx, tx, req.MailID)
	if err != nil {
		return op.None{}, err
	}
	if m.State != "failed" {
		return op.None{}, fail.Conflict("mail-not-failed")
	}
	if m.Error == recalled {
		return op.None{}, fail.Conflict(recalled)
	}
	if _, err := tx.ExecContext(ctx, `UPDATE notify_mail SET state = 'waiting', error = '', detail = '' WHERE id = ?`, m.ID); err != nil {
		return op.None{}, err
	}
	again, err := job.Again(ctx, tx, mailJob+":"+m.Key)
	if err == nil && !again {
		err = fmt.Errorf("mail %s has no dead job", m.ID)
	}
	return op.None{}, err
}

// fileName is a document's name as a file that every mail program opens.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, name)
	if !strings.HasSuffix(strings.ToLower(name), ".pdf") {
		name += ".pdf"
	}
	return name
}
