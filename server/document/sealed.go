package document

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"time"

	"lading/server/document/bill"
	"lading/server/document/seal"
	"lading/server/kit/cms"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/store"
)

// stampTries is how often a paper insists on a timestamp; then it goes out with our own time alone, because a driver waits for it.
const stampTries = 3

// The levels of a seal: with our own time, and with a timestamp server's.
const (
	levelOwnTime = "B-B"
	levelStamped = "B-T"
)

// sealRow is a row of document_seal.
type sealRow struct {
	DocumentID   string     `db:"document_id"`
	ShipmentID   string     `db:"shipment_id"`
	Blob         string     `db:"blob"`
	Digest       string     `db:"digest"`
	Certificate  string     `db:"certificate"`
	Level        string     `db:"level"`
	SealedAt     store.Time `db:"sealed_at"`
	SupersededBy string     `db:"superseded_by"`
	VoidedAt     store.Time `db:"voided_at"`
}

// sealPaper seals a bill's paper. It asks the network and takes its time, so it runs before the writer is asked for.
func (a *Area) sealPaper(ctx context.Context, org *store.DB, b bill.Bill, pdf []byte, failures int) (sealed []byte, row sealRow, stamp *x509.Certificate, err error) {
	by, err := a.ownSigner(ctx, org)
	if err != nil {
		return nil, row, nil, err
	}
	var stampURL, name string
	if err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		if stampURL, _, err = store.Get[string](ctx, tx, `SELECT stamp_url FROM document_sealing`); err != nil {
			return err
		}
		name, err = a.Names.Name(ctx, tx)
		return err
	}); err != nil {
		return nil, row, nil, err
	}
	what := "as signed"
	if b.Void {
		what += ", void: " + b.VoidWhy
	}
	now := a.Clock().UTC().Truncate(time.Second)
	words := seal.Words{Name: name, Reason: "Bill of lading " + b.Number + ", " + what, Location: b.From.City, At: now}
	row = sealRow{ShipmentID: b.ShipmentID, Digest: bill.Digest(b), Certificate: cms.Fingerprint(by.Chain[0]), Level: levelOwnTime, SealedAt: store.At(now)}
	if stampURL != "" {
		by.Stamp = cms.Stamper(stampURL, a.PrivateStamps)
		var made cms.Signature
		if sealed, made, err = seal.Seal(ctx, pdf, by, words); err == nil {
			row.Level = levelStamped
			return sealed, row, made.Stamp.Certificate, nil
		}
		if failures < stampTries {
			return nil, row, nil, err
		}
		slog.WarnContext(ctx, "sealed without the timestamp server's word", "org", org.Name, "shipment", b.ShipmentID, "err", err)
		by.Stamp = nil
	}
	sealed, _, err = seal.Seal(ctx, pdf, by, words)
	return sealed, row, nil, err
}

// keepSeal notes a sealed paper; an earlier paper of the same bill is superseded by it. The chain of events names the paper, so that it cannot be exchanged.
func (a *Area) keepSeal(ctx context.Context, tx *store.Tx, row sealRow, stamp *x509.Certificate) error {
	if stamp != nil {
		if err := keepStamp(ctx, tx, stamp); err != nil {
			return err
		}
	}
	if row.SupersededBy == "" {
		if _, err := tx.ExecContext(ctx, `UPDATE document_seal SET superseded_by = ? WHERE shipment_id = ? AND superseded_by = ''`, row.DocumentID, row.ShipmentID); err != nil {
			return err
		}
	}
	if err := store.Insert(ctx, tx, "document_seal", row); err != nil {
		return fmt.Errorf("note the seal of %s: %w", row.ShipmentID, err)
	}
	return a.Shipments.Record(ctx, tx, row.ShipmentID, "sealed", map[string]any{"document": row.DocumentID, "paper": row.Blob, "certificate": row.Certificate, "level": row.Level})
}

// ended voids the papers of a shipment that was taken back. The bill that was signed last is made once more, struck through and with the reason: whoever asks for it
// from now on reads that it is void. What is sealed already cannot be changed, and is told to be void where it is checked.
func (a *Area) ended(ctx context.Context, tx *store.Tx, e event.ShipmentEnded) error {
	if _, err := tx.ExecContext(ctx, `UPDATE document_seal SET voided_at = ? WHERE shipment_id = ? AND voided_at IS NULL`, tx.Now.UnixMilli(), e.ShipmentID); err != nil {
		return err
	}
	s, signed, err := latest(ctx, tx, e.ShipmentID)
	if err != nil || !signed || s.Void != "" {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE document_signing SET void = ?, revision = revision + 1, quiet = 1, document_id = '', trouble = '' WHERE shipment_id = ? AND version = ?`,
		first(e.Reason, "-"), s.ShipmentID, s.Version); err != nil {
		return err
	}
	if err := a.order(ctx, tx, s.ShipmentID, s.Version, "/void"); err != nil {
		return err
	}
	return a.told(ctx, tx, s.ShipmentID)
}

// Standing is whether a sealed paper is the one that counts.
type Standing string

// The standings.
const (
	Current    Standing = "current"
	Superseded Standing = "superseded"
	Voided     Standing = "voided"
)

// Values lists the standings.
func (Standing) Values() []string { return []string{"current", "superseded", "voided"} }

func (s sealRow) standing() Standing {
	switch {
	case !s.VoidedAt.IsZero():
		return Voided
	case s.SupersededBy != "":
		return Superseded
	}
	return Current
}

// StandingReq names a paper by the SHA-256 of its file.
type StandingReq struct {
	SHA256 string `json:"SHA256" validate:"required,len=64,hexadecimal,lowercase"`
}

// StandingResp is what the records say of a paper that a person holds as a file.
type StandingResp struct {
	Standing   Standing   `json:"standing"`
	ShipmentID string     `json:"shipmentId"`
	Number     string     `json:"number"`
	SealedAt   store.Time `json:"sealedAt"`
	Level      string     `json:"level"`
}

// Standing tells whether a paper is the one that counts. A paper of another warehouse is unknown, as its shipment is.
func (a *Area) Standing(ctx context.Context, tx *store.Tx, req StandingReq) (StandingResp, error) {
	row, ok, err := store.Get[sealRow](ctx, tx, `SELECT * FROM document_seal WHERE blob = ?`, req.SHA256)
	if err != nil {
		return StandingResp{}, err
	}
	s, found, err := store.Get[signing](ctx, tx, `SELECT * FROM document_signing WHERE shipment_id = ? ORDER BY version DESC LIMIT 1`, row.ShipmentID)
	if err == nil && (!ok || !found || !tx.By.SeesWarehouse(s.Warehouse)) {
		err = fail.NotFound("paper-unknown")
	}
	return StandingResp{row.standing(), row.ShipmentID, s.Bill.V.Number, row.SealedAt, row.Level}, err
}
