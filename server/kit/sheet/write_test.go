package sheet

import (
	"bytes"
	"strings"
	"testing"
)

func TestWriteCSV_NoSpreadsheetRunsWhatItHolds(t *testing.T) {
	texts := []string{"=1+1", "+1-404", "-2+3", "@SUM(A1)", "\tx", "'=x", "''=x", "-12.50", "+3", "plain", "'quoted", "", "a=b"}
	var out bytes.Buffer
	if err := WriteCSV(&out, []Table{{Name: "Rates", Head: []string{"=Head", "b"}, Rows: [][]string{texts}}}); err != nil {
		t.Fatal(err)
	}
	for _, cell := range strings.FieldsFunc(strings.TrimPrefix(out.String(), "\ufeff"), func(c rune) bool { return c == ',' || c == '\n' }) {
		if cell = strings.Trim(cell, `"`); cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") && cell != "-12.50" && cell != "+3" {
			t.Errorf("a spreadsheet runs %q", cell)
		}
	}
	back, err := Tables("1", out.Bytes(), 10)
	if err != nil || len(back) != 1 || back[0].Name != "Rates" || back[0].Head[0].Text != "=Head" {
		t.Fatalf("read back: %+v, %v", back, err)
	}
	for i, want := range texts {
		if got := back[0].Rows[0].At(i).Text; got != want && got != strings.TrimSpace(want) {
			t.Errorf("%q came back as %q", want, got)
		}
	}
}
