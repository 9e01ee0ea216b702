package warehouse

import (
	"context"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"
)

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
	Correction    int64      `db:"correction"` // how often the driver has corrected what was said
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
	// Stays tells that the driver leaves the trailer here; Trailer is the number of another one that goes along.
	Stays   bool   `json:"TrailerStays"`
	Trailer string `json:"TrailerNumber" validate:"max=20" field:"upper,trim"`
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
			if v, err = a.leave(ctx, tx, v, Hitched{req.Stays, req.Trailer, req.Seal}); err != nil {
				return err
			}
		}
		out, err = a.visit(ctx, tx, v)
		return err
	})
}

// OpenVisitsReq names a warehouse.
type OpenVisitsReq struct {
	Warehouse string `json:"WarehouseId" validate:"required,max=20"`
}

// OpenVisit is a truck that is here, whatever it came for.
type OpenVisit struct {
	ID        string     `json:"VisitId" db:"id"`
	At        store.Time `json:"At" db:"at"`
	Plate     string     `json:"LicensePlate" db:"plate"`
	Carrier   string     `json:"Carrier" db:"carrier"`
	Name      string     `json:"DriverName" db:"name"`
	Number    string     `json:"Number" db:"number"` // what it came for
	Direction string     `json:"Direction" db:"direction"`
	Door      string     `json:"Door" db:"door"`
}

// OpenVisits lists the trucks that came to a warehouse's gate and have not left, the first that came first.
func (a *Area) OpenVisits(ctx context.Context, tx *store.Tx, req OpenVisitsReq) ([]OpenVisit, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return nil, err
	}
	return store.Select[OpenVisit](ctx, tx, `SELECT v.id, v.at, v.plate, v.carrier, v.name, v.number, COALESCE(p.direction, '') AS direction, COALESCE(p.door, '') AS door FROM warehouse_visit v LEFT JOIN warehouse_appointment p ON p.id = v.appointment_id
WHERE v.warehouse = ? AND v.left_at IS NULL AND v.at > ? ORDER BY v.at, v.id`, req.Warehouse, store.At(tx.Now.Add(-visitLife)))
}

// EndVisitReq names a visit that is over, although its driver did not say so.
type EndVisitReq struct {
	ID string `json:"VisitId" validate:"required,max=40"`
}

// EndVisit ends a visit for the office: its driver left without a word, or was not whom the number was for. Said twice it is the same.
func (a *Area) EndVisit(ctx context.Context, tx *store.Tx, req EndVisitReq) (op.None, error) {
	v, ok, err := store.Get[Visit](ctx, tx, `SELECT * FROM warehouse_visit WHERE id = ?`, req.ID)
	if err == nil && (!ok || !tx.By.SeesWarehouse(v.Warehouse)) {
		err = fail.NotFound("visit-unknown")
	}
	if err != nil || !v.LeftAt.IsZero() {
		return op.None{}, err
	}
	_, err = a.leave(ctx, tx, v, Hitched{})
	return op.None{}, err
}

// leave ends a visit. Who leaves from the yard or a door was not served.
func (a *Area) leave(ctx context.Context, tx *store.Tx, v Visit, h Hitched) (Visit, error) {
	now, err := a.visit(ctx, tx, v)
	if err != nil {
		return v, err
	}
	v.LeftAt, v.LeftSeal = store.At(tx.Now), h.Seal
	if err := store.Put(ctx, tx, "warehouse_visit", "id", v); err != nil {
		return v, err
	}
	if err := a.trailersLeave(ctx, tx, v, h); err != nil {
		return v, err
	}
	switch now.Visit.State {
	case Waits, AtDoor:
		return v, a.unserved(ctx, tx, v)
	case Through:
		return v, a.became(ctx, tx, v, "done")
	}
	return v, nil
}

// unserved undoes that a truck came: its appointment is booked again, and the dock waits for its load's. An appointment that a gate made for this truck is over: nobody is expected for it.
func (a *Area) unserved(ctx context.Context, tx *store.Tx, v Visit) error {
	if err := a.Floor.LeaveGate(ctx, tx, v.ShipmentID, v.At, freight.GateArrival{Name: v.Name, Trailer: v.Trailer}); err != nil {
		return err
	}
	made, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM warehouse_slot_lease WHERE admission_id = ? AND admission_id <> '')`, v.AppointmentID)
	if err != nil {
		return err
	}
	if made {
		return a.became(ctx, tx, v, "done")
	}
	return a.became(ctx, tx, v, "booked")
}

func (a *Area) became(ctx context.Context, tx *store.Tx, v Visit, state string) error {
	p, ok, err := store.Get[Appointment](ctx, tx, `SELECT * FROM warehouse_appointment WHERE id = ?`, v.AppointmentID)
	if err != nil || !ok || p.State != "arrived" {
		return err
	}
	if _, err := a.MoveAppointment(ctx, tx, MoveReq{ID: p.ID, State: state}); err != nil && fail.CodeOf(err) != "appointment-over" {
		return err
	}
	return nil
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
		delivered, _, err := store.Get[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM shipment_client WHERE id = ? AND (status = 'D' OR delivered_at IS NOT NULL))`, v.ShipmentID)
		if err != nil {
			return out, err
		}
		if booked && p.State == "done" || delivered {
			s.State = Through
		}
		if booked && p.Door != "" && p.State == "arrived" { // one that had lost its place has no door; who came before for the same door goes first
			_, taken, err := standsAt(ctx, tx, v.Warehouse, p.Door, v.At.Time, p.ID)
			if err != nil {
				return out, err
			}
			free, err := a.Floor.DoorFree(ctx, tx, v.Warehouse, p.Door, v.At.Time)
			if err != nil {
				return out, err
			}
			_, _, other, err := a.TrailerAt(ctx, tx, v.Warehouse, p.Door, v.Trailer)
			if err != nil {
				return out, err
			}
			_, held, err := a.HeldAtGate(ctx, tx, v.Warehouse, p.Door)
			if err != nil {
				return out, err
			}
			if !taken && free && !other && !held {
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

// StandsAt names the truck that is here by an appointment and has a door, without a load on the dock. Only those count that came before a time.
func (a *Area) StandsAt(ctx context.Context, tx *store.Tx, warehouse, door string, before time.Time) (carrier, number string, ok bool, err error) {
	p, ok, err := standsAt(ctx, tx, warehouse, door, before, "")
	return p.Carrier, p.called().Called, ok, err
}

// standsAt finds the first truck of a door that is here by an appointment other than one; of two that came at once the one of the smaller id is first. The dock knows those
// that load there, and one that came a day ago has left without a word.
func standsAt(ctx context.Context, tx *store.Tx, warehouse, door string, before time.Time, other string) (Appointment, bool, error) {
	return store.Get[Appointment](ctx, tx, `WITH here AS (SELECT p.id, COALESCE((SELECT max(v.at) FROM warehouse_visit v WHERE v.appointment_id = p.id AND v.left_at IS NULL), p.at) AS came FROM warehouse_appointment p
  WHERE p.warehouse = ?1 AND p.door = ?2 AND p.state = 'arrived' AND p.id <> ?4 AND NOT EXISTS (SELECT 1 FROM dock_arrival d WHERE d.shipment_id = p.shipment_id AND p.shipment_id <> ''))
SELECT p.* FROM here JOIN warehouse_appointment p ON p.id = here.id WHERE (came < ?3 OR came = ?3 AND p.id < ?4) AND came >= ?5 ORDER BY came, p.id LIMIT 1`,
		warehouse, door, store.At(before), other, store.At(before.Add(-24*time.Hour)))
}

// usualStay is the median of how many minutes trucks were at a warehouse lately.
func usualStay(ctx context.Context, tx *store.Tx, warehouse string) (int64, error) {
	stays, err := store.Select[int64](ctx, tx, `SELECT stay FROM (SELECT (left_at - at) / 60000 AS stay FROM warehouse_visit WHERE warehouse = ? AND left_at > at AND left_at - at < ? ORDER BY at DESC LIMIT ?) ORDER BY stay`, warehouse, visitLife.Milliseconds(), usualStays)
	if err != nil || len(stays) < usualLeast {
		return 0, err
	}
	return stays[len(stays)/2], nil
}
