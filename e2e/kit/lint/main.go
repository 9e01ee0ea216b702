// Lint looks at our Go with everything that `go vet` and staticcheck have, in one pass.
//
// The two of them read each library from its source, SQLite in Go among it, for what its functions are like: whether one returns at all, is without effect,
// never gives nil, formats its arguments. On a machine that has no cache yet this takes many times as long as looking at our own packages. Here such facts are
// worked out for our packages and for the few of the standard library that matter to them; what is deprecated is known of every library.
//
// `lint others PACKAGES` looks at them as each other system that is released for has them.
package main

import (
	"fmt"
	"os"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/appends"
	"golang.org/x/tools/go/analysis/passes/asmdecl"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/atomic"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/buildtag"
	"golang.org/x/tools/go/analysis/passes/cgocall"
	"golang.org/x/tools/go/analysis/passes/composite"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/defers"
	"golang.org/x/tools/go/analysis/passes/directive"
	"golang.org/x/tools/go/analysis/passes/errorsas"
	"golang.org/x/tools/go/analysis/passes/framepointer"
	"golang.org/x/tools/go/analysis/passes/hostport"
	"golang.org/x/tools/go/analysis/passes/httpresponse"
	"golang.org/x/tools/go/analysis/passes/ifaceassert"
	"golang.org/x/tools/go/analysis/passes/loopclosure"
	"golang.org/x/tools/go/analysis/passes/lostcancel"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/printf"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/sigchanyzer"
	"golang.org/x/tools/go/analysis/passes/slog"
	"golang.org/x/tools/go/analysis/passes/stdmethods"
	"golang.org/x/tools/go/analysis/passes/stdversion"
	"golang.org/x/tools/go/analysis/passes/stringintconv"
	"golang.org/x/tools/go/analysis/passes/structtag"
	"golang.org/x/tools/go/analysis/passes/testinggoroutine"
	"golang.org/x/tools/go/analysis/passes/tests"
	"golang.org/x/tools/go/analysis/passes/timeformat"
	"golang.org/x/tools/go/analysis/passes/unmarshal"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unsafeptr"
	"golang.org/x/tools/go/analysis/passes/unusedresult"
	"golang.org/x/tools/go/analysis/passes/waitgroup"
	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/lintcmd"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

// vet is the suite of `go vet`, as cmd/vet lists it.
var vet = []*analysis.Analyzer{
	appends.Analyzer, asmdecl.Analyzer, assign.Analyzer, atomic.Analyzer, bools.Analyzer, buildtag.Analyzer, cgocall.Analyzer, composite.Analyzer,
	copylock.Analyzer, defers.Analyzer, directive.Analyzer, errorsas.Analyzer, framepointer.Analyzer, httpresponse.Analyzer, hostport.Analyzer,
	ifaceassert.Analyzer, loopclosure.Analyzer, lostcancel.Analyzer, nilfunc.Analyzer, printf.Analyzer, shift.Analyzer, sigchanyzer.Analyzer, slog.Analyzer,
	stdmethods.Analyzer, stdversion.Analyzer, stringintconv.Analyzer, structtag.Analyzer, tests.Analyzer, testinggoroutine.Analyzer, timeformat.Analyzer,
	unmarshal.Analyzer, unreachable.Analyzer, unsafeptr.Analyzer, unusedresult.Analyzer, waitgroup.Analyzer,
}

// looked are the packages whose functions are looked into: ours, and those that end a program or a test, or write formatted text, on behalf of others.
var looked = map[string]bool{"errors": true, "flag": true, "fmt": true, "io": true, "log": true, "log/slog": true, "os": true, "runtime": true, "strings": true, "bytes": true, "testing": true}

func ours(path string) bool {
	return strings.HasPrefix(path, "lading/") || looked[path]
}

func main() {
	if len(os.Args) > 2 && os.Args[1] == "others" {
		if err := others(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "lint:", err)
			os.Exit(1)
		}
		return
	}
	cmd := lintcmd.NewCommand("lint")
	cmd.ParseFlags(os.Args[1:])
	seen := map[*analysis.Analyzer]bool{}
	for _, a := range vet {
		spare(a, seen)
	}
	cmd.AddBareAnalyzers(vet...)
	for _, list := range [][]*lint.Analyzer{simple.Analyzers, staticcheck.Analyzers, stylecheck.Analyzers, {unused.Analyzer}} {
		for _, a := range list {
			spare(a.Analyzer, seen)
		}
		cmd.AddAnalyzers(list...)
	}
	cmd.Run()
}

// light are the analyzers whose facts come from what is declared: they run on every package.
var light = map[string]bool{"fact_deprecated": true, "isgenerated": true, "directives": true, "tokenfileanalyzer": true, "inspect": true}

// spare keeps an analyzer, and what it is made of, away from the insides of libraries, which it would only run on for their facts.
func spare(a *analysis.Analyzer, seen map[*analysis.Analyzer]bool) {
	if seen[a] {
		return
	}
	seen[a] = true
	for _, needed := range a.Requires {
		spare(needed, seen)
	}
	if light[a.Name] {
		return
	}
	run := a.Run
	a.Run = func(p *analysis.Pass) (any, error) {
		if ours(strings.TrimSuffix(p.Pkg.Path(), "_test")) {
			return run(p)
		}
		if a.ResultType == nil {
			return nil, nil
		}
		if a.ResultType.Kind() == reflect.Pointer {
			return reflect.New(a.ResultType.Elem()).Interface(), nil
		}
		return reflect.Zero(a.ResultType).Interface(), nil
	}
}
