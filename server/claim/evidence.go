package claim

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/store"
)

// Proof is what a document proves.
type Proof string

// What documents prove. Source: 49 CFR 370.7 and the supporting documents that carriers' claim forms ask for.
const (
	ProofBill       Proof = "bill"       // the bill of lading that the driver signed, with its exceptions
	ProofDelivery   Proof = "delivery"   // the delivery receipt, with its exceptions
	ProofInvoice    Proof = "invoice"    // the commercial invoice: what the goods cost
	ProofFreight    Proof = "freight"    // the carrier's freight bill
	ProofPhotos     Proof = "photos"     // photos of the damage and the packaging
	ProofInspection Proof = "inspection" // the carrier's inspection, or its waiver
	ProofRepair     Proof = "repair"     // an estimate of a repair
	ProofSalvage    Proof = "salvage"    // what the damaged goods were sold for
	ProofContract   Proof = "contract"   // the rate that was agreed
	ProofForm       Proof = "form"       // the carrier's or customer's claim form, filled in
	ProofOther      Proof = "other"
)

// Values lists what documents prove.
func (Proof) Values() []string {
	return []string{"bill", "delivery", "invoice", "freight", "photos", "inspection", "repair", "salvage", "contract", "form", "other"}
}

// Exhibit is a document of the shipment as evidence, or, without one, the dock's own photos.
type Exhibit struct {
	Proof      Proof  `json:"Proof"`
	DocumentID string `json:"DocumentId"` // empty for the dock's photos
	Name       string `json:"Name"`
	Photos     int64  `json:"Photos"`
}

// gaps is the evidence that the carrier will ask for and that the claim does not have.
func (c Case) gaps() []string {
	asked := map[Kind][]Proof{
		Damage:     {ProofBill, ProofDelivery, ProofInvoice, ProofPhotos},
		Loss:       {ProofBill, ProofInvoice},
		Shortage:   {ProofBill, ProofDelivery, ProofInvoice},
		Overcharge: {ProofFreight, ProofContract},
	}[c.Kind]
	if c.Concealed && c.Kind == Damage {
		asked = append(asked, ProofInspection)
	}
	if c.FreightMinor > 0 && !slices.Contains(asked, ProofFreight) {
		asked = append(asked, ProofFreight)
	}
	if c.SalvageMinor > 0 {
		asked = append(asked, ProofSalvage)
	}
	out := []string{}
	for _, p := range asked {
		if !slices.ContainsFunc(c.Evidence.V, func(e Exhibit) bool { return e.Proof == p }) {
			out = append(out, string(p))
		}
	}
	return out
}

// AttachReq makes a document of the shipment evidence of its claim.
type AttachReq struct {
	ClaimID    string `json:"ClaimId" validate:"required,max=40"`
	DocumentID string `json:"DocumentId" validate:"required,max=40"`
	Proof      Proof  `json:"Proof" validate:"required,oneof=bill delivery invoice freight photos inspection repair salvage contract form other"`
}

// ended refuses to change what is over.
func (c Case) ended() error {
	if c.State == Closed || c.State == Archived {
		return fail.Conflict("claim-state-refused", "number", c.Number, "state", string(c.State)).With(c)
	}
	return nil
}

// Attach makes a document evidence. Documents come in after the filing, too: the carrier asks for them.
func (a *Area) Attach(ctx context.Context, tx *store.Tx, req AttachReq) (Case, error) {
	c, err := find(ctx, tx, req.ClaimID)
	if err != nil {
		return c, err
	}
	if err := c.ended(); err != nil {
		return c, err
	}
	papers, err := a.Papers.PapersOf(ctx, tx, c.ShipmentID)
	if err != nil {
		return c, err
	}
	for _, p := range papers {
		if p.ID != req.DocumentID {
			continue
		}
		was := c
		c.Evidence.V = append(without(c.Evidence.V, req.DocumentID), Exhibit{Proof: req.Proof, DocumentID: p.ID, Name: p.Name})
		return c, c.save(ctx, tx, &was, Event{Action: "attach", Note: p.Name})
	}
	return c, fail.Invalid(fail.Of("DocumentId", "no-such-file"))
}

// DetachReq names a document that is no evidence after all.
type DetachReq struct {
	ClaimID    string `json:"ClaimId" validate:"required,max=40"`
	DocumentID string `json:"DocumentId" validate:"required,max=40"`
}

// Detach takes a document out of the evidence. The document stays with the shipment.
func (a *Area) Detach(ctx context.Context, tx *store.Tx, req DetachReq) (Case, error) {
	c, err := find(ctx, tx, req.ClaimID)
	if err != nil {
		return c, err
	}
	if err := c.ended(); err != nil {
		return c, err
	}
	i := slices.IndexFunc(c.Evidence.V, func(e Exhibit) bool { return e.DocumentID == req.DocumentID })
	if i < 0 {
		return c.tell(tx.Now), nil
	}
	was, name := c, c.Evidence.V[i].Name
	c.Evidence.V = without(c.Evidence.V, req.DocumentID)
	return c, c.save(ctx, tx, &was, Event{Action: "detach", Note: name})
}

func without(list []Exhibit, document string) []Exhibit {
	out := []Exhibit{}
	for _, e := range list {
		if e.DocumentID != document {
			out = append(out, e)
		}
	}
	return out
}
