package dock

import (
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/store"
)

const (
	gateLink   = "gate" // what hangs at a warehouse's gate: whoever scans it may say that they are here
	gateLife   = 2 * 365 * 24 * time.Hour
	usualLoads = 50 // that the usual stay is taken from
	usualLeast = 3
)

// Yard knows the trucks that are here by an appointment without a load on the dock.
type Yard interface {
	// StandsAt names the truck that has a door, empty where none has. Only those count that came before a time.
	StandsAt(ctx context.Context, tx *store.Tx, warehouse, door string, before time.Time) (carrier, number string, ok bool, err error)
	// TrailerAt names the trailer that the yard has at a door, unless it is one's own.
	TrailerAt(ctx context.Context, tx *store.Tx, warehouse, door, own string) (carrier, number string, ok bool, err error)
	// TrailerToDoor tells that a load's trailer is worked on at a door; scac and carrier say whose it is.
	TrailerToDoor(ctx context.Context, tx *store.Tx, warehouse, door, shipmentID, number, scac, carrier string) error
	// HeldAtGate tells until when, on the warehouse's clock, a door is kept for the trucks that a gate admits by itself.
	HeldAtGate(ctx context.Context, tx *store.Tx, warehouse, door string) (until string, ok bool, err error)
}

// GateReq asks for the address that hangs at a warehouse's gate.
type GateReq struct {
	Warehouse string `json:"Warehouse" validate:"max=20"`
	Anew      bool   `json:"Anew"` // the one that hangs there is taken down
}

// GateResp is the secret part of that address.
type GateResp struct {
	Token     string     `json:"token"`
	ExpiresAt store.Time `json:"expiresAt"`
}

// Gate gives the link for the sign at a warehouse's gate. It stays the same until somebody asks for another; then the sign with the old one is dead.
func (a *Area) Gate(ctx context.Context, tx *store.Tx, req GateReq) (GateResp, error) {
	w, err := a.mine(ctx, tx, req.Warehouse)
	if err != nil {
		return GateResp{}, err
	}
	var l link.Link
	if !req.Anew {
		if l, err = a.Links.StandingLink(ctx, tx, gateLink, w); err != nil {
			return GateResp{}, err
		}
	}
	if l.ID == "" {
		if l, err = a.Links.MailLink(ctx, tx, gateLink, w, w, tx.Now.Add(gateLife)); err != nil {
			return GateResp{}, err
		}
	}
	return GateResp{a.Links.LinkToken(tx.Org, l.ID), store.At(l.ExpiresAt)}, nil
}

// arrived notes what a driver said at the gate. What the dock knows of a driver it keeps.
func (a *Area) arrived(ctx context.Context, tx *store.Tx, s Shipment, g freight.GateArrival) (_ Shipment, err error) {
	if s.DriverName == "" {
		if s, err = a.UpdateDriver(ctx, tx, DriverReq{ShipmentID: s.ID, Name: g.Name, Phone: g.Phone}); err != nil {
			return s, err
		}
	}
	if s.State == Waiting {
		s.State = Arrived
	}
	if s.ArrivedAt.IsZero() {
		s.ArrivedAt = store.At(tx.Now)
	}
	replaceBlank(&s.Trailer, g.Trailer)
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	return s, a.SaidAtGate(ctx, tx, s.ID, g, false)
}

// SaidAtGate notes in a load's history what was said at the gate; refused tells that another truck has checked in for the load.
func (a *Area) SaidAtGate(ctx context.Context, tx *store.Tx, shipmentID string, g freight.GateArrival, refused bool) error {
	said := map[string]any{"name": strings.TrimSpace(g.Name), "carrier": strings.TrimSpace(g.Carrier), "trailer": strings.TrimSpace(g.Trailer),
		"number": strings.TrimSpace(g.Number), "language": g.Language, "rulesAgreed": true, "address": g.Address, "agent": cut(g.Agent, 200)}
	for what, v := range map[string]string{"plate": g.Plate, "seal": g.Seal} {
		if v != "" {
			said[what] = v
		}
	}
	kind := "gate-arrival"
	if refused {
		kind = "gate-refused"
	}
	return a.Shipments.Record(ctx, tx, shipmentID, kind, said)
}

// ExpectedAtGate lists the open loads of a warehouse's dock that go by a number without its signs, two at most.
func (a *Area) ExpectedAtGate(ctx context.Context, tx *store.Tx, warehouse, bare string) ([]string, error) {
	if bare == "" {
		return nil, nil
	}
	return store.Select[string](ctx, tx, `WITH here AS (SELECT id, orders, bol, pro FROM dock_shipment WHERE warehouse = ?1 AND left_at IS NULL AND state IN ('waiting', 'arrived', 'loading', 'loaded'))
SELECT id FROM here WHERE ?2 IN (upper(replace(replace(replace(bol, ' ', ''), '-', ''), '.', '')), upper(replace(replace(replace(pro, ' ', ''), '-', ''), '.', '')))
OR EXISTS (SELECT 1 FROM json_each(here.orders) WHERE upper(replace(replace(replace(value, ' ', ''), '-', ''), '.', '')) = ?2) LIMIT 2`, warehouse, bare)
}

// ArriveAtGate notes that the driver of a load is at the gate, where the load stands on the dock and its truck has not left.
func (a *Area) ArriveAtGate(ctx context.Context, tx *store.Tx, shipmentID string, g freight.GateArrival) error {
	s, ok, err := onDock(ctx, tx, shipmentID)
	if err != nil || !ok || !slices.Contains([]State{Waiting, Arrived, Loading, Loaded}, s.State) {
		return err
	}
	_, err = a.arrived(ctx, tx, s, g)
	return err
}

// CorrectAtGate notes that a driver has corrected what was said at the gate. What the dock has by itself it keeps.
func (a *Area) CorrectAtGate(ctx context.Context, tx *store.Tx, shipmentID string, was, now freight.GateArrival) error {
	s, ok, err := onDock(ctx, tx, shipmentID)
	if err != nil || !ok || !s.here() {
		return err
	}
	if sameName(s.DriverName, was.Name) && s.DriverLicence == "" && (!sameName(was.Name, now.Name) || string(s.DriverPhone) == strings.TrimSpace(was.Phone) && string(s.DriverPhone) != strings.TrimSpace(now.Phone)) {
		s.DriverID, s.DriverName, s.DriverPhone = "", "", ""
	}
	if s.Trailer == strings.TrimSpace(was.Trailer) {
		s.Trailer = strings.TrimSpace(now.Trailer)
	}
	if err := s.save(ctx, tx); err != nil {
		return err
	}
	_, err = a.arrived(ctx, tx, s, now)
	return err
}

// LeaveGate notes that the driver of a load left without having been served: the dock waits for its truck again, and what the driver said when it came is taken out.
func (a *Area) LeaveGate(ctx context.Context, tx *store.Tx, shipmentID string, came store.Time, g freight.GateArrival) error {
	s, ok, err := onDock(ctx, tx, shipmentID)
	if err != nil || !ok || s.State != Arrived {
		return err
	}
	if s.ArrivedAt.Equal(came.Time) && sameName(s.DriverName, g.Name) { // else the dock had met the driver before
		s.DriverID, s.DriverName, s.DriverPhone, s.DriverLicence = "", "", "", ""
	}
	if g.Trailer != "" && s.Trailer == strings.TrimSpace(g.Trailer) {
		s.Trailer = ""
	}
	s.State, s.ArrivedAt, s.ArrivalAgreedAt = Waiting, store.Time{}, store.Time{}
	if err := s.save(ctx, tx); err != nil {
		return err
	}
	return a.Shipments.Record(ctx, tx, s.ID, "gate-left", map[string]any{"name": strings.TrimSpace(g.Name)})
}

// DoorFree tells that no load has a door: none is being loaded there, and of those that wait for it none came before a time.
func (a *Area) DoorFree(ctx context.Context, tx *store.Tx, warehouse, door string, before time.Time) (bool, error) {
	n, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM dock_shipment WHERE warehouse = ? AND door = ? AND left_at IS NULL AND (state IN ('loading', 'loaded') OR state = 'arrived' AND arrived_at <= ?)`, warehouse, door, store.At(before))
	return n == 0, err
}

// LoadAtDoor is the load whose truck is at a door: the one that is being loaded there, or else the first that waits for it.
func (a *Area) LoadAtDoor(ctx context.Context, tx *store.Tx, warehouse, door string) (freight.DoorLoad, bool, error) {
	s, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM dock_shipment WHERE warehouse = ? AND door = ? AND left_at IS NULL AND state IN ('arrived', 'loading', 'loaded') ORDER BY state = 'arrived', arrived_at, id LIMIT 1`, warehouse, door)
	return freight.DoorLoad{ShipmentID: s.ID, BOL: s.BOL, Carrier: s.CarrierName, Trailer: s.Trailer}, ok, err
}

// DoorsGiven lists the doors that loads have which have not left, also those whose trucks have not come.
func (a *Area) DoorsGiven(ctx context.Context, tx *store.Tx, warehouse string) ([]string, error) {
	return store.Select[string](ctx, tx, `SELECT DISTINCT door FROM dock_shipment WHERE warehouse = ? AND door <> '' AND left_at IS NULL AND state IN ('waiting', 'arrived', 'loading', 'loaded')`, warehouse)
}

// LoadBetween names the load other than one whose truck was at a door in a span, or is.
func (a *Area) LoadBetween(ctx context.Context, tx *store.Tx, warehouse, door, other string, from, until time.Time) (carrier, bol string, ok bool, err error) {
	s, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM dock_shipment WHERE warehouse = ?1 AND door = ?2 AND door <> '' AND id <> ?3 AND state IN ('arrived', 'loading', 'loaded', 'signed')
AND arrived_at < ?5 AND (signed_at IS NULL AND left_at IS NULL OR signed_at > ?4) ORDER BY state = 'arrived', arrived_at, id LIMIT 1`, warehouse, door, other, store.At(from), store.At(until))
	return s.CarrierName, s.BOL, ok, err
}

// SendFromGate sends a load whose truck has come to a door, where it is not being loaded at another.
func (a *Area) SendFromGate(ctx context.Context, tx *store.Tx, shipmentID, door string) error {
	s, ok, err := onDock(ctx, tx, shipmentID)
	if err != nil || !ok || s.State != Arrived || s.Door == door {
		return err
	}
	before := s.Door
	s.Door = door
	if err := s.save(ctx, tx); err != nil {
		return err
	}
	return a.Shipments.Record(ctx, tx, s.ID, "door-assigned", map[string]any{"door": s.Door, "before": before})
}

// AtGate tells how a load stands on the dock; ok is false where it is on none.
func (a *Area) AtGate(ctx context.Context, tx *store.Tx, shipmentID string) (_ freight.GateLoad, ok bool, err error) {
	s, ok, err := onDock(ctx, tx, shipmentID)
	if err != nil || !ok {
		return freight.GateLoad{}, false, err
	}
	out := freight.GateLoad{BOL: s.BOL, Driver: s.DriverName, Here: s.here(), Door: s.Door, State: string(s.State), Loaded: s.LoadedPallets, Pallets: s.TotalPallets}
	came := s.ArrivedAt
	if came.IsZero() {
		came = store.At(tx.Now)
	}
	if (s.State == Waiting || s.State == Arrived) && s.Door != "" { // planned behind another that is here, it waits for that one to go
		before, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM dock_shipment WHERE warehouse = ?1 AND door = ?2 AND left_at IS NULL AND id <> ?3
AND (state IN ('loading', 'loaded') OR state = 'arrived' AND (arrived_at < ?4 OR arrived_at = ?4 AND id < ?3))`, s.Warehouse, s.Door, s.ID, came)
		if err != nil {
			return out, false, err
		}
		_, _, taken, err := a.Yard.StandsAt(ctx, tx, s.Warehouse, s.Door, came.Time)
		if err != nil {
			return out, false, err
		}
		_, _, other, err := a.Yard.TrailerAt(ctx, tx, s.Warehouse, s.Door, s.Trailer)
		if err != nil {
			return out, false, err
		}
		_, held, err := a.Yard.HeldAtGate(ctx, tx, s.Warehouse, s.Door)
		if err != nil {
			return out, false, err
		}
		if before > 0 || taken || other || held {
			out.Door = ""
		}
	}
	if out.Ahead, _, err = store.Get[int64](ctx, tx, `SELECT count(*) FROM dock_shipment WHERE warehouse = ? AND left_at IS NULL AND state = 'arrived' AND id <> ? AND arrived_at < ?`,
		s.Warehouse, s.ID, s.ArrivedAt.UnixMilli()); err != nil {
		return out, false, err
	}
	stays, err := store.Select[int64](ctx, tx, `SELECT (signed_at - arrived_at) / 60000 FROM dock_shipment WHERE warehouse = ? AND state = 'signed' AND left_at IS NULL AND arrived_at < signed_at ORDER BY signed_at DESC LIMIT ?`,
		s.Warehouse, usualLoads)
	if len(stays) >= usualLeast {
		slices.Sort(stays)
		out.Minutes = stays[len(stays)/2]
	}
	return out, err == nil, err
}

// GateSite tells what whoever stands at a warehouse's gate may know of it.
func (a *Area) GateSite(ctx context.Context, tx *store.Tx, warehouse string) (freight.GateSite, error) {
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return freight.GateSite{}, err
	}
	s, err := settingOf(ctx, tx, warehouse)
	out := freight.GateSite{Rules: freight.GateRules(s.Rules.V), Zone: "UTC"}
	for _, site := range sites {
		if site.ID == warehouse {
			out.Name, out.Call, out.Zone = site.Name, strings.Trim(site.Contact+" · "+site.Phone, " ·"), site.Zone
		}
	}
	return out, err
}

func onDock(ctx context.Context, tx *store.Tx, shipmentID string) (Shipment, bool, error) {
	s, ok, err := load(ctx, tx, shipmentID)
	return s, ok && tx.By.SeesWarehouse(s.Warehouse), err
}

func sameName(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

func replaceBlank(field *string, v string) {
	if *field == "" {
		*field = strings.TrimSpace(v)
	}
}
