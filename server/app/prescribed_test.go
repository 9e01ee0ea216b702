package app_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lading/server/kit/message"
	"lading/server/kit/prescribed"
)

var hole = regexp.MustCompile(`\{[^{}]*\}`)

// Each message that the documents prescribe for a call that is built is said in every language, and heads the refusal where it is one: the reason stands below.
func TestPrescribed_EveryMessageOfABuiltCallIsSaid(t *testing.T) {
	f := newFront(t)
	k := f.Kit
	web := sources(t, "../../web/src", ".ts", ".tsx")
	built, headed := 0, 0
	for _, m := range prescribed.All {
		calls := 0
		for _, c := range m.Calls {
			if _, ok := k.App.Registry.Find(c.Path); ok {
				calls++
			}
		}
		if calls == 0 {
			continue
		}
		built++
		for _, lang := range message.Languages {
			if message.All(lang)[m.Code] == "" {
				t.Errorf("%s is not said in %s", m.ID, lang)
			}
		}
		for _, part := range hole.Split(m.Says, -1) { // what is named may stand in other words
			if said := message.All("en")[m.Code]; !strings.Contains(said, strings.TrimRight(strings.TrimSpace(part), ".")) {
				t.Errorf("%s says %q, prescribed is %q", m.ID, said, m.Says)
			}
		}
		if m.Kind == "good" && !strings.Contains(web, strings.TrimSpace(hole.Split(m.Says, -1)[0])) {
			t.Errorf("%s: no screen says %q", m.ID, m.Says)
		}
		for _, c := range m.Calls {
			o, ok := k.App.Registry.Find(c.Path)
			if !ok || !m.Heads || prescribed.Heads()[strings.TrimSpace(c.Path+" "+c.Flag)] != m.Code {
				continue
			}
			headed++
			status, body := f.as("office@demo.test", o, `{"flag":"`+c.Flag+`","sortName":"no such column","ShipmentIds":0,"ShipmentId":0}`)
			var p struct{ Title, Head, Detail string }
			if status < 400 {
				continue // takes anything, such as a list without a parameter
			}
			if err := json.Unmarshal(body, &p); err != nil || p.Head != m.Code && p.Head != "" || p.Head == m.Code && (p.Title != message.Text("en", m.Code, nil) || p.Detail == "" || p.Detail == p.Title) {
				t.Errorf("%s of %s: %d %s", m.ID, c.Path, status, body)
			}
			if p.Head == "" {
				t.Errorf("%s is headed by nothing: %s", c.Path, body)
			}
		}
	}
	if len(prescribed.All) != 112 || built < 45 || headed < 35 {
		t.Errorf("%d messages, %d of built calls, %d that head one", len(prescribed.All), built, headed)
	}
}

// sources is the text of a folder's files.
func sources(t *testing.T, dir string, ends ...string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, ".test.") {
			return err
		}
		for _, end := range ends {
			if strings.HasSuffix(path, end) {
				b, err := os.ReadFile(path)
				out.Write(b)
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}
