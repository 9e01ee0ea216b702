package app_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lading/server/testkit"
	"lading/server/vendor"
	"lading/server/warehouse"
)

// inboundSlots has ATL take deliveries on Mondays from 08:00 to 10:00 at one door, and gives a Monday to come.
func (p *partner) inboundSlots() string {
	p.T.Helper()
	p.office2.Call("WarehousesSlots/AddHoursofOperation", warehouse.HoursReq{Warehouse: "ATL", Days: []string{"MON"}, Opens: "08:00", Closes: "10:00"})
	doors := testkit.Into[warehouse.ClientWarehousesResp](p.T, p.office2.Call("WarehousesSlots/getClientWarehouses", obj{})).Warehouses[0].Doors
	plan := testkit.Into[warehouse.SlotPlan](p.T, p.office2.Call("WarehousesSlots/updateWarehouseSlotConfig", warehouse.SlotPlanReq{Warehouse: "ATL", Direction: "inbound", Minutes: 60, PerDoor: 1, Doors: doors[:1]}))
	p.office2.Call("WarehousesSlots/createWarehouseSlots", warehouse.MakeSlotsReq{Plan: plan.ID})
	day := p.Now().AddDate(0, 0, 7)
	for day.Weekday() != time.Monday {
		day = day.AddDate(0, 0, 1)
	}
	return day.Format(time.DateOnly)
}

func (p *partner) loadType(name string, minutes, lead int64, bookers ...string) warehouse.LoadType {
	p.T.Helper()
	return testkit.Into[warehouse.LoadType](p.T, p.office2.Call("Warehouse/SaveLoadType", warehouse.LoadTypeReq{Warehouse: "ATL", Direction: "inbound", Name: name, Minutes: minutes, LeadHours: lead, Requires: []string{"PO"}, Checked: true, Bookers: append([]string{}, bookers...)}))
}

// A vendor books the load types that are open to vendors, on their terms; what is refused ships nothing.
func TestVendor_BooksALoadTypeThatIsOpenToIt(t *testing.T) {
	p := newPartner(t)
	token := p.invite(p.vendorOf("Mill Co"), "rosa@mill.test", 1)
	order := p.prepaid(token, "Mill Co", "PO-2,10,ATL", 40)
	monday := p.inboundSlots()
	own := p.loadType("Floor loaded", 120, 0, "vendor")
	office := p.loadType("Drop trailer", 60, 0)
	see := func(kind string) vendor.SlotsShown {
		t.Helper()
		status, out, _ := p.vendor("GetCurrentSlot", obj{"AccessID": token, "WarehouseId": "ATL", "SlotDate": monday, "Days": 1, "LoadTypeId": kind})
		if status != 200 {
			t.Fatalf("slots: %d %s", status, out)
		}
		return testkit.Into[vendor.SlotsShown](t, out)
	}
	if got := see(""); len(got.Kinds) != 1 || got.Kinds[0].Name != "Floor loaded" || len(got.Free) != 1 || got.Free[0].Start != "08:00" {
		t.Errorf("the only one is two hours long: %+v", got)
	}
	far := p.loadType("Palletized", 0, 700, "vendor")
	if got := see(""); len(got.Kinds) != 2 || len(got.Free) != 0 {
		t.Errorf("none chosen: %+v", got)
	}
	if got := see(far.ID); len(got.Free) != 0 {
		t.Errorf("past the lead time: %+v", got)
	}
	before := p.count(`SELECT count(*) FROM shipment`)
	at := func(kind, start string) obj {
		r := ready(token, order, "10", 1)
		r["SlotDate"], r["StartTime"], r["LoadTypeId"] = monday, start, kind
		return r
	}
	for name, c := range map[string]struct {
		kind, start, field string
	}{
		"not a vendor's": {office.ID, "08:00", "LoadTypeId"},
		"none chosen":    {"", "08:00", "LoadTypeId"},
		"too late":       {far.ID, "08:00", "StartTime"},
		"too long":       {own.ID, "09:00", "Minutes"},
	} {
		if status, out, _ := p.vendor("ProcessShipment", at(c.kind, c.start)); status != 422 || !strings.Contains(string(out), c.field) {
			t.Errorf("%s: %d %s", name, status, out)
		}
	}
	alone := ready(token, order, "10", 1)
	alone["LoadTypeId"] = own.ID
	if status, out, _ := p.vendor("ProcessShipment", alone); status != 422 || !strings.Contains(string(out), "SlotDate") {
		t.Errorf("a type without a time: %d %s", status, out)
	}
	if n := p.count(`SELECT count(*) FROM shipment`); n != before {
		t.Errorf("%d shipments came of refusals", n-before)
	}
	if status, out, _ := p.vendor("ProcessShipment", at(own.ID, "08:00")); status != 200 || testkit.Into[vendor.Row](t, out).Delivery.Minutes != 120 {
		t.Errorf("booked: %d %s", status, out)
	}
	if n := p.count(`SELECT count(*) FROM warehouse_appointment WHERE load_type = ? AND po = 'PO-2'`, own.ID); n != 1 {
		t.Errorf("%d of the type", n)
	}
}

// A hundred at once, half of them a vendor by its link and half the office, for one place: one has it.
func TestVendor_AndTheOfficeNeverShareThePlaceOfALoadType(t *testing.T) {
	p := newPartner(t)
	token := p.invite(p.vendorOf("Mill Co"), "rosa@mill.test", 1)
	order := p.prepaid(token, "Mill Co", "PO-2,10,ATL", 400)
	monday := p.inboundSlots()
	kind := p.loadType("Floor loaded", 120, 0, "vendor")
	var won atomic.Int64
	var wait sync.WaitGroup
	for i := range 100 {
		wait.Go(func() {
			if i%2 == 0 {
				_, err := p.office2.Try("WarehousesSlots/SaveAppointment", warehouse.AppointmentReq{Warehouse: "ATL", Direction: "inbound", Day: monday, Start: "08:00", PO: "PO-1", LoadType: kind.ID})
				if err == nil {
					won.Add(1)
				}
				return
			}
			r := ready(token, order, "10", 1)
			r["SlotDate"], r["StartTime"] = monday, "08:00"
			if status, _, _ := p.vendor("ProcessShipment", r); status == 200 {
				won.Add(1)
			}
		})
	}
	wait.Wait()
	if won.Load() != 1 || p.count(`SELECT count(*) FROM warehouse_appointment WHERE warehouse = 'ATL' AND day = ? AND state = 'booked'`, monday) != 1 {
		t.Errorf("%d won", won.Load())
	}
}
