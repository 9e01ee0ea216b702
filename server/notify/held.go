package notify

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lading/server/job"
	"lading/server/kit/message"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// heldJob is the kind of job that sends what was held.
const heldJob = "notify-held"

// mostHeld in one mail; of more it tells how many.
const mostHeld = 100

// notices begins the keys of mails that tell their owner of events.
const notices = "notice/"

// held names what one user is sent at one moment, by push or by mail.
type held struct {
	Way  string `json:"way"`
	User string `json:"user"`
	Due  int64  `json:"due"` // ms
}

// hold keeps a notification for later. All that is due to a user at one moment is one job.
func hold(ctx context.Context, tx *store.Tx, n Notification, way string, due time.Time) error {
	h := held{way, n.UserID, due.UnixMilli()}
	if _, err := tx.ExecContext(ctx, `INSERT INTO notify_held (notification_id, way, user_id, due) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`, n.ID, way, n.UserID, store.At(due)); err != nil {
		return err
	}
	return job.At(ctx, tx, heldJob, fmt.Sprintf("held/%s/%s/%d", h.Way, h.User, h.Due), due, h)
}

// reach sends a notification the ways that its user chose beside the list.
func (a *Area) reach(ctx context.Context, tx *store.Tx, p preference, n Notification) error {
	ways := p.ways(kindOf(n.Code))
	if ways.Push {
		if err := a.wake(ctx, tx, p, n); err != nil {
			return err
		}
	}
	if !ways.Mail || a.Mailer == nil {
		return nil
	}
	if due := p.mailDue(tx.Now); due.After(tx.Now) {
		return hold(ctx, tx, n, "mail", due)
	}
	return a.mailNotices(ctx, tx, notices+n.UserID+"/"+n.ID, n.UserID, []Notification{n})
}

// sendHeld is the job that sends what was held for a user, where the user still wants it and has not seen it meanwhile. What it has taken up is let go
// of, also where a push service refuses it for good: what comes later must not bring it along.
func (a *Area) sendHeld(ctx context.Context, org *store.DB, j job.Job) error {
	var h held
	if err := j.Into(&h); err != nil {
		return job.Never(err)
	}
	var all []string
	var refused error
	if h.Way == "push" {
		var list []Notification
		if err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
			if all, err = due(ctx, tx, h); err != nil {
				return err
			}
			list, err = wanted(ctx, tx, h, all)
			return err
		}); err != nil {
			return err
		}
		if refused = a.pushAll(ctx, org, h, list); refused != nil && !job.IsNever(refused) {
			return refused
		}
	}
	_, err := org.Write(context.WithoutCancel(ctx), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if h.Way == "mail" {
			var err error
			if all, err = due(ctx, tx, h); err != nil {
				return err
			}
			list, err := wanted(ctx, tx, h, all)
			if err != nil {
				return err
			}
			if err := a.mailNotices(ctx, tx, fmt.Sprintf("%s%s/%d", notices, h.User, h.Due), h.User, list); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM notify_held WHERE way = ? AND notification_id IN (SELECT value FROM json_each(?))`, h.Way, store.JSON[[]string]{V: all})
		return err
	}})
	if err == nil {
		err = refused
	}
	return err
}

// due are the notifications that are held until then, or since before.
func due(ctx context.Context, tx *store.Tx, h held) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT notification_id FROM notify_held WHERE user_id = ? AND way = ? AND due <= ?`, h.User, h.Way, h.Due)
}

// wanted are those of the notifications that a user is to be sent, oldest first.
func wanted(ctx context.Context, tx *store.Tx, h held, of []string) ([]Notification, error) {
	p, err := chosen(ctx, tx, h.User)
	if err != nil {
		return nil, err
	}
	all, err := store.Select[Notification](ctx, tx, `SELECT `+columns+` FROM notify_notification WHERE read_at IS NULL AND deleted_at IS NULL
AND id IN (SELECT notification_id FROM notify_held WHERE way = ? AND (way <> 'push' OR due > ?) AND notification_id IN (SELECT value FROM json_each(?))) ORDER BY id`,
		h.Way, store.At(tx.Now.Add(-pushLife)), store.JSON[[]string]{V: of}) // a push that could not be sent in its time wakes nobody later
	list := all[:0]
	for _, n := range all {
		if ways := p.ways(kindOf(n.Code)); h.Way == "push" && ways.Push || h.Way == "mail" && ways.Mail {
			list = append(list, n)
		}
	}
	return list, err
}

// pushAll wakes a user's browsers once for all that was held.
func (a *Area) pushAll(ctx context.Context, org *store.DB, h held, list []Notification) error {
	if len(list) == 0 || a.Pusher == nil {
		return nil
	}
	language, active := "", false
	if err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		if _, active, err = a.People.Reach(ctx, tx, h.User); err != nil {
			return err
		}
		language, err = a.People.Language(ctx, tx, h.User)
		return err
	}); err != nil || !active {
		return err
	}
	last := list[len(list)-1]
	text := pushed{"Lading", message.Text(language, last.Code, last.Params.V), last.Link, last.ID}
	if len(list) > 1 {
		text.Body, text.Path = message.Text(language, "letter-notices-subject", map[string]any{"count": len(list)}), "/"
	}
	return a.wakeAll(ctx, org, h.User, text)
}

// mailNotices posts one mail with what a user is told. One who has no address, or may not come in any more, gets none.
func (a *Area) mailNotices(ctx context.Context, tx *store.Tx, key, user string, list []Notification) error {
	to, _, err := a.People.Reach(ctx, tx, user)
	if err != nil || to == "" || len(list) == 0 {
		return err
	}
	language, err := a.People.Language(ctx, tx, user)
	if err != nil {
		return err
	}
	say := func(code string, params map[string]any) string { return message.Text(language, code, params) }
	parts := make([]string, 0, len(list)+2)
	for _, n := range list[:min(len(list), mostHeld)] {
		text := say(n.Code, n.Params.V)
		if strings.HasPrefix(n.Link, "/") && a.PublicURL != "" {
			text += "\n" + a.PublicURL + n.Link
		}
		parts = append(parts, text)
	}
	subject := say(list[0].Code, list[0].Params.V)
	if len(list) > 1 {
		subject = say("letter-notices-subject", map[string]any{"count": len(list)})
	}
	if more := len(list) - mostHeld; more > 0 {
		parts = append(parts, say("letter-notices-more", map[string]any{"count": more}))
	}
	parts = append(parts, say("letter-notices-foot", map[string]any{"url": a.PublicURL + "/UserNotification"}))
	return a.Post(ctx, tx, Mail{Key: key, Owner: &user, Recipients: store.JSON[[]string]{V: []string{to}}, Subject: strings.Join(strings.Fields(subject), " "), Body: strings.Join(parts, "\n\n"),
		Attachments: store.JSON[[]Attachment]{V: []Attachment{}}})
}

// noticeFailed tells a user that what they asked to be mailed did not go, once until they have read it: the next mail would fail as well.
func noticeFailed(ctx context.Context, tx *store.Tx, m Mail, code string) error {
	_, told, err := store.Get[int64](ctx, tx, `SELECT 1 FROM notify_notification WHERE user_id = ? AND code = ? AND read_at IS NULL AND deleted_at IS NULL LIMIT 1`, *m.Owner, code)
	if err != nil || told {
		return err
	}
	id := ulid.Make().String()
	return store.Insert(ctx, tx, "notify_notification", kept{Notification{ID: id, GroupID: id, UserID: *m.Owner, Code: code,
		Params: store.JSON[map[string]any]{V: map[string]any{"recipient": m.to(), "name": m.Subject}}, Link: "/UserNotification", At: store.At(tx.Now)}, true})
}
