package vendor

import (
	"context"
	"time"

	"lading/server/kit/blob"
	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

const (
	maxUpload = 12 << 20
	mostFiles = 20 // that wait for their shipment, or stand with one
	waits     = 24 * time.Hour
)

// File is a vendor's file.
type File struct {
	ID         string     `db:"id"`
	VendorID   string     `db:"vendor_id"`
	ShipmentID string     `db:"shipment_id"` // empty until a shipment names it
	Name       string     `db:"name"`
	Type       string     `db:"type"`
	Blob       string     `db:"blob"`
	Size       int64      `db:"size"`
	At         store.Time `db:"at"`
}

// FileShown is a file as its vendor sees it.
type FileShown struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type"`
	Size int64  `json:"size"`
}

// UploadReq adds a file: to a shipment of the vendor's, or to one that is sent later and names it.
type UploadReq struct {
	Held
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
	FileID     string `json:"FileId" validate:"max=40"` // by the sender: brought again after a lost reply, it is the same file. Left out, each is another.
}

// sentBefore gives the file that an upload brings again, once its content is known.
func (r UploadReq) sentBefore(ctx context.Context, tx *store.Tx, of Holder, blob string) (File, bool, error) {
	was, ok, err := store.Get[File](ctx, tx, `SELECT * FROM vendor_file WHERE id = ?`, r.FileID)
	if err == nil && ok && (was.VendorID != of.Vendor.ID || blob != "" && was.Blob != blob || r.ShipmentID != "" && was.ShipmentID != r.ShipmentID) {
		err = fail.Invalid(fail.Of("FileId", "file-id-taken"))
	}
	return was, ok, err
}

// Upload takes a vendor's file.
func (a *Area) Upload(ctx context.Context, c *op.Call, req UploadReq) (FileShown, error) {
	if len(c.Files) != 1 {
		return FileShown{}, fail.Invalid(fail.Of("FileData", "field-required"))
	}
	var warehouse string
	room := func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder) error { // before anything is kept of what a stranger sent
		if req.ShipmentID != "" {
			r, err := a.shipment(ctx, tx, of, req.ShipmentID)
			if err != nil {
				return err
			}
			warehouse = r.Warehouse
		}
		if _, again, err := req.sentBefore(ctx, tx, of, ""); err != nil || again { // it has its room
			return err
		}
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM vendor_file WHERE vendor_id = ?1 AND shipment_id = ?2 AND (?2 <> '' OR at >= ?3)`, of.Vendor.ID, req.ShipmentID, store.At(tx.Now.Add(-waits)))
		if err == nil && n >= mostFiles {
			err = fail.Conflict("too-many-files", "max", mostFiles)
		}
		return err
	}
	page := page(a)
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
	err = page.Hold(ctx, c, req, true, func(ctx context.Context, tx *store.Tx, l link.Link, of Holder) error {
		if err := room(ctx, tx, l, of); err != nil {
			return err
		}
		if was, again, err := req.sentBefore(ctx, tx, of, f.Blob); err != nil || again {
			f = was
			return err
		}
		if req.ShipmentID == "" { // what was never shipped makes room again after a day
			if _, err := tx.ExecContext(ctx, `DELETE FROM vendor_file WHERE vendor_id = ? AND shipment_id = '' AND at < ?`, of.Vendor.ID, store.At(tx.Now.Add(-waits))); err != nil {
				return err
			}
		}
		f.VendorID, f.At = of.Vendor.ID, store.At(tx.Now)
		if err := store.KeepBlob(ctx, tx, f.Blob, f.Size, f.Type); err != nil {
			return err
		}
		if err := store.Insert(ctx, tx, "vendor_file", f); err != nil || req.ShipmentID == "" {
			return err
		}
		within(tx, warehouse)
		return a.Files.AttachKept(ctx, tx, req.ShipmentID, warehouse, []blob.File{kept})
	})
	return FileShown{f.ID, f.Name, f.Type, f.Size}, err
}
