package notify

import (
	"context"
	"fmt"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

const columns = `id, group_id, user_id, code, params, link, at, delivered_at, read_at`

// Notification is one thing that one person was told.
type Notification struct {
	ID          string                     `db:"id" json:"id"`
	GroupID     string                     `db:"group_id" json:"groupId"` // the same for all who were told of one thing
	UserID      string                     `db:"user_id" json:"userId"`
	Code        string                     `db:"code" json:"code"`
	Params      store.JSON[map[string]any] `db:"params" json:"params"`
	Link        string                     `db:"link" json:"link"`
	At          store.Time                 `db:"at" json:"at"`
	DeliveredAt store.Time                 `db:"delivered_at" json:"deliveredAt"`
	ReadAt      store.Time                 `db:"read_at" json:"readAt"`
}

// kept is a notification's row.
type kept struct {
	Notification
	Listed bool `db:"listed"` // in the user's list; otherwise it is only sent
}

// Received is a notification as the hub's messages carry it.
type Received struct {
	NotificationID      string         `json:"notificationId"`
	GroupNotificationID string         `json:"groupNotificationId"`
	IsRead              int            `json:"isRead"` // 0 or 1, as the documents have it
	Code                string         `json:"code"`
	Params              map[string]any `json:"params"`
	Message             string         `json:"message"`
	Link                string         `json:"link"`
	At                  store.Time     `json:"at"`
}

func (n Notification) received(language string) Received {
	read := 0
	if !n.ReadAt.IsZero() {
		read = 1
	}
	return Received{n.ID, n.GroupID, read, n.Code, n.Params.V, message.Text(language, n.Code, n.Params.V), n.Link, n.At}
}

// Notify tells a person something, the ways that they chose: it stands on their devices with the next pull, and at once where a socket is open.
// The text is the catalogue's for the code; link is a route in the app, or empty.
func (a *Area) Notify(ctx context.Context, tx *store.Tx, user, code string, params map[string]any, link string) error {
	return a.NotifyAll(ctx, tx, []string{user}, code, params, link)
}

// opens is the right without which a notice tells of what its reader may not see, by the screen that it leads to. Most are about a load.
func opens(link string) right.Right {
	switch at, _, _ := strings.Cut(strings.TrimPrefix(link, "/"), "?"); at {
	case "OpenOrders", "IntegrationSetup": // files of orders
		return right.SeeOrders
	case "PostBack":
		return right.ManageIntegration
	case "DockScheduler", "InboundShipments":
		return right.SeeAppointments
	case "Yard":
		return right.SeeYard
	case "Printing": // a mail
		return right.SeeMails
	}
	return right.SeeLoads
}

// NotifyOffice tells all of the office who see a warehouse's work, and what the notice is about.
func (a *Area) NotifyOffice(ctx context.Context, tx *store.Tx, warehouse, code string, params map[string]any, link string) error {
	users, err := a.People.OfficeUsers(ctx, tx, warehouse, opens(link))
	if err != nil {
		return fmt.Errorf("who works in the office: %w", err)
	}
	return a.NotifyAll(ctx, tx, users, code, params, link)
}

// NotifyAll tells several people the same thing. Who did it need not be told.
func (a *Area) NotifyAll(ctx context.Context, tx *store.Tx, users []string, code string, params map[string]any, link string) error {
	group := ulid.Make().String()
	for _, user := range users {
		if user == tx.By.User && len(users) > 1 {
			continue
		}
		p, err := chosen(ctx, tx, user)
		if err != nil {
			return fmt.Errorf("how %s is told: %w", user, err)
		}
		n := Notification{ID: ulid.Make().String(), GroupID: group, UserID: user, Code: code, Params: store.JSON[map[string]any]{V: params}, Link: link, At: store.At(tx.Now)}
		listed := p.ways(kindOf(code)).InApp
		if err := store.Insert(ctx, tx, "notify_notification", kept{n, listed}); err != nil {
			return err
		}
		if err := a.reach(ctx, tx, p, n); err != nil {
			return err
		}
		if a.Hub == nil || !listed {
			continue
		}
		language, err := a.People.Language(ctx, tx, user)
		if err != nil {
			return fmt.Errorf("language of %s: %w", user, err)
		}
		org := tx.Org
		tx.After(func() { a.Hub.ToUser(org, user, "ReceiveNotification", n.received(language)) })
	}
	return nil
}

// Waiting lists what a person has not deleted, newest first: what the hub sends to a client that has just connected.
func (a *Area) Waiting(ctx context.Context, tx *store.Tx, user, language string) ([]Received, error) {
	list, err := store.Select[Notification](ctx, tx, `SELECT `+columns+` FROM notify_notification WHERE user_id = ? AND deleted_at IS NULL AND listed ORDER BY id DESC LIMIT 100`, user)
	if err != nil {
		return nil, err
	}
	out := make([]Received, len(list))
	for i, n := range list {
		out[i] = n.received(language)
	}
	return out, nil
}

// Notifications answers the same to who asks over HTTP.
func (a *Area) Notifications(ctx context.Context, tx *store.Tx, _ op.None) ([]Received, error) {
	return a.Waiting(ctx, tx, tx.By.User, tx.By.Language)
}

// StatusReq names a notification, or all that a person got of one thing.
type StatusReq struct {
	NotificationID      string `json:"NotificationId" validate:"max=40"`
	GroupNotificationID string `json:"GroupNotificationId" validate:"max=40"`
}

// Check wants one of the two.
func (r StatusReq) Check() []fail.Field {
	if r.NotificationID == "" && r.GroupNotificationID == "" {
		return []fail.Field{fail.Of("NotificationId", "field-required")}
	}
	return nil
}

// SetDelivered notes that a client has shown a notification's arrival.
func (a *Area) SetDelivered(ctx context.Context, tx *store.Tx, req StatusReq) (op.None, error) {
	return a.mark(ctx, tx, req, `delivered_at = ?`, `delivered_at IS NULL`)
}

// SetRead marks a notification as read. There is no way back to unread: the documents show none.
func (a *Area) SetRead(ctx context.Context, tx *store.Tx, req StatusReq) (op.None, error) {
	return a.mark(ctx, tx, req, `read_at = ?, delivered_at = COALESCE(delivered_at, at)`, `read_at IS NULL`)
}

// Delete takes a notification off the person's lists.
func (a *Area) Delete(ctx context.Context, tx *store.Tx, req StatusReq) (op.None, error) {
	return a.mark(ctx, tx, req, `deleted_at = ?`, `deleted_at IS NULL`)
}

// mark changes a person's own notifications. Doing it twice, or to one deleted on another device, is no mistake; another's is as if it were not there.
func (a *Area) mark(ctx context.Context, tx *store.Tx, req StatusReq, set, where string) (op.None, error) {
	var n int
	err := tx.QueryRowContext(ctx, `SELECT count(*) FROM notify_notification WHERE user_id = ? AND (id = ? OR ? = '' AND group_id = ?)`,
		tx.By.User, req.NotificationID, req.NotificationID, req.GroupNotificationID).Scan(&n)
	if err != nil {
		return op.None{}, err
	}
	if n == 0 {
		return op.None{}, fail.NotFound("no-such-notification")
	}
	_, err = tx.ExecContext(ctx, `UPDATE notify_notification SET `+set+` WHERE user_id = ? AND (id = ? OR ? = '' AND group_id = ?) AND `+where,
		store.At(tx.At), tx.By.User, req.NotificationID, req.NotificationID, req.GroupNotificationID)
	return op.None{}, err
}
