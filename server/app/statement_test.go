package app_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lading/server/store"
	"lading/server/testkit"
)

var statement = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH) `)

// statements are those that stand whole in the source: a text, or texts and constants of the package put together.
func statements(t *testing.T) (all []string) {
	t.Helper()
	texts := map[string]ast.Expr{} // constants by folder and name
	var whole func(dir string, e ast.Expr) (string, bool)
	whole = func(dir string, e ast.Expr) (string, bool) {
		switch e := e.(type) {
		case *ast.BasicLit:
			s, err := strconv.Unquote(e.Value)
			return s, err == nil && e.Kind == token.STRING
		case *ast.Ident:
			named, ok := texts[filepath.Join(dir, e.Name)]
			if !ok {
				return "", false
			}
			return whole(dir, named)
		case *ast.BinaryExpr:
			x, left := whole(dir, e.X)
			y, right := whole(dir, e.Y)
			return x + y, left && right && e.Op == token.ADD
		}
		return "", false
	}
	files, set := map[*ast.File]string{}, token.NewFileSet()
	if err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files[f] = filepath.Dir(path)
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, s := range g.Specs {
					if v, ok := s.(*ast.ValueSpec); ok {
						for i, value := range v.Values {
							texts[filepath.Join(filepath.Dir(path), v.Names[i].Name)] = value
						}
					}
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for f, dir := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			s, ok := whole(dir, e)
			if ok && statement.MatchString(s) {
				all = append(all, s)
			}
			_, together := e.(*ast.BinaryExpr)
			return !ok && !together // half a statement is none
		})
	}
	return all
}

// Most calls refuse what the test of overheard statements asks before they come to their later ones. A condition on a column whose index leaves out the empty
// ones finds nothing in that index unless it says itself that it means none of those.
func TestPlans_NoStatementOfTheSourceReadsAllOfAGrowingTable(t *testing.T) {
	k := testkit.New(t)
	planned := 0
	k.Read("1", func(ctx context.Context, tx *store.Tx) error {
		for _, sql := range statements(t) {
			scan, err := readsAll(ctx, tx, sql)
			if err != nil {
				continue // of the system's tables, or put together
			}
			planned++
			if scan != "" {
				t.Errorf("%s: %s", scan, sql)
			}
		}
		return nil
	})
	if planned < 450 {
		t.Errorf("only %d statements were planned", planned)
	}
}
