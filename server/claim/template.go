package claim

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// TemplateReq is a letter about claims, in which {names} stand for what the claim says.
type TemplateReq struct {
	ID      string `json:"TemplateId" db:"id" validate:"max=40"`
	Name    string `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	Kind    Kind   `json:"Kind" db:"kind" validate:"omitempty,oneof=loss damage shortage overcharge"` // empty for every kind
	Subject string `json:"Subject" db:"subject" validate:"required,max=160" field:"trim"`
	Body    string `json:"Body" db:"body" validate:"required,max=4000" field:"trim"`
	resource.Based
}

// Template is a template as it is kept.
type Template struct {
	TemplateReq
	resource.Stamp
}

// Names are what a template may name.
var Names = []string{"number", "kind", "shipment", "bol", "pro", "carrier", "carrierNumber", "claimant", "reference", "contact", "email", "phone", "address", "shipped", "delivered", "filed",
	"amount", "agreed", "paid", "currency", "lines", "statement", "evidence", "reason", "today"}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// Check refuses a name that stands for nothing: the carrier would read it as it is.
func (r *TemplateReq) Check() (bad []fail.Field) {
	for _, f := range []struct{ name, text string }{{"Subject", r.Subject}, {"Body", r.Body}} {
		for _, m := range placeholder.FindAllStringSubmatch(f.text, -1) {
			if !slices.Contains(Names, m[1]) {
				bad = append(bad, fail.Of(f.name, "claim-name-unknown", "name", m[1], "names", strings.Join(Names, ", ")))
				break
			}
		}
	}
	return bad
}

func templates(a *Area) *resource.Table[TemplateReq, Template] {
	return resource.Of(resource.Spec[TemplateReq, Template]{
		Table: "claim_template", Noun: "claim-template", Order: "name", Read: right.SeeClaims, Write: right.ManageClaims,
		Unique: []resource.Unique{{Columns: []string{"name"}, Field: "Name"}},
		Paths:  resource.Paths{List: "Claim/Templates", Save: "Claim/SaveTemplate", End: "Claim/DeleteTemplate", Restore: "Claim/RestoreTemplate"},
	})
}

// LetterReq asks for a claim's letter by a template.
type LetterReq struct {
	ClaimID    string `json:"ClaimId" validate:"required,max=40"`
	TemplateID string `json:"TemplateId" validate:"required,max=40"`
}

// Letter is a template filled in, and to whom it goes.
type Letter struct {
	To      string `json:"To"` // the carrier's claims department; empty where nobody knows
	Subject string `json:"Subject"`
	Body    string `json:"Body"`
}

// Letter fills a template in with what the claim says.
func (a *Area) Letter(ctx context.Context, tx *store.Tx, req LetterReq) (Letter, error) {
	c, err := find(ctx, tx, req.ClaimID)
	if err != nil {
		return Letter{}, err
	}
	t, err := templates(a).Get(ctx, tx, req.TemplateID)
	if err != nil {
		return Letter{}, err
	}
	if t.Kind != "" && t.Kind != c.Kind {
		return Letter{}, fail.Conflict("claim-template-kind", "name", t.Name)
	}
	who, err := claimants(a).Get(ctx, tx, c.Claimant)
	if err != nil {
		return Letter{}, err
	}
	at, err := addressesOf(ctx, tx, c.Claimant)
	if err != nil {
		return Letter{}, err
	}
	values := c.values(who, at)
	values["today"] = today(tx.Now, c.Zone)
	fill := func(text string) string {
		return placeholder.ReplaceAllStringFunc(text, func(name string) string { return values[strings.Trim(name, "{}")] })
	}
	return Letter{To: c.Terms.V.Email, Subject: fill(t.Subject), Body: fill(t.Body)}, nil
}

// proofNames are what documents prove, as a letter names it.
var proofNames = map[Proof]string{ProofBill: "Signed bill of lading", ProofDelivery: "Delivery receipt", ProofInvoice: "Commercial invoice", ProofFreight: "Freight bill", ProofPhotos: "Photos",
	ProofInspection: "Inspection report", ProofRepair: "Repair estimate", ProofSalvage: "Salvage receipt", ProofContract: "Rate agreement", ProofForm: "Claim form", ProofOther: "Other"}

// values are what the names of a template stand for. Carriers read English.
func (c Case) values(who Claimant, at []Address) map[string]string {
	v := map[string]string{"number": c.Number, "kind": string(c.Kind), "shipment": c.Shipment, "bol": c.BOL, "pro": c.PRO, "carrier": c.CarrierName, "carrierNumber": c.CarrierNumber,
		"claimant": who.Name, "reference": who.Reference, "contact": who.Contact, "email": who.Email, "phone": who.Phone, "shipped": c.ShipOn, "delivered": c.DeliveredOn, "filed": c.FiledOn,
		"amount": amount(c.ClaimedMinor), "agreed": amount(c.AgreedMinor), "paid": amount(c.PaidMinor), "currency": c.Currency, "statement": c.Statement, "reason": c.Reason}
	if i := slices.IndexFunc(at, func(a Address) bool { return a.Purpose == ForPayment }); i >= 0 {
		v["address"] = at[i].line()
	} else if len(at) > 0 {
		v["address"] = at[0].line()
	}
	var lines, proofs []string
	for _, l := range c.Lines.V {
		lines = append(lines, fmt.Sprintf("%d x %s at %s = %s", l.Pieces, l.Description, amount(l.UnitMinor), amount(l.amount())))
	}
	if c.FreightMinor > 0 {
		lines = append(lines, "Freight charges = "+amount(c.FreightMinor))
	}
	if c.SalvageMinor > 0 {
		lines = append(lines, "Less salvage = -"+amount(c.SalvageMinor))
	}
	for _, e := range c.Evidence.V {
		proofs = append(proofs, strings.TrimSuffix(proofNames[e.Proof]+": "+e.Name, ": "))
	}
	v["lines"], v["evidence"] = strings.Join(lines, "\n"), strings.Join(proofs, "\n")
	return v
}

// amount writes minor units of a currency of two decimals, as all of a claim's are.
func amount(minor int64) string { return fmt.Sprintf("%d.%02d", minor/100, minor%100) }

func (a Address) line() string {
	parts := []string{a.Name, a.Street, a.City, strings.TrimSpace(a.State + " " + a.Zip), a.Country}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
}
