package shipment

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// ShipPurchaseReq ships what a vendor has ready of a purchase order, or of several that leave from one place for one warehouse. A device names the shipment, so that it can be made without a connection and be found again.
type ShipPurchaseReq struct {
	ShipmentID  string                 `json:"ShipmentId" validate:"omitempty,ulid"`
	PurchaseID  string                 `json:"PurchaseId" validate:"required,max=40"`
	Others      []string               `json:"OtherPurchaseIds" validate:"omitempty,max=15,unique,dive,required,max=40"` // further ones, which its lines name
	Lines       []freight.PurchasePart `json:"Lines" validate:"required,min=1,max=200,dive"`
	ShipOn      string                 `json:"ShipOn" validate:"required,day"`
	PickupFrom  string                 `json:"PickupByFromTime"`
	PickupTo    string                 `json:"PickupByToTime"`
	Terms       freight.Terms          `json:"PaymentType" validate:"omitempty,oneof=P C"` // C: whoever receives pays
	Carrier     string                 `json:"Carrier" validate:"max=10"`                  // SCAC
	PRO         string                 `json:"PRONumber" validate:"max=30"`
	Instruction string                 `json:"SpecialInstruction" validate:"max=1000"`
}

// Check judges what tags cannot.
func (r *ShipPurchaseReq) Check() []fail.Field {
	_, _, bad := window(r.PickupFrom, r.PickupTo)
	type line struct{ purchase, line string }
	seen := map[line]bool{}
	var pallets int64
	for i := range r.Lines {
		l := &r.Lines[i]
		at := fmt.Sprintf("Lines[%d].", i)
		if l.PurchaseID == "" {
			l.PurchaseID = r.PurchaseID
		}
		if l.PurchaseID != r.PurchaseID && !slices.Contains(r.Others, l.PurchaseID) { // what a queued command touches must be said where its queue looks
			bad = append(bad, fail.Of(at+"PurchaseId", "purchase-not-named"))
		}
		if seen[line{l.PurchaseID, l.Line}] {
			bad = append(bad, fail.Of(at+"Line", "purchase-line-twice", "line", l.Line))
		}
		seen[line{l.PurchaseID, l.Line}] = true
		if _, known := l.Weight.Pounds(); l.Weight.Milli < 0 || l.Weight.Milli > maxMilli || l.Weight.Milli > 0 && !known {
			bad = append(bad, fail.Of(at+"Weight", "weight-not-positive"))
		}
		pallets += l.Pallets
	}
	if !rule.Pallets(pallets) {
		bad = append(bad, fail.Of("Lines", "too-many-pallets", "limit", rule.The.PalletMax))
	}
	return bad
}

// ShipPurchase makes a shipment that comes to us: from the vendor's dock to the warehouse that bought. With a carrier it is scheduled and gets its bill of
// lading; without one it goes on to Rate & Route. The order area marks the pieces in this very command, so none is shipped twice.
func (a *Area) ShipPurchase(ctx context.Context, tx *store.Tx, req ShipPurchaseReq) (Shipment, error) {
	return a.shipPurchase(ctx, tx, req, how{alone: waited(tx)})
}

// how is what a shipment of purchase orders has beside what the form asks.
type how struct {
	alone bool   // nobody is there who could choose another carrier
	mode  string // LTL where it is empty
	wish  string // SCAC of a carrier that is proposed; it counts where none is given the load
}

// shipPurchase does it. Alone, a load that a rule or whose account pays keeps from the carrier that is named goes on to Rate & Route with it, and the office is told.
func (a *Area) shipPurchase(ctx context.Context, tx *store.Tx, req ShipPurchaseReq, how how) (Shipment, error) {
	s := Shipment{ID: req.ShipmentID, Inbound: true, Status: Quoted, Mode: cmp.Or(how.mode, "LTL"), Terms: req.Terms, ShipOn: req.ShipOn, Instruction: req.Instruction,
		CreatedAt: store.At(tx.Now), CreatedBy: tx.By.User, ChangedAt: store.At(tx.Now)}
	if s.ID == "" {
		s.ID = ulid.Make().String()
	}
	if taken, ok, err := store.Get[string](ctx, tx, `SELECT number FROM shipment WHERE id = ?`, s.ID); err != nil || ok {
		if err == nil {
			err = fail.Conflict("shipment-made-already", "number", taken)
		}
		return s, err
	}
	var n int64
	if err := tx.QueryRowContext(ctx, `UPDATE shipment_sequence SET next = next + 1 WHERE id = 1 RETURNING next - 1`).Scan(&n); err != nil {
		return s, fmt.Errorf("number a shipment: %w", err)
	}
	s.Number = fmt.Sprintf("L%d", n)
	in, err := a.Purchases.TakePurchases(ctx, tx, req.Lines, freight.ShipmentRef{ID: s.ID, Number: s.Number})
	if err != nil {
		return s, err
	}
	to, _, err := a.Sites.Site(ctx, tx, in.Warehouse)
	if err != nil {
		return s, err
	}
	if s.Terms == "" {
		s.Terms = in.Terms
	}
	s.Warehouse, s.Origin.V, s.Destination.V, s.Items.V, s.Stops.V, s.Orders.V, s.Refs.V = in.Warehouse, in.Vendor, to, in.Items, []Stop{}, in.Numbers, in.Numbers
	s.ArriveBy = in.DueOn
	s.Services.V = []string{}
	s.BillTo.V = map[bool]freight.Party{true: s.Destination.V, false: s.Origin.V}[s.Terms == "C"]
	// Without DueAt: it is when a truck comes to the warehouse's dock, and this one goes to the vendor's first, whose clock nobody told us.
	if s.PickupFrom, s.PickupTo, _ = window(req.PickupFrom, req.PickupTo); s.Terms == "C" && s.PickupFrom == "" {
		s.PickupFrom, s.PickupTo = collectFrom, collectTo
	}
	if at := slices.IndexFunc(s.Items.V, func(it freight.Item) bool { return it.Hazmat != nil }); at >= 0 {
		s.EmergencyPhone = s.Items.V[at].Hazmat.EmergencyPhone
	}
	s.Pieces, s.Pallets, s.Weight.V = freight.Totals(s.Items.V)
	var against error
	if req.Carrier != "" {
		switch err := a.assign(ctx, tx, &s, req.Carrier, ""); {
		case err == nil:
			s.Status = Tendered
		case how.alone && objected(err):
			against = err
			if err := a.wish(ctx, tx, &s, []freight.Order{{Carrier: strings.ToUpper(strings.TrimSpace(req.Carrier))}}); err != nil {
				return s, err
			}
		default:
			return s, err
		}
	} else if err := a.wish(ctx, tx, &s, []freight.Order{{Carrier: cmp.Or(how.wish, in.Carrier)}}); err != nil {
		return s, err
	}
	s.PRO = strings.ToUpper(strings.TrimSpace(req.PRO))
	if err := s.proFits("PRONumber"); err != nil {
		return s, err
	}
	if s.Status == Tendered {
		if err := papers(s); err != nil {
			return s, err
		}
	}
	if err := store.Insert(ctx, tx, "shipment", s); err != nil {
		return s, fmt.Errorf("insert shipment: %w", err)
	}
	err = Append(ctx, tx, s.ID, "built", map[string]any{"status": s.Status, "orders": s.Orders.V, "bol": s.BOL, "carrier": s.Carrier, "pieces": s.Pieces, "pallets": s.Pallets, "weight": s.Weight.V})
	if err == nil && against != nil {
		err = a.undecided(ctx, tx, s, against)
	}
	return s, err
}
