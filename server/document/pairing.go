package document

import (
	"context"
	"crypto/rand"
	"net/http"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/qr"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// PairReq asks for a code by which a print computer joins a warehouse.
type PairReq struct {
	Warehouse string `json:"Warehouse" validate:"required,max=20"`
	Name      string `json:"Name" validate:"required,max=60"`
	Origin    string `json:"Origin" validate:"omitempty,url,max=200"` // the address that Lading is opened under here
}

// Pairing is a code that is good once, for a quarter of an hour.
type Pairing struct {
	Code  string     `json:"code"`
	Until store.Time `json:"until"`
	Text  string     `json:"text"` // address and code in one, to be scanned or copied
	QR    string     `json:"qr"`   // the same as a picture, data:image/png
}

// Pair makes a code. Only its hash is kept.
func (a *Area) Pair(ctx context.Context, tx *store.Tx, req PairReq) (Pairing, error) {
	if !tx.By.SeesWarehouse(req.Warehouse) {
		return Pairing{}, fail.NotFound("warehouse-not-yours", "warehouse", req.Warehouse)
	}
	sites, err := a.Sites.Sites(ctx, tx)
	if err != nil {
		return Pairing{}, err
	}
	if !slices.ContainsFunc(sites, func(s freight.Site) bool { return s.ID == req.Warehouse }) {
		return Pairing{}, fail.NotFound("warehouse-not-yours", "warehouse", req.Warehouse)
	}
	r := rand.Text()
	p := Pairing{Code: strings.Join([]string{tx.Org, r[:4], r[4:8], r[8:12]}, "-"), Until: store.At(tx.Now.Add(pairingLife))}
	if p.Text = p.Code; req.Origin != "" {
		p.Text = strings.TrimRight(req.Origin, "/") + "/Printing#" + p.Code
	}
	if p.QR, err = qr.Picture(p.Text); err != nil {
		return p, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM document_pairing WHERE until < ?`, tx.Now.UnixMilli()); err != nil {
		return p, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO document_pairing (code, warehouse, name, by_user, until) VALUES (?, ?, ?, ?, ?)`, hashed(p.Code), req.Warehouse, req.Name, tx.By.User, p.Until)
	return p, err
}

// JoinReq is a print computer with its code.
type JoinReq struct {
	Code      string   `json:"Code" validate:"required,max=60"`
	Addresses []string `json:"Addresses" validate:"max=10,dive,max=100"`
	Build     string   `json:"Build" validate:"max=40"`
}

// Joined is what a print computer keeps.
type Joined struct {
	Agent     string `json:"agent"`
	Name      string `json:"name"`
	Warehouse string `json:"warehouse"`
	Token     string `json:"token"`
	LocalKey  string `json:"localKey"`
}

// Join takes a print computer in.
func (a *Area) Join(ctx context.Context, c *op.Call, req JoinReq) (Joined, error) {
	refused := fail.New(http.StatusForbidden, "pairing-unknown")
	code := strings.ToUpper(strings.TrimSpace(req.Code))
	org, _, ok := strings.Cut(code, "-")
	if !ok {
		return Joined{}, refused
	}
	db, err := a.known(ctx, org)
	if err != nil || db == nil {
		return Joined{}, orElse(err, refused)
	}
	secret := rand.Text()
	g := Agent{ID: ulid.Make().String(), LocalKey: rand.Text(), Build: req.Build}
	g.Token, g.Addresses.V = hashed(secret), append([]string{}, req.Addresses...)
	c.By = store.Actor{Device: g.ID}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		type row struct {
			Warehouse string     `db:"warehouse"`
			Name      string     `db:"name"`
			By        string     `db:"by_user"`
			Until     store.Time `db:"until"`
		}
		p, ok, err := store.Get[row](ctx, tx, `SELECT warehouse, name, by_user, until FROM document_pairing WHERE code = ? AND used_at IS NULL`, hashed(code))
		if err != nil {
			return err
		}
		if !ok || tx.Now.After(p.Until.Time) {
			return refused
		}
		if _, err := tx.ExecContext(ctx, `UPDATE document_pairing SET used_at = ? WHERE code = ?`, store.At(tx.Now), hashed(code)); err != nil {
			return err
		}
		g.Warehouse, g.Name, g.PairedBy, g.PairedAt, g.SeenAt = p.Warehouse, p.Name, p.By, store.At(tx.Now), store.At(tx.Now)
		return store.Insert(ctx, tx, "document_agent", g)
	})
	return Joined{Agent: g.ID, Name: g.Name, Warehouse: g.Warehouse, Token: org + "." + g.ID + "." + secret, LocalKey: g.LocalKey}, err
}
