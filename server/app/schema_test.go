package app

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lading/sync/pull"
)

var update = flag.Bool("update", false, "take the rows' shapes as those of pull.Schema")

const schemaFile = "../../sync/testdata/schema.txt"

// A device keeps its rows in the shape of its own app, and its cursor says nothing of tables that its app did not know. So rows of another shape need
// another pull.Schema: a device that is updated to it loads its rows anew, and one that is not is told to update. Indexes are no shape: a device makes
// those that it lacks of the rows that it has.
func TestSchema_IsRaisedWithTheRowsShapes(t *testing.T) {
	dir := t.TempDir()
	if err := generate(t.Context(), os.Stderr, []string{dir}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "tables.ts"))
	if err != nil {
		t.Fatal(err)
	}
	shapes, _, found := strings.Cut(string(text), "export const schema = ")
	if !found {
		t.Fatal("the rows' shapes do not end where they did")
	}
	now := fmt.Sprintf("%d %x\n", pull.Schema, sha256.Sum256([]byte(shapes)))
	kept, err := os.ReadFile(schemaFile)
	if err == nil && string(kept) == now {
		return
	}
	var before int
	_, _ = fmt.Sscan(string(kept), &before)
	switch {
	case err == nil && before >= pull.Schema:
		t.Fatalf("rows have other shapes than those of schema %d: raise pull.Schema, then go run ./server gen, then go test ./server/app -run Schema -update", before)
	case !*update:
		t.Fatal("pull.Schema is new: go test ./server/app -run Schema -update")
	}
	if err := os.WriteFile(schemaFile, []byte(now), 0o644); err != nil {
		t.Fatal(err)
	}
}
