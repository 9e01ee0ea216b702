package dock

import (
	"context"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/guess"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"
)

const (
	gateLink    = "gate"    // what hangs at a warehouse's gate: whoever scans it may say that they are here
	arrivalLink = "arrival" // what a driver's phone then holds: where to go with one load

	gateLife    = 2 * 365 * 24 * time.Hour
	arrivalLife = 24 * time.Hour
	usualLoads  = 50 // that the usual stay is taken from
	usualLeast  = 3
)

// atGate is the limit of who tells numbers at the gate: a driver corrects a slip, nobody tries numbers in a row.
var atGate = op.Limit{Name: "gate", Every: 3 * time.Second, Burst: 20, Key: func(c *op.Call) string { return guess.Network(c.IP) }}

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

// GateSite is what a driver at the gate is told before saying anything.
type GateSite struct {
	Name  string    `json:"name"`
	Call  string    `json:"call"` // whom to call
	Rules SiteRules `json:"rules"`
}

// GateStand is what a driver is told who has said for which load.
type GateStand struct {
	Site    GateSite   `json:"site"`
	Ticket  string     `json:"ticket,omitempty"` // for asking again
	BOL     string     `json:"bol"`
	Carrier string     `json:"carrier"`
	Driver  string     `json:"driver"`
	Door    string     `json:"door"`
	State   State      `json:"state"`
	Loaded  int64      `json:"loaded"`
	Pallets int64      `json:"pallets"`
	Ahead   int64      `json:"ahead"`   // trucks that came before and are not being loaded yet
	Minutes int64      `json:"minutes"` // that trucks were here lately, 0 where too few were
	Came    store.Time `json:"came"`
	Zone    string     `json:"zone"`
}

// within opens what a link of the gate leads to, and lets its holder see that warehouse.
func (a *Area) within(ctx context.Context, tx *store.Tx, kind, token string) (link.Link, error) {
	l, err := a.Links.FindLink(ctx, tx, kind, token)
	if _, refused := fail.As(err); refused {
		return l, fail.NotFound("gate-code-unknown")
	}
	tx.By.Warehouses = []string{l.Warehouse}
	return l, err
}

func (a *Area) gateSite(ctx context.Context, tx *store.Tx, warehouse string) (GateSite, string, error) {
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return GateSite{}, "", err
	}
	s, err := settingOf(ctx, tx, warehouse)
	out, zone := GateSite{Rules: s.Rules.V}, "UTC"
	for _, site := range sites {
		if site.ID == warehouse {
			out.Name, out.Call, zone = site.Name, strings.Trim(site.Contact+" · "+site.Phone, " ·"), site.Zone
		}
	}
	return out, zone, err
}

// OpenGate tells a driver where this is, and what holds here.
func (a *Area) OpenGate(ctx context.Context, c *op.Call, req TokenReq) (GateSite, error) {
	db, err := a.Strangers.Linked(ctx, req.Token, "gate-code-unknown")
	if err != nil {
		return GateSite{}, err
	}
	var out GateSite
	err = db.Read(ctx, c.Stranger(db, "").By, func(ctx context.Context, tx *store.Tx) error {
		l, err := a.within(ctx, tx, gateLink, req.Token)
		if err != nil {
			return err
		}
		out, _, err = a.gateSite(ctx, tx, l.Warehouse)
		return err
	})
	return out, err
}

// ArriveReq is what a driver says at the gate.
type ArriveReq struct {
	Token    string `json:"Token" validate:"required,max=120"`
	Number   string `json:"Number" validate:"required,max=60"` // of the bill, the PRO or the order
	Name     string `json:"Name" validate:"required,max=80"`
	Carrier  string `json:"Carrier" validate:"required,max=60"` // as the driver says it
	Trailer  string `json:"Trailer" validate:"max=40"`
	Phone    string `json:"Phone" validate:"max=40"`
	Language string `json:"Language" validate:"required,oneof=en es fr"`
	Agrees   bool   `json:"Agrees"` // to what holds on the site
}

// Check wants the word on the site's rules: the page asks for it, and so do we.
func (r *ArriveReq) Check() []fail.Field {
	if strings.TrimSpace(r.Name) == "" {
		return []fail.Field{fail.Of("Name", "field-required")}
	}
	if !r.Agrees {
		return []fail.Field{fail.Of("Agrees", "gate-rules-unread")}
	}
	return nil
}

// Arrive notes that a driver is at the gate, for the load whose number the driver has, and tells where to go. What the dock knows of a driver
// it keeps: what a stranger says at the gate stands in the history, and takes a place only where nothing stands yet. Who comes by another name for a truck that is
// here is told nothing of it, and the office hears of it.
func (a *Area) Arrive(ctx context.Context, c *op.Call, req ArriveReq) (GateStand, error) {
	db, err := a.Strangers.Linked(ctx, req.Token, "gate-code-unknown")
	if err != nil {
		return GateStand{}, err
	}
	var out GateStand
	taken := false
	_, err = op.Write(ctx, db, c.Stranger(db, strings.TrimSpace(req.Name)), func(ctx context.Context, tx *store.Tx) error {
		l, err := a.within(ctx, tx, gateLink, req.Token)
		if err != nil {
			return err
		}
		s, err := expected(ctx, tx, l.Warehouse, req.Number)
		if err != nil {
			return err
		}
		said := freight.GateArrival{Number: req.Number, Name: req.Name, Carrier: req.Carrier, Trailer: req.Trailer, Phone: req.Phone, Language: req.Language, Address: c.IP, Agent: c.Agent}
		if taken = s.here() && s.DriverName != "" && !sameName(s.DriverName, req.Name); taken {
			if err := a.SaidAtGate(ctx, tx, s.ID, said, true); err != nil {
				return err
			}
			return tx.Emit(ctx, event.OfficeTold{Warehouse: s.Warehouse, Code: "notify-load-gate-taken", Params: map[string]any{"name": req.Name, "carrier": req.Carrier, "plate": req.Trailer, "number": req.Number, "first": s.DriverName}, Link: "/ShipmentDetails/" + s.ID})
		}
		if s, err = a.arrived(ctx, tx, s, said); err != nil {
			return err
		}
		ticket, err := a.Links.MailLink(ctx, tx, arrivalLink, s.ID, s.Warehouse, tx.Now.Add(arrivalLife))
		if err != nil {
			return err
		}
		out, err = a.gateStand(ctx, tx, s)
		out.Ticket = a.Links.LinkToken(tx.Org, ticket.ID)
		return err
	})
	if err == nil && taken { // after what was said is noted
		err = fail.Conflict("gate-taken")
	}
	return out, op.Bare(err)
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

// ExpectedAtGate lists the open loads of a warehouse's dock that go by a number, two at most.
func (a *Area) ExpectedAtGate(ctx context.Context, tx *store.Tx, warehouse, bare string) ([]string, error) {
	return expectedIDs(ctx, tx, warehouse, bare)
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

// DoorFree tells that no load whose truck is here has a door.
func (a *Area) DoorFree(ctx context.Context, tx *store.Tx, warehouse, door string) (bool, error) {
	n, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM dock_shipment WHERE warehouse = ? AND door = ? AND left_at IS NULL AND state IN ('arrived', 'loading', 'loaded')`, warehouse, door)
	return n == 0, err
}

// AtGate tells how a load stands on the dock; ok is false where it is on none.
func (a *Area) AtGate(ctx context.Context, tx *store.Tx, shipmentID string) (_ freight.GateLoad, ok bool, err error) {
	s, ok, err := onDock(ctx, tx, shipmentID)
	if err != nil || !ok {
		return freight.GateLoad{}, false, err
	}
	g, err := a.gateStand(ctx, tx, s)
	return freight.GateLoad{BOL: g.BOL, Carrier: g.Carrier, Door: g.Door, State: string(g.State), Loaded: g.Loaded, Pallets: g.Pallets, Ahead: g.Ahead, Minutes: g.Minutes}, err == nil, err
}

// GateSite tells what whoever stands at a warehouse's gate may know of it.
func (a *Area) GateSite(ctx context.Context, tx *store.Tx, warehouse string) (freight.GateSite, error) {
	s, zone, err := a.gateSite(ctx, tx, warehouse)
	return freight.GateSite{Name: s.Name, Call: s.Call, Rules: freight.GateRules(s.Rules), Zone: zone}, err
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

// bareOf is a number as it is compared: numbers are printed in groups and typed with thumbs.
func bareOf(number string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "", ".", "").Replace(number))
}

func expectedIDs(ctx context.Context, tx *store.Tx, warehouse, bare string) ([]string, error) {
	if bare == "" {
		return nil, nil
	}
	return store.Select[string](ctx, tx, `WITH here AS (SELECT id, orders, bol, pro FROM dock_shipment WHERE warehouse = ?1 AND left_at IS NULL AND state IN ('waiting', 'arrived', 'loading', 'loaded'))
SELECT id FROM here WHERE ?2 IN (upper(replace(replace(replace(bol, ' ', ''), '-', ''), '.', '')), upper(replace(replace(replace(pro, ' ', ''), '-', ''), '.', '')))
OR EXISTS (SELECT 1 FROM json_each(here.orders) WHERE upper(replace(replace(replace(value, ' ', ''), '-', ''), '.', '')) = ?2) LIMIT 2`, warehouse, bare)
}

// expected is the one open load of a warehouse that goes by a number.
func expected(ctx context.Context, tx *store.Tx, warehouse, number string) (Shipment, error) {
	ids, err := expectedIDs(ctx, tx, warehouse, bareOf(number))
	switch {
	case err != nil:
		return Shipment{}, err
	case len(ids) == 0:
		return Shipment{}, fail.NotFound("gate-load-unknown", "number", strings.TrimSpace(number))
	case len(ids) > 1:
		return Shipment{}, fail.Conflict("gate-load-several", "number", strings.TrimSpace(number))
	}
	return find(ctx, tx, ids[0])
}

// StandAtGate tells a driver who has arrived how it stands now.
func (a *Area) StandAtGate(ctx context.Context, c *op.Call, req TokenReq) (GateStand, error) {
	db, err := a.Strangers.Linked(ctx, req.Token, "gate-code-unknown")
	if err != nil {
		return GateStand{}, err
	}
	var out GateStand
	err = db.Read(ctx, c.Stranger(db, "").By, func(ctx context.Context, tx *store.Tx) error {
		l, err := a.within(ctx, tx, arrivalLink, req.Token)
		if err != nil {
			return err
		}
		s, err := find(ctx, tx, l.Object)
		if err != nil {
			return err
		}
		out, err = a.gateStand(ctx, tx, s)
		return err
	})
	return out, op.Bare(err)
}

func (a *Area) gateStand(ctx context.Context, tx *store.Tx, s Shipment) (GateStand, error) {
	site, zone, err := a.gateSite(ctx, tx, s.Warehouse)
	if err != nil {
		return GateStand{}, err
	}
	out := GateStand{Site: site, BOL: s.BOL, Carrier: s.CarrierName, Driver: s.DriverName, Door: s.Door, State: s.State, Loaded: s.LoadedPallets, Pallets: s.TotalPallets, Came: s.ArrivedAt, Zone: zone}
	if s.State == Arrived { // planned behind another that is here, it waits for that one to go
		before, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM dock_shipment WHERE warehouse = ?1 AND door = ?2 AND door <> '' AND left_at IS NULL AND id <> ?3
AND (state IN ('loading', 'loaded') OR state = 'arrived' AND (arrived_at < ?4 OR arrived_at = ?4 AND id < ?3))`, s.Warehouse, s.Door, s.ID, s.ArrivedAt)
		if err != nil {
			return out, err
		}
		if before > 0 {
			out.Door = ""
		}
	}
	if out.Ahead, _, err = store.Get[int64](ctx, tx, `SELECT count(*) FROM dock_shipment WHERE warehouse = ? AND left_at IS NULL AND state = 'arrived' AND id <> ? AND arrived_at < ?`,
		s.Warehouse, s.ID, s.ArrivedAt.UnixMilli()); err != nil {
		return out, err
	}
	stays, err := store.Select[int64](ctx, tx, `SELECT (signed_at - arrived_at) / 60000 FROM dock_shipment WHERE warehouse = ? AND state = 'signed' AND left_at IS NULL AND arrived_at < signed_at ORDER BY signed_at DESC LIMIT ?`,
		s.Warehouse, usualLoads)
	if len(stays) >= usualLeast {
		slices.Sort(stays)
		out.Minutes = stays[len(stays)/2]
	}
	return out, err
}
