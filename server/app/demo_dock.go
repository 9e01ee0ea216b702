package app

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"math"
	"time"

	"lading/fixtures"
	"lading/server/dock"
	"lading/server/shipment"
)

var dockScenes = []scene{{"loads that left the docks", (*desk).leaves}}

// leaves has two docks load and sign for trucks of yesterday and of this day, by the steps that a worker takes.
func (d *desk) leaves() {
	for _, site := range []struct{ code, worker string }{{"ATL", "U-DOCK"}, {"DAL", "U-DOCK2"}} {
		n := 0
		for _, s := range d.ahead("M", site.code) {
			if n == 4 || d.err != nil {
				break
			}
			if s.EmergencyPhone != "" { // the shipper certifies those first
				continue
			}
			signed := d.now.Add(-time.Duration(25+n*350) * time.Minute)
			d.leave(s, site.code, site.worker, signed, n)
			n++
		}
	}
}

func (d *desk) leave(s shipment.Shipment, site, worker string, signed time.Time, n int) {
	zone := d.zone(site)
	d.as("U-OFFICE")
	d.at(signed.Add(-20 * time.Hour))
	from := signed.In(zone).Add(-100 * time.Minute)
	d.call("Shipment/UpdateSchedule", wire{"ShipmentId": s.ID, "ShipOn": from.Format(time.DateOnly), "PickupByFromTime": from.Format("15:04"), "PickupByToTime": from.Add(2 * time.Hour).Format("15:04"), "DaySeen": true})
	d.at(signed.Add(-3 * time.Hour))
	d.call("Shipment/PutOnDock", wire{"ShipmentId": s.ID, "DueAt": from.UTC().Format(time.RFC3339)})
	d.as(worker)
	d.at(signed.Add(-70 * time.Minute))
	driver := fixtures.DockDrivers[n%len(fixtures.DockDrivers)]
	door := map[string]string{"ATL": "10", "DAL": "28"}[site]
	d.call("DockView/AssignDoor", wire{"ShipmentId": s.ID, "Door": door})
	d.call("Shipment/UpdateDriverDetails", wire{"ShipmentId": s.ID, "Name": driver.Name, "Phone": driver.Phone, "Licence": driver.License})
	d.call("DockView/StartLoading", wire{"ShipmentId": s.ID, "Door": door})
	if d.err != nil {
		return
	}
	pallets, err := d.app.Dock.LPNs(d.ctx, d.tx, dock.ShipmentReq{ShipmentID: s.ID})
	d.err = err
	for i, p := range pallets {
		d.at(signed.Add(-time.Duration(60-i) * time.Minute))
		d.call("DockView/LoadPallet", wire{"ShipmentId": s.ID, "PalletId": p.ID, "Lpn": p.LPN})
	}
	d.at(signed.Add(-5 * time.Minute))
	d.call("DockView/FinishLoading", wire{"ShipmentId": s.ID, "Seal": driver.Seal, "Trailer": driver.Trailer})
	d.at(signed)
	ink, strokes := d.ink(n)
	d.call("DockView/GetSaveSignature", wire{"ShipmentId": s.ID, "SignedBy": driver.Name, "Image": ink, "Strokes": strokes, "Consent": "1", "Language": "en", "Pieces": s.Pieces, "Pallets": len(pallets)})
	d.as("U-ADMIN")
}

// ink keeps a driver's signature, as a picture, black on white, and as the strokes that it was drawn with.
func (d *desk) ink(n int) (picture, strokes string) {
	type point struct {
		X        float64 `json:"x"`
		Y        float64 `json:"y"`
		Pressure float64 `json:"pressure"`
		Time     int     `json:"time"`
	}
	const width, height = 480, 160
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	var line []point
	for x := 40; x < 430; x++ {
		y := 80 + 34*math.Sin(float64(x)/(14+float64(n)*2)) + 16*math.Cos(float64(x)/7)
		for thick := range 3 {
			img.SetGray(x, int(y)+thick, color.Gray{})
		}
		line = append(line, point{float64(x), y, 0.5, (x - 40) * 4})
	}
	var body bytes.Buffer
	if err := png.Encode(&body, img); err != nil && d.err == nil {
		d.err = err
	}
	drawn, err := json.Marshal(map[string]any{"width": width, "height": height, "strokes": [][]point{line}})
	if err != nil && d.err == nil {
		d.err = err
	}
	if d.err != nil {
		return "", ""
	}
	if picture, d.err = d.app.Blobs.Put(d.ctx, d.tx.Org, "image/png", body.Bytes()); d.err == nil {
		strokes, d.err = d.app.Blobs.Put(d.ctx, d.tx.Org, "application/json", drawn)
	}
	return picture, strokes
}
