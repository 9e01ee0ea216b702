package packing

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/gs1"
	"lading/server/store"
)

// BoxReq names a box of a plan.
type BoxReq struct {
	PlanID string `json:"PlanId" validate:"required,max=40"`
	BoxID  string `json:"BoxId" validate:"required,max=40"`
}

// ScanReq is what was scanned into a box, or taken out of it.
type ScanReq struct {
	PlanID string `json:"PlanId" validate:"required,max=40"`
	BoxID  string `json:"BoxId" validate:"required,max=40"`
	Code   string `json:"Code" validate:"required,max=120"` // as it was read: item code or bar code
	Count  int64  `json:"Count" validate:"gte=-2000,lte=2000"`
}

// Scanned is the bare code in what a scanner read: a trade item's number where the label has one, capital letters otherwise. The twin of web/src/packing/verify.
func Scanned(text string) string {
	if elements, err := gs1.Parse(text); err == nil {
		for _, e := range elements {
			if e.AI == "01" || e.AI == "02" {
				return trade(e.Value)
			}
		}
	}
	return trade(strings.ToUpper(gs1.FromScan(text)))
}

// trade leaves the zeros in front of a trade item's number out: GTIN-14, EAN-13 and UPC-A write the same number in three lengths.
func trade(s string) string {
	if len(s) < 12 || len(s) > 14 || strings.Trim(s, "0123456789") != "" {
		return s
	}
	return strings.TrimLeft(s, "0")
}

// Names tells whether a content is what a bare code names. An item without a code goes by its description.
func (c *Content) Names(bare string) bool {
	if bare == "" {
		return false
	}
	own := c.Code
	if own == "" {
		own = c.Description
	}
	if trade(strings.ToUpper(strings.TrimSpace(own))) == bare {
		return true
	}
	for _, b := range c.Barcodes {
		if trade(strings.ToUpper(strings.TrimSpace(b))) == bare {
			return true
		}
	}
	return false
}

// named is which content a bare code means for so many pieces: of two that share a code the first that takes them; the first at all where none
// does; none where nothing has that code. The twin of contentOf in web/src/packing/verify.
func (b *Box) named(bare string, count int64) *Content {
	var first *Content
	for i := range b.Contents.V {
		c := &b.Contents.V[i]
		if !c.Names(bare) {
			continue
		}
		if now := c.Scanned + count; now >= 0 && now <= c.Count {
			return c
		}
		if first == nil {
			first = c
		}
	}
	return first
}

// find loads a box with its plan, if the person may work on it.
func find(ctx context.Context, tx *store.Tx, planID, boxID string) (Plan, Box, error) {
	p, err := findPlan(ctx, tx, planID)
	if err != nil {
		return p, Box{}, err
	}
	b, ok, err := store.Get[Box](ctx, tx, `SELECT * FROM packing_box WHERE id = ? AND plan_id = ?`, boxID, planID)
	if err == nil && !ok {
		err = fail.NotFound("packing-box-unknown")
	}
	if err == nil && p.State == Dropped {
		err = fail.Conflict("packing-dropped", "order", p.OrderNumber).With(b)
	}
	return p, b, err
}

// Scan counts pieces into a box. What belongs elsewhere is refused and told where to.
func (a *Area) Scan(ctx context.Context, tx *store.Tx, req ScanReq) (Box, error) {
	p, b, err := find(ctx, tx, req.PlanID, req.BoxID)
	if err != nil {
		return b, err
	}
	count := req.Count
	if count == 0 {
		count = 1
	}
	bare := Scanned(req.Code)
	c := b.named(bare, count)
	switch {
	case c == nil:
		return b, elsewhere(ctx, tx, p, b, bare)
	case b.State != Open:
		return b, fail.Conflict("packing-box-closed", "box", b.N).With(b)
	case c.Scanned+count > c.Count:
		return b, fail.Conflict("packing-too-many", "item", c.Description, "count", c.Count, "box", b.N).With(b)
	case c.Scanned+count < 0:
		return b, fail.Conflict("packing-not-in-yet", "item", c.Description, "box", b.N).With(b)
	}
	c.Scanned += count
	if err := store.Put(ctx, tx, "packing_box", "id", b); err != nil {
		return b, err
	}
	return b, settle(ctx, tx, p)
}

// elsewhere says where something that is not in this box belongs.
func elsewhere(ctx context.Context, tx *store.Tx, p Plan, b Box, bare string) error {
	boxes, err := boxesOf(ctx, tx, b.PlanID)
	if err != nil {
		return err
	}
	for _, o := range boxes {
		for i := range o.Contents.V {
			if o.Contents.V[i].Names(bare) {
				return fail.Conflict("packing-other-box", "item", o.Contents.V[i].Description, "box", o.N).With(b)
			}
		}
	}
	for _, l := range p.Left.V {
		if of := (Content{Code: l.Code, Description: l.Description}); of.Names(bare) {
			return fail.Conflict("packing-left-over", "item", l.Description).With(b)
		}
	}
	return fail.Conflict("packing-wrong-item", "code", bare).With(b)
}

// CloseReq closes a box. Where pieces are missing the note says why.
type CloseReq struct {
	PlanID string `json:"PlanId" validate:"required,max=40"`
	BoxID  string `json:"BoxId" validate:"required,max=40"`
	Note   string `json:"Note" validate:"max=400"`
}

// Close notes that a box is packed. Closed again it stays as it is.
func (a *Area) Close(ctx context.Context, tx *store.Tx, req CloseReq) (Box, error) {
	p, b, err := find(ctx, tx, req.PlanID, req.BoxID)
	if err != nil || b.State != Open {
		return b, err
	}
	b.State = Closed
	for _, c := range b.Contents.V {
		if c.Scanned < c.Count {
			b.State = Short
		}
	}
	if b.Note = strings.TrimSpace(req.Note); b.State == Short && b.Note == "" {
		b.State = Open
		return b, fail.Invalid(fail.Of("Note", "packing-short-needs-reason", "box", b.N)).With(b)
	}
	b.PackedAt, b.PackedBy, b.Device = store.At(tx.At), tx.By.Name, tx.By.Device
	if err := store.Put(ctx, tx, "packing_box", "id", b); err != nil {
		return b, err
	}
	return b, settle(ctx, tx, p)
}

// Reopen opens a closed box again; what was scanned stays in it.
func (a *Area) Reopen(ctx context.Context, tx *store.Tx, req BoxReq) (Box, error) {
	p, b, err := find(ctx, tx, req.PlanID, req.BoxID)
	if err != nil || b.State == Open {
		return b, err
	}
	b.State, b.PackedAt, b.PackedBy, b.Device = Open, store.Time{}, "", ""
	if err := store.Put(ctx, tx, "packing_box", "id", b); err != nil {
		return b, err
	}
	return b, settle(ctx, tx, p)
}

// settle sums a plan's boxes.
func settle(ctx context.Context, tx *store.Tx, p Plan) error {
	boxes, err := boxesOf(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	p.Scanned, p.Packed = 0, 0
	for _, b := range boxes {
		for _, c := range b.Contents.V {
			p.Scanned += c.Scanned
		}
		if b.State != Open {
			p.Packed++
		}
	}
	switch {
	case p.Packed == p.Boxes:
		if p.State != Verified {
			p.State, p.VerifiedAt = Verified, store.At(tx.Now)
		}
	case p.Packed > 0 || p.Scanned > 0:
		p.State, p.VerifiedAt = Packing, store.Time{}
	default:
		p.State, p.VerifiedAt = Planned, store.Time{}
	}
	return store.Put(ctx, tx, "packing_plan", "id", p)
}
