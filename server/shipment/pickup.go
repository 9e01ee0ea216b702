package shipment

import (
	"context"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/store"
)

// PickupReq asks carriers to come for many shipments. The documents have a page send more than one asynchronously; here each is on its way to the
// person's pages as soon as it is done, so the two are the same and both parameters are taken as they come.
type PickupReq struct {
	IsAsync     string   `json:"isAsync" validate:"max=10"`
	SocketID    string   `json:"socketId" validate:"max=100"`
	ShipmentIDs []string `json:"ShipmentIds" validate:"required,min=1,max=200,unique,dive,required,max=40"`
}

// Tongues knows in which language a carrier was written to last; empty where it never was.
type Tongues interface {
	CarrierLanguage(ctx context.Context, tx *store.Tx, scac string) (string, error)
}

// BulkPickup asks the carrier of each shipment for its pickup, each in a command of its own: one that is refused keeps none of the others back.
func (a *Area) BulkPickup(ctx context.Context, c *op.Call, req PickupReq) ([]BulkStatus, error) {
	lines := make([]BulkLine, len(req.ShipmentIDs))
	for i, id := range req.ShipmentIDs {
		lines[i].ShipmentID = id
	}
	return a.each(ctx, c, lines, false, func(ctx context.Context, tx *store.Tx, l BulkLine) (Shipment, error) {
		return a.askPickup(ctx, tx, l.ShipmentID)
	})
}

// askPickup mails the carrier what stands ready and when. The same pickup is asked for once; another day or window is asked for again.
func (a *Area) askPickup(ctx context.Context, tx *store.Tx, id string) (Shipment, error) {
	s, err := find(ctx, tx, id)
	if err != nil {
		return s, err
	}
	if err := unless(s.Status == Tendered || s.Status == Confirmed, "pickup-without-tender", s); err != nil {
		return s, err
	}
	mail, err := a.Carriers.CarrierMail(ctx, tx, s.Carrier)
	if err != nil {
		return s, err
	}
	language, err := a.tongue(ctx, tx, s.Carrier)
	if err != nil {
		return s, err
	}
	// Whom the tender of this very shipment went to knows of it.
	if d, ok, err := store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND carrier = ? ORDER BY n DESC LIMIT 1`, s.ID, s.Carrier); err != nil {
		return s, err
	} else if ok && d.Email != "" {
		mail, language = d.Email, d.Language
	}
	if mail == "" {
		return s, fail.Conflict("pickup-nobody-to-ask", "carrier", s.CarrierName, "number", s.Number).With(s)
	}
	key := strings.Join([]string{"mail-pickup", s.ID, s.Carrier, s.ShipOn, s.PickupFrom, s.PickupTo}, "/")
	if _, asked, err := store.Get[int64](ctx, tx, `SELECT n FROM shipment_event WHERE shipment_id = ? AND kind = 'pickup-asked' AND data ->> '$.key' = ?`, s.ID, key); err != nil || asked {
		return s, err
	}
	shipper, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return s, err
	}
	o := s.Origin.V
	place := strings.Join(filled(o.Name, o.Street, o.Street2, townOf(o.City, o.State, o.Zip)), ", ")
	if people := filled(o.Contact, o.Phone); len(people) > 0 {
		place += "\n  " + strings.Join(people, ", ")
	}
	pro, instruction := "", ""
	if s.PRO != "" {
		pro = ", PRO " + s.PRO
	}
	if s.Instruction != "" {
		instruction = "\n\n" + s.Instruction
	}
	params := map[string]any{"shipper": shipper, "number": s.Number, "bol": s.BOL, "pro": pro, "carrier": s.CarrierName, "place": place,
		"to": townOf(s.Destination.V.City, s.Destination.V.State, s.Destination.V.Zip), "shipOn": s.ShipOn, "window": windowText(s), "pieces": s.Pieces, "pallets": s.Pallets, "weight": s.Weight.V.String(), "instruction": instruction}
	if err := tx.Emit(ctx, event.MailDue{Key: key, To: []string{mail}, Subject: message.Text(language, "mail-pickup-subject", params), Body: message.Text(language, "mail-pickup-body", params), ShipmentID: s.ID}); err != nil {
		return s, err
	}
	return s, Append(ctx, tx, s.ID, "pickup-asked", map[string]any{"key": key, "carrier": s.Carrier, "shipOn": s.ShipOn, "pickupFrom": s.PickupFrom, "pickupTo": s.PickupTo})
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

// tongue is the language that a carrier is written to in: that of its last tender, otherwise of the last mail that asked it for a price.
func (a *Area) tongue(ctx context.Context, tx *store.Tx, scac string) (string, error) {
	language, ok, err := store.Get[string](ctx, tx, `SELECT language FROM shipment_tender WHERE carrier = ? AND language <> '' ORDER BY id DESC LIMIT 1`, scac)
	if err != nil || ok {
		return language, err
	}
	if language, err = a.Tongues.CarrierLanguage(ctx, tx, scac); err == nil && language == "" {
		language = message.Languages[0]
	}
	return language, err
}
