package notify

import (
	"context"
	"maps"
	"strings"
	"time"

	"lading/server/job"
	"lading/server/kit/event"
	"lading/server/kit/message"
	"lading/server/store"
)

const (
	longestWait = time.Minute // for others to join, however many keep coming
	mostLoads   = 200         // in one mail
	recalled    = "mail-recalled"
)

// said is what one load of a mail says: alone, and in a list.
type said struct {
	Subject string         `json:"subject"`
	Body    string         `json:"body"`
	List    event.MailList `json:"list"`
}

// load is one of what a mail is about.
type load struct {
	MailID     string           `db:"mail_id"`
	ShipmentID string           `db:"shipment_id"`
	LinkID     string           `db:"link_id"`
	Key        string           `db:"key"`
	Of         string           `db:"of"`
	Said       store.JSON[said] `db:"said"`
}

const loadColumns = `mail_id, shipment_id, link_id, key, of, said`

// join puts a mail with those that wait to leave to the same address, or has it wait for others. What is said of a shipment anew takes the place of what
// has not left yet.
func (a *Area) join(ctx context.Context, tx *store.Tx, e event.MailDue) error {
	if _, known, err := store.Get[string](ctx, tx, `SELECT mail_id FROM notify_mail_load WHERE key = ?1 AND key <> '' UNION ALL SELECT id FROM notify_mail WHERE key = ?1`, e.Key); err != nil || known {
		return err
	}
	joins := strings.Join(e.To, ",") + "|" + e.List.With
	place, err := a.place(ctx, tx, e.ShipmentID)
	if err != nil {
		return err
	}
	m, found, err := store.Get[Mail](ctx, tx, `SELECT * FROM notify_mail AS m WHERE joins = ? AND joins <> '' AND warehouse = ? AND state = 'waiting' AND leaving = 0 AND attempts = 0
AND (SELECT count(*) FROM notify_mail_load WHERE mail_id = m.id) < ? ORDER BY id DESC LIMIT 1`, joins, place, mostLoads)
	if err != nil {
		return err
	}
	due := tx.Now.Add(e.List.Wait)
	if !found {
		m = mailOf(e)
		m.Joins = joins
		if err := a.post(ctx, tx, m, due); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO notify_mail_load (`+loadColumns+`) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (mail_id, shipment_id) DO UPDATE SET link_id = excluded.link_id, key = excluded.key, of = excluded.of, said = excluded.said`,
		m.ID, e.ShipmentID, e.LinkID, e.Key, e.Of, store.JSON[said]{V: said{e.Subject, e.Body, *e.List}}); err != nil {
		return err
	}
	if !found {
		return nil
	}
	if last := m.At.Add(longestWait); due.After(last) {
		due = last
	}
	if err := job.Postpone(ctx, tx, mailJob+":"+m.Key, due); err != nil {
		return err
	}
	return word(ctx, tx, m.ID)
}

// word writes a mail anew from what its loads say.
func word(ctx context.Context, tx *store.Tx, mailID string) error {
	loads, err := store.Select[load](ctx, tx, `SELECT `+loadColumns+` FROM notify_mail_load WHERE mail_id = ? ORDER BY rowid`, mailID)
	if err != nil {
		return err
	}
	first := loads[0].Said.V
	subject, body := first.Subject, first.Body
	if len(loads) > 1 {
		list := first.List
		params := map[string]any{"count": len(loads), "more": len(loads) - 1}
		maps.Copy(params, list.Params)
		say := func(what string) string { return message.Text(list.Language, list.Code+what, params) }
		parts := []string{say("-body")}
		for _, l := range loads {
			parts = append(parts, l.Said.V.List.Text)
		}
		subject, body = say("-subject"), strings.Join(append(parts, list.Foot), "\n\n")
	}
	_, err = tx.ExecContext(ctx, `UPDATE notify_mail SET subject = ?, body = ?, shipment_id = ? WHERE id = ?`, subject, body, loads[0].ShipmentID, mailID)
	return err
}

// Recall keeps mails about something from leaving, for it is over. left tells that one of them has left, or may have: its reader must be told.
func (a *Area) Recall(ctx context.Context, tx *store.Tx, of string) (left bool, err error) {
	rows, err := store.Select[load](ctx, tx, `SELECT `+loadColumns+` FROM notify_mail_load WHERE of = ? AND of <> ''`, of)
	if err != nil {
		return false, err
	}
	for _, l := range rows {
		m, _, err := store.Get[Mail](ctx, tx, `SELECT * FROM notify_mail WHERE id = ?`, l.MailID)
		if err != nil {
			return left, err
		}
		left = left || m.Leaving || m.Attempts > 0 // after an attempt that failed nobody knows what the other side has kept
		if m.Leaving || m.State == "sent" || m.Error == recalled {
			continue
		}
		if err := takeOut(ctx, tx, l); err != nil {
			return left, err
		}
	}
	return left, nil
}

// takeOut has a mail go without one of its loads. The last one stays in it, for people to see that there was a mail and that it never left.
func takeOut(ctx context.Context, tx *store.Tx, l load) error {
	_, others, err := store.Get[string](ctx, tx, `SELECT shipment_id FROM notify_mail_load WHERE mail_id = ? AND shipment_id <> ? LIMIT 1`, l.MailID, l.ShipmentID)
	if err != nil {
		return err
	}
	if !others {
		_, err = tx.ExecContext(ctx, `UPDATE notify_mail SET state = 'failed', error = ?, detail = '' WHERE id = ?`, recalled, l.MailID)
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM notify_mail_load WHERE mail_id = ? AND shipment_id = ?`, l.MailID, l.ShipmentID); err != nil {
		return err
	}
	return word(ctx, tx, l.MailID)
}

// SameMail lists the links that a mail brought together with one of its own, in its order.
func (a *Area) SameMail(ctx context.Context, tx *store.Tx, linkID string) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT link_id FROM notify_mail_load WHERE link_id <> '' AND mail_id IN (SELECT mail_id FROM notify_mail_load WHERE link_id = ? AND link_id <> '') ORDER BY rowid`, linkID)
}
