package parcel_test

import (
	"context"
	"strings"
	"testing"

	"lading/server/parcel"
	"lading/server/store"
	"lading/server/testkit"
)

func TestUPS_ARenewedTokenIsKeptThoughTheSaveIsRefused(t *testing.T) {
	u := newUPS(t).register()
	got := testkit.Into[parcel.ConsentResp](t, u.office.Call("UPSReady/RequestAgreement", obj{}))
	acc := testkit.Into[parcel.ConsentResp](t, u.office.Call("UPSReady/RequestAgreement", obj{"Code": "C-1", "State": u.asked(got.Address)})).Account
	u.instead["POST /security/v1/oauth/refresh"] = func() (int, string) {
		u.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE parcel_account SET rev = rev + 1`)
			return err
		})
		return -1, ""
	}
	if f := u.office.Refused("Parcel/SaveAccount", obj{"Carrier": "ups", "CarrierScac": "UPSN", "AccountNumber": "A1B2C3", "ClientId": "APP", "Enabled": true, "Rev": acc.Rev}); f.Code != "row-changed-meanwhile" {
		t.Fatalf("%+v", f)
	}
	delete(u.instead, "POST /security/v1/oauth/refresh")
	u.office.Call("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": u.shipment})
	if h := u.carrier.last("POST /security/v1/oauth/refresh"); !strings.HasSuffix(h.body, "refresh_token=R-3") {
		t.Errorf("renewed by %s", h.body)
	}
}
