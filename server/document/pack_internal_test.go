package document

import (
	"archive/zip"
	"io"
	"os"
	"slices"
	"testing"

	"lading/server/kit/fail"
)

func TestPack_KeepsEveryPaperByANameOfItsOwnAndLeavesNothingBehind(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	p, err := newPack()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.txt", "a (2).txt", "a.txt", "../up.txt", ".."} {
		if err := p.add("L/1", name, []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	d, err := p.done(nil)
	if err != nil {
		t.Fatal(err)
	}
	f := d.Body.(spool)
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(f, size)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, one := range z.File {
		names = append(names, one.Name)
	}
	if want := []string{"L-1/a.txt", "L-1/a (2).txt", "L-1/a (3).txt", "L-1/..-up.txt", "L-1/document"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	p, err = newPack()
	if err != nil {
		t.Fatal(err)
	}
	p.size = maxZip - 1
	if _, err := p.done(p.add("", "b.txt", []byte("bb"))); fail.CodeOf(err) != "papers-too-large" {
		t.Errorf("too large: %v", err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
