package shipment_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func (d *desk) full(id string) shipment.Full {
	d.t.Helper()
	return testkit.Into[shipment.Full](d.t, d.office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": id}))
}

// accepted is a load that its carrier has taken, with a PRO number and a price.
func (d *desk) accepted(number, pro string) (shipment.Shipment, shipment.Tender) {
	d.t.Helper()
	s, info := d.offered(number, 1)
	first := info.Tenders[0]
	d.mailsLeave()
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(first.ID), "Accept": true, "Name": "Ann Lee", "PRO": pro})
	s = d.now(s.ID)
	equal(d.t, "accepted", string(s.Status)+" "+s.PRO, "M "+pro)
	return s, first
}

// What a carrier gave is that carrier's: the next one gets neither its PRO number nor its price, and a bill that the first was told is void is not used again.
func TestRequote_NothingOfTheFirstCarrierIsLeft(t *testing.T) {
	d := newDesk(t)
	s, _ := d.accepted("C-1", "4411223344")
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "T"})
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "Q"})
	back := d.full(s.ID)
	equal(t, "PRO, price and days of the carrier before", any1{"pro": back.Shipment.PRO, "cost": back.Cost == nil, "days": back.Shipment.ServiceDays}, any1{"pro": "", "cost": true, "days": int64(0)})
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, s.BOL) || !strings.Contains(last, "no longer valid") {
		t.Errorf("the first carrier is told: %s", last)
	}
	info := d.info(s.ID)
	d.office.Call("Shipment/TenderByShipmentPricesheet", any1{"TenderingShipmentID": s.ID, "TenderingPricesheetID": info.Choices[1].Sheet, "PriceMinor": info.Choices[1].TotalMinor, "Ask": true, "Minutes": 60})
	next := d.full(s.ID)
	if next.Shipment.BOL == "" || next.Shipment.BOL == s.BOL || next.Shipment.PRO != "" {
		t.Errorf("the second carrier's bill %q, PRO %q; the first one's was %q", next.Shipment.BOL, next.Shipment.PRO, s.BOL)
	}
	equal(t, "its own price", next.Cost.TotalMinor, info.Choices[1].TotalMinor)
}

// A carrier accepted, and its load is changed. Before the mail that asks it anew has left, the load goes to another: the first one, which has the bill, is told all the
// same, or two trucks come.
func TestRequote_OfAChangedLoadTellsTheCarrierThatHadAccepted(t *testing.T) {
	d := newDesk(t)
	s, _ := d.accepted("C-9", "4411223344")
	d.mailsLeave()
	d.office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-12-03", "PickupByFromTime": "09:00", "PickupByToTime": "15:00"})
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": s.ID, "StatusCode": "Q"})
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, s.BOL) || !strings.Contains(last, "has withdrawn load") {
		t.Errorf("the first carrier is told: %s", last)
	}
	info := d.info(s.ID)
	d.office.Call("Shipment/TenderByShipmentPricesheet", any1{"TenderingShipmentID": s.ID, "TenderingPricesheetID": info.Choices[1].Sheet, "PriceMinor": info.Choices[1].TotalMinor, "Ask": true, "Minutes": 60})
	if next := d.now(s.ID); next.BOL == "" || next.BOL == s.BOL {
		t.Errorf("the second carrier's bill %q; the first one's was %q", next.BOL, s.BOL)
	}
}

// Another truck comes to the dock than the one that was booked: of the two carriers only one may believe that it has the load.
func TestCorrect_AnotherCarrierTakesTheLoadFromTheOneThatAccepted(t *testing.T) {
	d := newDesk(t)
	s, first := d.accepted("C-2", "4411223355")
	d.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	other := map[bool]string{true: "ODFL", false: "SAIA"}[first.Carrier == "SAIA"]
	d.As("dock@demo.test").Call("DockView/UpdateShipmentDetails", any1{"ShipmentId": s.ID, "CarrierScac": other})
	now := d.full(s.ID)
	equal(t, "not confirmed by the new one", string(now.Shipment.Status)+" "+now.Shipment.Carrier+" "+now.Shipment.PRO, "T "+other+" ")
	equal(t, "the first one's price is gone", now.Cost == nil, true)
	equal(t, "its tender", strings.Fields(states(d.info(s.ID)))[0], "withdrawn")
	if now.Shipment.BOL == s.BOL || now.Shipment.BOL == "" {
		t.Errorf("bill %q, before %q", now.Shipment.BOL, s.BOL)
	}
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, s.BOL) || !strings.Contains(last, "is withdrawn") {
		t.Errorf("the first carrier is told: %s", last)
	}
}

// A pickup that is moved after it was accepted has not been accepted.
func TestUpdateSchedule_GoesBackToTheCarrierThatAccepted(t *testing.T) {
	d := newDesk(t)
	s, first := d.accepted("C-3", "4411223366")
	d.office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-12-03", "PickupByFromTime": "09:00", "PickupByToTime": "15:00"})
	s = d.now(s.ID)
	equal(t, "to be confirmed, still the same carrier", string(s.Status)+" "+s.Carrier+" "+s.PRO, "T "+first.Carrier+" 4411223366")
	info := d.info(s.ID)
	again := open(info)
	equal(t, "asked again at the same price", any1{"c": again.Carrier, "p": again.TotalMinor, "states": states(info)}, any1{"c": first.Carrier, "p": first.TotalMinor, "states": "withdrawn passed open"})
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, "2026-11-24") || !strings.Contains(last, "2026-12-03") || !strings.Contains(last, "is no longer valid") {
		t.Errorf("the mail: %s", last)
	}
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(again.ID), "Accept": true, "Name": "Ann Lee"})
	s = d.now(s.ID)
	equal(t, "confirmed for the new day", string(s.Status)+" "+s.ShipOn+" "+s.PRO, "M 2026-12-03 4411223366")
}

func TestUpdateSchedule_ChangedBeforeTheAnswerIsOfferedAsItIs(t *testing.T) {
	d := newDesk(t)
	s, info := d.offered("C-4", 0)
	old := d.token(info.Tenders[0].ID)
	d.mailsLeave()
	d.office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-11-25", "PickupByFromTime": "09:00", "PickupByToTime": "15:00"})
	equal(t, "the old link", d.carrier().Refused("CarrierConfirmation/Answer", any1{"Token": old, "Accept": true, "Name": "Ann Lee"}).Code, "mail-link-replaced")
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(info.Tenders[0].ID), "Accept": true, "Name": "Ann Lee"})
	equal(t, "accepted", string(d.now(s.ID).Status), "M")
}

func TestPickupDay_IsNeverAskedForAsItIs(t *testing.T) {
	d := newDesk(t)
	s, info := d.rated("C-5")
	move := func(day, from string, seen bool) *fail.Error {
		_, err := d.office.Try("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": day, "PickupByFromTime": from, "DaySeen": seen})
		f, _ := fail.As(err)
		return f
	}
	for _, c := range []struct {
		day, from, code string
		seen            bool
	}{
		{"2026-11-19", "", "pickup-in-past", true}, {"2026-11-26", "", "pickup-on-holiday", false}, {"2026-11-22", "", "pickup-on-weekend", false},
		{"2027-03-14", "02:30", "pickup-time-skipped", true}, {"2026-11-22", "", "", true}, {"2026-11-23", "", "", false},
	} {
		f := move(c.day, c.from, c.seen)
		switch {
		case c.code == "" && f != nil, c.code != "" && (f == nil || f.Fields[0].Code != c.code):
			t.Errorf("%s %s: %v", c.day, c.from, f)
		case c.code == "pickup-time-skipped" && f.Fields[0].Params["next"] != "03:00":
			t.Errorf("%v", f.Fields[0].Params)
		}
	}
	if f := move("2026-11-21", "", true); f != nil {
		t.Fatal(f)
	}
	req := ofSheet(s, info, 0)
	d.office.Call("Shipment/TenderByShipmentPricesheet", req) // the day was confirmed when it was set

	holiday, info := d.rated("C-8")
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET ship_on = '2026-11-26' WHERE id = ?`, holiday.ID) // as its order has it
		return err
	})
	equal(t, "named to who tenders", d.info(holiday.ID).Closed+" "+d.info(holiday.ID).Holiday, "pickup-on-holiday Thanksgiving Day")
	req = ofSheet(holiday, info, 0)
	equal(t, "a holiday", d.office.Refused("Shipment/TenderByShipmentPricesheet", req).Code, "pickup-on-holiday")
	req["DaySeen"] = true
	d.office.Call("Shipment/TenderByShipmentPricesheet", req)

	other, info := d.rated("C-6")
	d.Pass(6 * 24 * 60 * 60 * 1e9) // its day, the 24th, is over
	equal(t, "a day that is over", d.office.Refused("Shipment/TenderByShipmentPricesheet", ofSheet(other, info, 0)).Code, "pickup-in-past")
	equal(t, "nothing is half done", string(d.now(other.ID).Status), "Q")
}

func TestWindow_MayEndAfterMidnight(t *testing.T) {
	d := newDesk(t)
	s, _ := d.rated("C-7")
	moved := testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-11-24", "PickupByFromTime": "22:00", "PickupByToTime": "02:00"}))
	equal(t, "window", moved.PickupFrom+" "+moved.PickupTo, "22:00 02:00")
	equal(t, "a slip of the pen", d.office.Refused("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": "2026-11-24", "PickupByFromTime": "12:00", "PickupByToTime": "11:00"}).Fields[0].Code, "pickup-window-backwards")
}

// What a carrier accepted is what it was offered: ten times the weight, a lift gate, another town go back to it in one step, at their price.
func TestChangeLoad_GoesBackToTheCarrierThatAccepted(t *testing.T) {
	d := newDesk(t)
	s, first := d.accepted("C-20", "4411223377")
	weigh := func(lb int64) any1 {
		return any1{"ShipmentId": s.ID, "Lines": []any1{{"Line": 0, "Weight": any1{"milli": lb * 1000, "unit": "lb"}}}}
	}
	d.office.Call("Shipment/ChangeLoad", weigh(1300))
	s = d.now(s.ID)
	equal(t, "within the tolerance", string(s.Status)+" "+s.Weight.V.String(), "M 1,300 lb")
	d.office.Call("Shipment/ChangeLoad", weigh(6000))
	full := d.full(s.ID)
	again := open(d.info(s.ID))
	equal(t, "asked again", string(full.Shipment.Status)+" "+full.Shipment.Carrier+" "+again.Carrier+" "+full.Shipment.PRO, "T "+first.Carrier+" "+first.Carrier+" 4411223377")
	if full.Cost.TotalMinor <= first.TotalMinor || again.TotalMinor != full.Cost.TotalMinor || full.Cost.Stale != "" {
		t.Errorf("the price: %d before, %d now, offered at %d", first.TotalMinor, full.Cost.TotalMinor, again.TotalMinor)
	}
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, "weight: 1,300 lb → 6,000 lb") || !strings.Contains(last, "price: ") {
		t.Errorf("the mail: %s", last)
	}
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(again.ID), "Accept": true, "Name": "Ann Lee"})
	d.office.Call("Shipment/UpdateServices", any1{"ShipmentId": s.ID, "Services": []string{"LFTD"}})
	s = d.now(s.ID)
	equal(t, "services, too", string(s.Status)+" "+strings.Join(s.Services.V, ","), "T LFTD")
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(open(d.info(s.ID)).ID), "Accept": true, "Name": "Ann Lee"})
	d.office.Call("Shipment/ChangeLoad", any1{"ShipmentId": s.ID, "Destination": any1{"name": "Globex", "street": "10 Dock Rd", "city": "Nashville", "state": "TN", "zip": "37211", "country": "US"}})
	mails = d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, "10 Dock Rd") || !strings.Contains(last, "9 Dock Rd") {
		t.Errorf("the mail: %s", last)
	}
	equal(t, "and the address", string(d.now(s.ID).Status), "T")
}

// A price that was found is of what was rated: after an edit it is that of the goods as they are now.
// Half of the pieces take half of the room that was stated for all.
func TestChangeLoad_TheRoomFollowsThePieces(t *testing.T) {
	k := world(t)
	office := k.As("office@demo.test")
	s := testkit.Into[shipment.Shipment](t, office.Call("Shipment/SaveShipment", save("collect", "ship", any1{"Carrier": "ODFL", "Items": []any1{item(any1{"Qty": 10, "CBM": 2, "linearFeet": 5})}})))
	room := func() string {
		it := testkit.Into[shipment.Full](t, office.Call("Shipment/ShipmentDetails", any1{"ShipmentId": s.ID})).Shipment.Items.V[0]
		return said(it.Pieces, it.Volume, it.LinearFeet)
	}
	office.Call("Shipment/ChangeLoad", any1{"ShipmentId": s.ID, "Lines": []any1{{"Line": 0, "Pieces": 10, "Weight": any1{"milli": 1_300_000, "unit": "lb"}}}})
	equal(t, "another weight alone", room(), "10 2 m3 5 ft")
	office.Call("Shipment/ChangeLoad", any1{"ShipmentId": s.ID, "Lines": []any1{{"Line": 0, "Pieces": 5}}})
	equal(t, "half of it", room(), "5 1 m3 2.5 ft")
	p := testkit.Into[shipment.Opened](t, office.Call("Shipment/LoadShipmentPage", any1{"ShipmentId": s.ID}))
	equal(t, "as it is opened", said(p.Entry.Items[0].Volume, p.Entry.Items[0].LinearFeet), "1 m3 2.5 ft")
}

func TestSaveShipment_ThePricesFollowTheGoods(t *testing.T) {
	d := newDesk(t)
	entry := any1{"Kind": "prepaid", "WHSE": "ATL", "OrderNumber": "C-21", "ShipOn": "2026-11-24", "Destination": any1{"name": "Globex", "street": "9 Dock Rd", "city": "Nashville", "state": "TN", "zip": "37203", "country": "US"},
		"Items": []any1{{"Description": "Bolts", "Qty": 10, "Pallets": 1, "Weight": any1{"milli": 300_000, "unit": "lb"}, "itemClass": "70"}}}
	s := testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/SaveShipment", any1{"Then": "rate", "Shipment": entry}))
	d.office.Call("Shipment/RateShipments", any1{"ShipmentIds": []string{s.ID}})
	light := d.info(s.ID).Choices[0].TotalMinor
	s = d.now(s.ID)
	at, _ := s.ChangedAt.MarshalText()
	entry["Items"].([]any1)[0]["Weight"] = any1{"milli": 3_000_000, "unit": "lb"}
	d.office.Call("Shipment/SaveShipment", any1{"ShipmentId": s.ID, "ChangedAt": string(at), "Then": "rate", "Shipment": entry})
	if heavy := d.info(s.ID).Choices[0].TotalMinor; heavy <= light {
		t.Errorf("3,000 lb cost %d, 300 lb cost %d", heavy, light)
	}
}

func TestPRO_IsHeldAgainstItsCarriersCheckDigit(t *testing.T) {
	d := newDesk(t)
	id := newOrder(t, d.office, "C-22", "ATL", nil)
	req := any1{"OrderIds": []string{id}, "Carrier": "ODFL", "PRONumber": "07209562773"}
	equal(t, "one digit wrong", d.office.Refused("Shipment/BuildShipment", req).Fields[0].Code, "pro-check-digit")
	req["PRONumber"] = "07209562763"
	d.office.Call("Shipment/BuildShipment", req)
}

// What stands on the dock weighs twice what its carrier accepted: it hears of it before its truck is there.
func TestWeighPallet_GoesBackToTheCarrierThatAccepted(t *testing.T) {
	d := newDesk(t)
	s, first := d.accepted("C-23", "4411223388")
	d.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	worker := d.As("dock@demo.test")
	pallets := testkit.Into[[]struct {
		ID string `json:"id"`
	}](t, worker.Call("DockView/GetPalletPopupDetails", any1{"ShipmentId": s.ID}))
	if len(pallets) != 2 {
		t.Fatal(len(pallets))
	}
	weigh := func(i int, lb int64) {
		t.Helper()
		worker.Call("DockView/WeighPallet", any1{"ShipmentId": s.ID, "PalletId": pallets[i].ID, "Weight": any1{"milli": lb * 1000, "unit": "lb"}, "Sure": true})
	}
	weigh(0, 660) // of 625.25 lb
	equal(t, "within the tolerance", string(d.now(s.ID).Status), "M")
	weigh(1, 4000)
	full := d.full(s.ID)
	again := open(d.info(s.ID))
	equal(t, "asked again, with what the scale said", string(full.Shipment.Status)+" "+again.Carrier+" "+full.Shipment.PRO+" "+full.Shipment.Weight.V.String(), "T "+first.Carrier+" 4411223388 4,660 lb")
	if full.Cost.TotalMinor <= first.TotalMinor && full.Cost.Stale == "" || again.TotalMinor != full.Cost.TotalMinor {
		t.Errorf("the price: %d before, %d now, offered at %d", first.TotalMinor, full.Cost.TotalMinor, again.TotalMinor)
	}
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, "weight: 1,250.5 lb → 4,660 lb") {
		t.Errorf("the mail: %s", last)
	}
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(again.ID), "Accept": true, "Name": "Ann Lee"})
	worker.Call("DockView/UpdatePalletPopupDetails", any1{"ShipmentId": s.ID, "HuId": pallets[1].ID, "Quantity": 12})
	equal(t, "fewer pieces, too", string(d.now(s.ID).Status)+" "+strconv.FormatInt(d.now(s.ID).Pieces, 10), "T 32")
	// A person who puts the line right says what it weighs in all, whatever the scale said before.
	d.office.Call("Shipment/ChangeLoad", any1{"ShipmentId": s.ID, "Lines": []any1{{"Line": 0, "Weight": any1{"milli": 3_000_000, "unit": "lb"}}}})
	equal(t, "the line", d.now(s.ID).Weight.V.String(), "3,000 lb")
	all := testkit.Into[[]freight.Stowed](t, worker.Call("DockView/GetPalletPopupDetails", any1{"ShipmentId": s.ID}))
	for i := range all {
		all[i].Aboard = true
	}
	equal(t, "which is what the bill will say", freight.Loaded(d.now(s.ID).Planned.V, all, true)[0].Weight.String(), "3,000 lb")
}

// A scale is read offline and told when the pickup is over: the weight is kept, no carrier is asked for what is past, and the office is told.
func TestWeighPallet_OfAPickupThatIsOverTellsTheOffice(t *testing.T) {
	d := newDesk(t)
	s, _ := d.accepted("C-24", "4411223399")
	d.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	worker := d.As("dock@demo.test")
	p := testkit.Into[[]struct {
		ID string `json:"id"`
	}](t, worker.Call("DockView/GetPalletPopupDetails", any1{"ShipmentId": s.ID}))[0]
	d.at("2026-11-25 08:00")
	worker.Call("DockView/WeighPallet", any1{"ShipmentId": s.ID, "PalletId": p.ID, "Weight": any1{"milli": 5_000_000, "unit": "lb"}, "Sure": true})
	now := d.now(s.ID)
	equal(t, "kept, and still the carrier's", string(now.Status)+" "+now.Weight.V.String(), "M 5,625.25 lb")
	told := 0
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM notify_notification WHERE code = 'notify-load-weighed'`).Scan(&told)
	})
	if told == 0 {
		t.Error("the office is not told")
	}
}

// A pallet more, or one less, than the carrier accepted goes back to it; and what is loaded and what is left add up to what was ordered.
func TestPallets_AddedOrDeletedGoBackToTheCarrierThatAccepted(t *testing.T) {
	d := newDesk(t)
	s, first := d.accepted("C-25", "4411223400")
	d.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	worker := d.As("dock@demo.test")
	popup := func(more any1) {
		t.Helper()
		req := any1{"ShipmentId": s.ID}
		for k, v := range more {
			req[k] = v
		}
		worker.Call("DockView/UpdatePalletPopupDetails", req)
	}
	stowed := func() []freight.Stowed {
		all := testkit.Into[[]freight.Stowed](t, worker.Call("DockView/GetPalletPopupDetails", any1{"ShipmentId": s.ID}))
		for i := range all {
			all[i].Aboard = true
		}
		return all
	}
	stands := func(what, want string) {
		t.Helper()
		now := d.now(s.ID)
		equal(t, what, fmt.Sprint(string(now.Status), " ", now.Pallets, " pallets, ", now.Pieces, " pieces, ", now.Weight.V.String()), want)
		bill := freight.Loaded(now.Planned.V, stowed(), true)[0]
		equal(t, what+": the bill", fmt.Sprint(bill.Pallets, " ", bill.Pieces, " ", bill.Weight.String()), fmt.Sprint(now.Pallets, " ", now.Pieces, " ", now.Weight.V.String()))
	}
	yes := func() {
		t.Helper()
		d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(open(d.info(s.ID)).ID), "Accept": true, "Name": "Ann Lee"})
	}
	popup(any1{"HuId": "HU-1", "Quantity": 12, "Weight": 700})
	stands("one more", "T 3 pallets, 52 pieces, 1,950.5 lb")
	again := open(d.info(s.ID))
	equal(t, "of the same carrier, which keeps its number", again.Carrier+" "+d.now(s.ID).PRO, first.Carrier+" 4411223400")
	if again.TotalMinor <= first.TotalMinor {
		t.Errorf("the price: %d before, %d now", first.TotalMinor, again.TotalMinor)
	}
	mails := d.mailed(s.ID)
	if last := mails[len(mails)-1]; !strings.Contains(last, "weight: 1,250.5 lb → 1,950.5 lb") || !strings.Contains(last, "pallets: 2 → 3") {
		t.Errorf("the mail: %s", last)
	}
	yes()
	worker.Call("DockView/WeighPallet", any1{"ShipmentId": s.ID, "Lpn": "HU-1", "Weight": any1{"milli": 1_000_000, "unit": "kg"}, "Sure": true})
	now := d.now(s.ID)
	equal(t, "in kilograms", fmt.Sprint(string(now.Status), " ", now.Pallets, " ", now.Weight.V.String()), "T 3 3,455.122 lb")
	yes()
	popup(any1{"HuId": "HU-1", "Flag": "D"})
	stands("gone again", "T 2 pallets, 40 pieces, 1,250.5 lb")
	yes()
	lpn := testkit.Into[[]struct {
		LPN string `json:"lpn"`
	}](t, worker.Call("DockView/GetPalletPopupDetails", any1{"ShipmentId": s.ID}))[0].LPN
	popup(any1{"HuId": lpn, "Flag": "D"})
	stands("one less", "T 1 pallets, 20 pieces, 625.25 lb")
	_, left := freight.Part(d.now(s.ID).Planned.V, stowed(), true)
	if len(left) != 1 || left[0].Item.Pieces != 20 || left[0].Item.Weight.String() != "625.25 lb" || left[0].Item.Pallets != 1 {
		t.Errorf("left for a back order: %+v", left)
	}
	yes()
	worker.Call("DockView/UpdatePalletPopupDetails", any1{"ShipmentId": s.ID, "HuId": "HU-2"})
	equal(t, "the count alone", fmt.Sprint(string(d.now(s.ID).Status), " ", d.now(s.ID).Pallets), "T 2")
}

// A PRO number is of the carrier that somebody wished for: another that gets the load has not given it. Where nobody was wished for, it is held against who gets it.
func TestPRO_OfTheWishedCarrierDoesNotGoToAnother(t *testing.T) {
	d := newDesk(t)
	s, info := d.rated("C-30")
	other := map[bool]string{true: "ODFL", false: "SAIA"}[info.Choices[0].Carrier == "SAIA"]
	put := func(carrier, pro string) {
		t.Helper()
		d.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE shipment SET carrier = ?, pro = ? WHERE id = ?`, carrier, pro, s.ID)
			return err
		})
	}
	put(other, "4411223344")
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, info, 0))
	equal(t, "of another", d.now(s.ID).PRO, "")

	s, info = d.rated("C-31")
	at := slices.IndexFunc(info.Choices, func(c shipment.Choice) bool { return c.Carrier == "ODFL" })
	if at < 0 {
		t.Fatal("ODFL has no price")
	}
	put("", "07209562773")
	equal(t, "of nobody", d.office.Refused("Shipment/TenderByShipmentPricesheet", any1{"TenderingShipmentID": s.ID, "TenderingPricesheetID": info.Choices[at].Sheet, "PriceMinor": info.Choices[at].TotalMinor}).Code, "pro-check-digit")
}

// The time that a carrier named for its truck is not the next one's.
func TestReject_TheNextCarrierIsDueAsTheLoadSays(t *testing.T) {
	d := newDesk(t)
	s, info := d.rated("C-32")
	d.office.Call("Shipment/TenderByShipmentPricesheet", ofSheet(s, info, 0))
	due := d.now(s.ID).DueAt
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(open(d.info(s.ID)).ID), "Accept": true, "Name": "Ann Lee", "PickupAt": "2026-11-24T10:20"})
	if d.now(s.ID).DueAt == due {
		t.Fatal("the carrier's own time is not kept")
	}
	d.office.Call("Shipment/SaveClauses", cod(s.ID, 50_000))
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(open(d.info(s.ID)).ID), "Accept": false, "Name": "Ann Lee", "Reason": "no-capacity"})
	equal(t, "due", d.now(s.ID).DueAt, due)
}
