package claim

import (
	"context"
	"slices"

	"lading/server/store"
)

// PutClaimant writes a claimant with its addresses, as a loader of demo data has them.
func (a *Area) PutClaimant(ctx context.Context, tx *store.Tx, req ClaimantReq, reachable ...AddressReq) (Claimant, error) {
	c, err := claimants(a).Save(ctx, tx, req)
	for _, at := range reachable {
		if err != nil {
			return c, err
		}
		at.Claimant = c.ID
		_, err = addresses(a).Save(ctx, tx, at)
	}
	return c, err
}

// PutCarrier writes a carrier's claim terms.
func (a *Area) PutCarrier(ctx context.Context, tx *store.Tx, req CarrierReq) error {
	_, err := carriers(a).Save(ctx, tx, req)
	return err
}

// PutTemplate writes a letter's template.
func (a *Area) PutTemplate(ctx context.Context, tx *store.Tx, req TemplateReq) error {
	_, err := templates(a).Save(ctx, tx, req)
	return err
}

// PutForm writes a claim form whose PDF is in the blob store. What maps do not name is mapped by what the fields are called.
func (a *Area) PutForm(ctx context.Context, tx *store.Tx, req FormReq, file FormFile) error {
	f, err := a.keepForm(ctx, tx, file)
	if err != nil {
		return err
	}
	for _, m := range likely(f.Fields) {
		if !slices.ContainsFunc(req.Maps, func(x Mapped) bool { return x.Field == m.Field }) {
			req.Maps = append(req.Maps, m)
		}
	}
	req.File = f.ID
	_, err = forms(a).Save(ctx, tx, req)
	return err
}
