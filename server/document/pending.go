package document

import (
	"context"
	"fmt"
	"time"

	"lading/server/job"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Why a signed bill is not there, as messages' codes.
const (
	notYet    = "paper-not-yet"          // it is being made, in a moment
	noPicture = "paper-awaits-signature" // the device that took the signature has not sent its picture
	notMade   = "paper-not-made"         // it could not be made, and is not tried again by itself
)

// awaits reports whether an error says that a signed bill is on its way: it is worth waiting for, and a print of it is.
func awaits(err error) bool {
	switch fail.CodeOf(err) {
	case notYet, noPicture, notMade:
		return true
	}
	return false
}

// latest is the last version of a shipment's bill that was signed.
func latest(ctx context.Context, tx *store.Tx, shipmentID string) (signing, bool, error) {
	return store.Get[signing](ctx, tx, `SELECT * FROM document_signing WHERE shipment_id = ? ORDER BY version DESC LIMIT 1`, shipmentID)
}

// signedOf is the paper of the last version of a shipment's bill that was signed; none where nobody has signed. Between a signature and its paper there is none to
// give: neither an unsigned bill nor that of the version before, which is superseded.
func signedOf(ctx context.Context, tx *store.Tx, shipmentID string) (Document, error) {
	s, signed, err := latest(ctx, tx, shipmentID)
	if err != nil {
		return Document{}, err
	}
	name := "%"
	if signed {
		name = s.name()
	}
	d, made, err := store.Get[Document](ctx, tx, `SELECT * FROM document WHERE shipment_id = ?1 AND kind = 'signed-bol' AND (?2 = '%' OR name = ?2) ORDER BY at DESC, id DESC LIMIT 1`, shipmentID, name)
	if err != nil || made || !signed {
		return d, err
	}
	why, err := s.missing(ctx, tx)
	if err == nil {
		err = fail.NotFound(why)
	}
	return Document{}, err
}

// missing tells why the paper of a signed bill is not there.
func (s signing) missing(ctx context.Context, tx *store.Tx) (code string, err error) {
	if s.Trouble != "" {
		return notMade, nil
	}
	if s.Void != "" { // it is made with whatever is there
		return notYet, nil
	}
	for _, hash := range []string{s.Image, s.Shipper} {
		if hash == "" {
			continue
		}
		if _, here, err := store.FindBlob(ctx, tx, hash); err != nil || !here {
			return noPicture, err
		}
	}
	return notYet, nil
}

// told has the prints that wait for a shipment's signed bill say why they do; nothing where they no longer do.
func (a *Area) told(ctx context.Context, tx *store.Tx, shipmentID string) error {
	answer := ""
	if _, err := signedOf(ctx, tx, shipmentID); awaits(err) {
		answer = fail.CodeOf(err)
	} else if err != nil {
		return err
	}
	state, ended := Queued, store.Time{}
	if answer == notMade {
		state, ended = Failed, store.At(tx.Now)
	}
	_, err := tx.ExecContext(ctx, `UPDATE document_print SET answer = ?1, state = ?2, ended_at = ?3 WHERE shipment_id = ?4 AND kind = 'bol' AND state = 'queued' AND answer <> ?1`, answer, string(state), ended, shipmentID)
	a.ring(tx)
	return err
}

// failed notes that a signed bill was tried as often as it is. What waits for it says so, and a person who prints it again has it tried once more.
func (a *Area) failed(ctx context.Context, tx *store.Tx, e job.Failed) error {
	if e.Job.Kind != SignedJob || !e.Dead {
		return nil
	}
	var o order
	if err := json.Unmarshal([]byte(e.Job.Payload), &o); err != nil {
		return nil //nolint:nilerr // a payload that nobody can read names no bill that could be told
	}
	reason := e.Err.Error()
	if _, err := tx.ExecContext(ctx, `UPDATE document_signing SET trouble = ? WHERE shipment_id = ? AND version = ? AND document_id = ''`, reason[:min(len(reason), 500)], o.ShipmentID, max(1, o.Version)); err != nil {
		return err
	}
	return a.told(ctx, tx, o.ShipmentID)
}

// orderAgain has a bill that could not be made tried once more, for a print that is.
func (a *Area) orderAgain(ctx context.Context, tx *store.Tx, p Print) error {
	s, signed, err := latest(ctx, tx, p.ShipmentID)
	if err != nil || !signed || s.Trouble == "" {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE document_signing SET trouble = '' WHERE shipment_id = ? AND version = ?`, s.ShipmentID, s.Version); err != nil {
		return err
	}
	return a.order(ctx, tx, s.ShipmentID, s.Version, fmt.Sprint("/again/", p.ID, "/", p.Attempt))
}

// patiently asks for a paper, and where it is being made once more as soon as that may be done: a moment later it is there.
func (a *Area) patiently(ctx context.Context, org string, ask func() error) error {
	wait := time.NewTimer(a.Patience)
	defer wait.Stop()
	for {
		rung := a.bell.hear(org)
		err := ask()
		if fail.CodeOf(err) != notYet {
			return err
		}
		select {
		case <-rung:
		case <-wait.C:
			return err
		case <-a.bell.over():
			return err
		case <-ctx.Done():
			return err
		}
	}
}

// readPaper is read for who asks for a paper that may be being made. What f gathers is gathered anew each time.
func (a *Area) readPaper(ctx context.Context, c *op.Call, f func(ctx context.Context, tx *store.Tx) error) error {
	return a.patiently(ctx, c.Org, func() error { return a.read(ctx, c, f) })
}
