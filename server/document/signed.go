package document

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"lading/server/document/bill"
	"lading/server/kit/event"
	"lading/server/kit/freight"
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
	Version    int64                 `db:"version"`
	Warehouse  string                `db:"warehouse"`
	Bill       store.JSON[bill.Bill] `db:"bill"` // the signature stands in it without its picture
	Image      string                `db:"image"`
	Shipper    string                `db:"shipper_image"` // of the shipper's signature, where there is one
	Language   string                `db:"language"`
	MailTo     store.JSON[[]string]  `db:"mail_to"`
	At         store.Time            `db:"at"`
	DocumentID string                `db:"document_id"`

	FoundBy  store.JSON[map[string]string] `db:"found_by"` // of the bill's exceptions, by their words
	Times    store.JSON[event.DockTimes]   `db:"times"`
	Revision int64                         `db:"revision"` // grows when the times change
	Void     string                        `db:"void"`     // why the load was called off
	Trouble  string                        `db:"trouble"`  // why its paper could not be made, once it is not tried again
	Quiet    bool                          `db:"quiet"`    // a whole paper was made before: the next is neither mailed nor printed by itself
}

// order is a job's payload.
type order struct {
	ShipmentID string `json:"shipmentId"`
	Version    int64  `json:"version,omitempty"` // 0 is the first
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
	l.Trailer, l.Seal = e.Trailer, e.Seal
	c.Responder = read(c, l, e)
	if e.Shipper, err = a.certified(ctx, tx, e, bill.Digest(compose(c, l))); err != nil { // before the driver's own count stood on it
		return err
	}
	l.Exceptions = e.Exceptions
	b := compose(c, l)
	if err := complete(b); err != nil {
		return err
	}
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
	row := signing{ShipmentID: e.ShipmentID, Version: int64(b.Version), Warehouse: e.Warehouse, Image: e.Image, Language: e.Language, At: store.At(tx.Now)}
	b.Signatures = []bill.Signature{s}
	if k := e.Shipper; k != nil {
		row.Shipper = k.Image
		b.Signatures = []bill.Signature{{Role: bill.Shipper, Name: k.By, Company: c.Origin.Name, At: k.At, Zone: s.Zone, Consent: consent(k.Language, k.Consent), Language: k.Language, Pieces: int(k.Pieces), Pallets: int(k.Pallets), Digest: k.Digest}, s}
	}
	row.Bill.V, row.MailTo.V, row.Times.V, row.FoundBy.V = b, e.MailTo, e.Times, l.FoundBy
	if err := store.Insert(ctx, tx, "document_signing", row); err != nil {
		return fmt.Errorf("keep the signed bill of %s: %w", e.ShipmentID, err)
	}
	if err := a.order(ctx, tx, row.ShipmentID, row.Version, ""); err != nil {
		return err
	}
	return a.told(ctx, tx, row.ShipmentID)
}

// read is the provider of emergency response information that stood on the bill as it was read: on one that was certified before the office named the provider, or on a
// tablet that had not heard of it, there was none.
func read(c freight.Consignment, l freight.Loading, e event.BillSigned) freight.Responder {
	digest := e.Digest
	if e.Shipper != nil && e.Shipper.Digest != "" {
		digest = e.Shipper.Digest
	} else {
		l.Exceptions = e.Exceptions
	}
	plain := c
	plain.Responder = freight.Responder{}
	if digest != "" && digest == bill.Digest(compose(plain, l)) {
		return plain.Responder
	}
	return c.Responder
}

// certified is the shipper's certificate of a bill, as long as it is of this one: what the shipper read on a tablet that had not heard of a change is another bill.
// Such a certificate is dropped, and the office is told.
func (a *Area) certified(ctx context.Context, tx *store.Tx, e event.BillSigned, digest string) (*event.Certificate, error) {
	if e.Shipper == nil || e.Shipper.Digest == "" || e.Shipper.Digest == digest {
		return e.Shipper, nil
	}
	return nil, tx.Emit(ctx, event.OfficeTold{Warehouse: e.Warehouse, Code: "notify-certificate-dropped", Params: map[string]any{"bol": e.BOL, "by": e.Shipper.By}, Link: "/ShipmentDetails/" + e.ShipmentID})
}

// consent gives the words that a version stands for. A device that holds words of its own sends those.
func consent(lang, version string) string {
	if text, ok := message.All(lang)["consent-"+version]; ok {
		return text
	}
	return version
}

func (a *Area) order(ctx context.Context, tx *store.Tx, shipmentID string, version int64, why string) error {
	key := SignedJob + "/" + shipmentID
	if version > 1 {
		key += fmt.Sprintf("/v%d", version)
	}
	return a.Jobs.Add(ctx, tx, SignedJob, key+why, order{shipmentID, version})
}

// open names the papers that are still to be made.
type open struct {
	ShipmentID string `db:"shipment_id"`
	Version    int64  `db:"version"`
	Why        string `db:"why"`
}

// arrived orders the papers that waited for a picture.
func (a *Area) arrived(ctx context.Context, tx *store.Tx, e event.BlobArrived) error {
	waiting, err := store.Select[open](ctx, tx, `SELECT shipment_id, version, '/arrived' AS why FROM document_signing WHERE image = ?1 AND document_id = '' UNION ALL
SELECT shipment_id, version, '/arrived/shipper' FROM document_signing WHERE shipper_image = ?1 AND document_id = ''`, e.Hash)
	if err != nil {
		return err
	}
	for _, o := range waiting {
		if err := a.order(ctx, tx, o.ShipmentID, o.Version, o.Why); err != nil {
			return err
		}
		if err := a.told(ctx, tx, o.ShipmentID); err != nil {
			return err
		}
	}
	return nil
}

// timesAgreed has the paper of a signed bill made anew with the times that the driver agreed to.
func (a *Area) timesAgreed(ctx context.Context, tx *store.Tx, e event.TimesAgreed) error {
	made, ok, err := store.Get[struct {
		Version  int64 `db:"version"`
		Revision int64 `db:"revision"`
	}](ctx, tx, `UPDATE document_signing SET times = ?1, revision = revision + 1, quiet = quiet OR document_id <> '', document_id = ''
WHERE shipment_id = ?2 AND version = (SELECT max(version) FROM document_signing WHERE shipment_id = ?2) RETURNING version, revision`,
		store.JSON[event.DockTimes]{V: e.Times}, e.ShipmentID)
	if err != nil || !ok {
		return err
	}
	return a.order(ctx, tx, e.ShipmentID, made.Version, fmt.Sprint("/times/", made.Revision))
}

// GiveUpWaiting orders the papers whose picture has not come for a day; call it every hour or so. Should the picture come after all, the whole paper is made.
func (a *Area) GiveUpWaiting(ctx context.Context, tx *store.Tx) error {
	waiting, err := store.Select[open](ctx, tx, `SELECT shipment_id, version, '/late' AS why FROM document_signing WHERE document_id = '' AND at <= ?
AND NOT EXISTS (SELECT 1 FROM document WHERE document.shipment_id = document_signing.shipment_id AND kind = 'signed-bol' AND document.at >= document_signing.at) LIMIT 200`, tx.Now.Add(-picturePatience).UnixMilli())
	if err != nil {
		return err
	}
	for _, o := range waiting {
		if err := a.order(ctx, tx, o.ShipmentID, o.Version, o.Why); err != nil {
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
	var open, here, shipper, late, made bool
	err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		if s, open, err = store.Get[signing](ctx, tx, `SELECT * FROM document_signing WHERE shipment_id = ? AND version = ? AND document_id = ''`, o.ShipmentID, max(1, o.Version)); err != nil || !open {
			return err
		}
		late = tx.Now.Sub(s.At.Time) >= picturePatience
		if _, here, err = store.FindBlob(ctx, tx, s.Image); err != nil {
			return err
		}
		if s.Shipper != "" {
			if _, shipper, err = store.FindBlob(ctx, tx, s.Shipper); err != nil {
				return err
			}
		}
		made, err = paperMade(ctx, tx, s)
		return err
	})
	if err != nil || !open {
		return err
	}
	all := here && (shipper || s.Shipper == "")
	if !all && (!late || made) && s.Void == "" {
		return nil // their arrival orders the paper again
	}
	pictures := map[bill.Role][]byte{}
	for _, p := range []struct {
		role bill.Role
		here bool
		hash string
	}{{s.signer(), here, s.Image}, {bill.Shipper, shipper, s.Shipper}} {
		if !p.here {
			continue
		}
		if pictures[p.role], err = a.Blobs.Get(ctx, org.Name, p.hash); err != nil {
			return fmt.Errorf("picture of the signature under %s: %w", s.ShipmentID, err)
		}
	}
	id := ulid.Make().String()
	pdf, whole, err := paper(s, pictures, a.checkAt(org.Name, id))
	if err != nil {
		return fmt.Errorf("set the signed bill of %s: %w", s.ShipmentID, err)
	}
	pdf, row, stamp, err := a.sealPaper(ctx, org, s.bill(), pdf, failures)
	if err != nil {
		return fmt.Errorf("seal the signed bill of %s: %w", s.ShipmentID, err)
	}
	d := Document{ID: id, ShipmentID: s.ShipmentID, Warehouse: s.Warehouse, Kind: SignedBOL, Name: s.name(),
		Type: "application/pdf", Size: int64(len(pdf))}
	if d.Blob, err = a.Blobs.Put(ctx, org.Name, d.Type, pdf); err != nil {
		return fmt.Errorf("keep the signed bill of %s: %w", s.ShipmentID, err)
	}
	_, err = org.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		// a picture that did not come, or is none, does not end the matter while it may still come
		res, err := tx.ExecContext(ctx, `UPDATE document_signing SET trouble = '', document_id = CASE WHEN ?1 THEN ?2 ELSE '' END WHERE shipment_id = ?3 AND document_id = '' AND revision = ?4 AND version = ?5`, whole || all, d.ID, s.ShipmentID, s.Revision, s.Version)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 { // another attempt was quicker, or the times are others now and another paper is ordered
			return err
		}
		if !whole && !all {
			if twice, err := paperMade(ctx, tx, s); err != nil || twice {
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
		if s.Void != "" {
			row.VoidedAt = d.At
		}
		later, signedAnew, err := s.later(ctx, tx)
		if err != nil {
			return err
		}
		row.SupersededBy = later
		if err := a.keepSeal(ctx, tx, row, stamp); err != nil {
			return err
		}
		told := event.DocumentMade{ShipmentID: d.ShipmentID, Warehouse: d.Warehouse, DocumentID: d.ID, Kind: string(d.Kind), Name: d.Name, Blob: d.Blob}
		if err := a.told(ctx, tx, d.ShipmentID); err != nil {
			return err
		}
		if !s.Quiet && !signedAnew {
			told.MailTo = s.MailTo.V
			if err := a.printSigned(ctx, tx, d); err != nil {
				return err
			}
		}
		return tx.Emit(ctx, told)
	}})
	return err
}

// paperMade tells whether this version of a bill is on paper, be it without its pictures.
func paperMade(ctx context.Context, tx *store.Tx, s signing) (bool, error) {
	id, err := paperOf(ctx, tx, s)
	return id != "", err
}

// paperOf is the key of the last paper of a version; empty where there is none.
func paperOf(ctx context.Context, tx *store.Tx, s signing) (string, error) {
	id, _, err := store.Get[string](ctx, tx, `SELECT id FROM document WHERE shipment_id = ? AND kind = 'signed-bol' AND name = ? ORDER BY at DESC, id DESC LIMIT 1`, s.ShipmentID, s.name())
	return id, err
}

// bill is the bill as it was signed, and whether its load was called off since.
func (s signing) bill() bill.Bill {
	b := s.Bill.V
	b.Void, b.VoidWhy = s.Void != "", s.Void
	return b
}

// later is the paper of a version that was signed after this one, if it is made. The picture of an earlier signature may come late: its paper is superseded from the
// start, and nobody is sent it.
func (s signing) later(ctx context.Context, tx *store.Tx) (paper string, signedAnew bool, err error) {
	after, err := store.Select[signing](ctx, tx, `SELECT * FROM document_signing WHERE shipment_id = ? AND version > ? ORDER BY version DESC`, s.ShipmentID, s.Version)
	for _, n := range after {
		if paper, err = paperOf(ctx, tx, n); err != nil || paper != "" {
			break
		}
	}
	return paper, len(after) > 0, err
}

// name is the file's: versions after the first say so, and that a load was called off.
func (s signing) name() string {
	version := ""
	if s.Version > 1 {
		version = fmt.Sprintf("-v%d", s.Version)
	}
	if s.Void != "" {
		version += "-void"
	}
	return "BOL-" + s.Bill.V.Number + version + "-signed.pdf"
}

// signer is who signed last, for whose signature the bill was frozen.
func (s signing) signer() bill.Role { return s.Bill.V.Signatures[len(s.Bill.V.Signatures)-1].Role }

// paper sets the bill with its signatures. Without a usable picture the paper says so beside the words that were agreed to; whole tells whether all are there.
func paper(s signing, pictures map[bill.Role][]byte, checkAt string) (pdf []byte, whole bool, err error) {
	b := s.bill()
	b.CheckAt, b.Times, b.FoundBy = checkAt, s.Times.V, s.FoundBy.V
	b.Signatures = append([]bill.Signature(nil), b.Signatures...)
	whole = true
	for i := range b.Signatures {
		sig := &b.Signatures[i]
		if sig.Image = pictures[sig.Role]; len(sig.Image) == 0 || !bill.Drawable(sig.Image) {
			whole = false
			sig.Image = nil
			sig.Consent += " " + message.Text("en", "bill-picture-missing", nil)
		}
	}
	var out bytes.Buffer
	err = bill.Render(b, s.Language, &out)
	return out.Bytes(), whole, err
}
