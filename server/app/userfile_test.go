package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/server/access"
	"lading/server/store"
	"lading/server/testkit"
)

func TestRowFile_UsersAreInvitedAndMistakesInAListAreRefusedOneByOne(t *testing.T) {
	k := testkit.Demo(t)
	admin := taker{k.As("admin@demo.test"), t}
	raw := rowsFixture(t, "users-es.csv")
	got := admin.take("Access/SaveUserFile", "usuarios.csv", raw, nil)
	if got.Counts.New != 2 || mistakesIn(got) != "jpena UserName rowfile-double; zz1 Warehouses rowfile-word-unknown" {
		t.Fatalf("%+v %s", got.Counts, mistakesIn(got))
	}
	users := testkit.Into[access.ManageResp](t, admin.Call("LogIn/UserManagement", map[string]int{"actions": 0})).Users
	at := func(login string) access.Details {
		return users[slices.IndexFunc(users, func(u access.Details) bool { return u.UserName == login })]
	}
	if u := at("mruiz"); !u.Invited || u.GroupCode != "dock" || u.Language != "es" || u.AccessUntil != "2027-12-31" || u.FirstName != "Marta" || u.LastName != "Ruiz" || !slices.Equal(u.Warehouses, []string{"ATL"}) {
		t.Errorf("%+v", u)
	}
	if again := admin.take("Access/SaveUserFile", "usuarios.csv", []byte(strings.Join(strings.Split(string(raw), "\n")[:3], "\n")+"\n"), nil); again.Counts.Same != 2 {
		t.Errorf("%+v %s", again.Counts, mistakesIn(again))
	}
	// Departments of another system are asked for once.
	entra := rowsFixture(t, "users-entra.csv")
	asked := admin.take("Access/ReadUserFile", "users.csv", entra, nil)
	if len(asked.Words) != 2 || asked.Words[0].Word != "shipping" || asked.Words[0].Lines != 2 || asked.Counts.Bad != 3 {
		t.Fatalf("%+v %+v", asked.Counts, asked.Words)
	}
	r := asked.Reading
	r.Words = map[string]map[string]string{"GroupID": {"shipping": "office", "warehouse": "dock"}}
	r.Checked = asked.Unsure
	if saved := admin.take("Access/SaveUserFile", "users.csv", entra, &r); saved.Counts.New != 3 {
		t.Fatalf("%+v %s", saved.Counts, mistakesIn(saved))
	}
	users = testkit.Into[access.ManageResp](t, admin.Call("LogIn/UserManagement", map[string]int{"actions": 0})).Users
	if u := at("old.joe@hartwell.test"); !u.Disabled || u.GroupCode != "dock" {
		t.Errorf("%+v", u)
	}
	// One's own right to administer, pages that there are none of, and a list by who may keep no users.
	bad := admin.take("Access/SaveUserFile", "u.csv", []byte("Login,E-mail,Role,Start page,Status\nadmin@demo.test,admin@demo.test,office,,\nadmin@demo.test,admin@demo.test,admin,,Inactive\nnew1@demo.test,new1@demo.test,office,No such page,\n"), nil)
	if mistakesIn(bad) != "admin@demo.test UserName not-yourself; admin@demo.test UserName not-yourself; new1@demo.test DefaultPageID rowfile-word-unknown" {
		t.Errorf("%+v %s", bad.Counts, mistakesIn(bad))
	}
	if _, err := k.As("office@demo.test").TryUpload("Access/ReadUserFile", "u.csv", entra, nil); err == nil {
		t.Error("the office reads a list of users")
	}
}

func TestRowFile_AnAdministratorIsMadeByAPersonsAnswerOnly(t *testing.T) {
	k := testkit.Demo(t)
	admin := taker{k.As("admin@demo.test"), t}
	// A department is a group by a person's word, and the one that is called as the administrators are is asked for besides.
	for _, title := range []string{"Department", "Job", "Team", "Profile", "Role"} {
		raw := []byte("Login,E-mail," + title + "\nnew1@demo.test,new1@demo.test,Admin\n")
		got := admin.take("Access/ReadUserFile", "u.csv", raw, nil)
		if asked := len(got.Unsure) > 0; asked != (title != "Role") || len(got.Words) != 1 || got.Words[0].Word != "admin" || got.Counts.New != 0 || mistakesIn(got) != "new1@demo.test GroupID rowfile-word-weighty" {
			t.Errorf("%s: %+v %s %+v", title, got.Counts, mistakesIn(got), got.Words)
		}
	}
	list := func(login, role string) []byte {
		return []byte("Login,E-mail,Role\n" + login + "," + login + "," + role + "\n")
	}
	for _, role := range []string{"admin", "Administrators", "Administrador"} {
		if got := admin.take("Access/SaveUserFile", "u.csv", list("new1@demo.test", role), nil); got.Counts.New != 0 || len(got.Words) != 1 {
			t.Errorf("%s: %+v %+v", role, got.Counts, got.Words)
		}
	}
	r := admin.take("Access/ReadUserFile", "u.csv", list("new1@demo.test", "IT lead"), nil).Reading
	r.Words = map[string]map[string]string{"GroupID": {"it lead": "admin"}}
	if got := admin.take("Access/SaveUserFile", "u.csv", list("new1@demo.test", "IT lead"), &r); got.Counts.New != 1 {
		t.Fatalf("%+v %s", got.Counts, mistakesIn(got))
	}
	// The answer is for this file: of the next one it is asked again. Who is an administrator already stays one unasked.
	if got := admin.take("Access/SaveUserFile", "u.csv", list("new2@demo.test", "IT lead"), nil); got.Counts.New != 0 || len(got.Words) != 1 {
		t.Errorf("%+v %+v", got.Counts, got.Words)
	}
	if got := admin.take("Access/SaveUserFile", "u.csv", list("new1@demo.test", "Admin"), nil); got.Counts.Same != 1 || len(got.Words) != 0 {
		t.Errorf("%+v %s", got.Counts, mistakesIn(got))
	}
	// One who is out does not come back as one, and a page that keeps users is such a right as well.
	off := []byte("Login,E-mail,Role,Status\nnew1@demo.test,new1@demo.test,Admin,Inactive\n")
	if got := admin.take("Access/SaveUserFile", "u.csv", off, nil); got.Counts.Changed != 1 {
		t.Errorf("%+v %s", got.Counts, mistakesIn(got))
	}
	if got := admin.take("Access/SaveUserFile", "u.csv", []byte(strings.ReplaceAll(string(off), "Inactive", "Active")), nil); got.Counts.Changed != 0 || len(got.Words) != 1 {
		t.Errorf("%+v %s", got.Counts, mistakesIn(got))
	}
	if got := admin.take("Access/SaveUserFile", "u.csv", []byte("Login,E-mail,Role,Pages\nnew3@demo.test,new3@demo.test,office,Manage users\n"), nil); got.Counts.New != 0 || len(got.Words) != 1 || got.Words[0].Field != "pageList" {
		t.Errorf("%+v %s", got.Counts, mistakesIn(got))
	}
}

func TestRowFile_AGroupIsFoundByItsWholeName(t *testing.T) {
	k := testkit.Demo(t)
	admin := taker{k.As("admin@demo.test"), t}
	for _, g := range []string{"Team A", "Team D", "Gate  1"} {
		admin.Call("Access/SaveGroup", access.SaveGroupReq{GroupCode: strings.ToLower(strings.ReplaceAll(g, " ", "-")) + "-x", GroupName: g})
	}
	got := admin.take("Access/SaveUserFile", "u.csv", []byte("Login,E-mail,Role\nx@d.test,x@d.test,Team D\ny@d.test,y@d.test,team a\nz@d.test,z@d.test,Gate-1\nw@d.test,w@d.test,Team Y\n"), nil)
	if got.Counts.New != 3 || mistakesIn(got) != "w@d.test GroupID rowfile-word-unknown" {
		t.Fatalf("%+v %s", got.Counts, mistakesIn(got))
	}
	for login, name := range map[string]string{"x@d.test": "Team D", "y@d.test": "Team A", "z@d.test": "Gate  1"} {
		if u := userNamed(t, admin, login); u.GroupName != name {
			t.Errorf("%s is in %s", login, u.GroupName)
		}
	}
}

// userNamed is a user as the list of users has one.
func userNamed(t *testing.T, by taker, login string) access.Details {
	t.Helper()
	users := testkit.Into[access.ManageResp](t, by.Call("LogIn/UserManagement", map[string]int{"actions": 0})).Users
	return users[slices.IndexFunc(users, func(u access.Details) bool { return u.UserName == login })]
}

func TestRowFile_YesAndNoAreReadBesideATitleThatTellsTheirDirection(t *testing.T) {
	k := testkit.Demo(t)
	admin := taker{k.As("admin@demo.test"), t}
	for _, c := range []struct {
		title, word    string
		asked, outside bool
	}{
		{"Account Disabled", "FALSE", false, false}, {"Is Disabled?", "yes", false, true}, {"accountEnabled", "False", false, true}, {"User active", "Y", false, false},
		{"Not active", "TRUE", true, false}, {"Enabled/Disabled", "no", true, false}, {"Status", "0", true, false}, {"Status", "On leave", true, false}, {"Status", "Terminated", false, true},
	} {
		raw := []byte("Login,E-mail,Role," + c.title + "\noffice@demo.test,office@demo.test,office," + c.word + "\n")
		r := admin.take("Access/ReadUserFile", "u.csv", raw, nil).Reading
		r.Columns, r.Checked = []string{"UserName", "Email", "GroupID", "Disabled"}, []int{3}
		got := admin.take("Access/SaveUserFile", "u.csv", raw, &r)
		if asked := len(got.Words) == 1 && got.Counts.Bad == 1; asked != c.asked || !asked && got.Counts.Bad > 0 {
			t.Errorf("%s, %s: %+v %s %+v", c.title, c.word, got.Counts, mistakesIn(got), got.Words)
		}
		if u := userNamed(t, admin, "office@demo.test"); !c.asked && u.Disabled != c.outside {
			t.Errorf("%s, %s: disabled is %v", c.title, c.word, u.Disabled)
		}
	}
	// What a no means beside such a title is said for one file.
	raw := []byte("Login,E-mail,Role,Status\noffice@demo.test,office@demo.test,office,No\n")
	r := admin.take("Access/ReadUserFile", "u.csv", raw, nil).Reading
	r.Words = map[string]map[string]string{"Disabled": {"no": "active"}}
	if got := admin.take("Access/SaveUserFile", "u.csv", raw, &r); got.Counts.Bad != 0 || userNamed(t, admin, "office@demo.test").Disabled {
		t.Errorf("%+v %s", got.Counts, mistakesIn(got))
	}
	if got := admin.take("Access/ReadUserFile", "u.csv", raw, nil); len(got.Words) != 1 {
		t.Errorf("%+v", got.Counts)
	}
}

func TestRowFile_AnAccessThatIsOverIsNotGivenBackWithoutALaterDay(t *testing.T) {
	k := testkit.Demo(t)
	admin := taker{k.As("admin@demo.test"), t}
	day := k.Now().AddDate(0, 0, 1).Format("2006-01-02")
	list := func(until string) []byte {
		return []byte("Login,E-mail,Role,Access until,Status\noffice@demo.test,office@demo.test,office," + until + ",Active\n")
	}
	if got := admin.take("Access/SaveUserFile", "u.csv", list(day), nil); got.Counts.Changed != 1 {
		t.Fatalf("%+v %s", got.Counts, mistakesIn(got))
	}
	k.Pass(96 * time.Hour)
	k.Write("1", func(ctx context.Context, tx *store.Tx) error {
		_, err := k.App.Access.Expire(ctx, tx)
		return err
	})
	for _, raw := range [][]byte{list(day), []byte("Login,E-mail,Role,Status\noffice@demo.test,office@demo.test,office,Active\n")} {
		for _, path := range []string{"Access/ReadUserFile", "Access/SaveUserFile"} {
			if got := admin.take(path, "u.csv", raw, nil); mistakesIn(got) != "office@demo.test AccessUntil access-until-past" {
				t.Errorf("%s: %+v %s", path, got.Counts, mistakesIn(got))
			}
		}
		if u := userNamed(t, admin, "office@demo.test"); !u.Disabled || u.AccessUntil != day {
			t.Errorf("disabled %v, until %q", u.Disabled, u.AccessUntil)
		}
	}
	later := k.Now().AddDate(0, 0, 9).Format("2006-01-02")
	if got := admin.take("Access/SaveUserFile", "u.csv", list(later), nil); got.Counts.Changed != 1 {
		t.Errorf("%+v %s", got.Counts, mistakesIn(got))
	}
	if u := userNamed(t, admin, "office@demo.test"); u.Disabled || u.AccessUntil != later {
		t.Errorf("disabled %v, until %q", u.Disabled, u.AccessUntil)
	}
}

func TestRowFile_ABlankCellOfAUserGivesNothingAway(t *testing.T) {
	k := testkit.Demo(t)
	admin := taker{k.As("admin@demo.test"), t}
	// All warehouses are written; a blank cell is a mistake of a new user, and leaves one who is there.
	got := admin.take("Access/SaveUserFile", "u.csv", []byte("Login,E-mail,Role,Warehouse\nn1@d.test,n1@d.test,dock,\nn2@d.test,n2@d.test,dock,All\nn3@d.test,n3@d.test,dock,ATL\n"), nil)
	if got.Counts.New != 2 || mistakesIn(got) != "n1@d.test Warehouses field-required" {
		t.Errorf("%+v %s", got.Counts, mistakesIn(got))
	}
	again := admin.take("Access/SaveUserFile", "u.csv", []byte("Login,E-mail,Role,Warehouse\nn2@d.test,,dock,All\nn3@d.test,,dock,\n"), nil)
	if u := userNamed(t, admin, "n3@d.test"); again.Counts.Same != 2 || !slices.Equal(u.Warehouses, []string{"ATL"}) || u.Email != "n3@d.test" {
		t.Errorf("%+v %s %+v", again.Counts, mistakesIn(again), u)
	}
}
