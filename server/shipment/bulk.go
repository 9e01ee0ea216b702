package shipment

import (
	"context"
	"log/slog"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// Hub tells a person's open pages what becomes of what they asked for.
type Hub interface {
	ToUser(org, user, target string, args ...any)
	// ToSocket tells those of one device, by the guid that it connected with.
	ToSocket(org, user, guid, target string, args ...any)
}

// BulkLine is one shipment to be scheduled: with the price sheet that was seen, or with a carrier alone.
type BulkLine struct {
	ShipmentID string   `json:"ShipmentId" validate:"required,max=40"`
	Carrier    string   `json:"Carrier" validate:"max=10"` // SCAC; empty is the one that it has
	PriceSheet string   `json:"PriceSheetId" validate:"max=80"`
	PriceMinor int64    `json:"PriceMinor" validate:"gte=0"`
	ShipOn     string   `json:"ShipOn" validate:"omitempty,day"` // empty stays as it is
	PickupFrom string   `json:"PickupByFromTime"`                // likewise
	PickupTo   string   `json:"PickupByToTime"`
	Services   []string `json:"SelectedServices,omitempty" validate:"max=40"` // of the price; without one those that are asked for instead, or none to leave them as they are
}

// BulkReq schedules many shipments. The documents show no value of the flag; there is one operation, and another is refused.
type BulkReq struct {
	Flag  string     `json:"flag" validate:"omitempty,oneof=schedule"`
	Lines []BulkLine `json:"Shipments" validate:"required,min=1,max=200,dive"`
	Ask   bool       `json:"Ask"` // the carriers to confirm, by mail and link; otherwise a person speaks with them
}

// BulkStatus is where one of them stands: pending, then success or error. It goes to the person's pages over the hub while the call
// is on its way, and stands in its answer.
type BulkStatus struct {
	ShipmentID  string         `json:"shipmentId"`
	Number      string         `json:"number"`
	BOL         string         `json:"bolNumber"`
	Reference1  string         `json:"reference1"`
	Status      string         `json:"status"`
	ShipVia     string         `json:"shipVia"`
	Message     string         `json:"message"` // the refusal's code; its words are the reader's
	Params      map[string]any `json:"params"`
	CarrierName string         `json:"carrierName"`
	SCAC        string         `json:"scac"`
}

// BulkSchedule schedules each shipment in a command of its own: one that is refused keeps none of the others back. Asked again, one
// that is scheduled with that carrier already stays as it is.
func (a *Area) BulkSchedule(ctx context.Context, c *op.Call, req BulkReq) ([]BulkStatus, error) {
	if req.Ask && !c.By.May(right.Tender) { // the carrier gets a mail
		return nil, op.NoRight(right.Tender)
	}
	return a.each(ctx, c, req.Lines, true, func(ctx context.Context, tx *store.Tx, l BulkLine) (Shipment, error) {
		return a.schedule(ctx, tx, l, req.Ask)
	})
}

// each does something to many shipments, one command after the other, and tells the person's pages where each of them stands. With marks it is also
// noted, for a page that is not there to be told.
func (a *Area) each(ctx context.Context, c *op.Call, lines []BulkLine, marks bool, do func(context.Context, *store.Tx, BulkLine) (Shipment, error)) ([]BulkStatus, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return nil, err
	}
	return a.eachIn(ctx, db, c, "", marks, lines, do)
}

// eachIn is each in a database that is open already. With a socket's guid, the pages of that device alone are told.
func (a *Area) eachIn(ctx context.Context, db *store.DB, c *op.Call, socket string, marks bool, lines []BulkLine, do func(context.Context, *store.Tx, BulkLine) (Shipment, error)) ([]BulkStatus, error) {
	tell := func(s BulkStatus) { a.Hub.ToSocket(c.Org, c.By.User, socket, "BulkScheduleStatus", s) }
	for _, l := range lines {
		tell(BulkStatus{ShipmentID: l.ShipmentID, Status: "pending", SCAC: l.Carrier})
	}
	if marks {
		if err := await(ctx, db, c, lines); err != nil {
			return nil, err
		}
	}
	out := make([]BulkStatus, 0, len(lines))
	for _, l := range lines {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		r := BulkStatus{ShipmentID: l.ShipmentID, Status: "success", SCAC: l.Carrier}
		var s Shipment
		_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) (err error) {
			if s, err = do(ctx, tx, l); err != nil || !marks {
				return err
			}
			return mark(ctx, tx, BulkStatus{ShipmentID: s.ID, Status: "success", SCAC: s.Carrier})
		})
		if s.ID != "" {
			r.Number, r.BOL, r.CarrierName = s.Number, s.BOL, s.CarrierName
			if s.Carrier != "" {
				r.SCAC = s.Carrier
			}
			r.ShipVia = s.Mode
			if len(s.Refs.V) > 0 {
				r.Reference1 = s.Refs.V[0]
			}
		}
		if err != nil {
			r.Status, r.BOL = "error", ""
			if f, ok := fail.As(err); ok {
				r.Message, r.Params = f.Code, f.Params
				if len(f.Fields) > 0 {
					r.Message, r.Params = f.Fields[0].Code, f.Fields[0].Params
				}
			} else {
				r.Message = "something-went-wrong"
				slog.ErrorContext(ctx, "many shipments", "op", c.Op.Path, "shipment", l.ShipmentID, "err", err)
			}
			if marks && s.ID != "" {
				if err := op.WriteQuietly(ctx, db, c, func(ctx context.Context, tx *store.Tx) error { return mark(ctx, tx, r) }); err != nil {
					return out, err
				}
			}
		}
		tell(r)
		out = append(out, r)
	}
	return out, nil
}

// schedule gives one rated shipment its pickup, its carrier and its price. A carrier that is asked has those behind it that the rating names.
func (a *Area) schedule(ctx context.Context, tx *store.Tx, l BulkLine, ask bool) (Shipment, error) {
	s, err := find(ctx, tx, l.ShipmentID)
	if err != nil {
		return s, err
	}
	if l.Carrier == "" {
		l.Carrier = s.Carrier
	}
	if s.Status == Tendered && s.Carrier == l.Carrier {
		return s, nil
	}
	t, err := machine.Next(s, func(t Transition) bool { return t.From == Quoted && t.To == Tendered && t.Op == byStatus }, "carrier")
	if err != nil {
		return s, err
	}
	if l.Carrier == "" {
		return s, unless(false, "shipment-without-carrier", s)
	}
	was := s
	if l.ShipOn != "" {
		s.ShipOn = l.ShipOn
	}
	if l.PickupFrom != "" || l.PickupTo != "" {
		var bad []fail.Field
		if s.PickupFrom, s.PickupTo, bad = window(l.PickupFrom, l.PickupTo); len(bad) > 0 {
			return was, fail.Invalid(bad...)
		}
	}
	if s.PickupFrom == "" && s.Terms == "C" {
		s.PickupFrom, s.PickupTo = collectFrom, collectTo
	}
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return was, err
	}
	if s.DueAt, err = due(s.ShipOn, s.PickupFrom, zone); err != nil {
		return was, err
	}
	if err := a.assign(ctx, tx, &s, l.Carrier, l.PriceSheet); err != nil {
		return was, err
	}
	if len(l.Services) > 0 && l.PriceSheet == "" { // of a price, those that it is of count
		if err := a.offered("SelectedServices", l.Services, s.Services.V...); err != nil {
			return was, err
		}
		if err := a.asking(ctx, tx, &s, withHome(l.Services, s.Destination.V)); err != nil {
			return was, err
		}
	}
	cost, err := a.price(ctx, tx, &s, BuildReq{PriceSheet: l.PriceSheet, PriceMinor: l.PriceMinor, Services: l.Services})
	if err != nil {
		return was, err
	}
	if cost != nil {
		if err := store.Put(ctx, tx, "shipment_cost", "id", *cost); err != nil {
			return was, err
		}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipment SET carrier = ?, carrier_name = ?, service_days = ?, pro = ?, services = ?, service_names = ?, ship_on = ?, pickup_from = ?, pickup_to = ?, due_at = ?, clauses = ? WHERE id = ?`,
		s.Carrier, s.CarrierName, s.ServiceDays, s.PRO, s.Services, s.ServiceNames, s.ShipOn, s.PickupFrom, s.PickupTo, s.DueAt, s.Clauses, s.ID); err != nil {
		return was, err
	}
	if err := moved(ctx, tx, s, was); err != nil {
		return was, err
	}
	if err := a.arrives(ctx, tx, &s); err != nil {
		return was, err
	}
	done, err := a.apply(ctx, tx, s, t, map[string]any{"carrier": s.Carrier, "bol": s.BOL, "shipOn": s.ShipOn, "pickupFrom": s.PickupFrom, "pickupTo": s.PickupTo, "asked": ask})
	if err != nil {
		return was, err
	}
	if !ask {
		return done, nil
	}
	line, err := a.lineBehind(ctx, tx, done, l.PriceSheet, cost)
	if err == nil {
		err = a.lineUp(ctx, tx, &done, line, Asking{Ask: true})
	}
	if err != nil {
		return was, err
	}
	return done, nil
}

// lineBehind is who is asked for a shipment: its carrier at its price, and then the others of the kept rating in their order, but for those that do not
// serve the lane.
func (a *Area) lineBehind(ctx context.Context, tx *store.Tx, s Shipment, sheet string, cost *Cost) ([]Tender, error) {
	first := Tender{Carrier: s.Carrier, CarrierName: s.CarrierName, Sheet: sheet, Days: s.ServiceDays}
	if cost == nil { // the consignee pays and chose the carrier, or a person did without a price
		return []Tender{first}, nil
	}
	first.Currency, first.TotalMinor, first.Charges, first.Why = cost.Currency, cost.TotalMinor, cost.Charges, "why-by-hand"
	off, err := offLane(ctx, tx, s)
	if err != nil {
		return nil, err
	}
	rated, _, err := a.Rates.Line(ctx, tx, s.ID)
	line := []Tender{first}
	for _, c := range rated.Candidates {
		switch {
		case c.Sheet == sheet:
			line[0].Why, line[0].WhyValue = c.Why, c.WhyValue
		case !off[c.Carrier] && !slices.ContainsFunc(line, func(d Tender) bool { return d.Carrier == c.Carrier }):
			line = append(line, offered(c))
		}
	}
	return line, err
}
