package warehouse

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/evidence"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/guess"
	"lading/server/kit/link"
	"lading/server/kit/right"
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

// SignTries are the numbers that may be said in vain at one sign, from wherever: what one network may say, and no more for many.
var SignTries = guess.Rate{Burst: 60, Every: 3 * time.Second}

// inVain are the answers to a number that let nobody in.
var inVain = []string{"gate-load-unknown", "gate-load-several", "gate-early", "gate-other-site", "gate-taken", "gate-number-other"}

// atGate is the limit of who tells numbers at the gate: a driver corrects a slip, nobody tries numbers in a row.
var atGate = op.Limit{Name: "gate", Every: 3 * time.Second, Burst: 20, Key: func(c *op.Call) string { return guess.Network(c.IP) }}

// Floor is the dock, as a gate needs to know it.
type Floor interface {
	GateSite(ctx context.Context, tx *store.Tx, warehouse string) (freight.GateSite, error)
	ExpectedAtGate(ctx context.Context, tx *store.Tx, warehouse, bare string) ([]string, error)
	ArriveAtGate(ctx context.Context, tx *store.Tx, shipmentID string, g freight.GateArrival) error
	SaidAtGate(ctx context.Context, tx *store.Tx, shipmentID string, g freight.GateArrival, refused bool) error
	CorrectAtGate(ctx context.Context, tx *store.Tx, shipmentID string, was, now freight.GateArrival) error
	LeaveGate(ctx context.Context, tx *store.Tx, shipmentID string, came store.Time, g freight.GateArrival) error
	// LoadAtDoor is the load whose truck is at a door; ok is false where none is.
	LoadAtDoor(ctx context.Context, tx *store.Tx, warehouse, door string) (l freight.DoorLoad, ok bool, err error)
	// DoorFree tells that no load has a door: none is being loaded there, and of those that wait for it none came before a time.
	DoorFree(ctx context.Context, tx *store.Tx, warehouse, door string, before time.Time) (bool, error)
	AtGate(ctx context.Context, tx *store.Tx, shipmentID string) (g freight.GateLoad, ok bool, err error)
	// DoorsGiven lists the doors that loads have which have not left, also those whose trucks have not come.
	DoorsGiven(ctx context.Context, tx *store.Tx, warehouse string) ([]string, error)
	// LoadBetween names the load other than one whose truck was at a door in a span, or is.
	LoadBetween(ctx context.Context, tx *store.Tx, warehouse, door, other string, from, until time.Time) (carrier, bol string, ok bool, err error)
	// SendFromGate sends a load whose truck has come to a door.
	SendFromGate(ctx context.Context, tx *store.Tx, shipmentID, door string) error
}

// Links keeps what strangers may do.
type Links interface {
	FindLink(ctx context.Context, tx *store.Tx, kind, token string) (link.Link, error)
	MailLink(ctx context.Context, tx *store.Tx, kind, object, warehouse string, until time.Time) (link.Link, error)
	StandingLink(ctx context.Context, tx *store.Tx, kind, object string) (link.Link, error)
	EndLinks(ctx context.Context, tx *store.Tx, kind, object string) error
	LinkToken(org, id string) string
}

func (a *Area) gateOps() []op.Op {
	const unknown = "gate-code-unknown"
	return []op.Op{
		op.Direct("Gate/Open", a.OpenGate).Opened(unknown).Limited(op.PerVisitor),
		op.Direct("Gate/CheckIn", a.CheckIn).Opened(unknown).Limited(atGate),
		op.Direct("Gate/Visit", a.ShowVisit).Opened(unknown).Limited(op.PerVisitor),
		op.Direct("Gate/CheckOut", a.CheckOut).Opened(unknown).Limited(op.PerVisitor),
		op.Query("Warehouse/OpenVisits", a.OpenVisits, right.SeeAppointments),
		op.Command("Warehouse/EndVisit", a.EndVisit, right.BookAppointments),
		op.Command("Warehouse/LeaseSlots", a.LeaseSlots, right.BookAppointments).Safe(), // a lost lease would be given to another
		op.Query("Warehouse/SlotLeases", a.SlotLeases, right.SeeAppointments),
		op.Command("Warehouse/WithdrawSlotLease", a.WithdrawSlotLease, right.BookAppointments),
		op.Command("Warehouse/AdmitTruck", a.AdmitTruck, right.BookAppointments).Offline(op.Subject("gate", "AdmissionId")).Evidence(),
	}
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
	// Correction counts how often the driver has corrected what was sent before, since a reply may have been lost: of two that reach us the one with more holds.
	Correction int64 `json:"Correction" validate:"gte=0,max=1000"`
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
	db, err := a.PublicLinks.Linked(ctx, h.Token, "gate-code-unknown")
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
		_, err = op.Write(ctx, db, c.Visitor(db, who), inside)
	} else {
		err = db.Read(ctx, c.Visitor(db, who).By, inside)
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

// CheckIn notes that a driver is at the gate, and tells where to go. Said twice, also by another phone in the same truck, it is one visit: the answer is the same, and
// nothing of it is changed, but for what the phone that began it corrects. Who comes for what another truck has checked in for, or for a load whose driver the dock knows by
// another name, is told nothing of that one; what was said stands in the load's history, and the office hears of it.
func (a *Area) CheckIn(ctx context.Context, c *op.Call, req CheckInReq) (out GateShown, err error) {
	try, err := a.Tries.Take(ctx, time.Now(), guess.Who{Place: req.Token})
	if err != nil {
		return out, err
	}
	defer func() { try.Settle(time.Now(), slices.Contains(inVain, fail.CodeOf(err))) }()
	taken := false
	err = a.holds(ctx, c, gateLink, req.GateHeld, req.Name, true, func(ctx context.Context, tx *store.Tx, l link.Link) error {
		v, ok, err := store.Get[Visit](ctx, tx, `SELECT * FROM warehouse_visit WHERE id = ? AND warehouse = ?`, req.ID, l.Warehouse)
		if err != nil {
			return err
		}
		said := freight.GateArrival{Number: req.Number, Name: req.Name, Carrier: req.Carrier, Plate: req.Plate, Trailer: req.Trailer, Seal: req.Seal, Phone: req.Phone, Language: req.Language, Address: c.IP, Agent: c.Agent}
		switch {
		case !ok:
			v, taken, err = a.admitOnce(ctx, tx, l.Warehouse, req, said)
		case req.Correction > v.Correction && v.LeftAt.IsZero():
			v, taken, err = a.correct(ctx, tx, v, req, said)
		case bareOf(v.Number) != bareOf(req.Number): // said again later than what corrects it
			err = fail.Conflict("gate-number-other", "number", v.Number)
		}
		if err != nil || taken {
			return err
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
	if err == nil && taken { // after what was said is noted
		err = fail.Conflict("gate-taken")
	}
	return out, err
}

// admitOnce admits a truck, unless the same was said before by a further phone of one that has left since: a phone without a signal says it late.
func (a *Area) admitOnce(ctx context.Context, tx *store.Tx, warehouse string, req CheckInReq, said freight.GateArrival) (_ Visit, taken bool, _ error) {
	v, ok, err := store.Get[Visit](ctx, tx, `SELECT v.* FROM warehouse_visit_said o JOIN warehouse_visit v ON v.id = o.visit_id WHERE o.id = ? AND v.warehouse = ? AND v.left_at IS NOT NULL`, req.ID, warehouse)
	if err != nil || ok {
		return v, false, err
	}
	if v, taken, err = a.admit(ctx, tx, warehouse, req, said); err != nil || taken || v.ID == req.ID {
		return v, taken, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO warehouse_visit_said (id, visit_id) VALUES (?, ?) ON CONFLICT DO NOTHING`, req.ID, v.ID)
	return v, false, err
}

// admit begins a visit, or gives the one that is open for the same truck. Taken tells that another truck's is.
func (a *Area) admit(ctx context.Context, tx *store.Tx, warehouse string, req CheckInReq, said freight.GateArrival) (_ Visit, taken bool, _ error) {
	p, shipmentID, err := a.meant(ctx, tx, warehouse, req.Number)
	if err != nil {
		return Visit{}, false, err
	}
	v, open, err := a.openVisit(ctx, tx, p.ID, shipmentID, "")
	if err != nil {
		return v, false, err
	}
	if open {
		taken = bareOf(v.Plate) != bareOf(req.Plate)
		if later := p.ID != "" && p.ID != v.AppointmentID || shipmentID != v.ShipmentID; later && !taken { // the time was given out, or the load named, while the truck was here
			return a.begin(ctx, tx, v, p, shipmentID, said, false)
		}
		return v, taken, a.again(ctx, tx, v.Warehouse, v.ShipmentID, v.Plate, said, taken)
	}
	v = Visit{ID: req.ID, Warehouse: warehouse, At: store.At(tx.Now), Correction: req.Correction}
	v.say(req)
	return a.begin(ctx, tx, v, p, shipmentID, said, true)
}

// openVisit finds the visit other than one that is open for an appointment, a load or both: a load that came without an appointment and was given one since is here already. One of days ago, whose driver did not say that it is over, is ended.
func (a *Area) openVisit(ctx context.Context, tx *store.Tx, appointmentID, shipmentID, other string) (Visit, bool, error) {
	v, open, err := store.Get[Visit](ctx, tx, `SELECT * FROM warehouse_visit WHERE left_at IS NULL AND id <> ?3 AND (appointment_id = ?1 AND (shipment_id = ?2 OR ?1 <> '' AND shipment_id = '')
OR ?2 <> '' AND shipment_id = ?2 AND (?1 = '' OR appointment_id = '' OR EXISTS (SELECT 1 FROM warehouse_appointment p WHERE p.id = warehouse_visit.appointment_id AND p.state = 'cancelled'))) ORDER BY at DESC LIMIT 1`, appointmentID, shipmentID, other)
	over := v.At.Add(visitLife)
	if err != nil || !open || over.After(tx.Now) {
		return v, open, err
	}
	v.LeftAt = store.At(over)
	if err := store.Put(ctx, tx, "warehouse_visit", "id", v); err != nil {
		return v, false, err
	}
	return v, false, a.Floor.LeaveGate(ctx, tx, v.ShipmentID, v.At, freight.GateArrival{Name: v.Name, Trailer: v.Trailer})
}

// metOther tells that the dock has met another driver of a load than the one who speaks at the gate, or who spoke before under a name that is corrected now.
func (a *Area) metOther(ctx context.Context, tx *store.Tx, warehouse, shipmentID string, said freight.GateArrival, before string) (bool, error) {
	g, docked, err := a.Floor.AtGate(ctx, tx, shipmentID)
	if err != nil || !docked || !g.Here || g.Driver == "" || sameName(g.Driver, said.Name) || before != "" && sameName(g.Driver, before) {
		return false, err
	}
	return true, a.again(ctx, tx, warehouse, shipmentID, g.Driver, said, true)
}

// begin has a visit, which is new or not, be for an appointment, a load or both, unless the dock has met another driver of the load.
func (a *Area) begin(ctx context.Context, tx *store.Tx, v Visit, p Appointment, shipmentID string, said freight.GateArrival, fresh bool) (_ Visit, taken bool, _ error) {
	if taken, err := a.metOther(ctx, tx, v.Warehouse, shipmentID, said, ""); err != nil || taken {
		return v, taken, err
	}
	v.AppointmentID, v.ShipmentID = p.ID, shipmentID
	var err error
	if fresh {
		err = store.Insert(ctx, tx, "warehouse_visit", v)
	} else {
		err = store.Put(ctx, tx, "warehouse_visit", "id", v)
	}
	if err == nil && fresh {
		err = a.trailerCame(ctx, tx, v, p)
	}
	if err != nil {
		return v, false, err
	}
	if p.State == "booked" || p.State == "no-show" {
		_, err := a.MoveAppointment(ctx, tx, MoveReq{ID: p.ID, State: "arrived"})
		if _, refused := fail.As(err); err != nil && !(refused && p.State == "no-show") { // one that had lost its place waits until it is given another
			return v, false, err
		}
	}
	if shipmentID == "" {
		return v, false, nil
	}
	return v, false, a.Floor.ArriveAtGate(ctx, tx, shipmentID, said)
}

// correct takes what the phone that began a visit corrects. Another number is another appointment or load: the one that was meant in error is as if nobody had come for it, and
// where its trailer is loaded by now it stays. What is refused changes nothing.
func (a *Area) correct(ctx context.Context, tx *store.Tx, v Visit, req CheckInReq, said freight.GateArrival) (_ Visit, taken bool, _ error) {
	was := v
	v.Correction = req.Correction
	v.say(req)
	same := bareOf(was.Number) == bareOf(req.Number)
	var p Appointment
	var shipmentID string
	if !same {
		var err error
		if p, shipmentID, err = a.meant(ctx, tx, v.Warehouse, req.Number); err != nil {
			return v, false, err
		}
		same = p.ID == was.AppointmentID && shipmentID == was.ShipmentID && (p.ID == "" || p.State == "arrived")
	}
	if same {
		if err := a.trailerCorrected(ctx, tx, was, v); err != nil {
			return v, false, err
		}
		if err := store.Put(ctx, tx, "warehouse_visit", "id", v); err != nil || v.ShipmentID == "" {
			return v, false, err
		}
		return v, false, a.Floor.CorrectAtGate(ctx, tx, v.ShipmentID, freight.GateArrival{Name: was.Name, Phone: was.Phone, Trailer: was.Trailer}, said)
	}
	other, open, err := a.openVisit(ctx, tx, p.ID, shipmentID, v.ID)
	if err != nil {
		return v, false, err
	}
	if open {
		return v, true, a.again(ctx, tx, v.Warehouse, shipmentID, other.Plate, said, true)
	}
	now, err := a.visit(ctx, tx, was)
	if err != nil {
		return v, false, err
	}
	if s := now.Visit.State; s != Waits && s != AtDoor {
		return v, false, fail.Conflict("gate-number-other", "number", was.Number)
	}
	own := ""
	if shipmentID == was.ShipmentID {
		own = was.Name
	}
	if taken, err := a.metOther(ctx, tx, v.Warehouse, shipmentID, said, own); err != nil || taken {
		return v, taken, err
	}
	if err := a.trailerCorrected(ctx, tx, was, v); err != nil {
		return v, false, err
	}
	if p.ID != was.AppointmentID || shipmentID != was.ShipmentID {
		if err := a.unserved(ctx, tx, was); err != nil {
			return v, false, err
		}
	}
	return a.begin(ctx, tx, v, p, shipmentID, said, false)
}

// say takes what a driver says of a visit.
func (v *Visit) say(req CheckInReq) {
	v.Number, v.Name, v.Carrier, v.Plate, v.Trailer, v.Seal, v.Phone, v.Language = req.Number, req.Name, req.Carrier, req.Plate, req.Trailer, req.Seal, req.Phone, req.Language
}

func sameName(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// again notes what is said at the gate about a truck that is here; where it was another truck, the office is told. First is what is known of the one that came first.
func (a *Area) again(ctx context.Context, tx *store.Tx, warehouse, shipmentID, first string, said freight.GateArrival, taken bool) error {
	page := "/InboundShipments"
	if shipmentID != "" {
		page = "/ShipmentDetails/" + shipmentID
		if err := a.Floor.SaidAtGate(ctx, tx, shipmentID, said, taken); err != nil {
			return err
		}
	}
	if !taken {
		return nil
	}
	return tx.Emit(ctx, event.OfficeTold{Warehouse: warehouse, Code: "notify-load-gate-taken", Params: map[string]any{"name": said.Name, "carrier": said.Carrier, "plate": evidence.LastFour(said.Plate), "number": said.Number, "first": first}, Link: page})
}

// bareOf is a number or a plate as it is compared: they are printed in groups and typed with thumbs.
func bareOf(number string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "", ".", "").Replace(number))
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
	bare, now := bareOf(number), tx.Now.In(zone)
	nth := int64(0)
	if m := appointmentNumber.FindStringSubmatch(bare); m != nil {
		nth, _ = strconv.ParseInt(m[1], 10, 64) // nine digits
	}
	const is = `upper(replace(replace(replace(%, ' ', ''), '-', ''), '.', '')) = ?2`
	like := func(column string) string { return strings.Replace(is, "%", column, 1) }
	byLoad := `(` + like("s.bol") + ` OR ` + like("s.pro") + ` OR EXISTS (SELECT 1 FROM json_each(s.orders) WHERE ` + like("value") + `))`
	list, err := store.Select[Appointment](ctx, tx, `SELECT p.* FROM warehouse_appointment p LEFT JOIN shipment_client s ON s.id = p.shipment_id AND p.shipment_id <> ''
WHERE p.warehouse IN (SELECT id FROM warehouse_site) AND p.day BETWEEN ?3 AND ?4 AND p.state <> 'cancelled' AND p.state <> 'done' AND (p.number = ?1 OR ?2 <> '' AND (`+like("p.reference")+` OR `+like("p.po")+` OR `+like("p.said_bol")+` OR `+like("p.said_load")+` OR `+byLoad+`)) ORDER BY p.day, p.start LIMIT 20`,
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
		return p, "", fail.Conflict("gate-early")
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
		return p, "", fail.Conflict("gate-other-site")
	}
	return p, "", fail.New(http.StatusNotFound, "gate-load-unknown", "number", number)
}
