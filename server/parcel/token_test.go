package parcel_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/parcel"
	"lading/server/store"
	"lading/server/testkit"
)

func TestToken_IsGivenByAConsentOnceAndNeverGivenBack(t *testing.T) {
	u := newUPS(t).register()
	name := testkit.Into[parcel.ClientName](t, u.office.Call("Carriers/GetClientNameforTokenAccess", obj{"Carrier": "ups"}))
	if name.Client == "" || name.Carrier != "UPS" || name.ID != "APP" || name.Consented {
		t.Errorf("%+v", name)
	}
	got := testkit.Into[parcel.ConsentResp](t, u.office.Call("Carriers/GetAuthCode", obj{"Carrier": "ups"}))
	first := u.asked(got.Address)
	challenged := u.challenge
	state := u.asked(testkit.Into[parcel.ConsentResp](t, u.office.Call("Carriers/GetAuthCode", obj{"Carrier": "ups"})).Address)
	if state == first || u.challenge == challenged {
		t.Error("two consents begin alike")
	}
	code := func(state string) obj { return obj{"Carrier": "ups", "Code": "C-1", "State": state} }
	if f := u.office.Refused("Carriers/GetAccessToken", code(first)); f.Code != "parcel-consent-stale" {
		t.Errorf("of the consent before: %+v", f)
	}
	for field, bad := range map[string]obj{"Code": {"Carrier": "ups", "State": state}, "State": {"Carrier": "ups", "Code": "C-1"}, "Carrier": {"Carrier": "dhl", "Code": "C-1", "State": state}} {
		if f := u.office.Refused("Carriers/GetAccessToken", bad); len(f.Fields) != 1 || f.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, f)
		}
	}
	u.challenge = challenged // another person's browser brings this code
	if f := u.office.Refused("Carriers/GetAccessToken", code(state)); f.Code != "parcel-key-refused" {
		t.Errorf("a code of another verifier: %+v", f)
	}
	if acc := testkit.Into[parcel.Account](t, u.office.Call("Parcel/Account", obj{"Carrier": "ups"})); acc.Consented {
		t.Error("what was refused was kept")
	}
	state = u.asked(testkit.Into[parcel.ConsentResp](t, u.office.Call("Carriers/GetAuthCode", obj{"Carrier": "ups"})).Address)
	raw := u.office.Call("Carriers/GetAccessToken", code(state))
	if s := string(raw); !strings.Contains(s, `"Consented":true`) || strings.Contains(s, "T-") || strings.Contains(s, "R-") {
		t.Errorf("%s", s)
	}
	u.Read("1", func(ctx context.Context, tx *store.Tx) error {
		n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM parcel_account WHERE refresh LIKE '%R-%' OR refresh = ''`)
		if n > 0 {
			t.Error("the token stands open")
		}
		return err
	})
	u.Write("2", func(ctx context.Context, tx *store.Tx) error {
		return u.App.Org.Create(ctx, tx, "OTHER", "Other Goods", "0614142")
	})
	if other := testkit.Into[parcel.ClientName](t, u.As("admin@other.test").Call("Carriers/GetClientNameforTokenAccess", obj{"Carrier": "ups"})); other.Consented || other.ID != "" || other.Client == name.Client {
		t.Errorf("another organisation's: %+v", other)
	}
	if f := u.As("admin@other.test").Refused("Carriers/GetAccessToken", code(state)); f.Code != "parcel-not-connected" {
		t.Errorf("another organisation's: %+v", f)
	}
	for _, path := range []string{"GetAuthCode", "GetAccessToken", "UpdateToken", "GetClientNameforTokenAccess"} {
		if f := u.As("dock@demo.test").Refused("Carriers/"+path, code(state)); f.Status != 403 && f.Code != "unknown-field" {
			t.Errorf("%s by the dock: %+v", path, f)
		}
	}
}

func TestToken_IsRenewedNowAndReplacedByOneThatTheCarrierAccepts(t *testing.T) {
	u := newUPS(t).register()
	state := u.asked(testkit.Into[parcel.ConsentResp](t, u.office.Call("Carriers/GetAuthCode", obj{"Carrier": "ups"})).Address)
	u.office.Call("Carriers/GetAccessToken", obj{"Carrier": "ups", "Code": "C-1", "State": state})
	for range 2 {
		before := u.carrier.times("POST /security/v1/oauth/refresh")
		got := testkit.Into[parcel.TokenResp](t, u.office.Call("Carriers/UpdateToken", obj{"Carrier": "ups"}))
		if want := u.Now().Add(14399*time.Second - time.Minute); got.Until.Sub(want).Abs() > time.Second || !got.Account.Consented || u.carrier.times("POST /security/v1/oauth/refresh") != before+1 {
			t.Errorf("%+v, want %s", got, want)
		}
	}
	before := u.carrier.times("POST /security")
	u.office.Call("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": u.shipment})
	if u.carrier.times("POST /security") != before {
		t.Error("the token that was renewed was not used")
	}
	u.Pass(4 * time.Hour) // not a minute is left
	u.office.Call("Parcel/Rates", obj{"Carrier": "ups", "ShipmentId": u.shipment})
	if u.carrier.times("POST /security") != before+1 {
		t.Error("a token that runs out was used")
	}
	if f := u.office.Refused("Carriers/UpdateToken", obj{"Carrier": "ups", "RefreshToken": "R-X"}); len(f.Fields) != 1 || f.Fields[0].Field != "RefreshToken" || f.Fields[0].Code != "parcel-field-not-used" {
		t.Errorf("%+v", f)
	}
	if f := u.office.Refused("Carriers/UpdateToken", obj{"Carrier": "stamps"}); f.Code != "parcel-not-connected" {
		t.Errorf("%+v", f)
	}
	u.instead["POST /security/v1/oauth/refresh"] = func() (int, string) {
		return 400, fmt.Sprintf(upsNo, "10401", "Invalid Refresh Token")
	}
	if f := u.office.Refused("Carriers/UpdateToken", obj{"Carrier": "ups"}); f.Code != "parcel-carrier-refused" || !strings.Contains(fmt.Sprint(f.Params), "Invalid Refresh Token") {
		t.Errorf("%+v", f)
	}
}

func TestToken_AConsentLeavesWhatWasSavedMeanwhile(t *testing.T) {
	u := newUPS(t).register()
	state := u.asked(testkit.Into[parcel.ConsentResp](t, u.office.Call("Carriers/GetAuthCode", obj{"Carrier": "ups"})).Address)
	u.instead["POST /security/v1/oauth/token"] = func() (int, string) {
		u.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE parcel_account SET number = 'Z9Z9Z9', enabled = 0, rev = rev + 1`)
			return err
		})
		return -1, ""
	}
	if f := u.office.Refused("Carriers/GetAccessToken", obj{"Carrier": "ups", "Code": "C-1", "State": state}); f.Code != "row-changed-meanwhile" {
		t.Errorf("%+v", f)
	}
	if acc := testkit.Into[parcel.Account](t, u.office.Call("Parcel/Account", obj{"Carrier": "ups"})); acc.Number != "Z9Z9Z9" || acc.Enabled || acc.Consented || acc.Rev != 2 {
		t.Errorf("what was saved meanwhile is gone: %+v", acc)
	}
}

func TestToken_ARenewalLeavesTheTokenOfANewerConsent(t *testing.T) {
	u := newUPS(t).register()
	state := u.asked(testkit.Into[parcel.ConsentResp](t, u.office.Call("Carriers/GetAuthCode", obj{"Carrier": "ups"})).Address)
	u.office.Call("Carriers/GetAccessToken", obj{"Carrier": "ups", "Code": "C-1", "State": state})
	u.instead["POST /security/v1/oauth/refresh"] = func() (int, string) {
		u.Write("1", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE parcel_account SET refresh = 'newer', rev = rev + 1`)
			return err
		})
		return -1, ""
	}
	u.office.Call("Carriers/UpdateToken", obj{"Carrier": "ups"})
	u.Read("1", func(ctx context.Context, tx *store.Tx) error {
		kept, _, err := store.Get[string](ctx, tx, `SELECT refresh FROM parcel_account`)
		if kept != "newer" {
			t.Error("the token of the newer consent is gone")
		}
		return err
	})
}

func TestToken_ARefreshTokenThatIsShownHasOneOutcome(t *testing.T) {
	u := newAmazon(t).connect()
	save := func(enabled bool, rev int64) {
		u.office.Call("Parcel/SaveAccount", obj{"Carrier": "amazon", "CarrierScac": "UPSN", "ClientId": "APP", "Enabled": enabled, "Rev": rev})
	}
	stands := func() parcel.Account {
		return testkit.Into[parcel.Account](t, u.office.Call("Parcel/Account", obj{"Carrier": "amazon"}))
	}
	save(false, 1)
	show := obj{"Carrier": "amazon", "RefreshToken": "Atzr-1"}
	asked := u.carrier.times("POST /security")
	if f := u.office.Refused("Carriers/UpdateToken", show); f.Code != "parcel-not-connected" || stands().Rev != 2 || u.carrier.times("POST /security") != asked {
		t.Errorf("switched off: %+v, revision %d", f, stands().Rev)
	}
	save(true, 2)
	asked = u.carrier.times("POST /security")
	given := 0
	u.instead = func(h heard) (int, string) {
		if h.path == "/security/auth/o2/token" {
			if given++; given > 1 {
				return 400, `{"error":"invalid_grant","error_description":"Used already"}`
			}
		}
		return -1, ""
	}
	got := testkit.Into[parcel.TokenResp](t, u.office.Call("Carriers/UpdateToken", show))
	if want := u.Now().Add(time.Hour - time.Minute); got.Until.Sub(want).Abs() > time.Second || got.Account.Rev != 4 || u.carrier.times("POST /security") != asked+1 {
		t.Errorf("%+v, want %s", got, want)
	}
	u.office.Call("Parcel/Rates", obj{"Carrier": "amazon", "ShipmentId": u.shipment})
	if u.carrier.times("POST /security") != asked+1 {
		t.Error("the token that was given is not used")
	}
	show["RefreshToken"] = "wrong"
	if f := u.office.Refused("Carriers/UpdateToken", show); f.Code != "parcel-carrier-refused" || stands().Rev != 4 {
		t.Errorf("%+v, revision %d", f, stands().Rev)
	}
}
