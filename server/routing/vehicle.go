package routing

import (
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// VehicleKind is what a vehicle is built as.
type VehicleKind string

// Values lists the kinds.
func (VehicleKind) Values() []string {
	return []string{"tractor", "van", "reefer", "flatbed", "straight", "sprinter"}
}

// VehicleReq is a truck or trailer of the organisation's own.
type VehicleReq struct {
	ID       string                      `json:"VehicleId" db:"id" validate:"max=40"`
	Code     string                      `json:"Code" db:"code" validate:"required,max=20" field:"upper,trim"` // painted on it
	Kind     VehicleKind                 `json:"Kind" db:"kind" validate:"required,oneof=tractor van reefer flatbed straight sprinter"`
	Depot    string                      `json:"Depot" db:"depot" validate:"required,max=10" field:"upper"`
	Plate    string                      `json:"Plate" db:"plate" validate:"max=20" field:"upper,trim"`
	Payload  store.JSON[freight.Measure] `json:"Payload" db:"payload"` // none: not known
	Pallets  int                         `json:"Pallets" db:"pallets" validate:"gte=0,lte=60"`
	LiftGate bool                        `json:"LiftGate" db:"lift_gate"`
	Note     string                      `json:"Note" db:"note" validate:"max=300" field:"trim"`
	Disabled bool                        `json:"Disabled" db:"disabled"`
	resource.Based
}

// Vehicle is a vehicle as it is kept.
type Vehicle struct {
	VehicleReq
	resource.Stamp
}

// mostPayload is more than any road carries, in thousandths of a pound.
const mostPayload = 200_000_000

// Check judges the payload.
func (r *VehicleReq) Check() (bad []fail.Field) {
	if milli, ok := r.Payload.V.Pounds(); r.Payload.V.Milli != 0 && (!ok || milli <= 0 || milli > mostPayload) {
		bad = append(bad, fail.Of("Payload", "vehicle-payload-invalid"))
	}
	return bad
}

func vehicles(a *Area) *resource.Table[VehicleReq, Vehicle] {
	return resource.Of(resource.Spec[VehicleReq, Vehicle]{
		Table: "routing_vehicle", Noun: "vehicle", Order: "disabled, code", Read: right.ManageFleet, Write: right.ManageFleet,
		Within: ofDepots,
		Unique: []resource.Unique{{Columns: []string{"code"}, Field: "Code"}},
		Paths:  resource.Paths{List: "Fleet/Vehicles", Save: "Fleet/SaveVehicle", End: "Fleet/EndVehicle", Restore: "Fleet/RestoreVehicle"},
	})
}
