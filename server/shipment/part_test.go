package shipment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lading/server/dock"
	"lading/server/kit/freight"
	"lading/server/order"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

const hash = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

// floor is a desk and its dock.
type floor struct {
	*testkit.Kit
	t            *testing.T
	office, dock *testkit.Person
}

func newFloor(t *testing.T) *floor {
	k := world(t)
	return &floor{k, t, k.As("office@demo.test"), k.As("dock@demo.test")}
}

func (y *floor) build(ids ...string) shipment.Shipment {
	y.t.Helper()
	return testkit.Into[shipment.Shipment](y.t, y.office.Call("Shipment/BuildShipment", any1{"OrderIds": ids, "Carrier": "ODFL"}))
}

func (y *floor) now(id string) shipment.Shipment {
	y.t.Helper()
	return testkit.Into[shipment.Full](y.t, y.office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": id})).Shipment
}

func (y *floor) orders() map[string]order.Order {
	y.t.Helper()
	out := map[string]order.Order{}
	for _, o := range testkit.Into[order.Page](y.t, y.office.Call("Shipment/GetOrders", any1{"PageSize": 100})).Orders {
		out[o.Number] = o
	}
	return out
}

func (y *floor) pallets(id string) []dock.Pallet {
	y.t.Helper()
	return testkit.Into[[]dock.Pallet](y.t, y.dock.Call("DockView/GetLpnNumbers", any1{"ShipmentId": id}))
}

func (y *floor) load(id, lpn string) {
	y.t.Helper()
	y.dock.Call("DockView/LoadPallet", any1{"ShipmentId": id, "Lpn": lpn})
}

// leave closes a load's doors and has its driver sign for the pallets on it.
func (y *floor) leave(id string, pallets, left int) {
	y.t.Helper()
	y.dock.Call("DockView/FinishLoading", any1{"ShipmentId": id, "Seal": "UL-1", "Left": left})
	y.sign(id, pallets)
}

func (y *floor) sign(id string, pallets int) {
	y.t.Helper()
	y.dock.Call("DockView/GetSaveSignature", any1{"ShipmentId": id, "SignedBy": "Luis", "Image": hash, "Strokes": strings.Repeat("b", 64), "Consent": "1", "Pieces": 10, "Pallets": pallets})
}

// said are values with a space between them.
func said(v ...any) string { return strings.TrimSpace(fmt.Sprintln(v...)) }

func sums(s shipment.Shipment) string {
	return fmt.Sprintf("%d pieces, %d pallets, %s", s.Pieces, s.Pallets, s.Weight.V)
}

// What a truck leaves behind is an open back order with a number of its own; its pallet goes on the next truck with the label that it has.
func TestLeftBehind_IsABackOrderAndItsPalletGoesOn(t *testing.T) {
	y := newFloor(t)
	s := y.build(newOrder(t, y.office, "P-1", "ATL", nil))
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	pallets := y.pallets(s.ID)
	y.load(s.ID, pallets[0].LPN)
	y.leave(s.ID, 1, 1)

	equal(t, "the load is what went", sums(y.now(s.ID)), "20 pieces, 1 pallets, 625.25 lb")
	back, ok := y.orders()["P-1-01"]
	if !ok || back.BackOrder != "01" || back.Root != "P-1" || back.State != order.Open {
		t.Fatalf("the back order: %+v", y.orders())
	}
	equal(t, "and holds the rest", said(back.Pieces, back.Pallets, back.Weight.V), "20 1 625.25 lb")

	off := y.build(back.ID)
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": off.ID})
	y.office.Call("Shipment/Void", any1{"ShipmentId": off.ID, "Reason": "the truck broke down"})
	next := y.build(back.ID)
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": next.ID})
	on := y.pallets(next.ID)
	if len(on) != 1 || on[0].LPN != pallets[1].LPN || on[0].SSCC != pallets[1].SSCC {
		t.Fatalf("the pallets of the next load: %+v", on)
	}
	y.load(next.ID, pallets[1].LPN)
	y.leave(next.ID, 1, 0)
	equal(t, "the next load", sums(y.now(next.ID)), "20 pieces, 1 pallets, 625.25 lb")
	if n := len(y.orders()); n != 0 {
		t.Errorf("%d orders are open still", n)
	}
}

// A corrected bill that says that the pallet was aboard after all takes the back order back; one that says less makes it larger, under the same number.
func TestCorrection_PutsTheBackOrderRight(t *testing.T) {
	y := newFloor(t)
	s := y.build(newOrder(t, y.office, "P-2", "ATL", nil))
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	p := y.pallets(s.ID)
	y.load(s.ID, p[0].LPN)
	y.leave(s.ID, 1, 1)
	admin := y.As("admin@demo.test")
	admin.Call("DockView/CorrectBill", any1{"ShipmentId": s.ID, "Reason": "3 more were missing"})
	y.dock.Call("DockView/NoteShort", any1{"ShipmentId": s.ID, "PalletId": p[0].ID, "Pieces": 3})
	y.sign(s.ID, 1)
	equal(t, "short as well", sums(y.now(s.ID)), "17 pieces, 1 pallets, 531.462 lb")
	back := y.orders()["P-2-01"]
	equal(t, "the same back order", said(len(y.orders()), back.Pieces, back.Weight.V), "1 23 719.038 lb")

	admin.Call("DockView/CorrectBill", any1{"ShipmentId": s.ID, "Reason": "all of it went"})
	y.dock.Call("DockView/NoteShort", any1{"ShipmentId": s.ID, "PalletId": p[0].ID, "Pieces": 0})
	y.load(s.ID, p[1].LPN)
	y.sign(s.ID, 2)
	equal(t, "all of it", sums(y.now(s.ID)), "40 pieces, 2 pallets, 1,250.5 lb")
	equal(t, "nothing is open", len(y.orders()), 0)
}

// A bill is corrected after what its truck left behind has gone on with the next truck, which left some of it behind again: what is open changes by the difference
// alone, and a correction of the seal changes nothing.
func TestCorrection_AfterTheBackOrderHasGoneOn(t *testing.T) {
	y := newFloor(t)
	lines := any1{"Items": []any1{{"description": "Bolts", "pieces": 7, "packageType": "CTN", "pallets": 3, "weight": any1{"milli": 333_333, "unit": "kg"}, "class": "70"}}}
	s := y.build(newOrder(t, y.office, "P-6", "ATL", lines), newOrder(t, y.office, "P-7", "ATL", nil))
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	p := y.pallets(s.ID) // 3, 2 and 2 pieces of the one, 20 and 20 of the other
	y.load(s.ID, p[0].LPN)
	y.load(s.ID, p[4].LPN)
	y.leave(s.ID, 2, 3)
	open := func() (list []string) {
		for number, o := range y.orders() {
			list = append(list, said(number, o.Pieces, o.Weight.V))
		}
		slices.Sort(list)
		return list
	}
	equal(t, "left behind", open(), []string{"P-6-01 4 222.222 kg", "P-7-01 20 625.25 lb"})
	next := y.build(y.orders()["P-6-01"].ID, y.orders()["P-7-01"].ID)
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": next.ID})
	y.load(next.ID, y.pallets(next.ID)[0].LPN)
	y.leave(next.ID, 1, 2)
	after := []string{"P-6-02 2 111.111 kg", "P-7-01 20 625.25 lb"}
	equal(t, "left behind again", open(), after)

	admin := y.As("admin@demo.test")
	admin.Call("DockView/CorrectBill", any1{"ShipmentId": s.ID, "Reason": "seal misread", "Seal": "UL-2"})
	y.sign(s.ID, 2)
	equal(t, "another seal", open(), after)
	admin.Call("DockView/CorrectBill", any1{"ShipmentId": s.ID, "Reason": "5 were missing"})
	y.dock.Call("DockView/NoteShort", any1{"ShipmentId": s.ID, "PalletId": p[4].ID, "Pieces": 5})
	y.sign(s.ID, 2)
	equal(t, "5 more of the one", open(), []string{"P-6-02 2 111.111 kg", "P-7-01 25 781.563 lb"})
	admin.Call("DockView/CorrectBill", any1{"ShipmentId": next.ID, "Reason": "a piece was missing"})
	y.dock.Call("DockView/NoteShort", any1{"ShipmentId": next.ID, "PalletId": y.pallets(next.ID)[0].ID, "Pieces": 1})
	y.sign(next.ID, 1)
	equal(t, "one more of the other", open(), []string{"P-6-02 3 166.667 kg", "P-7-01 25 781.563 lb"})
	admin.Call("DockView/CorrectBill", any1{"ShipmentId": s.ID, "Reason": "they were there"})
	y.dock.Call("DockView/NoteShort", any1{"ShipmentId": s.ID, "PalletId": p[4].ID, "Pieces": 0})
	y.sign(s.ID, 2)
	equal(t, "and 5 less", open(), []string{"P-6-02 3 166.667 kg", "P-7-01 20 625.25 lb"})
}

// told are the parameters of what the office was told by a code, in turn, with the screen that each leads to.
func (y *floor) told(code string) (list []any1) {
	y.t.Helper()
	y.Read("1", func(ctx context.Context, tx *store.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT params, link FROM notify_notification WHERE code = ? AND user_id = ? ORDER BY rowid`, code, y.office.By.User)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var raw, link string
			if err := rows.Scan(&raw, &link); err != nil {
				return err
			}
			params := any1{}
			if err := json.Unmarshal([]byte(raw), &params); err != nil {
				return err
			}
			params["link"] = link
			list = append(list, params)
		}
		return rows.Err()
	})
	return list
}

// recount corrects a signed bill: so many pieces of each of some pallets were missing.
func (y *floor) recount(id string, pallets int, short map[string]int) {
	y.t.Helper()
	y.As("admin@demo.test").Call("DockView/CorrectBill", any1{"ShipmentId": id, "Reason": "counted again", "Seal": "UL-9"})
	for pallet, n := range short {
		y.dock.Call("DockView/NoteShort", any1{"ShipmentId": id, "PalletId": pallet, "Pieces": n})
	}
	y.sign(id, pallets)
}

// goes loads all pallets of a load and has it leave.
func (y *floor) goes(id string) {
	y.t.Helper()
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": id})
	pallets := y.pallets(id)
	for _, p := range pallets {
		y.load(id, p.LPN)
	}
	y.leave(id, len(pallets), 0)
}

// A corrected bill has pieces that another load carries by now: the office is told of that load, and not of the corrected one, which has the order itself again.
func TestCorrection_NamesTheLoadThatHasTheSameGoods(t *testing.T) {
	y := newFloor(t)
	s := y.build(newOrder(t, y.office, "P-8", "ATL", nil), newOrder(t, y.office, "P-9", "ATL", nil))
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	p := y.pallets(s.ID)
	y.load(s.ID, p[0].LPN)
	y.load(s.ID, p[1].LPN)
	y.leave(s.ID, 2, 2)
	equal(t, "all of the order is open", y.orders()["P-9"].Pieces, int64(40))
	y.As("admin@demo.test").Call("DockView/CorrectBill", any1{"ShipmentId": s.ID, "Reason": "it was aboard"})
	y.load(s.ID, p[2].LPN)
	y.load(s.ID, p[3].LPN)
	y.dock.Call("DockView/NoteShort", any1{"ShipmentId": s.ID, "PalletId": p[3].ID, "Pieces": 5})
	y.sign(s.ID, 4)
	next := y.build(y.orders()["P-9-01"].ID)
	y.goes(next.ID)
	y.recount(s.ID, 4, map[string]int{p[3].ID: 0})
	equal(t, "told once", said(len(y.told("notify-back-order-over")), len(y.told("notify-back-order-nowhere"))), "1 0")
	over := y.told("notify-back-order-over")[0]
	equal(t, "of the other load", said(over["number"], over["order"], over["other"], over["pieces"], over["link"]), said(s.Number, "P-9-01", next.Number, 5, "/ShipmentDetails/"+next.ID))
}

// Somebody took pieces off the back order meanwhile, and the corrected bill has them: no other load does, and what the office is told leads to the bill.
func TestCorrection_SaysThatNoBackOrderHoldsTheGoods(t *testing.T) {
	y := newFloor(t)
	s := y.build(newOrder(t, y.office, "P-10", "ATL", nil))
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	p := y.pallets(s.ID)
	y.dock.Call("DockView/NoteShort", any1{"ShipmentId": s.ID, "PalletId": p[0].ID, "Pieces": 5})
	y.load(s.ID, p[0].LPN)
	y.load(s.ID, p[1].LPN)
	y.leave(s.ID, 2, 0)
	back := y.orders()["P-10-01"]
	back.Items.V[0].Pieces = 2
	y.office.Call("Shipment/SaveItemDetails", any1{"OrderId": back.ID, "Items": back.Items.V})
	y.recount(s.ID, 2, map[string]int{p[0].ID: 0})
	equal(t, "nothing is open", len(y.orders()), 0)
	equal(t, "no other load", len(y.told("notify-back-order-over")), 0)
	list := y.told("notify-back-order-nowhere")
	equal(t, "told once", len(list), 1)
	equal(t, "of three pieces", said(list[0]["number"], list[0]["order"], list[0]["pieces"], list[0]["link"]), said(s.Number, "P-10", 3, "/ShipmentDetails/"+s.ID))
}

// What was left behind is told, and not all that the back order holds which it was merged into.
func TestLeftBehind_IsToldByWhatTheTruckLeft(t *testing.T) {
	y := newFloor(t)
	id := newOrder(t, y.office, "P-11", "ATL", nil)
	part := testkit.Into[order.SplitResp](t, y.office.Call("Shipment/SplitOrder", any1{"OrderId": id, "Lines": []any1{{"Line": 0, "Pieces": 10}}})).BackOrder
	s := y.build(id)
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	p := y.pallets(s.ID)
	y.dock.Call("DockView/NoteShort", any1{"ShipmentId": s.ID, "PalletId": p[0].ID, "Pieces": 5})
	for _, pallet := range p {
		y.load(s.ID, pallet.LPN)
	}
	y.leave(s.ID, len(p), 0)
	y.office.Call("Shipment/MergeOrders", any1{"OrderIds": []string{part.ID, y.orders()["P-11-02"].ID}})
	y.recount(s.ID, len(p), map[string]int{p[0].ID: 7})
	equal(t, "the order holds", y.orders()["P-11-01"].Pieces, int64(17))
	list := y.told("notify-back-order")
	equal(t, "told", len(list), 2)
	equal(t, "of five, then of seven pieces", said(list[0]["order"], list[0]["pieces"], list[1]["order"], list[1]["pieces"]), "P-11-02 5 P-11-01 7")
	y.recount(s.ID, len(p), map[string]int{p[0].ID: 0})
	equal(t, "the other part stays", y.orders()["P-11-01"].Pieces, int64(10))
	equal(t, "nobody is told of nothing", len(y.told("notify-back-order")), 2)
}

// Bills that were signed before it was kept what they left behind are corrected all the same: what went on since counts, and a correction of the seal changes nothing.
func TestCorrection_OfABillFromBeforeItWasKeptWhatItLeft(t *testing.T) {
	y := newFloor(t)
	lines := any1{"Items": []any1{{"description": "Bolts", "pieces": 7, "packageType": "CTN", "pallets": 3, "weight": any1{"milli": 333_333, "unit": "kg"}, "class": "70"}}}
	s := y.build(newOrder(t, y.office, "P-12", "ATL", lines), newOrder(t, y.office, "P-13", "ATL", nil))
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	p := y.pallets(s.ID)
	y.load(s.ID, p[0].LPN)
	y.load(s.ID, p[4].LPN)
	y.leave(s.ID, 2, 3)
	next := y.build(y.orders()["P-12-01"].ID, y.orders()["P-13-01"].ID)
	y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": next.ID})
	y.load(next.ID, y.pallets(next.ID)[0].LPN)
	y.leave(next.ID, 1, 2)
	open := func() string {
		list := map[string]int64{}
		for _, o := range y.orders() {
			list[o.Root] += o.Pieces
		}
		return said(len(list), list["P-12"], list["P-13"])
	}
	equal(t, "left behind again", open(), "2 2 20")
	old := func() {
		y.Write("1", func(ctx context.Context, tx *store.Tx) error {
			for _, table := range []string{"order_parting", "order_holder"} {
				if _, err := tx.ExecContext(ctx, `DELETE FROM `+table); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, id := range []string{s.ID, next.ID} {
		old()
		y.recount(id, map[string]int{s.ID: 2, next.ID: 1}[id], nil)
		equal(t, "another seal", open(), "2 2 20")
	}
	old()
	y.recount(s.ID, 2, map[string]int{p[4].ID: 5})
	equal(t, "5 more", open(), "2 2 25")
	y.recount(s.ID, 2, map[string]int{p[4].ID: 0})
	equal(t, "and 5 less", open(), "2 2 20")
	old()
	y.recount(s.ID, 2, map[string]int{p[0].ID: 1})
	equal(t, "one more of what went on in part", open(), "2 3 20")
	equal(t, "nobody has anything twice", said(len(y.told("notify-back-order-over")), len(y.told("notify-back-order-nowhere"))), "0 0")
}

func TestSplitOrder_GoesOnTwoTrucksAndTogetherAgain(t *testing.T) {
	y := newFloor(t)
	id := newOrder(t, y.office, "P-3", "ATL", nil)
	split := func(pieces int64) order.SplitResp {
		return testkit.Into[order.SplitResp](t, y.office.Call("Shipment/SplitOrder", any1{"OrderId": id, "Lines": []any1{{"Line": 0, "Pieces": pieces}}, "ShipOn": "2026-11-24"}))
	}
	equal(t, "more than there is", y.office.Refused("Shipment/SplitOrder", any1{"OrderId": id, "Lines": []any1{{"Line": 0, "Pieces": 41}}}).Fields[0].Code, "part-more-than-there")
	equal(t, "all of it", y.office.Refused("Shipment/SplitOrder", any1{"OrderId": id, "Lines": []any1{{"Line": 0, "Pieces": 40}}}).Code, "part-leaves-nothing")
	r := split(10)
	equal(t, "two parts", said(r.Order.Pieces, r.Order.Weight.V, r.BackOrder.Number, r.BackOrder.Pieces, r.BackOrder.Weight.V, r.BackOrder.ShipOn), "30 937.875 lb P-3-01 10 312.625 lb 2026-11-24")
	again := split(5)
	equal(t, "a third", again.BackOrder.Number, "P-3-02")
	a, b := y.build(id), y.build(again.BackOrder.ID)
	equal(t, "on two trucks", a.ID != b.ID && a.Pieces == 25 && b.Pieces == 5, true)
	equal(t, "one that is built", y.office.Refused("Shipment/MergeOrders", any1{"OrderIds": []string{id, r.BackOrder.ID}}).Code, "order-already-built")
	y.office.Call("Shipment/Void", any1{"ShipmentId": a.ID, "Reason": "one truck is enough"})
	y.office.Call("Shipment/Void", any1{"ShipmentId": b.ID, "Reason": "one truck is enough"})
	o := testkit.Into[order.Order](t, y.office.Call("Shipment/MergeOrders", any1{"OrderIds": []string{again.BackOrder.ID, id, r.BackOrder.ID}}))
	equal(t, "together again", said(o.Number, o.Pieces, o.Pallets, o.Weight.V, len(o.Items.V), len(y.orders())), "P-3 40 2 1,250.5 lb 1 1")
	other := newOrder(t, y.office, "P-4", "ATL", nil)
	equal(t, "of two orders", y.office.Refused("Shipment/MergeOrders", any1{"OrderIds": []string{id, other}}).Code, "orders-of-two")
}

// A load is parted before it is loaded: what is to be collected goes with the goods, and nothing of it is lost.
func TestSplitShipment_SharesTheMoneyOut(t *testing.T) {
	y := newFloor(t)
	s := y.build(newOrder(t, y.office, "P-5", "ATL", nil))
	y.office.Call("Shipment/SaveClauses", any1{"ShipmentId": s.ID, "Clauses": freight.Clauses{CodMinor: 100_001, Currency: "USD", CodRemit: "Acme, Atlanta"}})
	s = testkit.Into[shipment.Shipment](t, y.office.Call("Shipment/SplitShipment", any1{"ShipmentId": s.ID, "Lines": []any1{{"Line": 0, "Pieces": 10, "Pallets": 1}}}))
	equal(t, "what stays", said(sums(s), s.Clauses.V.CodMinor), "30 pieces, 1 pallets, 937.875 lb 75001")
	back := y.orders()["P-5-01"]
	equal(t, "what goes later", said(back.Pieces, back.Pallets, back.Weight.V, back.Clauses.V.CodMinor), "10 1 312.625 lb 25000")
	next := y.build(back.ID)
	equal(t, "is collected there", next.Clauses.V.CodMinor, int64(25000))
	y.office.Call("Shipment/Void", any1{"ShipmentId": s.ID, "Reason": "planned anew"})
	equal(t, "the order is what it was built with", y.orders()["P-5"].Pieces, int64(30))
}

// What was entered by hand states the room of what is left on the load: whoever opens the page and saves it states no more.
func TestSplitShipment_TheEntryStatesTheRoomOfWhatStays(t *testing.T) {
	y := newFloor(t)
	s := testkit.Into[shipment.Shipment](t, y.office.Call("Shipment/SaveShipment", save("prepaid", "save", any1{"Items": []any1{item(any1{"Qty": 10, "CBM": 2, "linearFeet": 5})}})))
	y.office.Call("Shipment/SplitShipment", any1{"ShipmentId": s.ID, "Lines": []any1{{"Line": 0, "Pieces": 5}}})
	equal(t, "of the load", said(y.now(s.ID).Items.V[0].Volume, y.now(s.ID).Items.V[0].LinearFeet), "1 m3 2.5 ft")
	p := testkit.Into[shipment.Opened](t, y.office.Call("Shipment/LoadShipmentPage", any1{"ShipmentId": s.ID}))
	equal(t, "as it is opened", said(p.Entry.Items[0].Pieces, p.Entry.Items[0].Volume, p.Entry.Items[0].LinearFeet), "5 1 m3 2.5 ft")
	at, _ := p.Row.ChangedAt.MarshalText()
	y.office.Call("Shipment/SaveShipment", any1{"ShipmentId": s.ID, "ChangedAt": string(at), "Then": "save", "Shipment": p.Entry})
	equal(t, "as it is saved", said(y.now(s.ID).Items.V[0].Volume, y.now(s.ID).Items.V[0].LinearFeet), "1 m3 2.5 ft")
}

// Whatever a desk and a dock do, pieces and pounds of what went and of what is open are those of the orders.
func TestParts_AddUpWhateverIsDone(t *testing.T) {
	told := 0
	for _, seed := range []uint64{1, 2, 8, 10, 12, 21} {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { told += addUp(t, rand.New(rand.NewPCG(28, seed))) })
	}
	if told == 0 {
		t.Error("no bill was corrected that has what another load has by now")
	}
}

// addUp gives how often the office was told that two bills have the same goods.
func addUp(t *testing.T, r *rand.Rand) int {
	y := newFloor(t)
	var pieces int64
	var weight freight.Measure
	gone := map[string]bool{}
	for n := range 8 {
		items := []any1{}
		for line := range 1 + r.IntN(3) {
			p, w := 4+r.Int64N(30), 1000+r.Int64N(900_000)
			items = append(items, any1{"description": fmt.Sprint("Goods ", line), "pieces": p, "packageType": "CTN", "pallets": 1 + r.Int64N(3), "weight": any1{"milli": w, "unit": "lb"}})
			pieces += p
			weight = weight.Add(freight.Measure{Milli: w, Unit: "lb"})
		}
		newOrder(t, y.office, fmt.Sprint("R-", n), "ATL", any1{"Items": items})
	}
	corrected := false
	over := map[string]int64{} // pieces of each load that another bill has as well, as the office was told when it was corrected last
	check := func(did string) {
		t.Helper()
		var p int64
		var w freight.Measure
		for _, o := range y.orders() {
			p, w = p+o.Pieces, w.Add(o.Weight.V)
		}
		for id := range gone {
			s := y.now(id)
			p, w = p+s.Pieces, w.Add(s.Weight.V)
		}
		twice := int64(0)
		for _, n := range over {
			twice += n
		}
		if p != pieces+twice || !corrected && w != weight {
			t.Fatalf("after %s: %d pieces and %s of %d and %s, and %d twice", did, p, w, pieces, weight, twice)
		}
	}
	admin := y.As("admin@demo.test")
	correct := func(id string) {
		corrected = true // pieces of other pallets than before weigh otherwise
		admin.Call("DockView/CorrectBill", any1{"ShipmentId": id, "Reason": "counted again"})
		on := 0
		for _, p := range y.pallets(id) {
			if p.State == "loaded" && r.IntN(2) == 0 {
				y.dock.Call("DockView/NoteShort", any1{"ShipmentId": id, "PalletId": p.ID, "Pieces": r.Int64N(p.Pieces)})
			}
			if p.State == "loaded" {
				on++
			} else if _, err := y.dock.Try("DockView/LoadPallet", any1{"ShipmentId": id, "Lpn": p.LPN}); err == nil && r.IntN(2) == 0 {
				on++ // it was aboard, unless it has gone on since
			} else if err == nil {
				y.dock.Call("DockView/UnloadPallet", any1{"ShipmentId": id, "Lpn": p.LPN})
			}
		}
		before := len(y.told("notify-back-order-over"))
		y.sign(id, on)
		over[id] = 0
		for _, n := range y.told("notify-back-order-over")[before:] {
			over[id] += int64(n["pieces"].(float64))
		}
		check("a correction")
	}
	for step := range 60 {
		if len(gone) > 0 && r.IntN(3) == 0 {
			correct(slices.Sorted(maps.Keys(gone))[r.IntN(len(gone))])
			continue
		}
		var open []order.Order
		for _, o := range y.orders() {
			open = append(open, o)
		}
		if len(open) == 0 {
			break
		}
		slices.SortFunc(open, func(a, b order.Order) int { return strings.Compare(a.Number, b.Number) })
		o := open[r.IntN(len(open))]
		switch r.IntN(4) {
		case 0:
			if n := r.IntN(len(o.Items.V)); o.Pieces > o.Items.V[n].Pieces || o.Items.V[n].Pieces > 1 {
				y.office.Call("Shipment/SplitOrder", any1{"OrderId": o.ID, "Lines": []any1{{"Line": n, "Pieces": 1 + r.Int64N(max(1, o.Items.V[n].Pieces-1))}}})
				check("a split")
			}
		case 1:
			ids := []string{}
			for _, p := range open {
				if p.Root == o.Number || p.ID == o.ID {
					ids = append(ids, p.ID)
				}
			}
			if len(ids) > 1 {
				y.office.Call("Shipment/MergeOrders", any1{"OrderIds": ids})
				check("a merge")
			}
		default:
			ids := []string{o.ID}
			if other := open[r.IntN(len(open))]; other.ID != o.ID {
				ids = append(ids, other.ID)
			}
			s := y.build(ids...)
			if s.Pieces > 1 && r.IntN(3) == 0 && s.Items.V[0].Pieces > 1 {
				y.office.Call("Shipment/SplitShipment", any1{"ShipmentId": s.ID, "Lines": []any1{{"Line": 0, "Pieces": 1}}})
			}
			gone[s.ID] = true
			check("a build")
			y.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
			on, left := 0, 0
			for i, p := range y.pallets(s.ID) {
				if p.Pieces > 1 && r.IntN(5) == 0 {
					y.dock.Call("DockView/NoteShort", any1{"ShipmentId": s.ID, "PalletId": p.ID, "Pieces": 1})
				}
				if i == 0 || r.IntN(3) > 0 {
					y.load(s.ID, p.LPN)
					on++
				} else if left++; p.Pieces > 1 && r.IntN(5) == 0 {
					left-- // may be noted short by now
				}
			}
			y.leave(s.ID, on, 1000)
			check(fmt.Sprint("truck ", step))
		}
	}
	return len(y.told("notify-back-order-over"))
}
