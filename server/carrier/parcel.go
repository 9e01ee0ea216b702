package carrier

import (
	"context"
	"regexp"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/store/listing"
)

// Payment is who pays a parcel's freight.
type Payment string

// Values lists the ways.
func (Payment) Values() []string { return []string{"collect", "third-party"} }

// ParcelCarrier is a parcel carrier that has accounts.
type ParcelCarrier string

// Values lists them.
func (ParcelCarrier) Values() []string { return []string{"UPS", "FEDEX"} }

// ParcelReq is an account at a parcel carrier that freight is billed to: a customer's own (collect), or somebody else's (third party).
type ParcelReq struct {
	ID        string        `json:"AccountID" db:"id" validate:"max=40"`
	SoldTo    string        `json:"SoldTo" db:"sold_to" validate:"required,max=80" field:"trim"`
	Payment   Payment       `json:"PaymentType" db:"payment" validate:"required,oneof=collect third-party"`
	ShipVia   string        `json:"ShipVia" db:"ship_via" validate:"required,max=80" field:"upper"`
	Carrier   ParcelCarrier `json:"SCAC" db:"carrier" validate:"required,oneof=UPS FEDEX"`
	Account   string        `json:"AccountNumber" db:"account" validate:"required,max=20" field:"upper"`
	Location  string        `json:"Location" db:"location" validate:"max=60" field:"trim"`
	Warehouse string        `json:"WarehouseLabel" db:"warehouse" validate:"required,max=20"`
	resource.Based
}

// ParcelAccount is a parcel account as it is kept.
type ParcelAccount struct {
	ParcelReq
	resource.Stamp
}

// accountForms are the account numbers that the carriers give out: six letters or digits at UPS, nine digits at FedEx.
var accountForms = map[ParcelCarrier]*regexp.Regexp{"UPS": regexp.MustCompile(`^[0-9A-Z]{6}$`), "FEDEX": regexp.MustCompile(`^[0-9]{9}$`)}

// Check looks at the form of the account number.
func (r *ParcelReq) Check() (bad []fail.Field) {
	if form := accountForms[r.Carrier]; form != nil && r.Account != "" && !form.MatchString(r.Account) {
		bad = append(bad, fail.Of("AccountNumber", "parcel-account-malformed-"+map[ParcelCarrier]string{"UPS": "ups", "FEDEX": "fedex"}[r.Carrier]))
	}
	return bad
}

func parcelAccounts(a *Area) *resource.Table[ParcelReq, ParcelAccount] {
	return resource.Of(resource.Spec[ParcelReq, ParcelAccount]{
		Table: "carrier_parcel_account", Noun: "parcel-account", Order: "sold_to COLLATE NOCASE, carrier, ship_via", Read: right.SeeCarriers, Write: right.ManageCarriers,
		Sees:   func(by store.Actor, r *ParcelAccount) bool { return by.SeesWarehouse(r.Warehouse) },
		Before: a.parcelStands,
		Unique: []resource.Unique{{Columns: []string{"warehouse", "carrier", "sold_to", "ship_via", "payment"}, Field: "SoldTo", Fold: true}},
		Paths: resource.Paths{List: "Carriers/ParcelAccounts", Save: "Carriers/SaveParcelAccount",
			End: "Carriers/EndParcelAccount", Restore: "Carriers/RestoreParcelAccount"},
	})
}

// parcelStands refuses a second account for the same parcels of a customer under another of its names.
func (a *Area) parcelStands(ctx context.Context, tx *store.Tx, was, now *ParcelAccount) (err error) {
	if now.SoldTo, err = a.Parties.Standing(ctx, tx, now.SoldTo); err != nil || was != nil && was.SoldTo == now.SoldTo && alikeParcels(was, now) {
		return err
	}
	whose, err := a.Parties.Named(ctx, tx, now.SoldTo)
	if err != nil {
		return err
	}
	_, taken, err := store.Get[int](ctx, tx, `SELECT 1 FROM carrier_parcel_account WHERE warehouse = ? AND carrier = ? AND ship_via = ? COLLATE NOCASE AND payment = ? AND sold_to COLLATE NOCASE IN (SELECT value FROM json_each(?)) AND id <> ? LIMIT 1`,
		now.Warehouse, now.Carrier, now.ShipVia, now.Payment, listing.Texts(whose), now.ID)
	if err == nil && taken {
		err = fail.Invalid(fail.Of("SoldTo", "parcel-account-exists"))
	}
	return err
}

// ParcelNumbers are the accounts by carrier, as the documents have them.
type ParcelNumbers struct {
	UPS   []ParcelAccount `json:"UpsAccountList"`
	FedEx []ParcelAccount `json:"FedexAccountList"`
}

// ParcelNumbers lists the accounts that the user sees, by carrier.
func (a *Area) ParcelNumbers(ctx context.Context, tx *store.Tx, _ op.None) (ParcelNumbers, error) {
	out := ParcelNumbers{UPS: []ParcelAccount{}, FedEx: []ParcelAccount{}}
	list, err := parcelAccounts(a).List(ctx, tx)
	for _, r := range list {
		if r.Carrier == "UPS" {
			out.UPS = append(out.UPS, r)
		} else {
			out.FedEx = append(out.FedEx, r)
		}
	}
	return out, err
}
