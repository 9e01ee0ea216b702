package shipment_test

import (
	"fmt"
	"testing"

	"lading/server/kit/freight"
	"lading/server/kit/gs1"
	"lading/server/org"
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
	d.office.Call("Shipment/PutOnDock", any1{"ShipmentId": s.ID})
	device := d.As("dock@demo.test").Enrol()
	worker = &tablet{Person: device.Person}
	for _, l := range testkit.Into[org.LeaseResp](d.t, worker.Call("Org/LeaseNumbers", org.LeaseReq{Device: device.ID, Have: []org.HeldLease{}})).Leases {
		if l.Kind == org.SSCC {
			worker.lease = l
		}
	}
	return s.ID, worker
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
