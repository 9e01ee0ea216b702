package document

import (
	"context"
	"crypto"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"

	"lading/server/kit/cms"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/sync/change"
)

// maxKeyFile is far beyond any certificate with its chain.
const maxKeyFile = 256 << 10

// certificate is a row of document_certificate.
type certificate struct {
	ID         string               `db:"id"`
	Kind       string               `db:"kind"`
	Name       string               `db:"name"`
	Chain      store.JSON[[]string] `db:"chain"`
	Key        string               `db:"key"`
	Brought    bool                 `db:"brought"`
	From       store.Time           `db:"from_at"`
	Until      store.Time           `db:"until_at"`
	Since      store.Time           `db:"since"`
	EndedAt    store.Time           `db:"ended_at"`
	RevokedAt  store.Time           `db:"revoked_at"`
	RevokedWhy string               `db:"revoked_why"`
}

// Certificate is what devices hold of a certificate, so that they can check papers without a connection. The key is not among it.
type Certificate struct {
	ID      string     `json:"id" db:"id"`     // SHA-256 of the certificate
	Kind    string     `json:"kind" db:"kind"` // seal, or stamp: of a timestamp server that the organisation took
	Name    string     `json:"name" db:"name"`
	Brought bool       `json:"brought" db:"brought"` // by an administrator; otherwise made here
	From    store.Time `json:"from" db:"from_at"`
	Until   store.Time `json:"until" db:"until_at"`
	EndedAt store.Time `json:"endedAt" db:"ended_at"` // no longer sealed with
	// Its key is no longer safe: what it sealed since, and what nothing proves to be older, does not count.
	RevokedAt  store.Time `json:"revokedAt" db:"revoked_at"`
	RevokedWhy string     `json:"revokedWhy" db:"revoked_why"`
}

var certificates = change.Of(change.Table{Name: "document_certificate", Key: "id", Right: right.SignedIn, Scopes: []string{"'org'"}, Index: "id", First: 10},
	`SELECT id, kind, name, brought, from_at, until_at, ended_at, revoked_at, revoked_why FROM document_certificate WHERE id IN (SELECT value FROM json_each(?))`, func(c Certificate) string { return c.ID })

func certificateOf(kind string, chain []*x509.Certificate) certificate {
	c := certificate{ID: cms.Fingerprint(chain[0]), Kind: kind, Name: chain[0].Subject.CommonName, From: store.At(chain[0].NotBefore), Until: store.At(chain[0].NotAfter)}
	for _, one := range chain {
		c.Chain.V = append(c.Chain.V, base64.StdEncoding.EncodeToString(one.Raw))
	}
	return c
}

// place is what a key is locked for: taken to another organisation or certificate, it does not open.
func place(org, id string) string { return org + "/document_certificate/" + id + "/key" }

func (a *Area) lock(org string, c *certificate, key crypto.Signer) error {
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fmt.Errorf("write the key of certificate %s: %w", c.ID, err)
	}
	c.Key = base64.StdEncoding.EncodeToString(a.Vault.Lock(place(org, c.ID), raw))
	return nil
}

// signer opens a certificate to seal with it.
func (a *Area) signer(org string, c certificate) (cms.Signer, error) {
	var s cms.Signer
	for _, text := range c.Chain.V {
		der, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return s, err
		}
		one, err := x509.ParseCertificate(der)
		if err != nil {
			return s, err
		}
		s.Chain = append(s.Chain, one)
	}
	locked, err := base64.StdEncoding.DecodeString(c.Key)
	if err != nil {
		return s, err
	}
	raw, err := a.Vault.Unlock(place(org, c.ID), locked)
	if err != nil {
		return s, err
	}
	key, err := x509.ParsePKCS8PrivateKey(raw)
	if err != nil {
		return s, err
	}
	var ok bool
	if s.Key, ok = key.(crypto.Signer); !ok {
		return s, errors.New("the key does not sign")
	}
	return s, nil
}

const currentSeal = `SELECT * FROM document_certificate WHERE kind = 'seal' AND ended_at IS NULL`

// ownSigner gives what the organisation seals with. At first use, and where the key no longer opens because the server's secret was lost, a certificate is made.
func (a *Area) ownSigner(ctx context.Context, org *store.DB) (cms.Signer, error) {
	var c certificate
	var ok bool
	var name string
	if err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		if c, ok, err = store.Get[certificate](ctx, tx, currentSeal); err != nil {
			return err
		}
		name, err = a.Names.Name(ctx, tx)
		return err
	}); err != nil {
		return cms.Signer{}, err
	}
	now := a.Clock()
	if ok && now.Before(c.Until.Time) {
		s, err := a.signer(org.Name, c)
		if err == nil {
			return s, nil
		}
		slog.WarnContext(ctx, "the seal's key does not open; another certificate is made", "org", org.Name, "certificate", c.ID, "err", err)
	}
	own, key, err := cms.Make(name, now)
	if err != nil {
		return cms.Signer{}, err
	}
	fresh := certificateOf("seal", []*x509.Certificate{own})
	if err := a.lock(org.Name, &fresh, key); err != nil {
		return cms.Signer{}, err
	}
	used := fresh
	_, err = org.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		there, found, err := store.Get[certificate](ctx, tx, currentSeal)
		if err != nil {
			return err
		}
		if found && there.ID != c.ID { // another paper was quicker, or an administrator
			used = there
			return nil
		}
		used = fresh
		return replace(ctx, tx, fresh)
	}})
	if err != nil {
		return cms.Signer{}, err
	}
	return a.signer(org.Name, used)
}

// replace makes a certificate the one to seal with.
func replace(ctx context.Context, tx *store.Tx, c certificate) error {
	if _, err := tx.ExecContext(ctx, `UPDATE document_certificate SET ended_at = ? WHERE kind = 'seal' AND ended_at IS NULL AND id <> ?`, tx.Now.UnixMilli(), c.ID); err != nil {
		return err
	}
	c.Since = store.At(tx.Now)
	return store.Put(ctx, tx, "document_certificate", "id", c)
}

// keepStamp remembers a timestamp server's certificate, so that its word counts when ours has expired.
func keepStamp(ctx context.Context, tx *store.Tx, own *x509.Certificate) error {
	c := certificateOf("stamp", []*x509.Certificate{own})
	if _, known, err := store.Get[string](ctx, tx, `SELECT id FROM document_certificate WHERE id = ?`, c.ID); err != nil || known {
		return err
	}
	c.Since = store.At(tx.Now)
	return store.Insert(ctx, tx, "document_certificate", c)
}

// SealingResp is how the organisation seals.
type SealingResp struct {
	StampURL     string        `json:"stampUrl"`
	Certificates []Certificate `json:"certificates"`
}

// Sealing tells with what the organisation seals its papers; before the first, nothing is there.
func (a *Area) Sealing(ctx context.Context, tx *store.Tx, _ op.None) (SealingResp, error) {
	r := SealingResp{}
	var err error
	if r.StampURL, _, err = store.Get[string](ctx, tx, `SELECT stamp_url FROM document_sealing`); err != nil {
		return r, err
	}
	r.Certificates, err = store.Select[Certificate](ctx, tx, `SELECT id, kind, name, brought, from_at, until_at, ended_at, revoked_at, revoked_why FROM document_certificate ORDER BY since DESC, id`)
	return r, err
}

// SaveSealingReq names the timestamp server; empty for none.
type SaveSealingReq struct {
	StampURL string `json:"stampUrl" validate:"max=400"`
}

// Check wants an address that can be asked.
func (r *SaveSealingReq) Check() []fail.Field {
	r.StampURL = strings.TrimSpace(r.StampURL)
	u, err := url.Parse(r.StampURL)
	if r.StampURL != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil) {
		return []fail.Field{fail.Of("stampUrl", "stamp-url-malformed")}
	}
	return nil
}

// SaveSealing keeps the timestamp server.
func (a *Area) SaveSealing(ctx context.Context, tx *store.Tx, req SaveSealingReq) (SealingResp, error) {
	if err := op.Administrators(tx); err != nil {
		return SealingResp{}, err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO document_sealing (id, stamp_url) VALUES ('sealing', ?1) ON CONFLICT (id) DO UPDATE SET stamp_url = ?1`, req.StampURL); err != nil {
		return SealingResp{}, err
	}
	return a.Sealing(ctx, tx, op.None{})
}

// BringCertificateReq goes with a key file (PKCS#12).
type BringCertificateReq struct {
	Password string `json:"Password" validate:"max=200"`
}

// BringCertificate has the organisation seal with a certificate of its own from now on. The file is not kept, and its key only locked.
func (a *Area) BringCertificate(ctx context.Context, c *op.Call, req BringCertificateReq) (SealingResp, error) {
	if !c.By.Admin {
		return SealingResp{}, fail.Forbidden("administrators-only")
	}
	if len(c.Files) != 1 || c.Files[0].Size > maxKeyFile {
		return SealingResp{}, fail.Invalid(fail.Of("FileData", "key-file-refused"))
	}
	f, err := c.Files[0].Open()
	if err != nil {
		return SealingResp{}, err
	}
	defer func() { _ = f.Close() }()
	raw, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
	if err != nil {
		return SealingResp{}, err
	}
	chain, key, err := cms.FromFile(raw, req.Password)
	if errors.Is(err, cms.ErrPassword) {
		return SealingResp{}, fail.Invalid(fail.Of("Password", "key-file-password"))
	}
	if err != nil {
		return SealingResp{}, fail.Invalid(fail.Of("FileData", "key-file-refused"))
	}
	if now := a.Clock(); now.Before(chain[0].NotBefore) || now.After(chain[0].NotAfter) {
		return SealingResp{}, fail.Invalid(fail.Of("FileData", "key-file-not-valid-now"))
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return SealingResp{}, err
	}
	row := certificateOf("seal", chain)
	row.Brought = true
	if err := a.lock(c.Org, &row, key); err != nil {
		return SealingResp{}, err
	}
	var resp SealingResp
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) (err error) {
		known, _, err := store.Get[certificate](ctx, tx, `SELECT * FROM document_certificate WHERE id = ?`, row.ID)
		if err != nil {
			return err
		}
		if !known.RevokedAt.IsZero() {
			return fail.Invalid(fail.Of("FileData", "key-file-revoked"))
		}
		if err := replace(ctx, tx, row); err != nil {
			return err
		}
		resp, err = a.Sealing(ctx, tx, op.None{})
		return err
	})
	return resp, err
}

// RevokeReq names a certificate whose key is no longer safe, and says why.
type RevokeReq struct {
	CertificateID string `json:"CertificateId" validate:"required,len=64,hexadecimal"`
	Reason        string `json:"Reason" validate:"required,min=2,max=200"`
}

// Revoke ends a certificate for good. Its key is forgotten; the next paper is sealed with another. What was revoked stays so.
func (a *Area) Revoke(ctx context.Context, tx *store.Tx, req RevokeReq) (SealingResp, error) {
	if err := op.Administrators(tx); err != nil {
		return SealingResp{}, err
	}
	c, ok, err := store.Get[certificate](ctx, tx, `SELECT * FROM document_certificate WHERE id = ? AND kind = 'seal'`, req.CertificateID)
	if err == nil && !ok {
		err = fail.NotFound("certificate-unknown")
	}
	if err != nil {
		return SealingResp{}, err
	}
	if c.RevokedAt.IsZero() {
		if _, err := tx.ExecContext(ctx, `UPDATE document_certificate SET revoked_at = ?1, revoked_why = ?2, ended_at = coalesce(ended_at, ?1), key = '' WHERE id = ?3`, tx.Now.UnixMilli(), strings.TrimSpace(req.Reason), c.ID); err != nil {
			return SealingResp{}, err
		}
	}
	return a.Sealing(ctx, tx, op.None{})
}
