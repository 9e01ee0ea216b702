package document

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"lading/server/document/bill"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// SignedJob is the kind of job that makes the paper of a signed bill.
const SignedJob = "signed-bol"

// picturePatience is how long a paper waits for the picture of its signature; then it is made without.
const picturePatience = 24 * time.Hour

// signing is a bill as it was signed. Its text was taken in the very command that took the signature, so that the paper says
// what the signer saw, however long the picture is under way and whatever is changed on the shipment meanwhile.
type signing struct {
	ShipmentID string                `db:"shipment_id"`
	Warehouse  string                `db:"warehouse"`
	Bill       store.JSON[bill.Bill] `db:"bill"` // the signature stands in it without its picture
	Image      string                `db:"image"`
	Language   string                `db:"language"`
	MailTo     store.JSON[[]string]  `db:"mail_to"`
	At         store.Time            `db:"at"`
	DocumentID string                `db:"document_id"`

	Times    store.JSON[event.DockTimes] `db:"times"`
	Revision int64                       `db:"revision"` // grows when the times change
	Quiet    bool                        `db:"quiet"`    // a whole paper was made before: the next is neither mailed nor printed by itself
}

// order is a job's payload.
type order struct {
	ShipmentID string `json:"shipmentId"`
}

// signed freezes the bill and orders its paper.
func (a *Area) signed(ctx context.Context, tx *store.Tx, e event.BillSigned) error {
	c, err := a.Shipments.Consignment(ctx, tx, e.ShipmentID)
	if err != nil {
		return fmt.Errorf("bill of shipment %s: %w", e.ShipmentID, err)
	}
	l, _, err := a.Dock.Loading(ctx, tx, e.ShipmentID)
	if err != nil {
		return err
	}
	l.Trailer, l.Seal, l.Exceptions = e.Trailer, e.Seal, e.Exceptions
	b := compose(c, l)
	s := bill.Signature{Role: bill.Role(e.Role), Name: e.SignedBy, At: tx.At.UTC(), Zone: first(c.Zone, "UTC"), Consent: consent(e.Language, e.Consent), Language: e.Language,
		Pieces: int(e.Pieces), Pallets: int(e.Pallets), Digest: first(e.Digest, bill.Digest(b))}
	switch s.Role {
	case bill.Driver:
		s.Company = c.CarrierName
	case bill.Shipper:
		s.Company = c.Origin.Name
	case bill.Consignee:
		s.Company = c.Destination.Name
	}
	b.Signatures = []bill.Signature{s}
	row := signing{ShipmentID: e.ShipmentID, Warehouse: e.Warehouse, Image: e.Image, Language: e.Language, At: store.At(tx.Now)}
	row.Bill.V, row.MailTo.V, row.Times.V = b, e.MailTo, e.Times
	if err := store.Insert(ctx, tx, "document_signing", row); err != nil {
		return fmt.Errorf("keep the signed bill of %s: %w", e.ShipmentID, err)
	}
	return a.order(ctx, tx, e.ShipmentID, "")
}

// consent gives the words that a version stands for. A device that holds words of its own sends those.
func consent(lang, version string) string {
	if text, ok := message.All(lang)["consent-"+version]; ok {
		return text
	}
	return version
}

func (a *Area) order(ctx context.Context, tx *store.Tx, shipmentID, why string) error {
	return a.Jobs.Add(ctx, tx, SignedJob, SignedJob+"/"+shipmentID+why, order{shipmentID})
}

// arrived orders the papers that waited for a picture.
func (a *Area) arrived(ctx context.Context, tx *store.Tx, e event.BlobArrived) error {
	ids, err := store.Select[string](ctx, tx, `SELECT shipment_id FROM document_signing WHERE image = ? AND document_id = ''`, e.Hash)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := a.order(ctx, tx, id, "/arrived"); err != nil {
			return err
		}
	}
	return nil
}

// timesAgreed has the paper of a signed bill made anew with the times that the driver agreed to.
func (a *Area) timesAgreed(ctx context.Context, tx *store.Tx, e event.TimesAgreed) error {
	revision, signed, err := store.Get[int64](ctx, tx, `UPDATE document_signing SET times = ?, revision = revision + 1, quiet = quiet OR document_id <> '', document_id = '' WHERE shipment_id = ? RETURNING revision`,
		store.JSON[event.DockTimes]{V: e.Times}, e.ShipmentID)
	if err != nil || !signed {
		return err
	}
	return a.order(ctx, tx, e.ShipmentID, fmt.Sprint("/times/", revision))
}

// GiveUpWaiting orders the papers whose picture has not come for a day; call it every hour or so. Should the picture come after all, the whole paper is made.
func (a *Area) GiveUpWaiting(ctx context.Context, tx *store.Tx) error {
	ids, err := store.Select[string](ctx, tx, `SELECT shipment_id FROM document_signing WHERE document_id = '' AND at <= ?
AND NOT EXISTS (SELECT 1 FROM document WHERE document.shipment_id = document_signing.shipment_id AND kind = 'signed-bol') LIMIT 200`, tx.Now.Add(-picturePatience).UnixMilli())
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := a.order(ctx, tx, id, "/late"); err != nil {
			return err
		}
	}
	return nil
}

// MakeSigned does a SignedJob: it sets the paper, seals it, puts it into the blob store, and only then writes the row that names it. Done twice, it is done once.
// failures is how often it went wrong before.
func (a *Area) MakeSigned(ctx context.Context, org *store.DB, payload []byte, failures int) error {
	var o order
	if err := json.Unmarshal(payload, &o); err != nil {
		return err
	}
	var s signing
	var open, here, late, made bool
	err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		if s, open, err = store.Get[signing](ctx, tx, `SELECT * FROM document_signing WHERE shipment_id = ? AND document_id = ''`, o.ShipmentID); err != nil || !open {
			return err
		}
		late = tx.Now.Sub(s.At.Time) >= picturePatience
		if _, here, err = store.FindBlob(ctx, tx, s.Image); err != nil {
			return err
		}
		made, err = paperMade(ctx, tx, s.ShipmentID)
		return err
	})
	if err != nil || !open {
		return err
	}
	if !here && (!late || made) {
		return nil // its arrival orders the paper again
	}
	var picture []byte
	if here {
		if picture, err = a.Blobs.Get(ctx, org.Name, s.Image); err != nil {
			return fmt.Errorf("picture of the signature under %s: %w", s.ShipmentID, err)
		}
	}
	id := ulid.Make().String()
	pdf, whole, err := paper(s, picture, a.checkAt(org.Name, id))
	if err != nil {
		return fmt.Errorf("set the signed bill of %s: %w", s.ShipmentID, err)
	}
	pdf, row, stamp, err := a.sealPaper(ctx, org, s.Bill.V, pdf, failures)
	if err != nil {
		return fmt.Errorf("seal the signed bill of %s: %w", s.ShipmentID, err)
	}
	d := Document{ID: id, ShipmentID: s.ShipmentID, Warehouse: s.Warehouse, Kind: SignedBOL, Name: "BOL-" + s.Bill.V.Number + "-signed.pdf",
		Type: "application/pdf", Size: int64(len(pdf))}
	if d.Blob, err = a.Blobs.Put(ctx, org.Name, d.Type, pdf); err != nil {
		return fmt.Errorf("keep the signed bill of %s: %w", s.ShipmentID, err)
	}
	_, err = org.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		// a picture that did not come, or is none, does not end the matter while it may still come
		res, err := tx.ExecContext(ctx, `UPDATE document_signing SET document_id = CASE WHEN ?1 THEN ?2 ELSE '' END WHERE shipment_id = ?3 AND document_id = '' AND revision = ?4`, whole || here, d.ID, s.ShipmentID, s.Revision)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 { // another attempt was quicker, or the times are others now and another paper is ordered
			return err
		}
		if !whole && !here {
			if twice, err := paperMade(ctx, tx, s.ShipmentID); err != nil || twice {
				return err
			}
		}
		d.At = store.At(tx.Now)
		if err := store.KeepBlob(ctx, tx, d.Blob, d.Size, d.Type); err != nil {
			return err
		}
		if err := store.Insert(ctx, tx, "document", d); err != nil {
			return err
		}
		row.DocumentID, row.Blob = d.ID, d.Blob
		if err := a.keepSeal(ctx, tx, row, stamp); err != nil {
			return err
		}
		told := event.DocumentMade{ShipmentID: d.ShipmentID, Warehouse: d.Warehouse, DocumentID: d.ID, Kind: string(d.Kind), Name: d.Name, Blob: d.Blob}
		if !s.Quiet {
			told.MailTo = s.MailTo.V
			if err := a.printSigned(ctx, tx, d); err != nil {
				return err
			}
		}
		return tx.Emit(ctx, told)
	}})
	return err
}

// paperMade tells whether a shipment has a signed bill on paper, be it without its picture.
func paperMade(ctx context.Context, tx *store.Tx, shipmentID string) (bool, error) {
	id, _, err := store.Get[string](ctx, tx, `SELECT id FROM document WHERE shipment_id = ? AND kind = 'signed-bol' LIMIT 1`, shipmentID)
	return id != "", err
}

// paper sets the bill with its signature. Without a usable picture the paper says so beside the words that were agreed to; whole tells which it is.
func paper(s signing, picture []byte, checkAt string) (pdf []byte, whole bool, err error) {
	b := s.Bill.V
	b.CheckAt, b.Times = checkAt, s.Times.V
	b.Signatures = append([]bill.Signature(nil), b.Signatures...)
	sig := &b.Signatures[0]
	var out bytes.Buffer
	if len(picture) > 0 {
		sig.Image = picture
		err := bill.Render(b, s.Language, &out)
		if err == nil || fail.CodeOf(err) != "bill-signature-image" {
			return out.Bytes(), true, err
		}
		out.Reset()
	}
	sig.Image = nil
	sig.Consent += " " + message.Text("en", "bill-picture-missing", nil)
	err = bill.Render(b, s.Language, &out)
	return out.Bytes(), false, err
}
