// Package notify tells people things: the list of notifications that each device holds, the hub's messages, and mail.
// It writes the notify_* tables. Other areas notify through Notify, or emit an event that this one listens to.
package notify

import (
	"context"
	"io"
	"reflect"

	"lading/server/job"
	"lading/server/kit/event"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
)

// Area serves notifications and mail.
type Area struct {
	// Hub reaches a person's open sockets; nil in a program without a network.
	Hub Hub
	// People tells who works in the office.
	People People
	// Shipments tells whether a person may see a shipment.
	Shipments Shipments
	// Blobs gives the papers to attach.
	Blobs Blobs
	// Links gives the secret of a mail's link.
	Links Links
	// Mailer sends mail; nil where no mail server is configured.
	Mailer *Mailer
	// PublicURL is where the links of a mail lead; empty for none.
	PublicURL string
	// Pusher wakes browsers whose app is closed; nil wakes none.
	Pusher *Pusher
}

// Hub is what the area needs of the hub.
type Hub interface {
	ToUser(org, user, target string, args ...any)
}

// People is what the area needs of the access area.
type People interface {
	// OfficeUsers lists the active people of the office who see a warehouse's work and hold a right; of all warehouses where warehouse is empty.
	OfficeUsers(ctx context.Context, tx *store.Tx, warehouse string, needs right.Right) ([]string, error)
	// Language is the one a person reads.
	Language(ctx context.Context, tx *store.Tx, user string) (string, error)
	// Reach is where a person gets mail, empty where the profile has no address; ok reports whether the person may come in.
	Reach(ctx context.Context, tx *store.Tx, user string) (email string, ok bool, err error)
}

// Links is what the area needs of whoever keeps links.
type Links interface {
	LinkToken(org, id string) string
}

// Blobs is what the area needs of the file store.
type Blobs interface {
	Open(ctx context.Context, org, hash string) (io.ReadCloser, error)
}

// Namings are the mails that name what was attached to them. Not those of one user: what such a file may still be seen for is judged where it is listed (analytics).
var Namings = []store.Naming{
	{Entity: "notify_mail", Right: right.SeeMails, Places: `SELECT warehouse FROM notify_mail WHERE id IN (SELECT value FROM json_each(?1)) AND instr(attachments, ?2) AND owner IS NULL`},
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	subject := op.Subject("notification", "NotificationId")
	return []op.Op{
		op.Command("SetDeliveredStatusForReceivedNotification", a.SetDelivered).SignedIn().Offline(subject).OnHub("NotificationId", "GroupNotificationId"),
		op.Command("SetReadStatusForNotification", a.SetRead).SignedIn().Offline(subject).OnHub("NotificationId", "GroupNotificationId"),
		op.Command("SetDeleteStatusForNotification", a.Delete).SignedIn().Offline(subject).OnHub("NotificationId", "GroupNotificationId"),
		op.Query("Notify/Notifications", a.Notifications).SignedIn(),
		op.Query("Notify/Preferences", a.Preferences).SignedIn(),
		op.Command("Notify/SavePreferences", a.SavePreferences).SignedIn(),
		op.Query("Notify/PushKey", a.PushKey).SignedIn(),
		op.Command("token/save", a.SaveToken).SignedIn(),
		op.Command("token/update", a.UpdateToken).SignedIn().Put(),
		op.Command("token/delete", a.DeleteToken).SignedIn().Delete(),
		op.Query("Notify/Mails", a.Mails, right.SeeMails),
		op.Query("Notify/Mail", a.Mail, right.SeeMails),
		op.Query("Shipment/EmailConversations", a.Conversations, right.SeeMails),
		op.Query("Shipment/GetEmailConversationsBody", a.ConversationBody, right.SeeMails),
		op.Command("Notify/SendMail", a.SendMail, right.SendMails),
	}
}

// Tables are what devices hold.
func Tables() []change.Table {
	return []change.Table{change.Of(change.Table{Name: "notify_notification", Key: "id", Right: right.SignedIn, First: 40,
		Scopes: []string{"CASE WHEN {row}.deleted_at IS NULL AND {row}.listed = 1 THEN 'user:' || {row}.user_id END"},
		Index:  "id,at", Row: reflect.TypeFor[Notification]()},
		`SELECT `+columns+` FROM notify_notification WHERE id IN (SELECT value FROM json_each(?))`, func(n Notification) string { return n.ID })}
}

// Listen names the events that people are told of, and the jobs that the area does.
func (a *Area) Listen(bus *store.Bus, jobs *job.Runner) {
	store.On(bus, a.onBillSigned)
	store.On(bus, a.onDocumentMade)
	store.On(bus, a.onMailDue)
	store.On(bus, a.onJobFailed)
	store.On(bus, deviceRevoked)
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.OfficeTold) error {
		return a.NotifyOffice(ctx, tx, e.Warehouse, e.Code, e.Params, e.Link)
	})
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.UserTold) error {
		return a.Notify(ctx, tx, e.User, e.Code, e.Params, e.Link)
	})
	jobs.Handle(mailJob, a.sendMail)
	jobs.Handle(pushJob, a.push)
	jobs.Handle(heldJob, a.sendHeld)
}

// onBillSigned tells the office that a truck may leave.
func (a *Area) onBillSigned(ctx context.Context, tx *store.Tx, e event.BillSigned) error {
	number := e.BOL
	if number == "" {
		number = e.ShipmentID
	}
	return a.NotifyOffice(ctx, tx, e.Warehouse, "notify-bill-signed",
		map[string]any{"bol": number, "signedBy": e.SignedBy, "warehouse": e.Warehouse, "exceptions": len(e.Exceptions)}, "/ShipmentDetails/"+e.ShipmentID)
}
