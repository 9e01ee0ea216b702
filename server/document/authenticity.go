package document

import (
	"context"
	"net/url"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

// shortDigest is how much of a bill's digest people compare by eye.
const shortDigest = 16

// checkAt is where a paper's QR code leads. Without an address of our own that strangers can reach, there is no code.
func (a *Area) checkAt(org, id string) string {
	if a.PublicURL == "" {
		return ""
	}
	return strings.TrimSuffix(a.PublicURL, "/") + "/check/" + url.PathEscape(org) + "/" + id
}

// AuthenticityReq is what the QR code of a paper says. It names the paper and gives no right: whoever holds the paper knows as much as we answer.
type AuthenticityReq struct {
	Org   string `json:"Org" validate:"required,max=64"`
	Paper string `json:"Paper" validate:"required,ulid"`
}

// AuthenticityResp is what stands on the paper, and whether it still counts: no price, no person, no address.
type AuthenticityResp struct {
	Standing Standing        `json:"standing"`
	Number   string          `json:"number"`
	Version  int             `json:"version"`
	Carrier  string          `json:"carrier"`
	Pieces   int             `json:"pieces"`
	Pallets  int             `json:"pallets"`
	Weight   freight.Measure `json:"weight"`
	Seals    []string        `json:"seals"`
	SignedAt store.Time      `json:"signedAt"`
	Zone     string          `json:"zone"` // the paper shows the warehouse's time
	SealedAt store.Time      `json:"sealedAt"`
	Digest   string          `json:"digest"` // the beginning of what is printed under the form
	SHA256   string          `json:"sha256"` // of the file, so that a copy can be held against it without sending it here
}

// Authenticity tells a stranger who holds a paper whether it is genuine.
func (a *Area) Authenticity(ctx context.Context, _ *op.Call, req AuthenticityReq) (AuthenticityResp, error) {
	var resp AuthenticityResp
	links := op.PublicLinks{Exists: a.Exists, Orgs: a.Orgs}
	err := links.Shown(ctx, req.Org, "paper-unknown", func(ctx context.Context, tx *store.Tx) error {
		row, ok, err := store.Get[sealRow](ctx, tx, `SELECT * FROM document_seal WHERE document_id = ?`, req.Paper)
		if err != nil {
			return err
		}
		s, found, err := store.Get[signing](ctx, tx, `SELECT * FROM document_signing WHERE shipment_id = ? ORDER BY document_id = ? DESC, version DESC LIMIT 1`, row.ShipmentID, row.DocumentID)
		if err != nil {
			return err
		}
		b := s.Bill.V
		if !ok || !found || len(b.Signatures) == 0 {
			return fail.NotFound("paper-unknown")
		}
		last := b.Signatures[len(b.Signatures)-1]
		resp = AuthenticityResp{Standing: row.standing(), Number: b.Number, Version: max(1, b.Version), Carrier: first(b.Carrier.Name, b.Carrier.Scac), Pieces: b.Packages(), Pallets: last.Pallets, Weight: b.Weight(),
			Seals: append([]string{}, b.Carrier.Seals...), SignedAt: store.At(last.At), Zone: last.Zone, SealedAt: row.SealedAt, Digest: row.Digest[:shortDigest], SHA256: row.Blob}
		return nil
	})
	return resp, err
}
