package notify

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/store"
)

// Shipments tells which shipment is meant by its key or one of its numbers. It refuses one that the person may not see.
type Shipments interface {
	Resolve(ctx context.Context, tx *store.Tx, name string) (id string, err error)
	// PlaceOf is the warehouse that a shipment lies in, whoever asks; empty where there is no such shipment.
	PlaceOf(ctx context.Context, tx *store.Tx, id string) (string, error)
}

// ConversationsReq names a shipment, by its number or its key.
type ConversationsReq struct {
	UniqueName string `json:"uniquename" validate:"required,max=40"`
}

// Conversation is one mail about a shipment, without its text.
type Conversation struct {
	MailID      string                   `json:"MailId" db:"id"`
	Recipients  store.JSON[[]string]     `json:"Recipients" db:"recipients"`
	Subject     string                   `json:"Subject" db:"subject"`
	Attachments store.JSON[[]Attachment] `json:"Attachments" db:"attachments"`
	State       string                   `json:"State" db:"state"` // waiting, sent or failed
	Error       string                   `json:"Error" db:"error"` // code of the message catalogue
	Detail      string                   `json:"Detail" db:"detail"`
	Attempts    int                      `json:"Attempts" db:"attempts"`
	At          store.Time               `json:"At" db:"at"`
	SentAt      store.Time               `json:"SentAt" db:"sent_at"`
}

// Conversations lists what was mailed about a shipment, the newest first.
func (a *Area) Conversations(ctx context.Context, tx *store.Tx, req ConversationsReq) ([]Conversation, error) {
	id, err := a.Shipments.Resolve(ctx, tx, req.UniqueName)
	if err != nil {
		return nil, err
	}
	return store.Select[Conversation](ctx, tx, `SELECT id, recipients, subject, attachments, state, error, detail, attempts, at, sent_at
FROM notify_mail WHERE `+aboutShipment+` AND (owner IS NULL OR owner = ?2) ORDER BY id DESC LIMIT 500`, id, tx.By.User)
}

// aboutShipment is true of the mails about the shipment ?1, each of its two conditions found in an index.
const aboutShipment = `(shipment_id = ?1 AND shipment_id <> '' OR id IN (SELECT mail_id FROM notify_mail_load WHERE shipment_id = ?1))`

// ConversationBodyReq names one of a shipment's mails.
type ConversationBodyReq struct {
	MailID string `json:"mailId" validate:"required,ulid"`
}

// ConversationBody is a mail's text.
type ConversationBody struct {
	MailID string `json:"MailId"`
	Body   string `json:"Body"`
}

// ConversationBody gives the text of a mail about a shipment that the person may see.
func (a *Area) ConversationBody(ctx context.Context, tx *store.Tx, req ConversationBodyReq) (ConversationBody, error) {
	m, err := find(ctx, tx, req.MailID)
	if err == nil && m.ShipmentID == "" {
		err = fail.NotFound("no-such-mail")
	}
	if err != nil {
		return ConversationBody{}, err
	}
	_, err = a.Shipments.Resolve(ctx, tx, m.ShipmentID)
	return ConversationBody{m.ID, m.Body}, err
}
