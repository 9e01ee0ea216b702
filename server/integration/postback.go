package integration

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"lading/server/job"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"

	"github.com/goccy/go-json"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// PostBackReq is where another system is told of what happens to shipments. One that somebody paused is told nothing of what happens meanwhile.
type PostBackReq struct {
	ID        string  `json:"PostBackId" db:"id" validate:"max=40"`
	Name      string  `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	URL       string  `json:"Url" db:"url" validate:"required,url,max=500" field:"trim"`
	Events    []Told  `json:"Events" db:"events" validate:"required,min=1,max=20,unique"`
	Warehouse *string `json:"WarehouseId" db:"warehouse" validate:"omitempty,max=20"`
	Paused    bool    `json:"Paused" db:"paused"`
	resource.Based
}

// PostBack is a post-back as it is kept.
type PostBack struct {
	PostBackReq
	resource.Stamp
}

// Told is what another system can be told of.
type Told string

// Values lists them.
func (Told) Values() []string {
	return []string{"tendered", "confirmed", "rejected", "requoted", "signed", "departed", "delivered", "changed", "exception", "resumed", "voided"}
}

// kinds names what a shipment's chain of events calls what other systems may be told of.
var kinds = map[string]Told{
	"tender": "tendered", "retender": "tendered", "confirm": "confirmed", "reject": "rejected", "requote": "requoted", "depart": "departed", "in-transit": "departed", "deliver": "delivered", "delivery-corrected": "delivered",
	"signed": "signed", "amended": "changed", "data-corrected": "changed", "tracking-withdrawn": "changed", "rescheduled": "changed", "repriced": "changed", "except": "exception", "restore": "resumed", "void": "voided", "archive": "voided",
}

func postBacks(a *Area) *resource.Table[PostBackReq, PostBack] {
	return resource.Of(resource.Spec[PostBackReq, PostBack]{
		Table: "integration_postback", Noun: "postback", Order: "name", Read: right.ManageIntegration, Write: right.ManageIntegration,
		Unique: []resource.Unique{{Columns: []string{"name"}, Field: "Name", Fold: true}},
		Sees:   sees,
		Before: func(ctx context.Context, tx *store.Tx, _, p *PostBack) error {
			if _, err := a.target(p.URL); err != nil {
				return err
			}
			if p.Warehouse != nil && *p.Warehouse == "" {
				p.Warehouse = nil
			}
			if !sees(tx.By, p) { // what one does not see oneself, no system of one's own is told
				return fail.Invalid(fail.Of("WarehouseId", "warehouse-not-yours", "warehouse", warehouseOf(p)))
			}
			if p.Warehouse == nil {
				return nil
			}
			_, _, err := a.Sites.Site(ctx, tx, *p.Warehouse)
			return err
		},
		After: func(ctx context.Context, tx *store.Tx, was, now *PostBack) error {
			if was != nil && now == nil { // undone, it needs another key: whoever had this one may have been the reason to end it
				if _, err := tx.ExecContext(ctx, `DELETE FROM integration_postback_key WHERE postback_id = ?`, was.ID); err != nil {
					return err
				}
			}
			if was != nil && (now == nil || !now.Paused || now.URL != was.URL) { // somebody has it go on
				_, err := tx.ExecContext(ctx, `DELETE FROM integration_postback_gone WHERE postback_id = ?`, was.ID)
				return err
			}
			return nil
		},
		InPerson: true, // what was told to one address under a key is not for a program to have told to another
		Paths:    resource.Paths{Save: "Integration/SavePostBack", End: "Integration/EndPostBack", Restore: "Integration/RestorePostBack"},
	})
}

// PostBackShown is a post-back in the list, with what it may lack.
type PostBackShown struct {
	PostBack
	Keyed       bool       `json:"Keyed"`       // it has a key; until then what it is to be told waits
	FormerUntil store.Time `json:"FormerUntil"` // until when messages are signed with the former key as well
	GoneAt      store.Time `json:"GoneAt"`      // when its receiver said that it wants no more, and it was paused for that
}

// PostBacks lists the systems that are told.
func (a *Area) PostBacks(ctx context.Context, tx *store.Tx, _ op.None) ([]PostBackShown, error) {
	list, err := postBacks(a).List(ctx, tx)
	if err != nil {
		return nil, err
	}
	out := make([]PostBackShown, len(list))
	for i, p := range list {
		out[i].PostBack = p
		k, ok, err := store.Get[keys](ctx, tx, `SELECT * FROM integration_postback_key WHERE postback_id = ?`, p.ID)
		if err != nil {
			return nil, err
		}
		out[i].Keyed = ok
		if k.FormerUntil.After(tx.Now) {
			out[i].FormerUntil = k.FormerUntil
		}
		gone, was, err := store.Get[int64](ctx, tx, `SELECT at FROM integration_postback_gone WHERE postback_id = ?`, p.ID)
		if err != nil {
			return nil, err
		}
		if was {
			out[i].GoneAt = store.At(time.UnixMilli(gone))
		}
	}
	return out, nil
}

// sees reports whether all that a post-back tells of is the user's to see.
func sees(by store.Actor, p *PostBack) bool {
	return by.Warehouses == nil || p.Warehouse != nil && by.SeesWarehouse(*p.Warehouse)
}

func warehouseOf(p *PostBack) string {
	if p.Warehouse == nil {
		return ""
	}
	return *p.Warehouse
}

// target judges an address: HTTPS, or HTTP where the server may reach into its own network.
func (a *Area) target(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || !a.Private) {
		return nil, fail.Invalid(fail.Of("Url", "postback-address"))
	}
	return u, nil
}

// postBackJob is the kind of job that tells another system of one event.
const postBackJob = "postback"

// due is such a job's payload.
type due struct{ PostBack, Event string }

// Listen hears what happens to shipments, and tells it to whom it may concern; and what became of files of orders.
func (a *Area) Listen(bus *store.Bus, jobs *job.Runner) {
	store.On(bus, a.onShipment)
	store.On(bus, a.onEnded)
	store.On(bus, a.onRightsLost)
	store.On(bus, a.onDeviceRevoked)
	jobs.Handle(fileJob, a.take)
	jobs.Handle(postBackJob, a.post)
	jobs.Patient(postBackJob, 60) // two days
}

// onShipment makes a job for each system that is to be told, in the command that made the event: neither can be without the other. For one that was
// paused since its receiver wanted no more, too: that may have been a slip of the receiver's.
func (a *Area) onShipment(ctx context.Context, tx *store.Tx, e event.ShipmentNoted) error {
	kind := kinds[e.Kind]
	if kind == "" {
		return nil
	}
	list, err := store.Select[PostBack](ctx, tx, `SELECT * FROM integration_postback WHERE (paused = 0 OR id IN (SELECT postback_id FROM integration_postback_gone)) AND (warehouse IS NULL OR warehouse = ?) ORDER BY id`, e.Warehouse)
	if err != nil {
		return err
	}
	for _, p := range list {
		if !slices.Contains(p.Events, kind) {
			continue
		}
		if err := job.Add(ctx, tx, postBackJob+":"+p.ID, "postback/"+p.ID+"/"+e.EventID, due{p.ID, e.EventID}); err != nil {
			return err
		}
	}
	return nil
}

// Message is what another system gets, by the Standard Webhooks specification 1.0.0. `type` is shipment. and one of the events; ids and numbers are those of the screens.
type Message struct {
	Type      string  `json:"type"`
	Timestamp string  `json:"timestamp"` // RFC 3339, when it happened
	Data      Content `json:"data"`
}

// Content is the event and the shipment as it stands when it is told.
type Content struct {
	Event    Happened `json:"event"`
	Shipment Load     `json:"shipment"`
}

// Happened is one event of a shipment's chain. Messages may overtake each other: N orders them.
type Happened struct {
	ID   string          `json:"id"`
	N    int64           `json:"n"`
	Kind string          `json:"kind"`
	At   string          `json:"at"` // RFC 3339
	By   string          `json:"by"`
	Data json.RawMessage `json:"data"`
}

// Load is what a receiver finds its own record by, and how far the shipment is. It has no price: who may set up a post-back need not see money.
type Load struct {
	ID          string   `json:"id"`
	Number      string   `json:"number"`
	BOL         string   `json:"bol"`
	PRO         string   `json:"pro"`
	Carrier     string   `json:"carrier"` // SCAC
	Warehouse   string   `json:"warehouse"`
	Status      string   `json:"status"`
	Orders      []string `json:"orders"`
	References  []string `json:"references"`
	ShipOn      string   `json:"shipOn"`      // YYYY-MM-DD on the warehouse's calendar
	DeliveredOn string   `json:"deliveredOn"` // the same; empty where it was not delivered
	Exception   string   `json:"exception"`
}

// post tells one system of one event. Told twice, the message has the same id, by which its receiver knows it again.
func (a *Area) post(ctx context.Context, org *store.DB, j job.Job) error {
	var d due
	if err := j.Into(&d); err != nil {
		return job.Never(err)
	}
	var p PostBack
	var m Message
	var ok bool
	err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		if p, ok, err = store.Get[PostBack](ctx, tx, `SELECT * FROM integration_postback WHERE id = ?`, d.PostBack); err != nil || !ok {
			return err
		}
		m, err = a.message(ctx, tx, d.Event)
		return err
	})
	if err != nil || !ok { // one that was ended is told nothing more
		return err
	}
	if p.Paused {
		return errors.New("this post-back is paused")
	}
	signs, err := a.keys(ctx, org, p.ID)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, answersIn)
	defer cancel()
	if err = a.send(ctx, p, j.Key, signs, m); !errors.Is(err, errGone) {
		return err
	}
	return errors.Join(err, a.pause(context.WithoutCancel(ctx), org, p.ID))
}

// answersIn is how long a receiver has to answer.
const answersIn = 20 * time.Second

// errGone tells that a receiver wants no more messages.
var errGone = errors.New("410 Gone: it takes no messages any more")

// pause stops a post-back whose receiver wants no more, and tells the office. What waits for it, and what happens meanwhile, goes out if somebody has it go on within two days.
func (a *Area) pause(ctx context.Context, org *store.DB, id string) error {
	_, err := org.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		res, err := tx.ExecContext(ctx, `UPDATE integration_postback SET paused = 1, rev = rev + 1, at = ?, by_user = ? WHERE id = ? AND paused = 0`, store.At(tx.Now), tx.By.User, id)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		if _, err = tx.ExecContext(ctx, `INSERT INTO integration_postback_gone (postback_id, at) VALUES (?, ?) ON CONFLICT (postback_id) DO UPDATE SET at = excluded.at`, id, store.At(tx.Now)); err != nil {
			return err
		}
		p, _, err := store.Get[PostBack](ctx, tx, `SELECT * FROM integration_postback WHERE id = ?`, id)
		if err != nil {
			return err
		}
		return tx.Emit(ctx, event.OfficeTold{Warehouse: warehouseOf(&p), Code: "notify-postback-gone", Params: map[string]any{"name": p.Name}, Link: "/PostBack"})
	}})
	return err
}

func (a *Area) message(ctx context.Context, tx *store.Tx, eventID string) (m Message, err error) {
	e, err := a.Shipments.Happened(ctx, tx, eventID)
	if err != nil {
		return m, err
	}
	c, err := a.Shipments.Carried(ctx, tx, e.ShipmentID)
	if err != nil {
		return m, err
	}
	at := time.UnixMilli(e.At).UTC().Format(time.RFC3339)
	return Message{Type: "shipment." + string(kinds[e.Kind]), Timestamp: at, Data: Content{Event: Happened{ID: e.ID, N: e.N, Kind: e.Kind, At: at, By: e.By, Data: json.RawMessage(e.Data)}, Shipment: load(c)}}, nil
}

func load(c freight.Carried) Load {
	l := Load{ID: c.ShipmentID, Number: c.Number, BOL: c.BOL, PRO: c.PRO, Carrier: c.Carrier, Warehouse: c.Warehouse, Status: c.Status, Orders: []string{}, References: []string{}, ShipOn: c.ShipOn,
		DeliveredOn: c.DeliveredOn, Exception: c.Exception}
	l.Orders = append(l.Orders, c.Orders...)
	l.References = append(l.References, c.Refs...)
	return l
}

// Headers of a message, by Standard Webhooks 1.0.0.
const (
	headerID        = "webhook-id"
	headerTimestamp = "webhook-timestamp"
	headerSignature = "webhook-signature"
)

// mostAnswer of an answer is read: it is for people who look why it failed.
const mostAnswer = 500

func (a *Area) send(ctx context.Context, p PostBack, id string, keys [][]byte, m Message) error {
	u, err := a.target(p.URL)
	if err != nil {
		return job.Never(fmt.Errorf("%s is no longer an address that is posted to", p.URL))
	}
	body, err := json.Marshal(m)
	if err != nil {
		return job.Never(err)
	}
	now := a.now()
	signatures := make([]string, len(keys)) // separated by spaces: a receiver takes the message by any of them
	for i, key := range keys {
		hook, err := standardwebhooks.NewWebhookRaw(key)
		if err != nil {
			return err
		}
		if signatures[i], err = hook.Sign(id, now, body); err != nil {
			return err
		}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(body))
	if err != nil {
		return job.Never(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Lading")
	req.Header.Set(headerID, id)
	req.Header.Set(headerTimestamp, fmt.Sprint(now.Unix()))
	req.Header.Set(headerSignature, strings.Join(signatures, " "))
	res, err := a.Client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	said, _ := io.ReadAll(io.LimitReader(res.Body, mostAnswer))
	switch {
	case res.StatusCode >= 200 && res.StatusCode < 300:
		return nil
	case res.StatusCode == http.StatusGone: // the receiver wants no more of them, and a person should know
		return fmt.Errorf("%s answered %w", u.Host, errGone)
	default:
		return fmt.Errorf("%s answered %d: %s", u.Host, res.StatusCode, strings.ToValidUTF8(string(said), ""))
	}
}

func (a *Area) now() time.Time {
	if a.Clock != nil {
		return a.Clock()
	}
	return time.Now()
}
