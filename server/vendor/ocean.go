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

// loads finds what a forwarder sees first: no more than the sender of its link, and of the lines that the link names.
func (a *Area) loads(ctx context.Context, tx *store.Tx, of Handler) ([]Load, error) {
	rows, err := a.seen(ctx, tx, of)
	rows = rows[:min(len(rows), most)]
	for i := range rows {
		if err == nil {
			err = a.fill(ctx, tx, of, &rows[i])
		}
	}
	return rows, err
}

// seen finds all that a forwarder sees, by itself: no booking, container or document with it yet.
func (a *Area) seen(ctx context.Context, tx *store.Tx, of Handler) ([]Load, error) {
	lines := of.Forwarder.Lines.V
	ids, err := a.Sea.AtSea(ctx, tx, lines)
	if err != nil {
		return nil, err
	}
	booked, err := store.Select[string](ctx, tx, `SELECT b.id FROM vendor_booking b JOIN shipment_vendor s ON s.id = b.id WHERE b.mode <> 'INTLAIR' AND s.status NOT IN ('D', 'V') AND (?1 = '[]' OR b.carrier IN (SELECT value FROM json_each(?1))) ORDER BY b.departs_on, b.id`, listing.Texts(lines))
	if err != nil {
		return nil, err
	}
	rows, err := store.Select[Load](ctx, tx, `SELECT id, number, status, warehouse, to_name, to_city, to_state FROM shipment_vendor WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'V'`, listing.Texts(slices.Concat(ids, booked)))
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(l Load) bool { return !tx.By.SeesWarehouse(l.Warehouse) })
	place := map[string]int{}
	for i, id := range slices.Concat(ids, booked) {
		if _, ok := place[id]; !ok {
			place[id] = i
		}
	}
	slices.SortFunc(rows, func(x, y Load) int { return place[x.ID] - place[y.ID] })
	return rows, nil
}

// fill adds a load's booking, its containers and its documents.
func (a *Area) fill(ctx context.Context, tx *store.Tx, of Handler, l *Load) error {
	b, ok, err := store.Get[Booking](ctx, tx, `SELECT * FROM vendor_booking WHERE id = ?`, l.ID)
	if err != nil {
		return err
	}
	if ok {
		b = b.spoken(a.Sea)
		l.Booking = &b
	}
	if l.Containers, err = a.Sea.OnWater(ctx, tx, []string{l.ID}); err != nil {
		return err
	}
	if lines := of.Forwarder.Lines.V; len(lines) > 0 { // one shipment may come by two lines
		l.Containers = slices.DeleteFunc(l.Containers, func(c freight.OnWater) bool { return !slices.Contains(lines, c.Line) })
	}
	for _, c := range l.Containers {
		if err := own(ctx, tx, of.Forwarder.ID, c.Events); err != nil {
			return err
		}
	}
	files, err := store.Select[File](ctx, tx, `SELECT * FROM vendor_file WHERE shipment_id = ? ORDER BY at, id`, l.ID)
	l.Files = make([]FileShown, len(files))
	for j, f := range files {
		l.Files[j] = FileShown{f.ID, f.Name, f.Type, f.Size}
	}
	return err
}

// load gives one that the forwarder sees, of this key where it names one; any other is as unknown as one that is not there.
func (a *Area) load(ctx context.Context, tx *store.Tx, of Handler, id string, is func(Load) bool, none error) (Load, error) {
	list, err := a.seen(ctx, tx, of)
	if err != nil {
		return Load{}, err
	}
	for _, l := range list {
		if id != "" && l.ID != id {
			continue
		}
		if err := a.fill(ctx, tx, of, &l); err != nil {
			return Load{}, err
		}
		if is(l) {
			return l, nil
		}
	}
	return Load{}, none
}

func whole(Load) bool { return true }

// OceanPortsReq asks for the ports that are known by their code.
type OceanPortsReq struct{ Held }

// OceanPorts lists them by name.
func (a *Area) OceanPorts(context.Context, *store.Tx, link.Link, Handler, OceanPortsReq) ([]freight.Port, error) {
	return a.Sea.PortList(), nil
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

// numbered gives a load's container of a number, however it is typed.
func (l Load) numbered(sea Sea, typed string) (freight.OnWater, bool) {
	number, _, _ := sea.ContainerNumber(typed)
	at := slices.IndexFunc(l.Containers, func(c freight.OnWater) bool { return c.Number == number })
	if at < 0 {
		return freight.OnWater{}, false
	}
	return l.Containers[at], true
}

func (a *Area) container() publiclink.Answer[Handler, ContainerReq, OceanShown] {
	return publiclink.Answer[Handler, ContainerReq, OceanShown]{
		Stands: func(ctx context.Context, tx *store.Tx, of Handler, req ContainerReq) (bool, error) {
			l, err := a.load(ctx, tx, of, req.ShipmentID, whole, fail.NotFound("shipment-unknown"))
			c, known := l.numbered(a.Sea, req.Number)
			return known && c.Size == req.Size && (req.Seal == "" || c.Seal == req.Seal), err
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Handler, req ContainerReq) (Handler, error) {
			l, err := a.load(ctx, tx, of, req.ShipmentID, whole, fail.NotFound("shipment-unknown"))
			if err != nil {
				return of, err
			}
			if known, ok := l.numbered(a.Sea, req.Number); ok {
				return of, a.Sea.SealContainer(ctx, tx, known.ID, req.Size, req.Seal)
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
