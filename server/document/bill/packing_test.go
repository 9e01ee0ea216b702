package bill

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lading/server/kit/freight"
)

func packed(n int) PackingList {
	l := PackingList{Number: "L1000001", On: "2026-11-20", BOL: "06141411234567913", PRO: "514-2283906", Carrier: "R&L Carriers (RLCA)", From: signed().From, To: signed().To, Orders: []string{"SO-1", "SO-2"}, Refs: []string{"4500012345"},
		Note: "Ring the bell at gate 4."}
	for i := range n {
		l.Lines = append(l.Lines, PackedLine{Order: "SO-1", Code: fmt.Sprintf("WID-%03d", i), Description: "Widgets, blue", Pieces: 12, Package: "CTN", Weight: freight.Measure{Milli: 120_500, Unit: "lb"}})
		l.Units = append(l.Units, PackedUnit{Number: "106141411234567897", Description: "Widgets, blue", Pieces: 12, Size: "48 x 40 x 52 in", Weight: freight.Measure{Milli: 120_500, Unit: "lb"}})
	}
	if n > 0 {
		l.Units[0].Lot, l.Units[0].ExpiresOn = "A-12", "2027-12-31"
	}
	return l
}

func TestRenderPacking_EveryLineIsOnPaperOnce(t *testing.T) {
	for n, want := range map[int]int{0: 1, 1: 1, 12: 1, 90: 5} {
		var a, b bytes.Buffer
		if err := RenderPacking(packed(n), "fr", &a, 2); err != nil {
			t.Fatal(err)
		}
		if err := RenderPacking(packed(n), "fr", &b, 2); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("equal lists gave other bytes: %v", err)
		}
		if got := pages(a.Bytes()); got != 2*want {
			t.Errorf("%d lines: %d pages, want twice %d", n, got, want)
		}
		read, err := exec.LookPath("pdftotext")
		if err != nil {
			continue // the pages are counted; what stands on them is read where poppler is
		}
		name := filepath.Join(t.TempDir(), "list.pdf")
		if dir := os.Getenv("LADING_PICTURES"); dir != "" {
			name = filepath.Join(dir, fmt.Sprintf("packing-%d.pdf", n))
		}
		if err := os.WriteFile(name, a.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		text, err := exec.Command(read, "-layout", name, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if got := strings.Count(string(text), fmt.Sprintf("WID-%03d", i)); got != 2 {
				t.Errorf("item %d of %d is %d times on two copies", i, n, got)
			}
		}
		if n == 12 && !strings.Contains(string(text), "Lot A-12 · Expires / Expire le 2027-12-31") {
			t.Errorf("no lot and expiry on it:\n%s", text)
		}
		if n == 12 && !strings.Contains(string(text), "1,446 lb") {
			t.Errorf("no total on it:\n%s", text)
		}
	}
}
