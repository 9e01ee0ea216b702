package app_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"lading/server/dock"
	"lading/server/testkit"
	"lading/server/testkit/signer"
	"lading/sync/device"
	"lading/sync/pull"
	"lading/sync/push"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// refused gives the status and the code of a refusal.
func refused(t *testing.T, k *testkit.Kit, path, token string, body any) (int, string) {
	t.Helper()
	status, answer := ask(t, k, path, token, body)
	var problem struct{ Code string }
	_ = json.Unmarshal(answer, &problem)
	return status, problem.Code
}

func TestBound_AColleagueWritesIntoNobodysQueue(t *testing.T) {
	k := testkit.Demo(t)
	mine := enrol(t, k.As("dock@demo.test"))
	load := testkit.Into[[]dock.Shipment](t, mine.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}}))[0].ID
	other := enrol(t, k.As("dock2@demo.test"))
	theirs := map[string]any{"seq": 1, "id": ulid.Make().String(), "op": "DockView/StartLoading", "args": map[string]any{"ShipmentId": load, "Door": "1"}, "subjects": []string{},
		"at": mine.At, "atRaw": mine.At, "user": other.By.User, "replaces": nil}
	for name, token := range map[string]string{"a plain session": signIn(t, k, "dock2@demo.test"), "another device's session": other.signIn(k, "dock2@demo.test"), "another device itself": other.alone(k)} {
		want := 403
		if name == "a plain session" {
			want = 409
		}
		for _, path := range []string{"sync/push", "sync/pull", "sync/status", "sync/log"} {
			body := map[string]any{"device": mine.id}
			switch path {
			case "sync/push":
				body["mutations"] = []any{theirs}
			case "sync/pull":
				body["schema"] = pull.Schema
				if name == "another device itself" {
					want = 401
				}
			case "sync/log":
				body["order"] = ulid.Make().String()
			}
			if status, code := refused(t, k, path, token, body); status != want {
				t.Errorf("%s by %s: %d %s", path, name, status, code)
			}
			if name == "another device itself" {
				want = 403
			}
		}
	}
	mine.queue("DockView/StartLoading", map[string]any{"ShipmentId": load, "Door": "4"})
	if got := mine.push(); len(got) != 1 || got[0] != "1 applied" {
		t.Fatalf("the owner's own work: %v", got)
	}
}

func TestBound_AnUnsignedMutationIsNobodysWork(t *testing.T) {
	k := testkit.Demo(t)
	d := enrol(t, k.As("dock@demo.test"))
	load := testkit.Into[[]dock.Shipment](t, d.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}}))[0].ID
	m := map[string]any{"seq": 1, "id": ulid.Make().String(), "op": "Sync/Discard", "args": map[string]any{"Seq": 9}, "subjects": []string{}, "at": d.At, "atRaw": d.At, "user": d.By.User, "replaces": nil}
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	d.Seq = 1
	d.out = append(d.out, raw)
	d.queue("DockView/StartLoading", map[string]any{"ShipmentId": load, "Door": "4"})
	if got := d.push(); len(got) != 2 || got[0] != "1 rejected signature-invalid" || got[1] != "2 applied" {
		t.Fatalf("unsigned: %v", got)
	}
	if tray := d.Call("Sync/Tray", map[string]any{}); !strings.Contains(string(tray), "Sync/Discard") {
		t.Errorf("an unsigned action was dropped: %s", tray)
	}
}

// A public key stands in every evidence bundle; to know it is not to be the device.
func TestBound_NobodyEnrolsOrConfirmsWithoutTheKey(t *testing.T) {
	k := testkit.Demo(t)
	d := enrol(t, k.As("dock@demo.test"))
	admin, thief := signIn(t, k, "admin@demo.test"), signIn(t, k, "dock2@demo.test")
	if status, answer := ask(t, k, "Sync/Order", admin, device.OrderReq{Device: d.id, Kind: device.Wipe}); status != 200 {
		t.Fatalf("order: %d %s", status, answer)
	}
	nonce := func() string {
		_, answer := ask(t, k, "sync/nonce", "", map[string]any{"device": d.id})
		return testkit.Into[struct{ Nonce string }](t, answer).Nonce
	}
	key := json.RawMessage(d.Key.JWK())
	forger := signer.New()
	n := nonce()
	used := d.Enrolment()
	if status, answer := ask(t, k, "sync/enrol", d.signIn(k, "dock@demo.test"), used); status != 200 {
		t.Fatalf("the device itself: %d %s", status, answer)
	}
	foreign := map[string]any{"device": d.id, "publicKey": key, "nonce": "bm9uY2U", "signature": d.Key.Sign("bm9uY2U")}
	for name, body := range map[string]map[string]any{
		"no proof":          {"device": d.id, "publicKey": key},
		"no signature":      {"device": d.id, "publicKey": key, "nonce": nonce()},
		"another's":         {"device": d.id, "publicKey": key, "nonce": n, "signature": forger.Sign(n)},
		"a signature again": used,
		"a nonce of nobody": foreign,
	} {
		want := 403
		if name == "no proof" {
			want = 426 // an app from before devices proved their keys
		}
		if status, code := refused(t, k, "sync/enrol", thief, body); status != want {
			t.Errorf("enrolled with %s: %d %s", name, status, code)
		}
	}
	if status, code := refused(t, k, "sync/status", thief, map[string]any{"device": d.id, "outbox": 0, "did": []string{ulid.Make().String()}}); status != 409 || code != "not-enrolled" {
		t.Errorf("the thief's report: %d %s", status, code)
	}
	if seen := listed(t, k, admin, d.id); !seen.WipedAt.IsZero() || len(seen.Asked.V) != 1 {
		t.Errorf("somebody else confirmed: %+v", seen)
	}
	if orders := d.report(k, d.alone(k), map[string]any{"outbox": 0}).Orders; len(orders) != 1 {
		t.Errorf("the device's own orders: %+v", orders)
	}
}

func TestBound_NothingThatWasBornOnAWithdrawnDeviceGoesOn(t *testing.T) {
	k := testkit.Demo(t)
	d := enrol(t, k.As("dock@demo.test"))
	grant := func(body map[string]any) (access, refresh string) {
		t.Helper()
		status, answer := ask(t, k, "token", "", body)
		if status != 200 {
			t.Fatalf("token: %d %s", status, answer)
		}
		r := testkit.Into[struct {
			Result struct{ AccessToken, RefreshToken string }
		}](t, answer).Result
		return r.AccessToken, r.RefreshToken
	}
	password := func() map[string]any {
		return map[string]any{"grantType": "password", "userName": "dock@demo.test", "password": "lading-demo"}
	}
	access, refresh := grant(password()) // the session that signed in before the device was known
	if status, answer := ask(t, k, "sync/enrol", access, d.Enrolment()); status != 200 {
		t.Fatalf("enrol: %d %s", status, answer)
	}
	if status, _ := pulls(t, k, access, d.id); status != 200 {
		t.Fatalf("pull before: %d", status)
	}
	if status, code := refused(t, k, "token", "", map[string]any{"grantType": "refresh_token", "refreshToken": refresh}); status != 401 {
		t.Fatalf("a bound session was refreshed without the key: %d %s", status, code)
	}
	stale, staleRefresh := grant(password()) // of the same person, no device's: it may be from an app that did not bind its sessions
	if status, answer := ask(t, k, "Sync/Revoke", signIn(t, k, "admin@demo.test"), device.RevokeReq{Device: d.id, Revoked: true}); status != 204 {
		t.Fatalf("revoke: %d %s", status, answer)
	}
	fresh := func(by *tablet) map[string]any {
		n := testkit.Into[struct{ Nonce string }](t, by.Call("sync/nonce", map[string]any{"device": by.id})).Nonce
		return map[string]any{"device": by.id, "publicKey": json.RawMessage(by.Key.JWK()), "nonce": n, "signature": by.Key.Sign(n)}
	}
	next := &tablet{Device: &testkit.Device{Person: d.Person, ID: ulid.Make().String(), Key: signer.New()}, t: t}
	next.id = next.ID
	for name, token := range map[string]string{"bound": access, "unbound": stale} {
		until(t, name+" session ends", func() bool {
			status, _ := ask(t, k, "DockView/GetShipmentList", token, dock.ListReq{})
			return status == 401
		})
		if status, code := pulls(t, k, token, next.id); status != 401 {
			t.Errorf("pull of the %s session under a new number: %d %s", name, status, code)
		}
		if status, code := refused(t, k, "sync/enrol", token, fresh(next)); status != 401 {
			t.Errorf("the %s session enrols anew: %d %s", name, status, code)
		}
	}
	for name, body := range map[string]map[string]any{
		"with the key":    d.Proven(map[string]any{"grantType": "refresh_token", "refreshToken": refresh}),
		"without the key": {"grantType": "refresh_token", "refreshToken": staleRefresh},
	} {
		if status, code := refused(t, k, "token", "", body); status != 401 {
			t.Errorf("refresh %s: %d %s", name, status, code)
		}
	}
	if status, code := refused(t, k, "sync/enrol", signIn(t, k, "dock@demo.test"), fresh(d)); status != 403 || code != "device-revoked" {
		t.Errorf("the withdrawn number enrols again: %d %s", status, code)
	}
}

// A tablet in the field was enrolled, and its sessions were no device's. Its next refresh makes the session the device's.
func TestBound_AnEnrolledDeviceBindsItsOldSession(t *testing.T) {
	k := testkit.Demo(t)
	d := enrol(t, k.As("dock@demo.test"))
	load := testkit.Into[[]dock.Shipment](t, d.Call("DockView/GetShipmentList", dock.ListReq{States: []string{"waiting"}}))[0].ID
	status, answer := ask(t, k, "token", "", map[string]any{"grantType": "password", "userName": "dock@demo.test", "password": "lading-demo"})
	if status != 200 {
		t.Fatalf("sign-in: %d %s", status, answer)
	}
	type tokens struct {
		Result struct{ AccessToken, RefreshToken string }
	}
	old := testkit.Into[tokens](t, answer).Result
	if status, code := pulls(t, k, old.AccessToken, d.id); status != 409 || code != "not-enrolled" {
		t.Fatalf("an unbound session: %d %s", status, code)
	}
	status, answer = ask(t, k, "token", "", d.Proven(map[string]any{"grantType": "refresh_token", "refreshToken": old.RefreshToken}))
	if status != 200 {
		t.Fatalf("refresh: %d %s", status, answer)
	}
	next := testkit.Into[tokens](t, answer).Result
	d.queue("DockView/StartLoading", map[string]any{"ShipmentId": load, "Door": "4"}) // signed before the update
	for _, token := range []string{old.AccessToken, next.AccessToken} {               // the token of a moment ago goes on, as the device's
		if status, code := pulls(t, k, token, d.id); status != 200 {
			t.Errorf("bound: %d %s", status, code)
		}
		status, answer := ask(t, k, "sync/push", token, map[string]any{"device": d.id, "mutations": d.out})
		if resp := testkit.Into[push.Resp](t, answer); status != 200 || len(resp.Results) != 1 || resp.Results[0].Status != push.Applied {
			t.Errorf("push: %d %s", status, answer)
		}
	}
	if status, code := refused(t, k, "token", "", enrol(t, k.As("dock@demo.test")).Proven(map[string]any{"grantType": "refresh_token", "refreshToken": next.RefreshToken})); status != 401 {
		t.Errorf("another device refreshes the session: %d %s", status, code)
	}
}

func TestBound_ACursorOfNonsenseIsRefused(t *testing.T) {
	k := testkit.Demo(t)
	d := enrol(t, k.As("dock@demo.test"))
	token := d.signIn(k, "dock@demo.test")
	_, answer := ask(t, k, "sync/pull", token, map[string]any{"device": d.id, "schema": pull.Schema, "warehouses": []string{}, "limit": 1})
	epoch := testkit.Into[pull.Page](t, answer).Epoch
	for _, text := range []string{
		`{"e":"` + epoch + `","s":{},"l":"org","t":-1}`, `{"e":"` + epoch + `","s":{},"l":"org","t":9223372036854775807}`, `{"e":"` + epoch + `","s":{},"l":"org","f":-5}`,
		`{"e":"` + epoch + `","s":{},"l":"org","f":9007199254740991}`, `{"e":"` + epoch + `","s":{"org":-1}}`, `{"e":"` + epoch + `","s":{"org":9007199254740991}}`, `{"e":"` + epoch + `","s":null}`, `[]`, `{`,
	} {
		cursor := base64.RawURLEncoding.EncodeToString([]byte(text))
		if status, code := refused(t, k, "sync/pull", token, map[string]any{"device": d.id, "schema": pull.Schema, "cursor": cursor, "warehouses": []string{}}); status != 400 || code != "cursor-malformed" {
			t.Errorf("%s: %d %s", text, status, code)
		}
	}
}
