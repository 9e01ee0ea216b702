package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
)

func declared(t *testing.T) (*op.Registry, *App) {
	t.Helper()
	a := &App{Bus: store.NewBus()}
	r := op.NewRegistry(a.wire())
	if len(r.All()) < 200 || len(a.Tables) < 20 {
		t.Fatalf("%d calls, %d tables", len(r.All()), len(a.Tables))
	}
	return r, a
}

func TestRights_TheMatrixIsWritten(t *testing.T) {
	r, a := declared(t)
	kept, err := os.ReadFile(filepath.Join("../..", rightsFile))
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != rightsDocument(r, a.Tables) {
		t.Error("go run ./server gen: who may do what is not what " + rightsFile + " says")
	}
}

// own are the calls with an effect that everyone signed in may make: each of them changes the caller's own account, sessions, devices and notices alone.
var own = []string{
	"LogIn/UserAgreementOperation", "Access/ChangePassword", "Access/SaveProfile", "Access/SavePreferences",
	"SetDeliveredStatusForReceivedNotification", "SetReadStatusForNotification", "SetDeleteStatusForNotification",
	"Notify/SavePreferences", "token/save", "token/update", "token/delete", "sync/enrol", "Sync/Discard",
	"Org/ShareView", "Org/UnshareView", // of a page that the user may open
}

func TestRights_DefaultPagesAloneHaveNoEffect(t *testing.T) {
	r, _ := declared(t)
	stranger := kinds()[4]
	if held := stranger.Rights(); len(held) > 0 {
		t.Fatalf("default pages bring %v", held)
	}
	for _, o := range r.All() {
		if o.Public || op.Permit(o, stranger, 0) != nil {
			continue
		}
		if (o.Kind == op.KindCommand || o.Kind == op.KindUpload) && !slices.Contains(own, o.Path) {
			t.Errorf("%s changes something, and everyone may make it", o.Path)
		}
	}
}

func TestRights_EachOpensSomethingAndIsBroughtByAPage(t *testing.T) {
	r, a := declared(t)
	for _, m := range right.All {
		used := slices.ContainsFunc(r.All(), func(o *op.Op) bool { return slices.Contains(o.Rights, m.Right) })
		for _, table := range a.Tables {
			used = used || table.Right == m.Right
		}
		if !used {
			t.Errorf("no call and no table needs %s", m.Right)
		}
		if len(page.Bringing(m.Right)) == 0 {
			t.Errorf("no page brings %s", m.Right)
		}
	}
	if got := kinds()[0].Rights(); len(got) != len(right.All) {
		t.Errorf("an administrator holds %d of %d rights", len(got), len(right.All))
	}
}

// Rows of the account itself and of the organisation's set-up: everyone's device has them.
var everyones = []string{"access_user", "document_certificate", "notify_notification", "org_setup", "warehouse_site"}

func TestRights_NoTableIsEveryones(t *testing.T) {
	_, a := declared(t)
	for _, table := range a.Tables {
		if (table.Right == right.SignedIn) != slices.Contains(everyones, table.Name) {
			t.Errorf("%s is on the device of everyone with %s", table.Name, table.Right)
		}
		if len(table.Kinds()) == 0 {
			t.Errorf("%s is in no kind of place", table.Name)
		}
	}
}

func TestRights_EveryBuiltPageBelongsToAGroup(t *testing.T) {
	routes, err := filepath.Glob("../../web/src/*/routes/*.tsx")
	if err != nil || len(routes) < 40 {
		t.Fatalf("%d routes, %v", len(routes), err)
	}
	built := map[string]bool{}
	for _, r := range routes {
		built[strings.TrimSuffix(filepath.Base(r), ".tsx")] = true
	}
	n := 0
	for _, p := range page.All {
		if p.ID == nil || p.Public || p.Default || !built[p.Name] {
			continue
		}
		n++
		if len(p.Groups) == 0 {
			t.Errorf("%s is built, and no group has it", p.Name)
		}
	}
	if n < 30 {
		t.Errorf("%d pages looked at", n)
	}
}

func TestRights_TheFirstGroupsHoldWhatTheirWorkNeeds(t *testing.T) {
	people := kinds()
	for _, c := range []struct {
		who       int
		holds     []right.Right
		holdsNone []right.Right
	}{
		{1, []right.Right{right.Plan, right.Rate, right.Tender, right.Void, right.AmendBill, right.Print, right.SeeMoney, right.SettleWork, right.RequestQuotes}, []right.Right{right.ManageUsers, right.ManageOrganisation, right.ManagePrices}},
		{2, []right.Right{right.Load, right.Sign, right.Print, right.SeeDock, right.SeeDrivers, right.Pack}, []right.Right{right.SeeMoney, right.Tender, right.Void, right.AmendBill, right.SettleWork, right.SeeMails, right.Rate}},
		{3, []right.Right{right.SeeMoney, right.SeeDocuments, right.SeeLoads, right.SeeMails}, []right.Right{right.Void, right.MoveLoads, right.Tender, right.AmendBill, right.EditOrders, right.Load, right.Print}},
	} {
		for _, r := range c.holds {
			if !people[c.who].May(r) {
				t.Errorf("%s lacks %s", people[c.who].Name, r)
			}
		}
		for _, r := range c.holdsNone {
			if people[c.who].May(r) {
				t.Errorf("%s holds %s", people[c.who].Name, r)
			}
		}
	}
}

// ofPrograms are the calls of sign-ins that a program may make: they make nothing to come in with. LogIn/UserManagement lists users for it, and refuses the rest.
var ofPrograms = []string{"LogIn/UserAgreementOperation", "Access/SavePreferences", "hub/ticket", "Access/Sessions", "Access/SignOut", "LogIn/UserManagement"}

func TestRights_NoProgramMakesAWayIn(t *testing.T) {
	r, _ := declared(t)
	pages := page.Set{}
	for _, p := range page.All {
		if p.ID != nil {
			pages[*p.ID] = true
		}
	}
	program := store.Actor{User: "U", Office: true, Admin: true, Program: true, Pages: pages}
	refused := 0
	for _, o := range r.All() {
		if o.Public {
			continue
		}
		if no := fail.CodeOf(op.Permit(o, program, 0)) == "not-for-programs"; no {
			refused++
		} else if o.Area == "access" && o.Kind != op.KindQuery && !slices.Contains(ofPrograms, o.Path) {
			t.Errorf("a program makes %s", o.Path)
		}
	}
	if refused < 20 {
		t.Errorf("%d calls refused", refused)
	}
}
