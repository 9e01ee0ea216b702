package app_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

func (p *partner) tell(req obj) {
	p.T.Helper()
	if status, out, _ := p.vendor("AddMilestone", req); status != 200 {
		p.T.Fatalf("milestone %v: %d %s", req["Code"], status, out)
	}
}

func (p *partner) stands(shipment, status string) {
	p.T.Helper()
	if n := p.count(`SELECT count(*) FROM shipment WHERE id = ? AND status = ?`, shipment, status); n != 1 {
		p.T.Errorf("the shipment's status is not %s", status)
	}
}

func TestOcean_ABookingIsDeliveredWithTheLastOfItsContainersAlsoOfThoseWithoutANumber(t *testing.T) {
	p := liner(t)
	shipment := p.afloat() // two containers, one of them numbered
	_, token := p.forward(p.office2, "Blue Forwarding", "ines@blue.test")
	first := p.water(token).Loads[0].Containers[0].ID
	p.tell(p.mile(token, first, "delivered", -48))
	p.stands(shipment, "A")
	if status, out, _ := p.vendor("AddOceanContainer", obj{"AccessID": token, "ShipmentId": shipment, "Size": "20FT", "ContainerNumber": "MSKU9070323", "ContactName": "Ines"}); status != 200 {
		t.Fatalf("the second container: %d %s", status, out)
	}
	for _, c := range p.water(token).Loads[0].Containers {
		if c.ID != first {
			p.tell(p.mile(token, c.ID, "delivered", -24))
		}
	}
	p.stands(shipment, "D")
}

func TestOcean_WhatWasCorrectedMovesTheShipmentBack(t *testing.T) {
	p := liner(t)
	shipment := p.afloat()
	p.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE vendor_booking SET containers = json_remove(containers, '$[1]') WHERE id = ?`, shipment)
		return err
	})
	var before string
	p.Read("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT status FROM shipment WHERE id = ?`, shipment).Scan(&before)
	})
	_, token := p.forward(p.office2, "Blue Forwarding", "ines@blue.test")
	unit := p.water(token).Loads[0].Containers[0].ID
	p.tell(p.mile(token, unit, "delivered", -48))
	p.stands(shipment, "D")
	wrong := p.water(token).Loads[0].Containers[0].Events[0].ID
	right := p.mile(token, unit, "discharged", -48)
	right["Corrects"] = wrong
	p.tell(right)
	p.stands(shipment, "A")
	if n := p.count(`SELECT count(*) FROM shipment WHERE id = ? AND delivered_at IS NULL`, shipment); n != 1 {
		t.Error("the day of a delivery that was not stands")
	}
	if n := p.told("notify-tender-tracked-back"); n == 0 {
		t.Error("the office does not hear of it")
	}
	none := p.mile(token, unit, "empty-out", -60) // it has not left either
	none["Corrects"] = p.water(token).Loads[0].Containers[0].Events[0].ID
	p.tell(none)
	p.stands(shipment, before)
	p.tell(p.mile(token, unit, "delivered", -2))
	p.stands(shipment, "D")
}

// What a forwarder tells late is no reason to take the carrier's own word back.
func TestOcean_WhatTheCarrierToldStays(t *testing.T) {
	p := liner(t)
	shipment := p.afloat()
	p.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE vendor_booking SET containers = json_remove(containers, '$[1]') WHERE id = ?`, shipment)
		return err
	})
	_, token := p.forward(p.office2, "Blue Forwarding", "ines@blue.test")
	unit := p.water(token).Loads[0].Containers[0].ID
	p.tell(p.mile(token, unit, "departed", -72))
	p.stands(shipment, "A")
	p.Write("1", func(ctx context.Context, tx *store.Tx) error {
		return p.App.Shipment.CarrierTold(ctx, tx, shipment, freight.CarrierSaid{What: "delivered", By: "Dispatcher Dora", At: tx.Now})
	})
	p.stands(shipment, "D")
	p.tell(p.mile(token, unit, "discharged", -48))
	p.stands(shipment, "D")
}

func TestOcean_AMilestoneThatWasChangedAfterALostReplyIsNotTakenForTheOneThatCame(t *testing.T) {
	p := liner(t)
	p.afloat()
	_, token := p.forward(p.office2, "Blue Forwarding", "ines@blue.test")
	unit := p.water(token).Loads[0].Containers[0].ID
	sent := p.mile(token, unit, "loaded", -48)
	p.tell(sent)
	p.tell(sent)
	for field, other := range map[string]any{"EventAt": p.Now().Add(-24 * time.Hour).Format("2006-01-02T15:04"), "Place": "CNNGB", "Vessel": "Ever Given", "Voyage": "9W", "Note": "late"} {
		was := sent[field]
		sent[field] = other
		if status, out, code := p.vendor("AddMilestone", sent); status != 409 || code != "row-changed-meanwhile" {
			t.Errorf("another %s: %d %s", field, status, out)
		}
		sent[field] = was
	}
	p.tell(sent)
	if n := p.count(`SELECT count(*) FROM tracking_event WHERE unit_id = ?`, unit); n != 1 {
		t.Errorf("%d events of one", n)
	}
}

func TestOcean_TheSealOfAKnownContainerIsKept(t *testing.T) {
	p := liner(t)
	shipment := p.afloat()
	_, token := p.forward(p.office2, "Blue Forwarding", "ines@blue.test")
	for _, seal := range []string{"S-1", "S-2", "S-2"} {
		if status, out, _ := p.vendor("AddOceanContainer", obj{"AccessID": token, "ShipmentId": shipment, "Size": "40HC", "ContainerNumber": "CSQU3054383", "Seal": seal, "ContactName": "Ines"}); status != 200 {
			t.Fatalf("seal %s: %d %s", seal, status, out)
		}
		if got := p.water(token).Loads[0].Containers[0].Seal; got != seal {
			t.Errorf("the seal is %q, not %q", got, seal)
		}
	}
	if n := p.count(`SELECT count(*) FROM shipment_event WHERE shipment_id = ? AND kind = 'container-changed' AND data LIKE '%"seal":"S-2"%"wasSeal":"S-1"%'`, shipment); n != 1 {
		t.Errorf("noted %d times", n)
	}
}

func TestOcean_AForwarderCorrectsWhatItToldAndNothingOfAnother(t *testing.T) {
	p := liner(t)
	p.afloat()
	_, blue := p.forward(p.office2, "Blue Forwarding", "ines@blue.test")
	_, red := p.forward(p.office2, "Red Forwarding", "bo@red.test")
	unit := p.water(blue).Loads[0].Containers[0].ID
	sent := p.mile(blue, unit, "loaded", -48)
	p.tell(sent)
	own, foreign := p.water(blue).Loads[0].Containers[0].Events[0], p.water(red).Loads[0].Containers[0].Events[0]
	if !own.Forwarder || foreign.Forwarder {
		t.Errorf("who may correct it: %v, %v", own.Forwarder, foreign.Forwarder)
	}
	req := p.mile(red, unit, "loaded", -24)
	req["Corrects"] = own.ID
	if status, out, _ := p.vendor("AddMilestone", req); status != 422 || !strings.Contains(string(out), "Corrects") {
		t.Errorf("another corrects it: %d %s", status, out)
	}
	sent["AccessID"] = red // the id of another's milestone
	if status, out, code := p.vendor("AddMilestone", sent); status != 409 {
		t.Errorf("another takes its id: %d %s %s", status, out, code)
	}
	eta := p.mile(blue, unit, "arrived", 20*24)
	eta["Estimated"] = true
	p.tell(eta)
	fixed := p.mile(blue, unit, "loaded", -36)
	fixed["Corrects"] = own.ID
	p.tell(fixed)
}

func TestOcean_ManyLoadsOfOthersHideNone(t *testing.T) {
	p := liner(t)
	shipment := p.afloat()
	p.Write("1", func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM tracking_unit WHERE shipment_id = ?`, shipment); err != nil { // booked, and in no container yet
			return err
		}
		for range 210 { // of another line, and earlier
			id := ulid.Make().String()
			var s, b string
			for table, into := range map[string]*string{"shipment": &s, "vendor_booking": &b} {
				var columns string
				if err := tx.QueryRowContext(ctx, `SELECT group_concat('"' || name || '"') FROM pragma_table_info(?) WHERE name NOT IN ('id', 'number', 'bol', 'carrier', 'departs_on')`, table).Scan(&columns); err != nil {
					return err
				}
				*into = columns
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO shipment (id, number, bol, carrier, `+s+`) SELECT ?, ?, '', carrier, `+s+` FROM shipment WHERE id = ?`, id, id, shipment); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO vendor_booking (id, carrier, departs_on, `+b+`) SELECT ?, 'HLCU', '2020-01-01', `+b+` FROM vendor_booking WHERE id = ?`, id, shipment); err != nil {
				return err
			}
		}
		return nil
	})
	_, own := p.forward(p.office2, "Own Line", "cy@own.test", "MAEU")
	if loads := p.water(own).Loads; len(loads) != 1 || loads[0].ID != shipment {
		t.Errorf("sees %d loads", len(loads))
	}
	_, all := p.forward(p.office2, "All Lines", "al@all.test")
	if loads := p.water(all).Loads; len(loads) != 200 {
		t.Errorf("shows %d loads", len(loads))
	}
	if status, out, _ := p.vendor("AddOceanContainer", obj{"AccessID": all, "ShipmentId": shipment, "Size": "20FT", "ContainerNumber": "MSKU9070323", "ContactName": "Al"}); status != 200 { // beyond the first 200
		t.Errorf("a container of the last load: %d %s", status, out)
	}
}
