package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/notify"
)

// invited is a new organisation whose mail a sink takes, and its administrator's token.
func invited(t *testing.T, sends bool) (a *App, pass func(time.Duration), org, admin string) {
	t.Helper()
	a, pass = newFolders(t).clocked(t)
	code, _, err := a.Access.OfferSetup(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if status, out := post(t, a, "/api/Access/SetUp", "", founder(code)); status != 200 {
		t.Fatalf("%d %v", status, out)
	}
	if sends {
		if a.sink, err = notify.NewSink(); err == nil {
			a.Notify.Mailer, err = a.sink.Mailer()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	orgs, err := a.Access.Orgs(context.Background())
	if err != nil || len(orgs) != 1 {
		t.Fatalf("%v %v", orgs, err)
	}
	admin, _ = enter(t, a, "ada@acme.test", "seven grey pallets")
	return a, pass, orgs[0], admin
}

// managed is the one user of an answer, and what is told of the invitation; nil where nothing is.
func managed(t *testing.T, a *App, token string, req fields) (user, invitation fields) {
	t.Helper()
	status, out := post(t, a, "/api/LogIn/UserManagement", token, req)
	if status != 200 {
		t.Fatalf("%v: %d %v", req, status, out)
	}
	user = out["Users"].([]any)[0].(fields)
	invitation, _ = user["Invitation"].(fields)
	return user, invitation
}

// mails are those that a user may read, the newest first, as they left.
func mails(t *testing.T, a *App, token string) (out []string) {
	t.Helper()
	_, list := post(t, a, "/api/Notify/Mails", token, fields{})
	rows, _ := list["mails"].([]any)
	for _, m := range rows {
		_, one := post(t, a, "/api/Notify/Mail", token, fields{"MailId": m.(fields)["id"]})
		out = append(out, one["mail"].(fields)["body"].(string)+"\n--\n"+one["source"].(string))
	}
	return out
}

func TestInvitation_IsMailedOnceAndLetsItsReaderIn(t *testing.T) {
	a, pass, org, admin := invited(t, true)
	user, inv := managed(t, a, admin, fields{"actions": 2, "UserName": "otis@acme.test", "FirstName": "Otis", "GroupID": "office", "PreferredLanguage": "en", "Invite": true})
	if inv["Mail"] != "waiting" || inv["To"] != "otis@acme.test" || inv["Late"] != false {
		t.Fatalf("before it left: %v", inv)
	}
	if _, err := a.Jobs.Drain(context.Background(), org); err != nil {
		t.Fatal(err)
	}
	if _, inv = managed(t, a, admin, fields{"actions": 0, "UserID": user["UserID"]}); inv["Mail"] != "sent" {
		t.Fatalf("after it left: %v", inv)
	}
	all := mails(t, a, admin)
	if len(all) != 1 || !strings.Contains(all[0], "Ada Moreno has given you access to the shipping of Acme Freight") {
		t.Fatalf("the mail: %q", all)
	}
	body, source, _ := strings.Cut(all[0], "\n--\n")
	_, shown := post(t, a, "/api/Access/UserLink", admin, fields{"UserID": user["UserID"]})
	token := shown["LinkToken"].(string)
	if strings.Contains(body, token) {
		t.Fatal("the kept mail has the secret of its link")
	}
	if plain := strings.NewReplacer("=\r\n", "", "=3D", "=", "\r\n", "\n").Replace(source); !strings.Contains(plain, "https://tms.example.com/welcome#"+token) {
		t.Fatalf("the mail that left has another link: %s", plain)
	}
	if status, out := post(t, a, "/api/Access/ChoosePassword", "", fields{"LinkToken": token, "Password": "nine blue trailers"}); status != 200 {
		t.Fatalf("%d %v", status, out)
	}
	if _, inv = managed(t, a, admin, fields{"actions": 0, "UserID": user["UserID"]}); inv != nil {
		t.Fatalf("who is in is invited still: %v", inv)
	}
	otis, _ := enter(t, a, "otis@acme.test", "nine blue trailers")
	if got := mails(t, a, otis); len(got) > 0 {
		t.Fatalf("another reads an invitation: %q", got)
	}
	// A reset is mailed too, in words of its own, and its lateness is told.
	if _, inv = managed(t, a, admin, fields{"actions": 3, "UserID": user["UserID"], "Invite": true}); inv["Mail"] != "waiting" {
		t.Fatalf("a reset: %v", inv)
	}
	if all = mails(t, a, admin); len(all) != 2 || !strings.Contains(all[0], "has reset your password") {
		t.Fatalf("the mail of a reset: %q", all)
	}
	pass(72 * time.Hour)
	admin, _ = enter(t, a, "ada@acme.test", "seven grey pallets")
	if _, inv = managed(t, a, admin, fields{"actions": 0, "UserID": user["UserID"]}); inv["Late"] != true {
		t.Fatalf("after 72 hours: %v", inv)
	}
	// Sent again it is good again, and the mail is another.
	if _, inv = managed(t, a, admin, fields{"actions": 3, "UserID": user["UserID"], "Invite": true}); inv["Late"] != false || inv["Mail"] != "waiting" {
		t.Fatalf("sent again: %v", inv)
	}
	if all = mails(t, a, admin); len(all) != 3 || !strings.Contains(all[0], "has given you access") {
		t.Fatalf("the mail that was sent again: %q", all)
	}
}

func TestInvitation_WithoutAMailServerOrAddressIsHandedOn(t *testing.T) {
	a, _, org, admin := invited(t, false)
	user, inv := managed(t, a, admin, fields{"actions": 2, "UserName": "otis@acme.test", "GroupID": "office", "Invite": true})
	if inv["Mail"] != "none" || inv["To"] != "otis@acme.test" {
		t.Fatalf("without a mail server: %v", inv)
	}
	if _, shown := post(t, a, "/api/Access/UserLink", admin, fields{"UserID": user["UserID"]}); shown["LinkToken"] == nil {
		t.Fatalf("no link to hand on: %v", shown)
	}
	var err error
	if a.sink, err = notify.NewSink(); err == nil {
		a.Notify.Mailer, err = a.sink.Mailer()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, inv = managed(t, a, admin, fields{"actions": 2, "UserName": "floor-4", "GroupID": "dock", "Invite": true}); inv["Mail"] != "none" || inv["To"] != "" {
		t.Fatalf("without an address: %v", inv)
	}
	// A server that refuses the address: it is told on the user, and whoever invited is led there.
	if a.Notify.Mailer, err = notify.NewMailer(notify.SMTP{Address: "127.0.0.1:1", From: "Lading <lading@acme.test>", TLS: "off"}); err != nil {
		t.Fatal(err)
	}
	managed(t, a, admin, fields{"actions": 3, "UserID": user["UserID"], "Invite": true})
	if _, err := a.Jobs.Drain(context.Background(), org); err != nil {
		t.Fatal(err)
	}
	if _, inv = managed(t, a, admin, fields{"actions": 0, "UserID": user["UserID"]}); inv["Why"] == "" || inv["Mail"] == "sent" {
		t.Fatalf("a mail server that is away: %v", inv)
	}
}
