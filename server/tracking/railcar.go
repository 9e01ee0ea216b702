package tracking

import (
	"regexp"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// CarKind is what a rail car is built as.
type CarKind string

// Values lists the kinds.
func (CarKind) Values() []string {
	return []string{"boxcar", "reefer", "hopper", "tank", "gondola", "flatcar", "centerbeam", "autorack", "well"}
}

// RailCarReq is a rail car as people enter it.
type RailCarReq struct {
	ID       string                      `json:"RailCarId" db:"id" validate:"max=40"`
	Number   string                      `json:"CarNumber" db:"number" validate:"required,max=12" field:"upper,trim"` // reporting mark and number
	Kind     CarKind                     `json:"Kind" db:"kind" validate:"required,oneof=boxcar reefer hopper tank gondola flatcar centerbeam autorack well"`
	Owner    string                      `json:"Owner" db:"owner" validate:"max=40" field:"trim"`
	Capacity store.JSON[freight.Measure] `json:"Capacity" db:"capacity"` // load limit; none: not known
	Note     string                      `json:"Note" db:"note" validate:"max=300" field:"trim"`
	Disabled bool                        `json:"Disabled" db:"disabled"`
	resource.Based
}

// RailCar is a rail car as it is kept.
type RailCar struct {
	RailCarReq
	resource.Stamp
}

// carForm is a reporting mark of two to four letters and a number of up to six digits (AAR).
var carForm = regexp.MustCompile(`^([A-Z]{2,4})[ -]?0*([0-9]{1,6})$`)

// carNumber reads a car's number in its one form: BNSF 12345.
func carNumber(typed string) (string, bool) {
	m := carForm.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(typed)))
	if m == nil {
		return typed, false
	}
	return m[1] + " " + m[2], true
}

// mostLoad is more than any rail car carries, in thousandths of a pound.
const mostLoad = 400_000_000

// Check judges the number and the load limit.
func (r *RailCarReq) Check() (bad []fail.Field) {
	number, ok := carNumber(r.Number)
	if !ok {
		bad = append(bad, fail.Of("CarNumber", "field-malformed"))
	}
	r.Number = number
	if milli, ok := r.Capacity.V.Pounds(); r.Capacity.V.Milli != 0 && (!ok || milli <= 0 || milli > mostLoad) {
		bad = append(bad, fail.Of("Capacity", "vehicle-payload-invalid"))
	}
	return bad
}

func cars(a *Area) *resource.Table[RailCarReq, RailCar] {
	return resource.Of(resource.Spec[RailCarReq, RailCar]{
		Table: "tracking_car", Noun: "rail-car", Order: "disabled, number", Read: right.SeeLoads, Write: right.Plan,
		Unique: []resource.Unique{{Columns: []string{"number"}, Field: "CarNumber"}},
		Paths:  resource.Paths{List: "Tracking/RailCars", Save: "Configuration/CreateNewRailCar", End: "Tracking/EndRailCar", Restore: "Tracking/RestoreRailCar"},
	})
}
