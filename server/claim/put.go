package claim

import (
	"context"

	"lading/server/store"
)

// PutClaimant writes a claimant with its addresses, as a loader of demo data has them.
func (a *Area) PutClaimant(ctx context.Context, tx *store.Tx, req ClaimantReq, addresses ...AddressReq) (Claimant, error) {
	c, err := a.claimants().Save(ctx, tx, req)
	for _, at := range addresses {
		if err != nil {
			return c, err
		}
		at.Claimant = c.ID
		_, err = a.addresses().Save(ctx, tx, at)
	}
	return c, err
}

// PutCarrier writes a carrier's claim terms.
func (a *Area) PutCarrier(ctx context.Context, tx *store.Tx, req CarrierReq) error {
	_, err := a.carriers().Save(ctx, tx, req)
	return err
}

// PutTemplate writes a letter's template.
func (a *Area) PutTemplate(ctx context.Context, tx *store.Tx, req TemplateReq) error {
	_, err := a.templates().Save(ctx, tx, req)
	return err
}
