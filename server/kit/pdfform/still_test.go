package pdfform

import (
	"bytes"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

// objects are all objects of a PDF, written out.
func objects(t *testing.T, pdf []byte) string {
	t.Helper()
	model.ConfigPath = "disable"
	ctx, err := pdfcpu.Read(bytes.NewReader(pdf), model.NewDefaultConfiguration())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range ctx.Table {
		if e.Object != nil {
			b.WriteString(e.Object.PDFString() + "\n")
		}
	}
	return b.String()
}

func TestFill_LeavesNothingThatRunsOrIsCarriedAlong(t *testing.T) {
	form := raw("<< /Fields [4 0 R 5 0 R] /CO [4 0 R] /DA (/Helv 0 Tf 0 g) >> /OpenAction << /S /JavaScript /JS (this.getField('amount').value = 'EVIL-1') >> /AA << /WP << /S /JavaScript /JS (EVIL-2) >> >>"+
		" /Names << /JavaScript << /Names [(x) << /S /JavaScript /JS (EVIL-3) >>] >> /EmbeddedFiles << /Names [(EVIL-4.exe) 8 0 R] >> >> /Outlines 9 0 R",
		"4 0 R 5 0 R 6 0 R 7 0 R 12 0 R 13 0 R",
		text("amount", "/AA << /C << /S /JavaScript /JS (EVIL-5) >> >>"),
		text("b", "/A << /S /Launch /F (EVIL-6.exe) >>"),
		"<< /Type /Annot /Subtype /Link /Rect [0 0 600 700] /A << /S /URI /URI (https://carrier.example/claims) /Next << /S /SubmitForm /F (EVIL-7) >> >> >>",
		"<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 8 0 R /Contents (EVIL-8) >>",
		"<< /Type /Filespec /F (a.bin) /EF << /F 14 0 R >> >>",
		"<< /Type /Outlines /First 10 0 R /Last 11 0 R /Count 2 >>",
		"<< /Title (First) /Parent 9 0 R /Next 11 0 R /Dest [3 0 R /Fit] >>",
		"<< /Title (Second) /Parent 9 0 R /Prev 10 0 R /A 15 0 R >>",
		"<< /Type /Annot /Subtype /Link /Rect [0 0 600 700] /A << /S /URI /URI (javascript:EVIL-9) >> >>",
		"<< /Type /Annot /Subtype /Link /Rect [0 0 600 700] /A 16 0 R >>",
		"<< /Length 7 >>\nstream\nEVIL-10\nendstream",
		"<< /S /GoTo /D [3 0 R /Fit] /Next [16 0 R] >>",
		"<< /S /GoToR /F (EVIL-11) /D (x) >>")
	if got := objects(t, form); strings.Count(got, "EVIL") < 10 {
		t.Fatalf("the form is not as it was meant: %s", got)
	}
	out, err := Fill("1", form, map[string]string{"amount": "100.00"})
	if err != nil {
		t.Fatal(err)
	}
	got := objects(t, out.PDF)
	for _, gone := range []string{"EVIL", "JavaScript", "EmbeddedFiles", "Launch", "SubmitForm", "GoToR", "/EF", "/CO"} {
		if strings.Contains(got, gone) {
			t.Errorf("%s is left in %s", gone, got)
		}
	}
	if bytes.Contains(out.PDF, []byte("EVIL")) {
		t.Error("the file carries another along")
	}
	for _, kept := range []string{"https://carrier.example/claims", "First", "Second", "/Next", "/GoTo"} {
		if !strings.Contains(got, kept) {
			t.Errorf("%s is gone from %s", kept, got)
		}
	}
	if v := values(t, out.PDF)["amount"]; v != "100.00" {
		t.Errorf("the amount: %q", v)
	}
}
