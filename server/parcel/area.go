// Package parcel is shipping by parcel carriers. Prices come from own tariffs (the rating area) and labels from the document area; what stands here
// is what a parcel carrier knows beyond that. Accounts at carriers are not part of it yet.
package parcel

import (
	"context"
	"strings"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

// Area serves the parcel pages.
type Area struct{ Places Places }

// Places lists the addresses that earlier shipments went to; the shipment area has them.
type Places interface {
	Places(ctx context.Context, tx *store.Tx, text string, most int) ([]freight.Party, error)
}

// Ops is the front door of the area.
func (a *Area) Ops() []op.Op {
	return []op.Op{op.Query("UPSReady/AddressClassification", a.Classify, right.Plan)}
}

// Class says what kind of address it is.
type Class string

// The classes.
const (
	Home     Class = "residential"
	Business Class = "commercial"
	Unknown  Class = "unknown"
)

// Values lists the classes.
func (Class) Values() []string { return []string{"residential", "commercial", "unknown"} }

// ClassifyReq is an address.
type ClassifyReq struct {
	Address freight.Party `json:"Address"`
}

// ClassifyResp is its class, and who says so.
type ClassifyResp struct {
	Status string `json:"Status"`
	Class  Class  `json:"classification"`
	By     string `json:"by"`
}

// Classify tells what people said of the same address when they shipped there. A carrier's own service needs an account there; without one nobody is asked.
func (a *Area) Classify(ctx context.Context, tx *store.Tx, req ClassifyReq) (ClassifyResp, error) {
	r := ClassifyResp{"success", Unknown, "own-shipments"}
	p := req.Address
	if strings.TrimSpace(p.Street) == "" {
		return r, nil
	}
	list, err := a.Places.Places(ctx, tx, p.Street, 100)
	for _, k := range list {
		if r.Class == Unknown && strings.EqualFold(k.Street, p.Street) && k.Zip == p.Zip {
			if r.Class = Business; k.Residential {
				r.Class = Home
			}
		}
	}
	return r, err
}
