package shipment

import (
	"context"
	"fmt"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// PickupReq asks carriers to come for many shipments. More than one can be asked for asynchronously: the answer comes at once, with each pending, and what becomes
// of them arrives at the person's pages, at those of one device where its socket is named.
type PickupReq struct {
	IsAsync     string   `json:"isAsync" validate:"omitempty,oneof=true false 1 0"`
	SocketID    string   `json:"socketId" validate:"max=100"` // the guid that a device connected to the hub with
	ShipmentIDs []string `json:"ShipmentIds" validate:"required,min=1,max=200,unique,dive,required,max=40"`
}

// later tells whether the carriers are asked after the answer.
func (r PickupReq) later() bool {
	return (r.IsAsync == "true" || r.IsAsync == "1") && len(r.ShipmentIDs) > 1
}

// pickupAsked is the event of a pickup that a carrier was asked for.
const pickupAsked = "pickup-asked"

// Languages knows in which language a carrier was written to last; empty where it never was.
type Languages interface {
	CarrierLanguage(ctx context.Context, tx *store.Tx, scac string) (string, error)
}

// PickupJob asks carriers for many pickups, after the call that wanted them has been answered.
const PickupJob = "bulk-pickup"

// pickups is what the job is told.
type pickups struct {
	User, Socket string
	IDs          []string
}

// BulkPickup asks the carrier of each shipment for its pickup, each in a command of its own: one that is refused keeps none of the others back.
func (a *Area) BulkPickup(ctx context.Context, c *op.Call, req PickupReq) ([]BulkStatus, error) {
	lines := linesOf(req.ShipmentIDs)
	if !req.later() {
		return a.each(ctx, c, lines, false, a.pickLine)
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return nil, err
	}
	out := make([]BulkStatus, len(lines))
	for i, l := range lines {
		out[i] = BulkStatus{ShipmentID: l.ShipmentID, Status: "pending"}
	}
	_, err = op.Finish(ctx, db, c, &out, func(ctx context.Context, tx *store.Tx) error {
		return a.Jobs.AddAt(ctx, tx, PickupJob, PickupJob+":"+ulid.Make().String(), tx.Now, pickups{c.By.User, req.SocketID, req.ShipmentIDs})
	})
	return out, err
}

func linesOf(ids []string) []BulkLine {
	lines := make([]BulkLine, len(ids))
	for i, id := range ids {
		lines[i].ShipmentID = id
	}
	return lines
}

func (a *Area) pickLine(ctx context.Context, tx *store.Tx, l BulkLine) (Shipment, error) {
	return a.askPickup(ctx, tx, l.ShipmentID)
}

// AskPickups does the job, as the person who asked and with the rights that this person has by then. Run again after a stop, what was asked is not asked twice.
func (a *Area) AskPickups(ctx context.Context, db *store.DB, payload []byte) error {
	var p pickups
	if err := json.Unmarshal(payload, &p); err != nil {
		return err
	}
	c := &op.Call{Op: &op.Op{Path: PickupJob}, Args: payload}
	if err := db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		c.Org = tx.Org
		c.By, err = a.Person.Actor(ctx, tx, p.User)
		return err
	}); err != nil {
		return err
	}
	_, err := a.eachIn(ctx, db, c, p.Socket, false, linesOf(p.IDs), a.pickLine)
	return err
}

// askPickup mails the carrier what stands ready and when. What was asked last is not asked again; another day or window is, even
// one that was asked before it.
func (a *Area) askPickup(ctx context.Context, tx *store.Tx, id string) (Shipment, error) {
	s, err := find(ctx, tx, id)
	if err != nil {
		return s, err
	}
	if err := unless(s.Status == Tendered || s.Status == Confirmed, "pickup-without-tender", s); err != nil {
		return s, err
	}
	if err := a.pickupStands(ctx, tx, &s, false); err != nil {
		return s, err
	}
	mail, language, err := a.whom(ctx, tx, s)
	if err != nil {
		return s, err
	}
	if mail == "" {
		return s, fail.Conflict("pickup-nobody-to-ask", "carrier", s.CarrierName, "number", s.Number).With(s)
	}
	key := strings.Join([]string{"mail-pickup", s.ID, s.Carrier, s.ShipOn, s.PickupFrom, s.PickupTo}, "/")
	// Who lost the load and was given it once more is asked once more.
	since, _, err := store.Get[int64](ctx, tx, `SELECT COALESCE(max(n), 0) FROM shipment_event WHERE shipment_id = ? AND kind IN ('tender', 'retender', 'built')`, s.ID)
	if err != nil {
		return s, err
	}
	last, asked, err := store.Get[Event](ctx, tx, `SELECT * FROM shipment_event WHERE shipment_id = ? AND n > ? AND kind = ? ORDER BY n DESC LIMIT 1`, s.ID, since, pickupAsked)
	if err != nil {
		return s, err
	}
	if asked {
		var said struct{ Key string }
		if err := json.Unmarshal(last.Data.V, &said); err != nil || said.Key == key {
			return s, err
		}
		since = last.N
	}
	if err := a.writePickup(ctx, tx, s, mail, language, fmt.Sprint(key, "/", since)); err != nil {
		return s, err
	}
	return s, Append(ctx, tx, s.ID, pickupAsked, map[string]any{"key": key, "to": link.Masked(mail), "carrier": s.Carrier, "shipOn": s.ShipOn, "pickupFrom": s.PickupFrom, "pickupTo": s.PickupTo})
}

// whom gives the address and the language in which the carrier of a shipment is written to.
func (a *Area) whom(ctx context.Context, tx *store.Tx, s Shipment) (mail, language string, err error) {
	// Whom the tender of this very shipment went to knows of it.
	d, ok, err := store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND carrier = ? ORDER BY n DESC LIMIT 1`, s.ID, s.Carrier)
	if err != nil || ok && d.Email != "" {
		return d.Email, d.Language, err
	}
	if mail, err = a.Carriers.CarrierMail(ctx, tx, s.Carrier, s.Mode, s.Warehouse); err != nil {
		return mail, "", err
	}
	language, err = a.carrierLanguage(ctx, tx, s.Carrier)
	return mail, language, err
}

// CheckPickup tells anybody who was shown a mail that asks for a pickup whether we sent it, to whom, and whether it still counts.
func (a *Area) CheckPickup(ctx context.Context, _ *op.Call, req link.OfferReq) (link.Offer, error) {
	var out link.Offer
	err := a.PublicLinks.Shown(ctx, req.Org, "offer-unknown", func(ctx context.Context, tx *store.Tx) error {
		e, ok, err := store.Get[Event](ctx, tx, `SELECT * FROM shipment_event WHERE shipment_id = ? AND kind = ? ORDER BY n DESC LIMIT 1`, req.ID, pickupAsked)
		if err == nil && !ok {
			err = fail.NotFound("offer-unknown")
		}
		if err != nil {
			return err
		}
		s, _, err := store.Get[Shipment](ctx, tx, `SELECT * FROM shipment WHERE id = ?`, req.ID)
		if err != nil {
			return err
		}
		var said struct{ To, Carrier string }
		if err := json.Unmarshal(e.Data.V, &said); err != nil {
			return err
		}
		out = offerOf(s, link.Open)
		out.Sent, out.SentAt, out.Carrier = said.To, e.LoggedAt.Time, s.CarrierName
		switch {
		case s.Carrier != said.Carrier || s.Status == Archived || s.Status == Quoted:
			out.Standing = link.Recalled
			if out.Carrier, _, err = a.Carriers.CarrierName(ctx, tx, said.Carrier); err != nil {
				return err
			}
		case s.Status != Tendered && s.Status != Confirmed: // it is on its way, or stands still
			out.Standing = link.Over
		}
		out.Shipper, err = a.Setup.Name(ctx, tx)
		return err
	})
	return out, err
}

// filled are the texts that say something.
func filled(texts ...string) (some []string) {
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			some = append(some, t)
		}
	}
	return some
}

// carrierLanguage is the language that a carrier is written to in: that of its last tender, otherwise of the last mail that asked it for a price.
func (a *Area) carrierLanguage(ctx context.Context, tx *store.Tx, scac string) (string, error) {
	language, ok, err := store.Get[string](ctx, tx, `SELECT language FROM shipment_tender WHERE carrier = ? AND language <> '' ORDER BY id DESC LIMIT 1`, scac)
	if err != nil || ok {
		return language, err
	}
	if language, err = a.Languages.CarrierLanguage(ctx, tx, scac); err == nil && language == "" {
		language = message.Languages[0]
	}
	return language, err
}
