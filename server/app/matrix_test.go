package app_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/testkit"

	"github.com/goccy/go-json"
)

// matrix is what the written list of rights says.
type matrix struct {
	holds  map[string]map[string]bool // by kind of user, the rights
	calls  map[string][]string        // by call, the rights of which one is needed
	tables map[string]string          // by synced table, its right
}

var cell = regexp.MustCompile("^`(.*)`$")

func writtenMatrix(t *testing.T) matrix {
	t.Helper()
	text, err := os.ReadFile("../kit/right/RIGHTS.md")
	if err != nil {
		t.Fatal(err)
	}
	m := matrix{map[string]map[string]bool{}, map[string][]string{}, map[string]string{}}
	var head []string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		name := cell.FindStringSubmatch(cells[0])
		switch {
		case cells[0] == "right":
			head = cells
		case name == nil:
		case head[1] == "lets a user":
			for i, kind := range head[2:] {
				if m.holds[kind] == nil {
					m.holds[kind] = map[string]bool{string(right.SignedIn): true}
				}
				m.holds[kind][name[1]] = cells[2+i] == "yes"
			}
		default:
			for _, table := range strings.Split(cells[2], ", ") {
				m.tables[table] = name[1]
			}
			for _, call := range strings.Split(cells[3], ", ") {
				m.calls[call] = append(m.calls[call], name[1])
			}
		}
	}
	return m
}

// may tells whether a kind of user may make a call, by what is written.
func (m matrix) may(kind, call string) bool {
	return slices.ContainsFunc(m.calls[call], func(r string) bool { return m.holds[kind][r] })
}

// Each kind of user makes each call and pulls: what is done is what the list of rights says, no more and no less.
func TestRights_EachKindOfUserMayDoWhatIsWritten(t *testing.T) {
	k := testkit.Demo(t)
	m := writtenMatrix(t)
	k.As("admin@demo.test").Call("Access/SaveGroup", fields{"GroupCode": "temps", "GroupName": "Temps", "pageList": ""})
	people := map[string]*testkit.Person{"administrator": k.As("admin@demo.test"), "office": k.As("office@demo.test"), "dock": k.As("dock@demo.test"), "audit": k.As("audit@demo.test"),
		"default pages": someone(k, "temp@demo.test", "temps", "")}
	if len(m.holds) != len(people) || len(m.tables) < 20 {
		t.Fatalf("%d kinds of users, %d tables are written", len(m.holds), len(m.tables))
	}
	refused, let := 0, 0
	for _, kind := range slices.Sorted(maps.Keys(people)) {
		t.Run(kind, func(t *testing.T) {
			k.T = t
			p := people[kind]
			rows, _, _ := pulled(k, p, "")
			for table := range rows {
				if !m.holds[kind][m.tables[table]] {
					t.Errorf("pulls %d of %s, which needs %q", len(rows[table]), table, m.tables[table])
				}
			}
			for _, o := range k.App.Registry.All() {
				if o.Public {
					continue
				}
				var err error
				if o.Kind == op.KindUpload {
					_, err = p.TryUpload(o.Path, "x.txt", []byte("x"), nil)
				} else {
					_, err = p.Try(o.Path, json.RawMessage(`{}`))
				}
				f, _ := fail.As(err)
				no := f != nil && f.Code == "no-right" && slices.Contains(m.calls[o.Path], f.Params["right"].(string)) // another right is for a part of it
				switch {
				case no && m.may(kind, o.Path):
					t.Errorf("%s is refused", o.Path)
				case !no && !m.may(kind, o.Path):
					t.Errorf("%s, which needs %v: %v", o.Path, m.calls[o.Path], err)
				}
				if no {
					refused++
				} else {
					let++
				}
			}
		})
	}
	if refused < 300 || let < 300 {
		t.Errorf("%d refused, %d let in", refused, let)
	}
}
