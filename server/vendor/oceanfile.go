package vendor

import (
	"bytes"
	"context"

	"lading/server/kit/blob"
	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// OceanUploadReq adds a document to a load that the forwarder sees.
type OceanUploadReq struct {
	Held
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	FileID     string `json:"FileId" validate:"max=40"` // by the sender: brought again after a lost reply, it is the same file
}

// OceanUpload takes a forwarder's document.
func (a *Area) OceanUpload(ctx context.Context, c *op.Call, req OceanUploadReq) (FileShown, error) {
	if len(c.Files) != 1 {
		return FileShown{}, fail.Invalid(fail.Of("FileData", "field-required"))
	}
	page := oceanPage(a)
	var l Load
	room := func(ctx context.Context, tx *store.Tx, _ link.Link, of Handler) (err error) { // before anything is kept of what a stranger sent
		if l, err = a.load(ctx, tx, of, req.ShipmentID, whole, fail.NotFound("shipment-unknown")); err != nil {
			return err
		}
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM vendor_file WHERE vendor_id = ? AND shipment_id = ? AND id <> ?`, of.Forwarder.ID, l.ID, req.FileID)
		if err == nil && n >= mostFiles {
			err = fail.Conflict("too-many-files", "max", mostFiles)
		}
		return err
	}
	if err := page.Hold(ctx, c, req, false, room); err != nil {
		return FileShown{}, err
	}
	org, _ := link.Org(req.AccessID)
	kept, err := a.Files.Keep(ctx, org, c.Files[0])
	if err != nil {
		return FileShown{}, err
	}
	f := File{ID: req.FileID, ShipmentID: req.ShipmentID, Name: kept.Name, Type: kept.Type, Blob: kept.Hash, Size: kept.Size}
	if f.ID == "" {
		f.ID = ulid.Make().String()
	}
	err = page.Hold(ctx, c, req, true, func(ctx context.Context, tx *store.Tx, lk link.Link, of Handler) error {
		if err := room(ctx, tx, lk, of); err != nil {
			return err
		}
		was, again, err := store.Get[File](ctx, tx, `SELECT * FROM vendor_file WHERE id = ?`, f.ID)
		if err != nil || again {
			if err == nil && (was.VendorID != of.Forwarder.ID || was.Blob != f.Blob || was.ShipmentID != f.ShipmentID) {
				err = fail.Invalid(fail.Of("FileId", "file-id-taken"))
			}
			f = was
			return err
		}
		f.VendorID, f.At = of.Forwarder.ID, store.At(tx.Now)
		if err := store.KeepBlob(ctx, tx, f.Blob, f.Size, f.Type); err != nil {
			return err
		}
		if err := store.Insert(ctx, tx, "vendor_file", f); err != nil {
			return err
		}
		return a.Files.AttachKept(ctx, tx, l.ID, l.Warehouse, []blob.File{kept})
	})
	return FileShown{f.ID, f.Name, f.Type, f.Size}, err
}

// OceanFileReq names a document of a load.
type OceanFileReq struct {
	Held
	FileID string `json:"FileId" validate:"required,max=40"`
}

// OceanFile opens a document of a load that the forwarder sees.
func (a *Area) OceanFile(ctx context.Context, c *op.Call, req OceanFileReq) (op.Download, error) {
	var f File
	err := oceanPage(a).Hold(ctx, c, req, false, func(ctx context.Context, tx *store.Tx, _ link.Link, of Handler) (err error) {
		var known bool
		if f, known, err = store.Get[File](ctx, tx, `SELECT * FROM vendor_file WHERE id = ? AND shipment_id <> ''`, req.FileID); err == nil && !known {
			err = fail.NotFound("no-such-file")
		}
		if err == nil {
			_, err = a.load(ctx, tx, of, f.ShipmentID, whole, fail.NotFound("no-such-file"))
		}
		return err
	})
	if err != nil {
		return op.Download{}, err
	}
	org, _ := link.Org(req.AccessID)
	body, err := a.Files.ReadKept(ctx, org, f.Blob)
	return op.Download{Name: f.Name, Type: f.Type, Body: bytes.NewReader(body)}, err
}
