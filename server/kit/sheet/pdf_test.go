package sheet

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"lading/server/kit/apart"
	"lading/server/kit/fail"

	"github.com/go-pdf/fpdf"
)

// report is a printed list: a title and the page's number on each page, the head once more, figures to the right, and a blank cell here and there.
func report(t *testing.T, rows int) []byte {
	t.Helper()
	const font = "Helvetica"
	doc := fpdf.New("L", "mm", "Letter", "")
	widths := []float64{28, 70, 44, 16, 22, 26}
	head := []string{"Order No", "Ship To Name", "City", "ST", "Qty", "Weight (lb)"}
	for n := range rows {
		if n%20 == 0 {
			doc.AddPage()
			doc.SetFont(font, "", 14)
			doc.CellFormat(0, 10, "Open orders", "", 1, "", false, 0, "")
			doc.SetFont(font, "", 8)
			doc.CellFormat(0, 6, fmt.Sprintf("Page %d", n/20+1), "", 1, "R", false, 0, "")
			for i, h := range head {
				doc.CellFormat(widths[i], 7, h, "1", 0, "", false, 0, "")
			}
			doc.Ln(-1)
		}
		city := "Salt Lake City"
		if n%7 == 3 {
			city = ""
		}
		for i, v := range []string{fmt.Sprint(40100 + n), fmt.Sprintf("Hartwell & Sons No. %d", n), city, "UT", fmt.Sprint(n + 1), fmt.Sprintf("%d.5", 1000+n)} {
			align := ""
			if i > 3 {
				align = "R"
			}
			doc.CellFormat(widths[i], 7, v, "1", 0, align, false, 0, "")
		}
		doc.Ln(-1)
	}
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestOpen_ThePrintedListOfAPDF(t *testing.T) {
	kind, rows := readAll(t, report(t, 45), nil)
	if kind != PDF {
		t.Fatal(kind)
	}
	heads, titles := 0, 0
	var data []string
	for _, r := range rows {
		switch {
		case strings.HasPrefix(r, "Order No|Ship To Name|City|ST|Qty|Weight (lb)"):
			heads++
		case strings.HasPrefix(r, "4"):
			data = append(data, r)
		default:
			titles++
		}
	}
	if heads != 3 || titles != 2 || len(data) != 45 {
		t.Errorf("%d heads, %d titles, %d rows: %q", heads, titles, len(data), rows)
	}
	for n, want := range map[int]string{0: "40100|Hartwell & Sons No. 0|Salt Lake City|UT|1|1000.5", 3: "40103|Hartwell & Sons No. 3||UT|4|1003.5", 44: "40144|Hartwell & Sons No. 44|Salt Lake City|UT|45|1044.5"} {
		if n >= len(data) || data[n] != want {
			t.Errorf("row %d: %q", n, data[min(n, len(data)-1)])
		}
	}
}

func TestOpen_ATextOfTwoLinesInAPDFIsOneCell(t *testing.T) {
	doc := fpdf.New("P", "mm", "Letter", "")
	doc.AddPage()
	doc.SetFont("Helvetica", "", 8)
	at := func(x, y float64, s string) { doc.Text(x, y, s) }
	for n := range 6 {
		y := 20 + float64(n)*10
		at(10, y, fmt.Sprintf("A-%d", n))
		at(40, y, "Hinges, door, steel,")
		at(120, y, fmt.Sprint(n+1))
		if n == 2 {
			at(40, y+3.4, "zinc plated")
		}
	}
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		t.Fatal(err)
	}
	_, rows := readAll(t, out.Bytes(), nil)
	if len(rows) != 6 || rows[2] != "A-2|Hinges, door, steel, zinc plated|3" {
		t.Errorf("%q", rows)
	}
}

func TestOpen_WhatIsNoListInAPDFIsRefused(t *testing.T) {
	blank := fpdf.New("P", "mm", "Letter", "")
	blank.AddPage()
	blank.Rect(10, 10, 50, 50, "F")
	closed := fpdf.New("P", "mm", "Letter", "")
	closed.SetProtection(fpdf.CnProtectPrint, "reader", "owner")
	closed.AddPage()
	closed.SetFont("Helvetica", "", 8)
	closed.Text(10, 10, "Order")
	whole := report(t, 5)
	for _, c := range []struct {
		name string
		doc  *fpdf.Fpdf
		raw  []byte
		code string
	}{
		{name: "pictures", doc: blank, code: "file-pdf-no-text"},
		{name: "a password", doc: closed, code: "file-pdf-protected"},
		{name: "cut", raw: whole[:len(whole)/2], code: "file-truncated"},
		{name: "nonsense", raw: append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte("<< /Length 9 >> stream \x00"), 300)...), code: "file-truncated"},
	} {
		raw := c.raw
		if c.doc != nil {
			var out bytes.Buffer
			if err := c.doc.Output(&out); err != nil {
				t.Fatal(err)
			}
			raw = out.Bytes()
		}
		_, err := Open("1", bytes.NewReader(raw), int64(len(raw)), nil)
		if got := fail.CodeOf(err); got != c.code {
			t.Errorf("%s: %q (%v)", c.name, got, err)
		}
	}
}

// Files made to have their reader fill the memory, end the stack or turn in a circle.
func TestOpen_APDFThatIsATrapHarmsNobody(t *testing.T) {
	defer func(was time.Duration) { apart.Patience = was }(apart.Patience)
	apart.Patience = 3 * time.Second
	end := func(body string, trailer string) []byte {
		return fmt.Appendf(nil, "%%PDF-1.4\n%s\nxref\n0 1\n0000000000 65535 f\r\ntrailer\n%s\nstartxref\n%d\n%%%%EOF\n", body, trailer, len("%PDF-1.4\n")+len(body)+1)
	}
	circle := "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
	second := len(circle)
	circle += "2 0 obj\n<< /Type /Pages /Count 5 /Kids [2 0 R] >>\nendobj\n"
	circle += fmt.Sprintf("xref\n0 3\n0000000000 65535 f\r\n%010d 00000 n\r\n%010d 00000 n\r\ntrailer\n<< /Size 3 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", 9, second, len(circle))
	for name, raw := range map[string][]byte{
		"a table of objects without end": fmt.Appendf(nil, "%%PDF-1.4\nxref\n99999999999 1\n0000000000 65535 f\r\ntrailer\n<< /Size 1 >>\nstartxref\n9\n%%%%EOF\n"),
		"brackets in brackets":           end("", "<< /Size 1 /Root "+strings.Repeat("[", 4_000_000)),
		"pages that are their own":       []byte(circle),
		"a table before that is itself":  end("", "<< /Size 1 /Prev 10 /Root 1 0 R >>"),
	} {
		_, err := Open("1", bytes.NewReader(raw), int64(len(raw)), nil)
		if code := fail.CodeOf(err); code != "file-not-supported" && code != "file-truncated" && code != "file-pdf-no-text" {
			t.Errorf("%s: %q (%v)", name, code, err)
		}
	}
}
