package app

import (
	"time"

	"lading/fixtures"
	"lading/server/kit/freight"
	"lading/server/warehouse"

	"github.com/oklog/ulid/v2"
)

// yards has trailers stand in the warehouses' yards, and moves asked of the yard drivers.
func (d *desk) yards() {
	rows := map[string]string{}
	for _, f := range fixtures.YardRows {
		req := wire{"first": 0, "spots": 0, "closed": []string{}, "doors": []string{}, "down": false}
		for k, v := range f {
			req[k] = v
		}
		r := do[warehouse.YardRow](d, "Yard/SaveRow", req)
		rows[r.Warehouse+" "+r.Name] = r.ID
	}
	for _, t := range fixtures.DropTerms {
		d.call("Yard/SaveDropTerm", t)
	}
	for _, y := range fixtures.YardTrailers {
		came := d.now.Add(-time.Duration(y.Hours) * time.Hour)
		d.at(came)
		id := ulid.Make().String()
		req := wire{"TrailerId": id, "WarehouseId": y.Site, "Number": y.Number, "Carrier": y.Carrier, "Contents": y.Contents, "Seal": y.Seal, "Dropped": y.Dropped, "Note": y.Note}
		if y.SetPoint != 0 {
			req["SetPoint"] = freight.Measure{Milli: int64(y.SetPoint) * 1000, Unit: "F"}
		}
		d.call("Yard/NoteTrailer", req)
		if y.Row+y.Door != "" {
			d.at(came.Add(12 * time.Minute))
			d.call("Yard/PlaceTrailer", wire{"TrailerId": id, "rowId": rows[y.Site+" "+y.Row], "spot": y.Spot, "door": y.Door})
		}
		if y.Reading != 0 {
			d.at(d.now.Add(-50 * time.Minute))
			d.call("Yard/NoteReading", wire{"TrailerId": id, "Reading": freight.Measure{Milli: int64(y.Reading) * 1000, Unit: "F"}})
		}
		if y.Priority != "" {
			d.at(d.now.Add(-time.Duration(10+y.Hours) * time.Minute))
			d.call("Yard/AskMove", wire{"MoveId": ulid.Make().String(), "TrailerId": id, "rowId": rows[y.Site+" "+y.ToRow], "spot": y.ToSpot, "door": y.ToDoor, "Priority": y.Priority, "Note": y.MoveNote})
		}
	}
	d.at(d.now)
}
