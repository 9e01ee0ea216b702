package shipment_test

import (
	"context"
	"slices"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"
)

func TestResolve_ByAnyNumberOnThePaper(t *testing.T) {
	k := world(t)
	s := built(t, k, "SO-1")
	by := func(login string, f func(ctx context.Context, tx *store.Tx) error) {
		t.Helper()
		p := k.As(login)
		k.Read("1", func(ctx context.Context, tx *store.Tx) error {
			tx.By = p.By
			return f(ctx, tx)
		})
	}
	by("dock@demo.test", func(ctx context.Context, tx *store.Tx) error {
		for _, name := range []string{s.ID, s.Number, " " + s.BOL} {
			if id, err := k.App.Shipment.Resolve(ctx, tx, name); err != nil || id != s.ID {
				t.Errorf("%q is %s: %v", name, id, err)
			}
		}
		for _, name := range []string{"SO-1", "", "nothing"} { // an order is not a shipment: it may be in several
			if id, err := k.App.Shipment.Resolve(ctx, tx, name); fail.CodeOf(err) != "shipment-unknown" {
				t.Errorf("%q is %s: %v", name, id, err)
			}
		}
		if got, err := k.App.Shipment.OfOrders(ctx, tx, []string{"so-1", "SO-2", s.Number}); err != nil || !slices.Equal(got, []freight.Filed{{Order: "so-1", ShipmentID: s.ID}, {Order: s.Number, ShipmentID: s.ID}}) {
			t.Errorf("orders are filed as %+v: %v", got, err)
		}
		return nil
	})
	by("dock2@demo.test", func(ctx context.Context, tx *store.Tx) error {
		if id, err := k.App.Shipment.Resolve(ctx, tx, s.Number); fail.CodeOf(err) != "shipment-unknown" {
			t.Errorf("another warehouse sees %s: %v", id, err)
		}
		if got, err := k.App.Shipment.OfOrders(ctx, tx, []string{"SO-1"}); err != nil || len(got) != 0 {
			t.Errorf("another warehouse sees %+v: %v", got, err)
		}
		return nil
	})
}

func TestAmend_KeepsWhatWasAndStopsAtTheSignature(t *testing.T) {
	k := world(t)
	s := built(t, k, "SO-1")
	text := func(s string) *string { return &s }
	amend := func(m freight.Amendment) (err error) {
		k.Write("1", func(ctx context.Context, tx *store.Tx) error {
			err = k.App.Shipment.Amend(ctx, tx, s.ID, m, "typing error")
			return nil
		})
		return err
	}
	if err := amend(freight.Amendment{PRO: text("514-9"), Instruction: text("Call first")}); err != nil {
		t.Fatal(err)
	}
	var data string
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		got, err := k.App.Shipment.Get(ctx, tx, s.ID)
		if err != nil || got.PRO != "514-9" || got.Instruction != "Call first" {
			t.Errorf("amended to %+v: %v", got, err)
		}
		return tx.QueryRowContext(ctx, `SELECT data FROM shipment_event WHERE shipment_id = ? AND kind = 'amended'`, s.ID).Scan(&data)
	})
	if want := `{"now":{"instruction":"Call first","pro":"514-9"},"reason":"typing error","was":{"instruction":"","pro":""}}`; data != want {
		t.Errorf("the history says %s", data)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET signed_at = 1 WHERE id = ?`, s.ID)
		return err
	})
	if err := amend(freight.Amendment{Instruction: text("Something else")}); fail.CodeOf(err) != "shipment-signed-stays" {
		t.Errorf("after the signature: %v", err)
	}
	if err := amend(freight.Amendment{PRO: text("514-10")}); err != nil { // the carrier's number often comes later
		t.Errorf("a PRO after the signature: %v", err)
	}
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE shipment SET status = 'D' WHERE id = ?`, s.ID)
		return err
	})
	if err := amend(freight.Amendment{PRO: text("1")}); fail.CodeOf(err) != "shipment-not-amended" {
		t.Errorf("after delivery: %v", err)
	}
}
