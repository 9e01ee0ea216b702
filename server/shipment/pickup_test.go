package shipment_test

import (
	"context"
	"strings"
	"testing"

	"lading/server/shipment"
	"lading/server/store"
	"lading/server/testkit"
)

func TestBulkPickup_EachCarrierIsMailedOnceInItsLanguage(t *testing.T) {
	k := world(t)
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
		got := testkit.Into[[]shipment.BulkStatus](t, office.Call("Shipment/BulkPickupRequest", any1{"isAsync": "true", "ShipmentIds": []string{first.ID, second.ID, open.ID, "nowhere"}}))
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
	for range 2 {
		equal(t, "said", ask(), "success; success; error pickup-without-tender; error shipment-unknown; ")
		if n := len(mails()); n != 2 {
			t.Fatalf("%d mails", n)
		}
	}
	for _, part := range []string{"dispatch@odfl.example", "le pide que recoja esta carga", "PRO PRO77", "2026-11-23 09:00–11:30"} {
		if !strings.Contains(mails()[0], part) {
			t.Errorf("the mail does not say %q: %s", part, mails()[0])
		}
	}
	office.Call("Shipment/UpdateSchedule", any1{"ShipmentId": first.ID, "ShipOn": "2026-11-25"})
	ask()
	equal(t, "another day is asked for again", len(mails()), 3)
}
