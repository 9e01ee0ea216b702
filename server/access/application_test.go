package access_test

import "testing"

// Whoever had a person's password, or the screen, could make a program and keep its secret.
func TestApplication_EndsWithThePasswordAndEverywhere(t *testing.T) {
	w := newWorld(t)
	program := func(bearer string) obj {
		t.Helper()
		id := w.expect(w.call(bearer, "user/client-application", obj{"name": "ERP"}), 200, "").json()["id"].(string)
		s := w.expect(w.send(request{method: "GET", path: "user/client-application/secret/" + id, bearer: bearer}), 200, "").json()
		return obj{"grantType": "client_credentials", "clientId": s["clientId"], "clientSecret": s["clientSecret"]}
	}
	bearer, _ := w.signIn("admin@demo.test")
	secret := program(bearer)
	token := w.expect(w.token(secret), 200, "").text("accessToken")
	w.expect(w.call(bearer, "Access/SignOutEverywhere", obj{}), 204, "")
	w.expect(w.token(secret), 401, "sign-in-failed")
	w.expect(w.call(token, "Login/userDetails", nil), 401, "no-session")

	secret = program(bearer)
	w.expect(w.token(secret), 200, "")
	w.expect(w.call(bearer, "Access/ChangePassword", obj{"Current": password, "Password": "harbour-lights-9"}), 204, "")
	w.expect(w.token(secret), 401, "sign-in-failed")
}
