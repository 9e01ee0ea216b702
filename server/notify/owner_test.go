package notify

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/emersion/go-smtp"
)

// reported is the mail of a report of U-REPORTS.
var reported = event.MailDue{Key: "report/R1/boss@shipper.test", To: []string{"boss@shipper.test"}, Subject: "Report Spend", Body: "Spend of Dallas",
	Files: []event.MailFile{{Blob: "b10b", Name: "Spend.csv"}}, Owner: "U-REPORTS"}

func mailed(t *testing.T, w *world, by store.Actor) string {
	t.Helper()
	raw, err := w.call(by, "Notify/Mails", MailsReq{})
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestMail_OfAnOwnerIsTheOwnersAlone(t *testing.T) {
	server, mailer := postOffice(t, &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such person"})
	w := newWorld(t, mailer)
	owner, dallas := office, office
	owner.User, owner.Warehouses = "U-REPORTS", []string{"DAL"} // it is about no load, so about no warehouse
	dallas.Warehouses = owner.Warehouses
	w.emit(store.System(), reported)
	w.until("refused", func() bool { return w.number(`SELECT count(*) FROM notify_mail WHERE state = 'failed'`) == 1 })
	id := w.text(`SELECT id FROM notify_mail`)

	if list := mailed(t, w, owner); !strings.Contains(list, id) || !strings.Contains(list, "Spend.csv") {
		t.Errorf("the owner's list: %s", list)
	}
	if raw, err := w.call(owner, "Notify/Mail", MailKey{id}); err != nil || !bytes.Contains(raw, []byte("Spend of Dallas")) {
		t.Errorf("the owner reads %s, %v", raw, err)
	}
	for name, other := range map[string]store.Actor{"the office": office, "a colleague of the same warehouse": dallas} {
		if list := mailed(t, w, other); strings.Contains(list, id) || strings.Contains(list, "Spend") {
			t.Errorf("%s lists %s", name, list)
		}
		for _, path := range []string{"Notify/Mail", "Notify/SendMail"} {
			if _, err := w.call(other, path, MailKey{id}); fail.CodeOf(err) != "no-such-mail" {
				t.Errorf("%s, %s: %v", name, path, err)
			}
		}
	}
	if told := w.text(`SELECT group_concat(user_id || ' ' || code || ' ' || link) FROM notify_notification`); told != "U-REPORTS notify-mail-refused /Reports?view=files" {
		t.Errorf("told of the failure: %s", told)
	}
	if err := w.db.Read(context.Background(), office, func(ctx context.Context, tx *store.Tx) error {
		places, err := store.Select[string](ctx, tx, Namings[0].Places, `["`+id+`"]`, "b10b")
		if len(places) > 0 {
			t.Error("its attachment opens as a mail's, whatever the owner may see by now")
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}

	if _, err := w.call(owner, "Notify/SendMail", MailKey{id}); err != nil {
		t.Fatal(err)
	}
	w.until("sent", func() bool { return len(server.letters()) == 1 })
}

// One whose owner is unknown, as after an older release, is nobody's.
func TestMail_OfAnUnknownOwnerIsNobodys(t *testing.T) {
	w := newWorld(t, nil)
	w.emit(store.System(), reported)
	w.until("failed", func() bool { return w.number(`SELECT count(*) FROM notify_mail WHERE state = 'failed'`) == 1 })
	id := w.text(`SELECT id FROM notify_mail`)
	if _, err := w.db.Write(context.Background(), store.Command{Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE notify_mail SET owner = ''`)
		return err
	}}); err != nil {
		t.Fatal(err)
	}
	if list := mailed(t, w, office); strings.Contains(list, id) {
		t.Errorf("listed: %s", list)
	}
	if _, err := w.call(office, "Notify/Mail", MailKey{id}); fail.CodeOf(err) != "no-such-mail" {
		t.Errorf("read: %v", err)
	}
}
