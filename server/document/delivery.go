package document

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// ProofReq names a shipment by its number.
type ProofReq struct {
	UniqueName string `json:"UniqueName" validate:"required,max=40"`
}

// Proof gives the latest proof of delivery of a shipment.
func (a *Area) Proof(ctx context.Context, c *op.Call, req ProofReq) (op.Download, error) {
	var d Document
	if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) error {
		id, err := a.Shipments.Resolve(ctx, tx, req.UniqueName)
		if err != nil {
			return err
		}
		var ok bool
		if d, ok, err = store.Get[Document](ctx, tx, `SELECT * FROM document WHERE shipment_id = ? AND kind = 'pod' ORDER BY at DESC, id DESC LIMIT 1`, id); err == nil && !ok {
			err = fail.NotFound("pod-unavailable")
		}
		return err
	}); err != nil {
		return op.Download{}, err
	}
	return a.open(ctx, c, d.ID, true)
}

// MarkReq says of a file that somebody attached whether it proves the delivery.
type MarkReq struct {
	DocumentID string `json:"DocumentId" validate:"required,max=40"`
	Proof      bool   `json:"IsPOD"`
}

// MarkProof marks a file as the proof of delivery, or takes the mark back. What the program made is neither.
func (a *Area) MarkProof(ctx context.Context, tx *store.Tx, req MarkReq) (Document, error) {
	d, err := find(ctx, tx, req.DocumentID)
	if err != nil {
		return d, err
	}
	if d.Kind != Attachment && d.Kind != ProofOfDelivery {
		return d, fail.Conflict("not-an-attachment", "file", d.Name).With(d)
	}
	if d.Kind = Attachment; req.Proof {
		d.Kind = ProofOfDelivery
	}
	_, err = tx.ExecContext(ctx, `UPDATE document SET kind = ? WHERE id = ?`, string(d.Kind), d.ID)
	return d, err
}

// TrackingReq says which shipment a file is of, and whether it proves the delivery.
type TrackingReq struct {
	UniqueName string `json:"UniqueName" validate:"required,max=40"`
	Proof      bool   `json:"IsPOD"`
}

// UploadTracking attaches files that came while the shipment was under way. A public page that takes them needs a link of its own; this is for who is signed in.
func (a *Area) UploadTracking(ctx context.Context, c *op.Call, req TrackingReq) ([]Document, error) {
	var id string
	if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) (err error) {
		id, err = a.Shipments.Resolve(ctx, tx, req.UniqueName)
		return err
	}); err != nil {
		return nil, err
	}
	kind := Attachment
	if req.Proof {
		kind = ProofOfDelivery
	}
	return a.attach(ctx, c, id, kind)
}

// FileReq names a stored file by its paper's key.
type FileReq struct {
	DocumentID string `json:"DocumentId" validate:"required_without=FileName,max=40"`
	FileName   string `json:"FileName" validate:"max=200"`
	UniqueName string `json:"UniqueName" validate:"required_with=FileName,max=40"`
}

// StoredFile gives a stored file, by its key or by its name among a shipment's.
func (a *Area) StoredFile(ctx context.Context, c *op.Call, req FileReq) (op.Download, error) {
	if req.DocumentID != "" {
		return a.open(ctx, c, req.DocumentID, false)
	}
	var d Document
	if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) error {
		id, err := a.Shipments.Resolve(ctx, tx, req.UniqueName)
		if err != nil {
			return err
		}
		var ok bool
		if d, ok, err = store.Get[Document](ctx, tx, `SELECT * FROM document WHERE shipment_id = ? AND lower(name) = lower(?) ORDER BY at DESC, id DESC LIMIT 1`, id, req.FileName); err == nil && !ok {
			err = fail.NotFound("no-such-file")
		}
		return err
	}); err != nil {
		return op.Download{}, err
	}
	return a.open(ctx, c, d.ID, false)
}

// DocumentsReq names shipments, and which of their papers are wanted; none named is all.
type DocumentsReq struct {
	Shipments []string    `json:"Shipments" validate:"required,min=1,max=50,dive,required,max=40"`
	Kinds     []PaperKind `json:"Kinds" validate:"max=5"`
	Language  string      `json:"Language" validate:"omitempty,oneof=en es fr"`
}

// Documents packs the papers of shipments into one zip, a folder a shipment. A single paper comes as itself. What a shipment does not have is left out; a signed
// bill that is being made is waited for, since nobody would miss it before the truck is gone.
func (a *Area) Documents(ctx context.Context, c *op.Call, req DocumentsReq) (op.Download, error) {
	type paper struct {
		folder string
		draft  Draft
	}
	var papers []paper
	if err := a.readPaper(ctx, c, func(ctx context.Context, tx *store.Tx) error {
		papers = nil
		for _, name := range req.Shipments {
			id, err := a.Shipments.Resolve(ctx, tx, name)
			if err != nil {
				return err
			}
			p, err := a.printable(ctx, tx, id, false)
			if err != nil {
				return err
			}
			for _, o := range p.Papers {
				if o.Why != "" || len(req.Kinds) > 0 && !slices.Contains(req.Kinds, o.Kind) {
					continue
				}
				d, err := a.draft(ctx, tx, id, o.Kind, o.DocumentID)
				if err != nil {
					return err
				}
				papers = append(papers, paper{p.Number, d})
			}
		}
		return nil
	}); err != nil {
		return op.Download{}, err
	}
	w := Way{Language: first(req.Language, c.Language), Copies: 1, Format: "pdf", Dots: dots(0)}
	switch len(papers) {
	case 0:
		return op.Download{}, fail.NotFound("no-papers")
	case 1:
		s, err := a.sheet(ctx, c.Org, papers[0].draft, w)
		return downloadOf(s), err
	}
	z, err := newPack()
	if err != nil {
		return op.Download{}, err
	}
	for _, p := range papers {
		s, err := a.sheet(ctx, c.Org, p.draft, w)
		if err == nil {
			err = z.add(p.folder, s.Name, s.Body)
		}
		if err != nil {
			return z.done(err)
		}
	}
	return z.done(nil)
}
