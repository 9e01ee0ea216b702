package tracking

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/guess"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// signature49 is the header that a notification is signed in: the HMAC-SHA256 of its body, in hex.
const signature49 = "X-T49-Webhook-Signature"

// perProvider limits who sends notices: a provider sends all that it has at once.
var perProvider = op.Limit{Name: "notice", Every: 20 * time.Millisecond, Burst: 500, Key: func(c *op.Call) string { return guess.Network(c.IP) }}

// Notice takes a notification of the provider (webhook_notification). It counts once, however often it comes, and whatever it tells of a container that is not known
// here yet waits for that.
func (a *Area) Notice(ctx context.Context, c *op.Call, _ json.RawMessage) (op.None, error) {
	refused := fail.Unauthorized("no-session")
	org := ""
	if list := c.Params["org"]; len(list) > 0 {
		org = list[0]
	}
	ok, err := a.Exists(ctx, org) // asked first: a stranger must not have a database opened
	if err != nil {
		return op.None{}, err
	}
	if !ok || c.Header == nil {
		return op.None{}, refused
	}
	db, err := a.Orgs(ctx, org)
	if err != nil {
		return op.None{}, err
	}
	if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		acc, ok, err := accountOf(ctx, tx)
		if err != nil || !ok || !acc.Enabled || acc.Secret == "" {
			if err == nil {
				err = refused
			}
			return err
		}
		secret, err := a.unlock(tx.Org, "secret", acc.Secret)
		if err != nil {
			return err
		}
		mac := hmac.New(sha256.New, []byte(secret))
		_, _ = mac.Write(c.Args) // never fails
		given, err := hex.DecodeString(c.Header(signature49))
		if err != nil || !hmac.Equal(given, mac.Sum(nil)) {
			return refused
		}
		return nil
	}); err != nil {
		return op.None{}, err
	}
	var doc one49
	if err := json.Unmarshal(c.Args, &doc); err != nil || doc.Data.ID == "" || doc.Data.Type != "webhook_notification" {
		return op.None{}, fail.Malformed("body-malformed")
	}
	body := append([]byte(nil), c.Args...)
	_, err = op.Write(ctx, db, c.Visitor(db, "Terminal49"), func(ctx context.Context, tx *store.Tx) error {
		tx.By.Warehouses = nil // the account is the organisation's
		_, seen, err := store.Get[int](ctx, tx, `SELECT 1 FROM tracking_notice WHERE source = ? AND notice_id = ?`, string(Terminal49), doc.Data.ID)
		if err != nil || seen {
			return err
		}
		told, err := a.apply(ctx, tx, doc, "")
		if err != nil {
			return err
		}
		for i, o := range told {
			id := doc.Data.ID
			if i > 0 {
				id += "/" + o.number
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO tracking_notice (source, notice_id, number, state, body, at) VALUES (?, ?, ?, ?, ?, ?)`,
				string(Terminal49), id, o.number, o.state, string(body), store.At(tx.Now)); err != nil {
				return err
			}
		}
		return nil
	})
	return op.None{}, op.Bare(err)
}

// outcome is what became of a notification for one container.
type outcome struct{ number, state string }

// apply does what a notification says: of each container that is known, while the others wait. only narrows it to one number; empty is all of them. There is at least
// one outcome.
func (a *Area) apply(ctx context.Context, tx *store.Tx, doc one49, only string) ([]outcome, error) {
	of := known(doc.Included, doc.Data.to("reference_object"))
	if of.Type == "tracking_request" {
		o, err := a.answered(ctx, tx, doc, of)
		return []outcome{o}, err
	}
	var boxes []resource49
	if box := known(doc.Included, of.to("container")); box.ID != "" {
		boxes = []resource49{box}
	} else { // of a shipment: all of its containers
		for _, r := range doc.Included {
			if r.Type == "container" {
				boxes = append(boxes, r)
			}
		}
	}
	bill := ""
	for _, r := range doc.Included {
		if r.Type == "shipment" {
			bill = r.Attributes.Bill
		}
	}
	var told []outcome
	for _, box := range boxes {
		n, ok, _ := containerNumber(box.Attributes.Number)
		if !ok || only != "" && n != only {
			continue
		}
		list, err := meant(ctx, tx, n, box.ID, bill)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			told = append(told, outcome{n, "waiting"})
			continue
		}
		told = append(told, outcome{n, "applied"})
		for _, u := range list {
			if err := a.know(ctx, tx, u, box); err != nil {
				return nil, err
			}
			if e, ok := event49(of, doc.Included); ok {
				if len(boxes) > 1 {
					e.SourceID += "/" + box.ID
				}
				if _, err := a.record(ctx, tx, u, e); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(told) == 0 {
		told = []outcome{{only, "ignored"}}
	}
	return told, nil
}

// voyage is how long after one another the shipments are entered that ride in a container together.
const voyage = 60 * 24 * time.Hour

// meant are the units that a provider's container is: a number comes again on another voyage, and one container may carry several shipments. The provider's own key
// says which, then the master bill; where neither tells anything, it is the newest that is not over, with what was entered about then.
func meant(ctx context.Context, tx *store.Tx, number, key, bill string) (out []Unit, err error) {
	list, err := store.Select[Unit](ctx, tx, `SELECT * FROM tracking_unit WHERE kind = 'container' AND number = ? ORDER BY id DESC`, number)
	if err != nil {
		return nil, err
	}
	for _, u := range list {
		if u.ProviderID != "" && u.ProviderID == key || bill != "" && (u.Bill == bill || u.Booking == bill) {
			out = append(out, u)
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	for _, u := range list {
		over := u.LastCode == Delivered || u.LastCode == EmptyIn
		if over || u.ProviderID != "" || bill != "" && u.Bill != "" {
			continue
		}
		if len(out) == 0 || (out[0].Bill == u.Bill || out[0].Bill == "" || u.Bill == "") && entered(out[0]).Sub(entered(u)) < voyage {
			out = append(out, u)
		}
	}
	return out, nil
}

// entered is when a unit was entered: its key begins with that.
func entered(u Unit) time.Time {
	id, err := ulid.ParseStrict(u.ID)
	if err != nil {
		return time.Time{}
	}
	return ulid.Time(id.Time())
}

// know keeps what a notification says of a container itself.
func (a *Area) know(ctx context.Context, tx *store.Tx, u Unit, box resource49) error {
	free := u.FreeUntil
	if at := box.Attributes.PickupLFD; at != nil {
		in, err := time.LoadLocation(box.Attributes.PODZone)
		if err != nil {
			in = time.UTC
		}
		free = at.In(in).Format(time.DateOnly)
	}
	_, err := tx.ExecContext(ctx, `UPDATE tracking_unit SET provider = 'Terminal49', provider_state = 'tracked', provider_why = '', provider_id = ?, free_until = ? WHERE id = ?`, box.ID, free, u.ID)
	return err
}

// answered keeps how a request to track came out. That the provider tracks it already is no failure.
func (a *Area) answered(ctx context.Context, tx *store.Tx, doc one49, of resource49) (outcome, error) {
	to, why := Tracked, ""
	switch doc.Data.Attributes.Event {
	case "tracking_request.succeeded":
	case "tracking_request.failed":
		if of.Attributes.FailedReason != duplicate49 {
			to, why = Failed, of.Attributes.FailedReason
		}
	default:
		return outcome{"", "ignored"}, nil
	}
	asked := of.Attributes.RequestNumber
	_, err := tx.ExecContext(ctx, `UPDATE tracking_unit SET provider_state = ?1, provider_why = ?2 WHERE kind = 'container' AND provider_state = 'pending' AND ?3 <> '' AND ?3 IN (number, bill, booking)`, string(to), why, asked)
	return outcome{asked, "applied"}, err
}

// catchUp takes up what came of a container before it was known here.
func (a *Area) catchUp(ctx context.Context, tx *store.Tx, number string) error {
	type waiting struct {
		ID   string `db:"notice_id"`
		Body string `db:"body"`
	}
	list, err := store.Select[waiting](ctx, tx, `SELECT notice_id, body FROM tracking_notice WHERE number = ? AND state = 'waiting' ORDER BY at LIMIT 500`, number)
	if err != nil {
		return err
	}
	for _, w := range list {
		var doc one49
		if err := json.Unmarshal([]byte(w.Body), &doc); err != nil {
			return err
		}
		told, err := a.apply(ctx, tx, doc, number)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE tracking_notice SET state = ? WHERE source = ? AND notice_id = ?`, told[0].state, string(Terminal49), w.ID); err != nil {
			return err
		}
	}
	return nil
}
