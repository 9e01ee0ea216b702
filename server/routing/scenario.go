package routing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/geo"
	"lading/server/kit/right"
	"lading/server/store"
	"lading/server/store/listing"

	"github.com/oklog/ulid/v2"
)

// Kind is whose trucks a scenario plans.
type Kind string

// The kinds: carriers' truckloads with several stops, and the organisation's own fleet.
const (
	Mtl   Kind = "mtl"
	Fleet Kind = "fleet"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{string(Mtl), string(Fleet)} }

// State is where a scenario stands.
type State string

// The states. One that is done is applied once shipments were made of any of its routes.
const (
	Waiting State = "waiting"
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
	Stopped State = "stopped" // by a planner; what was found until then is kept
	Applied State = "applied"
)

// Values lists the states.
func (State) Values() []string {
	return []string{string(Waiting), string(Running), string(Done), string(Failed), string(Stopped), string(Applied)}
}

// Scenario is a plan of trucks with several stops.
type Scenario struct {
	ID        string                    `json:"ScenarioId" db:"id"`
	Number    string                    `json:"Number" db:"number"`
	Name      string                    `json:"Name" db:"name"`
	Kind      Kind                      `json:"Kind" db:"kind"`
	Warehouse string                    `json:"WHSE" db:"warehouse"`
	ShipOn    string                    `json:"ShipOn" db:"ship_on"`
	State     State                     `json:"State" db:"state"`
	Round     int64                     `json:"-" db:"round"`   // of its runs; a run that another has replaced writes nothing
	Done      int64                     `json:"Done" db:"done"` // thousandths of the run
	Code      string                    `json:"Code" db:"code"` // why it failed
	Currency  string                    `json:"Currency" db:"currency"`
	Values    store.JSON[Values]        `json:"Values" db:"values_used"`
	Orders    store.JSON[[]Routed]      `json:"Orders" db:"orders"`
	Routes    store.JSON[[]PlannedTrip] `json:"Routes" db:"routes"`
	Left      store.JSON[[]LeftOrder]   `json:"Left" db:"left_out"`
	Idle      store.JSON[[]IdleVehicle] `json:"Idle" db:"idle"`
	Rev       int64                     `json:"Rev" db:"rev"`
	CreatedAt store.Time                `json:"CreatedAt" db:"created_at"`
	EndedAt   store.Time                `json:"EndedAt" db:"ended_at"`
	By        string                    `json:"-" db:"by_user"`
	ByName    string                    `json:"ByName" db:"by_name"`
	At        store.Time                `json:"At" db:"at"`
	ChangedBy string                    `json:"ChangedBy" db:"changed_by"`
	OriginLat float64                   `json:"OriginLat" db:"-"` // of the warehouse; 0 and 0 where its place is not known
	OriginLon float64                   `json:"OriginLon" db:"-"`
	Sum       Sum                       `json:"Sum" db:"-"`
}

// Place is the warehouse that the scenario lies in.
func (s Scenario) Place() string { return s.Warehouse }

// Routed is an order as a scenario knew it when it ran.
type Routed struct {
	ID         string        `json:"OrderId"`
	Number     string        `json:"OrderNumber"`
	Customer   string        `json:"Customer"`
	Consignee  freight.Party `json:"Consignee"`
	DueOn      string        `json:"DueOn"`
	Pounds     int64         `json:"Pounds"`
	Pallets    int64         `json:"Pallets"`
	CubicFeet  int64         `json:"CubicFeet"`
	Together   string        `json:"Together"`    // what consolidated orders share: they ride together
	Keeps      string        `json:"Keeps"`       // the temperature that the goods ask for
	LiftGate   bool          `json:"LiftGate"`    // the delivery asks for one
	Hazards    []Hazard      `json:"Hazards"`     // of the goods, as 49 CFR 177.848 segregates them
	Terms      freight.Terms `json:"PaymentType"` // a collect order rides on its consignee's truck, on none of these
	Lat        float64       `json:"Lat"`         // 0 and 0 where the place is not known
	Lon        float64       `json:"Lon"`         //
	ShareMinor int64         `json:"ShareMinor"`  // what its delivery costs by a contract that shares trucks, in the organisation's currency; 0 where none has a price
	AloneMinor int64         `json:"AloneMinor"`  // what it costs alone: so, or on a truck of its own
	AloneBy    string        `json:"AloneBy"`     // the contract; empty is a truck of its own by the scenario's values
	WithMinor  int64         `json:"WithMinor"`   // what its delivery adds to the route that it is on
	Why        string        `json:"Why"`         // code: together, only; empty where it is left out
	Group      int           `json:"GroupNumber"` // orders of one delivery share it
}

// Hazard is what hazardous goods are.
type Hazard struct {
	Class        string `json:"Class"`
	Subsidiary   string `json:"Subsidiary,omitempty"`
	PackingGroup string `json:"PackingGroup,omitempty"`
	LimitedQty   bool   `json:"LimitedQty,omitempty"`
	UN           string `json:"UN,omitempty"` // where it decides what the goods ride with
}

// PlannedStop is one stop of a planned truck. Times are on the receiver's clock.
type PlannedStop struct {
	Consignee freight.Party `json:"Consignee"`
	Zone      string        `json:"Zone"` // IANA, of the receiver; empty in plans of before, whose times are on the warehouse's clock
	OrderIDs  []string      `json:"OrderIds"`
	Lat       float64       `json:"Lat"`
	Lon       float64       `json:"Lon"`
	Miles     int64         `json:"Miles"` // from the stop before
	Arrive    string        `json:"Arrive"`
	Begin     string        `json:"Begin"`
	Leave     string        `json:"Leave"`
	Pounds    int64         `json:"Pounds"`  // unloaded here
	Pallets   int64         `json:"Pallets"` //
	CubicFeet int64         `json:"CubicFeet"`
	Late      bool          `json:"Late"`
}

// PlannedTrip is a planned truck with its stops.
type PlannedTrip struct {
	ID           string        `json:"RouteId"`
	Number       string        `json:"RouteNumber"`
	Vehicle      string        `json:"Vehicle"` // of the own fleet; empty is a carrier's trailer
	Driver       string        `json:"Driver"`
	DriverCode   string        `json:"DriverCode"` // the employee number
	Stops        []PlannedStop `json:"Stops"`
	Pounds       int64         `json:"Pounds"`
	Pallets      int64         `json:"Pallets"`
	CubicFeet    int64         `json:"CubicFeet"`
	Miles        int64         `json:"Miles"`
	DriveMinutes int64         `json:"DriveMinutes"`
	WaitMinutes  int64         `json:"WaitMinutes"`
	Breaks       int           `json:"Breaks"`
	Rests        int           `json:"Rests"`
	Depart       string        `json:"Depart"` // on the warehouse's clock
	End          string        `json:"End"`    //
	Duty         []int64       `json:"Duty"`   // minutes on duty on each day from the day of departure on
	KeepApart    []Segregated  `json:"KeepApart"`
	CostMinor    int64         `json:"CostMinor"`
	AloneMinor   int64         `json:"AloneMinor"` // what its orders cost one by one
	Carrier      string        `json:"Carrier"`    // SCAC of the contract that prices it; empty where none does
	CarrierName  string        `json:"CarrierName"`
	Contract     string        `json:"Contract"`
	Lines        []CostLine    `json:"Lines"`
	Currency     string        `json:"Currency"` // of the lines
	Faults       []TripFault   `json:"Faults"`
	Shipments    []MadeLoad    `json:"Shipments"` // that were made of it
}

// Segregated are two hazards of a truck that are loaded so that what leaks from one cannot reach the other (49 CFR 177.848(e)(2)).
type Segregated struct {
	One   string `json:"One"`
	Other string `json:"Other"`
}

// IdleVehicle is a vehicle that a plan of the fleet does without, and why.
type IdleVehicle struct {
	Code  string `json:"Code"`
	Why   string `json:"Why"`         // taken, payload-unknown
	Route string `json:"RouteNumber"` // that has it on that day
}

// CostLine is a charge of a route's price.
type CostLine struct {
	Code        string `json:"Code"`
	Description string `json:"Description"`
	AmountMinor int64  `json:"AmountMinor"`
}

// TripFault is a limit that a route exceeds as somebody has changed it.
type TripFault struct {
	Code  string `json:"Code"`
	Stop  int    `json:"Stop"` // from 0; -1 where it is the whole route's
	Order string `json:"OrderNumber"`
}

// MadeLoad is a shipment that was made of a route.
type MadeLoad struct {
	ShipmentID string `json:"ShipmentId" db:"shipment_id"`
	Number     string `json:"Number" db:"number"`
	Stop       int    `json:"Stop" db:"stop"`
	Route      string `json:"-" db:"route"`
	Ended      bool   `json:"Ended" db:"ended"`
}

// LeftOrder is an order on no route, and why.
type LeftOrder struct {
	OrderID    string `json:"OrderId"`
	Code       string `json:"Code"`
	WithMinor  int64  `json:"WithMinor"` // what it would add to the route that takes it most cheaply
	AloneMinor int64  `json:"AloneMinor"`
	Route      string `json:"RouteNumber"`
}

// Sum is what a scenario comes to.
type Sum struct {
	Routes     int   `json:"Routes"`
	Stops      int   `json:"Stops"`
	Orders     int   `json:"Orders"` // on routes
	Left       int   `json:"Left"`
	Miles      int64 `json:"Miles"`
	CostMinor  int64 `json:"CostMinor"`  // of routes and of what is left
	AloneMinor int64 `json:"AloneMinor"` // of each delivery alone
	Pounds     int64 `json:"Pounds"`
	Fill       int   `json:"Fill"` // of the trucks by the fullest dimension, in percent on average
	Faults     int   `json:"Faults"`
	Made       int   `json:"Made"` // shipments that stand
}

// find loads a scenario that the user may see, with the shipments that were made of it.
func find(ctx context.Context, tx *store.Tx, id string) (Scenario, error) {
	s, err := store.Find[Scenario](ctx, tx, fail.NotFound("scenario-unknown"), `SELECT * FROM routing_scenario WHERE id = ?`, id)
	if err != nil {
		return s, err
	}
	return s, s.complete(ctx, tx)
}

// refused says no, with the scenario as it stands and as far as the user may see it: one that is being changed has its money, whoever asks.
func refused(ctx context.Context, tx *store.Tx, id string, no *fail.Error) error {
	s, err := find(ctx, tx, id)
	if err != nil {
		return err
	}
	return no.With(s)
}

func (s *Scenario) complete(ctx context.Context, tx *store.Tx) error {
	made, err := store.Select[MadeLoad](ctx, tx, `SELECT shipment_id, number, stop, route, ended FROM routing_shipment WHERE scenario = ? ORDER BY route, stop, number`, s.ID)
	if err != nil {
		return err
	}
	for i := range s.Routes.V {
		r := &s.Routes.V[i]
		r.Shipments = []MadeLoad{}
		for _, m := range made {
			if m.Route == r.ID {
				r.Shipments = append(r.Shipments, m)
			}
		}
	}
	s.Sum = s.sum()
	if !tx.By.May(right.SeeMoney) {
		s.hideMoney()
	}
	return nil
}

// stands reports whether shipments that stand were made of a route.
func (r *PlannedTrip) stands() bool {
	return slices.ContainsFunc(r.Shipments, func(m MadeLoad) bool { return !m.Ended })
}

func (s *Scenario) hideMoney() {
	s.Values.V = s.Values.V.withoutMoney()
	for i := range s.Orders.V {
		s.Orders.V[i].ShareMinor, s.Orders.V[i].AloneMinor, s.Orders.V[i].WithMinor = 0, 0, 0
	}
	for i := range s.Routes.V {
		r := &s.Routes.V[i]
		r.CostMinor, r.AloneMinor, r.Lines = 0, 0, []CostLine{}
	}
	for i := range s.Left.V {
		s.Left.V[i].WithMinor, s.Left.V[i].AloneMinor = 0, 0
	}
	s.Sum.CostMinor, s.Sum.AloneMinor = 0, 0
}

func (s *Scenario) sum() (sum Sum) {
	v, fill := s.Values.V, 0
	for i := range s.Routes.V {
		r := &s.Routes.V[i]
		sum.Routes++
		sum.Stops += len(r.Stops)
		for _, at := range r.Stops {
			sum.Orders += len(at.OrderIDs)
		}
		sum.Miles, sum.CostMinor, sum.AloneMinor, sum.Pounds, sum.Faults = sum.Miles+r.Miles, sum.CostMinor+r.CostMinor, sum.AloneMinor+r.AloneMinor, sum.Pounds+r.Pounds, sum.Faults+len(r.Faults)
		fill += int(100 * max(float64(r.Pounds)/float64(max(1, v.MaxPounds)), float64(r.Pallets)/float64(max(1, v.MaxPallets)), float64(r.CubicFeet)/float64(max(1, v.MaxCubicFeet))))
		for _, m := range r.Shipments {
			if !m.Ended {
				sum.Made++
			}
		}
	}
	if sum.Routes > 0 {
		sum.Fill = fill / sum.Routes
	}
	sum.Left = len(s.Left.V)
	for _, cost := range s.leftCosts() {
		sum.CostMinor, sum.AloneMinor = sum.CostMinor+cost, sum.AloneMinor+cost
	}
	return sum
}

// leftCosts are what deliveries that are left out cost, each once, however many orders it has.
func (s *Scenario) leftCosts() map[int]int64 {
	costs := map[int]int64{}
	for _, l := range s.Left.V {
		if i := slices.IndexFunc(s.Orders.V, func(o Routed) bool { return o.ID == l.OrderID }); i >= 0 {
			costs[s.Orders.V[i].Group] = l.AloneMinor
		}
	}
	return costs
}

// RunReq asks for a plan.
type RunReq struct {
	Name      string   `json:"Name" validate:"max=80" field:"trim"`
	Warehouse string   `json:"WHSE" validate:"required,max=20"`
	ShipOn    string   `json:"ShipOn" validate:"required,day"`
	OrderIDs  []string `json:"OrderIds" validate:"required,min=1,max=300,unique,dive,required,max=40"`
	Values    *Values  `json:"Values"` // none: the defaults
}

// Check judges the values.
func (r *RunReq) Check() []fail.Field {
	if r.Values == nil {
		return nil
	}
	return r.Values.Check()
}

// MultiStop has open orders planned as truckloads of several stops. The plan is made after the answer; Mtl/Scenario tells how far it is.
func (a *Area) MultiStop(ctx context.Context, tx *store.Tx, req RunReq) (Scenario, error) {
	return a.begin(ctx, tx, Mtl, req)
}

func (a *Area) begin(ctx context.Context, tx *store.Tx, kind Kind, req RunReq) (Scenario, error) {
	s := Scenario{ID: ulid.Make().String(), Name: req.Name, Kind: kind, Warehouse: req.Warehouse, ShipOn: req.ShipOn, State: Waiting, Round: 1, Rev: 1, CreatedAt: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name, At: store.At(tx.Now), ChangedBy: tx.By.Name}
	s.Routes.V, s.Left.V, s.Idle.V = []PlannedTrip{}, []LeftOrder{}, []IdleVehicle{}
	if _, _, err := a.Sites.Site(ctx, tx, s.Warehouse); err != nil {
		return s, err
	}
	if !tx.By.SeesWarehouse(s.Warehouse) {
		return s, fail.Forbidden("warehouse-not-yours", "warehouse", s.Warehouse)
	}
	standard, err := defaults(a).Get(ctx, tx)
	if err != nil {
		return s, err
	}
	if s.Values.V = standard.Values; req.Values != nil {
		s.Values.V = *req.Values
		if !tx.By.May(right.SeeMoney) { // who sees no prices sets none
			v, d := &s.Values.V, standard.Values
			v.MileMinor, v.StopMinor, v.MinimumMinor, v.FleetMileMinor, v.FleetDayMinor = d.MileMinor, d.StopMinor, d.MinimumMinor, d.FleetMileMinor, d.FleetDayMinor
		}
	}
	if s.Currency, err = a.Setup.Currency(ctx, tx); err != nil {
		return s, err
	}
	if s.Orders.V, err = a.routed(ctx, tx, s.Warehouse, req.OrderIDs); err != nil {
		return s, err
	}
	group(&s)
	var n int64
	if err := tx.QueryRowContext(ctx, `UPDATE routing_scenario_sequence SET next = next + 1 WHERE id = 1 RETURNING next - 1`).Scan(&n); err != nil {
		return s, fmt.Errorf("number a scenario: %w", err)
	}
	s.Number = fmt.Sprintf("S%d", n)
	if s.Name == "" {
		s.Name = s.Number
	}
	if err := store.Insert(ctx, tx, "routing_scenario", s); err != nil {
		return s, err
	}
	if err := a.Jobs.Add(ctx, tx, RunJob, runKey(s), run{s.ID, s.Round}); err != nil {
		return s, err
	}
	return s, s.complete(ctx, tx)
}

// RunJob is the kind of the job that makes a plan.
const RunJob = "route-scenario"

type run struct {
	Scenario string
	Round    int64
}

func runKey(s Scenario) string { return fmt.Sprintf("scenario/%s/%d", s.ID, s.Round) }

// routed reads orders as a scenario keeps them. Those that are no longer open are named, all of them.
func (a *Area) routed(ctx context.Context, tx *store.Tx, warehouse string, ids []string) ([]Routed, error) {
	standing, err := a.Orders.Standing(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	if err := open(standing); err != nil {
		return nil, err
	}
	list, err := a.Orders.Look(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	out := make([]Routed, len(list))
	for i, o := range list {
		if o.Warehouse != warehouse {
			return nil, fail.Conflict("orders-of-another-warehouse", "order", o.Number, "warehouse", o.Warehouse)
		}
		out[i] = routedOf(o)
		out[i].Together = standing[i].Together
	}
	return out, nil
}

// routedOf is an order as a scenario keeps it.
func routedOf(o freight.Order) Routed {
	_, pallets, weight := freight.Totals(o.Items)
	milli, _ := weight.Pounds()
	r := Routed{ID: o.ID, Number: o.Number, Customer: o.Customer, Consignee: o.Consignee, DueOn: o.DueOn, Pounds: (milli + 999) / 1000, Pallets: pallets, Terms: o.Terms}
	r.LiftGate, r.Hazards = slices.Contains(o.Services, "LFTD"), []Hazard{}
	for _, it := range o.Items {
		r.CubicFeet += cubicFeet(it)
		if it.Temperature != "" {
			r.Keeps = it.Temperature
		}
		if it.Hazmat == nil {
			continue
		}
		if h := (Hazard{it.Hazmat.Class, it.Hazmat.Subsidiary, it.Hazmat.PackingGroup, it.Hazmat.LimitedQty, it.Hazmat.Singular()}); !slices.Contains(r.Hazards, h) {
			r.Hazards = append(r.Hazards, h)
		}
	}
	if at, ok := geo.Locate(o.Consignee.Zip); ok {
		r.Lat, r.Lon = at.Lat, at.Lon
	}
	return r
}

// open refuses orders of which some are not open any more, and names these with their shipments.
func open(list []freight.OrderStanding) error {
	var gone []string
	for _, o := range list {
		switch {
		case o.Shipment != "":
			gone = append(gone, o.Number+" ("+o.Shipment+")")
		case !o.Open:
			gone = append(gone, o.Number)
		}
	}
	if len(gone) > 0 {
		return fail.Conflict("route-orders-gone", "orders", strings.Join(gone, ", ")).With(list)
	}
	return nil
}

// feetInMetre are cubic feet in a cubic metre.
const feetInMetre = 35.3146667

// cubicFeet is the volume of a line, begun feet counted whole; 0 where nobody measured it. What somebody states of it counts instead of its sides. A length is of one
// handling unit: a pallet, else a piece.
func cubicFeet(it freight.Item) int64 {
	if it.Volume.Milli > 0 {
		return int64(float64(it.Volume.Milli)/1000*feetInMetre + 0.999)
	}
	units := it.Pallets
	if units == 0 {
		units = it.Pieces
	}
	inches := func(m freight.Measure) float64 {
		per := map[string]float64{"in": 1, "ft": 12, "cm": 1 / 2.54, "m": 100 / 2.54, "mm": 1 / 25.4}[m.Unit]
		return float64(m.Milli) / 1000 * per
	}
	cubic := inches(it.Length) * inches(it.Width) * inches(it.Height) / 1728 * float64(units)
	return int64(cubic + 0.999)
}

// ScenarioReq names a scenario.
type ScenarioReq struct {
	ScenarioID string `json:"ScenarioId" validate:"required,max=40"`
}

// Scenario gives one scenario with its routes.
func (a *Area) Scenario(ctx context.Context, tx *store.Tx, req ScenarioReq) (Scenario, error) {
	s, err := find(ctx, tx, req.ScenarioID)
	if err != nil {
		return s, err
	}
	from, _, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if at, ok := geo.Locate(from.Zip); ok {
		s.OriginLat, s.OriginLon = at.Lat, at.Lon
	}
	return s, err
}

// ScenariosReq asks for scenarios.
type ScenariosReq struct {
	Kind      Kind   `json:"Kind" validate:"omitempty,oneof=mtl fleet"`
	Warehouse string `json:"WHSE" validate:"max=20"`
	ShipOn    string `json:"ShipOn" validate:"omitempty,day"`
}

// Scenarios lists the newest scenarios with their routes; their orders are told of each by itself.
func (a *Area) Scenarios(ctx context.Context, tx *store.Tx, req ScenariosReq) ([]Scenario, error) {
	var w listing.Where
	w.And("1")
	w.Mine(tx.By)
	for _, f := range []struct{ column, value string }{{"kind", string(req.Kind)}, {"warehouse", req.Warehouse}, {"ship_on", req.ShipOn}} {
		if f.value != "" {
			w.And(f.column+" = ?", f.value)
		}
	}
	list, err := store.Select[Scenario](ctx, tx, `SELECT * FROM routing_scenario WHERE `+w.String()+` ORDER BY created_at DESC, number DESC LIMIT 60`, w.Args...)
	for i := range list {
		if err == nil {
			err = list[i].complete(ctx, tx)
			list[i].Orders.V, list[i].Left.V = []Routed{}, []LeftOrder{}
		}
	}
	return list, err
}

// StopScenario ends a run. What has been found until then stays.
func (a *Area) StopScenario(ctx context.Context, tx *store.Tx, req ScenarioReq) (Scenario, error) {
	s, err := find(ctx, tx, req.ScenarioID)
	if err != nil || s.State != Waiting && s.State != Running {
		return s, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE routing_scenario SET state = 'stopped', at = ?, changed_by = ? WHERE id = ?`, store.At(tx.Now), tx.By.Name, s.ID); err != nil {
		return s, err
	}
	return find(ctx, tx, s.ID)
}
