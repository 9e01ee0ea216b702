package org

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/sync/change"
)

// PlaceKind is what a place of the address book is to the organisation.
type PlaceKind string

// The kinds of places. Each has a page of its own.
const (
	PlaceLocation PlaceKind = "location"
	PlaceCustomer PlaceKind = "customer"
	PlaceVendor   PlaceKind = "vendor"
)

// Values lists the kinds, for the types that are written for other languages.
func (PlaceKind) Values() []string {
	return []string{string(PlaceLocation), string(PlaceCustomer), string(PlaceVendor)}
}

// PlaceReq is an address that freight goes to or comes from, under the code that the order system has for it.
type PlaceReq struct {
	ID      string    `json:"PlaceId" db:"id" validate:"max=40"`
	Kind    PlaceKind `json:"Kind" db:"kind" validate:"required,oneof=location customer vendor"`
	Code    string    `json:"Code" db:"code" validate:"required,max=40" field:"upper"`
	Name    string    `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	Street  string    `json:"Street" db:"street" validate:"required,max=80" field:"trim"`
	Street2 string    `json:"Street2" db:"street2" validate:"max=80" field:"trim"`
	City    string    `json:"City" db:"city" validate:"required,max=60" field:"trim"`
	State   string    `json:"State" db:"state" validate:"max=30" field:"upper"`
	Zip     string    `json:"Zip" db:"zip" validate:"required,max=10" field:"upper"`
	Country string    `json:"Country" db:"country" validate:"max=3" field:"upper"`
	Contact string    `json:"Contact" db:"contact" validate:"max=30" field:"trim"`
	Phone   string    `json:"Phone" db:"phone" validate:"max=120" field:"trim"`
	Email   string    `json:"Email" db:"email" validate:"max=254" field:"trim"`
	resource.Based
}

// Place is a place as it is kept.
type Place struct {
	PlaceReq
	resource.Stamp
}

// Party is the address as a shipment has it.
func (r PlaceReq) Party() freight.Party {
	return freight.Party{Name: r.Name, Street: r.Street, Street2: r.Street2, City: r.City, State: r.State, Zip: r.Zip, Country: r.Country, Contact: r.Contact, Phone: r.Phone, Email: r.Email}
}

// Check judges the address as every way into a shipment does, and brings it into its form.
func (r *PlaceReq) Check() []fail.Field {
	r.Code = strings.ToUpper(strings.TrimSpace(r.Code)) // of one that no request brought, too
	if r.Country == "" {
		r.Country = "US"
	}
	p := r.Party()
	bad := rule.Address("", &p)
	r.Name, r.Street, r.Street2, r.City, r.State, r.Zip, r.Country, r.Contact, r.Phone, r.Email = p.Name, p.Street, p.Street2, p.City, p.State, p.Zip, p.Country, p.Contact, p.Phone, p.Email
	for i, f := range bad { // .zip is Zip here
		name := strings.TrimPrefix(f.Field, ".")
		bad[i].Field = strings.ToUpper(name[:1]) + name[1:]
	}
	return bad
}

// placeTable is what places have on devices: addresses are picked without a connection.
var placeTable = change.Of(change.Table{Name: "org_place", Key: "id", Right: right.SeeOrders, Scopes: []string{"'org'"}, Index: "PlaceId"},
	`SELECT * FROM org_place WHERE id IN (SELECT value FROM json_each(?))`, func(p Place) string { return p.ID })

// places are those of one kind.
func places(a *Area, kind PlaceKind, paths resource.Paths) *resource.Table[PlaceReq, Place] {
	return resource.Of(resource.Spec[PlaceReq, Place]{
		Table: "org_place", Noun: "place", Order: "name COLLATE NOCASE, code", Read: right.ManageAddresses, Write: right.ManageAddresses,
		Sees:   func(_ store.Actor, p *Place) bool { return p.Kind == kind },
		Unique: []resource.Unique{{Columns: []string{"kind", "code"}, Field: "Code"}},
		Before: codeFree,
		After:  noteFormer,
		Paths:  paths,
	})
}

func (a *Area) placeOps() []op.Op {
	return append(slices.Concat(
		places(a, PlaceLocation, resource.Paths{List: "Address/Locations", Save: "Address/UpdateLocation", End: "Address/DeleteLocation", Restore: "Address/RestoreLocation"}).Ops(),
		places(a, PlaceCustomer, resource.Paths{List: "Org/Customers", Save: "Org/SaveCustomer", End: "Org/DeleteCustomer", Restore: "Org/RestoreCustomer"}).Ops(),
		places(a, PlaceVendor, resource.Paths{List: "Org/Vendors", Save: "Org/SaveVendor", End: "Org/DeleteVendor", Restore: "Org/RestoreVendor"}).Ops(),
		placeFile(a, PlaceLocation, "Address/ReadLocationFile", "Address/SaveLocationFile").Ops(),
		placeFile(a, PlaceCustomer, "Org/ReadCustomerFile", "Org/SaveCustomerFile").Ops(),
		placeFile(a, PlaceVendor, "Org/ReadVendorFile", "Org/SaveVendorFile").Ops()),
		op.Query("Address/GetAddress", a.GetAddress, right.SeeOrders),
		op.Command("Address/AddressIntegration", a.IntegrateAddresses, right.ManageAddresses),
		op.Query("Org/PreviewMerge", a.PreviewMerge, right.ManageAddresses),
		op.Command("Org/MergePlaces", a.MergePlaces, right.ManageAddresses).InPerson(), // a program that keeps addresses changes no orders, loads and prices by it
		op.Query("Org/MergedPlaces", a.MergedPlaces, right.ManageAddresses),
		op.Command("Org/Unmerge", a.Unmerge, right.ManageAddresses).InPerson(),
		op.Query("Org/LikelyDoubles", a.LikelyDoubles, right.ManageAddresses),
	)
}

// GetAddressReq names an address of the address book.
type GetAddressReq struct {
	Kind PlaceKind `json:"Kind" validate:"required,oneof=location customer vendor"`
	Code string    `json:"Code" validate:"required,max=40" field:"upper"`
}

// GetAddress is a place by its code, or the one that stands for it since the code was merged.
func (a *Area) GetAddress(ctx context.Context, tx *store.Tx, req GetAddressReq) (Place, error) {
	p, ok, err := store.Get[Place](ctx, tx, `SELECT * FROM org_place WHERE kind = ? AND code = ?`, req.Kind, req.Code)
	if err == nil && !ok {
		p, _, ok, err = formerly(ctx, tx, req.Kind, req.Code)
	}
	if err == nil && !ok {
		err = fail.NotFound("place-unknown")
	}
	return p, err
}

// IntegrateReq is addresses that another system, or a file, hands over: at most 500, since nothing holds the writer for long.
type IntegrateReq struct {
	Addresses []PlaceReq `json:"Addresses" validate:"required,min=1,max=500,dive"`
}

// IntegrateResp counts what became of them.
type IntegrateResp struct {
	Status  string       `json:"Status"`
	Added   int          `json:"Added"`
	Changed int          `json:"Changed"`
	Merged  int          `json:"Merged"`     // rows and codes that were merged into another, and codes that were changed since: they are passed over
	Over    []PassedOver `json:"PassedOver"` // these, one by one
}

// Check judges each address.
func (r *IntegrateReq) Check() (bad []fail.Field) {
	for i := range r.Addresses {
		for _, f := range r.Addresses[i].Check() {
			f.Field = "Addresses[" + strconv.Itoa(i) + "]." + f.Field
			bad = append(bad, f)
		}
	}
	return bad
}

// IntegrateAddresses adds addresses and changes those whose codes are known. All of them are taken, or none.
func (a *Area) IntegrateAddresses(ctx context.Context, tx *store.Tx, req IntegrateReq) (IntegrateResp, error) {
	resp := IntegrateResp{Status: "success", Over: []PassedOver{}}
	for i, r := range req.Addresses {
		known, over, err := a.delivered(ctx, tx, r)
		switch {
		case err != nil:
			return resp, err
		case over:
			resp.Merged++
			resp.Over = append(resp.Over, PassedOver{i, r.Code, known.Code})
			continue
		case known.ID != "" && r.ID != "" && r.ID != known.ID:
			return resp, fail.Invalid(fail.Of("Addresses["+strconv.Itoa(i)+"].Code", "place-exists"))
		case known.ID != "" || r.ID != "":
			r.ID = cmp.Or(known.ID, r.ID)
			resp.Changed++
		default:
			resp.Added++
		}
		if _, err := places(a, r.Kind, resource.Paths{}).Save(ctx, tx, r); err != nil {
			return resp, err
		}
	}
	return resp, nil
}

// PutPlace adds an address, as a loader of data has it.
func (a *Area) PutPlace(ctx context.Context, tx *store.Tx, r PlaceReq) (Place, error) {
	if bad := r.Check(); len(bad) > 0 {
		return Place{}, fail.Invalid(bad...)
	}
	return places(a, r.Kind, resource.Paths{}).Save(ctx, tx, r)
}

// Vendors lists the vendors of the address book by name.
func (a *Area) Vendors(ctx context.Context, tx *store.Tx) ([]freight.Vendor, error) {
	rows, err := store.Select[Place](ctx, tx, `SELECT * FROM org_place WHERE kind = ? ORDER BY name COLLATE NOCASE, code`, PlaceVendor)
	out := make([]freight.Vendor, len(rows))
	for i, r := range rows {
		out[i] = freight.Vendor{ID: r.ID, Code: r.Code, Party: r.Party()}
	}
	return out, err
}

// kept lists the places whose name, code, street or city has a text, by name.
func kept(ctx context.Context, tx *store.Tx, text string, most int) ([]freight.Party, error) {
	rows, err := store.Select[Place](ctx, tx, `SELECT * FROM org_place WHERE ?1 = '' OR instr(upper(name || char(10) || code || char(10) || street || char(10) || city), ?1) > 0
		ORDER BY name COLLATE NOCASE, code LIMIT ?2`, strings.ToUpper(strings.TrimSpace(text)), most)
	out := make([]freight.Party, len(rows))
	for i, r := range rows {
		out[i] = r.Party()
	}
	return out, err
}
