package dock

import (
	"context"
	"fmt"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/gs1"
	"lading/server/store"
)

// AddPalletReq is a pallet that was built on the floor, with the number that its tablet gave it.
type AddPalletReq struct {
	ShipmentID  string          `json:"ShipmentId" validate:"required,max=40"`
	PalletID    string          `json:"PalletId" validate:"required,ulid"` // made on the device
	SSCC        string          `json:"Sscc" validate:"required,len=18,number"`
	Description string          `json:"Description" validate:"required,max=200"`
	ItemCode    string          `json:"ItemCode" validate:"max=40"`
	Pieces      int64           `json:"Pieces" validate:"required,gt=0,lte=1000000"`
	Weight      freight.Measure `json:"Weight"`
	Line        *int            `json:"Line,omitempty" validate:"omitempty,gte=0,lte=199"` // of the load's, that it is of; without it its item code tells, or its words
	Over        bool            `json:"Over"`                                              // goods that no order names
}

// Check keeps the weight from being negative, and the number from being misread.
func (r *AddPalletReq) Check() (bad []fail.Field) {
	if r.Weight.Milli < 0 {
		bad = append(bad, fail.Of("Weight", "field-too-small", "limit", 0))
	}
	if !gs1.ValidSSCC(r.SSCC) {
		bad = append(bad, fail.Of("Sscc", "field-malformed"))
	}
	return bad
}

// AddPallet puts a further pallet on a load. The same pallet told again is the same pallet.
func (a *Area) AddPallet(ctx context.Context, tx *store.Tx, req AddPalletReq) (Pallet, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return Pallet{}, err
	}
	known, ok, err := store.Get[Pallet](ctx, tx, `SELECT * FROM dock_pallet WHERE id = ?`, req.PalletID)
	switch {
	case err != nil:
		return known, err
	case ok && known.ShipmentID == s.ID && known.SSCC == req.SSCC:
		return known, nil
	case ok:
		return Pallet{}, fail.Conflict("pallet-known", "lpn", req.PalletID)
	}
	if err := a.workable(ctx, tx, s); err != nil {
		return Pallet{}, err
	}
	p := Pallet{ID: req.PalletID, ShipmentID: s.ID, Warehouse: s.Warehouse, SSCC: req.SSCC, LPN: lpn(req.SSCC), Description: strings.TrimSpace(req.Description), ItemCode: req.ItemCode, Pieces: req.Pieces, State: Staged}
	p.Weight.V, p.Photos.V, p.ShortPhotos.V, p.Contents.V = req.Weight, []string{}, []string{}, []freight.Content{}
	if req.Over {
		p.State = Over
	}
	lines, err := a.Shipments.Lines(ctx, tx, s.ID)
	if err != nil {
		return Pallet{}, err
	}
	p.holds(lines, req.Line)
	if err := a.number(ctx, tx, p); err != nil {
		return Pallet{}, err
	}
	if err := store.Insert(ctx, tx, "dock_pallet", p); err != nil {
		return p, err
	}
	s.TotalPallets++
	s.withdraw(tx)
	if err := s.save(ctx, tx); err != nil {
		return p, err
	}
	if err := a.Shipments.Record(ctx, tx, s.ID, "pallet-added", map[string]any{"pallet": p.ID, "lpn": p.LPN, "sscc": p.SSCC, "pieces": p.Pieces, "description": p.Description, "over": p.State == Over}); err != nil || p.State == Over { // what no order names is an exception on the bill, and none of the carrier's load
		return p, err
	}
	return p, s.told(ctx, tx)
}

// number has a pallet's SSCC belong to it and to no other.
func (a *Area) number(ctx context.Context, tx *store.Tx, p Pallet) error {
	other, taken, err := store.Get[string](ctx, tx, `SELECT id FROM dock_pallet WHERE sscc = ? AND sscc <> '' AND id <> ?`, p.SSCC, p.ID)
	if err != nil {
		return err
	}
	if taken {
		return fail.Conflict("number-used", "number", p.SSCC, "pallet", other)
	}
	return a.Labels.UseNumber(ctx, tx, "sscc", "", p.SSCC, "pallet:"+p.ID)
}

// LabelReq gives a pallet a new label: the old one is torn, or there never was one.
type LabelReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	PalletID   string `json:"PalletId" validate:"required,max=40"`
	SSCC       string `json:"Sscc" validate:"required,len=18,number"`
}

// Check keeps the number from being misread.
func (r *LabelReq) Check() []fail.Field {
	if !gs1.ValidSSCC(r.SSCC) {
		return []fail.Field{fail.Of("Sscc", "field-malformed")}
	}
	return nil
}

// LabelPallet gives a pallet another number. The short number that people read out follows it, unless it is the customer's own.
func (a *Area) LabelPallet(ctx context.Context, tx *store.Tx, req LabelReq) (Pallet, error) {
	p, s, err := a.workablePallet(ctx, tx, PalletReq{ShipmentID: req.ShipmentID, PalletID: req.PalletID})
	if err != nil || p.SSCC == req.SSCC {
		return p, err
	}
	before := p.SSCC
	if p.LPN == "" || before != "" && p.LPN == lpn(before) {
		p.LPN = lpn(req.SSCC)
	}
	p.SSCC = req.SSCC
	if err := a.number(ctx, tx, p); err != nil {
		return p, err
	}
	if err := store.Put(ctx, tx, "dock_pallet", "id", p); err != nil {
		return p, fmt.Errorf("label pallet %s: %w", p.ID, err)
	}
	if s.withdraw(tx) { // a reservation names the pallet by its number
		if err := s.save(ctx, tx); err != nil {
			return p, err
		}
	}
	return p, a.Shipments.Record(ctx, tx, s.ID, "pallet-labelled", map[string]any{"pallet": p.ID, "lpn": p.LPN, "sscc": p.SSCC, "before": before})
}

// CorrectReq puts a load's numbers or carrier right; what is empty stays.
type CorrectReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	ProNumber  string `json:"ProNumber" validate:"max=40"`
	BolNumber  string `json:"BolNumber" validate:"max=40"`
	Carrier    string `json:"CarrierScac" validate:"max=10"`
}

// Check tells a misread bill number from a shipper's own: seventeen digits end in their check digit.
func (r *CorrectReq) Check() []fail.Field {
	n := strings.TrimSpace(r.BolNumber)
	if len(n) == 17 && strings.Trim(n, "0123456789") == "" && !gs1.ValidBOL(n) {
		return []fail.Field{fail.Of("BolNumber", "field-malformed")}
	}
	return nil
}

// Correct puts PRO number, bill number or carrier right while the load is on the dock. Under a signature nothing changes any more.
func (a *Area) Correct(ctx context.Context, tx *store.Tx, req CorrectReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	c := freight.Correction{BOL: strings.TrimSpace(req.BolNumber), PRO: strings.ToUpper(strings.TrimSpace(req.ProNumber)), Carrier: strings.ToUpper(strings.TrimSpace(req.Carrier))}
	if (c.BOL == "" || c.BOL == s.BOL) && (c.PRO == "" || c.PRO == s.PRO) && (c.Carrier == "" || c.Carrier == s.Carrier) {
		return s, nil
	}
	switch {
	case s.State == Void:
		return s, ended(s)
	case s.signed():
		return s, a.alreadySigned(ctx, tx, s)
	}
	carrier := s.Carrier
	if c.Carrier != "" {
		list, err := a.Carriers.Carriers(ctx, tx)
		if err != nil {
			return s, err
		}
		for _, k := range list {
			if k.SCAC == c.Carrier {
				c.CarrierName = k.Name
			}
		}
		if c.CarrierName == "" {
			return s, fail.Invalid(fail.Of("CarrierScac", "carrier-unknown", "carrier", c.Carrier))
		}
		carrier = c.Carrier
	}
	if c.BOL != "" && c.BOL != s.BOL && gs1.ValidBOL(c.BOL) {
		if err := a.Labels.UseNumber(ctx, tx, "bol", "", c.BOL, "shipment:"+s.ID); err != nil {
			return s, err
		}
	}
	if c.PRO != "" && c.PRO != s.PRO {
		if err := a.Labels.UseNumber(ctx, tx, "pro", carrier, c.PRO, "shipment:"+s.ID); err != nil {
			return s, err
		}
	}
	if err := a.Shipments.Correct(ctx, tx, s.ID, c); err != nil {
		return s, err
	}
	s, _, err = load(ctx, tx, s.ID) // as the shipment has told it
	return s, err
}
