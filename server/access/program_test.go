package access_test

import (
	"testing"

	"lading/server/access"
)

// Who has found a program's secret has nothing left once it is withdrawn: it makes no other secret, no user, no group, no device and no link.
func TestApplication_MakesNoWayInThatOutlivesIt(t *testing.T) {
	w := newWorld(t)
	admin, _ := w.signIn("admin@demo.test")
	own := w.withSecret(admin)
	id := w.expect(w.call(admin, "user/client-application", obj{"name": "second"}), 200, "").json()["id"].(string)
	program := w.expect(w.token(own), 200, "").text("accessToken")
	for _, c := range []struct {
		path string
		req  obj
	}{
		{"user/client-application", obj{"name": "its own"}},
		{"Access/EndApplication", obj{"id": id}},
		{"LogIn/UserManagement", obj{"actions": access.AddUser, "UserName": "eve@demo.test", "Password": "seven grey pallets", "GroupID": "admin"}},
		{"LogIn/UserManagement", obj{"actions": access.ChangeUser, "UserID": "U-OFFICE", "Password": "seven grey pallets"}},
		{"LogIn/UserManagement", obj{"actions": access.WithdrawUser, "UserID": "U-OFFICE"}},
		{"Access/UserLink", obj{"UserID": "U-OFFICE"}},
		{"Access/SaveGroup", obj{"GroupCode": "all", "GroupName": "All", "pageList": "12,39"}},
		{"Access/OpenPage", obj{"GroupID": "dock", "PageID": 51, "Open": true}},
		{"Access/SaveProfile", obj{"Email": "eve@demo.test"}},
		{"Access/ChangePassword", obj{"Password": password, "NewPassword": "seven grey pallets"}},
		{"Access/EndSession", obj{"Session": "x"}},
		{"Access/SignOutEverywhere", obj{}},
		{"sync/enrol", obj{"device": "01M86KSM8W9TG26TAM1Q48ZMQG"}},
		{"Sync/Order", obj{"device": "01M86KSM8W9TG26TAM1Q48ZMQG", "kind": "wipe"}},
		{"Sync/Revoke", obj{"device": "01M86KSM8W9TG26TAM1Q48ZMQG", "revoked": true}},
		{"Printing/Pair", obj{"WarehouseId": "ATL", "Name": "x"}},
		{"Integration/SavePostBack", obj{"PostBackId": "x", "Name": "ERP", "Url": "https://eve.test", "Events": []string{"departed"}}},
		{"Integration/RestorePostBack", obj{"Id": "x"}},
		{"Integration/NewPostBackKey", obj{"PostBackId": "x"}},
		{"Shipment/OrderFileSoruceConfigure", obj{"TransferId": "x"}},
	} {
		w.expect(w.call(program, c.path, c.req), 403, "not-for-programs")
	}
	w.expect(w.send(request{method: "GET", path: "user/client-application/secret/" + id, bearer: program}), 403, "not-for-programs")
	w.expect(w.send(request{method: "GET", path: "user/client-application/secret/" + id, bearer: admin}), 200, "")
	w.expect(w.call(program, "LogIn/UserManagement", obj{"actions": access.ListUsers}), 200, "") // reading is what it is for
}
