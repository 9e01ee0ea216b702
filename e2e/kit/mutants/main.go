// Mutants asks whether the tests would notice: it draws places of the code by a seed, changes one at a time, and runs the tests over each change. A change that
// no test notices is printed; it is either the same program by another spelling, or a fact that no test states.
//
//	go run ./e2e/kit/mutants -seed 7 -n 12 -tests ./server/access ./server/access
//
// What follows the flags are files or folders. The source itself is never touched: the changed file takes its place by the compiler's overlay.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of what is drawn")
	n := flag.Int("n", 10, "how many are drawn")
	tests := flag.String("tests", "", "packages whose tests run, separated by spaces")
	run := flag.String("run", "", "only tests whose names match")
	flag.Parse()
	if err := draw(context.Background(), *seed, *n, strings.Fields(*tests), *run, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// place is where one thing of a file can be changed, and into what.
type place struct {
	file  string
	nth   int // of the file's places
	where token.Position
	what  string
}

// swaps are what an operator is changed into: its neighbour at the boundary, and its contrary.
var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL},
}

// walk visits the places of a file in order; change is done at the one that is asked for.
func walk(f *ast.File, visit func(pos token.Pos, what string, change func())) {
	ast.Inspect(f, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.BinaryExpr:
			if isText(x) {
				return true
			}
			for _, to := range swaps[x.Op] {
				visit(x.OpPos, x.Op.String()+" into "+to.String(), func() { x.Op = to })
			}
		case *ast.UnaryExpr:
			if x.Op == token.NOT {
				visit(x.OpPos, "! left out", func() { x.Op, x.X = token.NOT, &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: x.X}} })
			}
		case *ast.IncDecStmt:
			to := map[token.Token]token.Token{token.INC: token.DEC, token.DEC: token.INC}[x.Tok]
			visit(x.TokPos, x.Tok.String()+" into "+to.String(), func() { x.Tok = to })
		}
		return true
	})
}

// isText tells a sum with a text in it, which has no other sign.
func isText(x *ast.BinaryExpr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		l, ok := n.(*ast.BasicLit)
		found = found || ok && l.Kind == token.STRING
		return true
	})
	return found && x.Op == token.ADD
}

func placesOf(file string) (list []place, _ error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	walk(f, func(pos token.Pos, what string, _ func()) {
		list = append(list, place{file, len(list), set.Position(pos), what})
	})
	return list, nil
}

// changed is a file with one of its places changed.
func changed(p place) (string, error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, p.file, nil, parser.ParseComments)
	if err != nil {
		return "", err
	}
	n := 0
	walk(f, func(_ token.Pos, _ string, change func()) {
		if n == p.nth {
			defer change()
		}
		n++
	})
	var b strings.Builder
	err = format.Node(&b, set, f)
	return b.String(), err
}

func draw(ctx context.Context, seed uint64, n int, tests []string, run string, of []string) error {
	var all []place
	for _, path := range of {
		files := []string{path}
		if info, err := os.Stat(path); err != nil {
			return err
		} else if info.IsDir() {
			if files, err = filepath.Glob(filepath.Join(path, "*.go")); err != nil {
				return err
			}
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			list, err := placesOf(file)
			if err != nil {
				return err
			}
			all = append(all, list...)
		}
	}
	fmt.Printf("seed %d, %d of %d places of %s\n", seed, min(n, len(all)), len(all), strings.Join(of, " "))
	began := time.Now()
	if ok, said, err := tested(ctx, "", tests, run, 10*time.Minute); err != nil || !ok {
		return fmt.Errorf("the tests are red before anything is changed: %w\n%s", err, said)
	}
	patience := 30*time.Second + 5*time.Since(began)
	random := rand.New(rand.NewPCG(seed, seed))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	drawn, found := 0, 0
	for _, p := range all {
		if drawn == n {
			break
		}
		ok, said, err := try(ctx, p, tests, run, patience)
		switch {
		case err != nil:
			return err
		case said == unbuilt:
			continue
		case ok:
			fmt.Printf("LIVES %s:%d:%d %s\n", p.file, p.where.Line, p.where.Column, p.what)
		default:
			found++
		}
		drawn++
	}
	fmt.Printf("found %d of %d\n", found, drawn)
	return nil
}

const unbuilt = "does not compile"

func try(ctx context.Context, p place, tests []string, run string, patience time.Duration) (bool, string, error) {
	text, err := changed(p)
	if err != nil {
		return false, "", err
	}
	dir, err := os.MkdirTemp("", "mutant-")
	if err != nil {
		return false, "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	whole, err := filepath.Abs(p.file)
	if err != nil {
		return false, "", err
	}
	instead, overlay := filepath.Join(dir, "mutant.go"), filepath.Join(dir, "overlay.json")
	names, err := json.Marshal(map[string]map[string]string{"Replace": {whole: instead}})
	if err != nil {
		return false, "", err
	}
	if err := errors.Join(os.WriteFile(instead, []byte(text), 0o600), os.WriteFile(overlay, names, 0o600)); err != nil {
		return false, "", err
	}
	if err := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "./"+filepath.Dir(p.file)).Run(); err != nil {
		return false, unbuilt, nil
	}
	return tested(ctx, overlay, tests, run, patience)
}

// tested runs the tests; those that do not end have noticed, too.
func tested(ctx context.Context, overlay string, tests []string, run string, patience time.Duration) (bool, string, error) {
	args := []string{"test", "-vet=off", "-short", "-failfast", "-count=1", "-timeout", patience.String()}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	if run != "" {
		args = append(args, "-run", run)
	}
	out, err := exec.CommandContext(ctx, "go", append(args, tests...)...).CombinedOutput()
	if _, red := errors.AsType[*exec.ExitError](err); red {
		return false, string(out), nil
	}
	return err == nil, string(out), err
}
