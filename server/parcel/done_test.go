package parcel_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"lading/server/kit/blob"
	"lading/server/op"
	"lading/server/parcel"
	"lading/server/store"
)

func TestUPS_AVoidWhoseAnswerWasLostIsLeftToAPerson(t *testing.T) {
	u := newUPS(t).register()
	l := u.bought()
	n := 0
	u.instead["DELETE /api/shipments"] = func() (int, string) {
		if n++; n == 1 {
			return 0, ""
		}
		return 400, fmt.Sprintf(upsNo, "190117", "The shipment has been voided already")
	}
	u.office.Call("Parcel/VoidLabel", obj{"LabelId": l.ID, "Reason": "Late"})
	u.drain()
	u.later(time.Minute)
	if l = u.label("ups"); l.State != parcel.Unclear || l.Why != "parcel-void-unclear" {
		t.Fatalf("%+v", l)
	}
	u.office.Call("Parcel/CheckLabel", obj{"LabelId": l.ID}) // refused with nothing lost: it stands as bought
	u.drain()
	if l = u.label("ups"); l.State != parcel.Held || l.Why != "190117 The shipment has been voided already" || l.VoidAsked != 2 {
		t.Fatalf("%+v", l)
	}
	u.office.Call("Parcel/DropLabel", obj{"LabelId": l.ID, "Reason": "UPS shows it void"})
	if l = u.label("ups"); l.State != parcel.Voided {
		t.Errorf("%+v", l)
	}
	u.bought()
}

func TestUPS_AnUnclearVoidIsClosedByAPersonAndABoughtLabelIsNot(t *testing.T) {
	u := newUPS(t).register()
	drop := obj{"LabelId": u.bought().ID, "Reason": "Void at UPS"}
	if f := u.office.Refused("Parcel/DropLabel", drop); f.Code != "parcel-label-state" {
		t.Errorf("%+v", f)
	}
	u.instead["DELETE /api/shipments"] = func() (int, string) { return 500, "" }
	u.office.Call("Parcel/VoidLabel", obj{"LabelId": drop["LabelId"], "Reason": "Late"})
	for range 12 {
		u.later(2 * time.Hour)
	}
	if l := u.label("ups"); l.State != parcel.Unclear || l.Why != "parcel-void-unclear" {
		t.Fatalf("%+v", l)
	}
	u.office.Call("Parcel/DropLabel", drop)
	if l := u.label("ups"); l.State != parcel.Voided {
		t.Errorf("%+v", l)
	}
}

func TestUPS_AVoidIsReadAsItIsWritten(t *testing.T) {
	u := newUPS(t).register()
	u.instead["DELETE /api/shipments"] = func() (int, string) {
		return 200, `{"VoidShipmentResponse":{"SummaryResult":{"Status":{"Code":"\"1\" ","Description":"Voided"}}}}`
	}
	u.office.Call("Parcel/VoidLabel", obj{"LabelId": u.bought().ID, "Reason": "Late"})
	u.drain()
	if l := u.label("ups"); l.State != parcel.Voided {
		t.Errorf("%+v", l)
	}
}

// full keeps no file for the first so many times.
type full struct {
	parcel.Files
	times int
}

func (f *full) Keep(ctx context.Context, org string, file op.File) (blob.File, error) {
	if f.times--; f.times >= 0 {
		return blob.File{}, errors.New("no space left")
	}
	return f.Files.Keep(ctx, org, file)
}

func TestUPS_WhatWasBoughtStandsBeforeItsPictures(t *testing.T) {
	for name, times := range map[string]int{"": 1, "parcel-label-unreadable": 1000} {
		u := newUPS(t).register()
		u.App.Parcel.Files = &full{u.App.Parcel.Files, times}
		l := u.bought()
		if len(l.Numbers.V) != 2 || !l.Awarded {
			t.Errorf("without its pictures: %+v", l)
		}
		for range 12 {
			u.later(2 * time.Hour)
		}
		want := int64(2)
		if name != "" {
			want = 0
		}
		if _, _, _, _, files := u.stands(u.shipment); files != want || u.label("ups").Why != name || u.carrier.times("POST /api/shipments") != 1 {
			t.Errorf("%d files, %+v", files, u.label("ups"))
		}
	}
}

// mute notes no purchase.
type mute struct{ parcel.Shipments }

func (m mute) Record(ctx context.Context, tx *store.Tx, shipmentID, kind string, data any) error {
	if kind == "label-bought" {
		return errors.New("disk full")
	}
	return m.Shipments.Record(ctx, tx, shipmentID, kind, data)
}

func TestUPS_TheLastAttemptLeavesNothingBeingBought(t *testing.T) {
	u := newUPS(t).register()
	u.App.Parcel.Shipments = mute{u.App.Parcel.Shipments}
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	for range 12 {
		u.later(2 * time.Hour)
	}
	if l := u.label("ups"); l.State != parcel.Unclear || u.carrier.times("POST /api/shipments") != 1 {
		t.Errorf("%+v", l)
	}
}
