package analytics

import (
	"context"
	"time"

	"lading/server/kit/calendar"
	"lading/server/report"
	"lading/server/store"
)

// scope is whose figures are asked for.
type scope struct {
	Warehouse, Carrier string
	Grace              int
	report.Span
}

// load is what a carrier was given to carry, as the shipment area publishes it.
type load struct {
	ID          string     `db:"id"`
	Number      string     `db:"number"`
	BOL         string     `db:"bol"`
	Warehouse   string     `db:"warehouse"`
	Carrier     string     `db:"carrier"`
	CarrierName string     `db:"carrier_name"`
	Status      string     `db:"status"`
	Back        string     `db:"back"`
	Inbound     bool       `db:"inbound"`
	ShipOn      string     `db:"ship_on"`
	PickupFrom  string     `db:"pickup_from"`
	PickupTo    string     `db:"pickup_to"`
	ArriveBy    string     `db:"arrive_by"`
	ServiceDays int        `db:"service_days"`
	ArrivesOn   string     `db:"arrives_on"`
	FromCountry string     `db:"from_country"`
	FromZip     string     `db:"from_zip"`
	ToCountry   string     `db:"to_country"`
	ToZip       string     `db:"to_zip"`
	DepartedAt  store.Time `db:"departed_at"`
	DeliveredAt store.Time `db:"delivered_at"`
	ArrivedAt   store.Time `db:"arrived_at"`
}

// pickedUp tells whether the carrier has the load or has delivered it. One that stands still on the road has left, too.
func (l load) pickedUp() bool {
	return l.Status == "A" || l.Status == "D" || l.Status == "X" && l.Back == "A"
}

// knowledge is what figures are counted from: the loads of the span, and the clocks of their sites.
type knowledge struct {
	scope
	clocks clocks
	loads  []load
	now    time.Time
	user   store.Actor
}

// know reads the loads whose pickup was planned in the span, of warehouses that the user sees.
func (a *Area) know(ctx context.Context, tx *store.Tx, s scope) (knowledge, error) {
	k := knowledge{scope: s, now: tx.Now, user: tx.By}
	var err error
	if k.clocks, err = a.clocks(ctx, tx); err != nil {
		return k, err
	}
	k.loads, err = store.Select[load](ctx, tx, `SELECT c.id, number, bol, warehouse, carrier, carrier_name, status, back, inbound, ship_on, pickup_from, pickup_to, arrive_by, service_days, arrives_on, from_country, from_zip,
to_country, to_zip, departed_at, delivered_at, arrived_at FROM shipment_carried c LEFT JOIN dock_arrival d ON d.shipment_id = c.id
WHERE ship_on BETWEEN ?1 AND ?2 AND (?3 IS NULL OR warehouse IN (SELECT value FROM json_each(?3))) AND (?4 = '' OR warehouse = ?4) AND (?5 = '' OR carrier = ?5) ORDER BY ship_on, c.id LIMIT ?6`,
		s.From, s.To, sight(tx.By), s.Warehouse, s.Carrier, report.Most+1)
	if err == nil && len(k.loads) > report.Most { // half of the loads would make other figures
		err = report.TooMany()
	}
	return k, err
}

// rows are what a measure is counted from.
func (k knowledge) rows(ctx context.Context, tx *store.Tx, m Measure) ([]Behind, error) {
	switch m {
	case Tenders:
		return k.tenders(ctx, tx)
	case Claims:
		return k.claims(ctx, tx)
	case Invoices:
		return k.invoices(ctx, tx)
	}
	out := make([]Behind, 0, len(k.loads))
	for _, l := range k.loads {
		if m == Pickup {
			out = append(out, k.pickup(l))
		} else if l.pickedUp() {
			out = append(out, k.delivery(l))
		}
	}
	return out, nil
}

func (k knowledge) behind(l load) Behind {
	return Behind{ID: l.ID, Number: l.Number, ShipmentID: l.ID, Shipment: l.Number, BOL: l.BOL, Warehouse: l.Warehouse, Zone: k.clocks.of(l.Warehouse).String(), Carrier: l.Carrier, CarrierName: l.CarrierName, Day: l.ShipOn}
}

// pickup judges whether the truck came in time: when it was met at the dock, else when it left, against the end of the pickup window on the warehouse's clock, or the end
// of the day where there is no window. How long the warehouse took to load it does not count where the arrival was noted.
func (k knowledge) pickup(l load) Behind {
	r := k.behind(l)
	if l.Inbound {
		r.Counts, r.Why = Unknown, ComesIn
		return r
	}
	due, ok := k.windowEnd(l)
	if !ok {
		r.Counts, r.Why = Unknown, NotNoted
		return r
	}
	r.DueAt = store.At(due)
	late := due.Add(time.Duration(k.Grace) * time.Minute)
	if r.At = l.ArrivedAt; r.At.IsZero() {
		r.At = l.DepartedAt
	}
	switch {
	case !r.At.IsZero():
		r.Counts = yes(!r.At.After(late))
	case l.pickedUp():
		r.Counts, r.Why = Unknown, NotNoted
	case k.now.After(late):
		r.Counts, r.Why = No, NotPickedUp
	default:
		r.Counts, r.Why = Open, NotPickedUp
	}
	return r
}

// windowEnd is the last moment of a pickup window. A window that ends before it begins runs into the next day; a day without one ends at its midnight.
func (k knowledge) windowEnd(l load) (time.Time, bool) {
	zone := k.clocks.of(l.Warehouse)
	day, err := time.ParseInLocation(time.DateOnly, l.ShipOn, zone)
	if err != nil {
		return day, false
	}
	if l.PickupTo == "" {
		return day.AddDate(0, 0, 1).Add(-time.Second), true
	}
	end, err := time.ParseInLocation(time.DateOnly+" 15:04", l.ShipOn+" "+l.PickupTo, zone)
	if err == nil && l.PickupTo < l.PickupFrom {
		end = end.AddDate(0, 0, 1)
	}
	return end, err == nil
}

// delivery judges whether a load was there on its day: the first due day of its orders, else that of its carrier by all calendars, or for loads of earlier times by the
// pickup's day and the carrier's transit in working days. Days are the warehouse's. One that is still on its way is late as soon as its day is over.
func (k knowledge) delivery(l load) Behind {
	r := k.behind(l)
	r.At, r.DueOn = l.DeliveredAt, l.ArriveBy
	if r.DueOn == "" {
		r.DueOn = l.ArrivesOn
	}
	if r.DueOn == "" {
		r.DueOn = calendar.Add(l.ShipOn, l.ServiceDays, calendar.CountryOf(l.FromCountry, l.FromZip), calendar.CountryOf(l.ToCountry, l.ToZip))
	}
	switch {
	case r.DueOn == "":
		r.Counts, r.Why = Unknown, NoDueDay
	case !r.At.IsZero():
		r.Counts = yes(k.clocks.day(r.At.Time, l.Warehouse) <= r.DueOn)
	case k.clocks.day(k.now, l.Warehouse) > r.DueOn:
		r.Counts, r.Why = No, OnTheWay
	default:
		r.Counts, r.Why = Open, OnTheWay
	}
	return r
}

func yes(is bool) Counts {
	if is {
		return Yes
	}
	return No
}
