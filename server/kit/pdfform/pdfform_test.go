package pdfform

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lading/fixtures"
	"lading/server/kit/apart"
	"lading/server/kit/fail"

	"github.com/go-pdf/fpdf"
)

// raw is a PDF of objects from number 1 on: a catalog, its pages, one page, and what follows.
func raw(acroForm, annots string, rest ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	objects := append([]string{
		"<< /Type /Catalog /Pages 2 0 R /AcroForm " + acroForm + " >>",
		"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [" + annots + "] >>",
	}, rest...)
	at := []int{}
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f\r\n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n\r\n", n)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

func text(name, more string) string {
	return fmt.Sprintf("<< /Type /Annot /Subtype /Widget /FT /Tx /T (%s) /Rect [50 700 250 716] %s >>", name, more)
}

func find(t *testing.T, f Form, name string) Field {
	t.Helper()
	i := slices.IndexFunc(f.Fields, func(x Field) bool { return x.Name == name })
	if i < 0 {
		t.Fatalf("no field %s", name)
	}
	return f.Fields[i]
}

func TestRead_ListsFieldsAsTheyAreRead(t *testing.T) {
	f, err := Read("1", fixtures.ClaimForm)
	if err != nil {
		t.Fatal(err)
	}
	if f.Pages != 1 || len(f.Fields) != 67 {
		t.Fatalf("%d pages, %d fields", f.Pages, len(f.Fields))
	}
	if first := f.Fields[0]; first.Name != "carrier.name" || first.Label != "Carrier" || first.Page != 1 || first.Type != Text {
		t.Errorf("first: %+v", first)
	}
	if x := find(t, f, "claim.date"); x.Type != Date || x.Format != "mm/dd/yyyy" {
		t.Errorf("a day: %+v", x)
	}
	if x := find(t, f, "statement"); !x.Lines {
		t.Errorf("several lines: %+v", x)
	}
	if x := find(t, f, "kind.loss"); x.Type != Check {
		t.Errorf("a check box: %+v", x)
	}
	if x := find(t, f, "salvage.kept"); x.Type != Radio || len(x.Options) != 2 {
		t.Errorf("buttons: %+v", x)
	}
	if x := find(t, f, "currency"); x.Type != Choice || len(x.Options) != 3 || x.Options[1].Value != "CAD" {
		t.Errorf("a choice: %+v", x)
	}
	if x := find(t, f, "claim.amount"); !x.Must {
		t.Errorf("a field that must be filled in: %+v", x)
	}
}

// values reads back what a form says.
func values(t *testing.T, pdf []byte) map[string]string {
	t.Helper()
	form, err := Read("1", pdf)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range form.Fields {
		out[f.Name] = f.Value
	}
	return out
}

func TestFill_SetsEachKindOfFieldAndLeavesTheRest(t *testing.T) {
	form, err := Read("1", fixtures.ClaimForm)
	if err != nil {
		t.Fatal(err)
	}
	kept := find(t, form, "salvage.kept").Options[1].Value
	out, err := Fill("1", fixtures.ClaimForm, map[string]string{"carrier.name": "Émile & Søn – “Freight”", "claim.date": "11/27/2026", "kind.loss": On, "kind.damage": "", "salvage.kept": kept, "currency": "MXN",
		"statement": "One.\nTwo (with brackets) and a \\ backslash.", "nobody": "x"})
	if err != nil || len(out.Cut) != 0 {
		t.Fatalf("%v, cut %v", err, out.Cut)
	}
	got := values(t, out.PDF)
	for name, want := range map[string]string{"carrier.name": "Émile & Søn – “Freight”", "claim.date": "11/27/2026", "kind.damage": "Off", "salvage.kept": kept, "currency": "MXN",
		"statement": "One.\nTwo (with brackets) and a \\ backslash.", "claim.no": ""} {
		if got[name] != want {
			t.Errorf("%s: %q, not %q", name, got[name], want)
		}
	}
	if got["kind.loss"] == "Off" || got["kind.loss"] == "" {
		t.Errorf("the check box: %q", got["kind.loss"])
	}
	again, err := Fill("1", out.PDF, map[string]string{"kind.loss": "", "carrier.name": "Another"})
	if err != nil {
		t.Fatal(err)
	}
	if got := values(t, again.PDF); got["kind.loss"] != "Off" || got["carrier.name"] != "Another" || got["currency"] != "MXN" {
		t.Errorf("filled once more: %v", got)
	}
}

func TestFill_TellsWhatDoesNotFit(t *testing.T) {
	file := raw("<< /Fields [4 0 R 5 0 R 6 0 R] /DA (/Helv 12 Tf 0 g) >>", "4 0 R 5 0 R 6 0 R", text("short", "/MaxLen 5"), text("narrow", ""), text("fine", "/MaxLen 12 /Ff 16777216"))
	out, err := Fill("1", file, map[string]string{"short": "123456", "narrow": strings.Repeat("wide text ", 40), "fine": "123456789012"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(out.Cut, []string{"short", "narrow"}) {
		t.Errorf("cut: %v", out.Cut)
	}
	if got := values(t, out.PDF); got["short"] != "12345" || got["fine"] != "123456789012" {
		t.Errorf("%v", got)
	}
}

func TestFill_FieldsOfManyMakers(t *testing.T) {
	file := raw("<< /Fields [4 0 R 7 0 R 8 0 R] /XFA (x) /SigFlags 3 >>", "5 0 R 6 0 R 7 0 R 8 0 R",
		"<< /T (party) /FT /Tx /Kids [5 0 R 6 0 R] >>", // a field whose kids have names of their own
		"<< /Type /Annot /Subtype /Widget /Parent 4 0 R /T (name) /Rect [50 700 250 716] /MK << /R 90 /BG [1 1 0] >> >>",
		"<< /Type /Annot /Subtype /Widget /Parent 4 0 R /T (note) /Rect [50 600 250 616] /Q 2 /DA (/Cour 9 Tf 0 0 1 rg) >>",
		"<< /Type /Annot /Subtype /Widget /FT /Btn /T (box) /Rect [50 500 60 510] >>", // without a look of its own
		"<< /Type /Annot /Subtype /Widget /FT /Sig /T (signature) /Rect [50 400 60 410] >>")
	form, err := Read("1", file)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, f := range form.Fields {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{"party.name", "party.note", "box"}) {
		t.Fatalf("fields: %v", names)
	}
	out, err := Fill("1", file, map[string]string{"party.name": "Żółć 漢字", "party.note": "right", "box": On})
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out.PDF, []byte("/XFA")) {
		t.Error("the other copy of the form, which says nothing, is still there")
	}
	if got := values(t, out.PDF); got["party.name"] != "Żółć 漢字" || got["party.note"] != "right" || got["box"] != "Yes" {
		t.Errorf("%v", got)
	}
}

func TestRead_SaysPlainlyWhyAFileIsNoForm(t *testing.T) {
	blank, closed := fpdf.New("P", "mm", "A4", ""), fpdf.New("P", "mm", "A4", "")
	blank.AddPage()
	closed.AddPage()
	closed.SetProtection(fpdf.CnProtectPrint, "", "owner")
	var plain, locked bytes.Buffer
	if err := blank.Output(&plain); err != nil {
		t.Fatal(err)
	}
	if err := closed.Output(&locked); err != nil {
		t.Fatal(err)
	}
	var many, refs strings.Builder
	var fields []string
	for n := range 1000 {
		fmt.Fprintf(&refs, "%d 0 R ", n+4)
		fields = append(fields, text(fmt.Sprint("f", n), ""))
	}
	many.WriteString("<< /Fields [" + refs.String() + "] >>")
	for name, c := range map[string]struct {
		file []byte
		code string
	}{
		"no PDF":             {[]byte("Name,Qty\nx,1\n"), "pdf-form-unreadable"},
		"nothing":            {nil, "pdf-form-unreadable"},
		"cut":                {fixtures.ClaimForm[:len(fixtures.ClaimForm)/2], "pdf-form-unreadable"},
		"no fields":          {plain.Bytes(), "pdf-form-no-fields"},
		"encrypted":          {locked.Bytes(), "pdf-form-protected"},
		"XFA alone":          {raw("<< /Fields [] /XFA (x) >>", ""), "pdf-form-xfa"},
		"a thousand fields":  {raw(many.String(), refs.String(), fields...), "pdf-form-too-many-fields"},
		"only a push button": {raw("<< /Fields [4 0 R] >>", "4 0 R", "<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (go) /Rect [50 500 60 510] >>"), "pdf-form-no-fields"},
		"too large":          {make([]byte, MaxSize+1), "blob-too-large"},
	} {
		if _, err := Read("1", c.file); fail.CodeOf(err) != c.code {
			t.Errorf("%s: %q (%v)", name, fail.CodeOf(err), err)
		}
	}
}

// Files made to have their reader fill the memory, end the stack or turn in a circle.
func TestRead_AFormThatIsATrapHarmsNobody(t *testing.T) {
	defer func(was time.Duration) { apart.Patience = was }(apart.Patience)
	apart.Patience = 5 * time.Second
	widget := text("x", "")
	deep := make([]string, 300)
	for n := range deep {
		deep[n] = fmt.Sprintf("<< /T (d%d) /FT /Tx /Kids [%d 0 R] >>", n, n+5)
	}
	for name, file := range map[string][]byte{
		"a field that is its own kid":       raw("<< /Fields [4 0 R] >>", "", "<< /T (a) /FT /Tx /Kids [4 0 R] >>"),
		"two that are each other's":         raw("<< /Fields [4 0 R] >>", "", "<< /T (a) /FT /Tx /Kids [5 0 R] >>", "<< /T (b) /Kids [4 0 R] >>"),
		"fields in fields in fields":        raw("<< /Fields [4 0 R] >>", "", append(deep, widget)...),
		"a form that is its own fields":     raw("<< /Fields 4 0 R >>", "", "4 0 R"),
		"brackets in brackets":              raw("<< /Fields "+strings.Repeat("[", 2_000_000)+" >>", "", widget),
		"a place without end":               raw("<< /Fields [4 0 R] >>", "4 0 R", "<< /Type /Annot /Subtype /Widget /FT /Tx /T (x) /Rect [0 0 1e308 1e308] /MaxLen 999999999 /Ff 16777216 >>"),
		"pages that are their own":          bytes.Replace(raw("<< /Fields [4 0 R] >>", "4 0 R", widget), []byte("/Kids [3 0 R]"), []byte("/Kids [2 0 R]"), 1),
		"a name that nobody can tell apart": raw("<< /Fields [4 0 R 5 0 R] >>", "4 0 R 5 0 R", widget, widget),
	} {
		form, err := Read("1", file)
		if code := fail.CodeOf(err); err != nil && code != "pdf-form-unreadable" && code != "pdf-form-no-fields" {
			t.Errorf("%s: %q (%v)", name, code, err)
		}
		if len(form.Fields) > 1 {
			t.Errorf("%s: %d fields", name, len(form.Fields))
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(fixtures.ClaimForm)
	f.Add(raw("<< /Fields [4 0 R] >>", "4 0 R", text("x", "")))
	f.Fuzz(func(t *testing.T, file []byte) {
		if said := work(ask{File: file}); said.Code == "" && len(said.Form.Fields) == 0 {
			t.Error("a form without fields")
		}
	})
}
