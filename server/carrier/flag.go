package carrier

import (
	"context"

	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// Color is how a flag looks: by the hues that carry a state.
type Color string

// Values lists the colors.
func (Color) Values() []string { return []string{"quiet", "good", "waiting", "attention", "stopped"} }

// FlagReq is what carriers are marked with: preferred, on hold until a claim is settled.
type FlagReq struct {
	ID    string `json:"FlagId" db:"id" validate:"max=40"`
	Name  string `json:"FlagName" db:"name" validate:"required,max=40" field:"trim"`
	Color Color  `json:"Color" db:"color" validate:"required,oneof=quiet good waiting attention stopped"`
	Warns bool   `json:"Warns" db:"warns"` // whoever tenders to such a carrier is warned
	Note  string `json:"Note" db:"note" validate:"max=200" field:"trim"`
	resource.Based
}

// Flag is a flag as it is kept.
type Flag struct {
	FlagReq
	resource.Stamp
}

func flags(a *Area) *resource.Table[FlagReq, Flag] {
	return resource.Of(resource.Spec[FlagReq, Flag]{
		Table: "carrier_flag", Noun: "carrier-flag", Order: "name", Read: right.SeeCarriers, Write: right.ManageCarriers,
		Unique: []resource.Unique{{Columns: []string{"name"}, Field: "FlagName"}},
		Paths: resource.Paths{List: "Shipment/GetCarrierflags", Save: "Shipment/SaveCarrierFlag",
			End: "Shipment/deleteCarrierFlag", Restore: "Carriers/RestoreFlag"},
	})
}

// Marked is what a user is told of a carrier before choosing it.
type Marked struct {
	SCAC         string `json:"SCAC" db:"scac"`
	Flag         string `json:"FlagName" db:"flag"` // empty where it is only the insurance
	Color        Color  `json:"Color" db:"color"`
	Note         string `json:"Note" db:"note"`
	Warns        bool   `json:"Warns" db:"warns"`
	InsuredUntil string `json:"InsuredUntil" db:"insured_until"` // where that day is over; otherwise empty
}

// Marks lists the carriers that are marked, and those whose insurance has expired.
func (a *Area) Marks(ctx context.Context, tx *store.Tx, _ op.None) ([]Marked, error) {
	today := tx.Now.UTC().Format("2006-01-02")
	return store.Select[Marked](ctx, tx, `SELECT c.id AS scac, COALESCE(f.name, '') AS flag, COALESCE(f.color, 'quiet') AS color, COALESCE(f.note, '') AS note, COALESCE(f.warns, 0) AS warns,
		CASE WHEN c.insured_until < ?1 THEN c.insured_until ELSE '' END AS insured_until
		FROM carrier c LEFT JOIN carrier_flag f ON f.id = c.flag
		WHERE f.id IS NOT NULL OR c.insured_until <> '' AND c.insured_until < ?1 ORDER BY c.id`, today)
}
