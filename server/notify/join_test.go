package notify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/store"

	"github.com/emersion/go-smtp"
	"github.com/goccy/go-json"
)

type tokens struct{}

func (tokens) LinkToken(org, id string) string { return org + ".secret-of-" + id }

// offers are mails that offer loads to one carrier; it waits for others until the test's clock is moved.
func offers(to string, n ...int) (out []event.MailDue) {
	for _, i := range n {
		id := fmt.Sprint(i)
		out = append(out, event.MailDue{Key: "offer/" + id, Subject: "Load L" + id, Body: "One load: " + link.MarkOf("K"+id), To: []string{to}, ShipmentID: "S" + id, LinkID: "K" + id, Of: "T" + id,
			List: &event.MailList{With: "offer|ATL", Wait: time.Hour, Language: "en", Code: "letter-tender-list", Params: map[string]any{"shipper": "Northgate", "carrier": "Saia", "number": "L" + id},
				Text: "L" + id + ": Atlanta to Dallas\n  " + link.MarkOf("K"+id), Foot: "Sent by Lading."}})
	}
	return out
}

func (w *world) join(list ...event.MailDue) {
	w.t.Helper()
	for _, m := range list { // each in a command of its own
		w.emit(office, m)
	}
}

func (w *world) recall(of string) (left bool) {
	w.t.Helper()
	if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) (err error) {
		left, err = w.area.Recall(ctx, tx, of)
		return err
	}}); err != nil {
		w.t.Fatal(err)
	}
	return left
}

func (w *world) pass(d time.Duration) {
	w.t.Helper()
	w.skew.Add(int64(d))
	if _, err := w.jobs.Drain(context.Background(), "1"); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) about(shipment string) []Mail {
	w.t.Helper()
	raw, err := w.call(office, "Notify/Mails", MailsReq{shipment})
	if err != nil {
		w.t.Fatal(err)
	}
	var l MailList
	if err := json.Unmarshal(raw, &l); err != nil {
		w.t.Fatal(err)
	}
	return l.Mails
}

func newJoining(t *testing.T, answers ...*smtp.SMTPError) (*post, *world) {
	t.Helper()
	server, mailer := postOffice(t, answers...)
	w := newWorld(t, mailer)
	w.area.Links = tokens{}
	if err := w.jobs.Stop(context.Background()); err != nil { // jobs run when the test says, and not beside it
		t.Fatal(err)
	}
	return server, w
}

func TestJoin_ManyLoadsLeaveAsOneMailAndStandWithEach(t *testing.T) {
	server, w := newJoining(t)
	list := offers("ada@saia.test", 1, 2, 3)
	w.join(list...)
	w.join(list[1]) // the event comes again
	w.join(offers("bob@odfl.test", 4)...)
	w.pass(50 * time.Second)
	if n := len(server.letters()); n != 0 {
		t.Fatalf("%d letters left while others could still join", n)
	}
	w.pass(15 * time.Second) // a minute is the longest that it waits
	got := server.letters()
	if len(got) != 1 || got[0].to != "ada@saia.test" {
		t.Fatalf("letters: %+v", got)
	}
	raw := strings.ReplaceAll(got[0].raw, "=\r\n", "")
	for _, want := range []string{"Subject: Northgate offers you 3 loads: L1 and 2 more", "Hello Saia", "L1: Atlanta", "1.secret-of-K1", "1.secret-of-K2", "1.secret-of-K3", "Sent by Lading."} {
		if strings.Count(raw, want) != 1 {
			t.Errorf("%d times %q in\n%s", strings.Count(raw, want), want, raw)
		}
	}
	for _, s := range []string{"S1", "S2", "S3"} {
		m := w.about(s)
		if len(m) != 1 || m[0].State != "sent" || !strings.Contains(m[0].Body, "L1:") || strings.Contains(m[0].Body, "secret") {
			t.Errorf("with %s stand %+v", s, m)
		}
	}
	if err := w.db.Read(context.Background(), store.System(), func(ctx context.Context, tx *store.Tx) error {
		links, err := w.area.SameMail(ctx, tx, "K2")
		if !slices.Equal(links, []string{"K1", "K2", "K3"}) {
			t.Errorf("with K2 came %v", links)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Hour)
	if got = server.letters(); len(got) != 2 || !strings.Contains(got[1].raw, "Subject: Load L4") || !strings.Contains(got[1].raw, "1.secret-of-K4") {
		t.Errorf("one load alone: %+v", got)
	}
	w.join(offers("ada@saia.test", 5)...) // what has left takes nothing more
	w.pass(2 * time.Hour)
	if got = server.letters(); len(got) != 3 || !strings.Contains(got[2].raw, "Subject: Load L5") {
		t.Errorf("later: %+v", got)
	}
}

func TestJoin_WhatIsOverBeforeTheMailLeavesIsNotInIt(t *testing.T) {
	server, w := newJoining(t)
	w.join(offers("ada@saia.test", 1, 2, 3)...)
	if w.recall("T1") {
		t.Error("said to have left, though it waits")
	}
	w.pass(2 * time.Minute)
	got := server.letters()
	if len(got) != 1 || strings.Contains(got[0].raw, "L1") || !strings.Contains(got[0].raw, "offers you 2 loads: L2 and one more") || len(w.about("S1")) != 0 {
		t.Fatalf("%+v, with S1 %+v", got, w.about("S1"))
	}
	if !w.recall("T2") || len(w.about("S2")) != 1 {
		t.Error("what has left cannot be taken back")
	}

	w.join(offers("ada@saia.test", 6, 7)...)
	w.recall("T6")
	if m := w.about("S7"); len(m) != 1 || m[0].Subject != "Load L7" {
		t.Errorf("the last one is alone again: %+v", m)
	}
	w.recall("T7")
	w.pass(2 * time.Hour)
	m := w.about("S7")
	if n := len(server.letters()); n != 1 || len(m) != 1 || m[0].State != "failed" || m[0].Error != "mail-recalled" {
		t.Fatalf("%d letters, %+v", n, m)
	}
	if _, err := w.call(office, "Notify/SendMail", MailKey{m[0].ID}); fail.CodeOf(err) != "mail-recalled" {
		t.Errorf("sent again: %v", err)
	}
	w.join(offers("ada@saia.test", 7)...)
	if n := len(w.about("S7")); n != 1 {
		t.Errorf("the same one again makes %d mails", n)
	}
	if len(w.list(office)) != 0 {
		t.Errorf("the office is told %+v", w.list(office))
	}
}

func TestJoin_PutOffIsTriedAgainWithWhatStillHolds(t *testing.T) {
	server, w := newJoining(t, &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted"})
	w.join(offers("ada@saia.test", 1, 2)...)
	w.pass(2 * time.Minute)
	if m := w.about("S1"); m[0].Error != "mail-server-trouble" || m[0].State != "waiting" {
		t.Fatalf("%+v", m)
	}
	if !w.recall("T1") {
		t.Error("nobody knows what the other side kept of an attempt that failed")
	}
	w.join(offers("ada@saia.test", 3)...) // a new mail: the one that was tried keeps its loads
	w.pass(2 * time.Hour)
	got := server.letters()
	if len(got) != 2 {
		t.Fatalf("%d letters: %+v", len(got), got)
	}
	for _, l := range got {
		if strings.Contains(l.raw, "L1") || strings.Contains(l.raw, "L2") == strings.Contains(l.raw, "L3") {
			t.Errorf("letter %s", l.raw)
		}
	}
}

// Without a mail server nothing can leave, however often it is tried: what is taken back then was never heard of.
func TestJoin_WithoutAMailServerNothingHasLeft(t *testing.T) {
	w := newWorld(t, nil)
	w.area.Links = tokens{}
	if err := w.jobs.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	w.join(offers("ada@saia.test", 1)...)
	w.pass(time.Hour)
	m := w.about("S1")
	if len(m) != 1 || m[0].State != "failed" || m[0].Error != "mail-not-configured" || m[0].Attempts != 0 {
		t.Fatalf("%+v", m)
	}
	if _, err := w.call(office, "Notify/SendMail", MailKey{m[0].ID}); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Hour)
	if w.recall("T1") {
		t.Error("said to have left, though there is no mail server")
	}
	if m = w.about("S1"); m[0].Error != "mail-recalled" {
		t.Errorf("%+v", m)
	}
}

// A kill in the middle of handing a mail over leaves it as one that may have left.
func TestJoin_WhatIsBeingHandedOverIsNotTakenBack(t *testing.T) {
	server, w := newJoining(t)
	w.join(offers("ada@saia.test", 1, 2)...)
	m := w.about("S1")[0]
	if _, _, err := take(context.Background(), w.db, m.ID); err != nil {
		t.Fatal(err)
	}
	if !w.recall("T1") {
		t.Error("said not to have left")
	}
	w.join(offers("ada@saia.test", 3)...)
	w.pass(2 * time.Hour)
	got := server.letters()
	if len(got) != 2 {
		t.Fatalf("%d letters", len(got))
	}
	if i := slices.IndexFunc(got, func(l letter) bool { return strings.Contains(l.raw, "offers you 2 loads: L1") }); i < 0 || strings.Contains(got[i].raw, "L3") {
		t.Errorf("%+v", got)
	}
}

func TestJoin_OneAddressThatRefusesHoldsUpNoOther(t *testing.T) {
	server, w := newJoining(t, &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such person"})
	w.join(offers("gone@saia.test", 1, 2)...)
	w.pass(2 * time.Minute)
	w.join(offers("bob@odfl.test", 3, 4)...)
	w.pass(2 * time.Minute)
	if got := server.letters(); len(got) != 1 || got[0].to != "bob@odfl.test" {
		t.Fatalf("%+v", got)
	}
	if n := w.list(office); len(n) != 1 || !strings.Contains(n[0].Message, "Northgate offers you 2 loads: L1 and one more was not mailed to gone@saia.test") {
		t.Fatalf("the office is told %+v", n)
	}
	w.recall("T2")
	if _, err := w.call(office, "Notify/SendMail", MailKey{w.about("S1")[0].ID}); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Minute)
	if got := server.letters(); len(got) != 2 || !strings.Contains(got[1].raw, "Load L1") || strings.Contains(got[1].raw, "L2") {
		t.Errorf("sent again: %+v", got)
	}
}
