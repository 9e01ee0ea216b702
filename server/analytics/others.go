package analytics

import (
	"context"

	"lading/server/report"
	"lading/server/store"
)

type offer struct {
	ID          string     `db:"id"`
	ShipmentID  string     `db:"shipment_id"`
	Number      string     `db:"number"`
	BOL         string     `db:"bol"`
	Warehouse   string     `db:"warehouse"`
	Carrier     string     `db:"carrier"`
	CarrierName string     `db:"carrier_name"`
	State       string     `db:"state"`
	OfferedAt   store.Time `db:"offered_at"`
	AnsweredAt  store.Time `db:"answered_at"`
}

// tenders judges whether a carrier takes what it is offered: accepted of accepted, rejected and expired. What was taken back before the carrier answered is not its answer.
func (k knowledge) tenders(ctx context.Context, tx *store.Tx) ([]Behind, error) {
	from, until := k.clocks.around(k.Span)
	rows, err := store.Select[offer](ctx, tx, `SELECT id, shipment_id, number, bol, warehouse, carrier, carrier_name, state, offered_at, answered_at FROM shipment_offered
WHERE offered_at BETWEEN ?1 AND ?2 AND (?3 IS NULL OR warehouse IN (SELECT value FROM json_each(?3))) AND (?4 = '' OR warehouse = ?4) AND (?5 = '' OR carrier = ?5) ORDER BY offered_at, id LIMIT ?6`,
		from, until, sight(k.user), k.Warehouse, k.Carrier, report.Most+1)
	if err == nil && len(rows) > report.Most {
		err = report.TooMany()
	}
	out := make([]Behind, 0, len(rows))
	for _, o := range rows {
		r := Behind{ID: o.ID, Number: o.Number, ShipmentID: o.ShipmentID, Shipment: o.Number, BOL: o.BOL, Warehouse: o.Warehouse, Zone: k.clocks.of(o.Warehouse).String(), Carrier: o.Carrier, CarrierName: o.CarrierName,
			Day: k.clocks.day(o.OfferedAt.Time, o.Warehouse), At: o.AnsweredAt}
		if r.Day < k.From || r.Day > k.To {
			continue
		}
		switch o.State {
		case "accepted":
			r.Counts, r.Why = Yes, Accepted
		case "rejected":
			r.Counts, r.Why = No, Rejected
		case "expired":
			r.Counts, r.Why = No, Expired
		case "open":
			r.Counts, r.Why = Open, Waits
		default:
			r.Counts, r.Why = Unknown, Withdrawn
		}
		out = append(out, r)
	}
	return out, err
}

type filed struct {
	ID         string `db:"id"`
	Number     string `db:"number"`
	ShipmentID string `db:"shipment_id"`
	Carrier    string `db:"carrier"`
}

// claims counts loads with a claim against their carrier, of all that it picked up in the span. Two claims for one load count once; withdrawn ones and overcharges do not.
func (k knowledge) claims(ctx context.Context, tx *store.Tx) ([]Behind, error) {
	rows, err := store.Select[filed](ctx, tx, `SELECT f.id, f.number, f.shipment_id, f.carrier FROM claim_filed f WHERE (?1 IS NULL OR warehouse IN (SELECT value FROM json_each(?1)))
AND (?2 = '' OR warehouse = ?2) AND (?3 = '' OR carrier = ?3) ORDER BY f.number DESC`, sight(k.user), k.Warehouse, k.Carrier)
	if err != nil {
		return nil, err
	}
	first := map[[2]string]filed{}
	for _, f := range rows {
		first[[2]string{f.ShipmentID, f.Carrier}] = f
	}
	out := []Behind{}
	for _, l := range k.loads {
		if !l.pickedUp() {
			continue
		}
		r := k.behind(l)
		r.Counts, r.Why = No, NoClaim
		if f, ok := first[[2]string{l.ID, l.Carrier}]; ok {
			r.ID, r.Number, r.Counts, r.Why = f.ID, f.Number, Yes, Claimed
		}
		out = append(out, r)
	}
	return out, nil
}

type billed struct {
	ID          string     `db:"id"`
	Number      string     `db:"number"`
	ShipmentID  string     `db:"shipment_id"`
	Shipment    string     `db:"shipment"`
	BOL         string     `db:"bol"`
	Warehouse   string     `db:"warehouse"`
	Carrier     string     `db:"carrier"`
	CarrierName string     `db:"carrier_name"`
	State       string     `db:"state"`
	FirstPass   bool       `db:"first_pass"`
	ReceivedAt  store.Time `db:"received_at"`
}

// invoices judges how a carrier bills: bills that the first check passed, of those that were checked. A bill that matches no load is wrong, and has no warehouse: it is
// seen as the audit shows it, by those who see all warehouses and by the one who uploaded it.
func (k knowledge) invoices(ctx context.Context, tx *store.Tx) ([]Behind, error) {
	from, until := k.clocks.around(k.Span)
	rows, err := store.Select[billed](ctx, tx, `SELECT id, number, shipment_id, shipment, bol, warehouse, carrier, carrier_name, state, first_pass, received_at FROM audit_billed
WHERE received_at BETWEEN ?1 AND ?2 AND (?3 IS NULL OR warehouse IN (SELECT value FROM json_each(?3)) OR warehouse = '' AND by_user = ?7) AND (?4 = '' OR warehouse = ?4) AND (?5 = '' OR carrier = ?5)
ORDER BY received_at, id LIMIT ?6`, from, until, sight(k.user), k.Warehouse, k.Carrier, report.Most+1, k.user.User)
	if err == nil && len(rows) > report.Most {
		err = report.TooMany()
	}
	out := make([]Behind, 0, len(rows))
	for _, i := range rows {
		r := Behind{ID: i.ID, Number: i.Number, ShipmentID: i.ShipmentID, Shipment: i.Shipment, BOL: i.BOL, Warehouse: i.Warehouse, Zone: k.clocks.of(i.Warehouse).String(), Carrier: i.Carrier, CarrierName: i.CarrierName,
			Day: k.clocks.day(i.ReceivedAt.Time, i.Warehouse), At: i.ReceivedAt}
		switch {
		case r.Day < k.From || r.Day > k.To:
			continue
		case i.State == "entered":
			r.Counts, r.Why = Open, Waits
		case i.FirstPass:
			r.Counts, r.Why = Yes, FirstPass
		default:
			r.Counts, r.Why = No, Excepted
		}
		out = append(out, r)
	}
	return out, err
}
