package routing

import (
	"lading/server/kit/right"
	"lading/server/resource"
)

// LicenseClass is what a driver may drive.
type LicenseClass string

// Values lists the classes: the commercial ones, and the one of a private car, with which a van may be driven.
func (LicenseClass) Values() []string { return []string{"A", "B", "C", "D"} }

// DriverReq is a driver of the organisation's own.
type DriverReq struct {
	ID           string       `json:"DriverId" db:"id" validate:"max=40"`
	Code         string       `json:"Code" db:"code" validate:"required,max=20" field:"upper,trim"` // the employee number
	Name         string       `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	Depot        string       `json:"Depot" db:"depot" validate:"required,max=10" field:"upper"`
	Vehicle      *string      `json:"Vehicle" db:"vehicle" validate:"omitnil,max=20"` // that this driver usually drives
	Phone        string       `json:"Phone" db:"phone" validate:"required,max=40"`
	Email        string       `json:"Email" db:"email" validate:"omitempty,email,max=254"`
	License      string       `json:"License" db:"license" validate:"max=30" field:"upper,trim"`
	LicenseClass LicenseClass `json:"LicenseClass" db:"license_class" validate:"required,oneof=A B C D"`
	LicenseUntil string       `json:"LicenseUntil" db:"license_until" validate:"required,day"`
	MedicalUntil string       `json:"MedicalUntil" db:"medical_until" validate:"omitempty,day"`
	Disabled     bool         `json:"Disabled" db:"disabled"`
	resource.Based
}

// Driver is a driver as it is kept.
type Driver struct {
	DriverReq
	resource.Stamp
}

func drivers(a *Area) *resource.Table[DriverReq, Driver] {
	return resource.Of(resource.Spec[DriverReq, Driver]{
		Table: "routing_driver", Noun: "fleet-driver", Order: "disabled, name", Read: right.ManageFleet, Write: right.ManageFleet,
		Within: ofDepots,
		Unique: []resource.Unique{{Columns: []string{"code"}, Field: "Code"}},
		Paths:  resource.Paths{List: "Fleet/Drivers", Save: "Fleet/SaveDriver", End: "Fleet/EndDriver", Restore: "Fleet/RestoreDriver"},
	})
}
