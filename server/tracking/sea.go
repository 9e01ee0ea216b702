package tracking

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

// locode is the form of a UN/LOCODE: a country, and three letters or digits of which none is 0 or 1.
var locode = regexp.MustCompile(`^[A-Z]{2}[A-Z2-9]{3}$`)

// PortList lists the ports that are known by their code, by name.
func (a *Area) PortList() []freight.Port {
	list := portList()
	out := make([]freight.Port, len(list))
	for i, p := range list {
		out[i] = freight.Port{Code: p.Code, Name: p.Name, Zone: p.Zone}
	}
	return out
}

// PortOf reads a port by its code or name. A code of the right form that is not in the table is a port whose clock nobody knows; ok is false for anything else.
func (a *Area) PortOf(typed string) (freight.Port, bool) {
	if p, ok := portNamed(typed); ok {
		return freight.Port{Code: p.Code, Name: p.Name, Zone: p.Zone}, true
	}
	code := strings.ToUpper(strings.ReplaceAll(strings.TrimSpace(typed), " ", ""))
	return freight.Port{Code: code, Name: code}, locode.MatchString(code)
}

// PortName is how a place is called: a port by its name, any other as it is written.
func (a *Area) PortName(place string) string { return named(place) }

// ContainerNumber reads a container's number in its one form. ok is false where it has another form; fits reports whether its check digit does.
func (a *Area) ContainerNumber(typed string) (number string, ok, fits bool) {
	return containerNumber(typed)
}

// TrackContainer has a container carry a shipment, and gives its key. What came of it before it was known is taken up then.
func (a *Area) TrackContainer(ctx context.Context, tx *store.Tx, c freight.SeaContainer) (string, error) {
	req := ContainerReq{Shipment: c.ShipmentID, Number: c.Number, Line: c.Line, Bill: c.Bill, Booking: c.Booking, Size: c.Size, Seal: c.Seal, Origin: c.Origin, Port: c.Port, Final: c.Final}
	if bad := req.Check(); len(bad) > 0 {
		return "", fail.Invalid(bad...)
	}
	u, err := a.SaveContainer(ctx, tx, req)
	return u.ID, err
}

// SealContainer changes the size and the seal of a container that the user sees; an empty seal leaves the one that it has. The shipment's history keeps what was.
func (a *Area) SealContainer(ctx context.Context, tx *store.Tx, id, size, seal string) error {
	u, err := findUnit(ctx, tx, id)
	if err == nil && (u.Kind != Container || !tx.By.SeesWarehouse(u.Warehouse)) {
		err = fail.NotFound("container-unknown")
	}
	if err != nil {
		return err
	}
	was := u
	u.Size, u.Seal = size, cmp.Or(seal, u.Seal)
	if _, err := a.put(ctx, tx, u, false); err != nil {
		return err
	}
	return a.Shipments.Record(ctx, tx, u.ShipmentID, "container-changed", map[string]any{"number": u.Number, "size": u.Size, "seal": u.Seal, "wasSize": was.Size, "wasSeal": was.Seal})
}

// OnWater gives the containers of these shipments with what was told of them, those with the next ETA first.
func (a *Area) OnWater(ctx context.Context, tx *store.Tx, shipments []string) ([]freight.OnWater, error) {
	list := []freight.OnWater{}
	for _, id := range shipments {
		rows, err := units(ctx, tx, `SELECT * FROM tracking_unit WHERE kind = 'container' AND shipment_id = ? ORDER BY eta IS NULL, eta, number`, id)
		if err != nil {
			return nil, err
		}
		for _, u := range rows {
			o, err := onWater(ctx, tx, u)
			if err != nil {
				return nil, err
			}
			list = append(list, o)
		}
	}
	return list, nil
}

// AtSea gives the shipments whose containers have not gone back empty and come by one of these lines, or by any where none is named; the next ETA first.
func (a *Area) AtSea(ctx context.Context, tx *store.Tx, lines []string) ([]string, error) {
	type afloat struct {
		Shipment  string `db:"shipment_id"`
		Warehouse string `db:"warehouse"`
		Line      string `db:"line"`
	}
	rows, err := store.Select[afloat](ctx, tx, `SELECT shipment_id, warehouse, line FROM tracking_unit WHERE kind = 'container' AND last_code <> 'empty-in' ORDER BY eta IS NULL, eta, number`)
	ids, known := []string{}, map[string]bool{}
	for _, u := range rows {
		if (len(lines) == 0 || slices.Contains(lines, u.Line)) && tx.By.SeesWarehouse(u.Warehouse) && !known[u.Shipment] {
			known[u.Shipment] = true
			ids = append(ids, u.Shipment)
		}
	}
	return ids, err
}

func onWater(ctx context.Context, tx *store.Tx, u Unit) (freight.OnWater, error) {
	o := freight.OnWater{ID: u.ID, Number: u.Number, ShipmentID: u.ShipmentID, Shipment: u.Shipment, Warehouse: u.Warehouse, Line: u.Line, Bill: u.Bill, Booking: u.Booking, Size: u.Size, Seal: u.Seal,
		Origin: named(u.Origin), Port: named(u.Port), Final: named(u.Final), Vessel: u.Vessel, Voyage: u.Voyage, LastCode: string(u.LastCode), LastAt: moment(u.LastAt), LastPlace: u.LastPlace, LastZone: u.LastZone,
		ETA: moment(u.ETA), ETAPlace: u.ETAPlace, ETAZone: u.ETAZone, Events: []freight.SeaEvent{}}
	events, err := eventsOf(ctx, tx, u.ID)
	for _, e := range events {
		by := e.ByName
		if e.Source == Terminal49 {
			by = "Terminal49"
		}
		o.Events = append(o.Events, freight.SeaEvent{ID: e.ID, Code: string(e.Code), Estimated: e.Estimated, At: e.EventAt.Time, Zone: e.Zone, Place: e.Place, Vessel: e.Vessel, Voyage: e.Voyage, Note: e.Note,
			By: by, LoggedAt: e.LoggedAt.Time, Corrected: e.ReplacedBy != "", Forwarder: e.Source == Forwarder, Milestone: e.SourceID})
	}
	return o, err
}

func moment(t store.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t.Time
}

// Milestone gives what a forwarder sent under an id; ok is false where nothing came.
func (a *Area) Milestone(ctx context.Context, tx *store.Tx, id string) (freight.Milestone, bool, error) {
	e, ok, err := store.Get[Event](ctx, tx, `SELECT * FROM tracking_event WHERE source = ? AND source_id = ?`, Forwarder, id)
	return freight.Milestone{ID: id, UnitID: e.UnitID, Code: string(e.Code), Note: e.Note}, ok, err
}

// NoteMilestone records what a forwarder tells of a container that the user sees. It corrects nothing but what a forwarder told.
func (a *Area) NoteMilestone(ctx context.Context, tx *store.Tx, m freight.Milestone) error {
	u, err := findUnit(ctx, tx, m.UnitID)
	if err == nil && (u.Kind != Container || !tx.By.SeesWarehouse(u.Warehouse)) {
		err = fail.NotFound("container-unknown")
	}
	if err != nil {
		return err
	}
	req := NoteReq{UnitID: u.ID, Code: Code(m.Code), Estimated: m.Estimated, EventAt: m.EventAt, Place: m.Place, Vessel: m.Vessel, Voyage: m.Voyage, Note: m.Note, Corrects: m.Corrects}
	if bad := req.Check(); len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	return a.note(ctx, tx, u, Event{Source: Forwarder, SourceID: m.ID}, req)
}
