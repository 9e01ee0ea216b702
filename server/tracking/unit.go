package tracking

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/resource"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// UnitKind is what carries the goods.
type UnitKind string

// The kinds.
const (
	Container UnitKind = "container"
	Car       UnitKind = "car"
)

// Values lists the kinds.
func (UnitKind) Values() []string { return []string{"container", "car"} }

// ProviderState is how far a provider's tracking of a container has come.
type ProviderState string

// The states. Without an account nobody is asked.
const (
	NotAsked ProviderState = ""
	Asked    ProviderState = "pending"
	Tracked  ProviderState = "tracked"
	Failed   ProviderState = "failed"
)

// Values lists the states.
func (ProviderState) Values() []string { return []string{"", "pending", "tracked", "failed"} }

// Unit is a container or rail car that carries a shipment, and what its events come to.
type Unit struct {
	ID            string        `json:"ContainerId" db:"id"`
	Kind          UnitKind      `json:"Kind" db:"kind"`
	Number        string        `json:"ContainerNumber" db:"number"`
	ShipmentID    string        `json:"ShipmentId" db:"shipment_id"`
	Shipment      string        `json:"Shipment" db:"shipment"`
	Warehouse     string        `json:"Warehouse" db:"warehouse"`
	Zone          string        `json:"Zone" db:"zone"`
	Line          string        `json:"Line" db:"line"`
	Bill          string        `json:"MasterBill" db:"bill"`
	Booking       string        `json:"Booking" db:"booking"`
	Size          string        `json:"Size" db:"size"`
	Seal          string        `json:"Seal" db:"seal"`
	Origin        string        `json:"Origin" db:"origin"`
	Port          string        `json:"Port" db:"port"`
	Final         string        `json:"FinalDestination" db:"final"`
	LastCode      Code          `json:"LastCode" db:"last_code"`
	LastAt        store.Time    `json:"LastAt" db:"last_at"`
	LastPlace     string        `json:"LastPlace" db:"last_place"`
	LastZone      string        `json:"LastZone" db:"last_zone"`
	Vessel        string        `json:"Vessel" db:"vessel"`
	Voyage        string        `json:"Voyage" db:"voyage"`
	ETA           store.Time    `json:"ETA" db:"eta"`
	ETACode       Code          `json:"ETACode" db:"eta_code"`
	ETAZone       string        `json:"ETAZone" db:"eta_zone"`
	ETAPlace      string        `json:"ETAPlace" db:"eta_place"`
	ETAWas        store.Time    `json:"ETAWas" db:"eta_was"`
	ETAWhy        Why           `json:"ETAWhy" db:"eta_why"`
	ETANote       string        `json:"ETANote" db:"eta_note"`
	ETATold       store.Time    `json:"ETATold" db:"eta_told"`
	ArrivedAt     store.Time    `json:"ArrivedAt" db:"arrived_at"`
	FreeUntil     string        `json:"LastFreeDay" db:"free_until"`
	Provider      string        `json:"Provider" db:"provider"`
	ProviderState ProviderState `json:"ProviderState" db:"provider_state"`
	ProviderWhy   string        `json:"ProviderWhy" db:"provider_why"`
	ProviderID    string        `json:"-" db:"provider_id"`
	Pieces        int64         `json:"Pieces" db:"pieces"` // of a rail car
	Weight        measure       `json:"Weight" db:"weight"` // of what is in a rail car
	resource.Based
	At store.Time `json:"At" db:"at"`
	By string     `json:"By" db:"by_user"`

	OriginName string `json:"OriginName" db:"-"`
	PortName   string `json:"PortName" db:"-"`
	FinalName  string `json:"FinalName" db:"-"`
}

type measure = store.JSON[freight.Measure]

// Place is the warehouse that the shipment lies in.
func (u Unit) Place() string { return u.Warehouse }

// spoken fills in how its places are called.
func (u Unit) spoken() Unit {
	u.OriginName, u.PortName, u.FinalName = named(u.Origin), named(u.Port), named(u.Final)
	return u
}

func findUnit(ctx context.Context, tx *store.Tx, id string) (Unit, error) {
	return store.Find[Unit](ctx, tx, fail.NotFound("container-unknown"), `SELECT * FROM tracking_unit WHERE id = ?`, id)
}

// ContainersReq narrows the list of containers.
type ContainersReq struct {
	All        bool   `json:"All"` // also those that went back empty
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
}

// most units that one answer has, those with the next ETA first.
const most = 2000

// Containers lists the containers of the user's warehouses.
func (a *Area) Containers(ctx context.Context, tx *store.Tx, req ContainersReq) ([]Unit, error) {
	return units(ctx, tx, `SELECT * FROM tracking_unit WHERE kind = 'container' AND (?1 OR last_code <> 'empty-in') AND (?2 = '' OR shipment_id = ?2) ORDER BY eta IS NULL, eta, number`, req.All, req.ShipmentID)
}

func units(ctx context.Context, tx *store.Tx, query string, args ...any) ([]Unit, error) {
	list, err := store.Select[Unit](ctx, tx, query, args...)
	list = slices.DeleteFunc(list, func(u Unit) bool { return !tx.By.SeesWarehouse(u.Warehouse) })
	list = list[:min(len(list), most)]
	for i, u := range list {
		list[i] = u.spoken()
	}
	return list, err
}

// ContainerReq is a container as people enter it.
type ContainerReq struct {
	ID       string `json:"ContainerId" validate:"max=40"`
	Shipment string `json:"Shipment" validate:"required,max=60" field:"trim"` // number, BOL or PRO
	Number   string `json:"ContainerNumber" validate:"required,max=20" field:"upper,trim"`
	Line     string `json:"Line" validate:"max=4" field:"upper,trim"` // SCAC
	Bill     string `json:"MasterBill" validate:"max=35" field:"upper,trim"`
	Booking  string `json:"Booking" validate:"max=35" field:"upper,trim"`
	Size     string `json:"Size" validate:"omitempty,oneof=20FT 40FT 40HC 45HC 20RF 40RF 20OT 20FR"`
	Seal     string `json:"Seal" validate:"max=30" field:"trim"`
	Origin   string `json:"Origin" validate:"max=60" field:"trim"` // a port by its UN/LOCODE or name
	Port     string `json:"Port" validate:"max=60" field:"trim"`
	Final    string `json:"FinalDestination" validate:"max=60" field:"trim"`
	resource.Based
}

// Check judges the number: one that was misread is another container's.
func (r *ContainerReq) Check() []fail.Field {
	number, ok, fits := containerNumber(r.Number)
	switch {
	case !ok:
		return []fail.Field{fail.Of("ContainerNumber", "field-malformed")}
	case !fits:
		return []fail.Field{fail.Of("ContainerNumber", "container-check-digit", "number", number)}
	}
	r.Number = number
	return nil
}

// SaveContainer adds a container to a shipment, or changes one. What came of it before it was known is taken up then.
func (a *Area) SaveContainer(ctx context.Context, tx *store.Tx, req ContainerReq) (Unit, error) {
	id, err := a.Shipments.Resolve(ctx, tx, req.Shipment)
	if err != nil {
		return Unit{}, err
	}
	of, err := a.Shipments.Carried(ctx, tx, id)
	if err != nil {
		return Unit{}, err
	}
	u := Unit{ID: ulid.Make().String(), Kind: Container}
	fresh := req.ID == ""
	if !fresh {
		if u, err = findUnit(ctx, tx, req.ID); err != nil {
			return u, err
		}
		if u.Kind != Container {
			return u, fail.NotFound("container-unknown")
		}
		if req.Rev != 0 && req.Rev != u.Rev {
			return u, fail.Conflict("row-changed-meanwhile").With(u.spoken())
		}
		if u.ShipmentID != id || u.Number != req.Number { // its events are of that one
			return u, fail.Invalid(fail.Of("ContainerNumber", "container-has-events", "number", u.Number))
		}
	}
	other := u.ProviderState == Failed && (u.Line != req.Line || u.Bill != req.Bill || u.Booking != req.Booking)
	u.Number, u.ShipmentID, u.Shipment, u.Warehouse, u.Zone = req.Number, id, of.Number, of.Warehouse, of.Zone
	u.Line, u.Bill, u.Booking, u.Size, u.Seal, u.Origin, u.Port, u.Final = req.Line, req.Bill, req.Booking, req.Size, req.Seal, coded(req.Origin), coded(req.Port), coded(req.Final)
	u, err = a.put(ctx, tx, u, fresh)
	if err != nil || !other {
		return u, err
	}
	if err := a.order(ctx, tx, u); err != nil { // what could not be found by the line and numbers of before
		return u, err
	}
	u, err = findUnit(ctx, tx, u.ID)
	return u.spoken(), err
}

// put writes a unit. A new one is reported to the provider, and gets what came before it.
func (a *Area) put(ctx context.Context, tx *store.Tx, u Unit, fresh bool) (Unit, error) {
	u.Rev, u.At, u.By = u.Rev+1, store.At(tx.Now), tx.By.User
	if !fresh {
		return u.spoken(), store.Put(ctx, tx, "tracking_unit", "id", u)
	}
	if _, taken, err := store.Get[string](ctx, tx, `SELECT id FROM tracking_unit WHERE shipment_id = ? AND number = ?`, u.ShipmentID, u.Number); err != nil || taken {
		if err == nil {
			err = fail.Invalid(fail.Of("ContainerNumber", "container-exists", "number", u.Number, "shipment", u.Shipment))
		}
		return u, err
	}
	if err := store.Insert(ctx, tx, "tracking_unit", u); err != nil {
		return u, fmt.Errorf("insert unit: %w", err)
	}
	if err := a.Shipments.Record(ctx, tx, u.ShipmentID, "tracked", map[string]any{"kind": u.Kind, "number": u.Number}); err != nil {
		return u, err
	}
	if u.Kind == Container {
		if err := a.order(ctx, tx, u); err != nil {
			return u, err
		}
		if err := a.catchUp(ctx, tx, u.Number); err != nil {
			return u, err
		}
	}
	u, err := findUnit(ctx, tx, u.ID)
	return u.spoken(), err
}

// UnitReq names a container or rail car, by its key or by its number.
type UnitReq struct {
	ID string `json:"ContainerID" validate:"required,max=40" field:"trim"`
}

// lookUp finds a unit by its key, or the latest by its number.
func lookUp(ctx context.Context, tx *store.Tx, name string) (Unit, error) {
	number := strings.ToUpper(strings.TrimSpace(name))
	if n, ok, _ := containerNumber(name); ok {
		number = n
	}
	list, err := store.Select[Unit](ctx, tx, `SELECT * FROM tracking_unit WHERE id = ?1 OR number = ?2 ORDER BY at DESC, id DESC`, name, number)
	for _, u := range list {
		if tx.By.SeesWarehouse(u.Warehouse) {
			return u, nil
		}
	}
	if err == nil {
		err = fail.NotFound("container-unknown")
	}
	return Unit{}, err
}

// Dossier is all that is known of a unit.
type Dossier struct {
	Unit
	Events  []Event  `json:"Events"`  // the latest first; those that were corrected, too
	Changes []Change `json:"Changes"` // of the ETA, the latest first
	Files   []File   `json:"Files"`   // of the shipment
}

// Details gives all that is known of a container or rail car.
func (a *Area) Details(ctx context.Context, tx *store.Tx, req UnitReq) (d Dossier, err error) {
	if d.Unit, err = lookUp(ctx, tx, req.ID); err != nil {
		return d, err
	}
	d.Unit = d.spoken()
	if d.Events, err = eventsOf(ctx, tx, d.ID); err != nil {
		return d, err
	}
	d.Changes = changes(d.Events)
	d.Files, err = a.files(ctx, tx, d.ShipmentID)
	return d, err
}

// OceanEvents gives the events of a container, the latest first.
func (a *Area) OceanEvents(ctx context.Context, tx *store.Tx, req UnitReq) ([]Event, error) {
	u, err := lookUp(ctx, tx, req.ID)
	if err != nil {
		return nil, err
	}
	return eventsOf(ctx, tx, u.ID)
}

// Ports lists the ports that are known by their code.
func (a *Area) Ports(context.Context, *store.Tx, struct{}) ([]Port, error) { return portList(), nil }
