package warehouse

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/guess"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"
)

const (
	gateLink  = "gate"  // what hangs at a warehouse's gate; the dock gives it out
	visitLink = "visit" // what a driver's phone then holds: where to go, until it has left
	visitLife = 3 * 24 * time.Hour

	lookBack   = 7              // days after which a truck that did not come is asked at the office
	lookAhead  = 14             // days before its time that a truck is told when it is expected
	earliest   = 12 * time.Hour // that a truck may come before its time
	usualStays = 50             // that the usual stay is taken from
	usualLeast = 3
)

// atGate is the limit of who tells numbers at the gate: a driver corrects a slip, nobody tries numbers in a row.
var atGate = op.Limit{Name: "gate", Every: 3 * time.Second, Burst: 20, Key: func(c *op.Call) string { return guess.Network(c.IP) }}

// Floor is the dock, as a gate needs to know it.
type Floor interface {
	GateSite(ctx context.Context, tx *store.Tx, warehouse string) (freight.GateSite, error)
	ExpectedAtGate(ctx context.Context, tx *store.Tx, warehouse, bare string) ([]string, error)
	ArriveAtGate(ctx context.Context, tx *store.Tx, shipmentID string, g freight.GateArrival) error
	AtGate(ctx context.Context, tx *store.Tx, shipmentID string) (g freight.GateLoad, ok bool, err error)
}

// Links keeps what strangers may do.
type Links interface {
	FindLink(ctx context.Context, tx *store.Tx, kind, token string) (link.Link, error)
	MailLink(ctx context.Context, tx *store.Tx, kind, object, warehouse string, until time.Time) (link.Link, error)
	StandingLink(ctx context.Context, tx *store.Tx, kind, object string) (link.Link, error)
	LinkToken(org, id string) string
}

func (a *Area) gateOps() []op.Op {
	const unknown = "gate-code-unknown"
	return []op.Op{
		op.Direct("Gate/Open", a.OpenGate).Opened(unknown).Limited(op.PerStranger),
		op.Direct("Gate/CheckIn", a.CheckIn).Opened(unknown).Limited(atGate),
		op.Direct("Gate/Visit", a.ShowVisit).Opened(unknown).Limited(op.PerStranger),
		op.Direct("Gate/CheckOut", a.CheckOut).Opened(unknown).Limited(op.PerStranger),
	}
}

// Visit is a driver who said at a gate who is here and for what.
type Visit struct {
	ID            string     `db:"id"`
	Warehouse     string     `db:"warehouse"`
	AppointmentID string     `db:"appointment_id"`
	ShipmentID    string     `db:"shipment_id"`
	Number        string     `db:"number"`
	Name          string     `db:"name"`
	Carrier       string     `db:"carrier"`
	Plate         string     `db:"plate"`
	Trailer       string     `db:"trailer"`
	Seal          string     `db:"seal"`
	Phone         string     `db:"phone"`
	Language      string     `db:"language"`
	At            store.Time `db:"at"`
	LeftAt        store.Time `db:"left_at"`
	LeftSeal      string     `db:"left_seal"`
}

// VisitState is how far a driver's visit is.
type VisitState string

// The states.
const (
	Waits       VisitState = "waiting" // on the yard
	AtDoor      VisitState = "door"    // is to go to a door, or stands there
	BeingLoaded VisitState = "loading" // a trailer is being loaded
	Loaded      VisitState = "loaded"  // and is to be signed for
	Through     VisitState = "done"    // may leave
	Gone        VisitState = "left"
	Off         VisitState = "void" // the load was called off
)

// Values lists the states.
func (VisitState) Values() []string {
	return []string{string(Waits), string(AtDoor), string(BeingLoaded), string(Loaded), string(Through), string(Gone), string(Off)}
}

// GateShown is what a driver's phone shows: the site, and where to go once the driver has said for what.
type GateShown struct {
	Site   freight.GateSite `json:"site"`
	Ticket string           `json:"ticket,omitempty"` // for asking again, and for leaving
	Visit  *VisitShown      `json:"visit"`
}

// VisitShown is a visit as its driver sees it.
type VisitShown struct {
	ID          string     `json:"id"`
	State       VisitState `json:"state"`
	Door        string     `json:"door"`        // where to go; empty until there is room
	Appointment string     `json:"appointment"` // its number
	Day         string     `json:"day"`         // on the warehouse's clock
	Start       string     `json:"start"`
	Number      string     `json:"number"` // what the driver came for
	BOL         string     `json:"bol"`
	Carrier     string     `json:"carrier"`
	Name        string     `json:"name"`
	Plate       string     `json:"plate"`
	Trailer     string     `json:"trailer"`
	Seal        string     `json:"seal"`
	Loaded      int64      `json:"loaded"`
	Pallets     int64      `json:"pallets"`
	Ahead       int64      `json:"ahead"`   // trucks that came before and wait, too
	Minutes     int64      `json:"minutes"` // that trucks were here lately; 0 where too few were
	At          store.Time `json:"at"`
	LeftAt      store.Time `json:"leftAt"`
	LeftSeal    string     `json:"leftSeal"`
}

// GateHeld is what a phone at the gate shows: the secret of the sign, or of its visit. The client of the address is a label; the secret alone lets in.
type GateHeld struct {
	Token  string `json:"Token" validate:"required,max=120"`
	Client string `json:"clientId" validate:"max=80"`
}

// CheckInReq is what a driver says at the gate.
type CheckInReq struct {
	GateHeld
	ID       string `json:"CheckInId" validate:"required,ulid"`             // which the phone made
	Number   string `json:"Number" validate:"required,max=60" field:"trim"` // of the appointment, the bill, the PRO or the order
	Name     string `json:"DriverName" validate:"required,max=80" field:"trim"`
	Carrier  string `json:"Carrier" validate:"required,max=60" field:"trim"`
	Plate    string `json:"LicensePlate" validate:"required,max=12" field:"upper,trim"`
	Trailer  string `json:"TrailerNumber" validate:"max=20" field:"upper,trim"`
	Seal     string `json:"SealNumber" validate:"max=30" field:"upper,trim"`
	Phone    string `json:"PhoneNumber" validate:"max=40" field:"trim"`
	Language string `json:"Language" validate:"required,oneof=en es fr"`
	Agrees   bool   `json:"Agrees"` // to what holds on the site
}

// Check wants the word on the site's rules.
func (r *CheckInReq) Check() []fail.Field {
	if !r.Agrees {
		return []fail.Field{fail.Of("Agrees", "gate-rules-unread")}
	}
	return nil
}

// holds does something for who holds a secret of the gate.
func (a *Area) holds(ctx context.Context, c *op.Call, kind string, h GateHeld, who string, write bool, do func(ctx context.Context, tx *store.Tx, l link.Link) error) error {
	db, err := a.Strangers.Linked(ctx, h.Token, "gate-code-unknown")
	if err != nil {
		return err
	}
	inside := func(ctx context.Context, tx *store.Tx) error {
		l, err := a.Links.FindLink(ctx, tx, kind, h.Token)
		if _, refused := fail.As(err); refused || err == nil && h.Client != "" && !strings.HasSuffix(h.Client, tx.Org) {
			return fail.NotFound("gate-code-unknown")
		}
		if err != nil {
			return err
		}
		tx.By.Warehouses = []string{l.Warehouse}
		return do(ctx, tx, l)
	}
	if write {
		_, err = op.Write(ctx, db, c.Stranger(db, who), inside)
	} else {
		err = db.Read(ctx, c.Stranger(db, who).By, inside)
	}
	return op.Bare(err)
}

// GateOpenReq opens the page that a sign at a gate leads to.
type GateOpenReq struct{ GateHeld }

// OpenGate tells a driver where this is, and what holds here.
func (a *Area) OpenGate(ctx context.Context, c *op.Call, req GateOpenReq) (out GateShown, err error) {
	return out, a.holds(ctx, c, gateLink, req.GateHeld, "", false, func(ctx context.Context, tx *store.Tx, l link.Link) error {
		out.Site, err = a.Floor.GateSite(ctx, tx, l.Warehouse)
		return err
	})
}

// CheckIn notes that a driver is at the gate, and tells where to go. Said twice, by whichever phone, it is one visit: the answer is the same, and nothing of it is changed.
func (a *Area) CheckIn(ctx context.Context, c *op.Call, req CheckInReq) (out GateShown, err error) {
	return out, a.holds(ctx, c, gateLink, req.GateHeld, req.Name, true, func(ctx context.Context, tx *store.Tx, l link.Link) error {
		v, ok, err := store.Get[Visit](ctx, tx, `SELECT * FROM warehouse_visit WHERE id = ? AND warehouse = ?`, req.ID, l.Warehouse)
		if err != nil {
			return err
		}
		if !ok {
			if v, err = a.admit(ctx, tx, l.Warehouse, req, freight.GateArrival{Number: req.Number, Name: req.Name, Carrier: req.Carrier, Plate: req.Plate, Trailer: req.Trailer, Seal: req.Seal, Phone: req.Phone,
				Language: req.Language, Address: c.IP, Agent: c.Agent}); err != nil {
				return err
			}
		}
		ticket, err := a.Links.StandingLink(ctx, tx, visitLink, v.ID)
		if err == nil && ticket.ID == "" {
			ticket, err = a.Links.MailLink(ctx, tx, visitLink, v.ID, v.Warehouse, tx.Now.Add(visitLife))
		}
		if err != nil {
			return err
		}
		out, err = a.visit(ctx, tx, v)
		out.Ticket = a.Links.LinkToken(tx.Org, ticket.ID)
		return err
	})
}

// admit begins a visit, or gives the one that is open for the same truck.
func (a *Area) admit(ctx context.Context, tx *store.Tx, warehouse string, req CheckInReq, said freight.GateArrival) (Visit, error) {
	p, shipmentID, err := a.meant(ctx, tx, warehouse, req.Number)
	if err != nil {
		return Visit{}, err
	}
	if v, open, err := store.Get[Visit](ctx, tx, `SELECT * FROM warehouse_visit WHERE appointment_id = ? AND shipment_id = ? AND left_at IS NULL`, p.ID, shipmentID); err != nil || open {
		return v, err
	}
	v := Visit{ID: req.ID, Warehouse: warehouse, AppointmentID: p.ID, ShipmentID: shipmentID, Number: req.Number, Name: req.Name, Carrier: req.Carrier, Plate: req.Plate, Trailer: req.Trailer, Seal: req.Seal,
		Phone: req.Phone, Language: req.Language, At: store.At(tx.Now)}
	if err := store.Insert(ctx, tx, "warehouse_visit", v); err != nil {
		return v, err
	}
	if p.State == "booked" {
		if _, err := a.MoveAppointment(ctx, tx, MoveReq{ID: p.ID, State: "arrived"}); err != nil {
			return v, err
		}
	}
	if shipmentID == "" {
		return v, nil
	}
	return v, a.Floor.ArriveAtGate(ctx, tx, shipmentID, said)
}

var appointmentNumber = regexp.MustCompile(`^A0*(\d{1,9})$`)

// meant is what a truck came for by a number: an appointment, or a load that has none.
func (a *Area) meant(ctx context.Context, tx *store.Tx, warehouse, number string) (p Appointment, shipmentID string, err error) {
	site, err := find(ctx, tx, warehouse)
	if err != nil {
		return p, "", err
	}
	zone, err := time.LoadLocation(site.Zone)
	if err != nil {
		return p, "", err
	}
	bare, now := strings.ToUpper(strings.NewReplacer(" ", "", "-", "", ".", "").Replace(number)), tx.Now.In(zone)
	nth := int64(0)
	if m := appointmentNumber.FindStringSubmatch(bare); m != nil {
		nth, _ = strconv.ParseInt(m[1], 10, 64) // nine digits
	}
	const is = `upper(replace(replace(replace(%, ' ', ''), '-', ''), '.', '')) = ?2`
	like := func(column string) string { return strings.Replace(is, "%", column, 1) }
	byLoad := `(` + like("s.bol") + ` OR ` + like("s.pro") + ` OR EXISTS (SELECT 1 FROM json_each(s.orders) WHERE ` + like("value") + `))`
	list, err := store.Select[Appointment](ctx, tx, `SELECT p.* FROM warehouse_appointment p LEFT JOIN shipment_client s ON s.id = p.shipment_id AND p.shipment_id <> ''
WHERE p.warehouse IN (SELECT id FROM warehouse_site) AND p.day BETWEEN ?3 AND ?4 AND p.state <> 'cancelled' AND p.state <> 'done' AND (p.number = ?1 OR ?2 <> '' AND (`+like("p.reference")+` OR `+byLoad+`)) ORDER BY p.day, p.start LIMIT 20`,
		nth, bare, now.AddDate(0, 0, -lookBack).Format(time.DateOnly), now.AddDate(0, 0, lookAhead).Format(time.DateOnly))
	if err != nil {
		return p, "", err
	}
	var here, soon []Appointment
	for _, q := range list {
		if q.Warehouse != warehouse {
			continue
		}
		here = append(here, q)
		if at, _ := instant(q.Day, q.Start, zone); at.Sub(tx.Now) <= earliest {
			soon = append(soon, q)
		}
	}
	switch {
	case len(soon) > 1:
		return p, "", fail.Conflict("gate-load-several", "number", number)
	case len(soon) == 1:
		return soon[0], soon[0].ShipmentID, nil
	case len(here) > 0:
		return p, "", fail.Conflict("gate-early", "day", here[0].Day, "time", here[0].Start)
	}
	ids, err := a.Floor.ExpectedAtGate(ctx, tx, warehouse, bare)
	if err != nil {
		return p, "", err
	}
	if len(ids) == 0 && bare != "" {
		ids, err = store.Select[string](ctx, tx, `SELECT s.id FROM shipment_client s WHERE s.warehouse = ?1 AND s.inbound AND s.status IN ('T', 'M', 'A', 'X', 'Q') AND `+byLoad+` LIMIT 2`, warehouse, bare)
		if err != nil {
			return p, "", err
		}
	}
	switch {
	case len(ids) > 1:
		return p, "", fail.Conflict("gate-load-several", "number", number)
	case len(ids) == 1:
		return p, ids[0], nil
	case len(list) > 0:
		other, err := find(ctx, tx, list[0].Warehouse)
		if err != nil {
			return p, "", err
		}
		return p, "", fail.Conflict("gate-other-site", "site", other.Name, "city", other.Address.V.City)
	}
	return p, "", fail.New(http.StatusNotFound, "gate-load-unknown", "number", number)
}

// VisitReq asks how a visit stands.
type VisitReq struct{ GateHeld }

// ShowVisit tells a driver who has checked in how it stands now.
func (a *Area) ShowVisit(ctx context.Context, c *op.Call, req VisitReq) (out GateShown, err error) {
	return out, a.holds(ctx, c, visitLink, req.GateHeld, "", false, func(ctx context.Context, tx *store.Tx, l link.Link) error {
		v, err := visitOf(ctx, tx, l)
		if err == nil {
			out, err = a.visit(ctx, tx, v)
		}
		return err
	})
}

// CheckOutReq is what a driver says who leaves.
type CheckOutReq struct {
	GateHeld
	Seal string `json:"SealNumber" validate:"max=30" field:"upper,trim"` // that is on the trailer now
}

// CheckOut notes that a driver leaves. A trailer that was loaded leaves once its bill is signed. Said twice it is the same.
func (a *Area) CheckOut(ctx context.Context, c *op.Call, req CheckOutReq) (out GateShown, err error) {
	return out, a.holds(ctx, c, visitLink, req.GateHeld, "", true, func(ctx context.Context, tx *store.Tx, l link.Link) error {
		v, err := visitOf(ctx, tx, l)
		if err != nil {
			return err
		}
		if v.LeftAt.IsZero() {
			now, err := a.visit(ctx, tx, v)
			if err != nil {
				return err
			}
			if s := now.Visit.State; s == BeingLoaded || s == Loaded {
				return fail.Conflict("gate-bill-unsigned")
			}
			v.LeftAt, v.LeftSeal = store.At(tx.Now), req.Seal
			if err := store.Put(ctx, tx, "warehouse_visit", "id", v); err != nil {
				return err
			}
			if p, err := appointment(ctx, tx, v.AppointmentID); err == nil && p.State == "arrived" {
				if _, err := a.MoveAppointment(ctx, tx, MoveReq{ID: p.ID, State: "done"}); err != nil && fail.CodeOf(err) != "appointment-over" {
					return err
				}
			}
		}
		out, err = a.visit(ctx, tx, v)
		return err
	})
}

func visitOf(ctx context.Context, tx *store.Tx, l link.Link) (Visit, error) {
	v, ok, err := store.Get[Visit](ctx, tx, `SELECT * FROM warehouse_visit WHERE id = ?`, l.Object)
	if err == nil && !ok {
		err = fail.NotFound("gate-code-unknown")
	}
	return v, err
}

// visit tells how a visit stands: by the dock where its load is on it, else by its appointment.
func (a *Area) visit(ctx context.Context, tx *store.Tx, v Visit) (out GateShown, err error) {
	if out.Site, err = a.Floor.GateSite(ctx, tx, v.Warehouse); err != nil {
		return out, err
	}
	s := &VisitShown{ID: v.ID, State: Waits, Number: v.Number, Carrier: v.Carrier, Name: v.Name, Plate: v.Plate, Trailer: v.Trailer, Seal: v.Seal, At: v.At, LeftAt: v.LeftAt, LeftSeal: v.LeftSeal}
	out.Visit = s
	p, booked, err := store.Get[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE id = ?`, v.AppointmentID)
	if err != nil {
		return out, err
	}
	if booked {
		s.Appointment, s.Day, s.Start = p.called().Called, p.Day, p.Start
	}
	g, docked, err := a.Floor.AtGate(ctx, tx, v.ShipmentID)
	if err != nil {
		return out, err
	}
	if docked {
		s.BOL, s.Door, s.Loaded, s.Pallets, s.Ahead, s.Minutes = g.BOL, g.Door, g.Loaded, g.Pallets, g.Ahead, g.Minutes
		switch g.State {
		case "loading":
			s.State = BeingLoaded
		case "loaded":
			s.State = Loaded
		case "signed", "left":
			s.State = Through
		case "void":
			s.State = Off
		}
	} else {
		if s.Ahead, _, err = store.Get[int64](ctx, tx, `SELECT count(*) FROM warehouse_visit WHERE warehouse = ?1 AND at >= ?2 AND left_at IS NULL AND (at < ?3 OR at = ?3 AND id < ?4)`, v.Warehouse, store.At(v.At.Add(-24*time.Hour)), v.At, v.ID); err != nil {
			return out, err
		}
		if s.Minutes, err = usualStay(ctx, tx, v.Warehouse); err != nil {
			return out, err
		}
		if booked && p.State == "done" {
			s.State = Through
		}
		if booked && p.Door != "" { // who came before for the same door goes first
			before, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM warehouse_visit v JOIN warehouse_appointment p ON p.id = v.appointment_id
WHERE v.warehouse = ?1 AND v.at >= ?2 AND (v.at < ?3 OR v.at = ?3 AND v.id < ?4) AND v.left_at IS NULL AND p.door = ?5 AND p.state = 'arrived'`, v.Warehouse, store.At(v.At.Add(-24*time.Hour)), v.At, v.ID, p.Door)
			if err != nil {
				return out, err
			}
			if before == 0 {
				s.Door = p.Door
			}
		}
	}
	if s.State == Waits && s.Door != "" {
		s.State = AtDoor
	}
	if !v.LeftAt.IsZero() {
		s.State = Gone
	}
	return out, nil
}

// usualStay is the median of how many minutes trucks were at a warehouse lately.
func usualStay(ctx context.Context, tx *store.Tx, warehouse string) (int64, error) {
	stays, err := store.Select[int64](ctx, tx, `SELECT stay FROM (SELECT (left_at - at) / 60000 AS stay FROM warehouse_visit WHERE warehouse = ? AND left_at > at ORDER BY at DESC LIMIT ?) ORDER BY stay`, warehouse, usualStays)
	if err != nil || len(stays) < usualLeast {
		return 0, err
	}
	return stays[len(stays)/2], nil
}
