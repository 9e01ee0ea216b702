package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"

	"lading/server/kit/evidence"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// Evidence gives all that proves a shipment's story in one file, which anybody can check without us.
func (a *Area) Evidence(ctx context.Context, c *op.Call, req ShipmentReq) (op.Download, error) {
	if !c.By.May(right.SeeDrivers) { // it is whole, or nobody could check it: drivers' licenses and phones are in it
		return op.Download{}, op.NoRight(right.SeeDrivers)
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return op.Download{}, err
	}
	var chain []evidence.Event
	var devices []evidence.Device
	var revoked []evidence.Revocation
	var papers []Document
	var name, number string
	blobs := map[string]store.Blob{} // those that have arrived, of what the events name
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		if chain, err = a.Chains.Chain(ctx, tx, req.ShipmentID); err != nil {
			return err
		}
		var ids []string
		for _, e := range chain {
			if e.Device != "" && !slices.Contains(ids, e.Device) {
				ids = append(ids, e.Device)
			}
			for _, hash := range e.Named() {
				if b, here, err := store.FindBlob(ctx, tx, hash); err != nil {
					return err
				} else if here {
					blobs[hash] = b
				}
			}
		}
		if devices, err = a.Devices.Keys(ctx, tx, ids); err != nil {
			return err
		}
		if papers, err = a.Attachments(ctx, tx, req); err != nil {
			return err
		}
		con, err := a.Shipments.Consignment(ctx, tx, req.ShipmentID)
		if err != nil {
			return err
		}
		number = con.BOL
		if revoked, err = revocations(ctx, tx); err != nil {
			return err
		}
		name, err = a.Names.Name(ctx, tx)
		return err
	})
	if err != nil {
		return op.Download{}, err
	}
	if len(chain) == 0 {
		return op.Download{}, fail.NotFound("evidence-none")
	}
	by, err := a.ownSigner(ctx, db)
	if err != nil {
		return op.Download{}, fmt.Errorf("sign the evidence of %s: %w", req.ShipmentID, err)
	}
	// on disk, not in memory: a load has dozens of photos
	f, err := os.CreateTemp("", "lading-evidence-*.zip")
	if err != nil {
		return op.Download{}, err
	}
	body := spool{f}
	w, err := evidence.NewWriter(f, name, number, chain, devices, a.Clock())
	if err != nil {
		return op.Download{}, errors.Join(err, body.Close())
	}
	err = w.AddRevocations(revoked)
	add := func(as, hash string) error {
		if w.Has(hash) {
			return nil
		}
		r, _, err := a.Blobs.Open(ctx, c.Org, hash)
		if err != nil {
			return fmt.Errorf("file %s of the evidence of %s: %w", hash, req.ShipmentID, err)
		}
		return errors.Join(w.Add(as, r), r.Close())
	}
	for _, d := range papers {
		if d.Kind == SignedBOL {
			err = errors.Join(err, add("papers/"+d.ID+".pdf", d.Blob))
		}
	}
	for _, e := range chain {
		for _, hash := range e.Named() {
			if b, here := blobs[hash]; here {
				err = errors.Join(err, add("files/"+hash+extension(b.Type), hash))
			} else {
				w.Absent(hash)
			}
		}
	}
	if err == nil {
		err = w.Close(ctx, by)
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return op.Download{}, errors.Join(err, body.Close())
	}
	return op.Download{Name: "evidence-" + path.Base("/"+number) + ".zip", Type: "application/zip", Body: body}, nil
}

// revocations are the organisation's, for who checks a bundle without us.
func revocations(ctx context.Context, tx *store.Tx) (all []evidence.Revocation, err error) {
	gone, err := store.Select[certificate](ctx, tx, `SELECT * FROM document_certificate WHERE revoked_at IS NOT NULL ORDER BY revoked_at, id`)
	for _, c := range gone {
		all = append(all, evidence.Revocation{Certificate: c.ID, At: c.RevokedAt.UnixMilli(), Why: c.RevokedWhy})
	}
	return all, err
}

// extension lets people open a file of the bundle by a double click.
func extension(kind string) string {
	switch kind {
	case "image/png":
		return ".png"
	case "image/jpeg":
		return ".jpg"
	case "image/webp":
		return ".webp"
	case "application/json":
		return ".json"
	case "application/pdf":
		return ".pdf"
	}
	return ".bin"
}

// spool is a file that is gone once it was read.
type spool struct{ *os.File }

// Close closes and removes it.
func (s spool) Close() error { return errors.Join(s.File.Close(), os.Remove(s.Name())) }
