package quote

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// Equipment is the trailer that a truckload needs.
type Equipment string

// Values lists the trailers; empty is any of them.
func (Equipment) Values() []string {
	return []string{"", "van", "reefer", "flatbed", "step-deck", "power-only"}
}

// RFQCarrierReq is whom to ask for truckloads, and where. A carrier may have another desk for each kind of trailer.
type RFQCarrierReq struct {
	ID        string    `json:"rfqCarrierId" db:"id" validate:"max=40"`
	SCAC      string    `json:"SCAC" db:"scac" validate:"required,max=10" field:"upper"`
	Equipment Equipment `json:"Equipment" db:"equipment" validate:"omitempty,oneof=van reefer flatbed step-deck power-only"`
	Contact   string    `json:"ContactName" db:"contact" validate:"max=80" field:"trim"`
	Email     string    `json:"Email" db:"email" validate:"required,email,max=254" field:"trim"`
	Phone     string    `json:"ContactPhone" db:"phone" validate:"max=40" field:"trim"`
	Language  string    `json:"Language" db:"language" validate:"omitempty,oneof=en es fr"`
	Note      string    `json:"Comments" db:"note" validate:"max=500" field:"trim"`
	resource.Based
}

// RFQCarrier is one as it is kept.
type RFQCarrier struct {
	RFQCarrierReq
	resource.Stamp
}

func roster(a *Area) *resource.Table[RFQCarrierReq, RFQCarrier] {
	return resource.Of(resource.Spec[RFQCarrierReq, RFQCarrier]{
		Table: "quote_truckload_carrier", Noun: "rfq-carrier", Order: "scac, equipment", Read: right.RequestQuotes, Write: right.RequestQuotes,
		Unique: []resource.Unique{{Columns: []string{"scac", "equipment"}, Field: "SCAC"}},
		Before: func(ctx context.Context, tx *store.Tx, _, c *RFQCarrier) error {
			names, err := a.names(ctx, tx)
			if err == nil && names[c.SCAC] == "" {
				err = fail.Invalid(fail.Of("SCAC", "carrier-unknown", "carrier", c.SCAC))
			}
			return err
		},
		Paths: resource.Paths{List: "Carriers/GetRFQCarrier", Save: "Carriers/SaveRFQCarrier", End: "Carriers/DeleteRFQCarrier", Restore: "Carriers/RestoreRFQCarrier"},
	})
}
