package document

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// Kind is what a paper is.
type Kind string

// The kinds of papers.
const (
	SignedBOL       Kind = "signed-bol"
	Attachment      Kind = "attachment"
	ProofOfDelivery Kind = "pod"
	PrintFile       Kind = "print-file" // made by us to be printed; it can be made again
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{"signed-bol", "attachment", "pod", "print-file"} }

// Document is a paper or file of a shipment.
type Document struct {
	ID         string     `json:"id" db:"id"`
	ShipmentID string     `json:"shipmentId" db:"shipment_id"`
	Warehouse  string     `json:"warehouse" db:"warehouse"`
	Kind       Kind       `json:"kind" db:"kind"`
	Name       string     `json:"name" db:"name"`
	Type       string     `json:"type" db:"type"`
	Blob       string     `json:"blob" db:"blob"`
	Size       int64      `json:"size" db:"size"`
	At         store.Time `json:"at" db:"at"`
	By         string     `json:"by" db:"by_user"` // empty for what the program made
	LeftAt     store.Time `json:"-" db:"left_at"`
}

// Place is the warehouse that the document lies in.
func (d Document) Place() string { return d.Warehouse }

// ShipmentReq names a shipment.
type ShipmentReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// Attachments lists a shipment's papers, the newest first.
func (a *Area) Attachments(ctx context.Context, tx *store.Tx, req ShipmentReq) ([]Document, error) {
	all, err := store.Select[Document](ctx, tx, `SELECT * FROM document WHERE shipment_id = ? ORDER BY at DESC, id DESC`, req.ShipmentID)
	out := []Document{}
	for _, d := range all {
		if tx.By.SeesWarehouse(d.Warehouse) {
			out = append(out, d)
		}
	}
	return out, err
}

// find gives a paper of one of the person's warehouses.
func find(ctx context.Context, tx *store.Tx, id string) (Document, error) {
	d, err := store.Find[Document](ctx, tx, fail.NotFound("no-such-file"), `SELECT * FROM document WHERE id = ?`, id)
	return d, err
}

// DocumentReq names a paper.
type DocumentReq struct {
	DocumentID string `json:"DocumentId" validate:"required,max=40"`
}

// Download gives a paper's file to keep.
func (a *Area) Download(ctx context.Context, c *op.Call, req DocumentReq) (op.Download, error) {
	return a.open(ctx, c, req.DocumentID, false)
}

// Display gives a paper's file to look at. Only what a browser shows without running it is shown; the rest is downloaded.
func (a *Area) Display(ctx context.Context, c *op.Call, req DocumentReq) (op.Download, error) {
	return a.open(ctx, c, req.DocumentID, true)
}

func (a *Area) open(ctx context.Context, c *op.Call, id string, inline bool) (op.Download, error) {
	var d Document
	if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) (err error) { d, err = find(ctx, tx, id); return err }); err != nil {
		return op.Download{}, err
	}
	// the answer is read after the call has returned, so the call's deadline must not end it
	body, _, err := a.Blobs.Open(context.WithoutCancel(ctx), c.Org, d.Blob)
	if err != nil {
		return op.Download{}, fmt.Errorf("open document %s: %w", d.ID, err)
	}
	shown := d.Type == "application/pdf" || strings.HasPrefix(d.Type, "image/")
	return op.Download{Name: d.Name, Type: d.Type, Body: body, Inline: inline && shown}, nil
}

func (a *Area) read(ctx context.Context, c *op.Call, f func(ctx context.Context, tx *store.Tx) error) error {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return err
	}
	return db.Read(ctx, c.By, f)
}

// Delete removes a file that somebody attached. What was signed stays.
func (a *Area) Delete(ctx context.Context, tx *store.Tx, req DocumentReq) (op.None, error) {
	d, err := find(ctx, tx, req.DocumentID)
	if err != nil {
		return op.None{}, err
	}
	if d.Kind != Attachment && d.Kind != PrintFile {
		return op.None{}, fail.Conflict("document-stays", "name", d.Name)
	}
	if d.By != tx.By.User && !tx.By.Office {
		return op.None{}, fail.Forbidden("document-of-another", "name", d.Name)
	}
	if err := superseded(ctx, tx, d); err != nil {
		return op.None{}, err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM document WHERE id = ?`, d.ID)
	return op.None{}, err
}

const (
	keepPapers = 30 * 24 * time.Hour // on the devices; they are never deleted
	maxLeaves  = 500                 // in one command
)

// LeaveWindow takes the names of old papers from the devices, in one small piece; call it until it returns 0.
func (a *Area) LeaveWindow(ctx context.Context, tx *store.Tx) (int, error) {
	res, err := tx.ExecContext(ctx, `UPDATE document SET left_at = ?1 WHERE id IN (SELECT id FROM document WHERE left_at IS NULL AND at < ?2 LIMIT ?3)`,
		tx.Now.UnixMilli(), tx.Now.Add(-keepPapers).UnixMilli(), maxLeaves)
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	return int(n), err
}
