package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// targets are the systems that a release is made for and that is not looked at anyway, as GOOS/GOARCH.
var targets = []string{"windows/amd64", "darwin/arm64", "darwin/amd64", "linux/arm64", "linux/amd64"}

// others type-checks and vets packages as each system has them. Nothing is compiled: libraries are read for what they declare, which
// takes a tenth of the time of a build.
func others(patterns []string) error {
	seen := map[*analysis.Analyzer]bool{}
	for _, a := range vet {
		spare(a, seen)
	}
	var all []error
	for _, target := range targets {
		system, arch, _ := strings.Cut(target, "/")
		pkgs, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes |
				packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule,
			ParseFile: declared,
			Env:       append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0"),
		}, patterns...)
		if err != nil {
			return err
		}
		found := 0
		say := func(what any) {
			found++
			fmt.Printf("%s: %v\n", target, what)
		}
		for _, p := range pkgs {
			for _, e := range p.Errors {
				say(e)
			}
		}
		if found == 0 {
			// What is amiss in a library is the bodies that were left out of it.
			packages.Visit(pkgs, nil, func(p *packages.Package) { p.IllTyped = false })
			graph, err := checker.Analyze(vet, pkgs, nil)
			if err != nil {
				return err
			}
			for _, act := range graph.Roots {
				if act.Err != nil {
					say(act.Err)
				}
				for _, d := range act.Diagnostics {
					say(fmt.Sprintf("%s: %s (%s)", act.Package.Fset.Position(d.Pos), d.Message, act.Analyzer.Name))
				}
			}
		}
		if found > 0 {
			all = append(all, fmt.Errorf("%s: mistakes: %d", target, found))
		}
	}
	return errors.Join(all...)
}

// declared reads a file; of a library's, what it declares.
func declared(set *token.FileSet, name string, src []byte) (*ast.File, error) {
	f, err := parser.ParseFile(set, name, src, parser.AllErrors|parser.ParseComments)
	if f == nil || kept(filepath.ToSlash(name)) {
		return f, err
	}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
			d.Body = &ast.BlockStmt{Lbrace: d.Body.Lbrace, Rbrace: d.Body.Rbrace}
		}
	}
	f.Comments = nil
	return f, err
}

// kept are the files whose functions are looked into.
func kept(name string) bool {
	if !strings.Contains(name, "/pkg/mod/") && !strings.HasPrefix(name, filepath.ToSlash(build.Default.GOROOT)+"/src/") {
		return true
	}
	for of := range looked {
		if strings.HasSuffix(path.Dir(name), "/src/"+of) {
			return true
		}
	}
	return false
}
