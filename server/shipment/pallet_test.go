package shipment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"lading/server/dock"
	"lading/server/kit/freight"
	"lading/server/kit/gs1"
	"lading/server/org"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"

	"github.com/oklog/ulid/v2"
)

// tablet is an enrolled device with pallet numbers of its own.
type tablet struct {
	*testkit.Person
	lease org.Lease
}

// onDock is a load of one order line on two pallets that a carrier has accepted, on the dock, and a tablet there.
func (d *desk) onDock(number, pro string) (id string, worker *tablet) {
	d.t.Helper()
	s, _ := d.accepted(number, pro)
	return s.ID, d.putOnDock(s.ID)
}

// putOnDock has a load loaded, and gives a tablet there.
func (d *desk) putOnDock(id string) (worker *tablet) {
	d.t.Helper()
	d.office.Call("Shipment/PutOnDock", any1{"ShipmentId": id})
	device := d.As("dock@demo.test").Enrol()
	worker = &tablet{Person: device.Person}
	for _, l := range testkit.Into[org.LeaseResp](d.t, worker.Call("Org/LeaseNumbers", org.LeaseReq{Device: device.ID, Have: []org.HeldLease{}})).Leases {
		if l.Kind == org.SSCC {
			worker.lease = l
		}
	}
	return worker
}

// withDrums is a load on the dock of a line of bolts on two pallets and one of hazardous drums on one, that a carrier has accepted.
func (d *desk) withDrums(number, pro string) (id string, worker *tablet) {
	d.t.Helper()
	s, _ := d.accepted(number, pro)
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET pieces = 48, pallets = 3, emergency_phone = '1-800-555-0199', items = json_insert(items, '$[#]', json(?)) WHERE id = ?`,
			`{"order":"`+number+`","description":"Adhesive","pieces":8,"packageType":"DRM","pallets":1,"weight":{"milli":900000,"unit":"lb"},"class":"65",
"hazmat":{"un":"UN1133","properName":"Adhesives","class":"3","packingGroup":"II","emergencyPhone":"1-800-555-0199","reportableQty":true,"limitedQty":false,"marinePollutant":true}}`, s.ID)
		return err
	})
	return s.ID, d.putOnDock(s.ID)
}

// standing are the pallets of a load on the dock.
func standing(t *testing.T, worker *tablet, id string) []dock.Pallet {
	t.Helper()
	return testkit.Into[[]dock.Pallet](t, worker.Call("DockView/GetPalletPopupDetails", any1{"ShipmentId": id}))
}

// After a weighing the bill is composed from the plan: a number to call that is corrected is the one that it states.
func TestAmend_TheEmergencyNumberAfterAWeighingIsOnTheBill(t *testing.T) {
	d := newDesk(t)
	id, worker := d.withDrums("P-3", "4411223503")
	worker.Call("DockView/WeighPallet", any1{"ShipmentId": id, "PalletId": standing(t, worker, id)[0].ID, "Weight": any1{"milli": 2_000_000, "unit": "lb"}, "Sure": true})
	if len(d.now(id).Planned.V) == 0 {
		t.Fatal("it was not weighed")
	}
	const number = "1-703-555-0170"
	d.As("admin@demo.test").Call("Org/SaveHazmat", any1{"emergencyPhone": "703-555-0170", "emergencyContract": "CCN 20261", "Rev": 1})
	d.Write("1", func(ctx context.Context, tx *store.Tx) error {
		phone := number
		return d.App.Shipment.Amend(ctx, tx, id, freight.Amendment{EmergencyPhone: &phone}, "the provider changed")
	})
	d.Read("1", func(ctx context.Context, tx *store.Tx) error {
		text, _, err := d.App.Document.BillOf(ctx, tx, id, freight.Loading{})
		if err != nil {
			return err
		}
		var bill struct{ EmergencyPhone, EmergencyContract string }
		if err := json.Unmarshal(text, &bill); err != nil {
			return err
		}
		equal(t, "on the bill", bill.EmergencyPhone, number)
		equal(t, "the contract that answers there", bill.EmergencyContract, "CCN 20261")
		return nil
	})
}

// stands is a load as the office has it, and as its bill would be written now.
func (d *desk) stands(id string, worker *tablet) string {
	d.t.Helper()
	now := d.now(id)
	all := testkit.Into[[]freight.Stowed](d.t, worker.Call("DockView/GetPalletPopupDetails", any1{"ShipmentId": id}))
	for i := range all {
		all[i].Aboard = true
	}
	plan := now.Planned.V
	if len(plan) == 0 {
		plan = now.Items.V
	}
	pieces, pallets, weight := freight.Totals(freight.Loaded(plan, all, true))
	return fmt.Sprintf("%d pallets %d pieces %s; bill %d %d %s", now.Pallets, now.Pieces, now.Weight.V, pallets, pieces, weight)
}

// add has a tablet add a pallet of twelve pieces and 100 lb.
func add(t *testing.T, worker *tablet, id string, more any1) {
	t.Helper()
	body := fmt.Sprintf("%s%0*d", worker.lease.Prefix, worker.lease.Digits, worker.lease.First)
	check, err := gs1.CheckDigit(body)
	if err != nil {
		t.Fatal(err)
	}
	sscc := body + string(check)
	worker.lease.First++
	req := any1{"ShipmentId": id, "PalletId": ulid.Make().String(), "Sscc": sscc, "Description": "More of it", "Pieces": 12, "Weight": any1{"milli": 100_000, "unit": "lb"}}
	for k, v := range more {
		req[k] = v
	}
	worker.Call("DockView/AddPallet", req)
}

// A pallet that a tablet adds is on the bill and in the load's sums; one that is on no order is in neither, and no later weighing or change counts it.
func TestAddPallet_IsOnTheBillUnlessItIsOver(t *testing.T) {
	d := newDesk(t)
	id, worker := d.onDock("P-1", "4411223501")
	add(t, worker, id, nil)
	equal(t, "of the only line", d.stands(id, worker), "3 pallets 52 pieces 1,350.5 lb; bill 3 52 1,350.5 lb")
	add(t, worker, id, any1{"Over": true, "Weight": any1{"milli": 3_000_000, "unit": "lb"}})
	add(t, worker, id, any1{"ItemCode": "NO-SUCH"})
	equal(t, "over, and of no line", d.stands(id, worker), "3 pallets 52 pieces 1,350.5 lb; bill 3 52 1,350.5 lb")
	pallets := testkit.Into[[]struct {
		ID       string            `json:"id"`
		State    string            `json:"state"`
		Contents []freight.Content `json:"contents"`
	}](t, worker.Call("DockView/GetPalletPopupDetails", any1{"ShipmentId": id}))
	over, first := 0, ""
	for _, p := range pallets {
		if p.State == "over" {
			over++
		} else if first == "" {
			first = p.ID
		}
		if p.Contents == nil {
			t.Error("contents are null, which no screen can go through")
		}
	}
	equal(t, "over", over, 2)
	worker.Call("DockView/WeighPallet", any1{"ShipmentId": id, "PalletId": first, "Weight": any1{"milli": 2_000_000, "unit": "lb"}, "Sure": true})
	equal(t, "weighed", d.stands(id, worker), "3 pallets 52 pieces 2,725.25 lb; bill 3 52 2,725.25 lb")
	d.office.Call("Shipment/ChangeLoad", any1{"ShipmentId": id, "Lines": []any1{{"Line": 0, "Weight": any1{"milli": 4_000_000, "unit": "lb"}}}})
	equal(t, "changed by the office", d.stands(id, worker), "3 pallets 52 pieces 4,000 lb; bill 3 52 4,000 lb")
}

// A line whose last pallet was deleted is not aboard: bill, sums and back order say so. A load of which nothing stands any more is not offered to anybody.
func TestPallets_TheLastOfALineTakesItAlong(t *testing.T) {
	d := newDesk(t)
	id, worker := d.onDock("P-2", "4411223502")
	if len(d.now(id).Items.V) != 1 {
		t.Fatalf("lines: %+v", d.now(id).Items.V)
	}
	mails := len(d.mailed(id))
	for _, p := range testkit.Into[[]struct {
		LPN string `json:"lpn"`
	}](t, worker.Call("DockView/GetPalletPopupDetails", any1{"ShipmentId": id})) {
		worker.Call("DockView/UpdatePalletPopupDetails", any1{"ShipmentId": id, "HuId": p.LPN, "Flag": "D"})
	}
	equal(t, "the last one is gone as well", d.stands(id, worker), "1 pallets 20 pieces 625.25 lb; bill 0 0 0")
	equal(t, "asked of one less, and of nothing no more", len(d.mailed(id))-mails, 1)
	add(t, worker, id, nil)
	equal(t, "built anew", d.stands(id, worker), "1 pallets 12 pieces 100 lb; bill 1 12 100 lb")
}

// The last pallet of a hazardous line that is deleted takes the line along: nothing refuses it, and neither carrier nor dock is told of it any more. Added again, it
// is back.
func TestPallets_TheLastOfAHazardousLineTakesItAlong(t *testing.T) {
	d := newDesk(t)
	id, worker := d.withDrums("P-4", "4411223504")
	hazmat := func() string {
		for _, l := range testkit.Into[[]dock.Shipment](t, worker.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}})) {
			if l.ID == id {
				return fmt.Sprint(l.Hazmat.V)
			}
		}
		return "no load"
	}
	equal(t, "on the dock", hazmat(), "[RQ, UN1133, Adhesives, 3, PG II, Marine Pollutant]")
	mails := len(d.mailed(id))
	for _, p := range standing(t, worker, id) {
		if p.Description == "Adhesive" {
			worker.Call("DockView/UpdatePalletPopupDetails", any1{"ShipmentId": id, "HuId": p.LPN, "Flag": "D"})
		}
	}
	equal(t, "what stands", d.stands(id, worker), "2 pallets 40 pieces 1,250.5 lb; bill 2 40 1,250.5 lb")
	equal(t, "on the dock", hazmat(), "[]")
	d.mailsLeave()
	said := d.mailed(id)[mails:]
	if len(said) == 0 {
		t.Fatal("the carrier is asked nothing")
	}
	if last := said[len(said)-1]; strings.Contains(last, "DRM") || strings.Contains(last, "UN1133") {
		t.Errorf("the carrier is told of drums that are not aboard: %s", last)
	}
	page := testkit.Into[shipment.Confirmation](t, d.carrier().Call("CarrierConfirmation/Open", any1{"Token": d.token(open(d.info(id)).ID)}))
	equal(t, "the carrier's page", fmt.Sprint(len(page.Goods), page.Hazmat), "1 []")
	lacks := testkit.Into[shipment.LacksResp](t, d.office.Call("Shipment/BillLacks", any1{"ShipmentId": id})).Lacks
	equal(t, "the bill lacks", fmt.Sprint(lacks), "[]")
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(open(d.info(id)).ID), "Accept": true, "Name": "Ann Lee", "PRO": "4411223504"})
	d.office.Call("Shipment/ChangeLoad", any1{"ShipmentId": id, "Lines": []any1{{"Line": 0, "Weight": any1{"milli": 4_000_000, "unit": "lb"}}}})
	equal(t, "places of the lines", len(d.now(id).Items.V), 2)
	d.carrier().Call("CarrierConfirmation/Answer", any1{"Token": d.token(open(d.info(id)).ID), "Accept": true, "Name": "Ann Lee", "PRO": "4411223504"})
	d.office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": id, "StatusCode": "A"})
	equal(t, "under way", string(d.now(id).Status), "A")
}
