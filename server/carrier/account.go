package carrier

import (
	"context"
	"errors"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/store/listing"
)

// Sites knows the warehouses.
type Sites interface {
	Site(ctx context.Context, tx *store.Tx, id string) (from freight.Party, zone string, err error)
}

// Mode is how freight travels, as rates are asked for.
type Mode string

// Values lists the modes.
func (Mode) Values() []string {
	return []string{"LTL", "TL", "INTERMODAL", "FCL", "LCL", "INTLAIR", "MTL", "PARCEL"}
}

// AccountTerms says whose freight an account pays: the organisation's (prepaid), a customer's own (collect), a third party's.
type AccountTerms string

// Values lists the terms.
func (AccountTerms) Values() []string { return []string{"prepaid", "collect", "third-party"} }

// AccountReq is an account at a freight carrier: who takes a mode's loads of some warehouses there, and whose freight is billed to its number.
type AccountReq struct {
	ID          string   `json:"AccountId" db:"id" validate:"max=40"`
	Carrier     string   `json:"Carrier" db:"carrier" validate:"required,max=4" field:"upper,scac"`
	Mode        Mode     `json:"RateMode" db:"mode" validate:"required,oneof=LTL TL INTERMODAL FCL LCL INTLAIR MTL PARCEL"`
	Location    string   `json:"CarrierLocn" db:"location" validate:"max=60" field:"trim"`
	Warehouses  []string `json:"Warehouses" db:"warehouses" validate:"max=100,unique,dive,required,max=20"` // none for all
	Account     string   `json:"AccountNumber" db:"account" validate:"max=40" field:"trim"`
	Contact     string   `json:"Contact" db:"contact" validate:"max=80" field:"trim"`
	Email       string   `json:"Email" db:"email" validate:"max=254" field:"trim"`
	Phone       string   `json:"Phone" db:"phone" validate:"max=120" field:"trim"`
	TenderEmail string   `json:"TenderEmail" db:"tender_email" validate:"max=254" field:"trim"`

	Terms    AccountTerms `json:"PaymentType" db:"terms" validate:"omitempty,oneof=prepaid collect third-party"` // empty is prepaid
	Customer string       `json:"Customer" db:"customer" validate:"max=80" field:"trim"`                         // whose account it is, or whose freight alone it pays
	BillTo   *string      `json:"BillToId" db:"bill_to" validate:"omitempty,max=40"`                             // of a third party
	Users    []string     `json:"Users" db:"users" validate:"max=100,unique,dive,required,max=254"`              // sign-in names that may use it; none for all
	resource.Based
}

// Account is a freight account as it is kept.
type Account struct {
	AccountReq
	resource.Stamp
}

// Check looks at the addresses, and at what goes with the terms: a customer's account names the customer, a third party's names who is billed.
func (r *AccountReq) Check() []fail.Field {
	bad := append(badMails("Email", r.Email), badMails("TenderEmail", r.TenderEmail)...)
	if r.Terms == "" {
		r.Terms = "prepaid"
	}
	if r.Users == nil {
		r.Users = []string{}
	}
	if r.BillTo != nil && *r.BillTo == "" {
		r.BillTo = nil
	}
	switch {
	case r.Terms == "collect" && r.Customer == "":
		bad = append(bad, fail.Of("Customer", "carrier-account-needs-customer"))
	case r.Terms == "third-party" && r.BillTo == nil:
		bad = append(bad, fail.Of("BillToId", "third-party-needs-bill-to"))
	case r.Terms != "third-party" && r.BillTo != nil:
		bad = append(bad, fail.Of("BillToId", "field-not-offered", "limit", "third-party"))
	}
	if r.Terms != "prepaid" && r.Account == "" {
		bad = append(bad, fail.Of("AccountNumber", "field-required"))
	}
	return bad
}

// seesAll reports whether a user sees all warehouses that an account is for.
func seesAll(by store.Actor, warehouses []string) bool {
	if len(warehouses) == 0 {
		return by.Warehouses == nil
	}
	return !slices.ContainsFunc(warehouses, func(w string) bool { return !by.SeesWarehouse(w) })
}

// number is the account's number for who may use it, or maintains it; for others it is empty.
func (r *AccountReq) number(by store.Actor) string {
	if by.May(right.ManageCarriers) || (known{users: r.Users}).usable(by) {
		return r.Account
	}
	return ""
}

func accounts(a *Area) *resource.Table[AccountReq, Account] {
	return resource.Of(resource.Spec[AccountReq, Account]{
		Table: "carrier_account", Noun: "carrier-account", Order: "carrier, mode, location", Read: right.SeeCarriers, Write: right.ManageCarriers,
		Sees:   func(by store.Actor, r *Account) bool { return seesAll(by, r.Warehouses) },
		Shown:  func(by store.Actor, r *Account) { r.Account = r.number(by) },
		Before: a.accountStands,
		Paths:  resource.Paths{List: "Carriers/FreightAccounts", Save: "Carriers/SaveFreightAccount", End: "Carriers/EndFreightAccount", Restore: "Carriers/RestoreFreightAccount"},
	})
}

// accountStands refuses warehouses that there are not, and a second account for the same loads: carrier, location, mode and warehouse tell accounts apart,
// with the terms, whose they are and who may use them.
func (a *Area) accountStands(ctx context.Context, tx *store.Tx, was, now *Account) (err error) {
	if was != nil && (was.Carrier != now.Carrier || was.Mode != now.Mode) { // project44 would go on with another carrier's account
		if _, stands, err := store.Get[int](ctx, tx, `SELECT 1 FROM carrier_p44_account WHERE account_id = ?`, now.ID); err != nil || stands {
			return errors.Join(err, fail.Invalid(fail.Of("Carrier", "p44-account-stands")))
		}
	}
	if was != nil && was.Carrier != now.Carrier { // it is known by an identifier of its own
		if _, err := tx.ExecContext(ctx, `DELETE FROM carrier_p44_mark WHERE account_id = ?`, now.ID); err != nil {
			return err
		}
	}
	if now.Customer, err = a.Parties.Standing(ctx, tx, now.Customer); err != nil {
		return err
	}
	for _, w := range now.Warehouses {
		if _, _, err := a.Sites.Site(ctx, tx, w); err != nil {
			return err
		}
	}
	whose := []string{now.Customer}
	if now.Customer != "" && (was == nil || !was.standsAs(now)) { // its customer's other name counts, too; of one that stays what it was, it did
		if whose, err = a.Parties.Named(ctx, tx, now.Customer); err != nil {
			return err
		}
	}
	others, err := store.Select[Account](ctx, tx, `SELECT * FROM carrier_account WHERE carrier = ? AND mode = ? AND location = ? COLLATE NOCASE AND terms = ? AND customer COLLATE NOCASE IN (SELECT value FROM json_each(?)) AND bill_to IS ? AND id <> ?`,
		now.Carrier, now.Mode, now.Location, now.Terms, listing.Texts(whose), now.BillTo, now.ID)
	for _, o := range others {
		if overlap(now.Warehouses, o.Warehouses) && sameUsers(now.Users, o.Users) {
			return fail.Invalid(fail.Of("Warehouses", "carrier-account-exists", "carrier", now.Carrier))
		}
	}
	return err
}

// standsAs reports whether an account is told apart from others as it was: by carrier, location, mode, warehouses, terms, whose it is and who may use it.
func (r *AccountReq) standsAs(o *Account) bool {
	return r.paysWith(o) && sameUsers(r.Users, o.Users) && r.Customer == o.Customer && r.Location == o.Location && slices.Equal(r.Warehouses, o.Warehouses)
}

// CarrierMail gives the address for a carrier's tenders: of its account for the mode and the warehouse, of the one for the mode and all warehouses, or its own.
// It is empty where nobody knows it.
func (a *Area) CarrierMail(ctx context.Context, tx *store.Tx, scac, mode, warehouse string) (string, error) {
	list, err := store.Select[Account](ctx, tx, `SELECT * FROM carrier_account WHERE carrier = ? AND mode = ? AND tender_email <> '' ORDER BY terms <> 'prepaid', location, id`, scac, mode)
	if err != nil {
		return "", err
	}
	for _, fits := range []func(Account) bool{
		func(r Account) bool { return slices.Contains(r.Warehouses, warehouse) },
		func(r Account) bool { return len(r.Warehouses) == 0 },
	} {
		if i := slices.IndexFunc(list, fits); i >= 0 {
			return list[i].TenderEmail, nil
		}
	}
	to, _, err := store.Get[string](ctx, tx, `SELECT email FROM carrier WHERE id = ?`, scac)
	return to, err
}
