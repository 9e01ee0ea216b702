package shipment_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"lading/server/kit/link"
	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func TestBulkPickup_EachCarrierIsMailedOnceInItsLanguage(t *testing.T) {
	k := testkit.Mailing(t)
	office := k.As("office@demo.test")
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE carrier SET email = 'dispatch@odfl.example' WHERE id = 'ODFL'`)
		return err
	})
	first, second := built(t, k, "P-1"), built(t, k, "P-2")
	// Somebody wrote to this carrier in Spanish before.
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET pro = 'PRO77' WHERE id = ?`, first.ID)
		return err
	})
	collect := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, "P-3", "ATL", any1{"PaymentType": "C"})}}))
	office.Call("Shipment/CollectTender", any1{"ShipmentId": collect.ID, "Carrier": "ODFL", "Ask": true, "Language": "es"})
	open := testkit.Into[shipment.Shipment](t, office.Call("Shipment/BuildShipment", any1{"OrderIds": []string{newOrder(t, office, "P-4", "ATL", nil)}}))

	ask := func() (said string) {
		got := testkit.Into[[]shipment.BulkStatus](t, office.Call("Shipment/BulkPickupRequest", any1{"isAsync": "false", "ShipmentIds": []string{first.ID, second.ID, open.ID, "nowhere"}}))
		for _, r := range got {
			said += strings.TrimSpace(r.Status+" "+r.Message) + "; "
		}
		return said
	}
	mails := func() (bodies []string) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) (err error) {
			bodies, err = store.Select[string](ctx, tx, `SELECT recipients || subject || body FROM notify_mail WHERE key LIKE 'mail-pickup/%' ORDER BY id`)
			return err
		})
		return bodies
	}
	out := func() { // the mail has waited for others
		k.Pass(time.Minute)
		if _, err := k.App.Jobs.Drain(context.Background(), "1"); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		equal(t, "said", ask(), "success; success; error pickup-without-tender; error shipment-unknown; ")
		if n := len(mails()); n != 1 {
			t.Fatalf("%d mails", n)
		}
		out()
	}
	for _, part := range []string{"dispatch@odfl.example", "le pide que recoja 2 cargas: " + first.Number + " y una más", "PRO PRO77", first.Number + ": 2026-11-23 09:00–11:30", second.Number + ": 2026-11-23"} {
		if !strings.Contains(mails()[0], part) {
			t.Errorf("the mail does not say %q: %s", part, mails()[0])
		}
	}
	office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": first.ID, "ShipOn": "2026-11-25"})
	ask()
	if equal(t, "another day is asked for again", len(mails()), 2); !strings.Contains(mails()[1], "le pide que recoja esta carga") {
		t.Errorf("one load alone: %s", mails()[1])
	}
	out()
	office.Call("Shipment/UpdateStatusCode", any1{"ShipmentId": first.ID, "StatusCode": "Q"})
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		told, _, err := store.Get[string](ctx, tx, `SELECT recipients || subject FROM notify_mail WHERE shipment_id = ? ORDER BY id DESC LIMIT 1`, first.ID)
		equal(t, "who was to come is told not to", told, `["dispatch@odfl.example"]La carga `+first.Number+" se retira")
		return err
	})
	move(t, k, first.ID, "T")
	ask()
	equal(t, "who lost the load and has it once more is asked once more", len(mails()), 3)
}

func TestBulkPickup_AskedForTheFirstDayAgainAfterAnotherIsMailedAgain(t *testing.T) {
	d := newDesk(t)
	s, info := d.rated("P-7")
	req := ofSheet(s, info, 0)
	req["Ask"] = false
	s = testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/TenderByShipmentPricesheet", req))
	for _, day := range []string{"", "2026-11-25", "2026-11-27", "2026-11-25"} {
		if day != "" {
			d.office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": s.ID, "ShipOn": day})
		}
		before := len(d.mailed(s.ID))
		for range 2 {
			d.office.Call("Shipment/BulkPickupRequest", any1{"ShipmentIds": []string{s.ID}})
			d.Pass(time.Minute)
			if _, err := d.App.Jobs.Drain(context.Background(), "1"); err != nil {
				t.Fatal(err)
			}
		}
		mails := d.mailed(s.ID)
		if equal(t, "mails of "+day, len(mails)-before, 1); len(mails) > before && !strings.Contains(mails[len(mails)-1], day) {
			t.Errorf("%s: %s", day, mails[len(mails)-1])
		}
	}
}

func TestCheckPickup_TellsWhatWasAskedAndWhetherItCounts(t *testing.T) {
	d := newDesk(t)
	d.App.Shipment.PublicURL = "https://tms.example.com"
	s, info := d.rated("P-6")
	req := ofSheet(s, info, 0)
	req["Ask"] = false
	s = testkit.Into[shipment.Shipment](t, d.office.Call("Shipment/TenderByShipmentPricesheet", req))
	check := any1{"Org": "1", "Id": s.ID}
	equal(t, "not asked for", d.carrier().Refused("CarrierConfirmation/CheckPickup", check).Code, "offer-unknown")
	d.office.Call("Shipment/BulkPickupRequest", any1{"ShipmentIds": []string{s.ID}})
	if mails := d.mailed(s.ID); len(mails) != 1 || !strings.Contains(mails[0], "https://tms.example.com/check/1/pickup/"+s.ID) {
		t.Errorf("mails: %v", mails)
	}
	raw := d.carrier().Call("CarrierConfirmation/CheckPickup", check)
	o := testkit.Into[link.Offer](t, raw)
	if o.Standing != link.Open || o.Number != s.Number || o.Carrier != s.CarrierName || o.Sent != link.Masked(info.Choices[0].Email) || o.To != "Nashville, TN 37203" || strings.Contains(string(raw), "9 Dock Rd") || strings.Contains(string(raw), "until") {
		t.Errorf("%s", raw)
	}
	for name, req := range map[string]any1{"another organisation": {"Org": "2", "Id": s.ID}, "none": {"Org": "nobody", "Id": s.ID}, "no shipment": {"Org": "1", "Id": "01ARZ3NDEKTSV4RRFFQ69G5FAV"}} {
		equal(t, name, d.carrier().Refused("CarrierConfirmation/CheckPickup", req).Code, "offer-unknown")
	}
	d.office.Call("Shipment/Void", any1{"ShipmentId": s.ID, "Reason": "Customer cancelled"})
	equal(t, "void", testkit.Into[link.Offer](t, d.carrier().Call("CarrierConfirmation/CheckPickup", check)).Standing, link.Recalled)
	mails := d.mailed(s.ID)
	if len(mails) != 2 || !strings.Contains(mails[1], "Customer cancelled") {
		t.Errorf("who was spoken with is told of the void in any case: %v", mails)
	}
}

// More than one is asked for after the answer, if the client wants it so: each is pending, and the carrier has one mail once the job has run, however often it does.
func TestBulkPickup_OfSeveralCanBeAskedForLater(t *testing.T) {
	k := testkit.Mailing(t)
	office := k.As("office@demo.test")
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE carrier SET email = 'dispatch@odfl.example' WHERE id = 'ODFL'`)
		return err
	})
	var ids []string
	for _, n := range []string{"P-1", "P-2"} {
		ids = append(ids, built(t, k, n).ID)
	}
	said := func(req any1) (out []string) {
		for _, r := range testkit.Into[[]shipment.BulkStatus](t, office.Call("Shipment/BulkPickupRequest", req)) {
			out = append(out, r.Status)
		}
		return out
	}
	asked := func() (n int64) {
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			return tx.QueryRowContext(ctx, `SELECT count(*) FROM shipment_event WHERE kind = 'pickup-asked'`).Scan(&n)
		})
		return n
	}
	equal(t, "one alone is asked for at once", said(any1{"isAsync": "true", "ShipmentIds": ids[:1]}), "[success]")
	equal(t, "several are pending", said(any1{"isAsync": "true", "socketId": "tab-1", "ShipmentIds": ids}), "[pending pending]")
	equal(t, "asked so far", asked(), 1)
	if _, err := k.App.Jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	equal(t, "asked", asked(), 2)
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		logged, _, err := store.Get[int64](ctx, tx, `SELECT count(*) FROM op_log WHERE op = ? AND user_id = 'U-OFFICE'`, shipment.PickupJob)
		equal(t, "logged as the person's", logged, int64(2)) // one for each shipment
		return err
	})
	f := office.Refused("Shipment/BulkPickupRequest", any1{"isAsync": "perhaps", "ShipmentIds": ids})
	equal(t, "anything else", f.Fields[0].Field, "isAsync")
}
