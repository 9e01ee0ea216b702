package claim

import (
	"context"

	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// ClaimantReq is who claims: a company of the organisation, or a customer in whose name it claims.
type ClaimantReq struct {
	ID        string `json:"ClaimantId" db:"id" validate:"max=40"`
	Name      string `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	Reference string `json:"Reference" db:"reference" validate:"max=40" field:"trim"` // the claimant's customer number, or its tax number
	Contact   string `json:"Contact" db:"contact" validate:"required,max=80" field:"trim"`
	Email     string `json:"Email" db:"email" validate:"required,email,max=254" field:"trim"`
	Phone     string `json:"Phone" db:"phone" validate:"max=60" field:"trim"`
	Usual     bool   `json:"Usual" db:"usual"` // a new claim begins with it
	resource.Based
}

// Claimant is a claimant as it is kept.
type Claimant struct {
	ClaimantReq
	resource.Stamp
}

func claimants(a *Area) *resource.Table[ClaimantReq, Claimant] {
	return resource.Of(resource.Spec[ClaimantReq, Claimant]{
		Table: "claim_claimant", Noun: "claimant", Order: "name", Read: right.SeeClaims, Write: right.ManageClaims,
		Unique: []resource.Unique{{Columns: []string{"name"}, Field: "Name"}},
		Before: func(ctx context.Context, tx *store.Tx, _, now *Claimant) error {
			if !now.Usual {
				return nil
			}
			_, err := tx.ExecContext(ctx, `UPDATE claim_claimant SET usual = 0, rev = rev + 1 WHERE usual = 1 AND id <> ?`, now.ID) // there is one
			return err
		},
		Paths: resource.Paths{List: "Claim/Claimants", Save: "Claim/SaveClaimant", End: "Claim/DeleteClaimant", Restore: "Claim/RestoreClaimant"},
	})
}

// Purpose is what an address of a claimant is for.
type Purpose string

// The purposes. A claimant has one address for each.
const (
	ForMail       Purpose = "mail"
	ForPayment    Purpose = "payment"
	ForInspection Purpose = "inspection"
)

// Values lists the purposes.
func (Purpose) Values() []string { return []string{"mail", "payment", "inspection"} }

// AddressReq is where a claimant takes letters or payments, or where its damaged goods can be inspected.
type AddressReq struct {
	ID       string  `json:"AddressId" db:"id" validate:"max=40"`
	Claimant string  `json:"ClaimantId" db:"claimant" validate:"required,max=40"`
	Purpose  Purpose `json:"Purpose" db:"purpose" validate:"required,oneof=mail payment inspection"`
	Name     string  `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	Street   string  `json:"Street" db:"street" validate:"required,max=80" field:"trim"`
	City     string  `json:"City" db:"city" validate:"required,max=60" field:"trim"`
	State    string  `json:"State" db:"state" validate:"max=30" field:"trim"`
	Zip      string  `json:"Zip" db:"zip" validate:"required,max=10" field:"trim,upper"`
	Country  string  `json:"Country" db:"country" validate:"required,len=2" field:"trim,upper"`
	Hours    string  `json:"Hours" db:"hours" validate:"max=80" field:"trim"` // when an inspector finds somebody there
	resource.Based
}

// Address is an address as it is kept.
type Address struct {
	AddressReq
	resource.Stamp
}

func addresses(a *Area) *resource.Table[AddressReq, Address] {
	return resource.Of(resource.Spec[AddressReq, Address]{
		Table: "claim_address", Noun: "claim-address", Order: "claimant, purpose", Read: right.SeeClaims, Write: right.FileClaims,
		Unique: []resource.Unique{{Columns: []string{"claimant", "purpose"}, Field: "Purpose"}},
		Before: func(ctx context.Context, tx *store.Tx, _, now *Address) error {
			if now.Purpose != ForInspection {
				now.Hours = ""
			}
			_, err := claimants(a).Get(ctx, tx, now.Claimant)
			return err
		},
		Paths: resource.Paths{List: "Claim/Addresses", Save: "Claim/SaveAddress", End: "Claim/DeleteAddress", Restore: "Claim/RestoreAddress"},
	})
}

// addressesOf are a claimant's addresses by their purpose.
func addressesOf(ctx context.Context, tx *store.Tx, claimant string) ([]Address, error) {
	return store.Select[Address](ctx, tx, `SELECT * FROM claim_address WHERE claimant = ? ORDER BY purpose`, claimant)
}
