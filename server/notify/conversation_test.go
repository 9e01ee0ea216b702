package notify

import (
	"strings"
	"testing"

	"lading/server/kit/fail"

	"github.com/emersion/go-smtp"
	"github.com/goccy/go-json"
)

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
		"no-right": func() (json.RawMessage, error) {
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
