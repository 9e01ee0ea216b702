package vendor

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/canonical"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
)

// Booked is an international booking as its vendor sees it.
type Booked struct {
	Shipment   Row               `json:"shipment"`
	Booking    Booking           `json:"booking"`
	Containers []freight.OnWater `json:"containers"` // with what they did last, and no word of who told it
}

// CarriersReq asks who takes international bookings.
type CarriersReq struct{ Held }

// OceanCarriers lists the carriers that the client books with, by what they take.
func (a *Area) OceanCarriers(ctx context.Context, tx *store.Tx, _ link.Link, _ Holder, _ CarriersReq) ([]freight.SeaCarrier, error) {
	return a.Lines.OceanCarriers(ctx, tx)
}

// PortsReq asks for the ports that are known by their code.
type PortsReq struct{ Held }

// Ports lists them by name.
func (a *Area) Ports(context.Context, *store.Tx, link.Link, Holder, PortsReq) ([]freight.Port, error) {
	return a.Sea.PortList(), nil
}

// BookingsReq asks for the vendor's international bookings.
type BookingsReq struct{ Held }

// Bookings lists them, the latest first.
func (a *Area) Bookings(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, _ BookingsReq) ([]Booked, error) {
	list, err := store.Select[Booking](ctx, tx, `SELECT * FROM vendor_booking WHERE vendor_id = ? ORDER BY at DESC, id DESC LIMIT ?`, of.Vendor.ID, most)
	if err != nil {
		return nil, err
	}
	return a.booked(ctx, tx, of, list)
}

func (a *Area) booked(ctx context.Context, tx *store.Tx, of Holder, list []Booking) ([]Booked, error) {
	ids := make([]string, len(list))
	for i, b := range list {
		ids[i] = b.ID
	}
	rows, err := a.rows(ctx, tx, of, ids)
	if err != nil {
		return nil, err
	}
	out := []Booked{}
	for _, b := range list {
		at := slices.IndexFunc(rows, func(r Row) bool { return r.ID == b.ID })
		if at < 0 {
			continue
		}
		within(tx, b.Warehouse)
		on, err := a.Sea.OnWater(ctx, tx, []string{b.ID})
		if err != nil {
			return nil, err
		}
		for i := range on {
			on[i].Events = []freight.SeaEvent{}
		}
		out = append(out, Booked{rows[at], b.spoken(a.Sea), on})
	}
	return out, nil
}

// BookingReq names a shipment.
type BookingReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
}

// BookingShown is the booking of a shipment; none where it was never booked abroad.
type BookingShown struct {
	Booking *Booking `json:"booking"`
}

// BookingOf gives the international booking of a shipment that the user may see.
func (a *Area) BookingOf(ctx context.Context, tx *store.Tx, req BookingReq) (BookingShown, error) {
	b, ok, err := store.Get[Booking](ctx, tx, `SELECT * FROM vendor_booking WHERE id = ?`, req.ShipmentID)
	if err != nil || !ok || !tx.By.SeesWarehouse(b.Warehouse) {
		return BookingShown{}, err
	}
	b = b.spoken(a.Sea)
	return BookingShown{&b}, nil
}

// BookedContainers counts the containers that a shipment was booked in, also those that have no number yet.
func (a *Area) BookedContainers(ctx context.Context, tx *store.Tx, shipmentID string) (int, error) {
	n, _, err := store.Get[int](ctx, tx, `SELECT json_array_length(containers) FROM vendor_booking WHERE id = ?`, shipmentID)
	return n, err
}

// said is what was sent, without the secret.
func (r BookReq) said() (string, error) {
	r.Held = Held{}
	text, err := canonical.JSON(r)
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]), err
}

// booking takes an international booking, once.
func (a *Area) booking() publiclink.Answer[Holder, BookReq, Booked] {
	return publiclink.Answer[Holder, BookReq, Booked]{
		Stands: func(ctx context.Context, tx *store.Tx, of Holder, req BookReq) (bool, error) {
			said, err := req.said()
			if err != nil {
				return false, err
			}
			return standing(ctx, tx, of, req.ShipmentID, said)
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Holder, req BookReq) (Holder, error) {
			return of, a.book(ctx, tx, of, req)
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, of Holder, req BookReq) (Booked, error) {
			list, err := store.Select[Booking](ctx, tx, `SELECT * FROM vendor_booking WHERE id = ?`, req.ShipmentID)
			if err != nil {
				return Booked{}, err
			}
			out, err := a.booked(ctx, tx, of, list)
			if err == nil && len(out) == 0 {
				err = fail.NotFound("shipment-unknown")
			}
			if err != nil {
				return Booked{}, err
			}
			return out[0], nil
		},
	}
}

func (a *Area) book(ctx context.Context, tx *store.Tx, of Holder, req BookReq) error {
	said, err := req.said()
	if err != nil {
		return err
	}
	origin, bad := a.ports(&req)
	bad = append(bad, req.numbers(a.Sea)...)
	bad = append(bad, req.past(tx.Now, origin)...)
	list, err := a.Lines.OceanCarriers(ctx, tx)
	if err != nil {
		return err
	}
	scac := strings.ToUpper(req.Carrier)
	known := takes(list, scac, req.Mode)
	if scac != "" && !known && !req.Incoterm.sellerPays() {
		bad = append(bad, fail.Of("Carrier", "booking-carrier", "carrier", req.Carrier, "mode", req.Mode))
	}
	if len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	g, err := a.goods(ctx, tx, of, req)
	if err != nil {
		return err
	}
	within(tx, g.Warehouse)
	r := freight.Ready{ShipmentID: req.ShipmentID, Purchases: g.ids, Lines: g.parts, ShipOn: req.ShipOn, Mode: string(req.Mode), Instruction: req.Instruction}
	carrier := req.Carrier
	if known {
		carrier = scac
		if req.Incoterm.sellerPays() {
			r.Carrier = scac
		} else {
			r.Wish = scac
		}
	}
	ref, err := a.Shipments.ShipReady(ctx, tx, r)
	if err != nil {
		return err
	}
	if err := store.Insert(ctx, tx, "vendor_shipment", Shipment{ID: ref.ID, VendorID: of.Vendor.ID, Said: said, Contact: req.Contact, Carrier: carrier, Lines: store.JSON[[]SentLine]{V: g.sent}, At: store.At(tx.Now)}); err != nil {
		return err
	}
	b := Booking{ID: ref.ID, VendorID: of.Vendor.ID, Warehouse: g.Warehouse, Mode: req.Mode, Incoterm: req.Incoterm, Place: req.Place, Origin: req.Origin, OriginZone: origin.Zone, Port: req.Port, Carrier: carrier,
		Booking: req.Booking, Bill: req.Bill, Vessel: req.Vessel, Voyage: req.Voyage, DepartsOn: req.DepartsOn, ArrivesOn: req.ArrivesOn, CargoCutoff: req.CargoCutoff, DocsCutoff: req.DocsCutoff, VGMCutoff: req.VGMCutoff,
		Volume: req.Volume, Containers: store.JSON[[]BookContainer]{V: req.Containers}, Lines: store.JSON[[]Tariff]{V: g.tariff}, At: store.At(tx.Now)}
	if b.Containers.V == nil {
		b.Containers.V = []BookContainer{}
	}
	if err := store.Insert(ctx, tx, "vendor_booking", b); err != nil {
		return err
	}
	if err := a.track(ctx, tx, b); err != nil {
		return err
	}
	if err := a.attach(ctx, tx, of, ref.ID, g.Warehouse, req.Files); err != nil {
		return err
	}
	return a.Bell.NotifyOffice(ctx, tx, g.Warehouse, "notify-vendor-booked", map[string]any{"vendor": of.Vendor.Party.Name, "number": ref.Number, "mode": req.Mode, "orders": strings.Join(g.numbers, ", "),
		"from": a.Sea.PortName(req.Origin), "to": a.Sea.PortName(req.Port), "departs": req.DepartsOn}, "/ShipmentDetails/"+ref.ID)
}

// ports reads the ports of a booking, and leaves their codes in it.
func (a *Area) ports(req *BookReq) (origin freight.Port, bad []fail.Field) {
	origin, ok := a.Sea.PortOf(req.Origin)
	if !ok {
		bad = append(bad, fail.Of("PortOfLoading", "booking-port", "port", req.Origin))
	}
	to, ok := a.Sea.PortOf(req.Port)
	switch {
	case !ok:
		bad = append(bad, fail.Of("PortOfDischarge", "booking-port", "port", req.Port))
	case to.Code == origin.Code:
		bad = append(bad, fail.Of("PortOfDischarge", "booking-same-port"))
	}
	req.Origin, req.Port = origin.Code, to.Code
	return origin, bad
}

// track has the containers that have a number followed.
func (a *Area) track(ctx context.Context, tx *store.Tx, b Booking) error {
	line := b.Carrier
	if len(line) > 4 { // a name, no SCAC
		line = ""
	}
	for i, c := range b.Containers.V {
		if c.Number == "" {
			continue
		}
		_, err := a.Sea.TrackContainer(ctx, tx, freight.SeaContainer{ShipmentID: b.ID, Number: c.Number, Size: c.Size, Line: line, Bill: b.Bill, Booking: b.Booking, Seal: c.Seal, Origin: b.Origin, Port: b.Port})
		if f, ok := fail.As(err); ok && len(f.Fields) > 0 {
			bad := slices.Clone(f.Fields)
			for j := range bad {
				bad[j].Field = fmt.Sprintf("Containers[%d].%s", i, bad[j].Field)
			}
			return fail.Invalid(bad...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// goods is what of which purchase orders a booking takes.
type goods struct {
	freight.PurchaseOrder // the first
	ids, numbers          []string
	parts                 []freight.PurchasePart
	sent                  []SentLine
	tariff                []Tariff
}

// goods finds the vendor's own lines. Who pays the freight by the purchase order is who pays it by the incoterm.
func (a *Area) goods(ctx context.Context, tx *store.Tx, of Holder, req BookReq) (g goods, err error) {
	orders, err := a.Orders.PurchasesFrom(ctx, tx, of.Vendor.Party, true)
	if err != nil {
		return g, err
	}
	for _, l := range req.Lines {
		at := slices.IndexFunc(orders, func(o freight.PurchaseOrder) bool { return o.ID == l.PurchaseID })
		if at < 0 {
			return g, unknownOrder()
		}
		o := orders[at]
		if !slices.Contains(g.ids, o.ID) {
			if (o.Terms == "P") != req.Incoterm.sellerPays() {
				code := map[bool]string{true: "booking-order-prepaid", false: "booking-order-collect"}[o.Terms == "P"]
				return g, fail.Invalid(fail.Of("Incoterm", code, "order", o.Number))
			}
			g.ids, g.numbers = append(g.ids, o.ID), append(g.numbers, o.Number)
		}
		item := ""
		if at := slices.IndexFunc(o.Lines, func(p freight.PurchaseLineOpen) bool { return p.Line == l.Line }); at >= 0 {
			item = o.Lines[at].Item.Code
		}
		if g.ID == "" {
			g.PurchaseOrder = o
		}
		g.parts = append(g.parts, l.PurchasePart)
		g.sent = append(g.sent, SentLine{o.Number, l.Line, item, l.Pieces, l.Pallets})
		g.tariff = append(g.tariff, Tariff{o.Number, l.Line, l.HTS})
	}
	return g, nil
}
