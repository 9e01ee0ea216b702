package org_test

import (
	"testing"

	"lading/server/op"
	"lading/server/org"
	"lading/server/resource"
	"lading/server/testkit"
)

func TestVideo_IsSeenByWhomItsPageIsOpen(t *testing.T) {
	k := testkit.Demo(t)
	admin, dock, office := k.As("admin@demo.test"), k.As("dock@demo.test"), k.As("office@demo.test")
	for _, v := range []org.VideoReq{
		{Title: "Welcome", URL: "https://videos.example.test/1", Language: "en"},
		{Title: "Sign a bill", Page: "eSignBOL", URL: "https://videos.example.test/2", Language: "es"},
		{Title: "Review rates", Page: "ReviewRates", URL: "https://videos.example.test/3", Language: "en"},
		{Title: "Keep users", Page: "ManageUsers", URL: "https://videos.example.test/4", Language: "en"},
	} {
		admin.Call("Org/SaveVideo", v)
	}
	titles := func(p *testkit.Person) (all string) {
		for _, v := range testkit.Into[[]org.Video](t, p.Call("Org/Videos", op.None{})) {
			all += v.Title + ";"
		}
		return all
	}
	for p, want := range map[*testkit.Person]string{admin: "Welcome;Keep users;Review rates;Sign a bill;", dock: "Welcome;Sign a bill;", office: "Welcome;Review rates;Sign a bill;", k.As("admin@other.test"): ""} {
		if got := titles(p); got != want {
			t.Errorf("%s: %s", p.By.Login, got)
		}
	}
}

func TestVideo_TakesASafeLinkToAPageThatThereIs(t *testing.T) {
	k := testkit.Demo(t)
	admin := k.As("admin@demo.test")
	fine := org.VideoReq{Title: "Welcome", URL: "https://videos.example.test/1", Language: "en"}
	kept := testkit.Into[org.Video](t, admin.Call("Org/SaveVideo", fine))
	for field, change := range map[string]func(v *org.VideoReq){
		"Url":      func(v *org.VideoReq) { v.URL = "http://videos.example.test/1" },
		"Page":     func(v *org.VideoReq) { v.Page = "NoSuchPage" },
		"Language": func(v *org.VideoReq) { v.Language = "de" },
		"Title":    func(v *org.VideoReq) { v.Title = "welcome" },
	} {
		v := fine
		v.Title = "Another"
		change(&v)
		if e := admin.Refused("Org/SaveVideo", v); len(e.Fields) != 1 || e.Fields[0].Field != field {
			t.Errorf("%s: %+v", field, e)
		}
	}
	for _, link := range []string{"javascript:alert(1)", "https://user:pass@videos.example.test/", "data:text/html,x"} {
		v := fine
		v.Title, v.URL = "Another", link
		if e := admin.Refused("Org/SaveVideo", v); e.Fields[0].Field != "Url" {
			t.Errorf("%s: %+v", link, e)
		}
	}
	office := k.As("office@demo.test")
	for path, req := range map[string]any{"Org/SaveVideo": fine, "Org/DeleteVideo": resource.Key{ID: kept.ID}, "Org/RestoreVideo": resource.Key{ID: kept.ID}} {
		if e := office.Refused(path, req); e.Code != "no-right" {
			t.Errorf("%s: %+v", path, e)
		}
	}
	if n := len(testkit.Into[[]org.Video](t, admin.Call("Org/Videos", op.None{}))); n != 1 {
		t.Errorf("%d videos", n)
	}
}
