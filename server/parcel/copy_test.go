package parcel_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lading/server/app"
	"lading/server/parcel"
	"lading/server/store"
	"lading/server/testkit"
	"lading/server/testkit/s3test"
)

func TestUPS_ARestoredCopyBuysNothingThatMayHaveBeenBought(t *testing.T) {
	u := newUPS(t).register()
	u.instead["POST /api/shipments"] = func() (int, string) { return 429, fmt.Sprintf(upsNo, "10429", "Too Many Requests") }
	u.office.Call("Parcel/BuyLabel", u.buy(u.shipment))
	u.drain()
	delete(u.instead, "POST /api/shipments")
	u.Write("1", func(ctx context.Context, tx *store.Tx) error { // ordered in the life that the copy was made of
		_, err := tx.ExecContext(ctx, `UPDATE parcel_label SET epoch = 'former'`)
		return err
	})
	for range 12 {
		u.later(2 * time.Hour)
	}
	if l := u.label("ups"); l.State != parcel.Unclear || u.carrier.times("POST /api/shipments") != 1 || u.carrier.times("POST /api/labels/v1/recovery") == 0 {
		t.Errorf("%+v", l)
	}
}

func TestUPS_TheCarrierIsAskedOnceTheReplicaKnowsThatItIs(t *testing.T) {
	server := s3test.Start(t)
	k := testkit.With(t, app.Config{Data: t.TempDir(), Replica: server.Setting("x")})
	if err := k.App.LoadPeople(context.Background(), "1", "DEMO", "Northgate Home Supply"); err != nil {
		t.Fatal(err)
	}
	u := newUPS(t, k).register()
	buy := u.buy(u.shipment)
	server.CutPart("/x/org/")
	u.office.Call("Parcel/BuyLabel", buy)
	u.drain()
	if l := u.label("ups"); l.State != parcel.Buying || u.carrier.times("POST /api/shipments") != 0 {
		t.Errorf("without the replica: %+v", l)
	}
	server.CutPart("")
	u.later(time.Minute)
	if l := u.label("ups"); l.State != parcel.Held || u.carrier.times("POST /api/shipments") != 1 || u.carrier.times("POST /api/labels") != 0 {
		t.Errorf("with it: %+v", l)
	}
}
