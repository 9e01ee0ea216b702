package shipment

import (
	"context"
	"fmt"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// Parties knows under which code or name a customer stands today.
type Parties interface {
	// Standing is what a code or name that was merged into another reads now; any other text is itself.
	Standing(ctx context.Context, tx *store.Tx, text string) (string, error)
}

// ofCustomer are the loads that name a customer.
var ofCustomer = resource.Named{Noun: freight.FollowShipments, Table: "shipment", Column: "customer", Needs: right.Plan, Piece: freight.MergePiece}

// FollowLater has loads follow a merge that it left.
func (a *Area) FollowLater(ctx context.Context, tx *store.Tx, m freight.Merge) (more bool, err error) {
	f, err := resource.Rename(ctx, tx, m, ofCustomer)
	return f.Moved == freight.MergePiece, err
}

// Follow has loads and templates name the customer that stays after a merge. Addresses of loads, their documents and their chain of events are not touched: a bill that
// was signed keeps its words. What was typed of a load means the one that stays when it is saved again (Parties).
func (a *Area) Follow(ctx context.Context, tx *store.Tx, m freight.Merge) ([]freight.Follow, error) {
	loads, err := resource.Rename(ctx, tx, m, ofCustomer)
	if err != nil {
		return nil, err
	}
	templates := freight.Follow{Noun: freight.FollowTemplates, Needs: right.Plan}
	for _, t := range m.Texts {
		const named = ` WHERE entry ->> 'Customer' = ?1 COLLATE NOCASE AND entry ->> 'Customer' <> ?2`
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM shipment_template`+named, t.From, t.To)
		if err != nil {
			return nil, err
		}
		if templates.Moved += n; m.Look {
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE shipment_template SET entry = json_set(entry, '$.Customer', ?2)`+named, t.From, t.To); err != nil {
			return nil, fmt.Errorf("rename customers of templates: %w", err)
		}
	}
	return []freight.Follow{loads, templates}, nil
}
