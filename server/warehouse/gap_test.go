package warehouse_test

import (
	"testing"

	"lading/server/warehouse"
)

// A time that the clock of the warehouse skips in spring is refused where it is typed, with the next one that there is.
func TestBlock_RefusesATimeThatTheClockSkips(t *testing.T) {
	f := newFloor(t)
	r := warehouse.BlockReq{Warehouse: "ATL", Doors: []string{}, Day: "2027-03-14", From: "02:30", Until: "2027-03-14", To: "05:00", Reason: "Paving"}
	e := f.office.Refused(block, r)
	if len(e.Fields) != 1 || e.Fields[0].Field != "FromTime" || e.Fields[0].Code != "appointment-in-gap" || e.Fields[0].Params["next"] != "03:00" {
		t.Errorf("%+v", e)
	}
	r.From, r.To = "01:00", "02:00"
	if e = f.office.Refused(block, r); len(e.Fields) != 1 || e.Fields[0].Field != "UntilTime" {
		t.Errorf("%+v", e)
	}
	r.To = "03:00"
	f.office.Call(block, r)
	r.Day, r.Until, r.From, r.To = "2027-11-07", "2027-11-07", "01:30", "02:30" // there twice: the first one is meant
	f.office.Call(block, r)
}
