package tracking

import (
	"context"
	"fmt"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// CreationMode says whether the organisation enters rail shipments.
type CreationMode struct {
	Rail bool `json:"RailShipment"`
	resource.Based
}

// creation is a section of the organisation's settings. The documents show no default; off is the one that surprises nobody.
func creation(a *Area) *resource.Section[CreationMode] {
	return &resource.Section[CreationMode]{Key: "rail", First: CreationMode{}, Write: right.ManageOrganisation, Path: "Configuration/UpdateShipmentCreationMode"}
}

// CreationMode tells whether rail shipments are entered.
func (a *Area) CreationMode(ctx context.Context, tx *store.Tx, _ op.None) (CreationMode, error) {
	return creation(a).Get(ctx, tx)
}

// RailCarLoad is a car of a rail shipment with what is in it.
type RailCarLoad struct {
	Number      string          `json:"CarNumber" validate:"required,max=12"`
	Description string          `json:"Description" validate:"max=200"`
	Pieces      int64           `json:"Pieces" validate:"gte=0,lte=1000000"`
	Weight      freight.Measure `json:"Weight"`
	Seal        string          `json:"Seal" validate:"max=30"`
}

// RailReq is a rail shipment as a person enters it. What makes it a shipment (order, day, consignee, goods) is entered once; the shipment's own page changes it then.
type RailReq struct {
	ShipmentID  string        `json:"ShipmentId" validate:"max=40"` // empty for a new one
	Warehouse   string        `json:"WHSE" validate:"max=20"`
	OrderNumber string        `json:"OrderNumber" validate:"max=40" field:"trim"`
	PO          string        `json:"PO_Number" validate:"max=40" field:"trim"`
	Customer    string        `json:"Customer" validate:"max=80" field:"trim"`
	ShipOn      string        `json:"ShipOn" validate:"omitempty,day"`
	DeliverBy   string        `json:"DeliveryWindow" validate:"omitempty,day"`
	Destination freight.Party `json:"Destination"`
	Tender      bool          `json:"Tender"`
	Railroad    string        `json:"Railroad" validate:"required,max=10" field:"upper,trim"`
	Waybill     string        `json:"Waybill" validate:"max=35" field:"upper,trim"`
	From        string        `json:"OriginStation" validate:"required,max=60" field:"trim"`
	To          string        `json:"DestinationStation" validate:"required,max=60" field:"trim"`
	Route       string        `json:"Route" validate:"max=120" field:"upper,trim"`
	Commodity   string        `json:"STCC" validate:"max=7" field:"trim"`
	Note        string        `json:"Note" validate:"max=300" field:"trim"`
	Cars        []RailCarLoad `json:"Cars" validate:"required,min=1,max=150,dive"`
	resource.Based
}

// Check judges what tags cannot.
func (r *RailReq) Check() (bad []fail.Field) {
	if r.ShipmentID == "" {
		for field, value := range map[string]string{"WHSE": r.Warehouse, "OrderNumber": r.OrderNumber, "ShipOn": r.ShipOn} {
			if value == "" {
				bad = append(bad, fail.Of(field, "field-required"))
			}
		}
	}
	seen := map[string]bool{}
	for i := range r.Cars {
		number, ok := carNumber(r.Cars[i].Number)
		at := fmt.Sprintf("Cars[%d].CarNumber", i)
		switch {
		case !ok:
			bad = append(bad, fail.Of(at, "field-malformed"))
		case seen[number]:
			bad = append(bad, fail.Of(at, "rail-car-exists"))
		}
		r.Cars[i].Number, seen[number] = number, true
	}
	for _, d := range r.Commodity {
		if d < '0' || d > '9' {
			bad = append(bad, fail.Of("STCC", "field-malformed"))
			break
		}
	}
	return bad
}

// waybill is what a rail shipment has beside every other.
type waybill struct {
	ShipmentID string `json:"ShipmentId" db:"shipment_id"`
	Warehouse  string `json:"WHSE" db:"warehouse"`
	Railroad   string `json:"Railroad" db:"railroad"`
	Waybill    string `json:"Waybill" db:"waybill"`
	From       string `json:"OriginStation" db:"origin"`
	To         string `json:"DestinationStation" db:"destination"`
	Route      string `json:"Route" db:"route"`
	Commodity  string `json:"STCC" db:"commodity"`
	Note       string `json:"Note" db:"note"`
	resource.Based
	At store.Time `json:"At" db:"at"`
	By string     `json:"By" db:"by_user"`
}

// Place is the warehouse that the shipment lies in.
func (w waybill) Place() string { return w.Warehouse }

// RailShipment is a rail shipment as it stands.
type RailShipment struct {
	waybill
	Number   string `json:"Shipment"`
	Status   string `json:"StatusCode"`
	ShipOn   string `json:"ShipOn"`
	ArriveBy string `json:"DeliveryWindow"`
	Customer string `json:"Customer"`
	Cars     []Unit `json:"Cars"`
}

// RailOf names a rail shipment.
type RailOf struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=60"`
}

// RailDetails gives a rail shipment with its cars.
func (a *Area) RailDetails(ctx context.Context, tx *store.Tx, req RailOf) (RailShipment, error) {
	id, err := a.Shipments.Resolve(ctx, tx, req.ShipmentID)
	if err != nil {
		return RailShipment{}, err
	}
	w, err := store.Find[waybill](ctx, tx, fail.NotFound("shipment-unknown"), `SELECT * FROM tracking_rail WHERE shipment_id = ?`, id)
	if err != nil {
		return RailShipment{}, err
	}
	of, err := a.Shipments.Carried(ctx, tx, id)
	if err != nil {
		return RailShipment{}, err
	}
	r := RailShipment{waybill: w, Number: of.Number, Status: of.Status, ShipOn: of.ShipOn, ArriveBy: of.ArriveBy, Customer: of.Customer}
	r.Cars, err = units(ctx, tx, `SELECT * FROM tracking_unit WHERE shipment_id = ? AND kind = 'car' ORDER BY number`, id)
	return r, err
}

// SaveRail makes a rail shipment, or changes the waybill and the cars of one. A car with events stays: it went.
func (a *Area) SaveRail(ctx context.Context, tx *store.Tx, req RailReq) (RailShipment, error) {
	w := waybill{}
	id := req.ShipmentID
	req.Railroad, req.Waybill, req.Route = strings.ToUpper(strings.TrimSpace(req.Railroad)), strings.ToUpper(strings.TrimSpace(req.Waybill)), strings.ToUpper(strings.TrimSpace(req.Route)) // where it stands in another request, nothing has brought it into its form
	if id == "" {
		mode, err := creation(a).Get(ctx, tx)
		if err != nil {
			return RailShipment{}, err
		}
		if !mode.Rail {
			return RailShipment{}, fail.Conflict("rail-off")
		}
		e := freight.RailEntry{Warehouse: req.Warehouse, OrderNumber: req.OrderNumber, PO: req.PO, Customer: req.Customer, ShipOn: req.ShipOn, DeliverBy: req.DeliverBy, Destination: req.Destination, Railroad: req.Railroad, Tender: req.Tender}
		for _, c := range req.Cars {
			e.Items = append(e.Items, freight.RailItem{Description: c.Description, Pieces: c.Pieces, Weight: c.Weight})
		}
		if id, err = a.Shipments.EnterRail(ctx, tx, e); err != nil {
			return RailShipment{}, err
		}
	} else {
		was, err := store.Find[waybill](ctx, tx, fail.NotFound("shipment-unknown"), `SELECT * FROM tracking_rail WHERE shipment_id = ?`, id)
		if err != nil {
			return RailShipment{}, err
		}
		if w = was; req.Rev != 0 && req.Rev != w.Rev {
			now, err := a.RailDetails(ctx, tx, RailOf{id})
			if err == nil {
				err = fail.Conflict("row-changed-meanwhile").With(now)
			}
			return now, err
		}
	}
	of, err := a.Shipments.Carried(ctx, tx, id)
	if err != nil {
		return RailShipment{}, err
	}
	w.ShipmentID, w.Warehouse, w.Railroad, w.Waybill, w.From, w.To, w.Route, w.Commodity, w.Note = id, of.Warehouse, req.Railroad, req.Waybill, req.From, req.To, req.Route, req.Commodity, req.Note
	w.Rev, w.At, w.By = w.Rev+1, store.At(tx.Now), tx.By.User
	if err := store.Put(ctx, tx, "tracking_rail", "shipment_id", w); err != nil {
		return RailShipment{}, err
	}
	if err := a.putCars(ctx, tx, of, w, req.Cars); err != nil {
		return RailShipment{}, err
	}
	return a.RailDetails(ctx, tx, RailOf{id})
}

// putCars has a shipment go in these cars and no others.
func (a *Area) putCars(ctx context.Context, tx *store.Tx, of freight.Carried, w waybill, cars []RailCarLoad) error {
	list, err := store.Select[Unit](ctx, tx, `SELECT * FROM tracking_unit WHERE shipment_id = ? AND kind = 'car'`, w.ShipmentID)
	if err != nil {
		return err
	}
	had := map[string]Unit{}
	for _, u := range list {
		had[u.Number] = u
	}
	for _, c := range cars {
		u, known := had[c.Number]
		delete(had, c.Number)
		if !known {
			u = Unit{ID: ulid.Make().String(), Kind: Car, Number: c.Number}
		}
		u.ShipmentID, u.Shipment, u.Warehouse, u.Zone = w.ShipmentID, of.Number, of.Warehouse, of.Zone
		u.Line, u.Bill, u.Origin, u.Final, u.Seal, u.Pieces, u.Weight.V = w.Railroad, w.Waybill, w.From, w.To, c.Seal, c.Pieces, c.Weight
		if _, err := a.put(ctx, tx, u, !known); err != nil {
			return err
		}
	}
	for _, u := range had {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM tracking_event WHERE unit_id = ?`, u.ID)
		if err == nil && n > 0 {
			err = fail.Invalid(fail.Of("Cars", "container-has-events", "number", u.Number))
		}
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM tracking_unit WHERE id = ?`, u.ID); err != nil {
			return err
		}
	}
	return a.bring(ctx, tx, w.ShipmentID) // it may be that only a car that is gone had not come
}

// RailShipmentReq loads a rail shipment, or saves one where its values stand in it.
type RailShipmentReq struct {
	ShipmentID string   `json:"ShipmentId" validate:"required_without=Rail,max=60"`
	Rail       *RailReq `json:"RailShipment"`
}

// Check judges the values.
func (r *RailShipmentReq) Check() (bad []fail.Field) {
	if r.Rail == nil {
		return nil
	}
	for _, f := range r.Rail.Check() {
		f.Field = "RailShipment." + f.Field
		bad = append(bad, f)
	}
	return bad
}

// RailShipment loads or saves a rail shipment, as the documents have it in one call.
func (a *Area) RailShipment(ctx context.Context, tx *store.Tx, req RailShipmentReq) (RailShipment, error) {
	if req.Rail == nil {
		return a.RailDetails(ctx, tx, RailOf{req.ShipmentID})
	}
	return a.SaveRail(ctx, tx, *req.Rail)
}

// RailStatus lists the rail cars of the user's warehouses, those that come next first.
func (a *Area) RailStatus(ctx context.Context, tx *store.Tx, req ContainersReq) ([]Unit, error) {
	return units(ctx, tx, `SELECT * FROM tracking_unit WHERE kind = 'car' AND (?1 OR last_code NOT IN ('delivered', 'empty-in')) AND (?2 = '' OR shipment_id = ?2) ORDER BY eta IS NULL, eta, number`, req.All, req.ShipmentID)
}
