package record

import (
	"testing"

	"lading/server/kit/freight"
)

type doc struct {
	Number string         `json:"Number" validate:"max=10"`
	On     string         `json:"On" validate:"omitempty,day"`
	Terms  freight.Terms  `json:"Terms" validate:"omitempty,oneof=P C T"`
	To     freight.Party  `json:"To"`
	Payer  *freight.Party `json:"Payer"`
	Refs   []string       `json:"Refs"`
	Items  []freight.Item `json:"Items"`
	Own    string         `json:"-"`
}

func TestApply_SetsAnyFieldByItsPathAndLeavesWhatOthersHold(t *testing.T) {
	h := &freight.Hazmat{UN: "UN1203"}
	was := doc{Number: "A", Refs: []string{"", ""}, Items: []freight.Item{{Pieces: 2, Weight: freight.Measure{Milli: 1250500, Unit: "lb"}, Hazmat: h}}}
	now := was
	now.Items = append([]freight.Item{}, was.Items...)
	now.Refs = append([]string{}, was.Refs...)
	if bad := Apply(&now, []Set{{"Number", " B "}, {"To.city", "Reno"}, {"Payer.name", "Acme"}, {"Refs[1]", "PO 7"}, {"Items[0].weight", "900 kg"}, {"Items[0].hazmat.un", "UN1993"}, {"Items[0].stackable", "true"}}); len(bad) > 0 {
		t.Fatal(bad)
	}
	if h.UN != "UN1203" {
		t.Error("the hazmat of the record before was written to")
	}
	want := []Delta{{"Number", "A", "B"}, {"To.city", "", "Reno"}, {"Payer.name", "", "Acme"}, {"Refs[1]", "", "PO 7"}, {"Items[0].weight", "1250.5 lb", "900 kg"}, {"Items[0].stackable", "", "true"}, {"Items[0].hazmat.un", "UN1203", "UN1993"}}
	got := Diff(Of(was), Of(now))
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got[i], want[i])
		}
	}
}

func TestApply_NamesWhatItCannotSet(t *testing.T) {
	d := doc{Items: []freight.Item{{}}}
	for path, value := range map[string]string{"Own": "x", "Nothing": "x", "Items[1].weight": "1 lb", "Items[x].weight": "1 lb", "Items": "x", "Items[0].weight": "1.2345 lb", "Items[0].pieces": "two", "To": "x", "Items[0].stackable": "maybe", "Items[0].weight.milli": "1", "": "x", "Items[0": "x"} {
		if bad := Apply(&d, []Set{{path, value}}); len(bad) != 1 || bad[0].Field != path {
			t.Errorf("%s = %q: %v", path, value, bad)
		}
	}
}

func TestOf_TellsHowAFieldIsWritten(t *testing.T) {
	kinds := map[string]Kind{}
	for _, f := range Of(doc{Items: []freight.Item{{}}}) {
		kinds[f.Path] = f.Kind
	}
	for path, kind := range map[string]Kind{"Number": Text, "On": Day, "Terms": Choice, "Items[0].pieces": Number, "Items[0].weight": Measure, "Items[0].stackable": Flag, "Payer.name": Text} {
		if kinds[path] != kind {
			t.Errorf("%s is %q, want %q", path, kinds[path], kind)
		}
	}
}

func TestApply_TakesAPathInItsOneSpelling(t *testing.T) {
	for _, path := range []string{"number", "To.City", "To.city.", "To..city", ".Number", "Items[00].class", "Items[+0].class", "Items[0]class", "Items.[0].class", "Items[0]..class", "Items[0].class.", "Items[0].", "Refs[0].", ""} {
		now := doc{Refs: []string{""}, Items: []freight.Item{{Pieces: 1}}}
		was := Of(now)
		if bad := Apply(&now, []Set{{path, "70"}}); len(bad) != 1 || bad[0].Code != "field-not-here" || len(Diff(was, Of(now))) > 0 {
			t.Errorf("%q: %v, %v", path, bad, Diff(was, Of(now)))
		}
	}
}

// A measure that callers may write as a bare number is shown and set as any other.
func TestApply_SetsTheRoomThatIsStated(t *testing.T) {
	was := doc{Items: []freight.Item{{Volume: freight.Plain{Measure: freight.Measure{Milli: 2000, Unit: "m3"}}}}}
	now := doc{Items: []freight.Item{was.Items[0]}}
	if v, ok := Value(Of(was), "Items[0].CBM"); !ok || v != "2 m3" {
		t.Errorf("shown as %q, %t", v, ok)
	}
	if bad := Apply(&now, []Set{{"Items[0].CBM", "1.25 m3"}, {"Items[0].linearFeet", "4.5"}}); len(bad) > 0 {
		t.Fatal(bad)
	}
	if it := now.Items[0]; it.Volume.Measure != (freight.Measure{Milli: 1250, Unit: "m3"}) || it.LinearFeet.Measure != (freight.Measure{Milli: 4500}) {
		t.Errorf("set to %+v and %+v", it.Volume, it.LinearFeet)
	}
	if got := Diff(Of(was), Of(now)); len(got) != 2 || got[0] != (Delta{"Items[0].CBM", "2 m3", "1.25 m3"}) || got[1] != (Delta{"Items[0].linearFeet", "", "4.5"}) {
		t.Errorf("%v", got)
	}
	for _, f := range Of(now) {
		if (f.Path == "Items[0].CBM" || f.Path == "Items[0].linearFeet") && f.Kind != Measure {
			t.Errorf("%s is a %s", f.Path, f.Kind)
		}
	}
	for path, value := range map[string]string{"Items[0].CBM": "two", "Items[0].CBM.milli": "1", "Items[0].CBM.Measure": "1 m3", "Items[0].CBM.": "1 m3", "Items[0].CBM..": "1 m3"} {
		if bad := Apply(&now, []Set{{path, value}}); len(bad) != 1 || bad[0].Field != path {
			t.Errorf("%s = %q: %v", path, value, bad)
		}
	}
}
