package notify

import (
	"context"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"lading/server/job"
	"lading/server/kit/message"
	"lading/server/kit/outward"
	"lading/server/op"
	"lading/server/store"

	"github.com/SherClockHolmes/webpush-go"
	"github.com/goccy/go-json"
)

const (
	pushJob  = "push"
	pushLife = 4 * time.Hour // what a phone did not hear of by then, its bell tells
	browser  = "web"         // the platform of a browser's subscription; other tokens are not ours to send to
)

// Pusher wakes browsers through the push services of their makers. They carry the text encrypted for the one browser.
type Pusher struct {
	// Client reaches the push services; nil takes one that reaches nothing inside our own network, since the address comes from a browser.
	Client webpush.HTTPClient

	public, private string
	subject         string // whom a push service may write to about us
}

// NewPusher draws the server's key for push services from its secret, so that browsers stay subscribed when the server is moved.
func NewPusher(secret []byte, subject string) (*Pusher, error) {
	for n := range 8 { // a draw outside the curve's order is one in 2³²
		scalar, err := hkdf.Key(sha256.New, secret, nil, fmt.Sprint("lading web push ", n), 32)
		if err != nil {
			return nil, fmt.Errorf("draw the push key: %w", err)
		}
		key, err := ecdh.P256().NewPrivateKey(scalar)
		if err != nil {
			continue
		}
		b64 := base64.RawURLEncoding.EncodeToString
		return &Pusher{Client: outward.Client(20*time.Second, false), public: b64(key.PublicKey().Bytes()), private: b64(scalar), subject: subject}, nil
	}
	return nil, errors.New("no push key could be drawn from the secret")
}

// PushKey is what a browser needs to subscribe; empty where this server wakes nobody.
type PushKey struct {
	PublicKey string `json:"publicKey"`
}

// PushKey gives the key under which this server wakes browsers.
func (a *Area) PushKey(context.Context, *store.Tx, op.None) (PushKey, error) {
	if a.Pusher == nil {
		return PushKey{}, nil
	}
	return PushKey{a.Pusher.public}, nil
}

type pushPayload struct {
	Notification string `json:"notification"`
}

// wake has a person's browsers woken once the notification is on disk; most people have none, and then there is no job.
func (a *Area) wake(ctx context.Context, tx *store.Tx, p preference, n Notification) error {
	if a.Pusher == nil {
		return nil
	}
	_, any, err := store.Get[int64](ctx, tx, `SELECT 1 FROM notify_push_token WHERE user_id = ? AND platform = ? LIMIT 1`, n.UserID, browser)
	if err != nil || !any {
		return err
	}
	if due := p.awake(tx.Now); due.After(tx.Now) {
		return hold(ctx, tx, n, "push", due)
	}
	return job.Add(ctx, tx, pushJob, "push/"+n.ID, pushPayload{n.ID})
}

type pushToken struct {
	GUID  string `db:"guid"`
	Token string `db:"token"`
}

// pushed is what the service worker shows (sw/sw.ts).
type pushed struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"`
	Tag   string `json:"tag"`
}

// push sends a notification to a person's browsers. One that it reached twice shows it once: the tag is the same. A subscription that its service no longer knows is forgotten.
func (a *Area) push(ctx context.Context, db *store.DB, j job.Job) error {
	var p pushPayload
	if err := j.Into(&p); err != nil {
		return job.Never(err)
	}
	var n Notification
	var text pushed
	var late time.Time
	err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		var ok bool
		if n, ok, err = store.Get[Notification](ctx, tx, `SELECT `+columns+` FROM notify_notification WHERE id = ? AND deleted_at IS NULL AND read_at IS NULL`, p.Notification); err != nil || !ok {
			return err // read or taken off meanwhile: nobody need be woken for it
		}
		of, err := chosen(ctx, tx, n.UserID)
		if err != nil || !of.ways(kindOf(n.Code)).Push || tx.Now.Sub(n.At.Time) > pushLife {
			return err
		}
		if due := of.awake(tx.Now); due.After(tx.Now) { // quiet hours began while the push service was away
			late = due
			return nil
		}
		language, err := a.People.Language(ctx, tx, n.UserID)
		text = pushed{"Lading", message.Text(language, n.Code, n.Params.V), n.Link, n.ID}
		return err
	})
	if err != nil {
		return err
	}
	if !late.IsZero() {
		_, err := db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error { return hold(ctx, tx, n, "push", late) }})
		return err
	}
	if text.Tag == "" {
		return nil
	}
	return a.wakeAll(ctx, db, n.UserID, text)
}

// wakeAll sends a text to all browsers of a person.
func (a *Area) wakeAll(ctx context.Context, db *store.DB, user string, text pushed) error {
	var tokens []pushToken
	err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		tokens, err = store.Select[pushToken](ctx, tx, `SELECT guid, token FROM notify_push_token WHERE user_id = ? AND platform = ?`, user, browser)
		return err
	})
	if err != nil || len(tokens) == 0 {
		return err
	}
	body, err := json.Marshal(text)
	if err != nil {
		return err
	}
	var again, refused error
	for _, t := range tokens {
		gone, err := a.Pusher.send(ctx, t.Token, body)
		switch {
		case gone:
			if err := a.forget(ctx, db, t); err != nil {
				return err
			}
		case errors.Is(err, errRefused):
			refused = errors.Join(refused, err)
		default:
			again = errors.Join(again, err)
		}
	}
	if again == nil && refused != nil {
		return job.Never(refused)
	}
	return again
}

// errRefused is the answer of a push service that the same message would meet again.
var errRefused = errors.New("the push service refuses it")

// send hands one message over. gone tells that the subscription is of no use any more.
func (p *Pusher) send(ctx context.Context, token string, body []byte) (gone bool, err error) {
	var s webpush.Subscription
	if err := json.Unmarshal([]byte(token), &s); err != nil || !strings.HasPrefix(s.Endpoint, "https://") {
		return true, nil
	}
	resp, err := webpush.SendNotificationWithContext(ctx, body, &s, &webpush.Options{HTTPClient: p.Client, Subscriber: p.subject, TTL: int(pushLife.Seconds()), Urgency: webpush.UrgencyNormal,
		VAPIDPublicKey: p.public, VAPIDPrivateKey: p.private})
	if err != nil {
		return false, fmt.Errorf("push: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	switch code := resp.StatusCode; { // RFC 8030, section 7, and RFC 8292
	case code < 300:
		return false, nil
	case code == http.StatusNotFound || code == http.StatusGone:
		return true, nil
	case code == http.StatusRequestTimeout || code == http.StatusTooManyRequests:
	case code >= 400 && code < 500:
		return false, fmt.Errorf("push: %w: %d", errRefused, code)
	}
	return false, fmt.Errorf("push: the push service answered %d", resp.StatusCode)
}

// forget drops a subscription, unless the browser has renewed it meanwhile.
func (a *Area) forget(ctx context.Context, db *store.DB, t pushToken) error {
	_, err := db.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM notify_push_token WHERE guid = ? AND token = ?`, t.GUID, t.Token)
		return err
	}})
	return err
}
