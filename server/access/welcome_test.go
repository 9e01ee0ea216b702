package access_test

import "testing"

// The password that a link's holder chooses is judged as any other, and a link that was refused is still good; it is good once, and not for a user who has left.
func TestPasswordLink_TakesAGoodPasswordOnce(t *testing.T) {
	const manage, choose = "LogIn/UserManagement", "Access/ChoosePassword"
	w := newWorld(t)
	admin, _ := w.signIn("admin@demo.test")
	offer := func(user string) string {
		t.Helper()
		w.expect(w.call(admin, manage, obj{"actions": 3, "UserID": user, "Invite": true}), 200, "")
		return w.expect(w.call(admin, "Access/UserLink", obj{"UserID": user}), 200, "").json()["LinkToken"].(string)
	}
	first := offer("U-OFFICE")
	token := offer("U-OFFICE")
	w.expect(w.call("", choose, obj{"LinkToken": first, "Password": "harbour-lights-9"}), 410, "mail-link-replaced")
	const show = "Access/PasswordLink"
	w.expect(w.call("", show, obj{"LinkToken": first}), 410, "mail-link-replaced")
	if shown := w.expect(w.call("", show, obj{"LinkToken": token}), 200, "").json(); shown["Organisation"] != "Demo" || shown["UserName"] != "office@demo.test" || shown["FirstName"] != "Olive" {
		t.Errorf("the link is for %v", shown)
	}
	for _, weak := range []string{"short", "Password", "office2026", "olive2026"} {
		w.expect(w.call("", choose, obj{"LinkToken": token, "Password": weak}), 422, "invalid-fields")
	}
	w.expect(w.call("", choose, obj{"LinkToken": token, "Password": "harbour-lights-9"}), 200, "")
	w.expect(w.call("", choose, obj{"LinkToken": token, "Password": "another-lantern-7"}), 410, "mail-link-used")
	w.expect(w.call(admin, "Access/UserLink", obj{"UserID": "U-OFFICE"}), 404, "mail-link-unknown") // there is none to hand on
	w.expect(w.token(obj{"grantType": "password", "userName": "office@demo.test", "password": "harbour-lights-9"}), 200, "")

	gone := offer("U-DOCK")
	w.expect(w.call(admin, manage, obj{"actions": 6, "UserID": "U-DOCK", "Disabled": true}), 200, "")
	if a := w.call("", choose, obj{"LinkToken": gone, "Password": "harbour-lights-9"}); a.status < 400 {
		t.Errorf("a user who has left chooses a password: %d", a.status)
	}
}
