package document

import (
	"context"
	"fmt"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// OfLoad gives a shipment's documents to a user whom another area lets see them: the one that is named, or all of them, in a zip where there are several. What is only
// kept for a printer is none. Another shipment's, and another warehouse's, is as unknown as none.
func (a *Area) OfLoad(ctx context.Context, c *op.Call, shipmentID, documentID string) (op.Download, error) {
	var list []Document
	err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) error {
		list = nil
		papers, err := a.PapersOf(ctx, tx, shipmentID)
		if err != nil {
			return err
		}
		for _, p := range papers {
			if documentID != "" && p.ID != documentID {
				continue
			}
			d, err := find(ctx, tx, p.ID)
			if err != nil {
				return err
			}
			list = append(list, d)
		}
		return nil
	})
	switch {
	case err != nil:
		return op.Download{}, err
	case len(list) == 0 && documentID != "":
		return op.Download{}, fail.NotFound("no-such-file")
	case len(list) == 0:
		return op.Download{}, fail.NotFound("no-papers")
	case len(list) == 1:
		return a.open(ctx, c, list[0].ID, false)
	}
	p, err := newPack()
	if err != nil {
		return op.Download{}, err
	}
	return p.done(a.packed(ctx, c.Org, p, list))
}

func (a *Area) packed(ctx context.Context, org string, p *pack, list []Document) error {
	for _, d := range list {
		if err := p.room(d.Size); err != nil { // before it is read
			return err
		}
		body, err := a.Blobs.Get(ctx, org, d.Blob)
		if err != nil {
			return fmt.Errorf("read document %s: %w", d.ID, err)
		}
		if err := p.add("", d.Name, body); err != nil {
			return err
		}
	}
	return nil
}
