package file

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// truth is what a file of fixtures/order/systems holds; see its generator.
type truth struct {
	Columns []string          `json:"columns"`
	Lines   int               `json:"lines"`
	Titles  map[string]string `json:"titles"`
	Orders  map[string]struct {
		Ship, Due, City, State, Zip string
		Terms                       string // "" where the file tells none
		Pieces                      []int64
		Weights                     []float64
	} `json:"orders"`
}

// figures count columns that needed no hand, and values.
type figures struct{ columns, right, asked, wrong, values, good, flagged, silent int }

// What was measured, in percent of the columns and in values.
const (
	leastRight  = 95
	worstSilent = 0
)

func measure(t *testing.T, folder string) (f figures) {
	t.Helper()
	paths, err := filepath.Glob("../../../fixtures/order/systems/" + folder + "/*.truth")
	if err != nil || len(paths) == 0 {
		t.Fatal(folder, err)
	}
	for _, p := range paths {
		raw, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var tr truth
		if err := json.Unmarshal(raw, &tr); err != nil {
			t.Fatal(err)
		}
		found, _ := filepath.Glob(strings.TrimSuffix(p, "truth") + "*")
		for _, name := range found {
			if name != p {
				before := f
				f.file(t, name, tr)
				f.since(before).say(t, filepath.Base(name))
			}
		}
	}
	return f
}

func (f *figures) file(t *testing.T, path string, tr truth) {
	t.Helper()
	name := filepath.Base(path)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sh, err := Orders.SniffAs("1", bytes.NewReader(raw), int64(len(raw)), name, nil, house)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		f.columns += len(tr.Columns)
		return
	}
	unsure := map[int]bool{}
	for _, n := range sh.Unsure(sh.Mapping) {
		unsure[n] = true
	}
	open := map[Field]bool{} // fields that a person is asked about, or that no column is taken for
	for i, want := range tr.Columns {
		title := ""
		if i < len(sh.Headers) {
			title = sh.Headers[i]
		}
		if tr.Titles != nil {
			want = tr.Titles[title]
		}
		var got Field
		if i < len(sh.Mapping.Columns) {
			got = sh.Mapping.Columns[i]
		}
		f.columns++
		switch {
		case unsure[i]:
			f.asked++
			open[got], open[Field(want)] = true, true
			t.Logf("%s: %q is asked: %q, %d%%; it is %q", name, title, got, sh.Confidence[i], want)
		case string(got) == want:
			f.right++
		default:
			if got != "" {
				f.wrong++
			}
			t.Logf("%s: %q is %q, not %q", name, title, got, want)
		}
	}
	m := sh.Mapping
	if n := len(sh.Missing); n > 0 {
		t.Logf("%s: missing %v", name, sh.Missing)
	}
	var rows []Row
	n, err := Orders.Read("1", bytes.NewReader(raw), int64(len(raw)), m, house, func(r Row) error { rows = append(rows, r); return nil })
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	basis := n.Notes != nil && (n.Notes.WeightOf != "" || n.Notes.WeightUnit != "")
	seen := map[string]bool{}
	for _, r := range rows {
		number := strings.TrimPrefix(r.Order.Number, "#")
		want, ok := tr.Orders[number]
		if !ok || seen[number] {
			f.values++
			if len(r.Errors) > 0 || open[FieldNumber] {
				f.flagged++
			} else {
				f.silent++
				t.Logf("%s: order %q is none", name, number)
			}
			continue
		}
		seen[number] = true
		bad := map[Field]bool{}
		for _, e := range r.Errors {
			bad[e.Field] = true
		}
		// A missing field, one that is asked about and one with a mistake are flagged.
		check := func(field Field, right, told bool) {
			f.values++
			switch {
			case right:
				f.good++
			case bad[field] || open[field] || told:
				f.flagged++
			default:
				f.silent++
				t.Logf("%s: order %s: %s is silently wrong: %+v", name, number, field, r.Order)
			}
		}
		o := r.Order
		has := func(field Field) bool {
			for _, c := range m.Columns {
				if c == field {
					return true
				}
			}
			return false
		}
		check(FieldShipOn, o.ShipOn == want.Ship, false)
		if has(FieldDueOn) {
			check(FieldDueOn, o.DueOn == want.Due, false)
		}
		check(FieldCity, o.Consignee.City == want.City, bad[FieldPlace] || bad[FieldAddress])
		check(FieldState, o.Consignee.State == want.State, bad[FieldPlace] || bad[FieldAddress])
		check(FieldZip, o.Consignee.Zip == want.Zip, bad[FieldPlace] || bad[FieldAddress])
		if want.Terms != "" {
			check(FieldTerms, o.Terms == want.Terms, false)
		}
		for i := range want.Pieces {
			if i >= len(o.Items) {
				check(FieldPieces, false, false)
				continue
			}
			check(FieldPieces, o.Items[i].Pieces == want.Pieces[i], !has(FieldPieces))
			w := o.Items[i].Weight
			pounds := float64(w.Milli) / 1000
			if w.Unit == "kg" { // an order keeps the unit that its file has
				pounds *= 2.2046226218
			}
			check(FieldWeight, w.Milli > 0 && math.Abs(pounds-want.Weights[i]) < 0.6, basis || bad[FieldWeightEach] || bad[FieldPieces] || bad[FieldWeightUnit])
		}
	}
	for number := range tr.Orders {
		if !seen[number] {
			f.values++
			if open[FieldNumber] || slices.Contains(sh.Missing, FieldNumber) { // nothing is saved before somebody answers; or each of its lines says that the number is missing
				f.flagged++
				continue
			}
			f.silent++
			t.Logf("%s: order %s is not there", name, number)
		}
	}
}

// since is what has come to the figures.
func (f figures) since(b figures) figures {
	return figures{f.columns - b.columns, f.right - b.right, f.asked - b.asked, f.wrong - b.wrong, f.values - b.values, f.good - b.good, f.flagged - b.flagged, f.silent - b.silent}
}

func (f figures) say(t *testing.T, folder string) {
	t.Logf("%s: %d columns, %.1f%% right without a hand, %d asked, %d taken for another; %d values, %.2f%% right, %d flagged, %d silently wrong",
		folder, f.columns, 100*float64(f.right)/float64(f.columns), f.asked, f.wrong, f.values, 100*float64(f.good)/float64(f.values), f.flagged, f.silent)
}

// The files that the finder was made with. The aim is 95 percent and nothing silent; these bounds are what was measured.
func TestSystems_ThatTheFinderWasMadeWith(t *testing.T) {
	f := measure(t, "tune")
	f.say(t, "tune")
	if f.silent > 0 || f.right*100 < f.columns*98 {
		t.Errorf("%+v", f)
	}
}

// The files that the finder was not made with at first, and has been mended by since.
func TestSystems_ThatTheFinderHadNotSeen(t *testing.T) {
	f := measure(t, "held")
	f.say(t, "held")
	if f.silent > worstSilent || f.right*100 < f.columns*leastRight {
		t.Errorf("%+v", f)
	}
}

// Files whose titles other people wrote who did not know the finder. The first time, before anything was made of what they showed, 82.0 percent of 434 columns
// were right, 25 were asked, 21 were taken for another, and 60 of 1924 values were wrong without a sign: that is the figure of files that nobody has seen. What
// holds below is after the mending that followed.
func TestSystems_ThatOthersWrote(t *testing.T) {
	f := measure(t, "fresh")
	f.say(t, "fresh")
	if f.silent > 0 || f.right*100 < f.columns*90 {
		t.Errorf("%+v", f)
	}
}

// Two dozen files written and frozen by somebody who had not read the finder. The first time 74.6 percent of 567 columns were right, 40 were asked, 28 were
// taken for another; of 1475 values 72.88 percent were right, 321 flagged and 79 wrong without a sign. Of these, 49 were right weights in kilograms, which the
// measure did not know. With that and the mistakes of the files' own truth mended (see the commit), and nothing else, it was 81.0 percent of 604 columns, 41
// asked, 12 for another; 77.12 percent of 1591 values, to which the freight terms had come, 331 flagged, 33 silent. What holds below is after the mending that
// followed, and is no longer the figure of files that nobody has seen.
func TestSystems_ThatNobodyHadSeen(t *testing.T) {
	f := measure(t, "blind")
	f.say(t, "blind")
	if f.silent > 0 || f.right*100 < f.columns*95 {
		t.Errorf("%+v", f)
	}
}
