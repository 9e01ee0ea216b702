package access_test

import (
	"context"
	"testing"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/link"
	"lading/server/kit/right"
	"lading/server/store"
)

// What a person's rights had made does not outlive them, whether the group's pages were taken, the person's own, a warehouse, or the access.
func TestRightsLost_WhatTheyHadMadeEnds(t *testing.T) {
	const manage = "LogIn/UserManagement"
	for name, c := range map[string]struct {
		path string
		body obj
		link bool // still good for a signature
		erp  bool // the program still comes in
	}{
		"nothing":             {"Access/SaveGroup", obj{"GroupID": "dock", "GroupCode": "dock", "GroupName": "The dock", "pageList": "31,50,98"}, true, true},
		"the group's pages":   {"Access/SaveGroup", obj{"GroupID": "dock", "GroupCode": "dock", "GroupName": "Dock", "pageList": "40"}, false, false},
		"the person's pages":  {manage, obj{"actions": 3, "UserID": "U-DOCK", "pageList": "40"}, false, false},
		"the warehouse":       {manage, obj{"actions": 3, "UserID": "U-DOCK", "Warehouses": []string{"DAL"}}, false, true},
		"one more warehouse":  {manage, obj{"actions": 3, "UserID": "U-DOCK", "Warehouses": []string{"ATL", "DAL"}}, true, true},
		"the person's access": {manage, obj{"actions": 6, "UserID": "U-DOCK", "Disabled": true}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			admin, _ := w.signIn("admin@demo.test")
			w.expect(w.call(admin, "Access/SaveGroup", obj{"GroupID": "dock", "GroupCode": "dock", "GroupName": "Dock", "pageList": "31,50,51,98"}), 200, "")
			if name == "nothing" {
				c.body["pageList"] = "31,50,51,98"
			}
			dock, _ := w.signIn("dock@demo.test")
			id := w.expect(w.call(dock, "user/client-application", obj{"name": "ERP"}), 200, "").json()["id"].(string)
			s := w.expect(w.send(request{method: "GET", path: "user/client-application/secret/" + id, bearer: dock}), 200, "").json()
			erp := obj{"grantType": "client_credentials", "clientId": s["clientId"], "clientSecret": s["clientSecret"]}
			w.write("1", func(ctx context.Context, tx *store.Tx) (err error) {
				if tx.By, err = w.app.Access.Actor(ctx, tx, "U-DOCK"); err != nil {
					return err
				}
				if _, err = w.app.Access.OfferLink(ctx, tx, "sign", "S1", "ATL", link.Hash("shown to the driver"), 30*time.Minute); err != nil {
					return err
				}
				_, err = w.app.Access.MailLink(ctx, tx, "tender", "S1", "ATL", w.now.Add(100*time.Hour))
				return err
			})

			w.expect(w.call(admin, c.path, c.body), 200, "")

			w.write("1", func(ctx context.Context, tx *store.Tx) error {
				shown, err := w.app.Access.StandingLink(ctx, tx, "sign", "S1")
				if err != nil {
					return err
				}
				if (shown.ID != "") != c.link {
					t.Errorf("the link to sign: open %v, want %v", shown.ID != "", c.link)
				}
				mailed, err := w.app.Access.StandingLink(ctx, tx, "tender", "S1")
				if mailed.ID == "" {
					t.Error("a carrier's link in a mail is the organisation's and not the person's, and it has ended")
				}
				return err
			})
			if got := w.token(erp).status; (got == 200) != c.erp {
				t.Errorf("the program: %d", got)
			}
		})
	}
}

// Areas are told what a user held and holds: a right counts only in the warehouses that the user sees, and a warehouse only with the right.
func TestRightsLost_SaysWhichRightWasHeldWhere(t *testing.T) {
	const manage = "LogIn/UserManagement"
	for name, c := range map[string]struct {
		body  obj
		holds map[string]bool // to sign, by warehouse
	}{
		"the pages":     {obj{"actions": 3, "UserID": "U-DOCK", "pageList": "40"}, map[string]bool{"ATL": false, "DAL": false}},
		"the warehouse": {obj{"actions": 3, "UserID": "U-DOCK", "Warehouses": []string{"DAL"}}, map[string]bool{"ATL": false, "DAL": true}},
		"the access":    {obj{"actions": 6, "UserID": "U-DOCK", "Disabled": true}, map[string]bool{"ATL": false, "DAL": false}},
	} {
		w := newWorld(t)
		admin, _ := w.signIn("admin@demo.test")
		told := 0
		store.On(w.app.Bus, func(_ context.Context, _ *store.Tx, e event.RightsLost) error {
			told++
			if e.User != "U-DOCK" || !e.Held(right.Sign, "ATL") || e.Held(right.Sign, "DAL") || e.Held(right.ManageUsers, "ATL") {
				t.Errorf("%s: %s held other rights", name, e.User)
			}
			for warehouse, want := range c.holds {
				if e.Holds(right.Sign, warehouse) != want {
					t.Errorf("%s: signs at %s is not %v", name, warehouse, want)
				}
			}
			return nil
		})
		w.expect(w.call(admin, manage, c.body), 200, "")
		if told != 1 {
			t.Errorf("%s: told %d times", name, told)
		}
	}
}
