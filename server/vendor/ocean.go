package vendor

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
	"lading/server/store/listing"
)

// Load is a shipment that comes by sea, as its forwarder sees it.
type Load struct {
	ID         string            `json:"shipmentId" db:"id"`
	Number     string            `json:"number" db:"number"`
	Status     string            `json:"statuscode" db:"status"`
	Warehouse  string            `json:"-" db:"warehouse"`
	ToName     string            `json:"toName" db:"to_name"`
	ToCity     string            `json:"toCity" db:"to_city"`
	ToState    string            `json:"toState" db:"to_state"`
	Booking    *Booking          `json:"booking" db:"-"` // where a vendor booked it
	Containers []freight.OnWater `json:"containers" db:"-"`
	Files      []FileShown       `json:"files" db:"-"`
}

// OceanReq opens the ocean shipping portal.
type OceanReq struct {
	Held
	Again bool `json:"Again"` // the page asks again by itself: nobody looked anew
}

// Glance tells that nobody looked anew.
func (r OceanReq) Glance() bool { return r.Again }

// OceanShown is what a forwarder sees: what is on the water, the next ETA first, and what is booked and has no container yet.
type OceanShown struct {
	Forwarder string     `json:"forwarder"`
	Code      string     `json:"code"`
	Buyer     string     `json:"buyer"`
	Contact   string     `json:"contact"` // who sent the link
	Sent      string     `json:"sent"`    // where the mail went, in part
	Now       store.Time `json:"now"`
	Lines     []string   `json:"lines"` // the ocean carriers that it sees; all where it names none
	Loads     []Load     `json:"loads"`
}

func (a *Area) showOcean(ctx context.Context, tx *store.Tx, _ link.Link, of Handler, _ OceanReq) (OceanShown, error) {
	return a.ocean(ctx, tx, of)
}

func (a *Area) ocean(ctx context.Context, tx *store.Tx, of Handler) (out OceanShown, err error) {
	buyer, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return out, err
	}
	f := of.Forwarder
	out = OceanShown{Forwarder: f.Name, Code: f.ID, Buyer: buyer, Contact: f.SentByName, Sent: link.Masked(f.Email), Now: store.At(tx.Now), Lines: f.Lines.V}
	out.Loads, err = a.loads(ctx, tx, of)
	return out, err
}

// loads finds what a forwarder sees: no more than the sender of its link, and of the lines that the link names.
func (a *Area) loads(ctx context.Context, tx *store.Tx, of Handler) ([]Load, error) {
	lines := of.Forwarder.Lines.V
	ids, err := a.Sea.AtSea(ctx, tx, lines)
	if err != nil {
		return nil, err
	}
	booked, err := store.Select[Booking](ctx, tx, `SELECT b.* FROM vendor_booking b JOIN shipment_vendor s ON s.id = b.id WHERE b.mode <> 'INTLAIR' AND s.status NOT IN ('D', 'V') ORDER BY b.departs_on, b.id LIMIT ?`, most)
	if err != nil {
		return nil, err
	}
	for _, b := range booked {
		if (len(lines) == 0 || slices.Contains(lines, b.Carrier)) && !slices.Contains(ids, b.ID) {
			ids = append(ids, b.ID)
		}
	}
	rows, err := store.Select[Load](ctx, tx, `SELECT id, number, status, warehouse, to_name, to_city, to_state FROM shipment_vendor WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'V'`, listing.Texts(ids))
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(l Load) bool { return !tx.By.SeesWarehouse(l.Warehouse) })
	slices.SortFunc(rows, func(x, y Load) int { return slices.Index(ids, x.ID) - slices.Index(ids, y.ID) })
	rows = rows[:min(len(rows), most)]
	for i := range rows {
		l := &rows[i]
		if b, ok, err := store.Get[Booking](ctx, tx, `SELECT * FROM vendor_booking WHERE id = ?`, l.ID); err != nil {
			return nil, err
		} else if ok {
			b = b.spoken(a.Sea)
			l.Booking = &b
		}
		if l.Containers, err = a.Sea.OnWater(ctx, tx, []string{l.ID}); err != nil {
			return nil, err
		}
		if len(lines) > 0 { // one shipment may come by two lines
			l.Containers = slices.DeleteFunc(l.Containers, func(c freight.OnWater) bool { return !slices.Contains(lines, c.Line) })
		}
		files, err := store.Select[File](ctx, tx, `SELECT * FROM vendor_file WHERE shipment_id = ? ORDER BY at, id`, l.ID)
		if err != nil {
			return nil, err
		}
		l.Files = make([]FileShown, len(files))
		for j, f := range files {
			l.Files[j] = FileShown{f.ID, f.Name, f.Type, f.Size}
		}
	}
	return rows, nil
}

// load gives one that the forwarder sees; any other is as unknown as one that is not there.
func (a *Area) load(ctx context.Context, tx *store.Tx, of Handler, is func(Load) bool, none error) (Load, error) {
	list, err := a.loads(ctx, tx, of)
	if err != nil {
		return Load{}, err
	}
	at := slices.IndexFunc(list, is)
	if at < 0 {
		return Load{}, none
	}
	return list[at], nil
}

// OceanPortsReq asks for the ports that are known by their code.
type OceanPortsReq struct{ Held }

// OceanPorts lists them by name.
func (a *Area) OceanPorts(context.Context, *store.Tx, link.Link, Handler, OceanPortsReq) ([]freight.Port, error) {
	return a.Sea.PortList(), nil
}

// MilestoneReq tells what happened to a container, or is expected to. The sender names it, so that it can be sent again after a lost reply.
type MilestoneReq struct {
	Held
	ID        string `json:"MilestoneId" validate:"required,ulid"`
	UnitID    string `json:"ContainerId" validate:"required,max=40"`
	Code      string `json:"Code" validate:"required,oneof=empty-out gate-in loaded departed transshipment-arrived transshipment-discharged transshipment-loaded transshipment-departed arrived berthed discharged held available gate-out rail-loaded rail-departed rail-arrived rail-unloaded inland-arrived delivered empty-in delayed"`
	Estimated bool   `json:"Estimated"`
	EventAt   string `json:"EventAt" validate:"required,max=16"` // 2026-11-25T14:30 on the place's clock
	Place     string `json:"Place" validate:"max=60" field:"trim"`
	Vessel    string `json:"Vessel" validate:"max=60" field:"trim"`
	Voyage    string `json:"Voyage" validate:"max=20" field:"upper,trim"`
	Note      string `json:"Note" validate:"max=300" field:"trim"`
	Corrects  string `json:"Corrects" validate:"max=40"` // a forwarder's own event, in whose place this one stands
	Contact   string `json:"ContactName" validate:"required,max=80" field:"trim"`
}

// By is who at the forwarder tells it.
func (r MilestoneReq) By() string { return r.Contact }

func carries(unit string) func(Load) bool {
	return func(l Load) bool {
		return slices.ContainsFunc(l.Containers, func(c freight.OnWater) bool { return c.ID == unit })
	}
}

func (a *Area) milestone() publiclink.Answer[Handler, MilestoneReq, OceanShown] {
	return publiclink.Answer[Handler, MilestoneReq, OceanShown]{
		Stands: func(ctx context.Context, tx *store.Tx, _ Handler, req MilestoneReq) (bool, error) {
			was, ok, err := a.Sea.Milestone(ctx, tx, req.ID)
			if err == nil && ok && (was.UnitID != req.UnitID || was.Code != req.Code || was.Note != req.Note) {
				err = fail.Conflict("row-changed-meanwhile")
			}
			return ok && err == nil, err
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Handler, req MilestoneReq) (Handler, error) {
			if _, err := a.load(ctx, tx, of, carries(req.UnitID), fail.NotFound("container-unknown")); err != nil {
				return of, err
			}
			return of, a.Sea.NoteMilestone(ctx, tx, freight.Milestone{ID: req.ID, UnitID: req.UnitID, Code: req.Code, Estimated: req.Estimated, EventAt: req.EventAt, Place: req.Place, Vessel: req.Vessel, Voyage: req.Voyage, Note: req.Note, Corrects: req.Corrects})
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, of Handler, _ MilestoneReq) (OceanShown, error) {
			return a.ocean(ctx, tx, of)
		},
	}
}

// ContainerReq says in which container a load goes.
type ContainerReq struct {
	Held
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	BookContainer
	Contact string `json:"ContactName" validate:"required,max=80" field:"trim"`
}

// By is who at the forwarder tells it.
func (r ContainerReq) By() string { return r.Contact }

// Check wants a number: a size alone is what the booking has.
func (r *ContainerReq) Check() []fail.Field {
	if r.Number == "" {
		return []fail.Field{fail.Of("ContainerNumber", "field-required")}
	}
	return nil
}

func (a *Area) container() publiclink.Answer[Handler, ContainerReq, OceanShown] {
	return publiclink.Answer[Handler, ContainerReq, OceanShown]{
		Stands: func(ctx context.Context, tx *store.Tx, of Handler, req ContainerReq) (bool, error) {
			l, err := a.load(ctx, tx, of, func(l Load) bool { return l.ID == req.ShipmentID }, fail.NotFound("shipment-unknown"))
			number, _, _ := a.Sea.ContainerNumber(req.Number)
			return slices.ContainsFunc(l.Containers, func(c freight.OnWater) bool { return c.Number == number }), err
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Handler, req ContainerReq) (Handler, error) {
			l, err := a.load(ctx, tx, of, func(l Load) bool { return l.ID == req.ShipmentID }, fail.NotFound("shipment-unknown"))
			if err != nil {
				return of, err
			}
			c := freight.SeaContainer{ShipmentID: l.ID, Number: req.Number, Size: req.Size, Seal: req.Seal}
			if b := l.Booking; b != nil {
				c.Bill, c.Booking, c.Origin, c.Port = b.Bill, b.Booking, b.Origin, b.Port
				if len(b.Carrier) <= 4 { // a SCAC, no name
					c.Line = b.Carrier
				}
			} else if len(l.Containers) > 0 {
				x := l.Containers[0]
				c.Line, c.Bill, c.Booking, c.Origin, c.Port = x.Line, x.Bill, x.Booking, x.Origin, x.Port
			}
			_, err = a.Sea.TrackContainer(ctx, tx, c)
			return of, err
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, of Handler, _ ContainerReq) (OceanShown, error) {
			return a.ocean(ctx, tx, of)
		},
	}
}
