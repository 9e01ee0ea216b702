package carrier

import (
	"context"
	"reflect"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// CompanyReq is what a carrier's own page has: who it is, who is to be asked there, and until when it is insured. Whether it may be chosen is switched by a
// call of its own.
type CompanyReq struct {
	ID           string   `json:"SCAC" db:"id" validate:"required,max=4" field:"upper,scac"`
	Name         string   `json:"CarrierName" db:"name" validate:"required,max=120" field:"trim"`
	Modes        []string `json:"RateModes" db:"modes" validate:"required,min=1,max=8,unique,dive,oneof=LTL TL INTERMODAL FCL LCL INTLAIR MTL PARCEL"`
	Contact      string   `json:"Contact" db:"contact" validate:"max=80" field:"trim"`
	Email        string   `json:"Email" db:"email" validate:"required,max=254" field:"trim"`
	Phone        string   `json:"Phone" db:"phone" validate:"max=120" field:"trim"`
	URL          string   `json:"Url" db:"url" validate:"omitempty,http_url,max=300" field:"trim"`
	DOT          string   `json:"DotNumber" db:"dot" validate:"omitempty,numeric,max=8" field:"trim"`
	MC           string   `json:"McNumber" db:"mc" validate:"omitempty,numeric,max=8" field:"trim"`
	Insurer      string   `json:"Insurer" db:"insurer" validate:"max=120" field:"trim"`
	Policy       string   `json:"PolicyNumber" db:"policy" validate:"max=60" field:"trim"`
	InsuredUntil string   `json:"InsuredUntil" db:"insured_until" validate:"omitempty,day"`
	Flag         *string  `json:"FlagId" db:"flag" validate:"omitempty,max=40"`
	resource.Based
}

// Company is a carrier as its own page has it.
type Company struct {
	CompanyReq
	resource.Stamp
}

// Check looks at the SCAC and at the addresses, of which there may be several.
func (r *CompanyReq) Check() []fail.Field {
	var bad []fail.Field
	if !scac.MatchString(r.ID) {
		bad = append(bad, fail.Of("SCAC", "scac-malformed"))
	}
	if r.Flag != nil && *r.Flag == "" {
		r.Flag = nil
	}
	return append(bad, badMails("Email", r.Email)...)
}

// badMails names the addresses of a field that are none.
func badMails(field, typed string) []fail.Field {
	if wrong := rule.BadEmails(typed); typed != "" && len(wrong) > 0 {
		return []fail.Field{fail.Of(field, "emails-wrong", "bad", strings.Join(wrong, ", "), "n", len(wrong))}
	}
	return nil
}

func companies(a *Area) *resource.Table[CompanyReq, Company] {
	return resource.Of(resource.Spec[CompanyReq, Company]{
		Table: "carrier", Noun: "carrier", Order: "name", Typed: true, Read: right.SeeCarriers, Write: right.ManageCarriers,
	})
}

// CompanyRow is a carrier in the list: with whether it may be chosen, and what it is marked with.
type CompanyRow struct {
	Company
	Disabled bool   `json:"IsDisabled" db:"disabled"`
	FlagName string `json:"FlagName" db:"flag_name"`
}

// Companies lists the carriers, those that are switched off too.
func (a *Area) Companies(ctx context.Context, tx *store.Tx, _ op.None) ([]CompanyRow, error) {
	return store.Select[CompanyRow](ctx, tx, `SELECT c.id, c.name, c.modes, c.contact, c.email, c.phone, c.url, c.dot, c.mc, c.insurer, c.policy, c.insured_until, c.flag, c.rev, c.at, c.by_user, c.disabled, COALESCE(f.name, '') AS flag_name FROM carrier c LEFT JOIN carrier_flag f ON f.id = c.flag ORDER BY c.name`)
}

// saveCompany is the call that saves a carrier. Its row is stored as it came, but for the columns that calls of their own write.
func (a *Area) saveCompany() op.Op {
	o := op.Command("Carriers/SaveCompany", a.SaveCompany, right.ManageCarriers)
	o.Table, o.Row, o.Apart = "carrier", reflect.TypeFor[Company](), []string{"disabled", "img"}
	return o
}

// SaveCompany adds a carrier, or changes it. One that is added although its SCAC is taken is refused: a change names the revision that it is based on.
func (a *Area) SaveCompany(ctx context.Context, tx *store.Tx, req CompanyReq) (Company, error) {
	if req.Rev == 0 {
		if _, err := find(ctx, tx, req.ID); err == nil {
			return Company{}, fail.Invalid(fail.Of("SCAC", "carrier-exists", "carrier", req.ID))
		} else if fail.CodeOf(err) == "" {
			return Company{}, err
		}
	}
	return companies(a).Save(ctx, tx, req)
}
