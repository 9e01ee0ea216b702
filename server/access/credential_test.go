package access_test

import (
	"context"
	"testing"

	"lading/server/store"
)

// withSecret makes a program for who is signed in, and gives what it signs in with.
func (w *world) withSecret(bearer string) obj {
	w.t.Helper()
	id := w.expect(w.call(bearer, "user/client-application", obj{"name": "ERP"}), 200, "").json()["id"].(string)
	s := w.expect(w.send(request{method: "GET", path: "user/client-application/secret/" + id, bearer: bearer}), 200, "").json()
	return obj{"grantType": "client_credentials", "clientId": s["clientId"], "clientSecret": s["clientSecret"]}
}

func TestApplication_EndsWithTheDeviceThatItWasShownOn(t *testing.T) {
	w := newWorld(t)
	stolen, _ := w.signIn("admin@demo.test")
	d := w.enrol(stolen)
	other, _ := w.signIn("admin@demo.test")
	w.enrol(other)
	lost, kept := w.withSecret(stolen), w.withSecret(other)
	token := w.expect(w.token(lost), 200, "").text("accessToken")
	keeps := w.expect(w.token(kept), 200, "").text("accessToken")
	w.expect(w.call(other, "Sync/Revoke", obj{"device": d.id, "revoked": true}), 204, "")
	w.expect(w.token(lost), 401, "sign-in-failed")
	w.expect(w.call(token, "Login/userDetails", nil), 401, "no-session")
	w.expect(w.token(kept), 200, "")
	w.expect(w.call(keeps, "Login/userDetails", nil), 200, "")
}

func TestApplication_EndsWithTheRightToHaveOne(t *testing.T) {
	w := newWorld(t)
	admin, _ := w.signIn("admin@demo.test")
	w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": 3, "UserID": "U-OFFICE", "pageList": "12,39,40,51", "DefaultPageID": 12}), 200, "")
	bearer, _ := w.signIn("office@demo.test")
	secret := w.withSecret(bearer)
	token := w.expect(w.token(secret), 200, "").text("accessToken")
	w.expect(w.call(token, "Login/userDetails", nil), 200, "")
	w.expect(w.call(admin, "LogIn/UserManagement", obj{"actions": 3, "UserID": "U-OFFICE", "pageList": "12,39,40"}), 200, "")
	w.expect(w.token(secret), 401, "sign-in-failed")
	w.expect(w.call(token, "Login/userDetails", nil), 401, "no-session")
	w.expect(w.call(bearer, "Login/userDetails", nil), 200, "")
}

func TestLink_ThatADeviceShowsEndsWithTheDevice(t *testing.T) {
	w := newWorld(t)
	bearer, _ := w.signIn("dock@demo.test")
	d := w.enrol(bearer)
	admin, _ := w.signIn("admin@demo.test")
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		for id, life := range map[string]int64{"shown": 600_000, "mailed": 7 * 86_400_000} {
			if _, err := tx.ExecContext(ctx, `INSERT INTO access_link (id, hash, kind, object, warehouse, by_user, by_name, device, made_at, expires_at) VALUES (?1, ?1, 'sign', ?1, 'ATL', 'U-DOCK', 'Dan', ?2, ?3, ?3 + ?4)`, id, d.id, w.now.UnixMilli(), life); err != nil {
				return err
			}
		}
		return nil
	})
	w.expect(w.call(admin, "Sync/Revoke", obj{"device": d.id, "revoked": true}), 204, "")
	var ended string
	w.write("1", func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT group_concat(id) FROM access_link WHERE ended_at IS NOT NULL`).Scan(&ended)
	})
	if ended != "shown" {
		t.Errorf("ended: %q", ended)
	}
}
