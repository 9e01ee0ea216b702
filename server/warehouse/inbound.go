package warehouse

import (
	"context"
	"time"

	"lading/server/kit/freight"
	"lading/server/store"
)

// InboundDayReq asks what comes to a warehouse on a day.
type InboundDayReq struct {
	Warehouse string `json:"WarehouseId" validate:"required,max=20"`
	Day       string `json:"SlotDate" validate:"required,day"`
}

// InboundState is how far an inbound truck is.
type InboundState string

// The states. A truck is late once its time is over and it has not come; a load without a time, once its day is over. It is overdue on the days after that.
const (
	Expected InboundState = "expected"
	Late     InboundState = "late"
	Overdue  InboundState = "overdue"
	Here     InboundState = "here"
	Done     InboundState = "done"
	NoShow   InboundState = "no-show"
)

// Values lists the states.
func (InboundState) Values() []string {
	return []string{string(Expected), string(Late), string(Overdue), string(Here), string(Done), string(NoShow)}
}

// Coming is a truck that comes to a warehouse on a day: by its appointment, or by the day on which its load is due.
type Coming struct {
	Key           string                      `json:"key" db:"key"`
	State         InboundState                `json:"state" db:"-"`
	AppointmentID string                      `json:"appointmentId" db:"appointment_id"` // empty for a load without a time
	Number        int64                       `json:"-" db:"appointment"`
	Called        string                      `json:"appointment" db:"-"`
	Day           string                      `json:"day" db:"day"`     // on which it was or is expected: on the list of today, also an earlier one
	Start         string                      `json:"start" db:"start"` // HH:MM on the warehouse's clock
	Minutes       int64                       `json:"minutes" db:"minutes"`
	Door          string                      `json:"door" db:"door"`
	Kept          string                      `json:"-" db:"state"`
	Rev           int64                       `json:"rev" db:"rev"`
	ShipmentID    string                      `json:"shipmentId" db:"shipment_id"`
	Shipment      string                      `json:"shipment" db:"number"`
	BOL           string                      `json:"bol" db:"bol"`
	PRO           string                      `json:"pro" db:"pro"`
	Reference     string                      `json:"reference" db:"reference"`
	Orders        store.JSON[[]string]        `json:"orders" db:"orders"`
	From          string                      `json:"from" db:"from_name"`
	Carrier       string                      `json:"carrier" db:"carrier"`
	Pallets       int64                       `json:"pallets" db:"pallets"`
	Pieces        int64                       `json:"pieces" db:"pieces"`
	Weight        store.JSON[freight.Measure] `json:"weight" db:"weight"`
	Status        string                      `json:"status" db:"status"` // of the load
	ArrivedAt     store.Time                  `json:"arrivedAt" db:"arrived_at"`
	Driver        string                      `json:"driver" db:"-"` // as the driver said it at the gate
	Plate         string                      `json:"plate" db:"-"`
	Trailer       string                      `json:"trailer" db:"-"`
	Seal          string                      `json:"seal" db:"-"`
	Visit         string                      `json:"visitId" db:"-"` // while its driver has not left
	DeliveredAt   store.Time                  `json:"deliveredAt" db:"delivered_at"`
	Next          []string                    `json:"next" db:"-"` // states that its appointment may be given
}

// InboundDay is what comes to a warehouse on a day.
type InboundDay struct {
	Warehouse string   `json:"warehouse"`
	Zone      string   `json:"zone"`
	Now       string   `json:"now"` // the warehouse's wall clock, day and HH:MM
	Doors     []string `json:"doors"`
	Rows      []Coming `json:"rows"`
}

// remembered is for how many days a truck that has not come, or has not been emptied, stands on the list of today.
const remembered = 30

// inboundMost are the trucks on a day's list: those of the day itself before those of the days before.
const inboundMost = 1000

// InboundDay lists the trucks that come on a day, by time: those with an appointment, and the loads that are due on it and have none. On today's list, those of
// the days before that have not come, or came and still stand here, are first.
func (a *Area) InboundDay(ctx context.Context, tx *store.Tx, req InboundDayReq) (InboundDay, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return InboundDay{}, err
	}
	site, err := find(ctx, tx, req.Warehouse)
	if err != nil {
		return InboundDay{}, err
	}
	zone, err := time.LoadLocation(site.Zone)
	if err != nil {
		return InboundDay{}, err
	}
	clock := tx.Now.In(zone)
	now, since := clock.Format("2006-01-02 15:04"), req.Day
	if today := clock.Format(time.DateOnly); req.Day == today {
		since = clock.AddDate(0, 0, -remembered).Format(time.DateOnly)
	}
	out := InboundDay{Warehouse: site.ID, Zone: site.Zone, Now: now, Doors: site.Doors.V}
	const due = `COALESCE(NULLIF(s.arrive_by, ''), s.ship_on)`
	const load = `COALESCE(s.number, '') AS number, COALESCE(s.bol, '') AS bol, COALESCE(s.pro, '') AS pro, COALESCE(s.orders, '[]') AS orders, COALESCE(s.from_name, '') AS from_name, COALESCE(s.pallets, 0) AS pallets,
COALESCE(s.pieces, 0) AS pieces, COALESCE(s.weight, '{"milli":0,"unit":""}') AS weight, COALESCE(s.status, '') AS status, d.arrived_at, s.delivered_at`
	out.Rows, err = store.Select[Coming](ctx, tx, `SELECT * FROM (SELECT * FROM (SELECT p.id AS key, p.id AS appointment_id, p.number AS appointment, p.day, p.start, p.minutes, p.door, p.state, p.rev, p.shipment_id, p.reference,
COALESCE(NULLIF(s.carrier_name, ''), p.carrier) AS carrier, `+load+` FROM warehouse_appointment p LEFT JOIN shipment_client s ON s.id = p.shipment_id AND p.shipment_id <> ''
LEFT JOIN dock_arrival d ON d.shipment_id = p.shipment_id AND p.shipment_id <> '' WHERE p.warehouse = ?1 AND p.direction = 'inbound' AND p.day BETWEEN ?3 AND ?2 AND p.state <> 'cancelled'
AND (p.day = ?2 OR p.state IN ('booked', 'arrived') AND s.delivered_at IS NULL AND COALESCE(s.status, '') <> 'D')
UNION ALL SELECT s.id, '', 0, `+due+`, '', 0, '', '', 0, s.id, '', s.carrier_name, `+load+` FROM shipment_client s LEFT JOIN dock_arrival d ON d.shipment_id = s.id
WHERE s.warehouse = ?1 AND s.inbound AND `+due+` BETWEEN ?3 AND ?2 AND (`+due+` = ?2 OR s.delivered_at IS NULL AND s.status <> 'D') AND NOT EXISTS (SELECT 1 FROM warehouse_appointment p WHERE p.shipment_id = s.id AND p.shipment_id <> '' AND p.state <> 'cancelled')
) ORDER BY day DESC, key LIMIT ?4) ORDER BY day, start = '', start, door, number, key`, site.ID, req.Day, since, inboundMost)
	if err != nil {
		return out, err
	}
	visits, err := lastVisits(ctx, tx, site.ID, tx.Now.AddDate(0, 0, -remembered-lookAhead))
	for i := range out.Rows {
		r := &out.Rows[i]
		r.at(visits)
		if r.AppointmentID != "" {
			r.Called = Appointment{Number: r.Number}.called().Called
		}
		r.judge(req.Day, now)
	}
	return out, err
}

// lastVisits gives who came to a warehouse's gate last, by appointment and by load.
func lastVisits(ctx context.Context, tx *store.Tx, warehouse string, since time.Time) (map[string]Visit, error) {
	list, err := store.Select[Visit](ctx, tx, `SELECT * FROM warehouse_visit WHERE warehouse = ? AND at >= ? ORDER BY at`, warehouse, store.At(since))
	out := map[string]Visit{}
	for _, v := range list {
		out[v.AppointmentID], out[v.ShipmentID] = v, v
	}
	delete(out, "") // who came for no load, or by no appointment, is not everybody's
	return out, err
}

// at adds what the truck's driver said at the gate.
func (c *Coming) at(visits map[string]Visit) {
	v, ok := visits[c.AppointmentID]
	if !ok || c.AppointmentID == "" {
		v, ok = visits[c.ShipmentID]
	}
	if !ok || c.AppointmentID == "" && c.ShipmentID == "" {
		return
	}
	c.Driver, c.Plate, c.Trailer, c.Seal = v.Name, v.Plate, v.Trailer, v.Seal
	if v.LeftAt.IsZero() {
		c.Visit = v.ID
	}
	if v.LeftSeal != "" {
		c.Seal = v.LeftSeal
	}
	if left := !v.LeftAt.IsZero() && c.Kept != "arrived" && c.Kept != "done"; c.ArrivedAt.IsZero() && !left { // one that left unserved is expected again
		c.ArrivedAt = v.At
	}
}

// judge says how far a truck is, by what the gate and the dock noted and by the warehouse's clock.
func (c *Coming) judge(asked, now string) {
	c.Next = []string{}
	if c.AppointmentID != "" && c.DeliveredAt.IsZero() {
		c.Next = moves[c.Kept]
	}
	end := c.Day + " 24:00" // a load without a time has the whole day
	if c.Start != "" {
		at := minutesOf(c.Day, c.Start) + int(c.Minutes)
		end = time.Unix(int64(at)*60, 0).UTC().Format("2006-01-02 15:04")
	}
	switch {
	case c.Kept == "done" || !c.DeliveredAt.IsZero() || c.Status == "D":
		c.State = Done
	case c.Kept == "arrived" || !c.ArrivedAt.IsZero():
		c.State = Here
	case c.Kept == "no-show":
		c.State = NoShow
	case now > end && c.Day < asked:
		c.State = Overdue
	case now > end:
		c.State = Late
	default:
		c.State = Expected
	}
}
