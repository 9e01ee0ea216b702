package audit

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/store"

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
}

// Comments lists comments, the oldest first: of invoices that the user sees, and of the batch.
func (a *Area) Comments(ctx context.Context, tx *store.Tx, req CommentsReq) ([]Comment, error) {
	if req.InvoiceID != "" {
		if _, err := find(ctx, tx, req.InvoiceID); err != nil {
			return nil, err
		}
	}
	rows, err := store.Select[Comment](ctx, tx, `SELECT * FROM audit_comment WHERE week = ?1 AND (?2 = '' OR invoice_id = ?2) AND (?3 = '' OR code = ?3) ORDER BY at, id LIMIT 1000`, req.Week, req.InvoiceID, req.Code)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(rows, func(c Comment) bool {
		if c.InvoiceID == nil {
			return false
		}
		_, no := find(ctx, tx, *c.InvoiceID)
		if no != nil && fail.CodeOf(no) != "invoice-unknown" {
			err = no
		}
		return no != nil
	}), err
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
	}
	return c, store.Insert(ctx, tx, "audit_comment", c)
}
