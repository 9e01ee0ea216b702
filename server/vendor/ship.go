package vendor

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/blob"
	"lading/server/kit/canonical"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// ProcessReq ships what a vendor has ready. The phone names the shipment, so that it can be sent again after a lost reply, or a week later.
type ProcessReq struct {
	Held
	ShipmentID  string                 `json:"ShipmentId" validate:"required,ulid"`
	Lines       []freight.PurchasePart `json:"Lines" validate:"required,min=1,max=200,dive"` // each names its purchase order
	ShipOn      string                 `json:"ShipOn" validate:"required,day"`
	PickupFrom  string                 `json:"PickupByFromTime" validate:"max=5"`
	PickupTo    string                 `json:"PickupByToTime" validate:"max=5"`
	Carrier     string                 `json:"Carrier" validate:"max=80" field:"trim"` // whom the vendor hired: a SCAC, or a name
	PRO         string                 `json:"PRONumber" validate:"max=30" field:"trim"`
	Day         string                 `json:"SlotDate" validate:"omitempty,day"` // of the delivery, where one is booked
	Start       string                 `json:"StartTime" validate:"max=5"`
	LoadType    string                 `json:"LoadTypeId,omitempty" validate:"max=40"` // of those that the warehouse offers; left out, what was sent before it existed reads the same
	Instruction string                 `json:"SpecialInstruction" validate:"max=1000" field:"trim"`
	Contact     string                 `json:"ContactName" validate:"required,max=80" field:"trim"`
	Files       []string               `json:"FileIds" validate:"max=10,unique,dive,required,max=40"`
}

// Check judges what tags cannot.
func (r *ProcessReq) Check() (bad []fail.Field) {
	for i, l := range r.Lines {
		if l.PurchaseID == "" {
			bad = append(bad, fail.Of(fmt.Sprintf("Lines[%d].PurchaseId", i), "field-required"))
		}
	}
	if (r.Day == "") != (r.Start == "") {
		bad = append(bad, fail.Of("StartTime", "field-required"))
	}
	if r.LoadType != "" && r.Day == "" {
		bad = append(bad, fail.Of("SlotDate", "field-required"))
	}
	return bad
}

// ours names what the vendor said of freight that the buyer pays: its carrier, PRO number and delivery time are the buyer's to choose.
func (r *ProcessReq) ours(terms freight.Terms) (bad []fail.Field) {
	if terms == "P" {
		return nil
	}
	for _, f := range []struct{ name, said string }{{"Carrier", r.Carrier}, {"PRONumber", r.PRO}, {"SlotDate", r.Day}, {"StartTime", r.Start}} {
		if f.said != "" {
			bad = append(bad, fail.Of(f.name, "vendor-freight-not-yours"))
		}
	}
	return bad
}

// By is who at the vendor sends it.
func (r ProcessReq) By() string { return r.Contact }

// said is what was sent, without the secret: another link of the same vendor sends the same shipment.
func (r ProcessReq) said() (string, error) {
	r.Held = Held{}
	text, err := canonical.JSON(r)
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]), err
}

// Shipment is what a vendor shipped by its link.
type Shipment struct {
	ID       string                 `db:"id"`
	VendorID string                 `db:"vendor_id"`
	Said     string                 `db:"said"`
	Contact  string                 `db:"contact"`
	Carrier  string                 `db:"carrier"`
	Lines    store.JSON[[]SentLine] `db:"lines"`
	At       store.Time             `db:"at"`
}

// SentLine is what of a line went, and how it stood.
type SentLine struct {
	Purchase string `json:"purchase"` // its number
	Line     string `json:"line"`
	Item     string `json:"item"`
	Pieces   int64  `json:"pieces"`
	Pallets  int64  `json:"pallets"`
}

// process takes a shipment, once: sent again it is the same, and nothing is shipped twice.
func (a *Area) process() publiclink.Answer[Holder, ProcessReq, Row] {
	return publiclink.Answer[Holder, ProcessReq, Row]{
		Stands: func(ctx context.Context, tx *store.Tx, of Holder, req ProcessReq) (bool, error) {
			said, err := req.said()
			if err != nil {
				return false, err
			}
			return standing(ctx, tx, of, req.ShipmentID, said)
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Holder, req ProcessReq) (Holder, error) {
			return of, a.ship(ctx, tx, of, req)
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req ProcessReq) (Row, error) {
			rows, err := a.rows(ctx, tx, of, []string{req.ShipmentID})
			if err == nil && len(rows) == 0 {
				err = fail.NotFound("shipment-unknown")
			}
			if err != nil {
				return Row{}, err
			}
			return rows[0], nil
		},
	}
}

// standing reports whether a vendor has sent this very shipment before. Another one under its id is refused.
func standing(ctx context.Context, tx *store.Tx, of Holder, id, said string) (bool, error) {
	was, ok, err := store.Get[Shipment](ctx, tx, `SELECT * FROM vendor_shipment WHERE id = ?`, id)
	if err != nil || !ok {
		return false, err
	}
	if was.VendorID != of.Vendor.ID || was.Said != said {
		number, _, _ := store.Get[string](ctx, tx, `SELECT number FROM shipment_vendor WHERE id = ?`, was.ID)
		return false, fail.Conflict("shipment-made-already", "number", number)
	}
	return true, nil
}

func (a *Area) ship(ctx context.Context, tx *store.Tx, of Holder, req ProcessReq) error {
	orders, err := a.Orders.PurchasesFrom(ctx, tx, of.Vendor.Party, true)
	if err != nil {
		return err
	}
	own := map[string]freight.PurchaseOrder{}
	for _, o := range orders {
		own[o.ID] = o
	}
	r := freight.Ready{ShipmentID: req.ShipmentID, Lines: req.Lines, ShipOn: req.ShipOn, PickupFrom: req.PickupFrom, PickupTo: req.PickupTo, PRO: req.PRO, Instruction: req.Instruction}
	sent := make([]SentLine, 0, len(req.Lines))
	for _, l := range req.Lines {
		o, ok := own[l.PurchaseID]
		if !ok {
			return unknownOrder()
		}
		if !slices.Contains(r.Purchases, o.ID) {
			r.Purchases = append(r.Purchases, o.ID)
		}
		item := ""
		if at := slices.IndexFunc(o.Lines, func(p freight.PurchaseLineOpen) bool { return p.Line == l.Line }); at >= 0 {
			item = o.Lines[at].Item.Code
		}
		sent = append(sent, SentLine{o.Number, l.Line, item, l.Pieces, l.Pallets})
	}
	first := own[r.Purchases[0]]
	for _, id := range r.Purchases[1:] {
		if o := own[id]; (o.Terms == "P") != (first.Terms == "P") { // one truck has one payer
			return fail.Conflict("purchases-terms-apart", "first", first.Number, "second", o.Number)
		}
	}
	if bad := req.ours(first.Terms); len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	within(tx, first.Warehouse)
	carrier := req.Carrier
	if scac := strings.ToUpper(carrier); carrier != "" {
		name, known, err := a.Carriers.CarrierName(ctx, tx, scac)
		switch {
		case err != nil:
			return err
		case known:
			r.Carrier, carrier = scac, name
		default: // a carrier that we have no dealings with: the office and the dock read who it is
			r.Instruction = strings.TrimSpace(r.Instruction + "\nCarrier: " + carrier)
			if r.PRO != "" {
				r.Instruction, r.PRO = r.Instruction+", PRO "+r.PRO, "" // a PRO of nobody's would be taken for the next carrier's
			}
		}
	}
	ref, err := a.Shipments.ShipReady(ctx, tx, r)
	if err != nil {
		return err
	}
	said, err := req.said()
	if err != nil {
		return err
	}
	if err := store.Insert(ctx, tx, "vendor_shipment", Shipment{ID: ref.ID, VendorID: of.Vendor.ID, Said: said, Contact: req.Contact, Carrier: carrier, Lines: store.JSON[[]SentLine]{V: sent}, At: store.At(tx.Now)}); err != nil {
		return err
	}
	if req.Day != "" {
		if _, err := a.Sites.BookSlot(ctx, tx, freight.Booking{ShipmentID: ref.ID, Warehouse: first.Warehouse, Inbound: true, Day: req.Day, Start: req.Start, Carrier: carrier, Reference: first.Number, PO: first.Number, Booker: "vendor", LoadType: req.LoadType}); err != nil {
			return err
		}
	}
	if err := a.attach(ctx, tx, of, ref.ID, first.Warehouse, req.Files); err != nil {
		return err
	}
	numbers := make([]string, len(r.Purchases))
	for i, id := range r.Purchases {
		numbers[i] = own[id].Number
	}
	var pieces int64
	for _, l := range req.Lines {
		pieces += l.Pieces
	}
	return a.Bell.NotifyOffice(ctx, tx, first.Warehouse, "notify-vendor-shipped", map[string]any{"vendor": of.Vendor.Party.Name, "number": ref.Number, "orders": strings.Join(numbers, ", "), "pieces": pieces}, "/ShipmentDetails/"+ref.ID)
}

// attach has files that were uploaded before stand with a shipment. One that another vendor sent, or that stands with another shipment, is unknown.
func (a *Area) attach(ctx context.Context, tx *store.Tx, of Holder, shipmentID, warehouse string, ids []string) error {
	files := make([]blob.File, 0, len(ids))
	for i, id := range ids {
		f, ok, err := store.Get[File](ctx, tx, `SELECT * FROM vendor_file WHERE id = ? AND vendor_id = ? AND shipment_id = ''`, id, of.Vendor.ID)
		if err != nil {
			return err
		}
		if !ok {
			return fail.Invalid(fail.Of(fmt.Sprintf("FileIds[%d]", i), "no-such-file"))
		}
		f.ShipmentID = shipmentID
		if err := store.Put(ctx, tx, "vendor_file", "id", f); err != nil {
			return err
		}
		files = append(files, blob.File{Name: f.Name, Type: f.Type, Hash: f.Blob, Size: f.Size})
	}
	return a.Files.AttachKept(ctx, tx, shipmentID, warehouse, files)
}
