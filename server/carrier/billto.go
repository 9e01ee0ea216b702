package carrier

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/resource"
	"lading/server/store"
)

// BillToReq is a third party's address that carriers bill. AddressLines has one or two lines with a tilde between them.
type BillToReq struct {
	ID      string `json:"id" db:"id" validate:"max=40"`
	Name    string `json:"companyName" db:"name" validate:"required,max=80" field:"trim"`
	Lines   string `json:"addressLines" db:"lines" validate:"required,max=161" field:"trim"`
	City    string `json:"city" db:"city" validate:"required,max=60" field:"trim"`
	State   string `json:"state" db:"state" validate:"max=20" field:"upper"`
	Zip     string `json:"zip" db:"zip" validate:"max=12" field:"trim"`
	Country string `json:"country" db:"country" validate:"max=3" field:"upper"`
	Phone   string `json:"phone" db:"phone" validate:"max=40" field:"trim"`
	resource.Based
}

// BillTo is a third party's address as it is kept.
type BillTo struct {
	BillToReq
	resource.Stamp
}

// Check holds the address to the rules of one that stands on a bill of lading.
func (r *BillToReq) Check() (bad []fail.Field) {
	if strings.Count(r.Lines, "~") > 1 {
		bad = append(bad, fail.Of("addressLines", "bill-to-lines"))
	}
	p := r.party()
	for _, f := range rule.Address("at", &p) {
		if f.Field = strings.TrimPrefix(f.Field, "at."); f.Field == "street" || f.Field == "street2" {
			f.Field = "addressLines"
		} else if f.Field == "name" {
			f.Field = "companyName"
		}
		bad = append(bad, f)
	}
	r.State, r.Zip, r.Country = p.State, p.Zip, p.Country
	return bad
}

func (r *BillToReq) party() freight.Party {
	street, second, _ := strings.Cut(r.Lines, "~")
	p := freight.Party{Name: r.Name, Street: strings.TrimSpace(street), Street2: strings.TrimSpace(second), City: r.City, State: r.State, Zip: r.Zip, Country: r.Country, Phone: r.Phone}
	if p.Country == "" {
		p.Country = "US"
	}
	return p
}

func billTos(a *Area) *resource.Table[BillToReq, BillTo] {
	return resource.Of(resource.Spec[BillToReq, BillTo]{
		Table: "carrier_bill_to", Noun: "bill-to", Order: "name", Read: right.SeeCarriers, Write: right.ManageCarriers,
		Unique: []resource.Unique{{Columns: []string{"name"}, Field: "companyName", Fold: true}},
		Paths:  resource.Paths{List: "Carriers/BillToAddresses", Save: "Carriers/SaveBillTo", End: "Carriers/EndBillTo", Restore: "Carriers/RestoreBillTo"},
	})
}

// BillToUpdateReq adds or changes a third party's address, as the documents' call does.
type BillToUpdateReq struct {
	Type string `json:"funtype" validate:"required,oneof=add update"`
	BillToReq
}

// BillToResp is the address as it is kept.
type BillToResp struct {
	Status string `json:"Status"` // added, updated
	BillTo BillTo `json:"BillTo"`
}

// BillToAddressUpdate adds an address, or changes the one of the id.
func (a *Area) BillToAddressUpdate(ctx context.Context, tx *store.Tx, req BillToUpdateReq) (BillToResp, error) {
	switch {
	case req.Type == "add" && req.ID != "":
		return BillToResp{}, fail.Invalid(fail.Of("id", "field-not-offered", "limit", "update"))
	case req.Type == "update" && req.ID == "":
		return BillToResp{}, fail.Invalid(fail.Of("id", "field-required"))
	case req.Type == "update":
		if _, err := billTos(a).Get(ctx, tx, req.ID); err != nil {
			return BillToResp{}, err
		}
	}
	row, err := billTos(a).Save(ctx, tx, req.BillToReq)
	return BillToResp{map[string]string{"add": "added", "update": "updated"}[req.Type], row}, err
}
