package access

import (
	"strings"
	"testing"
)

func TestJudgePassword(t *testing.T) {
	for password, code := range map[string]string{
		"harbour-lights-9":        "",
		"ñandú corre lejos":       "",
		"correct horse battery":   "",
		"seven77":                 "password-too-short",
		strings.Repeat("ab1", 43): "password-too-long",
		"Password":                "password-common",
		"123Princess!!":           "password-common",
		"9876543210":              "password-common",
		"abcdefghij":              "password-common",
		"xyxyxyxyxy":              "password-common",
		"olive2026":               "password-common",
		"Northgate1":              "password-common",
	} {
		got := ""
		if bad := judgePassword("Password", password, "olive@demo.test", "Northgate"); len(bad) > 0 {
			got = bad[0].Code
		}
		if got != code {
			t.Errorf("%q: %q, want %q", password, got, code)
		}
	}
}

func TestCost_IsOWASPsLeastOrMore(t *testing.T) {
	if shipped.Memory < 19*1024 || shipped.Iterations < 2 || shipped.Parallelism != 1 {
		t.Fatalf("cost %+v", shipped)
	}
}

func TestCostOf_RefusesWhatIsNoHash(t *testing.T) {
	if _, err := costOf(decoy); err != nil {
		t.Fatalf("the decoy: %v", err)
	}
	for _, s := range []string{"", "x", "$2a$10$abc", strings.Replace(decoy, "argon2id", "argon2i", 1), strings.Replace(decoy, "v=19", "v=16", 1), strings.Replace(decoy, "m=64", "m=99999999", 1), strings.Replace(decoy, "t=1", "t=0", 1), decoy[:40]} {
		if _, err := costOf(s); err == nil {
			t.Errorf("%q was taken for a hash", s)
		}
	}
}

func TestPagesOf(t *testing.T) {
	own, group, none := "17,21", "18", " "
	for _, c := range []struct {
		own, group *string
		admin      bool
		page       int
		open       bool
	}{
		{&own, &group, false, 17, true}, {&own, &group, false, 18, false}, {&own, &group, false, 15, true}, // the user's own list first, defaults always
		{nil, &group, false, 18, true}, {&none, &group, false, 17, false}, // then the group's; an empty list is none
		{nil, nil, false, 39, false}, {nil, &none, false, 15, true}, {nil, nil, true, 107, true}, // then the defaults, and all for an administrator
		{&own, nil, true, 107, false}, // an administrator's list counts too
	} {
		if got := pagesOf(c.own, c.group, c.admin); got[pageID(c.page)] != c.open {
			t.Errorf("page %d: %v, want %v", c.page, got[pageID(c.page)], c.open)
		}
	}
	for group, admin := range map[string]bool{"admin": true, "Admin": true, "COMMON": true, "administrators": false, "": false} {
		if isAdministrator(group) != admin {
			t.Errorf("%q", group)
		}
	}
}
