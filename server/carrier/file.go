package carrier

import (
	"context"

	"lading/server/kit/blob"
	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"
)

const (
	maxUpload = 12 << 20
	mostFiles = 20 // of one load
)

// File is a carrier's file of one of its loads.
type File struct {
	ID         string     `db:"id"`
	Carrier    string     `db:"carrier"`
	ShipmentID string     `db:"shipment_id"`
	Proof      bool       `db:"proof"`
	Name       string     `db:"name"`
	Type       string     `db:"type"`
	Blob       string     `db:"blob"`
	Size       int64      `db:"size"`
	At         store.Time `db:"at"`
}

// FileShown is a file as its carrier sees it.
type FileShown struct {
	ID    string     `json:"id"`
	Name  string     `json:"name"`
	Size  int64      `json:"size"`
	Proof bool       `json:"proof"` // of delivery
	At    store.Time `json:"at"`
}

func (f File) shown() FileShown { return FileShown{f.ID, f.Name, f.Size, f.Proof, f.At} }

func (a *Area) files(ctx context.Context, tx *store.Tx, of Holder, shipmentID string) ([]FileShown, error) {
	list, err := store.Select[File](ctx, tx, `SELECT * FROM carrier_file WHERE shipment_id = ? AND carrier = ? ORDER BY at DESC, id`, shipmentID, of.Carrier.ID)
	out := []FileShown{}
	for _, f := range list {
		out = append(out, f.shown())
	}
	return out, err
}

// UploadReq adds a file to one of the carrier's loads.
type UploadReq struct {
	LoadReq
	FileID string `json:"FileId" validate:"required,max=40"` // by the sender: brought again after a lost reply, it is the same file
	Proof  bool   `json:"IsPOD"`
}

// sentBefore gives the file that an upload brings again.
func (r UploadReq) sentBefore(ctx context.Context, tx *store.Tx, of Holder, blob string) (File, bool, error) {
	was, ok, err := store.Get[File](ctx, tx, `SELECT * FROM carrier_file WHERE id = ?`, r.FileID)
	if err == nil && ok && (was.Carrier != of.Carrier.ID || was.ShipmentID != r.ShipmentID || was.Proof != r.Proof || blob != "" && was.Blob != blob) {
		err = fail.Invalid(fail.Of("FileId", "file-id-taken"))
	}
	return was, ok, err
}

// Upload takes a carrier's file: a proof of delivery, an invoice or anything else that belongs to the load. It stands with the load's documents.
func (a *Area) Upload(ctx context.Context, c *op.Call, req UploadReq) (FileShown, error) {
	if len(c.Files) != 1 {
		return FileShown{}, fail.Invalid(fail.Of("FileData", "field-required"))
	}
	var warehouse string
	room := func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder) error { // before anything is kept of what a stranger sent
		l, err := a.load(ctx, tx, of, req.ShipmentID)
		if err != nil {
			return err
		}
		warehouse = l.Warehouse
		if _, again, err := req.sentBefore(ctx, tx, of, ""); err != nil || again { // it has its room
			return err
		}
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM carrier_file WHERE carrier = ? AND shipment_id = ?`, of.Carrier.ID, req.ShipmentID)
		switch {
		case err != nil:
		case n >= mostFiles:
			err = fail.Conflict("too-many-files", "max", mostFiles)
		case req.Proof && l.Status != "A" && l.Status != "D" && l.Status != "X":
			err = fail.Conflict("carrier-not-picked-up", "number", l.Number)
		}
		return err
	}
	page := page(a)
	if err := page.Hold(ctx, c, req, false, room); err != nil {
		return FileShown{}, err
	}
	org, _ := link.Org(req.AccessID)
	kept, err := a.Papers.Keep(ctx, org, c.Files[0])
	if err != nil {
		return FileShown{}, err
	}
	f := File{ID: req.FileID, ShipmentID: req.ShipmentID, Proof: req.Proof, Name: kept.Name, Type: kept.Type, Blob: kept.Hash, Size: kept.Size}
	err = page.Hold(ctx, c, req, true, func(ctx context.Context, tx *store.Tx, l link.Link, of Holder) error {
		if err := room(ctx, tx, l, of); err != nil {
			return err
		}
		if was, again, err := req.sentBefore(ctx, tx, of, f.Blob); err != nil || again {
			f = was
			return err
		}
		f.Carrier, f.At = of.Carrier.ID, store.At(tx.Now)
		if err := store.KeepBlob(ctx, tx, f.Blob, f.Size, f.Type); err != nil {
			return err
		}
		if err := store.Insert(ctx, tx, "carrier_file", f); err != nil {
			return err
		}
		if req.Proof {
			return a.Papers.AttachProof(ctx, tx, req.ShipmentID, warehouse, kept)
		}
		return a.Papers.AttachKept(ctx, tx, req.ShipmentID, warehouse, []blob.File{kept})
	})
	return f.shown(), err
}
