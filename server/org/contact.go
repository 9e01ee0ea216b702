package org

import (
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/resource"
)

// ContactReq is whom users ask for help about a subject.
type ContactReq struct {
	ID      string `json:"ContactId" db:"id" validate:"max=40"`
	Subject string `json:"Subject" db:"subject" validate:"required,max=80" field:"trim"`
	Name    string `json:"Name" db:"name" validate:"max=80" field:"trim"`
	Phone   string `json:"Phone" db:"phone" validate:"max=50" field:"trim"`
	Email   string `json:"Email" db:"email" validate:"omitempty,email,max=254" field:"trim"`
	Hours   string `json:"Hours" db:"hours" validate:"max=80" field:"trim"`
	resource.Based
}

// Contact is a contact as it is kept.
type Contact struct {
	ContactReq
	resource.Stamp
}

// Check wants a way to reach the contact.
func (r *ContactReq) Check() (bad []fail.Field) {
	switch {
	case r.Phone == "" && r.Email == "":
		bad = append(bad, fail.Of("Phone", "contact-unreachable"))
	case r.Phone != "" && !rule.Phones(r.Phone):
		bad = append(bad, fail.Of("Phone", "phone-invalid"))
	}
	return bad
}

func contacts(a *Area) *resource.Table[ContactReq, Contact] {
	return resource.Of(resource.Spec[ContactReq, Contact]{
		Table: "org_contact", Noun: "contact", Order: "subject COLLATE NOCASE", Read: right.SignedIn, Write: right.ManageOrganisation,
		Unique: []resource.Unique{{Columns: []string{"subject"}, Field: "Subject"}},
		Paths:  resource.Paths{List: "Org/Contacts", Save: "Org/SaveContact", End: "Org/DeleteContact", Restore: "Org/RestoreContact"},
	})
}
