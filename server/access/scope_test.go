package access_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"lading/server/store"

	"github.com/goccy/go-json"
)

// scoped makes a program with scopes, and gives what it signs in with and its id.
func (w *world) scoped(bearer string, req obj) (obj, string) {
	w.t.Helper()
	id := w.expect(w.call(bearer, "user/client-application", req), 200, "").json()["id"].(string)
	s := w.expect(w.send(request{method: "GET", path: "user/client-application/secret/" + id, bearer: bearer}), 200, "").json()
	return obj{"grantType": "client_credentials", "clientId": s["clientId"], "clientSecret": s["clientSecret"]}, id
}

func TestApplication_DoesWhatItsScopesSayAndNoMore(t *testing.T) {
	w := newWorld(t)
	admin, _ := w.signIn("admin@demo.test")
	secret, _ := w.scoped(admin, obj{"name": "ERP", "scopes": []string{"org:write", "order:read"}})
	program := w.expect(w.token(secret), 200, "").text("accessToken")
	place := obj{"Kind": "customer", "Code": "C1", "Name": "Acme", "Street": "1 Mill Lane", "City": "Memphis", "State": "TN", "Zip": "38118"}
	w.expect(w.call(program, "Org/SaveCustomer", place), 200, "")
	w.expect(w.call(program, "Org/Customers", nil), 200, "") // to write is to read
	w.expect(w.call(program, "Shipment/GetOrders", obj{}), 200, "")
	for _, path := range []string{"Shipment/AddNewOrder", "Shipment/ArchieveBulkShipment", "Carriers/FreightAccounts", "Login/userDetails", "Audit/AuditStatus", "sync/pull", "hub/ticket", "Access/Applications"} {
		a := w.call(program, path, obj{})
		if a.status == 404 { // not a call here
			continue
		}
		w.expect(a, 403, "program-scope")
	}
	for _, method := range []string{"GET", "HEAD"} {
		if a := w.send(request{method: method, path: "blob/" + hash64, bearer: program}); a.status != 403 {
			t.Errorf("%s of a file: %d %s", method, a.status, a.body)
		}
	}
	reader, _ := w.scoped(admin, obj{"name": "directory", "scopes": []string{"access:read"}})
	w.expect(w.call(w.expect(w.token(reader), 200, "").text("accessToken"), "hub/ticket", obj{}), 403, "program-scope") // it opens the rows of all areas
	// as before, a program without scopes may do all that its user may
	all, _ := w.scoped(admin, obj{"name": "old"})
	w.expect(w.call(w.expect(w.token(all), 200, "").text("accessToken"), "Login/userDetails", nil), 200, "")
}

const hash64 = "0000000000000000000000000000000000000000000000000000000000000000"

func TestApplication_ScopesAreJudgedWhenItIsMade(t *testing.T) {
	w := newWorld(t)
	admin, _ := w.signIn("admin@demo.test")
	var may []string
	if err := json.Unmarshal(w.expect(w.call(admin, "Access/ApplicationScopes", nil), 200, "").body, &may); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(may, "order:write") || !slices.Contains(may, "org:read") || slices.Contains(may, "sync:write") {
		t.Errorf("%v", may)
	}
	for name, x := range map[string]struct {
		req   obj
		field string
	}{
		"no such scope":     {obj{"name": "x", "scopes": []string{"order:read", "moon:read"}}, "scopes[1]"},
		"twice":             {obj{"name": "x", "scopes": []string{"order:read", "order:read"}}, "scopes"},
		"no name":           {obj{"name": " ", "scopes": []string{"order:read"}}, "name"},
		"a day that passed": {obj{"name": "x", "until": "2026-11-01"}, "until"},
		"no day":            {obj{"name": "x", "until": "soon"}, "until"},
	} {
		a := w.expect(w.call(admin, "user/client-application", x.req), 422, "invalid-fields")
		list, _ := a.json()["errors"].([]any)
		if len(list) == 0 || list[0].(obj)["field"] != x.field {
			t.Errorf("%s: %s", name, a.body)
		}
	}
	office, _ := w.signIn("office@demo.test")
	w.expect(w.call(office, "user/client-application", obj{"name": "x", "scopes": []string{"order:read"}}), 403, "no-right")
	w.expect(w.call(office, "Access/ApplicationScopes", nil), 403, "no-right")
	var n int
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM access_application`).Scan(&n)
	})
	if n != 0 {
		t.Errorf("%d refused programs were saved", n)
	}
}

func TestApplication_ItsSecretIsRotatedAndItEndsWithItsDay(t *testing.T) {
	w := newWorld(t)
	w.other()
	admin, _ := w.signIn("admin@demo.test")
	first, id := w.scoped(admin, obj{"name": "ERP", "scopes": []string{"org:read"}, "until": "2026-11-21"})
	token := w.expect(w.token(first), 200, "").text("accessToken")
	list := []obj{}
	if err := json.Unmarshal(w.expect(w.call(admin, "Access/Applications", nil), 200, "").body, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0]["byName"] != "Ana Admin" || list[0]["mine"] != true || list[0]["usedAt"] == nil || list[0]["until"] != "2026-11-21" {
		t.Errorf("%v", list)
	}
	stranger, _ := w.signIn("admin@other.test")
	w.expect(w.call(stranger, "Access/RotateApplication", obj{"id": id}), 404, "application-unknown")
	w.expect(w.call(stranger, "Access/EndApplication", obj{"id": id}), 404, "application-unknown")
	all, _ := w.scoped(admin, obj{"name": "second"})
	w.expect(w.call(w.expect(w.token(all), 200, "").text("accessToken"), "Access/RotateApplication", obj{"id": id}), 403, "not-for-programs")

	s := w.expect(w.call(admin, "Access/RotateApplication", obj{"id": id}), 200, "").json()
	w.expect(w.token(first), 401, "sign-in-failed")
	w.expect(w.call(token, "Org/Customers", nil), 401, "no-session")
	second := obj{"grantType": "client_credentials", "clientId": s["clientId"], "clientSecret": s["clientSecret"]}
	token = w.expect(w.token(second), 200, "").text("accessToken")

	w.pass(34 * time.Hour) // 22 November, UTC
	w.expect(w.token(second), 401, "sign-in-failed")
	w.expect(w.call(token, "Org/Customers", nil), 401, "no-session")
	admin, _ = w.signIn("admin@demo.test")
	w.expect(w.call(admin, "Access/EndApplication", obj{"id": id}), 204, "")
	w.expect(w.call(admin, "Access/RotateApplication", obj{"id": id}), 409, "program-ended")
}
