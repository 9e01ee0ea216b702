package document

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"lading/server/kit/blob"
	"lading/server/kit/event"
	"lading/server/kit/exif"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

const (
	maxFile  = 25 << 20
	maxFiles = 100 // of a shipment
)

// Upload attaches files to a shipment: all of them, or none if one is refused.
func (a *Area) Upload(ctx context.Context, c *op.Call, req ShipmentReq) ([]Document, error) {
	return a.attach(ctx, c, req.ShipmentID, Attachment)
}

func (a *Area) attach(ctx context.Context, c *op.Call, shipmentID string, kind Kind) ([]Document, error) {
	if len(c.Files) == 0 {
		return nil, fail.Invalid(fail.Of("FileData", "field-required"))
	}
	var warehouse string
	var place bool
	if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) error {
		con, err := a.Shipments.Consignment(ctx, tx, shipmentID)
		if err != nil {
			return err
		}
		warehouse = con.Warehouse
		place, err = a.Dock.KeepsPhotoPlace(ctx, tx, warehouse)
		return err
	}); err != nil {
		return nil, err
	}
	docs := make([]Document, len(c.Files))
	for i, f := range c.Files {
		d, err := a.keep(ctx, c.Org, f, place)
		if err != nil {
			return nil, err
		}
		d.ShipmentID, d.Warehouse, d.By, d.Kind = shipmentID, warehouse, c.By.User, kind
		docs[i] = d
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return nil, err
	}
	_, err = op.Finish(ctx, db, c, &docs, func(ctx context.Context, tx *store.Tx) error {
		var n int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM document WHERE shipment_id = ? AND kind IN ('attachment', 'pod')`, shipmentID).Scan(&n); err != nil {
			return err
		}
		if n+len(docs) > maxFiles {
			return fail.Conflict("too-many-files", "max", maxFiles)
		}
		for i := range docs {
			d := &docs[i]
			d.At = store.At(tx.Now)
			if err := store.KeepBlob(ctx, tx, d.Blob, d.Size, d.Type); err != nil {
				return err
			}
			if err := store.Insert(ctx, tx, "document", *d); err != nil {
				return err
			}
			if err := tx.Emit(ctx, event.DocumentMade{ShipmentID: d.ShipmentID, Warehouse: d.Warehouse, DocumentID: d.ID, Kind: string(d.Kind), Name: d.Name, Blob: d.Blob}); err != nil {
				return err
			}
		}
		return nil
	})
	return docs, err
}

// AttachKept has files that another area took stand with the documents of a shipment.
func (a *Area) AttachKept(ctx context.Context, tx *store.Tx, shipmentID, warehouse string, files []blob.File) error {
	for _, f := range files {
		if _, err := a.attachAs(ctx, tx, shipmentID, warehouse, Attachment, f); err != nil {
			return err
		}
	}
	return nil
}

// AttachMade has a file that another area made stand with the documents of a shipment, and gives its key.
func (a *Area) AttachMade(ctx context.Context, tx *store.Tx, shipmentID, warehouse string, f blob.File) (documentID string, err error) {
	return a.attachAs(ctx, tx, shipmentID, warehouse, Attachment, f)
}

func (a *Area) attachAs(ctx context.Context, tx *store.Tx, shipmentID, warehouse string, kind Kind, f blob.File) (documentID string, err error) {
	d := Document{ID: ulid.Make().String(), ShipmentID: shipmentID, Warehouse: warehouse, Kind: kind, Name: f.Name, Type: f.Type, Blob: f.Hash, Size: f.Size, By: tx.By.User, At: store.At(tx.Now)}
	if err := store.Insert(ctx, tx, "document", d); err != nil {
		return "", err
	}
	return d.ID, tx.Emit(ctx, event.DocumentMade{ShipmentID: d.ShipmentID, Warehouse: d.Warehouse, DocumentID: d.ID, Kind: string(d.Kind), Name: d.Name, Blob: d.Blob})
}

// Keep judges another area's file by its name, its type and its content, and puts it into the blob store.
func (a *Area) Keep(ctx context.Context, org string, f op.File) (blob.File, error) {
	d, err := a.keep(ctx, org, f, false) // of no warehouse
	return blob.File{Name: d.Name, Type: d.Type, Hash: d.Blob, Size: d.Size}, err
}

// ReadKept reads a file that another area had kept.
func (a *Area) ReadKept(ctx context.Context, org, hash string) ([]byte, error) {
	body, err := a.Blobs.Get(ctx, org, hash)
	if err != nil {
		return nil, fmt.Errorf("read file %s: %w", hash, err)
	}
	return body, nil
}

// keep judges a file and puts it into the blob store; place says whether a photo may tell where it was taken.
func (a *Area) keep(ctx context.Context, org string, f op.File, place bool) (d Document, err error) {
	if f.Size > maxFile {
		return d, fail.New(http.StatusRequestEntityTooLarge, "blob-too-large", "max", maxFile)
	}
	file, err := f.Open()
	if err != nil {
		return d, fmt.Errorf("open upload: %w", err)
	}
	defer func() { _ = file.Close() }()
	body, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return d, fmt.Errorf("read upload: %w", err)
	}
	if len(body) > maxFile { // whatever the header said
		return d, fail.New(http.StatusRequestEntityTooLarge, "blob-too-large", "max", maxFile)
	}
	kind, err := judge(f.Name, f.Type, body)
	if err != nil {
		return d, err
	}
	if d := (Document{Name: f.Name}); isZPL(d) {
		if err := ForPrinter(Sheet{Name: f.Name, Type: zplType, Body: body}); err != nil {
			return Document{}, err
		}
	}
	if !place { // who sends it to a customer as evidence does not mean to say where the person stood
		if body, err = exif.WithoutPlace(body); err != nil {
			return d, fail.New(http.StatusUnprocessableEntity, "photo-tells-place")
		}
	}
	hash, err := a.Blobs.Put(ctx, org, kind, body)
	if err != nil {
		return d, fmt.Errorf("keep upload: %w", err)
	}
	return Document{ID: ulid.Make().String(), Kind: Attachment, Name: f.Name, Type: kind, Blob: hash, Size: int64(len(body))}, nil
}
