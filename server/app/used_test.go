package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lading/server/op"
	"lading/server/testkit"
)

// A field of a request that no code reads is accepted and ignored: the person who sends it believes that it counts. Each is read, names what a queued command
// touches, has a rule that leaves one value, or is a column of a resource's row, which is stored as it came.
func TestRegistry_EveryFieldOfARequestIsUsed(t *testing.T) {
	src := readSource(t)
	seen := 0
	for _, o := range testkit.New(t).App.Registry.All() {
		if o.Req.Kind() != reflect.Struct {
			continue
		}
		stored := o.Row != nil && o.Row.Field(0).Type == o.Req // the columns are TestResource_RowsAreTheirTables's
		for _, f := range src.fields(o.Req, nil) {
			seen++
			queued := slices.ContainsFunc(o.Queue, func(s op.SubjectRef) bool { return strings.EqualFold(s.Field, f.wire) })
			if !f.told && !queued && !(stored && f.column) && !src.read[f.key] {
				t.Errorf("%s accepts %s (%s) and nothing reads it", o.Path, f.name, f.key)
			}
		}
	}
	if seen < 800 || len(src.read) < 2000 {
		t.Fatalf("%d fields of requests, %d that are read: the walk saw too little", seen, len(src.read))
	}
}

// source is the server's code with its types, and which fields of structs it reads.
type source struct {
	fset *token.FileSet
	pkgs map[string]*types.Package
	read map[string]bool
}

// readSource reads the packages of the server and of the protocol. What they import comes from the compiler's own files.
func readSource(t *testing.T) *source {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export", "lading/server/...", "lading/sync/...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}
	exports := map[string]string{}
	var own []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, "lading/") {
			own = append(own, p)
		}
	}
	s := &source{fset: token.NewFileSet(), pkgs: map[string]*types.Package{}, read: map[string]bool{}}
	from := importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range own {
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(s.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{}}
		pkg, err := (&types.Config{Importer: from}).Check(p.ImportPath, s.fset, files, info)
		if err != nil {
			t.Fatal(err)
		}
		s.pkgs[p.ImportPath] = pkg
		for _, f := range files {
			s.walk(f, info)
		}
	}
	return s
}

// walk notes each field that is read. What is only written does not count.
func (s *source) walk(f *ast.File, info *types.Info) {
	written := map[ast.Expr]bool{}
	for _, d := range f.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.ASSIGN {
					for _, l := range n.Lhs {
						written[l] = true
					}
					for _, r := range n.Rhs { // kept as it is
						if t := info.Types[r].Type; t != nil {
							s.wholeNamed(t)
						}
					}
				}
			case *ast.SelectorExpr:
				if sel := info.Selections[n]; sel != nil && sel.Kind() == types.FieldVal && !written[n] {
					s.read[s.key(sel.Obj())] = true
				}
			case *ast.CallExpr: // a struct that is converted, or handed over as it is, is read as a whole
				fun := info.Types[n.Fun]
				for i, arg := range n.Args {
					if fun.IsType() || taken(fun.Type, i) {
						s.whole(info.Types[arg].Type)
					}
				}
			case *ast.KeyValueExpr:
				if within := info.Types[n.Value].Type; within != nil {
					s.wholeNamed(within)
				}
			}
			return true
		})
	}
}

// taken tells whether a function takes an argument as any value.
func taken(fun types.Type, i int) bool {
	sig, ok := fun.(*types.Signature)
	if !ok || sig.Params().Len() == 0 {
		return false
	}
	last := sig.Params().Len() - 1
	at := sig.Params().At(min(i, last)).Type()
	if sig.Variadic() && i >= last {
		list, ok := at.Underlying().(*types.Slice)
		if !ok { // the bytes of a text
			return false
		}
		at = list.Elem()
	}
	return types.IsInterface(at)
}

func (s *source) whole(t types.Type) {
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			s.read[s.key(f)] = true
			if f.Embedded() {
				s.whole(f.Type())
			}
		}
	}
}

// wholeNamed is whole for what is stored as a part of something else: a value of ours, not a pointer to it.
func (s *source) wholeNamed(t types.Type) {
	if _, ok := t.Underlying().(*types.Struct); ok {
		s.whole(t)
	}
}

// key names a field by where it stands: the compiler's files tell line, and no more of the path than the package.
func (s *source) key(v types.Object) string {
	at := s.fset.Position(v.Pos())
	path := ""
	if v.Pkg() != nil {
		path = v.Pkg().Path()
	}
	return fmt.Sprintf("%s/%s:%d %s", path, filepath.Base(at.Filename), at.Line, v.Name())
}

type asked struct {
	name, wire, key string
	told            bool // its rule leaves one value, so anything else is refused
	column          bool // of a table
}

// fields lists what a request has, with what it embeds.
func (s *source) fields(t reflect.Type, out []asked) []asked {
	pkg := s.pkgs[t.PkgPath()]
	if pkg == nil || strings.Contains(t.Name(), "[") || t.Name() == "" {
		return out
	}
	obj := pkg.Scope().Lookup(t.Name())
	if obj == nil {
		return out
	}
	st, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		return out
	}
	for i := range st.NumFields() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			out = s.fields(f.Type, out)
		case !f.IsExported() || name == "-":
		default:
			out = append(out, asked{f.Name, name, s.key(st.Field(i)), oneValue(f.Tag.Get("validate")), !slices.Contains([]string{"", "-"}, f.Tag.Get("db"))})
		}
	}
	return out
}

// oneValue tells whether a rule leaves one value beside none, however it is written.
func oneValue(rules string) bool {
	for rule := range strings.SplitSeq(rules, ",") {
		if rule == "isdefault" {
			return true
		}
		if list, ok := strings.CutPrefix(rule, "oneof="); ok {
			values := strings.Fields(strings.ToLower(list))
			return len(slices.Compact(values)) == 1
		}
	}
	return false
}
