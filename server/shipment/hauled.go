package shipment

import (
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// mostHauled is how many loads a carrier is shown at once, those with the latest ship date first.
const mostHauled = 200

// stamp is an instant as a stranger's page reads it; empty where there is none.
func stamp(t store.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// OffersTo lists the tenders that a carrier can still answer, the soonest to lapse first, each with the address of the page that answers it.
func (a *Area) OffersTo(ctx context.Context, tx *store.Tx, scac string) ([]freight.CarrierTender, error) {
	list, err := store.Select[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE carrier = ? AND state = 'open' AND link_id <> '' AND expires_at > ? ORDER BY expires_at, id LIMIT ?`, scac, store.At(tx.Now), mostHauled)
	out := []freight.CarrierTender{}
	for _, d := range list {
		s, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM shipment WHERE id = ?`, d.ShipmentID)
		if err != nil {
			return out, err
		}
		if !ok || stillAsked(tx, s, d) != nil {
			continue
		}
		_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
		if err != nil {
			return out, err
		}
		o := offerOf(s, "")
		out = append(out, freight.CarrierTender{ID: d.ID, Number: s.Number, Mode: s.Mode, From: o.From, To: o.To, Zone: zone, ShipOn: s.ShipOn, PickupFrom: s.PickupFrom, PickupTo: s.PickupTo,
			Pieces: s.Pieces, Pallets: s.Pallets, Weight: s.Weight.V, Currency: d.Currency, TotalMinor: d.TotalMinor, ExpiresAt: stamp(d.ExpiresAt), Address: linkPath + a.Links.LinkToken(tx.Org, d.LinkID)})
	}
	return out, err
}

// hauled are the loads that a carrier has to do with: given to it, on the way, stopped, or delivered lately. A load that it was asked about and has not taken yet is
// none of them, and so is one that it said no to.
const hauled = `SELECT * FROM shipment s WHERE s.carrier = ?1 AND (s.status IN ('T', 'M', 'A') OR s.status = 'X' AND s.back IN ('T', 'M', 'A') OR s.status = 'D' AND s.delivered_at >= ?2)
AND NOT EXISTS (SELECT 1 FROM shipment_tender d WHERE d.shipment_id = s.id AND d.state = 'open')
AND NOT ` + passedUp

// passedUp tells of a shipment s that its carrier said no, or never answered. By the latest that was said of who carries it: a carrier that rejects a tender may be given the load by
// telephone afterwards.
const passedUp = `EXISTS (SELECT 1 FROM (SELECT kind, data FROM shipment_event e WHERE e.shipment_id = s.id AND e.kind IN ('tender', 'retender', 'confirm', 'restore', 'tender-rejected', 'tender-expired') ORDER BY e.n DESC LIMIT 1)
	WHERE kind IN ('tender-rejected', 'tender-expired') AND json_extract(data, '$.carrier') = s.carrier)`

// Keeps reports whether a load is a carrier's, or that carrier is asked for it at present.
func (a *Area) Keeps(ctx context.Context, tx *store.Tx, scac, shipmentID string) (bool, error) {
	yes, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM shipment s WHERE s.id = ? AND s.carrier = ? AND s.status NOT IN ('O', 'S', 'Q', 'H') AND NOT `+passedUp+`)`, shipmentID, scac)
	return yes, err
}

// HauledKeys lists the keys of all loads of a carrier, those that were delivered after since among them, the latest ship date first.
func (a *Area) HauledKeys(ctx context.Context, tx *store.Tx, scac string, since time.Time) ([]string, error) {
	return store.Select[string](ctx, tx, strings.Replace(hauled, "SELECT *", "SELECT s.id", 1)+` ORDER BY s.ship_on DESC, s.id DESC`, scac, store.At(since))
}

// HauledBy lists a page of a carrier's loads after so many, those that were delivered after since among them, the latest ship date first.
func (a *Area) HauledBy(ctx context.Context, tx *store.Tx, scac string, since time.Time, skip int) ([]freight.CarrierLoad, error) {
	list, err := store.Select[Shipment](ctx, tx, hauled+` ORDER BY s.ship_on DESC, s.id DESC LIMIT ?3 OFFSET ?4`, scac, store.At(since), mostHauled, skip)
	out := make([]freight.CarrierLoad, 0, len(list))
	for _, s := range list {
		l, err := a.carrierLoad(ctx, tx, s)
		if err != nil {
			return out, err
		}
		out = append(out, l)
	}
	return out, err
}

// Hauled gives one of a carrier's loads. One of another carrier is as unknown as none.
func (a *Area) Hauled(ctx context.Context, tx *store.Tx, scac, shipmentID string, since time.Time) (freight.CarrierLoad, error) {
	s, ok, err := store.Get[Shipment](ctx, tx, hauled+` AND s.id = ?3`, scac, store.At(since), shipmentID)
	if err == nil && !ok {
		err = fail.NotFound("shipment-unknown")
	}
	if err != nil {
		return freight.CarrierLoad{}, err
	}
	return a.carrierLoad(ctx, tx, s)
}

// HauledSince is when a load was given to the carrier that has it, where another had it before; zero where none had.
func (a *Area) HauledSince(ctx context.Context, tx *store.Tx, scac, shipmentID string) (time.Time, error) {
	at, ok, err := store.Get[int64](ctx, tx, `WITH given AS (SELECT n, logged_at, COALESCE(json_extract(data, '$.carrier'), json_extract(data, '$.now.Carrier')) AS carrier FROM shipment_event WHERE shipment_id = ?1 AND kind IN ('built', 'tender', 'retender', 'confirm', 'corrected', 'data-corrected'))
SELECT logged_at FROM given WHERE carrier = ?2 AND n > (SELECT max(n) FROM given WHERE carrier <> '' AND carrier <> ?2) ORDER BY n LIMIT 1`, shipmentID, scac)
	if err != nil || !ok {
		return time.Time{}, err
	}
	return time.UnixMilli(at), nil
}

func (a *Area) carrierLoad(ctx context.Context, tx *store.Tx, s Shipment) (freight.CarrierLoad, error) {
	l := freight.CarrierLoad{ID: s.ID, Number: s.Number, BOL: s.BOL, PRO: s.PRO, Status: string(s.Status), Mode: s.Mode, Inbound: s.Inbound, Warehouse: s.Warehouse, From: shown(s.Origin.V), To: shown(s.Destination.V),
		ShipOn: s.ShipOn, PickupFrom: s.PickupFrom, PickupTo: s.PickupTo, ArriveBy: s.ArriveBy, Appointment: s.Clauses.V.Appointment, Pieces: s.Pieces, Pallets: s.Pallets, Weight: s.Weight.V,
		Goods: []string{}, Hazmat: []string{}, Services: append([]string{}, s.ServiceNames.V...), Orders: append([]string{}, s.Orders.V...), Instruction: s.Instruction,
		OnDock: s.OnDock && s.SignedAt.IsZero(), DepartedAt: stamp(s.SignedAt), DeliveredAt: stamp(s.DeliveredAt)}
	if s.Status == Exception {
		l.Reason = s.Reason
	}
	for _, it := range s.Items.V {
		if it.Description != "" {
			l.Goods = append(l.Goods, it.Description)
		}
		if it.Hazmat != nil {
			l.Hazmat = append(l.Hazmat, it.Hazmat.Line())
		}
	}
	var err error
	if _, l.Zone, err = a.Sites.Site(ctx, tx, s.Warehouse); err != nil {
		return l, err
	}
	d, ok, err := store.Get[Tender](ctx, tx, `SELECT * FROM shipment_tender WHERE shipment_id = ? AND carrier = ? AND state = 'accepted' ORDER BY n DESC LIMIT 1`, s.ID, s.Carrier)
	if err != nil {
		return l, err
	}
	if ok {
		l.Currency, l.TotalMinor = d.Currency, d.TotalMinor
	}
	if l.DepartedAt == "" && (s.Status == InTransit || s.Status == Delivered) {
		e, _, err := store.Get[Event](ctx, tx, `SELECT * FROM shipment_event WHERE shipment_id = ? AND kind IN ('depart', 'in-transit') ORDER BY at LIMIT 1`, s.ID)
		if err != nil {
			return l, err
		}
		l.DepartedAt = stamp(e.At)
	}
	return l, nil
}

// GivePRO takes the number that a load's carrier gives it. The caller knows that the load is that carrier's.
func (a *Area) GivePRO(ctx context.Context, tx *store.Tx, shipmentID, pro, by string) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil || s.PRO == pro {
		return err
	}
	if !proShape.MatchString(pro) {
		return fail.Invalid(fail.Of("PRO", "pro-malformed"))
	}
	taken, ok, err := proTaken(ctx, tx, s.Carrier, pro, s.ID)
	if err == nil && ok {
		err = fail.Invalid(fail.Of("PRO", "pro-taken", "number", taken))
	}
	if err != nil {
		return err
	}
	given := s
	given.PRO = pro
	if err := given.proFits("PRO"); err != nil {
		return err
	}
	return a.Amend(ctx, tx, s.ID, freight.Amendment{PRO: &pro}, "PRO, "+by)
}

// CarrierTold takes what a load's carrier tells of it: that it was picked up or delivered moves the load as its tracking would, a problem stops it, and where it is is
// noted. The caller knows that the load is that carrier's.
func (a *Area) CarrierTold(ctx context.Context, tx *store.Tx, shipmentID string, c freight.CarrierSaid) error {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return err
	}
	moving := s.Status == Tendered || s.Status == Confirmed || s.Status == InTransit
	data := map[string]any{"by": c.By, "carrier": s.Carrier, "what": c.What, "place": c.Place, "note": c.Note, "happenedAt": c.At.UTC().Format(time.RFC3339)}
	switch {
	case !moving && !(s.Status == Exception && c.What == "update"):
		return unless(false, "shipment-status-refused", s)
	case c.What == "picked-up" && s.Status == InTransit:
		return unless(false, "carrier-picked-up-already", s)
	case s.OnDock && s.SignedAt.IsZero():
		return unless(false, "carrier-load-on-dock", s)
	case c.What == "delivered" && s.Status != InTransit:
		return unless(false, "carrier-not-picked-up", s)
	}
	if c.What == "delivered" {
		l, err := a.carrierLoad(ctx, tx, s)
		if err != nil {
			return err
		}
		if left, err := time.Parse(time.RFC3339, l.DepartedAt); err == nil && c.At.Before(left) {
			return fail.Invalid(fail.Of("HappenedAt", "carrier-before-pickup"))
		}
	}
	if err := Append(ctx, tx, s.ID, "carrier-told", data); err != nil {
		return err
	}
	switch c.What {
	case "picked-up", "delivered":
		err = a.Advance(ctx, tx, s.ID, c.What, c.At)
	case "problem":
		_, err = a.Except(ctx, tx, ExceptReq{ShipmentID: s.ID, Reason: c.Note, StatusCode: c.Code})
	}
	if err != nil {
		return err
	}
	said := strings.Join(slices.DeleteFunc([]string{c.Place, c.Note}, func(t string) bool { return t == "" }), ": ")
	return a.tellOffice(ctx, tx, s, "notify-tender-told-"+c.What, map[string]any{"by": c.By, "note": said})
}
