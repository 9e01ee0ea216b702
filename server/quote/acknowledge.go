package quote

import (
	"context"
	"strings"

	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// RFQHeld is what a carrier shows that is asked for a truckload. What the address names is a label: the link alone lets in.
type RFQHeld struct {
	AccessID string `json:"AccessID" validate:"required,max=120"`
	RFQID    string `json:"RFQId" validate:"max=40"`
	SCAC     string `json:"carrierSCAC" validate:"max=10" field:"upper"`
}

// Secret is that of the link.
func (h RFQHeld) Secret() string { return h.AccessID }

func (h RFQHeld) names(of Part) bool {
	return (h.RFQID == "" || h.RFQID == of.Request.ID) && (h.SCAC == "" || h.SCAC == of.Quote.Carrier)
}

// RFQInfoReq opens the page on which a carrier says that it looks into it.
type RFQInfoReq struct {
	RFQHeld
	Again bool `json:"Again"` // the page asks again by itself: nobody looked anew
}

// Glance tells that nobody looked anew.
func (r RFQInfoReq) Glance() bool { return r.Again }

func (a *Area) showRFQ(ctx context.Context, tx *store.Tx, _ link.Link, of Part, _ RFQInfoReq) (Details, error) {
	return a.details(ctx, tx, of.Request, of.Quote)
}

// AcknowledgeReq is a carrier that got the request and looks into it. A price or a no follows on the other page.
type AcknowledgeReq struct {
	RFQHeld
	Status string `json:"Status" validate:"required,oneof=acknowledged"`
	Name   string `json:"ContactName" validate:"required,max=80"`
}

// acknowledge takes it, once: told again it is the same, and who answered since has no need to.
func (a *Area) acknowledge() publiclink.Answer[Part, AcknowledgeReq, Details] {
	return publiclink.Answer[Part, AcknowledgeReq, Details]{
		Stands: func(_ context.Context, _ *store.Tx, p Part, req AcknowledgeReq) (bool, error) {
			return !p.Quote.AcknowledgedAt.IsZero() && p.Quote.AcknowledgedBy == strings.TrimSpace(req.Name), nil
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, p Part, req AcknowledgeReq) (Part, error) {
			err := a.acknowledged(ctx, tx, p.Request, &p.Quote, strings.TrimSpace(req.Name))
			if err == nil {
				err = a.tell(ctx, tx, p.Request, "acknowledged", map[string]any{"carrier": p.Quote.CarrierName, "by": p.Quote.AcknowledgedBy})
			}
			return p, err
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, p Part, _ AcknowledgeReq) (Details, error) {
			return a.details(ctx, tx, p.Request, p.Quote)
		},
	}
}
