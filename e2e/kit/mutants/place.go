package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

const variable = "LADING_MUTANT"

// place is where one thing of a file can be changed, and into what.
type place struct {
	in    *source
	node  ast.Node
	to    token.Token
	where token.Position
	what  string
}

func (p place) String() string {
	return fmt.Sprintf("%s:%d:%d %s", p.where.Filename, p.where.Line, p.where.Column, p.what)
}

// source is a file as it is written.
type source struct {
	path, pkg string
	base      token.Pos
	text      string
}

// swaps are what an operator is changed into: its neighbour at the boundary, and its contrary.
var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL},
}

// placesOf lists what can be changed in packages: in all of their lines, or in those that changed since a commit.
func placesOf(ctx context.Context, code []string, since string) (list []place, _ error) {
	changed, err := linesSince(ctx, since, code)
	if err != nil || since != "" && len(changed) == 0 {
		return nil, err
	}
	loaded, err := packages.Load(&packages.Config{Context: ctx, Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo}, code...)
	if err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for _, pkg := range loaded {
		if len(pkg.Errors) > 0 {
			return nil, pkg.Errors[0]
		}
		for _, file := range pkg.Syntax {
			whole := pkg.Fset.File(file.FileStart)
			text, err := os.ReadFile(whole.Name())
			if err != nil {
				return nil, err
			}
			in := &source{whole.Name(), pkg.Name, token.Pos(whole.Base()), string(text)}
			name, err := filepath.Rel(here, in.path)
			if err != nil {
				return nil, err
			}
			for _, p := range in.places(file, pkg.TypesInfo) {
				p.where = whole.Position(p.node.Pos())
				if x, ok := p.node.(*ast.BinaryExpr); ok {
					p.where = whole.Position(x.OpPos)
				}
				p.where.Filename = name
				if since == "" || slices.ContainsFunc(changed[name], func(s span) bool { return s.first <= p.where.Line && p.where.Line <= s.last }) {
					list = append(list, p)
				}
			}
		}
	}
	return list, nil
}

// places lists what can be changed in a file. What the compiler works out itself stays, and so do sums of texts, which have no other sign.
func (f *source) places(file *ast.File, info *types.Info) (list []place) {
	plain := func(x ast.Expr, kind types.BasicInfo) bool {
		b, ok := info.TypeOf(x).Underlying().(*types.Basic)
		return ok && b.Info()&kind != 0 && info.Types[x].Value == nil
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.BinaryExpr:
			if plain(x, types.IsBoolean) || plain(x, types.IsNumeric) {
				for _, to := range swaps[x.Op] {
					list = append(list, place{in: f, node: x, to: to, what: x.Op.String() + " into " + to.String()})
				}
			}
		case *ast.UnaryExpr:
			if x.Op == token.NOT && plain(x, types.IsBoolean) {
				list = append(list, place{in: f, node: x, what: "! left out"})
			}
		case *ast.IncDecStmt:
			to := map[token.Token]token.Token{token.INC: token.DEC, token.DEC: token.INC}[x.Tok]
			list = append(list, place{in: f, node: x, to: to, what: x.Tok.String() + " into " + to.String()})
		}
		return true
	})
	return list
}

// span is a run of lines.
type span struct{ first, last int }

var hunk = regexp.MustCompile(`^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

// linesSince gives the lines of the packages' files that changed since a commit.
func linesSince(ctx context.Context, commit string, code []string) (map[string][]span, error) {
	lines := map[string][]span{}
	if commit == "" {
		return lines, nil
	}
	diff, err := exec.CommandContext(ctx, "git", append([]string{"diff", "--unified=0", "--no-prefix", "--no-ext-diff", "--no-color", "--diff-filter=d", commit, "--"}, code...)...).Output()
	if err != nil {
		return nil, err
	}
	file := ""
	for line := range strings.Lines(string(diff)) {
		if name, ok := strings.CutPrefix(line, "+++ "); ok {
			file = strings.TrimSpace(name)
		} else if at := hunk.FindStringSubmatch(line); at != nil && strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			first, _ := strconv.Atoi(at[1])
			count := 1
			if at[2] != "" {
				count, _ = strconv.Atoi(at[2])
			}
			lines[file] = append(lines[file], span{first, first + count - 1})
		}
	}
	unknown, err := exec.CommandContext(ctx, "git", append([]string{"ls-files", "--others", "--exclude-standard", "--"}, code...)...).Output()
	for name := range strings.Lines(string(unknown)) {
		lines[strings.TrimSpace(name)] = []span{{1, 1 << 30}}
	}
	return lines, err
}

// helper is what the changed code calls. A sum is worked out by a function, so that its type need not be said.
const helper = `package %s

import (
	"os"
	"strconv"
)

var mutant = func() int {
	if n, err := strconv.Atoi(os.Getenv("` + variable + `")); err == nil {
		return n
	}
	return -1
}()

type mutantNumber interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

func mutantSum[T mutantNumber](minus bool, a, b T) T {
	if minus {
		return a - b
	}
	return a + b
}

func mutantProduct[T mutantNumber](by bool, a, b T) T {
	if by {
		return a / b
	}
	return a * b
}
`

// write writes the files with all that is drawn, and gives the overlay that puts them in the place of their own.
func write(dir string, drawn []place) (string, error) {
	files := map[*source]map[ast.Node][]int{}
	for n, p := range drawn {
		if files[p.in] == nil {
			files[p.in] = map[ast.Node][]int{}
		}
		files[p.in][p.node] = append(files[p.in][p.node], n)
	}
	instead := map[string]string{}
	put := func(path, text string) error {
		name := filepath.Join(dir, fmt.Sprint(len(instead), ".go"))
		instead[path] = name
		return os.WriteFile(name, []byte(text), 0o600)
	}
	var errs []error
	for f, at := range files {
		errs = append(errs, put(f.path, f.changed(f.base, f.base+token.Pos(len(f.text)), drawn, at)), put(filepath.Join(filepath.Dir(f.path), "mutant_helper.go"), fmt.Sprintf(helper, f.pkg)))
	}
	names, err := json.Marshal(map[string]map[string]string{"Replace": instead})
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, errors.Join(append(errs, err, os.WriteFile(overlay, names, 0o600))...)
}

// changed is a stretch of a file with what is drawn in it, each as both of what it is and what it is changed into.
func (f *source) changed(from, to token.Pos, drawn []place, at map[ast.Node][]int) string {
	var next ast.Node // the first that begins here, and of those that begin together the one around the others
	for node := range at {
		if node.Pos() >= from && node.End() <= to && (next == nil || node.Pos() < next.Pos() || node.Pos() == next.Pos() && node.End() > next.End()) {
			next = node
		}
	}
	if next == nil {
		return f.text[from-f.base : to-f.base]
	}
	rest := map[ast.Node][]int{}
	for node, list := range at {
		if node != next {
			rest[node] = list
		}
	}
	part := func(x ast.Node) string { return f.changed(x.Pos(), x.End(), drawn, rest) }
	numbers := at[next]
	var both string
	switch x := next.(type) {
	case *ast.BinaryExpr:
		a, b := part(x.X), part(x.Y)
		switch x.Op {
		case token.ADD, token.SUB:
			both = fmt.Sprintf("mutantSum((mutant == %d) == %t, %s, %s)", numbers[0], x.Op == token.ADD, a, b)
		case token.MUL, token.QUO:
			both = fmt.Sprintf("mutantProduct((mutant == %d) == %t, %s, %s)", numbers[0], x.Op == token.MUL, a, b)
		default:
			var cases strings.Builder
			for _, n := range numbers {
				fmt.Fprintf(&cases, "if mutant == %d { return %s %s %s }; ", n, a, drawn[n].to, b)
			}
			both = fmt.Sprintf("func() bool { %sreturn %s %s %s }()", cases.String(), a, x.Op, b)
		}
	case *ast.UnaryExpr:
		both = fmt.Sprintf("((%s) == (mutant == %d))", part(x.X), numbers[0])
	case *ast.IncDecStmt:
		v := part(x.X)
		both = fmt.Sprintf("func() { if mutant == %d { %s%s } else { %s%s } }()", numbers[0], v, drawn[numbers[0]].to, v, x.Tok)
	}
	return f.text[from-f.base:next.Pos()-f.base] + both + f.changed(next.End(), to, drawn, rest)
}
