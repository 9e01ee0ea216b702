package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// targets are the systems that a release is made for and that is not looked at anyway, as GOOS/GOARCH.
var targets = []string{"windows/amd64", "darwin/arm64", "darwin/amd64", "linux/arm64", "linux/amd64"}

// others type-checks and vets packages, their tests among them, as each system has them. Nothing is compiled: libraries are read for what they declare, which
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
			Mode: packages.LoadAllSyntax | packages.NeedModule, Tests: true, //nolint:staticcheck // all of it is what is wanted
			Env: append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0"),
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
			all = append(all, fmt.Errorf("%s: %d mistakes", target, found))
		}
	}
	return errors.Join(all...)
}
