package audit

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/store"
	"lading/server/store/listing"

	"github.com/oklog/ulid/v2"
)

// CommentsReq asks for the comments of a batch, or of one charge in it.
type CommentsReq struct {
	Week      string `json:"Week" validate:"required,len=6,numeric"`
	InvoiceID string `json:"InvoiceId" validate:"max=40"`
	Code      string `json:"Code" validate:"max=40"`
}

// Check wants a batch that there can be.
func (r *CommentsReq) Check() []fail.Field {
	bad := (&AnomalyReq{Week: r.Week}).Check()
	if r.Code != "" && r.InvoiceID == "" {
		bad = append(bad, fail.Of("InvoiceId", "field-required"))
	}
	return bad
}

// Comment is what a user noted about a batch's anomalies.
type Comment struct {
	ID        string     `json:"id" db:"id"`
	Week      string     `json:"week" db:"week"`
	InvoiceID *string    `json:"invoiceId" db:"invoice_id"` // nil is the batch as a whole
	Code      string     `json:"code" db:"code"`
	Text      string     `json:"text" db:"text"`
	At        store.Time `json:"at" db:"at"`
	By        string     `json:"by" db:"by_user"`
	ByName    string     `json:"byName" db:"by_name"`
	// Of a comment on the batch as a whole: the warehouses whose work its writer saw; nil is all.
	Warehouses store.JSON[[]string] `json:"-" db:"warehouses"`
}

// Noted is a comment with the invoice that it is about.
type Noted struct {
	Comment
	Number string `json:"number" db:"number"` // empty for the batch
}

// Comments lists comments, the newest first: of invoices that the user sees, and of the batch by those who see a warehouse of the user's.
func (a *Area) Comments(ctx context.Context, tx *store.Tx, req CommentsReq) ([]Noted, error) {
	if req.InvoiceID != "" {
		if _, err := find(ctx, tx, req.InvoiceID); err != nil {
			return nil, err
		}
	}
	var w, own listing.Where
	w.And("c.week = ?", req.Week)
	if req.InvoiceID != "" {
		w.And("c.invoice_id = ?", req.InvoiceID)
	}
	if req.Code != "" {
		w.And("c.code = ?", req.Code)
	}
	if sites := tx.By.Warehouses; sites != nil {
		mine(&own, tx.By)
		w.And(`CASE WHEN c.invoice_id IS NULL THEN c.by_user = ? OR c.warehouses = 'null' OR EXISTS (SELECT 1 FROM json_each(c.warehouses) x WHERE x.value IN (SELECT value FROM json_each(?)))
ELSE c.invoice_id IN (SELECT id FROM audit_invoice WHERE `+own.String()+`) END`, append([]any{tx.By.User, listing.Texts(sites)}, own.Args...)...)
	}
	return store.Select[Noted](ctx, tx, `SELECT c.*, COALESCE((SELECT number FROM audit_invoice i WHERE i.id = c.invoice_id), '') AS number FROM audit_comment c WHERE `+w.String()+` ORDER BY c.at DESC, c.id DESC LIMIT 1000`, w.Args...)
}

// SaveCommentReq notes something about a batch, or about a charge of one of its invoices.
type SaveCommentReq struct {
	Week      string `json:"Week" validate:"required,len=6,numeric"`
	InvoiceID string `json:"InvoiceId" validate:"max=40"`
	Code      string `json:"Code" validate:"max=40"`
	Text      string `json:"Comment" validate:"required,max=1000" field:"trim"`
}

// Check wants a batch that there can be.
func (r *SaveCommentReq) Check() []fail.Field {
	return (&CommentsReq{Week: r.Week, InvoiceID: r.InvoiceID, Code: r.Code}).Check()
}

// SaveComment keeps a comment under the user's name. It is never changed: another one follows it.
func (a *Area) SaveComment(ctx context.Context, tx *store.Tx, req SaveCommentReq) (Comment, error) {
	c := Comment{ID: ulid.Make().String(), Week: req.Week, Code: req.Code, Text: req.Text, At: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name}
	if req.InvoiceID != "" {
		i, err := find(ctx, tx, req.InvoiceID)
		switch {
		case err != nil:
			return c, err
		case i.Week != req.Week:
			return c, fail.Invalid(fail.Of("Week", "comment-other-batch", "week", i.Week))
		case req.Code != "" && req.Code != Freight && !slices.ContainsFunc(i.Charges.V, func(c Charge) bool { return c.Code == req.Code }):
			return c, fail.Invalid(fail.Of("Code", "comment-no-charge", "code", req.Code))
		}
		c.InvoiceID = &i.ID
	} else {
		c.Warehouses.V = tx.By.Warehouses
	}
	return c, store.Insert(ctx, tx, "audit_comment", c)
}
