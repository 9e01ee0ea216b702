package bill

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"time"

	"lading/server/kit/freight"
)

func pounds(n int64) freight.Measure { return freight.Measure{Milli: n * 1000, Unit: "lb"} }

// sample is an ordinary load out of Atlanta: mixed freight, one drum line of dangerous goods, not signed yet.
func sample() Bill {
	return Bill{
		Number: "07123450000004819", Version: 1, On: "2026-11-20", Pro: "514-2283906", ShipmentID: "01JCX0M3T4W8Q2Z5N7R9B1D6FK",
		From: Party{Party: freight.Party{Name: "Piedmont Coatings & Supply", Street: "2450 Fulton Industrial Blvd SW", Street2: "Dock 14", City: "Atlanta", State: "GA", Zip: "30336",
			Country: "US", Contact: "Dana Whitfield", Phone: "404-555-0147", Email: "shipping@piedmontcoatings.example"}, Ref: "SH-20618", Fob: true},
		To: Party{Party: freight.Party{Name: "Gulf States Building Products", Street: "1180 Wallisville Rd", City: "Houston", State: "TX", Zip: "77013", Country: "US",
			Contact: "Receiving", Phone: "713-555-0122"}, Location: "0417", Ref: "C-88120"},
		BillTo:  Party{Party: freight.Party{Name: "Northline Freight Audit, for Piedmont Coatings", Street: "PO Box 4410", City: "Memphis", State: "TN", Zip: "38101", Country: "US"}},
		Carrier: Carrier{Name: "Old Dominion Freight Line", Scac: "ODFL", Trailer: "533182", Seals: []string{"UL-4471902", "UL-4471903"}},
		Terms:   ThirdParty,
		Orders: []Order{
			{Number: "SO-118204", Packages: 96, Weight: pounds(4320), Palletted: true, Note: "PO 7741-HOU, dept 12"},
			{Number: "SO-118219", Packages: 40, Weight: pounds(2180), Palletted: true, Note: "PO 7745-HOU"},
			{Number: "SO-118231", Packages: 4, Weight: pounds(1760), Palletted: true, Note: "PO 7746-HOU, lot 26-1104"},
		},
		Lines: []Line{
			{Units: 4, UnitType: "PLT", Packages: 96, PackageType: "CTN", Weight: pounds(4320), Description: "Paint, latex, not hazardous, in cans in cartons", Nmfc: "999010-02", Class: "55"},
			{Units: 2, UnitType: "PLT", Packages: 40, PackageType: "CTN", Weight: pounds(2180), Description: "Brushes and rollers, paint, with handles of wood and plastic mixed", Nmfc: "999031", Class: "92.5"},
			{Units: 1, UnitType: "PLT", Packages: 4, PackageType: "DRM", Weight: pounds(1760), Description: "Thinner, drums banded to the pallet", Nmfc: "999020", Class: "65",
				Hazmat: &Hazmat{ID: "UN1993", Name: "Flammable liquids, n.o.s.", Technical: "contains Xylene", Class: "3", Group: "III", Quantity: "4 steel drums (1A1), 832 L"}},
		},
		EmergencyPhone: "1-800-555-0199", EmergencyContract: "Piedmont Coatings, no. 20261",
		DeclaredValue: &DeclaredValue{Amount: Money{Minor: 500, Currency: "USD"}, Per: "lb"},
		LoadedBy:      LoadedByShipper, CountedBy: CountedByDriverPallets,
		Instructions: "Appointment 0900 on Nov 24, call Receiving one hour before. Do not stack drums. Liftgate not needed.",
	}
}

// signed is the sample after both have signed on the tablet.
func signed() Bill {
	b := sample()
	b.Exceptions = []string{"Pallet LPN-0004471: 2 cartons wet at one corner, photographed", "SO-118219: 1 carton short of 41 ordered"}
	at := time.Date(2026, 11, 20, 21, 14, 9, 0, time.UTC)
	d := Digest(b)
	b.Signatures = []Signature{
		{Role: Shipper, Name: "Dana Whitfield", Company: "Piedmont Coatings & Supply", At: at.Add(-4 * time.Minute), Zone: "America/New_York", Image: scribble(3),
			Consent: "I agree to sign this document electronically.", Language: "en", Pieces: 140, Pallets: 7, Digest: d},
		{Role: Driver, Name: "Luis Ortega Núñez", Company: "Old Dominion Freight Line", At: at, Zone: "America/New_York", Image: scribble(8),
			Consent: "Acepto firmar este documento de forma electrónica.", Language: "es", Pieces: 140, Pallets: 7, Digest: d},
	}
	return b
}

// long is a bill of n lines and orders, every fifth line dangerous.
func long(n int) Bill {
	b := sample()
	b.Orders, b.Lines = nil, nil
	for i := range n {
		b.Orders = append(b.Orders, Order{Number: fmt.Sprintf("SO-%06d", 120000+i*7), Packages: 12 + i, Weight: pounds(int64(400 + 13*i)), Palletted: i%3 != 0, Note: fmt.Sprintf("PO %d-HOU", 7000+i)})
		l := Line{Units: 1 + i%3, UnitType: "PLT", Packages: 12 + i, PackageType: "CTN", Weight: pounds(int64(400 + 13*i)),
			Description: fmt.Sprintf("Coatings, part %04d, in pails, palletized and stretch wrapped for over the road", 310+i), Nmfc: "999010-02", Class: "55"}
		if i%5 == 4 {
			l.Hazmat = &Hazmat{ID: "UN1263", Name: "Paint", Class: "3", Group: "II", Quantity: fmt.Sprintf("%d pails, %d L", 12+i, (12+i)*19)}
		}
		b.Lines = append(b.Lines, l)
	}
	return b
}

// scribble is a signature as a pad gives it: dark strokes on a transparent ground, with a wide margin.
func scribble(seed float64) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, 640, 240))
	for t := 0.0; t < 1; t += 0.0006 {
		x := 130 + 380*t + 26*math.Sin(t*19+seed)
		y := 120 + 52*math.Sin(t*23*(1-t/3)+seed)*(1-t*0.75) + 14*math.Cos(t*61+seed)
		for dx := -2; dx <= 2; dx++ {
			for dy := -2; dy <= 2; dy++ {
				if dx*dx+dy*dy <= 5 {
					img.SetNRGBA(int(x)+dx, int(y)+dy, color.NRGBA{R: 10, G: 16, B: 60, A: 255})
				}
			}
		}
	}
	var out bytes.Buffer
	_ = png.Encode(&out, img)
	return out.Bytes()
}
