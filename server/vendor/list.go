package vendor

import (
	"context"
	"slices"

	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/store"
	"lading/server/store/listing"
)

// Row is a shipment as its vendor sees it.
type Row struct {
	ID          string                      `json:"shipmentId" db:"id"`
	Number      string                      `json:"number" db:"number"`
	Status      string                      `json:"statuscode" db:"status"` // as everywhere; V is void
	Warehouse   string                      `json:"warehouse" db:"warehouse"`
	ToName      string                      `json:"toName" db:"to_name"`
	ToCity      string                      `json:"toCity" db:"to_city"`
	ToState     string                      `json:"toState" db:"to_state"`
	BOL         string                      `json:"bol" db:"bol"`
	PRO         string                      `json:"pro" db:"pro"`
	Carrier     string                      `json:"carrier" db:"carrier_name"`
	ShipOn      string                      `json:"shipOn" db:"ship_on"`
	PickupFrom  string                      `json:"pickupFrom" db:"pickup_from"`
	PickupTo    string                      `json:"pickupTo" db:"pickup_to"`
	Pieces      int64                       `json:"pieces" db:"pieces"`
	Pallets     int64                       `json:"pallets" db:"pallets"`
	Weight      store.JSON[freight.Measure] `json:"weight" db:"weight"`
	DepartedAt  store.Time                  `json:"departedAt" db:"departed_at"`
	DeliveredAt store.Time                  `json:"deliveredAt" db:"delivered_at"`
	Contact     string                      `json:"contact" db:"-"` // who sent it; empty where the buyer's office shipped
	MadeAt      store.Time                  `json:"madeAt" db:"-"`
	Lines       []SentLine                  `json:"lines" db:"-"`
	Delivery    *freight.Appointed          `json:"delivery" db:"-"` // the time that it has at the warehouse
	Files       int64                       `json:"files" db:"-"`
}

// most is how many of its shipments a vendor sees, the latest first.
const most = 200

// own lists the ids of a vendor's shipments: those that it shipped itself, and those that the office shipped of its purchase orders.
func (a *Area) own(ctx context.Context, tx *store.Tx, of Holder) ([]string, []freight.PurchaseOrder, error) {
	ids, err := store.Select[string](ctx, tx, `SELECT id FROM vendor_shipment WHERE vendor_id = ? ORDER BY at DESC LIMIT ?`, of.Vendor.ID, most)
	if err != nil {
		return nil, nil, err
	}
	orders, err := a.Orders.PurchasesFrom(ctx, tx, of.Vendor.Party, true)
	for _, o := range orders {
		for _, l := range o.Lines {
			for _, p := range l.Parts {
				ids = append(ids, p.ShipmentID)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), orders, err
}

// rows gives shipments of a vendor, the latest first. Which are its own the caller knows.
func (a *Area) rows(ctx context.Context, tx *store.Tx, of Holder, ids []string) ([]Row, error) {
	list, err := store.Select[Row](ctx, tx, `SELECT id, number, status, warehouse, to_name, to_city, to_state, bol, pro, carrier_name, ship_on, pickup_from, pickup_to, pieces, pallets, weight, departed_at, delivered_at
FROM shipment_vendor WHERE id IN (SELECT value FROM json_each(?)) ORDER BY created_at DESC, id LIMIT ?`, listing.Texts(ids), most)
	if err != nil {
		return nil, err
	}
	for i := range list {
		r := &list[i]
		r.Lines = []SentLine{}
		if s, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM vendor_shipment WHERE id = ? AND vendor_id = ?`, r.ID, of.Vendor.ID); err != nil {
			return nil, err
		} else if ok {
			r.Contact, r.MadeAt, r.Lines = s.Contact, s.At, s.Lines.V
			if r.Carrier == "" {
				r.Carrier = s.Carrier
			}
		}
		if at, ok, err := a.Sites.Appointed(ctx, tx, r.ID); err != nil {
			return nil, err
		} else if ok {
			r.Delivery = &at
		}
		if r.Files, _, err = store.Get[int64](ctx, tx, `SELECT count(*) FROM vendor_file WHERE shipment_id = ? AND vendor_id = ?`, r.ID, of.Vendor.ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// ListReq asks for a vendor's shipments of one status, or of all.
type ListReq struct {
	Held
	Status string `json:"statuscode" validate:"omitempty,oneof=O S Q H T M A D X V"`
}

// List lists the vendor's shipments, the latest first.
func (a *Area) List(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req ListReq) ([]Row, error) {
	ids, _, err := a.own(ctx, tx, of)
	if err != nil {
		return nil, err
	}
	list, err := a.rows(ctx, tx, of, ids)
	return slices.DeleteFunc(list, func(r Row) bool { return req.Status != "" && r.Status != req.Status }), err
}

// StatusCount is how many shipments have a status.
type StatusCount struct {
	Status string `json:"statuscode" db:"status"`
	Count  int64  `json:"count" db:"n"`
}

// CountReq asks how many shipments of a vendor have which status.
type CountReq struct{ Held }

// Count counts the vendor's shipments by status.
func (a *Area) Count(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, _ CountReq) ([]StatusCount, error) {
	ids, _, err := a.own(ctx, tx, of)
	if err != nil {
		return nil, err
	}
	return store.Select[StatusCount](ctx, tx, `SELECT status, count(*) AS n FROM shipment_vendor WHERE id IN (SELECT value FROM json_each(?)) GROUP BY status ORDER BY status`, listing.Texts(ids))
}

// Product is an item that a vendor sells us, with how it was shipped last.
type Product struct {
	Code        string          `json:"code"`
	Description string          `json:"description"`
	PackageType string          `json:"packageType"`
	Class       string          `json:"class"`
	NMFC        string          `json:"nmfc"`
	Hazmat      bool            `json:"hazmat"`
	PieceWeight freight.Measure `json:"pieceWeight"` // none where no purchase order says
	PerPallet   int64           `json:"perPallet"`   // pieces of the last shipment that stood on a pallet; none where none did
}

// ItemsReq asks for the items that a vendor sells us.
type ItemsReq struct{ Held }

// Items lists the items of the vendor's purchase orders.
func (a *Area) Items(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, _ ItemsReq) ([]Product, error) {
	orders, err := a.Orders.PurchasesFrom(ctx, tx, of.Vendor.Party, true)
	if err != nil {
		return nil, err
	}
	shipped, err := store.Select[Shipment](ctx, tx, `SELECT * FROM vendor_shipment WHERE vendor_id = ? ORDER BY at DESC, id DESC LIMIT ?`, of.Vendor.ID, most)
	if err != nil {
		return nil, err
	}
	last := map[string]int64{}
	for _, s := range shipped {
		for _, l := range s.Lines.V {
			if last[l.Item] == 0 && l.Pallets > 0 {
				last[l.Item] = (l.Pieces + l.Pallets - 1) / l.Pallets
			}
		}
	}
	out, seen := []Product{}, map[string]bool{}
	for _, o := range orders {
		for _, l := range o.Lines {
			it := l.Item
			if it.Code == "" || seen[it.Code] {
				continue
			}
			seen[it.Code] = true
			p := Product{Code: it.Code, Description: it.Description, PackageType: it.PackageType, Class: it.Class, NMFC: it.NMFC, Hazmat: it.Hazmat != nil, PerPallet: last[it.Code]}
			if it.Pieces > 0 && it.Weight.Milli > 0 {
				p.PieceWeight = freight.Measure{Milli: it.Weight.Milli / it.Pieces, Unit: it.Weight.Unit}
			}
			out = append(out, p)
		}
	}
	return out, nil
}
