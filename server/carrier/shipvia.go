package carrier

import (
	"context"
	"regexp"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// Services knows the accessorials.
type Services interface {
	// CheckServices refuses codes that stand for no service.
	CheckServices(codes []string) error
	// BillCodes are the accessorials that a carrier's bill may name.
	BillCodes(ctx context.Context, tx *store.Tx, carrier string) ([]string, error)
}

// ShipViaReq is what order files write for a way to ship, such as UPS GROUND or 2DAY, and what it stands for.
type ShipViaReq struct {
	ID       string   `json:"MapId" db:"id" validate:"max=40"`
	Label    string   `json:"ShipVia" db:"label" validate:"required,max=80" field:"trim"`
	Carrier  string   `json:"Carrier" db:"carrier" validate:"required,max=10" field:"upper,scac"`
	Services []string `json:"Services" db:"services" validate:"max=40,unique,dive,required,max=10" field:"upper"`
	Note     string   `json:"Note" db:"note" validate:"max=300" field:"trim"`
	// Code is the label as it is compared. It is made here.
	Code string `json:"Code" db:"code" validate:"max=80"`
	resource.Based
}

// ShipVia is a mapping as it is kept.
type ShipVia struct {
	ShipViaReq
	resource.Stamp
}

// between is what separates the words of a ship-via: UPS-Ground is UPS GROUND.
var between = regexp.MustCompile(`[^\p{L}\p{N}]+`)

// viaCode is a ship-via as it is compared.
func viaCode(label string) string { return between.ReplaceAllString(strings.ToUpper(label), "") }

// Check makes the code. One that was sent is of a row that was read, and says nothing of its own.
func (r *ShipViaReq) Check() (bad []fail.Field) {
	if r.Code = viaCode(r.Label); r.Code == "" {
		bad = append(bad, fail.Of("ShipVia", "field-required"))
	}
	return bad
}

func shipVias(a *Area) *resource.Table[ShipViaReq, ShipVia] {
	return resource.Of(resource.Spec[ShipViaReq, ShipVia]{
		Table: "carrier_ship_via", Noun: "ship-via", Order: "label", Read: right.ManageCarriers, Write: right.ManageCarriers,
		Unique: []resource.Unique{{Columns: []string{"code"}, Field: "ShipVia"}},
		Before: func(_ context.Context, _ *store.Tx, _, now *ShipVia) error {
			return a.Services.CheckServices(now.Services)
		},
		Paths: resource.Paths{List: "Supplemental/GetShipViaCodeDetails", Save: "Supplemental/ShipViaCodeUpdation",
			End: "Carriers/EndShipVia", Restore: "Carriers/RestoreShipVia"},
	})
}

// ShipVia tells which carrier, by SCAC, and which services an order asks for by its ship-via. One that nobody has mapped is the carrier itself, in capitals.
func (a *Area) ShipVia(ctx context.Context, tx *store.Tx, via string) (scac string, services []string, err error) {
	scac = strings.ToUpper(strings.TrimSpace(via))
	m, ok, err := store.Get[ShipVia](ctx, tx, `SELECT * FROM carrier_ship_via WHERE code = ?`, viaCode(via))
	if ok && scac != "" {
		return m.Carrier, m.Services, err
	}
	return scac, nil, err
}
